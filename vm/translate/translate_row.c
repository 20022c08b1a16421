/* SPDX-License-Identifier: MIT */
/* The rows of rows.def with an instruction's operands in the place of words. */
#include "translate/translate_row.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

void writer_cell(const Writer *w, uint16_t cell) {
    report_put(&w->out, writer_is_variable(w, cell) ? "c%u" : "R[%u]", cell);
}

void writer_integer(const Writer *w, int64_t value) {
    if (value == INT64_MIN)
        report_put(&w->out, "INT64_MIN");
    else
        report_put(&w->out, "INT64_C(%" PRId64 ")", value);
}

void writer_target(const Writer *w, uint32_t at, uint32_t to) {
    const bool polls = to <= at && !facts_is_short(&w->facts, at, to);
    report_put(&w->out, polls ? "P%u" : "L%u", (unsigned)to);
}

static void operand(const Writer *w, const StarInstr *at, int k) {
    const StarOpForm form = star_op_form(at->op);
    if (k < form.count && form.operand[k].kind == STAR_OPERAND_CELL)
        writer_cell(w, cells_operand(at, k));
    else
        report_put(&w->out, "0");
}

/* The cells, where it fails, where it jumps, its array. */
static void context(const Writer *w, uint32_t number) {
    const StarInstr *at = &w->p->code[number];
    const StarOpForm form = star_op_form(at->op);
    uint32_t to;
    for (int k = 0; k < 4; k++) {
        operand(w, at, k);
        report_put(&w->out, ", ");
    }
    report_put(&w->out, "F%u, ", (unsigned)number);
    if (star_instr_jumps(w->p->code, number, &to))
        writer_target(w, number, to);
    else
        report_put(&w->out, "0");
    report_put(&w->out, ", %u",
               star_operand_is(form.operand[0], STAR_CELL_ARRAY) ? at->a
                                                                 : at->b);
}

static bool begins(const char *text, const char *with, const char **behind) {
    const size_t length = strlen(with);
    if (strncmp(text, with, length) != 0 ||
        isalnum((unsigned char)text[length]) || text[length] == '_')
        return false;
    *behind = text + length;
    return true;
}

static unsigned fields_of(const StarProc *proc, uint16_t cell) {
    const StarLayout *layout =
        cell < proc->cells ? proc->cell[cell].layout : NULL;
    return layout != NULL && layout->plain ? layout->fields : 0;
}

/* A word that stands for a part of the instruction: writes that, and returns
 * what is behind the word; else NULL. */
static const char *word(const Writer *w, const StarInstr *at, const char *s) {
    static const char *const cell[] = {"A", "B", "C", "D"};
    const char *end;
    for (int k = 0; k < 4; k++)
        if (begins(s, cell[k], &end)) {
            operand(w, at, k);
            return end;
        }
    if (begins(s, "GB", &end))
        report_put(&w->out, "G[%u]", at->b);
    else if (begins(s, "KB", &end))
        writer_integer(w, (int16_t)at->b);
    else if (begins(s, "KC", &end))
        writer_integer(w, (int16_t)at->c);
    else if (begins(s, "at->b", &end))
        report_put(&w->out, "%u", at->b);
    else if (begins(s, "at->c", &end))
        report_put(&w->out, "%u", at->c);
    else if (begins(s, "star_instr_jump(*at)", &end))
        writer_integer(w, star_instr_jump(*at));
    else if (begins(s, "star_instr_bc(*at)", &end))
        writer_integer(w, star_instr_bc(*at));
    else if (begins(s, "BOUND(0)", &end) || begins(s, "BOUND(1)", &end))
        writer_integer(
            w, w->p->constant[star_instr_bc(*at) + (s[6] == '1')].cell.i);
    else if (begins(s, "FIELDS", &end))
        report_put(&w->out, "%u", fields_of(w->proc, at->a));
    else if (begins(s, "CONSTANT", &end))
        report_put(&w->out, "((BuiltCell){.raw = UINT64_C(0x%" PRIx64 ")})",
                   w->p->constant[star_instr_bc(*at)].cell.raw);
    else
        return NULL;
    return end;
}

/* The length of a word. */
static size_t word_length(const char *s) {
    size_t n = 0;
    while (isalnum((unsigned char)s[n]) || s[n] == '_')
        n++;
    return n;
}

static bool is_macro(const char *s, size_t length) {
    for (size_t k = 0; k < length; k++)
        if (islower((unsigned char)s[k]))
            return false;
    return length >= 4 && s[length] == '(';
}

bool writer_row(const Writer *w, const char *row, uint32_t number) {
    const StarInstr *at = &w->p->code[number];
    bool fails = false;
    while (*row != '\0') {
        const size_t length = word_length(row);
        const char *end = length > 0 ? word(w, at, row) : NULL;
        if (end != NULL) {
            row = end;
            continue;
        }
        const char *known = facts_function(&w->facts, at, row, length);
        if (known != NULL)
            report_put(&w->out, "%s", known);
        else
            report_put(&w->out, "%.*s", length > 0 ? (int)length : 1, row);
        if (is_macro(row, length)) {
            fails |= strncmp(row, "JUMP", 4) != 0;
            report_put(&w->out, "(");
            context(w, number);
            row += length + 1;
            if (*row != ')')
                report_put(&w->out, ", ");
            continue;
        }
        row += length > 0 ? length : 1;
    }
    return fails;
}
