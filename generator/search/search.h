/* SPDX-License-Identifier: MIT
 *
 * polhode search: values for the free symbols of a tableau.  A start is a
 * point of the box that the bounds are; what is found from it is a pure
 * function of what is sought and of the start's number.
 *
 * In: a tableau with free symbols, what is sought, a number of starts.  Out:
 * values for the symbols, proven to fulfil what was asked.
 */
#ifndef POL_SEARCH_H
#define POL_SEARCH_H

#include <stdint.h>
#include <stdio.h>

#include "command/command.h"
#include "tableau/quick.h"
#include "tableau/analysis.h"

enum {
    SEARCH_FREES = 32,
    SEARCH_ORDER = 9, /* at most; errors are of trees one order above */
    SEARCH_STARTS = 1000000,
    SEARCH_EQUATIONS = 1300, /* trees up to that order, and one more */
    SEARCH_POINTS = 240,
    SEARCH_INTERVAL = 10000 /* one that is larger counts as this */
};

enum aim {
    AIM_ERROR,
    AIM_LOTKIN,
    AIM_INTERVAL,
    AIM_ENERGY,
    AIM_ATTITUDE,
    AIM_COUNT
};
enum demand { DEMAND_NOTHING, DEMAND_A, DEMAND_L };

/* What equations and limits may be missed by. */
#define SEARCH_MISS 1e-12

/* What is sought. */
struct search {
    struct pol_job *job;
    const struct request *request;
    const struct source *text;
    const struct ast *block; /* of the tableau */
    const struct tableau *tableau;
    enum aim aim;
    int order;
    bool imaginary;
    enum demand demand;
    long seed, starts, evaluations;
    double tolerance;
    const char *asked; /* all of that as a call, every option told */
    const char *with;  /* options of the command line that steppers depend on */
    uint64_t hash;     /* of text, `asked` and `with` */
    bool again;        /* read from a checkpoint, where it was checked */
};

const char *search_aim_name(enum aim);
/* Is the aim measured on steppers? */
bool search_runs(const struct search *);
/* Reads what the text and the request ask for; false with messages. */
bool search_read(struct search *, struct pol_job *, const struct request *,
                 const struct source *text);
/* The same with the call that stands in a checkpoint. */
bool search_read_again(struct search *, struct pol_job *, const char *asked,
                       const char *with, const struct source *text);

/* ---- linear algebra ---- */

/* So many zeros, and one more. */
double *search_room(struct arena *, int n);
double search_dot(int n, const double *x, const double *y);
/* The shortest x among those with the least |A x - b|; A is m by n, row by row.
 * Directions in which A is below `cut` times its largest are left out; how many
 * are in. */
int search_solve(struct arena *, int m, int n, const double *A, const double *b,
                 double cut, double *x);
/* The n rows of v are of length one and at right angles; A x changes along the
 * first ones, whose number is returned.  That x is the sum of (u_j . b) v_j. */
int search_split(struct arena *, int m, int n, const double *A, double cut,
                 double *u, double *v);
/* The least |A y - b| for y between bounds, 0 being one or between them, and
 * that y; A is column by column. */
double search_bounded(struct arena *, int m, int n, const double *column,
                      const double *b, const double *low, const double *high,
                      double *y);

/* ---- the problem in double ---- */

struct problem {
    const struct search *search;
    struct arena *arena;
    int n;
    double low[SEARCH_FREES], high[SEARCH_FREES], start[SEARCH_FREES];
    struct quick *quick;
    int conditions, always; /* those that do not hold by themselves, others */
    int *tree;              /* of the conditions */
    int far;       /* R(inf) = 0: this coefficient is zero; -1: not asked */
    int equations; /* conditions, and that */
    int parts;     /* what squares or sizes are added up of */
    double unit;   /* what they add up to if all weights are zero */
    double *entry;
    struct runner *runner; /* NULL: nothing is to be run */
};

struct problem problem_of(struct arena *, const struct search *);
/* Numbers that look as if by chance, each a pure function of its counter:
 * G. L. Steele, D. Lea, C. H. Flood, OOPSLA 2014, 453-472: splitmix64. */
struct counter {
    uint64_t hash, seed, start;
};
uint64_t random_mix(uint64_t);
/* A point of the box. */
void problem_point(const struct problem *, struct counter, double *x);
/* What must be zero. */
void problem_equations(const struct problem *, const double *x, double *out);
/* The size of the largest of them. */
double problem_violation(const struct problem *, const double *x);
/* The parts of error_2norm or lotkin_bound. */
void problem_parts(const struct problem *, const double *x, double *out);
struct quick_function problem_function(const struct problem *, const double *x);
/* What is to become least: the aim, less the interval. */
double problem_value(const struct problem *, const double *x);
/* Is the demanded stability there, as far as samples tell? */
bool problem_is_stable(const struct problem *, const double *x);
/* By central differences: of m functions, m by n. */
typedef void problem_of_x(void *context, const double *x, double *out);
void problem_slopes(struct arena *, int m, int n, const double *low,
                    const double *high, const double *x, problem_of_x *,
                    void *context, double *out);
/* Of the equations. */
void problem_equation_slopes(const struct problem *, const double *x,
                             double *out);
/* Moves x to the nearest point where the equations hold, within the box. */
void problem_project(const struct problem *, double *x);

/* ---- the problem near a point ---- */

/* Variables are coordinates in which the equations hold by themselves, then
 * sizes of parts or the interval.  Functions are the aim, limits that may not
 * be above zero, and parts whose squares are the aim. */
struct chart {
    const struct problem *problem;
    double scale; /* of the aim */
    int points;   /* where |R| may not be above 1, parts of the interval */
    double point[SEARCH_POINTS];

    double at[SEARCH_FREES];
    int rank, flat; /* directions off the equations, and along them */
    double *direction, *back;
    int n, limits, functions;
    double *low, *high;
    double *v, *x, *value, *slope; /* where they are known */
    bool known, sloped;
    bool broken; /* something there is no number */
};
/* Opens it at x, where the equations hold, with coordinates no larger than
 * `reach`, the box being 1; the variables there.  In the arena. */
double *chart_open(struct chart *, const double *x, double reach);
/* The point with these variables; false: there is none. */
bool chart_point(const struct chart *, const double *v, double *x);
const double *chart_values(struct chart *, const double *v);
/* A row for each function. */
const double *chart_slopes(struct chart *, const double *v);
/* Adds the places up to r where |R|^2 - 1 is largest and above `least`; false
 * if there are none. */
bool chart_add_tops(struct chart *, const double *x, double r, double least);
/* How much the aim still changes with a step of the box' size, in parts of
 * itself: 0 at an optimum. */
double chart_unrest(struct chart *, const double *x);

/* ---- one start ---- */

enum found {
    FOUND_GOOD,
    FOUND_MISSED,   /* the conditions do not hold */
    FOUND_UNSTABLE, /* the demanded stability is not there */
    FOUND_NO_VALUE, /* the aim has no finite value */
    FOUND_RESTLESS, /* it is no optimum */
    FOUND_KINDS
};
struct finding {
    long start;
    enum found found;
    double violation, value;
    double x[SEARCH_FREES];
    int line; /* of the file from which it was read last */
};
struct finding search_start(const struct problem *, long start);
/* Goes down from x, where the equations hold, to where they hold; true if that
 * is an optimum. */
bool search_descend(const struct problem *, double *x);

/* ---- candidates on steppers ---- */

struct runner;
/* Compiles what all candidates are compared with; NULL with messages. */
struct runner *runner_open(struct arena *, const struct problem *);
/* HUGE_VAL where the candidate cannot be run. */
double runner_value(struct runner *, const double *x);

/* ---- checkpoints ---- */

struct findings {
    struct finding *item; /* in order of their starts, each once */
    int count, room;
};
/* What stands in the file in complete lines; nothing if there is none yet.
 * False with a message. */
bool checkpoint_read(struct pol_job *, const struct search *, const char *path,
                     struct findings *);
/* Writes it anew; false with a message, and the old one is left. */
bool checkpoint_write(const struct search *, const struct findings *,
                      const char *path);
/* Opens it, if it is there, to add to it, and nobody else may; false with a
 * message. */
bool checkpoint_lock(const char *path, FILE **);
/* Says why it cannot be written; false. */
bool checkpoint_fails(const char *path, const char *why);
const char *checkpoint_line(struct arena *, const struct finding *, int n);
/* What the file is about: false with a message if it is no checkpoint. */
bool checkpoint_search(struct pol_job *, const char *path, struct search *);
void findings_add(struct arena *, struct findings *, const struct finding *);
/* The text on one line, what would end it escaped. */
const char *search_line(struct arena *, const char *);

/* ---- results ---- */

/* An optimum, to as many digits as it is known to. */
struct optimum {
    const struct finding *best;
    int starts; /* that found it */
    bool rests; /* one of them came to rest there */
    const struct number *x[SEARCH_FREES];
    bool fixed[SEARCH_FREES];   /* at a bound */
    bool settled;               /* x is right to all digits that are printed */
    const struct number *value; /* or NULL */
    const char *block;
    int order;                  /* that is proven, ANALYSIS_TREES at most */
    struct stability stability; /* where it is asked for */
};
/* Finds the numbers from doubles; the value, where it is a formula and they are
 * right to all digits, else NULL. */
const struct number *search_polish(const struct problem *, struct optimum *);
/* Near x, where the equations hold to all bits. */
void search_refine(const struct problem *, const double *x,
                   const struct number **out);
/* As many digits as results are given with. */
const char *search_digits(struct arena *, const struct number *);
/* "2/3", "1/2 + sqrt(3)/6"; NULL: it looks like neither. */
const char *search_recognise(struct arena *, const struct number *);
/* The text of the tableau's block, of this order, its free symbols with these
 * values. */
const char *search_block(struct arena *, const struct search *, int order,
                         const char *const *value);
int search_report(const struct problem *, const struct findings *);

/* `polhode search merge`. */
int search_merge(struct pol_job *, struct request *);

#endif
