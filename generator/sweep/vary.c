/* SPDX-License-Identifier: MIT
 *
 * What varies in a sweep: from lists, ranges and distributions of the command
 * line, and columns of a file, to the recipe of its cases.
 */
#define _POSIX_C_SOURCE 200809L

#include "sweep/plan.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/file.h"
#include "base/name.h"
#include "explore/explore.h"

/* Messages about an option, a value in it, or the current line of the file of
 * cases; each returns false. */
#define refuse_option(s, option, ...)                                          \
    diag_error_line((s)->diags, option, 0, __VA_ARGS__)
#define refuse_value(s, v, ...)                                                \
    diag_error((s)->diags, (v)->written->place, __VA_ARGS__)
#define refuse_row(s, ...)                                                     \
    diag_error_line((s)->diags, (s)->rows.csv.path, (s)->rows.csv.line,        \
                    __VA_ARGS__)

/* ---- names ---- */

/* The statement of the spec that declares this const or param, or NULL. */
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

static struct varied *find_varied(struct plan *s, const char *name)
{
    for (struct varied *v = s->varied; v < s->varied + s->varieds; v++)
        if (strcmp(v->name ? v->name : "step", name) == 0)
            return v;
    return NULL;
}

/* Adds a thing that varies; NULL with a message.  A start value becomes a param
 * of the body; the step comes first: cases of one step are consecutive. */
static struct varied *add_varied(struct plan *s, syntax spec,
                                 const char *option, const char *name)
{
    const bool is_step = strcmp(name, "step") == 0;
    syntax found = declared(spec, name);
    if (s->varieds == CASES_SOURCES)
        refuse_option(s, option, "more than %d things vary", CASES_SOURCES);
    else if (find_varied(s, name))
        refuse_option(s, option, "'%s' varies already", name);
    else if (is_step && s->options.has_step)
        refuse_option(s, option, "not possible with --step or --tolerance");
    else if (found && found->kind == AST_CONST) {
        refuse_option(s, option, "'%s' is a const, and consts do not vary",
                      name);
        diag_hint(s->diags, "declare it with param: `param %s = ...`", name);
    } else {
        struct varied *v = &s->varied[is_step ? 0 : s->varieds];
        if (is_step)
            memmove(v + 1, v, (size_t)s->varieds * sizeof *v);
        s->varieds++;
        *v = (struct varied){.name =
                                 is_step ? NULL : name_of_text(s->names, name),
                             .option = option,
                             .count = 1,
                             .first = s->additions->overrides,
                             .is_start = !found && !is_step};
        if (v->is_start) {
            s->free_start[s->additions->free_starts] = v->name;
            s->free_start_option[s->additions->free_starts++] = option;
        }
        return v;
    }
    return NULL;
}

/* ---- values ---- */

/* Asks the spec's check for a value, or for each of its parts; without
 * `written` (NULL), for the named param alone. */
static void add_override(struct plan *s, struct varied *v, syntax written,
                         bool in_parts)
{
    const int n = in_parts ? written->n : 1;
    const size_t size = sizeof *s->additions->override,
                 had = (size_t)s->additions->overrides * size;
    s->additions->override = arena_grow(s->arena, s->additions->override, had,
                                        had + (size_t)n * size);
    for (int i = 0; i < n; i++)
        s->additions->override[s->additions->overrides++] =
            (struct override){.name = v->name,
                              .value = in_parts ? written->child[i] : written,
                              .is_broadcast = v->kind >= CASE_UNIFORM};
    v->overrides += n;
}

static syntax parse(struct plan *s, const struct varied *v, const char *text)
{
    return lang_parse_part(s->names, s->diags, LANG_VALUE, v->option, text);
}

/* Splits a text at its first three colons outside of brackets. */
static int split(char *text, char *part[4])
{
    int parts = 0, open = 0;
    part[parts++] = text;
    for (; *text && parts < 4; text++) {
        open += strchr("([", *text) ? 1 : strchr(")]", *text) ? -1 : 0;
        if (*text == ':' && open == 0) {
            part[parts++] = text + 1;
            *text = '\0';
        }
    }
    return parts;
}

/* Reads "10:30:41", "[10, 12, 15]" or "12". */
static bool read_list(struct plan *s, struct varied *v, char *text)
{
    char *part[4];
    const int parts = split(text, part);
    const bool is_range = parts > 1;
    if (is_range && (parts != 3 || !text_int(part[2] + strspn(part[2], " "), 1,
                                             LONG_MAX, &v->count)))
        return refuse_option(s, v->option,
                             "a range is FROM:TO:NUMBER, such as 10:30:41");
    v->kind = is_range ? CASE_RANGE : CASE_LIST;
    bool good = true;
    for (int i = 0; i <= is_range; i++) {
        syntax written = parse(s, v, part[i]);
        if (written)
            add_override(s, v, written,
                         !is_range && written->kind == AST_VECTOR);
        good &= written != NULL;
        v->written = i ? v->written : written;
    }
    v->count = is_range ? v->count : v->overrides;
    return good;
}

/* Reads "normal([0, 0, 50], 1)" or "rotation". */
static bool read_law(struct plan *s, struct varied *v, char *text)
{
    static const char *const law[] = {[CASE_UNIFORM] = "uniform",
                                      [CASE_LOGUNIFORM] = "loguniform",
                                      [CASE_NORMAL] = "normal",
                                      [CASE_ROTATION] = "rotation"};
    syntax written = v->written = parse(s, v, text);
    if (!written)
        return false;
    const bool is_called =
        written->kind == AST_CALL || written->kind == AST_NAME;
    struct nearest near = nearest_to(is_called ? written->name : "");
    for (int kind = CASE_UNIFORM; kind <= CASE_ROTATION; kind++) {
        nearest_offer(&near, law[kind]);
        if (is_called && strcmp(written->name, law[kind]) == 0)
            v->kind = (enum case_kind)kind;
    }
    if (v->kind == CASE_LIST) {
        refuse_value(s, v, "there is no such distribution");
        return diag_near(s->diags, near.best,
                         "uniform(a, b), loguniform(a, b), normal(mean, "
                         "deviation), rotation");
    }
    const int n = v->kind == CASE_ROTATION ? 0 : 2;
    bool good = written->n == n;
    for (int i = 0; good && i < n; i++)
        good = written->child[i]->kind != AST_OPTION;
    if (!good)
        return refuse_value(s, v, "%s takes %s values", written->name,
                            n ? "two" : "no");
    add_override(s, v, n ? written : NULL, n > 0);
    return v->name || refuse_option(s, v->option,
                                    "a step does not vary at random: --vary "
                                    "'step = [...]'");
}

/* ---- a file of cases ---- */

/* The length of "mgl", "w1" or "R12" without figures; skips "start." and
 * "param.", which a sweep writes in its own headings. */
static size_t base_of(syntax spec, const char **name)
{
    *name += strncmp(*name, "start.", 6) && strncmp(*name, "param.", 6) ? 0 : 6;
    size_t n = strlen(*name);
    while (n > 0 && ascii_is_digit((*name)[n - 1]) && !declared(spec, *name))
        n--;
    return n;
}

/* True if the spec declares the name in this column heading. */
static bool is_name(void *to, const char *head)
{
    syntax spec = to;
    const size_t n = base_of(spec, &head);
    for (int i = 0; i < spec->n; i++) {
        const char *name = spec->child[i]->name;
        if (name && strlen(name) == n && strncmp(name, head, n) == 0)
            return true;
    }
    return false;
}

/* Takes a column "mgl", "w1" or "R12": a name and a component. */
static bool take_column(struct plan *s, syntax spec, const char *name)
{
    struct rows *r = &s->rows;
    const size_t n = base_of(spec, &name);
    const char *base = arena_text(s->arena, name, n), *digit = name + n;
    const size_t digits = strlen(digit);
    const int figures = digits <= 2 ? atoi(digit) : 0;
    if (n == 0 || digits > 2 || (*digit && (*digit == '0' || figures > 33)) ||
        strcmp(base, "step") == 0)
        return refuse_row(s, "'%s' does not vary by rows", name);
    struct varied *v = find_varied(s, base);
    if (v && (v->kind != CASE_ROWS || v->columns >> figures & 1))
        return refuse_row(s, "'%s' varies already", name);
    if (!v) {
        v = add_varied(s, spec, r->csv.path, base);
        if (!v)
            return false;
        v->kind = CASE_ROWS;
        add_override(s, v, NULL, false);
    }
    v->columns |= (uint64_t)1 << figures;
    if (r->columns == CASES_VALUES)
        return refuse_row(s, "more columns than there may be: '%s'", name);
    r->to[r->columns++] = 64 * (int)(v - s->varied) + figures;
    return true;
}

static bool read_heading(struct plan *s, syntax spec)
{
    struct rows *r = &s->rows;
    struct csv *csv = &r->csv;
    csv->file = file_is_regular(csv->path) ? fopen(csv->path, "rb") : NULL;
    if (!csv->file) /* read twice */
        return refuse_option(s, csv->path, "cannot be read: %s",
                             errno ? strerror(errno) : "it is no regular file");
    bool good =
        csv_begin(csv, is_name, (void *)(uintptr_t)spec, "mgl,w1,w2,w3");
    for (int i = 0; good && i < csv->columns; i++)
        good = take_column(s, spec, csv->column[i].name) &&
               csv_take(csv, i, false);
    return good;
}

static bool is_attitude(const struct varied *v)
{
    return v->name && strcmp(v->name, "R") == 0;
}

/* True if r is as close to a rotation as the start of a spec must be; replaces
 * r by the nearest rotation, by Newton's iteration A <- (A + A^-T)/2. */
static bool is_rotation(double *r)
{
    const double off = explore_orthogonality(r);
    double c[9], det = 0;
    for (int turn = 0; turn < 3 && off <= 1e-6; turn++) {
        for (int i = 0; i < 9; i++) {
            const int below = (i / 3 + 1) % 3 * 3, last = (i / 3 + 2) % 3 * 3;
            const int next = (i % 3 + 1) % 3, other = (i % 3 + 2) % 3;
            c[i] = r[below + next] * r[last + other] -
                   r[below + other] * r[last + next];
        }
        det = vector_dot(r, c);
        for (int i = 0; i < 9 && off > 1e-14 && det > 0; i++)
            r[i] = (r[i] + c[i] / det) / 2;
    }
    return det > 0;
}

static bool read_row(struct plan *s, double *values)
{
    double number[CASES_VALUES];
    int column[CASES_VALUES];
    for (int i = 0; i < s->rows.columns; i++)
        column[i] = i;
    if (!csv_numbers(&s->rows.csv, s->rows.columns, column, number))
        return false;
    for (int i = 0; i < s->rows.columns; i++)
        values[s->rows.to[i]] = number[i];
    for (int i = 0; i < s->varieds; i++)
        if (s->varied[i].kind == CASE_ROWS && is_attitude(&s->varied[i]) &&
            !is_rotation(values + s->work.cases.source[i].at))
            return refuse_row(s, "R is no rotation");
    return true;
}

void rows_rewind(struct plan *s)
{
    if (s->rows.csv.file)
        csv_rewind(&s->rows.csv);
    s->rows.next = 0;
}

bool rows_next(struct plan *s, double *values)
{
    if (s->rows.next == s->rows.count)
        rows_rewind(s);
    s->rows.next++;
    return csv_next(&s->rows.csv) && read_row(s, values);
}

/* Counts the rows and checks each of them. */
static bool count_rows(struct plan *s)
{
    struct rows *r = &s->rows;
    double values[CASES_VALUES] = {0};
    for (; csv_next(&r->csv); r->count++) {
        if (!read_row(s, values))
            return false;
        r->mark = XXH3_64bits_withSeed(values, sizeof values, r->mark);
    }
    if (r->csv.failed || r->count == 0)
        return r->csv.failed ? false : refuse_row(s, "no row of numbers");
    rows_rewind(s);
    return true;
}

/* ---- before the spec is checked ---- */

bool vary_read(struct plan *s, const struct source *spec)
{
    const struct plan_options *r = &s->options;
    struct diags unseen = diags_new(s->arena);
    syntax file = lang_parse(s->names, &unseen, spec);
    s->additions->free_start = s->free_start;
    s->additions->free_start_option = s->free_start_option;
    if (!file) /* reported when the spec is read */
        return true;
    bool good = true;
    for (int i = 0; i < r->varies + r->randoms; i++) {
        const bool is_law = i >= r->varies;
        const pol_setting *o = is_law ? &r->random[i - r->varies] : &r->vary[i];
        const char *option = text_format(s->arena, "--%s %s",
                                         is_law ? "random" : "vary", o->name);
        struct varied *v = add_varied(s, file, option, o->name);
        char *text = text_format(s->arena, "%s", o->value);
        good = v && (is_law ? read_law : read_list)(s, v, text) && good;
    }
    return (!s->rows.csv.path || read_heading(s, file)) && good;
}

/* ---- after the spec is checked ---- */

/* True if each number of the value has a column; else a message. */
static bool has_columns(struct plan *s, const struct varied *v, int shape)
{
    const char *name = v->name;
    const int n = shape == SHAPE_NINE ? 9 : shape;
    uint64_t columns = 0;
    for (int i = 0; i < n; i++)
        columns |= (uint64_t)1 << plan_figures(shape, i);
    return v->columns == columns ||
           diag_error_line(
               s->diags, v->option, 1,
               n == 1   ? "'%s' has %d numbers: one column %s"
               : n == 3 ? "'%s' has %d numbers: columns %s1, %s2, %s3"
               : shape == SHAPE_MATRIX
                   ? "'%s' has %d numbers: columns %s11, %s12, ..., %s33"
                   : "'%s' has %d numbers: columns %s1, %s2, ..., %s%d",
               name, n, name, name, name, n);
}

/* True if kind, shape and numbers fit together; else a message.  Makes the
 * rotations of a list exact. */
static bool fits(struct plan *s, const struct varied *v, int shape, double *a)
{
    const char *name = v->name;
    const int n = shape == SHAPE_NINE ? 9 : shape;
    const double *b = a + n; /* second argument */
    const bool is_law = v->kind >= CASE_UNIFORM && v->kind < CASE_ROTATION;
    if (v->kind == CASE_ROTATION && shape != SHAPE_MATRIX)
        return refuse_value(
            s, v, "a rotation has 9 numbers, as R, and not '%s'", name);
    if (is_attitude(v) && (is_law || v->kind == CASE_RANGE)) {
        refuse_value(s, v, "a rotation has no range and no such distribution");
        return diag_hint(s->diags,
                         "--random 'R = rotation', or a list: --vary 'R = "
                         "[turn(e1, 0.1), ...]'");
    }
    if (v->kind == CASE_ROWS && !has_columns(s, v, shape))
        return false;
    for (int i = 0; i < n && is_law; i++) {
        if (v->kind == CASE_NORMAL && b[i] < 0)
            return refuse_value(s, v, "the deviation is negative");
        if (v->kind != CASE_NORMAL && b[i] < a[i])
            return refuse_value(s, v, "the second value is below the first");
        if (v->kind == CASE_LOGUNIFORM && a[i] <= 0)
            return refuse_value(s, v, "both values must be positive");
    }
    for (int i = 0; i < v->overrides && is_attitude(v) && v->kind == CASE_LIST;
         i++)
        if (!is_rotation(a + 9 * i))
            return refuse_value(s, v, "value %d is no rotation", i + 1);
    for (int i = 0; i < v->overrides && !name; i++)
        if (!(a[i] > 0))
            return refuse_option(s, v->option, "a step must be positive");
    return name || v->count <= WORK_PACES ||
           refuse_option(s, v->option, "more than %d steps", WORK_PACES);
}

static bool take_source(struct plan *s, const struct model *m,
                        const struct varied *v)
{
    struct cases *c = &s->work.cases;
    const struct override *w = &s->additions->override[v->first];
    const struct field *param = v->name ? w->param : NULL;
    const int n = param ? param->n : 1;
    const bool is_random = v->kind >= CASE_UNIFORM && v->kind <= CASE_ROTATION;
    struct case_source *to = &c->source[c->sources++];
    *to = (struct case_source){.kind = v->kind,
                               .n = n,
                               .is_flat = param && param->is_flat,
                               .at = c->values,
                               .to = v->name ? 0 : -1,
                               .dimension = c->dimensions,
                               .count = v->count,
                               .first = c->numbers};
    for (const struct field *f = m->param; v->name && f < w->param; f++)
        to->to += f->n;
    c->values += n;
    c->dimensions += !is_random ? 0 : v->kind == CASE_ROTATION ? 4 : n;
    if (c->values > CASES_VALUES)
        return refuse_option(s, v->option, "more than %d numbers vary",
                             CASES_VALUES);
    for (int i = 0; i < v->overrides && v->kind < CASE_ROTATION; i++)
        for (int k = 0; k < n; k++)
            c->number[c->numbers++] = number_double(w[i].number[k]);
    return fits(s, v, to->is_flat ? SHAPE_NINE : n, c->number + to->first);
}

bool vary_cases(struct plan *s, const struct model *m)
{
    struct cases *c = &s->work.cases;
    struct rows *rows = &s->rows;
    const struct plan_options *r = &s->options;
    bool good = true;
    c->has_rows = rows->csv.path != NULL;
    c->number = arena_array(s->arena,
                            VALUE_NUMBERS * (size_t)s->additions->overrides + 1,
                            sizeof *c->number);
    for (int i = 0; i < s->varieds; i++)
        good = take_source(s, m, &s->varied[i]) && good;
    if (!good)
        return false;
    for (int i = 0; i < rows->columns; i++) {
        const struct case_source *to = &c->source[rows->to[i] / 64];
        const int shape = to->is_flat ? SHAPE_NINE : to->n;
        int part = 0;
        while (plan_figures(shape, part) != rows->to[i] % 64)
            part++;
        rows->to[i] = to->at + part;
    }
    if (c->is_sobol && c->dimensions > DRAW_SOBOL_DIMENSIONS)
        return refuse_option(s, "--sobol",
                             "%d random numbers a case are more "
                             "than its %d dimensions",
                             c->dimensions, DRAW_SOBOL_DIMENSIONS);
    if (c->has_rows && !count_rows(s))
        return false;
    if (c->has_rows && r->number)
        return refuse_option(s, "-n", "each row of %s is a case: leave out -n",
                             rows->csv.path);
    if (r->number && c->dimensions == 0)
        return refuse_option(s, "-n", "a number of cases needs --random");
    c->draws = c->has_rows ? rows->count : r->number ? (uint64_t)r->number : 1;
    if (!cases_multiply(c))
        return refuse_option(s, "--vary", "more than 2^53 cases");
    /* count > 1: one draw per grid point */
    return c->dimensions == 0 || c->has_rows || r->number || c->count > 1 ||
           refuse_option(s, "--random", "how many cases? -n 1000");
}
