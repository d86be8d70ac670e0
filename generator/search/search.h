/* SPDX-License-Identifier: MIT
 *
 * polhode search: values for the free symbols of a tableau.  A start is a point
 * of the box given by the bounds; its result is a pure function of the search
 * and of the start's number.
 *
 * In: a tableau with free symbols, an aim, a number of starts.  Out: values for
 * the symbols, proven to meet the request.
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
    SEARCH_ORDER = 9, /* the largest; errors use trees of one order more */
    SEARCH_STARTS = 1000000,
    SEARCH_EQUATIONS = 1300, /* trees up to that order, plus one */
    SEARCH_INTERVAL = 10000  /* larger intervals count as this */
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

/* Tolerance for equations and limits. */
#define SEARCH_MISS 1e-12

/* Options that override the text, and the host's means to measure. */
struct wish {
    const char *aim;          /* a call; NULL: as in the text */
    long order, starts, seed; /* 0, 0, -1: as in the text */
    const char *with;         /* options from a verified checkpoint */
    pol_options options;      /* options of measured steppers */
    double until;             /* 0: as in the text */
    /* A measured aim: its value at a point, on the stepper of the spec; NaN if
     * that cannot be run. */
    double (*measure)(void *host, const double *x);
    void *host;
};

/* The search: tableau, aim, options and findings so far. */
struct search {
    struct arena *arena;
    struct names *names;
    struct diags *diags;
    const struct wish *wish;
    const struct source *text;
    syntax block; /* the tableau's block */
    const struct tableau *tableau;
    enum aim aim;
    int order, imaginary, seed, starts, evaluations;
    int order_hat; /* required order of the first row bhat; 0: any */
    int demand;    /* enum demand */
    double tolerance;
    const char *call;         /* all of these as a call, with every option */
    const char *with;         /* command-line options that affect steppers */
    uint64_t hash;            /* hash of text, `call` and `with` */
    struct finding **finding; /* one per start; NULL: not done */
    int findings;
};

/* True if the aim is measured on steppers. */
bool search_runs(const struct search *);
/* Reads what the text and the wish ask for into a search whose arena, names and
 * diags are set; false with messages. */
bool search_read(struct search *, const struct wish *, const struct source *);

/* ---- linear algebra ---- */

/* n zeros, with room for one more. */
double *search_room(struct arena *, int n);
double search_norm(int n, const double *x);
/* Singular value decomposition of A (m by n, row by row).  The n rows of v are
 * orthonormal.  Returns the rank: v_j comes first if |A v_j| is above `cut`
 * times the largest.  The x of search_solve is the sum of (u_j . b) v_j. */
int search_split(struct arena *, int m, int n, const double *A, double cut,
                 double *u, double *v);
/* The shortest x that minimises |A x - b|, without the directions in which A is
 * below `cut` times its largest.  Returns the rank. */
int search_solve(struct arena *, int m, int n, const double *A, const double *b,
                 double cut, double *x);
/* Minimises |A y - b| over low <= y <= high, where low <= 0 <= high; sets y and
 * returns the minimum.  A is column by column. */
double search_bounded(struct arena *, int m, int n, const double *column,
                      const double *b, const double *low, const double *high,
                      double *y);

/* ---- the problem in double ---- */

struct problem {
    const struct search *search;
    struct arena *arena;
    int n;
    double low[SEARCH_FREES], high[SEARCH_FREES], start[SEARCH_FREES];
    double width[SEARCH_FREES]; /* high - low */
    struct quick *quick;
    int conditions, always; /* those that must be imposed; identities */
    int *tree, *row;        /* per condition: b's, then bhat's */
    int far;              /* for R(inf) = 0: this coefficient is zero; or -1 */
    int equations;        /* conditions, plus 1 for R(inf) = 0 */
    int parts;            /* their squares or sizes add up to the aim */
    double unit;          /* the aim if all weights are zero */
    double *entry, *part; /* work arrays */
};

struct problem problem_of(const struct search *);
/* False, with a message, if a symbol is fixed by no condition or aim. */
bool problem_is_fixed(const struct problem *);
/* The whole text with these values of the free symbols. */
const char *problem_text(const struct problem *, const double *x);
/* Pseudorandom numbers, each a pure function of its counter: G. L. Steele, D.
 * Lea, C. H. Flood, OOPSLA 2014, 453-472: splitmix64. */
struct counter {
    uint64_t hash, seed, start;
    int tries; /* earlier tries from this start */
};
/* A pseudorandom point of the box. */
void problem_point(const struct problem *, struct counter, double *x);
/* The equations, which must be zero; the largest |equation|. */
void problem_equations(const struct problem *, const double *x, double *out);
double problem_violation(const struct problem *, const double *x);
/* The parts of error_2norm or lotkin_bound. */
void problem_parts(const struct problem *, const double *x, double *out);
struct quick_function problem_function(const struct problem *, const double *x);
/* The objective to minimise: the aim, or minus the interval. */
double problem_value(const struct problem *, const double *x);
/* ---- one start ---- */

enum found {
    FOUND_GOOD,
    FOUND_MISSED,      /* the conditions do not hold */
    FOUND_UNSTABLE,    /* the demanded stability is missing */
    FOUND_NO_VALUE,    /* the aim has no finite value */
    FOUND_NOT_OPTIMAL, /* not at an optimum */
    FOUND_KINDS
};
/* Its text in a checkpoint, during the search, and in the report. */
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

/* ---- findings and their checkpoint ---- */

void search_keep(struct search *, const struct finding *);
/* Reads the search from a checkpoint; false with a message if it is none. */
bool checkpoint_search(struct search *, const struct source *);
/* Adds the findings in complete lines of the file; false with a message. */
bool checkpoint_read(struct search *, const struct source *);
/* These return NULL, or why they fail.  Replaces the file, or leaves the old
 * one unchanged. */
const char *checkpoint_write(const struct search *, const char *path);
/* Opens the file, if it exists, to append to it, with an exclusive lock. */
const char *checkpoint_lock(const char *path, FILE **);
const char *checkpoint_add(const struct search *, const struct finding *,
                           FILE *);

/* ---- results ---- */

/* Computes the numbers x from doubles.  `fixed`: which symbols are at a bound;
 * `settled`: x is right to all printed digits.  Returns the value, if it is a
 * formula and x is settled, else NULL. */
num search_polish(const struct problem *, const double *at, num *x, bool *fixed,
                  bool *settled);
/* A point near x that meets the equations to all bits; `fixed` as above. */
void search_refine(const struct problem *, const double *x, num *out,
                   bool *fixed);
/* The text on one line, with line ends escaped. */
const char *search_line(struct arena *, const char *);
/* Adds the result to a text of json_lua; returns NULL, or why there is none. */
const char *search_report(const struct problem *, struct text *record);
