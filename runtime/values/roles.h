/* SPDX-License-Identifier: MIT */
/* The roles of parameters, which tell of vertices: see roles.def. */
#ifndef STAR_ROLES_H
#define STAR_ROLES_H

typedef enum StarRole {
    STAR_ROLE_NONE,
#define ROLE(id, name, sentence) STAR_ROLE_##id,
#include "values/roles.def"
#undef ROLE
    STAR_ROLE_COUNT
} StarRole;

/* The name of a role, as a unit has it; not of NONE. */
const char *star_role_name(StarRole role);

#endif
