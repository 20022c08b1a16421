/* SPDX-License-Identifier: MIT */
/* Inspects a run: its variables, and their changes. */
#include "tools/debug/debug_inspect.h"

/* The changed rows of a larger table are not searched. */
enum { MAX_TABLE_WORDS = 1 << 18 };

bool debug_variable(const StarView *view, unsigned k, StarVariable *v) {
    return star_inspect_variable(view, k, v) && v->name != view->proc->name;
}

static bool is_there(const StarPanel *panel, int panels, StarCell value) {
    for (int k = 0; k < panels; k++)
        if (panel[k].value.object == value.object)
            return true;
    return false;
}

int debug_memory(const Debug *d, StarPanel panel[], int most) {
    int panels = 0;
    for (unsigned k = star_history_depth(d->history); k > 0;
         k = k > 1 ? 1 : 0) {
        const StarView view = star_history_frame(d->history, k - 1);
        for (unsigned c = 0; c < view.proc->cells && panels < most; c++) {
            StarVariable v;
            if (star_inspect_variable(&view, c, &v) && star_variable_bits(&v) &&
                v.type->kind != STAR_TYPE_WORD && v.value.object != NULL &&
                !is_there(panel, panels, v.value))
                panel[panels++] = (StarPanel){
                    .name = v.name, .type = v.type, .value = v.value};
        }
    }
    return panels;
}

/* ---- Changes ---- */

static void forget(Debug *d, DebugSeen *seen) {
    for (unsigned k = 0; seen->proc != NULL && k < seen->proc->cells; k++)
        star_inspect_free(&d->mem, &seen->inspection[k]);
    if (seen->proc != NULL)
        star_mem_free(&d->mem, seen->inspection, seen->proc->cells,
                      sizeof *seen->inspection);
    seen->proc = NULL;
}

void debug_close(Debug *d) {
    forget(d, &d->seen[0]);
    forget(d, &d->seen[1]);
    star_mem_free(&d->mem, d->vector.word, d->vector.capacity,
                  sizeof *d->vector.word);
}

/* True if a var parameter of the newest call is this variable. */
static bool is_told(const Debug *d, const StarVariable *v) {
    const unsigned depth = star_history_depth(d->history);
    const StarView view = star_history_frame(d->history, depth - 1);
    StarVariable other;
    for (unsigned k = 0; k < view.proc->cells; k++)
        if (star_variable_bits(v) && star_inspect_variable(&view, k, &other) &&
            star_variable_bits(&other) && other.value.object == v->value.object)
            return true;
    return false;
}

static bool is_parameter(const StarProc *proc, const char *name) {
    for (unsigned k = 0; k < proc->params; k++)
        if (proc->param[k].name == name)
            return true;
    return false;
}

/* True if the frame is that which was seen; if not it is from now on. */
static bool is_same(Debug *d, DebugSeen *seen, unsigned number,
                    const StarProc *proc) {
    if (seen->proc == proc && seen->frame == number)
        return true;
    forget(d, seen);
    seen->inspection =
        star_mem_alloc(&d->mem, proc->cells, sizeof *seen->inspection);
    seen->proc = seen->inspection != NULL ? proc : NULL;
    seen->frame = number;
    return false;
}

static void show_changes(Debug *d, DebugSeen *seen, unsigned number,
                         DebugChanged *changed, void *context) {
    const StarView view = star_history_frame(d->history, number);
    const bool newest = number + 1 == star_history_depth(d->history);
    const bool same = is_same(d, seen, number, view.proc);
    for (unsigned k = 0; k < view.proc->cells && seen->proc != NULL; k++) {
        StarInspection now = {0};
        StarVariable v;
        if (!star_inspect_variable(&view, k, &v) ||
            (same &&
             star_variable_sum(d->history, &v) == seen->inspection[k].sum) ||
            star_inspect(d->history, &d->mem, &v, MAX_TABLE_WORDS, &now) !=
                STAR_OK)
            continue;
        if (!same && number > 0 && is_parameter(view.proc, v.name))
            changed(context, &v, NULL, &now);
        if (same && (newest || !is_told(d, &v)))
            changed(context, &v, &seen->inspection[k], &now);
        star_inspect_free(&d->mem, &seen->inspection[k]);
        seen->inspection[k] = now;
    }
}

void debug_changes(Debug *d, DebugChanged *changed, void *context) {
    const unsigned depth = star_history_depth(d->history);
    if (depth > 1)
        show_changes(d, &d->seen[1], depth - 1, changed, context);
    if (depth > 0)
        show_changes(d, &d->seen[0], 0, changed, context);
}
