/* SPDX-License-Identifier: MIT
 *
 * A constant of a tableau as people write it, in LaTeX.
 */
#ifndef POL_LATEX_H
#define POL_LATEX_H

struct arena;
struct tableau;

/* "(4 - sqrt(6))/10" as "\frac{4 - \sqrt{6}}{10}"; NULL for what has names in
 * it that the tableau (NULL: none) does not declare, or functions or dots that
 * LaTeX's readers would not know, and for what is long.  The k-th real root of p, the least one
 * first, is "\mathrm{root}_{k}(p)". */
const char *latex_of_constant(struct arena *, const struct tableau *,
                              const char *written);
/* "c2" as "c_{2}", "gamma" as "\gamma". */
const char *latex_of_name(struct arena *, const char *name);
/* "1.5e-3" as "1.5 \cdot 10^{-3}". */
const char *latex_of_decimal(struct arena *, const char *);

#endif
