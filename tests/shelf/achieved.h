/* SPDX-License-Identifier: MIT
 *
 * For tests of steps that choose their size: errors at the end against the
 * tolerance, by its power p/(q + 1).
 */
#ifndef POL_ACHIEVED_H
#define POL_ACHIEVED_H

#include "parts.h"
#include "shelf/shelf.h"
#include "shelf/adapting.h"

enum { POINTS = 4 };

/* A pair whose step is of order p and whose estimate is of order q. */
struct pair {
    const char *method;
    int p, q;
    double from, to; /* tolerances */
};

struct body {
    const char *path;
    double until;
};

/* Of log y over log x. */
static inline double slope(const double *x, const double *y, int n)
{
    double mx = 0, my = 0, xx = 0, xy = 0;
    for (int i = 0; i < n; i++) {
        mx += log(x[i]) / n;
        my += log(y[i]) / n;
    }
    for (int i = 0; i < n; i++) {
        xx += (log(x[i]) - mx) * (log(x[i]) - mx);
        xy += (log(x[i]) - mx) * (log(y[i]) - my);
    }
    return xy / xx;
}

static inline void expect_slope(const char *what, const struct body *b,
                                const struct pair *p, const double *x,
                                const double *y)
{
    double got = slope(x, y, POINTS), want = p->p / (p->q + 1.0);
    if (!(fabs(got - want) < 0.15))
        fail_msg("%s, %s: the %s falls as tolerance^%.2f, not ^%.2f", b->path,
                 p->method, what, got, want);
}

static inline void follow_tolerance(const struct body *b, const struct pair *p,
                                    const struct journey *exact)
{
    struct journey j = journey_spec(b->path, p->method, 1);
    double tolerance[POINTS], angle[POINTS], rate[POINTS];
    int moves = has_mass(j.l.s);
    for (int i = 0; i < POINTS; i++) {
        tolerance[i] = p->from * pow(p->to / p->from, (double)i / (POINTS - 1));
        journey_again(&j);
        for (int k = 0; k < (moves ? 4 : 2); k++)
            j.control[k] = tolerance[i];
        assert_int_equal(journey_go(&j, b->until), POL_STEP_OK);
        assert_true(*time_of(&j) == b->until);
        angle[i] = angle_between(&j, exact);
        rate[i] = rate_between(&j, exact);
    }
    expect_slope("angle", b, p, tolerance, angle);
    expect_slope("rate", b, p, tolerance, rate);
    unload(j.l);
}

/* All pairs on all bodies. */
static inline void follow_all(const struct body *b, int bodies,
                              const struct pair *p, int pairs)
{
    for (int i = 0; i < bodies; i++) {
        struct journey exact =
            journey_spec(b[i].path, "rkmk(verner76e, dexpinv = exact)", 1e-14);
        assert_int_equal(journey_go(&exact, b[i].until), POL_STEP_OK);
        for (int k = 0; k < pairs; k++)
            follow_tolerance(&b[i], &p[k], &exact);
        unload(exact.l);
    }
}

/* "dopri5" of "tableaus/dopri5.pol" with `bhat` in it; else false. */
static inline bool is_pair(const struct source *e, char name[64])
{
    static const char folder[] = "tableaus/";
    size_t n = strlen(e->path);
    if (strncmp(e->path, folder, sizeof folder - 1) ||
        !strstr(e->chars, "bhat") || n < 4 || strcmp(e->path + n - 4, ".pol") ||
        n - sizeof folder > 60)
        return false;
    snprintf(name, 64, "%.*s", (int)(n - sizeof folder + 1 - 4),
             e->path + sizeof folder - 1);
    return true;
}

#endif
