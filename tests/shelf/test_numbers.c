/* SPDX-License-Identifier: MIT
 *
 * Every attitude on the shelf gives back the rotations that it is given, in
 * emitted and compiled code: 100,000 random ones, and 10,000 at and near the
 * places where some attitude is singular; through matrices and through
 * elements, in double and in float.  Files that do not must be found out.
 */
#define _POSIX_C_SOURCE 200809L

#include "shelf/attitude_axioms.h"
#include "shelf/rotations.h"

#include <fenv.h>
#include <float.h>

enum { RANDOM = 100000, NEAR = 10000, SOME = 3000 };

struct samples {
    struct rotations random, near;
};

static struct samples samples_new(void)
{
    return (struct samples){rotations_random(RANDOM), rotations_near(NEAR)};
}

static void samples_free(struct samples *s)
{
    rotations_free(&s->random);
    rotations_free(&s->near);
}

/* The worst error of the matrices that come back, in eps of the real type;
 * infinite if a side that is not taken divides by zero. */
static double worst_of(const struct probe *p, const struct rotations *all,
                       int n, pol_real real)
{
    double worst = 0, given[9];
    struct body_state b = start_of(p->s), start = b;
    feclearexcept(FE_ALL_EXCEPT);
    for (int i = 0; i < n; i++) {
        memcpy(b.x, start.x, (size_t)p->n * sizeof *b.x);
        for (int k = 0; k < 9; k++)
            b.x[p->n + k] = given[k] =
                real == POL_FLOAT ? (double)(float)all->R[i][k] : all->R[i][k];
        assert_int_equal(p->s->run(b.x, b.par, b.in, 1.0, 1), 0);
        worst = fmax(worst, largest_difference(b.x + p->n, given, 9));
    }
    if (fetestexcept(FE_DIVBYZERO | FE_INVALID | FE_OVERFLOW))
        return INFINITY;
    return worst / (real == POL_FLOAT ? FLT_EPSILON : DBL_EPSILON);
}

/* By one way there and back; the random ones in part if it is not "back". */
static double errors(const char *folder, const char *attitude, const char *way,
                     pol_real real, const struct samples *s)
{
    struct probe p = probe_open(folder, way, attitude, NULL, real);
    bool all = !strcmp(way, "back");
    double worst = worst_of(&p, &s->random, all ? RANDOM : SOME, real);
    worst = fmax(worst, worst_of(&p, &s->near, NEAR, real));
    probe_close(p);
    return worst;
}

/* NULL if all is well, else what is not, in words. */
static const char *fault_of_ways(const char *folder, const char *attitude,
                                 const struct samples *s)
{
    static const char *const way[] = {"back", "from", "element"};
    static char fault[100];
    for (int i = 0; i < 3; i++)
        for (int real = POL_DOUBLE; real <= POL_FLOAT; real++) {
            double worst = errors(folder, attitude, way[i], (pol_real)real, s);
            snprintf(fault, sizeof fault, "by '%s' off by %g eps of a %s",
                     way[i], worst, real == POL_FLOAT ? "float" : "double");
            if (!(worst <= 16))
                return fault;
        }
    return NULL;
}

/* The worst of what should be zero of these stored numbers, in eps. */
static double constraint_of(const struct probe *p, const double *stored)
{
    static const double zeros[9];
    struct body_state b;
    assert_int_equal(probe_ask(p, stored, zeros, &b), 0);
    return largest_difference(b.x + p->n, zeros, 9) / DBL_EPSILON;
}

/* Numbers that are stored are an attitude, that of the emitted accessor, and
 * `restore` takes them for what they are.  Where none fit, none are stored. */
static const char *fault_of_store(const char *folder, const char *attitude,
                                  const struct rotations *all)
{
    struct probe store = probe_open(folder, "store", attitude, NULL, 0);
    struct probe zero = probe_open(folder, "constraint", attitude, NULL, 0);
    struct probe restore = probe_open(folder, "restore", attitude, NULL, 0);
    const char *fault = NULL;
    for (int i = 0; i < all->n && !fault; i++) {
        struct body_state b, again;
        double R[9], back[9];
        int status = probe_ask(&store, NULL, all->R[i], &b);
        if (status == POL_STEP_SINGULAR)
            continue;
        assert_int_equal(status, 0);
        store.s->rotation(b.x, R);
        if (!(largest_difference(R, all->R[i], 9) <= 16 * DBL_EPSILON))
            fault = "what is stored is another attitude";
        if (!(constraint_of(&zero, b.x) <= 16))
            fault = "what is stored keeps not to the constraint";
        assert_int_equal(probe_ask(&restore, b.x, R, &again), 0);
        store.s->rotation(again.x, back);
        if (!(largest_difference(back, R, 9) <= 16 * DBL_EPSILON))
            fault = "what is restored is another attitude";
    }
    probe_close(store);
    probe_close(zero);
    probe_close(restore);
    return fault;
}

static const char *fault_of(const char *folder, const char *attitude,
                            const void *samples)
{
    const struct samples *s = samples;
    const char *fault = fault_of_ways(folder, attitude, s);
    return fault ? fault : fault_of_store(folder, attitude, &s->near);
}

static void all_rotations_come_back(void **state)
{
    (void)state;
    struct samples s = samples_new();
    expect_of_all(fault_of, &s);
    samples_free(&s);
}

/* Of the two quaternions of a matrix the one nearer to no rotation is stored.
 */
static void quaternions_of_matrices_have_no_negative_scalar(void **state)
{
    (void)state;
    struct dropped d = drop_begin();
    drop(&d, "methods", "probe.lua", attitude_probe);
    struct probe p = probe_open(d.folder, "store", "quaternion", NULL, 0);
    struct rotations all[] = {rotations_random(SOME), rotations_near(SOME)};
    for (int i = 0; i < 2 * SOME; i++) {
        struct body_state b;
        assert_int_equal(probe_ask(&p, NULL, all[i % 2].R[i / 2], &b), 0);
        assert_true(b.x[0] >= 0);
    }
    rotations_free(&all[0]);
    rotations_free(&all[1]);
    probe_close(p);
    drop_end(&d);
}

/* A copy of a shelf file with a part replaced must be found out. */
static void files_that_lie_are_found_out(void **state)
{
    (void)state;
    static const struct attitude_lie lies[] = {
        {"matrix.lua", "liar", "return { R[1][1], R[1][2],",
         "return { R[1][1], R[2][1],"},
        {"matrix.lua", "liar", "dot(a, a) - 1", "dot(a, a) - 2"},
        {"quaternion.lua", "liar",
         "return element { q[1], vec(q[2], q[3], q[4]) }",
         "return element { q[1], vec(q[2], q[3], -q[4]) }"},
        {"quaternion.lua", "liar", "return g:quaternion() end",
         "local q = g:quaternion() return { q[1], q[2], q[4], q[3] } end"},
        {"quaternion.lua", "liar", "square(q) - 1 }", "square(q) + 1 }"},
        {"quaternion.lua", "liar", "  return q\nend",
         "  return { q[1], q[2], q[3], q[3] }\nend"},
    };
    struct samples s = samples_new();
    EXPECT_FOUND_OUT(fault_of, &s, lies);
    samples_free(&s);
}

static pol_status check_claims(struct pol_job *job, void *argument)
{
    (void)argument;
    struct shelf *shelf = job_shelf(job);
    for (int i = 0; i < shelf_count(shelf, SHELF_ATTITUDE); i++) {
        const struct shelf_file *file = shelf_at(shelf, SHELF_ATTITUDE, i);
        struct shelf_claim c = {0};
        assert_true(shelf_describe(shelf, &job->diags, file, &c));
        if (!c.title || !c.source || !c.singular || !c.range)
            fail_msg("%s lacks title, source, singular or range", file->name);
    }
    return POL_OK;
}

static void files_say_what_and_where_they_are(void **state)
{
    (void)state;
    pol_job *job = pol_open(NULL);
    assert_int_equal(job_run(job, check_claims, NULL), POL_OK);
    pol_close(job);
}

/* The header of emitted code says which way the numbers turn. */
static void notes_say_which_way_they_turn(void **state)
{
    (void)state;
    struct attitudes all = attitudes_of_shelf(NULL);
    for (int i = 0; i < all.n; i++) {
        pol_options o = pol_default_options();
        o.attitude = all.call[i];
        pol_job *job = pol_open(&o);
        assert_int_equal(pol_read(job, SPEC("free_body")), POL_OK);
        assert_int_equal(pol_derive(job), POL_OK);
        const char *note = job->step->store[0].note;
        if (!note || strncmp(note, "attitude: ", 10) != 0 ||
            !strstr(note, "body to space"))
            fail_msg("%s: %s", all.call[i], note ? note : "no note");
        pol_close(job);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_rotations_come_back),
        cmocka_unit_test(quaternions_of_matrices_have_no_negative_scalar),
        cmocka_unit_test(files_that_lie_are_found_out),
        cmocka_unit_test(files_say_what_and_where_they_are),
        cmocka_unit_test(notes_say_which_way_they_turn),
    };
    return run_group(tests);
}
