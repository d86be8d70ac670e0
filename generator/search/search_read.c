/* SPDX-License-Identifier: MIT
 *
 * What is sought: the statement `search`, and what the command line says
 * instead.
 */
#include "search/search.h"

#include <string.h>
#include <strings.h>

#include "base/arena.h"
#include "base/text.h"

static const char *const aims[AIM_COUNT] = {
    [AIM_ERROR] = "error_2norm",           [AIM_LOTKIN] = "lotkin_bound",
    [AIM_INTERVAL] = "stability_interval", [AIM_ENERGY] = "energy_drift",
    [AIM_ATTITUDE] = "attitude_error",
};
static const char *const demands[] = {"none", "A", "L"};

enum { STARTS = 20, SEED = 1, EVALUATIONS = 400 };

const char *search_aim_name(enum aim aim)
{
    return aims[aim];
}

bool search_runs(const struct search *s)
{
    return s->aim == AIM_ENERGY || s->aim == AIM_ATTITUDE;
}

/* ---- options ---- */

static bool read_whole(struct search *s, const struct ast *option, long least,
                       long most, long *out)
{
    const struct ast *value = option->child[0];
    if (value->kind == AST_NUMBER && number_is_int(value->number, out) &&
        *out >= least && *out <= most)
        return true;
    diag_error(&s->job->diags, value->place,
               "%s is an integer from %ld to %ld", option->name, least,
               most);
    return false;
}

/* One of the words; its number. */
static bool read_word(struct search *s, const struct ast *option, int n,
                      const char *const *word, int *out)
{
    const struct ast *value = option->child[0];
    struct text list = text_new(s->job->arena);
    for (int i = 0; i < n; i++) {
        *out = i;
        if (value->kind == AST_NAME && strcmp(value->name, word[i]) == 0)
            return true;
        text_print(&list, "%s%s", i ? i + 1 < n ? ", " : " or " : "", word[i]);
    }
    diag_error(&s->job->diags, value->place, "%s is %s", option->name,
               text_chars(&list));
    return false;
}

static bool read_tolerance(struct search *s, const struct ast *option)
{
    const struct ast *value = option->child[0];
    if (value->kind == AST_NUMBER)
        s->tolerance = number_double(value->number);
    if (value->kind == AST_NUMBER && s->tolerance > 0 && s->tolerance <= 0.1)
        return true;
    diag_error(&s->job->diags, value->place,
               "tolerance is a number above 0, at most 0.1");
    return false;
}

static bool read_option(struct search *s, const struct ast *o)
{
    static const char *const truth[] = {"false", "true"};
    const char *name = o->kind == AST_OPTION ? o->name : "";
    long order = s->order;
    int word = 0;
    const struct {
        const char *name;
        long least, most, *to;
    } whole[] = {{"order", 1, SEARCH_ORDER, &order},
                 {"seed", 0, 2147483647, &s->seed},
                 {"starts", 1, SEARCH_STARTS, &s->starts},
                 {"evaluations", 1, 1000000, &s->evaluations}};
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
        if (strcmp(name, whole[i].name) == 0) {
            bool good =
                read_whole(s, o, whole[i].least, whole[i].most, whole[i].to);
            s->order = (int)order;
            return good;
        }
    if (strcmp(name, "tolerance") == 0)
        return read_tolerance(s, o);
    if (strcmp(name, "imaginary") == 0) {
        bool good = read_word(s, o, 2, truth, &word);
        s->imaginary = word == 1;
        return good;
    }
    if (strcmp(name, "stable") == 0) {
        bool good = read_word(s, o, 3, demands, &word);
        s->demand = (enum demand)word;
        return good;
    }
    diag_error(&s->job->diags, o->place, "no such option of a search");
    diag_hint(&s->job->diags, "there are order, seed, starts, evaluations, "
                              "tolerance, imaginary and stable");
    return false;
}

static bool read_aim(struct search *s, const struct ast *call)
{
    int nearest = -1, best = 99;
    for (int i = 0; i < AIM_COUNT; i++) {
        int d = name_distance(call->name, aims[i]);
        if (d < best) {
            best = d;
            nearest = i;
        }
    }
    s->aim = (enum aim)nearest;
    if (best != 0) {
        diag_error(&s->job->diags, call->name_place, "unknown aim '%s'",
                   call->name);
        if (best <= 4)
            diag_hint(&s->job->diags, "did you mean '%s'?", aims[nearest]);
        else
            diag_hint(&s->job->diags,
                      "aims are error_2norm, lotkin_bound, stability_interval, "
                      "energy_drift and attitude_error");
        return false;
    }
    for (int i = 0; call->kind == AST_CALL && i < call->n; i++)
        if (!read_option(s, call->child[i]))
            return false;
    return true;
}

static const struct ast *parse_call(struct search *s, const char *path,
                                    const char *text)
{
    struct source *source = arena_alloc(s->job->arena, sizeof *source);
    *source = (struct source){path, text, strlen(text)};
    int before = s->job->diags.errors;
    const struct ast *call =
        lang_parse_call(s->job->arena, s->job->names, &s->job->diags, source);
    return s->job->diags.errors > before ? NULL : call;
}

/* ---- the file ---- */

static bool has_free(const struct ast *block)
{
    for (int i = 0; i < block->n; i++)
        if (block->child[i]->kind == AST_FREE)
            return true;
    return false;
}

static bool fail(struct search *s, struct place place, const char *what,
                 const char *hint)
{
    if (place.source)
        diag_error(&s->job->diags, place, "%s", what);
    else
        diag_error_line(&s->job->diags, s->text->path, 0, "%s", what);
    diag_hint(&s->job->diags, "%s", hint);
    return false;
}

/* The one tableau that has free symbols. */
static bool find_block(struct search *s, const struct ast *file)
{
    struct place nowhere = {0};
    int blocks = 0;
    for (int i = 0; i < file->n; i++) {
        const struct ast *block = file->child[i];
        if (block->kind != AST_TABLEAU)
            continue;
        blocks++;
        if (s->block && has_free(block))
            return fail(s, block->name_place,
                        "a second tableau with free symbols",
                        "one search finds values for one tableau");
        if (has_free(block))
            s->block = block;
    }
    if (s->block)
        return true;
    return fail(
        s, nowhere,
        blocks ? "no tableau has free symbols, so there is nothing to "
                 "search for"
               : "has no tableau in it",
        "write `free x = 1/2 in [0, 1]` in a tableau and x in its rows");
}

static const struct ast *find_statement(const struct ast *file,
                                        enum ast_kind kind)
{
    for (int i = 0; i < file->n; i++)
        if (file->child[i]->kind == kind)
            return file->child[i];
    return NULL;
}

/* A file that has no body is checked by nobody else. */
static bool check_once(struct search *s, const struct ast *file)
{
    const struct ast *first = find_statement(file, AST_SEARCH);
    for (int i = 0; i < file->n; i++)
        if (file->child[i]->kind == AST_SEARCH && file->child[i] != first)
            return fail(s, file->child[i]->place, "a second 'search'",
                        "another aim is taken by --aim");
    return true;
}

static bool mentions(const struct ast *call, const char *name)
{
    for (int i = 0; call->kind == AST_CALL && i < call->n; i++) {
        const struct ast *a = call->child[i];
        a = a->kind == AST_OPTION ? a->child[0] : a;
        if ((a->kind == AST_NAME && strcasecmp(a->name, name) == 0) ||
            mentions(a, name))
            return true;
    }
    return false;
}

/* Steppers must go by the tableau, or nothing would change. */
static bool check_method(struct search *s, const struct ast *file)
{
    const struct ast *method = find_statement(file, AST_METHOD);
    const char *said = s->request->options.method;
    const struct ast *call = said     ? parse_call(s, "--method", said)
                             : method ? method->child[0]
                                      : NULL;
    if (!search_runs(s) || s->again || (call && mentions(call, s->block->name)))
        return true;
    return fail(
        s, call ? call->place : (struct place){0},
        text_format(s->job->arena,
                    "the method does not use tableau %s, which %s is "
                    "to be measured on",
                    s->block->name, aims[s->aim]),
        text_format(s->job->arena, "write `method rkmk(%s)`", s->block->name));
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
        return fail(s, at, "it is not said of which order it is to be",
                    "write the order, 1 to 9, in the search: "
                    "`search error_2norm(order = 2)`");
    return true;
}

/* ---- the hash ---- */

static uint64_t hash_text(uint64_t hash, const char *text, size_t length)
{
    for (size_t i = 0; i <= length; i++) {
        hash ^= i < length ? (unsigned char)text[i] : 0x1ff;
        hash *= 0x100000001b3u; /* G. Fowler, L. C. Noll, K.-P. Vo */
    }
    return hash;
}

static void settle(struct search *s)
{
    s->asked = text_format(
        s->job->arena,
        "%s(order = %d, imaginary = %s, stable = %s, seed = %ld, starts = %ld, "
        "evaluations = %ld, tolerance = %.15g)",
        aims[s->aim], s->order, s->imaginary ? "true" : "false",
        demands[s->demand], s->seed, s->starts, s->evaluations, s->tolerance);
    s->hash = hash_text(0xcbf29ce484222325u, s->text->chars, s->text->length);
    s->hash = hash_text(s->hash, s->asked, strlen(s->asked));
    s->hash = hash_text(s->hash, s->with, strlen(s->with));
}

static const char *options_of(struct arena *arena, const struct request *r)
{
    const pol_options *o = &r->options;
    struct text t = text_new(arena);
    if (o->method)
        text_print(&t, " --method %s", o->method);
    if (o->attitude)
        text_print(&t, " --attitude %s", o->attitude);
    if (o->map)
        text_print(&t, " --map %s", o->map);
    if (r->options.step > 0)
        text_print(&t, " --step %.17g", r->options.step);
    if (r->until > 0)
        text_print(&t, " --until %.17g", r->until);
    if (o->real == POL_FLOAT)
        text_put(&t, " --real float");
    for (int i = 0; i < o->settings; i++)
        text_print(&t, " --set %s=%s", o->setting[i].name, o->setting[i].value);
    return text_chars(&t);
}

/* ---- all of it ---- */

static bool read_all(struct search *s, const struct ast *file,
                     const struct ast *call)
{
    struct pol_job *job = s->job;
    *s = (struct search){.job = job,
                         .request = s->request,
                         .text = s->text,
                         .with = s->with,
                         .seed = SEED,
                         .starts = STARTS,
                         .evaluations = EVALUATIONS,
                         .tolerance = 1e-12};
    if (!find_block(s, file) || !read_aim(s, call))
        return false;
    const struct request *r = s->request;
    s->order = r->order > 0 ? (int)r->order : s->order;
    s->seed = r->seed >= 0 ? r->seed : s->seed;
    s->starts = r->starts > 0 ? r->starts : s->starts;
    s->tableau = tableau_build_free(job->arena, &job->diags, s->block);
    if (!s->tableau || !check_tableau(s) || !check_method(s, file))
        return false;
    settle(s);
    return true;
}

static const struct ast *parse_file(struct search *s)
{
    int before = s->job->diags.errors;
    const struct ast *file =
        lang_parse(s->job->arena, s->job->names, &s->job->diags, s->text);
    return s->job->diags.errors > before ? NULL : file;
}

bool search_read(struct search *s, struct pol_job *job, const struct request *r,
                 const struct source *text)
{
    *s = (struct search){.job = job, .request = r, .text = text};
    s->with = options_of(job->arena, r);
    const struct ast *file = parse_file(s), *call;
    if (!file)
        return false;
    if (!find_block(s, file) || !check_once(s, file))
        return false;
    const struct ast *said = find_statement(file, AST_SEARCH);
    call = r->aim ? parse_call(s, "--aim", r->aim)
                  : (said ? said->child[0] : NULL);
    if (r->aim && !call)
        return false;
    if (!call)
        return fail(s, (struct place){0}, "does not say what is sought",
                    "write `search error_2norm(order = 2)` in it, or --aim");
    return read_all(s, file, call);
}

bool search_read_again(struct search *s, struct pol_job *job, const char *asked,
                       const char *with, const struct source *text)
{
    static const struct request nothing = {.seed = -1};
    *s = (struct search){
        .job = job, .request = &nothing, .text = text, .again = true};
    s->with = with;
    const struct ast *file = parse_file(s);
    const struct ast *call = file ? parse_call(s, "a checkpoint", asked) : NULL;
    return call && read_all(s, file, call);
}
