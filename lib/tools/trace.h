/* SPDX-License-Identifier: MIT */
/* A run as data that pictures are made of: trace.h of the machine, which is
 * part of this.
 *
 * For front ends in this tree, which link star_tools; not in libstar. */
#ifndef STAR_TOOLS_TRACE_H
#define STAR_TOOLS_TRACE_H

#include "debug/trace.h"

#endif
