/* SPDX-License-Identifier: MIT
 *
 * What the files of this stage share while one step is derived: the job's
 * parts, what the method has recorded so far, and the boxes in which Lua holds
 * expressions.
 */
#ifndef POL_DERIVE_H
#define POL_DERIVE_H

#include "bind/bind.h"
#include "model/model.h"
#include "shelf/claim.h"
#include "shelf/field.h"
#include "shelf/host.h"
#include "shelf/shelf.h"
#include "step/step.h"
#include "tableau/tableau.h"

/* ---- a file of the shelf, as it was called ---- */

struct option_value {
    const char *name;
    struct place place;
    const char *word;              /* one of the option's words, or NULL */
    bool by_real;                  /* not given, and of doubles another one */
    const struct tableau *tableau; /* or NULL */
    struct called *method;         /* or NULL */
    const struct formula *formula; /* or NULL */
    int count;                     /* of a list of whole numbers, or 0 */
    const long *list;
    long integer; /* if it is nothing else */
};

/* An expression in names that a file gives values to. */
struct formula {
    const char *option;
    const struct ast *ast;
    int names;
    const char *const *variable;
};

struct called {
    const struct shelf_file *file;
    struct place place; /* of the call; no source: by default */
    const struct ast *call;
    const struct composition *composition; /* or NULL */
    int depth;                             /* of methods around this one */
    int options;
    struct option_value *option;
    int table; /* reference to the file's table in Lua's registry */
    struct claim claim;
};

/* J = axes diag(moment) axes' */
struct principal {
    struct mat axes; /* of constants; 1 for a diagonal inertia */
    const struct expr *moment[3];
};

/* ---- the derivation ---- */

struct recorder { /* of the routine that is being made */
    struct stage *stage;
    struct label *label;
    struct solve *solve;
    int stages, stage_room, labels, label_room, solves, solve_room;
    const char *within; /* "substep 2", or NULL */
    const char *suffix; /* of names made now: the stage's number, or "" */
};

struct derive {
    struct kit kit; /* what the session works with */
    struct arena *arena;
    struct names *names;
    struct diags *diags;
    struct shelf *shelf;
    struct pool *pool;
    struct host *host;
    const struct model *model;
    const struct choice *choice;
    struct called method, map, attitude;
    struct called *show; /* attitudes to convert to, and what comes of them */
    struct shown *shown;
    int shows;
    const struct called *speaker; /* the file whose Lua is running */
    struct recorder record;
    const struct principal *principal;
    const struct element **made; /* elements of the map, each once */
    int mades, made_room;
    struct unknown *unknown; /* started and not yet solved */
    int unknowns, unknown_room;
    bool
        carries; /* torque at the start is that at the end of the step before */
    int opt;     /* what the method gets: reference in the registry */
    bool trying; /* the step is derived again, with its error */
    const char *useless; /* why the tableau's bhat tells no error; or NULL */
    struct vec *torque;  /* evaluated so far */
    int torques, torque_room;
    struct step *step;
};

struct derive *derive_of(lua_State *);
/* The nodes that the roots reach, as expr_reach marks them. */
unsigned char *derive_reach(struct derive *, int n,
                            const struct expr *const *roots);
/* Makes it the one that derive_of finds (scene.c). */
void scene_bind(struct derive *);

/* The model's quantities at some state of the step. */
struct at {
    const struct expr *t;
    struct turned *R;
    struct vec L, w; /* momentum and rate, body frame */
    struct vec x, v; /* position and velocity, space frame */
};
/* Substitutes them (place.c) for the placeholders in n expressions, and labels
 * the lets that these look at. */
void derive_place(struct derive *, const struct at *, int n,
                  const struct expr *const *value, const struct expr **out);
struct vec derive_omega(struct derive *, struct vec L);
struct vec derive_momentum(struct derive *, struct vec w);
/* Force by mass, in the model's placeholders. */
struct vec derive_acceleration(struct derive *);

/* ---- recording (record.c) ---- */

void record_stage(struct derive *, const char *title, const char *suffix);
/* Names a scalar or vector; constants and symbols have their names already. */
void record_label(struct derive *, const char *name, int n,
                  const struct expr *const *value);
/* After all that was recorded before. */
void record_solve(struct derive *, const struct solve *);
/* Takes what was recorded and starts anew. */
void record_take(struct derive *, struct routine *);

/* ---- what Lua sees ---- */

enum { MOST_VALUES = 9 };

/* An element of the group by its unit quaternion, with the map's rotation when
 * a map made it. */
struct element {
    struct quat q;
    const struct expr *scale;        /* q = (w, scale axis), or NULL */
    struct vec axis;                 /* with scale */
    const struct rotation *rotation; /* or NULL */
    const struct shelf_file *map;    /* which made it, with rotation */
    const struct expr *v[VECTOR];    /* the map's argument, with rotation */
    int products;                    /* in q, since one that has a name */
    const struct mat *linear; /* no rotation at all but this matrix; or NULL */
};

/* An attitude inside the step: the rows of another one, turned by g, or the
 * rows themselves.  A row is made when it is first looked at. */
struct turned {
    struct turned *from; /* or NULL */
    const struct element *g;
    const struct expr *const *stored; /* without `from`: its numbers */
    int depth;                        /* of such attitudes below */
    bool have[3];
    struct vec row[3];
};
struct vec turned_row(struct derive *, struct turned *, int row);
struct mat turned_matrix(struct derive *, struct turned *);
/* Pushes the table of the numbers by which it is stored. */
void turned_push_stored(struct derive *, const struct turned *);

/* Group elements (element.c). */
void element_open(struct derive *);
int element_push_rows(lua_State *, struct mat);
const struct element *element_at(lua_State *, int argument);
int element_push(lua_State *, const struct element *);
struct turned *turned_at(lua_State *, int argument);
int turned_push(lua_State *, struct turned *);

/* The body, the map and the attitude as a method sees them (scene.c).
 * scene_open defines all functions; scene_push pushes m, s, h. */
void scene_open(struct derive *);
void scene_push(struct derive *);
/* Runs the helpers that are written in Lua; false with messages. */
bool scene_prelude(struct derive *);
/* m.principal: the body's principal axes (principal.c). */
void principal_push(struct derive *);
void scene_push_body(struct derive *); /* m alone */
/* Pushes the file's table. */
void scene_table(struct derive *, const struct called *);
/* Calls function `field` of a file's table with the values on top of the stack
 * for arguments (popped); leaves one result. */
void scene_call(struct derive *, const struct called *, const char *field,
                int arguments);
/* Blames the file if what `field` returned, on top of the stack, is no `type`
 * of the algebra; `what` says what it should be. */
void scene_expect(struct derive *, const struct called *, const char *field,
                  const char *type, const char *what);
/* The symbols of a store, zeros if the body has no such one. */
struct vec scene_stored(struct derive *, enum stored);
/* Maps (map.c): m.map and load_map; each element is made once. */
void map_open(struct derive *);
/* Pushes the table of a map that is loaded, which stays where it is. */
void map_push(struct derive *, const struct called *map);
/* Opens the file of an attitude (attitude.c), gives its functions their options
 * and makes those that it leaves out; false with messages.  attitude_open: of
 * the body's. */
bool attitude_complete(struct derive *, struct called *);
bool attitude_open(struct derive *);
/* The stored attitude, at the start of a step. */
struct turned *attitude_stored(struct derive *);
/* An attitude of other stored numbers. */
struct turned *attitude_of_numbers(struct derive *,
                                   const struct expr *const *stored);
/* The stored numbers of a rotation matrix. */
void attitude_set(struct derive *, struct mat, const struct expr **out);
/* Takes the stored numbers that `field` returned from the top of the stack. */
void attitude_numbers(struct derive *, const char *field,
                      const struct expr **out);
/* The step fails unless these stored numbers, at which it ends, exist. */
void attitude_check(struct derive *, const struct expr *const *stored);
/* A message at the spec's start, if these stored numbers of it do not exist. */
void attitude_check_start(struct derive *, const struct number *const *stored);
/* Pushes m.attitude. */
void attitude_push(struct derive *);
/* Defines `demand`, and what attitude.lua asks of C. */
void attitude_define(struct derive *);

/* unknown and solve (solve.c); the result may contain no unknown. */
void solve_open(struct derive *);
/* Does the test hold where no value is a number? */
bool solve_holds_of_none(struct derive *, const struct expr *test);
void solve_check(struct derive *, int n, const struct expr *const *value);

/* Finds the file that a name or call means and reads its options; false with
 * messages.  `call` may be NULL: then `fallback`. */
bool option_resolve(struct derive *, enum shelf_kind, const struct ast *call,
                    const char *fallback, struct called *);
/* Runs the file, and reads its claims and the call's options. */
bool option_open(struct derive *, struct called *);
/* Reads a call's options against the file's table. */
bool option_read(struct derive *, struct called *);
/* The value of an expression for values of its names. */
const struct expr *option_formula(struct derive *, const struct formula *,
                                  const struct expr *const *value);
/* The tableau that an expression names; NULL with messages. */
const struct tableau *option_tableau(struct derive *, const struct ast *);
/* The message for a name that is not on the shelf. */
void option_unknown(struct derive *, enum shelf_kind, struct place,
                    const char *name);
/* Equal without regard to case? */
bool option_same(const char *, const char *);
/* Defines `refuse`. */
void option_define(struct derive *);
/* Pushes the table that a method gets as `opt`. */
void option_push(struct derive *, struct called *);
/* The `map = NAME` of a method's call, or of a method in it; NULL if there is
 * none. */
const struct ast *option_map(const struct ast *call);
/* Do all methods in the call name the same map, if any?  False with a message.
 */
bool option_one_map(struct derive *, const struct ast *call);
/* The call as people write it: "rkmk(kutta4, form = rate)". */
const char *option_print(struct derive *, const struct called *);

/* What a method promises with its options (promise.c), which are the table at
 * `opt`; a claim that cannot be is the file's fault. */
struct promise promise_read(struct derive *, const struct called *, int opt);
/* The names of what the torque may change with; their number, at most 4. */
int promise_admits(const struct promise *, const char **name);
/* Does a torque or force act? */
bool promise_is_loaded(const struct model *);
/* Refuses, in the user's text, a body whose torque the method does not admit,
 * and a map for a method that uses none; true if there is nothing of that. */
bool promise_check(struct derive *, const struct called *,
                   const struct promise *);

/* Torque that is carried from step to step (relay.c): what is carried; in
 * place of components first, first + 1, ... at the start of a step; what the
 * last kick adds at once; and the routine that computes it. */
void relay_prepare(struct derive *);
void relay_replace(struct derive *, const struct at *, int first, struct vec *);
void relay_close(struct derive *, struct vec *L, struct vec *v);
void relay_make(struct derive *, const struct at *start);

/* Adaptive steps: what controls them (adapt.c), false with a message. */
bool adapt_open(struct derive *);
/* land.c: the times on which adaptive steps end.  Are those of the command line
 * in order?  Steps of one size end on none: else a message. */
void land_collect(struct derive *);
bool land_check(struct derive *);
bool land_check_fixed(struct derive *);
/* An error where the tolerances stand. */
void adapt_blame(struct derive *, const char *message);
/* The method on trial (trial.c): pushes what acts at the start; makes the
 * routine of these outputs and of the error that it has returned, false with a
 * message if there is none. */
void trial_push_acts(struct derive *);
/* There is no error to go by; false with a message. */
bool trial_refuse(struct derive *);
bool trial_read(struct derive *, int result, int outputs,
                const struct output *);

/* Notes that the torque was evaluated (torques.c), also where unknowns have
 * been replaced by values, and counts how often it is for what the routine
 * gives. */
void torques_note(struct derive *, struct vec torque);
void torques_follow(struct derive *, int n, const struct expr *const *unknown,
                    const struct expr *const *value);
struct evaluations torques_count(struct derive *, const struct routine *);

/* All routines but the step itself (observe.c); the state that its symbols
 * stand for; and a routine of one output. */
void observe_make(struct derive *);
struct at observe_state(struct derive *);
void observe_routine(struct derive *, struct routine *, const char *name,
                     const char *output, int n,
                     const struct expr *const *value);
/* The state between two states (dense.c). */
void dense_make(struct derive *);
/* The value of an expression without symbols. */
const struct number *derive_constant(struct derive *, const struct expr *);

/* The attitudes that are shown (shown.c): finds their files, opens them, and
 * makes their routines; the first two are false with messages. */
bool shown_resolve(struct derive *);
bool shown_open(struct derive *);
void shown_make(struct derive *);
/* The store that an attitude's file declares, without symbols; and these, with
 * a tag (step.c). */
struct store derive_store(struct derive *, const struct called *attitude);
void derive_symbols(struct derive *, struct store *, int tag);

#endif
