/* SPDX-License-Identifier: MIT
 *
 * The incremental rotation vector of S. Holzinger, J. Gerstmayr, Multibody
 * Syst. Dyn. 53 (2021) 345-378, written out from their formulas: one step
 * integrates
 *     Psi' = tangent(Psi) w,  w' = J^-1 (J w x w + T(R0 map(Psi))),  Psi(0) = 0
 * by RK1 or RK4 (sections 6.1 and 6.2), and the attitude is R0 map(Psi).  By
 * RK4 and with quaternions it is the scheme of Z. Terze, A. Mueller, D. Zlatar,
 * Multibody Syst. Dyn. 38 (2016) 201-225.
 * The emitted Munthe-Kaas methods in rate form are the same to round-off.
 */
#include "shelf/by_hand.h"

/* ---- their method -------------------------------------------------------- */

struct slope {
    double psi[3], w[3];
};

/* What is turned, and by which map. */
enum way { MATRIX_EXP, MATRIX_CAY, QUATERNION, WAYS };

/* The unit quaternion q turned by exp of the increment. */
static void update_quaternion(const double *q, const double *psi, double *out)
{
    double angle = norm3(psi);
    double s = angle < 1e-4 ? 0.5 - angle * angle / 48 : sin(angle / 2) / angle;
    double e[4] = {cos(angle / 2), s * psi[0], s * psi[1], s * psi[2]};
    quaternion_product(q, e, out);
}

/* R turned by the increment: columns of 1 + a S + b S^2. */
static void update(bool cay, const double *R, const double *psi, double *out)
{
    double y = dot3(psi, psi), angle = sqrt(y);
    double a = cay            ? 4 / (4 + y)
               : angle < 1e-4 ? 1 - y / 6
                              : sin(angle) / angle;
    double s = angle < 1e-4 ? 1 - y / 24 : sin(angle / 2) / (angle / 2);
    double b = cay ? a / 2 : s * s / 2;
    for (int k = 0; k < 3; k++) {
        double e[3] = {k == 0, k == 1, k == 2}, once[3], twice[3];
        cross3(psi, e, once);
        cross3(psi, once, twice);
        for (int i = 0; i < 3; i++)
            e[i] += a * once[i] + b * twice[i];
        for (int i = 0; i < 3; i++)
            out[3 * i + k] = dot3(&R[3 * i], e);
    }
}

static void turn(enum way way, const struct top *s, const double *psi,
                 struct top *out)
{
    if (way != QUATERNION) {
        update(way == MATRIX_CAY, s->R, psi, out->R);
        return;
    }
    update_quaternion(s->q, psi, out->q);
    matrix_of(out->q, out->R);
}

static struct slope slope_at(const struct body *b, enum way way,
                             const struct top *s, double h,
                             const struct slope *k)
{
    struct slope out;
    double psi[3], w[3];
    struct top at;
    for (int i = 0; i < 3; i++) {
        psi[i] = h * k->psi[i];
        w[i] = s->w[i] + h * k->w[i];
    }
    turn(way, s, psi, &at);
    tangent(way == MATRIX_CAY, psi, w, out.psi);
    euler_equations(b, at.R, w, out.w);
    return out;
}

static void advance(struct top *s, enum way way, const double *psi,
                    const double *dw)
{
    struct top old = *s;
    turn(way, &old, psi, s);
    for (int i = 0; i < 3; i++)
        s->w[i] += dw[i];
}

typedef void stepper(const struct body *, enum way, struct top *, double h);

static void rk1(const struct body *b, enum way way, struct top *s, double h)
{
    double rate[3], psi[3], dw[3];
    euler_equations(b, s->R, s->w, rate);
    for (int i = 0; i < 3; i++) {
        psi[i] = h * s->w[i];
        dw[i] = h * rate[i];
    }
    advance(s, way, psi, dw);
}

/* As in the authors' program: the increment is made of the new rate. */
static void rk1_semi(const struct body *b, enum way way, struct top *s,
                     double h)
{
    double rate[3], psi[3], dw[3];
    euler_equations(b, s->R, s->w, rate);
    for (int i = 0; i < 3; i++) {
        dw[i] = h * rate[i];
        psi[i] = h * (s->w[i] + dw[i]);
    }
    advance(s, way, psi, dw);
}

static void rk4(const struct body *b, enum way way, struct top *s, double h)
{
    static const struct slope none;
    struct slope k1 = slope_at(b, way, s, 0, &none);
    struct slope k2 = slope_at(b, way, s, h / 2, &k1);
    struct slope k3 = slope_at(b, way, s, h / 2, &k2);
    struct slope k4 = slope_at(b, way, s, h, &k3);
    double psi[3], dw[3];
    for (int i = 0; i < 3; i++) {
        psi[i] =
            h / 6 * (k1.psi[i] + 2 * k2.psi[i] + 2 * k3.psi[i] + k4.psi[i]);
        dw[i] = h / 6 * (k1.w[i] + 2 * k2.w[i] + 2 * k3.w[i] + k4.w[i]);
    }
    advance(s, way, psi, dw);
}

/* ---- against the emitted steppers ---------------------------------------- */

static void compare(const struct body *body, const char *method, enum way way,
                    stepper *theirs)
{
    char path[300];
    snprintf(path, sizeof path, "%s/specs/%s.pol", POL_ROOT_DIR, body->spec);
    pol_options o = pol_default_options();
    o.method = method;
    o.map = way == MATRIX_CAY ? "cay" : "exp";
    o.attitude = way == QUATERNION ? "quaternion" : "matrix";
    struct loaded l = load(path, &o, POL_TCC);
    struct body_state b = start_of(l.s);
    struct top top = top_of(l.s);
    for (int i = 1; i <= 50; i++) {
        theirs(body, way, &top, body->h);
        assert_int_equal(l.s->step_once(b.x, b.par, b.in, body->h), 0);
        double off = difference(l.s, b.x, &top);
        if (!(off < 1e-14 * (10 + i)))
            fail_msg("%s, %s, %s, %s: off by %.1e after %d steps", body->spec,
                     method, o.map, o.attitude, off, i);
    }
    unload(l);
}

static void compare_all(const char *method, stepper *theirs)
{
    for (size_t i = 0; i < sizeof BODIES / sizeof *BODIES; i++)
        for (enum way way = 0; way < WAYS; way++)
            compare(&BODIES[i], method, way, theirs);
}

TEST(explicit_rk1_is_the_euler_method)
{
    compare_all("rkmk(euler, form = rate)", rk1);
}

TEST(the_authors_rk1_is_semi_euler)
{
    compare_all("semi_euler", rk1_semi);
    compare_all("rk1_semi", rk1_semi);
}

TEST(rk4_is_kutta4_in_rate_form)
{
    compare_all("rkmk(kutta4, form = rate, dexpinv = exact)", rk4);
}

/* The largest difference after one step of size h from the start. */
static double after_one(const pol_stepper *s, const struct body *body,
                        stepper *theirs, double h)
{
    struct body_state b = start_of(s);
    struct top top = top_of(s);
    theirs(body, QUATERNION, &top, h);
    assert_int_equal(s->step_once(b.x, b.par, b.in, h), 0);
    return difference(s, b.x, &top);
}

/* Terze's scheme with no more commutators than its order needs: what is left
 * out is of a higher order than what the scheme's own error is of. */
TEST(fewer_commutators_leave_the_order)
{
    pol_options o = pol_default_options();
    o.method = "rkmk(kutta4, form = rate)";
    o.attitude = "quaternion";
    struct loaded l = load(SPEC("heavy_top"), &o, POL_TCC);
    double h = 4 * BODIES[0].h, off = after_one(l.s, &BODIES[0], rk4, h);
    assert_true(off > 1e-11);
    assert_true(after_one(l.s, &BODIES[0], rk4, h / 2) < off / 30);
    unload(l);
}

/* ---- table 1 ------------------------------------------------------------- */

/* The position error of the point (1, 1, 1) at t = 1, h = 0.01 / 2^i, of a box
 * that turns near its unstable axis; recomputed, for the numbers are lost.
 * The last ones are mostly round-off, which the motion amplifies. */
static const double TABLE_1[] = {5.498113e-01, 2.347951e-02, 9.034910e-04,
                                 3.760119e-05, 1.792494e-06, 7.429861e-08};

static const char brick[] = "body brick\n"
                            "inertia diag(5.2988, 1.1775, 4.3568)\n"
                            "start w = [0.01, 0, 100]\n";

/* R at t = 1 by a Taylor series in 113 bits, 20 digits. */
static const double brick_end[9] = {
    0.4486984484125394989,  0.89237567373801698620,  0.04832555551437061436,
    0.89083909884513660993, -0.45092674633277293655, 0.05541452346203090605,
    0.07124185820825110081, 0.01818588360128014164,  -0.99729327245132669414};

static double position_error(const pol_stepper *s, int halvings)
{
    struct end e = run_to(s, 1, 100L << halvings);
    double d[3] = {0};
    assert_int_equal(e.status, 0);
    for (int i = 0; i < 9; i++)
        d[i / 3] += e.R[i] - brick_end[i];
    return norm3(d);
}

TEST(table_1_is_reproduced)
{
    pol_options o = pol_default_options();
    pol_image *image = NULL;
    o.method = "rkmk(kutta4, form = rate, dexpinv = exact)";
    pol_job *job = pol_open(&o);
    assert_int_equal(pol_read_text(job, "brick.pol", brick, strlen(brick)),
                     POL_OK);
    assert_int_equal(pol_load(job, POL_TCC, &image), POL_OK);
    pol_close(job);
    for (int i = 0; i < 6; i++)
        assert_close(position_error(pol_image_stepper(image), i), TABLE_1[i],
                     1e-5 * TABLE_1[i] + 3e-8);
    pol_unload(image);
}
