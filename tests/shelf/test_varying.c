/* SPDX-License-Identifier: MIT
 *
 * An inertia of params: with any values of them, also others than the defaults
 * with which the code was made, the body is that of the same constants.
 */
#include "load.h"
#include "shelf/rotations.h"

static const struct body {
    const char *inertia;
    double value[3]; /* of a, b and c */
    bool is_full;
} bodies[] = {
    {"diag(a, b, c)", {2, 3, 4}, false},
    {"diag(a, b, c)", {5, 4, 2}, false},
    {"diag(a, b, c)", {4, 2, 5}, false},
    {"diag(a, b, c)", {2, 2, 3}, false},
    {"diag(a, b, c)", {3, 2, 3}, false},
    {"diag(a, b, c)", {2, 2, 2}, false},
    {"diag(a, b, a)", {2, 3, 0}, false},
    {"cylinder(a, b, c)", {3, 0.7, 2}, false},
    {"sphere(b, c)", {2, 3, 0.7}, false},
    {"box(a, b, c, 2)", {3, 1, 1.5}, false},
    {"[[a, 0.1, -0.3], [0.1, b, c], [-0.3, c, 4]]", {2, 3, 0.2}, true},
    {"box(a, b, 1, c) + steiner(a, [0.1, b/5, 0.2])", {3, 1, 1.5}, true},
    {"turn(e1, c) * diag(a, b, 3) * turn(e1, c)'", {2, 2.5, 0.6}, true},
};
enum { BODIES = sizeof bodies / sizeof *bodies, ROOM = 32, STEPS = 6 };

static const struct method {
    const char *call;
    bool is_free, has_axes;
} methods[] = {{"rkmk(kutta4)", false, false}, {"rkmk(gauss4, form = rate)", false, false},
               {"magnus(rk38)", false, false}, {"kinematic(rk38)", false, false},
               {"cf4", false, false},          {"cg3", false, false},
               {"akw", false, false},          {"simo(kappa = exp)", false, false},
               {"imidm", false, false},        {"suzuki4(bbtrap)", false, false},
               {"swc1", false, false},         {"sr", false, true},
               {"sej", false, true},           {"mr", false, true},
               {"sej4", false, true},          {"je", true, true},
               {"frb_exact", true, true},      {"jem4", true, true},
               {"sdmv(6)", false, true},       {"dmv(10)", true, true}};
enum { METHODS = sizeof methods / sizeof *methods };

static const char *const attitudes[] = {"quaternion", "matrix", "euler(zyx)", "rotation_vector",
                                        "mrp"};

/* The defaults are those of another body. */
static struct loaded load_body(const struct body *b, const struct method *m, const char *attitude,
                               pol_real real, bool varies)
{
    static const double other[3] = {3, 3.5, 0.1};
    char text[800];
    const double *x = varies && b->is_full ? other : b->value;
    double c = varies && !b->is_full ? x[2] * 1.1 : x[2];
    const char *word = varies ? "param" : "const";
    snprintf(text, sizeof text,
             "body top\n%s a = %.17g\n%s b = %.17g\n%s c = %.17g\n"
             "mass 1 + a/4\ninertia %s\n%s"
             "start R = turn([1, 2, 3], 0.7)\nstart L = [0.6, 6, 2]\n"
             "start v = [1, 0, 2]\n",
             word, x[0], word, x[1], word, c, b->inertia,
             m->is_free ? ""
                        : "torque body 3 * cross([0.3, 0, 1], R' * e3)\n"
                          "force space [0, 1, -a]\n");
    pol_options o = options_by(m->call, attitude);
    o.real = real;
    return load_text(text, &o);
}

/* State, rate, energy, and the state between the last two. */
static int run_some(const struct loaded *l, const double *par, double h, double *out)
{
    struct body_state b = start_of(l->s);
    double before[ROOM];
    memcpy(b.par, par, 3 * sizeof *par);
    for (int i = 0; i < STEPS; i++) {
        memcpy(before, b.x, sizeof before);
        assert_int_equal(l->s->step_once(b.x, b.par, b.in, h), 0);
    }
    memcpy(out, b.x, (size_t)l->s->state * sizeof *out);
    out += l->s->state;
    l->s->omega(b.x, b.par, b.in, out);
    out[3] = l->s->energy(b.x, b.par, b.in);
    assert_int_equal(l->s->interp(before, b.x, b.par, b.in, h, 0.3, out + 4), 0);
    return 2 * l->s->state + 4;
}

static void assert_same(const struct body *b, const struct method *m, const char *attitude,
                        pol_real real)
{
    double x[3 * ROOM], y[3 * ROOM], tolerance = real == POL_FLOAT ? 1e-5 : 1e-14;
    struct loaded varying = load_body(b, m, attitude, real, true);
    struct loaded constant = load_body(b, m, attitude, real, false);
    assert_int_equal(varying.s->par, 3);
    assert_int_equal(constant.s->par, 0);
    assert_null(constant.s->check);
    assert_int_equal(varying.s->check(b->value), 0);
    int n = run_some(&varying, b->value, 0.04, x);
    assert_int_equal(run_some(&constant, b->value, 0.04, y), n);
    for (int i = 0; i < n; i++)
        if (!(fabs(x[i] - y[i]) <= tolerance * fmax(1, fabs(y[i]))))
            fail_msg("%s, %s, %s, %s: value %d is %.17g instead of %.17g", b->inertia, m->call,
                     attitude, real == POL_FLOAT ? "float" : "double", i, x[i], y[i]);
    unload(varying);
    unload(constant);
}

TEST(params_are_as_good_as_constants)
{
    for (int i = 0; i < METHODS; i++)
        for (int k = 0; k < BODIES; k++)
            if ((i + k) % 3 == 0 && !(methods[i].has_axes && bodies[k].is_full))
                assert_same(&bodies[k], &methods[i], attitudes[(2 * i + k) % 5],
                            (i + k) % 2 ? POL_FLOAT : POL_DOUBLE);
}

/* ---- what is that of a body ---- */

static const struct {
    double moment[3];
    int status;
} checked[] = {
    {{1, 2, 2.5}, POL_STEP_OK},
    {{2, 2, 2}, POL_STEP_OK},
    {{1, 2, 3}, POL_STEP_OK}, /* flat */
    {{1e-4, 1, 1}, POL_STEP_OK},
    {{1e-90, 1e-90, 1e-90}, POL_STEP_OK},
    {{1, 2, 3.001}, POL_STEP_NOT_PHYSICAL},
    {{0.001, 1, 1.002}, POL_STEP_NOT_PHYSICAL},
    {{-1e-3, 1, 1}, POL_STEP_NOT_POSITIVE},
    {{0, 0, 0}, POL_STEP_NOT_POSITIVE},
    {{0, 1, 1}, POL_STEP_NOT_POSITIVE},
    {{-1, -2, -2.5}, POL_STEP_NOT_POSITIVE},
    {{NAN, 1, 1}, POL_STEP_NOT_FINITE},
    {{1, INFINITY, 1}, POL_STEP_NOT_FINITE},
    {{1, 1, -INFINITY}, POL_STEP_NOT_FINITE},
};

static struct loaded load_free(const char *inertia, pol_real real)
{
    char text[300];
    pol_options o = pol_default_options();
    o.real = real;
    snprintf(text, sizeof text,
             "body b\nparam a = 3\nparam b = 3.5\nparam c = 4\nparam d = 0\n"
             "param e = 0\nparam f = 0\nmass 1 + f\ninertia %s\n",
             inertia);
    return load_text(text, &o);
}

/* In any axes, as a full matrix and, in its own, as a diagonal one. */
TEST(check_tells_what_is_no_body)
{
    static const double turns[][3] = {
        {0, 0, 0}, {0.3, 0, 0}, {1, 1, 1}, {0.2, -3, 0.5}, {0, 1e-3, 20}};
    for (int real = 0; real < 2; real++) {
        struct loaded full = load_free("[[a, d, e], [d, b, f], [e, f, c]]", (pol_real)real);
        struct loaded own = load_free("diag(a, b, c)", (pol_real)real);
        for (size_t i = 0; i < sizeof checked / sizeof *checked; i++) {
            const double *moment = checked[i].moment;
            double par[6] = {moment[0], moment[1], moment[2]};
            if (real && moment[0] > 0 && moment[0] < 1e-30)
                continue; /* not of single precision */
            assert_int_equal(own.s->check(par), checked[i].status);
            for (size_t k = 0; k < sizeof turns / sizeof *turns; k++) {
                double J[9];
                full_inertia(moment, turns[k], J);
                const double upper[6] = {J[0], J[4], J[8], J[1], J[2], J[5]};
                memcpy(par, upper, sizeof upper);
                int status = full.s->check(par);
                if (moment[0] == 0 && moment[1] > 0 && real)
                    continue; /* round-off may hide a zero */
                if (status != checked[i].status)
                    fail_msg("moments %g, %g, %g, turned by %zu: %d", moment[0], moment[1],
                             moment[2], k, status);
            }
        }
        const double massless[6] = {3, 3.5, 4, 0, 0, -1}, small[6] = {1e-320, 1e-320, 1e-320};
        assert_int_equal(own.s->check(massless), POL_STEP_NOT_POSITIVE);
        assert_int_equal(own.s->check(small), real ? POL_STEP_NOT_POSITIVE : POL_STEP_NOT_FINITE);
        unload(full);
        unload(own);
    }
}

/* Without what its wheels have about their axes it is one, too. */
TEST(check_tells_what_wheels_are_of_no_body)
{
    static const struct {
        double wheel[2];
        int status;
    } all[] = {
        {{0.01, 0.01}, POL_STEP_OK},
        {{0.05, 0.05}, POL_STEP_OK}, /* diag(0.05, 0.05, 0.1) */
        {{0.051, 0.05}, POL_STEP_NOT_PHYSICAL},
        {{0.02, 0.081}, POL_STEP_NOT_PHYSICAL},
        {{0.1001, 0.01}, POL_STEP_NOT_POSITIVE},
        {{-0.01, 0.01}, POL_STEP_NOT_POSITIVE},
    };
    struct loaded l =
        load_body_text("body b\nparam a = 0.01\nparam c = 0.01\n"
                       "inertia diag(0.1, 0.1, 0.1)\nwheel r(axis = e1, inertia = a)\n"
                       "wheel s(axis = e2, inertia = c)\n",
                       NULL, NULL);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        assert_int_equal(l.s->check(all[i].wheel), all[i].status);
    unload(l);
}
