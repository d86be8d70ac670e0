/* SPDX-License-Identifier: MIT
 *
 * Bodies that come close to a singular point of their attitude's numbers, as
 * close as a constant `miss` says, by the two ways that S. Holzinger and J.
 * Gerstmayr compare (Multibody Syst. Dyn. 53 (2021) 345-378).
 */
#ifndef POL_PAPERS_APPROACH_H
#define POL_PAPERS_APPROACH_H

#include "papers/motion.h"

/* The paper's way: the numbers are updated by an incremental rotation vector;
 * and the way it compares with: their own differential equation. */
#define UPDATE    "rkmk(kutta4, form = rate, dexpinv = exact)"
#define KINEMATIC "kinematic(kutta4)"

struct approach {
    const char *body, *attitude, *method;
    const char *const *miss; /* values, up to NULL: a curve for each */
};

/* The length of the three numbers against time, by steps of h. */
void approach_course(const struct approach *, double h, double until,
                     struct panel *);
/* How these end: the status of the step that fails, or 0, against the value's
 * place in the list. */
void approach_ends(const struct approach *, double h, double until,
                   struct panel *, const char *name);
/* The known state of such a body. */
const struct reference_state *approach_known(const struct approach *,
                                             const char *miss, double t);
/* Errors of the attitude at a time against the step size, from 2^-first to
 * 2^-last. */
void approach_errors(const struct approach *, double until, int first, int last,
                     struct panel *);

/* ---- claims of the curve of one value ---- */

/* From 2^-first to 2^-last: each halving of the step is one of order 4, */
void claim_fourth(struct verdict *, const struct panel *, const char *miss,
                  int first, int last);
/* errors are less than a bound, or not, */
void claim_below(struct verdict *, const struct panel *, const char *miss,
                 int first, int last, double bound);
void claim_above(struct verdict *, const struct panel *, const char *miss,
                 int first, int last, double bound);
/* errors are those of the other panel but for a factor. */
void claim_alike(struct verdict *, const struct panel *, const struct panel *,
                 const char *miss, int first, int last, double factor);
/* A course is a function of time, */
void claim_course(struct verdict *, const struct panel *, const char *miss,
                  double (*of)(double t), double within);
/* or another panel's. */
void claim_together(struct verdict *, const struct panel *,
                    const struct panel *, const char *miss, double within);
/* Where the approaches that are named by `name` end. */
void claim_ends(struct verdict *, const struct panel *, const char *name,
                const struct approach *, const int *status);

#endif
