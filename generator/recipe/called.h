/* SPDX-License-Identifier: MIT
 *
 * Calls of shelf files: to find files, to open them with their options, and to
 * run them.
 */
#pragma once

#include "bind/bind.h"
#include "model/model.h"
#include "recipe/recipe.h"
#include "shelf/claim.h"

struct option_value {
    const struct declared *declared;
    struct place place;
    bool is_unusual;               /* not given, and the default is unusual */
    const char *word;              /* one of the option's words, or NULL */
    const struct tableau *tableau; /* or NULL */
    struct called *method;         /* or NULL */
    syntax formula;                /* in names whose values a file supplies */
    const long *list;              /* integers, or a single integer */
    int count;                     /* length of the list; 0: a single integer */
};

/* ---- finding and opening (called.c) ---- */

/* Finds the file that a name or call means; false with messages.  `call` may be
 * NULL: then the name is `fallback`. */
bool called_find(const struct kit *, enum shelf_kind, syntax call,
                 const char *fallback, struct called *);
/* Runs the file, and reads its description of itself and the call's options. */
bool called_open(struct kit *, struct called *);
/* Pushes the file's table. */
struct fields called_push(const struct kit *, const struct called *);
/* Calls function `field` of the file's table with the values on top of the
 * stack for arguments (popped); leaves one result. */
void called_run(const struct kit *, const struct called *, const char *field,
                int arguments);
/* Reports a fault of the whole file, like host_blame; does not return. */
#define called_blame(kit, called, ...)                                         \
    host_blame((kit)->host->lua, (called)->file->text->path, __VA_ARGS__)
/* Returns the syntax tree of a call's text; messages name the text `path`. */
syntax called_parse(const struct kit *, const char *path, const char *text);
/* Returns the first statement of this kind in a file's text; messages call the
 * kind `name`.  NULL with messages. */
syntax called_statement(const struct kit *, const struct shelf_file *,
                        enum ast_kind, const char *name);
/* Returns the one of these with that name, ignoring case; or NULL. */
syntax called_named(int n, syntax const *, const char *name);
/* Sets *map, if it is NULL, to the first `map = NAME` in a method's call or in
 * a method inside it.  With a kit: false, with a message, if a second one names
 * another map. */
bool called_map(const struct kit *, syntax call, syntax *map);

/* ---- options ---- */

/* Reads a call's options against the file's table. */
bool option_read(struct kit *, struct called *);
/* Pushes a value, or the table that a method gets as `opt`. */
void option_push_value(struct kit *, const struct option_value *);
void option_push(struct kit *, const struct called *);
/* Pushes an array of numbers. */
void option_push_numbers(struct kit *, int n, num const *);
/* Defines `refuse`. */
void option_define(struct kit *);

/* ---- control.c ---- */

/* Sets r->control, which controls adaptive steps; false with messages. */
bool recipe_control(struct recipe *);

/* ---- promises ---- */

/* What a torque may depend on. */
enum { CAUSES = 4 };
extern const char *const promise_cause[CAUSES];
extern const unsigned promise_uses[CAUSES]; /* USES_* */
/* Returns the promises of a method with its options, the table at `opt`; pushes
 * them as a table, too.  An impossible claim is an error in the file. */
struct promise promise_read(struct kit *, const struct called *, int opt);
