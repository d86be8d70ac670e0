/* SPDX-License-Identifier: MIT
 *
 * The checker's state and its parts; private to the stage.
 */
#ifndef POL_CHECK_STATE_H
#define POL_CHECK_STATE_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/memo.h"
#include "base/name.h"
#include "base/text.h"
#include "model/model.h"

/* What an expression looks at, lets seen through. */
enum need {
    NEED_T = 1,
    NEED_R = 2,
    NEED_W = 4,
    NEED_L = 8,
    NEED_INPUT = 16,
    NEED_PARAM = 32,
    NEED_X = 64,
    NEED_V = 128,
    NEED_ANY = 255
};

enum entry_kind {
    ENTRY_CONST,
    ENTRY_PARAM,
    ENTRY_INPUT,
    ENTRY_LET,
    ENTRY_QUANTITY /* R w L J t pi e1 e2 e3, x v of a body with a mass */
};

/* A declared name.  value.n is 0 if its declaration was wrong; what uses it
 * is then passed over in silence. */
struct entry {
    enum entry_kind kind;
    const char *name;
    struct place place;
    struct value value;
    unsigned needs;
    int refused; /* the last evaluation in which it may not stand, and was told
                  */
};

/* Where an expression stands, and so what it may look at. */
struct purpose {
    const char *what; /* "a potential" */
    unsigned forbidden;
};

struct check {
    struct arena *arena;
    struct names *names;
    struct diags *diags;
    struct pool *pool;
    struct model *model;
    const struct ast *file;
    enum real real; /* of the code that is to be emitted */

    const struct given *given;

    struct entry **entry;
    int entries, entry_room;
    struct entry quantity[11]; /* those of ENTRY_QUANTITY */
    int quantities;
    struct memo known;    /* entries by name */
    struct memo declared; /* the first statement that declares a name */
    struct memo unknown;  /* names that were told, each once */

    struct purpose purpose; /* of the expression being evaluated */
    unsigned needs;         /* what it looked at so far */
    double extreme;         /* the largest |log2| of a constant */
    int evaluations;        /* so many were begun */
    unsigned char *fits;    /* by node: the real type holds its numbers */
    int fits_size;
    const struct expr *variable; /* that x stands for, inside of a root */

    struct named *cause;               /* the model's list */
    const struct ast *first[AST_FILE]; /* the first statement of each kind */
    const struct ast *start_R, *start_w, *start_L, *start_t, *start_x, *start_v;
    struct place control_place[CONTROLS];
    bool inertia_known;   /* and right */
    bool inertia_checked; /* right or wrong */
    bool has_torque;      /* or force, by a statement */
};

/* check.c: what is a field of a struct of the emitted code: "m", with a symbol
 * of this tag for each component. */
struct field field_make(struct check *, const struct ast *declaration, int n,
                        int tag);
struct value field_value(const struct field *);

/* check_input.c: inputs, and the signals that act in their place. */
/* The size that stands behind a declared name, 0 without; `what` has it. */
int field_size(struct check *, const struct ast *declaration, const char *what);
void input_check(struct check *, const struct ast *declaration,
                 struct field *fields);
/* Puts signals into the equations, in the place of their inputs. */
void input_act(struct check *, struct named *lets);
/* Is there an input for each signal that is given? */
void input_check_given(struct check *);
/* Signals as the last values to keep, by which they are read at a time. */
void input_watch(struct check *, struct named *keeps);

/* check_break.c: finds the times when torque and force are not smooth. */
void break_find(struct check *);

/* check_scope.c: names. */
void scope_open(struct check *);
/* The entry for a name that is used, or NULL after a message. */
const struct entry *scope_find(struct check *, const struct ast *name);
/* Declares; false with a message if the name is taken or cannot be one. */
bool scope_declare(struct check *, const struct ast *statement, enum entry_kind,
                   struct value, unsigned needs);
/* Can this be a name in the emitted C?  Else a message. */
bool scope_check_name(struct check *, const struct ast *statement);
/* The nearest const or param; NULL if none is near. */
const char *scope_nearest_setting(struct check *, const char *name);
/* A hint with the nearest name that could stand in an expression. */
void scope_hint(struct check *, const char *name);

/* check_words.c: why a word cannot be a name, or NULL. */
const char *word_fault(const char *name);

/* check_value.c: expressions.  A value with n = 0 was reported. */
struct value value_none(void);
struct value value_scalar(const struct expr *);
struct value value_vec(struct vec);
struct value value_mat(struct mat);
struct vec vec_of_value(struct value);
struct mat mat_of_value(struct value);
const char *shape_name(int n);
struct value evaluate(struct check *, const struct ast *);
/* For a purpose, with the shape n (0: any); sets c->needs. */
struct value evaluate_for(struct check *, const struct ast *, struct purpose,
                          int n);
/* base^exponent, by products or roots where the exponent allows. */
struct value value_power(struct check *, const struct ast *, struct value base,
                         struct value exponent);
/* The value, or none with a message if a part of it is not finite. */
struct value value_finite(struct check *, const struct ast *, struct value,
                          const char *otherwise);
/* A constant; false with a message if it is none, or beyond what a double can
 * hold. */
bool value_numbers(struct check *, const struct ast *, struct value,
                   const struct number **out);
/* The same, and the real type holds it; `what` is said of it, "the value". */
bool value_fits(struct check *, const struct ast *, struct value,
                const char *what, const struct number **out);
/* Constants of the emitted code are products of those that are noted: that
 * which is farthest from 1 is to blame for one that the real type cannot hold.
 */
void value_note(struct check *, const struct ast *, const struct number *);
/* A scalar constant for this purpose, or NULL with a message. */
const struct number *evaluate_number(struct check *, const struct ast *,
                                     const char *what);

/* The same, above zero; a message does not make it NULL. */
const struct number *evaluate_positive(struct check *, const struct ast *,
                                       const char *what);

/* check_motion.c (and model_rate): the rate along the motion, as the call `a`
 * asks for it. */
struct value motion_derivative(struct check *, const struct ast *a,
                               struct value);

/* check_call.c: functions. */
struct value evaluate_call(struct check *, const struct ast *);
bool is_builtin(const char *name);
/* May a name be called as it, too?  Then it is known by its parentheses. */
bool builtin_gives_way(const char *name);
/* All functions, for a hint. */
void builtin_offer(struct nearest *);

/* check_rotation.c: rotation matrices. */
struct mat rotation_turn(struct pool *, struct vec axis,
                         const struct expr *angle);
/* The rotation vector v, |v| <= pi, of which R is the exponential. */
struct vec rotation_log(struct pool *, struct mat R);
struct mat rotation_exp(struct pool *, struct vec);
struct mat rotation_quat(struct pool *, const struct expr *const q[4]);
/* "xyz", also as "123", and the 11 others; false if it is none of them. */
bool rotation_euler(struct pool *, const char *axes,
                    const struct expr *const angle[3], struct mat *out);
/* The rotation nearest to an almost orthogonal matrix of constants. */
struct mat rotation_nearest(struct pool *, struct mat);
/* Largest entry of |A'A - 1| of a matrix of constants. */
double rotation_fault(struct pool *, struct mat);

/* check_inertia.c */
void check_inertia(struct check *, const struct ast *);

/* check_force.c: torques, forces, potentials, energy. */
void check_torque(struct check *, const struct ast *);
void check_force(struct check *, const struct ast *);
void check_potential(struct check *, const struct ast *);
void check_energy(struct check *);

/* check_mass.c: what a body has that moves. */
/* Does the spec have a `mass` somewhere? */
bool mass_is_given(const struct check *);
void mass_open(struct check *);
void mass_check(struct check *, const struct ast *);
/* False, with a message, if `what` stands in a spec without a mass. */
bool mass_needed(struct check *, const struct ast *, const char *what);

/* check_start.c */
void check_start(struct check *, const struct ast *);
void check_start_state(struct check *);

/* check_adaptive.c: the call `adaptive(...)` of a step; the times of `at`;
 * that these follow one another and the start, once it is known. */
void adaptive_check(struct check *, const struct ast *);
void adaptive_check_at(struct check *, const struct ast *);
void adaptive_check_order(struct check *);

#endif
