/* What a format has to offer, and what its functions may use. */
#ifndef STAR_IO_FORMAT_H
#define STAR_IO_FORMAT_H

#include "backend.h"
#include "reader.h"
#include "writer.h"

/* Reads a file into a new table without a size. */
typedef StarStatus StarFormatRead(StarBackend *be, StarReader *r,
                                  StarTable *table);

/* Writes a table; `scratch` has room for one row. */
typedef void StarFormatWrite(StarBackend *be, StarWriter *w,
                             const StarTable *table, uint64_t *scratch);

#define FORMAT(id, name, extension, magic, sentence) \
    StarFormatRead star_##name##_read;               \
    StarFormatWrite star_##name##_write;
#include "formats.def"
#undef FORMAT

/* The words of row i, from 0: in the table itself, or gathered into `row`. */
const uint64_t *star_format_row(StarBackend *be, const StarTable *table,
                                int64_t i, uint64_t *row);

#endif
