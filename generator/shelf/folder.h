/* SPDX-License-Identifier: MIT
 *
 * Files of a folder.  No handle is open while memory is asked for, so that
 * running out of it leaks none.
 */
#ifndef POL_FOLDER_H
#define POL_FOLDER_H

#include <stdbool.h>

struct arena;
struct source;

/* The names in a folder (no ".x"), sorted; false with errno if it cannot be
 * read. */
bool folder_list(struct arena *, const char *path, const char *const **names,
                 int *count);

/* Is there something of this name, if no more than a link to nothing?  Leaves
 * errno. */
bool folder_is_there(const char *path);
/* A whole file; NULL with errno if it cannot be read. */
const struct source *folder_read(struct arena *, const char *path);

#endif
