/* SPDX-License-Identifier: MIT
 *
 * S. Holzinger, J. Gerstmayr, Multibody Syst. Dyn. 53 (2021) 345-378, figures
 * 11 to 16: a heavy top, by steps of 0.001 s.
 */
#include "papers/approach.h"

#include <math.h>

static const char *const ATTITUDES[] = {"matrix", "quaternion",
                                        "rotation_vector", "euler(xyz)", 0};
static const double MASS[3] = {0, 1, 0}; /* its centre, seen from the body */
static const double STEP = 1e-3;

static struct motion top(const char *attitude)
{
    return motion_open(&(struct setup){
        .body = "heavy_top", .method = UPDATE, .attitude = attitude});
}

typedef void reading(const struct motion *, double out[3]);

/* What is read after every `stride`-th step, a curve for each of the three. */
static void record(struct panel *p, const char *attitude,
                   const char *const *names, reading *read, double h,
                   double until, int stride)
{
    struct motion m = top(attitude);
    struct curve *c[3];
    for (int i = 0; i < 3; i++)
        c[i] = sheet_curve(p, names[i]);
    for (long n = 0; n <= lround(until / h); n += stride) {
        double y[3];
        read(&m, y);
        for (int i = 0; i < 3; i++)
            sheet_point(c[i], (double)n * h, y[i], 0);
        motion_run(&m, h, stride);
    }
    motion_close(&m);
}

/* ---- figure 11: where the centre of mass goes ---- */

static void measure_path(struct sheet *s)
{
    struct panel *p =
        sheet_panel(s, "centre of mass, 10 s", "x (m)", "y (m)", AXES_SPHERE);
    for (const char *const *a = ATTITUDES; *a; a++) {
        struct motion m = top(*a);
        struct curve *c = sheet_curve(p, *a);
        for (int n = 0; n <= 1000; n++) {
            double y[3];
            motion_point(&m, MASS, y);
            sheet_point(c, y[0], y[1], y[2]);
            motion_run(&m, STEP, 10);
        }
        motion_close(&m);
    }
}

/* How far two paths are from each other, at the most. */
static double apart(const struct curve *a, const struct curve *b)
{
    double most = a->points == b->points ? 0 : NAN;
    for (int i = 0; i < a->points && i < b->points; i++) {
        const double *x = a->point[i], *y = b->point[i];
        double d = hypot(hypot(x[0] - y[0], x[1] - y[1]), x[2] - y[2]);
        if (!(d <= most))
            most = d;
    }
    return most;
}

/* How far it is from the unit sphere. */
static double off_sphere(const struct curve *c)
{
    double most = 0;
    for (int i = 0; i < c->points; i++) {
        const double *x = c->point[i];
        double d = fabs(hypot(hypot(x[0], x[1]), x[2]) - 1);
        if (!(d <= most))
            most = d;
    }
    return most;
}

/* "Can, of course, also be achieved with" the other parameters. */
static void check_path(const struct sheet *s, struct verdict *v)
{
    const struct panel *p = &s->panel[0];
    const struct curve *matrix = sheet_find(p, "matrix");
    for (const char *const *a = ATTITUDES; *a; a++) {
        if (a > ATTITUDES)
            claim_less(v, *a, apart(sheet_find(p, *a), matrix), 1e-11);
        claim_less(v, *a, off_sphere(sheet_find(p, *a)), 1e-13);
    }
    claim_less(v, "rotation vector, to the sphere",
               off_sphere(sheet_find(p, "rotation_vector")), 3e-15);
    claim_less(v, "Cardan angles, to the sphere",
               off_sphere(sheet_find(p, "euler(xyz)")), 3e-15);
}

/* ---- figures 12 and 14: its coordinates, and the rate ---- */

static void read_place(const struct motion *m, double out[3])
{
    motion_point(m, MASS, out);
}

static double place_error(const struct motion *m,
                          const struct reference_state *k)
{
    return motion_point_error(m, k, MASS);
}

/* Errors at t = 1 by steps of 0.001 and its halves. */
static void measure_errors(struct panel *p, motion_error *error)
{
    const struct reference_state *known = motion_known("heavy_top", 1);
    for (const char *const *a = ATTITUDES; *a; a++) {
        struct motion m = top(*a);
        struct curve *c = sheet_curve(p, *a);
        for (int i = 0; i <= 4; i++) {
            motion_start(&m);
            motion_run(&m, ldexp(STEP, -i), 1000L << i);
            sheet_point(c, ldexp(STEP, -i), error(&m, known), 0);
        }
        motion_close(&m);
    }
}

static void measure_place(struct sheet *s)
{
    record(sheet_panel(s, "centre of mass", "t (s)", "place (m)", AXES_PLAIN),
           "rotation_vector", LIST("x", "y", "z"), read_place, STEP, 10, 5);
    measure_errors(sheet_panel(s, "centre of mass, t = 1 s", "step (s)",
                               "error (m)", AXES_LOG),
                   place_error);
}

static void measure_rate(struct sheet *s)
{
    record(
        sheet_panel(s, "rate in the body", "t (s)", "rate (rad/s)", AXES_PLAIN),
        "rotation_vector", LIST("w1", "w2", "w3"), motion_rate, STEP, 1, 1);
    measure_errors(sheet_panel(s, "momentum in the body, t = 1 s", "step (s)",
                               "error (N m s)", AXES_LOG),
                   motion_momentum_error);
}

/* Errors at steps of 0.001 s, of order 4, alike for all parameters. */
static void claim_errors(struct verdict *v, const struct panel *p, double error)
{
    claim_about(v, "matrix", sheet_at(p, "matrix", STEP), error, 1.01);
    for (const char *const *a = ATTITUDES + 1; *a; a++)
        for (int i = 0; i <= 4; i++) {
            double h = ldexp(STEP, -i), same = sheet_at(p, "matrix", h);
            claim_close(v, *a, sheet_at(p, *a, h), same, 1e-6 * same + 1e-11);
        }
    for (int i = 2; i <= 4; i++)
        claim_order(v, p, ldexp(STEP, -i), 4, ATTITUDES);
}

static void check_place(const struct sheet *s, struct verdict *v)
{
    claim_errors(v, &s->panel[1], 1.344e-4);
}

/* The rate about the axis of symmetry is 150 rad/s all the time. */
static void check_rate(const struct sheet *s, struct verdict *v)
{
    const struct curve *w2 = sheet_find(&s->panel[0], "w2");
    double most = w2->points ? 0 : NAN;
    for (int i = 0; i < w2->points; i++) {
        double d = fabs(w2->point[i][1] - 150);
        if (!(d <= most))
            most = d;
    }
    claim_less(v, "change of w2", most, 1e-12);
    claim_errors(v, &s->panel[1], 0.04248);
}

/* ---- figure 13: the energy ---- */

static double energy_error(struct motion *m, double h, struct curve *c)
{
    motion_start(m);
    double first = motion_energy(m), most = 0;
    for (int i = 0; i <= 1000; i++) {
        double e = motion_energy(m) / first - 1;
        if (c)
            sheet_point(c, i / 100.0, e, 0);
        if (!(fabs(e) <= most))
            most = fabs(e);
        motion_run(m, h, lround(0.01 / h));
    }
    return most;
}

static void measure_energy(struct sheet *s)
{
    struct panel *e =
        sheet_panel(s, "energy, h = 0.001 s", "t (s)", "H/H0 - 1", AXES_PLAIN);
    struct panel *most =
        sheet_panel(s, "in 10 s", "step (s)", "largest |H/H0 - 1|", AXES_LOG);
    for (const char *const *a = ATTITUDES; *a; a++) {
        struct motion m = top(*a);
        struct curve *c = sheet_curve(e, *a), *d = sheet_curve(most, *a);
        for (int i = 0; i <= 2; i++)
            sheet_point(d, ldexp(STEP, -i),
                        energy_error(&m, ldexp(STEP, -i), i ? NULL : c), 0);
        motion_close(&m);
    }
}

/* It is lost by the order 5. */
static void check_energy(const struct sheet *s, struct verdict *v)
{
    const struct panel *most = &s->panel[1];
    for (const char *const *a = ATTITUDES; *a; a++) {
        claim_about(v, *a, sheet_at(most, *a, STEP), 5.455e-5, 1.01);
        claim_close(v, *a, sheet_order(most, *a, STEP / 2, STEP / 4), 5, 0.1);
    }
}

const struct figure papers_holzinger_top[] = {
    {"003_figure_11", "heavy top, the path of the centre of mass", 1,
     measure_path, check_path},
    {"003_figure_12", "heavy top, the place of the centre of mass", 2,
     measure_place, check_place},
    {"003_figure_13", "heavy top, the energy", 2, measure_energy, check_energy},
    {"003_figure_14", "heavy top, the angular velocity", 2, measure_rate,
     check_rate},
    {0},
};
