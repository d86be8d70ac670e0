/* SPDX-License-Identifier: MIT
 *
 * The checker's state and its parts; private to the stage.
 */
#pragma once

#include "base/arena.h"
#include "base/table.h"
#include "base/name.h"
#include "base/text.h"
#include "model/constant.h"
#include "model/model.h"

/* A declared name.  value.n is 0 if its declaration was wrong; what uses it
 * is then passed over in silence. */
struct entry {
    enum ast_kind kind; /* of its statement; AST_NAME: it is a quantity, one of
                           R w L J t pi e1 e2 e3, x v of a body with a mass */
    const char *name;
    struct place place;
    struct value value;
    unsigned needs;
    int refused; /* the last evaluation in which a message said so */
    const struct lookup *lookup; /* a table without errors */
};

/* What a spec says of the start, in the order of these names. */
enum { START_R, START_W, START_L, START_T, START_X, START_V, STARTS };
#define START_NAMES "R w L t x v"

struct check {
    struct arena *arena;
    struct diags *diags;
    struct pool *pool;
    struct model *model;
    syntax file;
    const struct given *given;
    const struct constant_scope *outside; /* of an expression without a body:
                            there is no model, no file and nothing given */

    struct entry *entry;
    int entries, quantities; /* the first of them are quantities */
    struct table known;      /* entries by name */
    struct table unknown;    /* names that were told, each once */

    const char *what;   /* the expression being evaluated is: "a torque" */
    unsigned forbidden; /* what it may not look at */
    unsigned needs;     /* what it looked at so far */
    double extreme;     /* largest |log2| of a constant */
    int evaluations;    /* number of evaluations begun */
    struct {
        unsigned char *node; /* the real type holds its numbers */
        int size;
    } fits;
    expr variable; /* replaces x inside of a root */
    struct compares {
        int count, room;
        struct compare {
            expr truth, by; /* which is below 0, or not */
            syntax said;
        } * of;
    } compares;
    struct {
        struct table of; /* tables, by their node */
        bool told;       /* that emitted code has none of inputs */
        /* Reads a wheel's or state's rate; false with a message. */
        bool (*read_rate)(struct check *, struct model_part *);
    } slopes;

    struct statements {
        syntax first[AST_FILE]; /* of each kind, or NULL */
        syntax start[STARTS];
        syntax gyro;  /* the first one by which there is any */
        int wheels;   /* room for all */
        int exhausts; /* read so far, */
        bool mass;    /* and the mass */
        struct place control[CONTROLS];
    } said;
    struct table tolerances; /* wheels' and states', for adaptive steps: numbers
                                by the name */
    bool inertia_known;      /* and right */
    bool inertia_checked;    /* right or wrong */
};

/* -- check_call.c: values, functions, rotations ---------------------------- */

#define value_none()    ((struct value){0})
#define value_scalar(e) ((struct value){.n = 1, .x = {e}})
#define value_vec(v)    ((struct value){.n = 3, .vec = (v)})
#define value_mat(m)    ((struct value){.n = 9, .mat = (m)})
static inline struct value value_untold(bool told)
{
    return (struct value){.n = told};
}

/* An error, with a hint unless that is NULL; no value. */
#define refuse(...) value_untold(refused(__VA_ARGS__))
/* The same where no value is asked for: false. */
#define refused(c, ...) diag_refuse((c)->diags, __VA_ARGS__)
/* "the first is in line 7" */
const char *line_hint(struct check *, const char *what, struct place);
const char *shape_name(int shape);
/* A hint where of two shapes one is a vector of nine, the other a matrix. */
const char *shape_hint(int, int);
/* The value, or none with a message if a part of it is not finite. */
struct value value_finite(struct check *, syntax, struct value,
                          const char *otherwise);
/* All functions, for a hint. */
void builtin_offer(struct nearest *);
/* Does one of its ways take this number of arguments?  Else a message. */
bool builtin_takes(struct check *, syntax call);
/* The value for these arguments. */
struct value builtin_value(struct check *, syntax call, const struct value *);
/* base^exponent, by products or roots where the exponent allows. */
struct value value_power(struct check *, syntax, struct value base,
                         struct value exponent);

/* one + s S(n) + k n n' */
struct mat rotation_about(struct pool *, expr one, expr s, expr k,
                          struct vec n);
struct mat rotation_quat(struct pool *, const expr q[4]);
/* Largest entry of |A'A - 1| for a matrix of constants, else infinite. */
double rotation_fault(struct pool *, struct mat);
/* Is the determinant a constant below zero? */
bool rotation_reflects(struct pool *, struct mat);

/* -- check_value.c: names and expressions ---------------------------------- */

void scope_open(struct check *);
/* Declares; false with a message if the name is taken or cannot be one. */
bool scope_declare(struct check *, syntax statement, struct value,
                   unsigned needs);
/* The same for a name that is known to be free. */
void scope_enter(struct check *, struct entry);
/* Declares a field of a struct of the emitted code, of f->n values: "m", or
 * "r_1" for a component.  The number of fields that this makes. */
int declare_field(struct check *, syntax, struct field *);
/* False, with a message, if a spec without a mass has "a start of " "x". */
bool mass_needed(struct check *, syntax, const char *what, const char *name);
/* Can this be a name in the emitted C?  Else a message. */
bool scope_check_name(struct check *, syntax statement);
/* What is said to be `what`, "a torque", and may not look at what is forbidden,
 * of this shape; sets c->needs.  n = 0: there was a message. */
struct value evaluate_for(struct check *, syntax, const char *what,
                          unsigned forbidden, int shape);
/* The first of what is looked at, USES_*: "w". */
const char *use_name(unsigned uses);
/* n constants; false with a message. */
bool evaluate_numbers(struct check *, syntax, const char *what, int n,
                      num *out);
/* One above zero; a message about that does not make it NULL. */
num evaluate_positive(struct check *, syntax, const char *what);

/* -- check_fits.c: what the real type holds ---------------------------------
 */

/* Does the real type hold all numbers in it?  Else a message. */
bool value_holds(struct check *, syntax, struct value, const char *what);
/* A constant that the real type holds; else a message, in which it is called
 * `what`, "the value".  NULL: a const, which keeps its exact value; a
 * double need not have all of its digits. */
bool value_fits(struct check *, syntax, struct value, const char *what,
                num *out);
/* Constants of the emitted code are products of those that are noted: the one
 * farthest from 1 is to blame for one that the real type cannot hold. */
void value_note(struct check *, syntax, num);

/* -- model.c: the state ---------------------------------------------------- */

static inline struct model_part *part_add(struct model *m, struct field f)
{
    struct model_part *p = &m->part[m->parts++];
    p->field = f;
    p->first = m->numbers;
    m->numbers += f.n;
    return p;
}

/* What is said at the start: "z", "a.speed" of a wheel. */
static inline const char *part_start(const struct model_part *p)
{
    return p->wheel ? p->wheel->said : p->field.name;
}

/* -- check_step.c ---------------------------------------------------------- */

void check_step(struct check *, syntax);
void check_at(struct check *, syntax);
/* Do the times ascend, from the start on? */
void check_at_order(struct check *);

/* -- check_inertia.c ------------------------------------------------------- */

void check_inertia(struct check *, syntax);
/* Is none of the principal moments larger than the sum of the others?  Else a
 * message: "without the wheel 'a' " or "". */
bool inertia_triangle(struct check *, struct place, const char *hint,
                      const char *without, const double moment[3]);
/* Substitutes values for the params other than their defaults, and for t and
 * states; `first` selects these. */
struct value value_elsewhere(struct check *, struct value, int first);
/* A message: "the torque" turns a linear body about its axis.  False. */
bool refuse_line(struct check *, struct place, const char *what);
/* Takes the inertia by which w follows; false with a message where it has no
 * inverse. */
bool inertia_take(struct check *, syntax, struct mat);
/* Is one that changes that of a body at the start?  Else a message; the facts
 * have it. */
bool inertia_start(struct check *);

/* -- breaks.c: those times of n expressions -------------------------------- */

void break_find(struct check *, int n, const expr *root);

/* -- check_body.c ------------------------------------------------------------
 */

void check_mass(struct check *, syntax);

void check_action(struct check *, syntax);
/* What torque and force are, the energy, and when they are not smooth; the mass
 * at the start. */
void check_energy(struct check *);

/* -- check_extra.c: wheels, states, internal momentum, exhausts ------------ */

/* Is the statement the first of its kind that is called so?  Else a message. */
void check_new(struct check *, syntax);
/* The shape for the size in brackets of a declaration, SHAPE_ANY without;
 * `what` has it. */
int declared_size(struct check *, syntax, const char *what);
void check_wheel(struct check *, syntax);
void check_state(struct check *, syntax);
void check_sample(struct check *, syntax);
/* All of them, after all declarations. */
void check_samples(struct check *);
void check_gyro(struct check *, syntax);
void check_exhaust(struct check *, syntax);
/* After all declarations: rates, and the inertia of the body without its
 * wheels; after the start that of one whose inertia changes. */
void check_extras(struct check *);
void extras_start(struct check *);

/* -- event.c --------------------------------------------------------------- */

void check_event(struct check *, syntax);
/* All of them, after all declarations. */
void check_events(struct check *);
/* The rates of their guards; signals in the place of inputs if it is driven. */
void event_finish(struct model *, bool is_driven);

/* -- check_start.c --------------------------------------------------------- */

void check_start(struct check *, syntax);
/* After all declarations. */
void check_starts(struct check *);

/* -- columns.c: files of signals and tables -------------------------------- */

/* The numbers of `offset` or `scale`: one for all values, or one for each. */
struct series_numbers {
    int shape; /* SHAPE_ANY: not given */
    num x[VALUE_NUMBERS];
    struct place place;
};

/* What is read by a call `file("name.csv", hold, columns = [a, b, c])`. */
struct columns {
    const char *name; /* the input or table */
    bool is_time;     /* it is an input, the first column has times */
    bool is_grid; /* the first row has an empty cell, then the n values of the
                     second variable; row[1] has n values for each row */
    struct series_numbers offset, scale;
    /* out, n also in, as a shape: values in a row, SHAPE_ANY: one for each
     * column */
    int n;
    bool is_flat;
    const struct source *source;
    const char *word; /* "hold"; NULL: none was said */
    syntax outside;   /* the value of this option, or NULL */
    long rows;
    double *row[VALUE_NUMBERS + 1]; /* the first column, then the values' */
    double *second; /* the second variable's values, if it is a grid */
};
/* False with a message.  columns_numbers (table.c): sets offset and scale. */
bool columns_numbers(struct check *, syntax call, struct columns *);
bool columns_read(struct check *, syntax call, struct columns *);
bool columns_ascend(const struct check *, double before, double after);

/* -- table.c, lookup.c: tables ----------------------------------------------
 */

enum { TABLE_MOST = 100000 }; /* entries */

enum way { HOLD, LINEAR, CUBIC };
enum outside { OUTSIDE_HOLD, OUTSIDE_EXTEND, OUTSIDE_REFUSE };

/* With one variable a knot has the coefficients of the piece behind it, with
 * two its value and, if cubic, its slopes along both and the mixed derivative.
 */
enum { COEFFICIENTS = 4 };

struct lookup {
    const char *name;
    int variables, values;
    bool is_flat; /* as of a value */
    enum way way;
    enum outside outside;
    int n[2];                     /* knots of each variable, */
    double *knot[2];              /* and the entries for them, [i*n[1] + j] */
    double *entry[VALUE_NUMBERS]; /* each value's */
    const struct grid *at[2];     /* the knots that are searched */
    const struct grid *width[2];  /* 1/width of the pieces, of two variables */
    const struct grid *coefficient[VALUE_NUMBERS][COEFFICIENTS];
};

/* Makes the numbers that its values look up. */
void lookup_make(struct check *, struct lookup *);

/* Makes values NaN where a table that refuses to has none. */
void table_refuse(const struct model *, int n, expr *x);

void check_table(struct check *, syntax);
/* The signal of an input, cubic, from what was read. */
struct value table_signal(struct check *, syntax call, const struct columns *);
/* The value of the table that the call names, of these arguments. */
struct value table_value(struct check *, syntax call, const struct value *);

/* -- series.c: signals from files ------------------------------------------ */

/* The columns of a file as the signal of the input `name`, which has n values,
 * or, if that is 0, one for each column; these, offset and scale are given.
 * The call is `file("name.csv")` or `file("name.csv", hold)`. */
struct value series_read(struct check *, syntax call, struct columns *);
/* The slope of a signal, by a table of its own if it is one. */
expr series_slope(struct check *, expr signal);
/* Makes the first two tables, of what was read, for times of this type. */
void series_finish(struct series *, struct arena *, enum real);

/* -- beyond the checker ---------------------------------------------------- */

/* What n values in placeholders are behind an event that assigns these new
 * values, or NULL, to the parts; w follows from L and the wheels. */
void model_after(const struct model *, expr *const *to, int n, expr *);
/* Signals in the place of their inputs. */
void model_drive(const struct model *, int n, expr *);
/* Table i of the signals as expressions have it. */
expr table_then(const struct model *, int i);
/* What n expressions look at, USES_*, and have. */
unsigned model_looks(struct pool *, int n, const expr *);
