/* SPDX-License-Identifier: MIT */
/* The values that do not fit a cell: bit vectors (slices and words), tables,
 * arrays, strings, records and large sets. Each is a buffer owned by exactly
 * one variable of one frame, one element of an array or one field of a
 * record, and freed with it. */
#ifndef STAR_OBJECT_H
#define STAR_OBJECT_H

#include <stdbool.h>
#include <stdint.h>

#include "memory/mem.h"
#include "memory/words.h"
#include "prim.h"

typedef struct StarBackend StarBackend;
typedef struct StarBits StarBits;
typedef struct StarTable StarTable;
typedef struct StarArray StarArray;
typedef struct StarString StarString;
typedef struct StarRecord StarRecord;
typedef struct StarSet StarSet;
typedef struct StarFile StarFile;
typedef struct StarFuse StarFuse;

/* 64 untagged bits; the types of the program say which member is meant.
 * Ordinals (integer, boolean, char, enumerations) are in i. */
typedef union StarCell {
    int64_t i;
    double r;
    uint64_t raw;
    union StarCell *ref; /* a scalar variable elsewhere, or a frame */
    void *object;
    StarBits *bits;
    StarTable *table;
    StarArray *array;
    StarString *string;
    StarRecord *record;
    StarSet *set;
    StarFile *file;
    const StarFuse *fuse;
} StarCell;

/* A scalar without a value holds a pattern that no value has: integers span
 * -maxint..maxint, and no operation makes this NaN. */
#define STAR_UNDEFINED_INT INT64_MIN
#define STAR_UNDEFINED_REAL UINT64_C(0x7ff4737461720000)
#define STAR_UNDEFINED_SINGLE INT32_C(0x7fa47374)

typedef enum StarObjectKind {
    STAR_BIT_VECTOR,
    STAR_TABLE,
    STAR_ARRAY,
    STAR_STRING,
    STAR_RECORD,
    STAR_SET,
    STAR_FILE
} StarObjectKind;

/* The effect on an object of the assignment of a value of another size. */
typedef enum StarSizing {
    STAR_UNSIZED, /* a variable that takes the size of its first value */
    STAR_FIXED,   /* a variable with its size: another one is an error */
    STAR_ELASTIC  /* a temporary: takes any size, each time */
} StarSizing;

/* Every object starts like this. */
typedef struct StarObject {
    uint8_t kind;   /* StarObjectKind */
    uint8_t sizing; /* StarSizing */
} StarObject;

/* A bit vector has room for so many words behind its structure. */
enum { STAR_WITHIN = 4 };

/* A slice or a word as a bit vector, here of 70 components:
 *
 *     word[0]  bit 0 ............. bit 63
 *              component 1         component 64
 *     word[1]  bit 0 ... bit 5     bit 6 ... bit 63
 *              65        70        padding, always 0
 *
 * All words before word[first] are 0: the search for the first 1 begins
 * there. */
struct StarBits {
    StarObject head;
    int64_t length;  /* components; 0 while unsized */
    int64_t first;   /* cursor of STEP and FND */
    uint64_t *word;  /* star_words(length) words */
    size_t capacity; /* words owned, up to STAR_WITHIN those behind it; 0 for a
                        view of memory elsewhere */
};

/* One of the two ways to store a table: the vectors of an image are the table's
 * columns, or its rows. Vector k, from 0, starts at word[k * stride]:
 *
 *     word --> | vector 0 ....... | padding |
 *              | vector 1 ....... | padding |
 *                      ...
 *              |<------- stride ----------->|  words
 *
 * Vectors are padded to 64 bits, from 8192 components on to 512 and at times
 * 512 more; padding is 0. */
typedef struct StarImage {
    uint64_t *word; /* NULL until built */
    int64_t stride; /* words from one vector to the next */
    bool valid;     /* holds the current bits of the table */
} StarImage;

enum { STAR_COLUMNS, STAR_ROWS };

/* Binary rows and columns. At least one image of a sized table is valid. */
struct StarTable {
    StarObject head;
    uint8_t built_last; /* the image that was built last */
    uint8_t layout;     /* the layout it was loaded in, plus 1; 0: none */
    uint8_t decimals;   /* of the weights that it was loaded with */
    bool grows;         /* ROW(i, T) := w gave it its size, and gives it rows */
    int64_t rows, cols;
    StarImage image[2];       /* [STAR_COLUMNS], [STAR_ROWS] */
    int64_t transpose_credit; /* see table.c: when to build the other image */
    int64_t transpose_threshold;
    uint64_t loaded;               /* a hash of its rows as they were loaded */
    const struct StarNames *names; /* of the vertices of the file that it was
                                      loaded from, or NULL: see names.h */
};

/* The representation of the elements of an array, and the pattern of one
 * without a value. */
typedef enum StarElement {
    STAR_ELEM_INT,    /* int64_t, STAR_UNDEFINED_INT */
    STAR_ELEM_REAL,   /* double, STAR_UNDEFINED_REAL */
    STAR_ELEM_BYTE,   /* uint8_t: ordinals within 0..254; 255 */
    STAR_ELEM_SHORT,  /* int16_t: -32767..32767, characters; -32768 */
    STAR_ELEM_LONG,   /* int32_t: its range but the least; INT32_MIN */
    STAR_ELEM_SINGLE, /* float; STAR_UNDEFINED_SINGLE as an int32_t */
    STAR_ELEM_OBJECT  /* StarObject *, owned by the array */
} StarElement;

typedef struct StarDim {
    int64_t low;   /* least index */
    int64_t count; /* number of indices */
} StarDim;

enum { STAR_MAX_DIMS = 16 };

/* Elements in row-major order. A view (owner false) is a part of another
 * array: the row a[i] of a matrix a. */
struct StarArray {
    StarObject head;
    uint8_t element; /* StarElement */
    uint8_t dims;
    bool owner;
    int64_t count; /* elements in all */
    union {
        void *data;
        int64_t *ints;
        double *reals;
        uint8_t *bytes;
        int16_t *shorts;
        int32_t *longs;
        float *singles;
        StarObject **objects;
    };
    StarDim dim[STAR_MAX_DIMS];
};

/* A string variable; unsized stands for undefined. Not NUL-terminated. */
struct StarString {
    StarObject head;
    int64_t length;
    size_t capacity;
    char *text;
};

/* The kind of a field: a scalar, or STAR_FIELD_OBJECT + a StarObjectKind. A
 * count, of references, is not part of the value. */
enum { STAR_FIELD_INT, STAR_FIELD_REAL, STAR_FIELD_COUNT, STAR_FIELD_OBJECT };

enum { STAR_NO_PART = 65535 };

typedef struct StarLayout StarLayout;

typedef struct StarField {
    const char *name; /* NULL: a cell of a part, as below */
    uint8_t kind;
    uint8_t element; /* of an array: StarElement */
    uint8_t within;  /* the kind of its elements that are objects, as above */
    bool sized;      /* declared with a size: bit vectors and tables in it */
    uint16_t part, variant;   /* that it belongs to, or STAR_NO_PART */
    const StarLayout *layout; /* of a record, or of the elements of an array */
} StarField;

/* Values low..high of a tag select a variant. */
typedef struct StarChoice {
    int64_t low, high;
    uint16_t variant;
} StarChoice;

/* A variant part. The cell `active` holds the number of the active variant,
 * the next one how many references to its fields there are, the one behind it
 * the tag. The fields of variant k are first[k]..first[k + 1] - 1. */
typedef struct StarVariantPart {
    uint16_t active;
    uint16_t outer, variant; /* where it stands, as in StarField */
    bool tagged;             /* else an access makes a variant active */
    uint16_t variants;
    const uint16_t *first;
    const StarChoice *choice; /* of a tagged part: every value has one */
    uint32_t choices;         /* so many */
} StarVariantPart;

/* The layout that all records of a type share. */
struct StarLayout {
    const char *name; /* of the type, for messages */
    uint16_t fields, parts;
    const StarField *field;
    const StarVariantPart *part;
    bool plain; /* all fields are scalars, of no variant */
};

/* True if that is so. */
bool star_layout_is_plain(const StarLayout *layout);

/* Variants do not share cells: fields of one that is not active are as in a
 * new record, so that a change of the tag has only the old ones to clear. */
struct StarRecord {
    StarObject head;
    uint16_t tied; /* parts whose variant new(p, c1, ...) settled, from the
                      outermost inward */
    const StarLayout *layout;
    StarCell cell[];
};

/* Elements 0..62 at most: such a set is one cell, element i its bit i. */
enum { STAR_SMALL_SET = 63 };

/* A set of any integers: element i is bit i mod 64 of word i div 64, and
 * word[k] is word number first + k. Others are 0. Unsized stands for
 * undefined. */
struct StarSet {
    StarObject head;
    int64_t first, words;
    size_t capacity;
    uint64_t *word;
};

/* An expression on bit vectors as postfix code: a byte below STAR_FUSE_OPERAND
 * is an operator of memory/words.h, another pushes operand number byte -
 * STAR_FUSE_OPERAND; postfix.h evaluates it. */
enum { STAR_FUSE_MAX_OPERANDS = 200 };

struct StarFuse {
    uint16_t length;   /* bytes of code */
    uint16_t operands; /* distinct operands */
    uint16_t depth;    /* the deepest the stack gets */
    const uint8_t *code;
};

/* Component i, from 1, of a bit vector. */
static inline int star_bits_get(const StarBits *bits, int64_t i) {
    return (int)(bits->word[(i - 1) / 64] >> ((i - 1) % 64) & 1);
}

/* A new object without a size, or NULL if there is no memory. A view of
 * other memory is made by setting word or data of such an object. */
StarBits *star_bits_new(StarBackend *be, StarSizing sizing);
StarTable *star_table_new(StarBackend *be, StarSizing sizing);
StarString *star_string_new(StarBackend *be, StarSizing sizing);
StarSet *star_set_new(StarBackend *be, StarSizing sizing);
StarFile *star_file_new(StarBackend *be);

/* A new array with all elements undefined. Elements that are objects are
 * copies of `prototype`, size and all, which stays with the caller. */
StarStatus star_array_new(StarBackend *be, StarElement element, int dims,
                          const StarDim *dim, const StarObject *prototype,
                          StarArray **out);

/* The size of all elements, in bytes. */
size_t star_array_bytes(const StarArray *array);

/* Makes a set empty, which defines it. */
void star_set_clear(StarSet *set);

/* Adds and removes the elements low..high, if any. */
StarStatus star_set_add(StarBackend *be, StarSet *set, int64_t low,
                        int64_t high);
void star_set_remove(StarSet *set, int64_t low, int64_t high);

/* True if an element is in a set, which has a value. */
bool star_set_has(const StarSet *set, int64_t element);

/* a + b, a * b and a - b; `to` may be one of the operands. An undefined a is
 * refused, b is not checked. */
StarStatus star_set_union(StarBackend *be, StarSet *to, const StarSet *a,
                          const StarSet *b);
StarStatus star_set_common(StarBackend *be, StarSet *to, const StarSet *a,
                           const StarSet *b);
StarStatus star_set_minus(StarBackend *be, StarSet *to, const StarSet *a,
                          const StarSet *b);

/* True if all elements of a are in b. */
bool star_set_within(const StarSet *a, const StarSet *b);

/* Finds the least element outside low..high, if there is one. */
bool star_set_outside(const StarSet *set, int64_t low, int64_t high,
                      int64_t *element);

/* A new record with all fields undefined. Bit vectors and tables have no size,
 * arrays no elements until star_record_give. */
StarStatus star_record_new(StarBackend *be, const StarLayout *layout,
                           StarRecord **out);

/* Frees the array in a field and puts another there. */
void star_record_give(StarBackend *be, StarRecord *record, unsigned field,
                      StarArray *array);

/* Checks that the variant of a field is active. Without a tag it is made so if
 * none is, or if `alters`: the field is assigned or referred to. */
StarStatus star_record_access(StarBackend *be, StarRecord *record,
                              unsigned field, bool alters);

/* Counts a reference to a field of a variant; while there is one, the variant
 * stays active. `by` is 1 or -1. */
void star_record_refer(StarRecord *record, unsigned field, int by);

/* Makes a variant active for good, as new(p, c1, ...) does; fails unless it
 * was made so. */
void star_record_tie(StarRecord *record, unsigned part, unsigned variant);
StarStatus star_record_tied(StarBackend *be, const StarRecord *record,
                            unsigned part, unsigned variant);

/* Fails if some variant is active for good: the record is no value. */
StarStatus star_record_whole(StarBackend *be, const StarRecord *record);

/* Makes the variant active that a tag's value selects. */
StarStatus star_record_select(StarBackend *be, StarRecord *record,
                              unsigned part, int64_t value);

/* Frees an object of any kind and all it owns; NULL is allowed. */
void star_object_free(StarBackend *be, StarObject *object);

/* Makes a bit vector `length` components long, contents unspecified but for the
 * bits past the length. STAR_FILESIZE if the length is negative, STAR_LENGTHS
 * if the sizing is fixed at another length, STAR_MEMORY. */
StarStatus star_bits_size(StarBackend *be, StarBits *bits, int64_t length);

/* The same for a table; the contents are zero if its size changed. */
StarStatus star_table_size(StarBackend *be, StarTable *table, int64_t rows,
                           int64_t cols);

/* Copies a value of the same kind, as an assignment does. Arrays must have
 * the same element and number of dimensions; other counts are an error. */
StarStatus star_object_copy(StarBackend *be, StarObject *to,
                            const StarObject *from);

/* Makes a string `length` characters long, contents unspecified. */
StarStatus star_string_size(StarBackend *be, StarString *string,
                            int64_t length);

/* Sets the text of a string; `text` may be part of the string itself. */
StarStatus star_string_set(StarBackend *be, StarString *string,
                           const char *text, int64_t length);

/* to := a + b. Either may be `to`; appended to a string so, texts take time
 * and room in proportion to what it has in the end. */
StarStatus star_string_join(StarBackend *be, StarString *to,
                            const StarString *a, const StarString *b);

/* Appends a byte to a string. */
StarStatus star_string_append(StarBackend *be, StarString *string, char byte);

/* A new object with the kind, sizing, size and contents of another. */
StarStatus star_object_clone(StarBackend *be, const StarObject *from,
                             StarObject **out);

/* Element k, from 0, of an array of scalars as a cell, undefined ones with
 * the cell's pattern; and the way back. */
StarCell star_array_get(const StarArray *array, int64_t k);
void star_array_put(StarArray *array, int64_t k, StarCell value);

/* A new array without elements, to become a view; NULL without memory. */
StarArray *star_array_view(StarBackend *be);

/* The array without elements that stands for each whose bounds are not known
 * yet. It is never altered, and to free it does nothing. */
StarArray *star_array_none(void);

/* Copies `count` elements of the first dimension, from position `l` of one
 * array to position `k` of another with the same elements, however they are
 * stored. All must have a value. */
StarStatus star_array_elements(StarBackend *be, StarArray *to, int64_t k,
                               const StarArray *from, int64_t l, int64_t count);

/* Makes *view the part of `array` at index `i` of its first dimension. */
StarStatus star_array_part(StarBackend *be, const StarArray *array, int64_t i,
                           StarArray *view);

/* True if an object, or any part of it that can have one, has a value. */
bool star_object_defined(const StarObject *object);

/* True if the invariants of an object hold, above all that padding is 0; debug
 * builds assert it after every primitive. */
bool star_object_valid(const StarObject *object);

#endif
