/* SPDX-License-Identifier: MIT */
/* star.h and the main function of an executable, as text. */
#ifndef STAR_TOOLS_BUILD_MAIN_H
#define STAR_TOOLS_BUILD_MAIN_H

extern const char build_main[];

#endif
