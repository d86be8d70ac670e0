/* SPDX-License-Identifier: MIT
 *
 * What the files of this stage share while one step is derived: the job's
 * parts, what the method has recorded so far, and what Lua holds in boxes.
 */
#pragma once

#include "bind/bind.h"
#include "model/model.h"
#include "recipe/called.h"
#include "shelf/claim.h"
#include "step/step.h"

/* That an attitude has, and any output. */
enum { MOST_STORED = 9, MOST_VALUES = VALUE_NUMBERS };

struct recorder {
    struct routine made; /* now */
    int stage_room, label_room, solve_room;
    int series;         /* so far */
    const char *within; /* "substep 2", or NULL */
    const char *suffix; /* of names made now: the stage's number, or "" */
};

/* What a run of the method is for: the step; the same, when what acts at its
 * start is known from the step before; its error, when what acts is given; the
 * guards of events in the step. */
enum run { RUN_STEP, RUN_CARRYING, RUN_TRIAL, RUN_CURVES };

struct derive {
    struct recipe *recipe;
    struct kit *kit; /* that of the recipe; some of it: */
    struct arena *arena;
    struct names *names;
    struct pool *pool;
    lua_State *lua;
    const struct model *model;
    struct step *step;
    struct recorder record;
    struct mat axes, into_axes;  /* the principal ones; transposed */
    const struct element **made; /* elements of the map, each once */
    int mades, made_room;
    /* Of the method's run: */
    enum run run;
    bool is_inset;           /* held signals are seen inside of the step */
    struct unknown *unknown; /* started and not yet solved */
    int unknowns, unknown_room;
    struct vec *torque; /* evaluated so far */
    int torques, torque_room;
};

/* ---- derive.c: what is recorded while a method runs ---- */

struct derive *derive_of(lua_State *);
/* Is the test true where every value is NaN? */
bool holds_of_nan(struct derive *, expr test);
/* Gives a store symbols of this tag. */
void record_symbols(struct derive *, struct field *, int tag);
/* Names a scalar or vector; constants and symbols have their names already. */
enum hold { FIRM, SOFT, OWN }; /* OWN: the spec's, firm */
void record_name(struct derive *, enum hold, const char *name, int n,
                 const expr *value);
/* Soft names for n entries of a matrix of 3 columns, row by row: "J01". */
void record_soft_matrix(struct derive *, const char *name, int first, int n,
                        const expr *value);
/* After all that was recorded before. */
void record_solve(struct derive *, const struct solve *);
/* Takes what was recorded and starts anew. */
struct routine record_take(struct derive *, const char *name, int outputs,
                           const struct output *);
/* The same, of one output. */
struct routine record_routine(struct derive *, const char *name,
                              const char *output, int n, const expr *value);
/* Defines stages and names. */
void derive_open(struct derive *);

/* ---- attitude.c ---- */

/* An element of the group by its unit quaternion; of one that a map made all of
 * its rotation is known. */
struct element {
    struct rotation by; /* q = (q0, scale axis); scale: NULL, if it is 1 */
    bool has_push;      /* as have its matrix and u */
    const struct shelf_file *map; /* which made it of this argument: */
    struct vec v;
    int products;             /* in q, since one that has a name */
    const struct mat *linear; /* no rotation at all but this matrix; or NULL */
};

/* An attitude inside the step: the rows of another one, turned by g, or the
 * rows themselves.  A row is made when it is first looked at. */
struct attitude {
    struct attitude *from; /* or NULL */
    const struct element *g;
    const expr *stored; /* the numbers of the one that was turned first */
    int depth;          /* of such attitudes below */
    bool have[3];
    struct vec row[3];
};

/* Defines group elements, attitudes, `demand`, and m.attitude.at. */
void attitude_open(struct derive *);
struct element *element_new(struct derive *, expr q0, expr scale,
                            struct vec axis);
/* The store that an attitude's file declares for its numbers or, where it says
 * so, for those that are shown. */
struct field attitude_store(struct derive *, const struct called *attitude,
                            bool is_shown);
struct attitude *attitude_of_numbers(struct derive *, const expr *stored);
struct vec attitude_row(struct derive *, struct attitude *, int row);
struct mat attitude_matrix(struct derive *, struct attitude *);
/* Its stored numbers, those of it as it was turned. */
void attitude_numbers(struct derive *, const struct attitude *, expr *out);
/* The stored numbers of a rotation matrix. */
void attitude_set(struct derive *, struct mat, expr *out);
/* The step fails unless these stored numbers, at which it ends, exist. */
void attitude_check(struct derive *, const expr *stored);
/* A message at the spec's start, if these stored numbers of it do not exist. */
void attitude_check_start(struct derive *, const expr *stored);
/* Does the attitude lead numbers that have left its constraint back to it? */
bool attitude_restores(struct derive *);

/* ---- acts.c ---- */

/* The model's quantities at some state of the step. */
struct at {
    expr t;
    struct attitude *R;
    struct vec L, w; /* momentum and rate, body frame */
    /* What is stored besides, one behind the other: of a body that moves
     * position and velocity, space frame; wheels' momenta and states. */
    expr *z;
};

/* Substitutes the state for the placeholders in n expressions, and labels the
 * lets that these look at. */
void acts_place(struct derive *, const struct at *, int n, const expr *value,
                expr *out);
/* What events watch, then its rates: new. */
expr *acts_guards(const struct derive *);
/* Torque (0), or acceleration (VECTOR), at a state; at the start of a step that
 * carries them, their symbols. */
struct vec acts_at(struct derive *, const struct at *, int first);
/* Notes where torque was evaluated also where unknowns have been replaced by
 * values. */
void torques_follow(struct derive *, const struct swaps *);

/* ---- inside.c: what is stored besides R and L; internal momentum ---- */

/* How many numbers; their symbols in these stores, one behind the other. */
expr *inside_symbols(struct derive *, const struct field *store);
/* How many of the stores methods see. */
int inside_parts(const struct derive *);
/* Takes so many, or their rates, out of the list that is on top of the stack,
 * and pops it; `whose` is told of what is none: "the state's z". */
void inside_take(struct derive *, const char *whose, expr *out);
/* Pushes a list, of the stores from this one on. */
void inside_give(struct derive *, int first, const expr *value);
/* Sets what methods know of the list, m.further, in m, which is on top. */
void inside_push(struct derive *);
/* Internal momentum h at a state, and the rate w of the momentum L. */
struct vec inside_gyro(struct derive *, const struct at *);
struct vec inside_omega(struct derive *, const struct at *, struct vec L);
/* The model's inertia, or its inverse, there. */
struct mat inside_matrix(struct derive *, const struct at *,
                         const struct mat *);
/* The squares of the errors of a method's table on top of the stack, one of
 * each store; those of wheels and states are parts of their sizes. */
void inside_errors(struct derive *, expr *out);

/* ---- state.c ---- */

/* Makes the stores of the step. */
void state_open(struct derive *);
/* The state that the step's symbols stand for. */
struct at state_at(struct derive *);
/* The one that a method gives as a table, the first argument. */
struct at state_of(lua_State *);
/* Pushes the table of a state of these stores. */
void state_push(struct derive *, const struct field *);
/* Reads the one on top of the stack into outputs; their values, which lie one
 * behind the other, with room for one more. */
expr *state_read(struct derive *, struct output *);

/* ---- what a method sees ---- */

/* Sets m.directions(), the vectors through which R is looked at, and m.spin()
 * (direction.c). */
void directions_push(lua_State *);
/* Defines all functions; pushes m (body.c). */
void body_open(struct derive *);
void body_push(struct derive *);
/* unknown and solve (solve.c); the result may contain no unknown. */
void solve_open(struct derive *);
void solve_check(struct derive *, int n, const expr *value);

/* Defines series (taylor.c). */
void series_open(struct derive *);

/* ---- what a stepper offers besides the step ---- */

/* The state between two (dense.c). */
void dense_make(struct derive *);
/* All of it (offer.c). */
void offer_make(struct derive *);
