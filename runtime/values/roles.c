/* SPDX-License-Identifier: MIT */
#include "values/roles.h"

static const char *const names[] = {
#define ROLE(id, name, sentence) [STAR_ROLE_##id] = #name,
#include "values/roles.def"
#undef ROLE
};

const char *star_role_name(StarRole role) {
    return names[role];
}
