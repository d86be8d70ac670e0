/* SPDX-License-Identifier: MIT
 *
 * Files of the shelf as they are called: found, opened with their options, and
 * run.
 */
#pragma once

#include "bind/bind.h"
#include "model/model.h"
#include "recipe/recipe.h"
#include "shelf/claim.h"

struct option_value {
    const struct declared *as;
    struct place place;
    bool is_other;                 /* not given, and not the usual default */
    const char *word;              /* one of the option's words, or NULL */
    const struct tableau *tableau; /* or NULL */
    struct called *method;         /* or NULL */
    syntax formula;                /* in names that a file gives values to */
    const long *list;              /* of whole numbers, or a lone one */
    int count;                     /* of a list; 0: a lone one */
};

/* ---- finding and opening (called.c) ---- */

/* Finds the file that a name or call means; false with messages.  `call` may
 * be NULL: then `fallback`. */
bool called_find(const struct kit *, enum shelf_kind, syntax call,
                 const char *fallback, struct called *);
/* Runs the file, and reads what it says of itself and the call's options. */
bool called_open(struct kit *, struct called *);
/* Pushes the file's table. */
struct fields called_push(const struct kit *, const struct called *);
/* Calls function `field` of the file's table with the values on top of the
 * stack for arguments (popped); leaves one result. */
void called_run(const struct kit *, const struct called *, const char *field,
                int arguments);
/* The fault of its file as a whole, as host_blame; does not return. */
#define called_blame(kit, called, ...)                                         \
    host_blame((kit)->host->lua, (called)->file->text->path, __VA_ARGS__)
/* The tree of a call's text, which messages call so. */
syntax called_parse(const struct kit *, const char *path, const char *text);
/* The first statement of the kind in a file's text, which messages call so;
 * NULL with messages. */
syntax called_statement(const struct kit *, const struct shelf_file *,
                        enum ast_kind, const char *name);
/* The one of these with that name, without regard to case; or NULL. */
syntax called_own(int n, syntax const *, const char *name);
/* The first `map = NAME` of a method's call, or of a method in it, if there is
 * one and `map` has none.  With a kit: false with a message, if a second one
 * names another map. */
bool called_map(const struct kit *, syntax call, syntax *map);

/* ---- options ---- */

/* Reads a call's options against the file's table. */
bool option_read(struct kit *, struct called *);
/* Pushes a value, or the table that a method gets as `opt`. */
void option_push_value(struct kit *, const struct option_value *);
void option_push(struct kit *, const struct called *);
/* An array of numbers. */
void option_push_numbers(struct kit *, int n, num const *);
/* Defines `refuse`. */
void option_define(struct kit *);

/* ---- control.c ---- */

/* What controls adaptive steps; false with messages. */
bool recipe_control(struct recipe *);

/* ---- promises ---- */

/* What a torque may change with. */
enum { CAUSES = 4 };
extern const char *const promise_cause[CAUSES];
extern const unsigned promise_uses[CAUSES]; /* USES_* */
/* Of a method with its options, which are the table at `opt`; pushes a table of
 * the same.  A claim that cannot be is the file's fault. */
struct promise promise_read(struct kit *, const struct called *, int opt);
