/* SPDX-License-Identifier: MIT
 *
 * polhode search: values for the free symbols of a tableau.  A start is a
 * point of the box that the bounds are; what is found from it is a pure
 * function of what is sought and of the start's number.
 *
 * In: a tableau with free symbols, what is sought, a number of starts.  Out:
 * values for the symbols, proven to fulfil what was asked.
 */
#pragma once

#include <stdint.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/text.h"
#include "include/polhode.h"
#include "tableau/analysis.h"
#include "tableau/elementary.h"

enum {
    SEARCH_FREES = 32,
    SEARCH_ORDER = 9, /* at most; errors are of trees one order above */
    SEARCH_STARTS = 1000000,
    SEARCH_EQUATIONS = 1300, /* trees up to that order, and one more */
    SEARCH_INTERVAL = 10000  /* one that is larger counts as this */
};

enum aim {
    AIM_ERROR,
    AIM_LOTKIN,
    AIM_INTERVAL,
    AIM_ENERGY,
    AIM_ATTITUDE,
    AIM_COUNT
};
extern const char *const search_aim[AIM_COUNT]; /* their names */
enum demand { DEMAND_NOTHING, DEMAND_A, DEMAND_L };

/* What equations and limits may be missed by. */
#define SEARCH_MISS 1e-12

/* The options besides the text, and the known bodies. */
struct wish {
    const char *aim;          /* a call; NULL: as the text says */
    long order, starts, seed; /* 0, 0, -1: as the text says */
    const char *with;         /* options in a checkpoint that was checked */
    pol_options options;      /* of steppers that are measured */
    double until;             /* 0: as the text says */
    /* The aim of a spec, where it is measured on its stepper at a point; NaN:
     * that cannot be run. */
    double (*measure)(void *host, const double *x);
    void *host;
};

/* What is sought. */
struct search {
    struct arena *arena;
    struct names *names;
    struct diags *diags;
    const struct wish *wish;
    const struct source *text;
    syntax block; /* of the tableau */
    const struct tableau *tableau;
    enum aim aim;
    int order, imaginary, seed, starts, evaluations;
    int order_hat; /* of the first row bhat; 0: it may be of any */
    int demand;    /* enum demand */
    double tolerance;
    const char *asked; /* all of that as a call, every option told */
    const char *with;  /* options of the command line that steppers depend on */
    uint64_t hash;     /* of text, `asked` and `with` */
    struct finding **finding; /* of each start; NULL: it is not done */
    int findings;
};

/* Is the aim measured on steppers? */
bool search_runs(const struct search *);
/* Reads what the text and the wish ask for into a search that has its arena,
 * names and diags; false with messages. */
bool search_read(struct search *, const struct wish *, const struct source *);

/* ---- linear algebra ---- */

/* A number of zeros, and one more. */
double *search_room(struct arena *, int n);
double search_norm(int n, const double *x);
/* A is m by n, row by row.  The n rows of v are of length one and at right
 * angles; A x changes along the first ones, whose number is returned: but for
 * those along which A is below `cut` times its largest.  That x is the sum of
 * (u_j . b) v_j. */
int search_split(struct arena *, int m, int n, const double *A, double cut,
                 double *u, double *v);
/* The shortest x among those with the least |A x - b|, without the directions
 * in which A is below `cut` times its largest; the number of the others. */
int search_solve(struct arena *, int m, int n, const double *A, const double *b,
                 double cut, double *x);
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
    double width[SEARCH_FREES]; /* of the box */
    struct quick *quick;
    int conditions, always; /* those that do not hold by themselves, others */
    int *tree, *row;        /* of the conditions: b's, then bhat's */
    int far;       /* R(inf) = 0: this coefficient is zero; -1: not asked */
    int equations; /* conditions, and that */
    int parts;     /* what squares or sizes are added up of */
    double unit;   /* their sum if all weights are zero */
    double *entry, *part; /* for work */
};

struct problem problem_of(const struct search *);
/* False with a message if there are such symbols wherever one looks. */
bool problem_is_fixed(const struct problem *);
/* The whole text with these values. */
const char *problem_text(const struct problem *, const double *x);
/* Numbers that look as if by chance, each a pure function of its counter:
 * G. L. Steele, D. Lea, C. H. Flood, OOPSLA 2014, 453-472: splitmix64. */
struct counter {
    uint64_t hash, seed, start;
    int tries; /* before, from this start */
};
/* A point of the box. */
void problem_point(const struct problem *, struct counter, double *x);
/* What must be zero, and the size of the largest of that. */
void problem_equations(const struct problem *, const double *x, double *out);
double problem_violation(const struct problem *, const double *x);
/* The parts of error_2norm or lotkin_bound. */
void problem_parts(const struct problem *, const double *x, double *out);
struct quick_function problem_function(const struct problem *, const double *x);
/* What is to become least: the aim, less the interval. */
double problem_value(const struct problem *, const double *x);
/* ---- one start ---- */

enum found {
    FOUND_GOOD,
    FOUND_MISSED,   /* the conditions do not hold */
    FOUND_UNSTABLE, /* the demanded stability is not there */
    FOUND_NO_VALUE, /* the aim has no finite value */
    FOUND_RESTLESS, /* it is no optimum */
    FOUND_KINDS
};
/* In a checkpoint, on the way, and what such starts did. */
extern const struct found_kind {
    const char *word, *brief, *did;
    bool has_value;
} found_kind[FOUND_KINDS];

struct finding {
    long start;
    enum found found;
    double violation, value;
    double x[SEARCH_FREES];
};
struct finding search_start(const struct problem *, long start);

/* ---- findings, and the checkpoint that keeps them ---- */

void search_keep(struct search *, const struct finding *);
/* What the file is about: false with a message if it is no checkpoint. */
bool checkpoint_search(struct search *, const struct source *);
/* Adds the complete lines of the file; false with a message. */
bool checkpoint_read(struct search *, const struct source *);
/* These give NULL, or why it cannot be.  Writes it anew, or the old one is
 * left. */
const char *checkpoint_write(const struct search *, const char *path);
/* Opens it, if it is there, to add to it, and nobody else may. */
const char *checkpoint_lock(const char *path, FILE **);
const char *checkpoint_add(const struct search *, const struct finding *,
                           FILE *);

/* ---- results ---- */

/* Finds the numbers from doubles; which of the symbols are at a bound, and
 * whether x is right to all digits that are printed; the value, where it is a
 * formula and they are, else NULL. */
num search_polish(const struct problem *, const double *at, num *x, bool *fixed,
                  bool *settled);
/* Near x, where the equations hold to all bits; which are at a bound. */
void search_refine(const struct problem *, const double *x, num *out,
                   bool *fixed);
/* The text on one line, what would end it escaped. */
const char *search_line(struct arena *, const char *);
/* Adds to a text of json_lua what was found; NULL, or why nothing was. */
const char *search_report(const struct problem *, struct text *record);
