/* SPDX-License-Identifier: MIT
 *
 * What a figure of a paper is made of: panels with curves of numbers, measured
 * by running emitted steppers, and claims about these numbers.
 */
#ifndef POL_PAPERS_SHEET_H
#define POL_PAPERS_SHEET_H

#include <stdbool.h>

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
extern const struct figure papers_krysl_implicit[];
extern const struct figure papers_krysl_wall[];
extern const struct figure papers_krysl_explicit[];
extern const struct figure papers_jones_simo[];
extern const struct figure papers_holzinger_vector[];
extern const struct figure papers_holzinger_cardan[];
extern const struct figure papers_holzinger_orders[];
extern const struct figure papers_holzinger_top[];
extern const struct figure papers_holzinger_numbers[];
extern const struct figure papers_celledoni_free[];
extern const struct figure papers_celledoni_top[];
extern const struct figure papers_celledoni_satellite[];

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

#endif
