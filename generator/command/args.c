/* SPDX-License-Identifier: MIT
 *
 * The words of the command line to a request; help and usage messages, both
 * from one table of options.
 */
#define _POSIX_C_SOURCE 200809L

#include "command/command.h"

#include "tableau/constant.h"

#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct option {
    char letter; /* in command.options; a short option if `brief` */
    bool brief;
    const char *name;
    const char *argument; /* NULL: a switch */
    const char *purpose;
    bool (*take)(struct request *, char *value);
    const char *range; /* of the argument, for messages; NULL: as it is named */
    /* or where in the request it stands: a bool, a text that is not empty, a
     * positive number */
    size_t flag, word, positive;
};
#define AT(field) offsetof(struct request, field)

static bool take_real(struct request *r, char *value)
{
    r->options.real = strcmp(value, "float") == 0 ? POL_FLOAT : POL_DOUBLE;
    return strcmp(value, "float") == 0 || strcmp(value, "double") == 0;
}

static bool take_compiler(struct request *r, char *value)
{
    static const char *const name[] = {"tcc", "gcc", "clang"};
    for (int i = 0; i < 3; i++)
        if (strcmp(value, name[i]) == 0) {
            r->compiler = (pol_compiler)i;
            return true;
        }
    return false;
}

struct number_argument {
    struct source source;
    double x;
};

/* "1/60", "2*pi": a constant of the language. */
static pol_status do_evaluate(struct pol_job *job, void *argument)
{
    static const struct constant_place place = {
        "a number", "an option", NULL, 0, NULL, NULL, false, NULL};
    struct number_argument *a = argument;
    const struct ast *tree =
        lang_parse_value(job->arena, job->names, &job->diags, &a->source);
    const struct number *n =
        tree && !job->diags.errors
            ? constant_value(job->pool, &job->diags, &place, tree)
            : NULL;
    a->x = n ? number_double(n) : NAN;
    return POL_OK;
}

static bool finite_number(const char *value, double *out)
{
    char *end;
    *out = strtod(value, &end);
    if (end == value || *end) {
        struct number_argument a = {{"an option", value, strlen(value)}, NAN};
        pol_job *job = pol_open(NULL);
        bool good = job && job_run(job, do_evaluate, &a) == POL_OK;
        pol_close(job);
        *out = good ? a.x : NAN;
    }
    return isfinite(*out);
}

static bool positive(const char *value, double *out)
{
    return finite_number(value, out) && *out > 0;
}

static bool whole(const char *value, long most, long *out)
{
    char *end;
    *out = strtol(value, &end, 10);
    return end != value && *end == '\0' && *out > 0 && *out <= most;
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

static bool take_every(struct request *r, char *value)
{
    return whole(value, LONG_MAX, &r->every);
}

static bool take_halvings(struct request *r, char *value)
{
    long n;
    bool good = whole(value, 20, &n);
    r->halvings = (int)n;
    return good;
}

/* "NAME = VALUE"; a blank before the '=' is none of the name's. */
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

static bool take_setting(struct request *r, char *value, pol_setting *list,
                         int *n)
{
    char *equal = strchr(value, '=');
    if (!equal || value + strspn(value, " ") == equal ||
        !equal[1 + strspn(equal + 1, " ")] || !has_room(r, *n, MOST_SETTINGS))
        return false;
    *equal = '\0';
    list[(*n)++] = (pol_setting){trimmed(value), trimmed(equal + 1)};
    return true;
}

static bool take_set(struct request *r, char *value)
{
    return take_setting(r, value, r->setting, &r->options.settings);
}

static bool take_input(struct request *r, char *value)
{
    return take_setting(r, value, r->signal, &r->options.signals);
}

static bool take_shelf(struct request *r, char *value)
{
    if (!has_room(r, r->options.shelves, MOST_SHELVES))
        return false;
    r->shelf[r->options.shelves++] = value;
    return true;
}

static bool take_flags(struct request *r, char *value)
{
    r->options.flags = value;
    return true;
}

static bool take_order(struct request *r, char *value)
{
    return whole(value, 9, &r->order);
}

static bool take_starts(struct request *r, char *value)
{
    return whole(value, 1000000, &r->starts);
}

static bool take_seed(struct request *r, char *value)
{
    if (strcmp(value, "0") != 0)
        return whole(value, INT_MAX, &r->seed);
    r->seed = 0;
    return true;
}

/* "0/4" */
static bool take_shard(struct request *r, char *value)
{
    char *end;
    r->shard = strtol(value, &end, 10);
    return end != value && *end == '/' && whole(end + 1, 1000000, &r->shards) &&
           r->shard >= 0 && r->shard < r->shards;
}

/* At most what a size can be. */
static bool take_memory(struct request *r, char *value)
{
    long megabytes;
    bool good = whole(value, 1 << 20, &megabytes);
    r->options.memory = good ? (size_t)megabytes << 20 : 0;
    return good;
}

static const struct option options[] = {
    {'m', false, "method", "CALL", "integrate by this method of the shelf",
     .word = AT(options.method)},
    {'a', false, "attitude", "CALL", "store the attitude this way",
     .word = AT(options.attitude)},
    {'p', false, "map", "CALL", "go from R^3 to rotations by this map",
     .word = AT(options.map)},
    {'S', false, "set", "NAME=VALUE",
     "another value for a const or a param; repeatable", .take = take_set},
    {'I', false, "input", "NAME=VALUE",
     "an input's signal of t, params, or FILE.csv[:hold]", .take = take_input},
    {'H', false, "hold", NULL, "hold inputs from the start of each step",
     .flag = AT(hold)},
    {'s', false, "step", "H", "step size, s (default: the spec's)",
     .positive = AT(options.step)},
    {'T', false, "tolerance", "A",
     "adaptive step size by this local error, rad, rad/s",
     .positive = AT(options.tolerance)},
    {'A', false, "at", "T,T,...", "breakpoints of an adaptive step, s",
     .take = take_at, .range = "ascending times, by commas"},
    {'u', false, "until", "T", "run so long, s (default: the spec's, else 1)",
     .positive = AT(until)},
    {'r', false, "real", "double|float",
     "real type of the emitted code (default double)", .take = take_real},
    {'c', false, "cc", "tcc|gcc|clang", "compile by this (default tcc)",
     .take = take_compiler},
    {'f', false, "cflags", "FLAGS",
     "for gcc, clang (default -O2 -ffp-contract=off)", .take = take_flags},
    {'o', true, "output", "DIR", "write the files here (default .)",
     .word = AT(folder)},
    {'t', false, "target", "NAME", "what to emit (default c99)",
     .word = AT(target)},
    {'w', false, "without", "PART,...",
     "leave out interp, access or stepper (see below)", .take = take_without,
     .range = "interp, access, stepper, by commas"},
    {'F', false, "force", NULL, "write over files that are not polhode's",
     .flag = AT(force)},
    {'e', false, "every", "N", "print every N-th step as CSV",
     .take = take_every, .range = "a positive integer"},
    {'D', false, "sample", "DT", "print every DT seconds as CSV",
     .positive = AT(sample)},
    {'n', false, "halvings", "N", "halve the step N times, 1-20 (default 7)",
     .take = take_halvings, .range = "an integer from 1 to 20"},
    {'j', false, "json", NULL, "print JSON", .flag = AT(json)},
    {'v', false, "csv", NULL, "print CSV", .flag = AT(csv)},
    {'x', false, "latex", NULL, "print LaTeX", .flag = AT(latex)},
    {'g', false, "plot", "FILE", "draw stability and order star as SVG",
     .word = AT(plot)},
    {'P', false, "passes", NULL, "what each rewriting pass gains",
     .flag = AT(passes)},
    {'C', false, "cost", NULL, "with methods, attitudes: what each costs",
     .flag = AT(cost)},
    {'i', false, "aim", "CALL", "objective to minimise, or to maximise",
     .word = AT(aim)},
    {'d', false, "order", "P", "the order that the tableau is to have",
     .take = take_order, .range = "an integer from 1 to 9"},
    {'k', false, "starts", "N", "start from so many points (default 20)",
     .take = take_starts, .range = "an integer from 1 to 1000000"},
    {'z', false, "seed", "N", "for other points (default 1)", .take = take_seed,
     .range = "an integer from 0 to 2147483647"},
    {'b', false, "shard", "I/N", "only each N-th start, from number I on",
     .take = take_shard, .range = "I/N with I from 0 to N-1"},
    {'K', false, "checkpoint", "FILE",
     "keep what is found here, and go on from it", .word = AT(checkpoint)},
    {'q', false, "quiet", NULL, "no progress", .flag = AT(quiet)},
    {'Y', false, "memory", "MB", "memory that it may take (default 2048)",
     .take = take_memory, .range = "a whole number from 1 to 1048576"},
    {'L', false, "shelf", "DIR", "look in this folder first; repeatable",
     .take = take_shelf},
};
enum { OPTIONS = sizeof options / sizeof *options };

/* ---- help ---------------------------------------------------------------- */

static void print_help(void)
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
        if (!strchr(c->options, o->letter))
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
    char *at = (char *)r;
    if (o->flag)
        return *(bool *)(at + o->flag) = true;
    if (o->word) {
        memcpy(at + o->word, &value, sizeof value);
        return *value != '\0';
    }
    if (o->positive)
        return positive(value, (double *)(void *)(at + o->positive));
    return o->take(r, value);
}

static const struct option *find_option(const char *word, size_t length)
{
    for (int i = 0; i < OPTIONS; i++) {
        const struct option *o = &options[i];
        if (length > 2 && strncmp(word, "--", 2) == 0 &&
            strlen(o->name) == length - 2 &&
            strncmp(word + 2, o->name, length - 2) == 0)
            return o;
        if (o->brief && length == 2 && word[0] == '-' && word[1] == o->letter)
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
        if (strchr(c->options, options[i].letter))
            nearest_offer(&near, options[i].name);
    usage(c, "unknown option %s", word);
    if (near.best)
        fprintf(stderr, "hint: did you mean --%s?\n", near.best);
    return EXIT_USAGE;
}

static int unknown_command(const char *word)
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

    if (!o || !strchr(c->options, o->letter))
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
    if (r->most)
        complain("more than %d values for --%s", r->most, o->name);
    else
        complain("--%s takes %s, not '%s'", o->name,
                 o->range      ? o->range
                 : o->positive ? "a positive number"
                               : o->argument,
                 value);
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

static int first_word(int argc, char **argv, struct request *r)
{
    if (argc < 2)
        return usage(NULL, "a command is missing%s", "");
    const char *word = argv[1];
    bool is_word = strcmp(word, "help") == 0;
    if (is_word && argc > 2) {
        r->command = command_find(argv[2]);
        if (!r->command)
            return unknown_command(argv[2]);
        print_command_help(r->command);
        return EXIT_DONE;
    }
    if (is_word || strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
        print_help();
        return EXIT_DONE;
    }
    if (strcmp(word, "--version") == 0) {
        printf("polhode %s\n", POLHODE_VERSION);
        return EXIT_DONE;
    }
    r->command = command_find(word);
    return r->command ? -1 : unknown_command(word);
}

/* Options that contradict each other. */
static int check_together(const struct request *r)
{
    if (r->json && (r->csv || r->every || r->sample > 0))
        return usage(r->command, "--json and %s exclude each other",
                     r->csv     ? "--csv"
                     : r->every ? "--every (CSV)"
                                : "--sample (CSV)");
    if (r->every && r->sample > 0)
        return usage(r->command, "%s exclude each other",
                     "--every and --sample");
    if (r->options.step > 0 &&
        (r->options.tolerance > 0 || r->options.landings))
        return usage(r->command, "--step and %s exclude each other",
                     r->options.landings ? "--at" : "--tolerance");
    if (r->latex && (r->json || r->csv))
        return usage(r->command, "--latex and %s exclude each other",
                     r->csv ? "--csv" : "--json");
    if (r->options.flags && r->compiler == POL_TCC)
        return usage(r->command, "--cflags needs %s", "--cc gcc or --cc clang");
    return -1;
}

int args_parse(int argc, char **argv, struct request *r)
{
    *r = (struct request){
        .folder = ".", .target = "c99", .halvings = 7, .seed = -1, .shards = 1};
    r->options = pol_default_options();
    int status = first_word(argc, argv, r);
    for (int i = 2; status < 0 && i < argc; i++)
        status = take_word(r, argc, argv, &i);
    if (status < 0 && r->operands < r->command->least)
        status = usage(r->command, "%s is missing", r->command->operands);
    if (status < 0)
        status = check_together(r);
    if (r->command && strchr(r->command->options, 'I'))
        r->options.inputs = r->hold ? POL_HOLD : POL_ACT;
    r->options.setting = r->setting;
    r->options.signal = r->signal;
    r->options.landing = r->landing;
    r->options.shelf = r->shelf;
    return status;
}
