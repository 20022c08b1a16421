/* SPDX-License-Identifier: MIT */
/* How values of JSON are kept: for the files beside this one. */
#ifndef STAR_CLI_JSON_INSIDE_H
#define STAR_CLI_JSON_INSIDE_H

#include "wire/json_value.h"

typedef enum JsonKind {
    JSON_NULL,
    JSON_FALSE,
    JSON_TRUE,
    JSON_INTEGER,
    JSON_REAL,
    JSON_STRING,
    JSON_ARRAY,
    JSON_OBJECT
} JsonKind;

struct json_t {
    JsonKind kind;
    unsigned owners;
    union {
        json_int_t integer;
        double real;
    } number;
    char *bytes;         /* of a string, with a 0 behind them */
    size_t length, room; /* of a string, or of an array's or object's values */
    json_t **value;
    json_t **name; /* of an object's values: strings */
};

/* A value of this kind, of one owner; NULL without memory. */
json_t *json_new(JsonKind kind);

/* One member more, whose name is a string and taken: what reads a text does not
 * look for members of the same name, the last of which counts. */
bool json_add(json_t *object, json_t *name, json_t *value);

#endif
