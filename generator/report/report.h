/* SPDX-License-Identifier: MIT
 *
 * An analysed tableau for people and for programs.
 */
#ifndef POL_REPORT_H
#define POL_REPORT_H

#include "catalogue/catalogue.h"

struct text;

/* On the rotation group, in Munthe-Kaas methods. */
struct report_rotations {
    int commutators;  /* that the series of dexpinv must keep */
    int exponentials; /* a step */
    int brackets;     /* a step, each stage's series taken as it stands */
    bool observed;    /* were the orders measured? */
    double attitude, momentum; /* NAN: too few errors above round-off */
};
/* All but what is observed. */
struct report_rotations report_rotations_of(const struct analysis *);

/* Beside the known tableaus. */
enum { REPORT_MENDS = 3 };
struct report_catalogue {
    struct catalogue_look look;
    enum catalogue_verdict verdict;
    bool merged; /* what was looked up is the tableau without equal stages */
    int mends; /* 0 where the known one says what is wrong */
    struct catalogue_mend mend[REPORT_MENDS];
    int suspects;
    const struct catalogue_suspect *suspect;
};
struct report_catalogue report_catalogue_of(struct arena *,
                                            const struct catalogue *,
                                            const struct analysis *);

struct report {
    const struct analysis *analysis;
    struct report_rotations rotations;
    const struct report_catalogue *catalogue; /* NULL: it is on the shelf */
};

void report_text(struct arena *, const struct report *, struct text *);
void report_json(struct arena *, const struct report *, struct text *);
void report_latex(struct arena *, const struct report *, struct text *);
void report_csv(struct arena *, const struct report *, struct text *);

/* ---- what they share ---- */

/* What the catalogue says: sentences, ended by NULL; and as JSON. */
const char *const *report_catalogue_text(struct arena *, const struct report *);
void report_catalogue_json(struct arena *, const struct report *,
                           struct text *);
void report_json_string(struct text *, const char *);

/* The table as in a textbook; rows too wide flow over several lines. */
void report_table(struct arena *, const struct tableau *, struct text *);

/* Row `row` of weights, b and then each bhat; NULL beyond the last. */
const struct number *const *report_weights(const struct tableau *, int row);
/* "b", "bhat", or "bhat1" and so on where there are several. */
const char *report_row_name(struct arena *, const struct tableau *, int row);
/* An entry: a fraction as such; a long decimal and all else as it was written.
 * `at` is its place in tableau.written. */
const char *report_entry(struct arena *, const struct tableau *,
                         const struct number *, size_t at);
/* The same without names, functions and dots: with all digits that are sure. */
const char *report_decimal(struct arena *, const struct tableau *,
                           const struct number *, size_t at);
/* Is what was written a fraction or a decimal? */
bool report_is_number(const char *written);
/* "SDIRK", ... */
const char *report_shape(enum analysis_shape);
/* "1 + z + 1/2 z^2". */
const char *report_polynomial(struct arena *, const struct polynomial *);
/* A number short enough for a line: a fraction if it is short. */
const char *report_number(struct arena *, const struct number *);
/* The digits that are sure of it, so many at most; "?" where none is. */
const char *report_digits(struct arena *, const struct number *, int most);
/* A fraction, however long, or all digits that are sure; NULL: there is none.
 */
const char *report_value(struct arena *, const struct number *);
/* The same, or "1/2 - sqrt(15)/10". */
const char *report_surd(struct arena *, struct surd);

#endif
