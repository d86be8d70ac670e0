/* SPDX-License-Identifier: MIT
 *
 * P. Krysl, "Dynamically equivalent implicit algorithms for the integration of
 * rigid body rotations", Commun. Numer. Meth. Eng. 24 (2008) 141-156, figures 4
 * and 5: energy of a body at a soft wall in 40,000 steps of 0.5, in each of
 * which it turns by more than 30 degrees.  The torque has the sign that is
 * printed there, with which the figures were made; the text says the opposite.
 */
#include "papers/motion.h"

#include <math.h>
#include <stdlib.h>

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
static void measure(struct sheet *s, const char *const *method, int starts)
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
    measure(s, OTHERS, STARTS);
}

static void measure_pairs(struct sheet *s)
{
    measure(s, PAIRS, 2);
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

const struct figure papers_krysl_wall[] = {
    {"000_figure_4",
     "body at a wall, 40,000 steps of 0.5 s, by earlier methods", 2,
     measure_others, check_others},
    {"000_figure_5",
     "body at a wall, 40,000 steps of 0.5 s, by the methods of the paper", 2,
     measure_pairs, check_pairs},
    {"000_wall_of_text", "body at the wall that the text describes, h = 0.5 s",
     1, measure_text, check_text},
    {0},
};
