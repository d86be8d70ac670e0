/* SPDX-License-Identifier: MIT
 *
 * What a Lua file of the shelf says of itself: its table's plain fields.
 */
#ifndef POL_CLAIM_H
#define POL_CLAIM_H

#include "shelf/host.h"
#include "shelf/shelf.h"

/* Runs the file in a session of its own; false with messages. */
bool claim_read(struct arena *, struct diags *, const struct shelf_file *,
                struct shelf_claim *);

/* Inside a session: defines the constructors family, method, map, attitude and
 * target (each returns its table), runs the file and leaves its table on the
 * stack; false, with nothing left and a message, if it is not of the file's
 * kind. */
bool claim_load(struct host *, const struct shelf_file *);

/* The table's fields (the table is on top of the stack and stays). */
void claim_fields(struct host *, const struct shelf_file *,
                  struct shelf_claim *);

/* "method", "map", ... */
const char *claim_kind(enum shelf_kind);

#endif
