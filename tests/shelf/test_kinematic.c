/* SPDX-License-Identifier: MIT
 *
 * The baselines of S. Holzinger, J. Gerstmayr, Multibody Syst. Dyn. 53 (2021)
 * 345-378, Runge-Kutta methods on the attitude's own kinematic equation, are
 * what a plain program of the same formulas gives, and have the order of the
 * tableau on every attitude where the equation is regular; theirs of the
 * increment turns by the new rate.
 */
#include "shelf/axioms.h"
#include "shelf/attitudes.h"
#include "shelf/rotations.h"

static void cross3(const double *a, const double *b, double *out)
{
    for (int i = 0; i < 3; i++)
        out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

static double dot3(const double *a, const double *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* The rates of the numbers x, as the literature has them; of the others
 * test_attitudes. */

static void rate_of_quaternion(const double *x, const double *w, double *out)
{
    cross3(x + 1, w, out + 1);
    out[0] = -dot3(x + 1, w) / 2;
    for (int i = 1; i < 4; i++)
        out[i] = (out[i] + x[0] * w[i - 1]) / 2;
}

/* The matrix of the paper's section on Cardan angles. */
static void rate_of_cardan(const double *x, const double *w, double *out)
{
    double c2 = cos(x[1]), s2 = sin(x[1]), c3 = cos(x[2]), s3 = sin(x[2]);
    out[0] = (c3 * w[0] - s3 * w[1]) / c2;
    out[1] = s3 * w[0] + c3 * w[1];
    out[2] = (s2 * (s3 * w[1] - c3 * w[0])) / c2 + w[2];
}

static const struct numbers {
    const char *attitude;
    int n;
    void (*rate)(const double *x, const double *w, double *out);
} known[] = {
    {"quaternion(renormalise = none)", 4, rate_of_quaternion},
    {"euler(xyz)", 3, rate_of_cardan},
};

/* A step of the free body diag(5, 5, 1): numbers move at the rate before it, or
 * at the new one, as the authors' program has it. */
static void step_by_hand(const struct numbers *k, bool semi, double h, double *x, double *w)
{
    static const double J[3] = {5, 5, 1};
    double L[3], bent[3], rate[4], to[3];
    for (int i = 0; i < 3; i++)
        L[i] = J[i] * w[i];
    cross3(L, w, bent);
    for (int i = 0; i < 3; i++)
        to[i] = w[i] + h * bent[i] / J[i];
    k->rate(x, semi ? to : w, rate);
    for (int i = 0; i < k->n; i++)
        x[i] += h * rate[i];
    memcpy(w, to, sizeof to);
}

TEST(steps_are_those_of_plain_programs)
{
    static const char *const method[] = {"kinematic(euler)", "semi_kinematic"};
    static const char text[] = "body b inertia diag(5, 5, 1)\n"
                               "start R = turn([1, 2, -1], 1.2)\n"
                               "start w = [1.5, 2, 3]\n";
    for (size_t i = 0; i < 2 * sizeof known / sizeof *known; i++) {
        const struct numbers *k = &known[i / 2];
        struct loaded l = load_body_text(text, method[i % 2], k->attitude);
        struct body_state b = start_of(l.s);
        double w[3], x[4];
        memcpy(x, b.x, (size_t)k->n * sizeof *x);
        l.s->omega(b.x, b.par, b.in, w);
        for (int n = 1; n <= 30; n++) {
            step_by_hand(k, i % 2, 0.02, x, w);
            assert_int_equal(l.s->step_once(b.x, b.par, b.in, 0.02), 0);
            double off = largest_difference(b.x, x, k->n);
            if (!(off < 1e-13 * n))
                fail_msg("%s, %s: off by %.1e in step %d", method[i % 2], k->attitude, off, n);
        }
        unload(l);
    }
}

/* Far from all singular points: no entry of R is more than 2/3, no angle of any
 * of the Euler sets nearer to where it locks than 0.8. */
static const char pushed[] =
    "body pushed mass 1.3\n"
    "inertia [[1.2, 0.1, -0.2], [0.1, 1.5, 0.3], [-0.2, 0.3, 0.9]]\n"
    "potential dot(R'*e3, [0.8, -1.6, 2.4])\n"
    "torque body -0.1*w torque space [cos(t), sin(t), 0]\n"
    "force body cross(w, e1) force space -x - v\n"
    "start R = turn([1, 1, 1], pi/3) start w = [1, -2, 0.5] start v = e2\n";

/* A body, and where it really is at the time t. */
struct motion {
    const char *text;
    double t;
    struct end end;
};

static struct motion motion_of(const char *text, double t)
{
    struct loaded l = load_body_text(text, "rkmk(cooper_verner8, dexpinv = exact)", "matrix");
    struct motion m = {text, t, run_to(l.s, t, 400)};
    unload(l);
    assert_int_equal(m.end.status, 0);
    return m;
}

static void expect_order(const struct motion *m, const char *method, const char *attitude,
                         int order)
{
    struct loaded l = load_body_text(m->text, method, attitude);
    const struct observed all = observe(l.s, &m->end, m->t, 3e-13);
    const struct trend *o = worst_part(&all);
    unload(l);
    if (!(o->order > order - 0.1 && o->order < order + 0.3))
        fail_msg("%s on %s has order %.2f (error %.1e)", method, attitude, o->order, o->error);
}

/* Every attitude of the shelf, by a method that is drawn. */
TEST(orders_are_those_of_the_tableau)
{
    static const struct {
        const char *call;
        int order;
    } method[] = {{"kinematic(kutta4)", 4}, {"kinematic(kutta3)", 3}, {"semi_kinematic", 1}};
    struct motion m = motion_of(pushed, 0.25);
    const struct attitudes all = attitudes_of_shelf();
    for (int i = 0; i < all.n; i++) {
        const int k = drawn(all.call[i], 3);
        expect_order(&m, method[k].call, all.call[i], method[k].order);
    }
}

/* As the authors' program has it, the increment is made of the new rate. */
TEST(the_authors_rk1_is_semi_euler)
{
    static const char *const method[] = {"semi_euler", "rk1_semi"};
    for (int i = 0; i < 2; i++) {
        struct loaded l = load_body_text(pushed, method[i], "matrix");
        struct body_state b = start_of(l.s);
        double before[9], after[9], E[9], want[9], w[3];
        l.s->rotation(b.x, before);
        assert_int_equal(l.s->step_once(b.x, b.par, b.in, 0.3), 0);
        l.s->rotation(b.x, after);
        l.s->omega(b.x, b.par, b.in, w);
        for (int k = 0; k < 3; k++)
            w[k] *= 0.3;
        rotation_exp(w, E);
        multiply(before, E, want);
        assert_close(largest_difference(after, want, 9), 0, 1e-14);
        unload(l);
    }
}
