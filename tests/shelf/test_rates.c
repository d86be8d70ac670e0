/* SPDX-License-Identifier: MIT
 *
 * The kinematic equation of every attitude on the shelf, in emitted and
 * compiled code: its rate is how its numbers change along the motion, and it
 * says where the rate may not be used.  Files that lie must be found out.
 */
#define _POSIX_C_SOURCE 200809L

#include "shelf/attitude_axioms.h"
#include "shelf/rotations.h"

#include <float.h>

enum { RANDOM = 200, WALK = 200, TURNS = 20, SMALL_TURNS = 300 };

struct kinematics {
    struct probe move, store, rate, state;
    int n;        /* stored numbers */
    bool flows;   /* numbers are continuous, as the header says */
    int looks;    /* at places */
    int compared; /* of these, with the numbers' change */
    const char *fault;
};

/* Does the note in the emitted header say so? */
static bool says_continuous(const char *folder, const char *attitude)
{
    pol_options o = pol_default_options();
    o.shelf = &folder;
    o.shelves = 1;
    o.attitude = attitude;
    pol_job *job = pol_open(&o);
    assert_int_equal(pol_read(job, SPEC("free_body")), POL_OK);
    assert_int_equal(pol_derive(job), POL_OK);
    bool says = strstr(job->step->store[0].note, "continuous") != NULL;
    pol_close(job);
    return says;
}

static struct kinematics open_kinematics(const char *folder,
                                         const char *attitude)
{
    struct kinematics k = {0};
    k.move = probe_open(folder, "move", attitude, NULL, POL_DOUBLE);
    k.store = probe_open(folder, "store", attitude, NULL, POL_DOUBLE);
    k.rate = probe_open(folder, "rate", attitude, NULL, POL_DOUBLE);
    k.state = probe_open(folder, "state", attitude, NULL, POL_DOUBLE);
    k.n = k.move.n;
    k.flows = says_continuous(folder, attitude);
    return k;
}

static void close_kinematics(struct kinematics k)
{
    probe_close(k.move);
    probe_close(k.store);
    probe_close(k.rate);
    probe_close(k.state);
}

static double length(int n, const double *x)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * x[i];
    return sqrt(sum);
}

static void rate_at(const struct kinematics *k, const double *x,
                    const double w[3], double rate[9])
{
    double nine[9] = {w[0], w[1], w[2]};
    struct body_state b;
    assert_int_equal(probe_ask(&k->rate, x, nine, &b), 0);
    memcpy(rate, b.x + k->n, 9 * sizeof *rate);
}

/* The largest rate of unit turns: infinite where one is not a number. */
static double largest_rate(const struct kinematics *k, const double *x)
{
    double most = 0, rate[9];
    for (int i = 0; i < 3; i++) {
        double w[3] = {i == 0, i == 1, i == 2};
        rate_at(k, x, w, rate);
        double size = length(9, rate);
        most = isfinite(size) ? fmax(most, size) : INFINITY;
    }
    return most;
}

enum { REGULAR, FITS, HAS_RATE };

static bool is(const struct kinematics *k, const double *x, int what)
{
    static const double zero[9];
    struct body_state b;
    assert_int_equal(probe_ask(&k->state, x, zero, &b), 0);
    return b.x[k->n + what] != 0;
}

/* Moved by a rotation vector; false if there are no such numbers. */
static bool moved(const struct kinematics *k, const double *x,
                  const double turn[3], double *out)
{
    double nine[9] = {turn[0] / 2, turn[1] / 2, turn[2] / 2};
    struct body_state b;
    int status = probe_ask(&k->move, x, nine, &b);
    memcpy(out, b.x, (size_t)k->n * sizeof *out);
    return status == 0;
}

/* By central differences, where the numbers are not too sensitive; a leap
 * from one end of a range to the other is no change. */
static void compare(struct kinematics *k, const double *x, const double w[3])
{
    const double d = 1e-5;
    double rate[9], ahead[9], behind[9], turn[3], back[3], most;
    if (!is(k, x, REGULAR) || (most = largest_rate(k, x)) > 30)
        return;
    for (int i = 0; i < 3; i++) {
        turn[i] = d * w[i];
        back[i] = -turn[i];
    }
    if (!moved(k, x, turn, ahead) || !moved(k, x, back, behind) ||
        largest_difference(ahead, behind, k->n) > 0.1)
        return;
    rate_at(k, x, w, rate);
    k->compared++;
    double bound = 1e-9 * (1 + most) * (1 + most) * (1 + most);
    for (int i = 0; i < k->n; i++)
        if (!(fabs((ahead[i] - behind[i]) / (2 * d) - rate[i]) < bound))
            k->fault = "the rate is not that of the numbers";
}

/* How near it is to where a rate, or the numbers themselves, have no end; for
 * numbers without end the rate goes as their square. */
static void look_at_regular(struct kinematics *k, const double *x)
{
    double size = length(k->n, x);
    double scale = size > 100 ? size * size : 1;
    double blown = fmax(largest_rate(k, x) / scale, size);
    bool regular = is(k, x, REGULAR);
    if (regular && !(blown < 3e7))
        k->fault = "it is called regular where it is not";
    if (!regular && blown < 1e5)
        k->fault = "it is not called regular where it is";
}

static void look(struct kinematics *k, const double *x, uint64_t *seed)
{
    double w[3];
    sample3(seed, 1, w);
    k->looks++;
    look_at_regular(k, x);
    compare(k, x, w);
}

static void look_from(struct kinematics *k, const struct rotations *all)
{
    uint64_t seed = 1;
    for (int i = 0; i < all->n; i++) {
        struct body_state b;
        if (probe_ask(&k->store, NULL, all->R[i], &b) == 0)
            look(k, b.x, &seed);
    }
}

static void look_on_a_walk(struct kinematics *k)
{
    uint64_t seed = 3;
    double x[9], next[9], turn[3];
    struct body_state b = start_of(k->move.s);
    memcpy(x, b.x, sizeof x);
    for (int i = 0; i < WALK; i++) {
        sample3(&seed, 1.2, turn);
        if (moved(k, x, turn, next))
            memcpy(x, next, sizeof x);
        look(k, x, &seed);
    }
}

/* About one axis, to one and to two whole turns less 10^-away. */
static void look_after_turns(struct kinematics *k, int away, uint64_t *seed)
{
    const double pi = acos(-1), part[] = {2, 2, 2 * pi - 4, 2, 2, 2 * pi - 4};
    static const double one[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    double axis[3], turn[3], x[9], next[9];
    struct body_state b;
    sample3(seed, 1, axis);
    double size = length(3, axis), off = away ? pow(10, -away) : 0;
    assert_int_equal(probe_ask(&k->store, NULL, one, &b), 0);
    memcpy(x, b.x, sizeof x);
    for (int i = 0; i < 6; i++) {
        double angle = part[i] - (i == 2 ? off : 0);
        for (int j = 0; j < 3; j++)
            turn[j] = axis[j] * angle / size;
        if (moved(k, x, turn, next))
            memcpy(x, next, sizeof x);
        if (i % 3 == 2)
            look(k, x, seed);
    }
}

/* On about one axis for some whole turns: numbers that are said to be
 * continuous do not leap, at whatever turn they are. */
static void look_for_leaps(struct kinematics *k, uint64_t *seed)
{
    const double angle = 0.06;
    double axis[3], turn[3], x[9], next[9];
    struct body_state b = start_of(k->move.s);
    memcpy(x, b.x, sizeof x);
    sample3(seed, 1, axis);
    double size = length(3, axis);
    for (int j = 0; j < 3; j++)
        turn[j] = axis[j] * angle / size;
    for (int i = 0; i < SMALL_TURNS && moved(k, x, turn, next); i++) {
        double most = fmax(largest_rate(k, x), largest_rate(k, next));
        double leap = largest_difference(x, next, k->n);
        if (k->flows && most < 5 && leap > 2 * angle * most)
            k->fault = "the numbers leap";
        memcpy(x, next, sizeof x);
    }
}

/* NULL if all is well, else what is not. */
static const char *fault_of(const char *folder, const char *attitude,
                            const void *none)
{
    (void)none;
    struct kinematics k = open_kinematics(folder, attitude);
    struct rotations random = rotations_random(RANDOM);
    struct rotations near = rotations_near(2 * NEAR_KINDS * NEAR_DISTANCES);
    struct body_state b = start_of(k.move.s);
    uint64_t seed = 11;
    if (is(&k, b.x, HAS_RATE)) {
        look_from(&k, &random);
        look_from(&k, &near);
        look_on_a_walk(&k);
        for (int i = 0; i < TURNS; i++)
            look_after_turns(&k, i % NEAR_DISTANCES, &seed);
        for (int i = 0; i < 5; i++)
            look_for_leaps(&k, &seed);
        if (!k.fault && 3 * k.compared < k.looks)
            k.fault = "it is hardly anywhere regular";
    }
    rotations_free(&random);
    rotations_free(&near);
    close_kinematics(k);
    return k.fault;
}

static void rates_are_those_of_the_numbers(void **state)
{
    (void)state;
    expect_of_all(fault_of, NULL);
}

/* A copy of a shelf file with a part replaced must be found out. */
static void files_that_lie_are_found_out(void **state)
{
    (void)state;
    static const struct attitude_lie lies[] = {
        {"matrix.lua", "liar", "R[3*i + 3]), w)", "R[3*i + 3]), -w)"},
        {"quaternion.lua", "liar", "(q[1] * w + cross(u, w))",
         "(q[1] * w - cross(u, w))"},
        {"quaternion.lua", "liar", "-dot(u, w) / 2", "-dot(u, w)"},
        {"euler.lua", "liar", "u[f.l] - along * a", "u[f.l]"},
        {"euler.lua", "liar(zyz)", "f.s * u[f.k] or", "u[f.k] or"},
        {"euler.lua", "liar", "lt(decimal \"1e-6\"", "lt(decimal \"-1\""},
        {"euler.lua", "liar(zxz)", "lt(decimal \"1e-6\"",
         "lt(decimal \"1e-3\""},
        {"rotation_vector.lua", "liar", "pull(half(v), w)", "push(half(v), w)"},
        {"rotation_vector.lua", "liar", "lt(decimal \"1e-6\"",
         "lt(decimal \"-1\""},
        {"rodrigues.lua", "liar", "decimal \"1e12\"", "decimal \"1e30\""},
        {"rotation_vector.lua", "liar", "2*pi * k * axis", "0 * axis"},
        {"euler.lua", "liar(zyx)", "return { x[1] + select(",
         "return { wrapped(x[1]) + select("},
        {"mrp.lua", "liar", "2 * cross(v, w)", "cross(v, w)"},
    };
    EXPECT_FOUND_OUT(fault_of, NULL, lies);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rates_are_those_of_the_numbers),
        cmocka_unit_test(files_that_lie_are_found_out),
    };
    return run_group(tests);
}
