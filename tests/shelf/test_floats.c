/* SPDX-License-Identifier: MIT
 *
 * In float every attitude of the shelf does what it does in
 * double.
 */
#include "shelf/attitudes.h"

#include <float.h>
#include <math.h>

enum { STEPS = 40 };

/* R and L / |L| after some steps; false if one fails. */
static bool follow(pol_options o, const char *spec, pol_real real,
                   double out[12])
{
    o.real = real;
    struct loaded l = load(spec, &o, POL_TCC);
    struct body_state b = start_of(l.s);
    int status = l.s->run(b.x, b.par, b.in, 0x1p-7, STEPS);
    l.s->rotation(b.x, out);
    l.s->momentum(b.x, out + 9);
    unload(l);
    double size = sqrt(out[9] * out[9] + out[10] * out[10] + out[11] * out[11]);
    for (int i = 9; i < 12; i++)
        out[i] /= size;
    return status == 0;
}

/* The largest difference, which is rounding; infinite if a step fails. */
static double between_reals(pol_options o, const char *spec)
{
    double exact[12], rounded[12], worst = 0;
    if (!follow(o, spec, POL_DOUBLE, exact) ||
        !follow(o, spec, POL_FLOAT, rounded))
        return INFINITY;
    for (int i = 0; i < 12; i++) {
        double off = fabs(rounded[i] - exact[i]);
        worst = fmax(worst, isfinite(off) ? off : INFINITY);
    }
    return worst;
}

static bool agree(const char *call, pol_options o, const char *spec)
{
    double off = between_reals(o, spec);
    if (off < 800 * FLT_EPSILON)
        return true;
    print_error("%s: float and double are %.1e apart\n", call, off);
    return false;
}

static void every_attitude_works_in_float(void **state)
{
    (void)state;
    const struct attitudes all = attitudes_of_shelf(NULL);
    bool good = true;
    for (int i = 0; i < all.n; i++) {
        pol_options o = pol_default_options();
        o.method = "rkmk(heun2, form = rate)";
        o.attitude = all.call[i];
        good &= agree(o.attitude, o, SPEC("thrown"));
    }
    assert_true(good);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_attitude_works_in_float),
    };
    return run_group(tests);
}
