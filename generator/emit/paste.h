/* SPDX-License-Identifier: MIT
 *
 * The parts of runtime/ that emitted code carries with it.
 */
#ifndef POL_PASTE_H
#define POL_PASTE_H

#include "emit/spell.h"

struct carried;

/* A function of runtime/ with all that it calls, its names beginning with the
 * body's name instead of "pol".  NULL, with a message, if it is not there. */
const char *paste_function(struct speller *, const struct carried *);

/* The part of a file of runtime/ between "begin NAME" and "end NAME", likewise.
 */
const char *paste_part(struct speller *, const char *path, const char *name);

/* The type of the descriptor, from runtime/pol_stepper.h. */
const char *paste_stepper(struct speller *);

#endif
