/* SPDX-License-Identifier: MIT */
/* The launch of a region on two devices that wait for each other: launch_all
 * and wait of gpu/resident/cuda_region.c, begins and exchange of resident.cu.
 * Names are those of the source.
 *
 * A launch may fail. It may also return only when the kernel has ended, and the
 * host may rest for longer than a device waits: then that device gives up.
 *
 * Claims: host and devices end; the host takes the result only if both devices
 * made it.
 *
 * WRONG_SILENT: a device that gives up does not say so. */
#define DEVICES 2

bool begun;            /* flags[2]: all devices are launched */
bool given_up;         /* flags[3] */
bool there;            /* flags[0]: device 0 has written the result */
bool put[DEVICES];     /* the slot of each */
byte launched, ended;

proctype device(byte self) {
    /* begins */
    if
    :: begun
    :: given_up -> goto end
    :: true -> /* a second is over */
#ifndef WRONG_SILENT
        given_up = true;
#endif
        goto end
    fi
    /* exchange */
    put[self] = true;
    if
    :: put[1 - self]
    :: given_up -> goto end /* __trap */
    fi
    if
    :: self == 0 -> there = true
    :: else
    fi
end:
    ended++
}

active proctype host() {
    bool failed;
    do
    :: launched < DEVICES && !failed ->
        if
        :: atomic { run device(launched); launched++ }
            if
            :: true
            :: ended == launched /* the launch waits for the kernel's end */
            fi
        :: failed = true
        fi
    :: else -> break
    od
    if
    :: failed || given_up -> given_up = true; ended == launched
    :: else
        begun = true;
        /* wait */
        if
        :: there
        :: ended == DEVICES
        fi
        ended == DEVICES;
        assert(!there || (put[0] && put[1]))
    fi
}
