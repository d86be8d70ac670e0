/* SPDX-License-Identifier: MIT
 *
 * The words of the command line to a request; help and usage messages, both
 * from one table of options.
 */
#define _POSIX_C_SOURCE 200809L

#include "command/command.h"
#include "command/facts.h"

#include "tableau/constant.h"

#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum kind {
    FLAG,     /* bool */
    WORD,     /* a text that is not empty */
    TEXT,     /* any */
    POSITIVE, /* double, an expression of constants */
    WHOLE,    /* long, from `least` to `most` */
    BIT,      /* unsigned: sets the bit `least` */
    CHOICE,   /* int: which one of the argument's words */
    SETTING,  /* NAME=VALUE, one more of a list */
    OWN       /* as `take` says */
};

struct option {
    const char *name;
    const char *argument; /* NULL: a switch */
    const char *purpose;
    enum kind kind;
    size_t at; /* in the request */
    long least, most;
    size_t count; /* of a list, in the request */
    bool (*take)(struct request *, char *value);
    const char *range; /* of the argument, for messages, where neither its kind
                          nor its name tells */
    bool brief;        /* its first letter does, too */
};

struct number_argument {
    struct source source;
    double x;
};

/* "1/60", "2*pi": a constant of the language. */
static int evaluate(struct pol_job *job, void *argument)
{
    static const struct constant_place place = {
        "a number", "an option", NULL, 0, NULL, NULL, false, NULL};
    struct number_argument *a = argument;
    const struct ast *tree =
        lang_parse_value(job->arena, job->names, &job->diags, &a->source);
    const struct number *n =
        tree && !job->diags.errors
            ? constant_value(job->arena, &job->diags, &place, tree)
            : NULL;
    a->x = n ? number_double(n) : NAN;
    return EXIT_DONE;
}

static bool finite_number(const char *value, double *out)
{
    char *end;
    *out = strtod(value, &end);
    if (end == value || *end) {
        struct number_argument a = {{"an option", value, strlen(value)}, NAN};
        const pol_options o = pol_default_options();
        session_aside(&o, evaluate, &a);
        *out = a.x;
    }
    return isfinite(*out);
}

static bool whole(const char *value, long least, long most, long *out)
{
    char *end;
    *out = strtol(value, &end, 10);
    return end != value && *end == '\0' && *out >= least && *out <= most;
}

/* Is it one of the words, which a bar is between?  Its number. */
static bool choice(const char *value, const char *words, int *out)
{
    const size_t n = strlen(value);
    for (*out = 0; n > 0 && *words; words += *words == '|', ++*out) {
        const size_t length = strcspn(words, "|");
        if (n == length && strncmp(value, words, n) == 0)
            return true;
        words += length;
    }
    return false;
}

/* For one more than n; false, with the most there may be. */
static bool has_room(struct request *r, int n, int most)
{
    r->most = n == most ? most : 0;
    return n < most;
}

/* "interp,stepper" */
static bool take_without(struct request *r, char *value)
{
    for (char *rest, *word = strtok_r(value, ",", &rest); word;
         word = strtok_r(NULL, ",", &rest)) {
        unsigned part = part_of(word);
        if (!part)
            return false;
        r->options.without |= part;
    }
    return r->options.without != 0;
}

/* The end of the first of several expressions by commas. */
static char *end_of_first(char *text)
{
    int depth = 0;
    for (; *text && (depth > 0 || *text != ','); text++)
        depth += (*text == '(') - (*text == ')');
    return text;
}

/* "1/2, 1, 2" */
static bool take_at(struct request *r, char *value)
{
    char *end = value + strlen(value);
    r->options.landings = 0;
    if (*value == '[' && end[-1] == ']') { /* as the spec has it */
        end[-1] = '\0';
        value++;
    }
    for (bool more = true; more; value = end + 1) {
        if (!has_room(r, r->options.landings, MOST_LANDINGS))
            return false;
        end = end_of_first(value);
        more = *end == ',';
        *end = '\0';
        bool good = finite_number(value, &r->landing[r->options.landings++]);
        *end = more ? ',' : '\0';
        if (!good)
            return false;
    }
    return true;
}

/* Without blanks around it. */
static char *trimmed(char *text)
{
    text += strspn(text, " ");
    size_t n = strlen(text);
    while (n > 0 && text[n - 1] == ' ')
        n--;
    text[n] = '\0';
    return text;
}

/* "NAME = VALUE"; a blank before the '=' is none of the name's. */
static bool setting(struct request *r, char *value, pol_setting *list, int *n)
{
    char *equal = strchr(value, '=');
    if (!equal || value + strspn(value, " ") == equal ||
        !equal[1 + strspn(equal + 1, " ")] || !has_room(r, *n, MOST_SETTINGS))
        return false;
    *equal = '\0';
    list[(*n)++] = (pol_setting){trimmed(value), trimmed(equal + 1)};
    return true;
}

static bool take_shelf(struct request *r, char *value)
{
    if (!has_room(r, r->options.shelves, MOST_SHELVES))
        return false;
    r->shelf[r->options.shelves++] = value;
    return true;
}

/* "0/4" */
static bool take_shard(struct request *r, char *value)
{
    char *end;
    r->shard = strtol(value, &end, 10);
    return end != value && *end == '/' &&
           whole(end + 1, 1, 1000000, &r->shards) && r->shard >= 0 &&
           r->shard < r->shards;
}

#define AT(how, field) .kind = how, .at = offsetof(struct request, field)

static const struct option options[] = {
    {"method", "CALL", "integrate by this method of the shelf",
     AT(WORD, options.method)},
    {"attitude", "CALL", "store the attitude this way",
     AT(WORD, options.attitude)},
    {"map", "CALL", "go from R^3 to rotations by this map",
     AT(WORD, options.map)},
    {"set", "NAME=VALUE", "another value for a const or a param; repeatable",
     AT(SETTING, setting), .count = offsetof(struct request, options.settings)},
    {"input", "NAME=VALUE",
     "an input's signal of t, params, or FILE.csv[:hold]", AT(SETTING, signal),
     .count = offsetof(struct request, options.signals)},
    {"hold", NULL, "hold inputs from the start of each step", AT(FLAG, hold)},
    {"step", "H", "step size, s (default: the spec's)",
     AT(POSITIVE, options.step)},
    {"tolerance", "A", "adaptive step size by this local error, rad, rad/s",
     AT(POSITIVE, options.tolerance)},
    {"at", "T,T,...", "breakpoints of an adaptive step, s", .kind = OWN,
     .take = take_at, .range = "ascending times, by commas"},
    {"until", "T", "run so long, s (default: the spec's, else 1)",
     AT(POSITIVE, until)},
    {"real", "double|float", "real type of the emitted code (default double)",
     AT(CHOICE, options.real)},
    {"cc", "tcc|gcc|clang", "compile by this (default tcc)",
     AT(CHOICE, compiler)},
    {"cflags", "FLAGS", "for gcc, clang (default -O2 -ffp-contract=off)",
     AT(TEXT, options.flags)},
    {"output", "DIR", "write the files here (default .)", AT(WORD, folder),
     .brief = true},
    {"target", "NAME", "what to emit (default c99)", AT(WORD, target)},
    {"without", "PART,...", "leave out interp, access or stepper (see below)",
     .kind = OWN, .take = take_without,
     .range = "interp, access, stepper, by commas"},
    {"force", NULL, "write over files that are not polhode's", AT(FLAG, force)},
    {"every", "N", "print every N-th step as CSV", AT(WHOLE, every), 1,
     LONG_MAX},
    {"sample", "DT", "print every DT seconds as CSV", AT(POSITIVE, sample)},
    {"halvings", "N", "halve the step N times, 1-20 (default 7)",
     AT(WHOLE, halvings), 1, 20},
    {"json", NULL, "print JSON", AT(FLAG, json)},
    {"csv", NULL, "print CSV", AT(FLAG, csv)},
    {"latex", NULL, "print LaTeX", AT(FLAG, latex)},
    {"plot", "FILE", "draw stability and order star as SVG", AT(WORD, plot)},
    {"passes", NULL, "what each rewriting pass gains", AT(FLAG, passes)},
    {"cost", NULL, "with methods, attitudes: what each costs", AT(FLAG, cost)},
#define FACT(NAME, option, word, purpose)                                      \
    {option, NULL, purpose, AT(BIT, filter), PLACE_##NAME},
#include "command/facts.def"
#undef FACT
    {"aim", "CALL", "objective to minimise, or to maximise", AT(WORD, aim)},
    {"order", "P", "only what has this order; of a search, its aim",
     AT(WHOLE, order), 1, 40},
    {"starts", "N", "start from so many points (default 20)", AT(WHOLE, starts),
     1, 1000000},
    {"seed", "N", "for other points (default 1)", AT(WHOLE, seed), 0, INT_MAX},
    {"shard", "I/N", "only each N-th start, from number I on", .kind = OWN,
     .take = take_shard, .range = "I/N with I from 0 to N-1"},
    {"checkpoint", "FILE", "keep what is found here, and go on from it",
     AT(WORD, checkpoint)},
    {"quiet", NULL, "no progress", AT(FLAG, quiet)},
    {"memory", "MB", "memory that it may take (default 2048)",
     AT(WHOLE, memory), 1, 1 << 20,
     .range = "an integer from 1 to 1048576"},
    {"shelf", "DIR", "look in this folder first; repeatable", .kind = OWN,
     .take = take_shelf},
};
enum { OPTIONS = sizeof options / sizeof *options };

static bool takes(const struct command *c, const char *name)
{
    return is_among(c->options, ' ', name);
}

/* ---- help ---------------------------------------------------------------- */

static void print_help(const struct command *commands)
{
    printf("usage: polhode COMMAND ... [OPTION ...]\n\n"
           "Reads the description of a rigid body (SPEC, a .pol file; - is "
           "stdin),\nemits a C stepper for its rotation, or runs the same C in "
           "memory.\n\ncommands:\n");
    for (const struct command *c = commands; c->name; c++)
        printf("  %-8s %-22s %s\n", c->name, c->operands, c->purpose);
    printf("\npolhode COMMAND --help shows a command's options; "
           "polhode --version the version.\n"
           "exit status: 0 done, 1 a fault in the input or a failed run, "
           "2 wrong usage,\n3 an internal error, 130 interrupted.\n");
}

static void print_command_help(const struct command *c)
{
    printf("usage: polhode %s %s%s\n\n%s.\n", c->name, c->operands,
           *c->options ? " [OPTION ...]" : "", c->purpose);
    printf("%s", *c->options ? "\noptions:\n" : "");
    for (int i = 0; i < OPTIONS; i++) {
        const struct option *o = &options[i];
        if (!takes(c, o->name))
            continue;
        char left[48];
        snprintf(left, sizeof left, "%s--%s%s%s", o->brief ? "-o, " : "",
                 o->name, o->argument ? " " : "",
                 o->argument ? o->argument : "");
        printf("  %-24s %s\n", left, o->purpose);
    }
    if (c->more)
        printf("\n%s", c->more);
}

/* ---- parsing --------------------------------------------------------------
 */

static bool take(const struct option *o, struct request *r, char *value)
{
    void *at = (char *)r + o->at;
    switch (o->kind) {
    case FLAG:
        return *(bool *)at = true;
    case BIT:
        *(unsigned *)at |= 1u << o->least;
        return true;
    case WORD:
    case TEXT:
        *(const char **)at = value;
        return o->kind == TEXT || *value;
    case POSITIVE:
        return finite_number(value, at) && *(double *)at > 0;
    case WHOLE:
        return whole(value, o->least, o->most, at);
    case CHOICE:
        return choice(value, o->argument, at);
    case SETTING:
        return setting(r, value, at, (void *)((char *)r + o->count));
    default:
        return o->take(r, value);
    }
}

/* What it takes, in `room`. */
static void refuse(const struct option *o, const struct request *r,
                   const char *value)
{
    char range[64];
    snprintf(range, sizeof range,
             o->most < LONG_MAX ? "an integer from %ld to %ld"
                                : "a positive integer",
             o->least, o->most);
    if (r->most)
        complain("more than %d values for --%s", r->most, o->name);
    else
        complain("--%s takes %s, not '%s'", o->name,
                 o->range              ? o->range
                 : o->kind == POSITIVE ? "a positive number"
                 : o->kind == WHOLE    ? range
                                       : o->argument,
                 value);
}

static const struct option *find_option(const char *word, size_t length)
{
    for (int i = 0; i < OPTIONS; i++) {
        const struct option *o = &options[i];
        if (length > 2 && strncmp(word, "--", 2) == 0 &&
            strlen(o->name) == length - 2 &&
            strncmp(word + 2, o->name, length - 2) == 0)
            return o;
        if (o->brief && length == 2 && word[0] == '-' && word[1] == *o->name)
            return o;
    }
    return NULL;
}

static int usage(const struct command *c, const char *format, const char *word)
{
    complain(format, word); /* one %s; written in this file */
    if (c)
        fprintf(stderr, "usage: polhode %s %s%s; see polhode %s --help\n",
                c->name, c->operands, *c->options ? " [OPTION ...]" : "",
                c->name);
    else
        fprintf(stderr, "usage: polhode COMMAND ...; see polhode --help\n");
    return EXIT_USAGE;
}

/* What stands before '=' counts. */
static int unknown_option(const struct command *c, const char *word)
{
    char name[48];
    size_t dashes = strspn(word, "-");
    snprintf(name, sizeof name, "%.*s", (int)strcspn(word + dashes, "="),
             word + dashes);
    struct nearest near = nearest_to(name);
    for (int i = 0; i < OPTIONS; i++)
        if (takes(c, options[i].name))
            nearest_offer(&near, options[i].name);
    usage(c, "unknown option %s", word);
    if (near.best)
        fprintf(stderr, "hint: did you mean --%s?\n", near.best);
    return EXIT_USAGE;
}

static int unknown_command(const struct command *commands, const char *word)
{
    struct nearest near = nearest_to(word);
    for (const struct command *c = commands; c->name; c++)
        nearest_offer(&near, c->name);
    usage(NULL, "unknown command '%s'", word);
    if (near.best)
        fprintf(stderr, "hint: did you mean '%s'?\n", near.best);
    return EXIT_USAGE;
}

/* Takes the option at argv[*i] and its value; -1 to go on. */
static int take_option(struct request *r, int argc, char **argv, int *i)
{
    const struct command *c = r->command;
    char *word = argv[*i], *equal = strchr(word, '='), nothing[1] = "";
    size_t length = equal ? (size_t)(equal - word) : strlen(word);
    const struct option *o = find_option(word, length);

    if (!o || !takes(c, o->name))
        return unknown_option(c, word);
    char *value = equal ? equal + 1 : NULL;
    if (o->argument && !value) {
        if (*i + 1 >= argc)
            return usage(c, "%s needs a value", word);
        value = argv[++*i];
    }
    if (!o->argument && value)
        return usage(c, "%s takes no value", word);
    if (take(o, r, value ? value : nothing))
        return -1;
    refuse(o, r, value);
    return EXIT_USAGE;
}

/* Texts that were typed for a page have dashes where options have "-". */
static bool has_dash(const char *word)
{
    unsigned code;
    return text_character(word, strlen(word), &code) > 0 &&
           ((code >= 0x2010 && code <= 0x2015) || code == 0x2212);
}

static int take_operand(struct request *r, const char *word)
{
    if (r->operands >= r->command->most)
        return usage(r->command, "'%s' is one operand too many", word);
    r->operand[r->operands++] = word;
    return -1;
}

static int take_word(struct request *r, int argc, char **argv, int *i)
{
    const char *word = argv[*i];
    if (r->no_options)
        return take_operand(r, word);
    if (has_dash(word)) {
        usage(r->command, "unknown option %s", word);
        fprintf(stderr, "hint: options begin with '-' of ASCII\n");
        return EXIT_USAGE;
    }
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
        print_command_help(r->command);
        return EXIT_DONE;
    }
    r->no_options = strcmp(word, "--") == 0;
    if (r->no_options)
        return -1;
    if (word[0] == '-' && word[1] != '\0')
        return take_option(r, argc, argv, i);
    return take_operand(r, word);
}

static const struct command *find_command(const struct command *commands,
                                          const char *name)
{
    for (const struct command *c = commands; c->name; c++)
        if (strcmp(c->name, name) == 0)
            return c;
    return NULL;
}

static int first_word(int argc, char **argv, struct request *r)
{
    if (argc < 2)
        return usage(NULL, "a command is missing%s", "");
    const char *word = argv[1];
    bool is_word = strcmp(word, "help") == 0;
    if (is_word && argc > 2) {
        r->command = find_command(r->commands, argv[2]);
        if (!r->command)
            return unknown_command(r->commands, argv[2]);
        print_command_help(r->command);
        return EXIT_DONE;
    }
    if (is_word || strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
        print_help(r->commands);
        return EXIT_DONE;
    }
    if (strcmp(word, "--version") == 0) {
        printf("polhode %s\n", POLHODE_VERSION);
        return EXIT_DONE;
    }
    r->command = find_command(r->commands, word);
    return r->command ? -1 : unknown_command(r->commands, word);
}

/* Options that contradict each other. */
static int check_together(const struct request *r)
{
    const pol_options *o = &r->options;
    const bool every = r->every, sample = r->sample > 0, step = o->step > 0;
    const struct {
        bool both;
        const char *names;
    } pairs[] = {
        {r->json && r->csv, "--json and --csv"},
        {r->json && every, "--json and --every (CSV)"},
        {r->json && sample, "--json and --sample (CSV)"},
        {every && sample, "--every and --sample"},
        {step && o->landings, "--step and --at"},
        {step && o->tolerance > 0, "--step and --tolerance"},
        {r->latex && r->csv, "--latex and --csv"},
        {r->latex && r->json, "--latex and --json"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (pairs[i].both)
            return usage(r->command, "%s exclude each other", pairs[i].names);
    if (o->flags && r->compiler == POL_TCC)
        return usage(r->command, "--cflags needs %s", "--cc gcc or --cc clang");
    return -1;
}

int args_parse(int argc, char **argv, const struct command *commands,
               struct request *r)
{
    *r = (struct request){.commands = commands,
                          .folder = ".",
                          .target = "c99",
                          .halvings = 7,
                          .seed = -1,
                          .shards = 1};
    r->options = pol_default_options();
    int status = first_word(argc, argv, r);
    for (int i = 2; status < 0 && i < argc; i++)
        status = take_word(r, argc, argv, &i);
    if (status < 0 && r->operands < r->command->least)
        status = usage(r->command, "%s is missing", r->command->operands);
    if (status < 0)
        status = check_together(r);
    if (r->command && takes(r->command, "input"))
        r->options.inputs = r->hold ? POL_HOLD : POL_ACT;
    if (r->memory)
        r->options.memory = (size_t)r->memory << 20;
    r->options.setting = r->setting;
    r->options.signal = r->signal;
    r->options.landing = r->landing;
    r->options.shelf = r->shelf;
    return status;
}
