/* SPDX-License-Identifier: MIT
 *
 * The shelf: tableaus, compositions, methods, maps, attitudes and targets,
 * found by folder. Folders given with --shelf come first, then built-in files.
 *
 * In: folders, a kind, a name.  Out: the file's text, its claims, and a
 * sandboxed Lua that runs it.
 */
#pragma once

#include <stdbool.h>

#include "base/diag.h"

struct arena;
struct names;
struct shelf;

enum shelf_kind {
    SHELF_TABLEAU,     /* tableaus/NAME.pol, or NAME.lua: a family of them */
    SHELF_COMPOSITION, /* compositions/NAME.pol */
    SHELF_METHOD,      /* methods/NAME.lua */
    SHELF_MAP,         /* maps/NAME.lua */
    SHELF_ATTITUDE,    /* attitudes/NAME.lua */
    SHELF_TARGET,      /* targets/NAME/target.lua and its .tpl files */
    SHELF_KINDS
};

struct shelf_file {
    const char *name; /* lower case, without ending */
    enum shelf_kind kind;
    bool is_lua;               /* a program, not a text */
    bool is_used;              /* it was found by name */
    const struct source *text; /* path as shown in messages */
    const char *target;        /* the target of a page, else NULL */
};

/* "method", "map", ... */
const char *shelf_kind_name(enum shelf_kind);

/* `folders` may be NULL if there are no folders. */
struct shelf *shelf_open(struct diags *, const char *const *folders, int n);

/* Adds a file from outside the folders; it replaces one of the same name. */
void shelf_add_file(struct shelf *, enum shelf_kind, const char *name,
                    const struct source *);

/* Finds a file by name, ignoring case; NULL if there is none. */
const struct shelf_file *shelf_find(struct shelf *, enum shelf_kind,
                                    const char *name);
/* The call that a name abbreviates, as listed in a family's file: "gauss(2)"
 * for "gauss4"; NULL if there is none. */
const char *shelf_instance(struct shelf *, enum shelf_kind, const char *name);
/* The name of the default target. */
extern const char shelf_target[];
/* A file of a target's folder: shelf_page(s, shelf_target, "step.c.tpl"). */
const struct shelf_file *shelf_page(struct shelf *, const char *target,
                                    const char *file);
/* Forgets which files were found. */
void shelf_use_none(struct shelf *);
/* Lists the files found by name since then, ordered by kind and name, and all
 * of a target's; returns their number. */
int shelf_used(struct shelf *, const char *target,
               const struct shelf_file *const **);
/* All files of a kind, ordered by name, each once. */
int shelf_count(struct shelf *, enum shelf_kind);
const struct shelf_file *shelf_at(struct shelf *, enum shelf_kind, int);
/* The known name nearest to this one, or NULL if none is near. */
const char *shelf_nearest(struct shelf *, enum shelf_kind, const char *name);
/* What has this name elsewhere, each between two texts: "dopri5 in SciPy, ...".
 */
void shelf_elsewhere(struct shelf *, enum shelf_kind, const char *name,
                     const char *before, const char *after, struct text *);

/* The order of methods whose only error is round-off; the largest. */
enum { ORDER_EXACT = 99 };

/* CLAIM(NAME, field): a property that a shelf file may claim, as a constant or
 * as a function of its options. */
#define CLAIM_LIST(CLAIM)                                                      \
    CLAIM(SYMMETRIC, "symmetric")                                              \
    CLAIM(IMPLICIT, "implicit")                                                \
    CLAIM(GYRO, "gyro")                                                        \
    CLAIM(STATES, "states")                                                    \
    CLAIM(INERTIA, "inertia")                                                  \
    CLAIM(NUMBERS, "numbers")                                                  \
    CLAIM(MAPS, "maps")                                                        \
    CLAIM(ORDER, "order")                                                      \
    CLAIM(ORDER_FREE, "order_free")                                            \
    CLAIM(KEEPS, "keeps")                                                      \
    CLAIM(ADMITS, "admits")                                                    \
    CLAIM(TURN, "turn")
#define PLACE(NAME, field) CLAIM_PLACE_##NAME,
#define BIT(NAME, field)   CLAIM_##NAME = 1 << CLAIM_PLACE_##NAME,
enum { CLAIM_LIST(PLACE) CLAIMS };
enum { CLAIM_LIST(BIT) };
#undef PLACE
#undef BIT
extern const char *const claim_fields[CLAIMS];

/* The claims of a shelf file, for `polhode list` and the tests. */
struct shelf_claim {
    const char *title;            /* one line */
    const char *source;           /* author, journal, volume, page */
    const char *singular, *range; /* names of an attitude's numbers, or NULL */
    const char *options; /* "tableau, form = momentum|rate, ..." or NULL */
    int order;           /* 0: depends on the options, or no order */
    int order_free;      /* order without torque; 0: as `order` */
    unsigned is;         /* CLAIM_* that always hold, up to MAPS */
    unsigned varies;     /* CLAIM_* that depend on the options */
    double turn;         /* largest rotation of a step in turns, or 0 */
    int keeps, admits, aliases, examples, instances;
    const char *const *keep;
    const char *const *admit;     /* NULL: every torque, or varies */
    const char *const *alias;     /* ended by NULL, like the next: */
    const char *const *elsewhere; /* "rk45 in SciPy" */
    const char *const *example;   /* calls: "rkmk(kutta4)" */
    const char *const *instance;  /* names of calls: "gauss4 = gauss(2)" */
    const char *integer; /* the only option, if it is an integer, or NULL */
    long least, most;    /* its range */
};
/* Reads the claims from a Lua file, in its own session; false with messages. */
bool shelf_describe(struct diags *, const struct shelf_file *,
                    struct shelf_claim *);

/* Built-in files, written by the build, by path ("methods/rkmk.lua"), with
 * their compiled Lua code; and the version of that Lua. */
struct shelf_entry {
    struct source text;
    const char *code;
    size_t codes;
};
extern const char shelf_lua[];
extern const struct shelf_entry shelf_builtin[];
extern const int shelf_builtin_count;
/* The built-in file with this path; NULL if there is none. */
const struct source *shelf_builtin_file(const char *path);

/* True if the name ends in `ending` and is longer: "kutta4.pol", ".pol". */
bool shelf_ends_in(const char *name, const char *ending);

/* The Lua program that writes the page by the global function `put`; a text
 * whose path does not end in .tpl is returned unchanged.
 * Each line of the template becomes one line of Lua, so that messages cite
 * the template's own lines.  NULL, with a message, if a {{ is not closed.
 *
 *     % for _, line in ipairs(lines) do      Lua (blanks may precede %)
 *     const double {{line.name}} = 0;        text
 *     %% of text                             text that begins with a %
 */
const struct source *template_script(struct arena *, struct diags *,
                                     const struct source *page);

/* The context to find, read and run shelf files. */
struct kit {
    struct arena *arena;
    struct names *names;
    struct diags *diags;
    struct shelf *shelf;
    struct pool *pool;
    struct host *host;            /* while a session is open */
    const struct called *speaker; /* the file whose Lua is running */
    struct recipe *recipe;        /* the recipe in progress, or NULL */
    struct derive *derive;        /* the step in progress */
};
