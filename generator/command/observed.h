/* SPDX-License-Identifier: MIT
 *
 * The order that a tableau shows on the rotation group.
 */
#ifndef POL_OBSERVED_H
#define POL_OBSERVED_H

#include "command/command.h"
#include "report/report.h"

/* Measures it by rkmk on the body observe.pol.  `call` is how the tableau is
 * called; `text`, if not NULL, is where it stands.  Nothing is set if there is
 * no such stepper, for example without a compiler in memory. */
void observed_measure(struct arena *, const struct request *, const char *call,
                      const struct source *text, const struct analysis *,
                      struct report_rotations *);

#endif
