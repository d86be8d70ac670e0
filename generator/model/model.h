/* SPDX-License-Identifier: MIT
 *
 * A checked body: what a .pol file says, as expressions in a few placeholder
 * symbols.  SI units; R maps body to space; L = J w and torque in the body
 * frame.
 *
 * In: `struct ast` of a file, new values and signals of the command line.
 * Out: `struct model`, which later stages only read, or NULL with messages.
 */
#ifndef POL_MODEL_H
#define POL_MODEL_H

#include "lang/ast.h"
#include "model/field.h"
#include "model/series.h"

enum { MODEL_SHOWS = 64 }; /* attitudes to convert to, at most */

struct named {
    const char *name;
    const char *note;
    struct place place;
    struct value value;
};

/* What torque and force look at, for a method's `admits`; USES_W: w, L or v. */
enum { USES_T = 1, USES_R = 2, USES_W = 4, USES_INPUT = 8, USES_X = 16 };

/* A time, of constants and params, at which torque or force are not smooth. */
struct breakpoint {
    expr time;    /* s */
    bool is_kink; /* they are continuous */
};

struct model {
    const char *name; /* of the body */
    struct place name_place;
    const char *note; /* the file's first comment line, or NULL */
    const struct source *source;
    struct pool *pool;
    struct names *names;

    expr t;
    struct mat R; /* placeholders */
    struct vec w, L;
    struct vec x, v; /* of the centre of mass, space frame; zero if !moves */

    struct mat inertia, inverse; /* of constants and params, exact */
    const struct number *default_inertia[9];
    struct place inertia_place;
    bool varies;          /* the inertia depends on params */
    struct place extreme; /* of the constant of inertia, mass, torque or force
                             that is farthest from 1 */
    bool diagonal;
    bool moves; /* the body has a mass, hence x and v */
    expr mass;  /* of constants and params; 1 if !moves */

    struct series series; /* signals from files */
    int params, inputs, lets, keeps;
    int held; /* of the keeps the last ones, which are signals */
    struct field *param, *input;
    struct named *let; /* in placeholders */
    struct named *keep;
    int causes;
    struct named *cause; /* each torque, force and potential, as said */

    struct vec
        torque; /* body frame, all contributions; in t R w L params inputs */
    struct vec force; /* space frame, likewise; 0 if !moves */
    unsigned uses;    /* USES_* of both */
    bool has_potential;
    expr potential;    /* 0 if there is none */
    expr energy;       /* L.w/2 + mass v.v/2 + potential */
    bool conservative; /* energy is kept: only a potential without t */

    const struct ast *method, *attitude, *map; /* names or calls; or NULL */
    int shows;
    const struct ast **show; /* AST_SHOW: attitudes to convert to */
    int tableaus;
    const struct ast **tableau; /* AST_TABLEAU defined in place */
    int compositions;
    const struct ast **composition; /* AST_COMPOSITION */

    const struct number *start_R[9]; /* rotation matrix */
    struct place start_place;        /* of start R; no source: not said */
    const struct number *start_L[3];
    const struct number *start_x[3], *start_v[3];
    const struct number *start_t;
    const struct number *step, *until;      /* durations; NULL: not said */
    bool adaptive;                          /* the step is not a duration but */
    struct place step_place;                /* this call; with what it says: */
    const struct number *control[CONTROLS]; /* NULL: not said */
    int landings; /* times that are landed on, of constants and params */
    expr *landing;
    struct place at_place; /* of the statement that says them */
    int breaks;            /* and those where torque and force are not smooth */
    const struct breakpoint *breakpoint;
    bool has_cases; /* and elsewhere, or else than in time, they may not be */
};

/* `--set name=value`: a new value for a const or a param, or for an input's
 * signal. */
struct setting {
    const char *name;
    const struct ast *value;
    struct place place;
};

/* What an input is in the equations. */
enum input_role {
    INPUTS_ARGUMENTS, /* what the caller gives, held over a step */
    INPUTS_SIGNALS,   /* its signal, if it has one */
    INPUTS_HELD       /* as INPUTS_ARGUMENTS; signals are values to keep */
};

/* What comes beside the text. */
struct given {
    enum real real;
    const struct setting *setting;
    int settings;
    const struct setting *signal; /* `--input name=value` */
    int signals;
    enum input_role inputs;
};

/* With the params at their defaults. */
struct value model_at_defaults(const struct model *, struct value);

/* f' along the motion, of n values in placeholders: params and inputs stand
 * still. */
void model_rate(const struct model *, int n, const expr *f, expr *out);

/* NULL, with messages, if something is wrong, or if the real type cannot hold a
 * value.  A setting whose value is NULL was reported where it was read. */
const struct model *model_check(struct arena *, struct names *, struct diags *,
                                struct pool *, const struct ast *,
                                const struct given *);

/* Prints it in the manner of the language, for `polhode show model`. */
void model_show(const struct model *, struct text *);

#endif
