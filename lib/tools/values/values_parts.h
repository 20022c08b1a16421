/* SPDX-License-Identifier: MIT */
/* What the files of this folder share. */
#ifndef STAR_TOOLS_VALUES_PARTS_H
#define STAR_TOOLS_VALUES_PARTS_H

#include "tools/values/values.h"

/* STAR_OK, and the value is the host's from now on, if it has one; else
 * STAR_UNDEFINED or STAR_NOSIZE. */
StarStatus value_check(const Argument *argument, StarBackend *be);

#endif
