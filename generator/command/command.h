/* SPDX-License-Identifier: MIT
 *
 * The command line: what was asked for, and the commands.
 *
 * In: the words of a command line.  Out: a job with its options, or a message
 * of usage; each command's output and exit status.
 */
#pragma once

#include "session/session.h"

enum {
    MOST_SETTINGS = 64,
    MOST_SHELVES = 16,
    MOST_OPERANDS = 8,
    MOST_FILES = 1024, /* operands of a command that takes any number */
    MOST_LANDINGS = 256,
    MOST_METHODS = 256,
    MOST_VALUES = 1024,
    NAMES_ROOM = 512,
    NOTED_ROOM = 1 << 16
};

/* An option that is given: all that its kind reads of it. */
struct option_value {
    char option[24];
    pol_setting set; /* NAME=VALUE, or only the value */
    double number;
    long whole; /* or which one of some words */
};

struct request {
    const struct command *commands; /* all of them, ended by {0} */
    const struct command *command;
    char names[NAMES_ROOM]; /* of the options that it takes, by blanks */
    int operands;
    const char *operand[MOST_FILES];
    bool no_options;  /* from here on: "--" */
    const char *page; /* of help: "help", "man", "bash" */
    int values;
    struct option_value value[MOST_VALUES];
    int most; /* values of an option, where there are too many; else 0 */
    pol_options options;
    pol_setting setting[MOST_SETTINGS], signal[MOST_SETTINGS];
    const char *shelf[MOST_SHELVES];
    double landing[MOST_LANDINGS];
    char with[128]; /* all words of options.with */
    pol_compiler compiler;
    bool known;                /* compare: methods of the README, too */
    long shard, shards;        /* those congruent `shard` modulo `shards` */
    int turn;                  /* 1, ...: the methods of RUNS_EACH; or 0 */
    struct sweep_ranks *ranks; /* that share a sweep, or NULL */
    char *noted; /* names of files that the command reads go there,
                    one after the other, NOTED_ROOM; or NULL */
    int exit;    /* status of the command that has been run */
};

/* ---- options, by their names in templates/commands/ ---- */

bool option_given(const struct request *, const char *name);
/* The next value after this one, or the first (NULL); NULL after the last. */
const struct option_value *option_next(const struct request *, const char *name,
                                       const struct option_value *);
/* Of the last value; or NULL, 0, `otherwise`. */
const char *option_text(const struct request *, const char *name);
double option_number(const struct request *, const char *name);
long option_whole(const struct request *, const char *name, long otherwise);
/* How many values NAME=VALUE, and these, unless the list is NULL. */
int option_settings(const struct request *, const char *name,
                    pol_setting *list);
void option_put(struct request *, struct option_value);

/* ---- commands ---- */

/* What a command returns: a record, as JSON or as Lua for a page of
 * templates/report; text ahead of it and behind it; the record of a picture,
 * for a page of templates/plots.  They are empty where it has printed by
 * itself. */
struct answer {
    const char *page, *plot;
    struct text ahead, record, behind, picture;
    bool draws; /* a picture is wanted */
    bool has_begun;
    bool collects; /* rows, ahead of the record, are not printed one by one */
};
/* The exit status. */
typedef int command_body(struct pol_job *, struct request *, struct answer *);
struct command {
    const char *name;
    int least, most; /* operands */
    unsigned is;     /* READS_SPEC and so on */
    command_body *run;
};
enum {
    READS_SPEC = 1,
    READS_FILE = 2,
    TAKES_CALLS = 4,  /* any number of --method */
    RUNS_EACH = 16,   /* by itself for each */
    RUNS_ANOTHER = 8, /* whose options are behind its operands */
};

extern const struct command polhode_commands[]; /* ended by {0}; main.c */

/* Fills the request; -1 to go on, else an exit status (help was printed, or
 * the usage was wrong). */
int args_parse(int argc, char **argv, const struct command *commands,
               struct request *);

/* Those of these options, by blanks, that are given, as words of a command
 * line. */
void args_put(struct text *, const struct request *, const char *names);

extern command_body command_check, command_drift, command_emit, command_example,
    command_advise, command_compare, command_list, command_new, command_order,
    command_report, command_run, command_search, command_show, command_sweep,
    command_tableau, command_watch;

/* Takes the compiler that is asked for, else that of the quickest code. */
void compiler_at_hand(struct request *);
/* How long, and in which steps. */
struct span span_of(const struct request *);
static inline const char *target_of(const struct request *r)
{
    const char *target = option_text(r, "target");
    return target ? target : shelf_target;
}

/* Runs what was parsed to -1, or ends with that status; the exit status. */
int session_run(struct request *, int parsed);
/* The spec's job has read its files: their names, for who watches them. */
void note_files(const struct request *, struct pol_job *);
struct answer answer_new(struct arena *, const char *page, bool json);
/* Prints a record, as JSON or by its page; false with a message. */
bool session_page(struct pol_job *, const char *page,
                  const struct text *record);
