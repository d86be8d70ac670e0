/* SPDX-License-Identifier: MIT
 *
 * A heavy top of S. Holzinger and J. Gerstmayr.
 */
#include "papers/papers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- S. Holzinger, J. Gerstmayr, Multibody Syst. Dyn. 53 (2021) 345-378,
 * figures 11 to 16: a heavy top, by steps of 0.001 s ---- */

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

/* ---- S. Holzinger, J. Gerstmayr, Multibody Syst. Dyn. 53 (2021) 345-378,
 * figures 15 to 18: a heavy top's rotation vector and Cardan angles, how well
 * they stay rotations, and how well their own equations do ---- */

/* How the attitude is stored, and the curve's name. */
struct stored {
    const char *name, *attitude;
};

#define VECTOR    "rotation_vector(branch = near)"
#define SHORTENED "rotation_vector(branch = principal)"
#define CARDAN    "euler(xyz, branch = near)"

/* ---- figures 15 and 16: the numbers ---- */

static struct motion compiled_top(const char *attitude)
{
    return motion_open(&(struct setup){.body = "heavy_top",
                                       .method = UPDATE,
                                       .attitude = attitude,
                                       .compiler = POL_GCC});
}

static void draw_numbers(struct panel *p, const char *attitude,
                         const char *const *names)
{
    struct motion m = compiled_top(attitude);
    struct curve *c[3];
    for (int i = 0; i < 3; i++)
        c[i] = sheet_curve(p, names[i]);
    for (int n = 0; n <= 2000; n++) {
        for (int i = 0; i < 3; i++)
            sheet_point(c[i], n / 1000.0, motion_number(&m, i), 0);
        motion_run(&m, 1e-4, 10);
    }
    motion_close(&m);
}

/* The most that the three numbers change by in one step of [0, 2]; `longest`
 * gets their largest length. */
static double leap(struct motion *m, double h, double *longest)
{
    double most = 0, last[3];
    *longest = 0;
    motion_start(m);
    for (long n = lround(2 / h); n > 0; n--) {
        for (int i = 0; i < 3; i++)
            last[i] = motion_number(m, i);
        motion_run(m, h, 1);
        double sum = 0;
        for (int i = 0; i < 3; i++)
            sum += pow(motion_number(m, i) - last[i], 2);
        if (!(sqrt(sum) <= most))
            most = sqrt(sum);
        if (!(motion_length(m) <= *longest))
            *longest = motion_length(m);
    }
    return most;
}

/* Curves of the most that a step changes, and of the largest length, whose
 * panel may be NULL. */
static void measure_leaps(const struct stored *a, const double *step,
                          struct panel *change, struct panel *length)
{
    for (; a->name; a++) {
        struct motion m = compiled_top(a->attitude);
        struct curve *c = sheet_curve(change, a->name);
        struct curve *d = length ? sheet_curve(length, a->name) : NULL;
        for (const double *h = step; *h > 0; h++) {
            double longest, most = leap(&m, *h, &longest);
            sheet_point(c, *h, most, 0);
            if (d)
                sheet_point(d, *h, longest, 0);
        }
        motion_close(&m);
    }
}

static struct panel *leap_panel(struct sheet *s)
{
    return sheet_panel(s, "largest change in a step, to t = 2 s", "step (s)",
                       "change (rad)", AXES_LOG);
}

static const struct stored VECTORS[] = {
    {"near", VECTOR},
    {"paper", "rotation_vector(branch = paper)"},
    {"principal", SHORTENED},
    {0},
};

static void measure_vector(struct sheet *s)
{
    draw_numbers(sheet_panel(s, "updated, h = 0.0001 s", "t (s)",
                             "component (rad)", AXES_PLAIN),
                 VECTOR, LIST("v1", "v2", "v3"));
    struct panel *change = leap_panel(s);
    struct panel *length = sheet_panel(s, "largest length, to t = 2 s",
                                       "step (s)", "length (rad)", AXES_LOG);
    measure_leaps(VECTORS, (const double[]){1e-3, 1e-4, 1e-5, 0}, change,
                  length);
}

/* The vector swings round below the length 2 pi, which is not to be seen in the
 * paper's steps of 0.001 s; the shortest one turns to its opposite at pi. */
static void check_vector(const struct sheet *s, struct verdict *v)
{
    const struct panel *change = &s->panel[1], *length = &s->panel[2];
    double pi = acos(-1);
    claim_less(v, "near, a step of 0.001", 3, sheet_at(change, "near", 1e-3));
    for (const char *const *a = LIST("near", "paper"); *a; a++) {
        claim_about(v, *a, sheet_at(change, *a, 1e-4), 0.473, 1.02);
        claim_about(v, *a, sheet_at(change, *a, 1e-5), 0.0473, 1.02);
        claim_less(v, *a, sheet_largest(length, *a), 2 * pi);
    }
    claim_about(v, "principal", sheet_at(change, "principal", 1e-5), 2 * pi,
                1.001);
    claim_less(v, "principal", sheet_largest(length, "principal"), pi + 1e-12);
}

static const struct stored CARDANS[] = {
    {"near", CARDAN},
    {"paper", "euler(xyz, branch = paper)"},
    {0},
};

static void measure_cardan(struct sheet *s)
{
    draw_numbers(sheet_panel(s, "updated, h = 0.0001 s", "t (s)", "angle (rad)",
                             AXES_PLAIN),
                 CARDAN, LIST("first", "second", "third"));
    struct panel *change = leap_panel(s);
    measure_leaps(CARDANS, (const double[]){1e-3, 1e-4, 1e-5, 1e-6, 0}, change,
                  NULL);
}

/* The compiled_top comes to 0.005 from gimbal lock: there the outer angles turn
 * by half a turn in 1e-4 s, and only steps below that show it. */
static void check_cardan(const struct sheet *s, struct verdict *v)
{
    const struct panel *change = &s->panel[1];
    for (const struct stored *a = CARDANS; a->name; a++) {
        claim_less(v, a->name, 1, sheet_at(change, a->name, 1e-3));
        claim_about(v, a->name, sheet_at(change, a->name, 1e-5), 0.413, 1.02);
        claim_about(v, a->name, sheet_at(change, a->name, 1e-6), 0.0413, 1.05);
    }
}

/* ---- figure 17: a million steps ---- */

static const struct stored DRIFTING[] = {
    {"matrix", "matrix"},
    {"quaternion", "quaternion"},
    {"renormalised", "quaternion(renormalise = each)"},
    {"to first order", "quaternion(renormalise = first)"},
    {"rotation vector", VECTOR},
    {"Cardan angles", CARDAN},
    {0},
};

static void measure_drift(struct sheet *s)
{
    struct panel *p =
        sheet_panel(s, "heavy compiled_top, h = 0.001 s", "t (s)",
                    "largest entry of R'R - 1 in a second", AXES_LOG_Y);
    for (const struct stored *a = DRIFTING; a->name; a++) {
        struct motion m = compiled_top(a->attitude);
        struct curve *c = sheet_curve(p, a->name);
        for (int t = 1; t <= 1000; t++) {
            double most = 0;
            for (int i = 0; i < 20; i++) {
                motion_run(&m, 1e-3, 50);
                if (!(motion_skewness(&m) <= most))
                    most = motion_skewness(&m);
            }
            sheet_point(c, t, most, 0);
        }
        motion_close(&m);
    }
}

/* "In the range of machine precision", where the matrix is made of three
 * numbers, or of a quaternion of length 1; others gather rounding. */
static void check_drift(const struct sheet *s, struct verdict *v)
{
    const struct panel *p = &s->panel[0];
    static const struct {
        const char *name;
        double most;
    } bound[] = {
        {"Cardan angles", 1e-15}, {"rotation vector", 4e-15},
        {"renormalised", 4e-15},  {"to first order", 4e-15},
        {"quaternion", 1e-12},    {"matrix", 2e-13},
    };
    for (int i = 0; i < 6; i++)
        claim_less(v, bound[i].name, sheet_largest(p, bound[i].name),
                   bound[i].most);
    claim_less(v, "quaternion", 1e-13, sheet_at(p, "quaternion", 1000));
    claim_less(v, "matrix", 3e-14, sheet_at(p, "matrix", 1000));
}

/* ---- figure 18: errors at t = 1 ---- */

enum { HALVINGS = 10 };

static double step(int i)
{
    return ldexp(0.01, -i);
}

static void measure_ways(struct panel *p, const char *name,
                         const char *attitude, const char *method)
{
    struct motion m = motion_open(&(struct setup){
        .body = "heavy_tilted", .method = method, .attitude = attitude});
    const struct reference_state *known = motion_known("heavy_tilted", 1);
    struct curve *c = sheet_curve(p, name);
    for (int i = 0; i <= HALVINGS; i++) {
        motion_start(&m);
        motion_run(&m, step(i), 100L << i);
        sheet_point(c, step(i), motion_attitude_error(&m, known), 0);
    }
    motion_close(&m);
}

static void measure_convergence(struct sheet *s)
{
    struct panel *v =
        sheet_panel(s, "rotation vector", "step (s)", "error", AXES_LOG);
    measure_ways(v, "integrated", VECTOR, KINEMATIC);
    measure_ways(v, "updated", VECTOR, UPDATE);
    measure_ways(v, "and shortened", SHORTENED, KINEMATIC);
    struct panel *a =
        sheet_panel(s, "Cardan angles", "step (s)", "error", AXES_LOG);
    measure_ways(a, "integrated", CARDAN, KINEMATIC);
    measure_ways(a, "updated", CARDAN, UPDATE);
}

/* "Smaller errors, of about the order of 1e-2": of 1e-3 in small steps, and
 * the others' are of no use in steps that the update's can be used with.  What
 * makes them so large is the length 2 pi: a vector that is brought back to pi
 * after each step has the errors of the update. */
static void check_convergence(const struct sheet *s, struct verdict *v)
{
    const struct panel *vector = &s->panel[0], *cardan = &s->panel[1];
    for (int i = 0; i <= 4; i++) {
        const double h = step(i);
        bool lost = isnan(sheet_at(vector, "integrated", h));
        claim_less(v, "vector, n <= 1600", 0.5,
                   lost ? INFINITY : sheet_at(vector, "integrated", h));
        claim_less(v, "Cardan, n <= 1600", 0.05,
                   sheet_at(cardan, "integrated", h));
    }
    for (const struct panel *p = vector; p <= cardan; p++) {
        claim_less(v, "n = 1600", sheet_at(p, "updated", step(4)), 6e-5);
        for (int i = 6; i <= 7; i++)
            claim_less(v, p->title, 200 * sheet_at(p, "updated", step(i)),
                       sheet_at(p, "integrated", step(i)));
        for (int i = 5; i <= HALVINGS; i++)
            claim_order(v, p, step(i), 4, LIST("updated"));
    }
    for (int i = 2; i <= HALVINGS; i++)
        claim_about(v, "shortened", sheet_at(vector, "and shortened", step(i)),
                    sheet_at(vector, "updated", step(i)), 1.05);
}

const struct figure papers_holzinger_top[] = {
    {"003_figure_11", "heavy top, the path of the centre of mass", 1,
     measure_path, check_path},
    {"003_figure_12", "heavy top, the place of the centre of mass", 2,
     measure_place, check_place},
    {"003_figure_13", "heavy top, the energy", 2, measure_energy, check_energy},
    {"003_figure_14", "heavy top, the angular velocity", 2, measure_rate,
     check_rate},
    {"003_figure_15", "heavy compiled_top, the rotation vector", 3,
     measure_vector, check_vector},
    {"003_figure_16", "heavy compiled_top, the Cardan angles", 2,
     measure_cardan, check_cardan},
    {"003_figure_17", "orthogonality in a million steps", 1, measure_drift,
     check_drift},
    {"003_figure_18", "heavy compiled_top, updated or integrated", 2,
     measure_convergence, check_convergence},
    {0},
};
