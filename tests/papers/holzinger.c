/* SPDX-License-Identifier: MIT
 *
 * S. Holzinger, J. Gerstmayr, Multibody Syst. Dyn. 53 (2021) 345-378: figures
 * 9, 10 with table 1, and 17.  A rotation vector or Cardan angles that are
 * updated by an incremental rotation are the attitude that the increments lead
 * to; here it is stored as a matrix or as a quaternion, and the increments are
 * theirs.
 */
#include "papers/motion.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define RK4 "rkmk(kutta4, form = rate, dexpinv = exact)"
#define RK1 "rkmk(euler, form = rate, dexpinv = exact)"

static const char *const ATTITUDES[] = {"matrix", "quaternion", 0};

static const char *const ORDERS[] = {RK1, "semi_euler", RK4, 0};
static const double ORDER_STEPS[] = {5e-2, 5e-3, 5e-4, 5e-5, 5e-6, 0};

static void measure_orders(struct sheet *s)
{
    struct panel *R = sheet_panel(s, "attitude, error at t = 0.5 s", "step (s)",
                                  "error", AXES_LOG);
    ladder_errors(&(struct ladder){"unstable_box", 0.5, ORDERS, ORDER_STEPS},
                  NULL, R);
}

/* "First and fourth order convergence characteristics as expected", where the
 * steps are small enough and rounding, which this motion amplifies by 1e3, is
 * not yet all of the error. */
static void check_orders(const struct sheet *s, struct verdict *v)
{
    const struct panel *R = &s->panel[0];
    claim_close(v, RK1, sheet_order(R, RK1, 5e-5, 5e-6), 1, 0.05);
    claim_close(v, "semi_euler", sheet_order(R, "semi_euler", 5e-5, 5e-6), 1,
                0.05);
    claim_close(v, RK4, sheet_order(R, RK4, 5e-3, 5e-4), 4, 0.4);
    claim_less(v, "RK4 and 1000 RK1", 1000 * sheet_at(R, RK4, 5e-4),
               sheet_at(R, RK1, 5e-4));
}

enum { ROWS = 7 };

static double row_step(int i)
{
    return ldexp(0.01, -i);
}

/* Errors of the point (1, 1, 1), as the table gives them. */
static void measure_table(struct sheet *s)
{
    static const double point[3] = {1, 1, 1};
    const struct reference_state *known = motion_known("unstable_box", 1);
    struct panel *p = sheet_panel(s, "position, error at t = 1 s", "step (s)",
                                  "error (m)", AXES_LOG);
    for (const char *const *a = ATTITUDES; *a; a++) {
        struct motion m = motion_open(&(struct setup){
            .body = "unstable_box", .method = RK4, .attitude = *a});
        struct curve *c = sheet_curve(p, *a);
        for (int i = 0; i < ROWS; i++) {
            motion_start(&m);
            motion_run(&m, row_step(i), 100L << i);
            sheet_point(c, row_step(i), motion_point_error(&m, known, point),
                        0);
        }
        motion_close(&m);
    }
}

/* The numbers are an independent program's.  The last are mostly rounding. */
static void check_table(const struct sheet *s, struct verdict *v)
{
    static const double error[ROWS] = {5.498113e-01, 2.347951e-02, 9.034910e-04,
                                       3.760119e-05, 1.792494e-06, 7.429861e-08,
                                       1.413879e-08};
    for (const char *const *a = ATTITUDES; *a; a++)
        for (int i = 0; i < ROWS; i++)
            claim_close(v, *a, sheet_at(&s->panel[0], *a, row_step(i)),
                        error[i], 1e-6 * error[i] + 5e-8);
}

static void measure_drift(struct sheet *s)
{
    struct panel *p = sheet_panel(s, "heavy top, h = 0.001 s", "t (s)",
                                  "norm of R'R - 1", AXES_LOG_Y);
    for (const char *const *a = ATTITUDES; *a; a++) {
        struct motion m = motion_open(&(struct setup){
            .body = "heavy_top", .method = RK4, .attitude = *a});
        struct curve *c = sheet_curve(p, *a);
        for (int i = 1; i <= 1000; i++) {
            motion_run(&m, 1e-3, 1000);
            sheet_point(c, i, motion_distortion(&m), 0);
        }
        motion_close(&m);
    }
}

/* The paper makes the matrix anew from three numbers, so that it is one of a
 * rotation to the last digit; stored ones gather rounding. */
static void check_drift(const struct sheet *s, struct verdict *v)
{
    claim_less(v, "matrix", sheet_largest(&s->panel[0], "matrix"), 1e-12);
    claim_less(v, "quaternion", sheet_largest(&s->panel[0], "quaternion"),
               5e-11);
}

const struct figure papers_holzinger[] = {
    {"003_figure_9",
     "free body about an unstable axis, methods of order 1 and 4", 1,
     measure_orders, check_orders},
    {"003_table_1", "free body about an unstable axis; figure 10", 1,
     measure_table, check_table},
    {"003_figure_17", "orthogonality in a million steps", 1, measure_drift,
     check_drift},
    {0},
};
