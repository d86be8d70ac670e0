/* SPDX-License-Identifier: MIT
 *
 * Whole runs in every attitude, against states known to 20 digits, with a
 * method of order 8 in steps so small that rounding is all that is left: no
 * attitude loses more than a hundred times what any double must.  (With other
 * methods the same is seen beside matrix, in test_trajectories.)
 */
#include "shelf/axioms.h"
#include "shelf/kinds.h"

#include "values/states.h"

/* Steps turn by so much, where truncation ends. */
static const struct course {
    const char *spec;
    double turn, until;
} courses[] = {
    {"free_body", 0.1, 100},    {"fast_top", 0.1, 5},  {"slow_top", 0.05, 20},
    {"coulomb_wall", 0.005, 5}, {"heavy_top", 0.1, 1}, {"satellite", 0.1, 10},
};
enum { COURSES = sizeof courses / sizeof *courses };

/* Largest difference, relative to the norm of the vector. */
static double relative(const double *got, const double *want, int n)
{
    double norm = 0, worst = 0;
    for (int i = 0; i < n; i++) {
        double off = fabs(got[i] - want[i]);
        norm += want[i] * want[i];
        worst = fmax(worst, isfinite(off) ? off : INFINITY);
    }
    return worst / sqrt(norm);
}

static bool ends_at(const pol_stepper *s, const struct course *c,
                    const struct reference_state *want, const char *attitude)
{
    double w[3];
    struct body_state start = start_of(s);
    s->omega(start.x, w);
    long steps = (long)(want->t * norm3(w) / c->turn) + 1;
    struct end e = run_to(s, want->t, steps);
    double off = fmax(relative(e.R, want->R, 9), relative(e.L, want->L, 3));
    if (!e.status && off < 100 * want->floor)
        return true;
    print_error("%s at t = %g, %s: off by %.1e, the floor is %.0e; status %d\n",
                want->spec, want->t, attitude, off, want->floor, e.status);
    return false;
}

/* All known states on the way; their number is added to `count`. */
static bool runs(const struct course *c, const char *attitude, int *count)
{
    char path[300];
    snprintf(path, sizeof path, "%s/specs/%s.pol", POL_ROOT_DIR, c->spec);
    pol_options o = pol_default_options();
    o.method = "rkmk(dop853, form = rate)";
    o.attitude = attitude;
    struct loaded l = load(path, &o, POL_TCC);
    bool good = true;
    for (int i = 0; i < REFERENCE_STATE_COUNT; i++) {
        const struct reference_state *want = &REFERENCE_STATES[i];
        if (strcmp(want->spec, c->spec) != 0 || want->t > c->until)
            continue;
        good &= ends_at(l.s, c, want, attitude);
        ++*count;
    }
    unload(l);
    return good;
}

/* The first course in all attitudes, the others in one of each kind. */
static void every_attitude_reaches_the_end_states(void **state)
{
    (void)state;
    struct attitudes all = attitudes_of_shelf(NULL);
    int count = 0;
    bool good = true;
    for (int c = 0; c < COURSES; c++)
        for (int i = 0; i < all.n; i++)
            if (c == 0 || has_its_turn(&all, i, c))
                good &= runs(&courses[c], all.call[i], &count);
    print_message("%d runs\n", count);
    assert_true(good);
    assert_true(count >= 3 * all.n + 2 * (COURSES - 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_attitude_reaches_the_end_states),
    };
    return run_group(tests);
}
