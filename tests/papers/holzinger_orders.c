/* SPDX-License-Identifier: MIT
 *
 * S. Holzinger, J. Gerstmayr, Multibody Syst. Dyn. 53 (2021) 345-378: figure 9,
 * and figure 10 with table 1.  The accuracy is that of the method, whatever the
 * attitude's numbers.
 */
#include "papers/papers.h"

#include <math.h>

static const char *const ATTITUDES[] = {"matrix", "quaternion",
                                        "rotation_vector", "euler(xyz)", 0};

/* ---- figure 9 ---- */

static const struct {
    const char *name, *method;
} ORDERS[] = {
    {"RK1", "rkmk(euler, form = rate, dexpinv = exact)"},
    {"semi_euler", "semi_euler"},
    {"RK4", UPDATE},
};
enum { METHODS = sizeof ORDERS / sizeof *ORDERS };
static const double ORDER_STEPS[] = {5e-2, 5e-3, 5e-4, 5e-5, 5e-6, 0};

static void measure_order(struct panel *p, const char *attitude,
                          const char *name, const char *method)
{
    const struct reference_state *known = motion_known("unstable_box", 0.5);
    struct motion m = motion_open(&(struct setup){
        .body = "unstable_box", .method = method, .attitude = attitude});
    struct curve *c = sheet_curve(p, name);
    for (const double *h = ORDER_STEPS; *h > 0; h++) {
        motion_start(&m);
        motion_run(&m, *h, lround(0.5 / *h));
        sheet_point(c, *h, motion_attitude_error(&m, known), 0);
    }
    motion_close(&m);
}

static void measure_orders(struct sheet *s)
{
    for (const char *const *a = ATTITUDES + 2; *a; a++) {
        struct panel *p =
            sheet_panel(s, *a, "step (s)", "error at t = 0.5 s", AXES_LOG);
        for (int i = 0; i < METHODS; i++)
            measure_order(p, *a, ORDERS[i].name, ORDERS[i].method);
    }
}

/* "First and fourth order convergence characteristics as expected", and "the
 * same behaviour in the Euler angle scheme", where the steps are small enough
 * and rounding, which this motion amplifies by 1e3, is not yet all of the
 * error. */
static void check_orders(const struct sheet *s, struct verdict *v)
{
    for (int i = 0; i < s->panels; i++) {
        const struct panel *p = &s->panel[i];
        claim_close(v, "RK1", sheet_order(p, "RK1", 5e-5, 5e-6), 1, 0.05);
        claim_close(v, "semi_euler", sheet_order(p, "semi_euler", 5e-5, 5e-6),
                    1, 0.05);
        claim_close(v, "RK4", sheet_order(p, "RK4", 5e-3, 5e-4), 4, 0.4);
        claim_less(v, "RK4 and 1000 RK1", 1000 * sheet_at(p, "RK4", 5e-4),
                   sheet_at(p, "RK1", 5e-4));
    }
}

/* ---- table 1, figure 10 ---- */

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
            .body = "unstable_box", .method = UPDATE, .attitude = *a});
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

/* The numbers are an independent program's, to six digits as far as rounding
 * lets them be seen: 1e-7, after what this motion makes of it. */
static void check_table(const struct sheet *s, struct verdict *v)
{
    static const double error[ROWS] = {5.498113e-01, 2.347951e-02, 9.034910e-04,
                                       3.760119e-05, 1.792494e-06, 7.429861e-08,
                                       1.413879e-08};
    for (const char *const *a = ATTITUDES; *a; a++)
        for (int i = 0; i < ROWS; i++)
            claim_close(v, *a, sheet_at(&s->panel[0], *a, row_step(i)),
                        error[i], 1e-6 * error[i] + 1e-7);
}

const struct figure papers_holzinger_orders[] = {
    {"003_figure_9", "free body about an unstable axis, order 1 and 4", 2,
     measure_orders, check_orders},
    {"003_table_1", "free body about an unstable axis; figure 10", 1,
     measure_table, check_table},
    {0},
};
