/* SPDX-License-Identifier: MIT
 *
 * Drives steppers through their descriptor: end states, observed order, drift
 * of invariants.  All errors of attitude are angles in rad.
 *
 * In: a pol_stepper, a start, a span of time.  Out: states, orders, drifts as
 * numbers; nothing is printed.
 */
#pragma once

#include <stdbool.h>

#include "runtime/pol_stepper.h"

struct arena;
struct text;

struct explore_state;
/* Called with some states of a run, from its start on; if a step fails, with
 * the last good state and the step's status. */
typedef void explore_observer(void *context, const struct explore_state *);

/* `orthogonality`: the last state's |R'R - 1|; `since`: the time since when R
 * is no rotation within explore_rotation_bound, NaN if it is one; `turn`: the
 * largest turn in a step, rad, 0 for adaptive steps; `cuts`: how often events
 * and samples cut a step. */
struct run_quality {
    double orthogonality, since, turn;
    long cuts;
};

/* A pulse in the rate of this part: its height, its width at half height, its
 * time; the step that passed over it, s. */
struct explore_missed {
    const pol_state_part *part;
    double change, width, at, step;
};

struct explore {
    struct arena *arena; /* for buffers, which are released again */
    double t_end;        /* seconds from the start; < 0: back, by steps of -h */
    double h;            /* step; 0: adaptive steps */
    double spacing;      /* time between samples, s; 0: by steps */
    const double *in;    /* NULL: zeros */
    int held;     /* held inputs, all or 0: each step first takes them from kept
                     values, one for each, which follow those that the stepper
                     reports (a reference holds none) */
    int switches; /* number of kept values whose sign switches the torque or
                     force; each is followed by its rate, and all come after the
                     values that the stepper reports */
    int loads; /* the last `loads` values to keep: torque, force and the like,
                 as rates of L, v, wheels and states */
    bool gyro; /* parts turn inside: w.L/2 is not the kinetic energy */
    int rough; /* order of steps across a point where the torque is not smooth:
                  1 at a jump, 2 at a kink; 0: it is smooth */
    double rough_at;       /* time of that point, s */
    double rounding;       /* epsilon of the stepper's type; 0: DBL_EPSILON */
    const double *damping; /* the largest rate of damping so far, 1/s */
    /* Called at times with the done part, 0..1; nonzero stops; or NULL. */
    int (*progress)(void *context, double done);
    void *context;
    /* Called once if a switch makes adaptive steps chatter; or NULL. */
    void (*chatters)(void *seen, int which, double t);
    /* Called once if an adaptive step would have missed a pulse; NULL: pulses
     * are not looked for. */
    void (*misses)(void *seen, const struct explore_missed *);
    explore_observer *observe; /* or NULL */
    void *observe_context;
    /* Called at each event, with the state there; or NULL. */
    void (*event)(void *to, int which, const struct explore_state *);
    void *events;                /* its argument `to` */
    struct run_quality *quality; /* or NULL */
};
/* The bound on a rotation's |R'R - 1| after many roundings. */
double explore_rotation_bound(double rounding);
/* The largest entry of |R'R - 1|; NaN if an entry is NaN. */
double explore_orthogonality(const double R[9]);

enum explore_status {
    EXPLORE_OK,
    EXPLORE_FAILED, /* a step returned a status */
    EXPLORE_STOPPED /* by progress */
};

/* Limits: `keep` values that are watched, numbers of wheels and states, numbers
 * behind the attitude, numbers of it that are shown, step sizes compared. */
enum {
    EXPLORE_KEEPS = 256,
    EXPLORE_FURTHER = 256,              /* numbers of wheels and states */
    EXPLORE_REST = 9 + EXPLORE_FURTHER, /* numbers behind the attitude */
    EXPLORE_SHOWN = 256,
    EXPLORE_ROWS = 32
};

/* The state in every form that `run` prints. */
struct explore_state {
    double t, R[9], L[3], w[3], spatial[3], energy;
    double attitude[9];                /* as the stepper stores it; */
    double rest[EXPLORE_REST];         /* the parts after it */
    double extra[2 * EXPLORE_FURTHER]; /* named by the stepper */
    double keep[EXPLORE_KEEPS];
    double shown[EXPLORE_SHOWN]; /* named by the stepper */
    long steps;
    int adaptive; /* steps were adaptive; only then: */
    long rejected;
    double smallest, largest; /* accepted steps, s */
    int status;               /* status of the failed step, or 0 */
    int event;                /* the last event; -1: none */
    double orthogonality;     /* |R'R - 1|, largest entry */
};

/* Texts for the status of a step: the fault, and a remedy; from status 0 on. */
enum { EXPLORE_FAILURES = 14 };
struct explore_fault {
    const char *text, *hint;
};
const struct explore_fault *explore_fault(int status);

/* The number n of equal steps of an interval, |t_end| / n <= h (1 + 1e-9); the
 * last step is not cut.  0 for no interval, a step that is not positive, or
 * beyond 10^15 steps. */
long explore_steps(double t_end, double h);

/* Runs to t_end; calls `row` (or NULL) at the start, every `every` steps (0:
 * never in between) and at the end; or every `spacing` seconds from the start
 * on, with the state at that time: by an extra step from the start of the step
 * that contains the time.  The extra step is not part of the run, which does
 * not depend on samples.  `end` is the last state, whatever its status. */
enum explore_status explore_run(const pol_stepper *, const struct explore *,
                                long every, explore_observer *row, void *to,
                                struct explore_state *end);

/* The errors.  Attitude: rad.  L: relative to |L| at the end, or to 1e-8 of |L|
 * at the start if that is more.  x and v: relative to the larger of the lengths
 * at start and end.  Wheels' momenta and states: each relative to its largest
 * size during the run. */
enum order_column {
    ORDER_ATTITUDE,
    ORDER_MOMENTUM,
    ORDER_MOTION,
    ORDER_STATES,
    ORDER_COLUMNS
};

struct order_row {
    long steps;
    double h, error[ORDER_COLUMNS];
    double order[ORDER_COLUMNS]; /* from the row before; NaN in the first row */
    unsigned noise; /* bit c: the error of column c is within a few times the
                       uncertainty from rounding and the reference */
    int failed;     /* nonzero: a step failed, or the state is not finite */
    struct run_quality quality;
};

/* What the rows show. */
enum order_verdict {
    ORDER_CONVERGING, /* an order, in four rows or more */
    ORDER_REDUCED,    /* errors fall, but not at the claimed power: order
                         reduction, stiffness */
    ORDER_ROUGH,      /* the order across a jump or kink of the torque */
    ORDER_NOISE,      /* errors reach round-off before four rows agree */
    ORDER_UNCERTAIN,  /* the reference is too uncertain */
    ORDER_NOT_SETTLED /* none of these */
};

struct order_result {
    unsigned columns; /* bit c: the body has column c */
    int rows;
    struct order_row row[EXPLORE_ROWS];
    enum order_verdict verdict;
    /* If it converges: the rows that show it, and the order between the last
     * two of them; NaN for a column whose errors are noise. */
    int from, to;
    double order[ORDER_COLUMNS];
    double uncertainty[ORDER_COLUMNS]; /* uncertainty of the reference */
    long reference_steps;
    bool is_settled; /* more reference steps do not help */
    int status;      /* status of the last failed step, or 0 */
};
/* An end state, and the sizes that errors are relative to: the length of L, x
 * and v at the start, the largest value of each number of wheels and states. */
struct explore_goal {
    struct explore_state end;
    double size[EXPLORE_REST];
};

/* The reference end state for errors, from a far more accurate stepper. */
struct explore_exact {
    struct explore_goal goal;
    double uncertainty[ORDER_COLUMNS];
    long steps;      /* 0: no reference */
    bool is_settled; /* more steps do not help */
    int status;      /* status of the last failed step, or 0 */
};
/* Finds the state at t_end by more and more steps, from `first` on and beyond
 * `finest`, until two runs, of N and 2N, agree to round-off and the torque does
 * nothing between their stages (or until N is the largest allowed).  Its
 * uncertainty is the largest of their difference, eps sqrt(2N) and the change
 * they miss.  Adaptive reference steps end on breakpoints. */
enum explore_status explore_reference(const pol_stepper *reference,
                                      const struct explore *, long first,
                                      long finest, struct explore_exact *);

/* Halves the step `halvings` times from h, and doubles it as often as needed
 * for four rows to show an order; errors at t_end are against `reference`.
 * FAILED if the reference or every row fails. */
enum explore_status explore_order(const pol_stepper *,
                                  const pol_stepper *reference,
                                  const struct explore *, int halvings,
                                  struct order_result *);

/* A result without rows. */
struct order_result order_new(const pol_stepper *,
                              const struct explore_exact *);
/* Fills in the orders, noise and verdict of rows whose steps, h and errors are
 * set, in order of falling steps.  `claim` is the order of the method: 1 if
 * inputs are held. */
void order_judge(struct order_result *, int claim, double rounding,
                 double damping);
int order_claimed(const pol_stepper *, const struct explore *);

/* The largest error of the columns; infinite if a step failed. */
double order_worst(const struct order_row *, unsigned columns);

/* Puts members of a record: "attitude_order": 4.0, "momentum_order": 4.1 */
void order_put(struct text *, const char *format, const double *value,
               unsigned columns);
extern const char *const order_verdict_name[]; /* by enum order_verdict */

/* The input of explore_ladder. */
struct ladder_demand {
    double error;  /* to be reached in every column */
    double most;   /* maximum cost of a run */
    bool is_brief; /* finer steps are not tried */
    long steps;    /* a rung: the other ones are halved or doubled */
    long least; /* least number of steps that is stable: fewer do not count */
    /* The cost of the run, just ended, of this number of steps; 0: the least
     * cost of a step. */
    double (*cost)(void *context, long steps);
    void *context;
};
struct ladder_result {
    struct order_result order;
    double cost[EXPLORE_ROWS];
    bool is_costly;           /* finer steps would cost too much */
    bool is_reached;          /* the error is reached, from some rung on */
    struct order_row reached; /* by the fewest steps, within 2 % */
    double reached_cost;
};
enum explore_status explore_ladder(const pol_stepper *, const struct explore *,
                                   const struct explore_exact *,
                                   const struct ladder_demand *,
                                   struct ladder_result *);

/* Columns of drift; a quantity that starts from zero is not relative. */
enum drift_column {
    /* If the divisor is 0 at the start: the largest value so far. */
    DRIFT_ENERGY,        /* (H - H0) / max(|H0|, kinetic energy at start) */
    DRIFT_MOMENTUM,      /* (pi - pi0) / |pi0|, space frame */
    DRIFT_NORM = 4,      /* (|L| - |L0|) / |L0| */
    DRIFT_ORTHOGONALITY, /* largest entry of |R'R - 1| */
    DRIFT_VELOCITY,      /* (v - v0) / |v0|, of a body with a mass, else 0 */
    DRIFT_KEEP = 9,      /* value - value at start */
    DRIFT_COLUMNS = DRIFT_KEEP + EXPLORE_KEEPS
};
struct drift_row {
    long steps;
    double t, of[DRIFT_COLUMNS];
};
struct drift_result {
    struct drift_row worst; /* largest magnitude of each over the run */
    struct drift_row last;
    double energy_slope; /* least squares, per second */
    long rows;           /* number of looks */
    int status;
};
/* Looks at the invariants every `every` steps (0: some thousand times in all)
 * and at the end; `row` may be NULL. */
enum explore_status explore_drift(const pol_stepper *, const struct explore *,
                                  long every,
                                  void (*row)(void *, const struct drift_row *),
                                  void *to, struct drift_result *);

/* Detects steps that are spent on one switch, a sliding mode: its value goes to
 * 0 from both sides. */
struct chatter;
/* `first`, `switches`: index and number of the switches among the values to
 * keep, each followed by its rate. */
struct chatter *chatter_new(struct arena *, int first, int switches);
/* Forgets the run so far. */
void chatter_begin(struct chatter *);
/* Looks at a state and returns the number of steps to the next look; fills
 * `keep` if it needs the values to keep. */
long chatter_check(struct chatter *, const pol_stepper *, const double *x,
                   const double *par, const double *in, const double *control,
                   double *keep);
/* The switch that was found, or -1. */
int chatter_found(const struct chatter *);

/* The angle of the rotation A'B, 0 to pi, with full relative accuracy for small
 * angles. */
double explore_angle(const double A[9], const double B[9]);
/* The index of a part in `rest`. */
int explore_place(const pol_stepper *, const pol_state_part *);
double vector_norm(const double v[3]);
double vector_dot(const double a[3], const double b[3]);
/* The length of b - a. */
double vector_distance(const double a[3], const double b[3]);
