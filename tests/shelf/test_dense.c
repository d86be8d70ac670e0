/* SPDX-License-Identifier: MIT
 *
 * The state between the ends of a step: of order four to twelve between states
 * that are right, as the header says, of the method's order or four between its
 * own; the ends themselves bit
 * by bit; a rotation at every theta; the same from the other end; exact where
 * theory says so; in every attitude.
 */
#include "shelf/attitudes.h"
#include "shelf/axioms.h"
#include "shelf/rotations.h"

/* ---- states -------------------------------------------------------------- */

static void steps(const struct loaded *l, struct body_state *b, double h, int n)
{
    assert_int_equal(l->s->run(b->x, b->par, b->in, h, n), 0);
}

static struct body_state between(const struct loaded *l, const struct body_state *a,
                                 const struct body_state *b, double h, double theta)
{
    struct body_state out = *a;
    assert_int_equal(l->s->interp(a->x, b->x, a->par, a->in, h, theta, out.x), 0);
    return out;
}

/* ---- between states that are right --------------------------------------- */

enum { PARTS = 10 };

/* Over one interval h, at tenths of it, of states by fine steps. */
static void gap_inside(const struct loaded *l, const struct body_state *a, double h,
                       double worst[PARTS_OF_END])
{
    struct body_state at[PARTS + 1] = {*a};
    memset(worst, 0, PARTS_OF_END * sizeof *worst);
    for (int i = 1; i <= PARTS; i++) {
        at[i] = at[i - 1];
        steps(l, &at[i], h / (8 * PARTS), 8);
    }
    for (int i = 1; i < PARTS; i++) {
        struct body_state b = between(l, a, &at[PARTS], h, (double)i / PARTS);
        struct end got = end_at(l->s, b.x), right = end_at(l->s, at[i].x);
        double gap[PARTS_OF_END];
        end_gap(&got, &right, gap);
        for (int k = 0; k < PARTS_OF_END; k++)
            worst[k] = fmax(worst[k], gap[k]);
    }
}

/* More derivatives at the ends, where the method's order is higher or steps are
 * large: so few intervals that round-off does not show. */
TEST(it_is_of_the_order_that_is_said)
{
    static const struct {
        const char *method, *step;
        double h;
        int order;
    } all_orders[] = {{"rkmk(kutta4)", "step 0.1", 0.2, 4},
                      {"rkmk(dopri5)", "step 0.1", 0.5, 6},
                      {"rkmk(dverk78)", "step 0.1", 0.3, 8},
                      {"rkmk(dopri5)", "step adaptive(angle = 1)", 0.3, 8},
                      {"rkmk(dop853)", "step adaptive(angle = 1)", 0.7, 10},
                      {"rkmk(feagin10)", "step adaptive(angle = 1)", 0.8, 12}};
    static const char *const more[] = {
        "mass 2 force space -8*x + 0.5*R*[0.2, 1, 0.1] - 0.1*v "
        "start x = [0.3, -0.2, 0.5] start v = [1, 0, 0.5] ",
        "wheel n(axis = [1, 2, 0.5], inertia = 0.05, speed = 3, "
        "torque = 0.3*cos(2*t) - 0.02*n.speed + 0.1*z) "
        "state z = 0.4 rate sin(w[1]) - 0.2*z gyro [0.1*z, 0, 0.3*sin(t)] "
        "state p = [1, 0.2, 0.5] rate cross(p, w) + 0.2*R'*e3 ",
        /* and cases that are not met */
        "+ saturate(-0.3*w, -9, 9) - 0.1*log(R) + [floor(w[3]/50 + 0.5), "
        "0.1*abs(w[1] + 9), if(w[2] > 99, 5, if(t < 77, 0.1, 2))] "};
    for (int i = 0; i < 3 * (int)(sizeof all_orders / sizeof *all_orders); i++) {
        char spec[700];
        snprintf(spec, sizeof spec,
                 "body b inertia [[1, 0.1, 0], [0.1, 1.7, 0.2], [0, 0.2, 2.2]] "
                 "torque body cross(R'*e3, [0.3, 0.1, 1]) %s"
                 "start w = [1, 2, 0.3] until 1 %s",
                 more[i % 3], all_orders[i / 3].step);
        struct loaded l = load_body_text(spec, all_orders[i / 3].method, NULL);
        struct body_state a = start_of(l.s);
        double whole[PARTS_OF_END], half[PARTS_OF_END];
        gap_inside(&l, &a, all_orders[i / 3].h, whole);
        gap_inside(&l, &a, all_orders[i / 3].h / 2, half);
        const int order = all_orders[i / 3].order;
        const bool has[PARTS_OF_END] = {true, true, has_mass(l.s), extra_numbers(l.s) > 0};
        unload(l);
        for (int k = 0; k < PARTS_OF_END; k++)
            if (has[k] && !(half[k] > 1e-15 && log2(whole[k] / half[k]) > order - 0.9))
                fail_msg("%s of %s: %.2e and %.2e, which is not order %d", part_of_end[k],
                         all_orders[i / 3].method, whole[k], half[k], order);
    }
}

/* ---- the ends ------------------------------------------------------------ */

static struct attitudes all;

static int read_all(void **state)
{
    (void)state;
    all = attitudes_of_shelf();
    return 0;
}

AROUND_ALL(read_all, NULL)

/* A step of the body, which turns through 2 pi and through the singular
 * attitudes of some numbers while it is gone on. */
struct interval {
    struct body_state a, b;
    double h;
};

static struct interval interval_at(const struct loaded *l, double h, int n)
{
    struct interval i = {start_of(l->s), {{0}, {0}, {0}}, h};
    for (int k = 0; k < l->s->input; k++)
        i.a.in[k] = 2 * (k + 1);
    steps(l, &i.a, h, n);
    i.b = i.a;
    steps(l, &i.b, h, 1);
    return i;
}

/* Bit by bit; and where theta is all but 0 or 1, so is what comes out. */
static void expect_ends(const struct loaded *l, struct interval v, double eps)
{
    struct body_state from = between(l, &v.a, &v.b, v.h, 0);
    struct body_state to = between(l, &v.a, &v.b, v.h, 1);
    struct body_state near = between(l, &v.a, &v.b, v.h, eps);
    struct body_state far = between(l, &v.a, &v.b, v.h, 1 - eps);
    assert_memory_equal(from.x, v.a.x, sizeof v.a.x);
    assert_memory_equal(to.x, v.b.x, sizeof v.b.x);
    for (int n = 0; n < l->s->state - 2; n++) {
        assert_close(near.x[n], from.x[n], 90 * eps * (1 + fabs(from.x[n])));
        assert_close(far.x[n], to.x[n], 90 * eps * (1 + fabs(to.x[n])));
    }
}

enum { THETAS = 1000 }; /* from -2 to 3 */

static void expect_rotations(const struct loaded *l, struct interval v, double eps)
{
    for (int k = 0; k < THETAS; k++) {
        double R[9], P[9], L[3], theta = -2 + 5.0 * k / (THETAS - 1);
        struct body_state c = between(l, &v.a, &v.b, v.h, theta);
        l->s->rotation(c.x, R);
        l->s->momentum(c.x, L);
        multiply_t(R, R, P);
        assert_close(off_identity(P), 0, 60 * eps);
        assert_true(isfinite(norm3(L)));
        assert_close(l->s->time(c.x), l->s->time(v.a.x) + theta * v.h, eps);
    }
}

TEST(ends_are_met_and_all_between_are_rotations)
{
    pol_options o = options_by("semi_euler", NULL);
    for (int i = 0; i < all.n; i++) {
        o.attitude = all.call[i];
        o.real = i % 2 ? POL_FLOAT : POL_DOUBLE;
        struct loaded l = load(SPEC("thrown"), &o, POL_TCC);
        const double eps = i % 2 ? FLT_EPSILON : DBL_EPSILON;
        struct interval v = interval_at(&l, l.s->step, 33);
        expect_ends(&l, v, eps);
        expect_rotations(&l, v, eps);
        unload(l);
    }
}

/* ---- what is exact ------------------------------------------------------- */

/* A torque of 2 about an axis of inertia 1, from 0.2 until 0.5. */
static struct body_state pushed_at(const struct loaded *l, double t)
{
    struct body_state b = start_of(l->s);
    double angle = (t - 0.2) * (t - 0.2);
    b.x[0] = cos(angle / 2);
    b.x[1] = sin(angle / 2);
    b.x[4] = 2 * (t - 0.2);
    b.x[7] = t;
    return b;
}

/* Where torque leaps at an end, what acts inside counts; backwards, too. */
TEST(leaps_at_the_ends_do_not_matter)
{
    static const char spec[] = "body b inertia diag(1, 2, 3) method semi_euler step 0.1 until 1\n"
                               "torque body if(t <= 0.2, 7, if(t < 0.5, 2, -5))*e1";
    struct loaded l = load_body_text(spec, NULL, NULL);
    struct body_state a = pushed_at(&l, 0.2), b = pushed_at(&l, 0.5);
    for (int k = 1; k < PARTS; k++) {
        double theta = (double)k / PARTS, h = 0.5 - 0.2;
        struct body_state right = pushed_at(&l, 0.2 + theta * h);
        struct body_state c = between(&l, &a, &b, h, theta);
        struct body_state back = between(&l, &b, &a, -h, 1 - theta);
        for (int n = 0; n < 8; n++) {
            assert_close(c.x[n], right.x[n], 1e-15);
            assert_close(back.x[n], right.x[n], 1e-15);
        }
    }
    unload(l);
}

/* The mean turn by the rates at both ends is 2.8, but it swings faster between
 * them: the rotation from one to the other goes the other way round. */
TEST(swings_beyond_half_a_turn_are_refused)
{
    static const char text[] = "body b inertia diag(1.108, 1.5, 1.796) potential 1.876*dot(R'*e3, "
                               "[0.1, -0.2, 1]) start w = [-0.372109, -0.516810, -0.394583] step 1 "
                               "start R = rotvec([1, -0.210, -0.2])";
    for (int i = 0; i < all.n; i++) {
        struct loaded l = load_body_text(text, "rkmk(dop853, form = rate)", all.call[i]);
        struct body_state a = start_of(l.s), b;
        if (l.s->run(a.x, a.par, a.in, 2.0973747, 3) == POL_STEP_OK) {
            b = a;
            if (!l.s->step_once(b.x, b.par, b.in, 2.0973747))
                assert_int_equal(l.s->interp(a.x, b.x, a.par, a.in, 2.0973747, 0.5, b.x),
                                 POL_STEP_TOO_LARGE);
        }
        unload(l);
    }
}

/* Ends at the same rate: the turn between them is within half a turn of the mean of h w. */
TEST(a_turn_far_from_the_rates_is_refused)
{
    static const struct {
        double turn, rate;
        int status;
    } all_turns[] = {{2, -1, 0}, {2.5, -1, POL_STEP_TOO_LARGE}, {3, 3, 0}, {-3, -3, 0}, {3, 0, 0}};
    for (size_t i = 0; i < sizeof all_turns / sizeof *all_turns; i++) {
        char text[2][200];
        for (int end = 0; end < 2; end++)
            snprintf(text[end], sizeof text[end],
                     "body b inertia diag(1, 2, 2) start R = turn(e1, %g) start w = [%g, 0, 0]",
                     end * all_turns[i].turn, all_turns[i].rate);
        struct loaded a = load_body_text(text[0], "rkmk(kutta4)", NULL);
        struct loaded b = load_body_text(text[1], "rkmk(kutta4)", NULL);
        struct body_state from = start_of(a.s), to = start_of(b.s);
        assert_int_equal(a.s->interp(from.x, to.x, from.par, from.in, 1, 0.3, from.x),
                         all_turns[i].status);
        unload(a);
        unload(b);
    }
}
