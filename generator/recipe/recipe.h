/* SPDX-License-Identifier: MIT
 *
 * The choices for a step, from a checked body, the command line and the shelf:
 * the method, map and attitude with their options, the shown attitudes, the
 * method's promises, and the control of adaptive steps.
 *
 * In: the model, the names and calls of the command line, the shelf.  Out:
 * `struct recipe`, with a Lua session that is open until its step is derived,
 * or NULL with messages.
 */
#pragma once

#include "sym/field.h"
#include "shelf/shelf.h"

typedef const struct ast *syntax;
struct model;
struct tableau;

/* A shelf file's description of itself. */
struct claim {
    const char *name;   /* as called: "rkmk(kutta4, form = rate)" */
    const char *title;  /* one line for people */
    const char *source; /* author, journal, volume, page */
};

/* A call of a shelf file. */
struct called {
    const struct shelf_file *file;
    struct place place; /* the call's; no source for a default */
    syntax call;
    const struct composition *composition; /* or NULL */
    int depth;                             /* number of outer methods */
    int options;
    struct option_value *option;
    int table; /* reference to the file's table in Lua's registry */
    struct claim claim;
};

#define TURN 6.283185307179586 /* rad */

/* What a method promises, with its options and the map. */
struct promise {
    int order;
    int order_free; /* the order without torque: the same or higher */
    bool symmetric, is_implicit;
    bool gyro, states; /* supports internal momentum; states */
    bool inertia;      /* supports an inertia that changes with t and states */
    bool maps;         /* another map may be given */
    bool dense;        /* a shorter step is its dense output */
    bool numbers;      /* it integrates the attitude's numbers, which leave
                          their constraint unless they are restored */
    double turn;       /* largest turn of a step, in turns; 0: any */
    unsigned admits;   /* USES_*: what the torque may depend on; 0: no torque */
    int keeps;
    const char *const *keep; /* "momentum", "energy", ... */
};

/* An attitude in another representation than the stored one. */
struct shown_as {
    struct called called;
    const char *call;  /* "euler(zyx)" */
    const char *name;  /* in function names: "euler_zyx" */
    bool is_requested; /* the spec asks for it */
};

/* A time on which a step ends.  At a jump the next step starts anew; at a kink
 * it continues. */
struct landing {
    num time;
    bool is_kink;
};

/* The control of the step size. */
struct control_facts {
    /* min and max: NULL if unbounded; all NULL if no step is adaptive */
    num value[CONTROLS];
    num *extra; /* relative tolerances of wheels and states */
    /* Magnitudes, powers of two.  length: radius of gyration, m.  rate: half
     * turns per second at the start, but at least one in a hundred runs, 1/s.
     * size: momentum of each wheel and each state at the start; a wheel at rest
     * counts as turning with the body, a state that is 0 has the size of its
     * change in a first step. */
    double length, rate, *size;
    int landings;
    struct landing *landing; /* ascending */
    int moving;              /* further ones, which depend on params */
    const struct expr **moving_time;
    bool *moving_is_kink;
};

/* Overrides by the command line; NULL: the spec's value, else the default. */
struct choice {
    syntax method, attitude, map;
    enum real real; /* Newton's tolerances follow from it */
    bool fixed;     /* not adaptive, whatever the spec says */
    bool no_dense;  /* no dense output is needed */
    num step;       /* step size; NULL: from the spec */
    num tolerance;  /* for all; NULL: from the spec */
    int landings;   /* 0: from the spec */
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
    bool is_rigid; /* free; constant inertia; no wheels, states, gyro */
    int opt;       /* the method's options: reference in Lua's registry */
    num size;      /* step size h, s; NULL: unknown */
    bool adaptive; /* steps are adaptive; then */
    struct control_facts control; /* this */
};

/* Returns NULL, with messages, if something is wrong. */
struct recipe *recipe_choose(const struct kit *, const struct model *,
                             const struct choice *);
/* Closes the session; the rest stays valid.  NULL or a second call: no-op. */
void recipe_close(struct recipe *);

/* Returns the order for this body: order_free if nothing acts, else order. */
int recipe_order(const struct recipe *);
/* Returns why the embedded weights of a call's last tableau give no error
 * estimate; NULL if they do, or if it has none. */
const char *recipe_pair_fault(struct arena *, const struct called *);
/* Returns a text on the first c of a call's tableaus that is not the sum of its
 * row, or NULL.  Such a c lowers the order if the torque depends on t. */
const char *recipe_mismatch(struct arena *, const struct called *);
/* Returns the angle's tolerance in adaptive steps, else round-off. */
double recipe_finest(const struct recipe *);
/* Reports an error at the place of the tolerances. */
void recipe_blame_control(const struct recipe *, const char *message);

/* ---- tableaus by their calls: a name, or a call of a family, "gauss(3)" ----
 */

/* Returns the shelf's tableau that a name or call means; NULL with messages.
 * The name of a family's tableau is its call, "gauss(3)". */
const struct tableau *tableau_of_call(const struct kit *, syntax);
/* The same for the text of a call. */
const struct tableau *tableau_of_text(const struct kit *, const char *call);
/* Lists the calls of all tableaus of the shelf, by name; returns their number.
 * A family has a call for each value of its option, or its examples if its
 * options are not a single integer.  Unless `stages` is 0, tableaus that are
 * known to differ by more than one stage are left out.  A file that cannot be
 * read leaves messages. */
int tableau_calls(const struct kit *, int stages, const char *const **call);
/* Lists the shelf's tableaus with this number of stages, one more or one less;
 * returns their number.  Unreadable ones are left out with messages. */
int tableaus_near(const struct kit *, int stages,
                  const struct tableau *const **);
