/* SPDX-License-Identifier: MIT
 *
 * Between the ends of steps that choose their size: what the emitted
 * interpolation gives, and what a step of its own gives, as `run --sample`
 * takes it, is as good as the ends, for every pair; and between those of steps
 * of one size the interpolation is, or it says that they turn too far.
 */
#define _POSIX_C_SOURCE 200809L

#include "random.h"
#include "shelf/achieved.h"
#include "shelf/attitudes.h"

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
    {"fast",
     "body fast inertia diag(0.12, 0.12, 0.03) "
     "potential 1.7*dot(R'*e3, [0, 0.05, 1]) start R = turn(e1, 0.5) "
     "start w = [0.3, -0.2, 60] step adaptive(angle = 1)",
     0.7},
    {"limited", /* by cases that are not met */
     "body limited inertia diag(1, 1.2, 1.5) torque body "
     "saturate(-0.8*w - cross(e3, R'*e3), -100, 100) "
     "+ [floor(w[3]/50 + 0.5), 0.1*abs(w[1] + 9), if(w[2] > 99, 5, min(t, "
     "99))] "
     "start w = [0.9, 1, 0.2] start R = rotvec([0.5, 0.8, -0.3]) "
     "step adaptive(angle = 1)",
     1.5},
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
    for (int i = 0; has_mass(s) && i < 6; i++) {
        double d = a->b.x[s->state - 8 + i] - b->b.x[t->state - 8 + i];
        off[i / 3] = hypot(off[i / 3], d);
    }
    return (struct wrong){
        {fmax(angle_between(a, b), rate_between(a, b)), fmax(off[0], off[1])}};
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
    struct wrong inside[2][3], end;
    for (int i = 0; i < 3; i++) {
        const double theta = 0.15 + 0.35 * i;
        struct journey between = before, aside = before;
        assert_int_equal(journey_go(exact, t + theta * h), POL_STEP_OK);
        assert_int_equal(j->l.s->interp(before.b.x, j->b.x, j->b.par, j->b.in,
                                        h, theta, between.b.x),
                         POL_STEP_OK);
        facts_of(&aside)[POL_CONTROL_MOST] = 0;
        assert_int_equal(journey_go(&aside, t + theta * h), POL_STEP_OK);
        inside[0][i] = wrong_of(&between, exact);
        inside[1][i] = wrong_of(&aside, exact);
    }
    assert_int_equal(journey_go(exact, *time_of(j)), POL_STEP_OK);
    end = wrong_of(j, exact);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 2; k++) {
            double may = 10 * fmax(start.by[k], end.by[k]) + tolerance;
            worst->interpolated =
                fmax(worst->interpolated, inside[0][i].by[k] / may);
            worst->aside = fmax(worst->aside, inside[1][i].by[k] / may);
        }
    return status == POL_STEP_UNFINISHED;
}

/* The whole way, again for each tolerance; each day at most that many steps. */
enum { DAILY = 2000 };
static struct worst follow(struct journey *j, struct journey *exact,
                           double tolerance, double until)
{
    struct worst worst = {0};
    for (int k = 0; k < (has_mass(j->l.s) ? 4 : 2); k++)
        j->control[k] = tolerance;
    facts_of(j)[POL_CONTROL_MOST] = 1;
    journey_again(j);
    journey_again(exact);
    const bool is_all = getenv("POL_ALL_SAMPLES");
    for (int k = 0; is_all || k < DAILY; k++)
        if (!follow_step(j, exact, tolerance, until, &worst))
            break;
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

/* A quarter of them, each on one body at one tolerance; with POL_ALL_SAMPLES on
 * all at all. */
TEST(samples_are_as_good_as_the_ends)
{
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
        char method[100], quarter[80];
        snprintf(quarter, sizeof quarter, "a quarter of them, %s", name);
        found++;
        if (!all && drawn(quarter, 4))
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

/* ---- steps of one size ----------------------------------------------------
 */

static const char *const fixed[] = {"rkmk(kutta4)",
                                    "rkmk(dopri5)",
                                    "rkmk(dverk78)",
                                    "rkmk(heun2)",
                                    "cf4",
                                    "magnus(kutta4)",
                                    "magnus(verner87e)",
                                    "mr",
                                    "imidm",
                                    "rkmk(gauss4)",
                                    "rkmk(dop853, form = rate)"};
enum { FIXED = sizeof fixed / sizeof *fixed };

static double off_by(const struct loaded *l, const double *x,
                     const struct loaded *exact, const double *y)
{
    double R[2][9];
    l->s->rotation(x, R[0]);
    exact->s->rotation(y, R[1]);
    return explore_angle(R[0], R[1]);
}

/* A body's fourth step, which is to turn it by about `turn`, and turns it by
 * what that is then; the largest error between its ends over that at the ends,
 * or 1e-9 rad.
 */
static int try_step(struct random *r, const char *method, const char *attitude,
                    double *turn, double *ratio)
{
    char text[400];
    const double w[] = {random_between(r, -1, 1), random_between(r, -1, 1),
                        random_between(r, -6, 6)};
    const double h = *turn / vector_norm(w);
    snprintf(text, sizeof text,
             "body b inertia diag(%.3f, 1.5, %.3f) potential %.3f*dot(R'*e3, "
             "[0.1, -0.2, 1]) start w = [%.17g, %.17g, %.17g] step 1 "
             "start R = rotvec([1, %.3f, -0.2])",
             random_between(r, 1, 1.6), random_between(r, 0.6, 1.8),
             fmax(0, random_between(r, -2, 2)), w[0], w[1], w[2],
             random_between(r, -1, 1));
    struct loaded l = load_body_text(text, method, attitude);
    struct loaded exact =
        load_body_text(text, "rkmk(dverk78, dexpinv = exact)", NULL);
    struct body_state a = start_of(l.s), b = a, c = a, x = start_of(exact.s);
    double worst = 0;
    int status = l.s->run(a.x, a.par, a.in, h, 3);
    b = a;
    if (status || l.s->step_once(b.x, b.par, b.in, h))
        status = POL_STEP_NOT_CONVERGED;
    double v[2][3];
    l.s->omega(a.x, a.par, a.in, v[0]);
    l.s->omega(b.x, b.par, b.in, v[1]);
    *turn = h * hypot(vector_norm(v[0]), vector_norm(v[1])) / sqrt(2);
    exact.s->run(x.x, x.par, x.in, h / 160, 480);
    const double before = off_by(&l, a.x, &exact, x.x);
    for (int i = 1; i <= 8 && !status; i++) {
        exact.s->run(x.x, x.par, x.in, h / 160, 20);
        status = l.s->interp(a.x, b.x, a.par, a.in, h, i / 8.0, c.x);
        const double off = off_by(&l, c.x, &exact, x.x);
        *ratio = worst / (fmax(before, off) + 1e-9);
        worst = fmax(worst, off);
    }
    unload(l);
    unload(exact);
    return status;
}

/* Every attitude, by drawn methods, up to more than a turn. */
TEST(steps_of_one_size_are_good_inside_or_refused)
{
    struct attitudes all = attitudes_of_shelf(NULL);
    int seen[2] = {0};
    struct random r = random_new(sampled_seed() + 1);
    const int each = getenv("POL_ALL_SAMPLES") ? 3 : 1;
    for (int i = 0; i < each * all.n; i++) {
        const char *method = fixed[random_below(&r, FIXED)];
        double turn = random_between(&r, i % 3 ? 0.5 : 3, i % 3 ? 3.5 : 7);
        double ratio = 0;
        const int status =
            try_step(&r, method, all.call[i / each], &turn, &ratio);
        if (status == POL_STEP_NOT_CONVERGED)
            continue;
        seen[status == POL_STEP_OK]++;
        /* The rates at the ends are not those in between. */
        if (status == POL_STEP_OK ? turn > 3.14159265358979 || !(ratio < 10)
                                  : status != POL_STEP_TOO_LARGE || turn < 2)
            fail_msg("%s, %s, a turn of %.3f: status %d, inside worse than "
                     "the end by %.3g",
                     method, all.call[i / each], turn, status, ratio);
    }
    assert_true(seen[0] > each * all.n / 9 && seen[1] > each * all.n / 9);
}

/* The mean turn by the rates at both ends is 2.8, but it swings faster between
 * them: the rotation from one to the other goes the other way round. */
TEST(swings_beyond_half_a_turn_are_refused)
{
    static const char text[] =
        "body b inertia diag(1.108, 1.5, 1.796) potential 1.876*dot(R'*e3, "
        "[0.1, -0.2, 1]) start w = [-0.372109, -0.516810, -0.394583] step 1 "
        "start R = rotvec([1, -0.210, -0.2])";
    struct attitudes all = attitudes_of_shelf(NULL);
    for (int i = 0; i < all.n; i++) {
        struct loaded l =
            load_body_text(text, "rkmk(dop853, form = rate)", all.call[i]);
        struct body_state a = start_of(l.s), b;
        if (l.s->run(a.x, a.par, a.in, 2.0973747, 3) == POL_STEP_OK) {
            b = a;
            if (!l.s->step_once(b.x, b.par, b.in, 2.0973747))
                assert_int_equal(
                    l.s->interp(a.x, b.x, a.par, a.in, 2.0973747, 0.5, b.x),
                    POL_STEP_TOO_LARGE);
        }
        unload(l);
    }
}
