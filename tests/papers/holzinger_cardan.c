/* SPDX-License-Identifier: MIT
 *
 * S. Holzinger, J. Gerstmayr, Multibody Syst. Dyn. 53 (2021) 345-378, figures 5
 * to 8: Cardan angles through gimbal lock.
 */
#include "papers/papers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NEAR  "euler(xyz, branch = near)"
#define PAPER "euler(xyz, branch = paper)"

static const char *const MISSES[] = {"0", "1e-5", "1e-2", "1e-1", 0};
static const struct approach INTEGRATED = {"box_cardan", NEAR, KINEMATIC,
                                           MISSES},
                             UPDATED = {"box_cardan", NEAR, UPDATE, MISSES},
                             CAYLEY = {"box_cardan", NEAR,
                                       "rkmk(kutta4, form = rate, map = cay)",
                                       MISSES};
enum { FIRST = 0, LAST = 13 };

static const double COURSE_STEP = 0x1p-8;

static double straight(double t)
{
    return acos(-1) * t;
}

/* ---- figure 5: through lock, or past it ---- */

static void measure_lock(struct sheet *s)
{
    static const char length[] = "length of the angles (rad)";
    approach_course(
        &INTEGRATED, COURSE_STEP, 1,
        sheet_panel(s, "equation integrated", "t (s)", length, AXES_PLAIN));
    approach_course(&UPDATED, COURSE_STEP, 1,
                    sheet_panel(s, "updated", "t (s)", length, AXES_PLAIN));
    struct panel *ends = sheet_panel(s, "how it ends (3: singular)",
                                     "0, 1e-5, 1e-2, 0.1", "status", AXES_DOTS);
    approach_ends(&INTEGRATED, COURSE_STEP, 1, ends, "integrated");
    approach_ends(&UPDATED, COURSE_STEP, 1, ends, "updated");
}

/* "The proposed approach is able to pass through the singular point", and the
 * other is not. */
static void check_lock(const struct sheet *s, struct verdict *v)
{
    static const int fails[] = {3, 3, 0, 0}, passes[] = {0, 0, 0, 0};
    const struct panel *updated = &s->panel[1];
    claim_ends(v, &s->panel[2], "integrated", &INTEGRATED, fails);
    claim_ends(v, &s->panel[2], "updated", &UPDATED, passes);
    claim_course(v, updated, "0", straight, 2e-14);
    claim_together(v, updated, &s->panel[0], "1e-1", 1e-3);
}

/* ---- figure 6: jumps, or none ---- */

static struct motion turning(const char *attitude)
{
    return motion_open(&(struct setup){
        .body = "box_cardan", .method = UPDATE, .attitude = attitude});
}

static void measure_angles(struct panel *p, const char *attitude)
{
    static const char *const ANGLE[] = {"first", "second", "third"};
    struct motion m = turning(attitude);
    struct curve *c[3];
    for (int i = 0; i < 3; i++)
        c[i] = sheet_curve(p, ANGLE[i]);
    for (int n = 0; n <= 1024; n++) {
        for (int i = 0; i < 3; i++)
            sheet_point(c[i], n * COURSE_STEP, motion_number(&m, i), 0);
        motion_run(&m, COURSE_STEP, 1);
    }
    motion_close(&m);
}

static void measure_jumps(struct sheet *s)
{
    measure_angles(
        sheet_panel(s, "branch = near", "t (s)", "angle (rad)", AXES_PLAIN),
        NEAR);
    measure_angles(
        sheet_panel(s, "branch = paper", "t (s)", "angle (rad)", AXES_PLAIN),
        PAPER);
}

/* How often a curve jumps by half a turn; -1 if it moves otherwise. */
static int jumps(const struct curve *c)
{
    int count = 0;
    for (int i = 1; i < c->points; i++) {
        double d = fabs(c->point[i][1] - c->point[i - 1][1]);
        if (fabs(d - acos(-1)) < 1e-12)
            count++;
        else if (!(d < 1e-12))
            return -1;
    }
    return count;
}

static double folded(double t)
{
    return asin(sin(acos(-1) * t));
}

/* "Finite jumps compared to the analytical solution", four in 4 s, of the
 * paper's angles; those of `near` are the analytical solution. */
static void check_jumps(const struct sheet *s, struct verdict *v)
{
    const struct panel *near = &s->panel[0], *paper = &s->panel[1];
    claim_course(v, near, "second", straight, 1e-12);
    claim_less(v, "near, first", sheet_largest(near, "first"), 1e-12);
    claim_less(v, "near, third", sheet_largest(near, "third"), 1e-12);
    claim_course(v, paper, "second", folded, 1e-12);
    claim_close(v, "jumps, first", jumps(sheet_find(paper, "first")), 4, 0);
    claim_close(v, "jumps, third", jumps(sheet_find(paper, "third")), 4, 0);
}

/* ---- figure 7: for 100 s ---- */

/* The second angle of the other triple of angles, where the first is not 0, and
 * as many turns as the analytical solution has by then. */
static double converted(const struct motion *m, double t)
{
    double b = motion_number(m, 1), pi = acos(-1);
    if (cos(motion_number(m, 0)) < 0)
        b = pi - b;
    return b + 2 * pi * round((pi * t - b) / (2 * pi));
}

static void measure_second(struct panel *angle, struct panel *off,
                           const char *name, const char *attitude)
{
    struct motion m = turning(attitude);
    struct curve *c = sheet_curve(angle, name), *d = sheet_curve(off, name);
    for (int i = 0; i <= 10000; i++) {
        double t = i / 100.0, b = converted(&m, t);
        if (i <= 400)
            sheet_point(c, t, b, 0);
        sheet_point(d, t, b - straight(t), 0);
        motion_run(&m, 1e-3, 10);
    }
    motion_close(&m);
}

static void measure_long(struct sheet *s)
{
    struct panel *angle = sheet_panel(s, "second angle, h = 0.001 s", "t (s)",
                                      "angle (rad)", AXES_PLAIN);
    struct panel *off = sheet_panel(s, "second angle", "t (s)",
                                    "deviation from pi t (rad)", AXES_PLAIN);
    measure_second(angle, off, "near", NEAR);
    measure_second(angle, off, "paper", PAPER);
}

/* The paper's angles, "if desired, can be converted"; both are then pi t but
 * for rounding, which is that of 314 rad where the angle is stored whole. */
static void check_long(const struct sheet *s, struct verdict *v)
{
    claim_course(v, &s->panel[0], "paper", straight, 1e-12);
    claim_less(v, "paper", sheet_largest(&s->panel[1], "paper"), 1e-12);
    claim_less(v, "near", sheet_largest(&s->panel[1], "near"), 1e-9);
}

/* ---- figure 8: errors ---- */

enum { NUMBERS = 6 }; /* angles and rate */

/* S. Holzinger, J. Gerstmayr, Multibody Syst. Dyn. 53 (2021) 345-378, equation
 * (88), and Euler's equation. */
static void slope(const double J[3], const double y[NUMBERS],
                  double out[NUMBERS])
{
    const double *w = y + 3, b = y[1], c = y[2];
    double across = cos(c) * w[0] - sin(c) * w[1];
    out[0] = across / cos(b);
    out[1] = sin(c) * w[0] + cos(c) * w[1];
    out[2] = w[2] - tan(b) * across;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        out[3 + i] = (J[j] - J[k]) * w[j] * w[k] / J[i];
    }
}

static void step_numbers(const double J[3], double h, double y[NUMBERS])
{
    static const double AT[] = {0, 0.5, 0.5, 1}, WEIGHT[] = {1, 2, 2, 1};
    double k[NUMBERS] = {0}, stage[NUMBERS], sum[NUMBERS] = {0};
    for (int s = 0; s < 4; s++) {
        for (int i = 0; i < NUMBERS; i++)
            stage[i] = y[i] + h * AT[s] * k[i];
        slope(J, stage, k);
        for (int i = 0; i < NUMBERS; i++)
            sum[i] += WEIGHT[s] * k[i];
    }
    for (int i = 0; i < NUMBERS; i++)
        y[i] += h / 6 * sum[i];
}

/* R turned by the angle a about axis i of the body. */
static void turn_axis(double R[9], int i, double a)
{
    int j = (i + 1) % 3, k = (i + 2) % 3;
    for (double *row = R; row < R + 9; row += 3) {
        double rj = row[j], rk = row[k];
        row[j] = rj * cos(a) + rk * sin(a);
        row[k] = rk * cos(a) - rj * sin(a);
    }
}

/* The matrix R = X(a) Y(b) Z(c), body to space, of a free body with principal
 * moments J, from angles 0 and the rate w, after n steps of h of the classical
 * Runge-Kutta method, by the angles' own differential equation as it stands:
 * what kinematic(kutta4) would do if it did not look how close it comes to the
 * singular point. */
static void unguarded_cardan(const double J[3], const double w[3], double h,
                             long n, double R[9])
{
    static const double UNIT[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    double y[NUMBERS] = {0, 0, 0, w[0], w[1], w[2]};
    for (long i = 0; i < n; i++)
        step_numbers(J, h, y);
    memcpy(R, UNIT, sizeof UNIT);
    for (int i = 0; i < 3; i++)
        turn_axis(R, i, y[i]);
}

/* As approach_errors does it. */
static void measure_unguarded(struct panel *p)
{
    static const double J[3] = {5.2988, 1.1775, 4.3568};
    for (const char *const *miss = MISSES + 1; *miss; miss++) {
        double e = strtod(*miss, NULL), w[3] = {e, acos(-1), e};
        const struct reference_state *known =
            approach_known(&UPDATED, *miss, 1);
        struct curve *c = sheet_curve(p, *miss);
        for (int i = FIRST; i <= LAST; i++) {
            double R[9], h = ldexp(1, -i);
            unguarded_cardan(J, w, h, 1L << i, R);
            sheet_point(c, h, motion_distance(R, known), 0);
        }
    }
}

static void measure_errors(struct sheet *s)
{
    approach_errors(
        &INTEGRATED, 1, FIRST, LAST,
        sheet_panel(s, "equation integrated", "step (s)", "error", AXES_LOG));
    approach_errors(&UPDATED, 1, FIRST, LAST,
                    sheet_panel(s, "updated", "step (s)", "error", AXES_LOG));
    measure_unguarded(sheet_panel(s, "the same without a look at lock",
                                  "step (s)", "error", AXES_LOG));
    approach_errors(
        &CAYLEY, 1, FIRST, LAST,
        sheet_panel(s, "updated, map = cay", "step (s)", "error", AXES_LOG));
}

/* "Slower the closer": not at all where the miss is 1e-5. The method refuses
 * then; one that does not look is wrong by as much as rounding has it. */
static void check_integrated(const struct panel *p, const struct panel *bare,
                             struct verdict *v)
{
    for (int i = 4; i <= 8; i += 2) {
        double e = sheet_at(p, "1e-5", ldexp(1, -i));
        claim_close(v, "refused, misses by 1e-5", isnan(e), 1, 0);
        claim_above(v, bare, "1e-5", i, i, 5e-3);
    }
    claim_above(v, p, "1e-2", 1, 7, 0.04);
    claim_fourth(v, p, "1e-2", 10, LAST);
    claim_fourth(v, p, "1e-1", 8, LAST);
    claim_alike(v, p, bare, "1e-1", 7, 11, 1.001);
    claim_alike(v, p, bare, "1e-2", 10, LAST, 1.001);
}

/* "Expected fourth-order convergence for all considered values", and "similar
 * results" by the Cayley transform; it does not turn the axis of a steady
 * rotation, but by another angle. */
static void check_errors(const struct sheet *s, struct verdict *v)
{
    const struct panel *updated = &s->panel[1];
    check_integrated(&s->panel[0], &s->panel[2], v);
    claim_below(v, updated, "0", FIRST, LAST, 1e-12);
    claim_fourth(v, updated, "1e-5", 2, 7);
    claim_fourth(v, updated, "1e-2", 2, 9);
    claim_fourth(v, updated, "1e-1", 2, 9);
    claim_below(v, updated, "1e-5", 4, 4, 2.1e-10);
    claim_below(v, updated, "1e-5", 6, 6, 9e-13);
    claim_below(v, updated, "1e-5", 8, 8, 2e-14);
    for (const char *const *miss = MISSES; *miss; miss++)
        claim_fourth(v, &s->panel[3], *miss, 3, 9);
}

const struct figure papers_holzinger_cardan[] = {
    {"003_figure_5", "Cardan angles come to gimbal lock, or miss it", 3,
     measure_lock, check_lock},
    {"003_figure_6", "Cardan angles, turning about the second axis", 2,
     measure_jumps, check_jumps},
    {"003_figure_7", "the second of the Cardan angles for 100 s", 2,
     measure_long, check_long},
    {"003_figure_8", "errors of Cardan angles that were at gimbal lock", 2,
     measure_errors, check_errors},
    {0},
};
