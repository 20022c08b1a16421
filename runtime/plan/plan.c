/* SPDX-License-Identifier: MIT */
#include "plan/plan.h"

const char *const star_plan_letters[STAR_PLAN_OPS] = {
#define PLAN_OP(name, letters, ...) letters,
#include "plan/plan.def"
#undef PLAN_OP
};
