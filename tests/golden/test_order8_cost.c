/* SPDX-License-Identifier: MIT
 *
 * What the benchmark's methods cost: the operations of a step on its four
 * problems, exactly, and those of a whole motion to an attitude error of 1e-10,
 * beside the same by hand.  POL_UPDATE=1
 * rewrites the former.
 */
#include "table.h"
#include "explore/explore.h"
#include "job.h"
#include "load.h"
#include "bench/problems.c"

static const char *const spec[PROBLEMS] = {
    SPEC("free_body"), SPEC("fast_top"), SPEC("satellite"),
    POL_TESTS_DIR "/papers/printed_wall.pol"};

static const double limit = 1.1, goal = 1e-10;

static const char *const methods[] = {
    "rkmk(dop853, form = rate)",
    "rkmk(dverk78, form = rate)",
    "rkmk(verner87e, form = rate)",
    "rkmk(cooper_verner8, form = rate)",
    "rkmk(dop853)",
    "rkmk(cooper_verner8)",
    "magnus(verner87e)",
    "magnus(dverk78)",
    "magnus(verner98e)",
    "magnus(kutta4)",
    "rkmk(kutta4, form = rate)",
    "rkmk(kutta4)",
};
enum {
    METHODS = sizeof methods / sizeof *methods,
    RACED = 3 /* the first ones: are as good as by hand, each on each problem */
};

struct costed {
    struct loaded l;
    int operations; /* of a step */
};

static struct costed load_costed(enum problem p, const char *method)
{
    struct costed c = {0};
    pol_options o = options_by(method, NULL);
    pol_job *job = pol_open(&o);
    assert_int_equal(pol_read(job, spec[p]), POL_OK);
    if (pol_load(job, POL_TCC, &c.l.image) != POL_OK)
        print_diags(job);
    assert_non_null(c.l.image);
    c.operations = operations_total(&job->page->advance->cost.step);
    c.l.s = pol_image_stepper(c.l.image);
    pol_close(job);
    return c;
}

TEST(operations_are_what_they_were)
{
    char now[2000] = "operations of a step                  P1    P2    P3    "
                     "P4\n";
    for (int i = 0; i < METHODS; i++) {
        char *end = now + strlen(now);
        end += sprintf(end, "%-34s", methods[i]);
        for (enum problem p = P1_FREE; p < PROBLEMS; p++) {
            struct costed c = load_costed(p, methods[i]);
            end += sprintf(end, " %5d", c.operations);
            unload(c.l);
        }
        strcpy(end, "\n");
    }
    assert_true(expected_matches(POL_TESTS_DIR "/golden", "order8", now));
}

/* ---- to 1e-10 ---- */

/* The attitude at the end; false if a step fails. */
static bool run_to_end(const pol_stepper *s, enum problem p, long steps,
                       double R[9])
{
    struct body_state b = start_of(s);
    double h = problem_data[p].until / (double)steps;
    bool good = s->run(b.x, b.par, b.in, h, steps) == POL_STEP_OK;
    s->rotation(b.x, R);
    return good;
}

/* By a method of order 9 with four times as many steps as others need. */
static void make_reference(enum problem p, double R[9])
{
    static const long steps[PROBLEMS] = {1000, 10000, 2000, 4000};
    struct costed c =
        load_costed(p, "rkmk(sharp98, form = rate, dexpinv = exact)");
    assert_true(run_to_end(c.l.s, p, steps[p], R));
    unload(c.l);
    if (problem_data[p].known)
        assert_true(explore_angle(R, problem_data[p].R) < goal / 10);
}

/* The fewest steps from which on the goal is reached for good, in a grid of
 * 4 %; 0: more than a few thousand. */
static long steps_needed(const pol_stepper *s, enum problem p,
                         const double exact[9])
{
    long needed = 0;
    int good = 0;
    for (double n = 50; n < 8000 && good < 3; n = ceil(n * 1.04)) {
        double R[9];
        bool reached =
            run_to_end(s, p, (long)n, R) && explore_angle(R, exact) < goal;
        if (reached && good == 0)
            needed = (long)n;
        good = reached ? good + 1 : 0;
    }
    return good < 3 ? 0 : needed;
}

TEST(to_1e_10_they_cost_no_more_than_by_hand)
{
    bool good = true;
    for (enum problem p = P1_FREE; p < PROBLEMS; p++) {
        double exact[9];
        make_reference(p, exact);
        for (int i = 0; i < RACED; i++) {
            struct costed c = load_costed(p, methods[i]);
            long steps = steps_needed(c.l.s, p, exact);
            double ratio =
                c.operations * (double)steps / problem_data[p].by_hand;
            unload(c.l);
            if (steps > 0 && ratio <= limit)
                continue;
            print_error("%s, %s: %d operations, %ld steps: %.2f of those by "
                        "hand\n",
                        problem_data[p].name, methods[i], c.operations, steps,
                        ratio);
            good = false;
        }
    }
    assert_true(good);
}
