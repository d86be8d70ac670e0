/* SPDX-License-Identifier: MIT
 *
 * A million steps in float, as a flight computer makes them, of every method on
 * attitudes that are drawn: R stays a rotation, and what the method keeps,
 * |L| or, where the attitude's numbers have no trend of their own, R L, is off
 * by what rounding makes by chance.
 */
#include <float.h>

#include "shelf/attitudes.h"
#include "shelf/drafts.h"
#include "shelf/kept.h"

static const char *const bodies[] = {
    "body loose inertia diag(1, 1.3, 1.7) start w = [0.4, 0.3, 1]\n"
    "start R = rotvec([0.5, -0.2, 0.4]) step 0.02",
    "body near_middle inertia diag(1, 2, 3) start w = [0.01, 1, 0.02]\n"
    "start R = rotvec([0.5, -0.2, 0.4]) step 0.02",
    "body steep inertia diag(0.3, 0.3, 0.2) start w = [0.4, 0.3, 5]\n"
    "potential 0.5*dot(R'*e3, e3)\n"
    "start R = rotvec([0.5, -0.2, 0.4]) step 0.005"};
enum { STEEP = 2, BODIES, BLOCKS = 20, BLOCK = 50000 };

/* Rounding by chance makes changes of both signs from block to block. */
struct changes {
    double value, sum, squares;
};

static void note(struct changes *c, double value)
{
    double change = value - c->value;
    c->value = value;
    c->sum += change;
    c->squares += change * change;
}

/* The mean change is many of its own standard deviations, and has grown to
 * 1e-4, which is more than chance makes of the last bit. */
static bool has_trend(const struct changes *c)
{
    double mean = c->sum / BLOCKS;
    double variance = fmax(0, c->squares / BLOCKS - mean * mean);
    double spread = sqrt(variance / BLOCKS);
    return fabs(c->value) > 1e-4 && fabs(mean) > 7 * spread;
}

static double orthogonality(const double R[9])
{
    double worst = 0;
    for (int i = 0; i < 9; i++) {
        double sum = -(i % 3 == i / 3);
        for (int k = 0; k < 3; k++)
            sum += R[3 * (i / 3) + k] * R[3 * (i % 3) + k];
        if (isnan(sum))
            return sum;
        worst = fmax(worst, fabs(sum));
    }
    return worst;
}

/* What the run must keep without a trend. */
static unsigned owed(const struct variant *v, const char *attitude, int body)
{
    bool by_products =
        !strcmp(attitude, "quaternion") || !strcmp(attitude, "matrix");
    if (body == STEEP)
        return 0;
    return v->keeps & (KEEPS_NORM | (by_products ? KEEPS_MOMENTUM : 0));
}

/* The angle by which the body turns in a step. */
static double turn_of(const pol_stepper *s, const struct body_state *b)
{
    double w[3];
    s->omega(b->x, b->par, b->in, w);
    return norm3(w) * s->step;
}

/* R and L are turned by one element, which is rounded: R by its direction, for
 * its length is taken from it afterwards, L by both.  So R L may be off by a
 * rounding of the turn a step, all in one direction where the body spins.
 * False: a step fails, as where the attitude's numbers are singular. */
static bool run_blocks(const pol_stepper *s, unsigned keeps, const char *what)
{
    struct body_state b = start_of(s);
    struct changes length = {0};
    double axis[3] = {0};
    double turned = 5e-4 + FLT_EPSILON * turn_of(s, &b) * BLOCKS * BLOCK;
    struct kept_values first = kept_now(s, &b, 0);
    /* numbers that go by their rate: one correction leaves some squares of what
     * a step of order 1 adds, h^2 w^2 */
    const bool leaves = strstr(what, "kinematic") && strstr(what, "= first");
    for (int i = 0; i < BLOCKS; i++) {
        double R[9];
        if (s->run(b.x, b.par, b.in, s->step, BLOCK))
            return false;
        s->rotation(b.x, R);
        const double most = 1e-5 + (leaves ? pow(turn_of(s, &b), 4) : 0);
        if (!(orthogonality(R) <= most))
            fail_msg("%s: R R' - 1 is %g", what, orthogonality(R));
        struct kept_values now = kept_now(s, &b, 0);
        note(&length, norm3(now.L) / norm3(first.L) - 1);
        for (int k = 0; k < 3; k++)
            axis[k] = (now.momentum[k] - first.momentum[k]) / norm3(first.L);
    }
    if (keeps & KEEPS_NORM && has_trend(&length))
        fail_msg("%s: |L| has a trend, %g", what, length.value);
    for (int k = 0; k < 3; k++)
        if (keeps & KEEPS_MOMENTUM && fabs(axis[k]) > turned)
            fail_msg("%s: R L is off by %g", what, axis[k]);
    return true;
}

/* False: the body is not taken, or a step fails. */
static bool try_on(const struct variant *v, const char *attitude, int body)
{
    char what[300];
    struct loaded l;
    pol_options o = variant_options(v);
    o.attitude = attitude;
    o.real = POL_FLOAT;
    snprintf(what, sizeof what, "%s on %s, body %d", v->call, attitude, body);
    if (!draft_try(&l, AS_TEXT, bodies[body], &o, false))
        return false;
    unsigned keeps = owed(v, attitude, body);
    bool good = run_blocks(l.s, keeps, what);
    if (!good && keeps & KEEPS_MOMENTUM)
        fail_msg("%s: a step fails", what);
    unload(l);
    return good;
}

/* One in two on the numbers that are stored where nothing is asked for. */
static bool try_some(const struct variant *v, const struct attitudes *all)
{
    static const char *const by_products[] = {"quaternion", "matrix"};
    int first = drawn(v->call, 2 * all->n);
    for (int a = 0; a < all->n; a++)
        if (try_on(v,
                   first < all->n ? all->call[(first + a) % all->n]
                                  : by_products[(first + a) % 2],
                   (first / 2 + a) % BODIES))
            return true;
    return false;
}

static int try_all(const struct variant *v, const struct attitudes *all)
{
    int done = 0;
    for (int a = 0; a < all->n; a++)
        for (int body = 0; body < BODIES; body++)
            done += try_on(v, all->call[a], body);
    return done;
}

/* A third of the methods, each once. */
TEST(floats_have_no_trend)
{
    static struct variants all;
    struct attitudes attitudes = attitudes_of_shelf();
    int done = 0;
    calls_of_shelf(&all);
    for (int i = 0; i < all.n; i++) {
        struct variant *v = &all.v[i];
        bool again = i > 0 && same_file(all.v[i - 1].call, v->call);
        if (!sampled_all() && (again || drawn(v->call, 3)))
            continue;
        if (!variant_is_taken(v))
            continue;
        if (sampled_all())
            done += try_all(v, &attitudes);
        else
            done += try_some(v, &attitudes); /* not fe, which explodes */
    }
    print_message("%d runs\n", done);
    assert_true(done > 5);
}
