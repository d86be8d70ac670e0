/* SPDX-License-Identifier: MIT
 *
 * Wheels and internal momentum against what is known of them in closed form:
 * the same motion said in two ways, nutation, spin-up; their energy, what sets
 * them, and sizes that are out of the way. P. C. Hughes, Spacecraft Attitude
 * Dynamics, Wiley 1986, chapters 3 and 6.
 */
#define _POSIX_C_SOURCE 200809L

#include "shelf/claims.h"
#include "shelf/gyrostat.h"
#include "shelf/look.h"

static struct loaded load_method(const char *text, const char *method)
{
    pol_options o = pol_default_options();
    o.method = method;
    o.attitude = "matrix";
    return draft_text(text, &o);
}

/* ---- one motion, said in two ways ---------------------------------------- */

/* A wheel of the inertia I about the axis, driven so that its momentum is
 * e0 + e1 sin(1.3 t); or an internal momentum of these values in a body without
 * it. */
enum { AS_WHEEL, AS_PARAMS, AS_GYRO };
static struct spec said(int how, int number, bool is_driven, bool has_torque)
{
    struct gyrostat g = gyrostat_of(number, WHEELS, 1);
    struct spec t = {.n = 0};
    real a[3];
    double n[3], J[9], I = 0.2, along = 0;
    unit_axis(&g, 0, a);
    for (int i = 0; i < 3; i++) {
        n[i] = (double)a[i];
        along += n[i] * g.w0[i];
    }
    for (int i = 0; i < 9; i++)
        J[i] = g.J[i] + (how == AS_GYRO ? 0 : I * (n[i / 3] * n[i % 3]));
    double e0 = I * (g.s0[0] + along), e1 = is_driven ? 0.4 : 0;
    spec_put(&t, "body b\n");
    if (how == AS_PARAMS)
        spec_put(&t,
                 "param Iw = %.17g\nparam s = %.17g\nparam f = %.17g\n"
                 "param ax = %.17g\nparam ay = %.17g\nparam az = %.17g\n",
                 I, g.s0[0], e1, 3 * n[0], 3 * n[1], 3 * n[2]);
    spec_put(&t,
             "inertia [[%.17g, %.17g, %.17g], [%.17g, %.17g, %.17g], "
             "[%.17g, %.17g, %.17g]]\n",
             J[0], J[1], J[2], J[3], J[4], J[5], J[6], J[7], J[8]);
    if (how == AS_GYRO)
        spec_put(&t, "gyro (%.17g + %.17g*sin(1.3*t))*[%.17g, %.17g, %.17g]\n",
                 e0, e1, n[0], n[1], n[2]);
    if (how == AS_PARAMS)
        spec_put(&t, "wheel n(axis = [ax, ay, az], inertia = Iw, speed = s, "
                     "torque = f*1.3*cos(1.3*t))\n");
    if (how == AS_WHEEL)
        spec_put(&t,
                 "wheel n(axis = [%.17g, %.17g, %.17g], inertia = %.17g, "
                 "speed = %.17g, torque = %.17g*cos(1.3*t))\n",
                 3 * n[0], 3 * n[1], 3 * n[2], I, g.s0[0], 1.3 * e1);
    if (has_torque)
        spec_put(&t, "torque body cross(R'*e3, [0.3, 0.1, 1]) - 0.2*w\n");
    spec_put(&t, "start w = [%.17g, %.17g, %.17g]\nstart R = turn(e1, 0.4)\n",
             g.w0[0], g.w0[1], g.w0[2]);
    return t;
}

/* How far two steppers are apart after n steps, in attitude, L and w. */
static double apart_after(const pol_stepper *a, const pol_stepper *b, double h,
                          long n)
{
    struct body_state x = start_of(a), y = start_of(b);
    double w[3], v[3], d[3];
    if (a->run(x.x, x.par, x.in, h, n) || b->run(y.x, y.par, y.in, h, n))
        return INFINITY;
    struct end p = end_at(a, x.x), q = end_at(b, y.x);
    a->omega(x.x, x.par, x.in, w);
    b->omega(y.x, y.par, y.in, v);
    for (int i = 0; i < 3; i++)
        d[i] = w[i] - v[i];
    return explore_angle(p.R, q.R) + far_apart(3, p.L, q.L) + norm3(d);
}

TEST(a_driven_wheel_is_an_internal_momentum)
{
    static const char *const method[] = {"rkmk(cooper_verner8)", "rkmk(gauss6)",
                                         "rkmk(verner98e, form = rate)",
                                         "c817(mr)"};
    for (int i = 0; i < 4; i++) {
        struct spec one = said(AS_WHEEL, i, true, i % 2 == 0);
        struct spec other = said(AS_GYRO, i, true, i % 2 == 0);
        struct loaded a = load_method(one.s, method[i]);
        struct loaded b = load_method(other.s, method[i]);
        double off = apart_after(a.s, b.s, 1. / 256, 512);
        if (!(off < 1e-12))
            fail_msg("%s: %.1e apart\n%s%s", method[i], off, one.s, other.s);
        unload(a);
        unload(b);
    }
}

/* Free, it is a constant one by each method, step by step; and what params are
 * need be no constants. */
TEST(each_method_takes_them_for_the_same)
{
    static struct variants all;
    int taken = 0;
    calls_of_shelf(&all);
    for (int i = 0; i < all.n; i++) {
        const bool has_torque = i % 2 != 0;
        if (!sampled_all() && drawn(all.v[i].call, 3))
            continue;
        struct spec text[3];
        struct loaded l[3];
        pol_options o = variant_options(&all.v[i]);
        bool has[3];
        for (int how = 0; how < 3; how++) {
            text[how] = said(how, i, false, has_torque);
            has[how] = draft_try(&l[how], AS_TEXT, text[how].s, &o, false);
        }
        assert_int_equal(has[AS_WHEEL], has[AS_GYRO]);
        for (int how = 0; how < AS_GYRO; how++) {
            double off =
                has[how] ? apart_after(l[how].s, l[AS_GYRO].s, 0.1, 20) : 0;
            taken += has[how];
            if (!(off < 2e-12))
                fail_msg("%s: %.1e apart\n%s%s", all.v[i].call, off,
                         text[how].s, text[AS_GYRO].s);
        }
        for (int how = 0; how < 3; how++)
            if (has[how])
                unload(l[how]);
    }
    assert_true(taken >= 30);
}

/* ---- nutation ------------------------------------------------------------ */

/* A small rate about 1 goes as the cosine. */
TEST(nutation_has_its_frequency)
{
    static const double eta[] = {0, 1.5, 6, -9, 40}, w = 0.8, I = 0.1;
    for (int i = 0; i < 5; i++) {
        char text[600];
        const double J[3] = {1.6 + 0.2 * i, 2.3 - 0.1 * i, 2.4};
        const double a = (J[2] - J[0]) * w + eta[i],
                     b = (J[2] - J[1]) * w + eta[i];
        assert_true(a * b > 0);
        double want = sqrt(a * b / (J[0] * J[1]));
        snprintf(text, sizeof text,
                 "body b inertia diag(%.17g, %.17g, %.17g) wheel n(axis = e3, "
                 "inertia = %.17g, speed = %.17g) start w = [1e-5, 0, %.17g]",
                 J[0], J[1], J[2] + I, I, eta[i] / I - w, w);
        struct loaded l = load_method(text, "rkmk(cooper_verner8)");
        struct body_state b1 = start_of(l.s);
        double rate[3];
        assert_int_equal(l.s->run(b1.x, b1.par, b1.in, 0.05 / want, 2000), 0);
        l.s->omega(b1.x, b1.par, b1.in, rate);
        assert_close(1e5 * rate[0], cos(100), 1e-6);
        unload(l);
    }
}

/* ---- spin-up ------------------------------------------------------------- */

/* All momentum goes into the wheel: the body stands, turned by w0 t/2. */
TEST(a_wheel_along_the_axis_stops_the_body)
{
    static const char *const method[] = {
        "rkmk(kutta4)", "cg3",   "imid",
        "mr",           "trapm", "rkmk(gauss4, form = rate)"};
    for (int i = 0; i < 6; i++) {
        struct loaded l = load_method(
            "body b inertia diag(2, 3, 4) "
            "wheel n(axis = 7*e3, inertia = 0.1, speed = -1.25, torque = 0.5) "
            "start w = [0, 0, 1.25]",
            method[i]);
        struct body_state b = start_of(l.s);
        double w[3], told[2], R[9], turn = 1.25 * 9.75 / 2;
        /* L3 = 3.9*1.25, and eta = 0 at the start */
        assert_int_equal(l.s->run(b.x, b.par, b.in, 9.75 / 300, 300), 0);
        l.s->omega(b.x, b.par, b.in, w);
        assert_int_equal(l.s->extra, 2);
        l.s->extras(b.x, b.par, b.in, told);
        l.s->rotation(b.x, R);
        assert_close(norm3(w), 0, 1e-13);
        assert_close(told[0], 3.9 * 1.25 / 0.1, 1e-11); /* its rate */
        assert_close(told[1], 3.9 * 1.25, 1e-13);
        assert_close(R[0], cos(turn), 1e-12);
        assert_close(R[3], sin(turn), 1e-12);
        unload(l);
    }
}

/* ---- what sets them, and their energy ------------------------------------ */

/* out: w, L, energy, eta and speed of each; before, with w set, and with each
 * speed set; then whether what is no number is refused. */
static const char look[] = LOOK_SAME(
    "g") "static double *tell(const g *x, double k, double *out)\n"
         "{\n"
         "    g_in in; int i;\n"
         "    SET(in, k);\n"
         "    g_omega(x ARGS, out);\n"
         "    for (i = 0; i < 3; i++) out[3 + i] = x->L[i];\n"
         "    out[6] = g_energy(x, 0 ARGS);\n"
         "    out[7] = x->n0; out[8] = x->n1; out[9] = x->n2;\n"
         "    out[10] = g_n0_speed(x ARGS); out[11] = g_n1_speed(x ARGS);\n"
         "    out[12] = g_n2_speed(x ARGS);\n"
         "    return out + 16;\n"
         "}\n"
         "static void look(const double *v, const double *u, const double *w,\n"
         "                 double *out)\n"
         "{\n"
         "    g x, y; g_in in; int told = 0; double none[3];\n"
         "    (void)u; (void)w;\n"
         "    SET(in, v[6]);\n"
         "    none[0] = none[1] = 0; none[2] = v[7];\n"
         "    g_start(&x);\n"
         "    out = tell(&x, v[6], out);\n"
         "    if (g_set_omega(&x ARGS, v) == G_OK) told++;\n"
         "    out = tell(&x, v[6], out);\n"
         "    y = x; if (g_set_n0_speed(&y ARGS, v[3]) == G_OK) told++;\n"
         "    out = tell(&y, v[6], out);\n"
         "    y = x; if (g_set_n1_speed(&y ARGS, v[4]) == G_OK) told++;\n"
         "    out = tell(&y, v[6], out);\n"
         "    y = x; if (g_set_n2_speed(&y ARGS, v[5]) == G_OK) told++;\n"
         "    out = tell(&y, v[6], out);\n"
         "    y = x;\n"
         "    if (g_set_n1_speed(&y ARGS, v[7]) == G_NOT_FINITE) told++;\n"
         "    if (g_set_n2_speed(&y ARGS, v[8]) == G_NOT_FINITE) told++;\n"
         "    if (g_set_omega(&y ARGS, none) == G_NOT_FINITE) told++;\n"
         "    if (same(&x, &y)) told++;\n"
         "    out[0] = told;\n"
         "}\n" LOOK_STEPPER;

static pol_image *load_look(struct arena *a, const char *spec, bool has_in)
{
    struct emitted_files f = {0};
    pol_job *job = pol_open(NULL);
    assert_int_equal(pol_read_text(job, "g.pol", spec, strlen(spec)), POL_OK);
    assert_int_equal(pol_emit(job, "c99", keep_file, &f), POL_OK);
    pol_close(job);
    return look_compile(a, "g", &f,
                        has_in ? "#define G_NO_INCLUDE 1\n#define ARGS , &in\n"
                                 "#define SET(in, v) (in).k = (v)"
                               : "#define G_NO_INCLUDE 1\n#define ARGS\n"
                                 "#define SET(in, v) ((void)(in), (void)(v))",
                        look);
}

/* What a body told is right by itself: L, w, eta, the speeds and the energy,
 * w.J w/2 + sum I s^2/2 + sum I s a.w with the wheels locked in J. */
static void expect_told(const struct gyrostat *g, const double *told)
{
    const double *w = told, *L = told + 3, *eta = told + 7, *s = told + 10;
    real y[MOST_Y] = {0}, rate[3], speed[MOST_WHEELS], energy = 0;
    for (int i = 0; i < 3; i++) {
        y[AT_L + i] = L[i];
        y[FREE_INSIDE + i] = eta[i];
    }
    y[FREE_INSIDE + 3] = 0.4L; /* z */
    gyrostat_rates(g, 0, y, rate, speed);
    for (int i = 0; i < 3; i++) {
        assert_close(w[i], rate[i], 1e-13);
        assert_close(s[i], speed[i], 1e-11);
        for (int j = 0; j < 3; j++)
            energy += (real)w[i] * g->J[3 * i + j] * w[j] / 2;
    }
    for (int k = 0; k < 3; k++) {
        real a[3];
        unit_axis(g, k, a);
        energy += g->I[k] * s[k] *
                  ((real)s[k] / 2 + a[0] * w[0] + a[1] * w[1] + a[2] * w[2]);
    }
    if (g->has & MOVES)
        energy += 2 * 1.25L / 2; /* m v.v/2 */
    assert_close(told[6], energy, 1e-12);
}

static void expect_setters(int number, unsigned has)
{
    struct gyrostat g = gyrostat_drawn(number, has);
    struct spec text = gyrostat_text(&g);
    struct arena *a = test_arena();
    pol_image *image = load_look(a, text.s, has & INPUT);
    const double v[9] = {0.7, -1.3, 2.1, 11, -7, 30, g.in, NAN, INFINITY};
    double told[5 * 16 + 1];
    pol_image_stepper(image)->keep(v, NULL, NULL, told);
    for (int i = 0; i < 5; i++)
        expect_told(&g, told + 16 * i);
    const double *first = told, *turned = told + 16;
    for (int i = 0; i < 3; i++) {
        if (!(has & INPUT)) { /* its start is without one */
            assert_close(first[i], g.w0[i], 1e-14);
            assert_close(first[10 + i], g.s0[i], 1e-12);
        }
        assert_close(turned[i], v[i], 1e-14);
        assert_true(turned[7 + i] == first[7 + i]);
        for (int k = 0; k < 3; k++) { /* each wheel set */
            const double *set = turned + 16 * (k + 1);
            assert_close(set[i], v[i], 1e-13);
            assert_close(set[10 + i], i == k ? v[3 + i] : turned[10 + i],
                         1e-11);
            if (i != k)
                assert_true(set[7 + i] == turned[7 + i]);
        }
    }
    assert_close(told[80], 8, 0);
    pol_unload(image);
    arena_free(a);
}

TEST(what_sets_rates_keeps_the_rest)
{
    expect_setters(300, WHEELS | CONSTANT);
    expect_setters(301, WHEELS | DRIVEN | GYRO | INPUT);
    expect_setters(302, WHEELS | DRIVEN | GYRO | INPUT | SCALAR | MOVES);
}

/* ---- sizes that are out of the way --------------------------------------- */

/* Drawn, then changed; the end of n steps of the method is the truth to this,
 * beside 1 and the sizes. */
static void expect_motion(const struct gyrostat *g, const char *method,
                          pol_real in, double span, long n, int pieces,
                          double within)
{
    struct spec text = gyrostat_text(g);
    pol_options o = pol_default_options();
    double gap[PARTS_OF_END];
    o.method = method;
    o.real = in;
    struct loaded l = draft_text(text.s, &o);
    struct body_state b = gyro_start(g, l.s);
    struct end start = end_at(l.s, b.x);
    int status = l.s->run(b.x, b.par, b.in, span / (double)n, n);
    struct end end = end_at(l.s, b.x);
    struct end right = gyro_truth(g, 0, &start, span, pieces);
    end_gap(&end, &right, gap);
    for (int i = 0; i < PARTS_OF_END; i++)
        if (status || !(gap[i] <= within))
            fail_msg("%s by %s: status %d, off by %.2e (%s)", text.s, method,
                     status, gap[i], part_of_end[i]);
    unload(l);
}

static const char best[] = "rkmk(cooper_verner8)";

TEST(as_many_wheels_as_one_likes)
{
    static const int wheels[] = {0, 1, 3, 8, 30};
    for (int i = 0; i < 5; i++) {
        struct gyrostat g = gyrostat_of(400 + i, EVERYTHING, wheels[i]);
        if (!wheels[i])
            g.has &= ~(unsigned)WHEELS;
        expect_motion(&g, wheels[i] > 8 ? "cf4" : best, POL_DOUBLE, 1, 200, 30,
                      wheels[i] > 8 ? 1e-7 : 1e-12);
        if (wheels[i] <= 8)
            expect_motion(&g, "imid", POL_DOUBLE, 1, 2000, 30, 1e-5);
    }
}

TEST(in_float_it_is_the_same)
{
    static const char *const method[] = {"rkmk(kutta4)", "cg4",
                                         "rkmk(gauss4, form = rate)", "mr"};
    for (int i = 0; i < 4; i++) {
        struct gyrostat g = gyrostat_drawn(430 + i, EVERYTHING | MOVES);
        expect_motion(&g, method[i], POL_FLOAT, 1, i < 3 ? 40 : 2000, 30,
                      i < 3 ? 2e-5 : 3e-4);
    }
}
