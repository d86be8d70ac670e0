/* SPDX-License-Identifier: MIT
 *
 * Wheels: their energy, what sets them, of params, in float, and of any number.
 * (That they move as they should is in test_gyrostats, of every method.)
 */
#include "shelf/gyrostat.h"
#include "shelf/inspect.h"

/* ---- what sets them, and their energy ------------------------------------ */

/* out: w, L, energy, eta and speed of each; before, with w set, and with each
 * speed set; then whether what is no number is refused. */
static const char look[] =
    INSPECT_SAME("g") "static double *tell(const g *x, double k, double *out)\n"
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
                      "}\n" INSPECT_STEPPER;

static pol_image *load_look(struct arena *a, const char *spec, bool has_in)
{
    struct emitted_files f = {0};
    pol_job *job = pol_open(NULL);
    assert_int_equal(pol_read_text(job, "g.pol", spec, strlen(spec)), POL_OK);
    assert_int_equal(pol_emit(job, "c99", keep_file, &f), POL_OK);
    pol_close(job);
    return inspect_compile(a, "g", &f,
                           has_in ? "#define G_NO_INCLUDE 1\n#define ARGS , &in\n"
                                    "#define SET(in, v) (in).k = (v)"
                                  : "#define G_NO_INCLUDE 1\n#define ARGS\n"
                                    "#define SET(in, v) ((void)(in), (void)(v))",
                           look);
}

/* What a body told is right by itself: L, w, eta, the speeds and the energy,
 * w.J w/2 + sum I s^2/2 + sum I s a.w with the wheels locked in J. */
static void expect_message(const struct gyrostat *g, const double *told)
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
        energy += g->I[k] * s[k] * ((real)s[k] / 2 + a[0] * w[0] + a[1] * w[1] + a[2] * w[2]);
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
        expect_message(&g, told + 16 * i);
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
            assert_close(set[10 + i], i == k ? v[3 + i] : turned[10 + i], 1e-11);
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
static void expect_motion(const struct gyrostat *g, const char *method, pol_real in, double span,
                          long n, int pieces, double within)
{
    struct spec text = gyrostat_text(g);
    pol_options o = options_by(method, NULL);
    double gap[PARTS_OF_END];
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
            fail_msg("%s by %s: status %d, off by %.2e (%s)", text.s, method, status, gap[i],
                     part_of_end[i]);
    unload(l);
}

static const char best[] = "rkmk(cooper_verner8)";

TEST(as_many_wheels_as_one_likes)
{
    static const int wheels[] = {0, 1, 3, 8, 30};
    for (int i = 0; i < 5; i++) {
        const unsigned has = EVERYTHING | (i % 2 ? PARAMS : 0);
        struct gyrostat g = gyrostat_of(400 + i, has, wheels[i]);
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
    static const char *const method[] = {"rkmk(kutta4)", "cg4", "rkmk(gauss4, form = rate)", "mr"};
    for (int i = 0; i < 4; i++) {
        struct gyrostat g = gyrostat_drawn(430 + i, EVERYTHING | MOVES);
        expect_motion(&g, method[i], POL_FLOAT, 1, i < 3 ? 40 : 2000, 30, i < 3 ? 2e-5 : 3e-4);
    }
}
