/* SPDX-License-Identifier: MIT
 *
 * What commands share: jobs whose messages are printed, progress and Ctrl-C,
 * and runs of a job's stepper.
 *
 * In: a job, options of a run.  Out: how long, in which steps, a reference,
 * what is seen of the body on the way; messages on stderr.
 */
#pragma once

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

/* ---- messages ---- */

/* To stderr, or to the job's notes. */
void session_note(const struct pol_job *, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* "polhode: ..." and a line's end.  What words bring along that a terminal
 * would obey shows as '?'.  EXIT_USAGE, as a result to return. */
int session_complain(const struct pol_job *, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
#define complain(...) session_complain(NULL, __VA_ARGS__)
/* A line with a path; on a terminal, control characters of it are '?'. */
void path_put(struct text *, const char *path);
/* Runs `work` in a job of its own (options NULL: the defaults), and tells its
 * messages; an exit status. */
int session_aside(const pol_options *, job_work *, void *argument);
/* "1/60", "2*pi": a constant of the language.  Returns false, without messages,
 * if the text is no constant or is not finite. */
bool session_number(const char *text, double *out);
/* Reads a text, and then runs a further stage: pol_derive, say; or NULL. */
pol_status session_read(struct pol_job *, const struct source *,
                        pol_status then(pol_job *));
/* Reads a text, and makes a stepper of it; the job may be NULL. */
pol_status session_compile(struct pol_job *, const struct source *,
                           pol_compiler, pol_image **);
/* The same in a job of its own, without messages; NULL: it cannot be made. */
pol_image *session_image(const pol_options *, const struct source *);
/* Those so far shall not be printed. */
void session_hush(struct pol_job *);
/* The exit status for a pipeline status; says what has no message yet, and
 * before it what has.  The job may be NULL. */
int session_status(struct pol_job *, pol_status);

/* ---- progress ---- */

/* Has the user stopped it? */
bool session_interrupted(void);
/* Progress on a terminal, and Ctrl-C: the callback for explore. */
struct progress {
    double begun, shown; /* seconds; shown 0: nothing yet */
    bool terminal;
    bool is_part; /* another one shows it, and is the one that is interrupted */
};
void progress_begin(struct progress *);
int progress_report(void *progress, double done);
/* The same of cases, with how many a second, of the fresh ones of them, and the
 * time that is left. */
int progress_cases(void *progress, double done, double all, double fresh);
/* Takes it off the terminal; at the end also says that it was interrupted. */
void progress_clear(const struct progress *);
void progress_end(const struct progress *);

/* ---- how long a run is ---- */

/* As options say it; 0: as the spec does, or by default. */
struct span {
    double until; /* < 0: back */
    double step, sample;
};
double session_until(const struct pol_job *, double until);
/* Says what inputs are while it runs, and which files end before the run does,
 * or begin after it. */
void session_inputs(const struct pol_job *, double until);
/* How long a run takes, and in which steps: `t_end` and `h`, and the step that
 * was asked for, of which `h` makes a whole number; false with a message.
 * Steps may choose their size where that is allowed. */
bool session_span(const struct pol_job *, const struct span *, bool adaptive,
                  struct explore *, double *asked);

/* ---- runs ---- */

/* What a picture of a run is of: values over time, or each second one over the
 * one before it, or a curve. */
enum plotted {
    PLOTTED_STATE,
    PLOTTED_TIMES,
    PLOTTED_PAIRS,
    PLOTTED_POLHODE,
    PLOTTED_HERPOLHODE
};

/* A run of a stepper, and what is seen of the body on the way. */
struct session {
    struct pol_job *job;
    pol_stepper stepper; /* signals that are held are no values to keep */
    double asked;        /* s; the step that was asked for */
    struct explore explore;
    struct progress progress;
    struct local *local;
    double damping;  /* the largest rate, 1/s */
    double dampings; /* the sum of those at the looks */
    int looks;
    struct explore_seen watch;      /* of the last run */
    struct explore_state failed_at; /* of whatever status; 0: no step has */
    enum plotted plotted;
    int turn; /* the number of the method, where several run; else 0 */
};
/* Are there not too many values to keep?  Else a message. */
bool session_holds(const struct pol_job *);
/* Finds what explore needs of a spec that has been read, all but the stepper,
 * which is taken later; EXIT_DONE or an exit status. */
int session_plan(struct session *, struct pol_job *, const struct span *,
                 bool adaptive);
void session_take(struct session *, const pol_image *);
/* Reads the spec and compiles its stepper, the job's image JOB_OWN, as well. */
int session_begin(struct session *, struct pol_job *, const char *spec,
                  const struct span *, pol_compiler, bool adaptive);
/* Is the method right for a body whose principal moments differ much, as far as
 * some hundred steps show?  Warnings and, where it is not, an error that name
 * what is; of a job whose step is derived, inside job_run. */
bool session_slender(struct pol_job *, const struct span *);
/* A stepper of the spec by the shelf's most accurate tableau, as the job's
 * image JOB_REFERENCE; an exit status. */
int session_reference(struct pol_job *, const struct source *, pol_options,
                      pol_compiler);
/* The invariants of the motion itself, as enum invariant: for params of the
 * spec, or for any (`any_params`). */
void session_kept(struct pol_job *, double until, bool any_params,
                  double kept[DRIFT_COLUMNS]);
/* Steps times a rate of damping, up to which a step leaves no more than half of
 * what is damped; infinite where the method is L-stable. */
double session_limit(const struct session *);
/* Warns where R is no rotation at the end of a run, "mr: ". */
void session_loose(const struct pol_job *, const char *who,
                   const struct explore_seen *);
/* Notes that adaptive steps chatter; `who`: "3 cases chatter". */
void session_chatter(const struct pol_job *, const char *who, int which,
                     double t);
/* The exit status, with notes on the steps and on the one that failed; the step
 * is added to a text, or noted where it is not as asked (NULL). */
int session_end(const struct session *, enum explore_status,
                const struct explore_state *failed_at, struct text *);

/* ---- tableaus ---- */

/* Measures the order of attitude and momentum by the options' method on the
 * body observe.pol; the tableau "observed" is in this text (or NULL).  False,
 * without messages: there is no such stepper. */
bool session_observe(const pol_options *, const struct source *text,
                     double order[2]);

/* Steppers of texts that differ in numbers: each goes through all stages in a
 * job of its own and is run.  Their messages are not shown: it is the numbers
 * that these are about. */
struct measuring {
    struct pol_job *job;
    pol_options options;
    pol_compiler compiler;
    struct span span;
    bool reaches; /* by the attitude at the end, else by the energy's drift */
    const struct source *text; /* one of them */
    struct explore explore;
    double end[9]; /* the attitude that all of them should meet */
};
/* Finds how long runs are by one of the texts, and the reference by the spec;
 * EXIT_DONE or an exit status. */
int measure_begin(struct measuring *, const struct source *spec,
                  const struct source *text);
/* NaN: it cannot be run. */
double measure_of(struct measuring *, const struct source *text);
