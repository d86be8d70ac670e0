/* SPDX-License-Identifier: MIT
 *
 * Munthe-Kaas methods of implicit tableaus: which stages are solved for
 * together, far away in float, and what a sweep costs.
 */
#include "shelf/variants.h"
#include "update.h"

/* ---- blocks -------------------------------------------------------------- */

/* The sizes of the systems that a step solves, such as "3 3". */
static void sizes_of(const char *spec, const char *method, char out[40])
{
    pol_options o = options_by(method, NULL);
    pol_job *job = pol_open(&o);
    assert_int_equal(pol_read(job, spec), POL_OK);
    if (pol_derive(job) != POL_OK)
        print_diags(job);
    assert_non_null(job->step);
    const struct routine *r = &job->step->advance;
    out[0] = '\0';
    for (int i = 0; i < r->solves; i++)
        snprintf(out + strlen(out), 40 - strlen(out), "%s%d", i ? " " : "", r->solve[i].n);
    pol_close(job);
}

TEST(stages_are_solved_in_blocks)
{
    static const char *const free = SPEC("free_body"), *top = SPEC("fast_top"),
                             *all = SPEC("offdiag");
    const struct {
        const char *spec, *method, *sizes;
    } cases[] = {
        {top, "rkmk(kutta4)", ""},
        {top, "rkmk(midpoint)", "3"},
        {top, "rkmk(gauss6)", "9"},
        {all, "rkmk(gauss6)", "18"},
        {all, "rkmk(lobatto3c6)", "24"},
        /* an explicit first stage is left out */
        {top, "rkmk(trapezoid)", "3"},
        {top, "rkmk(lobatto3a4)", "6"},
        /* diagonally implicit stages one after the other */
        {top, "rkmk(crouzeix3)", "3 3"},
        {all, "rkmk(crouzeix3)", "6 6"},
        {top, "rkmk(trbdf2)", "3 3"},
        /* without torque the rates are had before the attitudes, and with
         * neither commutators nor torque these are explicit */
        {free, "rkmk(gauss4, form = rate)", "6 6"},
        {free, "rkmk(trapezoid, form = rate)", "3 0"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char sizes[40];
        sizes_of(cases[i].spec, cases[i].method, sizes);
        if (strcmp(sizes, cases[i].sizes) != 0)
            fail_msg("%s solves for %s, not for %s", cases[i].method, sizes, cases[i].sizes);
    }
}

/* ---- far away ------------------------------------------------------------ */

/* In float, where positions far away have few digits and a small pivot would
 * leave none of the others. */
TEST(far_away_steps_stay_solvable)
{
    static const char *const methods[] = {"rkmk(lobatto3c6)", "rkmk(lobatto3c6, form = rate)",
                                          "rkmk(gauss6)", "imidm"};
    const int form = drawn("form", 2);
    for (int i = 0; i < (int)(sizeof methods / sizeof *methods); i++) {
        if (i < 2 && i != form && !sampled_all())
            continue;
        pol_options o = options_by(methods[i], NULL);
        o.real = POL_FLOAT;
        struct loaded l = load(SPEC("thrown"), &o, POL_TCC);
        struct body_state b = start_of(l.s);
        int status = l.s->run(b.x, b.par, b.in, 0.005, 4000);
        double t = l.s->time(b.x);
        unload(l);
        if (status)
            fail_msg("%s: status %d at t = %g", methods[i], status, t);
    }
}

/* ---- what a sweep costs -------------------------------------------------- */

static struct pol_job *lowered(const char *method, const char *attitude)
{
    pol_options o = options_by(method, attitude);
    struct pol_job *job = pol_open(&o);
    if (pol_read(job, SPEC("satellite")) != POL_OK || pol_lower(job) != POL_OK)
        print_diags(job);
    assert_non_null(job->page);
    return job;
}

/* No more than with the matrix: stages are the matrix at the start turned by a
 * rotation, whatever is stored. */
TEST(sweeps_do_not_heed_the_attitude)
{
    static const char *const method[] = {"imidm", "rkmk(gauss4, form = rate)"};
    const struct update_calls all = update_calls();
    for (int k = 0; k < 2; k++) {
        struct pol_job *matrix = lowered(method[k], "matrix");
        const struct operations *want = &matrix->page->advance->cost.sweep;
        assert_true(operations_total(want) > 0);
        for (int i = 0; i < all.n; i++) {
            struct pol_job *job = lowered(method[k], all.call[i]);
            const struct operations *got = &job->page->advance->cost.sweep;
            if (operations_total(got) > operations_total(want) || got->calls != want->calls)
                fail_msg("%s, %s: %d operations a sweep, %d with matrix", method[k], all.call[i],
                         operations_total(got), operations_total(want));
            pol_close(job);
        }
        pol_close(matrix);
    }
}
