/* SPDX-License-Identifier: MIT
 *
 * A tableau beside all known ones: which of them it is, or which it was meant
 * to be and what stands wrong in it; without them, which single entry mends
 * it, and entries that do not look as if they were meant.
 *
 * In: an analysed tableau, all known ones.  Out: the nearest one, what
 * differs, what would mend it.
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

/* An entry that is not the known one. */
struct catalogue_difference {
    int at, at_known;
    double size; /* of the difference */
};

struct catalogue_match {
    const struct tableau *known;
    /* For b and each bhat the row that it is in the known one; -1: it has no
     * such row. */
    const int *row;
    bool exchanged; /* the rows are not in the known order */
    bool reduced;   /* compared without the stages that b has no use for */
    /* If the stages are in another order: the stage here for each known stage
     * that is compared; else NULL. */
    const int *order;
    int stages;      /* that are compared */
    int extra;       /* rows that it has no such row for */
    int rounded;     /* entries that are the known ones, rounded */
    int entries;     /* compared ones that are not zero in both */
    bool far;        /* so far off that it tells nothing */
    int differences; /* the largest first */
    struct catalogue_difference *difference;
};

/* The nearest known tableau, by how many entries differ and by how much;
 * several where they are equally near, none where none has as many stages. */
enum { CATALOGUE_MATCHES = 4 };
struct catalogue_look {
    int matches;
    struct catalogue_match match[CATALOGUE_MATCHES];
};
struct catalogue_look catalogue_look(struct arena *, const struct catalogue *,
                                     const struct tableau *);

/* With rows bhat that are given as b - bhat turned.  Some programs store the
 * sign that others do not: the known tableau is of which it is. */
const struct tableau *catalogue_turn(struct arena *, const struct catalogue *,
                                     const struct tableau *);

enum catalogue_verdict {
    CATALOGUE_NONE,  /* there is nothing to compare it with */
    CATALOGUE_KNOWN, /* it is the known one, or that rounded */
    CATALOGUE_ROW,   /* but for bhat, which is another row of such an order */
    CATALOGUE_WRONG, /* but for a few entries, and not of its orders */
    CATALOGUE_SOUND, /* but for a few entries, and of its orders */
    CATALOGUE_FAR    /* it is another tableau */
};
enum catalogue_verdict catalogue_judge(struct arena *,
                                       const struct catalogue_look *,
                                       const struct analysis *);

/* Numbers that are a known tableau's but for rounding are of its orders: these
 * are noted in the analysis. */
void catalogue_prove(struct arena *, const struct catalogue_match *,
                     struct analysis *);

/* ---- a tableau by itself ---- */

/* A change of one entry with which the conditions hold. */
struct catalogue_mend {
    int at;
    num value; /* that it should have */
    int order; /* of b, with it */
};
/* The changes that mend all that is broken: c that is not its row's sum, an
 * order below the claimed, embedded weights more than one order below it.
 * Their number; 0 where nothing is broken, where no change of one entry mends
 * it, or where more than these do, which tells nothing. */
enum { CATALOGUE_MENDS = 3 };
int catalogue_mends(struct arena *, const struct analysis *,
                    struct catalogue_mend[CATALOGUE_MENDS]);

struct catalogue_suspect {
    /* "fraction": a decimal that is one, rounded; "root": the same of
     * (p + sqrt(n))/m; "digits": a decimal of far fewer than the others;
     * "large": far larger than all others, or than 100; "sum": a row of which
     * much cancels, which amplifies round-off */
    const char *doubt;
    int at;            /* of a row: its first entry */
    const char *meant; /* the fraction or root; or NULL */
    double size;       /* the entry, the sum of sizes, the digits */
    double others;     /* the next size, the row's sum, their digits */
};
/* Their number; the list lies in the arena. */
int catalogue_suspects(struct arena *, const struct tableau *,
                       const struct catalogue_suspect **);
