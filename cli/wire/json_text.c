/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wire/json_inside.h"

/* Values within values: what reads and writes them calls itself. */
enum { MOST_DEPTH = 1000 };

size_t json_character(const char *text, size_t length) {
    const unsigned char *at = (const unsigned char *)text;
    const size_t n = at[0] < 0x80                    ? 1
                     : at[0] >= 0xC2 && at[0] < 0xE0 ? 2
                     : (at[0] & 0xF0) == 0xE0        ? 3
                     : at[0] >= 0xF0 && at[0] < 0xF5 ? 4
                                                     : 0;
    if (n == 0 || n > length)
        return 0;
    for (size_t k = 1; k < n; k++)
        if ((at[k] & 0xC0) != 0x80)
            return 0;
    if ((at[0] == 0xE0 && at[1] < 0xA0) || (at[0] == 0xED && at[1] > 0x9F) ||
        (at[0] == 0xF0 && at[1] < 0x90) || (at[0] == 0xF4 && at[1] > 0x8F))
        return 0;
    return n;
}

/* ---- To write ---- */

typedef struct Out {
    char *bytes;
    size_t length, room;
    bool failed;
} Out;

static void put(Out *o, const char *bytes, size_t length) {
    if (o->failed)
        return;
    if (length >= o->room - o->length) {
        const size_t room = 2 * o->room + length + 64;
        char *more = room > o->room ? realloc(o->bytes, room) : NULL;
        if (more == NULL) {
            o->failed = true;
            return;
        }
        o->bytes = more;
        o->room = room;
    }
    memcpy(o->bytes + o->length, bytes, length);
    o->length += length;
    o->bytes[o->length] = '\0';
}

static void put_string(Out *o, const json_t *v) {
    static const char signs[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt";
    put(o, "\"", 1);
    size_t from = 0;
    for (size_t k = 0; k <= v->length; k++) {
        const unsigned char c = (unsigned char)v->bytes[k];
        const bool special = c < ' ' || c == '"' || c == '\\';
        if (k < v->length && !special)
            continue;
        put(o, v->bytes + from, k - from);
        from = k + 1;
        char code[8] = "\\";
        const char *sign = c != '\0' ? strchr(signs, c) : NULL;
        if (sign != NULL)
            code[1] = letters[sign - signs];
        else
            snprintf(code, sizeof code, "\\u%04x", c);
        if (k < v->length)
            put(o, code, strlen(code));
    }
    put(o, "\"", 1);
}

static void put_value(Out *o, const json_t *v) {
    static const char *const word[] = {"null", "false", "true"};
    char number[40];
    switch (v->kind) {
    case JSON_NULL:
    case JSON_FALSE:
    case JSON_TRUE: put(o, word[v->kind], strlen(word[v->kind])); break;
    case JSON_INTEGER:
        snprintf(number, sizeof number, "%lld", v->number.integer);
        put(o, number, strlen(number));
        break;
    case JSON_REAL:
        snprintf(number, sizeof number, "%.17g", v->number.real);
        put(o, number, strlen(number));
        break;
    case JSON_STRING: put_string(o, v); break;
    case JSON_ARRAY:
    case JSON_OBJECT:
        put(o, v->kind == JSON_ARRAY ? "[" : "{", 1);
        for (size_t k = 0; k < v->length; k++) {
            put(o, ",", k > 0);
            if (v->kind == JSON_OBJECT) {
                put_string(o, v->name[k]);
                put(o, ":", 1);
            }
            put_value(o, v->value[k]);
        }
        put(o, v->kind == JSON_ARRAY ? "]" : "}", 1);
    }
}

char *json_text(const json_t *v) {
    Out o = {.length = 0};
    if (v == NULL)
        return NULL;
    put_value(&o, v);
    if (!o.failed)
        return o.bytes;
    free(o.bytes);
    return NULL;
}

/* ---- To read ---- */

typedef struct In {
    const char *at, *end;
    int depth;
    const char *wrong; /* the first */
} In;

static json_t *fail(In *in, const char *why) {
    if (in->wrong == NULL)
        in->wrong = why;
    return NULL;
}

static bool space(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static void blanks(In *in) {
    while (in->at < in->end && space(*in->at))
        in->at++;
}

/* Takes this sign, behind blanks, if it comes. */
static bool takes(In *in, char sign) {
    blanks(in);
    const bool here = in->at < in->end && *in->at == sign;
    in->at += here;
    return here;
}

/* Four digits of base 16; -1: they are none. The string's last quote, which is
 * no digit, stands before the end. */
static long code(In *in) {
    long found = 0;
    for (int k = 0; k < 4; k++, in->at++) {
        const char c = *in->at;
        const int digit = c >= '0' && c <= '9'   ? c - '0'
                          : c >= 'a' && c <= 'f' ? c - 'a' + 10
                          : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                                 : -1;
        if (digit < 0)
            return -1;
        found = 16 * found + digit;
    }
    return found;
}

/* Writes the character behind "\u", which may take two codes; how many bytes,
 * 0: none. */
static size_t put_code(In *in, char *to) {
    long c = code(in);
    if (c < 0)
        return 0;
    if (c >= 0xD800 && c < 0xDC00 && in->end - in->at >= 6 &&
        in->at[0] == '\\' && in->at[1] == 'u') {
        In second = {.at = in->at + 2, .end = in->end};
        const long low = code(&second);
        if (low >= 0xDC00 && low <= 0xDFFF) {
            c = 0x10000 + (c - 0xD800) * 0x400 + (low - 0xDC00);
            in->at = second.at;
        }
    }
    if (c >= 0xD800 && c <= 0xDFFF)
        c = 0xFFFD;
    const size_t n = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    static const unsigned char first[] = {0, 0, 0xC0, 0xE0, 0xF0};
    for (size_t k = n - 1; k > 0; k--, c >>= 6)
        to[k] = (char)(0x80 | (c & 0x3F));
    to[0] = (char)(first[n] | c);
    return n;
}

/* The character behind a backslash, within a string; how many bytes, 0: none.
 */
static size_t escaped(In *in, char *to) {
    static const char letters[] = "\"\\/bfnrt", signs[] = "\"\\/\b\f\n\r\t";
    const char c = *in->at++;
    if (c == 'u')
        return put_code(in, to);
    const char *letter = c != '\0' ? strchr(letters, c) : NULL;
    if (letter != NULL)
        *to = signs[letter - letters];
    return letter != NULL;
}

/* Behind its first quote. No escape is shorter than what it means. */
static json_t *read_string(In *in) {
    const char *close = in->at;
    while (close < in->end && *close != '"')
        close += *close == '\\' && close + 1 < in->end ? 2 : 1;
    char *bytes = malloc((size_t)(close - in->at) + 4), *to = bytes;
    if (bytes == NULL)
        return fail(in, "there is no memory");
    const char *wrong = close < in->end ? NULL : "a string has no end";
    while (wrong == NULL && in->at < close) {
        size_t n;
        if (*in->at == '\\') {
            in->at++;
            if ((n = escaped(in, to)) == 0)
                wrong = "a string has \\ before what means nothing";
        } else {
            n = json_character(in->at, (size_t)(close - in->at));
            if (n == 0 || (unsigned char)*in->at < ' ')
                wrong = "a string has bytes that are no UTF-8, or control "
                        "characters";
            else
                memcpy(to, in->at, n);
            in->at += n;
        }
        to += n;
    }
    in->at += in->at < in->end;
    json_t *v = wrong == NULL ? json_string_of(bytes, (size_t)(to - bytes))
                              : fail(in, wrong);
    free(bytes);
    return v != NULL ? v : fail(in, "there is no memory");
}

static size_t digits(const char *at) {
    return strspn(at, "0123456789");
}

static json_t *read_number(In *in) {
    char text[400];
    size_t n = (size_t)(in->end - in->at), whole, length;
    if (n >= sizeof text)
        n = sizeof text - 1;
    memcpy(text, in->at, n);
    text[n] = '\0';
    const size_t sign = *text == '-';
    if (strspn(text, "0123456789+-.eE") + 1 == sizeof text)
        return fail(in, "a number is too long");
    whole = length = sign + digits(text + sign);
    if (length == sign || (text[sign] == '0' && length > sign + 1))
        return fail(in, "there is no value");
    if (text[length] == '.') {
        length += 1 + digits(text + length + 1);
        if (length == whole + 1)
            return fail(in, "a number has no digits behind its point");
    }
    if (text[length] == 'e' || text[length] == 'E') {
        const size_t e = length + 1;
        length = e + (text[e] == '+' || text[e] == '-');
        const size_t power = digits(text + length);
        if (power == 0)
            return fail(in, "a number has no digits in its power");
        length += power;
    }
    in->at += length;
    text[length] = '\0';
    json_t *v = json_new(length == whole ? JSON_INTEGER : JSON_REAL);
    if (v == NULL)
        return fail(in, "there is no memory");
    errno = 0;
    if (v->kind == JSON_INTEGER) {
        v->number.integer = strtoll(text, NULL, 10);
    } else {
        v->number.real = strtod(text, NULL);
        if (fabs(v->number.real) < 1e15 &&
            v->number.real == trunc(v->number.real) && errno == 0)
            *v = (json_t){.kind = JSON_INTEGER,
                          .owners = 1,
                          .number.integer = (json_int_t)v->number.real};
    }
    if (errno != ERANGE ||
        (v->kind == JSON_REAL && v->number.real < 1 && v->number.real > -1))
        return v;
    json_decref(v);
    return fail(in, "a number is too large");
}

static json_t *read_value(In *in);

/* Behind the bracket that begins it. */
static json_t *read_list(In *in, json_t *v, char close) {
    if (v == NULL)
        return fail(in, "there is no memory");
    bool more = !takes(in, close);
    while (more) {
        json_t *name = NULL;
        if (close == '}') {
            name = takes(in, '"') ? read_string(in)
                                  : fail(in, "a name of a member is missing");
            if (name != NULL && !takes(in, ':')) {
                json_decref(name);
                name = fail(in, "a : is missing behind a name");
            }
        }
        json_t *value = in->wrong == NULL ? read_value(in) : NULL;
        const bool made =
            close == '}' ? json_add(v, name, value) : json_append(v, value);
        if (!made)
            fail(in, "there is no memory");
        more = in->wrong == NULL && takes(in, ',');
        if (in->wrong == NULL && !more && !takes(in, close))
            fail(in, close == '}' ? "a } is missing" : "a ] is missing");
    }
    if (in->wrong == NULL)
        return v;
    json_decref(v);
    return NULL;
}

static bool word(In *in, const char *wanted) {
    const size_t n = strlen(wanted);
    const bool here =
        (size_t)(in->end - in->at) >= n && memcmp(in->at, wanted, n) == 0;
    in->at += here ? n : 0;
    return here;
}

static json_t *made(In *in, json_t *v) {
    return v != NULL ? v : fail(in, "there is no memory");
}

static json_t *read_value(In *in) {
    json_t *v;
    if (in->depth == MOST_DEPTH)
        return fail(in, "values are nested too deep");
    in->depth++;
    if (takes(in, '{'))
        v = read_list(in, json_object(), '}');
    else if (takes(in, '['))
        v = read_list(in, json_array(), ']');
    else if (takes(in, '"'))
        v = read_string(in);
    else if (word(in, "true"))
        v = made(in, json_true());
    else if (word(in, "false"))
        v = made(in, json_false());
    else if (word(in, "null"))
        v = made(in, json_null());
    else
        v = read_number(in);
    in->depth--;
    return v;
}

json_t *json_read(const char *text, size_t length, const char **wrong) {
    In in = {.at = text, .end = text + length};
    json_t *v = read_value(&in);
    blanks(&in);
    if (v != NULL && in.at < in.end) {
        json_decref(v);
        v = fail(&in, "there is more behind the value");
    }
    *wrong = in.wrong;
    return v;
}
