/* SPDX-License-Identifier: MIT
 *
 * Shared by commands: jobs whose messages are printed, progress and Ctrl-C, and
 * runs of a job's stepper.
 *
 * In: a job, options of a run.  Out: the length of a run, its steps, a
 * reference, observations of the body during the run; messages on stderr.
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

/* Prints to stderr, or to the job's notes. */
void session_note(const struct pol_job *, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Prints "polhode: ..." and a newline, with '?' in place of characters that a
 * terminal would obey.  Returns EXIT_USAGE. */
int session_complain(const struct pol_job *, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
#define complain(...) session_complain(NULL, __VA_ARGS__)
/* Puts a line with a path; on a terminal its control characters become '?'. */
void path_put(struct text *, const char *path);
/* Runs `work` in a new job (options NULL: the defaults), and prints its
 * messages; returns an exit status. */
int session_run_new(const pol_options *, job_work *, void *argument);
/* Reads a constant of the language, "1/60", "2*pi".  Returns false, without
 * messages, if the text is no constant or is not finite. */
bool session_number(const char *text, double *out);
/* Reads a text, then runs a further stage, such as pol_derive, or NULL. */
pol_status session_read(struct pol_job *, const struct source *,
                        pol_status then(pol_job *));
/* Reads a text, and makes a stepper of it; the job may be NULL. */
pol_status session_compile(struct pol_job *, const struct source *,
                           pol_compiler, pol_image **);
/* The same in a new job, without messages; NULL if it cannot be made. */
pol_image *session_image(const pol_options *, const struct source *);
/* Marks the messages so far as printed. */
void session_mark_printed(struct pol_job *);
/* Prints the messages of a job, and one for a status that has none; returns the
 * exit status.  The job may be NULL. */
int session_status(struct pol_job *, pol_status);

/* ---- progress ---- */

/* True if the user has stopped the program. */
bool session_interrupted(void);
/* Progress on a terminal, and Ctrl-C: the callback for explore. */
struct progress {
    double begun, shown; /* seconds; shown 0: not shown yet */
    bool terminal;
    bool is_part; /* another progress shows it and reports interrupts */
};
void progress_begin(struct progress *);
int progress_report(void *progress, double done);
/* The same for cases: also shows fresh cases per second, and the time left. */
int progress_cases(void *progress, double done, double all, double fresh);
/* Clears it from the terminal; progress_end also reports an interrupt. */
void progress_clear(const struct progress *);
void progress_end(const struct progress *);

/* ---- the length of a run ---- */

/* From options; 0: from the spec, or the default. */
struct span {
    double until; /* < 0: back in time */
    double step, sample;
};
double session_until(const struct pol_job *, double until);
/* Notes inputs without a signal, the effect of --hold, and files that end
 * before the run does, or begin after it. */
void session_inputs(const struct pol_job *, double until);
/* Sets `t_end`, the requested step, and `h`: that step, reduced so that an
 * integer number of steps fits.  `adaptive` allows adaptive steps.  False with
 * a message. */
bool session_span(const struct pol_job *, const struct span *, bool adaptive,
                  struct explore *, double *requested);

/* ---- runs ---- */

/* The content of a picture of a run: values over time, or every second value
 * over the one before it, or a curve. */
enum plotted {
    PLOTTED_STATE,
    PLOTTED_TIMES,
    PLOTTED_PAIRS,
    PLOTTED_POLHODE,
    PLOTTED_HERPOLHODE
};

/* A run of a stepper, and observations of the body during the run. */
struct session {
    struct pol_job *job;
    pol_stepper stepper;   /* `kept` does not count held signals */
    double requested_step; /* the requested step, s */
    struct explore explore;
    struct progress progress;
    struct local *local;
    double damping;  /* the largest rate, 1/s */
    double dampings; /* the sum of the rates at all looks */
    int observations;
    struct run_quality quality;     /* from the last run */
    struct explore_state failed_at; /* state at a failed step; status 0: none */
    enum plotted plotted;
    int method_index; /* number of the method if several run; else 0 */
};
/* True if there are not too many values to keep; else a message. */
bool session_holds(const struct pol_job *);
/* Finds what explore needs from a spec that was read, except the stepper, which
 * session_take sets; EXIT_DONE or an exit status. */
int session_plan(struct session *, struct pol_job *, const struct span *,
                 bool adaptive);
void session_take(struct session *, const pol_image *);
/* Reads the spec, compiles its stepper, the job's image JOB_STEPPER, and plans.
 */
int session_begin(struct session *, struct pol_job *, const char *spec,
                  const struct span *, pol_compiler, bool adaptive);
/* True if the method is accurate for a body whose principal moments differ
 * much, as far as some hundred steps show.  Gives warnings and, if false, an
 * error that name accurate methods.  The job's step must be derived; inside
 * job_run. */
bool session_slender(struct pol_job *, const struct span *);
/* Makes a stepper of the spec by the shelf's most accurate tableau, as the
 * job's image JOB_REFERENCE; an exit status. */
int session_reference(struct pol_job *, const struct source *, pol_options,
                      pol_compiler);
/* The invariants of the motion itself, as enum invariant: for the params of the
 * spec, or for any params (`any_params`). */
void session_kept(struct pol_job *, double until, bool any_params,
                  double kept[DRIFT_COLUMNS]);
/* The largest product of step and damping rate at which a step leaves at most
 * half of a damped rate; infinite if the method is L-stable. */
double session_limit(const struct session *);
/* Warns if R is no rotation at the end of a run; `who` is a prefix, "mr: ". */
void session_warn_rotation(const struct pol_job *, const char *who,
                           const struct run_quality *);
/* Notes that adaptive steps chatter; `who`: "3 cases chatter". */
void session_chatter(const struct pol_job *, const char *who, int which,
                     double t);
/* Returns the exit status, with notes on the steps and on a failed one; adds
 * the step to a text, or (NULL) notes it if it is not the requested one. */
int session_end(const struct session *, enum explore_status,
                const struct explore_state *failed_at, struct text *);

/* ---- tableaus ---- */

/* Measures the order of attitude and momentum by the options' method on the
 * body observe.pol; the tableau "observed" is in this text (or NULL).  False,
 * without messages, if there is no such stepper. */
bool session_observe(const pol_options *, const struct source *text,
                     double order[2]);

/* Steppers of texts that differ in numbers alone: each goes through all stages
 * in a new job and is run.  Their messages are not shown, since they would be
 * about the numbers. */
struct measuring {
    struct pol_job *job;
    pol_options options;
    pol_compiler compiler;
    struct span span;
    bool reaches; /* measures the attitude at the end, else energy drift */
    const struct source *text; /* one of the texts */
    struct explore explore;
    double end[9]; /* the exact attitude at the end */
};
/* Finds the length of runs from one of the texts, and the reference from the
 * spec; EXIT_DONE or an exit status. */
int measure_begin(struct measuring *, const struct source *spec,
                  const struct source *text);
/* The attitude error or energy drift of a text; NaN if it cannot be run. */
double measure_of(struct measuring *, const struct source *text);
