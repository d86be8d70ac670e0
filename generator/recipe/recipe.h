/* SPDX-License-Identifier: MIT
 *
 * What was chosen for a step: the method, map and attitude with their options,
 * the attitudes that are shown, what the method promises, and the control of
 * adaptive steps; from a checked body, the command line and the shelf.
 *
 * In: the model, the names and calls of the command line, the shelf.  Out:
 * `struct recipe`, with a session of Lua that is open until its step is
 * derived, or NULL with messages.
 */
#pragma once

#include "sym/field.h"
#include "shelf/shelf.h"

typedef const struct ast *syntax;
struct model;
struct tableau;

/* What a shelf file says of itself. */
struct claim {
    const char *name;   /* as called: "rkmk(kutta4, form = rate)" */
    const char *title;  /* one line for people */
    const char *source; /* author, journal, volume, page */
};

/* A file of the shelf, as it was called. */
struct called {
    const struct shelf_file *file;
    struct place place; /* of the call; no source: by default */
    syntax call;
    const struct composition *composition; /* or NULL */
    int depth;                             /* of methods around this one */
    int options;
    struct option_value *option;
    int table; /* reference to the file's table in Lua's registry */
    struct claim claim;
};

#define TURN 6.283185307179586 /* rad */

/* What a method promises, with its options and the map. */
struct promise {
    int order;
    int order_free; /* of a body without torque: the same or higher */
    bool symmetric, is_implicit;
    bool gyro, states; /* of the body may be internal momentum; states */
    bool inertia;      /* and its inertia may change with t and states */
    bool maps;         /* another map may be given */
    bool dense;        /* a shorter step is its dense output */
    bool numbers;      /* it integrates the attitude's numbers, which leave
                          their constraint unless they are restored */
    double turn;       /* largest turn of a step, in turns; 0: any */
    unsigned admits;   /* USES_*: what the torque may change with; 0: none */
    int keeps;
    const char *const *keep; /* "momentum", "energy", ... */
};

/* An attitude in other numbers than those that are stored. */
struct shown_as {
    struct called called;
    const char *call; /* "euler(zyx)" */
    const char *name; /* of its functions: "euler_zyx" */
    bool asked;       /* by the spec */
};

/* A time on which a step ends; the next one begins anew, as after a leap, or at
 * a kink goes on. */
struct landing {
    num time;
    bool is_kink;
};

/* How the size of steps is controlled. */
struct control_facts {
    /* min and max: NULL if unbounded; all, if the spec has no such step */
    num value[CONTROLS];
    num *extra; /* tolerances of wheels and states, in parts of their size */
    /* Sizes that the body has, powers of two: its radius of gyration, m; its
     * rate, how often it makes half a turn, 1/s, at the start, but in a
     * hundred runs once at least; of each wheel's momentum and state at the
     * start: as if a wheel that rests turned with the body; of a state that is
     * 0, how far it changes in a first step. */
    double length, rate, *size;
    int landings;
    struct landing *landing; /* ascending */
    int moving;              /* further ones, that depend on params */
    const struct expr **moving_time;
    bool *moving_is_kink;
};

/* What the command line overrides; NULL: as the spec says, else default. */
struct choice {
    syntax method, attitude, map;
    enum real real; /* Newton's tolerances follow from it */
    bool fixed;     /* not adaptive, whatever the spec says */
    bool apart;     /* nothing is asked for between states */
    num step;       /* its size; NULL: as the spec says */
    num tolerance;  /* of all; NULL: as the spec says */
    int landings;   /* 0: as the spec says */
    num const *landing;
};

struct recipe {
    struct kit kit; /* its session is open, for the step */
    const struct model *model;
    struct choice choice;
    struct called method, attitude;
    struct called map; /* its claim has no name if the method uses none */
    int shows;         /* the quaternion, then what the spec asks for */
    struct shown_as *show;
    struct promise promise;
    bool is_free;  /* neither torque nor force acts */
    bool is_rigid; /* nor are there wheels, states, internal momentum */
    int opt;       /* what the method gets: reference in Lua's registry */
    num size;      /* of h, s; NULL: unknown */
    bool adaptive; /* steps choose their size; then */
    struct control_facts control; /* this */
};

/* NULL, with messages, if something is wrong. */
struct recipe *recipe_choose(const struct kit *, const struct model *,
                             const struct choice *);
/* Closes the session; the rest stays.  NULL, and a second time, are no-ops. */
void recipe_close(struct recipe *);

/* The order for this body: the higher one where nothing acts. */
int recipe_order(const struct recipe *);
/* Why the embedded weights of a call's last tableau tell no error; NULL: they
 * do, or it has none. */
const char *recipe_useless(struct arena *, const struct called *);
/* The first c of a call's tableaus that is not the sum of its row, in words;
 * NULL: each is.  It costs order where the torque depends on t. */
const char *recipe_off(struct arena *, const struct called *);
/* The angle's tolerance in adaptive steps; else round-off. */
double recipe_finest(const struct recipe *);
/* An error where the tolerances stand. */
void recipe_blame_control(const struct recipe *, const char *message);

/* ---- tableaus by their calls: a name, or a call of a family, "gauss(3)" ----
 */

/* The tableau of the shelf that a name or call means; NULL with messages.  The
 * name of one of a family is its call. */
const struct tableau *tableau_of_call(const struct kit *, syntax);
/* The same for the text of a call. */
const struct tableau *tableau_of_text(const struct kit *, const char *call);
/* The calls of every tableau of the shelf, by name, a family's for each value
 * of its option (for its examples if it has no single whole number for an
 * option); their number.  With `stages` without those that are known to have
 * others, but for one more or less.  A file that cannot be read leaves
 * messages.
 */
int tableau_calls(const struct kit *, int stages, const char *const **call);
/* Every tableau of the shelf that has so many stages, one more or one less;
 * their number.  What cannot be read is left out with messages. */
int tableaus_near(const struct kit *, int stages,
                  const struct tableau *const **);
