/* SPDX-License-Identifier: MIT */
/* The driver of a device, as far as libstar looks. */
extern const int driver;
const int driver = 1;
