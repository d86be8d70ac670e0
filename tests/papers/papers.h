/* SPDX-License-Identifier: MIT
 *
 * What a figure of a paper is made of: panels with curves of numbers, measured
 * by running emitted steppers, and claims about these numbers.
 */
#ifndef POL_PAPERS_PAPERS_H
#define POL_PAPERS_PAPERS_H

#include <stdbool.h>

#include "include/polhode.h"
#include "values/values.h"

enum { MOST_PANELS = 8, MOST_CURVES = 12, CURVE_NAME = 64 };

/* Points (x, y), or (x, y, z) in space; where nothing could be computed, y is
 * NaN. */
struct curve {
    char name[CURVE_NAME];
    int points, room;
    double (*point)[3];
};

enum axes {
    AXES_PLAIN,
    AXES_LOG_Y,
    AXES_LOG,   /* both */
    AXES_DOTS,  /* points without lines */
    AXES_SPHERE /* curves on the unit sphere */
};

struct panel {
    const char *title, *x, *y;
    enum axes axes;
    int curves;
    struct curve curve[MOST_CURVES];
};

struct sheet {
    bool drawn; /* to be drawn: also what only a picture needs */
    int panels;
    struct panel panel[MOST_PANELS];
};

/* How many claims were looked at, and how many do not hold. */
struct verdict {
    int claims, broken;
};

struct figure {
    const char *name;  /* number of the paper, "figure_" or "table_", number */
    const char *shows; /* one line, over the picture */
    int columns;       /* of panels in the picture */
    void (*measure)(struct sheet *);
    void (*check)(const struct sheet *, struct verdict *);
};

/* The figures of a paper, up to one without a name. */
extern const struct figure papers_krysl[];
extern const struct figure papers_jones_simo[];
extern const struct figure papers_holzinger_vector[];
extern const struct figure papers_holzinger_cardan[];
extern const struct figure papers_holzinger_orders[];
extern const struct figure papers_holzinger_top[];
extern const struct figure papers_celledoni[];

/* ---- filling a sheet ---- */

struct panel *sheet_panel(struct sheet *, const char *title, const char *x,
                          const char *y, enum axes);
struct curve *sheet_curve(struct panel *, const char *name);
void sheet_point(struct curve *, double x, double y, double z);
void sheet_free(struct sheet *);

/* ---- reading it ---- */

/* A curve of a panel by its name; without it the program ends. */
const struct curve *sheet_find(const struct panel *, const char *name);
/* y of a curve where x is (nearly) this; without it the program ends. */
double sheet_at(const struct panel *, const char *name, double x);
/* The largest |y|; NaN if one is. */
double sheet_largest(const struct panel *, const char *name);
/* The mean of y, and the least z; NaN if a y is NaN. */
double sheet_mean(const struct panel *, const char *name);
double sheet_lowest(const struct panel *, const char *name);
/* The order between two values of x of a curve error against step size. */
double sheet_order(const struct panel *, const char *name, double x,
                   double other);

/* ---- claims: each prints a line, and NaN fulfils none ---- */

void claim_less(struct verdict *, const char *what, double a, double b);
/* want / factor <= got <= want factor */
void claim_about(struct verdict *, const char *what, double got, double want,
                 double factor);
/* |got - want| <= within */
void claim_close(struct verdict *, const char *what, double got, double want,
                 double within);
/* Names of curves, up to NULL. */
#define LIST(...)                                                              \
    (const char *const[])                                                      \
    {                                                                          \
        __VA_ARGS__, 0                                                         \
    }
/* Each of the first has a smaller y at x than each of the others. */
void claim_ahead(struct verdict *, const struct panel *, double x,
                 const char *const *first, const char *const *others);
/* From 2 h to h, errors fall with this order. */
void claim_order(struct verdict *, const struct panel *, double h, double order,
                 const char *const *of);

/* ---- running emitted steppers, and what several figures measure ---- */

/* A body on its way by a method. */
struct motion {
    pol_image *image;
    const pol_stepper *s;
    double x[32], par[64], in[64];
    int lost; /* the status of the step that has failed, or 0 */
};

/* A spec of this folder or of specs/, by name; a method; what is NULL stays as
 * it is.  `name` and `value` set a constant. */
struct setup {
    const char *body, *method, *attitude, *name, *value;
    pol_compiler compiler;
};

/* Ends the program, with the messages, if that does not load. */
struct motion motion_open(const struct setup *);
void motion_close(struct motion *);
void motion_start(struct motion *);
/* n steps of h; nothing more once a step has failed. */
void motion_run(struct motion *, double h, long n);
/* NaN once a step has failed. */
double motion_energy(const struct motion *);
/* The i-th stored number of the attitude; NaN once a step has failed. */
double motion_number(const struct motion *, int i);
/* The length of the three that are stored; NaN once a step has failed. */
double motion_length(const struct motion *);
/* Body to space, row by row; NaN once a step has failed. */
void motion_rotation(const struct motion *, double R[9]);
/* The Frobenius norm of R'R - 1; NaN once a step has failed. */
double motion_distortion(const struct motion *);
/* The largest entry of R'R - 1 by size; NaN once a step has failed. */
double motion_skewness(const struct motion *);
/* The body's rate, seen from it; NaN once a step has failed. */
void motion_rate(const struct motion *, double w[3]);
/* The momentum in space; NaN once a step has failed. */
void motion_spatial(const struct motion *, double p[3]);
/* The space's third axis, seen from the body; NaN once a step has failed. */
void motion_vertical(const struct motion *, double u[3]);
/* Where a point of the body is in space; NaN once a step has failed. */
void motion_point(const struct motion *, const double p[3], double in[3]);

/* The state of a body at a time, out of tables; without it the program ends. */
const struct reference_state *motion_known(const char *body, double t);

/* |R p - R' p| and the 2-norms ||R - R'|| and ||L - L'|| from a known
 * state; NaN when lost. */
double motion_point_error(const struct motion *, const struct reference_state *,
                          const double p[3]);
double motion_attitude_error(const struct motion *,
                             const struct reference_state *);
double motion_momentum_error(const struct motion *,
                             const struct reference_state *);
/* The same of an attitude alone. */
double motion_distance(const double R[9], const struct reference_state *);

/* Errors at one time against the step size, by several methods. */
struct ladder {
    const char *body;
    double until;              /* where its state is known */
    const char *const *method; /* up to NULL */
    const double *step;        /* up to 0; each fits the time */
};

/* A panel of errors of the momentum, or of the attitude, may be NULL. */
void ladder_errors(const struct ladder *, struct panel *momentum,
                   struct panel *attitude);
/* One of the errors against the seconds that it takes, compiled by gcc. */
typedef double motion_error(const struct motion *,
                            const struct reference_state *);
void ladder_times(const struct ladder *, struct panel *, motion_error *);

/* The energy's error along a motion, H/H0 - 1 or H - H0, and the way of the
 * vertical in the body; every `stride`-th step.  A panel may be NULL. */
struct track {
    const char *body, *method;
    double step, until;
    int stride;
    bool absolute;
};
void track_follow(const struct track *, struct panel *energy, const char *name,
                  struct panel *vertical);

/* ---- bodies that come close to a singular point of their attitude's numbers,
 * as close as a constant `miss` says, by the two ways that S. Holzinger and J.
 * Gerstmayr compare (Multibody Syst. Dyn. 53 (2021) 345-378) ---- */

/* The paper's way: the numbers are updated by an incremental rotation vector;
 * and the way it compares with: their own differential equation. */
#define UPDATE    "rkmk(kutta4, form = rate, dexpinv = exact)"
#define KINEMATIC "kinematic(kutta4)"

struct approach {
    const char *body, *attitude, *method;
    const char *const *miss; /* values, up to NULL: a curve for each */
};

/* The length of the three numbers against time, by steps of h. */
void approach_course(const struct approach *, double h, double until,
                     struct panel *);
/* How these end: the status of the step that fails, or 0, against the value's
 * place in the list. */
void approach_ends(const struct approach *, double h, double until,
                   struct panel *, const char *name);
/* The known state of such a body. */
const struct reference_state *approach_known(const struct approach *,
                                             const char *miss, double t);
/* Errors of the attitude at a time against the step size, from 2^-first to
 * 2^-last. */
void approach_errors(const struct approach *, double until, int first, int last,
                     struct panel *);

/* ---- claims of the curve of one value ---- */

/* From 2^-first to 2^-last: each halving of the step is one of order 4, */
void claim_fourth(struct verdict *, const struct panel *, const char *miss,
                  int first, int last);
/* errors are less than a bound, or not, */
void claim_below(struct verdict *, const struct panel *, const char *miss,
                 int first, int last, double bound);
void claim_above(struct verdict *, const struct panel *, const char *miss,
                 int first, int last, double bound);
/* errors are those of the other panel but for a factor. */
void claim_alike(struct verdict *, const struct panel *, const struct panel *,
                 const char *miss, int first, int last, double factor);
/* A course is a function of time, */
void claim_course(struct verdict *, const struct panel *, const char *miss,
                  double (*of)(double t), double within);
/* or another panel's. */
void claim_together(struct verdict *, const struct panel *,
                    const struct panel *, const char *miss, double within);
/* Where the approaches that are named by `name` end. */
void claim_ends(struct verdict *, const struct panel *, const char *name,
                const struct approach *, const int *status);

#endif
