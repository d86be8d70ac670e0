/* SPDX-License-Identifier: MIT
 *
 * Splittings, discrete Moser-Veselov, Crouch-Grossman and commutator-free
 * methods: what holds between them, and motions at which formulas break down.
 */
#include "shelf/axioms.h"
#include "shelf/drafts.h"

/* ---- bodies from a text ---------------------------------------------------
 */

static struct loaded load_body(const char *text, const char *method)
{
    pol_options o = pol_default_options();
    o.method = method;
    return draft_text(text, &o);
}

/* The state after `steps` steps to t, of a body that must get there. */
static struct end go(const pol_stepper *s, double t, long steps)
{
    struct end e = run_to(s, t, steps);
    if (e.status)
        fail_msg("%s: status %d", s->method, e.status);
    return e;
}

static struct end go_once(struct loaded l, double t, long steps)
{
    struct end e = go(l.s, t, steps);
    unload(l);
    return e;
}

static struct end reach(const char *text, const char *method, double t,
                        long steps)
{
    return go_once(load_body(text, method), t, steps);
}

static const char reference[] = "rkmk(cooper_verner8, dexpinv = exact)";

static void assert_near(const char *what, const struct end *a,
                        const struct end *b, double tolerance)
{
    double off = distance(a, b);
    if (!(off <= tolerance)) /* nor NaN */
        fail_msg("%s: off by %.2e, not %.1e", what, off, tolerance);
}

/* ---- motions at which formulas break down -------------------------------- */

struct motion {
    const char *text;
    double t;
};

#define MOTION(t, ...)                                                         \
    {                                                                          \
        "body b\n" __VA_ARGS__, t                                              \
    }

static const struct motion motions[] = {
    MOTION(2, "inertia diag(2, 2, 1) start w = [0.3, -0.5, 0.8]"),
    MOTION(2, "inertia diag(2, 1, 2) start w = [0.3, -0.5, 0.8]"),
    MOTION(2, "inertia diag(1, 2, 2) start w = [0.3, -0.5, 0.8]"),
    MOTION(2, "inertia diag(2, 2, 2) start w = [0.3, -0.5, 0.8]"),
    MOTION(2, "inertia diag(2, 2, 0.05) start w = [0.3, -0.5, 0.8]"),
    MOTION(2, "inertia diag(1, 2, 3) start w = [0.8, 0, 0]"),
    MOTION(2, "inertia diag(1, 2, 3) start w = [0, -0.8, 0]"),
    MOTION(2, "inertia diag(1, 2, 3) start w = [0, 0, 0.8]"),
    /* on the separatrix: 2 H J2 = L.L */
    MOTION(2, "inertia diag(1, 2, 3) start w = [sqrt(3)/4, 0.5, 1/4]"),
    MOTION(2, "inertia [[2, 0.5, 0], [0.5, 2, 0], [0, 0, 2.5]] "
              "start w = [0.3, -0.5, 0.8]"),
    MOTION(2, "inertia [[1.2, 0.1, -0.2], [0.1, 1.5, 0.3], [-0.2, 0.3, 0.9]] "
              "start w = [0.3, -0.5, 0.8]"),
    MOTION(2, "inertia [[2, 0.5, 0.5], [0.5, 2, 0.5], [0.5, 0.5, 2]] "
              "start w = [0.3, -0.5, 0.8]"), /* symmetric about (1, 1, 1) */
};
enum { MOTIONS = sizeof motions / sizeof *motions };

static const struct {
    const char *call;
    double error; /* with 64 steps */
} tried[] = {
    {"mr", 1e-3},     {"mr(axes = 3 1 2)", 1e-3},
    {"sr", 3e-4},     {"sr(axes = 3 1 2)", 3e-4},
    {"dmv2", 1e-3},   {"dmv4", 4e-7},
    {"dmv6", 1e-10},  {"dmv(10)", 2e-13},
    {"sdmv6", 1e-10}, {"sdmv(10)", 2e-13},
    {"cg3", 4e-3},    {"cg4", 8e-5},
    {"cf4", 1e-5},
};
enum { TRIED = sizeof tried / sizeof *tried };

TEST(special_motions_are_right)
{
    for (int i = 0; i < MOTIONS; i++) {
        const struct motion *m = &motions[i];
        struct end exact = reach(m->text, reference, m->t, 400);
        for (int k = 0; k < TRIED; k++) {
            struct end e = reach(m->text, tried[k].call, m->t, 64);
            double off = distance(&e, &exact);
            if (!(off < tried[k].error))
                fail_msg("%s: off by %.2e, on\n%s", tried[k].call, off,
                         m->text);
        }
    }
}

/* Also backwards, and without moving time at all. */
TEST(a_body_at_rest_stays)
{
    static const char *const text[] = {
        "body b inertia diag(1, 2, 3) start R = quat(0.5, 0.5, -0.5, 0.5)",
        "body b inertia diag(2, 2, 2) start R = quat(0.5, 0.5, -0.5, 0.5)",
        "body b inertia [[2, 0.5, 0], [0.5, 2, 0], [0, 0, 1.75]]",
    };
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < TRIED; k++) {
            struct loaded l = load_body(text[i], tried[k].call);
            struct end first = go(l.s, 0, 1), there = go(l.s, 10, 100);
            struct end back = go(l.s, -10, 100);
            unload(l);
            assert_memory_equal(&first, &there, sizeof first);
            assert_memory_equal(&first, &back, sizeof first);
            assert_true(there.L[0] == 0 && there.L[1] == 0 && there.L[2] == 0);
        }
}

/* About one principal axis a body turns at a constant rate, which splittings
 * hit exactly; discrete Moser-Veselov turns by asin(h w) a step. */
TEST(turning_about_one_axis)
{
    static const char *const text[] = {
        "body b inertia diag(1, 2, 2.5) start w = [0.8, 0, 0]",
        "body b inertia diag(1, 2, 2.5) start w = [0, 0.8, 0]",
        "body b inertia diag(1, 2, 2.5) start w = [0, 0, 0.8]",
    };
    static const double one[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    for (int i = 0; i < 3; i++) {
        assert_close(explore_angle(reach(text[i], "mr", 3, 3).R, one), 2.4,
                     1e-14);
        assert_close(explore_angle(reach(text[i], "sr", 3, 3).R, one), 2.4,
                     1e-14);
        assert_close(explore_angle(reach(text[i], "dmv2", 3, 3).R, one),
                     3 * asin(0.8), 1e-13);
        assert_close(explore_angle(reach(text[i], "dmv", 3, 6).R, one), 2.4,
                     2e-6);
    }
}

/* About one axis all rotations commute, and a torque t^k is integrated exactly
 * once by a method of order k + 1, twice by one of order k + 2: each digit of
 * the coefficients counts. */
TEST(powers_of_time_are_integrated)
{
    static const struct {
        const char *call;
        int order;
    } methods[] = {{"cg3", 3}, {"cg4", 4}, {"cf4", 4}};
    static const double one[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    const double t = 1.2;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < methods[i].order; k++) {
            char text[200];
            snprintf(text, sizeof text,
                     "body b inertia diag(1, 2, 2.5) torque body [t^%d, 0, 0] "
                     "start w = [0.8, 0, 0]",
                     k);
            struct end e = reach(text, methods[i].call, t, 1);
            double n = k + 1, L = 0.8 + pow(t, n) / n;
            double angle = 0.8 * t + pow(t, n + 1) / (n * (n + 1));
            assert_close(e.L[0], L, 1e-14);
            if (k < methods[i].order - 1)
                assert_close(explore_angle(e.R, one), angle, 1e-14);
        }
}

/* ---- what holds between them --------------------------------------------- */

/* The same body with its axes numbered anew: L of the one is L of the other. */
TEST(axes_are_only_names)
{
    static const char straight[] =
        "body b inertia diag(1, 2, 2.5) start w = [0.3, -0.5, 0.8]";
    static const char turned[] = /* new axes 1, 2, 3 are the old 2, 3, 1 */
        "body b inertia diag(2, 2.5, 1) start w = [-0.5, 0.8, 0.3]";
    static const char *const call[][2] = {
        {"mr(axes = 2 3 1)", "mr(axes = 1 2 3)"},
        {"mr(axes = 3 2 1)", "mr(axes = 2 1 3)"},
        {"sr(axes = 2 3 1)", "sr(axes = 1 2 3)"},
    };
    for (int i = 0; i < 3; i++) {
        struct end a = reach(straight, call[i][0], 10, 50);
        struct end b = reach(turned, call[i][1], 10, 50);
        struct end c = reach(straight, call[i][1], 10, 50);
        for (int k = 0; k < 3; k++)
            assert_close(a.L[(k + 1) % 3], b.L[k], 1e-13);
        assert_true(distance(&a, &c) > 1e-5);
    }
    struct loaded mr = load_body_text(straight, "mr", NULL);
    struct loaded own = load_body_text(straight, "mr(axes = 1 2 3)", NULL);
    struct end a = go_once(mr, 10, 50), b = go_once(own, 10, 50);
    assert_memory_equal(&a, &b, sizeof a);
}

/* One step of any length, where the remaining rotation commutes with the top
 * or vanishes. */
TEST(symmetric_bodies_are_exact_by_sr)
{
    static const char *const text[] = {
        "body b inertia diag(2, 2, 1) start w = [0.3, -0.5, 0.8]",
        "body b inertia diag(1, 2, 2) start w = [0.3, -0.5, 0.8]",
        "body b inertia diag(2, 2, 2) start w = [0.3, -0.5, 0.8]",
    };
    for (int i = 0; i < 3; i++) {
        struct end exact = reach(text[i], reference, 5, 1000);
        struct end one = reach(text[i], "sr", 5, 1);
        assert_near("sr on a symmetric body", &one, &exact, 1e-12);
    }
    static const char other[] =
        "body b inertia diag(2, 1, 2) start w = [0.3, -0.5, 0.8]";
    struct end exact = reach(other, reference, 5, 1000);
    struct end wrong = reach(other, "sr", 5, 1);
    struct end right = reach(other, "sr(axes = 1 3 2)", 5, 1);
    assert_true(distance(&wrong, &exact) > 0.1);
    assert_near("sr on its axis", &right, &exact, 1e-12);
}

/* The two ways of preprocessing differ by less than the error allows. */
TEST(preprocessing_leads_to_the_same_motion)
{
    static const char text[] =
        "body b inertia diag(0.6, 0.8, 1) start L = [1.8, 0.4, -0.9]";
    for (int order = 2; order <= 6; order += 2) {
        char inertia[60], time[60];
        double off[2];
        snprintf(inertia, sizeof inertia, "dmv(%d, inertia)", order);
        snprintf(time, sizeof time, "dmv(%d, preprocess = time)", order);
        for (int k = 0; k < 2; k++) {
            double h = 0.1 / (1 << k);
            struct end a = reach(text, inertia, h, 1);
            struct end b = reach(text, time, h, 1);
            off[k] = distance(&a, &b);
        }
        if (order == 2)
            assert_true(off[0] < 1e-15 && off[1] < 1e-15);
        else
            assert_close(log2(off[0] / off[1]), order + 1, 0.25);
    }
}

/* Of kappa = 1 + |theta|^2/4, a free body. */
TEST(dmv2_is_of_simo_s_family)
{
    for (int i = 0; i < MOTIONS; i++) {
        struct end a = reach(motions[i].text, "dmv2", 2, 10);
        struct end b = reach(motions[i].text, "simo(kappa = dmv)", 2, 10);
        assert_near("dmv2 and simo", &a, &b, 1e-13);
    }
}

/* A refused order, and axes that are not all of them. */
TEST(wrong_options_are_refused)
{
    static const char *const call[] = {"dmv(3)", "sdmv(order = 7)",
                                       "mr(axes = 1 2 1)", "sr(axes = 3 3 2)"};
    for (int i = 0; i < 4; i++) {
        pol_options o = pol_default_options();
        o.method = call[i];
        pol_job *job = pol_open(&o);
        assert_int_equal(pol_read_text(job, "body.pol", motions[0].text,
                                       strlen(motions[0].text)),
                         POL_OK);
        assert_int_not_equal(pol_derive(job), POL_OK);
        assert_int_equal(pol_diag_count(job), 1);
        assert_non_null(strstr(pol_diag_at(job, 0)->text, "--method:1:"));
        pol_close(job);
    }
}

/* A step of dmv solves its equation: with a = |v|,
 * h L0 = 2 q0 J q + 2 q x J q, where (q0, q) is the step's rotation. */
TEST(dmv_solves_its_equation)
{
    static const double J[3] = {0.6, 0.8, 1}, L[3] = {1.8, 0.4, -0.9};
    struct loaded l = load_body(
        "body b inertia diag(0.6, 0.8, 1) start L = [1.8, 0.4, -0.9]", "dmv2");
    struct body_state b = start_of(l.s);
    assert_int_equal(l.s->run(b.x, b.par, b.in, 0.2, 1), 0);
    const double *q = b.x; /* its attitude was 1 */
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        double bent = (J[k] - J[j]) * q[1 + j] * q[1 + k];
        assert_close(2 * q[0] * J[i] * q[1 + i] + 2 * bent, 0.2 * L[i], 1e-15);
    }
    unload(l);
}

/* Spinning, it has solutions up to h w = 1. */
TEST(dmv_ends_with_a_status)
{
    static const char text[] = "body b inertia diag(1, 2, 2.5) "
                               "start w = [0, 1, 0]";
    static const char *const call[] = {"dmv2", "sdmv2"};
    for (int i = 0; i < 2; i++) {
        struct loaded l = load_body(text, call[i]);
        struct body_state b = start_of(l.s), before = b;
        assert_int_not_equal(l.s->run(b.x, b.par, b.in, 1.01, 1), 0);
        assert_memory_equal(&b, &before, sizeof b);
        assert_int_equal(l.s->run(b.x, b.par, b.in, 0.99, 1), 0);
        unload(l);
    }
}

/* ---- energies that the papers show --------------------------------------- */

/* The largest relative error of the energy on the way to t. */
static double energy_error(const char *text, const char *method, double t,
                           double h)
{
    struct loaded l = load_body(text, method);
    struct body_state b = start_of(l.s);
    double before = l.s->energy(b.x, b.par, b.in), worst = 0;
    for (long i = 0; i < lround(t / h); i++) {
        assert_int_equal(l.s->step_once(b.x, b.par, b.in, h), 0);
        worst = fmax(worst, fabs(l.s->energy(b.x, b.par, b.in) / before - 1));
    }
    unload(l);
    return worst;
}

static void assert_about(double got, double want)
{
    if (!(got > 0.6 * want && got < 1.6 * want))
        fail_msg("%.3g, published about %.2g", got, want);
}

/* E. Celledoni, N. Safstrom, J. Phys. A 39 (2006) 5463-5478, section 4: the
 * free body over [0, 400], figures 7 and 8. */
TEST(energy_errors_are_those_of_the_paper)
{
    static const char free_body[] =
        "body b inertia diag(5, 4, 3) start L = [1, 0, 2]";
    static const char satellite[] =
        "body b inertia diag(17000, 37000, 54000) let up = R' * e3 "
        "potential 1.5 * 3.986e14 / 1.5e5^3 * dot(up, J*up) "
        "start w = [15, -15, 15]";
    assert_about(energy_error(free_body, "mr", 400, 0.4), 2e-3);
    assert_about(energy_error(free_body, "triple4(mr)", 400, 0.4), 6e-5);
    assert_true(energy_error(free_body, "dmv2", 400, 0.4) < 1e-13);
    assert_true(energy_error(free_body, "dmv4", 400, 0.4) < 1e-13);
    assert_true(energy_error(free_body, "dmv6", 400, 0.4) < 1e-13);
    assert_about(energy_error(satellite, "mr", 400, 0.05), 6e-3);
    assert_about(energy_error(satellite, "mr", 400, 0.1), 1.5);
}
