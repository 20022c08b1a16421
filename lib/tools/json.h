/* SPDX-License-Identifier: MIT */
/* JSON, for front ends that answer programs: report_put and report_string of
 * report_out.h, which is part of this.
 *
 * For front ends in this tree, which link star_tools; not in libstar. */
#ifndef STAR_TOOLS_JSON_H
#define STAR_TOOLS_JSON_H

#include "report/report_out.h"

#endif
