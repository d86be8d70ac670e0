/* SPDX-License-Identifier: MIT
 *
 * Splittings, discrete Moser-Veselov, Crouch-Grossman and commutator-free
 * methods: what holds between them, and motions at which formulas break down.
 * The series of discrete Moser-Veselov: a step in 200 bits beside two of half
 * the size, so small that every coefficient which is not right to the last
 * digit lowers the order.
 */
#include "shelf/axioms.h"
#include "shelf/drafts.h"
#include "stepping.h"
#include "in_reals.h"

/* The state after `steps` steps to t, of a body that must get there. */
static struct end reach(const char *text, const char *method, double t, long steps)
{
    pol_options o = options_by(method, NULL);
    struct loaded l = draft_text(text, &o);
    struct end e = run_to(l.s, t, steps);
    if (e.status)
        fail_msg("%s: status %d", method, e.status);
    unload(l);
    return e;
}

static const char reference[] = "rkmk(cooper_verner8, dexpinv = exact)";

/* ---- motions at which formulas break down -------------------------------- */

struct motion {
    const char *text;
    double t;
};

#define MOTION(t, ...)                                                                             \
    {                                                                                              \
        "body b\n" __VA_ARGS__, t                                                                  \
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
                fail_msg("%s: off by %.2e, on\n%s", tried[k].call, off, m->text);
        }
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

static const char body[] = "body b\n"
                           "inertia diag(0.6, 0.8, 1)\n"
                           "start L = [1.8, 0.4, -0.9]\n";

/* Symbols with values in many digits. */
enum { BITS = 200, SYMBOLS = 40, VALUES = 12, NEWTON = 8 };
struct known {
    int n;
    expr symbol[SYMBOLS];
    mpfr_t value[SYMBOLS];
};

static void init(mpfr_t *x, int n)
{
    for (int i = 0; i < n; i++)
        mpfr_init2(x[i], BITS);
}

static void clear(mpfr_t *x, int n)
{
    for (int i = 0; i < n; i++)
        mpfr_clear(x[i]);
}

static void add(struct known *k, expr symbol, mpfr_srcptr value)
{
    assert_true(k->n < SYMBOLS);
    mpfr_set(k->value[k->n], value, MPFR_RNDN);
    k->symbol[k->n++] = symbol;
}

/* Newton's iteration, as often as 200 bits need. */
static void add_solved(struct known *k, const struct stepping *s, const struct solve *v)
{
    mpfr_t x[3], d[3];
    int before = k->n;
    init(x, 3);
    init(d, 3);
    assert_int_equal(v->n, 3);
    in_reals(s->pool, 3, v->start, k->n, k->symbol, k->value, x);
    for (int sweep = 0; sweep < NEWTON; sweep++) {
        for (int i = 0; i < 3; i++)
            add(k, v->unknown[i], x[i]);
        in_reals(s->pool, 3, v->change, k->n, k->symbol, k->value, d);
        for (int i = 0; i < 3; i++)
            mpfr_add(x[i], x[i], d[i], MPFR_RNDN);
        k->n = before;
    }
    for (int i = 0; i < 3; i++)
        add(k, v->result[i], x[i]);
    clear(x, 3);
    clear(d, 3);
}

/* A step of 2^-bits from R row by row, and L. */
static void make_step(const struct stepping *s, int bits, mpfr_t *state)
{
    const struct routine *r = &s->step->advance;
    struct known k = {0};
    mpfr_t h;
    int at = 0;
    mpfr_init2(h, BITS);
    mpfr_set_ui_2exp(h, 1, -bits, MPFR_RNDN);
    init(k.value, SYMBOLS);
    for (int i = 0; i < s->step->stores; i++)
        for (int j = 0; j < s->step->store[i].n; j++)
            add(&k, s->step->store[i].symbol[j], state[at++]);
    add(&k, s->step->h, h);
    for (int i = 0; i < r->solves; i++)
        add_solved(&k, s, &r->solve[i]);
    at = 0;
    for (int i = 0; i < r->outputs; at += r->output[i++].n)
        in_reals(s->pool, r->output[i].n, r->output[i].value, k.n, k.symbol, k.value, state + at);
    clear(k.value, SYMBOLS);
    mpfr_clear(h);
}

/* log2 of how far a step of 2^-bits is from two of half the size. */
static double log_error(const char *call, int bits)
{
    struct stepping s = stepping_new(NULL, 0);
    mpfr_t whole[VALUES], halves[VALUES];
    double most = 0;
    init(whole, VALUES);
    init(halves, VALUES);
    stepping_must(&s, body, call, "matrix", NULL);
    for (int i = 0, at = 0; i < s.step->stores; i++)
        for (int j = 0; j < s.step->store[i].n; j++, at++) {
            number_mpfr(s.step->store[i].value[j], whole[at]);
            mpfr_set(halves[at], whole[at], MPFR_RNDN);
        }
    make_step(&s, bits, whole);
    make_step(&s, bits + 1, halves);
    make_step(&s, bits + 1, halves);
    for (int i = 0; i < VALUES; i++) {
        mpfr_sub(whole[i], whole[i], halves[i], MPFR_RNDN);
        most = fmax(most, fabs(mpfr_get_d(whole[i], MPFR_RNDN)));
    }
    clear(whole, VALUES);
    clear(halves, VALUES);
    arena_free(s.arena);
    return log2(most);
}

TEST(every_coefficient_is_right)
{
    for (int order = 2; order <= 10; order += 2)
        for (int k = 0; k < 2; k++) {
            char call[60];
            snprintf(call, sizeof call, "dmv(%d, %s)", order, k ? "time" : "inertia");
            double slope = log_error(call, 10) - log_error(call, 11);
            if (!(fabs(slope - (order + 1)) < 0.01))
                fail_msg("%s has the local order %.3f", call, slope);
        }
    mpfr_free_cache();
}
