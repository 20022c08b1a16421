/* What object.c asks of each kind of object. */
#ifndef STAR_KINDS_H
#define STAR_KINDS_H

#include "object.h"

void star_line_free(StarBackend *be, StarLine *line);
void star_table_free(StarBackend *be, StarTable *table);
void star_array_free(StarBackend *be, StarArray *array);
void star_string_free(StarBackend *be, StarString *string);

bool star_line_valid(const StarLine *line);
bool star_table_valid(const StarTable *table);
bool star_array_valid(const StarArray *array);
bool star_string_valid(const StarString *string);

StarStatus star_array_copy(StarBackend *be, StarArray *to,
                           const StarArray *from);
StarStatus star_array_clone(StarBackend *be, const StarArray *from,
                            StarArray **out);

#endif
