/* SPDX-License-Identifier: MIT
 *
 * In: a record, the functions of its page.  Out: the page's text.
 */
#pragma once

#include "shelf/host.h"

/* As report_page, for a page that may call these functions, too. */
bool page_write(struct diags *, const char *form, const struct text *record,
                const luaL_Reg *function, void *context, struct text *out);
