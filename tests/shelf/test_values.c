/* SPDX-License-Identifier: MIT
 *
 * Emitted and compiled steppers against reference values: single steps of each
 * method, end states of the papers' problems.
 */
#include "shelf/axioms.h"

#include "values/values.h"

static void spec_path(char *path, size_t size, const char *name)
{
    snprintf(path, size, "%s/specs/%s.pol", POL_ROOT_DIR, name);
}

/* Largest difference, relative to the norm of the vector. */
static double relative(const double *got, const double *want, int n)
{
    double norm = 0, worst = 0;
    for (int i = 0; i < n; i++)
        norm += want[i] * want[i];
    for (int i = 0; i < n; i++)
        worst = fmax(worst, fabs(got[i] - want[i]));
    return isfinite(got[0]) ? worst / sqrt(norm) : INFINITY;
}

static bool load_step(struct loaded *l, const struct reference_step *r,
                      const char *attitude, bool loud)
{
    char path[300];
    spec_path(path, sizeof path, r->spec);
    pol_options o = pol_default_options();
    o.method = r->method;
    o.map = r->map;
    o.attitude = attitude;
    return load_try(l, path, &o, POL_TCC, loud);
}

/* R and L against 12 values. */
static double off(const struct end *e, const double *want)
{
    return fmax(relative(e->R, want, 9), relative(e->L, want + 9, 3));
}

static bool same_step(const struct reference_step *r, const char *attitude)
{
    struct loaded l;
    if (!load_step(&l, r, attitude, true)) {
        print_error("%s, %s: not loaded\n", r->spec, r->method);
        return false;
    }
    struct end one = run_to(l.s, r->h, 1), three = run_to(l.s, 3 * r->h, 3);
    unload(l);
    double worst = fmax(off(&one, r->value), off(&three, r->value + 12));
    if (!one.status && !three.status && worst < 1e-13)
        return true;
    print_error("%s, %s, %s: off by %.1e, status %d, %d\n", r->spec, r->method,
                attitude, worst, one.status, three.status);
    return false;
}

TEST(single_steps_are_those_of_the_methods)
{
    int n, compared = 0, wrong = 0;
    for (const struct reference_step *r = reference_steps(&n); n > 0;
         n--, r++) {
        wrong += !same_step(r, "quaternion");
        wrong += !same_step(r, "matrix");
        compared++;
    }
    print_message("%d cases, in two attitudes\n", compared);
    assert_int_equal(wrong, 0);
}

/* With an order-8 tableau in steps so small that round-off is all that is
 * left. */
TEST(end_states_are_reached)
{
    int n, compared = 0;
    for (const struct reference_state *r = reference_states(&n); n > 0;
         n--, r++) {
        char path[300];
        spec_path(path, sizeof path, r->spec);
        if (r->t > 20)
            continue; /* short enough for every build */
        pol_options o = pol_default_options();
        o.method = "rkmk(cooper_verner8, form = rate, dexpinv = exact)";
        struct loaded l = load(path, &o, POL_TCC);
        struct body_state b = start_of(l.s);
        double w[3];
        l.s->omega(b.x, b.par, b.in, w);
        bool wall = strcmp(r->spec, "coulomb_wall") == 0;
        double turn = wall ? 0.005 : 0.05;
        long steps = (long)(r->t * norm3(w) / turn) + 1;
        struct end e = run_to(l.s, r->t, steps);
        unload(l);
        double tolerance = 100 * r->floor + 1e-15 * sqrt((double)steps) + 2e-13;
        double worst = fmax(relative(e.R, r->R, 9), relative(e.L, r->L, 3));
        if (e.status || !(worst < tolerance))
            fail_msg("%s at t = %g: off by %.1e, not %.1e (%ld steps)", r->spec,
                     r->t, worst, tolerance, steps);
        compared++;
    }
    assert_true(compared >= 15);
}
