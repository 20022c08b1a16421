/* SPDX-License-Identifier: MIT */
/* A device whose memory is the host's: the calls of CUDA's runtime and the
 * kernels that the backend's own part needs, so that it is tested on any
 * machine. Kernels that are not here fail. */
#ifndef STAR_GPU_FAKE_H
#define STAR_GPU_FAKE_H

#include <cuda_runtime_api.h>
#include <stdbool.h>
#include <stdint.h>

#include "backend/cuda_backend.h"
#include "star_test.h"

typedef struct Fake {
    int64_t up, down; /* uploads and downloads */
    int64_t back;     /* bytes downloaded */
    int64_t used;     /* bytes allocated */
    int64_t kernels;  /* kernel launches */
    int64_t pairs;    /* products of bit matrices */
    int64_t ran;      /* instructions of regions */
    int64_t strays;   /* calls while another device was the thread's */
    int device;       /* the device opened last */
    bool broken;      /* copies to the host fail */
    int unread;       /* scalar results whose reading fails */
    int behind;       /* questions to an event before it has happened */
    int slow;         /* milliseconds that the opening takes */
    int driver;       /* its version */
    bool linked;      /* several devices are open, and all may be called */
    bool apart;       /* no two devices have a link */
    int64_t pieces;   /* of memory of several devices */
} Fake;

extern Fake fake;

enum { FAKE_DEVICES = 3 };

/* Ends a call of the runtime: counts it if it went to another device. */
cudaError_t fake_call(void);

/* Opens a backend with such a device. */
static inline void fake_open(StarTest *t, const StarCudaOptions *options) {
    fake = (Fake){.up = 0};
    t->error = (StarError){.status = STAR_OK};
    star_test_open(t, STAR_ISA_BEST);
    assert_ok(t, star_cuda_attach(&t->be, options));
}

/* All memory is given back, and no call went to another device. */
static inline void fake_close(StarTest *t) {
    star_test_close(t);
    assert_int_equal(fake.used, 0);
    assert_int_equal(fake.strays, 0);
}

#endif
