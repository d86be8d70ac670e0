/* SPDX-License-Identifier: MIT
 *
 * What a figure of a paper is made of: panels with curves of numbers, measured
 * by running emitted steppers, and claims about these numbers.  `figures.txt`
 * says which.
 */
#ifndef POL_PAPERS_PAPERS_H
#define POL_PAPERS_PAPERS_H

#include <stdbool.h>

#include "include/polhode.h"
#include "values/values.h"

enum { MOST_PANELS = 8, MOST_CURVES = 12, MOST_NUMBERS = 16 };

/* Points (x, y), or (x, y, z) in space; where nothing could be computed, y is
 * NaN. */
struct curve {
    const char *name;
    int points, room;
    double (*point)[3];
};

enum axes {
    AXES_PLAIN,
    AXES_LOG_Y,
    AXES_LOG,    /* both */
    AXES_DOTS,   /* points without lines */
    AXES_SPHERE, /* curves on the unit sphere */
    AXES
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
    char *name;  /* number of the paper, "figure_" or "table_", number */
    char *shows; /* one line, over the picture */
    int columns; /* of panels in the picture */
    char *text;  /* lines of figures.txt */
};

/* ---- sheet.c ---- */

/* Ends the program, as figures.txt or a body cannot be used. */
void stop(const char *what, const char *of);
struct curve *sheet_curve(struct panel *, const char *name);
void sheet_point(struct curve *, double x, double y, double z);
void sheet_free(struct sheet *);
/* A curve of a panel by its name, or the only one. */
const struct curve *sheet_find(const struct panel *, const char *name);
/* y of a curve where x is (nearly) this. */
double sheet_at(const struct curve *, double x);

/* ---- claim.c: expressions of numbers, and of a sheet's ---- */

double expression(const char *text);
/* Numbers behind one another; `2^-3..5` are 2^-3, 2^-4, 2^-5. */
int expressions(const char *text, double out[MOST_NUMBERS]);
/* Parts of a text between its " | ". */
int parts(char *text, char *out[MOST_CURVES]);
/* ` in PANELS at X... of CURVE | ... with VALUE...: A < B`, `A is B within C`
 * or `A is B by FACTOR`, for all of these; `...: CURVE | ... < CURVE | ... <
 * ...` of y at x.  Each prints a line, and NaN fulfils none. */
void claim(const struct sheet *, struct verdict *, char *text);
void claim_ahead(const struct sheet *, struct verdict *, char *text);

/* ---- motion.c: running emitted steppers ---- */

/* A spec of this folder or of specs/, by name; a method; a constant and its
 * value; what is NULL stays as it is.  Any COMPILER is gcc, none tcc. */
enum { BODY, METHOD, ATTITUDE, CONSTANT, VALUE, COMPILER, SETTINGS };

struct setup {
    const char *is[SETTINGS];
};

/* A body on its way by a method. */
struct motion {
    struct setup setup;
    pol_image *image;
    const pol_stepper *s;
    double x[32], par[64], in[64];
    double energy, spatial[3]; /* at the start */
    int lost; /* the status of the step that has failed, or 0 */
};

/* Ends the program, with the messages, if that does not load. */
struct motion motion_open(const struct setup *);
void motion_start(struct motion *);
/* n steps of h; nothing more once a step has failed, and NaN below. */
void motion_run(struct motion *, double h, long n);
double motion_energy(const struct motion *);
/* Body to space, row by row. */
void motion_rotation(const struct motion *, double R[9]);
/* The momentum in space. */
void motion_spatial(const struct motion *, double p[3]);
/* Where a point of the body is in space. */
void motion_point(const struct motion *, const double p[3], double in[3]);

/* The state of a body, whose constant has a value or is NULL, at a time, out of
 * tables of 20 digits; without it the program ends. */
const struct reference_state *motion_known(const struct setup *, double t);
/* |R p - R' p| and the 2-norms ||R - R'|| and ||L - L'|| from a known state. */
double motion_place_error(const struct motion *, const struct reference_state *,
                          const double p[3]);
double motion_attitude_error(const double R[9], const struct reference_state *);
double motion_momentum_error(const struct motion *,
                             const struct reference_state *);

bool setup_same(const struct setup *, const struct setup *);

/* ---- figures.c: a figure's lines ---- */

enum { STEP, UNTIL, STRIDE, FROM, GROUP, WITH_NUMBER, MOST_MOTIONS = 64 };

/* What the lines before have set. */
struct work {
    struct sheet *sheet;
    struct panel *panel;
    struct setup setup;
    double number[WITH_NUMBER], point[MOST_NUMBERS];
    double step[MOST_NUMBERS]; /* of errors against step sizes */
    int steps;
    int key, curves; /* curves, and which setting is another in each, or -1 */
    char *name[MOST_CURVES], *value[MOST_CURVES];
    int motions;
    struct motion motion[MOST_MOTIONS];
};

int place_of(const char *word, const char *const *list, int n); /* or -1 */
/* All figures of figures.txt, whose text they are parts of, up to one without a
 * name. */
struct figure *figures_read(char **text);
/* The sheet, and what is claimed of it unless `verdict` is NULL. */
void figure_measure(struct figure *, struct sheet *, struct verdict *);

/* ---- measure.c: lines that measure, by their first word ---- */

typedef void measure(struct work *, char *rest);
measure track, loss, starts, distance, constants, ends, errors, times;

/* cardan.c: R of a box that comes to gimbal lock, or misses it, at t = 1 after
 * n steps of its Cardan angles' own equation. */
void unguarded_cardan(double miss, long n, double R[9]);

#endif
