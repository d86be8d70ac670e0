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

/* Costs and orders on the rotation group, in Munthe-Kaas methods. */
struct report_rotations {
    int commutators;  /* commutators that the series of dexpinv must keep */
    int exponentials; /* exponentials per step */
    int brackets;     /* per step, evaluating each stage's series in full */
    bool observed;    /* the orders were measured */
    double attitude, momentum; /* NAN: too few errors above round-off */
};
/* All fields but the observed ones. */
struct report_rotations report_rotations_of(const struct analysis *);

/* Comparison with the known tableaus.  Orders that these prove are noted in the
 * analysis. */
struct report_catalogue {
    struct catalogue_nearest nearest;
    enum catalogue_verdict verdict;
    bool merged; /* looked up without equal stages */
    int repairs; /* 0 if the known one shows what is wrong */
    struct catalogue_repair repair[CATALOGUE_REPAIRS];
    int suspects;
    const struct catalogue_suspect *suspect;
};
struct report_catalogue report_catalogue_of(struct arena *,
                                            const struct catalogue *,
                                            struct analysis *);

struct report {
    const struct analysis *analysis;
    struct report_rotations rotations;
    const struct report_catalogue *catalogue; /* NULL if it is on the shelf */
};

/* "json", or a page of templates/report: "text", its parts "table" and
 * "catalogue", "latex" or "csv"; or "plots/tableau"; false with a message. */
bool report_write(struct diags *, const struct report *, const char *form,
                  struct text *);

/* Runs a page of templates/report, or "plots/NAME", with a record, a text of
 * json_lua, as the global `report`.  It may also call these functions (ended by
 * {0}; NULL: none), which get the context.  False with a message.
 */
bool report_form(struct diags *, const char *form, const struct text *record,
                 const struct luaL_Reg *, void *context, struct text *out);
static inline bool report_page(struct diags *diags, const char *form,
                               const struct text *record, struct text *out)
{
    return report_form(diags, form, record, NULL, NULL, out);
}

/* ---- forms ---- */

/* A number short enough for a line: short fractions exactly. */
const char *report_number(struct arena *, num);
/* A fraction of any length, "1/2 - sqrt(15)/10", or all digits that are sure;
 * NULL if no digit is. */
const char *report_surd(struct arena *, num);

/* ---- pictures by gnuplot, and output files ---- */

/* True if the file's ending is that of a picture, or it is a device. */
bool plot_takes(const char *file);
/* True if a picture may be written there; else a message: the file is something
 * else, or is the input `read` (or NULL), called `subject`: "the spec". */
bool plot_may_write(struct diags *, const char *file, const char *subject,
                    const char *read);
/* The same for a page of `polhode report`, and the page's first bytes. */
bool report_may_write(struct diags *, const char *file, const char *spec);
#define REPORT_HEAD "<!DOCTYPE html>\n<!-- A report by polhode"
/* Writes a file completely or not at all; devices and link targets, such as
 * /dev/stdout, directly.  False with a message. */
bool write_text(struct diags *, const char *file, const struct text *);
/* Draws a page of templates/plots with a record, as the global `report`.  If it
 * fails: false, with a message, and an older file is unchanged. */
bool plot_page(struct diags *, const char *page, const struct text *record,
               const char *file);
/* The same page as an SVG. */
bool plot_svg(struct diags *, const char *page, const struct text *record,
              struct text *svg);
/* The region |R(z)| <= 1 and the order star |R(z)| > |exp(z)| (G. Wanner,
 * E. Hairer, S. P. Norsett, BIT 18 (1978) 475-489) side by side. */
bool plot_stability(struct diags *, const char *file, const struct report *);
