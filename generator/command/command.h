/* SPDX-License-Identifier: MIT
 *
 * The command line: what was asked for, and the commands.
 *
 * In: the words of a command line.  Out: a job with its options, or a message
 * of usage; each command's output and exit status.
 */
#pragma once

#include <stdbool.h>

#include "base/json.h"
#include "explore/explore.h"
#include "job.h"
#include "recipe/recipe.h"
#include "tableau/tableau.h"

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
    MOST_LANDINGS = 256,
    MOST_METHODS = 256,
    MOST_OPTIONS = 96,
    NOTED_ROOM = 1 << 16,
    LOADS = 2
};

struct report;

struct request {
    const struct command *commands; /* all of them, ended by {0} */
    const struct command *command;
    int operands;
    const char *operand[MOST_FILES];
    bool no_options;  /* from here on: "--" */
    const char *page; /* of help: "help", "man", "bash" */
    pol_options options;
    pol_setting setting[MOST_SETTINGS], signal[MOST_SETTINGS];
    const char *shelf[MOST_SHELVES];
    double landing[MOST_LANDINGS];
    char with[128];           /* all words of options.with */
    bool given[MOST_OPTIONS]; /* by place in the table of options */
    int most; /* of one of these, when there are too many of them; else 0 */
    const char *folder, *target; /* folder: NULL, the working one */
    const char *depfile;         /* or NULL */
    double until;                /* 0: as the spec says; < 0: back */
    long every;
    double sample;         /* seconds; 0: not asked for */
    long halvings, memory; /* MB; 0: as by default */
    pol_compiler compiler;
    bool any_compiler;    /* none was asked for */
    double error, budget; /* to be reached; operations of a run; 0: by default
                           */
    int methods; /* each --method, of which options.method is the last */
    const char *method[MOST_METHODS];
    const char *tableaus, *form; /* "order 4, explicit"; of their rkmk */
    bool all;
    int against;      /* cost, steps, time */
    const char *plot; /* a file, or NULL; what is drawn, or 0: all */
    const char *plot_of[MOST_SHELVES];
    int plots;
    bool json, csv, latex, passes, cost, quiet, force, hold, same;
    bool known;         /* of compare: those of the README, too */
    const char *beside; /* a method, or NULL */
    bool any_params;    /* what is kept is kept by others, and inputs */
    bool quick;         /* of report: without a comparison */
    const struct source *source; /* of the spec, read already; or NULL */
    bool as_record;         /* what is told is printed for a page, see job.h */
    bool calls;             /* of list */
    const char *aim;        /* of a search; NULL: as the spec says */
    unsigned filter;        /* of list: FACT_* */
    long order, starts;     /* 0: as the spec says */
    long seed;              /* -1: as the spec says */
    long shard, shards;     /* starts congruent `shard` modulo `shards` */
    const char *checkpoint; /* a file, or NULL */
    long number;            /* -n: of cases; 0: not said */
    pol_setting vary[MOST_SETTINGS], random[MOST_SETTINGS],
        observe[MOST_SETTINGS];
    int varies, randoms, observes;
    const char *cases; /* a file, or NULL */
    bool sobol, resume, trajectories, dry_run;
    int threads;               /* 0: all */
    struct sweep_ranks *ranks; /* that share it, or NULL */
    char *noted;             /* names of files that the command reads go there,
                                one after the other, NOTED_ROOM; or NULL */
    pol_image *image[LOADS]; /* that are loaded, or NULL; main unloads them */
    int exit;                /* status of the command that has been run */
};

/* The exit status. */
typedef int command_body(struct pol_job *, struct request *);
struct command {
    const char *name;
    const char *operands; /* for the usage line: "SPEC" */
    int least, most;      /* operands */
    const char *options;  /* the names of those it takes, see args.c */
    command_body *run;
};

extern const struct command polhode_commands[]; /* ended by {0}; main.c */

/* Fills the request; -1 to go on, else an exit status (help was printed, or
 * the usage was wrong). */
int args_parse(int argc, char **argv, const struct command *commands,
               struct request *);

/* The named ones of its options, by blanks, that it has, as words of a command
 * line. */
void args_put(struct text *, const struct request *, const char *names);

/* A whole number, from least to most, and nothing behind it? */
bool args_whole(const char *value, long least, long most, long *out);

extern command_body command_check, command_drift, command_emit, command_example,
    command_advise, command_compare, command_list, command_new, command_order,
    command_report, command_run, command_search, command_show, command_sweep,
    command_tableau, command_watch;

/* ---- pictures ------------------------------------------------------------ */

/* Does the name of a file end as that of a picture, or is it a device? */
bool plot_takes(const char *file);
/* May a picture be drawn there?  Else a message: something else stands there,
 * or it is what has been read from a file (or NULL), "the spec". */
bool plot_may_go(struct pol_job *, const char *file, const char *what,
                 const char *read);
/* The same of a page of `polhode report`, and what that begins with. */
bool report_may_go(struct pol_job *, const char *file, const char *spec);
#define REPORT_HEAD "<!DOCTYPE html>\n<!-- A report by polhode"
/* A file is there whole or not at all; a device is written as it is, and so is
 * what a link leads to: /dev/stdout is one.  False with a message. */
bool write_whole(struct diags *, const char *file, const struct text *);
/* A page of templates/plots that sees a record, as the global `report`; or a
 * text that such a page has written.  False, with a message and an older file
 * as it was, if it cannot be drawn. */
bool plot_page(struct pol_job *, const char *page, const struct text *record,
               const char *file);
bool plot_draw(struct pol_job *, const struct text *page, const char *file);
/* The region |R(z)| <= 1 and the order star |R(z)| > |exp(z)| (G. Wanner,
 * E. Hairer, S. P. Norsett, BIT 18 (1978) 475-489) side by side. */
bool plot_stability(struct pol_job *, const char *file, const struct report *);

/* Is there such a program to be run? */
bool is_found(const char *name);
/* The compiler that is asked for, or else that of the quickest code is taken;
 * its name. */
const char *compiler_at_hand(struct request *);

/* ---- the shelf ---------------------------------------------------------- */

/* The first tableau of a text, or composition; NULL with messages. */
const struct tableau *shelved_tableau(struct pol_job *, const struct source *);
const struct composition *shelved_composition(struct pol_job *,
                                              const struct source *);

/* ---- what is known of its entries ----
 *
 * What `polhode list` shows of each.  To find it out takes seconds: of the
 * files that are built in it is known (templates/facts.tsv, which a test keeps
 * true), as long as their text is the one that it was found out of. */

/* FACT(NAME, option, word): what may be so of an entry of the shelf, the option
 * of `list` that asks for it, and the word that says it. */
#define FACT_LIST(FACT)                                                        \
    FACT(EXPLICIT, "explicit", "explicit")                                     \
    FACT(IMPLICIT, "implicit", "implicit")                                     \
    FACT(PAIR, "pair", "pair")                                                 \
    FACT(SYMMETRIC, "symmetric", "symmetric")                                  \
    FACT(SYMPLECTIC, "symplectic", "symplectic")                               \
    FACT(A_STABLE, "a-stable", "A-stable")                                     \
    FACT(L_STABLE, "l-stable", "L-stable")                                     \
    FACT(STIFFLY, "stiffly-accurate", "stiffly accurate")                      \
    FACT(GYRO, "gyro", "gyro")                                                 \
    FACT(STATES, "states", "states")

#define PLACE(NAME, option, word) PLACE_##NAME,
#define BIT(NAME, option, word)   FACT_##NAME = 1 << PLACE_##NAME,
enum fact_place { FACT_LIST(PLACE) FACTS };
enum { FACT_LIST(BIT) };
#undef PLACE
#undef BIT
struct listed {
    const char *name;   /* as it is called: "kutta4", "gauss(s)" */
    const char *orders; /* "4", "5(4)", "2-12", "" where options say it */
    int order, most;    /* of a family from its first to its last; else equal */
    int stages;         /* 0: none, or many */
    unsigned is;        /* FACT_*; explicit, implicit, gyro and states: as
                           options say */
    const char *keeps;  /* "momentum energy"; "" */
    const char *title;  /* one line */
};

/* False: nothing is known. */
bool facts_known(struct pol_job *, const struct shelf_file *, struct listed *);
/* Found out anew, false with messages: the file is at fault; and as a line of
 * templates/facts.tsv. */
bool facts_find_out(struct pol_job *, const struct shelf_file *,
                    struct listed *);
void facts_write(const struct shelf_file *, const struct listed *,
                 struct text *);

/* Is a tableau of this order, with so many stages (0: any), and all of what is
 * asked for? */
bool tableau_fits(struct pol_job *, const char *call,
                  const struct listed *asked);

/* ---- what the commands share ------------------------------------------- */

/* "polhode: ..." and a line's end to stderr.  What words bring along that a
 * terminal would obey shows as '?'.  EXIT_USAGE, for who returns that. */
int complain(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* A path on stdout, likewise if that is a terminal. */
void print_path(const char *path);
/* Runs `work` in a job of its own (options NULL: the defaults), and tells its
 * messages; an exit status. */
int session_aside(const pol_options *, job_work *, void *argument);
pol_status session_read(struct pol_job *, const struct source *);
/* Reads a text, and makes a stepper of it; the job may be NULL. */
pol_status session_compile(struct pol_job *, const struct source *,
                           pol_compiler, pol_image **);
/* Runs what was parsed to -1, or ends with that status; the exit status. */
int session_run(struct request *, int parsed);
/* The series that the spec reads, and what it uses of the folders of a shelf.
 */
typedef void told_path(void *to, const char *path);
void session_files(struct pol_job *, const char *target, told_path *, void *to);
/* The spec's job has read its files: their names, for who watches them. */
void session_note(const struct request *, struct pol_job *);
/* Those so far shall not be printed. */
void session_hush(struct pol_job *);
/* The exit status for a pipeline status; says what has no message yet, and
 * before it what has.  The job may be NULL. */
int session_status(struct pol_job *, pol_status);

/* What is told is a record, of which JSON or a page of templates/report is
 * printed; false with a message. */
bool session_page(struct pol_job *, const char *form,
                  const struct text *record);

/* ---- runs ---------------------------------------------------------------- */

double session_until(const struct pol_job *, const struct request *);
/* Says what inputs are while it runs. */
void session_inputs(const struct pol_job *, const struct request *);
/* How long a run takes, and in which steps: `t_end` and `h` by the request, the
 * spec, or defaults, and the step that was asked for, of which `h` makes a
 * whole number; false with a message.  Steps may choose their size where that
 * is allowed. */
bool session_span(const struct pol_job *, const struct request *, bool adaptive,
                  struct explore *, double *asked);

/* A stepper of the spec by the shelf's most accurate tableau; an exit status.
 */
int session_reference(struct pol_job *, const struct source *, pol_options,
                      pol_compiler, pol_image **);

/* What the motion itself keeps, whatever integrates it, as enum invariant. */
void find_kept(struct pol_job *, const struct request *,
               double kept[DRIFT_COLUMNS]);

/* "attitude_order": 4.0, "momentum_order": 4.1 */
void json_columns(struct text *, const char *format, const double *value,
                  unsigned columns);
extern const char *const verdict_name[]; /* by enum order_verdict */

/* Seconds; only differences mean something. */
double session_clock(void);
/* Has the user stopped it? */
bool session_interrupted(void);
/* Progress on a terminal, and Ctrl-C: the callback for explore. */
struct progress {
    double begun, shown; /* seconds; shown 0: nothing yet */
    bool terminal;
};
void progress_begin(struct progress *);
int progress_report(void *progress, double done);
/* The same of cases, with how many a second, of the fresh ones of them, and the
 * time that is left. */
int progress_cases(void *progress, double done, double all, double fresh);
void progress_end(const struct progress *);

/* Pieces of work in processes of their own, as many at a time as there are
 * processors. */
struct crew {
    struct arena *arena;
    struct progress *progress; /* that has begun */
    int n;
    size_t size; /* bytes that each piece gives; they lie in the arena */
    int window;  /* so many pieces at most have begun and are not told */
    void (*work)(void *context, int piece, void *given);
    /* In the order of the pieces, and as late as the window lets: what a piece
     * finds does not depend on the machine.  NULL: one that crashed. */
    void (*done)(void *context, int piece, void *given);
    void *context;
};
enum explore_status crew_run(const struct crew *);

/* A run of the request's stepper, and what is seen of the body on the way. */
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
};
/* Are there not too many values to keep?  Else a message. */
struct model;
bool session_holds(const struct model *);
/* Finds what explore needs of a spec that has been read, all but the stepper,
 * which is taken later; EXIT_DONE or an exit status. */
int session_plan(struct session *, struct pol_job *, const struct request *,
                 bool adaptive);
void session_take(struct session *, const pol_image *);
/* Reads the spec and compiles its stepper as the request's first image as
 * well. */
int session_begin(struct session *, struct pol_job *, struct request *,
                  bool adaptive);
/* Is the method right for a body whose principal moments differ much, as far as
 * some hundred steps show?  Warnings and, where it is not, an error that name
 * what is; of a job whose step is derived, inside job_run. */
bool session_slender(struct pol_job *, const struct request *);
/* Is the stepper's method L-stable, as far as a step shows in which w' = -1e6
 * w? One that does not take that body is. */
bool session_damps(const struct session *);
/* Steps times a rate of damping, up to which a step leaves no more than half of
 * what is damped; infinite where the method is L-stable. */
double session_limit(const struct session *);
/* The largest |R'R - 1| of a rotation; warns of a run, "mr: ", beyond it. */
double session_bound(const struct pol_job *);
/* Notes that adaptive steps chatter; `who`: "3 cases chatter". */
void session_chatter(const struct model *, const char *who, int which,
                     double t);
/* Notes a pulse that adaptive steps would have passed over.  Does what acts
 * change with time, but by the motion? */
void session_missed(const struct explore *, const struct explore_missed *);
bool session_by_time(const struct model *);
void session_loose(const struct pol_job *, const char *who,
                   const struct explore_seen *);
/* What a step's status says; of the first so many. */
enum { SESSION_FAILURES = 10 };
const char *session_failure(int status);
/* The exit status, with what there is to be said of the steps and of the one
 * that failed; output is a text, or read by programs. */
int session_end(const struct session *, enum explore_status,
                const struct explore_state *failed_at, bool is_text);
