/* SPDX-License-Identifier: MIT
 *
 * The words of the command line to a request; usage messages.  What options
 * are for is told by templates/report/usage.tpl.
 */
#define _POSIX_C_SOURCE 200809L

#include "command/command.h"

#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "catalogue/facts.h"
#include "report/plot.h"
#include "tableau/constant.h"

enum kind {
    FLAG,     /* bool */
    WORD,     /* a text that is not empty */
    TEXT,     /* any */
    POSITIVE, /* double, an expression of constants */
    SIGNED,   /* the same, of commands that go back also negative */
    WHOLE,    /* long, from `least` to `most` */
    BIT,      /* unsigned: sets the bit `least` */
    CHOICE,   /* int: which one of the argument's words */
    SETTING,  /* NAME=VALUE, one more of a list */
    ANOTHER,  /* a text, one more of a list */
    OWN       /* as `take` says */
};

struct option {
    const char *name;
    const char *argument; /* NULL: a switch */
    enum kind kind;
    size_t at; /* in the request */
    long least, most;
    size_t count; /* of a list, in the request */
    bool (*take)(struct request *, char *value);
    const char *range; /* of the argument, for messages, where neither its kind
                          nor its name tells */
    bool brief;        /* its first letter does, too */
    bool adds;         /* a second value adds to the first, as in lists */
};

struct number_argument {
    const char *text;
    double x;
};

/* "1/60", "2*pi": a constant of the language, or NaN without messages. */
static pol_status evaluate(struct pol_job *job, void *argument)
{
    static const struct constant_place place = {
        "a number", "an option", NULL, 0, NULL, NULL, false, NULL};
    struct number_argument *a = argument;
    struct diags unseen = diags_new(job->arena);
    syntax tree =
        lang_parse_part(job->names, &unseen, LANG_VALUE, "an option", a->text);
    num n = tree ? constant_value(&unseen, &place, tree) : NULL;
    a->x = n ? number_double(n) : NAN;
    return POL_OK;
}

static bool finite_number(const char *value, double *out)
{
    char *end;
    struct number_argument a = {value, NAN};
    a.x = strtod(value, &end);
    if (end == value || *end)
        session_aside(NULL, evaluate, &a);
    *out = a.x;
    return isfinite(*out);
}

/* For one more than n; false, with the most there may be. */
static bool has_room(struct request *r, int n, int most)
{
    r->most = n == most ? most : 0;
    return n < most;
}

/* Commands that take one have the last. */
static bool take_method(struct request *r, char *value)
{
    r->options.method = value;
    if (!has_room(r, r->methods, MOST_METHODS))
        return false;
    r->method[r->methods++] = value;
    return *value;
}

/* "interp,stepper" */
static bool take_without(struct request *r, char *value)
{
    for (char *rest, *word = strtok_r(value, ",", &rest); word;
         word = strtok_r(NULL, ",", &rest)) {
        int part = text_among("interp|access|stepper", '|', word);
        if (part < 0)
            return false;
        r->options.without |= 1u << part; /* a pol_part */
    }
    return r->options.without != 0;
}

static bool take_batch(struct request *, char *);

/* "main,test"; to what was asked for before.  A kernel is of a batch. */
static bool take_with(struct request *r, char *value)
{
    const size_t n = strlen(r->with);
    if (!*value || n + strlen(value) + 2 > sizeof r->with)
        return false;
    snprintf(r->with + n, sizeof r->with - n, "%s%s", n ? "," : "", value);
    r->options.with = r->with;
    return strcmp(value, "kernel") != 0 || take_batch(r, value);
}

static bool take_batch(struct request *r, char *value)
{
    char batch[] = "batch";
    (void)value;
    return text_among(r->with, ',', batch) >= 0 || take_with(r, batch);
}

/* The name of a picture. */
static bool take_plot(struct request *r, char *value)
{
    r->plot = value;
    return plot_takes(value);
}

/* "1/2, 1, 2"; in brackets as the spec has it. */
static bool take_at(struct request *r, char *value)
{
    char *end = value + strlen(value);
    int *n = &r->options.landings;
    *n = 0;
    if (*value == '[' && end[-1] == ']') {
        end[-1] = '\0';
        value++;
    }
    bool good = true;
    for (bool more = true; good && more; value = end + 1) {
        int depth = 0;
        for (end = value; *end && (depth > 0 || *end != ','); end++)
            depth += (*end == '(') - (*end == ')');
        more = *end == ',';
        *end = '\0';
        good = has_room(r, *n, MOST_LANDINGS) &&
               finite_number(value, &r->landing[(*n)++]);
        *end = more ? ',' : '\0';
    }
    return good;
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

static bool take_threads(struct request *r, char *value)
{
    long n;
    const bool good = text_whole(value, 1, 4096, &n);
    r->threads = (int)n;
    return good;
}

/* "0/4" */
static bool take_shard(struct request *r, char *value)
{
    char *end;
    r->shard = strtol(value, &end, 10);
    return end != value && *end == '/' &&
           text_whole(end + 1, 1, 1000000, &r->shards) && r->shard >= 0 &&
           r->shard < r->shards;
}

#define FILTER(NAME, option, word)                                             \
    {option, NULL, AT(BIT, filter), PLACE_##NAME},
#define AT(how, field) .kind = how, .at = offsetof(struct request, field)

static const struct option options[] = {
    {"name", "N", AT(WORD, options.name)},
    {"method", "CALL", .kind = OWN, .take = take_method},
    {"attitude", "CALL", AT(WORD, options.attitude)},
    {"map", "CALL", AT(WORD, options.map)},
    {"set", "NAME=VALUE", AT(SETTING, setting),
     .count = offsetof(struct request, options.settings)},
    {"input", "NAME=VALUE", AT(SETTING, signal),
     .count = offsetof(struct request, options.signals)},
    {"hold", NULL, AT(FLAG, hold)},
    {"step", "H", AT(POSITIVE, options.step)},
    {"tolerance", "A", AT(POSITIVE, options.tolerance)},
    {"at", "T,T,...", .kind = OWN, .take = take_at,
     .range = "ascending times, by commas"},
    {"until", "T", AT(SIGNED, until)},
    {"real", "double|float", AT(CHOICE, options.real)},
    {"cc", "tcc|gcc|clang", AT(CHOICE, compiler)},
    {"cflags", "FLAGS", AT(TEXT, options.flags)},
    {"output", "DIR", AT(WORD, folder), .brief = true},
    {"target", "NAME", AT(WORD, target)},
    {"with", "FILE,...", .kind = OWN, .take = take_with, .adds = true},
    {"batch", NULL, .kind = OWN, .take = take_batch},
    {"without", "PART,...", .kind = OWN, .take = take_without,
     .range = "interp, access, stepper, by commas", .adds = true},
    {"force", NULL, AT(FLAG, force)},
    {"check", NULL, AT(FLAG, same)},
    {"depfile", "FILE", AT(WORD, depfile)},
    {"vary", "NAME=VALUES", AT(SETTING, vary),
     .count = offsetof(struct request, varies)},
    {"random", "NAME=LAW", AT(SETTING, random),
     .count = offsetof(struct request, randoms)},
    {"cases", "FILE", AT(WORD, cases)},
    {"beside", "CALL", AT(WORD, beside)},
    {"quick", NULL, AT(FLAG, quick)},
    {"number", "N", AT(WHOLE, number), 1, 1L << 53, .brief = true},
    {"sobol", NULL, AT(FLAG, sobol)},
    {"observe", "NAME=LOOK", AT(SETTING, observe),
     .count = offsetof(struct request, observes)},
    {"trajectories", NULL, AT(FLAG, trajectories)},
    {"resume", NULL, AT(FLAG, resume)},
    {"threads", "N", .kind = OWN, .take = take_threads,
     .range = "an integer from 1 to 4096"},
    {"dry-run", NULL, AT(FLAG, dry_run)},
    {"every", "N", AT(WHOLE, every), 1, LONG_MAX},
    {"sample", "DT", AT(POSITIVE, sample)},
    {"halvings", "N", AT(WHOLE, halvings), 1, 20},
    {"json", NULL, AT(FLAG, json)},
    {"csv", NULL, AT(FLAG, csv)},
    {"latex", NULL, AT(FLAG, latex)},
    {"plot", "FILE", .kind = OWN, .take = take_plot,
     .range = "a file that ends in .svg, .png or .pdf"},
    {"plot-of", "EXPRESSION", AT(ANOTHER, plot_of),
     .count = offsetof(struct request, plots)},
    {"passes", NULL, AT(FLAG, passes)},
    {"cost", NULL, AT(FLAG, cost)},
    {"calls", NULL, AT(FLAG, calls)},
    {"tableaus", "FILTER,...", AT(WORD, tableaus)},
    {"form", "rate|momentum", AT(WORD, form)},
    {"all", NULL, AT(FLAG, all)},
    {"error", "E", AT(POSITIVE, error)},
    {"budget", "N", AT(POSITIVE, budget)},
    {"against", "cost|steps|time", AT(CHOICE, against)},
    FACT_LIST(FILTER){"aim", "CALL", AT(WORD, aim)},
    {"order", "P", AT(WHOLE, order), 1, 40},
    {"starts", "N", AT(WHOLE, starts), 1, 1000000},
    {"seed", "N", AT(WHOLE, seed), 0, INT_MAX},
    {"shard", "I/N", .kind = OWN, .take = take_shard,
     .range = "I/N with I from 0 to N-1"},
    {"checkpoint", "FILE", AT(WORD, checkpoint)},
    {"quiet", NULL, AT(FLAG, quiet)},
    {"memory", "MB", AT(WHOLE, memory), 1, 1 << 20},
    {"shelf", "DIR", AT(ANOTHER, shelf),
     .count = offsetof(struct request, options.shelves)},
};
enum { OPTIONS = sizeof options / sizeof *options };
_Static_assert((int)OPTIONS <= (int)MOST_OPTIONS, "room in the request");

static bool takes(const struct command *c, const char *name)
{
    return text_among(c->options, ' ', name) >= 0;
}

/* ---- help ---- */

/* That of the request's command, or of all; other pages have all options. */
static pol_status help(struct pol_job *job, void *request)
{
    const struct request *r = request;
    struct text out = json_lua(job->arena);
    json_print(&out, "{command:s version:s commands:[",
               r->command ? r->command->name : NULL, POLHODE_VERSION);
    for (const struct command *c = r->commands; c->name; c++)
        json_print(&out, "{name:s operands:s options:s}", c->name, c->operands,
                   c->options);
    json_print(&out, "] options:[");
    for (const struct option *o = options; o < options + OPTIONS; o++)
        if (!r->command || takes(r->command, o->name))
            json_print(&out, "{name:s argument:s brief:b}", o->name,
                       o->argument, o->brief);
    json_print(&out, "]}");
    return session_page(job, r->page, &out) ? POL_OK : POL_BUG;
}

/* ---- what was asked for ---- */

void args_put(struct text *out, const struct request *r, const char *names)
{
    for (const struct option *o = options; o < options + OPTIONS; o++) {
        const void *at = (const char *)r + o->at;
        const int n = *(const int *)((const char *)r + o->count);
        const pol_setting *set = at;
        if (text_among(names, ' ', o->name) < 0)
            continue;
        for (int i = 0; o->kind == SETTING && i < n; i++)
            command_option(
                out, o->name,
                text_format(out->arena, "%s = %s", set[i].name, set[i].value));
        if (o->kind == WORD || o->kind == TEXT)
            command_option(out, o->name, *(const char *const *)at);
        else if ((o->kind == POSITIVE || o->kind == SIGNED) &&
                 fabs(*(const double *)at) > 0)
            command_option(out, o->name, shortest(*(const double *)at).text);
        else if (o->kind == WHOLE && *(const long *)at > 0)
            text_print(out, " --%s %ld", o->name, *(const long *)at);
        else if (o->kind == FLAG && *(const bool *)at)
            text_print(out, " --%s", o->name);
    }
}

/* ---- parsing ---- */

static bool take(const struct option *o, struct request *r, char *value)
{
    void *at = (char *)r + o->at, *count = (char *)r + o->count;
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
    case SIGNED:
        return finite_number(value, at) &&
               (*(double *)at > 0 ||
                (*(double *)at < 0 && takes(r->command, "every")));
    case WHOLE:
        return text_whole(value, o->least, o->most, at);
    case CHOICE:
        return (*(int *)at = text_among(o->argument, '|', value)) >= 0;
    case SETTING:
        return setting(r, value, at, count);
    case ANOTHER:
        if (!has_room(r, *(int *)count, MOST_SHELVES))
            return false;
        ((const char **)at)[(*(int *)count)++] = value;
        return true;
    default:
        return o->take(r, value);
    }
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

/* With a hint at what is near to it; what stands before '=' counts. */
static int unknown_option(const struct command *c, const char *word)
{
    char name[48];
    const char *bare = word + strspn(word, "-");
    snprintf(name, sizeof name, "%.*s", (int)strcspn(bare, "="), bare);
    struct nearest near = nearest_to(name);
    for (int i = 0; i < OPTIONS; i++)
        if (takes(c, options[i].name))
            nearest_offer(&near, options[i].name);
    usage(c, "unknown option %s", word);
    if (near.best)
        fprintf(stderr, "hint: did you mean --%s?\n", near.best);
    return EXIT_USAGE;
}

/* Is this the second value of an option that takes one? */
static bool is_again(const struct option *o, struct request *r)
{
    command_body *const run = r->command->run;
    const bool is_list = o->kind == SETTING || o->kind == ANOTHER || o->adds ||
                         (o->take == take_method &&
                          (run == command_compare || run == command_advise));
    const bool was_given = r->given[o - options];
    r->given[o - options] = true;
    return was_given && o->argument && !is_list;
}

/* Takes the option at argv[*i] and its value; -1 to go on. */
static int take_option(struct request *r, int argc, char **argv, int *i)
{
    const struct command *c = r->command;
    char *word = argv[*i], *equal = strchr(word, '='), nothing[1] = "";
    char range[64];
    size_t length = equal ? (size_t)(equal - word) : strlen(word);
    const struct option *o = NULL;
    const bool is_long = length > 2 && word[1] == '-';
    for (int k = 0; k < OPTIONS && !o; k++) {
        const char *name = options[k].name;
        if (is_long ? strlen(name) == length - 2 &&
                          strncmp(word + 2, name, length - 2) == 0
                    : options[k].brief && length == 2 && word[1] == *name)
            o = &options[k];
    }
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
    if (is_again(o, r))
        return usage(c, "--%s is given twice", o->name);
    if (take(o, r, value ? value : nothing))
        return -1;
    snprintf(range, sizeof range,
             o->most < LONG_MAX ? "an integer from %ld to %ld"
                                : "a positive integer",
             o->least, o->most);
    if (r->most)
        return complain("more than %d values for --%s", r->most, o->name);
    return complain("--%s takes %s, not '%s'", o->name,
                    o->range              ? o->range
                    : o->kind == POSITIVE ? "a positive number"
                    : o->kind == SIGNED
                        ? "a positive number (of run and drift also a negative "
                          "one, back in time)"
                    : o->kind == WHOLE ? range
                                       : o->argument,
                    value);
}

static bool is_help(const char *word)
{
    return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
}

static int take_word(struct request *r, int argc, char **argv, int *i)
{
    const char *word = argv[*i];
    unsigned code = 0;
    text_character(word, strlen(word), &code);
    /* texts that were typed for a page have dashes where options have "-" */
    if (!r->no_options &&
        ((code >= 0x2010 && code <= 0x2015) || code == 0x2212)) {
        usage(r->command, "unknown option %s", word);
        fprintf(stderr, "hint: options begin with '-' of ASCII\n");
        return EXIT_USAGE;
    }
    if (r->no_options || *word != '-' || !word[1]) {
        if (r->operands >= r->command->most)
            return usage(r->command, "'%s' is one operand too many", word);
        r->operand[r->operands++] = word;
        r->no_options |= r->command->run == command_watch; /* another's */
        return -1;
    }
    if (is_help(word))
        return session_aside(NULL, help, r);
    r->no_options = strcmp(word, "--") == 0;
    return r->no_options ? -1 : take_option(r, argc, argv, i);
}

/* "run", "help", "help run", "help man", "help bash". */
static int first_word(int argc, char **argv, struct request *r)
{
    if (argc < 2)
        return usage(NULL, "a command is missing%s", "");
    const char *word = argv[1];
    const bool is_word = strcmp(word, "help") == 0;
    const bool is_page =
        is_word && argc == 3 && text_among("man|bash", '|', argv[2]) >= 0;
    r->page = is_page ? argv[2] : "help";
    if (is_help(word) || (is_word && argc == 2) || is_page)
        return session_aside(NULL, help, r);
    if (strcmp(word, "--version") == 0) {
        printf("polhode %s\n", POLHODE_VERSION);
        return EXIT_DONE;
    }
    word = is_word ? argv[2] : word;
    struct nearest near = nearest_to(word);
    for (const struct command *c = r->commands; c->name && !r->command; c++) {
        r->command = strcmp(c->name, word) == 0 ? c : NULL;
        nearest_offer(&near, c->name);
    }
    if (r->command)
        return is_word ? session_aside(NULL, help, r) : -1;
    usage(NULL, "unknown command '%s'", word);
    if (near.best)
        fprintf(stderr, "hint: did you mean '%s'?\n", near.best);
    return EXIT_USAGE;
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
        {every && sample, "--every and --sample"},
        {step && o->landings, "--step and --at"},
        {step && o->tolerance > 0, "--step and --tolerance"},
        {r->latex && r->csv, "--latex and --csv"},
        {r->latex && r->json, "--latex and --json"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (pairs[i].both)
            return usage(r->command, "%s exclude each other", pairs[i].names);
    if (r->plots && !r->plot)
        return usage(r->command, "--plot-of needs %s", "--plot");
    if (o->flags && r->compiler == POL_TCC)
        return usage(r->command, "--cflags needs %s", "--cc gcc or --cc clang");
    return -1;
}

int args_parse(int argc, char **argv, const struct command *commands,
               struct request *r)
{
    *r = (struct request){.commands = commands,
                          .target = shelf_target,
                          .halvings = 7,
                          .seed = -1,
                          .shards = 1};
    r->options = pol_default_options();
    r->options.setting = r->setting;
    r->options.signal = r->signal;
    r->options.landing = r->landing;
    r->options.shelf = r->shelf;
    r->compiler = (pol_compiler)-1;
    int status = first_word(argc, argv, r);
    for (int i = 2; status < 0 && i < argc; i++)
        status = take_word(r, argc, argv, &i);
    if (status < 0 && r->operands < r->command->least)
        status = usage(r->command, "%s is missing", r->command->operands);
    r->any_compiler = (int)r->compiler < 0;
    r->compiler = r->any_compiler ? POL_TCC : r->compiler;
    if (status < 0)
        status = check_together(r);
    if (r->command && takes(r->command, "input"))
        r->options.inputs = r->hold ? POL_HOLD : POL_ACT;
    if (r->memory)
        r->options.memory = (size_t)r->memory << 20;
    return status;
}
