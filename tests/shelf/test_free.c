/* SPDX-License-Identifier: MIT
 *
 * The exact motion of free bodies, on compiled steppers: frb_exact against
 * Taylor series in every kind of motion, the rates of je and jem2 too.
 */
#include "load.h"
#include "values/values.h"

/* The body of these moments, if it is not the last one. */
static void load_free(struct loaded *l, const struct reference_motion *m,
                      const struct reference_motion *last, const pol_options *o)
{
    char text[120];
    if (last && !strcmp(m->J[0], last->J[0]) && !strcmp(m->J[1], last->J[1]) &&
        !strcmp(m->J[2], last->J[2]))
        return;
    unload(*l);
    snprintf(text, sizeof text, "body loose\ninertia diag(%s, %s, %s)\n", m->J[0], m->J[1],
             m->J[2]);
    *l = load_text(text, o);
}

static double length(const double *v, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum = hypot(sum, v[i]);
    return sum;
}

/* NaN counts as infinitely far. */
static double distance(const double *a, const double *b, int n)
{
    double most = 0;
    for (int i = 0; i < n; i++)
        most = fabs(a[i] - b[i]) <= most ? most : fabs(a[i] - b[i]);
    return most <= DBL_MAX ? most : INFINITY;
}

/* By how many radians the fastest axis turns. */
static double turn_of(const struct reference_motion *m)
{
    double most = 0;
    for (int i = 0; i < 3; i++)
        most = fmax(most, fabs(m->L0[i] / strtod(m->J[i], NULL)));
    return fabs(m->h) * most;
}

/* --- against Taylor series ------------------------------------------------ */

static double off(const pol_stepper *s, const struct reference_motion *m, bool attitude)
{
    struct body_state b = start_of(s);
    double R[9], size = length(m->L0, 3);
    memcpy(&b.x[4], m->L0, sizeof m->L0); /* behind a quaternion */
    if (s->run(b.x, b.par, b.in, m->h, 1) != 0)
        return INFINITY;
    s->rotation(b.x, R);
    double L = distance(&b.x[4], m->L, 3) / (size > 0 ? size : 1);
    return fmax(L, attitude ? distance(R, m->R, 9) : 0) / (1 + turn_of(m));
}

static void check_motions(const char *method, pol_real real, bool attitude, double limit)
{
    int n;
    double worst = 0;
    struct loaded l = {0};
    const struct reference_motion *m = reference_motions(&n), *last = NULL;
    pol_options o = options_by(method, NULL);
    o.real = real;
    for (const struct reference_motion *end = m + n; m < end; m++) {
        double size = length(m->L0, 3);
        if (real == POL_FLOAT && size > 0 && size < FLT_MIN)
            continue;
        load_free(&l, m, last, &o);
        last = m;
        double error = off(l.s, m, attitude);
        if (!(error <= limit))
            fail_msg("%s, %s (%s, %s, %s), h = %g: off by %.2g", method, m->note, m->J[0], m->J[1],
                     m->J[2], m->h, error);
        worst = fmax(worst, error);
    }
    unload(l);
    print_message("%s is off by at most %.2g (1 + h |w|)\n", method, worst);
}

TEST(every_kind_of_motion_is_exact)
{
    check_motions("frb_exact", POL_DOUBLE, true, 2e-15);
    check_motions("frb_exact", POL_FLOAT, true, 2e-6);
}

TEST(rates_alone_are_exact_too)
{
    check_motions("je", POL_DOUBLE, false, 2e-15);
    check_motions("jem2", POL_DOUBLE, false, 2e-15);
    check_motions("je", POL_FLOAT, false, 2e-6);
}
