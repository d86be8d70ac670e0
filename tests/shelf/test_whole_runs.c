/* SPDX-License-Identifier: MIT
 *
 * Whole runs in every attitude, against states known to 20 digits, with a
 * method of order 8 in steps so small that rounding is all that is left: no
 * attitude loses more than a hundred times what any double must, also where
 * its numbers are singular on the way.
 */
#include "shelf/drafts.h"
#include "shelf/axioms.h"
#include "shelf/attitudes.h"
#include "values/values.h"

#define METHOD "rkmk(dop853, form = rate)"

/* Steps turn by so much, where truncation ends. */
static const struct course {
    const char *spec;
    double turn, until;
} courses[] = {
    {"free_body", 0.1, 100},    {"fast_top", 0.1, 20},  {"slow_top", 0.05, 20},
    {"coulomb_wall", 0.005, 5}, {"heavy_top", 0.1, 10}, {"satellite", 0.1, 10},
};
enum { COURSES = sizeof courses / sizeof *courses };

static bool is_at(const struct end *e, const struct reference_state *want, const char *attitude)
{
    double off = fmax(relative(e->R, want->R, 9), relative(e->L, want->L, 3));
    if (!e->status && off < 100 * want->floor)
        return true;
    print_error("%s at t = %g, %s: off by %.1e, the floor is %.0e; status %d\n", want->spec,
                want->t, attitude, off, want->floor, e->status);
    return false;
}

static struct end drive(const pol_stepper *s, const struct course *c, double t)
{
    double w[3];
    struct body_state start = start_of(s);
    s->omega(start.x, start.par, start.in, w);
    return run_to(s, t, (long)(t * norm3(w) / c->turn) + 1);
}

/* All known states on the way; their number is added to `count`. */
static bool runs(const struct course *c, const char *attitude, int *count)
{
    char path[300];
    snprintf(path, sizeof path, "%s/specs/%s.pol", POL_ROOT_DIR, c->spec);
    pol_options o = options_by(METHOD, attitude);
    struct loaded l = draft(path, &o);
    bool good = true;
    int n;
    for (const struct reference_state *want = reference_states(&n); n > 0; n--, want++) {
        if (strcmp(want->spec, c->spec) != 0 || want->t > c->until)
            continue;
        struct end e = drive(l.s, c, want->t);
        good &= is_at(&e, want, attitude);
        ++*count;
    }
    unload(l);
    return good;
}

/* Each attitude on one course. */
TEST(every_attitude_reaches_the_end_states)
{
    struct attitudes all = attitudes_of_shelf();
    const int first = drawn("courses", COURSES);
    int count = 0;
    bool good = true;
    for (int c = 0; c < COURSES; c++)
        for (int i = 0; i < all.n; i++)
            if (sampled_all() || (i + first) % COURSES == c)
                good &= runs(&courses[c], all.call[i], &count);
    print_message("%d runs\n", count);
    assert_true(good);
    assert_true(count >= 2 * COURSES);
}
