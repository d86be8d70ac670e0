/* SPDX-License-Identifier: MIT
 *
 * Panels and curves of a figure.
 */
#include "papers/papers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void stop(const char *what, const char *of)
{
    fprintf(stderr, "%s: %s\n", what, of);
    exit(2);
}

struct curve *sheet_curve(struct panel *p, const char *name)
{
    if (!p || p->curves == MOST_CURVES)
        stop("no panel, or too many curves", name);
    struct curve *c = &p->curve[p->curves++];
    *c = (struct curve){.name = name};
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
        if (strcmp(p->curve[i].name, name) == 0 || (!*name && p->curves == 1))
            return &p->curve[i];
    stop("no such curve", name);
    return NULL;
}

double sheet_at(const struct curve *c, double x)
{
    for (int i = 0; i < c->points; i++)
        if (fabs(c->point[i][0] - x) <= 1e-9 * fabs(x))
            return c->point[i][1];
    stop("no such point of the curve", c->name);
    return NAN;
}
