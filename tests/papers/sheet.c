/* SPDX-License-Identifier: MIT
 *
 * Panels and curves of a figure, and claims about them.
 */
#include "papers/papers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void stop(const char *what, const char *name)
{
    fprintf(stderr, "%s: %s\n", what, name);
    exit(2);
}

struct panel *sheet_panel(struct sheet *s, const char *title, const char *x,
                          const char *y, enum axes axes)
{
    if (s->panels == MOST_PANELS)
        stop("too many panels", title);
    struct panel *p = &s->panel[s->panels++];
    *p = (struct panel){.title = title, .x = x, .y = y, .axes = axes};
    return p;
}

struct curve *sheet_curve(struct panel *p, const char *name)
{
    if (p->curves == MOST_CURVES || strlen(name) >= CURVE_NAME)
        stop("too many curves, or too long a name", name);
    struct curve *c = &p->curve[p->curves++];
    *c = (struct curve){0};
    strcpy(c->name, name);
    return c;
}

void sheet_point(struct curve *c, double x, double y, double z)
{
    if (c->points == c->room) {
        c->room = c->room ? 2 * c->room : 64;
        c->point = realloc(c->point, (size_t)c->room * sizeof *c->point);
        if (!c->point)
            stop("no memory", c->name);
    }
    double *p = c->point[c->points++];
    p[0] = x;
    p[1] = y;
    p[2] = z;
}

void sheet_free(struct sheet *s)
{
    for (int i = 0; i < s->panels; i++)
        for (int j = 0; j < s->panel[i].curves; j++)
            free(s->panel[i].curve[j].point);
    s->panels = 0;
}

const struct curve *sheet_find(const struct panel *p, const char *name)
{
    for (int i = 0; i < p->curves; i++)
        if (strcmp(p->curve[i].name, name) == 0)
            return &p->curve[i];
    stop("no such curve", name);
    return NULL;
}

double sheet_at(const struct panel *p, const char *name, double x)
{
    const struct curve *c = sheet_find(p, name);
    for (int i = 0; i < c->points; i++)
        if (fabs(c->point[i][0] - x) <= 1e-9 * fabs(x))
            return c->point[i][1];
    stop("no such point of the curve", name);
    return NAN;
}

double sheet_largest(const struct panel *p, const char *name)
{
    const struct curve *c = sheet_find(p, name);
    double largest = c->points ? 0 : NAN;
    for (int i = 0; i < c->points; i++) {
        double y = fabs(c->point[i][1]);
        if (!(y <= largest))
            largest = y;
        if (isnan(y))
            return NAN;
    }
    return largest;
}

double sheet_mean(const struct panel *p, const char *name)
{
    const struct curve *c = sheet_find(p, name);
    double sum = 0;
    for (int i = 0; i < c->points; i++)
        sum += c->point[i][1];
    return sum / c->points;
}

double sheet_lowest(const struct panel *p, const char *name)
{
    const struct curve *c = sheet_find(p, name);
    double lowest = INFINITY;
    for (int i = 0; i < c->points; i++)
        if (!(c->point[i][2] >= lowest))
            lowest = c->point[i][2];
    return isnan(sheet_mean(p, name)) ? NAN : lowest;
}

double sheet_order(const struct panel *p, const char *name, double x,
                   double other)
{
    return log(sheet_at(p, name, x) / sheet_at(p, name, other)) /
           log(x / other);
}

static void count(struct verdict *v, bool holds)
{
    v->claims++;
    v->broken += !holds;
    printf("%s  ", holds ? "ok    " : "FAILED");
}

void claim_less(struct verdict *v, const char *what, double a, double b)
{
    count(v, a < b);
    printf("%s: %.3g < %.3g\n", what, a, b);
}

void claim_about(struct verdict *v, const char *what, double got, double want,
                 double factor)
{
    count(v, got <= want * factor && got >= want / factor);
    printf("%s: %.5g is %.5g but for a factor of %.3g\n", what, got, want,
           factor);
}

void claim_close(struct verdict *v, const char *what, double got, double want,
                 double within)
{
    count(v, fabs(got - want) <= within);
    printf("%s: %.7g is %.7g within %.2g\n", what, got, want, within);
}

void claim_ahead(struct verdict *v, const struct panel *p, double x,
                 const char *const *first, const char *const *others)
{
    for (const char *const *a = first; *a; a++)
        for (const char *const *b = others; *b; b++) {
            char what[400];
            snprintf(what, sizeof what, "%s at %g, %s and %s", p->title, x, *a,
                     *b);
            claim_less(v, what, sheet_at(p, *a, x), sheet_at(p, *b, x));
        }
}

void claim_order(struct verdict *v, const struct panel *p, double h,
                 double order, const char *const *of)
{
    for (; *of; of++) {
        char what[200];
        snprintf(what, sizeof what, "%s, order of %s", p->title, *of);
        claim_close(v, what, sheet_order(p, *of, 2 * h, h), order, 0.15);
    }
}
