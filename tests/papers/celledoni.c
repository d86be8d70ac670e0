/* SPDX-License-Identifier: MIT
 *
 * The figures of E. Celledoni and N. Safstrom.
 */
#include "papers/papers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- E. Celledoni, N. Safstrom, J. Phys. A: Math. Gen. 39 (2006) 5463-5478,
 * section 4.1: a body without torque, figures 1 and 2 and the long run between
 * them ---- */

static const char *const EULER[] = {"mr",   "triple4(mr)", "dmv2", "dmv4",
                                    "dmv6", "je",          0};
enum { SPLITTINGS = 2 }; /* the first of them */
static const char *const FREE[] = {"mr", "triple4(mr)", "jem2", "jem4", 0};
static const double FREE_STEPS[] = {0.25, 0.125, 0.0625, 0.03125, 0.015625, 0};

static void measure_euler(struct sheet *s)
{
    struct ladder a = {"free_543", 1, EULER, FREE_STEPS};
    struct panel *L = sheet_panel(s, "body momentum, error at t = 1", "step",
                                  "error", AXES_LOG);
    ladder_errors(&a, L, NULL);
    if (s->drawn)
        ladder_times(&a,
                     sheet_panel(s, "the same against the time it takes",
                                 "seconds", "error", AXES_LOG),
                     motion_momentum_error);
}

static void measure_free(struct sheet *s)
{
    struct ladder a = {"free_543", 1, FREE, FREE_STEPS};
    struct panel *L = sheet_panel(s, "body momentum, error at t = 1", "step",
                                  "error", AXES_LOG);
    struct panel *R =
        sheet_panel(s, "attitude, error at t = 1", "step", "error", AXES_LOG);
    ladder_errors(&a, L, R);
    if (s->drawn)
        ladder_times(&a,
                     sheet_panel(s, "attitude, against the time it takes",
                                 "seconds", "error", AXES_LOG),
                     motion_attitude_error);
}

static void measure_long(struct sheet *s)
{
    struct panel *p = sheet_panel(s, "step 0.4", "t", "H - H0", AXES_PLAIN);
    struct panel *all =
        sheet_panel(s, "all, by size", "t", "|H - H0|", AXES_LOG_Y);
    for (const char *const *m = EULER; *m; m++) {
        struct track t = {"free_543", *m, 0.4, 400, 1, true};
        if (m < EULER + SPLITTINGS)
            track_follow(&t, p, *m, NULL);
        track_follow(&t, all, *m, NULL);
    }
}

/* je is exact up to rounding at any step.  mr and dmv "perform similarly with a
 * slight advantage for the mr in the second-order case, and of dmv in the
 * fourth-order case". */
static void check_euler(const struct sheet *s, struct verdict *v)
{
    const struct panel *L = &s->panel[0];
    claim_less(v, "je, largest error", sheet_largest(L, "je"), 1e-13);
    claim_order(v, L, 0.03125, 2, LIST("mr", "dmv2"));
    claim_order(v, L, 0.03125, 4, LIST("triple4(mr)", "dmv4"));
    claim_order(v, L, 0.125, 6, LIST("dmv6"));
    claim_ahead(v, L, 0.0625, LIST("mr"), LIST("dmv2"));
    claim_ahead(v, L, 0.0625, LIST("dmv4"), LIST("triple4(mr)"));
}

/* "Also in this case the jem methods perform very well." */
static void check_free(const struct sheet *s, struct verdict *v)
{
    const struct panel *L = &s->panel[0], *R = &s->panel[1];
    const char *const second[] = {"mr", "jem2", 0};
    const char *const fourth[] = {"triple4(mr)", "jem4", 0};
    claim_less(v, "jem2, momentum", sheet_largest(L, "jem2"), 1e-13);
    claim_less(v, "jem4, momentum", sheet_largest(L, "jem4"), 1e-13);
    claim_order(v, R, 0.03125, 2, second);
    claim_order(v, R, 0.03125, 4, fourth);
    claim_ahead(v, R, 0.0625, LIST("jem2"), LIST("mr"));
    claim_ahead(v, R, 0.0625, LIST("jem4"), LIST("triple4(mr)"));
}

/* "About 1e-3" for mr, "about 1e-5 for the method of order 4", 1e-13 for dmv,
 * 1e-16 for je, which here is stepped and so gathers rounding. */
static void check_long(const struct sheet *s, struct verdict *v)
{
    const struct panel *H = &s->panel[1];
    claim_about(v, "mr", sheet_largest(H, "mr"), 2.4e-3, 1.05);
    claim_about(v, "triple4(mr)", sheet_largest(H, "triple4(mr)"), 6.5e-5,
                1.05);
    for (const char *const *m = LIST("dmv2", "dmv4", "dmv6", "je"); *m; m++)
        claim_less(v, *m, sheet_largest(H, *m), 1e-12);
}

/* ---- E. Celledoni, N. Safstrom, J. Phys. A: Math. Gen. 39 (2006) 5463-5478,
 * section 4.2: heavy tops, figures 3 to 6 ---- */

static const char *const METHODS[] = {"mr", "sej", "sej4", 0};
static const double STEPS[] = {0.1, 0.05, 0.04, 0.02, 0.01, 0.005, 0.0025, 0};

static void measure_errors(struct sheet *s)
{
    struct ladder a = {"heavy_6000", 1, METHODS, STEPS};
    struct panel *L = sheet_panel(s, "body momentum, error at t = 1", "step",
                                  "error", AXES_LOG);
    struct panel *R =
        sheet_panel(s, "attitude, error at t = 1", "step", "error", AXES_LOG);
    ladder_errors(&a, L, R);
    if (s->drawn)
        ladder_times(&a,
                     sheet_panel(s, "attitude, against the time it takes",
                                 "seconds", "error", AXES_LOG),
                     motion_attitude_error);
}

/* Way of the centre of mass in the body, and error of the energy. */
static void measure_way(struct sheet *s, const char *method)
{
    static const double steps[] = {0.1, 0.05, 0.01};
    static const char *const way[] = {"centre of mass, h = 0.1",
                                      "centre of mass, h = 0.05",
                                      "centre of mass, h = 0.01"};
    static const char *const energy[] = {"energy, h = 0.1", "energy, h = 0.05",
                                         "energy, h = 0.01"};
    for (int i = 0; i < 3; i++) {
        struct panel *u = sheet_panel(s, way[i], "u1", "u2", AXES_SPHERE);
        struct panel *e =
            sheet_panel(s, energy[i], "t", "H/H0 - 1", AXES_PLAIN);
        struct track t = {"heavy_6000", method, steps[i], 100, 1, false};
        track_follow(&t, e, method, u);
    }
}

static void measure_sej(struct sheet *s)
{
    measure_way(s, "sej");
}

/* How far apart the centres of mass are by two methods, with h = 0.01. */
static void measure_distance(struct panel *p)
{
    struct motion a =
        motion_open(&(struct setup){.body = "heavy_6000", .method = "sej"});
    struct motion b =
        motion_open(&(struct setup){.body = "heavy_6000", .method = "mr"});
    struct curve *c = sheet_curve(p, "distance");
    for (int i = 1; i <= 10000; i++) {
        double u[3], v[3];
        motion_run(&a, 0.01, 1);
        motion_run(&b, 0.01, 1);
        motion_vertical(&a, u);
        motion_vertical(&b, v);
        sheet_point(c, 0.01 * i,
                    hypot(hypot(u[0] - v[0], u[1] - v[1]), u[2] - v[2]), 0);
    }
    motion_close(&a);
    motion_close(&b);
}

static void measure_mr(struct sheet *s)
{
    measure_way(s, "mr");
    measure_distance(sheet_panel(s, "centre of mass, mr from sej, h = 0.01",
                                 "t", "distance", AXES_PLAIN));
}

/* The mean of |H - H0| on [0, 10] with h = 0.01. */
static double mean_error(const char *method, const char *name,
                         const char *value)
{
    struct motion m = motion_open(&(struct setup){
        .body = "heavy_alpha", .method = method, .name = name, .value = value});
    double first = motion_energy(&m), sum = 0;
    for (int i = 0; i < 1000; i++) {
        motion_run(&m, 0.01, 1);
        sum += fabs(motion_energy(&m) - first);
    }
    motion_close(&m);
    return sum / 1000;
}

static const int ALPHAS[] = {1, 2, 5, 10, 20, 50, 100, 0};

static void measure_alpha(struct sheet *s)
{
    static const char *const constant[] = {"spin", "size"};
    static const char *const title[] = {"(a) angular velocity alpha (1, 2, 3)",
                                        "(b) inertia alpha (1, 2, 3)"};
    for (int i = 0; i < 2; i++) {
        struct panel *p =
            sheet_panel(s, title[i], "alpha", "mean |H - H0|", AXES_LOG);
        for (const char *const *m = METHODS; *m; m++) {
            struct curve *c = sheet_curve(p, *m);
            for (const int *a = ALPHAS; *a; a++) {
                char value[16];
                snprintf(value, sizeof value, "%d", *a);
                sheet_point(c, *a, mean_error(*m, constant[i], value), 0);
            }
        }
    }
}

/* "The advantage of the sej4 splitting method is quite clear while mr and sej
 * perform similarly": so it is in the attitude.  In the momentum sej and sej4
 * are both ahead by five digits, since the torque is so small. */
static void check_errors(const struct sheet *s, struct verdict *v)
{
    const struct panel *L = &s->panel[0], *R = &s->panel[1];
    claim_order(v, L, 0.0025, 2, METHODS);
    claim_order(v, R, 0.0025, 2, LIST("mr", "sej"));
    claim_about(v, "attitude, sej / mr",
                sheet_at(R, "sej", 0.01) / sheet_at(R, "mr", 0.01), 1, 3);
    claim_less(v, "attitude, 100 sej4 and sej", 100 * sheet_at(R, "sej4", 0.01),
               sheet_at(R, "sej", 0.01));
    claim_less(v, "momentum, 10000 sej and mr",
               10000 * sheet_at(L, "sej", 0.01), sheet_at(L, "mr", 0.01));
}

/* At what they keep to themselves, by step size: the largest error of the
 * energy, and how far down the centre of mass comes in the body.  Where it goes
 * all over the sphere, the motion is chaotic and round-off has a say. */
static void claim_way(const struct sheet *s, struct verdict *v,
                      const char *method, const double energy[3],
                      const double lowest[3])
{
    for (int i = 0; i < 3; i++) {
        const struct panel *u = &s->panel[2 * i], *e = u + 1;
        const double factor = energy[i] > 0.1 ? 2 : 1.1;
        claim_about(v, e->title, sheet_largest(e, method), energy[i], factor);
        claim_close(v, u->title, sheet_lowest(u, method), lowest[i], 0.02);
    }
}

/* "For the sej method the numerical trajectory of the centre of mass maintains
 * the same character for the different step sizes": it does not come down. */
static void check_sej(const struct sheet *s, struct verdict *v)
{
    claim_way(s, v, "sej", (const double[]){1.0e-6, 1.9e-7, 7.3e-9},
              (const double[]){-0.38, -0.27, -0.25});
}

/* "For step size h = 0.1 the trajectory ... by the mr method is different": it
 * goes all over the sphere.  At h = 0.01 sej's error of the energy is smaller
 * by "a factor 1e-4", and the mean distance "O(1e-1)". */
static void check_mr(const struct sheet *s, struct verdict *v)
{
    claim_way(s, v, "mr", (const double[]){0.365, 2.1e-3, 5.2e-5},
              (const double[]){-1, -0.23, -0.25});
    claim_about(v, "energy, h = 0.01, sej / mr",
                7.3e-9 / sheet_largest(&s->panel[5], "mr"), 1e-4, 1.5);
    claim_about(v, "mean distance from sej",
                sheet_mean(&s->panel[6], "distance"), 0.25, 1.1);
}

/* "The energy error for the sej method is smaller compared to the mr method in
 * some cases": when spin or inertia is large. */
static void check_alpha(const struct sheet *s, struct verdict *v)
{
    for (int i = 0; i < 2; i++) {
        const struct panel *p = &s->panel[i];
        for (const int *a = ALPHAS + 1; *a; a++)
            claim_ahead(v, p, *a, LIST("sej", "sej4"), LIST("mr"));
        claim_about(v, "alpha = 1, sej / mr",
                    sheet_at(p, "sej", 1) / sheet_at(p, "mr", 1), 1, 1.1);
    }
}

/* ---- E. Celledoni, N. Safstrom, J. Phys. A: Math. Gen. 39 (2006) 5463-5478,
 * section 4.3: a satellite in the Earth's gravity gradient, figures 7 and 8
 * ---- */

static void measure_satellite(struct sheet *s, double h)
{
    static const char *const way[] = {"vertical in the body, mr",
                                      "vertical in the body, sej",
                                      "vertical in the body, sej4"};
    static const char *const energy[] = {"energy, mr", "energy, sej",
                                         "energy, sej4"};
    for (int i = 0; i < 3; i++) {
        struct panel *u = sheet_panel(s, way[i], "u1", "u2", AXES_SPHERE);
        struct panel *e =
            sheet_panel(s, energy[i], "t (s)", "H/H0 - 1", AXES_PLAIN);
        struct track t = {"satellite", METHODS[i], h, 400, 1, false};
        track_follow(&t, e, METHODS[i], u);
    }
}

static void measure_coarse(struct sheet *s)
{
    measure_satellite(s, 0.1);
}

static void measure_fine(struct sheet *s)
{
    measure_satellite(s, 0.05);
}
/* The largest errors of the energy, and how far down the vertical comes in the
 * body: with the large step mr goes all over the sphere, and sej4 alone stays
 * where it should.  With the small step "the three different methods perform
 * similarly". */
static void check_satellite(const struct sheet *s, struct verdict *v,
                            const double error[3], const double lowest[3])
{
    double got[3];
    for (int i = 0; i < 3; i++) {
        got[i] = sheet_largest(&s->panel[2 * i + 1], METHODS[i]);
        claim_about(v, METHODS[i], got[i], error[i], 1.1);
        claim_close(v, s->panel[2 * i].title,
                    sheet_lowest(&s->panel[2 * i], METHODS[i]), lowest[i],
                    0.03);
    }
    claim_less(v, "10 sej and mr", 10 * got[1], got[0]);
    claim_less(v, "sej4 and sej", got[2], got[1]);
}

static void check_coarse(const struct sheet *s, struct verdict *v)
{
    check_satellite(s, v, (const double[]){1.5, 1.3e-3, 7e-4},
                    (const double[]){-1, -0.73, 0});
}

static void check_fine(const struct sheet *s, struct verdict *v)
{
    check_satellite(s, v, (const double[]){6e-3, 2e-4, 1.4e-4},
                    (const double[]){0.05, -0.05, 0.05});
}

const struct figure papers_celledoni[] = {
    {"004_figure_1", "Euler's equations of a free body", 2, measure_euler,
     check_euler},
    {"004_figure_2", "free body with its attitude", 3, measure_free,
     check_free},
    {"004_long_run", "free body, energy on [0, 400]", 2, measure_long,
     check_long},
    {"004_figure_3", "heavy top", 3, measure_errors, check_errors},
    {"004_figure_4", "heavy top on [0, 100] by sej", 2, measure_sej, check_sej},
    {"004_figure_5", "heavy top on [0, 100] by mr", 2, measure_mr, check_mr},
    {"004_figure_6", "heavy top, mean error of the energy on [0, 10]", 2,
     measure_alpha, check_alpha},
    {"004_figure_7", "satellite, 400 s with h = 0.1 s", 2, measure_coarse,
     check_coarse},
    {"004_figure_8", "satellite, 400 s with h = 0.05 s", 2, measure_fine,
     check_fine},
    {0},
};
