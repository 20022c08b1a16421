/* SPDX-License-Identifier: MIT */
/* The functions that object.c calls for each kind of object. */
#ifndef STAR_KINDS_H
#define STAR_KINDS_H

#include "values/object.h"

/* Frees the object and all that it owns; the header of a bit vector may be
 * reused for the next one. A file that is written is flushed first. */
void star_bits_free(StarBackend *be, StarBits *bits);
void star_table_free(StarBackend *be, StarTable *table);
void star_array_free(StarBackend *be, StarArray *array);
void star_string_free(StarBackend *be, StarString *string);
void star_set_free(StarBackend *be, StarSet *set);
void star_record_free(StarBackend *be, StarRecord *record);
void star_file_free(StarBackend *be, StarFile *file);

/* True if the invariants of the object hold, such as zeros past the end and a
 * size within its capacity; debug builds check after every primitive. */
bool star_bits_valid(const StarBits *bits);
bool star_table_valid(const StarTable *table);
bool star_array_valid(const StarArray *array);
bool star_string_valid(const StarString *string);
bool star_set_valid(const StarSet *set);
bool star_record_valid(const StarRecord *record);
bool star_file_valid(const StarFile *file);

/* Assigns the elements, which may have no value yet. STAR_LENGTHS if the
 * dimensions have other numbers of elements; STAR_MEMORY. */
StarStatus star_array_copy(StarBackend *be, StarArray *to,
                           const StarArray *from);
/* A new array with the same bounds and elements. STAR_MEMORY: *out is NULL. */
StarStatus star_array_clone(StarBackend *be, const StarArray *from,
                            StarArray **out);

/* Assign a value; STAR_MEMORY. A set must have one: else STAR_UNDEFINED. A
 * record gets the variants too: STAR_REFERENCED if one that ends is referred
 * to, STAR_TIED if new made one of the records with a variant. */
StarStatus star_set_copy(StarBackend *be, StarSet *to, const StarSet *from);
StarStatus star_record_copy(StarBackend *be, StarRecord *to,
                            const StarRecord *from);
/* A new record with the same fields and variants. STAR_TIED or STAR_MEMORY:
 * *out is NULL. */
StarStatus star_record_clone(StarBackend *be, const StarRecord *from,
                             StarRecord **out);

/* True if any part has a value, or there are none. */
bool star_array_defined(const StarArray *array);
bool star_record_defined(const StarRecord *record);

/* Copies an element or field that may have no value yet. */
StarStatus star_object_copy_part(StarBackend *be, StarObject *to,
                                 const StarObject *from);

/* Gives a bit vector that may take any size the value of another one, which is
 * of no use then but to be freed. Fails with the status of star_object_sync. */
StarStatus star_bits_move(StarBackend *be, StarBits *to, StarBits *from);

/* Makes an object as it was when its variable began, in place: others may point
 * to it. Bit vectors and tables become 0 if they are `sized`, else they lose
 * their size. */
void star_object_reset(StarBackend *be, StarObject *object, bool sized);
void star_bits_reset(StarBackend *be, StarBits *bits, bool sized);
void star_table_reset(StarBackend *be, StarTable *table, bool sized);
void star_array_reset(StarBackend *be, StarArray *array, bool sized);
void star_string_reset(StarString *string);
void star_set_reset(StarSet *set);
void star_record_reset(StarBackend *be, StarRecord *record);
/* So many more references to the buffer of a file, or fewer. */
void star_file_refer(StarFile *file, int by);
void star_file_reset_object(StarBackend *be, StarFile *file);
/* A new file of the same components, without contents. */
StarStatus star_file_clone(StarBackend *be, const StarFile *from,
                           StarFile **out);

#endif
