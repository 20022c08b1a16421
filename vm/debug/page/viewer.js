/* SPDX-License-Identifier: MIT */
/* Shows a run in `root`, which has the elements of viewer.html. `data` is
 * described in vm/debug/trace.c: one state for each stop, what is to be done
 * next and what the variables are. Options, all of which may be missing:
 *
 *     program  false: the text of the program is not shown
 *     at       the statement to begin with, by its number
 *     onShow   called with the moment after each drawing
 *     more     more(first, soon): a promise of the data of another window of
 *              statements, from number `first` on or as near as it goes, a small
 *              one if it is to come soon; without it the data is all there is
 *     total    with `more`: the number of the last statement
 *
 *     still    true: nothing is known but what the variables are
 *     graph    the name of a table whose graph is shown too
 *     height   the room for the matrix memory in pixels, a function
 *     film     film(name) is called to save how a variable of the program's block
 *              changes; without it there is no button for that
 *     onEnd    at the last statement the output is shown by this
 *
 * A moment is {stop, statement, file, row, column, lastRow, lastColumn}: the
 * stop of the window, from 0, the number of the statement, its place if there
 * is one, or that of the call in the program's own text that has led to it. The result has close(), go(stop), which may be in another window,
 * move(name), with the names of the buttons, play(on), now(), a moment, and
 * load(data, options), another run.
 */
function openViewer(root, data, options = {}) {
@values.js@
@program.js@
@paint.js@
@blocks.js@
@overview.js@
@numbers.js@
@d3_force.js@
@graph.js@
@arrays.js@
@memory.js@
@variables.js@
@moment.js@
@controls.js@}
