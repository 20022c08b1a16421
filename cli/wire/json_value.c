/* SPDX-License-Identifier: MIT */
#include "wire/json_value.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wire/json_inside.h"

/* ---- Owners ---- */

json_t *json_new(JsonKind kind) {
    json_t *v = calloc(1, sizeof *v);
    if (v != NULL) {
        v->kind = kind;
        v->owners = 1;
    }
    return v;
}

json_t *json_incref(json_t *v) {
    if (v != NULL)
        v->owners++;
    return v;
}

void json_decref(json_t *v) {
    if (v == NULL || --v->owners > 0)
        return;
    for (size_t k = 0; v->value != NULL && k < v->length; k++) {
        json_decref(v->value[k]);
        if (v->name != NULL)
            json_decref(v->name[k]);
    }
    free(v->value);
    free(v->name);
    free(v->bytes);
    free(v);
}

/* ---- Values ---- */

json_t *json_null(void) {
    return json_new(JSON_NULL);
}

json_t *json_true(void) {
    return json_new(JSON_TRUE);
}

json_t *json_false(void) {
    return json_new(JSON_FALSE);
}

json_t *json_array(void) {
    return json_new(JSON_ARRAY);
}

json_t *json_object(void) {
    return json_new(JSON_OBJECT);
}

json_t *json_integer(json_int_t value) {
    json_t *v = json_new(JSON_INTEGER);
    if (v != NULL)
        v->number.integer = value;
    return v;
}

json_t *json_string_of(const char *bytes, size_t length) {
    json_t *v = json_new(JSON_STRING);
    if (v == NULL || (v->bytes = malloc(length + 1)) == NULL) {
        json_decref(v);
        return NULL;
    }
    if (length > 0)
        memcpy(v->bytes, bytes, length);
    v->bytes[length] = '\0';
    v->length = length;
    return v;
}

json_t *json_string(const char *text) {
    return text != NULL ? json_string_of(text, strlen(text)) : NULL;
}

json_t *json_print(const char *form, ...) {
    va_list list;
    va_start(list, form);
    const int length = vsnprintf(NULL, 0, form, list);
    va_end(list);
    char *text = length >= 0 ? malloc((size_t)length + 1) : NULL;
    if (text == NULL)
        return NULL;
    va_start(list, form);
    vsnprintf(text, (size_t)length + 1, form, list);
    va_end(list);
    json_t *v = json_string(text);
    free(text);
    return v;
}

/* ---- Arrays and objects ---- */

static bool grow(json_t ***at, size_t room) {
    json_t **more = realloc(*at, room * sizeof *more);
    if (more != NULL)
        *at = more;
    return more != NULL;
}

static bool reserve(json_t *v) {
    if (v->length < v->room)
        return true;
    const size_t room = v->room < 4 ? 4 : 2 * v->room;
    if (room > SIZE_MAX / sizeof *v->value || !grow(&v->value, room) ||
        (v->kind == JSON_OBJECT && !grow(&v->name, room)))
        return false;
    v->room = room;
    return true;
}

bool json_append(json_t *array, json_t *value) {
    if (array == NULL || value == NULL || !reserve(array)) {
        json_decref(value);
        return false;
    }
    array->value[array->length++] = value;
    return true;
}

/* The value of the last member of this name, or NULL. */
static json_t **found(const json_t *object, const char *name) {
    const size_t length = strlen(name);
    if (object == NULL || object->kind != JSON_OBJECT)
        return NULL;
    for (size_t k = object->length; k-- > 0;)
        if (object->name[k]->length == length &&
            memcmp(object->name[k]->bytes, name, length) == 0)
            return &object->value[k];
    return NULL;
}

bool json_add(json_t *object, json_t *name, json_t *value) {
    if (object == NULL || name == NULL || value == NULL || !reserve(object)) {
        json_decref(name);
        json_decref(value);
        return false;
    }
    object->value[object->length] = value;
    object->name[object->length++] = name;
    return true;
}

bool json_set(json_t *object, const char *name, json_t *value) {
    json_t **old = value != NULL ? found(object, name) : NULL;
    if (old == NULL)
        return json_add(object, json_string(name), value);
    json_decref(*old);
    *old = value;
    return true;
}

void json_remove(json_t *object, const char *name) {
    json_t **old = found(object, name);
    if (old == NULL)
        return;
    const size_t k = (size_t)(old - object->value);
    json_decref(object->value[k]);
    json_decref(object->name[k]);
    object->length--;
    const size_t bytes = (object->length - k) * sizeof *object->value;
    memmove(object->value + k, object->value + k + 1, bytes);
    memmove(object->name + k, object->name + k + 1, bytes);
}

/* ---- What is in them ---- */

static bool is(const json_t *v, JsonKind kind) {
    return v != NULL && v->kind == kind;
}

bool json_is_object(const json_t *v) {
    return is(v, JSON_OBJECT);
}

bool json_is_string(const json_t *v) {
    return is(v, JSON_STRING);
}

bool json_is_integer(const json_t *v) {
    return is(v, JSON_INTEGER);
}

bool json_is_true(const json_t *v) {
    return is(v, JSON_TRUE);
}

bool json_is_false(const json_t *v) {
    return is(v, JSON_FALSE);
}

json_int_t json_integer_value(const json_t *v) {
    return is(v, JSON_INTEGER) ? v->number.integer : 0;
}

const char *json_string_value(const json_t *v) {
    return is(v, JSON_STRING) ? v->bytes : NULL;
}

size_t json_string_length(const json_t *v) {
    return is(v, JSON_STRING) ? v->length : 0;
}

size_t json_size(const json_t *v) {
    return is(v, JSON_ARRAY) ? v->length : 0;
}

json_t *json_at(const json_t *v, size_t k) {
    return k < json_size(v) ? v->value[k] : NULL;
}

json_t *json_get(const json_t *v, const char *name) {
    json_t **at = found(v, name);
    return at != NULL ? *at : NULL;
}
