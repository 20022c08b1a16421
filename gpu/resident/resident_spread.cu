/* SPDX-License-Identifier: MIT */
/* The resident interpreter on several devices. */
#define SPREAD
#include "resident/resident.cu"
