/* SPDX-License-Identifier: MIT
 *
 * The command line: what was asked for, and the commands.
 */
#ifndef POL_COMMAND_H
#define POL_COMMAND_H

#include <stdbool.h>

#include "base/json.h"
#include "explore/explore.h"
#include "job.h"

/* Exit status. */
enum {
    EXIT_DONE = 0,
    EXIT_FAULT = 1,
    EXIT_USAGE = 2,
    EXIT_BUG = 3,
    EXIT_INTERRUPTED = 130
};

enum {
    MOST_SETTINGS = 64,
    MOST_SHELVES = 16,
    MOST_OPERANDS = 8,
    MOST_FILES = 1024, /* of a command that takes so many */
    MOST_LANDINGS = 256
};

struct text;

struct request {
    const struct command *command;
    int operands;
    const char *operand[MOST_FILES];
    bool no_options; /* from here on: "--" */
    pol_options options;
    pol_setting setting[MOST_SETTINGS], signal[MOST_SETTINGS];
    const char *shelf[MOST_SHELVES];
    double landing[MOST_LANDINGS];
    int most; /* of one of these, when there are too many of them; else 0 */
    const char *folder, *target;
    double until; /* 0: as the spec says */
    long every;
    double sample; /* seconds; 0: not asked for */
    int halvings;
    pol_compiler compiler;
    const char *plot; /* a file, or NULL */
    bool json, csv, latex, passes, cost, quiet, force, hold;
    const char *aim;        /* of a search; NULL: as the spec says */
    long order, starts;     /* 0: as the spec says */
    long seed;              /* -1: as the spec says */
    long shard, shards;     /* starts congruent `shard` modulo `shards` */
    const char *checkpoint; /* a file, or NULL */
};

struct command {
    const char *name;
    const char *operands; /* for the usage line: "SPEC" */
    int least, most;      /* operands */
    const char *purpose;
    const char *options; /* letters of the options it takes, see args.c */
    int (*run)(struct request *);
    const char *more; /* further lines of its --help, or NULL */
};

extern const struct command commands[];
const struct command *command_find(const char *name);

/* Fills the request; -1 to go on, else an exit status (help was printed, or
 * the usage was wrong). */
int args_parse(int argc, char **argv, struct request *);

int command_check(struct request *);
int command_emit(struct request *);
int command_example(struct request *);
int command_new(struct request *);
int command_run(struct request *);
int command_order(struct request *);
int command_drift(struct request *);
int command_tableau(struct request *);
int command_list(struct request *);
int command_search(struct request *);
int command_show(struct request *);

/* The table of `list methods --cost`; the exit status. */
int cost_list(const struct request *);
/* The table of `list attitudes --cost`; the exit status. */
int update_list(const struct request *);
/* "q[4]: unit quaternion ...": what an attitude stores; NULL if it cannot be
 * derived, with the messages among the job's. */
const char *update_stores(struct pol_job *, const char *call);

/* ---- what the commands share ------------------------------------------- */

/* "polhode: ..." and a line's end to stderr.  What words bring along that a
 * terminal would obey shows as '?'. */
void complain(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* A path on stdout, likewise if that is a terminal. */
void print_path(const char *path);
/* Opens a job for the request; NULL and a message without memory. */
struct pol_job *session_open(const struct request *);
/* Prints the messages not printed yet to stderr. */
void session_messages(const struct pol_job *);
/* The exit status for a pipeline status; says what has no message yet.  The job
 * may be NULL. */
int session_status(const struct pol_job *, pol_status);
/* Reads the spec and compiles its stepper; EXIT_DONE or an exit status. */
int session_load(struct pol_job *, const struct request *, pol_image **);
/* Emits to nowhere: all that `emit` would say. */
pol_status session_try_emit(struct pol_job *, void *);
/* Its stepper; signals that are held do not count among the values to keep. */
pol_stepper session_stepper(const struct pol_job *, const pol_image *);
/* Loads the request's stepper and measures it under the job's memory guard;
 * the exit status. */
typedef int session_measuring(struct pol_job *, const struct request *,
                              const pol_stepper *);
int session_measure(const struct request *, session_measuring *);
/* How long, and in which steps. */
struct span {
    double until;
    double asked, step; /* s; step: that which `until` is a multiple of; 0: the
                           steps choose their size */
    bool is_float;
};
/* A step as the real type holds it. */
double session_held(const struct span *, double step);
/* The request's, the spec's, or defaults; false with a message.  Steps may
 * choose their size where that is allowed. */
bool session_span(const struct pol_job *, const struct request *, bool adaptive,
                  struct span *);
/* "step 0.25 (asked for 0.3: until 1 is no multiple)": on stdout, or, for
 * output that is read by programs, on stderr where it is not as asked for. */
void session_step(const struct span *, bool is_text);

/* Adds the headings of values that the spec names to those that stand there
 * already, by commas: "keep.w1" where w1 is taken. */
const char *const *session_headings(struct text *, const char *group,
                                    const char *const *name, int n);

/* What is seen of a body while it runs. */
struct watch {
    struct pol_job *job;
    struct local *local;
    double damping; /* the largest rate, 1/s */
    int looks;
    bool has_failed; /* a step, from this state on */
    struct explore_state failed_at;
};
/* Has the runs of `e` watched. */
void watch_begin(struct watch *, struct pol_job *, struct explore *e);
/* Says what is no number where a step of about h failed; false: nothing. */
bool watch_blame(const struct watch *, double h);
/* A note if steps of h are large for a damped body and this method. */
void watch_tell(const struct watch *, const struct request *,
                const pol_stepper *, double h);

/* How a run ended. */
struct outcome {
    long steps;
    double t;
    int status; /* of the step that failed, or 0 */
};
/* The exit status of a run, with a message if it failed. */
int session_judge(enum explore_status, struct outcome, const struct watch *,
                  double h);

/* Progress on a terminal, and Ctrl-C: the callback for explore. */
struct progress {
    double begun, shown; /* seconds; shown 0: nothing yet */
    bool terminal;
};
void progress_begin(struct progress *);
int progress_report(void *progress, double done);
void progress_end(const struct progress *);

/* JSON on stdout: a number that is not finite is null. */
void json_number(double);
void json_numbers(const char *key, const double *, int n);
void json_text(const char *);

#endif
