/* SPDX-License-Identifier: MIT */
/* libstar-cuda of another build, of which nothing but its build may be used. */
typedef struct OtherPart {
    const char *build;
} OtherPart;

extern const OtherPart star_cuda_part __attribute__((visibility("default")));

const OtherPart star_cuda_part = {"0123456789abcdef"};
