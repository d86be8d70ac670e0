/* SPDX-License-Identifier: MIT
 *
 * The result of a search: the tableau as a text of the language, with numbers
 * in closed form where they are recognised.
 */
#include "search/search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "num/surd.h"

/* Accuracy of recognised numbers.  Coefficients of a x^2 + b x + c are at most
 * LARGEST_A and LARGEST_B. */
#define RIGHT_TO 1e-34

enum { DIGITS = 40, LARGEST_A = 240, LARGEST_B = 480, SHOWN_OPTIMA = 10 };

/* An optimum, to all digits known. */
struct optimum {
    const struct finding *best;
    int starts;      /* number of starts that found it */
    bool is_optimal; /* one of them came to rest there */
    num x[SEARCH_FREES];
    bool fixed[SEARCH_FREES]; /* at a bound */
    bool settled;             /* x is right to all printed digits */
    num value;                /* or NULL */
    const char *block;
    bool is_b;                  /* bhat equals b: not a pair */
    int order;                  /* proven, ANALYSIS_TREES at most */
    struct stability stability; /* if requested */
};

struct report {
    const struct problem *problem;
    struct optimum *optimum; /* best first */
    int optima;
    int unproven;           /* starts that the analyser does not confirm */
    bool is_b;              /* bhat equals b in one of these */
    int count[FOUND_KINDS]; /* number of starts per kind */
    const struct finding *not_optimal; /* the least value without an optimum */
    const struct finding *nearest;     /* the least violation */
};

/* ---- numbers ---- */

static bool is_short(struct arena *arena, num x)
{
    return number_is_exact(x) && strlen(number_show(arena, x)) <= DIGITS / 2;
}

/* The number with as many digits as results have. */
static const char *digits_of(struct arena *arena, num v)
{
    const char *sure = number_sure(arena, number_exact(arena, v), DIGITS);
    return is_short(arena, v) ? number_show(arena, v) : sure;
}

static long divisor(long x, long y)
{
    return y ? divisor(y, x % y) : labs(x);
}

/* The root (of this sign of the square root) of a x^2 + b x + c as (p + q *
 * sqrt(d)) / r; NULL if it is a fraction. */
static const char *root_text(struct arena *arena, long a, long b, long c,
                             bool above)
{
    num square = number_int(arena, b * b - 4 * a * c);
    num exactly = number_sqrt(arena, square);
    const struct surd *root = exactly ? number_surd(exactly) : NULL;
    long q = 0;
    if (!root)
        return NULL;
    number_is_int(root->q, &q);
    long f = divisor(divisor(b, q), 2 * a), p = -b / f, r = 2 * a / f;
    struct text t = text_new(arena);
    bool brackets = p != 0 && r != 1;
    text_put(&t, brackets ? "(" : "");
    if (p != 0)
        text_print(&t, "%ld %c ", p, above ? '+' : '-');
    else
        text_put(&t, above ? "" : "-");
    if (q != f)
        text_print(&t, "%ld*", q / f);
    text_print(&t, "sqrt(%ld)%s", root->d, brackets ? ")" : "");
    if (r != 1)
        text_print(&t, "/%ld", r);
    return text_chars(&t);
}

/* Recognises x, not a fraction, by a quadratic with small integers. */
static const char *recognise_surd(struct arena *arena, num x)
{
    double v = number_double(x);
    for (long a = 1; a <= LARGEST_A; a++)
        for (long b = -LARGEST_B; b <= LARGEST_B; b++) {
            double slope = (double)(2 * a) * v + (double)b;
            double c = -((double)a * v + (double)b) * v, near = round(c);
            if (fabs(c - near) > 1e-9 || fabs(near) > LARGEST_B)
                continue;
            num off = number_mul(arena, x, number_int(arena, a));
            off = number_add(arena, off, number_int(arena, b));
            off = number_mul(arena, off, x);
            off = number_add(arena, off, number_int(arena, (long)near));
            const char *text =
                fabs(number_double(off)) < RIGHT_TO
                    ? root_text(arena, a, b, (long)near, slope > 0)
                    : NULL;
            if (text)
                return text;
        }
    return NULL;
}

/* "2/3", "1/2 + sqrt(3)/6"; NULL if it is not recognised. */
static const char *recognise(struct arena *arena, num x)
{
    if (is_short(arena, x))
        return number_show(arena, x);
    if (fabs(number_double(x)) < RIGHT_TO)
        return "0";
    num fraction = fraction_meant(arena, x, RIGHT_TO);
    if (fraction && is_short(arena, fraction))
        return number_show(arena, fraction);
    return fabs(number_double(x)) < 100 ? recognise_surd(arena, x) : NULL;
}

/* ---- the block ---- */

/* The text of the tableau's block with this order and these values of its free
 * symbols. */
static const char *block_text(const struct search *s, int order,
                              const char *const *v)
{
    syntax block = s->block;
    const char *chars = s->text->chars;
    size_t at = block->name_place.offset + block->name_place.length;
    bool rounded = block->op == 'r';
    struct text t = text_new(s->arena);
    /* find the opening brace, outside comments */
    for (bool comment = false; comment || chars[at] != '{'; at++)
        comment = chars[at] == '#' || (comment && chars[at] != '\n');
    for (int i = 0; i < s->tableau->frees; i++)
        rounded |= strchr(v[i], '.') != NULL;
    text_print(&t, "tableau %s order %d %s", block->name, order,
               rounded ? "rounded " : "");
    for (int i = 0, k = 0; i < block->n; i++) {
        syntax f = block->child[i];
        if (f->kind != AST_FREE)
            continue;
        text_add(&t, chars + at, f->place.offset - at);
        text_print(&t, "let %s = %s", f->name, v[k++]);
        at = f->place.offset + f->place.length;
    }
    text_add(&t, chars + at, block->place.offset + block->place.length - at);
    return text_chars(&t);
}

const char *problem_text(const struct problem *p, const double *x)
{
    const struct search *s = p->search;
    num number[SEARCH_FREES];
    const char *text[SEARCH_FREES];
    bool fixed[SEARCH_FREES];
    struct text out = text_new(p->arena);
    search_refine(p, x, number, fixed);
    for (int i = 0; i < p->n; i++)
        text[i] = digits_of(p->arena, number[i]);
    size_t first = s->block->place.offset, n = s->block->place.length;
    text_add(&out, s->text->chars, first);
    text_put(&out, block_text(s, s->order, text));
    text_add(&out, s->text->chars + first + n, s->text->length - first - n);
    return text_chars(&out);
}

/* ---- optima ---- */

/* True if x and y count as one optimum. */
static bool is_near(const struct problem *p, const double *x, const double *y)
{
    double near = search_runs(p->search)           ? 2e-2
                  : p->search->aim == AIM_INTERVAL ? 1e-3
                                                   : 1e-5;
    for (int i = 0; i < p->n; i++)
        if (fabs(x[i] - y[i]) > near * p->width[i])
            return false;
    return true;
}

static int compare_findings(const void *x, const void *y)
{
    const struct finding *a = *(const struct finding *const *)x;
    const struct finding *b = *(const struct finding *const *)y;
    if (a->value != b->value)
        return a->value < b->value ? -1 : 1;
    return (a->start > b->start) - (a->start < b->start);
}

/* Groups findings into optima.  A measured objective's least value may be
 * printed even if it is not an optimum. */
static void find_optima(struct report *r)
{
    const struct problem *p = r->problem;
    size_t room = (size_t)p->search->findings + 1;
    const struct finding **good = arena_array(p->arena, room, sizeof *good);
    int n = 0;
    r->optimum = arena_array(p->arena, room, sizeof *r->optimum);
    for (int i = 0; i < p->search->starts; i++) {
        const struct finding *f = p->search->finding[i];
        if (!f)
            continue;
        bool not_optimal = f->found == FOUND_NOT_OPTIMAL;
        r->count[f->found]++;
        if (!r->nearest || f->violation < r->nearest->violation)
            r->nearest = f;
        if (not_optimal &&
            (!r->not_optimal || f->value < r->not_optimal->value))
            r->not_optimal = f;
        if (f->found == FOUND_GOOD || (not_optimal && search_runs(p->search)))
            good[n++] = f;
    }
    qsort(good, (size_t)n, sizeof *good, compare_findings);
    for (int i = 0; i < n; i++) {
        int k = 0;
        while (k < r->optima && !is_near(p, r->optimum[k].best->x, good[i]->x))
            k++;
        if (k == r->optima)
            r->optimum[r->optima++] = (struct optimum){.best = good[i]};
        r->optimum[k].starts++;
        r->optimum[k].is_optimal |= good[i]->found == FOUND_GOOD;
    }
}

/* ---- proof ---- */

/* Writes the block with the proven order, or else the requested one. */
static void write_block(struct optimum *o, const struct problem *p)
{
    const char *text[SEARCH_FREES];
    for (int i = 0; i < p->n; i++) {
        bool exact = o->settled || o->fixed[i];
        text[i] = exact ? recognise(p->arena, o->x[i]) : NULL;
        if (!text[i])
            text[i] = digits_of(p->arena, o->x[i]);
    }
    o->block =
        block_text(p->search, o->order > 0 ? o->order : p->search->order, text);
}

/* True if the tableau, as printed, meets the request. */
static bool prove(struct optimum *o, const struct search *s)
{
    struct diags ignored = diags_new(s->arena);
    struct source *text = arena_alloc(s->arena, sizeof *text);
    *text = (struct source){"a result", o->block, strlen(o->block)};
    syntax file = lang_parse(s->names, &ignored, text);
    if (!file || file->n == 0)
        return false;
    const struct tableau *t = tableau_build(&ignored, file->child[0]);
    if (!t)
        return false;
    o->order = tableau_order(s->arena, t, 0, ANALYSIS_TREES);
    if (s->demand != DEMAND_NOTHING || s->aim == AIM_INTERVAL)
        o->stability = tableau_stability(s->arena, t);
    o->is_b = s->order_hat > 0;
    for (int i = 0; i < t->stages && o->is_b; i++)
        o->is_b =
            fabs(number_double(number_sub(s->arena, t->b[i], t->bhat[i]))) <
            1e-9;
    if (o->is_b || tableau_order(s->arena, t, t->bhat ? 1 : 0, s->order_hat) <
                       s->order_hat)
        return false;
    return o->order >= s->order &&
           (s->demand != DEMAND_A || o->stability.a_stable) &&
           (s->demand != DEMAND_L || o->stability.l_stable);
}

/* Removes optima that are not proven, among those shown. */
static void prove_optima(struct report *r)
{
    const struct problem *p = r->problem;
    int n = r->optima;
    r->optima = 0;
    for (int i = 0; i < n; i++) {
        struct optimum o = r->optimum[i];
        if (r->optima > 0 && !o.is_optimal)
            continue;
        if (r->optima < SHOWN_OPTIMA) {
            o.value = search_polish(p, o.best->x, o.x, o.fixed, &o.settled);
            write_block(&o, p);
            if (!prove(&o, p->search)) {
                r->unproven += o.starts;
                r->is_b |= o.is_b;
                continue;
            }
            write_block(&o, p);
        }
        r->optimum[r->optima++] = o;
    }
}

/* ---- undetermined symbols ---- */

/* True if the symbol occurs in none of a, b and c. */
static bool is_hat_alone(const struct tableau *t, int i)
{
    const int n = t->stages, c = tableau_written_c(t);
    const expr symbol = t->by.symbol[i];
    return !expr_depends(t->by.pool, n * (n + 1), t->by.entry, symbol) &&
           !expr_depends(t->by.pool, n, t->by.entry + c, symbol);
}

/* The symbols whose values are arbitrary there, since they occur only in rows
 * bhat and no condition fixes them: "'d2', 'd5'"; NULL if none. */
static const char *loose_symbols(const struct problem *p, const double *x)
{
    const struct search *s = p->search;
    int column[SEARCH_FREES], n = 0, m = p->equations;
    double y[SEARCH_FREES];
    double at[SEARCH_EQUATIONS], beside[SEARCH_EQUATIONS];
    struct text names = text_new(p->arena);
    for (int i = 0; i < p->n; i++)
        if (is_hat_alone(s->tableau, i))
            column[n++] = i;
    double *A = search_room(p->arena, m * n), *u = search_room(p->arena, n * m);
    double *v = search_room(p->arena, n * n);
    problem_equations(p, x, at);
    for (int j = 0; j < n; j++) {
        memcpy(y, x, sizeof y);
        y[column[j]] += 1e-5 * p->width[column[j]];
        problem_equations(p, y, beside);
        for (int i = 0; i < m; i++)
            A[i * n + j] = beside[i] - at[i];
    }
    int rank = search_split(p->arena, m, n, A, 1e-7, u, v);
    for (int j = 0; j < n; j++) {
        double loose = 0;
        for (int k = rank; k < n; k++)
            loose = fmax(loose, fabs(v[k * n + j]));
        if (loose > 1e-6)
            text_print(&names, "%s'%s'", names.length ? ", " : "",
                       s->tableau->free[column[j]].name);
    }
    return names.length ? text_chars(&names) : NULL;
}

bool problem_is_fixed(const struct problem *p)
{
    const struct search *s = p->search;
    double x[SEARCH_FREES];
    problem_point(p, (struct counter){0, 0, 0, 0}, x);
    const char *loose = loose_symbols(p, x);
    if (!loose)
        return true;
    diag_error(s->diags, s->block->name_place,
               "no condition and no aim fixes %s", loose);
    return diag_hint(s->diags,
                     s->order_hat < s->order
                         ? "with `bhat = %d` in the search, bhat meets the "
                           "conditions up to this order; or give the symbols "
                           "values"
                         : "give the symbols values",
                     s->order_hat + 1);
}

/* ---- messages ---- */

static double signed_value(const struct search *s, double x)
{
    return s->aim == AIM_INTERVAL ? -x : x;
}

/* "c2 = 0.5, b1 = 1" */
static const char *point(const struct problem *p, const double *x)
{
    struct text out = text_new(p->arena);
    for (int k = 0; k < p->n; k++)
        text_print(&out, "%s%s = %.10g", k ? ", " : "",
                   p->search->tableau->free[k].name, x[k]);
    return text_chars(&out);
}

static const char *demanded(const struct search *s)
{
    static const char *const words[] = {"", " and A-stable", " and L-stable"};
    const char *hat =
        s->order_hat ? text_format(s->arena, ", bhat %d,", s->order_hat) : "";
    return text_format(s->arena, "of order %d%s%s", s->order, hat,
                       words[s->demand]);
}

/* Prints what happened to starts that led to no optimum. */
static void put_failed(const struct report *r, struct text *out)
{
    const struct search *s = r->problem->search;
    json_print(out, "failed:[");
    for (int k = 1; k < FOUND_KINDS; k++) {
        const bool not_optimal = k == FOUND_NOT_OPTIMAL && r->count[k] > 0;
        if (r->count[k] == 0)
            continue;
        json_print(out, "{starts:i did:s", r->count[k],
                   not_optimal && search_runs(s)
                       ? "used up the evaluations before coming to rest"
                       : found_kind[k].did);
        if (not_optimal && r->not_optimal->value < r->optimum[0].best->value)
            json_print(out, "value:r", signed_value(s, r->not_optimal->value));
        json_print(out, "}");
    }
    json_print(out, "]");
}

/* Largest intervals touch |R| = 1, where rounding errors decide: they are found
 * with a tolerance for these.  The analyser's result without it is printed
 * too. */
static void put_record(const struct report *r, struct text *out)
{
    const struct problem *p = r->problem;
    const struct search *s = p->search;
    const struct optimum *o = &r->optimum[0];
    const struct stability *y = &o->stability;
    num end = s->imaginary ? y->imaginary : y->real;
    const char *exact = o->value ? recognise(s->arena, o->value) : NULL;
    json_print(out, "{asked:s with:s tableau:s frees:i order:i conditions:i",
               s->call, s->with[0] ? search_line(s->arena, s->with) : NULL,
               s->block->name, p->n, s->order, p->conditions);
    json_print(out,
               "always:i done:i starts:i aim:s demanded:s order_hat:i "
               "loose:s",
               p->always, s->findings, s->starts, search_aim[s->aim],
               demanded(s), s->order_hat, loose_symbols(p, o->best->x));
    json_print(out, "exact:s proven:i at_least:b block:s",
               exact && strpbrk(exact, "/(s") ? exact : NULL, o->order,
               o->order == ANALYSIS_TREES, o->block);
    if (s->demand != DEMAND_NOTHING)
        json_print(out, "stability:s",
                   y->l_stable ? "L-stable" : "A-stable, not L-stable");
    if (s->aim == AIM_INTERVAL && y->known)
        json_print(out, "miss:r end:r", SEARCH_MISS,
                   end ? number_double(end) : HUGE_VAL);
    json_print(out, "optima:[");
    for (int i = 0; i < r->optima && i < SHOWN_OPTIMA; i++) {
        double x[SEARCH_FREES];
        o = &r->optimum[i];
        for (int k = 0; k < p->n; k++)
            x[k] = number_double(o->x[k]);
        json_print(out, "{starts:i point:s value:r}", o->starts, point(p, x),
                   o->value ? number_double(o->value)
                            : signed_value(s, o->best->value));
    }
    json_print(out, "]");
    put_failed(r, out);
    json_print(out, "unproven:i more:i largest:r}", r->unproven,
               r->optima - SHOWN_OPTIMA,
               s->aim == AIM_INTERVAL ? SEARCH_INTERVAL : HUGE_VAL);
}

/* Why nothing was found, and the nearest point. */
static const char *reason_text(const struct report *r)
{
    const struct search *s = r->problem->search;
    if (!r->nearest)
        return text_format(s->arena, "no start was run: there are %d, from 0",
                           s->starts);
    if (r->is_b)
        return text_format(
            s->arena,
            "bhat equals b in a tableau found, which is no pair; a lower order "
            "of bhat, or more free weights in it, may give one");
    if (r->unproven)
        return text_format(s->arena, "no tableau found is proven to be %s",
                           demanded(s));
    if (r->not_optimal)
        return text_format(
            s->arena, "no start led to an optimum; best %s %.10g, at %s",
            search_aim[s->aim], signed_value(s, r->not_optimal->value),
            point(r->problem, r->not_optimal->x));
    if (r->count[FOUND_NO_VALUE])
        return text_format(s->arena,
                           "%s has no finite value at any point found",
                           search_aim[s->aim]);
    if (r->count[FOUND_UNSTABLE])
        return text_format(s->arena,
                           "no start led to a point that meets the conditions "
                           "and is %s-stable",
                           s->demand == DEMAND_L ? "L" : "A");
    return text_format(
        s->arena,
        "no start led to a point that meets the conditions of "
        "order %d%s%s; least violation %.3g, at %s",
        s->order,
        s->order_hat ? text_format(s->arena, " and %d of bhat", s->order_hat)
                     : "",
        r->problem->far >= 0 ? " and has R(infinity) = 0" : "",
        r->nearest->violation, point(r->problem, r->nearest->x));
}

const char *search_report(const struct problem *p, struct text *record)
{
    struct report r = {.problem = p};
    find_optima(&r);
    prove_optima(&r);
    if (r.optima == 0)
        return reason_text(&r);
    put_record(&r, record);
    return NULL;
}
