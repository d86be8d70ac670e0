/* SPDX-License-Identifier: MIT
 *
 * Pieces of work in processes of their own: what each can know when it begins,
 * the order in which they are told, those that crash or are ended.
 */
#include "test_arena.h"

#include <pthread.h>
#include <signal.h>
#include <time.h>

#include "contest/contest.h"

enum { PIECES = 30, KILLED = 13, WINDOW = 5 };

struct gift {
    int piece, known;  /* known: results reported before it began */
    char rest[100000]; /* more than fits into a pipe */
};

struct progress_record {
    int reported, ended; /* pieces reported; those of them without a result */
};

/* Later ones may end sooner. */
static void work(void *context, int piece, void *given)
{
    const struct progress_record *s = context;
    const struct timespec time = {0, (piece * 7 + 3) % 5 * 1000000L};
    struct gift *g = given;
    nanosleep(&time, NULL);
    if (piece == KILLED)
        raise(SIGKILL);
    g->piece = piece;
    g->known = s->reported;
}

static void take(void *context, int piece, void *given)
{
    struct progress_record *s = context;
    const struct gift *g = given;
    const int known = piece < WINDOW ? 0 : piece - WINDOW + 1;
    assert_int_equal(piece, s->reported++);
    s->ended += !g;
    if (!g)
        return;
    assert_int_equal(g->piece, piece);
    assert_int_equal(g->known, known);
}

static struct progress_record run_all(void)
{
    struct arena *arena = test_arena();
    struct progress progress;
    struct progress_record s = {0, 0};
    const struct workers workers = {arena,  &progress, PIECES, sizeof(struct gift),
                                    WINDOW, work,      take,   &s};
    progress_begin(&progress);
    progress.terminal = false;
    assert_int_equal(workers_run(&workers), EXPLORE_OK);
    arena_free(arena);
    return s;
}

TEST(each_knows_what_was_told_before)
{
    const struct progress_record s = run_all();
    assert_int_equal(s.reported, PIECES);
    assert_int_equal(s.ended, 1);
}

static bool is_ended_early;

static void end_early(void)
{
    if (is_ended_early)
        raise(SIGTERM);
}

/* What the process itself would only note ends those that have hardly begun. */
TEST(those_that_begin_can_be_ended)
{
    assert_int_equal(pthread_atfork(NULL, NULL, end_early), 0);
    is_ended_early = true;
    const struct progress_record s = run_all();
    is_ended_early = false;
    assert_int_equal(s.reported, PIECES);
    assert_int_equal(s.ended, PIECES);
}
