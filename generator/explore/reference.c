/* SPDX-License-Identifier: MIT
 *
 * The end of a motion, to compare others with: by more and more steps, until
 * they agree and the torque does nothing between their stages.
 */
#include "explore/drive.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/arena.h"

double drive_roundoff(long steps)
{
    return DBL_EPSILON * sqrt((double)steps);
}

/* Wheels and states are as large as they are on the way, looked at so often. */
enum { WAYPOINTS = 64 };

static void note_sizes(const pol_stepper *s, struct explore_goal *goal)
{
    for (int k = s->parts - 1; k > 0 && s->part[k].kind >= POL_WHEEL; k--)
        for (int i = 0, at = explore_place(s, &s->part[k]);
             i < s->part[k].count; i++, at++)
            goal->size[at] = fmax(goal->size[at], fabs(goal->end.rest[at]));
}

enum explore_status drive_reach(const pol_stepper *s, const struct explore *e,
                                long n, double from, double to,
                                struct explore_goal *goal)
{
    const struct arena_mark mark = arena_mark(e->arena);
    struct drive d = drive_new(s, e, n);
    d.from = from;
    d.to = to;
    enum explore_status status = EXPLORE_OK;
    *goal = (struct explore_goal){0};
    drive_state(&d, &goal->end);
    note_sizes(s, goal);
    for (int i = 1; i < s->parts && s->part[i].kind < POL_WHEEL; i++) {
        const int at = explore_place(s, &s->part[i]);
        goal->size[at] = vector_norm(goal->end.rest + at);
    }
    for (long i = 1; i <= WAYPOINTS && status == EXPLORE_OK && s->extra; i++) {
        status = drive_advance(&d, n * i / WAYPOINTS - n * (i - 1) / WAYPOINTS);
        drive_state(&d, &goal->end);
        note_sizes(s, goal);
    }
    if (status == EXPLORE_OK) /* steps that end on breakpoints are more */
        status = drive_advance(&d, d.control ? LONG_MAX : n - d.steps);
    drive_state(&d, &goal->end);
    arena_release(e->arena, mark);
    double sum = 0; /* finite if all of them are */
    for (int i = 0; i < 9; i++)
        sum += goal->end.R[i];
    for (int i = 0; i < EXPLORE_REST; i++)
        sum += goal->end.rest[i];
    const bool is_lost =
        !isfinite(sum) || goal->end.rejected; /* or steps are */
    return status == EXPLORE_OK && is_lost ? EXPLORE_FAILED : status;
}

/* ---- how far two ends are apart ---- */

static double relative(const double from[3], const double to[3], double least)
{
    const double size = fmax(vector_norm(from), least);
    return vector_apart(from, to) / (size > 0 ? size : 1);
}

/* Relative to |L| there; if the body has come to rest, to the bound of
 * rounding. */
#define REST 1e-8

/* The column of a part. */
static enum order_column column_of(const pol_state_part *p)
{
    static const enum order_column of[] = {ORDER_ATTITUDE, ORDER_MOMENTUM,
                                           ORDER_MOTION, ORDER_MOTION};
    return p->kind < POL_WHEEL ? of[p->kind] : ORDER_STATES;
}

/* The error of a part at this place; for wheels and states that of number i. */
static double part_error(const pol_state_part *p, int at, int i,
                         const struct explore_goal *from,
                         const struct explore_goal *to)
{
    const double *a = from->end.rest + at, *b = to->end.rest + at;
    const double size = from->size[at + i];
    if (p->kind < POL_WHEEL)
        return relative(a, b, p->kind == POL_MOMENTUM ? REST * size : size);
    return fabs(b[i] - a[i]) / (size > 0 ? size : 1);
}

void drive_distance(const pol_stepper *s, const struct explore_goal *from,
                    const struct explore_goal *to, double of[ORDER_COLUMNS])
{
    memset(of, 0, ORDER_COLUMNS * sizeof *of);
    of[ORDER_ATTITUDE] = explore_angle(from->end.R, to->end.R);
    for (const pol_state_part *p = s->part; p < s->part + s->parts; p++) {
        double *error = &of[column_of(p)];
        const int errors = p->kind == POL_ATTITUDE ? 0
                           : p->kind < POL_WHEEL   ? 1
                                                   : p->count;
        for (int i = 0; i < errors; i++)
            *error =
                fmax(*error, part_error(p, explore_place(s, p), i, from, to));
    }
}

unsigned drive_columns(const pol_stepper *s)
{
    unsigned columns = 0;
    for (int i = 0; i < s->parts; i++)
        columns |= 1U << column_of(&s->part[i]);
    return columns;
}

/* ---- what steps do not see ---- */

enum { LOOKS = 100, LOOKS_MOST = 2000000, SEEN = 64 };

/* What n steps miss; each step of `least` is looked at LOOKS times, as far as
 * there is time for it. */
static double find_missed(const pol_stepper *s, const struct explore *e, long n,
                          long least)
{
    const struct arena_mark mark = arena_mark(e->arena);
    struct drive drive = drive_new(s, e, n);
    struct scan c = scan_new(&drive, s->kept - e->acts);
    double most = (double)LOOKS * (double)least / (double)n;
    most = fmin(most, (double)LOOKS_MOST / (double)n) / SCAN_POINTS;
    const int parts = most > 2 ? (int)most : 2;
    double worst = 0;
    for (bool more = true; more;) {
        memcpy(c.before, drive.x, (size_t)s->state * sizeof *c.before);
        more = drive_advance(&drive, 1) == EXPLORE_OK &&
               s->time(c.before) < s->time(drive.x);
        worst = fmax(worst, more ? scan_step(&c, parts) : 0);
    }
    arena_release(e->arena, mark);
    return worst;
}

/* ---- the reference ---- */

/* More than REFERENCE_MOST steps do not help a method of high order.  What its
 * steps miss is ignored up to BESIDE times the uncertainty. */
enum { REFERENCE_MOST = 1 << 18, REFERENCE_LEAST = 16, BESIDE = 100 };

/* Do more steps not help?  The difference is round-off, or it is small and
 * shrinks much slower than the order promises. */
static bool is_settled(const pol_stepper *reference, long n, double before,
                       double now)
{
    return now <= drive_roundoff(n) ||
           (before < 1e-7 && now > before / pow(2, 0.5 * reference->order));
}

enum explore_status explore_reference(const pol_stepper *reference,
                                      const struct explore *explore, long first,
                                      long finest, struct explore_exact *exact)
{
    struct explore e = *explore;
    struct explore_goal last;
    double worst = INFINITY, before, done = 0, off[ORDER_COLUMNS];
    bool have = false;
    const long least = first < REFERENCE_LEAST ? REFERENCE_LEAST : first;
    const long most = 2 * (finest > REFERENCE_MOST ? finest : REFERENCE_MOST);
    *exact = (struct explore_exact){.steps = 0};
    e.h = 0; /* no larger than a part of t_end, and they end on breakpoints */
    for (long n = least; n <= most; n *= 2) {
        const double to = done + (0.5 - done) / 4;
        enum explore_status status =
            drive_reach(reference, &e, n, done, to, &exact->goal);
        done = to;
        exact->status = exact->goal.end.status;
        if (status == EXPLORE_STOPPED)
            return status;
        if (status == EXPLORE_OK && have) {
            drive_distance(reference, &last, &exact->goal, off);
            before = worst;
            worst = fmax(fmax(off[0], off[1]), fmax(off[2], off[3]));
            exact->steps = exact->goal.end.steps;
            exact->is_settled = is_settled(reference, n, before, worst);
            double missed = 0;
            if (e.acts && n < SEEN * least &&
                (exact->is_settled || 2 * n > most))
                missed = find_missed(reference, &e, n, least);
            if (!(missed > BESIDE * fmax(worst, drive_roundoff(n))))
                missed = 0;
            for (int c = 0; c < ORDER_COLUMNS; c++)
                exact->uncertainty[c] =
                    fmax(fmax(off[c], drive_roundoff(n)), missed);
            if (exact->is_settled && !(missed > 0))
                return EXPLORE_OK;
        }
        have = status == EXPLORE_OK;
        last = exact->goal;
    }
    return exact->steps && have ? EXPLORE_OK : EXPLORE_FAILED;
}
