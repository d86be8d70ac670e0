/* SPDX-License-Identifier: MIT
 *
 * Pictures, by gnuplot, and where they and reports may be written.
 */
#pragma once

#include "report/report.h"

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
