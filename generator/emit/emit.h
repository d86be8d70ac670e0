/* SPDX-License-Identifier: MIT
 *
 * Lays a page out as text: the target's Lua table says how operations are
 * spelled, its templates how the file looks.
 */
#ifndef POL_EMIT_H
#define POL_EMIT_H

#include "opt/page.h"
#include "script/shelf.h"

struct emitted {
    const char *name; /* "fast_top.c" */
    const char *text;
    size_t length;
};

struct emission {
    int files;
    const struct emitted *file;
};

/* NULL, with messages in diags (template file and line), if a target fails.
 * `version` is the tool's own. */
const struct emission *emit_page(struct arena *, struct diags *, struct shelf *,
                                 const char *target, const struct page *,
                                 enum real, const char *version);

/* Writes a file whole or not at all (a new file, then renamed); false with
 * errno set. */
bool emit_write(const char *path, const char *text, size_t length);

#endif
