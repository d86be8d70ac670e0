/* SPDX-License-Identifier: MIT
 *
 * A checked body: the contents of a .pol file, as expressions in a few
 * placeholder symbols.  SI units; R maps body to space; L = J w and torque in
 * the body frame.
 *
 * In: the `struct ast` of a file, new values and signals of the command line.
 * Out: `struct model`, which later stages only read, or NULL with messages; the
 * invariants of the motion, and its local behaviour at one state.
 */
#pragma once

#include "lang/ast.h"
#include "sym/field.h"
#include "runtime/pol_signal.h"

enum { MODEL_SHOWS = 64 }; /* maximum number of `show` attitudes */
/* Limits.  EXTRAS: numbers of wheels and states, because each rate may depend
 * on all of them; SWITCHES: conditions that switch torque, force or rates. */
enum {
    MODEL_EXTRAS = 256,
    MODEL_WHEELS = 64,
    MODEL_SWITCHES = 32,
    MODEL_EVENTS = 64,
    MODEL_NO_LIMIT = 2147483647 /* an event's limit if none is given */
};

/* Signals from files: rows of a time and values, stored as tables of functions
 * of time.  The first two tables list the times where signals are not smooth.
 * HARD: steps end there; value 1 marks a jump, 0 a kink.  SOFT: slight kinks; a
 * step ends there only after it was rejected. */
enum { SERIES_HARD, SERIES_SOFT, SERIES_FIRST };

struct series {
    int n; /* number of tables, 0: no file */
    struct pol_table *table;
    int room;
    int files, file_room;
    struct series_file {
        const struct source *source;
        const char *input;
        bool holds;
        const char *options; /* text after the file's name: ")" */
        double first, last;  /* times of the first and last row */
    } * file;
};

struct named {
    const char *name;
    const char *note;
    struct place place;
    struct value value;
};

/* What expressions depend on.  For torque and force, as in a method's `admits`,
 * USES_W means w, L or v.  HAS_STEPS: derivatives leave out the jumps.
 * HAS_CASES: the expression may be not analytic. */
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
    HAS_GYRO = 2048,   /* the body has internal momentum, */
    HAS_CHANGE = 4096, /* an inertia that depends on t or states */
    USES_HELD = 8192   /* sampled and held values */
};

/* A wheel about the unit axis a turns at the rate s relative to the body:
 *     eta = I (s + a.w),   eta' = u, the motor's torque on it.
 * I and a depend only on constants and params. */
struct wheel {
    const char *speed_name, *momentum; /* "a.speed", "a.momentum" */
    const char *rate;                  /* "a_speed", in emitted code */
    struct vec axis;
    expr inertia, start; /* I, about the axis; s at the start */
    expr speed;          /* s, in placeholders */
};

/* A part of the state.  Order: R, L, then x and v if the body moves, then eta
 * of each wheel and the states of the spec. */
struct model_part {
    struct field field; /* placeholders; values at the start */
    int first;          /* index of its first number in the whole state */
    expr begin[VALUE_NUMBERS]; /* start values, in params */
    /* Only for wheels and states: */
    expr rate[VALUE_NUMBERS];
    syntax written;            /* the rate in the spec; NULL: zero */
    bool is_read, is_reading;  /* `rate` is set, is being set */
    const struct wheel *wheel; /* or NULL */
    num tolerance;             /* for adaptive steps; NULL: not given */
    bool is_held; /* constant between samples; no method advances it */
};

/* A sampled law: its value at from + k*every, k = 0, 1, .. takes effect `delay`
 * later, and is held. */
struct model_sample {
    syntax written;
    num every, from, delay;
    int part, next; /* indices of the value and of the delayed one, or -1 */
    expr law[VALUE_NUMBERS]; /* in placeholders */
};

/* A time, in constants and params, at which torque or force is not smooth. */
struct breakpoint {
    expr time;         /* s */
    bool is_kink;      /* torque and force are continuous there, */
    bool default_kink; /* or at least with default params */
    bool is_idle; /* torque and force are smooth there with default params */
};

/* The solid whose inertia the spec gives, for drawings: a "box" by its edges, a
 * "cylinder" by its radius and its length along axis 3; its centre in the body
 * frame; with default params. */
struct solid {
    const char *name; /* NULL: none, or more than one */
    double size[3], centre[3];
};

/* An event: a guard that changes its sign, and the effect. */
struct model_event {
    const char *name, *note;
    struct place place;
    expr guard, rate; /* in placeholders; rate along the motion */
    int direction;    /* 1: guard rises, -1: guard falls, 0: both */
    int at_zero;      /* sign of a guard that is 0: 1, -1, or 0: no sign */
    long limit;       /* maximum number of occurrences */
    bool stops;       /* the run ends there */
    bool assigns;     /* the event sets the parts whose `to` is not NULL */
    bool is_section;  /* the event comes from an option, not from the spec */
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
    struct vec x, v; /* centre of mass, space frame; zero if !moves */

    /* Exact, in constants and params, or else in t and states.
     * locked_inertia: J as given, with locked wheels.  inertia: J - sum I a a',
     * with free wheels, so that
     *     L = inertia w + gyro.
     * For a linear body J = I (1 - d d'), and inertia is I 1, a sphere's. */
    struct mat locked_inertia, inertia, inverse;
    struct vec gyro; /* internal momentum, body frame: gyro statements and sum
                        eta a; in t, params, inputs and extras */
    struct vec stated_gyro; /* the part from gyro statements alone */
    bool has_gyro;
    bool is_driven;     /* something drives the body: its energy is not kept */
    int parts, numbers; /* counts for the whole state */
    struct model_part *part;
    int extras, extra_values; /* wheels and states; numbers in them */
    struct model_part *extra;
    struct place inertia_place;
    struct solid solid;
    bool moves;                /* the body has a mass, hence x and v */
    expr mass;                 /* in params, t and states; 1 if !moves */
    expr exhaust_rate;         /* sum of the exhausts' m', kg/s */
    struct vec exhaust_moment; /* sum of their m' r, body frame, kg m/s */

    struct series series; /* signals from files */
    int reads, read_room; /* files of tables */
    const struct source **read;
    int tables;
    syntax *table;            /* AST_TABLE */
    int lookups, lookup_room; /* as "cd(norm(v)/340)" */
    struct named *lookup;
    int params, inputs, lets, keeps;
    int held;            /* the last keeps, which are signals */
    int loads, switches; /* keeps before these: for each condition in
                             `switched` the difference whose sign decides, and
                             its rate; then the rates of model_kept_loads */
    const char *switched[MODEL_SWITCHES];
    int watched; /* keeps before those, from options; the note is the text */
    struct field *param, *input;
    struct named *let; /* in placeholders */
    struct named *keep;
    int events;
    struct model_event *event;
    int samples;
    struct model_sample *sample;
    int sampled; /* index of the part that holds the last sample's time */
    int causes;
    struct named *cause; /* each torque, force, potential and internal momentum
                            in the spec; a torque's note is its frame */

    struct vec
        torque; /* body frame, sum of all; in placeholders, params, inputs */
    struct vec force; /* space frame, same as torque; 0 if !moves */
    unsigned uses;    /* USES_* and HAS_* of the equations */
    expr potential;   /* 0 if there is none */
    expr energy; /* (L - gyro).w/2 + sum eta^2/2I + mass v.v/2 + potential */

    syntax method, attitude, map; /* names or calls; or NULL */
    int shows;
    syntax *show; /* AST_SHOW: attitudes to convert to */
    int tableaus;
    syntax *tableau; /* AST_TABLEAU defined in place */
    int compositions;
    syntax *composition; /* AST_COMPOSITION */

    num *start_R, *start_L, *start_x, *start_v; /* constants at the start */
    struct place start_place; /* for R; the inertia's if R is not given */
    struct vec start_w;       /* constants */
    bool is_swept;            /* a sweep: params vary from case to case */
    expr begin_t;             /* start time, in params */
    int free_starts;          /* the last params, which are start values */
    num step;                 /* step size, a duration; NULL: not given */
    bool adaptive;            /* the step is a call of `adaptive` */
    struct place step_place;  /* place of this call */
    num control[CONTROLS];    /* its options; NULL: not given */
    int landings;             /* times in `at`, in constants and params */
    expr *landing;
    struct place at_place; /* place of the statement `at` */
    int breaks;            /* times at which torque or force is not smooth */
    const struct breakpoint *breakpoint;
    bool any_params;  /* invariants must hold for any params and inputs */
    bool has_cases;   /* both may be not smooth at other times or states */
    bool has_signals; /* torque or force depends on signals from files */
    int crossings;    /* tables, each once, with knots inside of steps: smooth
                         tables, and arguments not piecewise linear in t */
    int crossing_room;
    const struct grid **crossing;
};

/* `--set name=value`: a new value for a const or a param, or for an input's
 * signal. */
struct setting {
    const char *name;
    syntax value;
};

/* An expression to watch, "a plotted value" of n numbers (0: any). */
struct watched_value {
    syntax value;
    const char *subject;
    int n;
};

/* Constants that an option gives for a param or a start value, or, if the name
 * is NULL, for the step (a duration). */
struct override {
    const char *name;
    syntax value;
    bool is_broadcast;   /* one number is enough for all components */
    struct field *param; /* out: the param or start value, NULL: the step */
    num number[VALUE_NUMBERS]; /* out */
};

/* What replaces an input in the equations. */
enum input_role {
    INPUTS_ARGUMENTS, /* the caller's value, held over a step */
    INPUTS_SIGNALS,   /* its signal, if any */
    INPUTS_HELD       /* same as INPUTS_ARGUMENTS; signals are kept values */
};

/* What is given in addition to the spec. */
struct additions {
    enum real real;
    syntax name; /* for the body; NULL: from the spec */
    const struct setting *setting;
    int settings;
    const struct setting *signal; /* `--input name=value` */
    int signals;
    const struct watched_value *watch; /* kept values after those of the spec */
    int watches;
    const syntax *section; /* events without effect, after those of the spec */
    int sections;
    bool keeps_loads; /* if steps are adaptive: keep switches, rates */
    bool is_adaptive; /* steps are adaptive by an option */
    struct override *override;
    int overrides;
    enum input_role inputs;
    bool is_swept;
    /* Start values that become params for a sweep, after those of the spec: R,
     * w, L, t, x, v, "a.speed" of a wheel, states.  free_start_option: the
     * options that name them, for messages. */
    const char *const *free_start, *const *free_start_option;
    int free_starts;
};

/* A value of n constants. */
struct value model_value(struct pool *, int n, const num *);

/* Values with the params at their defaults; the same with t and states at the
 * start; the mass at the start, kg. */
struct value model_at_defaults(const struct model *, struct value);
struct value model_at_start(const struct model *, struct value);
double model_mass(const struct model *);

/* True if this input's signal is constant between jumps. */
bool model_is_stepwise(const struct model *, const struct field *);

/* Copies all tables with their rows into one block of memory; returns its size.
 * `to` may be NULL. */
size_t series_copy(const struct series *, void *to);

/* 1 if x is within the rows of a table and `inside` is 1, else 0. */
expr table_inside(struct pool *, const struct grid *, expr x, expr inside);

/* True if w depends on t, inputs, wheels or states in addition to L. */
static inline bool model_turns_inside(const struct model *m)
{
    return m->has_gyro || m->facts.changes;
}
/* w as a function of L, in placeholders. */
struct vec model_omega(const struct model *);
/* model_across: v without its component along a linear body's axis.  is_across:
 * true if that is 0 in any state and case, with any params and inputs. */
struct vec model_across(const struct model *, struct vec v);
bool model_is_across(const struct model *, struct vec v, double rounding);
/* x' - v, space frame: the shift of the centre of mass when mass leaves away
 * from it.  model_slips: false if this is zero. */
struct vec model_slip(const struct model *);
bool model_slips(const struct model *);
/* Force/mass.  model_loads: torque, force/mass, the rates of wheels and
 * states, then x' if it differs from v.  action_count: their number, at least 6
 * + extra_values. */
struct vec model_acceleration(const struct model *);
int model_load_count(const struct model *);
expr *model_loads(const struct model *);

/* -- motion.c: rates and invariants of the exact motion ---------------------
 */

/* The rates f' of n values in placeholders along the motion; params and inputs
 * are constant. */
void model_rate(const struct model *, int n, const expr *f, expr *out);

enum invariant {
    INVARIANT_NO,
    INVARIANT_YES,
    INVARIANT_UNKNOWN /* no change seen, but there are cases, samples or events,
                         or torque or force have almost no effect */
};

/* Whether f, in the model's placeholders, is constant along the motion from any
 * state, with default params, and inputs without a signal at 0.  With
 * any_params: for any params and inputs. */
enum invariant invariant_of(const struct model *, expr f);

/* Candidates for invariants: energy, the three components of the spatial
 * momentum, |L|^2, then model_kept kept values. */
void model_watched(const struct model *, expr *f);
/* Number of the rates of L, of v if the body moves, of wheels and states; 0 if
 * nothing acts on the body. */
int model_kept_loads(const struct model *);
/* Number of kept values from the spec or watched. */
int model_kept(const struct model *);

/* -- local.c: at one state, in doubles ---------------------------------------
 *
 * SI units; R by rows, body to space; w in the body frame; `rest`: the numbers
 * of the parts after R. */
struct local_state {
    double t;
    const double *R, *w, *rest;
};

/* Params have their defaults; inputs have their signals, or 0.  local_damping
 * leaves nothing in the model's arena. */
struct local *local_new(const struct model *);

/* The largest damping rate, 1/s.  For torque and force it is the largest
 * eigenvalue of -(A + A')/2, A the derivative of (J^-1 torque, force/mass) by
 * (w, v); for a wheel or a state its decay rate.  0 if nothing is damped. */
double local_damping(struct local *, const struct local_state *);

/* An expression that is not finite although its arguments are finite. */
struct blame {
    const char *subject; /* "torque"; NULL: everything is finite */
    struct place place;
    expr expr;
    bool is_slope; /* it occurs only in derivatives of the value at `place` */
};
/* by_state: looks at derivatives by the state, which implicit steps use. */
struct blame local_blame(struct local *, const struct local_state *,
                         bool by_state);
/* Prints t and the numbers of the state on which an expression depends. */
void local_point(struct local *, const struct local_state *, expr,
                 struct text *);

/* The state h later, by linear extrapolation; R stays, to be a rotation. */
struct local_state local_extrapolate(struct local *, const struct local_state *,
                                     double h);

/* Eigenvalues of a symmetric matrix, which is overwritten.  A diagonal matrix
 * keeps the order of its entries. */
void model_eigenvalues(int n, double *matrix, double *out);

/* -- reference.c: a reference for the motion --------------------------------
 */

/* Count of numbers in R, the first part; maximum in all parts. */
enum { MODEL_R = 9, MODEL_NUMBERS = 18 + MODEL_EXTRAS };

/* The part that contains number i of a state. */
const struct model_part *model_part(const struct model *, int i);
/* The Euclidean norm of a part of a state. */
double model_size(const struct model_part *, const double *state);

/* The rates of the state, as functions of t, the state, params and inputs. */
struct equations {
    const struct model *model;
    int n, input, symbols; /* numbers of the state; first input; all symbols */
    expr rate[MODEL_NUMBERS];
    expr *symbol;
};
struct equations model_equations(const struct model *);
/* The start and its rates, in doubles; inputs without a signal are 0. */
void model_begin(const struct model *, double state[MODEL_NUMBERS],
                 double rate[MODEL_NUMBERS]);

/* A state at time t, and a duration; params and inputs are flat lists. */
struct passage {
    const double *param, *input;
    double from[MODEL_NUMBERS], t, span;
    num R[9]; /* exact attitude, replaces that in `from` */
};

/* Computes the state at the end from the equations, by extrapolated midpoint
 * rules.  Returns an error bound relative to |L| and so on: above 1e-18, or
 * NaN, if there is no convergence, as where torque or force is not smooth. */
double model_follow(const struct model *, const struct passage *,
                    num end[MODEL_NUMBERS]);

/* -- probe.c: states for a test of a body ------------------------------------
 */

struct probe_plan {
    enum real real;
    const double *base; /* for each symbol: centre of random draws */
    double step;        /* step size of the body's method */
    int turns;          /* number of attitudes, rotations by rows */
    const double (*R)[MODEL_R];
    const int *pivot; /* for each attitude: which of four ways it is stored */
    /* True if a body can have these params. */
    bool (*fits)(const void *of, const double *param);
    const void *of;
    double good, least; /* share of all rates: counts well; counts at all */
    int halvings;       /* bisections towards the change of a condition */
};

struct viewpoint {
    double *value; /* for each symbol of the equations */
    int turn;      /* index of its attitude */
    double rate;   /* 1/s, sum of all rates, each relative to its part's size */
    double *effect; /* on the rates, for each target */
    int near;       /* node of the condition that changes nearby; 0: none */
};

/* Searches for states. */
struct probes *probes_new(const struct model *, const struct probe_plan *);
/* The state that shows the most targets not yet shown; NULL: no more. */
const struct viewpoint *probes_next(struct probes *);
void probes_take(struct probes *, const struct viewpoint *);
/* True if each condition is on the same side at a later state. */
bool probes_keep_sides(struct probes *, const struct viewpoint *, double t,
                       const double *state);
/* Prints the sides of conditions without a taken state; returns the count. */
int probes_unmet(const struct probes *, struct text *);

/* NULL, with messages, if something is wrong or the real type cannot hold a
 * value.  A setting with the value NULL was reported where it was read. */
const struct model *model_check(struct names *, struct diags *, struct pool *,
                                syntax, const struct additions *);

/* Prints the model in the language's notation, for `polhode show model`. */
void model_show(const struct model *, struct text *);
