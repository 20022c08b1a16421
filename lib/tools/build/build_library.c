/* SPDX-License-Identifier: MIT */
/* The functions of a library and its header. Names of the source stand in a
 * header as parts of other ones: no keyword of C or C++ has a small letter, '_'
 * and then capitals, and none ends with '_'. The text has numbers in their
 * place; what symbols are called is told the assembler. */
#include "tools/build/build.h"

#include <ctype.h>
#include <string.h>

#include "report/report_out.h"
#include "tools/build/build_parts.h"
#include "tools/values/values.h"
#include "translate/translate.h"

typedef struct Library {
    Out out;
    const StarProgram *p;
    const char *prefix;
} Library;

#define PUT(...) report_put(&l->out, __VA_ARGS__)

void build_prefix(const char *name, char *prefix, size_t size) {
    size_t n = 0;
    const char *before = isalpha((unsigned char)*name) ? "" : "lib";
    for (; *before != '\0' && n + 1 < size; before++)
        prefix[n++] = *before;
    for (; *name != '\0' && n + 1 < size; name++)
        prefix[n++] =
            (char)(isalnum((unsigned char)*name) ? tolower((unsigned char)*name)
                                                 : '_');
    prefix[n] = '\0';
}

/* ---- Names ---- */

static char in_capitals(char letter) {
    return (char)(letter == '-' ? '_' : toupper((unsigned char)letter));
}

static bool same_name(const char *a, const char *b) {
    for (; *a != '\0' && in_capitals(*a) == in_capitals(*b); a++, b++)
        ;
    return *a == *b;
}

static void symbol(const Library *l, const StarProc *proc) {
    static const char *const instances[] = {"", "_INT32", "_DOUBLE", "_FLOAT"};
    PUT("%s_", l->prefix);
    for (const char *at = proc->name; *at != '\0'; at++)
        PUT("%c", in_capitals(*at));
    PUT("%s", instances[proc->instance]);
}

/* ---- What C can pass ---- */

/* Why C has no value of a type, as a text behind "is "; NULL: it has. */
static const char *no_value(const StarType *t) {
    switch (t->kind) {
    case STAR_TYPE_ROUTINE: return "a procedure or function";
    case STAR_TYPE_RECORD: return "a record";
    case STAR_TYPE_SET: return "a set";
    case STAR_TYPE_POINTER: return "a pointer";
    case STAR_TYPE_FILE: return "a file";
    case STAR_TYPE_ARRAY: return "an array";
    default:
        return t->kind <= STAR_TYPE_ENUM && t->dynamic
                   ? "of a range that only the program knows"
                   : NULL;
    }
}

static const char *no_parameter(const StarParam *p) {
    if (p->type->kind != STAR_TYPE_ARRAY)
        return no_value(p->type);
    return p->dims == 0 ? "an array whose bounds only the program knows"
           : p->of->kind >= STAR_TYPE_STRING || no_value(p->of) != NULL
               ? "an array of what is no number, boolean or character"
               : NULL;
}

/* Why C cannot call a procedure: what this ends with, and what is to blame;
 * NULL: it can. */
static const char *obstacle(const StarProgram *p, const StarProc *proc,
                            const char **blamed) {
    const StarType *t = star_proc_result(proc);
    for (const StarProc *one = p->proc; one < proc; one++)
        if (translate_is_entry(one) && one->instance == proc->instance &&
            same_name(one->name, proc->name)) {
            *blamed = one->name;
            return "called so in C";
        }
    for (unsigned k = 0; k < proc->params; k++) {
        *blamed = proc->param[k].name;
        if (no_parameter(&proc->param[k]) != NULL)
            return no_parameter(&proc->param[k]);
    }
    *blamed = "its value";
    return t != NULL ? no_value(t) : NULL;
}

/* ---- Functions ---- */

static const char *type_of(const StarType *t, bool var) {
    switch (t->kind) {
    case STAR_TYPE_REAL: return "double";
    case STAR_TYPE_BOOLEAN: return "bool";
    case STAR_TYPE_CHAR: return "char";
    case STAR_TYPE_STRING: return var ? "StarText" : "char";
    case STAR_TYPE_SLICE:
    case STAR_TYPE_WORD:
    case STAR_TYPE_TABLE: return "StarMatrix";
    default: return "int64_t";
    }
}

/* How a parameter is written: with its name, or with its number; or as its
 * address in a call. */
typedef enum Form { NAMED, NUMBERED, ADDRESS } Form;

static void name(const Library *l, const StarProc *proc, unsigned k, Form form,
                 const char *behind) {
    const char *named = proc->param[k].name;
    if (form == NAMED)
        l->out.sink(l->out.context, named, strlen(named));
    else
        PUT("a%u", k);
    PUT("%s", behind);
}

/* Each parameter, with ", " before it. */
static void parameters(const Library *l, const StarProc *proc, Form form) {
    for (unsigned k = 0; k < proc->params; k++) {
        const StarParam *p = &proc->param[k];
        const bool pointer = p->var || value_is_object(p);
        if (form == ADDRESS)
            PUT(pointer ? "(void *)" : "(void *)&");
        else
            PUT(", %s%s %s", pointer && !p->var ? "const " : "",
                type_of(p->of, p->var), pointer ? "*" : "");
        name(l, proc, k, form, "_");
        PUT(form == ADDRESS ? ", " : "");
        for (int d = 1; d <= p->open; d++) {
            PUT(form == ADDRESS ? "&" : ", int64_t ");
            name(l, proc, k, form, "_count");
            if (p->open > 1)
                PUT("%d", d);
            PUT(form == ADDRESS ? ", " : "");
        }
    }
    const StarType *t = star_proc_result(proc);
    if (t != NULL && form == ADDRESS)
        PUT("result");
    else if (t != NULL)
        PUT(", %s *result", type_of(t, true));
}

void build_functions_text(const StarProgram *program, const char *prefix,
                          StarSink *sink, void *context) {
    const Library library = {{sink, context}, program, prefix}, *l = &library;
    const char *blamed;
    PUT("\n/* ---- The functions ---- */\n");
    for (uint32_t k = 0; k < program->procs; k++) {
        const StarProc *proc = &program->proc[k];
        if (!translate_is_entry(proc) ||
            obstacle(program, proc, &blamed) != NULL)
            continue;
        PUT("\nSTAR_API StarCode f%u(Star *star", (unsigned)k);
        parameters(l, proc, NUMBERED);
        PUT(")\n    __asm__(\"");
        symbol(l, proc);
        PUT("\");\nStarCode f%u(Star *star", (unsigned)k);
        parameters(l, proc, NUMBERED);
        PUT(") {\n    void *const argument[] = {");
        parameters(l, proc, ADDRESS);
        if (proc->params == 0 && !proc->function)
            PUT("NULL");
        PUT("};\n    return star_call_built(star, &star_built, %u, "
            "argument);\n}\n",
            (unsigned)k);
    }
}

/* ---- The header ---- */

static void prototype(const Library *l, const StarProc *proc) {
    PUT("\n// ");
    value_heading(proc, l->out.sink, l->out.context);
    PUT("STAR_API StarCode ");
    symbol(l, proc);
    PUT("(Star *star");
    parameters(l, proc, NAMED);
    PUT(");\n");
}

bool build_header(const StarProgram *program, const char *prefix,
                  StarSink *sink, void *context) {
    const Library library = {{sink, context}, program, prefix}, *l = &library;
    const char *blamed, *why;
    bool any = false;
    PUT("/* Made by star build --library. A function takes what the heading "
        "above it says,\n"
        " * in the order of that, as star_call_built in star.h describes it. "
        "*/\n"
        "#pragma once\n\n"
        "#include <star.h>\n\n"
        "#ifdef __cplusplus\nextern \"C\" {\n#endif\n");
    for (uint32_t k = 0; k < program->procs; k++) {
        const StarProc *proc = &program->proc[k];
        if (!translate_is_entry(proc))
            continue;
        why = obstacle(program, proc, &blamed);
        if (why == NULL)
            prototype(l, proc);
        else
            PUT("\n// Left out: %.200s, for %.200s is %s.\n", proc->name,
                blamed, why);
        any |= why == NULL;
    }
    PUT("\n#ifdef __cplusplus\n}\n#endif\n");
    return any;
}
