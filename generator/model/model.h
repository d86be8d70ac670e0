/* SPDX-License-Identifier: MIT
 *
 * A checked body: what a .pol file says, as expressions in a few placeholder
 * symbols.  SI units; R maps body to space; L = J w and torque in the body
 * frame.
 *
 * In: `struct ast` of a file, new values and signals of the command line.
 * Out: `struct model`, which later stages only read, or NULL with messages;
 * what the body's motion keeps, and how it goes at one state.
 */
#pragma once

#include "lang/ast.h"
#include "sym/field.h"
#include "runtime/pol_signal.h"

enum { MODEL_SHOWS = 64 }; /* attitudes to convert to, at most */
/* Numbers of wheels and states, and wheels, at most: what gives the rate of one
 * looks at all of them.  Conditions on which what acts switches. */
enum {
    MODEL_EXTRAS = 256,
    MODEL_WHEELS = 64,
    MODEL_SWITCHES = 32,
    MODEL_EVENTS = 64,
    MODEL_NO_LIMIT = 2147483647 /* of an event */
};

/* Signals from files: rows of a time and values, as tables of functions of
 * time.  The first two tables list where they are not smooth: times on which
 * steps end, value 1 where a signal jumps and 0 where it has a kink; and those
 * of slight kinks, on which a step ends after it was rejected. */
enum { SERIES_HARD, SERIES_SOFT, SERIES_FIRST };

struct series {
    int n; /* tables, 0: there is no file */
    struct pol_table *table;
    int room;
    int files, file_room;
    struct series_file {
        const struct source *source;
        const char *input;
        bool holds;
        const char *options; /* behind its name, as they were said: ")" */
        double first, last;  /* times */
    } * file;
};

struct named {
    const char *name;
    const char *note;
    struct place place;
    struct value value;
};

/* Dependences of expressions.  For torque and force, as in a method's `admits`,
 * USES_W is w, L or v.  The derivative of an expression with steps is without
 * them; an expression with cases need not be analytic. */
enum {
    USES_T = 1,
    USES_R = 2,
    USES_W = 4,
    USES_L = 8,
    USES_X = 16,
    USES_V = 32,
    USES_INPUT = 64,
    USES_EXTRA = 128, /* wheels' momenta and states */
    USES_PARAM = 256,
    USES_ANY = 511,
    HAS_STEPS = 512,
    HAS_CASES = 1024,
    HAS_GYRO = 2048,   /* the body: internal momentum, */
    HAS_CHANGE = 4096, /* an inertia that depends on t or states */
    USES_HELD = 8192   /* what is sampled and held */
};

/* A wheel about the unit axis a turns at the rate s against the body:
 *     eta = I (s + a.w),   eta' = u, the motor's torque on it.
 * All but u of constants and params. */
struct wheel {
    const char *said, *momentum; /* "a.speed", "a.momentum" */
    const char *rate;            /* "a_speed", in emitted code */
    struct vec axis;
    expr inertia, start; /* I, about the axis; the rate at the start */
    expr speed;          /* s, in placeholders */
};

/* A part of the state: R, L, of a body that moves x and v, then eta of each
 * wheel and states of the spec. */
struct model_part {
    struct field field; /* placeholders; values at the start */
    int first;          /* place of its numbers among those of all parts */
    expr begin[VALUE_NUMBERS]; /* the start, in params */
    /* Behind x and v: */
    expr rate[VALUE_NUMBERS];
    syntax said;               /* the rate as it was said; NULL: zero */
    bool is_read, is_reading;  /* is the rate that? */
    const struct wheel *wheel; /* or NULL */
    num tolerance;             /* an adaptive step's; NULL: not given */
    bool is_held;              /* between samples; no method advances it */
};

/* A law that is sampled: its value at from + k*every, k = 0, 1, .. acts `delay`
 * later, and is held. */
struct model_sample {
    syntax said;
    num every, from, delay;
    int part, next; /* the value, and that which waits; -1: none does */
    expr law[VALUE_NUMBERS]; /* in placeholders */
};

/* A time, of constants and params, at which torque or force are not smooth. */
struct breakpoint {
    expr time;    /* s */
    bool is_kink; /* they are continuous, */
    bool bends;   /* at least with the params at their defaults */
    bool is_idle; /* with the params at their defaults they are smooth there */
};

/* A solid that the inertia is said to be of, for who draws it: "box" by its
 * edges, "cylinder" by its radius and its length along axis 3, its centre in
 * the body frame; at the params' defaults. */
struct solid {
    const char *name; /* NULL: none, or more than one */
    double size[3], centre[3];
};

/* What happens where a guard changes its sign. */
struct model_event {
    const char *name, *note;
    struct place place;
    expr guard, rate; /* in placeholders; along the motion */
    int direction; /* 1: where the guard rises, -1: where it falls, 0: both */
    int at_zero;  /* 1: it counts as positive there, -1: as negative, 0: none */
    long limit;   /* how often it may happen */
    bool stops;   /* a run ends there; else */
    bool assigns; /* these new values of parts, or NULL: */
    bool is_section; /* from an option, not from the spec */
    expr **to;
};

struct model {
    struct facts facts;
    const struct source *source;
    struct pool *pool;
    struct names *names;

    expr t;
    struct mat R; /* placeholders */
    struct vec w, L;
    struct vec x, v; /* of the centre of mass, space frame; zero if !moves */

    /* From constants and params, exact, or in t and states: J as given, the
     * wheels locked; J of the body whose wheels are let go, J - sum I a a', by
     * which w follows:
     *     L = inertia w + gyro.
     * Of a linear body, J = I (1 - d d'), a sphere's, I 1. */
    struct mat whole, inertia, inverse;
    struct vec gyro; /* internal momentum, body frame: what the spec says, and
                        sum eta a; in t, params, inputs and extras */
    struct vec said; /* what the spec says alone */
    bool has_gyro;
    bool is_driven;     /* the energy is not kept, for all that drives them */
    int parts, numbers; /* of the state, all of them, and numbers in them */
    struct model_part *part;
    int extras, extra_values; /* those behind x and v, their numbers */
    struct model_part *extra;
    struct place inertia_place;
    struct solid solid;
    bool moves;         /* the body has a mass, hence x and v */
    expr mass;          /* in params, t and states; 1 if !moves */
    struct vec leaving; /* sum of m' r of exhausts, body frame, kg m/s, */
    expr leaves;        /* and of their m', kg/s */

    struct series series; /* signals from files */
    int reads, read_room; /* the files of tables */
    const struct source **read;
    int tables;
    syntax *table;        /* AST_TABLE */
    int looks, look_room; /* values of tables: "cd(norm(v)/340)" */
    struct named *look;
    int params, inputs, lets, keeps;
    int held;             /* the last keeps, which are signals */
    int acting, switches; /* and before these such as tell of what acts: what is
                             below 0 or not in each condition of `switched`, and
                             its rate; then the rates of model_acts */
    const char *switched[MODEL_SWITCHES];
    int watched; /* number of the keeps before them that are given, each
                    with its text as the note */
    struct field *param, *input;
    struct named *let; /* in placeholders */
    struct named *keep;
    int events;
    struct model_event *event;
    int samples;
    struct model_sample *sample;
    int sampled; /* the part that is the time of the last sample */
    int causes;
    struct named *cause; /* each torque, force, potential and internal
                            momentum, as said; a torque's note is its frame */

    struct vec
        torque; /* body frame, all contributions; in t R w L params inputs */
    struct vec force; /* space frame, as torque; 0 if !moves */
    unsigned uses;    /* USES_* of both */
    expr potential;   /* 0 if there is none */
    expr energy; /* (L - gyro).w/2 + sum eta^2/2I + mass v.v/2 + potential */

    syntax method, attitude, map; /* names or calls; or NULL */
    int shows;
    syntax *show; /* AST_SHOW: attitudes to convert to */
    int tableaus;
    syntax *tableau; /* AST_TABLEAU defined in place */
    int compositions;
    syntax *composition; /* AST_COMPOSITION */

    num *start_R, *start_L, *start_x, *start_v; /* values of these parts */
    struct place start_place; /* of start R; no source: not said */
    struct vec start_w;       /* numbers */
    bool is_swept;            /* params vary from case to case, and with them */
    expr begin_t;             /* parts and time begin */
    int freed;               /* params, the last: start values that vary, too */
    num step;                /* a duration; NULL: not said */
    bool adaptive;           /* the step is not a duration but */
    struct place step_place; /* this call; with what it says: */
    num control[CONTROLS];   /* NULL: not said */
    int landings; /* times that are landed on, of constants and params */
    expr *landing;
    struct place at_place; /* of the statement that says them */
    int breaks;            /* and those where torque and force are not smooth */
    const struct breakpoint *breakpoint;
    bool any_params;  /* what it keeps it has to keep by others, and inputs */
    bool has_cases;   /* and elsewhere, or else than in time, they may not be */
    bool has_signals; /* from files, in torque and force */
    int crossings;    /* knots of tables that steps cross: their arguments are
                         not straight lines in t; each table once */
    int crossing_room;
    const struct grid **crossing;
};

/* `--set name=value`: a new value for a const or a param, or for an input's
 * signal. */
struct setting {
    const char *name;
    syntax value;
};

/* An expression that is looked at, "a plotted value" of n numbers (0: any). */
struct viewed {
    syntax value;
    const char *what;
    int n;
};

/* Constants that an option gives for a param or a start value; for the step, a
 * duration, if the name is NULL. */
struct wanted {
    const char *name;
    syntax value;
    bool is_broadcast;   /* one number is as good as one for each component */
    struct field *param; /* out: the param or value, NULL: the step */
    num number[VALUE_NUMBERS]; /* out */
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
    syntax name; /* of the body; NULL: its own */
    const struct setting *setting;
    int settings;
    const struct setting *signal; /* `--input name=value` */
    int signals;
    const struct viewed *watch; /* to be kept behind the spec's own */
    int watches;
    const syntax *section; /* events that do nothing, behind the spec's own */
    int sections;
    bool watches_action; /* so is what acts where steps are adaptive, as by */
    bool is_adaptive;    /* an option */
    struct wanted *want;
    int wants;
    enum input_role inputs;
    bool is_swept;
    /* Start values that are params for a sweep, behind those of the spec: R, w,
     * L, t, x, v, "a.speed" of a wheel, states; and for messages the option
     * that names each. */
    const char *const *freed, *const *freed_by;
    int freeds;
};

/* For numbers. */
struct value model_value(struct pool *, int n, const num *);

/* With the params at their defaults; and what looks at t and states, too, as it
 * is at the start; the mass there, kg. */
struct value model_at_defaults(const struct model *, struct value);
struct value model_at_start(const struct model *, struct value);
double model_mass(const struct model *);

/* Does this input's signal stay as it is between jumps? */
bool model_stays(const struct model *, const struct field *);

/* The tables with all their rows as one piece of memory, of the size that is
 * returned; `to` may be NULL. */
size_t series_copy(const struct series *, void *to);

/* 1 where x is within the rows of a table, and `inside` holds; else 0. */
expr table_inside(struct pool *, const struct grid *, expr x, expr inside);

/* Does w follow from L by t, inputs, wheels or states, too? */
static inline bool model_turns_inside(const struct model *m)
{
    return m->has_gyro || m->facts.changes;
}
/* w of L, in placeholders. */
struct vec model_omega(const struct model *);
/* v without its part along a linear body's axis; has v none, in any state and
 * case, with any params and inputs? */
struct vec model_across(const struct model *, struct vec v);
bool model_is_across(const struct model *, struct vec v, double rounding);
/* x' - v, space frame: how the centre of mass moves as mass leaves elsewhere;
 * zero where there is none (slips). */
struct vec model_slip(const struct model *);
bool model_slips(const struct model *);
/* Force by mass; and all that acts: torque, that, the rates of wheels and
 * states, then x' where it is not v; how many they are, 6 and extra_values or
 * more. */
struct vec model_acceleration(const struct model *);
int model_action_count(const struct model *);
expr *model_actions(const struct model *);

/* -- motion.c: what a body keeps, whatever integrates it --------------------
 */

/* f' along the motion, of n values in placeholders: params and inputs stand
 * still. */
void model_rate(const struct model *, int n, const expr *f, expr *out);

enum invariant {
    INVARIANT_NO,
    INVARIANT_YES,
    INVARIANT_UNKNOWN /* so it looks, but there are cases in it, or torque or
                         force are next to nothing where it was looked at */
};

/* Is f, of the model's placeholders, constant along the motion from any state,
 * with the params' defaults; inputs that have no signal are 0?  Or whatever
 * these are (any_params)? */
enum invariant invariant_of(const struct model *, expr f);

/* What it may keep: energy, three of the spatial momentum, |L|^2, then what the
 * spec keeps but signals. */
void model_watched(const struct model *, expr *f);
/* How many rates there are of L, of v, of wheels and states, as far as
 * something acts on them; 0: nothing does. */
int model_acts(const struct model *);
/* Values to keep that are the spec's own, or watched. */
int model_kept(const struct model *);

/* -- local.c: at one state, in doubles ---------------------------------------
 *
 * SI units; R by rows, body to space; w in the body frame; the numbers of the
 * parts behind R. */
struct local_state {
    double t;
    const double *R, *w, *rest;
};

/* Params are at their defaults, inputs their signals, or 0.  Looking at damping
 * leaves nothing behind in the model's arena. */
struct local *local_new(const struct model *);

/* The largest rate at which torque and force damp, 1/s: the largest eigenvalue
 * of -(A + A')/2, A the derivative of (J^-1 torque, force/mass) by (w, v); or
 * at which a wheel or a state fades by itself; 0 if they drive instead. */
double local_damping(struct local *, const struct local_state *);

/* What is no finite number there, though all that it is made of is. */
struct blame {
    const char *what; /* "torque"; NULL: there is nothing of the kind */
    struct place place;
    expr expr;
    bool is_slope; /* it stands in the derivative of what the place says */
};
/* by_state: in derivatives by the state, which implicit steps take. */
struct blame local_blame(struct local *, const struct local_state *,
                         bool by_state);
/* Prints t, and what an expression looks at of the state. */
void local_point(struct local *, const struct local_state *, expr,
                 struct text *);

/* The state h later, on straight lines; R stays, lest it be no rotation. */
struct local_state local_ahead(struct local *, const struct local_state *,
                               double h);

/* Eigenvalues of a symmetric matrix, which is overwritten; those of a diagonal
 * one in their order. */
void model_eigenvalues(int n, double *matrix, double *out);

/* -- reference.c: where a motion leads, whatever integrates it --------------
 */

/* Numbers in R, the first part, and in all parts, at most. */
enum { MODEL_R = 9, MODEL_NUMBERS = 18 + MODEL_EXTRAS };

/* The part of which number i of a state is one. */
const struct model_part *model_part(const struct model *, int i);
/* The length of a part of a state. */
double model_size(const struct model_part *, const double *state);

/* The rates of these, in symbols: t, these, params and inputs. */
struct equations {
    const struct model *model;
    int n, input, symbols; /* of the state; the first input; all */
    expr rate[MODEL_NUMBERS];
    expr *symbol;
};
struct equations model_equations(const struct model *);
/* The start and its rates, in doubles; inputs that have no signal are 0. */
void model_begin(const struct model *, double state[MODEL_NUMBERS],
                 double rate[MODEL_NUMBERS]);

/* From a state, at a time, for a span; params and inputs one after the other.
 */
struct passage {
    const double *param, *input;
    double from[MODEL_NUMBERS], t, span;
    num R[9]; /* instead of those doubles */
};

/* The state then, with an error bound relative to |L| and so on, from the
 * equations, by extrapolated midpoint rules.  The bound is above 1e-18, or NaN,
 * where that does not settle, as where torque or force are not smooth. */
double model_follow(const struct model *, const struct passage *,
                    num end[MODEL_NUMBERS]);

/* -- probe.c: states at which a test of a body looks -------------------------
 */

struct probe_plan {
    enum real real;
    const double *base; /* of the symbols: about what they are drawn */
    double step;        /* of the body's method */
    int turns;          /* attitudes, rotations by rows, */
    const double (*R)[MODEL_R];
    const int *pivot; /* and which of four ways each is stored */
    /* Are these params those of a body? */
    bool (*fits)(const void *of, const double *param);
    const void *of;
    double good, least; /* share of all rates that counts well; at all */
    int halvings;       /* how near to where a condition changes */
};

struct viewpoint {
    double *value;  /* of the symbols of the equations */
    int turn;       /* its attitude */
    double rate;    /* 1/s, how fast all changes in parts of its size */
    double *effect; /* what counts there */
    int near;       /* the condition that changes next to it; 0: none */
};

/* Searched for. */
struct probes *probes_new(const struct model *, const struct probe_plan *);
/* The one that shows most of what none shows that was taken; NULL: no more. */
const struct viewpoint *probes_next(struct probes *);
void probes_take(struct probes *, const struct viewpoint *);
/* Is each condition on the same side at a later state? */
bool probes_stay(struct probes *, const struct viewpoint *, double t,
                 const double *state);
/* Prints the sides of conditions at which none is that was taken; how many. */
int probes_unmet(const struct probes *, struct text *);

/* NULL, with messages, if something is wrong, or if the real type cannot hold a
 * value.  A setting whose value is NULL was reported where it was read. */
const struct model *model_check(struct names *, struct diags *, struct pool *,
                                syntax, const struct given *);

/* Prints it in the manner of the language, for `polhode show model`. */
void model_show(const struct model *, struct text *);
