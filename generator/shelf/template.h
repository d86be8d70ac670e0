/* SPDX-License-Identifier: MIT
 *
 * A page's template as a Lua program: lines that begin with % are Lua, the
 * others are text in which {{ }} inserts a value.
 */
#ifndef POL_TEMPLATE_H
#define POL_TEMPLATE_H

#include "base/diag.h"

struct arena;

/* The Lua program that writes the page through the global function `put`; of a
 * text whose path does not end in .tpl itself.
 * Each line of the template becomes one line of Lua, so that messages cite
 * the template's own lines.  NULL, with a message, where {{ is not closed.
 *
 *     % for _, line in ipairs(lines) do      Lua (blanks may stand before %)
 *     const double {{line.name}} = 0;        text
 *     %% of text                             text that begins with a %
 */
const struct source *template_script(struct arena *, struct diags *,
                                     const struct source *page);

#endif
