/* SPDX-License-Identifier: MIT
 *
 * What varies in a sweep: lists, ranges and distributions of the command line,
 * and columns of a file, to the recipe of its cases.
 */
#define _POSIX_C_SOURCE 200809L

#include "command/sweep.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/name.h"
#include "lang/ast.h"
#include "model/model.h"

static const char *const drawn_name[] = {
    [CASE_UNIFORM] = "uniform",
    [CASE_LOGUNIFORM] = "loguniform",
    [CASE_NORMAL] = "normal",
    [CASE_ROTATION] = "rotation",
};

/* A message about an option as a whole; false. */
#define refuse_option(s, option, ...)                                          \
    diag_error_line(&(s)->job->diags, option, 0, __VA_ARGS__)

/* ---- names ---- */

/* The statement of the spec that declares a const or a param; or NULL. */
static syntax declared(syntax file, const char *name)
{
    for (int i = 0; i < file->n; i++) {
        syntax s = file->child[i];
        if ((s->kind == AST_CONST || s->kind == AST_PARAM) &&
            strcmp(s->name, name) == 0)
            return s;
    }
    return NULL;
}

static struct varied *find_varied(struct sweep *s, const char *name)
{
    for (struct varied *v = s->varied; v < s->varied + s->varieds; v++)
        if (v->name ? strcmp(v->name, name) == 0 : strcmp(name, "step") == 0)
            return v;
    return NULL;
}

/* One more thing that varies; NULL with a message.  A start value becomes a
 * param of the body. */
static struct varied *add_varied(struct sweep *s, syntax spec,
                                 const char *option, const char *name)
{
    struct pol_job *job = s->job;
    const bool is_step = strcmp(name, "step") == 0;
    syntax found = declared(spec, name);
    if (s->varieds == CASES_SOURCES) {
        refuse_option(s, option, "more than %d things vary", CASES_SOURCES);
        return NULL;
    }
    if (find_varied(s, name)) {
        refuse_option(s, option, "'%s' varies already", name);
        return NULL;
    }
    if (is_step &&
        (s->request->options.step > 0 || s->request->options.tolerance > 0)) {
        refuse_option(s, option, "--step and --tolerance exclude it");
        return NULL;
    }
    if (found && found->kind == AST_CONST) {
        refuse_option(s, option, "'%s' is a const, and consts do not vary",
                      name);
        diag_hint(&job->diags, "declare it with param: `param %s = ...`", name);
        return NULL;
    }
    struct varied *v = &s->varied[s->varieds++];
    *v =
        (struct varied){.name = is_step ? NULL : name_of_text(job->names, name),
                        .option = option,
                        .first = job->wants};
    if (!found && !is_step) {
        s->freed[job->freeds] = v->name;
        s->freed[CASES_SOURCES + job->freeds++] = option;
    }
    return v;
}

/* ---- values ---- */

static void want(struct sweep *s, struct varied *v, syntax value,
                 bool broadcast)
{
    struct pol_job *job = s->job;
    struct wanted *grown = job->want;
    /* grows by one: lists are as long as a command line */
    if ((job->wants & (job->wants - 1)) == 0)
        grown = arena_grow(job->arena, job->want,
                           (size_t)job->wants * sizeof *grown,
                           (2 * (size_t)job->wants + 1) * sizeof *grown);
    job->want = grown;
    job->want[job->wants++] = (struct wanted){
        .name = v->name, .value = value, .is_broadcast = broadcast};
    v->wants++;
}

static syntax parse(struct sweep *s, const char *option, const char *text)
{
    return lang_parse_part(s->job->names, &s->job->diags, LANG_VALUE, option,
                           text);
}

/* The next colon that stands in no bracket; NULL. */
static char *colon_of(char *text)
{
    int open = 0;
    for (; *text; text++) {
        open += strchr("([", *text) ? 1 : strchr(")]", *text) ? -1 : 0;
        if (*text == ':' && open == 0)
            return text;
    }
    return NULL;
}

/* "10:30:41" */
static bool read_range(struct sweep *s, struct varied *v, char *from,
                       char *colon)
{
    char *to = colon + 1, *number = colon_of(to);
    long count;
    *colon = '\0';
    if (number)
        *number++ = '\0';
    if (number &&
        !args_whole(number + strspn(number, " "), 1, LONG_MAX, &count))
        number = NULL;
    if (!number || colon_of(number))
        return refuse_option(s, v->option,
                             "a range is FROM:TO:NUMBER, such as 10:30:41");
    v->kind = CASE_RANGE;
    v->count = count;
    const syntax ends[] = {parse(s, v->option, from), parse(s, v->option, to)};
    v->said = ends[0];
    for (int i = 0; i < 2 && ends[0] && ends[1]; i++)
        want(s, v, ends[i], false);
    return ends[0] && ends[1];
}

static bool read_list(struct sweep *s, struct varied *v, char *text)
{
    char *colon = colon_of(text);
    if (colon)
        return read_range(s, v, text, colon);
    v->kind = CASE_LIST;
    v->said = parse(s, v->option, text);
    if (!v->said)
        return false;
    const bool is_list = v->said->kind == AST_VECTOR;
    for (int i = 0; is_list && i < v->said->n; i++)
        want(s, v, v->said->child[i], false);
    if (!is_list)
        want(s, v, v->said, false);
    return true;
}

/* "normal([0, 0, 50], 1)", "rotation" */
static bool read_distribution(struct sweep *s, struct varied *v,
                              const char *text)
{
    struct diags *diags = &s->job->diags;
    syntax said = v->said = parse(s, v->option, text);
    struct nearest near = nearest_to(said && said->name ? said->name : "");
    if (!said)
        return false;
    const bool is_called = said->kind == AST_CALL || said->kind == AST_NAME;
    for (int kind = CASE_UNIFORM; kind <= CASE_ROTATION; kind++) {
        nearest_offer(&near, drawn_name[kind]);
        if (is_called && strcmp(said->name, drawn_name[kind]) == 0)
            v->kind = (enum case_kind)kind;
    }
    if (v->kind == CASE_LIST) {
        diag_error(diags, said->place, "no distribution is called so");
        return diag_near(diags, is_called ? near.best : NULL,
                         "uniform(a, b), loguniform(a, b), normal(mean, "
                         "deviation), rotation");
    }
    const int n = v->kind == CASE_ROTATION ? 0 : 2;
    const bool is_name = said->kind == AST_NAME;
    bool good = (is_name ? 0 : said->n) == n;
    for (int i = 0; good && i < n; i++)
        good = said->child[i]->kind != AST_OPTION;
    if (!good)
        return diag_error(diags, said->place,
                          n ? "%s takes two values" : "%s takes no values",
                          said->name);
    for (int i = 0; i < n; i++)
        want(s, v, said->child[i], true);
    if (n == 0)
        want(s, v, NULL, false);
    if (!v->name)
        return refuse_option(s, v->option,
                             "a step does not vary at random: --vary "
                             "'step = [...]'");
    return true;
}

/* ---- a file of cases ---- */

static bool row_error(const struct sweep *s, const char *format,
                      const char *word)
{
    return diag_add(&s->job->diags,
                    (struct diag){.kind = DIAG_ERROR,
                                  .path = s->rows.path,
                                  .line = s->rows.line},
                    format, word);
}

/* The next line that is not blank, without its end; NULL at the end. */
static char *next_line(struct rows *r)
{
    while (fgets(r->text, sizeof r->text, r->file)) {
        size_t n = strlen(r->text);
        r->line++;
        while (n > 0 && strchr("\r\n \t", r->text[n - 1]))
            r->text[--n] = '\0';
        if (n > 0 && r->text[0] != '#')
            return r->text + strspn(r->text, " \t");
    }
    return NULL;
}

static char *field(char **rest)
{
    char *at = *rest + strspn(*rest, " \t"), *comma = strchr(at, ',');
    *rest = comma ? comma + 1 : NULL;
    size_t n = comma ? (size_t)(comma - at) : strlen(at);
    while (n > 0 && strchr(" \t\"", at[n - 1]))
        n--;
    at[n] = '\0';
    return at + strspn(at, "\"");
}

/* "mgl", "w1" or "R12": of which component of what. */
static bool take_column(struct sweep *s, syntax spec, const char *name)
{
    struct rows *r = &s->rows;
    const char *base = name;
    int part = 0;
    size_t n = strlen(name);
    if (!declared(spec, name)) {
        while (n > 0 && ascii_is_digit(name[n - 1]))
            n--;
        const int digits = (int)strlen(name + n);
        const int number = (int)strtol(name + n, NULL, 10);
        base = arena_text(s->job->arena, name, n);
        part = digits == 2 ? number / 10 * 3 + number % 10 - 4
               : digits    ? number - 1
                           : 0;
    }
    if (!*base || part < 0 || part > 8 || strcmp(base, "step") == 0)
        return row_error(s, "'%s' does not vary by rows", name);
    struct varied *v = find_varied(s, base);
    if (v && (v->kind != CASE_ROWS || v->columns >> part & 1))
        return row_error(s, "'%s' varies already", name);
    if (!v) {
        v = add_varied(s, spec, r->path, base);
        if (!v)
            return false;
        v->kind = CASE_ROWS;
        want(s, v, NULL, false);
    }
    v->columns |= 1u << part;
    if (r->columns == CASES_VALUES)
        return row_error(s, "more columns than there may be: '%s'", name);
    r->to[r->columns++] = 16 * (int)(v - s->varied) + part;
    return true;
}

static bool read_heading(struct sweep *s, syntax spec)
{
    struct rows *r = &s->rows;
    r->file = fopen(r->path, "r");
    if (!r->file || fseek(r->file, 0, SEEK_SET) != 0) /* it is read twice */
        return diag_error_line(&s->job->diags, r->path, 0, "cannot be read: %s",
                               strerror(errno));
    char *rest = next_line(r);
    bool good = rest || row_error(s, "%s has no heading, such as mgl,w1,w2,w3",
                                  "the file");
    while (good && rest)
        good = take_column(s, spec, field(&rest));
    return good;
}

bool rows_next(struct sweep *s, double *values)
{
    struct rows *r = &s->rows;
    char *rest = next_line(r), *end;
    if (!rest) { /* from the beginning, behind the heading */
        rewind(r->file);
        r->line = 0;
        next_line(r);
        rest = next_line(r);
    }
    bool good = rest != NULL;
    for (int i = 0; good && i < r->columns; i++) {
        const char *word = rest ? field(&rest) : "";
        const double x = strtod(word, &end);
        if (end == word || *end || !isfinite(x))
            good = row_error(
                s, *word ? "'%s' is no number" : "a row has too few numbers%s",
                word);
        values[r->to[i]] = x;
    }
    return good && (!rest || row_error(s,
                                       "a row has more numbers than the "
                                       "heading%s",
                                       ""));
}

void rows_rewind(struct sweep *s)
{
    if (s->rows.file)
        fseek(s->rows.file, 0, SEEK_END); /* behind the last comes the first */
}

static bool is_attitude(const struct varied *v)
{
    return v->name && strcmp(v->name, "R") == 0;
}

/* As near to one as the start of a spec must be? */
static bool is_rotation(const double *r)
{
    double off = 0, c[3];
    for (int i = 0; i < 9; i++)
        off = fmax(off, fabs(r[i / 3] * r[i % 3] + r[3 + i / 3] * r[3 + i % 3] +
                             r[6 + i / 3] * r[6 + i % 3] - (i % 4 == 0)));
    for (int i = 0; i < 3; i++)
        c[i] = r[3 + (i + 1) % 3] * r[6 + (i + 2) % 3] -
               r[3 + (i + 2) % 3] * r[6 + (i + 1) % 3];
    return off <= 1e-6 && r[0] * c[0] + r[1] * c[1] + r[2] * c[2] > 0;
}

/* What every column stands for is there; how many rows, all of them good. */
static bool count_rows(struct sweep *s)
{
    struct rows *r = &s->rows;
    double values[CASES_VALUES];
    XXH3_state_t hash;
    XXH3_INITSTATE(&hash);
    XXH3_128bits_reset(&hash);
    const int told = s->job->diags.errors;
    r->count = 0;
    for (int before = r->line;; before = r->line) {
        /* the row behind the last one is the first one again */
        if (!rows_next(s, values))
            return s->job->diags.errors == told &&
                   row_error(s, "%s has no rows", "the file");
        if (r->line <= before)
            break;
        r->count++;
        for (const struct varied *v = s->varied; v < s->varied + s->varieds;
             v++)
            if (v->kind == CASE_ROWS && is_attitude(v) &&
                !is_rotation(values + s->work.cases.source[v->source].at))
                return row_error(s, "%s is no rotation", v->name);
    }
    rewind(r->file);
    char bytes[1 << 14];
    for (size_t n; (n = fread(bytes, 1, sizeof bytes, r->file)) > 0;)
        XXH3_128bits_update(&hash, bytes, n);
    const XXH128_hash_t mark = XXH3_128bits_digest(&hash);
    snprintf(r->mark, sizeof r->mark, "%016llx%016llx",
             (unsigned long long)mark.high64, (unsigned long long)mark.low64);
    rows_rewind(s);
    return true;
}

/* ---- before the spec is checked ---- */

bool vary_read(struct sweep *s, const struct source *spec)
{
    struct pol_job *job = s->job;
    struct request *r = s->request;
    struct diags unseen = diags_new(job->arena);
    syntax file = lang_parse(job->names, &unseen, spec);
    s->freed = arena_array(job->arena, 2 * CASES_SOURCES, sizeof *s->freed);
    job->freed = s->freed;
    job->freed_by = s->freed + CASES_SOURCES;
    if (!file) /* which is told when it is read */
        return true;
    bool good = true;
    for (int i = 0; i < r->varies + r->randoms; i++) {
        const bool is_random = i >= r->varies;
        const pol_setting *o =
            is_random ? &r->random[i - r->varies] : &r->vary[i];
        const char *option = text_format(
            job->arena, "--%s %s", is_random ? "random" : "vary", o->name);
        struct varied *v = add_varied(s, file, option, o->name);
        char *text = arena_text(job->arena, o->value, strlen(o->value));
        good = v &&
               (is_random ? read_distribution(s, v, text)
                          : read_list(s, v, text)) &&
               good;
    }
    s->rows.path = r->cases;
    return (!r->cases || read_heading(s, file)) && good;
}

/* ---- once it is checked ---- */

/* Are the ends of a distribution such that numbers can be drawn? */
static bool is_drawable(struct sweep *s, const struct varied *v, int n,
                        const double *a, const double *b)
{
    for (int i = 0; i < n; i++) {
        const char *fault = v->kind == CASE_NORMAL
                                ? b[i] < 0 ? "the deviation is negative" : NULL
                            : b[i] < a[i]
                                ? "the second value is below the first"
                            : v->kind == CASE_LOGUNIFORM && a[i] <= 0
                                ? "both values must be positive"
                                : NULL;
        if (fault)
            return diag_error(&s->job->diags, v->said->place, "%s", fault);
    }
    return true;
}

/* Do kind and shape go together?  Else a message. */
static bool fits(struct sweep *s, const struct varied *v, int n)
{
    struct diags *diags = &s->job->diags;
    const unsigned all = n < 9 ? (1u << n) - 1 : 511;
    if (v->kind == CASE_ROTATION && n != 9)
        return diag_error(diags, v->said->place,
                          "a rotation has 9 numbers, as R, and not '%s'",
                          v->name);
    if (is_attitude(v) && v->kind >= CASE_RANGE && v->kind < CASE_ROTATION)
        return diag_error(diags, v->said->place,
                          "between two rotations no straight line leads"),
               diag_hint(diags, "--random 'R = rotation', or a list: --vary 'R "
                                "= [turn(e1, 0.1), ...]'");
    if (v->kind == CASE_ROWS && v->columns != all)
        return diag_error_line(
            diags, v->option, 1, "'%s' has %d numbers: %s", v->name, n,
            n == 1 ? text_format(diags->arena, "one column %s", v->name)
            : n == 3
                ? text_format(diags->arena, "columns %s1, %s2, %s3", v->name,
                              v->name, v->name)
                : text_format(diags->arena, "columns %s11, %s12, ..., %s33",
                              v->name, v->name, v->name));
    return true;
}

static bool take_source(struct sweep *s, struct varied *v)
{
    struct cases *c = &s->work.cases;
    const struct wanted *w = &s->job->want[v->first];
    const struct model *m = s->job->model;
    const int n = v->name ? w->param->n : 1;
    struct case_source *to = &c->source[v->source = c->sources++];
    *to = (struct case_source){.kind = v->kind,
                               .n = n,
                               .at = c->values,
                               .to = -1,
                               .dimension = c->dimensions,
                               .count = v->kind == CASE_LIST    ? v->wants
                                        : v->kind == CASE_RANGE ? v->count
                                                                : 1,
                               .first = c->numbers};
    if (v->name)
        for (const struct field *f = m->param; f <= w->param; f++)
            to->to = f == m->param ? 0 : to->to + f[-1].n;
    c->values += n;
    if (c->values > CASES_VALUES)
        return refuse_option(s, v->option, "more than %d numbers vary",
                             CASES_VALUES);
    if (!fits(s, v, n))
        return false;
    for (int i = 0; i < v->wants && v->kind < CASE_ROTATION; i++)
        for (int k = 0; k < n; k++)
            c->number[c->numbers++] = number_double(w[i].number[k]);
    const double *a = c->number + to->first;
    if (v->kind == CASE_ROTATION)
        c->dimensions += 4;
    else if (v->kind >= CASE_UNIFORM && v->kind <= CASE_NORMAL) {
        c->dimensions += n;
        return is_drawable(s, v, n, a, a + n);
    }
    for (int i = 0; i < v->wants && v->kind == CASE_LIST; i++)
        if (is_attitude(v) && !is_rotation(a + 9 * i))
            return diag_error(&s->job->diags, v->said->place,
                              "value %d is no rotation", i + 1);
    for (int i = 0; !v->name && i < v->wants; i++)
        if (!(a[i] > 0))
            return refuse_option(s, v->option, "a step must be positive");
    if (!v->name && to->count > WORK_PACES)
        return refuse_option(s, v->option, "more than %d steps", WORK_PACES);
    return true;
}

bool vary_cases(struct sweep *s)
{
    struct cases *c = &s->work.cases;
    struct request *r = s->request;
    bool is_random = false, good = true;
    *c = (struct cases){.draws = 1,
                        .seed = r->seed < 0 ? 0 : (uint64_t)r->seed,
                        .is_sobol = r->sobol,
                        .has_rows = s->rows.path != NULL};
    c->number = arena_array(s->job->arena, 9 * (size_t)s->job->wants + 1,
                            sizeof *c->number);
    /* cases of one step stand together */
    for (int turn = 0; turn < 2; turn++)
        for (struct varied *v = s->varied; v < s->varied + s->varieds; v++) {
            is_random |= v->kind >= CASE_UNIFORM && v->kind <= CASE_ROTATION;
            if ((v->name != NULL) == turn)
                good = take_source(s, v) && good;
        }
    if (!good)
        return false;
    for (int i = 0; i < s->rows.columns; i++) {
        const struct varied *v = &s->varied[s->rows.to[i] / 16];
        s->rows.to[i] = c->source[v->source].at + s->rows.to[i] % 16;
    }
    if (c->is_sobol && c->dimensions > DRAW_SOBOL_DIMENSIONS)
        return refuse_option(s, "--sobol",
                             "%d random numbers a case are more "
                             "than its %d dimensions",
                             c->dimensions, DRAW_SOBOL_DIMENSIONS);
    if (c->has_rows && !count_rows(s))
        return false;
    if (r->number && (!is_random || c->has_rows))
        return refuse_option(s, "-n",
                             c->has_rows
                                 ? "the rows of %s are the cases"
                                 : "nothing is drawn: a number of cases needs "
                                   "--random",
                             s->rows.path);
    c->draws = c->has_rows ? s->rows.count
               : r->number ? (uint64_t)r->number
                           : 1;
    if (is_random && !r->number && !c->has_rows)
        for (int i = 0; i < c->sources; i++) /* a draw for each of a grid */
            is_random &= c->source[i].count == 1;
    if (is_random && !r->number && !c->has_rows)
        return refuse_option(s, "--random", "how many cases? -n 1000");
    return cases_multiply(c) ||
           refuse_option(s, "--vary", "more than 2^53 cases");
}
