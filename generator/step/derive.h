/* SPDX-License-Identifier: MIT
 *
 * Shared by the files of this stage while one step is derived: the job's parts,
 * what the method has recorded, and the types that Lua holds in boxes.
 */
#pragma once

#include "bind/bind.h"
#include "model/model.h"
#include "recipe/called.h"
#include "shelf/claim.h"
#include "step/step.h"

/* Most numbers of a stored attitude, and of any output. */
enum { MOST_STORED = 9, MOST_VALUES = VALUE_NUMBERS };

struct recorder {
    struct routine routine; /* being recorded */
    int stage_room, label_room, solve_room;
    int series;         /* series recorded so far */
    const char *within; /* "substep 2", or NULL */
    const char *suffix; /* for new names: the stage's number, or "" */
};

/* The purpose of a run of the method: the step; the step with torque and
 * acceleration at its start carried over; its error, with those at the start
 * given; the Taylor coefficients of the events' guards. */
enum run { RUN_STEP, RUN_CARRYING, RUN_TRIAL, RUN_CURVES };

struct derive {
    struct recipe *recipe;
    struct kit *kit; /* the recipe's; parts of it: */
    struct arena *arena;
    struct names *names;
    struct pool *pool;
    lua_State *lua;
    const struct model *model;
    struct step *step;
    struct recorder record;
    struct mat axes, into_axes;     /* principal axes; transposed */
    const struct element **element; /* distinct elements of maps */
    int elements, element_room;
    /* For the current run of the method: */
    enum run run;
    bool is_inset;           /* held signals are evaluated inside the step */
    struct unknown *unknown; /* created in this run */
    int unknowns, unknown_room;
    struct vec *torque; /* distinct torques evaluated so far */
    int torques, torque_room;
};

/* ---- derive.c: recording a run of the method ---- */

struct derive *derive_of(lua_State *);
/* True if the test holds when every value is NaN. */
bool holds_for_nan(struct derive *, expr test);
/* Creates symbols with this tag for a store. */
void record_symbols(struct derive *, struct field *, int tag);
/* Names a scalar or vector; skips constants and symbols: they have names. */
enum firmness { FIRM, SOFT, FROM_SPEC }; /* the last is firm, too */
void record_name(struct derive *, enum firmness, const char *name, int n,
                 const expr *value);
/* Soft names for n entries of a matrix of 3 columns, row by row: "J01". */
void record_soft_matrix(struct derive *, const char *name, int first, int n,
                        const expr *value);
/* Records a solve after all those recorded before. */
void record_solve(struct derive *, const struct solve *);
/* Returns the recorded routine and clears the recorder. */
struct routine record_take(struct derive *, const char *name, int outputs,
                           const struct output *);
/* The same for a single output. */
struct routine record_routine(struct derive *, const char *name,
                              const char *output, int n, const expr *value);
/* Defines the Lua functions for stages and names. */
void derive_open(struct derive *);

/* ---- attitude.c ---- */

/* A group element, given by its unit quaternion.  For an element made by a map
 * all fields of the rotation are known. */
struct element {
    /* q = (q0, scale axis); scale is NULL if it is 1 */
    struct rotation rotation;
    bool has_push; /* the rotation's push, matrix and u are set */
    const struct shelf_file *map; /* the map that made it, or NULL; at v: */
    struct vec v;
    int products;             /* products in q since the last firm name */
    const struct mat *linear; /* this matrix instead of a rotation; or NULL */
};

/* An attitude inside the step: the attitude `from` rotated by g, or given by
 * its rows.  A row is created on first use. */
struct attitude {
    struct attitude *from; /* or NULL */
    const struct element *g;
    const expr *stored; /* numbers of the first attitude in the chain */
    int depth;          /* rotations in the chain */
    bool have[3];
    struct vec row[3];
};

/* Defines group elements, attitudes, `demand`, and m.attitude.at. */
void attitude_open(struct derive *);
struct element *element_new(struct derive *, expr q0, expr scale,
                            struct vec axis);
/* Returns the store that an attitude's file declares for its numbers; if
 * is_shown, with the note and the symbols of a shown attitude. */
struct field attitude_store(struct derive *, const struct called *attitude,
                            bool is_shown);
struct attitude *attitude_of_numbers(struct derive *, const expr *stored);
struct vec attitude_row(struct derive *, struct attitude *, int row);
struct mat attitude_matrix(struct derive *, struct attitude *);
/* Computes the stored numbers of the attitude, including its rotations. */
void attitude_numbers(struct derive *, const struct attitude *, expr *out);
/* Computes the stored numbers of a rotation matrix. */
void attitude_set(struct derive *, struct mat, expr *out);
/* Makes the step fail unless these stored numbers (of its end) exist. */
void attitude_check(struct derive *, const expr *stored);
/* Reports an error at the spec's start if its stored numbers do not exist. */
void attitude_check_start(struct derive *, const expr *stored);
/* True if the attitude restores numbers that violate its constraint. */
bool attitude_restores(struct derive *);

/* ---- load.c ---- */

/* The model's quantities at some state of the step. */
struct state {
    expr t;
    struct attitude *R;
    struct vec L, w; /* momentum and rate, body frame */
    /* Other stored values, concatenated: position and velocity (space frame) if
     * the body moves, then wheels' momenta and states. */
    expr *z;
};

/* Substitutes the state for the placeholders in n expressions, and labels the
 * lets that the expressions contain. */
void load_substitute(struct derive *, const struct state *, int n,
                     const expr *value, expr *out);
/* Returns a new array: the guards of events, then their rates. */
expr *load_guards(const struct derive *);
/* Returns torque (first = 0) or acceleration (VECTOR) at a state; at the start
 * of a step that carries them over, their symbols. */
struct vec load_at(struct derive *, const struct state *, int first);
/* Adds to d->torque each torque with values substituted for unknowns. */
void torques_follow(struct derive *, const struct swaps *);

/* ---- inside.c: stored values besides R and L; internal momentum ---- */

/* Returns the symbols of these stores behind R and L, concatenated. */
expr *inside_symbols(struct derive *, const struct field *store);
/* Returns how many items the list z has, as methods see it. */
int inside_parts(const struct derive *);
/* Reads the items of z, or their rates, from the list on top of the stack and
 * pops it; `whose` names the list in error messages: "the state's z". */
void inside_take(struct derive *, const char *whose, expr *out);
/* Pushes the list of values of the stores from `first` on. */
void inside_give(struct derive *, int first, const expr *value);
/* Sets m.further, which describes the items of z; m is on top of the stack. */
void inside_push(struct derive *);
/* Return internal momentum h at a state, and the rate w for momentum L. */
struct vec inside_gyro(struct derive *, const struct state *);
struct vec inside_omega(struct derive *, const struct state *, struct vec L);
/* Returns the model's inertia, or its inverse, at a state. */
struct mat inside_matrix(struct derive *, const struct state *,
                         const struct mat *);
/* Reads a method's error table on top of the stack: one squared error for each
 * store behind R and L; for wheels and states relative to their sizes. */
void inside_errors(struct derive *, expr *out);

/* ---- state.c ---- */

/* Creates the stores of the step. */
void state_open(struct derive *);
/* Returns the state at the start of the step, in the step's symbols. */
struct state state_start(struct derive *);
/* Returns the state that a method passes as a table in argument 1. */
struct state state_of(lua_State *);
/* Pushes the table of a state with the symbols of these stores. */
void state_push(struct derive *, const struct field *);
/* Reads the state on top of the stack into outputs.  Returns their values,
 * concatenated, with room for one more. */
expr *state_read(struct derive *, struct output *);

/* ---- what a method sees ---- */

/* Sets m.directions(), the vectors c through which torque and force depend on
 * R, and m.spin() (direction.c). */
void directions_push(lua_State *);
/* Defines `use` and `load_map`; pushes m (body.c). */
void body_open(struct derive *);
void body_push(struct derive *);
/* Defines unknown and solve (solve.c); checks that no unknown remains. */
void solve_open(struct derive *);
void solve_check(struct derive *, int n, const expr *value);

/* Defines series (taylor.c). */
void series_open(struct derive *);

/* ---- functions of a stepper besides the step ---- */

/* Makes the dense output (dense.c). */
void dense_make(struct derive *);
/* Makes all of them (offer.c). */
void offer_make(struct derive *);
