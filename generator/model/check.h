/* SPDX-License-Identifier: MIT
 *
 * The checker's state and functions; private to this stage.
 */
#pragma once

#include "base/arena.h"
#include "base/table.h"
#include "base/name.h"
#include "base/text.h"
#include "model/constant.h"
#include "model/model.h"

/* A declared name.  value.n is 0 if its declaration was wrong; expressions that
 * use it then fail without a further message. */
struct entry {
    enum ast_kind kind; /* statement; AST_NAME: a quantity, one of R w L J t pi
                           e1 e2 e3, or x v if the body has a mass */
    const char *name;
    struct place place;
    struct value value;
    unsigned needs;
    int refused; /* last evaluation that reported it as forbidden */
    const struct lookup *lookup; /* a table without errors, or NULL */
};

/* The start values that a spec can give, in the order of these names. */
enum { START_R, START_W, START_L, START_T, START_X, START_V, STARTS };
#define START_NAMES "R w L t x v"

struct check {
    struct arena *arena;
    struct diags *diags;
    struct pool *pool;
    struct model *model;
    syntax file;
    const struct additions *additions;
    const struct constant_scope *outside; /* without a body; there is then no
                                             model, no file and nothing given */

    struct entry *entry;
    int entries, quantities; /* the first `quantities` entries */
    struct table known;      /* entries by name */
    struct table unknown;    /* unknown names already reported */

    const char *subject; /* the current expression in messages: "a torque" */
    unsigned forbidden;  /* USES_* that the expression may not have */
    unsigned needs;      /* USES_* of the expression so far */
    double extreme;      /* largest |log2| among constants */
    int evaluations;     /* number of evaluations begun */
    struct {
        unsigned char *node; /* true: the real type holds its numbers */
        int size;
    } fits;
    expr variable; /* replaces x inside a root */
    struct compares {
        int count, room;
        struct compare {
            expr truth, by; /* truth: by < 0, or by <= 0 */
            syntax written;
        } * of;
    } compares;
    struct {
        struct table of; /* slopes of signals, by the signal's node */
        bool reported;   /* the warning about slopes of inputs was printed */
        /* Reads the rate of a wheel or state; false with a message. */
        bool (*read_rate)(struct check *, struct model_part *);
    } slopes;

    struct statements {
        syntax first[AST_FILE]; /* first statement of each kind, or NULL */
        syntax start[STARTS];
        syntax gyro;  /* first statement that adds internal momentum */
        int wheels;   /* number of wheel statements */
        int exhausts; /* number of exhausts read so far */
        bool mass;    /* the mass was read */
        struct place control[CONTROLS];
    } statements;
    struct table tolerances; /* for wheels and states in adaptive steps: numbers
                                by name */
    bool inertia_known;      /* checked and right */
    bool inertia_checked;    /* checked, right or wrong */
};

/* -- check_call.c: values, functions, rotations ---------------------------- */

#define value_none()    ((struct value){0})
#define value_scalar(e) ((struct value){.n = 1, .x = {e}})
#define value_vec(v)    ((struct value){.n = 3, .vec = (v)})
#define value_mat(m)    ((struct value){.n = 9, .mat = (m)})
static inline struct value value_failed(bool reported)
{
    return (struct value){.n = reported};
}

/* Reports an error, with a hint unless that is NULL; returns no value. */
#define refuse(...) value_failed(refused(__VA_ARGS__))
/* The same for functions that return bool: returns false. */
#define refused(c, ...) diag_refuse((c)->diags, __VA_ARGS__)
/* "the first is in line 7" */
const char *line_hint(struct check *, const char *subject, struct place);
const char *shape_name(int shape);
/* A hint if one of the shapes is a vector of nine, the other a matrix. */
const char *shape_hint(int, int);
/* The value, or no value with a message if a component is not finite. */
struct value value_finite(struct check *, syntax, struct value,
                          const char *otherwise);
/* Offers the names of all functions, for a hint. */
void builtin_offer(struct nearest *);
/* True if a way to call it has this number of arguments; else a message. */
bool builtin_takes(struct check *, syntax call);
/* The function's value for these arguments. */
struct value builtin_value(struct check *, syntax call, const struct value *);
/* base^exponent, by products or roots where the exponent allows. */
struct value value_power(struct check *, syntax, struct value base,
                         struct value exponent);

/* one + s S(n) + k n n' */
struct mat rotation_about(struct pool *, expr one, expr s, expr k,
                          struct vec n);
struct mat rotation_quat(struct pool *, const expr q[4]);
/* Largest entry of |A'A - 1| for a matrix of constants, else infinity. */
double rotation_fault(struct pool *, struct mat);
/* True if the determinant is a constant below zero. */
bool rotation_reflects(struct pool *, struct mat);

/* -- check_value.c: names and expressions ---------------------------------- */

void scope_open(struct check *);
/* Declares a name; false with a message if it is taken or not allowed. */
bool scope_declare(struct check *, syntax statement, struct value,
                   unsigned needs);
/* The same for a name that is known to be free and allowed. */
void scope_enter(struct check *, struct entry);
/* Declares a field of an emitted struct, with f->n values: "m", or "r_1" for a
 * component.  Returns the number of fields added: 1, or 0 on error. */
int declare_field(struct check *, syntax, struct field *);
/* Reports "a start of " "x" if the body has no mass; returns false then. */
bool mass_needed(struct check *, syntax, const char *subject, const char *name);
/* True if this can be a name in the emitted C; else a message. */
bool scope_check_name(struct check *, syntax statement);
/* Evaluates an expression that messages call `subject`, "a torque".  It must
 * have this shape and no forbidden dependence.  Sets c->needs.  n = 0: failed.
 */
struct value evaluate_for(struct check *, syntax, const char *subject,
                          unsigned forbidden, int shape);
/* The name of the first of the dependences USES_*: "w". */
const char *use_name(unsigned uses);
/* Evaluates n constants; false with a message. */
bool evaluate_numbers(struct check *, syntax, const char *subject, int n,
                      num *out);
/* One constant above zero.  NULL with a message, but not for its sign. */
num evaluate_positive(struct check *, syntax, const char *subject);

/* -- check_fits.c: what the real type holds ---------------------------------
 */

/* True if the real type holds all numbers in the value; else a message. */
bool value_holds(struct check *, syntax, struct value, const char *subject);
/* True if the value is constant and the real type holds it; else a message that
 * calls it `subject`, "the value".  `subject` is NULL for a const, which keeps
 * its exact value: a double need not hold all of its digits. */
bool value_fits(struct check *, syntax, struct value, const char *subject,
                num *out);
/* Notes a constant.  Emitted constants are products of noted ones; if the real
 * type cannot hold one, the noted constant farthest from 1 is the cause. */
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

/* The name of its start value: "z", "a.speed" for a wheel. */
static inline const char *part_start(const struct model_part *p)
{
    return p->wheel ? p->wheel->speed_name : p->field.name;
}

/* -- check_step.c ---------------------------------------------------------- */

void check_step(struct check *, syntax);
void check_at(struct check *, syntax);
/* Checks that the times ascend and come after the start. */
void check_at_order(struct check *);

/* -- check_inertia.c ------------------------------------------------------- */

void check_inertia(struct check *, syntax);
/* True if no principal moment is larger than the sum of the others; else a
 * message that says `without`, "without the wheel 'a' " or "". */
bool inertia_triangle(struct check *, struct place, const char *hint,
                      const char *without, const double moment[3]);
/* Substitutes values other than the defaults for params, and values for t and
 * states; `first` selects them. */
struct value value_elsewhere(struct check *, struct value, int first);
/* Reports that "the torque" turns a linear body about its axis.  False. */
bool refuse_line(struct check *, struct place, const char *subject);
/* Sets the inertia J in L = J w + gyro and its inverse; false with a message if
 * the real type does not hold the inverse. */
bool inertia_take(struct check *, syntax, struct mat);
/* For an inertia that changes: true if at the start it is that of a body; sets
 * it in the facts.  Else a message. */
bool inertia_start(struct check *);

/* -- breaks.c: the times at which n expressions are not smooth ------------- */

void break_find(struct check *, int n, const expr *root);

/* -- check_body.c ------------------------------------------------------------
 */

void check_mass(struct check *, syntax);

void check_action(struct check *, syntax);
/* Sets torque and force, the energy, and the times at which they are not
 * smooth; checks a changing mass at the start. */
void check_energy(struct check *);

/* -- check_extra.c: wheels, states, internal momentum, exhausts ------------ */

/* A message if an earlier statement of this kind has the same name. */
void check_new(struct check *, syntax);
/* The shape for the size in brackets of a declaration, SHAPE_ANY if it has
 * none; messages call the declared thing `subject`. */
int declared_size(struct check *, syntax, const char *subject);
void check_wheel(struct check *, syntax);
void check_state(struct check *, syntax);
void check_sample(struct check *, syntax);
/* Reads all samples, after all declarations. */
void check_samples(struct check *);
void check_gyro(struct check *, syntax);
void check_exhaust(struct check *, syntax);
/* check_extras, after all declarations: rates, and the inertia without wheels.
 * extras_start, after the start: the same for an inertia that changes. */
void check_extras(struct check *);
void extras_start(struct check *);

/* -- event.c --------------------------------------------------------------- */

void check_event(struct check *, syntax);
/* Reads all events, after all declarations. */
void check_events(struct check *);
/* Sets the rates of guards; if driven, signals replace inputs. */
void event_finish(struct model *, bool is_driven);

/* -- check_start.c --------------------------------------------------------- */

void check_start(struct check *, syntax);
/* Computes the start, after all declarations. */
void check_starts(struct check *);

/* -- columns.c: files of signals and tables -------------------------------- */

/* The numbers of `offset` or `scale`: one for all values, or one for each. */
struct series_numbers {
    int shape; /* SHAPE_ANY: option not given */
    num x[VALUE_NUMBERS];
    struct place place;
};

/* Result of reading a call `file("name.csv", hold, columns = [a, b, c])`. */
struct columns {
    const char *name; /* the input or table */
    bool is_time;     /* for an input: the first column has times */
    bool is_grid; /* the first row has an empty cell, then the n values of the
                     second variable; row[1] has n values for each row */
    struct series_numbers offset, scale;
    /* outputs; n is also an input, the shape of a row's values; SHAPE_ANY: one
     * for each column */
    int n;
    bool is_flat;
    const struct source *source;
    const char *word; /* "hold"; NULL: no word given */
    syntax outside;   /* value of the option `outside`, or NULL */
    long rows;
    double *row[VALUE_NUMBERS + 1]; /* first column, then values */
    double *second; /* values of the second variable of a grid */
};
/* False with a message.  columns_numbers (table.c) sets offset and scale. */
bool columns_numbers(struct check *, syntax call, struct columns *);
bool columns_read(struct check *, syntax call, struct columns *);
bool columns_ascend(const struct check *, double before, double after);

/* -- table.c, lookup.c: tables ----------------------------------------------
 */

enum { TABLE_MOST = 100000 }; /* maximum number of entries */

enum interpolation { HOLD, LINEAR, CUBIC };
enum outside { OUTSIDE_HOLD, OUTSIDE_EXTEND, OUTSIDE_REFUSE };

/* One variable: coefficients of the piece after each knot.  Two variables: for
 * each knot its value and, if cubic, both slopes and the mixed derivative. */
enum { COEFFICIENTS = 4 };

struct lookup {
    const char *name;
    int variables, values;
    bool is_flat; /* same as in struct value */
    enum interpolation interpolation;
    enum outside outside;
    int n[2];                     /* number of knots of each variable */
    double *knot[2];              /* knots; entries at them are [i*n[1] + j] */
    double *entry[VALUE_NUMBERS]; /* entries of each value */
    const struct grid *at[2];     /* knots to search */
    const struct grid *width[2];  /* 1/width of pieces, if two variables */
    const struct grid *coefficient[VALUE_NUMBERS][COEFFICIENTS];
};

/* Makes the grids for look-ups. */
void lookup_make(struct check *, struct lookup *);

/* Makes values NaN outside of tables that have no values there. */
void table_refuse(const struct model *, int n, expr *x);

void check_table(struct check *, syntax);
/* The signal of an input with `cubic`, from the columns read. */
struct value table_signal(struct check *, syntax call, const struct columns *);
/* The value of the table that the call names, for these arguments. */
struct value table_value(struct check *, syntax call, const struct value *);

/* -- series.c: signals from files ------------------------------------------ */

/* Reads the columns of a file as the signal of the input `name`, which has n
 * values; n = 0: one for each column.  name, n, offset and scale are inputs.
 * The call is `file("name.csv")` or `file("name.csv", hold)`. */
struct value series_read(struct check *, syntax call, struct columns *);
/* The slope of a signal; for a signal from a table, a new table. */
expr series_slope(struct check *, expr signal);
/* Makes the first two tables from those read, with times of this real type. */
void series_finish(struct series *, struct arena *, enum real);

/* -- also for later stages ------------------------------------------------- */

/* Replaces n values in placeholders by those after an event that assigns `to`
 * to the parts (NULL: unchanged).  w follows from L and the wheels. */
void model_after(const struct model *, expr *const *to, int n, expr *);
/* Replaces inputs by their signals. */
void model_insert_signals(const struct model *, int n, expr *);
/* Table i of the signals as an expression. */
expr table_then(const struct model *, int i);
/* USES_* and HAS_* of n expressions. */
unsigned model_uses(struct pool *, int n, const expr *);
