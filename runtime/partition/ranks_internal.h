/* SPDX-License-Identifier: MIT */
/* The inside of the backend of several ranks.
 *
 * A block of memory has the same size on all ranks. It is whole, all ranks
 * having all of it, or divided: then each has the words of its rows alone, and
 * the others are out of date. sync_to_host makes it whole. On processors a
 * rank's words are at their places in the block; a device gets them in a part,
 * a block of its own with vectors that have no others between them:
 *
 *     block   | ..... own ..... | ..... own ..... | ...
 *     part    | own | own | ...
 *
 *             divided   gathered or copied   written as a whole
 *     block             valid                valid
 *     part    valid     valid                                    */
#ifndef STAR_RANKS_INTERNAL_H
#define STAR_RANKS_INTERNAL_H

#include "memory/blocks.h"
#include "overlay/overlay.h"
#include "partition/partition.h"
#include "partition/ranks.h"
#include "values/table.h"

/* A block that is divided, or has a part: `vectors` vectors, `stride` words
 * apart, with components for so many rows; or one with `row_words` words for
 * each. */
typedef struct RanksBlock {
    uint64_t *at; /* its memory */
    int64_t rows, vectors, stride, row_words;
    uint64_t *part;    /* NULL: the rank's words are at their places */
    bool whole, valid; /* the block, and the part, as drawn above */
    int64_t one;       /* of a bit vector: the number of its first one, 0: there
                          is none, RANKS_UNKNOWN */
    int64_t messages;  /* for single components and the first one so far */
    size_t bytes;      /* of a block that is counted as it is used, or 0; */
    size_t counted;    /* those that StarMem counts by now */
} RanksBlock;

enum { RANKS_UNKNOWN = -1 };

typedef struct Ranks Ranks; /* at StarMem.ranks */

/* Runs a primitive on operands that are divided, or long. */
typedef StarStatus RanksKernel(Ranks *r, StarPrim prim, StarCell *arg);

struct Ranks {
    StarOverlay overlay;
    StarBackend *be;
    const StarTransport *transport;
    StarPartition partition;
    int64_t from;
    bool apart; /* there is a device: blocks have parts */
    enum {
        RANKS_HOST,  /* sync_to_host is for the host, */
        RANKS_WHOLE, /* for a kernel that gets whole blocks, */
        RANKS_BELOW, /* is called by such a kernel, */
        RANKS_LOCAL  /* or by one that gets parts */
    } phase;
    uint64_t hash;                 /* of what ran so far, with its scalars */
    int64_t messages;              /* since it was compared */
    size_t *first;                 /* ranks + 1 numbers, for a gather */
    StarBlocks blocks;             /* of RanksBlock */
    uint8_t rows[STAR_PRIM_COUNT]; /* see ranks_row_operands */
};

/* ---- ranks_blocks.c ---- */

/* The entry of a block that is divided, or NULL. */
RanksBlock *ranks_find(const Ranks *r, const uint64_t *at);

/* *word := the part of a block, made if there is none, to be read or written;
 * *stride := the distance of its vectors. */
StarStatus ranks_part(Ranks *r, const RanksBlock *block, StarAccess access,
                      uint64_t **word, int64_t *stride);

/* Memory for an object, in pages of its own, of which a rank may use its part
 * alone: counts that much; NULL if there is none. */
uint64_t *ranks_new(Ranks *r, size_t bytes);

/* Before a rank uses its words of a block: counts them, if not all of the block
 * is counted; and, for the first time, large pages for those that have no
 * others. */
StarStatus ranks_claim(Ranks *r, const RanksBlock *block);

/* Before a rank writes all of a block that may be new: counts it. */
StarStatus ranks_claim_all(Ranks *r, const uint64_t *at);

/* Makes a block divided, of which nothing is known: its valid words are those
 * of the part, if it has one; or at their places in the block. */
StarStatus ranks_divide(Ranks *r, const RanksBlock *block);
StarStatus ranks_loaded(Ranks *r, const RanksBlock *block);

/* Before the host reads, changes or overwrites all of a block. */
StarStatus ranks_sync(Ranks *r, uint64_t *at, StarAccess access);

/* Before a block is freed. */
void ranks_forget(Ranks *r, const uint64_t *at);

/* The same of a bit vector; of the valid images of a table. */
StarStatus ranks_divide_bits(Ranks *r, const StarBits *bits);
StarStatus ranks_divide_table(Ranks *r, const StarTable *table);

/* The block that a bit vector, or image `dir` of a table, is when it is
 * divided. */
RanksBlock ranks_vector(const StarBits *bits);
RanksBlock ranks_image(const StarTable *table, int dir);

/* True if a slice, with 0 columns, or a table is one that ranks divide. */
bool ranks_is_large(const Ranks *r, int64_t rows, int64_t cols);

/* True if the words of a slice, or a valid image of a table, are divided. */
bool ranks_is_divided(const Ranks *r, const StarObject *object);

/* Frees the table of blocks, which are whole then. */
void ranks_close_blocks(Ranks *r);

/* ---- ranks_messages.c ---- */

/* *value := the sum, minimum, maximum or union over all ranks; of `count`
 * values. */
StarStatus ranks_reduce(Ranks *r, StarReduction how, int64_t *value,
                        size_t count);

/* The words become those of rank `root`. */
StarStatus ranks_broadcast(Ranks *r, uint64_t *word, int64_t words, int root);

/* See StarTransport.gather. */
StarStatus ranks_gather_words(Ranks *r, uint64_t *all, const size_t *first);

/* The same of so many words a rank. */
StarStatus ranks_gather_each(Ranks *r, uint64_t *all, int64_t words);

/* See StarTransport.exchange. */
StarStatus ranks_exchange(Ranks *r, const uint64_t *out, const size_t *sent,
                          uint64_t *in, const size_t *got);

/* STAR_OK or STAR_DECLINED, the latter if some rank has it; else the status of
 * this rank. */
StarStatus ranks_agree(Ranks *r, StarStatus status);

/* Adds a number to the hash. */
void ranks_note(Ranks *r, int64_t number);

/* Raises STAR_RANKS if the ranks have done different things. */
StarStatus ranks_compare(Ranks *r);

/* ---- ranks_views.c ---- */

/* This rank's part of an operand. */
typedef struct RanksView {
    const StarObject *of;
    StarCell part;
    union {
        StarBits bits;
        StarTable table;
    };
} RanksView;

/* The rank's part of a bit vector; of image `dir` of a table. Both have no
 * rows where the rank has none. */
StarStatus ranks_bits(Ranks *r, const StarBits *bits, StarAccess access,
                      StarBits *part);
StarStatus ranks_table(Ranks *r, const StarTable *table, int dir,
                       StarAccess access, StarTable *part);

/* *arg := the rank's part of it; `count` views of operands are there, those
 * that are read before those that are overwritten. */
StarStatus ranks_view(Ranks *r, RanksView *view, int count, int dir,
                      StarAccess access, StarCell *arg);

/* Makes an operand that is no part ready for the backend below. */
StarStatus ranks_whole(Ranks *r, StarObject *object, StarAccess access);

/* Makes the host's copy of a part valid. */
StarStatus ranks_on_host(Ranks *r, StarObject *part, StarAccess access);

/* All ranks have written their parts of an object: it is divided. */
StarStatus ranks_written(Ranks *r, StarObject *object);

/* Row i, from 1, of so many: as this rank's part counts, or 0 if another rank
 * has it. */
int64_t ranks_own_row(const Ranks *r, int64_t rows, int64_t i);

/* Runs the kernel of the backend below on parts. */
StarStatus ranks_call(Ranks *r, StarPrim prim, StarCell *arg);

/* ---- ranks_prims.c ---- */

/* How a primitive runs on operands of which some are divided; always: also on
 * long ones that are whole, or on arrays. No function: it needs whole operands.
 */
typedef struct RanksPrim {
    RanksKernel *run;
    bool always;
} RanksPrim;

extern const RanksPrim ranks_prim[STAR_PRIM_COUNT];

/* Bit k: operand k of the primitive has the rows that are divided. */
uint8_t ranks_row_operands(const StarOperand operand[STAR_MAX_OPERANDS]);

/* Runs a kernel whose rows do not depend on each other on this rank's rows. */
RanksKernel ranks_local;

/* ---- ranks_search.c, ranks_tables.c, ranks_shift.c, ranks_pack.c,
 * ranks_closure.c, ranks_kleene.c ---- */

RanksKernel ranks_shift, ranks_prefix, ranks_pack, ranks_closure, ranks_kleene;
RanksKernel ranks_count, ranks_test, ranks_differ, ranks_first, ranks_get,
    ranks_put;
RanksKernel ranks_random, ranks_read, ranks_write, ranks_copy_table,
    ranks_adjoin, ranks_extreme, ranks_sum, ranks_scatter;

/* ---- ranks_loops.c ---- */

/* See StarBackend. */
StarStatus ranks_run_loop(StarBackend *be, const StarPlan *loop, StarCell *R,
                          const uint64_t *mask, int64_t words, int64_t *fuel);
StarStatus ranks_run_pairs(StarBackend *be, const StarPlan *loop,
                           const StarCell *R, const StarPairArea *area);

/* ---- ranks.c ---- */

/* The rows of a table, the components of a bit vector. */
int64_t ranks_rows(const StarObject *object);

/* Runs a primitive on whole operands, each rank all of it. */
RanksKernel ranks_reference;

#endif
