/* SPDX-License-Identifier: MIT
 *
 * An analysed tableau for people and for programs.
 *
 * In: an analysed tableau, its place in the catalogue.  Out: a record, and its
 * page as text, JSON, CSV or LaTeX.
 */
#pragma once

#include "catalogue/catalogue.h"

struct luaL_Reg;
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

/* Beside the known tableaus.  The orders that they prove are noted in the
 * analysis. */
struct report_catalogue {
    struct catalogue_look look;
    enum catalogue_verdict verdict;
    bool merged; /* what was looked up is the tableau without equal stages */
    int mends;   /* 0 where the known one says what is wrong */
    struct catalogue_mend mend[CATALOGUE_MENDS];
    int suspects;
    const struct catalogue_suspect *suspect;
};
struct report_catalogue report_catalogue_of(struct arena *,
                                            const struct catalogue *,
                                            struct analysis *);

struct report {
    const struct analysis *analysis;
    struct report_rotations rotations;
    const struct report_catalogue *catalogue; /* NULL: it is on the shelf */
};

/* "json", or a page of templates/report: "text", its parts "table" and
 * "catalogue", "latex" or "csv"; or "plots/tableau"; false with a message. */
bool report_write(struct diags *, const struct report *, const char *form,
                  struct text *);

/* A page of templates/report, or "plots/NAME", that sees a record, a text of
 * json_lua, as the global `report`, and may call these functions, ended by {0},
 * which see the context (NULL: no more than all pages); false with a message.
 */
bool report_form(struct diags *, const char *form, const struct text *record,
                 const struct luaL_Reg *, void *context, struct text *out);
static inline bool report_page(struct diags *diags, const char *form,
                               const struct text *record, struct text *out)
{
    return report_form(diags, form, record, NULL, NULL, out);
}

/* ---- forms ---- */

/* A number short enough for a line: a fraction if it is short. */
const char *report_number(struct arena *, num);
/* A fraction, however long, "1/2 - sqrt(15)/10", or all digits that are sure;
 * NULL: there is none. */
const char *report_surd(struct arena *, num);
