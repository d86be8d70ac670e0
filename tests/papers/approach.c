/* SPDX-License-Identifier: MIT
 *
 * Bodies that come close to a singular point of their attitude's numbers.
 */
#include "papers/approach.h"

#include <math.h>
#include <stdio.h>

static struct motion open(const struct approach *a, const char *miss)
{
    return motion_open(&(struct setup){.body = a->body,
                                       .method = a->method,
                                       .attitude = a->attitude,
                                       .name = "miss",
                                       .value = miss});
}

void approach_course(const struct approach *a, double h, double until,
                     struct panel *p)
{
    for (const char *const *miss = a->miss; *miss; miss++) {
        struct motion m = open(a, *miss);
        struct curve *c = sheet_curve(p, *miss);
        for (long i = 0; i <= lround(until / h); i++) {
            sheet_point(c, (double)i * h, motion_length(&m), 0);
            motion_run(&m, h, 1);
        }
        motion_close(&m);
    }
}

void approach_ends(const struct approach *a, double h, double until,
                   struct panel *p, const char *name)
{
    struct curve *c = sheet_curve(p, name);
    for (int i = 0; a->miss[i]; i++) {
        struct motion m = open(a, a->miss[i]);
        motion_run(&m, h, lround(until / h));
        sheet_point(c, i + 1, m.lost, 0);
        motion_close(&m);
    }
}

const struct reference_state *approach_known(const struct approach *a,
                                             const char *miss, double t)
{
    char name[64];
    snprintf(name, sizeof name, "%s %s", a->body, miss);
    return motion_known(name, t);
}

void approach_errors(const struct approach *a, double until, int first,
                     int last, struct panel *p)
{
    for (const char *const *miss = a->miss; *miss; miss++) {
        struct motion m = open(a, *miss);
        struct curve *c = sheet_curve(p, *miss);
        const struct reference_state *known = approach_known(a, *miss, until);
        for (int i = first; i <= last; i++) {
            motion_start(&m);
            motion_run(&m, ldexp(1, -i), lround(ldexp(until, i)));
            sheet_point(c, ldexp(1, -i), motion_attitude_error(&m, known), 0);
        }
        motion_close(&m);
    }
}

void claim_fourth(struct verdict *v, const struct panel *p, const char *miss,
                  int first, int last)
{
    for (int i = first + 1; i <= last; i++)
        claim_order(v, p, ldexp(1, -i), 4, LIST(miss));
}

/* What a claim is of, for its line. */
static const char *title(char to[160], const struct panel *p, const char *miss)
{
    snprintf(to, 160, "%s, %s", p->title, miss);
    return to;
}

void claim_below(struct verdict *v, const struct panel *p, const char *miss,
                 int first, int last, double bound)
{
    char what[160];
    for (int i = first; i <= last; i++)
        claim_less(v, title(what, p, miss), sheet_at(p, miss, ldexp(1, -i)),
                   bound);
}

void claim_above(struct verdict *v, const struct panel *p, const char *miss,
                 int first, int last, double bound)
{
    char what[160];
    for (int i = first; i <= last; i++)
        claim_less(v, title(what, p, miss), bound,
                   sheet_at(p, miss, ldexp(1, -i)));
}

void claim_alike(struct verdict *v, const struct panel *p,
                 const struct panel *other, const char *miss, int first,
                 int last, double factor)
{
    char what[160];
    for (int i = first; i <= last; i++)
        claim_about(v, title(what, p, miss), sheet_at(p, miss, ldexp(1, -i)),
                    sheet_at(other, miss, ldexp(1, -i)), factor);
}

void claim_course(struct verdict *v, const struct panel *p, const char *miss,
                  double (*of)(double t), double within)
{
    const struct curve *c = sheet_find(p, miss);
    double off = c->points ? 0 : NAN;
    for (int i = 0; i < c->points; i++) {
        double d = fabs(c->point[i][1] - of(c->point[i][0]));
        if (!(d <= off))
            off = d;
    }
    char what[160];
    claim_less(v, title(what, p, miss), off, within);
}

void claim_together(struct verdict *v, const struct panel *p,
                    const struct panel *other, const char *miss, double within)
{
    const struct curve *a = sheet_find(p, miss), *b = sheet_find(other, miss);
    double apart = a->points && a->points == b->points ? 0 : NAN;
    for (int i = 0; i < a->points && i < b->points; i++) {
        double d = fabs(a->point[i][1] - b->point[i][1]);
        if (!(d <= apart))
            apart = d;
    }
    char what[160];
    claim_less(v, title(what, p, miss), apart, within);
}

void claim_ends(struct verdict *v, const struct panel *p, const char *name,
                const struct approach *a, const int *status)
{
    for (int i = 0; a->miss[i]; i++) {
        char what[160];
        snprintf(what, sizeof what, "status, %s, misses by %s", name,
                 a->miss[i]);
        claim_close(v, what, sheet_at(p, name, i + 1), status[i], 0);
    }
}
