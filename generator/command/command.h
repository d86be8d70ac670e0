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
#include "session/session.h"

enum {
    MOST_SETTINGS = 64,
    MOST_SHELVES = 16,
    MOST_OPERANDS = 8,
    MOST_FILES = 1024, /* of a command that takes so many */
    MOST_LANDINGS = 256,
    MOST_METHODS = 256,
    MOST_OPTIONS = 96,
    NOTED_ROOM = 1 << 16
};

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
    bool known;             /* of compare: those of the README, too */
    const char *beside;     /* a method, or NULL */
    bool quick;             /* of report: without a comparison */
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
    char *noted; /* names of files that the command reads go there,
                    one after the other, NOTED_ROOM; or NULL */
    int exit;    /* status of the command that has been run */
};

/* What a command returns: a record, as JSON or as Lua for a page of
 * templates/report; text behind it; the record of a picture, for a page of
 * templates/plots.  They are empty where it has printed by itself. */
struct answer {
    const char *page, *plot;
    struct text record, behind, picture;
    bool draws; /* a picture is wanted */
};
/* The exit status. */
typedef int command_body(struct pol_job *, struct request *, struct answer *);
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

extern command_body command_check, command_drift, command_emit, command_example,
    command_advise, command_compare, command_list, command_new, command_order,
    command_report, command_run, command_search, command_show, command_sweep,
    command_tableau, command_watch;

/* The compiler that is asked for, or else that of the quickest code is taken.
 */
void compiler_at_hand(struct request *);
/* How long, and in which steps. */
struct span span_of(const struct request *);

/* Runs what was parsed to -1, or ends with that status; the exit status. */
int session_run(struct request *, int parsed);
/* The series that the spec reads, and what it uses of the folders of a shelf.
 */
typedef void told_path(void *to, const char *path);
void session_files(struct pol_job *, const char *target, told_path *, void *to);
/* The spec's job has read its files: their names, for who watches them. */
void note_files(const struct request *, struct pol_job *);
struct answer answer_new(struct arena *, const char *page, bool json);
/* Prints a record, as JSON or by its page; false with a message. */
bool session_page(struct pol_job *, const char *page,
                  const struct text *record);
