/* SPDX-License-Identifier: MIT
 *
 * The incremental rotation vector of S. Holzinger, J. Gerstmayr, Multibody
 * Syst. Dyn. 53 (2021) 345-378, written out from their formulas: one step
 * integrates
 *     Psi' = tangent(Psi) w,  w' = J^-1 (J w x w + T(R0 map(Psi))),  Psi(0) = 0
 * by RK1 or RK4 (sections 6.1 and 6.2), and the attitude is R0 map(Psi).
 * The emitted Munthe-Kaas methods in rate form are the same to round-off.
 */
#include "shelf/axioms.h"

/* ---- their method -------------------------------------------------------- */

struct body {
    const char *spec;
    double J[3];
    double c[3];   /* torque g x c, g the vertical in the body */
    double tensor; /* torque tensor * g x (J g) */
    double h;
};

struct top {
    double R[9], w[3];
};

struct slope {
    double psi[3], w[3];
};

static void cross3(const double *a, const double *b, double *out)
{
    for (int i = 0; i < 3; i++)
        out[i] =
            a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

static double dot3(const double *a, const double *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Psi' at the rate w: w + Psi x w/2 and a part of second order. */
static void tangent(bool cay, const double *psi, const double *w, double *out)
{
    double first[3], second[3], y = dot3(psi, psi), angle = sqrt(y);
    cross3(psi, w, first);
    cross3(psi, first, second);
    /* (1 - angle/2 cot(angle/2)) / angle^2, for a small angle its series */
    double d = angle < 0.1 ? 1 / 12. + y / 720 + y * y / 30240
                           : (1 - angle / 2 / tan(angle / 2)) / y;
    for (int i = 0; i < 3; i++)
        out[i] = w[i] + first[i] / 2 +
                 (cay ? psi[i] * dot3(psi, w) / 4 : d * second[i]);
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

/* J^-1 (J w x w + T) */
static void euler_equations(const struct body *b, const double *R,
                            const double *w, double *out)
{
    double Jw[3], lever[3], gyro[3], torque[3];
    const double *g = &R[6];
    for (int i = 0; i < 3; i++) {
        Jw[i] = b->J[i] * w[i];
        lever[i] = b->c[i] + b->tensor * b->J[i] * g[i];
    }
    cross3(Jw, w, gyro);
    cross3(g, lever, torque);
    for (int i = 0; i < 3; i++)
        out[i] = (gyro[i] + torque[i]) / b->J[i];
}

static struct slope slope_at(const struct body *b, bool cay,
                             const struct top *s, double h,
                             const struct slope *k)
{
    struct slope out;
    double psi[3], w[3], R[9];
    for (int i = 0; i < 3; i++) {
        psi[i] = h * k->psi[i];
        w[i] = s->w[i] + h * k->w[i];
    }
    update(cay, s->R, psi, R);
    tangent(cay, psi, w, out.psi);
    euler_equations(b, R, w, out.w);
    return out;
}

static void advance(struct top *s, bool cay, const double *psi,
                    const double *dw)
{
    struct top old = *s;
    update(cay, old.R, psi, s->R);
    for (int i = 0; i < 3; i++)
        s->w[i] += dw[i];
}

typedef void stepper(const struct body *, bool cay, struct top *, double h);

static void rk1(const struct body *b, bool cay, struct top *s, double h)
{
    double rate[3], psi[3], dw[3];
    euler_equations(b, s->R, s->w, rate);
    for (int i = 0; i < 3; i++) {
        psi[i] = h * s->w[i];
        dw[i] = h * rate[i];
    }
    advance(s, cay, psi, dw);
}

/* As in the authors' program: the increment is made of the new rate. */
static void rk1_semi(const struct body *b, bool cay, struct top *s, double h)
{
    double rate[3], psi[3], dw[3];
    euler_equations(b, s->R, s->w, rate);
    for (int i = 0; i < 3; i++) {
        dw[i] = h * rate[i];
        psi[i] = h * (s->w[i] + dw[i]);
    }
    advance(s, cay, psi, dw);
}

static void rk4(const struct body *b, bool cay, struct top *s, double h)
{
    static const struct slope none;
    struct slope k1 = slope_at(b, cay, s, 0, &none);
    struct slope k2 = slope_at(b, cay, s, h / 2, &k1);
    struct slope k3 = slope_at(b, cay, s, h / 2, &k2);
    struct slope k4 = slope_at(b, cay, s, h, &k3);
    double psi[3], dw[3];
    for (int i = 0; i < 3; i++) {
        psi[i] =
            h / 6 * (k1.psi[i] + 2 * k2.psi[i] + 2 * k3.psi[i] + k4.psi[i]);
        dw[i] = h / 6 * (k1.w[i] + 2 * k2.w[i] + 2 * k3.w[i] + k4.w[i]);
    }
    advance(s, cay, psi, dw);
}

/* ---- against the emitted steppers ---------------------------------------- */

static const struct body BODIES[] = {
    {"heavy_top", {15.234375, 0.46875, 15.234375}, {0, 147.15, 0}, 0, 0.002},
    {"fast_top", {5, 5, 1}, {0, 0, 20}, 0, 0.01},
    {"satellite",
     {17000, 37000, 54000},
     {0, 0, 0},
     3 * 3.986e14 / (1.5e5 * 1.5e5 * 1.5e5),
     0.01},
};

static struct top top_of(const pol_stepper *s)
{
    struct top top;
    struct body_state b = start_of(s);
    s->rotation(b.x, top.R);
    s->omega(b.x, top.w);
    return top;
}

/* The largest difference in R, and in w relative to its size. */
static double difference(const pol_stepper *s, const double *x,
                         const struct top *top)
{
    double R[9], w[3], worst = 0;
    s->rotation(x, R);
    s->omega(x, w);
    for (int i = 0; i < 9; i++)
        worst = fmax(worst, fabs(R[i] - top->R[i]));
    for (int i = 0; i < 3; i++)
        worst = fmax(worst, fabs(w[i] - top->w[i]) / norm3(top->w));
    return isfinite(R[0] + w[0]) ? worst : INFINITY;
}

static void compare(const struct body *body, const char *method, bool cay,
                    stepper *theirs)
{
    char path[300];
    snprintf(path, sizeof path, "%s/specs/%s.pol", POL_ROOT_DIR, body->spec);
    pol_options o = pol_default_options();
    o.method = method;
    o.map = cay ? "cay" : "exp";
    o.attitude = "matrix";
    struct loaded l = load(path, &o, POL_TCC);
    struct body_state b = start_of(l.s);
    struct top top = top_of(l.s);
    for (int i = 1; i <= 50; i++) {
        theirs(body, cay, &top, body->h);
        assert_int_equal(l.s->step_once(b.x, b.par, b.in, body->h), 0);
        double off = difference(l.s, b.x, &top);
        if (!(off < 1e-14 * (10 + i)))
            fail_msg("%s, %s, %s: off by %.1e after %d steps", body->spec,
                     method, o.map, off, i);
    }
    unload(l);
}

static void compare_all(const char *method, stepper *theirs)
{
    for (size_t i = 0; i < sizeof BODIES / sizeof *BODIES; i++)
        for (int cay = 0; cay < 2; cay++)
            compare(&BODIES[i], method, cay, theirs);
}

static void explicit_rk1_is_the_euler_method(void **state)
{
    (void)state;
    compare_all("rkmk(euler, form = rate)", rk1);
}

static void the_authors_rk1_is_semi_euler(void **state)
{
    (void)state;
    compare_all("semi_euler", rk1_semi);
    compare_all("rk1_semi", rk1_semi);
}

static void rk4_is_kutta4_in_rate_form(void **state)
{
    (void)state;
    compare_all("rkmk(kutta4, form = rate, dexpinv = exact)", rk4);
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

static void table_1_is_reproduced(void **state)
{
    (void)state;
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(explicit_rk1_is_the_euler_method),
        cmocka_unit_test(the_authors_rk1_is_semi_euler),
        cmocka_unit_test(rk4_is_kutta4_in_rate_form),
        cmocka_unit_test(table_1_is_reproduced),
    };
    return run_group(tests);
}
