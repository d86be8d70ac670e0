/* SPDX-License-Identifier: MIT
 *
 * Parses the words of the command line into a request; usage messages.
 */
#define _POSIX_C_SOURCE 200809L

#include "command/command.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/report.h"

/* ---- the tables of commands and options ----
 *
 * templates/commands/NAME.txt begins "=run SPEC" and "@ every json", the shared
 * options that the command takes; "@spec" means those of "=@spec name map" in
 * shared.txt.  "=--number -n N whole 1 20" begins an option: its letter, if it
 * has one, its argument and kind, unless it is a switch; least and most. */

enum kind {
    KIND_FLAG,
    KIND_WORD,     /* a text that is not empty */
    KIND_TEXT,     /* any */
    KIND_LIST,     /* words, one per option */
    KIND_CALL,     /* a word; a list if the command takes several */
    KIND_POSITIVE, /* an expression of constants */
    KIND_SIGNED,   /* the same; also negative, to run back in time */
    KIND_INTEGER,  /* from `least` to `most` */
    KIND_CHOICE,   /* one of the argument's words */
    KIND_SETTING,  /* NAME=VALUE, one per option */
    KIND_TIMES,
    KIND_FILES,
    KIND_PARTS,
    KIND_SHARD,
    KIND_PICTURE
};
struct option {
    char name[24], letter[4], argument[24];
    enum kind kind;
    long least, most;
};

static const char kinds[] = "flag|word|text|list|call|positive|signed|whole|"
                            "choice|setting|times|files|parts|shard|picture";

/* The table of a command, or "shared". */
static const char *table_of(const char *name)
{
    char path[48];
    snprintf(path, sizeof path, "commands/%s.txt", name);
    return shelf_builtin_file(path)->chars;
}

/* Iterates over a command's and shared options, or shared and all commands'. */
struct options {
    const char *at;             /* after the last option, in its table */
    const struct command *next; /* the next tables, ended by {0} */
};

static const struct command shared[] = {{.name = "shared"}, {0}};

static struct options options_of(const struct request *r)
{
    return r->command ? (struct options){table_of(r->command->name), shared}
                      : (struct options){table_of(shared->name), r->commands};
}

/* Reads the next option; false after the last. */
static bool next_option(struct options *all, struct option *o)
{
    char line[128], kind[16] = "flag";
    while (!(all->at = strstr(all->at, "\n=--"))) {
        if (!all->next->name)
            return false;
        all->at = table_of(all->next++->name);
    }
    all->at += 4;
    snprintf(line, sizeof line, "%.*s", (int)strcspn(all->at, "\n"), all->at);
    *o = (struct option){.least = 1, .most = LONG_MAX};
    if (sscanf(line, "%23s -%1s %23s %15s %ld %ld", o->name, o->letter,
               o->argument, kind, &o->least, &o->most) < 2)
        sscanf(line, "%23s %23s %15s %ld %ld", o->name, o->argument, kind,
               &o->least, &o->most);
    o->kind = (enum kind)text_among(kinds, '|', kind);
    return true;
}

static void add_name(char names[NAMES_ROOM], const char *name, size_t length)
{
    size_t had = strlen(names);
    snprintf(names + had, NAMES_ROOM - had, "%s%.*s", had ? " " : "",
             (int)length, name);
}

/* Adds the names in a line; "@spec" adds those of a group. */
static void add_names(char names[NAMES_ROOM], const char *at)
{
    for (size_t n; *at != '\n'; at += n + (at[n] == ' ')) {
        char group[32];
        n = strcspn(at, " \n");
        if (*at == '@') {
            snprintf(group, sizeof group, "=%.*s ", (int)n, at);
            add_names(names,
                      strstr(table_of(shared->name), group) + strlen(group));
        } else if (n) {
            add_name(names, at, n);
        }
    }
}

/* Lists the names of all options that a command takes. */
static void option_names(char names[NAMES_ROOM], const char *command)
{
    struct options own = {table_of(command), shared + 1};
    add_names(names, strchr(own.at, '\n') + 2); /* after "@" */
    for (struct option o; next_option(&own, &o);)
        add_name(names, o.name, strlen(o.name));
}

/* The operands of a command, "SPEC". */
static const char *operands_of(const char *command, char text[64])
{
    const char *at = table_of(command) + strlen("=") + strlen(command) + 1;
    snprintf(text, 64, "%.*s", (int)strcspn(at, "\n"), at);
    return text;
}

/* ---- back to words ---- */

static void put_value(struct text *out, const struct option *o,
                      const struct option_value *v)
{
    const char *text = v->set.value;
    if (o->kind == KIND_SETTING)
        text = text_format(out->arena, "%s = %s", v->set.name, text);
    else if (o->kind == KIND_POSITIVE || o->kind == KIND_SIGNED)
        text = text_format(out->arena, "%s", shortest(v->number).text);
    if (o->kind == KIND_FLAG)
        text_print(out, " --%s", o->name);
    else if (o->kind != KIND_INTEGER)
        command_option(out, o->name, text);
    else if (v->integer > 0)
        text_print(out, " --%s %ld", o->name, v->integer);
}

void args_put(struct text *out, const struct request *r, const char *names)
{
    struct options all = options_of(r);
    for (struct option o; next_option(&all, &o);)
        if (text_among(names, ' ', o.name) >= 0)
            for (const struct option_value *v = NULL;
                 (v = option_next(r, o.name, v));)
                put_value(out, &o, v);
}

/* ---- help ---- */

static bool takes(const struct request *r, const char *name)
{
    return text_among(r->names, ' ', name) >= 0;
}

/* Prints help on the request's command or on all; other pages: all options. */
static pol_status help(struct pol_job *job, void *request)
{
    const struct request *r = request;
    struct text out = json_lua(job->arena);
    struct options all = options_of(r);
    json_print(&out, "{command:s version:s commands:[",
               r->command ? r->command->name : NULL, POLHODE_VERSION);
    for (const struct command *c = r->commands; c->name; c++) {
        char names[NAMES_ROOM] = "", operands[64];
        option_names(names, c->name);
        json_print(&out, "{name:s operands:s options:s}", c->name,
                   operands_of(c->name, operands), names);
    }
    json_print(&out, "] options:[");
    for (struct option o; next_option(&all, &o);)
        if (!r->command || takes(r, o.name))
            json_print(&out, "{name:s argument:s brief:b}", o.name,
                       *o.argument ? o.argument : NULL, *o.letter != '\0');
    json_print(&out, "]}");
    return session_page(job, r->page, &out) ? POL_OK : POL_BUG;
}

/* ---- kinds of options ---- */

/* True if an option with n values may have one more; else notes the limit. */
static bool has_room(struct request *r, int n, int most)
{
    r->most = n == most ? most : 0;
    return n < most;
}

/* Reads "interp,stepper". */
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

/* Adds "main,test" to the words so far. */
static bool take_with(struct request *r, char *value)
{
    const size_t n = strlen(r->with);
    if (!*value || n + strlen(value) + 2 > sizeof r->with)
        return false;
    snprintf(r->with + n, sizeof r->with - n, "%s%s", n ? "," : "", value);
    r->options.with = r->with;
    return true;
}

static bool take_batch(struct request *r)
{
    char batch[] = "batch";
    return text_among(r->with, ',', batch) >= 0 || take_with(r, batch);
}

/* Reads "1/2, 1, 2", also in brackets, as in a spec. */
static bool take_landings(struct request *r, char *value)
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
               session_number(value, &r->landing[(*n)++]);
        *end = more ? ',' : '\0';
    }
    return good;
}

/* Removes blanks around a text. */
static char *trimmed(char *text)
{
    text += strspn(text, " ");
    size_t n = strlen(text);
    while (n > 0 && text[n - 1] == ' ')
        n--;
    text[n] = '\0';
    return text;
}

/* Reads "NAME = VALUE", without blanks around both. */
static bool take_setting(char *value, pol_setting *set)
{
    char *equal = strchr(value, '=');
    if (!equal || value + strspn(value, " ") == equal ||
        !equal[1 + strspn(equal + 1, " ")])
        return false;
    *equal = '\0';
    *set = (pol_setting){trimmed(value), trimmed(equal + 1)};
    return true;
}

/* Reads "0/4". */
static bool take_shard(struct request *r, char *value)
{
    char *end;
    r->shard = strtol(value, &end, 10);
    return end != value && *end == '/' &&
           text_int(end + 1, 1, 1000000, &r->shards) && r->shard >= 0 &&
           r->shard < r->shards;
}

/* True if the text is valid for the option's kind; then fills in the value. */
static bool take(const struct option *o, struct request *r, char *text,
                 struct option_value *v)
{
    const int most = o->kind == KIND_SETTING ? MOST_SETTINGS
                     : o->kind == KIND_CALL  ? MOST_METHODS
                     : o->kind == KIND_LIST  ? MOST_SHELVES
                                             : MOST_VALUES;
    v->set.value = text;
    if (!has_room(r, option_settings(r, o->name, NULL), most))
        return false;
    switch (o->kind) {
    case KIND_FLAG:
        return strcmp(o->name, "batch") != 0 || take_batch(r);
    case KIND_WORD:
    case KIND_CALL:
        return *text;
    case KIND_POSITIVE:
        return session_number(text, &v->number) && v->number > 0;
    case KIND_SIGNED:
        return session_number(text, &v->number) &&
               (v->number > 0 || (v->number < 0 && takes(r, "every")));
    case KIND_INTEGER:
        return text_int(text, o->least, o->most, &v->integer);
    case KIND_CHOICE:
        return (v->integer = text_among(o->argument, '|', text)) >= 0;
    case KIND_SETTING:
        return take_setting(text, &v->set);
    case KIND_TIMES:
        return take_landings(r, text);
    case KIND_FILES:
        return take_with(r, text) && /* a kernel needs a batch */
               (strcmp(text, "kernel") != 0 || take_batch(r));
    case KIND_PARTS:
        return take_without(r, text);
    case KIND_SHARD:
        return take_shard(r, text);
    case KIND_PICTURE:
        return plot_takes(text);
    default:
        return true;
    }
}

/* ---- parsing ---- */

static int usage(const struct request *r, const char *format, const char *word)
{
    const struct command *c = r ? r->command : NULL;
    char operands[64];
    complain(format, word); /* formats have one %s, and are from this file */
    if (c)
        fprintf(stderr, "usage: polhode %s %s%s; see polhode %s --help\n",
                c->name, operands_of(c->name, operands),
                *r->names ? " [OPTION ...]" : "", c->name);
    else
        fprintf(stderr, "usage: polhode COMMAND ...; see polhode --help\n");
    return EXIT_USAGE;
}

/* Reports an unknown option, with a hint at a similar one; ignores "=VALUE". */
static int unknown_option(const struct request *r, const char *word)
{
    char name[48];
    const char *bare = word + strspn(word, "-");
    snprintf(name, sizeof name, "%.*s", (int)strcspn(bare, "="), bare);
    char offered[NAMES_ROOM];
    struct nearest near = nearest_to(name);
    for (char *at = strcpy(offered, r->names), *end; *at; at = end) {
        end = at + strcspn(at, " ");
        end += *end ? (*end = '\0', 1) : 0;
        nearest_offer(&near, at);
    }
    usage(r, "unknown option %s", word);
    if (near.best)
        fprintf(stderr, "hint: did you mean --%s?\n", near.best);
    return EXIT_USAGE;
}

/* Finds the option of "--name" or "-n". */
static bool find_option(const struct request *r, const char *word,
                        size_t length, struct option *o)
{
    const bool is_long = length > 2 && word[1] == '-';
    struct options all = options_of(r);
    while (next_option(&all, o))
        if (is_long ? strlen(o->name) == length - 2 &&
                          strncmp(word + 2, o->name, length - 2) == 0
                    : length == 2 && word[1] == *o->letter)
            return true;
    return false;
}

/* True if this is the second value of an option that takes one. */
static bool is_repeated(const struct option *o, const struct request *r)
{
    const bool is_list =
        o->kind == KIND_SETTING || o->kind == KIND_LIST ||
        o->kind == KIND_FILES || o->kind == KIND_PARTS ||
        (o->kind == KIND_CALL && r->command->flags & TAKES_CALLS);
    return *o->argument && !is_list && option_given(r, o->name);
}

static const char *range_of(const struct option *o)
{
    return o->kind == KIND_TIMES      ? "ascending times, by commas"
           : o->kind == KIND_PARTS    ? "interp, access, stepper, by commas"
           : o->kind == KIND_SHARD    ? "I/N with I from 0 to N-1"
           : o->kind == KIND_PICTURE  ? "a file that ends in .svg, .png or .pdf"
           : o->kind == KIND_POSITIVE ? "a positive number"
           : o->kind == KIND_SIGNED
               ? "a positive number (of run and drift also a negative one, "
                 "back in time)"
               : o->argument;
}

/* Takes the option at argv[*i] and its value; returns -1 or an exit status. */
static int take_option(struct request *r, int argc, char **argv, int *i)
{
    char *word = argv[*i], *equal = strchr(word, '='), nothing[1] = "";
    const size_t length = equal ? (size_t)(equal - word) : strlen(word);
    struct option o;
    char range[64];
    struct option_value v = {.number = 0};
    if (!find_option(r, word, length, &o) || !takes(r, o.name))
        return unknown_option(r, word);
    char *text = equal ? equal + 1 : NULL;
    if (*o.argument && !text) {
        if (*i + 1 >= argc)
            return usage(r, "%s needs a value", word);
        text = argv[++*i];
    }
    if (!*o.argument && text)
        return usage(r, "%s takes no value", word);
    if (is_repeated(&o, r))
        return usage(r, "--%s is given twice", o.name);
    snprintf(v.option, sizeof v.option, "%s", o.name);
    if (take(&o, r, text ? text : nothing, &v)) {
        option_put(r, v);
        return -1;
    }
    snprintf(range, sizeof range,
             o.most < LONG_MAX ? "an integer from %ld to %ld"
                               : "a positive integer",
             o.least, o.most);
    if (r->most)
        return complain("more than %d values for --%s", r->most, o.name);
    return complain("--%s takes %s, not '%s'", o.name,
                    o.kind == KIND_INTEGER ? range : range_of(&o), text);
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
    /* texts that are typeset have dashes where options have "-" */
    if (!r->no_options &&
        ((code >= 0x2010 && code <= 0x2015) || code == 0x2212)) {
        usage(r, "unknown option %s", word);
        fprintf(stderr, "hint: options begin with '-' of ASCII\n");
        return EXIT_USAGE;
    }
    if (r->no_options || *word != '-' || !word[1]) {
        if (r->operands >= r->command->most)
            return usage(r, "'%s' is one operand too many", word);
        r->operand[r->operands++] = word;
        r->no_options |= (r->command->flags & RUNS_ANOTHER) != 0;
        return -1;
    }
    if (is_help(word))
        return session_run_new(NULL, help, r);
    r->no_options = strcmp(word, "--") == 0;
    return r->no_options ? -1 : take_option(r, argc, argv, i);
}

/* Reads "run", "help", "help run", "help man" or "help bash". */
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
        return session_run_new(NULL, help, r);
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
        option_names(r->names, r->command->name);
    if (r->command)
        return is_word ? session_run_new(NULL, help, r) : -1;
    usage(NULL, "unknown command '%s'", word);
    if (near.best)
        fprintf(stderr, "hint: did you mean '%s'?\n", near.best);
    return EXIT_USAGE;
}

/* Fills in the options of the job. */
static void fill_options(struct request *r)
{
    pol_options *o = &r->options;
    o->name = option_text(r, "name");
    o->method = option_text(r, "method");
    o->attitude = option_text(r, "attitude");
    o->map = option_text(r, "map");
    o->flags = option_text(r, "cflags");
    o->real = (pol_real)option_int(r, "real", POL_DOUBLE);
    o->step = option_number(r, "step");
    o->tolerance = option_number(r, "tolerance");
    o->setting = r->setting;
    o->settings = option_settings(r, "set", r->setting);
    o->signal = r->signal;
    o->signals = option_settings(r, "input", r->signal);
    o->landing = r->landing;
    o->shelf = r->shelf;
    for (const struct option_value *v = NULL; (v = option_next(r, "shelf", v));)
        r->shelf[o->shelves++] = v->set.value;
    if (takes(r, "input"))
        o->inputs = option_given(r, "hold") ? POL_HOLD : POL_ACT;
    if (option_given(r, "memory"))
        o->memory = (size_t)option_int(r, "memory", 0) << 20;
    r->compiler = (pol_compiler)option_int(r, "cc", POL_TCC);
}

/* Reports options that exclude each other; returns -1 or an exit status. */
static int check_together(const struct request *r)
{
    static const char *const pairs[][2] = {
        {"json", "csv"},       {"every", "sample"}, {"section", "every"},
        {"section", "sample"}, {"step", "at"},      {"step", "tolerance"},
        {"latex", "csv"},      {"latex", "json"}};
    char names[64];
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        const char *one = pairs[i][0], *other = pairs[i][1];
        snprintf(names, sizeof names, "--%s and --%s", one, other);
        if (option_given(r, one) && option_given(r, other))
            return usage(r, "%s exclude each other", names);
    }
    if (option_given(r, "plot-of") && !option_given(r, "plot"))
        return usage(r, "--plot-of needs %s", "--plot");
    if (r->options.flags && r->compiler == POL_TCC)
        return usage(r, "--cflags needs %s", "--cc gcc or --cc clang");
    return -1;
}

int args_parse(int argc, char **argv, const struct command *commands,
               struct request *r)
{
    *r = (struct request){.commands = commands, .shards = 1};
    r->options = pol_default_options();
    int status = first_word(argc, argv, r);
    char operands[64];
    for (int i = 2; status < 0 && i < argc; i++)
        status = take_word(r, argc, argv, &i);
    if (status < 0 && r->operands < r->command->least)
        status =
            usage(r, "%s is missing", operands_of(r->command->name, operands));
    fill_options(r);
    return status < 0 ? check_together(r) : status;
}
