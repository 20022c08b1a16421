/* SPDX-License-Identifier: MIT */
/* How ranks end together: wait_for, is_lost and finish of tools/mpi/star_mpi.c,
 * ranks_option_close of cli/ranks. Three ranks exchange two messages, of which
 * each waits for all. A rank may fail by itself, one may hang for ever, and a
 * time limit may end each of them; only the rank that hangs does not see it.
 *
 * Claims: every rank that does not hang ends; a rank that ends with success has
 * had all messages, and so have all others.
 *
 * WRONG_STOP: a rank that waits for a message does not look at its limit.
 * WRONG_END: a rank that has failed waits for the others without a limit. */
#define RANKS 3
#define MESSAGES 2

byte come[MESSAGES]; /* ranks that are in this message, or behind it */
byte ended;          /* ranks that said that they have ended */
byte good;           /* those of them without an error */
bool limit;          /* the time is over */
bool hangs, fails, abandoned;

proctype rank() {
    byte message;
    bool failed;
    do
    :: message == MESSAGES -> break
    :: message < MESSAGES ->
        if
        :: true
        :: fails = true; failed = true; break
        :: atomic { !hangs -> hangs = true }
            abandoned;
            goto end
        fi
        come[message]++;
        if
        :: come[message] == RANKS -> message++
        :: ended > 0 -> failed = true; break  /* is_lost, after a while */
#ifndef WRONG_STOP
        :: limit -> failed = true; break
#endif
        :: abandoned -> goto end
        fi
    od
    /* finish */
    atomic {
        ended++;
        assert(failed || come[MESSAGES - 1] == RANKS);
        good = good + !failed
    }
    if
    :: ended == RANKS
#ifndef WRONG_END
    :: failed -> abandoned = true
#endif
    :: limit -> abandoned = true
    :: abandoned
    fi
end:
    skip
}

init {
    byte r;
    atomic {
        for (r : 0 .. RANKS - 1) {
            run rank()
        }
    }
    /* A rank that hangs is found by the limit, or by one that fails. */
    if
    :: limit = true
    :: fails
    :: _nr_pr == 1
    fi
    _nr_pr == 1;
    assert(good == 0 || come[MESSAGES - 1] == RANKS)
}
