/* SPDX-License-Identifier: MIT */
/* A library that is not libstar-cuda. */
extern const int foreign;
const int foreign = 1;
