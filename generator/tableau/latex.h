/* SPDX-License-Identifier: MIT
 *
 * A constant of a tableau as people write it, in LaTeX.
 */
#ifndef POL_LATEX_H
#define POL_LATEX_H

struct arena;

/* "(4 - sqrt(6))/10" as "\frac{4 - \sqrt{6}}{10}"; NULL for what has names,
 * functions or dots in it that LaTeX's readers would not know. */
const char *latex_of_constant(struct arena *, const char *written);

#endif
