/* What loops tell of the future: a `for` statement keeps its limit in a cell
 * and ends with FORUP or FORDOWN; whatever else jumps back ends a loop of which
 * nobody knows. */
#include "exec.h"

/* How far the instruction jumps; 0: not at all. */
static int32_t distance(const StarInstr *in) {
    char letters[8];
    const char *letter = star_op_info(in->op, letters).operands;
    return letter[1] == 'J'   ? star_instr_jump(*in)
           : letter[2] == 'j' ? (int16_t)in->c
                              : 0;
}

/* Adds the loops of a frame that are around `at`, from the innermost on. */
static void add_loops(const StarMachine *m, const Frame *frame,
                      const StarInstr *at, StarAhead *ahead) {
    const StarInstr *end = m->program->code + frame->proc->end;
    for (const StarInstr *in = at; in < end; in++) {
        const int32_t far = distance(in);
        if (far >= 0 || in + 1 + far > at)
            continue;
        const bool up = in->op == STAR_OP_FORUP;
        if (!up && in->op != STAR_OP_FORDOWN) {
            ahead->more = true;
            continue;
        }
        const double value = (double)frame->cell[in->a].i;
        const double limit = (double)frame->cell[in->b].i;
        const double rounds = 1 + (up ? limit - value : value - limit);
        ahead->inner = ahead->loop == NULL ? rounds : ahead->inner;
        ahead->loop = in;
        ahead->rounds *= rounds;
    }
}

StarAhead exec_ahead(void *machine) {
    const StarMachine *m = machine;
    const StarInstr *at = m->at;
    StarAhead ahead = {.at = at, .rounds = 1};
    for (uint32_t d = m->depth; d-- > 0;) {
        add_loops(m, &m->frame[d], at, &ahead);
        at = d > 0 ? m->frame[d].back - 1 : at;
    }
    return ahead;
}
