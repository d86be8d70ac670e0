/* SPDX-License-Identifier: MIT
 */
#define _POSIX_C_SOURCE 200809L

#include "contest/contest.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include "base/process.h"

enum { MOST_MEMBERS = 64 };

struct member {
    pid_t process;
    int pipe, piece; /* its result comes through the pipe */
    size_t got;
    char *result;
};

/* Never returns. */
static void work(const struct workers *c, int piece, char *result, int pipe)
{
    c->work(c->context, piece, result);
    for (size_t sent = 0; sent < c->size;) {
        const ssize_t n = write(pipe, result + sent, c->size - sent);
        if (n < 0 && errno != EINTR)
            _exit(1);
        sent += n > 0 ? (size_t)n : 0;
    }
    _exit(0);
}

static bool begin(const struct workers *c, struct member *m, int piece)
{
    int ends[2];
    if (pipe(ends) != 0)
        return false;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    char *result = arena_alloc(c->arena, c->size);
    *m = (struct member){process_copy(SIGKILL), ends[0], piece, 0, result};
    if (m->process == 0)
        work(c, piece, result, ends[1]);
    close(ends[1]);
    if (m->process < 0)
        close(ends[0]);
    return m->process > 0;
}

/* Reads what has arrived; true at the end of the pipe. */
static bool has_ended(const struct workers *c, struct member *m)
{
    char more;
    const size_t room = c->size - m->got;
    const ssize_t n =
        read(m->pipe, room ? m->result + m->got : &more, room ? room : 1);
    m->got += room && n > 0 ? (size_t)n : 0;
    return n == 0 || (n < 0 && errno != EINTR);
}

static bool end(const struct workers *c, struct member *m)
{
    int status;
    close(m->pipe);
    process_ended(m->process, true, &status);
    return status == 0 && m->got == c->size;
}

static int members(void)
{
    const long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : n < MOST_MEMBERS ? (int)n : MOST_MEMBERS;
}

/* Reports the pieces before `end` that have ended, in order; false if some have
 * not ended.  A piece that crashed has `kept` itself as its result. */
static bool report_done(const struct workers *c, char **kept, int *reported,
                        int end)
{
    for (; *reported < end && kept[*reported]; ++*reported)
        c->done(c->context, *reported,
                kept[*reported] == (char *)kept ? NULL : kept[*reported]);
    return *reported >= end;
}

enum explore_status workers_run(const struct workers *c)
{
    const int most = members();
    char **kept = arena_array(c->arena, (size_t)c->n + 1, sizeof *kept);
    struct member member[MOST_MEMBERS];
    struct pollfd wait[MOST_MEMBERS];
    int busy = 0, next = 0, done = 0, reported = 0;
    bool stopped = false, fails = false;
    while (!fails && (busy > 0 || (next < c->n && !stopped))) {
        while (busy < most && next < c->n && !stopped && !fails &&
               report_done(c, kept, &reported, next - c->window + 1)) {
            fails = !begin(c, &member[busy], next);
            busy += !fails;
            next += !fails;
        }
        fails = fails && busy == 0; /* else retries after another has ended */
        for (int i = 0; i < busy; i++)
            wait[i] = (struct pollfd){.fd = member[i].pipe, .events = POLLIN};
        poll(wait, (nfds_t)busy, 100);
        if (!stopped && progress_report(c->progress, (double)done / c->n)) {
            stopped = true;
            for (int i = 0; i < busy; i++)
                kill(member[i].process, SIGTERM);
        }
        for (int i = busy - 1; i >= 0; i--) {
            struct member *m = &member[i];
            if (!wait[i].revents || !has_ended(c, m))
                continue;
            const bool good = end(c, m);
            kept[m->piece] = good ? m->result : stopped ? NULL : (char *)kept;
            done++;
            *m = member[--busy];
        }
    }
    for (; reported < next; reported++)
        report_done(c, kept, &reported, next);
    if (fails)
        complain("no process can be started");
    return stopped ? EXPLORE_STOPPED : fails ? EXPLORE_FAILED : EXPLORE_OK;
}
