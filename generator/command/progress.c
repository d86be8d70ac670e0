/* SPDX-License-Identifier: MIT
 *
 * Progress of a long run on a terminal, and a clean stop on Ctrl-C.
 */
#define _POSIX_C_SOURCE 200809L

#include "command/command.h"

#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

/* A signal handler can reach nothing but a global. */
static volatile sig_atomic_t interrupted;

static void note_interrupt(int signal)
{
    (void)signal;
    interrupted = 1;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void progress_begin(struct progress *p)
{
    const struct sigaction action = {.sa_handler = note_interrupt};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    *p = (struct progress){.begun = now(),
                           .terminal = isatty(STDERR_FILENO) == 1};
}

int progress_report(void *context, double done)
{
    struct progress *p = context;
    if (interrupted)
        return 1;
    double t = p->terminal ? now() : 0;
    if (p->terminal && t - p->begun > 0.5 && t - p->shown > 0.1) {
        fprintf(stderr, "\r%5.1f %%", 100 * done);
        p->shown = t;
    }
    return 0;
}

void progress_end(const struct progress *p)
{
    if (p->shown > 0)
        fprintf(stderr, "\r       \r");
    if (interrupted)
        complain("interrupted");
}
