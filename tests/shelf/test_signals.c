/* SPDX-License-Identifier: MIT
 *
 * Signals from files: what a table gives at any time against a search row by
 * row, its leaps and bends on the way of adaptive steps, there and back, and
 * what they cost.
 */
#include "compilers.h"
#include "shelf/adapting.h"

enum { MOST_ROWS = 1000 };

struct samples {
    int n;
    double t[MOST_ROWS], u[MOST_ROWS];
};

static double next_random(unsigned long *seed)
{
    *seed = (*seed * 1103515245UL + 12345UL) & 0x7fffffffUL;
    return (double)(*seed >> 8) / 0x800000;
}

static struct loaded load_rows(const struct samples *r, const char *spec, const char *tail,
                               pol_inputs inputs, pol_real real)
{
    char folder[64], path[100], value[130];
    pol_options o = pol_default_options();
    open_folder(folder);
    snprintf(path, sizeof path, "%s/rows.csv", folder);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fprintf(f, "time,u\n");
    for (int i = 0; i < r->n; i++)
        fprintf(f, "%.17g,%.17g\n", r->t[i], r->u[i]);
    assert_int_equal(fclose(f), 0);
    snprintf(value, sizeof value, "%s%s", path, tail);
    const pol_setting signal = {"u", value};
    o.inputs = inputs;
    o.real = real;
    o.signal = &signal;
    o.signals = 1;
    struct loaded l = load_text(spec, &o);
    remove_folder(folder); /* the rows lie in memory */
    return l;
}

/* ---- values -------------------------------------------------------------- */

static double value_of(const struct samples *r, bool holds, double t)
{
    int i = 0;
    while (i + 1 < r->n && r->t[i + 1] <= t)
        i++;
    if (holds || t < r->t[0] || i + 1 == r->n)
        return r->u[i];
    return r->u[i] + (t - r->t[i]) / (r->t[i + 1] - r->t[i]) * (r->u[i + 1] - r->u[i]);
}

/* Times that are equally far from each other; that are not; that gather in one
 * place; that grow from tiny to huge. */
static struct samples samples_of(int n, int kind, unsigned long *seed)
{
    struct samples r = {.n = n};
    for (int i = 0; i < n; i++) {
        double step = kind == 0   ? 0.01
                      : kind == 1 ? 1e-3 + next_random(seed)
                      : kind == 2 ? (i == n / 2 ? 1e6 : 1e-6)
                                  : pow(1.05, i % 400);
        r.t[i] = i ? r.t[i - 1] + step : -3 + next_random(seed);
        r.u[i] = 4 * next_random(seed) - 2;
    }
    return r;
}

static void check_at(const struct loaded *l, const struct samples *r, bool holds, double t)
{
    struct body_state b = start_of(l->s);
    double got;
    b.x[7] = t;
    l->s->keep(b.x, b.par, b.in, &got);
    double want = value_of(r, holds, t);
    if (!(fabs(got - want) <= 1e-15 * fmax(1, fabs(want))))
        fail_msg("%d rows, t = %.17g: %.17g instead of %.17g", r->n, t, got, want);
}

TEST(a_table_is_found_at_every_time)
{
    static const int sizes[] = {1, 2, 3, 64, 65, MOST_ROWS};
    static const char spec[] = "body b\ninput u\ninertia diag(1, 1, 1)\n";
    unsigned long seed = 7;
    for (int i = 0; i < 6 * 4; i++) {
        struct samples r = samples_of(sizes[i % 6], i / 6, &seed);
        bool holds = i % 2;
        struct loaded l = load_rows(&r, spec, holds ? ":hold" : "", POL_HOLD, POL_DOUBLE);
        double last = r.t[r.n - 1], span = last - r.t[0];
        for (int k = 0; k < r.n; k++) {
            check_at(&l, &r, holds, r.t[k]);
            check_at(&l, &r, holds, nextafter(r.t[k], INFINITY));
            check_at(&l, &r, holds, nextafter(r.t[k], -INFINITY));
            check_at(&l, &r, holds, r.t[0] + (1.2 * next_random(&seed) - 0.1) * (span + 1));
        }
        check_at(&l, &r, holds, -1e300);
        check_at(&l, &r, holds, 1e300);
        unload(l);
    }
}

/* Rows on step ends, a row each five steps of 0.01 s. */
static struct samples rows_on_steps(unsigned long seed)
{
    struct samples r = {.n = 9};
    for (int i = 0; i < r.n; i++) {
        r.t[i] = 0.05 * i;
        r.u[i] = 4 * next_random(&seed) - 2;
    }
    return r;
}

/* About its own axis the momentum is the sum of the held torques, whatever the
 * method, which sees none of them beyond its row. */
TEST(steps_end_on_held_rows)
{
    static const char *const methods[] = {
        "mr",    "liemid_ea",          "sr",      "liemid_e1",      "be",    "suzuki4(mr)",
        "cf4",   "rkmk(kutta4)",       "cg3",     "taylor(4)",      "akw",   "magnus(kutta4)",
        "swc1",  "triple4(imidm)",     "simo",    "semi_kinematic", "imidm", "kinematic(rk38)",
        "trapm", "rkmk(radau_iia(2))", "bbtrapwd"};
    const struct samples r = rows_on_steps((unsigned long)sampled_seed());
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        char text[300];
        double want = 2.5;
        snprintf(text, sizeof text,
                 "body b\ninput u\ninertia diag(1, 2, 2.5)\n"
                 "torque body u*e3\nstart w = [0, 0, 1]\nmethod %s\n",
                 methods[i]);
        struct loaded l = load_rows(&r, text, ":hold", POL_ACT, POL_DOUBLE);
        struct body_state b = start_of(l.s);
        assert_int_equal(l.s->run(b.x, b.par, b.in, 0.01, 40), 0);
        for (int k = 0; k < 8; k++)
            want += 0.05 * r.u[k];
        if (!(fabs(b.x[6] - want) < 1e-13))
            fail_msg("%s: %.17g, not %.17g", methods[i], b.x[6], want);
        assert_int_equal(l.s->run(b.x, b.par, b.in, -0.01, 40), 0);
        if (!(fabs(b.x[6] - 2.5) < 1e-13))
            fail_msg("%s: back at %.17g, not 2.5", methods[i], b.x[6]);
        unload(l);
    }
}

/* The torque d/dt (u^2 + t u), u on straight lines, is a polynomial between
 * rows; emitted code has u' = 0. */
TEST(derivatives_have_slopes)
{
    static const char *const methods[] = {"rkmk(kutta4)", "magnus(kutta4)", "taylor(20)", "cf4"};
    static const char spec[] = "body b\ninput u\ninertia diag(1, 2, 2.5)\n"
                               "torque body derivative(u^2 + t*u)*e3\nmethod %s\n";
    const struct samples r = rows_on_steps((unsigned long)sampled_seed() + 1);
    for (int i = 0; i < 4; i++) {
        char text[300];
        snprintf(text, sizeof text, spec, methods[i]);
        struct loaded l = load_rows(&r, text, "", POL_ACT, POL_DOUBLE);
        struct body_state b = start_of(l.s);
        for (int k = 1; k < r.n; k++) {
            const double want = r.u[k] * r.u[k] + r.t[k] * r.u[k];
            assert_int_equal(l.s->run(b.x, b.par, b.in, 0.01, 5), 0);
            assert_close(b.x[6], want - r.u[0] * r.u[0], 1e-12);
        }
        unload(l);
    }
    char text[300];
    pol_options o = pol_default_options();
    const pol_setting signal = {"u", "sin(3*t)"};
    snprintf(text, sizeof text, spec, *methods);
    for (int emitted = 0; emitted < 2; emitted++) {
        o.inputs = emitted ? POL_ARGUMENT : POL_ACT;
        o.signal = &signal;
        o.signals = 1;
        struct loaded l = load_text(text, &o);
        struct body_state b = start_of(l.s);
        const double u = emitted ? b.in[0] : sin(3.0), t = 1;
        assert_int_equal(l.s->run(b.x, b.par, b.in, 0.001, 1000), 0);
        assert_close(b.x[6], emitted ? t * u : u * u + t * u, 1e-10);
        unload(l);
    }
}

/* ---- adaptive steps ------------------------------------------------------ */

#define TURNS                                                                                      \
    "body b\ninput u\ninertia diag(1, 2, 2.5)\ntorque body u*e3\n"                                 \
    "start w = [0, 0, 1]\nmethod rkmk(%s)\nstep adaptive(angle = %s, "                             \
    "rate = %s)\n"

static struct journey journey_rows(const struct samples *r, const char *tail, const char *pair,
                                   const char *tolerance, pol_real real)
{
    char text[400];
    snprintf(text, sizeof text, TURNS, pair, tolerance, tolerance);
    return journey_start(load_rows(r, text, tail, POL_ACT, real));
}

/* About its own axis the momentum is the integral of the torque, of which
 * every step between two corners has all. */
TEST(nothing_is_passed_unseen)
{
    static const struct {
        struct samples rows;
        const char *tail;
        double integral;
    } cases[] = {
        {{3, {0, 4.95, 5.05}, {0, 1, 0}}, ":hold", 0.1},
        {{5, {0, 4.9, 5, 5.1, 10}, {0, 0, 1, 0, 0}}, "", 0.1},
        {{4, {0, 7, 7.001, 9}, {0, 0, 50, 50}}, ":hold", 149.95},
        {{4, {0, 7, 7.25, 9}, {0, 0, 4, 4}}, "", 11.5},
        {{2, {3, 3.5}, {1, 2}}, "", 3 + 0.75 + 13},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases * 4; i++) {
        pol_real real = i % 2 ? POL_FLOAT : POL_DOUBLE;
        const struct samples *r = &cases[i / 4].rows;
        struct journey j = journey_rows(r, cases[i / 4].tail,
                                        i % 4 < 2 ? "bogacki_shampine32" : "dopri5", "1e-4", real);
        double want = 2.5 + cases[i / 4].integral, off = real ? 1e-4 : 1e-12;
        assert_int_equal(journey_go(&j, 10), 0);
        assert_close(j.b.x[6], want, off * want);
        assert_in_range(facts_of(&j)[POL_CONTROL_STEPS], 3, 200);
        assert_int_equal(journey_go(&j, 0), 0);
        assert_close(j.b.x[6], 2.5, off * want);
        unload(j.l);
    }
}
