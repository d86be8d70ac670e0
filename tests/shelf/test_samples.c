/* SPDX-License-Identifier: MIT
 *
 * Between the ends of steps that choose their size: what the emitted
 * interpolation gives, and what a step of its own gives, as `run --sample`
 * takes it, is as good as the ends, for every pair.
 */
#define _POSIX_C_SOURCE 200809L

#include "shelf/achieved.h"

/* ---- bodies ---------------------------------------------------------------
 */

static const struct sampled {
    const char *name, *text;
    double until;
} bodies[] = {
    {"spun",
     "body spun inertia diag(1.2, 1.15, 0.3) "
     "potential 3*dot(R'*e3, [0.1, -0.2, 1]) start w = [2, -1.3, 25] "
     "start R = rotvec([1, 0.3, -0.2]) step adaptive(angle = 1)",
     0.5},
    {"tumbling",
     "body tumbling inertia [[1, 0.1, 0], [0.1, 1.7, 0.2], [0, 0.2, 2.2]] "
     "start w = [1, 2, 0.3] step adaptive(angle = 1)",
     4},
    {"driven",
     "body driven inertia diag(2, 3, 4) let up = R'*e3 "
     "potential 5*dot(up, [0.3, 0.1, 1]) "
     "torque body [sin(2*t), 0.3, 0] - 0.4*w start R = turn([1, 2, 3], 1) "
     "start w = [2, 1, -1.5] step adaptive(angle = 1)",
     2},
    {"pulsed",
     "body pulsed param on = 0.7 inertia diag(1, 1.3, 1.6) "
     "torque body if(t < on, [cos(t), 0, 0], [0, w[1], 2*max(0, t - 1.2)]) "
     "start w = [1, 0.3, -0.5] step adaptive(angle = 1)",
     2},
    {"thrown",
     "body thrown mass 0.5 inertia diag(0.01, 0.02, 0.025) "
     "force space -9.81*0.5*e3 - 0.1*v*sqrt(1 + dot(v, v)) "
     "torque body 1e-3*cross(R'*v, e1) start w = [3, 5, 1] "
     "start v = [3, 1, 4] step adaptive(angle = 1)",
     1},
};
enum { BODIES = sizeof bodies / sizeof *bodies };

/* ---- errors ---------------------------------------------------------------
 */

/* Of attitude and rates, rad and rad/s; of position and velocity, m and m/s.
 * The larger of both counts: between the ends the momentum in space is kept, so
 * that an error of the attitude is one of the rates there, which it need not be
 * at the end. */
struct wrong {
    double by[2];
};

static struct wrong wrong_of(const struct journey *a, const struct journey *b)
{
    const pol_stepper *s = a->l.s, *t = b->l.s;
    double off[2] = {0};
    for (int i = 0; s->moves && i < 6; i++) {
        double d = a->b.x[s->state - 8 + i] - b->b.x[t->state - 8 + i];
        off[i / 3] = hypot(off[i / 3], d);
    }
    return (struct wrong){
        {fmax(angle_between(a, b), rate_between(a, b)), fmax(off[0], off[1])}};
}

static double rate_of(const struct journey *j)
{
    double w[3];
    j->l.s->omega(j->b.x, j->b.par, j->b.in, w);
    return hypot(hypot(w[0], w[1]), w[2]);
}

struct worst {
    double interpolated, aside; /* error, of what it may be */
};

/* One step that chooses its size, and three points within. */
static bool follow_step(struct journey *j, struct journey *exact,
                        double tolerance, double until, struct worst *worst)
{
    const struct journey before = *j;
    const double t = *time_of(j);
    struct wrong start = wrong_of(j, exact);
    int status = journey_go(j, until);
    const double h = *time_of(j) - t;
    assert_true(status == POL_STEP_OK || status == POL_STEP_UNFINISHED);
    assert_true(h > 0);
    const bool is_short = h * fmax(rate_of(&before), rate_of(j)) < 2.5;
    struct wrong inside[2][3], end;
    for (int i = 0; i < 3; i++) {
        const double theta = 0.15 + 0.35 * i;
        struct journey between = before, aside = before;
        assert_int_equal(journey_go(exact, t + theta * h), POL_STEP_OK);
        j->l.s->interp(before.b.x, j->b.x, j->b.par, j->b.in, h, theta,
                       between.b.x);
        facts_of(&aside)[POL_CONTROL_MOST] = 0;
        assert_int_equal(journey_go(&aside, t + theta * h), POL_STEP_OK);
        inside[0][i] = wrong_of(&between, exact);
        inside[1][i] = wrong_of(&aside, exact);
    }
    assert_int_equal(journey_go(exact, *time_of(j)), POL_STEP_OK);
    end = wrong_of(j, exact);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 2; k++) {
            double may = 3 * fmax(start.by[k], end.by[k]) + tolerance;
            if (is_short) /* well below half a turn */
                worst->interpolated =
                    fmax(worst->interpolated, inside[0][i].by[k] / may);
            worst->aside = fmax(worst->aside, inside[1][i].by[k] / may);
        }
    return status == POL_STEP_UNFINISHED;
}

/* The whole way, again for each tolerance. */
static struct worst follow(struct journey *j, struct journey *exact,
                           double tolerance, double until)
{
    struct worst worst = {0};
    for (int k = 0; k < (j->l.s->moves ? 4 : 2); k++)
        j->control[k] = tolerance;
    facts_of(j)[POL_CONTROL_MOST] = 1;
    journey_again(j);
    journey_again(exact);
    while (follow_step(j, exact, tolerance, until, &worst))
        ;
    return worst;
}

/* ---- all pairs ------------------------------------------------------------
 */

static const double tolerance[] = {1e-4, 1e-6, 1e-8, 1e-10, 1e-12};
enum { TOLERANCES = sizeof tolerance / sizeof *tolerance };

/* A pair on a body, at one tolerance, or at all of them. */
static struct worst try_pair(const char *method, int body, int which,
                             struct journey *exact)
{
    struct journey j = journey_text(bodies[body].text, method, 1);
    struct worst most = {0};
    for (int k = 0; k < TOLERANCES; k++) {
        if (which >= 0 && k != which)
            continue;
        struct worst w = follow(&j, exact, tolerance[k], bodies[body].until);
        if (!(w.interpolated <= 1 && w.aside <= 1))
            print_error("%s, %s, %.0e: %.2g by interpolation, %.2g by a step "
                        "of its own, of what it may be\n",
                        method, bodies[body].name, tolerance[k], w.interpolated,
                        w.aside);
        most.interpolated = fmax(most.interpolated, w.interpolated);
        most.aside = fmax(most.aside, w.aside);
    }
    unload(j.l);
    return most;
}

/* A half of them, each on one body at one tolerance; with POL_ALL_SAMPLES on
 * all at all. */
static void samples_are_as_good_as_the_ends(void **state)
{
    (void)state;
    const char *all = getenv("POL_ALL_SAMPLES");
    struct journey exact[BODIES];
    char name[64];
    int found = 0;
    bool good = true;
    for (int b = 0; b < BODIES; b++)
        exact[b] = journey_text(bodies[b].text,
                                "rkmk(verner98r, dexpinv = exact)", 1e-14);
    for (int i = 0; i < shelf_builtin_count; i++) {
        if (!is_pair(&shelf_builtin[i].text, name))
            continue;
        char method[100], half[80];
        snprintf(half, sizeof half, "half of them, %s", name);
        found++;
        if (!all && drawn(half, 2))
            continue;
        snprintf(method, sizeof method, "rkmk(%.60s%s)", name,
                 drawn(name, 2) ? "" : ", form = rate");
        const int which = (int)drawn(name, BODIES * TOLERANCES);
        struct worst most = {0};
        for (int b = 0; b < BODIES; b++) {
            if (!all && b != which / TOLERANCES)
                continue;
            struct worst w =
                try_pair(method, b, all ? -1 : which % TOLERANCES, &exact[b]);
            most.interpolated = fmax(most.interpolated, w.interpolated);
            most.aside = fmax(most.aside, w.aside);
        }
        if (all)
            print_message("%-46s %8.2g %8.2g\n", method, most.interpolated,
                          most.aside);
        good &= most.interpolated <= 1 && most.aside <= 1;
    }
    for (int b = 0; b < BODIES; b++)
        unload(exact[b].l);
    assert_true(found >= 60);
    assert_true(good);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_are_as_good_as_the_ends),
    };
    return run_group(tests);
}
