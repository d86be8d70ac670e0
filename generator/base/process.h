/* SPDX-License-Identifier: MIT
 *
 * Other processes: programs that are run to their end, and copies of this one.
 */
#pragma once

#include <stdbool.h>
#include <sys/types.h>
#include <time.h>

/* Seconds by a clock; only differences mean something. */
double process_seconds(clockid_t);
/* Is there such a program to be run? */
bool process_is_found(const char *program);
/* Runs a program to its end, which has these as its standard input, output and
 * errors (-1: those of this process) and this sigset_t as its mask (NULL: that
 * of this process); its exit status.  -1: it did not start, for the reason
 * errno, or was killed, errno 0. */
int process_run(char *const words[], const int files[3], const void *mask);
/* Holds back SIGINT, SIGTERM and this one; `before` is the sigset_t that was.
 */
void process_hold(int signal, void *before);
/* A copy of this process, in which 0 is returned: signals end it, and this one
 * does when nobody waits for it any more.  -1 with errno set: there is none. */
pid_t process_copy(int signal_of_death);
/* Has it ended?  Then its status, as that of waitpid. */
bool process_ended(pid_t, bool waits, int *status);
