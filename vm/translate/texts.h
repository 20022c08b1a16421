/* SPDX-License-Identifier: MIT */
/* The texts of op_scalar.h and built.h as data, which begin each C text. */
#ifndef STAR_TRANSLATE_TEXTS_H
#define STAR_TRANSLATE_TEXTS_H

extern const char star_translate_head[];

#endif
