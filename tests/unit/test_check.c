/* SPDX-License-Identifier: MIT
 *
 * Syntax trees to models: values, rotations, torques, starts, settings.
 */
#include "model_kit.h"
#include "random.h"
#include "shelf/rotations.h"

#define HEAD "body top\ninertia diag(1, 2, 2.5)\n"

/* -- values -- */

static const struct {
    const char *text;
    double value;
} scalars[] = {
    {"1 + 2*3 - 4/8", 6.5},
    {"-2^2", -4},
    {"2^-1", 0.5},
    {"9^0.5", 3},
    {"4^-1.5", 0.125},
    {"2^0.25", 1.189207115002721},
    {"pow(2, 3)", 8},
    {"if(1 < 2, 3, 4)", 3},
    {"if(1 > 2, 3, 4)", 4},
    {"(1 <= 1) + (1 >= 1) + (1 == 1) + (1 != 1) + (2 < 1)", 3},
    {"(2 >= 1) + (1 >= 2)*10 + (1 != 2)", 2},
    {"min(3, -2)", -2},
    {"max(3, -2)", 3},
    {"abs(-3)", 3},
    {"sqrt(2)^2", 2},
    {"norm([3, 4, 12])", 13},
    {"dot([1, 2, 3], [4, 5, 6])", 32},
    {"cross([1, 2, 3], [4, 5, 6])[2]", 6},
    {"outer([1, 2, 3], [4, 5, 6])[2, 3]", 12},
    {"[[1, 2, 3], [4, 5, 6], [7, 8, 9]]'[1, 3]", 7},
    {"[[1, 2, 3], [4, 5, 6], [7, 8, 9]][2][3]", 6},
    {"([[1, 2, 3], [4, 5, 6], [7, 8, 9]] * e1)[3]", 7},
    {"(diag(1, 2, 3) * diag(e1 + 2*e2))[2, 2]", 4},
    {"(2 * e3 / 4 - -e3)[3]", 1.5},
    {"sin(pi/6) + cos(pi/3) + tan(pi/4)", 2},
    {"asin(1) + acos(0) - 4*atan(1)", 0},
    {"atan2(1, -1)", 2.356194490192345},
    {"exp(1) - log(2)", 2.0251346478991},
    {"sinh(1) + cosh(1) - tanh(1)", 1.956687672504},
};

TEST(expressions_have_their_values)
{
    for (size_t i = 0; i < sizeof scalars / sizeof *scalars; i++) {
        char text[300];
        snprintf(text, sizeof text, HEAD "param a = %s\nlet b = a\n", scalars[i].text);
        struct checked c = model_kit_good(text);
        assert_close(number_double(c.model->param[0].value[0]), scalars[i].value, 1e-12);
        model_kit_free(&c);
    }
}

/* -- inertia -- */

/* The inertia must be this diagonal matrix, exactly, in units of 1/60. */
static void expect_diagonal(const char *inertia, long a, long b, long c)
{
    char text[200];
    const long want[3] = {a, b, c};
    snprintf(text, sizeof text, "body top\ninertia %s\n", inertia);
    struct checked k = model_kit_good(text);
    assert_true(k.model->facts.diagonal);
    for (int i = 0; i < 3; i++)
        assert_true(number_equal(k.model->inertia.x[4 * i]->number,
                                 number_fraction(k.l.arena, want[i], 60)));
    model_kit_free(&k);
}

TEST(solids_have_their_inertia)
{
    expect_diagonal("box(12, 1, 2, 3)", 13 * 60, 10 * 60, 5 * 60);
    expect_diagonal("cylinder(2, 1, 3)", 120, 120, 60);
    expect_diagonal("sphere(5, 1)", 120, 120, 120);
    expect_diagonal("sphere(5, 1) + steiner(3, [0, 2, 0])", 14 * 60, 120, 14 * 60);
    expect_diagonal("diag([1, 1, 0.5] + e3)", 60, 60, 90);
    expect_diagonal("diag(1, 1, 2)", 60, 60, 120); /* a flat body */
}

/* -- rotations -- */

static void expect_attitude(const char *R, const double want[9])
{
    char text[300];
    snprintf(text, sizeof text, HEAD "start R = %s\n", R);
    struct checked c = model_kit_good(text);
    for (int i = 0; i < 9; i++)
        assert_close(number_double(c.model->start_R[i]), want[i], 1e-15);
    model_kit_free(&c);
}

TEST(rotations_are_stated_in_many_ways)
{
    /* cos 0.3 and sin 0.3 */
    const double c = 0.95533648912560601964, s = 0.29552020666133957511;
    const double x[9] = {1, 0, 0, 0, c, -s, 0, s, c};
    const double z[9] = {c, -s, 0, s, c, 0, 0, 0, 1};
    const double third[9] = {0, 0, 1, 1, 0, 0, 0, 1, 0};
    const double one[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    expect_attitude("turn(e1, 0.3)", x);
    expect_attitude("turn([5, 0, 0], 0.3)", x);
    expect_attitude("turn(-e1, -0.3)", x);
    expect_attitude("rotvec([0.3, 0, 0])", x);
    expect_attitude("rotvec(0.3 * e3)", z);
    expect_attitude("quat(cos(0.15), sin(0.15), 0, 0)", x);
    expect_attitude("quat(-cos(0.15), 0, 0, -sin(0.15))", z);
    expect_attitude("quat(0.5, 0.5, 0.5, 0.5)", third);
    expect_attitude("turn([1, 1, 1], 2*pi/3)", third);
    expect_attitude("euler(xyz, 0.3, 0, 0)", x);
    expect_attitude("euler(zxz, 0.1, 0, 0.2)", z);
    expect_attitude("[[0, 0, 1], [1, 0, 0], [0, 1, 0]]", third);
    expect_attitude("rotvec([0, 0, 0])", one);
}

TEST(euler_angles_are_intrinsic_in_all_twelve_orders)
{
    static const char *const all[] = {"xyz", "xzy", "yxz", "yzx", "zxy", "zyx",
                                      "xyx", "xzx", "yxy", "yzy", "zxz", "zyz"};
    static const double angle[3] = {0.4, -0.7, 1.9};
    for (int i = 0; i < 12; i++) {
        struct fine turned = {{1, 0, 0, 0}};
        char text[100], number[4] = "";
        double want[9];
        for (int k = 0; k < 3; k++) {
            const int axis = all[i][k] - 'x';
            const double e[3] = {axis == 0, axis == 1, axis == 2};
            turned = fine_product(turned, fine_turn(e, angle[k]));
            number[k] = (char)('1' + axis);
        }
        fine_rows(turned, want);
        snprintf(text, sizeof text, "euler(%s, 0.4, -0.7, 1.9)", all[i]);
        expect_attitude(text, want);
        snprintf(text, sizeof text, "euler(%s, 0.4, -0.7, 1.9)", number);
        expect_attitude(text, want);
    }
}

TEST(an_almost_rotation_is_made_one)
{
    struct checked c =
        model_kit_text(HEAD "start R = [[0.9999998, 1e-7, 0], [0, 1, 2e-7], [0, 0, 1]]\n");
    struct pool *p = c.model->pool;
    struct mat R;
    for (int i = 0; i < 9; i++)
        R.x[i] = expr_number(p, c.model->start_R[i]);
    struct mat one = mat_mul(p, mat_transpose(R), R);
    for (int i = 0; i < 9; i++)
        assert_close(number_double(one.x[i]->number), i % 4 == 0, 1e-70);
    /* The nearest: the skew part of the fault stays, the rest is gone. */
    assert_close(number_double(R.x[1]->number), 0.5e-7, 1e-13);
    assert_close(number_double(R.x[3]->number), -0.5e-7, 1e-13);
    model_kit_free(&c);
}

/* -- torques -- */

static struct model_point random_point(uint64_t seed)
{
    struct random r = random_new(seed);
    struct model_point p = {.t = random_between(&r, -2, 2)};
    fine_rows(fine_random(&seed), p.R);
    for (int i = 0; i < 3; i++) {
        p.L[i] = random_between(&r, -2, 2);
        p.w[i] = random_between(&r, -2, 2);
    }
    return p;
}

TEST(torques_add_up_in_the_body_frame)
{
    struct checked c = model_kit_good(HEAD "input u[3]\n"
                                           "param k = 3\n"
                                           "torque body k*w + u\n"
                                           "torque space [t, 0, 0]\n"
                                           "potential 2 * R[3, 3]\n"
                                           "potential R[3, 1]\n");
    const struct model_point p = random_point(1);
    double torque[3], energy;
    const struct model *m = c.model;
    model_kit_eval(m, 3, m->torque.x, &p, 0.25, torque);
    const double *g = p.R + 6; /* potentials linear in g: g x c */
    const double want[3] = {
        3 * p.w[0] + 0.25 + p.R[0] * p.t + 2 * g[1],
        3 * p.w[1] + 0.25 + p.R[1] * p.t + g[2] - 2 * g[0],
        3 * p.w[2] + 0.25 + p.R[2] * p.t - g[1],
    };
    for (int i = 0; i < 3; i++)
        assert_close(torque[i], want[i], 1e-13);
    assert_int_equal(m->uses, USES_T | USES_R | USES_W | USES_INPUT);
    model_kit_eval(m, 1, &m->energy, &p, 0, &energy);
    assert_close(
        energy, (p.L[0] * p.w[0] + p.L[1] * p.w[1] + p.L[2] * p.w[2]) / 2 + 2 * g[2] + g[0], 1e-13);
    assert_false(m->facts.conservative);
    model_kit_free(&c);
}

/* -- start, settings -- */

/* L counts as w, and of a body with a mass v, too. */
TEST(what_torque_and_force_look_at_is_known)
{
    static const struct {
        const char *statement;
        unsigned uses;
    } all[] = {{"", 0},
               {"torque body e1", 0},
               {"torque body L", USES_W},
               {"torque body w[2]*e1", USES_W},
               {"torque body u*e1", USES_INPUT},
               {"torque body v", USES_W},
               {"torque body x", USES_X},
               {"torque space e1", USES_R},
               {"let a = w\ntorque body 0*a", 0},
               {"force space e1", 0},
               {"force body e1", USES_R},
               {"force space x", USES_X},
               {"force space v", USES_W},
               {"force space L[1]*e1", USES_W},
               {"force space sin(t)*e1", USES_T},
               {"force space u*e1", USES_INPUT},
               {"potential t*R[1,2]", USES_T | USES_R},
               {"potential x[1]", 0}, /* a constant force */
               {"potential x[1]*x[2]", USES_X},
               {"potential dot(x, R*e1)", USES_X | USES_R},
               {"potential 3", 0}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        char text[200];
        snprintf(text, sizeof text, HEAD "mass 2\ninput u\n%s\n", all[i].statement);
        struct checked c = model_kit_good(text);
        assert_int_equal(c.model->uses, all[i].uses);
        model_kit_free(&c);
    }
}

TEST(a_start_is_a_rate_or_a_momentum)
{
    struct checked c =
        model_kit_good("body top\nstart w = [1, 2, -0.1]\nstart t = 5\nuntil 6\nstep 1/8\n"
                       "inertia [[2, 0.1, 0], [0.1, 2, 0], [0, 0, 3]]\n");
    assert_true(number_equal(c.model->start_L[0], number_fraction(c.l.arena, 22, 10)));
    assert_close(number_double(c.model->start_L[1]), 4.1, 1e-15);
    assert_close(number_double(c.model->start_L[2]), -0.3, 1e-15);
    assert_close(number_double(c.model->facts.start_t), 5, 0);
    assert_close(number_double(c.model->step), 0.125, 0);
    model_kit_free(&c);
    c = model_kit_good(HEAD "start L = J * [1, 1, 1]\n");
    assert_close(number_double(c.model->start_L[2]), 2.5, 0);
    model_kit_free(&c);
}

/* 0.1 + 0.7 in doubles is less than 0.8; sixteen digits are as good as a
 * rotation. */
TEST(a_flat_body_of_decimals_is_a_body)
{
    struct checked c =
        model_kit_good("body flat\ninertia diag(0.1, 0.7, 0.8)\nstart R = [[1, 0, 0], "
                       "[0, 0.955336489125606, -0.2955202066613396], "
                       "[0, 0.2955202066613396, 0.955336489125606]]\n");
    model_kit_free(&c);
}

static const char set_me[] = "body top\n"
                             "const a = 2\n"
                             "const b = 3*a\n"
                             "param p = a + b\n"
                             "param vel = [a, b, 0]\n"
                             "let s = R[1, 1]\n"
                             "inertia diag(a, b, b)\n";

static struct checked check_with(const char *name, const char *value, const char *name2,
                                 const char *value2)
{
    /* The tree must be of the same names as the model: read in one job. */
    struct checked c = {.l = language_text(set_me)};
    struct language *l = &c.l;
    struct setting set[2] = {{.name = name}, {.name = name2}};
    for (int i = 0; i < 2; i++)
        set[i].value =
            lang_parse_part(l->names, &l->diags, LANG_VALUE, "--set", i ? value2 : value);
    syntax file = lang_parse(l->names, &l->diags, l->source);
    c.model = model_check(l->names, &l->diags, pool_new(l->arena), file,
                          &(struct additions){.setting = set, .settings = 2});
    return c;
}

TEST(a_setting_replaces_a_const_or_a_param)
{
    struct checked c = check_with("a", "1/3", "vel", "[a, 5, 6]");
    const struct model *m = c.model;
    assert_non_null(m);
    assert_true(number_equal(m->inertia.x[0]->number, number_fraction(c.l.arena, 1, 3)));
    assert_true(number_equal(m->param[0].value[0], number_fraction(c.l.arena, 4, 3)));
    assert_true(number_equal(m->param[1].value[0], number_fraction(c.l.arena, 1, 3)));
    model_kit_free(&c);
    c = check_with("p", "7", "p", "8"); /* the last one counts */
    assert_close(number_double(c.model->param[0].value[0]), 8, 0);
    model_kit_free(&c);
}

TEST(a_wrong_setting_is_refused)
{
    static const char *const wrong[][3] = {
        {"vel", "3", "a scalar where a 3-vector is expected"},
        {"b", "p", "'p' is used before it is declared"},
        {"a", "0", "the inertia is not positive definite: "},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct checked c = check_with(wrong[i][0], wrong[i][1], "p", "1");
        assert_null(c.model);
        assert_non_null(strstr(c.l.diags.items[0].message, wrong[i][2]));
        model_kit_free(&c);
    }
}

/* What a double holds may be too much for a float. */
TEST(the_real_type_is_heeded)
{
    struct language l = language_text("body b\ninertia diag(1e-39, 1e-39, 1e-39)\n"
                                      "torque body 1e39 * t * e1\n"
                                      "param p = 1e39\nstep 1e-39\n"
                                      "const c = 1e-60\n"
                                      "start w = [c * 1e60, 0, 0]\n");
    syntax file = lang_parse(l.names, &l.diags, l.source);
    for (int i = 0; i < 2; i++)
        assert_int_equal(model_check(l.names, &l.diags, pool_new(l.arena), file,
                                     &(struct additions){.real = i ? REAL_FLOAT : REAL_DOUBLE}) ==
                             NULL,
                         i);
    static const char *const said[] = {
        "the inertia is too small for a float", "a number in it is too large for a float",
        "the value is too large for a float", "the step is too small for a float"};
    assert_int_equal(l.diags.count, 4);
    for (int i = 0; i < 4; i++)
        assert_string_equal(l.diags.items[i].message, said[i]);
    language_free(&l);
}
