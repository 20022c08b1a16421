/* SPDX-License-Identifier: MIT */
/* The words and names of the language, for completion and highlighting. */
#include <emscripten.h>
#include <stdlib.h>
#include <string.h>

#include "engine_inside.h"
#include "tools/symbols/symbols.h"
#include "tools/tokens.h"

static void put_member(const Out *out, const char *name, const char *text,
                       int length) {
    Buffer copy = {0};
    report_put(out, ",\"%s\":", name);
    if (text != NULL)
        buffer_add(&copy, text, (size_t)length);
    report_string(out, text != NULL ? buffer_bytes(&copy) : NULL);
    buffer_clear(&copy);
    free(copy.bytes);
}

static void put_string(const Out *out, const char *name, const char *text) {
    put_member(out, name, text, text != NULL ? (int)strlen(text) : 0);
}

/* All that a name means. */
static void put_name(const Out *out, const char *name, bool *first) {
    static const char *const kinds[] = {"procedure", "primitive", "required",
                                        "word", "unit"};
    unsigned at = 0;
    Docs d;
    while (docs_next(name, &at, &d)) {
        report_put(out, *first ? "{\"name\":" : ",\n{\"name\":");
        report_string(out, d.name);
        put_string(out, "kind", kinds[d.kind]);
        put_string(out, "heading", d.heading);
        put_member(out, "text", d.text, d.length);
        put_string(out, "unit", d.unit);
        put_string(out, "formula", d.formula);
        report_put(out, "}");
        *first = false;
    }
}

EMSCRIPTEN_KEEPALIVE const char *engine_words(void) {
    const Out out = buffer_out(&engine.answer);
    bool first = true;
    buffer_clear(&engine.answer);
    report_put(&out, "{\"words\":[");
    for (int k = 0; tokens_word(k) != NULL; k++) {
        report_put(&out, k > 0 ? "," : "");
        report_string(&out, tokens_word(k));
    }
    report_put(&out, "],\n\"names\":[");
    for (int kind = DOCS_PROCEDURE; kind <= DOCS_WORD; kind++)
        for (int k = 0; docs_name((DocsKind)kind, k) != NULL; k++)
            put_name(&out, docs_name((DocsKind)kind, k), &first);
    report_put(&out, "]}");
    return buffer_bytes(&engine.answer);
}

EMSCRIPTEN_KEEPALIVE const char *engine_doc(const char *name) {
    const Out out = buffer_out(&engine.answer);
    bool first = true;
    buffer_clear(&engine.answer);
    report_put(&out, "[");
    put_name(&out, name, &first);
    report_put(&out, "]");
    return buffer_bytes(&engine.answer);
}

EMSCRIPTEN_KEEPALIVE const char *engine_explain(const char *code) {
    const Out out = buffer_out(&engine.answer);
    DocsMessage m;
    buffer_clear(&engine.answer);
    if (!docs_message(code, &m))
        return "null";
    report_put(&out, "{\"code\":");
    report_string(&out, m.code);
    put_string(&out, "sentence", m.sentence);
    put_string(&out, "explanation", m.explanation);
    put_string(&out, "mistake", m.mistake);
    put_string(&out, "correction", m.correction);
    report_put(&out, "}");
    return buffer_bytes(&engine.answer);
}

EMSCRIPTEN_KEEPALIVE const char *engine_check(const char *path,
                                              const char *text) {
    const StarCompileOptions options = {.find = engine_find};
    StarError error;
    StarMem mem;
    buffer_clear(&engine.answer);
    star_mem_init(&mem, &error, ENGINE_MEMORY);
    StarProgram *p = star_compile(&mem, &options, path, text, strlen(text));
    if (p != NULL) {
        check_messages(p, engine_message, &engine.answer);
    } else {
        const StarReport report = check_error(STAR_ERROR, &error);
        engine_message(&engine.answer, &report, NULL);
    }
    star_program_free(p);
    return buffer_bytes(&engine.answer);
}

/* The heading of what is called, and in it the place of the argument. */
static void put_call(const Symbols *symbols, int offset) {
    const Out out = buffer_out(&engine.answer);
    int argument, start, end;
    SymbolInfo info;
    const Symbol *call = symbols_call(symbols, (uint32_t)offset, &argument);
    if (call == NULL)
        return;
    symbols_describe(symbols, call, &info);
    if (!symbols_parameter(info.heading, argument, &start, &end))
        start = end = 0;
    buffer_clear(&engine.answer);
    report_put(&out, "{\"heading\":");
    report_string(&out, info.heading);
    report_put(&out, ",\"start\":%d,\"end\":%d}", start, end);
}

EMSCRIPTEN_KEEPALIVE const char *engine_call(const char *path, const char *text,
                                             int offset) {
    const StarCompileOptions options = {.find = engine_find};
    StarError error;
    StarMem mem;
    buffer_clear(&engine.answer);
    buffer_add(&engine.answer, "null", 4);
    star_mem_init(&mem, &error, ENGINE_MEMORY);
    Symbols *symbols = symbols_open(&mem, &options, path, text, strlen(text));
    if (symbols != NULL)
        put_call(symbols, offset);
    symbols_close(symbols);
    return buffer_bytes(&engine.answer);
}

static void put_token(void *context, const TokenSpan *token) {
    static const char *const kinds[] = {"word", "name",    "number", "text",
                                        "sign", "comment", "other"};
    const Out *out = context;
    report_put(out, "%s{\"kind\":\"%s\",\"start\":%u,\"end\":%u}",
               engine.answer.length > 1 ? "," : "", kinds[token->kind],
               token->start, token->end);
}

EMSCRIPTEN_KEEPALIVE const char *engine_tokens(const char *text) {
    Out out = buffer_out(&engine.answer);
    StarError error;
    StarMem mem = {.error = &error, .limit = SIZE_MAX};
    buffer_clear(&engine.answer);
    report_put(&out, "[");
    tokens_scan(&mem, text, strlen(text), put_token, &out);
    report_put(&out, "]");
    return buffer_bytes(&engine.answer);
}
