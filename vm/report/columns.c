/* SPDX-License-Identifier: MIT */
#include "report/columns.h"

#include "report/escape.h"

typedef struct Range {
    uint32_t first, last;
} Range;

static const Range wide[] = {
    {0x1100, 0x115f},   {0x231a, 0x231b},   {0x23e9, 0x23ec},
    {0x2e80, 0x303e},   {0x3041, 0x3247},   {0x3250, 0x4dbf},
    {0x4e00, 0xa4c6},   {0xa960, 0xa97c},   {0xac00, 0xd7a3},
    {0xf900, 0xfaff},   {0xfe10, 0xfe19},   {0xfe30, 0xfe6b},
    {0xff01, 0xff60},   {0xffe0, 0xffe6},   {0x16fe0, 0x1b2fb},
    {0x1f300, 0x1f320}, {0x1f32d, 0x1f64f}, {0x1f680, 0x1f6ff},
    {0x1f900, 0x1f9ff}, {0x1fa70, 0x1faff}, {0x20000, 0x3fffd}};

static const Range marks[] = {
    {0x300, 0x36f},   {0x483, 0x489},    {0x591, 0x5bd},   {0x610, 0x61a},
    {0x64b, 0x65f},   {0x900, 0x902},    {0x93a, 0x93a},   {0x93c, 0x93c},
    {0x941, 0x948},   {0x94d, 0x94d},    {0xe31, 0xe31},   {0xe34, 0xe3a},
    {0xe47, 0xe4e},   {0x1ab0, 0x1aff},  {0x1dc0, 0x1dff}, {0x200b, 0x200f},
    {0x20d0, 0x20f0}, {0x302a, 0x302d},  {0x3099, 0x309a}, {0xfe00, 0xfe0f},
    {0xfe20, 0xfe2f}, {0xe0100, 0xe01ef}};

static bool is_in(const Range *range, size_t count, uint32_t code) {
    for (size_t k = 0; k < count; k++)
        if (code >= range[k].first && code <= range[k].last)
            return true;
    return false;
}

static int columns_of(uint32_t code) {
    if (code < marks[0].first)
        return 1;
    if (is_in(marks, sizeof marks / sizeof *marks, code))
        return 0;
    return is_in(wide, sizeof wide / sizeof *wide, code) ? 2 : 1;
}

int columns_next(const char *text, size_t length, int *columns) {
    uint32_t code;
    const int n = star_escape_character(text, length, &code);
    *columns = n > 0 ? columns_of(code) : (*text & 0xc0) != 0x80;
    return n > 0 ? n : 1;
}
