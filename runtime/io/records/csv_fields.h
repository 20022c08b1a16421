/* SPDX-License-Identifier: MIT */
/* Records of fields as RFC 4180 has them, with a comma, a semicolon, a tab or
 * blanks between fields:
 *
 *     Paris,"Lille, Nord","the ""A1""",225
 *
 * A field that begins with a quotation mark may hold separators, line ends and,
 * written twice, quotation marks. Blanks around others do not count. */
#ifndef STAR_IO_CSV_FIELDS_H
#define STAR_IO_CSV_FIELDS_H

#include "io/reader.h"

typedef struct StarCsv {
    StarReader *r;
    int separator; /* ' ' stands for blanks and tabs, as many as there are */
    /* a field that was quoted, or has blanks behind it */
    unsigned char room[STAR_READER_WINDOW];
    /* the beginning of the last comment above the first record, "" if there is
     * none, and its line */
    char comment[STAR_READER_WINDOW];
    int64_t comment_line;
} StarCsv;

/* A field; the text has a byte behind it that no number has, and is good until
 * the next one is read. */
typedef struct StarCsvField {
    const unsigned char *text;
    size_t length;
    int64_t line, column; /* where it begins */
    bool quoted;
    bool last; /* the record ends behind it; its line end is not taken */
} StarCsvField;

/* Takes a field of less than STAR_READER_WINDOW bytes, and the separator behind
 * it. STAR_FORMAT with the place if it is too long or quoted wrongly. */
StarStatus star_csv_field(StarCsv *csv, StarCsvField *f);

/* The same for a field of any length, whose text does not matter. */
StarStatus star_csv_skip(StarCsv *csv, bool *last);

/* Raises "expected ..., found ..." at a field. */
StarStatus star_csv_expected(const StarCsv *csv, const StarCsvField *f,
                             const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Raises that a weight may be thousands. */
StarStatus star_csv_thousand(const StarCsv *csv, const StarCsvField *f);

/* Takes the reader to the first record, behind empty lines and comments that
 * begin with # or %, and finds the separator there: a tab, a semicolon or a
 * comma, whichever comes most often in its line, else ' '. False if there is no
 * record. */
bool star_csv_open(StarCsv *csv, StarReader *r);

/* True if the record that comes next, which is not taken, has a field that is
 * neither a number nor empty; *number: one that is a number. Fields behind the
 * window are not looked at. */
bool star_csv_has_text(const StarCsv *csv, bool *number);

/* A record whose fields are kept: texts, each with a NUL behind it. */
typedef struct StarCsvRecord {
    StarMem *mem;
    char *text;
    size_t used, room;
    StarCsvField *field;
    size_t count, fields; /* so many, room for so many */
} StarCsvRecord;

/* Takes a record and its line end into an empty one, which
 * star_csv_record_free frees, also after an error. */
StarStatus star_csv_record(StarCsv *csv, StarCsvRecord *record);
void star_csv_record_free(StarCsvRecord *record);

/* csv->comment without its first character, as fields, into an empty record,
 * which star_csv_record_free frees, also after an error. */
StarStatus star_csv_comment(const StarCsv *csv, StarCsvRecord *record);

#endif
