/* SPDX-License-Identifier: MIT */
/* Values of JSON, as editors send and get them.
 *
 *     json_t *message = json_pack("{s:s, s:[i, i]}", "name", name, "at", x, y);
 *     char *text = json_text(message);
 *     json_decref(message);
 *
 * A value has owners, the last of which releases it. What makes a value returns
 * NULL without memory, and what takes one takes NULL for that: it fails too,
 * and releases the others. Strings are UTF-8 and may have any length and zeros.
 * A value is for one thread. */
#ifndef STAR_CLI_JSON_VALUE_H
#define STAR_CLI_JSON_VALUE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct json_t json_t;
typedef long long json_int_t;

/* ---- Values ---- */

/* A value of one owner, with a copy of the text. */
json_t *json_null(void);
json_t *json_true(void);
json_t *json_false(void);
json_t *json_integer(json_int_t value);
json_t *json_string(const char *text);
json_t *json_string_of(const char *bytes, size_t length);
json_t *json_array(void);
json_t *json_object(void);

/* An array or an object takes the value; false: it could not, and the value is
 * released. Of a name that an object has, this is the value from then on. */
bool json_append(json_t *array, json_t *value);
bool json_set(json_t *object, const char *name, json_t *value);

/* Takes the member of this name out, if there is one. */
void json_remove(json_t *object, const char *name);

/* One owner more, who is returned; one less. */
json_t *json_incref(json_t *value);
void json_decref(json_t *value);

/* A value in the form that a text has: an object `{...}` of names, `s`, each
 * before its value; an array `[...]`; and of the arguments s, a string, or with
 * + behind it two that are joined, or with * one that may be NULL, whose member
 * is left out; i and I, an int and a json_int_t; b, a truth as an int; n, null;
 * o, a value that is taken; O, one that stays its owner's too. */
json_t *json_pack(const char *form, ...);

/* A string as printf writes it. */
json_t *json_print(const char *form, ...) __attribute__((format(printf, 1, 2)));

/* ---- What is in them ---- */

/* The kind of a value, and what it is, has and how much; of another kind, and
 * of NULL: false, 0, NULL. */
bool json_is_object(const json_t *value);
bool json_is_string(const json_t *value);
bool json_is_integer(const json_t *value);
bool json_is_true(const json_t *value);
bool json_is_false(const json_t *value);
json_int_t json_integer_value(const json_t *value);
const char *json_string_value(const json_t *value);
size_t json_string_length(const json_t *value);
size_t json_size(const json_t *array);
json_t *json_at(const json_t *array, size_t place);
json_t *json_get(const json_t *object, const char *name);

/* ---- Texts ---- */

/* The text of a value, without blanks, which the caller frees; NULL without
 * memory. */
char *json_text(const json_t *value);

/* The value of a text; NULL: it is none, and `wrong` says why. Of members of
 * one name the last one counts. A number that is whole is an integer however it
 * is written; half of a pair of codes is U+FFFD. */
json_t *json_read(const char *text, size_t length, const char **wrong);

/* Bytes of the character of UTF-8 that a text, which is not empty, begins with;
 * 0: it is none. */
size_t json_character(const char *text, size_t length);

#endif
