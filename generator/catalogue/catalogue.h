/* SPDX-License-Identifier: MIT
 *
 * Compares a tableau with all known ones: which one it is, or was meant to be,
 * and its wrong entries; if there is none, the single entry whose change
 * repairs it, and suspicious entries.
 *
 * In: an analysed tableau, all known ones.  Out: the nearest one, differences,
 * repairs.
 */
#pragma once

#include "tableau/analysis.h"

/* Entries are numbered as in tableau.written: a, b, bhat and c. */

/* "a63", "b3", "bhat3", "c6"; "a[12,5]" from ten stages on, and "bhat2[3]"
 * where there are several rows bhat.  Rows and columns are numbered from 1. */
const char *catalogue_entry_name(struct arena *, const struct tableau *,
                                 int at);

/* ---- known tableaus ---- */

struct catalogue {
    int count;
    const struct tableau *const *known;
};

/* An entry that differs from the known one. */
struct catalogue_difference {
    int at, at_known;
    double size; /* |difference| */
};

struct catalogue_match {
    const struct tableau *known;
    /* For b and each bhat: the matching row of the known one, or -1. */
    const int *row;
    bool exchanged; /* rows are not in the known order */
    bool reduced;   /* compared without the stages that b does not use */
    /* If the stages are in another order: the stage here for each compared
     * known stage; else NULL. */
    const int *order;
    int stages;      /* compared stages */
    int extra;       /* rows without a matching known row */
    int rounded;     /* entries equal to the known ones, rounded */
    int entries;     /* compared entries that are not 0 in both */
    bool far;        /* too far off to be of use */
    int differences; /* the largest first */
    struct catalogue_difference *difference;
};

/* The nearest known tableaus, by number and size of differing entries: several
 * if equally near, none if no known one has the same number of (used)
 * stages. */
enum { CATALOGUE_MATCHES = 4 };
struct catalogue_nearest {
    int matches;
    struct catalogue_match match[CATALOGUE_MATCHES];
};
struct catalogue_nearest catalogue_find(struct arena *,
                                        const struct catalogue *,
                                        const struct tableau *);

/* Converts rows bhat that are given as b - bhat, or bhat - b: programs differ
 * in the sign, and known tableaus decide. */
const struct tableau *catalogue_orient(struct arena *, const struct catalogue *,
                                       const struct tableau *);

enum catalogue_verdict {
    CATALOGUE_NONE,  /* nothing to compare it with */
    CATALOGUE_KNOWN, /* the known one, perhaps rounded */
    CATALOGUE_ROW,   /* the same except bhat, which has the right order */
    CATALOGUE_WRONG, /* a few entries differ; orders or c are wrong */
    CATALOGUE_SOUND, /* a few entries differ; orders are right */
    CATALOGUE_FAR    /* another tableau */
};
enum catalogue_verdict catalogue_judge(struct arena *,
                                       const struct catalogue_nearest *,
                                       const struct analysis *);

/* Notes the known tableau's orders in the analysis: the numbers are equal up to
 * rounding. */
void catalogue_prove(struct arena *, const struct catalogue_match *,
                     struct analysis *);

/* ---- a tableau by itself ---- */

/* A change of one entry that makes the conditions hold. */
struct catalogue_repair {
    int at;
    num value; /* the right value */
    int order; /* order of b with it */
};
/* The changes that each repair all faults: c that is not its row's sum, an
 * order below the claimed one, embedded weights more than one order below it.
 * Returns their number; 0 if there is no fault, if no change of one entry
 * repairs it, or if more than CATALOGUE_REPAIRS do (then none is credible). */
enum { CATALOGUE_REPAIRS = 3 };
int catalogue_repairs(struct arena *, const struct analysis *,
                      struct catalogue_repair[CATALOGUE_REPAIRS]);

struct catalogue_suspect {
    /* "fraction": a rounded fraction; "root": a rounded (p + sqrt(n))/m;
     * "digits": a decimal with far fewer digits than the others; "large": far
     * larger than all others, or than 100; "sum": a row with much cancellation,
     * which amplifies round-off */
    const char *doubt;
    int at;            /* the entry, or the first one of the row */
    const char *meant; /* the fraction or root; or NULL */
    double size;       /* the entry, the row's sum of sizes, or digits */
    double others;     /* the next size, the row's sum, or usual digits */
};
/* Returns the number of suspects; the list is in the arena. */
int catalogue_suspects(struct arena *, const struct tableau *,
                       const struct catalogue_suspect **);
