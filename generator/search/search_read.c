/* SPDX-License-Identifier: MIT
 *
 * The request: the statement `search`, command-line overrides, and the
 * checkpoint that stores it with the findings.
 */
#define _XOPEN_SOURCE 700

#include "search/search.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/name.h"

const char *const search_aim[AIM_COUNT] = {
    [AIM_ERROR] = "error_2norm",           [AIM_LOTKIN] = "lotkin_bound",
    [AIM_INTERVAL] = "stability_interval", [AIM_ENERGY] = "energy_drift",
    [AIM_ATTITUDE] = "attitude_error",
};
static const char *const truth[] = {"false", "true"};
static const char *const demands[] = {"none", "A", "L"};

/* Options that are integers, or one word of a list. */
static const struct {
    const char *name;
    size_t at; /* in struct search */
    int least, most;
    const char *const *word;
} options[] = {
#define AT(option) offsetof(struct search, option)
    {"order", AT(order), 1, SEARCH_ORDER, NULL},
    {"bhat", AT(order_hat), 0, SEARCH_ORDER, NULL},
    {"imaginary", AT(imaginary), 0, 1, truth},
    {"stable", AT(demand), 0, 2, demands},
    {"seed", AT(seed), 0, 2147483647, NULL},
    {"starts", AT(starts), 1, SEARCH_STARTS, NULL},
    {"evaluations", AT(evaluations), 1, 1000000, NULL}};
enum { OPTIONS = sizeof options / sizeof *options };

static int *option_of(struct search *s, int i)
{
    return (int *)(void *)((char *)s + options[i].at);
}

static bool fail(struct search *s, struct place place, const char *text,
                 const char *hint)
{
    if (place.source)
        diag_error(s->diags, place, "%s", text);
    else
        diag_error_line(s->diags, s->text->path, 0, "%s", text);
    return diag_near(s->diags, NULL, hint);
}

/* ---- the aim ---- */

static bool read_value(struct search *s, int i, syntax value)
{
    const char *const *word = options[i].word;
    const int least = options[i].least, most = options[i].most;
    long whole = -1;
    if (!word && value->kind == AST_NUMBER)
        number_is_int(value->number, &whole);
    for (int k = 0; word && k <= most; k++)
        if (value->kind == AST_NAME && strcmp(value->name, word[k]) == 0)
            whole = k;
    if (whole >= least && whole <= most) {
        *option_of(s, i) = (int)whole;
        return true;
    }
    const char *may =
        word ? text_list(s->arena, most + 1, word, " or ")
             : text_format(s->arena, "an integer from %d to %d", least, most);
    return fail(s, value->place,
                text_format(s->arena, "%s is %s", options[i].name, may), NULL);
}

static bool read_option(struct search *s, syntax o)
{
    const char *name = o->kind == AST_OPTION ? o->name : "";
    for (int i = 0; i < OPTIONS; i++)
        if (strcmp(name, options[i].name) == 0)
            return read_value(s, i, o->child[0]);
    if (strcmp(name, "tolerance") != 0)
        return fail(s, o->place, "no such option of a search",
                    "options are order, bhat, seed, starts, evaluations, "
                    "tolerance, imaginary and stable");
    syntax value = o->child[0];
    s->tolerance = value->kind == AST_NUMBER ? number_double(value->number) : 0;
    return (s->tolerance > 0 && s->tolerance <= 0.1) ||
           fail(s, value->place, "tolerance is a number above 0, at most 0.1",
                NULL);
}

static bool read_aim(struct search *s, syntax call)
{
    struct nearest near = nearest_to(call->name);
    while (s->aim < AIM_COUNT && strcmp(call->name, search_aim[s->aim]) != 0)
        nearest_offer(&near, search_aim[s->aim++]);
    if (s->aim == AIM_COUNT) {
        diag_error(s->diags, call->name_place, "unknown aim '%s'", call->name);
        return diag_near(s->diags, near.best,
                         "aims are error_2norm, lotkin_bound, "
                         "stability_interval, energy_drift and attitude_error");
    }
    for (int i = 0; call->kind == AST_CALL && i < call->n; i++)
        if (!read_option(s, call->child[i]))
            return false;
    return true;
}

/* ---- the file ---- */

/* Finds the one tableau with free symbols; refuses a second one, and a second
 * `search`: nothing else checks a file without a body. */
static bool find_block(struct search *s, syntax file)
{
    syntax first = ast_next(file, AST_SEARCH, NULL), block = NULL;
    while ((block = ast_next(file, AST_TABLEAU, block))) {
        if (!ast_next(block, AST_FREE, NULL))
            continue;
        if (s->block)
            return fail(s, block->name_place,
                        "a second tableau with free symbols",
                        "one search finds values for one tableau");
        s->block = block;
    }
    if (!s->block)
        return fail(
            s, (struct place){0},
            ast_next(file, AST_TABLEAU, NULL)
                ? "no tableau has free symbols, so there is nothing to "
                  "search for"
                : "has no tableau in it",
            "write `free x = 1/2 in [0, 1]` in a tableau and x in its rows");
    syntax second = first ? ast_next(file, AST_SEARCH, first) : NULL;
    return !second || fail(s, second->place, "a second 'search'",
                           "another aim is taken by --aim");
}

static bool mentions(syntax call, const char *name)
{
    for (int i = 0; call->kind == AST_CALL && i < call->n; i++) {
        syntax a = call->child[i];
        a = a->kind == AST_OPTION ? a->child[0] : a;
        if ((a->kind == AST_NAME && name_is(a->name, name)) ||
            mentions(a, name))
            return true;
    }
    return false;
}

/* Checks that the method uses the tableau: else a measured aim is constant. */
static bool check_method(struct search *s, syntax file)
{
    syntax method = ast_next(file, AST_METHOD, NULL);
    const char *written = s->wish->options.method;
    syntax call = written  ? lang_parse_part(s->names, s->diags, LANG_CALL,
                                             "--method", written)
                  : method ? method->child[0]
                           : NULL;
    if (!search_runs(s) || s->wish->with ||
        (call && mentions(call, s->block->name)))
        return true;
    return fail(
        s, call ? call->place : (struct place){0},
        text_format(
            s->arena,
            "the method does not use tableau %s, so %s cannot be measured",
            s->block->name, search_aim[s->aim]),
        text_format(s->arena, "write `method rkmk(%s)`", s->block->name));
}

static bool check_tableau(struct search *s)
{
    const struct tableau *t = s->tableau;
    struct place at = s->block->name_place;
    if (t->frees > SEARCH_FREES || t->stages > QUICK_STAGES)
        return fail(s, at, "the tableau is too large to search for",
                    "32 free symbols and 32 stages are possible");
    if (!s->order)
        s->order = t->claim;
    if (s->order < 1 || s->order > SEARCH_ORDER)
        return fail(s, at, "the order of the tableau is not given, or above 9",
                    "write the order, 1 to 9, in the search: "
                    "`search error_2norm(order = 2)`");
    if (s->order_hat < 0) {
        s->order_hat = 0;
        for (int i = 0; t->bhat && i < t->stages; i++)
            if (!expr_is_const(t->by.entry[t->stages * (t->stages + 1) + i]))
                s->order_hat = s->order - 1;
    }
    return !s->order_hat || (t->bhat && s->order_hat <= s->order) ||
           fail(s, at,
                t->bhat ? "the order of bhat is higher than that of b"
                        : "`bhat` needs a row bhat in the tableau",
                "exchange the rows if bhat is to be of the higher order");
}

/* ---- what identifies the search ---- */

/* FNV hash by G. Fowler, L. C. Noll and K.-P. Vo, with the end of the text. */
static uint64_t hash_text(uint64_t hash, const char *text)
{
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * 0x100000001b3u;
    return (hash ^ 0x1ff) * 0x100000001b3u;
}

static const char *options_of(struct arena *arena, const struct wish *w)
{
    const pol_options *o = &w->options;
    const char *const call[][2] = {
        {"method", o->method}, {"attitude", o->attitude}, {"map", o->map}};
    struct text t = text_new(arena);
    for (int i = 0; i < 3; i++)
        if (call[i][1])
            text_print(&t, " --%s %s", call[i][0], call[i][1]);
    if (o->step > 0)
        text_print(&t, " --step %.17g", o->step);
    if (w->until > 0)
        text_print(&t, " --until %.17g", w->until);
    if (o->real == POL_FLOAT)
        text_put(&t, " --real float");
    for (int i = 0; i < o->settings; i++)
        text_print(&t, " --set %s=%s", o->setting[i].name, o->setting[i].value);
    return text_chars(&t);
}

static void set_identity(struct search *s)
{
    struct text t = text_new(s->arena);
    for (int i = 0; i < OPTIONS; i++) {
        int value = *option_of(s, i);
        if (option_of(s, i) == &s->order_hat && !s->tableau->embedded)
            continue;
        text_print(&t, "%s%s = ", i ? ", " : "", options[i].name);
        if (options[i].word)
            text_put(&t, options[i].word[value]);
        else
            text_print(&t, "%d", value);
    }
    s->call = text_format(s->arena, "%s(%s, tolerance = %.15g)",
                          search_aim[s->aim], text_chars(&t), s->tolerance);
    s->with = s->wish->with ? s->wish->with : options_of(s->arena, s->wish);
    s->hash = hash_text(0xcbf29ce484222325u, s->text->chars);
    s->hash = hash_text(hash_text(s->hash, s->call), s->with);
}

bool search_read(struct search *s, const struct wish *w,
                 const struct source *text)
{
    *s = (struct search){.arena = s->arena,
                         .names = s->names,
                         .diags = s->diags,
                         .wish = w,
                         .text = text,
                         .order_hat = -1,
                         .seed = 1,
                         .starts = 20,
                         .evaluations = 400,
                         .tolerance = 1e-12};
    syntax file = lang_parse(s->names, s->diags, text);
    if (!file || !find_block(s, file))
        return false;
    syntax call = ast_next(file, AST_SEARCH, NULL);
    if (call)
        call = call->child[0];
    if (w->aim)
        call = lang_parse_part(s->names, s->diags, LANG_CALL,
                               w->with ? "a checkpoint" : "--aim", w->aim);
    if (!call && !w->aim)
        fail(s, (struct place){0}, "has no `search` with an aim",
             "write `search error_2norm(order = 2)` in it, or --aim");
    if (!call || !read_aim(s, call))
        return false;
    s->order = w->order > 0 ? (int)w->order : s->order;
    s->seed = w->seed >= 0 ? (int)w->seed : s->seed;
    s->starts = w->starts > 0 ? (int)w->starts : s->starts;
    s->tableau = tableau_build_free(s->diags, s->block);
    if (!s->tableau || !check_tableau(s) || !check_method(s, file))
        return false;
    set_identity(s);
    s->finding = arena_array(s->arena, (size_t)s->starts, sizeof *s->finding);
    return true;
}

/* ---- findings ---- */

const struct found_kind found_kind[FOUND_KINDS] = {
    {"found", "", NULL, true},
    {"missed", "conditions not met",
     "led to no point that meets the conditions", false},
    {"unstable", "not stable", "led to no point with that stability", false},
    {"no_value", "no value", "led to no point where the aim has a value",
     false},
    {"restless", "no optimum", "led to no optimum", true}};

void search_keep(struct search *s, const struct finding *f)
{
    s->finding[f->start] = arena_copy(s->arena, f, sizeof *f);
    s->findings++;
}

/* ---- the header of a checkpoint ----
 *
 * The file in which a search keeps its results, a line for each start.
 * Numbers are hexadecimal, hence exact.  A line without its end was being
 * written when the program was killed: it is ignored. */

/* The contents of the header's lines, and their beginnings. */
enum { HASH, ASKED, WITH, PATH, TEXT, HEADER };
static const char *const begins[HEADER] = {"polhode search 2", "search ",
                                           "with", "file ", "text "};

const char *search_line(struct arena *arena, const char *chars)
{
    static const char plain[] = "\n\r\\", letter[] = "nr\\";
    struct text t = text_new(arena);
    for (; *chars; chars++) {
        const char *at = strchr(plain, *chars);
        if (at)
            text_char(&t, '\\');
        text_char(&t, at ? letter[at - plain] : *chars);
    }
    return text_chars(&t);
}

static const char *header_of(const struct search *s)
{
    const char *value[HEADER] = {text_format(s->arena, " %016" PRIx64, s->hash),
                                 s->call, s->with, s->text->path,
                                 s->text->chars};
    struct text t = text_new(s->arena);
    for (int i = 0; i < HEADER; i++)
        text_print(&t, "%s%s\n", begins[i], search_line(s->arena, value[i]));
    return text_chars(&t);
}

struct checkpoint_reader {
    const struct search *search;
    const struct source *file;
    size_t at; /* where the next line begins */
    int line;
};

static bool fault(const struct checkpoint_reader *r, const char *text)
{
    return diag_error_line(r->search->diags, r->file->path, r->line, "%s",
                           text);
}

/* The next complete line, or NULL. */
static const char *next_line(struct checkpoint_reader *r)
{
    const char *begin = r->file->chars + r->at;
    const char *end = memchr(begin, '\n', r->file->length - r->at);
    if (!end)
        return NULL;
    r->at = (size_t)(end - r->file->chars) + 1;
    r->line++;
    return arena_text(r->search->arena, begin, (size_t)(end - begin));
}

/* The next line after this word, unescaped; NULL if it begins otherwise. */
static const char *next_field(struct checkpoint_reader *r, const char *word)
{
    const char *c = next_line(r);
    struct text t = text_new(r->search->arena);
    if (!c || strncmp(c, word, strlen(word)) != 0)
        return NULL;
    for (c += strlen(word); *c; c++)
        if (c[0] == '\\' && c[1])
            text_char(&t, *++c == 'n' ? '\n' : *c == 'r' ? '\r' : *c);
        else
            text_char(&t, *c);
    return text_chars(&t);
}

bool checkpoint_search(struct search *s, const struct source *file)
{
    struct checkpoint_reader r = {.search = s, .file = file};
    const char *value[HEADER];
    for (int i = 0; i < HEADER; i++)
        if (!(value[i] = next_field(&r, begins[i])))
            return fault(&r, "this is no checkpoint of a search");
    struct source *text = arena_alloc(s->arena, sizeof *text);
    struct wish *wish = arena_alloc(s->arena, sizeof *wish);
    *text = (struct source){value[PATH], value[TEXT], strlen(value[TEXT])};
    *wish = (struct wish){.aim = value[ASKED], .with = value[WITH], .seed = -1};
    if (!search_read(s, wish, text))
        return false;
    return s->hash == strtoull(value[HASH], NULL, 16) ||
           fault(&r, "the checkpoint's hash does not match its content");
}

/* ---- its findings ---- */

static const char *line_of(const struct search *s, const struct finding *f)
{
    struct text t = text_new(s->arena);
    text_print(&t, "start %ld %s %a %a", f->start, found_kind[f->found].word,
               f->violation, f->value);
    for (int i = 0; i < s->tableau->frees; i++)
        text_print(&t, " %a", f->x[i]);
    text_char(&t, '\n');
    return text_chars(&t);
}

static bool read_finding(const char *line, const struct search *s,
                         struct finding *f)
{
    char word[16] = "", *end;
    int used = 0;
    *f = (struct finding){.found = FOUND_GOOD};
    if (sscanf(line, "start %ld %15s%n", &f->start, word, &used) != 2)
        return false;
    while (f->found < FOUND_KINDS && strcmp(word, found_kind[f->found].word))
        f->found++;
    const char *at = line + used;
    for (int i = -2; i < s->tableau->frees; i++, at = end) {
        double number = strtod(at, &end);
        const struct free_symbol *x = &s->tableau->free[i < 0 ? 0 : i];
        if (end == at || (i >= 0 && !(number >= number_double(x->low) &&
                                      number <= number_double(x->high))))
            return false;
        *(i == -2 ? &f->violation : i == -1 ? &f->value : &f->x[i]) = number;
    }
    return *at == '\0' && f->found < FOUND_KINDS && f->start >= 0 &&
           f->start < s->starts &&
           (!found_kind[f->found].has_value || isfinite(f->value));
}

bool checkpoint_read(struct search *s, const struct source *file)
{
    struct search other = *s;
    struct checkpoint_reader r = {.search = s, .file = file};
    /* Killed before the header was complete: nothing is lost. */
    const char *header = header_of(s), *line;
    if (file->length < strlen(header) &&
        strncmp(file->chars, header, file->length) == 0)
        return true;
    if (!checkpoint_search(&other, file))
        return false;
    if (other.hash != s->hash)
        return fault(&r, "this is the checkpoint of another search");
    while ((line = next_line(&r))) {
        struct finding item;
        if (r.line <= HEADER)
            continue;
        if (!read_finding(line, s, &item))
            return fault(&r, "this line is no finding of the search");
        const struct finding *before = s->finding[item.start];
        if (!before)
            search_keep(s, &item);
        else if (strcmp(line_of(s, &item), line_of(s, before)) != 0)
            return fault(&r, text_format(s->arena,
                                         "start %ld had another result before",
                                         item.start));
    }
    return true;
}

/* ---- writing ---- */

const char *checkpoint_lock(const char *path, FILE **file)
{
    struct stat s;
    if (stat(path, &s) != 0)
        return errno == ENOENT ? NULL : strerror(errno);
    if (!S_ISREG(s.st_mode))
        return "this is no regular file";
    *file = fopen(path, "ab");
    if (!*file)
        return strerror(errno);
    if (flock(fileno(*file), LOCK_EX | LOCK_NB) == 0)
        return NULL;
    fclose(*file);
    *file = NULL;
    return "another search is writing to it";
}

/* Writes a new file, then renames it to the old one's name: a full disk does
 * not destroy hours of work. */
const char *checkpoint_write(const struct search *s, const char *path)
{
    struct text t = text_new(s->arena);
    char end[PATH_MAX]; /* target of links */
    text_put(&t, header_of(s));
    for (int i = 0; i < s->starts; i++)
        if (s->finding[i])
            text_put(&t, line_of(s, s->finding[i]));
    const char *target = realpath(path, end) ? end : path;
    return file_write(target, text_chars(&t), t.length, true) ? NULL
                                                              : strerror(errno);
}

const char *checkpoint_add(const struct search *s, const struct finding *f,
                           FILE *file)
{
    fputs(line_of(s, f), file);
    return fflush(file) == 0 ? NULL : strerror(errno);
}
