/* SPDX-License-Identifier: MIT
 *
 * What a search has found: a text of the language, in which all but the
 * tableau is comment.
 */
#include "search/search.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "tableau/analysis.h"

typedef const struct number *value;

enum { SHOWN_OPTIMA = 10 };

struct report {
    const struct problem *problem;
    const struct findings *findings;
    struct optimum *optimum; /* best first */
    int optima;
    int unproven;    /* starts to what the analyser does not bear out */
    double restless; /* the least value that is no optimum */
};

/* Findings nearer to each other than this part of the box are one optimum. */
static double nearness(const struct search *s)
{
    if (search_runs(s))
        return 2e-2;
    return s->aim == AIM_INTERVAL ? 1e-3 : 1e-5;
}

static bool is_near(const struct problem *p, const double *x, const double *y)
{
    for (int i = 0; i < p->n; i++)
        if (fabs(x[i] - y[i]) > nearness(p->search) * (p->high[i] - p->low[i]))
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

static void add_to_optima(struct report *r, const struct finding *f)
{
    bool rests = f->found == FOUND_GOOD;
    for (int i = 0; i < r->optima; i++)
        if (is_near(r->problem, r->optimum[i].best->x, f->x)) {
            r->optimum[i].starts++;
            r->optimum[i].rests |= rests;
            return;
        }
    r->optimum[r->optima++] =
        (struct optimum){.best = f, .starts = 1, .rests = rests};
}

/* Of what is measured, the least value may be told that is no optimum. */
static void find_optima(struct report *r)
{
    struct arena *arena = r->problem->arena;
    size_t room = (size_t)r->findings->count + 1;
    const struct finding **good = arena_array(arena, room, sizeof *good);
    int n = 0;
    r->optimum = arena_array(arena, room, sizeof *r->optimum);
    r->restless = HUGE_VAL;
    for (int i = 0; i < r->findings->count; i++) {
        const struct finding *f = &r->findings->item[i];
        bool restless = f->found == FOUND_RESTLESS;
        if (restless)
            r->restless = fmin(r->restless, f->value);
        if (f->found == FOUND_GOOD ||
            (restless && search_runs(r->problem->search)))
            good[n++] = f;
    }
    qsort(good, (size_t)n, sizeof *good, compare_findings);
    for (int i = 0; i < n; i++)
        add_to_optima(r, good[i]);
}

/* ---- proof ---- */

/* With the order that is asked for; that which is proven, once it is. */
static void write_block(struct optimum *o, const struct problem *p)
{
    int order = o->order > 0 ? o->order : p->search->order;
    const char *text[SEARCH_FREES];
    for (int i = 0; i < p->n; i++) {
        text[i] = o->settled || o->fixed[i]
                      ? search_recognise(p->arena, o->x[i])
                      : NULL;
        if (!text[i])
            text[i] = search_digits(p->arena, o->x[i]);
    }
    o->block = search_block(p->arena, p->search, order, text);
}

/* Is the tableau, as it is printed, what is asked for? */
static bool prove(struct optimum *o, const struct search *s)
{
    struct pol_job *job = s->job;
    struct diags ignored = diags_new(job->arena);
    struct source *text = arena_alloc(job->arena, sizeof *text);
    *text = (struct source){"a result", o->block, strlen(o->block)};
    const struct ast *file = lang_parse(job->arena, job->names, &ignored, text);
    if (!file || ignored.errors || file->n == 0)
        return false;
    const struct tableau *t =
        tableau_build(job->arena, &ignored, file->child[0]);
    if (!t)
        return false;
    o->order = tableau_order(job->arena, t, 0, ANALYSIS_TREES);
    if (s->demand != DEMAND_NOTHING || s->aim == AIM_INTERVAL)
        o->stability = tableau_stability(job->arena, t);
    return o->order >= s->order &&
           (s->demand != DEMAND_A || o->stability.a_stable) &&
           (s->demand != DEMAND_L || o->stability.l_stable);
}

/* Leaves those that are proven, of as many as are shown. */
static void prove_optima(struct report *r)
{
    const struct problem *p = r->problem;
    int n = r->optima;
    r->optima = 0;
    for (int i = 0; i < n; i++) {
        struct optimum o = r->optimum[i];
        if (r->optima > 0 && !o.rests)
            continue;
        if (r->optima < SHOWN_OPTIMA) {
            o.value = search_polish(p, &o);
            write_block(&o, p);
            if (!prove(&o, p->search)) {
                r->unproven += o.starts;
                continue;
            }
            write_block(&o, p);
        }
        r->optimum[r->optima++] = o;
    }
}

/* ---- printing ---- */

static const char *plural(int n)
{
    return n == 1 ? "" : "s";
}

static double signed_value(const struct search *s, double x)
{
    return s->aim == AIM_INTERVAL ? -x : x;
}

static double shown_value(const struct report *r, const struct optimum *o)
{
    return o->value ? number_double(o->value)
                    : signed_value(r->problem->search, o->best->value);
}

static void print_counts(const struct report *r)
{
    const struct search *s = r->problem->search;
    int n = r->findings->count;
    printf("# polhode search %s\n", s->asked);
    if (s->with[0])
        printf("# with%s\n", search_line(s->job->arena, s->with));
    printf("# tableau %s, %d free symbol%s, %d condition%s of order %d, ",
           s->block->name, r->problem->n, plural(r->problem->n),
           r->problem->conditions, plural(r->problem->conditions), s->order);
    printf("%d more hold always\n", r->problem->always);
    if (n < s->starts)
        printf("# incomplete: %d of %ld starts\n", n, s->starts);
}

static const char *demanded(const struct search *s)
{
    static const char *const words[] = {"", " and A-stable", " and L-stable"};
    return text_format(s->job->arena, "of order %d%s", s->order,
                       words[s->demand]);
}

static void print_failed(const struct report *r)
{
    static const char *const why[FOUND_KINDS] = {
        NULL, "led to no point that meets the conditions",
        "led to no point with that stability",
        "led to no point where the aim has a value", "led to no optimum"};
    const struct search *s = r->problem->search;
    int n[FOUND_KINDS] = {0};
    for (int i = 0; i < r->findings->count; i++)
        n[r->findings->item[i].found]++;
    for (int k = 1; k < FOUND_KINDS; k++) {
        if (n[k] == 0)
            continue;
        printf("# %d start%s %s", n[k], plural(n[k]),
               k == FOUND_RESTLESS && search_runs(s)
                   ? "used up the evaluations before coming to rest"
                   : why[k]);
        if (k == FOUND_RESTLESS && r->restless < r->optimum[0].best->value)
            printf(", where the aim is %.10g", signed_value(s, r->restless));
        printf("\n");
    }
    if (r->unproven)
        printf("# %d start%s led to a tableau that is not proven to be %s\n",
               r->unproven, plural(r->unproven), demanded(s));
}

static void print_found_by(const struct report *r, const struct optimum *o)
{
    printf("found by %d of %d start%s", o->starts, r->findings->count,
           plural(r->findings->count));
}

static void print_others(const struct report *r)
{
    const struct search *s = r->problem->search;
    if (r->optima > 1)
        printf("\n# other optima:\n");
    for (int i = 1; i < r->optima && i < SHOWN_OPTIMA; i++) {
        const struct optimum *o = &r->optimum[i];
        printf("# %.10g, ", shown_value(r, o));
        print_found_by(r, o);
        printf(":");
        for (int k = 0; k < r->problem->n; k++)
            printf("%s %s = %.10g", k ? "," : "", s->tableau->free[k].name,
                   number_double(o->x[k]));
        printf("\n");
    }
    if (r->optima > SHOWN_OPTIMA)
        printf("# and %d more\n", r->optima - SHOWN_OPTIMA);
}

static void print_proven(const struct search *s, const struct optimum *o)
{
    printf("# proven: order %d%s", o->order,
           o->order == ANALYSIS_TREES ? " or more" : "");
    if (s->demand != DEMAND_NOTHING)
        printf(", %s",
               o->stability.l_stable ? "L-stable" : "A-stable, not L-stable");
    printf("\n");
}

/* The largest intervals touch 1, where rounding errors decide: they are found
 * with room for these, and what the analyser says without it stands beside. */
static void print_interval(const struct search *s, const struct optimum *o)
{
    const struct stability *y = &o->stability;
    const struct number *end = s->imaginary ? y->imaginary : y->real;
    if (s->aim != AIM_INTERVAL || !y->known)
        return;
    printf("# there |R| <= 1 + %.0e; |R| <= 1 ", SEARCH_MISS);
    if (end)
        printf("up to %.10g\n", number_double(end));
    else
        printf("all the way\n");
}

static void print_best(const struct report *r)
{
    const struct search *s = r->problem->search;
    const struct optimum *o = &r->optimum[0];
    const char *exact =
        o->value ? search_recognise(r->problem->arena, o->value) : NULL;
    printf("# best %s: ", search_aim_name(s->aim));
    if (exact && strpbrk(exact, "/(s"))
        printf("%s = ", exact);
    double least = shown_value(r, o);
    bool most = s->aim == AIM_INTERVAL && least >= SEARCH_INTERVAL;
    printf("%.10g%s, ", least, most ? " or more" : "");
    print_found_by(r, o);
    printf("\n");
    print_proven(s, o);
    print_interval(s, o);
    print_failed(r);
    printf("\n%s\n", o->block);
}

/* "c2 = 0.5, b1 = 1" */
static const char *point(const struct report *r, const struct finding *f)
{
    const struct tableau *t = r->problem->search->tableau;
    struct text out = text_new(r->problem->arena);
    for (int k = 0; k < r->problem->n; k++)
        text_print(&out, "%s%s = %.10g", k ? ", " : "", t->free[k].name,
                   f->x[k]);
    return text_chars(&out);
}

/* Nothing was found: how near has it come? */
static int tell_why(const struct report *r)
{
    const struct search *s = r->problem->search;
    const struct finding *nearest = NULL, *lowest = NULL;
    enum found most = FOUND_MISSED;
    for (int i = 0; i < r->findings->count; i++) {
        const struct finding *f = &r->findings->item[i];
        most = f->found > most ? f->found : most;
        if (!nearest || f->violation < nearest->violation)
            nearest = f;
        if (f->found == FOUND_RESTLESS && (!lowest || f->value < lowest->value))
            lowest = f;
    }
    if (!nearest)
        complain("no start is done: there are %ld, from 0", s->starts);
    else if (r->unproven)
        complain("no tableau found is proven to be %s", demanded(s));
    else if (most == FOUND_UNSTABLE)
        complain("no start led to a point that meets the conditions "
                 "and is %s",
                 s->demand == DEMAND_L ? "L-stable" : "A-stable");
    else if (most == FOUND_NO_VALUE)
        complain("%s has no finite value at any point found",
                 search_aim_name(s->aim));
    else if (lowest)
        complain("no start led to an optimum; best %s %.10g, at %s",
                 search_aim_name(s->aim), signed_value(s, lowest->value),
                 point(r, lowest));
    else
        complain("no start led to a point that meets the conditions of "
                 "order %d%s; least violation %.3g, at %s",
                 s->order,
                 r->problem->far >= 0 ? " and has R(infinity) = 0" : "",
                 nearest->violation, point(r, nearest));
    return EXIT_FAULT;
}

int search_report(const struct problem *p, const struct findings *f)
{
    struct report r = {.problem = p, .findings = f};
    find_optima(&r);
    prove_optima(&r);
    if (r.optima == 0)
        return tell_why(&r);
    print_counts(&r);
    print_best(&r);
    print_others(&r);
    return EXIT_DONE;
}
