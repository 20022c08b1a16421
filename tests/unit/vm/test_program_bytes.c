/* SPDX-License-Identifier: MIT */
/* The byte form: what is read runs as what was written; whatever the bytes are,
 * they are read or refused. */
#include <stdio.h>
#include <stdlib.h>

#include "bytecode/disasm.h"
#include "bytecode/bytes/program_bytes.h"
#include "io/gzip.h"
#include "machine_test.h"

/* A program with something of everything that bytes hold: constants of every
 * kind, words of 64 bits that are full, records with variants, a list whose
 * type leads to itself, procedures within procedures, fused loops. */
static const char rich[] =
    "program rich(input, output, list);\n"
    "const long = '1111111111111111111111111111111111111111111111111111111111"
    "1111111';\n"
    "type colour = (red, green, blue); hue = red..green;\n"
    "  inner = record a: array[1..2] of slice(3); s: string end;\n"
    "  outer = record i: inner; n: integer;\n"
    "    case c: colour of red: (w: word); green, blue: (case boolean of\n"
    "      true: (x: real); false: (e: set of hue)) end;\n"
    "  pointer = ^node; node = record o: outer; next: pointer end;\n"
    "  matrix = array['a'..'c', 0..3] of hue;\n"
    "var T: table(65, 65); X, Y: slice(T); r: outer; p: pointer; m: matrix;\n"
    "  list: text; n: integer; big: set of 0..200;\n"
    "proc visit(var T: table; A: array[lo..hi: integer] of integer;\n"
    "           function f(x: real): real);\n"
    "var k: integer;\n"
    "  procedure inside; begin k := k + A[lo] + trunc(f(1.5)) end;\n"
    "begin k := 0; inside; writeln(k, NUMB(COL(1, T))) end;\n"
    "function half(x: real): real; begin half := x / 2 end;\n"
    "proc go(n: integer);\n"
    "var a: array[1..3] of integer; L: array[1..n] of slice(5);\n"
    "begin a[1] := 5000000000; a[2] := 2; a[3] := 3; visit(T, a, half);\n"
    "  L[1] := '10101'; writeln(L[1]) end;\n"
    "begin\n"
    "  X := long; Y := X and not '0000000000000000000000000000000000000000000"
    "0000000000000000000001' or X;\n"
    "  for n := 1 to 65 do ROW(n, T) := CONVERT(Y);\n"
    "  while SOME(X) do begin n := STEP(X); COL(n, T) := Y end;\n"
    "  new(p); p^.next := nil; r.c := red; r.w := '101'; r.i.s := 'text';\n"
    "  p^.o := r; big := [1, 100..120]; m['b', 2] := green;\n"
    "  go(2); writeln(p^.o.w, r.i.s, 110 in big, 2.5e-300);\n"
    "  n := n div (NUMB(Y) - 65)\n"
    "end.";

static const char small[] = "program p; var X: slice(3); i: integer; begin\n"
                            "X := '101'; i := STEP(X); write('is', i) end.";

/* ---- Helpers ---- */

typedef struct Bytes {
    StarError error;
    StarMem mem;
    StarProgram *program;
    uint8_t *byte;
    size_t size;
} Bytes;

static void open(Bytes *b, const char *text) {
    const StarCompileOptions how = {.count = true, .loops = true};
    *b = (Bytes){.size = 0};
    star_mem_init(&b->mem, &b->error, SIZE_MAX);
    b->program = star_test_compile(&b->mem, &how, text);
    if (star_program_write(b->program, &b->mem, &b->byte, &b->size) != STAR_OK)
        fail_msg("%s", b->error.text);
}

static void close(Bytes *b) {
    star_mem_free(&b->mem, b->byte, b->size, 1);
    star_program_free(b->program);
    assert_int_equal(b->mem.used, 0);
}

static void put(uint8_t *at, uint64_t number, int bytes) {
    for (int k = 0; k < bytes; k++)
        at[k] = (uint8_t)(number >> 8 * k);
}

/* Makes length and checksum right. */
static void seal(uint8_t *byte, size_t size) {
    put(byte + 16, size - STAR_BYTES_HEADER, 8);
    put(byte + 24,
        star_gzip_checksum(star_gzip_checksum(0, byte, 24),
                           byte + STAR_BYTES_HEADER, size - STAR_BYTES_HEADER),
        4);
}

/* Reads the first `size` bytes of a block of just that size, so that sanitizers
 * see what is read behind it. */
static StarProgram *read_first(Bytes *b, const uint8_t *byte, size_t size) {
    uint8_t *copy = malloc(size > 0 ? size : 1);
    assert_non_null(copy);
    memcpy(copy, byte, size);
    b->error = (StarError){.status = STAR_OK};
    StarProgram *p = star_program_read(&b->mem, copy, size);
    free(copy);
    return p;
}

static void assert_refused(Bytes *b, const uint8_t *byte, size_t size,
                           const char *text) {
    const size_t used = b->mem.used;
    StarProgram *p = read_first(b, byte, size);
    if (p != NULL)
        fail_msg("%zu bytes were read: expected %s", size, text);
    assert_int_equal(b->error.status, STAR_BADPROGRAM);
    if (strstr(b->error.text, text) == NULL)
        fail_msg("%s", b->error.text);
    assert_int_equal(b->mem.used, used);
}

/* ---- What is read is what was written ---- */

TEST(the_bytes_of_what_is_read_are_the_same) {
    static const char *const text[] = {rich, small, "proc p; begin end;"};
    static StarTestText before, after;
    for (size_t k = 0; k < sizeof text / sizeof *text; k++) {
        Bytes b;
        uint8_t *again;
        size_t size;
        open(&b, text[k]);
        StarProgram *p = star_program_read(&b.mem, b.byte, b.size);
        if (p == NULL)
            fail_msg("%s", b.error.text);
        assert_true(p->verified);
        assert_int_equal(p->frame_most, b.program->frame_most);
        assert_int_equal(star_program_write(p, &b.mem, &again, &size), STAR_OK);
        assert_int_equal(size, b.size);
        assert_memory_equal(again, b.byte, size);
        before.length = after.length = 0;
        star_disassemble(b.program, star_test_sink, &before);
        star_disassemble(p, star_test_sink, &after);
        assert_string_equal(before.text, after.text);
        star_mem_free(&b.mem, again, size, 1);
        star_program_free(p);
        close(&b);
    }
}

/* The output of a run, with its message in full. */
static void run(const StarProgram *p, StarTestText *out) {
    const StarOptions options = {.write = star_test_write, .context = out};
    StarMachine *m = star_test_machine(&options);
    out->length = 0;
    star_machine_run(m, p);
    star_report_write(star_machine_report(m), &p->sources,
                      (StarStyle){.form = STAR_FULL}, star_test_sink, out);
    star_machine_free(m);
}

/* The program that was written is gone by then. */
TEST(it_runs_and_fails_as_before) {
    static StarTestText before, after;
    Bytes b;
    open(&b, rich);
    run(b.program, &before);
    assert_non_null(strstr(before.text, "division by zero"));
    assert_non_null(strstr(before.text, "p.star:"));
    star_program_free(b.program);
    b.program = star_program_read(&b.mem, b.byte, b.size);
    memset(b.byte, 0xa5, b.size);
    run(b.program, &after);
    assert_string_equal(before.text, after.text);
    close(&b);
}

/* Lines and strings whose words and bytes end at a block, before and behind. */
TEST(constants_of_all_lengths) {
    for (int n = 1; n <= 1100; n += n % 64 == 1 ? 61 : 1) {
        char text[5000], bits[1200];
        static StarTestText out;
        Bytes b;
        for (int k = 0; k < n; k++)
            bits[k] = (char)('0' + (k % 3 != 1));
        bits[n] = '\0';
        sprintf(text,
                "program p; var X: slice(%d); begin X := '%s';\n"
                "writeln(X); writeln('=%s') end.",
                n, bits, bits);
        open(&b, text);
        StarProgram *p = star_program_read(&b.mem, b.byte, b.size);
        run(p, &out);
        assert_int_equal(strncmp(out.text, bits, (size_t)n), 0);
        assert_int_equal(strncmp(out.text + n + 2, bits, (size_t)n), 0);
        star_program_free(p);
        close(&b);
    }
}

TEST(what_has_no_byte_form) {
    static const char text[] = "program p; begin x end.";
    const StarCompileOptions how = {.count = true, .loops = true};
    Bytes b;
    uint8_t *byte;
    size_t size;
    open(&b, small);
    StarProgram *p =
        star_compile(&b.mem, &how, "p.star", text, sizeof text - 1);
    assert_int_equal(star_program_write(p, &b.mem, &byte, &size),
                     STAR_BADPROGRAM);
    assert_string_equal(b.error.text, "a program with errors has no byte form");
    assert_null(byte);
    star_program_free(p);
    b.program->grows = true;
    assert_int_equal(star_program_write(b.program, &b.mem, &byte, &size),
                     STAR_BADPROGRAM);
    assert_string_equal(b.error.text, "a session has no byte form");
    close(&b);
}

/* ---- Bytes that are no program ---- */

TEST(the_header_says_what_is_wrong) {
    Bytes b;
    open(&b, small);
    uint8_t *byte = malloc(b.size + 1);
    assert_non_null(byte);
    memcpy(byte, b.byte, b.size);
    byte[b.size] = 0;
    assert_refused(&b, byte, 0, "this is no stored program of STAR");
    assert_refused(&b, (const uint8_t *)"program p;", 10,
                   "this is no stored program of STAR");
    assert_refused(&b, byte, 20, "the stored program is cut off after 20 ");
    assert_refused(&b, byte, b.size + 1, "where ");
    put(byte + 8, STAR_BYTES_VERSION + 1, 4);
    assert_refused(&b, byte, b.size,
                   "the program is stored in version 3 of the byte form, this "
                   "STAR reads version 2: compile it again");
    put(byte + 8, STAR_BYTES_VERSION, 4);
    byte[12] ^= 1;
    assert_refused(&b, byte, b.size,
                   "the program was stored by another STAR, whose "
                   "instructions are others: compile it again");
    byte[12] ^= 1;
    byte[b.size - 1] ^= 1;
    assert_refused(&b, byte, b.size,
                   "the stored program is damaged: its checksum is wrong");
    free(byte);
    close(&b);
}

TEST(every_length_is_noticed) {
    Bytes b;
    open(&b, small);
    for (size_t size = 0; size < b.size; size++)
        assert_refused(&b, b.byte, size, " stored program");
    close(&b);
}

TEST(every_bit_is_noticed) {
    Bytes b;
    open(&b, small);
    for (size_t k = 0; k < 8 * b.size; k++) {
        b.byte[k / 8] ^= (uint8_t)(1 << k % 8);
        assert_refused(&b, b.byte, b.size, "stored");
        b.byte[k / 8] ^= (uint8_t)(1 << k % 8);
    }
    close(&b);
}

/* ---- Bytes whose checksum is right ---- */

/* Messages that were seen, each once, without their places; the verifier's are
 * one. */
typedef struct Seen {
    char text[64][STAR_ERROR_TEXT];
    int count;
} Seen;

static void note(Seen *seen, const char *text) {
    const char *part = strstr(text, "program: ");
    int k = 0;
    part = part != NULL ? part : "the compiler did not make";
    while (k < seen->count && strcmp(seen->text[k], part) != 0)
        k++;
    if (k == seen->count && k < 64)
        strcpy(seen->text[seen->count++], part);
}

static void drop(void *context, const char *text, size_t length) {
    (void)context, (void)text, (void)length;
}

/* Refused, or a program all of whose tables can be walked. */
static void try_sealed(Bytes *b, uint8_t *byte, size_t size, Seen *seen) {
    const size_t used = b->mem.used;
    uint8_t *again;
    seal(byte, size);
    StarProgram *p = read_first(b, byte, size);
    if (p == NULL) {
        assert_int_equal(b->error.status, STAR_BADPROGRAM);
        note(seen, b->error.text);
    } else {
        star_disassemble(p, drop, NULL);
        for (uint32_t k = 0; k < p->procs; k++)
            for (uint32_t c = 0; c < p->proc[k].cells; c++)
                if (p->proc[k].cell[c].type != NULL)
                    star_type_write(p->proc[k].cell[c].type, drop, NULL);
        assert_int_equal(star_program_write(p, &b->mem, &again, &size),
                         STAR_OK);
        star_mem_free(&b->mem, again, size, 1);
        star_program_free(p);
    }
    assert_int_equal(b->mem.used, used);
}

static void assert_seen(const Seen *seen, const char *text) {
    for (int k = 0; k < seen->count; k++)
        if (strstr(seen->text[k], text) != NULL)
            return;
    fail_msg("nothing said: %s", text);
}

static void assert_all_seen(const Seen *seen) {
    static const char *const text[] = {
        "more is expected than there is",
        "there is no such kind",
        "a list is longer than what is left",
        "a number stands before what it is of",
        "a text is longer than what is left",
        "a NUL in a text",
        "a place lies outside the sources",
        "a record has a layout, another field none",
        "a part lies outside its record",
        "a part stands in no variant",
        "a variant lies outside its record",
        "a tag selects no variant",
        "a field stands in no variant",
        "a layout has the number of another",
        "a layout is none of the program's before this",
        "a name is missing",
        "a note has no text",
        "a parameter has no name or no type",
        "a record has a layout, another type none",
        "an enumeration has no names",
        "an enumeration has more values than names",
        "the program ends before its bytes do",
        "values of a type have no names",
        "an array has an index, another type none",
        "the index of an array is no ordinal",
        "a type has no elements",
        "a type is a part of itself",
        "a record has other fields than its layout",
        "a source is longer than what is left",
        "a procedure has more parameters than cells",
        "a frame owns what is no object",
        "there is no procedure 0 at level 0",
        "a procedure has no name, or level 0",
        "a constant is longer than what is left",
        "a constant is of no such kind",
        "a constant has bits past its end",
        "a cell is not for values of its type",
        "the compiler did not make",
    };
    for (size_t k = 0; k < sizeof text / sizeof *text; k++)
        assert_seen(seen, text[k]);
}

TEST(any_byte_may_be_another) {
    static const uint8_t other[] = {1, 0xff};
    static Seen seen;
    Bytes b;
    open(&b, rich);
    for (size_t k = STAR_BYTES_HEADER; k < b.size; k++) {
        const uint8_t byte = b.byte[k];
        for (size_t i = 0; i <= sizeof other; i++) {
            b.byte[k] = i < sizeof other ? byte ^ other[i] : 0;
            try_sealed(&b, b.byte, b.size, &seen);
        }
        b.byte[k] = byte;
    }
    assert_all_seen(&seen);
    close(&b);
}

/* Four bytes are a number of an item, or a count. */
TEST(any_number_may_be_another) {
    static const uint32_t number[] = {1, 9, UINT32_MAX};
    static Seen seen;
    Bytes b;
    open(&b, rich);
    for (size_t k = STAR_BYTES_HEADER; k + 4 <= b.size; k++) {
        uint8_t four[4];
        memcpy(four, b.byte + k, 4);
        for (size_t i = 0; i < sizeof number / sizeof *number; i++) {
            put(b.byte + k, number[i], 4);
            try_sealed(&b, b.byte, b.size, &seen);
        }
        memcpy(b.byte + k, four, 4);
    }
    assert_seen(&seen, "more is expected than there is");
    close(&b);
}

TEST(any_part_may_be_missing) {
    static Seen seen;
    Bytes b;
    open(&b, rich);
    for (size_t size = STAR_BYTES_HEADER; size < b.size; size++) {
        try_sealed(&b, b.byte, size, &seen);
        assert_int_equal(b.error.status, STAR_BADPROGRAM);
    }
    assert_seen(&seen, "more is expected than there is");
    close(&b);
    open(&b, small);
    uint8_t *more = malloc(b.size + 1);
    assert_non_null(more);
    memcpy(more, b.byte, b.size);
    more[b.size] = 0;
    seal(more, b.size + 1);
    assert_refused(&b, more, b.size + 1,
                   "the program ends before its bytes do");
    free(more);
    close(&b);
}

/* ---- Depth ---- */

/* Writes the program with what a test has put into it, and reads that. */
static void assert_depth(Bytes *b, const StarProgram *p, bool fits,
                         const char *message) {
    uint8_t *byte;
    size_t size;
    assert_int_equal(star_program_write(p, &b->mem, &byte, &size), STAR_OK);
    if (fits)
        star_program_free(read_first(b, byte, size));
    else
        assert_refused(b, byte, size, message);
    assert_int_equal(b->error.status, fits ? STAR_OK : STAR_BADPROGRAM);
    star_mem_free(&b->mem, byte, size, 1);
}

/* A variable more, whose type has so many types around one another. */
TEST(types_have_a_depth) {
    static const StarType ordinal = {.kind = STAR_TYPE_INTEGER};
    static StarType type[STAR_BYTES_DEPTH + 1];
    static StarCellInfo cell[100];
    Bytes b;
    open(&b, small);
    for (int depth = STAR_BYTES_DEPTH - 1; depth <= STAR_BYTES_DEPTH + 1;
         depth++) {
        StarProgram p = *b.program;
        StarProc proc = p.proc[0];
        for (int k = 0; k < depth; k++)
            type[k] = (StarType){.kind = STAR_TYPE_ARRAY,
                                 .index = &ordinal,
                                 .element = &type[k + 1]};
        type[depth - 1] = ordinal;
        memcpy(cell, proc.cell, proc.cells * sizeof *cell);
        cell[proc.cells++] =
            (StarCellInfo){.kind = STAR_CELL_ARRAY, .type = type};
        proc.cell = cell;
        p.proc = &proc;
        assert_depth(&b, &p, depth <= STAR_BYTES_DEPTH, "types are too deep");
    }
    close(&b);
}

TEST(records_have_a_depth) {
    static StarLayout layout[STAR_BYTES_DEPTH + 1];
    static const StarLayout *list[STAR_BYTES_DEPTH + 1];
    static StarField field[STAR_BYTES_DEPTH + 1];
    Bytes b;
    open(&b, small);
    for (int depth = STAR_BYTES_DEPTH - 1; depth <= STAR_BYTES_DEPTH + 1;
         depth++) {
        StarProgram p = *b.program;
        for (int k = 0; k < depth; k++) {
            field[k] = (StarField){.name = "f", .part = STAR_NO_PART};
            if (k > 0) {
                field[k].kind = STAR_FIELD_OBJECT + STAR_RECORD;
                field[k].layout = &layout[k - 1];
            }
            layout[k] =
                (StarLayout){.name = "r", .fields = 1, .field = &field[k]};
            list[k] = &layout[k];
        }
        p.layout = list;
        p.layouts = (uint32_t)depth;
        assert_depth(&b, &p, depth <= STAR_BYTES_DEPTH, "records are too deep");
    }
    layout[0].name = NULL;
    StarProgram p = *b.program;
    p.layout = list;
    p.layouts = 1;
    assert_depth(&b, &p, false, "a layout has no name");
    close(&b);
}

/* ---- Memory ---- */

TEST(memory_may_end_anywhere) {
    Bytes b;
    bool failed = true;
    open(&b, rich);
    const size_t used = b.mem.used;
    for (int64_t n = 1; failed; n++) {
        uint8_t *byte;
        size_t size;
        b.mem.fail_at = b.mem.count + n;
        const StarStatus status =
            star_program_write(b.program, &b.mem, &byte, &size);
        failed = b.mem.count >= b.mem.fail_at;
        assert_int_equal(status, failed ? STAR_MEMORY : STAR_OK);
        star_mem_free(&b.mem, byte, size, 1);
        assert_int_equal(b.mem.used, used);
    }
    failed = true;
    for (int64_t n = 1; failed; n++) {
        b.mem.fail_at = b.mem.count + n;
        b.error.status = STAR_OK;
        StarProgram *p = star_program_read(&b.mem, b.byte, b.size);
        failed = b.mem.count >= b.mem.fail_at;
        assert_int_equal(p == NULL, failed);
        assert_int_equal(b.error.status, failed ? STAR_MEMORY : STAR_OK);
        star_program_free(p);
        assert_int_equal(b.mem.used, used);
    }
    b.mem.fail_at = 0;
    close(&b);
}

TEST(memory_has_a_limit) {
    Bytes b;
    open(&b, rich);
    const size_t used = b.mem.used;
    b.mem.peak = used;
    star_program_free(star_program_read(&b.mem, b.byte, b.size));
    const size_t peak = b.mem.peak;
    assert_true(peak > used);
    for (int more = -1; more <= 1; more++) {
        b.mem.limit = (size_t)((int64_t)peak + more);
        StarProgram *p = star_program_read(&b.mem, b.byte, b.size);
        assert_int_equal(p != NULL, more >= 0);
        star_program_free(p);
        assert_int_equal(b.mem.used, used);
    }
    close(&b);
}

TEST_MAIN
