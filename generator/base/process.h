/* SPDX-License-Identifier: MIT
 *
 * Other processes: programs that are run to their end, and copies of this one.
 */
#pragma once

#include <stdbool.h>
#include <sys/types.h>
#include <time.h>

/* Seconds of a clock; only differences are meaningful. */
double process_seconds(clockid_t);
/* True if the program is found in PATH and can be run. */
bool process_is_found(const char *program);
/* Runs a program to its end.  `files`: its standard input, output and error
 * (-1: those of this process); `mask`: its sigset_t (NULL: that of this
 * process).  Returns its exit status; -1: it did not start (reason in errno),
 * or was killed (errno 0). */
int process_run(char *const words[], const int files[3], const void *mask);
/* Blocks SIGINT, SIGTERM and `signal`; stores the old sigset_t in `before`. */
void process_block(int signal, void *before);
/* Forks, and returns 0 in the copy.  SIGINT and SIGTERM end the copy; it gets
 * signal_of_death when its parent ends. -1 with errno set: failure. */
pid_t process_copy(int signal_of_death);
/* True if the process has ended, with its status as from waitpid. */
bool process_ended(pid_t, bool waits, int *status);
