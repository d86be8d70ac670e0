/* SPDX-License-Identifier: MIT
 *
 * The ways that `list attitudes --cost` counts all turn an attitude by the
 * increment; and no Newton sweep costs more than with the matrix, since stages
 * are the matrix at the start turned by a rotation, whatever is stored.
 */
#include "update.h"

#include "load.h"
#include "random.h"

enum { TURNS = 400 };

/* R(x1) = R E(v) for E(v) u = u + sin|v| n x u + (1 - cos|v|) n x (n x u). */
static void turn(const double R[9], const double v[3], double out[9])
{
    double angle = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    double n[3], E[9], s = sin(angle), c = 1 - cos(angle);
    for (int i = 0; i < 3; i++)
        n[i] = v[i] / angle;
    const double N[9] = {0, -n[2], n[1], n[2], 0, -n[0], -n[1], n[0], 0};
    for (int i = 0; i < 9; i++)
        E[i] = (i % 4 == 0) + s * N[i] +
               c * (n[i / 3] * n[i % 3] - (i % 4 == 0 ? 1 : 0));
    for (int i = 0; i < 9; i++)
        out[i] = R[i / 3 * 3] * E[i % 3] + R[i / 3 * 3 + 1] * E[3 + i % 3] +
                 R[i / 3 * 3 + 2] * E[6 + i % 3];
}

/* Numbers are stored to their last digit, which is larger of larger ones: of
 * angles that keep their turns. */
static double room(const pol_stepper *s, const double *x)
{
    double sum = 0;
    for (int i = 0; i < s->state - 5; i++)
        sum += fabs(x[i]);
    return (64 + sum) * 0x1p-52;
}

static void turn_often(const pol_stepper *s, const char *title)
{
    struct body_state b = start_of(s);
    struct random r = random_new(7);
    double R[9], wanted[9];
    assert_int_equal(s->input, 3);
    for (int k = 0; k < TURNS; k++) {
        s->rotation(b.x, R);
        for (int i = 0; i < 3; i++)
            b.in[i] = random_between(&r, -1, 1) * (k % 2 ? 3 : 0.01);
        turn(R, b.in, wanted);
        assert_int_equal(s->step_once(b.x, b.par, b.in, 1), POL_STEP_OK);
        s->rotation(b.x, R);
        for (int i = 0; i < 9; i++)
            if (!(fabs(R[i] - wanted[i]) < room(s, b.x)))
                fail_msg("%s, turn %d: R[%d] is %.17g, not %.17g", title, k, i,
                         R[i], wanted[i]);
    }
}

TEST(every_way_turns_the_attitude)
{
    static const char *const ways[] = {"own", "matrix", "quaternion"};
    struct update_calls all = update_calls();
    for (int i = 0; i < all.n; i++)
        for (int k = 0; k < 3; k++) {
            char title[100];
            pol_image *image;
            struct pol_job *job = update_open(all.call[i], ways[k]);
            snprintf(title, sizeof title, "%s, %s", all.call[i], ways[k]);
            assert_int_equal(pol_load(job, POL_TCC, &image), POL_OK);
            pol_close(job);
            turn_often(pol_image_stepper(image), title);
            pol_unload(image);
        }
}

/* ---- sweeps ---- */

static void must_lower(struct pol_job *job)
{
    if (pol_lower(job) == POL_OK)
        return;
    print_diags(job);
    fail_msg("%s is not lowered", job->options.attitude);
}

static struct pol_job *open_solved(const char *spec, const char *method,
                                   const char *attitude)
{
    pol_options o = pol_default_options();
    o.method = method;
    o.attitude = attitude;
    struct pol_job *job = pol_open(&o);
    assert_int_equal(pol_read(job, spec), POL_OK);
    must_lower(job);
    return job;
}

static bool calls_function(const struct tree *t)
{
    static const char *const function[] = {"atan2", "asin", "acos", "atan",
                                           "floor", "sin",  "cos"};
    if (!t || t->kind != TREE_OP)
        return false;
    for (size_t i = 0; i < sizeof function / sizeof *function; i++)
        if (strcmp(t->op, function[i]) == 0)
            return true;
    for (int i = 0; i < t->n; i++)
        if (calls_function(t->arg[i]))
            return true;
    return false;
}

static int calls_in_sweeps(const struct program *p)
{
    int calls = 0;
    for (int i = 0; i < p->blocks; i++)
        for (int k = 0; k < p->block[i].paragraphs; k++)
            for (int m = 0; m < p->block[i].paragraph[k].lines; m++)
                calls += p->block[i].kind == BLOCK_NEWTON &&
                         calls_function(p->block[i].paragraph[k].line[m].value);
    return calls;
}

static void check_sweeps(const char *spec, const char *method,
                         const struct update_calls *all)
{
    struct pol_job *matrix = open_solved(spec, method, "matrix");
    const struct operations *want = &matrix->page->advance->cost.sweep;
    assert_true(operations_total(want) > 0);
    assert_false(calls_in_sweeps(matrix->page->advance));
    for (int i = 0; i < all->n; i++) {
        struct pol_job *job = open_solved(spec, method, all->call[i]);
        const struct program *p = job->page->advance;
        int total = operations_total(&p->cost.sweep);
        if (total > operations_total(want) ||
            p->cost.sweep.calls != want->calls || calls_in_sweeps(p))
            fail_msg("%s, %s, %s: %d operations a sweep, %d with matrix; %d "
                     "calls",
                     spec, method, all->call[i], total, operations_total(want),
                     calls_in_sweeps(p));
        pol_close(job);
    }
    pol_close(matrix);
}

TEST(sweeps_do_not_heed_the_attitude)
{
    struct update_calls all = update_calls();
    static const char *const method[] = {"imidm", "rkmk(gauss4)",
                                         "rkmk(gauss4, form = rate)"};
    for (size_t i = 0; i < sizeof method / sizeof *method; i++) {
        check_sweeps(SPEC("fast_top"), method[i], &all);
        check_sweeps(SPEC("satellite"), method[i], &all);
    }
}

/* Where the torque itself has an angle in it, the sweep has. */
TEST(the_search_finds_calls)
{
    static const char spec[] = "body b inertia diag(1, 2, 2.5) method imidm "
                               "torque space atan2(R[2, 3], R[3, 3]) * e1";
    struct pol_job *job = pol_open(NULL);
    assert_int_equal(pol_read_text(job, "b.pol", spec, sizeof spec - 1),
                     POL_OK);
    must_lower(job);
    assert_int_equal(calls_in_sweeps(job->page->advance), 1);
    pol_close(job);
}
