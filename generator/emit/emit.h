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

/* Writes the files to their paths, each whole and, as far as the disk's space
 * and the folder's rights go, all of them or none: new files, then renamed.
 * `files`, or the number of the first that failed, with errno set. */
int emit_write(struct arena *, const struct emitted *, const char *const *path,
               int files);

#endif
