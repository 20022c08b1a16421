/* The end of a process for which the kernel has much to clear up. */
#ifndef STAR_CLI_LEAVE_H
#define STAR_CLI_LEAVE_H

/* Ends the process, without what atexit asks for. Who waits for it goes on at
 * once, who reads its standard streams too: a second process, which shares its
 * memory and files, outlives it, ends then, and clears up; if there can be none
 * it is done here. Output is the caller's to flush. */
_Noreturn void leave(int status);

#endif
