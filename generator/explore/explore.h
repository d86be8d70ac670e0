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
/* Called with some states of a run, from its start on: the last good one where
 * a step failed, with its status. */
typedef void explore_look(void *context, const struct explore_state *);

/* The last state seen of a run: |R'R - 1|, and since when R is not a rotation
 * within explore_loose; NaN: it is one.  The largest turn of a step so far,
 * rad; 0 for adaptive steps.  The number of times that an
 * event or a sample has cut a step. */
struct explore_seen {
    double off, since, turn;
    long cuts;
};

/* A pulse of the rate of this part: by how much, for how long by more than
 * half of that, when; the step that went over it, s. */
struct explore_missed {
    const pol_state_part *part;
    double change, width, at, step;
};

struct explore {
    struct arena *arena; /* for buffers; all is released again */
    double t_end;        /* seconds from the start; < 0: back, by steps of -h */
    double h;            /* step; 0: adaptive steps */
    double spacing;      /* of samples, s; 0: they are by steps */
    const double *in;    /* NULL: zeros */
    int held; /* inputs, all or none: each step first takes them from as many
                 kept values, which follow those that the stepper reports (a
                 reference takes none) */
    int switches; /* number of kept values whose sign switches the torque or
                     force; each is followed by its rate, and all come after the
                     values that the stepper reports */
    int acts;     /* the last `acts` values to keep are the rates of L, v,
                     wheels and states on which something acts */
    bool gyro; /* does it turn inside?  Then w.L/2 is not its kinetic energy */
    int rough; /* the order of steps across the place where the torque is not
                  smooth: 1 a jump, 2 a kink; 0: it is smooth */
    double rough_at;       /* when, s */
    double rounding;       /* of the stepper's real type; 0: that of a double */
    const double *damping; /* the largest rate of damping so far, 1/s */
    /* Called now and then with the done part, 0..1, nonzero stops; or NULL. */
    int (*progress)(void *context, double done);
    void *context;
    /* Called once where a switch makes adaptive steps chatter; or NULL. */
    void (*chatters)(void *seen, int which, double t);
    /* Called once where an adaptive step would have missed a pulse, which are
     * looked for; or NULL. */
    void (*misses)(void *seen, const struct explore_missed *);
    explore_look *look; /* or NULL */
    void *seen;
    /* Called at each event, with the state there; or NULL. */
    void (*event)(void *to, int which, const struct explore_state *);
    void *events;               /* to */
    struct explore_seen *watch; /* or NULL */
};
/* The largest |R'R - 1| of a rotation that was rounded often. */
double explore_loose(double rounding);
/* The largest entry of |R'R - 1|; NaN if there is one. */
double explore_orthogonality(const double R[9]);

enum explore_status {
    EXPLORE_OK,
    EXPLORE_FAILED, /* a step returned a status */
    EXPLORE_STOPPED /* by progress */
};

/* The largest numbers of the spec's `keep` values that are watched, of numbers
 * of its attitude that are shown, and of step sizes that are compared. */
enum {
    EXPLORE_KEEPS = 256,
    EXPLORE_FURTHER = 256,              /* numbers of wheels and states */
    EXPLORE_REST = 9 + EXPLORE_FURTHER, /* numbers behind the attitude */
    EXPLORE_SHOWN = 256,
    EXPLORE_ROWS = 32
};

/* The state in every form, as `run` prints it. */
struct explore_state {
    double t, R[9], L[3], w[3], spatial[3], energy;
    double attitude[9];                /* as the stepper stores it; */
    double rest[EXPLORE_REST];         /* the other parts, behind it */
    double extra[2 * EXPLORE_FURTHER]; /* as the stepper names them */
    double keep[EXPLORE_KEEPS];
    double shown[EXPLORE_SHOWN]; /* as the stepper names them */
    long steps;
    int adaptive; /* have the steps chosen their size?  Then */
    long rejected;
    double smallest, largest; /* of those that were taken, s */
    int status;               /* of the step that failed, or 0 */
    int event;                /* the last event; -1: none */
    double orthogonality;     /* |R'R - 1|, largest entry */
};

/* What the status of a step says, and what helps; statuses from 0 on. */
enum { EXPLORE_FAILURES = 14 };
struct explore_fault {
    const char *what, *hint;
};
const struct explore_fault *explore_fault(int status);

/* The number of steps for an interval; the last step is not cut: all are a part
 * of it, |t_end| / n <= h (1 + 1e-9).  0 for no interval, a step that is not
 * positive, or beyond 10^15 steps. */
long explore_steps(double t_end, double h);

/* Runs to t_end; calls `row` (or NULL) at the start, every `every` steps (0:
 * never in between) and at the end; or every `spacing` seconds from the start
 * on, with the state at that time: by a step of its own from the start of the
 * step that it falls into, which is then forgotten, so that the run does not
 * depend on what is sampled.  `end` is the last state, of whatever status. */
enum explore_status explore_run(const pol_stepper *, const struct explore *,
                                long every, explore_look *row, void *to,
                                struct explore_state *end);

/* What errors are taken of: the attitude, rad; relative to |L| at the end, or
 * to 1e-8 of it at the start if that is more; to |x| and |v|, each at the start
 * or the end, where it is larger; wheels' momenta and states, each relative to
 * its largest size on the way. */
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
    unsigned noise; /* bit c: the column's error is within a few times what
                       rounding and the reference leave uncertain */
    int failed;     /* nonzero: a step returned a status, or left the numbers */
    struct explore_seen seen;
};

/* What the rows show. */
enum order_verdict {
    ORDER_CONVERGING, /* an order, in four rows or more */
    ORDER_REDUCED,    /* errors fall, but not by the power that is claimed:
                         order reduction, stiffness */
    ORDER_ROUGH,      /* that of steps across a jump or a kink of what acts */
    ORDER_NOISE,      /* errors at round-off before four rows show an order */
    ORDER_LOST,       /* the reference is certain of nothing */
    ORDER_NOT_SETTLED /* none of these */
};

struct order_result {
    unsigned columns; /* bit c: the body has what the column is of */
    int rows;
    struct order_row row[EXPLORE_ROWS];
    enum order_verdict verdict;
    /* Where it converges: the rows that show it, and the order between the
     * last two of them; NaN of a column whose errors are noise. */
    int from, to;
    double order[ORDER_COLUMNS];
    double uncertainty[ORDER_COLUMNS]; /* of the reference */
    long reference_steps;
    bool is_settled; /* more of them do not help */
    int status;      /* of the last step that failed, or 0 */
};
/* An end state, and the sizes that errors are relative to: the length of L, x
 * and v at the start, the largest value of each number of wheels and states. */
struct explore_goal {
    struct explore_state end;
    double size[EXPLORE_REST];
};

/* The end state that errors are measured from, of a far more accurate stepper.
 */
struct explore_exact {
    struct explore_goal goal;
    double uncertainty[ORDER_COLUMNS];
    long steps;      /* 0: there is none */
    bool is_settled; /* more steps do not help */
    int status;      /* of the last step that failed, or 0 */
};
/* The state at t_end by more and more steps, from `first` on and beyond
 * `finest`, until two runs, of N and 2N, agree to round-off and the torque does
 * nothing between their stages (or until N is the largest allowed).  It is
 * uncertain by their difference, eps sqrt(2N), or what they miss, whichever is
 * most.  Where the stepper can choose its steps, they end on breakpoints. */
enum explore_status explore_reference(const pol_stepper *reference,
                                      const struct explore *, long first,
                                      long finest, struct explore_exact *);

/* Halves the step `halvings` times from h, and doubles it before as often as it
 * takes for four rows to show an order; errors at t_end against `reference`.
 * FAILED when the reference or every row fails. */
enum explore_status explore_order(const pol_stepper *,
                                  const pol_stepper *reference,
                                  const struct explore *, int halvings,
                                  struct order_result *);

/* Without rows. */
struct order_result order_new(const pol_stepper *,
                              const struct explore_exact *);
/* Fills in the orders, the noise and the verdict of rows whose steps, h and
 * errors are there, and which stand by falling steps; the method is of order
 * `claim`: that which it has where inputs are held is 1. */
void order_judge(struct order_result *, int claim, double rounding,
                 double damping);
int order_claimed(const pol_stepper *, const struct explore *);

/* The largest of the columns' errors; infinite where a step failed. */
double order_worst(const struct order_row *, unsigned columns);

/* Members of a record: "attitude_order": 4.0, "momentum_order": 4.1 */
void order_put(struct text *, const char *format, const double *value,
               unsigned columns);
extern const char *const order_verdict_name[]; /* by enum order_verdict */

/* The input of explore_ladder. */
struct ladder_demand {
    double error;  /* to be reached in every column */
    double most;   /* what a run may cost */
    bool is_brief; /* finer steps are not tried */
    long steps;    /* a rung: the others have as many, doubled and halved */
    long least; /* steps, for which the method is stable: fewer do not count */
    /* The cost of the run of this number of steps that has just ended; 0: the
     * least cost of a step. */
    double (*cost)(void *context, long steps);
    void *context;
};
struct ladder_result {
    struct order_result order;
    double cost[EXPLORE_ROWS];
    bool is_dear;             /* finer steps would have cost too much */
    bool is_reached;          /* the error, from some rung on */
    struct order_row reached; /* by few steps, within 2 % the fewest */
    double reached_cost;
};
enum explore_status explore_ladder(const pol_stepper *, const struct explore *,
                                   const struct explore_exact *,
                                   const struct ladder_demand *,
                                   struct ladder_result *);

/* What is measured from zero is taken as it is, not relative. */
enum drift_column {
    /* If what they are relative to is 0 at the start, to the largest so far. */
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
    long rows;           /* that were looked at */
    int status;
};
/* Looks at the invariants every `every` steps (0: some thousand times in all)
 * and at the end; `row` may be NULL. */
enum explore_status explore_drift(const pol_stepper *, const struct explore *,
                                  long every,
                                  void (*row)(void *, const struct drift_row *),
                                  void *to, struct drift_result *);

/* Looks whether steps are spent on one switch, a sliding mode: its value goes
 * to 0 from both sides. */
struct chatter;
/* `first`, `switches`: their place among the values to keep, each before its
 * rate. */
struct chatter *chatter_new(struct arena *, int first, int switches);
/* Forgets the run so far. */
void chatter_begin(struct chatter *);
/* Looks at a state; `keep` has the values to keep once they are needed.  How
 * many steps may be taken to the next look. */
long chatter_look(struct chatter *, const pol_stepper *, const double *x,
                  const double *par, const double *in, const double *control,
                  double *keep);
/* The switch that has been found, or -1. */
int chatter_found(const struct chatter *);

/* The angle of the rotation A'B, 0 to pi, with full relative accuracy for
 * small ones. */
double explore_angle(const double A[9], const double B[9]);
/* The index of a part in `rest`. */
int explore_place(const pol_stepper *, const pol_state_part *);
double vector_norm(const double v[3]);
double vector_dot(const double a[3], const double b[3]);
/* The length of b - a. */
double vector_apart(const double a[3], const double b[3]);
