/* SPDX-License-Identifier: MIT
 *
 * What to write for words that other programs have; private to the stage.
 */
#ifndef POL_HINT_H
#define POL_HINT_H

#include <stdbool.h>

#include "base/diag.h"

/* For a word that is no statement; NULL: nothing is known of it. */
const char *hint_for_statement(const char *word);

/* A hint for a word behind a number, or (without a length) a bracket: a unit,
 * or a product; `is_name` if the text declares it. */
void hint_behind_number(struct diags *, struct place number, struct place word,
                        bool is_name);

#endif
