/* SPDX-License-Identifier: MIT
 *
 * The command line: requests, and the commands.
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
    READ_FILES_ROOM = 1 << 16
};

/* A given option: all that its kind reads from it. */
struct option_value {
    char option[24];
    pol_setting set; /* NAME=VALUE, or only the value */
    double number;
    long integer; /* or the index of a word */
};

struct request {
    const struct command *commands; /* all commands, ended by {0} */
    const struct command *command;
    char names[NAMES_ROOM]; /* names of its options, separated by blanks */
    int operands;
    const char *operand[MOST_FILES];
    bool no_options;  /* the rest are operands, as after "--" */
    const char *page; /* help page: "help", "man", "bash" */
    int values;
    struct option_value value[MOST_VALUES];
    int most; /* limit of an option's values, if exceeded; else 0 */
    pol_options options;
    pol_setting setting[MOST_SETTINGS], signal[MOST_SETTINGS];
    const char *shelf[MOST_SHELVES];
    double landing[MOST_LANDINGS];
    char with[128]; /* all words of options.with */
    pol_compiler compiler;
    bool with_listed;          /* compare: also those of docs/guides/choosing.md */
    long shard, shards;        /* parts congruent `shard` modulo `shards` */
    int method_index;          /* number of the method of RUNS_EACH, or 0 */
    struct sweep_ranks *ranks; /* processes that share a sweep, or NULL */
    char *read_files; /* buffer of READ_FILES_ROOM for names of files that the
                    command reads, each with its zero; or NULL */
    int exit;         /* status of the command */
};

/* ---- options, by their names in templates/commands/ ---- */

bool option_given(const struct request *, const char *name);
/* The next value after this one, or the first (NULL); NULL after the last. */
const struct option_value *option_next(const struct request *, const char *name,
                                       const struct option_value *);
/* The last value; if the option is not given: NULL, 0, `otherwise`. */
const char *option_text(const struct request *, const char *name);
double option_number(const struct request *, const char *name);
long option_int(const struct request *, const char *name, long otherwise);
/* The number of values NAME=VALUE; lists them unless the list is NULL. */
int option_settings(const struct request *, const char *name,
                    pol_setting *list);
void option_put(struct request *, struct option_value);

/* ---- commands ---- */

/* The result of a command: a record, as JSON or as Lua for a page of
 * templates/report; text before and after it; the record of a picture, for a
 * page of templates/plots.  All are empty if the command printed by itself. */
struct answer {
    const char *page, *plot;
    struct text before, record, after, picture;
    bool draws; /* a picture is requested */
    bool has_begun;
    bool collects; /* rows before the record are not printed at once */
};
/* Returns the exit status. */
typedef int command_body(struct pol_job *, struct request *, struct answer *);
struct command {
    const char *name;
    int least, most; /* operands */
    unsigned flags;  /* READS_SPEC and so on */
    command_body *run;
};
enum {
    READS_SPEC = 1,
    READS_FILE = 2,
    TAKES_CALLS = 4,  /* any number of --method */
    RUNS_EACH = 16,   /* runs once for each */
    RUNS_ANOTHER = 8, /* the words after its operand are a command */
};

extern const struct command polhode_commands[]; /* ended by {0}; main.c */

/* Fills the request; returns -1, or an exit status (help was printed, or the
 * usage was wrong). */
int args_parse(int argc, char **argv, const struct command *commands,
               struct request *);

/* Puts the given ones of these options (names separated by blanks) as words of
 * a command line. */
void args_put(struct text *, const struct request *, const char *names);

extern command_body command_check, command_drift, command_emit, command_example,
    command_advise, command_compare, command_list, command_new, command_order,
    command_report, command_run, command_search, command_show, command_sweep,
    command_tableau, command_watch;

/* Sets the requested compiler, or else the one with the fastest code. */
void choose_compiler(struct request *);
/* The requested length and steps of a run. */
struct span span_of(const struct request *);
static inline const char *target_of(const struct request *r)
{
    const char *target = option_text(r, "target");
    return target ? target : shelf_target;
}

/* Runs the request if `parsed` is -1, else ends with that status; returns the
 * exit status. */
int session_run(struct request *, int parsed);
/* Notes the names of the files that the spec's job has read, for `watch`. */
void note_files(const struct request *, struct pol_job *);
struct answer answer_new(struct arena *, const char *page, bool json);
/* Prints a record, as JSON or by its page; false with a message. */
bool session_page(struct pol_job *, const char *page,
                  const struct text *record);
