/* SPDX-License-Identifier: MIT
 *
 * Emitted and compiled steppers against numbers of another program: single
 * steps of each method.  (Ends of long runs: test_whole_runs.)
 */
#include "shelf/axioms.h"
#include "shelf/drafts.h"
#include "values/values.h"

static bool load_step(struct loaded *l, const struct reference_step *r, const char *attitude)
{
    char path[300];
    snprintf(path, sizeof path, POL_ROOT_DIR "/specs/%s.pol", r->spec);
    pol_options o = options_by(r->method, NULL);
    o.map = r->map;
    o.attitude = attitude;
    return draft_try(l, AS_PATH, path, &o, true);
}

/* R and L against 12 values. */
static double off(const struct end *e, const double *want)
{
    return fmax(relative(e->R, want, 9), relative(e->L, want + 9, 3));
}

static bool same_step(const struct reference_step *r, const char *attitude)
{
    struct loaded l;
    if (!load_step(&l, r, attitude)) {
        print_error("%s, %s: not loaded\n", r->spec, r->method);
        return false;
    }
    struct end one = run_to(l.s, r->h, 1), three = run_to(l.s, 3 * r->h, 3);
    unload(l);
    double worst = fmax(off(&one, r->value), off(&three, r->value + 12));
    if (!one.status && !three.status && worst < 1e-13)
        return true;
    print_error("%s, %s, %s: off by %.1e, status %d, %d\n", r->spec, r->method, attitude, worst,
                one.status, three.status);
    return false;
}

TEST(single_steps_are_those_of_the_methods)
{
    int n, compared = 0, wrong = 0;
    for (const struct reference_step *r = reference_steps(&n); n > 0; n--, r++) {
        wrong += !same_step(r, "quaternion");
        wrong += !same_step(r, "matrix");
        compared++;
    }
    print_message("%d cases, in two attitudes\n", compared);
    assert_int_equal(wrong, 0);
}
