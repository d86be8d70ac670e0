/* SPDX-License-Identifier: MIT
 *
 * The checker's state and its parts; private to the stage.
 */
#ifndef POL_CHECK_STATE_H
#define POL_CHECK_STATE_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/table.h"
#include "base/name.h"
#include "base/text.h"
#include "model/model.h"

/* What an expression looks at, lets seen through. */
enum need {
    NEED_T = 1,
    NEED_R = 2,
    NEED_W = 4,
    NEED_L = 8,
    NEED_X = 16,
    NEED_V = 32,
    NEED_INPUT = 64,
    NEED_PARAM = 128,
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
    int quantities;        /* the first of them */
    struct table known;    /* entries by name */
    struct table declared; /* the first statement that declares a name */
    struct table unknown;  /* names that were told, each once */

    const char *what;    /* the expression being evaluated is: "a torque" */
    unsigned forbidden;  /* what it may not look at */
    unsigned needs;      /* what it looked at so far */
    double extreme;      /* the largest |log2| of a constant */
    int evaluations;     /* so many were begun */
    unsigned char *fits; /* by node: the real type holds its numbers */
    int fits_size;
    expr variable; /* that x stands for, inside of a root */

    bool has[AST_FILE];                /* the file has statements of the kind */
    const struct ast *first[AST_FILE]; /* the first statement of each kind */
    const struct ast *start[6];        /* of R, w, L, t, x, v */
    struct place control_place[CONTROLS];
    bool inertia_known;   /* and right */
    bool inertia_checked; /* right or wrong */
    bool has_torque;      /* or force, by a statement */
};

/* -- check_number.c: what is said of values, and of numbers in them -------- */

static inline struct value value_none(void)
{
    return (struct value){0};
}

static inline struct value value_vec(struct vec v)
{
    return (struct value){.n = 3, .vec = v};
}

static inline struct value value_mat(struct mat m)
{
    return (struct value){.n = 9, .mat = m};
}

static inline struct value value_scalar(expr x)
{
    return (struct value){.n = 1, .x = {x}};
}

/* An error, with a hint unless that is NULL; no value. */
#define refuse(c, place, hint, ...)                                            \
    (diag_error((c)->diags, place, __VA_ARGS__), refuse_hint(c, hint))
struct value refuse_hint(struct check *, const char *hint);
/* Hints: "the first is in line 7"; a name that is near, or NULL. */
const char *line_hint(struct check *, const char *what, struct place);
const char *did_you_mean(struct check *, struct nearest);
const char *shape_name(int n);
/* The value, or none with a message if a part of it is not finite. */
struct value value_finite(struct check *, const struct ast *, struct value,
                          const char *otherwise);
struct value value_of(struct pool *, int n, const struct number *const *);
/* Does the real type hold all numbers in it?  Else a message. */
bool value_holds(struct check *, const struct ast *, struct value,
                 const char *what);
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

/* -- rotation.c: matrices -------------------------------------------------- */

/* About an axis n, which enters through n n'/|n|^2 and n/|n|, so that a root is
 * taken only where it is needed. */
struct mat rotation_turn(struct pool *, struct vec axis, expr angle);
struct mat rotation_exp(struct pool *, struct vec);
struct mat rotation_quat(struct pool *, const expr q[4]);
struct vec rotation_log(struct pool *, struct mat);
/* The rotation nearest to an almost orthogonal matrix of constants. */
struct mat rotation_nearest(struct pool *, struct mat);
/* Largest entry of |A'A - 1| of a matrix of constants, else infinite. */
double rotation_fault(struct pool *, struct mat);
/* Is the determinant a constant below zero? */
bool rotation_reflects(struct pool *, struct mat);

/* -- check_call.c: functions, a row for each way to call one --------------- */

enum { MOST_ARGUMENTS = 4 };

struct builtin {
    int code;
    const char *name, *shapes, *called; /* "axis, angle" */
};

/* The first way to call it, or NULL. */
const struct builtin *builtin_find(const char *name);
/* All functions, for a hint. */
void builtin_offer(struct nearest *);
/* Does one of its ways take so many arguments?  Else a message. */
bool builtin_takes(struct check *, const struct builtin *,
                   const struct ast *call);
/* The value for these arguments. */
struct value builtin_value(struct check *, const struct builtin *,
                           const struct ast *call, const struct value *);
/* base^exponent, by products or roots where the exponent allows. */
struct value value_power(struct check *, const struct ast *, struct value base,
                         struct value exponent);

/* -- check_value.c: names and expressions.  A value with n = 0 was reported -
 */

void scope_open(struct check *);
/* Declares; false with a message if the name is taken or cannot be one. */
bool scope_declare(struct check *, const struct ast *statement, enum entry_kind,
                   struct value, unsigned needs);
/* Can this be a name in the emitted C?  Else a message. */
bool scope_check_name(struct check *, const struct ast *statement);
/* What is said to be `what`, "a torque", and may not look at what is forbidden,
 * with the shape n (0: any); sets c->needs. */
struct value evaluate_for(struct check *, const struct ast *, const char *what,
                          unsigned forbidden, int n);
/* n constants; false with a message. */
bool evaluate_numbers(struct check *, const struct ast *, const char *what,
                      int n, const struct number **out);
/* A constant above zero; a message about that does not make it NULL. */
const struct number *evaluate_positive(struct check *, const struct ast *,
                                       const char *what);

/* -- statements ------------------------------------------------------------ */

void check_inertia(struct check *, const struct ast *);
void check_mass(struct check *, const struct ast *);
/* False, with a message, if `what` stands in a spec without a mass. */
bool mass_needed(struct check *, const struct ast *, const char *what);

/* check_force.c: torques and forces; potentials; energy. */
void check_action(struct check *, const struct ast *);
void check_potential(struct check *, const struct ast *);
void check_energy(struct check *);
/* The rate along the motion, as the call asks for it. */
struct value motion_derivative(struct check *, const struct ast *call,
                               struct value);

void check_start(struct check *, const struct ast *);
void check_start_state(struct check *);

/* The times when torque and force are not smooth. */
void break_find(struct check *);

/* -- beyond the checker ---------------------------------------------------- */

/* Of a symmetric matrix, which is used up; those of a diagonal one in their
 * order. */
void model_eigenvalues(int n, double *matrix, double *out);
/* An input's signal in the place of the input. */
void model_drive(const struct model *, const struct field *input, int n,
                 expr *);

#endif
