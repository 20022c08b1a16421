/* Plain C: for every processor. */
#include "isa_plain.h"

#define CHAIN_BYTES 16
#define CHAIN_ROWS 4
#include "isa_chain.h"

const StarIsa star_isa_portable = {
    .name = "portable",
    .and = plain_and,
    .or = plain_or,
    .xor = plain_xor,
    .andn = plain_andn,
    .not = plain_not,
    .copy = plain_copy,
    .stream = plain_stream,
    .find = plain_find,
    .common = plain_common,
    .count = plain_count,
    .equal = plain_equal,
    .gather = plain_gather,
    .scatter = plain_scatter,
    .transpose = plain_transpose,
    .lines = plain_lines,
    .sweep = plain_sweep,
    .fold = plain_fold,
    .count_lines = plain_count_lines,
    .match = plain_match,
    .plus = plain_plus,
    .minus = plain_minus,
    .close = plain_close,
    .chain_real = chain_real_tile,
    .chain_whole = chain_whole_tile,
};
