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

/* ---- pictures, by gnuplot, and where they and reports may be written ---- */

/* Does the name of a file end as that of a picture, or is it a device? */
bool plot_takes(const char *file);
/* May a picture be drawn there?  Else a message: something else stands there,
 * or it is what has been read from a file (or NULL), "the spec". */
bool plot_may_go(struct diags *, const char *file, const char *what,
                 const char *read);
/* The same of a page of `polhode report`, and what that begins with. */
bool report_may_go(struct diags *, const char *file, const char *spec);
#define REPORT_HEAD "<!DOCTYPE html>\n<!-- A report by polhode"
/* A file is there whole or not at all; a device is written as it is, and so is
 * what a link leads to: /dev/stdout is one.  False with a message. */
bool write_whole(struct diags *, const char *file, const struct text *);
/* A page of templates/plots that sees a record, as the global `report`.  False,
 * with a message and an older file as it was, if it cannot be drawn. */
bool plot_page(struct diags *, const char *page, const struct text *record,
               const char *file);
/* The same page as an SVG. */
bool plot_svg(struct diags *, const char *page, const struct text *record,
              struct text *svg);
/* The region |R(z)| <= 1 and the order star |R(z)| > |exp(z)| (G. Wanner,
 * E. Hairer, S. P. Norsett, BIT 18 (1978) 475-489) side by side. */
bool plot_stability(struct diags *, const char *file, const struct report *);
