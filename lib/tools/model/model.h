/* SPDX-License-Identifier: MIT */
/* What a program costs on a machine built for it: models of machines, read from
 * TOML (docs/reference/machines.md), and a profile priced by one.
 *
 *     Model *model;
 *     status = model_read(mem, text, length, &model, &span);
 *     if (status == STAR_OK)
 *         status = model_write(model, machine, false, sink, context);
 *     model_free(model);
 *
 * For front ends in this tree, which link star_tools; not in libstar. */
#ifndef STAR_TOOLS_MODEL_H
#define STAR_TOOLS_MODEL_H

#include "debug/profile.h"

typedef struct Model Model;

/* The text of a model that comes with STAR, by its name, and its length; NULL
 * if there is none. Name k, from 0, of these models; NULL behind the last
 * one. */
const char *model_text(const char *name, size_t *length);
const char *model_name(int k);

/* Reads a model on an account of memory; *out is NULL unless it succeeds.
 * STAR_MODEL if the text is no model, with the place in file 0 in *at;
 * STAR_MEMORY. */
StarStatus model_read(StarMem *mem, const char *text, size_t length,
                      Model **out, StarSpan *at);
void model_free(Model *model);

/* Writes what the last run of a profiled machine costs by a model, as tables
 * for people or as an object of JSON. STAR_MODEL, before anything is written,
 * if a formula has no finite value of 0 or more for an operand of the run;
 * STAR_MEMORY. They are raised in the account of the model. */
StarStatus model_write(const Model *model, const StarMachine *machine,
                       bool json, StarSink *sink, void *context);

#endif
