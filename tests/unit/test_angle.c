/* SPDX-License-Identifier: MIT
 *
 * angle_by_sine and the derivatives of every attitude on the shelf: right where
 * they are regular, numbers wherever a body is.
 */
#define _POSIX_C_SOURCE 200809L

#include "stepping.h"

#include <float.h>

#include "shelf/dropped.h"
#include "shelf/attitudes.h"
#include "shelf/rotations.h"

/* L0 and L1 become the results of angle_by_sine(L0, L1). */
static const char angles[] =
    "return method {\n"
    "  title = 'angles', source = 'nowhere', order = 0, maps = false,\n"
    "  step = function(m, s, h)\n"
    "    local r, size = angle_by_sine(s.L[1], s.L[2])\n"
    "    return { R = s.R, L = vec(r, size, 0) }\n"
    "  end,\n}\n";

/* Turned by the half vector h L. */
static const char turned[] =
    "return method {\n"
    "  title = 'turned', source = 'nowhere', order = 0,\n"
    "  step = function(m, s, h)\n"
    "    return { R = s.R:turned(m.map.element(h * s.L)), L = s.L }\n"
    "  end,\n}\n";

static const char round_body[] = "body b inertia diag(1, 1, 1)";

static struct stepping derived(const char *method, const char *attitude)
{
    struct dropped d = drop_begin();
    drop(&d, "methods", "angles.lua", angles);
    drop(&d, "methods", "turned.lua", turned);
    const char *folder = d.folder;
    struct stepping s = stepping_new(&folder, 1);
    stepping_must(&s, round_body, method, attitude, NULL);
    drop_end(&d);
    return s;
}

/* ---- values ---- */

static double ratio_of(struct stepping *s, double y, double c, double *size)
{
    double x[7] = {1, 0, 0, 0, y, c, 0};
    assert_int_equal(stepping_step(s, x, 0, 1, NULL), 0);
    *size = x[5];
    return x[4];
}

static void check_ratio(struct stepping *s, double y, double c)
{
    long double root = sqrtl((long double)y);
    double size, want = (double)(y > 0 ? atan2l(root, c) / root : 1 / c);
    assert_close(ratio_of(s, y, c, &size), want, 3 * DBL_EPSILON * want);
    bool none = y <= 0x1p-208; /* eps^4 */
    assert_close(size, none ? 1 : (double)root, DBL_EPSILON * size);
}

/* On both sides of each choice, down to what is no normal number. */
TEST(the_ratio_is_right_everywhere)
{
    struct stepping s = derived("angles", "quaternion");
    for (double y = 5e-324; y < 1; y = y < 1e-300 ? 10 * y : 1.01 * y)
        check_ratio(&s, y, sqrt(1 - y));
    for (int i = -3; i <= 3; i++) {
        check_ratio(&s, 0x1p-208 * (1 + i * DBL_EPSILON), 1);
        check_ratio(&s, (1 + i * DBL_EPSILON) / 257, sqrt(256 / 257.));
        check_ratio(&s, 1 - i * DBL_EPSILON / 2, i * i * 1e-9);
    }
    arena_free(s.arena);
}

TEST(where_there_is_no_angle_it_is_exact)
{
    static const double c[] = {1, 0.75, 0.5, 1 + 0x1p-52, 3};
    struct stepping s = derived("angles", "quaternion");
    double size;
    for (size_t i = 0; i < sizeof c / sizeof *c; i++)
        assert_close(ratio_of(&s, 0, c[i], &size), 1 / c[i], 0);
    assert_true(ratio_of(&s, 1, 0.0, &size) == acos(0));
    assert_true(ratio_of(&s, 1, -0.0, &size) == acos(0));
    assert_true(isfinite(ratio_of(&s, 0, -0.0, &size)));
    assert_true(isnan(ratio_of(&s, NAN, 1, &size)));
    assert_true(isnan(ratio_of(&s, 0.5, NAN, &size)));
    arena_free(s.arena);
}

/* ---- derivatives ---- */

/* d(output)/d(symbol) at the bindings. */
static double slope(struct stepping *s, const struct bindings *b,
                    const struct expr *output, const struct expr *symbol)
{
    const struct expr *d;
    double value;
    expr_diff(s->pool, 1, &output, symbol, &d);
    evaluate(s, b, 1, &d, &value);
    return value;
}

/* With f(y, c) = atan2(s, c)/s: f_y = (c s/(y + c^2) - atan2)/(2 s^3), in
 * higher precision; -1/(3 c^3) at 0; f_c = -1/(y + c^2). */
static double slope_by_y(double y, double c)
{
    long double s = sqrtl((long double)y), cc = (long double)c * c;
    if (y < 1e-6) /* the next term is 2y/(5 c^5) */
        return (double)(-1 / (3 * c * cc) + 2 * y / (5 * c * cc * cc));
    return (double)((c * s / (y + cc) - atan2l(s, c)) / (2 * s * s * s));
}

static void check_slopes(struct stepping *s, double y, double c)
{
    const double x[7] = {1, 0, 0, 0, y, c, 0};
    const struct expr *f = s->step->advance.output[1].value[0];
    const struct expr *const *L = s->step->store[1].symbol;
    struct bindings b = stepping_bind(s, x, 0, NULL);
    double by_y = slope_by_y(y, c), by_c = -1 / (y + c * c);
    assert_close(slope(s, &b, f, L[0]), by_y, 4e-13 * fabs(by_y));
    assert_close(slope(s, &b, f, L[1]), by_c, 1e-14 * fabs(by_c));
}

TEST(the_slopes_of_the_ratio_are_right)
{
    static const double y[] = {0,      5e-324, 1e-300, 1e-100, 1e-32,
                               1e-30,  1e-20,  1e-9,   1e-8,   1e-4,
                               0.0038, 0.004,  0.1,    0.9};
    struct stepping s = derived("angles", "quaternion");
    for (size_t i = 0; i < sizeof y / sizeof *y; i++)
        check_slopes(&s, y[i], sqrt(1 - y[i]));
    check_slopes(&s, 1, 0);
    check_slopes(&s, 1, -0.0);
    arena_free(s.arena);
}
