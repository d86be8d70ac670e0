/* SPDX-License-Identifier: MIT
 *
 * What a search has found: a text of the language, in which all but the
 * tableau is comment.
 */
#include "command/search.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "tableau/analysis.h"

typedef const struct number *value;

enum { SHOWN_OPTIMA = 10 };

struct report {
    const struct problem *problem;
    const struct findings *findings;
    struct optimum *optimum; /* best first */
    int optima;
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
    for (int i = 0; i < r->optima; i++)
        if (is_near(r->problem, r->optimum[i].best->x, f->x)) {
            r->optimum[i].starts++;
            return;
        }
    r->optimum[r->optima++] = (struct optimum){.best = f, .starts = 1};
}

static void find_optima(struct report *r)
{
    struct arena *arena = r->problem->arena;
    size_t room = (size_t)r->findings->count + 1;
    const struct finding **good = arena_array(arena, room, sizeof *good);
    int n = 0;
    r->optimum = arena_array(arena, room, sizeof *r->optimum);
    for (int i = 0; i < r->findings->count; i++)
        if (r->findings->item[i].found == FOUND_GOOD)
            good[n++] = &r->findings->item[i];
    qsort(good, (size_t)n, sizeof *good, compare_findings);
    for (int i = 0; i < n; i++)
        add_to_optima(r, good[i]);
}

/* ---- printing ---- */

static double shown_value(const struct search *s, const struct finding *f)
{
    return s->aim == AIM_INTERVAL ? -f->value : f->value;
}

static void print_counts(const struct report *r)
{
    const struct search *s = r->problem->search;
    int n = r->findings->count;
    printf("# polhode search %s\n", s->asked);
    if (s->with[0])
        printf("# with%s\n", s->with);
    printf("# tableau %s, %d free symbol%s, %d condition%s of order %d, ",
           s->block->name, r->problem->n, r->problem->n == 1 ? "" : "s",
           r->problem->conditions, r->problem->conditions == 1 ? "" : "s",
           s->order);
    printf("%d more hold always\n", r->problem->always);
    if (n < s->starts)
        printf("# incomplete: %d of %ld starts\n", n, s->starts);
}

static void print_failed(const struct report *r)
{
    static const char *const why[FOUND_KINDS] = {
        NULL, "led to no point that meets the conditions",
        "led to no point with that stability",
        "led to no point where the aim has a value"};
    int n[FOUND_KINDS] = {0};
    for (int i = 0; i < r->findings->count; i++)
        n[r->findings->item[i].found]++;
    for (int k = 1; k < FOUND_KINDS; k++)
        if (n[k])
            printf("# %d start%s %s\n", n[k], n[k] == 1 ? "" : "s", why[k]);
}

static void print_found_by(const struct report *r, const struct optimum *o)
{
    printf("found by %d of %d start%s", o->starts, r->findings->count,
           r->findings->count == 1 ? "" : "s");
}

static void print_others(const struct report *r)
{
    const struct search *s = r->problem->search;
    if (r->optima > 1)
        printf("\n# other optima:\n");
    for (int i = 1; i < r->optima && i < SHOWN_OPTIMA; i++) {
        const struct optimum *o = &r->optimum[i];
        printf("# %.10g, ", shown_value(s, o->best));
        print_found_by(r, o);
        printf(":");
        for (int k = 0; k < r->problem->n; k++)
            printf("%s %s = %.10g", k ? "," : "", s->tableau->free[k].name,
                   o->best->x[k]);
        printf("\n");
    }
    if (r->optima > SHOWN_OPTIMA)
        printf("# and %d more\n", r->optima - SHOWN_OPTIMA);
}

/* What is proven of the tableau as it is printed. */
static void print_proven(const struct report *r, const char *block)
{
    struct pol_job *job = r->problem->search->job;
    struct diags ignored = diags_new(job->arena);
    struct source *text = arena_alloc(job->arena, sizeof *text);
    *text = (struct source){"a result", block, strlen(block)};
    const struct ast *file = lang_parse(job->arena, job->names, &ignored, text);
    if (!file || ignored.errors || file->n == 0)
        return;
    const struct tableau *t =
        tableau_build(job->arena, &ignored, job->pool, file->child[0]);
    if (!t)
        return;
    printf("# proven: order %d",
           tableau_order(job->arena, t, t->b, r->problem->search->order + 1));
    if (r->problem->search->demand != DEMAND_NOTHING) {
        struct stability s = tableau_stability(job->arena, t);
        printf(", %s", s.l_stable   ? "L-stable"
                       : s.a_stable ? "A-stable, not L-stable"
                                    : "not A-stable");
    }
    printf("\n");
}

static void print_best(const struct report *r)
{
    const struct problem *p = r->problem;
    const struct search *s = p->search;
    struct optimum *o = &r->optimum[0];
    const char *text[SEARCH_FREES], *exact = NULL;
    value v = search_polish(p, o);
    for (int i = 0; i < p->n; i++) {
        const char *known = o->settled || o->fixed[i]
                                ? search_recognise(p->arena, o->x[i])
                                : NULL;
        text[i] = known ? known : search_digits(p->arena, o->x[i]);
    }
    if (v && o->settled)
        exact = search_recognise(p->arena, v);
    printf("# best %s: ", search_aim_name(s->aim));
    if (exact && strpbrk(exact, "/(s"))
        printf("%s = ", exact);
    printf("%.10g, ", v ? number_double(v) : shown_value(s, o->best));
    print_found_by(r, o);
    printf("\n");
    const char *block = search_block(p->arena, s, text);
    print_proven(r, block);
    print_failed(r);
    printf("\n%s\n", block);
}

/* Nothing was found: how near has it come? */
static int complain(const struct report *r)
{
    const struct search *s = r->problem->search;
    const struct finding *nearest = NULL;
    enum found most = FOUND_MISSED;
    for (int i = 0; i < r->findings->count; i++) {
        const struct finding *f = &r->findings->item[i];
        most = f->found > most ? f->found : most;
        if (!nearest || f->violation < nearest->violation)
            nearest = f;
    }
    if (!nearest)
        fprintf(stderr, "polhode: no start is done yet\n");
    else if (most == FOUND_UNSTABLE)
        fprintf(stderr, "polhode: no point that meets the conditions is %s\n",
                s->demand == DEMAND_L ? "L-stable" : "A-stable");
    else if (most == FOUND_NO_VALUE)
        fprintf(stderr, "polhode: %s has no finite value at any point found\n",
                search_aim_name(s->aim));
    else {
        fprintf(stderr,
                "polhode: no point meets the conditions of order %d; least "
                "violation %.3g, at",
                s->order, nearest->violation);
        for (int k = 0; k < r->problem->n; k++)
            fprintf(stderr, "%s %s = %.10g", k ? "," : "",
                    s->tableau->free[k].name, nearest->x[k]);
        fprintf(stderr, "\n");
    }
    return EXIT_FAULT;
}

int search_report(const struct problem *p, const struct findings *f)
{
    struct report r = {.problem = p, .findings = f};
    find_optima(&r);
    if (r.optima == 0)
        return complain(&r);
    print_counts(&r);
    print_best(&r);
    print_others(&r);
    return EXIT_DONE;
}
