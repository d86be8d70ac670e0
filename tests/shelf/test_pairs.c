/* SPDX-License-Identifier: MIT
 *
 * Every tableau of the shelf that has embedded weights, in a drawn form: its
 * steps choose their size, and what they reach is as good as the
 * tolerance says.
 */
#define _POSIX_C_SOURCE 200809L

#include "random.h"
#include "shelf/achieved.h"
#include "shelf/axioms.h"
#include "shelf/gyrostat.h"

/* ---- some, at many tolerances ----------------------------------------------
 */

static const struct pair pairs[] = {
    {"rkmk(dopri5)", 5, 4, 1e-5, 1e-9},
    {"rkmk(dopri5, form = rate, map = cay)", 5, 4, 1e-5, 1e-9},
    {"rkmk(bogacki_shampine32, form = rate)", 3, 2, 1e-4, 1e-8},
    {"rkmk(fehlberg45)", 4, 4, 1e-7, 1e-11},
    {"magnus(dopri5)", 5, 4, 1e-5, 1e-9},
    {"magnus(cash_karp, map = cay)", 5, 4, 1e-7, 1e-11},
    {"rkmk(dop853, form = rate)", 8, 5, 1e-6, 1e-8},
    {"rkmk(trbdf2)", 2, 2, 1e-3, 1e-5},
};
enum { PAIRS = sizeof pairs / sizeof *pairs };

static const struct body bodies[] = {
    {SPEC("fast_top"), 1},
    {SPEC("thrown"), 2},
    {SPEC("damped"), 3},
};
enum { BODIES = sizeof bodies / sizeof *bodies };

TEST(errors_follow_the_tolerance)
{
    follow_all(bodies, BODIES, pairs, PAIRS);
}

/* ---- all, at one ------------------------------------------------------------
 */

#define TOLERANCE 1e-7

static void expect_near(const char *name, const char *form,
                        const struct journey *exact)
{
    char method[100];
    snprintf(method, sizeof method, "rkmk(%.60s%s)", name, form);
    struct journey j = journey_spec(SPEC("damped"), method, TOLERANCE);
    int status = journey_go(&j, 0.5);
    double angle = angle_between(&j, exact), rate = rate_between(&j, exact);
    double rejected = facts_of(&j)[POL_CONTROL_REJECTED];
    double steps = facts_of(&j)[POL_CONTROL_STEPS];
    double p = j.l.s->order; /* that of the estimate is p or less by one */
    double bound = 10 * pow(TOLERANCE, p / (p + 1));
    if (status || !(angle < bound && rate < bound) || rejected > 3)
        fail_msg("%s: status %d, off by %.1e and %.1e, %g steps, %g rejected",
                 method, status, angle, rate, steps, rejected);
    unload(j.l);
}

TEST(every_pair_keeps_to_a_tolerance)
{
    struct journey exact =
        journey_spec(SPEC("damped"), "rkmk(verner76e, dexpinv = exact)", 1e-13);
    char name[64];
    int found = 0;
    assert_int_equal(journey_go(&exact, 0.5), POL_STEP_OK);
    for (int i = 0; i < shelf_builtin_count; i++)
        if (is_pair(&shelf_builtin[i].text, name)) {
            expect_near(name, drawn(name, 2) ? "" : ", form = rate", &exact);
            found++;
        }
    assert_true(found >= 60);
    unload(exact.l);
}

/* ---- each single step
 * -------------------------------------------------------- Its error against an
 * accurate step from the same state, relative to the tolerance, for bodies
 * drawn by the seed: at most 1 in 95 % of the steps and at most 10 in all.
 */

enum { FREE, BODY_TORQUE, DAMPED, WHEELED, HEAVY, BODY_KINDS };
static const char *const form[] = {"rkmk(%s)", "rkmk(%s, form = rate)",
                                   "magnus(%s)", "rkmk(%s, map = cay)",
                                   "magnus(%s, map = cay)"};
enum { FORMS = sizeof form / sizeof *form, MOST_STEPS = 100000 };

/* Body `number`, of kind number % BODY_KINDS, some with a full inertia; and
 * when it has turned by about 20 rad at its first rate. */
static double draw_body(int number, char *text, size_t size)
{
    static const char *const acts[BODY_KINDS] = {
        [FREE] = "# %g %g %g %g %g %g\n",
        [BODY_TORQUE] =
            "torque body [%.3g*cos(2*t), %.3g, %.3g] + [%.3g, %.3g*t, %.3g]\n",
        [DAMPED] = "torque body [%.3g, %.3g, %.3g] - abs(%.3g)*w\n# %g %g\n",
        [WHEELED] =
            "wheel a(axis = e1, inertia = 0.02, speed = 20, torque = %.3g)\n"
            "wheel b(axis = [0, 0.6, 0.8], inertia = 0.01, speed = -30,\n"
            "  torque = %.3g - 0.01*abs(%.3g)*b.speed)\n"
            "torque body [%.3g, %.3g, %.3g]\n",
        [HEAVY] = "potential dot(R'*e3, [%.3g, %.3g, 4 + %.3g])\n# %g %g %g\n",
    };
    double m[3], J[9], v[3], w[3], a[6];
    struct random r = random_new(sampled_seed() * 1000 + (uint64_t)number);
    for (int i = 0; i < 20; i++)
        (void)random_bits(&r);
    for (int i = 0; i < 3; i++) {
        m[i] = random_between(&r, 0.2, 1.5);
        v[i] = random_between(&r, -1, 1) * (number / BODY_KINDS % 2);
        w[i] = random_between(&r, -3, 3);
    }
    for (int i = 0; i < 6; i++)
        a[i] = random_between(&r, -1, 1);
    const double moment[3] = {m[1] + m[2], m[0] + m[2], m[0] + m[1]};
    full_inertia(moment, v, J);
    int n = snprintf(text, size,
                     "body b\nstart R = turn([1, -1, 2], 1)\n"
                     "start w = [%.3g, %.3g, %.3g]\ninertia [[%.17g, %.17g, "
                     "%.17g], [%.17g, %.17g, %.17g], [%.17g, %.17g, %.17g]]\n",
                     w[0], w[1], w[2], J[0], J[1], J[2], J[3], J[4], J[5], J[6],
                     J[7], J[8]);
    snprintf(text + n, size - (size_t)n, acts[number % BODY_KINDS], a[0], a[1],
             a[2], a[3], a[4], a[5]);
    return 20 / norm3(w);
}

/* Of the step from a to b over its tolerance. */
static double error_of_step(const struct journey *a, const struct journey *b,
                            struct journey *exact, double tolerance)
{
    const int end = a->l.s->state - 2, stored = extra_numbers(a->l.s);
    const double h = b->b.x[end] - a->b.x[end];
    double worst = 0;
    exact->b = a->b;
    assert_int_equal(
        exact->l.s->run(exact->b.x, exact->b.par, exact->b.in, h / 12, 12), 0);
    for (int i = end - stored; i < end; i++)
        worst = fmax(worst, fabs(exact->b.x[i] - b->b.x[i]) /
                                (1 + fabs(exact->b.x[i])));
    worst = fmax(worst, fmax(angle_between(exact, b), rate_between(exact, b)));
    return worst / tolerance;
}

/* A run to `until` of at most so many steps; its status. */
static int go_on(struct journey *j, long most, double until)
{
    facts_of(j)[POL_CONTROL_MOST] = (double)most;
    return journey_go(j, until);
}

struct share {
    long steps, above;
};

/* Of some hundred steps of a run, unless it is too long. */
static bool steps_keep_to(struct journey *j, struct journey *exact,
                          const char *method, const char *text,
                          double tolerance, double until, struct share *all_of)
{
    long steps = 0, above = 0;
    double worst = 0;
    journey_again(j);
    for (int k = 0; k < j->l.s->control + POL_CONTROL_FIRST; k++)
        j->control[k] = tolerance;
    int status = go_on(j, MOST_STEPS, until);
    if (status == POL_STEP_UNFINISHED)
        return true;
    assert_int_equal(status, POL_STEP_OK);
    const long all = (long)facts_of(j)[POL_CONTROL_STEPS],
               apart = all / 100 + 1;
    journey_again(j);
    for (long i = 0; i < all; i++) {
        const struct journey before = *j;
        (void)go_on(j, 1, until);
        if (i % apart && i >= 10)
            continue;
        double e = error_of_step(&before, j, exact, tolerance);
        steps++;
        above += !(e <= 1);
        worst = e <= worst ? worst : e;
    }
    all_of->steps += steps;
    all_of->above += above;
    if ((!sampled_all() || above <= steps / 20) && worst <= 10)
        return true;
    print_error("%s, tolerance %.0e: of %ld steps %ld are beyond, by %.2f at "
                "most\n%s",
                method, tolerance, steps, above, worst, text);
    return false;
}

static bool body_keeps_to(const char *name, int number, int which,
                          struct share *all_of)
{
    char text[2000], method[120];
    const double until = draw_body(number, text, sizeof text);
    bool good = true;
    snprintf(method, sizeof method, form[which], name);
    pol_options o = pol_default_options();
    o.method = method;
    o.tolerance = 1;
    struct loaded l;
    if (!draft_try(&l, AS_TEXT, text, &o, !strstr(method, "magnus")))
        return strstr(method, "magnus"); /* takes explicit tableaus alone */
    struct journey j = journey_start(l);
    struct journey exact = {
        .l = load_body_text(text, "rkmk(cooper_verner8, dexpinv = exact)",
                            "quaternion")};
    for (double tolerance = 1e-4; tolerance > 0.5e-12; tolerance /= 100)
        good &=
            steps_keep_to(&j, &exact, method, text, tolerance, until, all_of);
    unload(exact.l);
    unload(j.l);
    return good;
}

/* Three pairs by drawn forms on five bodies; with POL_ALL all on twenty. */
TEST(each_step_keeps_to_its_tolerance)
{
    char name[64], key[100];
    bool good = true;
    int found = 0, all = 0;
    for (int i = 0; i < shelf_builtin_count; i++)
        all += is_pair(&shelf_builtin[i].text, name);
    const int first = drawn("pairs", all);
    for (int i = 0; i < shelf_builtin_count; i++) {
        if (!is_pair(&shelf_builtin[i].text, name) || !in_share(found++) ||
            (!sampled_all() && (found - 1 - first + all) % all % (all / 3)))
            continue;
        struct share share = {0, 0};
        for (int k = 0; k < (sampled_all() ? 20 * FORMS : 5); k++) {
            snprintf(key, sizeof key, "%s on body %d", name, k);
            good &= body_keeps_to(name, sampled_all() ? k / FORMS : k,
                                  sampled_all() ? k % FORMS : drawn(key, FORMS),
                                  &share);
        }
        if (share.above > share.steps / 20) {
            print_error("%s: of %ld steps %ld are beyond the tolerance\n", name,
                        share.steps, share.above);
            good = false;
        }
    }
    assert_true(good);
}
