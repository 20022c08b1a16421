/* SPDX-License-Identifier: MIT */
/* The page that shows a trace, made of the files in page/ when the library is
 * built: what comes before the data and behind it. */
#ifndef STAR_PAGE_H
#define STAR_PAGE_H

extern const char star_page_head[];
extern const char star_page_tail[];

#endif
