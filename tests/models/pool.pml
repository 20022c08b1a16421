/* SPDX-License-Identifier: MIT */
/* The threads of runtime/memory/threads.c: two workers, three pieces of work
 * with a part for each worker and one for the caller, then the end. Names are
 * those of the source.
 *
 * Claims: each part is done once; no part of a piece is done after
 * star_parallel has returned; all threads end (Spin reports any other end).
 * Loads and stores happen in some order here, so the memory orders of the
 * source are not part of the claim: ThreadSanitizer has these.
 *
 * WRONG_SLEEP: a worker goes to sleep without asking for its state.
 * WRONG_END: the caller does not wait for a part that was taken. */
#define WORKERS 2
#define PIECES 3

mtype = { IDLE, POSTED, TAKEN, ASLEEP, ENDED };

mtype state[WORKERS];
bool locked[WORKERS], waits[WORKERS]; /* `lock`, and a wait for `wake` */
byte piece[WORKERS];                  /* of the posted part */
byte current;                         /* the piece that the caller is in */
byte done[WORKERS];                   /* parts of this piece, by worker */

inline lock(w) {
    d_step { !locked[w] -> locked[w] = true }
}

inline do_part(w, what) {
    assert(what == current);
    d_step { done[w]++; assert(done[w] == 1) }
}

/* pthread_cond_wait: may return without a signal. */
inline wait_for_signal(w) {
    d_step { waits[w] = true; locked[w] = false }
    if
    :: !waits[w]
    :: waits[w] -> waits[w] = false
    fi
    lock(w)
}

inline sleep_until_posted(w) {
    lock(w);
    if
#ifdef WRONG_SLEEP
    :: state[w] == IDLE -> state[w] = ASLEEP; waits[w] = true;
        locked[w] = false; !waits[w]; lock(w)
#else
    :: atomic { state[w] == IDLE -> state[w] = ASLEEP }
        do
        :: state[w] == ASLEEP -> wait_for_signal(w)
        :: state[w] != ASLEEP -> break
        od
#endif
    :: state[w] != IDLE
    fi
    locked[w] = false
}

proctype worker(byte w) {
    mtype seen;
    do
    ::
        if
        :: state[w] != IDLE   /* while it spins */
        :: sleep_until_posted(w)
        fi
        seen = state[w];
        if
        :: seen == ENDED -> break
        :: else
        fi
        if
        :: atomic { state[w] == POSTED -> state[w] = TAKEN }
            do_part(w, piece[w]);
            state[w] = IDLE
        :: state[w] != POSTED
        fi
    od
}

inline set(w, to) {
    d_step { was = state[w]; state[w] = to }
    if
    :: was == ASLEEP -> lock(w); waits[w] = false; locked[w] = false
    :: else
    fi
}

#define EACH_WORKER(statements) \
    k = 0; \
    do \
    :: k < WORKERS -> statements; k++ \
    :: else -> break \
    od

inline post() {
    piece[k] = current;
    set(k, POSTED)
}

inline take_back() {
    if
    :: atomic { state[k] == POSTED -> state[k] = IDLE }
        do_part(k, current)
    :: state[k] != POSTED
    fi
}

inline wait_for_end() {
#ifdef WRONG_END
    skip
#else
    state[k] != TAKEN
#endif
}

inline was_done() {
    d_step { assert(done[k] == 1); done[k] = 0 }
}

init {
    byte k;
    mtype was;
    atomic {
        EACH_WORKER(state[k] = IDLE; run worker(k))
    }
    do
    :: current < PIECES ->
        EACH_WORKER(post());
        EACH_WORKER(take_back());
        EACH_WORKER(wait_for_end());
        EACH_WORKER(was_done());
        current++
    :: else -> break
    od
    EACH_WORKER(set(k, ENDED));
    _nr_pr == 1 /* pthread_join */
}
