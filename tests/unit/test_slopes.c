/* SPDX-License-Identifier: MIT
 *
 * Derivatives of every attitude on the shelf, by our own algebra: Newton's
 * iteration goes through them when a torque looks at where a step ends.  They
 * are numbers wherever a body is and however little it turns, at the very
 * places where an attitude is singular, too: nothing leaks from the side of a
 * choice that is not taken.  And where the attitude is regular they are right.
 */
#define _POSIX_C_SOURCE 200809L

#include "stepping.h"

#include "shelf/attitudes.h"
#include "shelf/dropped.h"
#include "shelf/rotations.h"

enum { DISTANCES = 5, SIZES = 4 };

/* Of an attitude that was moved by element(v): the numbers and R after it, the
 * slopes of all by v, and pull(v, row) of the first row of R before it. */
struct slopes {
    struct stepping s, regular;
    int n; /* stored numbers */
    const struct expr *value[60];
    int values;
};

static struct stepping probe(const char *folder, const char *what,
                             const char *attitude)
{
    const char *const folders[] = {POL_TESTS_DIR "/unit/probe", folder};
    static const char body[] = "body b inertia diag(1, 2, 2.5)";
    struct stepping s = stepping_new(folders, folder ? 2 : 1);
    stepping_must(&s, body, text_format(s.arena, "probe(%s)", what), attitude,
                  NULL);
    return s;
}

static void keep(struct slopes *p, int n, const struct expr *const *value)
{
    assert_true(p->values + n <= 60);
    memcpy(p->value + p->values, value, (size_t)n * sizeof *value);
    p->values += n;
}

static struct slopes open_slopes(const char *folder, const char *attitude)
{
    struct slopes p = {.s = probe(folder, "pull", attitude),
                       .regular = probe(folder, "regular", attitude)};
    const struct step *step = p.s.step;
    const struct field *x = &step->store[0];
    const struct expr *R[9], *d[9];
    const struct expr *const *moved = step->advance.output[0].value;
    p.n = x->n;
    expr_subst(p.s.pool, 9, step->offer.rotation.output[0].value, x->n,
               x->symbol, moved, R);
    keep(&p, 3, step->advance.output[1].value);
    keep(&p, 9, R);
    for (int j = 0; j < 3; j++) {
        expr_diff(p.s.pool, 9, R, step->store[1].symbol[j], d);
        keep(&p, 9, d);
    }
    for (int j = 0; j < 3 && p.n <= 4; j++) {
        expr_diff(p.s.pool, p.n, moved, step->store[1].symbol[j], d);
        keep(&p, p.n, d);
    }
    return p;
}

static void close_slopes(struct slopes *p)
{
    arena_free(p->s.arena);
    arena_free(p->regular.arena);
}

static bool is_regular(struct slopes *p, const double *x)
{
    double y[12];
    memcpy(y, x, sizeof y);
    int status = stepping_step(&p->regular, y, 0, 1, NULL);
    return status == 0 && y[p->n] != 0;
}

/* The largest slope; infinite if one is not a number. */
static double largest(int n, const double *slope)
{
    double most = 0;
    for (int i = 0; i < n; i++)
        most = isfinite(slope[i]) ? fmax(most, fabs(slope[i])) : INFINITY;
    return most;
}

/* How far d/ds R(v + s pull(v, w/2)) is from R S(w), for the w that the probe
 * takes: the first row of R before the move. */
static double off_the_rate(const double *w, const double *pull, const double *R,
                           const double *d)
{
    double most = 0;
    for (int i = 0; i < 9; i++) {
        const double *row = R + i / 3 * 3;
        int j = (i + 1) % 3, k = (i + 2) % 3;
        double got =
            (d[i] * pull[0] + d[9 + i] * pull[1] + d[18 + i] * pull[2]) / 2;
        most = fmax(most, fabs(got - (row[j] * w[k] - row[k] * w[j])));
    }
    return most;
}

/* NULL if all is well, else what is not. */
static const char *look(struct slopes *p, const double *x)
{
    struct bindings b = stepping_bind(&p->s, x, 0, NULL);
    double value[60], R[9], L[3];
    static char fault[200];
    evaluate(&p->s, &b, p->values, p->value, value);
    stepping_state(&p->s, x, R, L);
    double most = largest(p->values - 12, value + 12);
    double off = off_the_rate(R, value, value + 3, value + 12);
    bool numbers = most < INFINITY;
    snprintf(fault, sizeof fault, "%s at %.17g %.17g %.17g, moved by %g %g %g",
             numbers ? "a slope is wrong" : "a slope is not a number", x[0],
             x[1], x[2], L[0], L[1], L[2]);
    if (!numbers)
        return fault;
    return !is_regular(p, x) || off <= 4e-14 * (1 + most) ? NULL : fault;
}

/* Moved by nothing, by little and by much. */
static const char *look_from(struct slopes *p, const double R[9],
                             uint64_t *seed)
{
    static const double size[SIZES] = {0, 1e-9, 1e-3, 0.8};
    double zeros[12] = {0}, x[12] = {0};
    const char *fault = NULL;
    stepping_observe(&p->s, &p->s.step->offer.set_rotation, zeros, 0, 9,
                     p->s.model->R.x, R, x);
    for (int i = 0; i < SIZES && !fault; i++) {
        sample3(seed, size[i], x + p->n);
        fault = look(p, x);
    }
    return fault;
}

static const char *look_around(const char *folder, const char *attitude)
{
    struct rotations near = rotations_near(NEAR_KINDS * NEAR_DISTANCES);
    struct rotations random = rotations_random(SOME_OF(10));
    struct slopes p = open_slopes(folder, attitude);
    uint64_t seed = 7;
    const char *fault = NULL;
    for (int k = 0; k < SOME_OF(near.n) && !fault; k++)
        if (k / NEAR_KINDS % 4 == 0) /* at distances 0, 1e-4, 1e-8, ... */
            fault = look_from(&p, near.R[k], &seed);
    for (int k = 0; k < random.n && !fault; k++)
        fault = look_from(&p, random.R[k], &seed);
    close_slopes(&p);
    rotations_free(&near);
    rotations_free(&random);
    return fault;
}

TEST(slopes_are_numbers_everywhere)
{
    struct attitudes all = attitudes_of_shelf(NULL);
    for (int i = 0; i < all.n; i++) {
        const char *fault = look_around(NULL, all.call[i]);
        if (fault)
            fail_msg("%s: %s", all.call[i], fault);
    }
}

/* A copy of a shelf file with a part replaced must be found out. */
TEST(files_that_leak_are_found_out)
{
    static const char *const leaks[][4] = {
        {"euler.lua", "liar(zxz)",
         "atan2(select(m_less, -p[2], m[2]), select(m_less, p[1], m[1]))",
         "atan2(m[2], m[1])"},
        {"rotation_vector.lua", "liar", "2*pi * k * axis",
         "2*pi * k / sqrt(dot(p, p)) * p"},
        {"rodrigues.lua", "liar",
         "select(lt(p[1]^2, least), sqrt(least), p[1])", "p[1]"},
        {"mrp.lua", "liar", "local p0, p = nearer_half(g)",
         "local q = g:quaternion()\n"
         "local p0, p = abs(q[1]), vec(q[2], q[3], q[4])\n"
         "p = select(lt(q[1], 0), -p, p)"},
    };
    for (size_t i = 0; i < sizeof leaks / sizeof *leaks; i++) {
        struct dropped d = drop_begin();
        drop_changed(&d, "attitudes", leaks[i][0], "liar.lua", leaks[i][2],
                     leaks[i][3]);
        const char *fault = look_around(d.folder, leaks[i][1]);
        drop_end(&d);
        if (!fault)
            fail_msg("%s with '%s' is not found out", leaks[i][0], leaks[i][3]);
    }
}
