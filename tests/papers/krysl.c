/* SPDX-License-Identifier: MIT
 *
 * The figures of P. Krysl.
 */
#include "papers/papers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- P. Krysl, "Dynamically equivalent implicit algorithms for the
 * integration of rigid body rotations", Commun. Numer. Meth. Eng. 24 (2008)
 * 141-156, figures 1 to 3: errors of seven methods of order 2 against the step
 * size ---- */

static const char *const METHODS[] = {"trap",   "imid", "trapm", "imidm",
                                      "bbtrap", "swc1", "akw",   0};
static const double FREE_STEPS[] = {2, 1, 0.5, 0.25, 0.125, 0.0625, 0};
static const double SLOW_STEPS[] = {0.1, 0.05, 0.02, 0.01, 0.005, 0};
static const double FAST_STEPS[] = {0.04,   0.02,    0.01,     0.005,
                                    0.0025, 0.00125, 0.000625, 0};

static void measure_errors(struct sheet *s, const struct ladder *a)
{
    struct panel *L = sheet_panel(s, "body momentum", "step (s)",
                                  "error (kg m^2/s)", AXES_LOG);
    struct panel *R = sheet_panel(s, "attitude", "step (s)", "error", AXES_LOG);
    ladder_errors(a, L, R);
}

static void measure_free_body(struct sheet *s)
{
    measure_errors(s, &(struct ladder){"free_body", 100, METHODS, FREE_STEPS});
}

static void measure_slow_top(struct sheet *s)
{
    measure_errors(s, &(struct ladder){"slow_top", 20, METHODS, SLOW_STEPS});
}

static void measure_fast_top(struct sheet *s)
{
    measure_errors(s, &(struct ladder){"fast_top", 20, METHODS, FAST_STEPS});
}

/* All seven are of second order, in both errors, where the steps are small. */
static void claim_all_second(const struct sheet *s, struct verdict *v, double h)
{
    for (int i = 0; i < s->panels; i++)
        claim_order(v, &s->panel[i], h, 2, METHODS);
}

/* Section 5.1: imid is the most accurate, akw matches it in the momentum but
 * "is in order of magnitude less accurate in the attitude", trap is slightly
 * behind in the momentum, bbtrap and swc1 are "rather inaccurate in the
 * momenta".  In the attitude imid is not the best: trap is by a tenth. */
static void check_free_body(const struct sheet *s, struct verdict *v)
{
    const struct panel *L = &s->panel[0], *R = &s->panel[1];
    const double h = 0.125;
    claim_all_second(s, v, 0.0625);
    claim_ahead(v, L, h, LIST("imid"), LIST("trap"));
    claim_ahead(v, L, h, LIST("trap"), LIST("trapm", "imidm"));
    claim_ahead(v, L, h, LIST("trapm", "imidm"), LIST("bbtrap", "swc1"));
    claim_close(v, "momentum, akw / imid",
                sheet_at(L, "akw", h) / sheet_at(L, "imid", h), 1, 1e-9);
    claim_ahead(v, R, h, LIST("imid", "trap"), LIST("trapm", "imidm"));
    claim_close(v, "attitude, trap / imid",
                sheet_at(R, "trap", h) / sheet_at(R, "imid", h), 0.91, 0.01);
    claim_less(v, "attitude, ten times imid and akw",
               10 * sheet_at(R, "imid", h), sheet_at(R, "akw", h));
}

/* Section 5.2: quadratic convergence of all; "absolute accuracy" of the four
 * new ones "is also outstanding", which is so beside akw only. */
static void check_slow_top(const struct sheet *s, struct verdict *v)
{
    const double h = 0.01;
    claim_all_second(s, v, 0.005);
    for (int i = 0; i < 2; i++)
        claim_ahead(v, &s->panel[i], h, LIST("trap", "trapm", "imid", "imidm"),
                    LIST("akw"));
    claim_ahead(v, &s->panel[1], h, LIST("trap", "imid"),
                LIST("trapm", "imidm", "bbtrap", "swc1"));
    claim_ahead(v, &s->panel[0], h, LIST("swc1"), LIST("trapm", "imidm"));
}

/* Section 5.3: "the present imidm/trapm pair are significantly more accurate
 * than the other algorithms". */
static void check_fast_top(const struct sheet *s, struct verdict *v)
{
    const double h = 0.005;
    claim_all_second(s, v, 0.000625);
    claim_ahead(v, &s->panel[0], h, LIST("imidm", "trapm"),
                LIST("bbtrap", "swc1", "imid", "trap", "akw"));
    claim_ahead(v, &s->panel[1], h, LIST("imidm", "trapm"),
                LIST("bbtrap", "swc1"));
    claim_ahead(v, &s->panel[1], h, LIST("bbtrap", "swc1"),
                LIST("imid", "trap"));
    claim_ahead(v, &s->panel[1], h, LIST("imid", "trap"), LIST("akw"));
}

/* ---- P. Krysl, "Dynamically equivalent implicit algorithms for the
 * integration of rigid body rotations", Commun. Numer. Meth. Eng. 24 (2008)
 * 141-156, figures 4 and 5: energy of a body at a soft wall in 40,000 steps of
 * 0.5, in each of which it turns by more than 30 degrees.  The torque has the
 * sign that is printed there, with which the figures were made; the text says
 * the opposite ---- */

enum { STEPS = 40000, BLOCK = 40, STARTS = 5 };
static const double STEP = 0.5;

static const char *const OTHERS[] = {"akw", "bbtrap", "swc1", 0};
static const char *const PAIRS[] = {"trap", "imid", "trapm", "imidm", 0};

/* The least and the largest H/H0 - 1 of a block of steps; with a failed step,
 * NaN and NaN. */
static void follow_block(struct motion *m, double first, double range[2])
{
    range[0] = INFINITY;
    range[1] = -INFINITY;
    for (int i = 0; i < BLOCK; i++) {
        motion_run(m, STEP, 1);
        double H = motion_energy(m) / first - 1;
        range[0] = H >= range[0] ? range[0] : H;
        range[1] = H <= range[1] ? range[1] : H;
    }
}

/* The largest |H/H0 - 1| of a motion; what it is made of goes to a curve. */
static double follow(struct motion *m, struct curve *c)
{
    double first = motion_energy(m), largest = 0;
    for (int i = 0; i < STEPS / BLOCK; i++) {
        double range[2], t = 1e-3 * STEP * BLOCK * i;
        follow_block(m, first, range);
        for (int j = 0; j < 2; j++) {
            double size = fabs(range[j]);
            largest = size <= largest ? largest : size;
            if (c)
                sheet_point(c, t, range[j], 0);
        }
    }
    return m->lost ? NAN : largest;
}

/* By each method from the spec's start, and the largest errors from starts that
 * are a rounding away. */
static void measure_starts(struct sheet *s, const char *const *method,
                           int starts)
{
    struct panel *energy =
        sheet_panel(s, "energy", "t (1000 s)", "H/H0 - 1", AXES_PLAIN);
    struct panel *largest =
        sheet_panel(s, "starts that are a rounding apart", "start",
                    "largest |H/H0 - 1|", AXES_DOTS);
    for (; *method; method++) {
        struct motion m = motion_open(
            &(struct setup){.body = "printed_wall", .method = *method});
        struct curve *drawn = sheet_curve(energy, *method);
        struct curve *c = sheet_curve(largest, *method);
        for (int i = 0; i < starts; i++) {
            motion_start(&m);
            m.x[m.s->state - 5] *= 1 + 1e-13 * i; /* L, before t and its rest */
            sheet_point(c, i + 1, follow(&m, i == 0 ? drawn : NULL), 0);
        }
        motion_close(&m);
    }
}

static void measure_others(struct sheet *s)
{
    measure_starts(s, OTHERS, STARTS);
}

static void measure_pairs(struct sheet *s)
{
    measure_starts(s, PAIRS, 2);
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(const struct panel *p, const char *method)
{
    double error[STARTS];
    for (int i = 0; i < STARTS; i++)
        error[i] = sheet_at(p, method, i + 1);
    qsort(error, STARTS, sizeof *error, compare);
    return error[STARTS / 2];
}

/* "None of the solutions blow up", but they are irregular: the largest error
 * hangs on rounding, so that an independent program has it alike in size. */
static void check_others(const struct sheet *s, struct verdict *v)
{
    static const double error[] = {0.039, 0.046, 0.051};
    for (int i = 0; OTHERS[i]; i++) {
        const struct panel *p = &s->panel[1];
        claim_less(v, OTHERS[i], sheet_largest(p, OTHERS[i]), 0.2);
        claim_about(v, OTHERS[i], median(p, OTHERS[i]), error[i], 1.5);
    }
}

/* The vertical scale is a fifth of that of figure 4, and the motion regular: an
 * independent program has the same error to the digits given, whatever the
 * rounding.  The midpoint rules are ahead of the trapezoidal ones. */
static void check_pairs(const struct sheet *s, struct verdict *v)
{
    static const double error[] = {0.009, 0.007, 0.012, 0.005};
    const struct panel *p = &s->panel[1];
    for (int i = 0; PAIRS[i]; i++) {
        claim_close(v, PAIRS[i], sheet_at(p, PAIRS[i], 1), error[i], 0.0005);
        claim_close(v, "next to it", sheet_at(p, PAIRS[i], 2),
                    sheet_at(p, PAIRS[i], 1), 1e-6);
        claim_less(v, "less than a third of akw", sheet_at(p, PAIRS[i], 1),
                   0.039 / 3);
    }
    claim_ahead(v, p, 1, LIST("imid", "imidm"), LIST("trap", "trapm"));
}

/* The body that the text describes: no method stands so large a step.  The
 * errors up to the step that fails or has lost the energy altogether. */
static void measure_text(struct sheet *s)
{
    struct panel *p =
        sheet_panel(s, "energy", "t (s)", "|H/H0 - 1|", AXES_LOG_Y);
    for (const char *const *name = PAIRS; *name; name++) {
        struct motion m = motion_open(
            &(struct setup){.body = "coulomb_wall", .method = *name});
        struct curve *c = sheet_curve(p, *name);
        double first = motion_energy(&m), error = 0;
        for (int i = 1; i <= 200 && error < 1; i++) {
            motion_run(&m, STEP, 1);
            error = fabs(motion_energy(&m) / first - 1);
            sheet_point(c, i * STEP, error, 0);
        }
        motion_close(&m);
    }
}

static void check_text(const struct sheet *s, struct verdict *v)
{
    for (const char *const *m = PAIRS; *m; m++) {
        const struct curve *c = sheet_find(&s->panel[0], *m);
        claim_less(v, *m, c->points, 100);
    }
}

/* ---- P. Krysl, "Explicit time integrators for nonlinear dynamics derived from
 * the midpoint rule", figure 1: the fast Lagrangian top.  The algorithm NMB of
 * its legend is not defined in the paper; trapm, one of the two best in the
 * other paper's figure of this top, stands in its place; bbtrap, imid and trap
 * are added ---- */

static const char *const EXPLICIT[] = {
    "akw",      "swc1",      "bbtrap",    "imid",      "trap", "trapm",
    "liemid_i", "liemid_e1", "liemid_e2", "liemid_ea", 0};

static void measure_explicit(struct sheet *s)
{
    measure_errors(s, &(struct ladder){"fast_top", 20, EXPLICIT, FAST_STEPS});
}

/* The alternating algorithm "is the strongest performer", and "even the
 * first-order methods perform very well for larger time steps". */
static void check_explicit(const struct sheet *s, struct verdict *v)
{
    for (int i = 0; i < 2; i++) {
        const struct panel *p = &s->panel[i];
        claim_order(v, p, 0.000625, 2, LIST("liemid_i", "trapm", "liemid_ea"));
        claim_ahead(v, p, 0.005, LIST("liemid_ea"),
                    LIST("liemid_i", "trapm", "liemid_e1", "liemid_e2"));
        claim_ahead(v, p, 0.005, LIST("liemid_i", "liemid_e1", "liemid_e2"),
                    LIST("swc1", "akw"));
        claim_ahead(v, p, 0.005, LIST("liemid_i", "trapm"),
                    LIST("swc1", "bbtrap"));
        claim_ahead(v, p, 0.005, LIST("swc1", "bbtrap"), LIST("imid", "trap"));
        claim_about(v, "at 0.01, liemid_e1 is liemid_i",
                    sheet_at(p, "liemid_e1", 0.01),
                    sheet_at(p, "liemid_i", 0.01), 1.1);
        claim_less(v, "order of liemid_e1",
                   sheet_order(p, "liemid_e1", 0.00125, 0.000625), 1.7);
        claim_less(v, "order of liemid_e2",
                   sheet_order(p, "liemid_e2", 0.00125, 0.000625), 1.7);
    }
}

const struct figure papers_krysl[] = {
    {"000_figure_1", "free body, error at t = 100 s", 2, measure_free_body,
     check_free_body},
    {"000_figure_2", "slow Lagrangian top, error at t = 20 s", 2,
     measure_slow_top, check_slow_top},
    {"000_figure_3", "fast Lagrangian top, error at t = 20 s", 2,
     measure_fast_top, check_fast_top},
    {"000_figure_4",
     "body at a wall, 40,000 steps of 0.5 s, by earlier methods", 2,
     measure_others, check_others},
    {"000_figure_5",
     "body at a wall, 40,000 steps of 0.5 s, by the methods of the paper", 2,
     measure_pairs, check_pairs},
    {"000_wall_of_text", "body at the wall that the text describes, h = 0.5 s",
     1, measure_text, check_text},
    {"001_figure_1", "fast Lagrangian top, error at t = 20 s", 2,
     measure_explicit, check_explicit},
    {0},
};
