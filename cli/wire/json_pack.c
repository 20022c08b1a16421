/* SPDX-License-Identifier: MIT */
#include <stdarg.h>
#include <string.h>

#include "wire/json_inside.h"

/* What is left of a form and of its arguments, all of which are taken also
 * where something fails: they may be values. */
typedef struct Form {
    const char *at;
    va_list list;
} Form;

static char next(Form *f) {
    f->at += strspn(f->at, " :,");
    return *f->at != '\0' ? *f->at++ : '\0';
}

static json_t *string(Form *f, bool *left_out) {
    const char *text = va_arg(f->list, const char *);
    if (*f->at == '*') {
        f->at++;
        *left_out = text == NULL;
    } else if (*f->at == '+') {
        f->at++;
        return json_print("%s%s", text, va_arg(f->list, const char *));
    }
    return json_string(text);
}

static json_t *pack(Form *f, char sign, bool *left_out);

static json_t *array(Form *f) {
    json_t *v = json_array();
    bool made = v != NULL, left_out = false;
    for (char sign; (sign = next(f)) != ']' && sign != '\0';)
        made &= json_append(v, pack(f, sign, &left_out));
    if (made)
        return v;
    json_decref(v);
    return NULL;
}

static json_t *object(Form *f) {
    json_t *v = json_object();
    bool made = v != NULL;
    for (char sign; (sign = next(f)) != '}' && sign != '\0';) {
        bool left_out = false;
        const char *name = va_arg(f->list, const char *);
        json_t *value = pack(f, next(f), &left_out);
        if (!left_out)
            made &= json_set(v, name, value);
    }
    if (made)
        return v;
    json_decref(v);
    return NULL;
}

static json_t *pack(Form *f, char sign, bool *left_out) {
    switch (sign) {
    case '{': return object(f);
    case '[': return array(f);
    case 's': return string(f, left_out);
    case 'i': return json_integer(va_arg(f->list, int));
    case 'I': return json_integer(va_arg(f->list, json_int_t));
    case 'b': return va_arg(f->list, int) != 0 ? json_true() : json_false();
    case 'o': return va_arg(f->list, json_t *);
    case 'O': return json_incref(va_arg(f->list, json_t *));
    default: return json_null();
    }
}

json_t *json_pack(const char *form, ...) {
    Form f = {.at = form};
    bool left_out = false;
    va_start(f.list, form);
    json_t *v = pack(&f, next(&f), &left_out);
    va_end(f.list);
    return v;
}
