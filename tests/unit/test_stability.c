/* SPDX-License-Identifier: MIT
 *
 * Structure and linear stability against the literature.
 */
#include "analysed.h"

#include <math.h>

/* ---- the stability function ---- */

static const char *over_of(const struct analysed *a)
{
    return polynomial_text(a->arena, &a->of.stability.over);
}

static const char *under_of(const struct analysed *a)
{
    return polynomial_text(a->arena, &a->of.stability.under);
}

static void assert_function(const char *name, const char *over,
                            const char *under)
{
    struct analysed a = analysed_shelved(name);
    assert_true(a.of.stability.rational);
    assert_string_equal(over_of(&a), over);
    assert_string_equal(under_of(&a), under);
    forget(&a);
}

/* Pade approximations of exp: E. Hairer, G. Wanner, Solving Ordinary
 * Differential Equations II, table IV.3.1. */
TEST(stability_functions_are_those_of_the_books)
{
    assert_function("kutta4", "1 + z + 1/2 z^2 + 1/6 z^3 + 1/24 z^4", "1");
    assert_function("backward_euler", "1", "1 - z");
    assert_function("trapezoid", "1 + 1/2 z", "1 - 1/2 z");
    assert_function("midpoint", "1 + 1/2 z", "1 - 1/2 z");
    assert_function("dopri5",
                    "1 + z + 1/2 z^2 + 1/6 z^3 + 1/24 z^4 + 1/120 z^5 + "
                    "1/600 z^6",
                    "1");
}

#define GAUSS2                                                                 \
    "tableau g { 1/2 - sqrt(3)/6 : 1/4, 1/4 - sqrt(3)/6\n"                     \
    " 1/2 + sqrt(3)/6 : 1/4 + sqrt(3)/6, 1/4\n b : 1/2, 1/2\n}\n"

/* The surds cancel, and what is left are fractions; roots that are none are
 * known to give fractions. */
TEST(surds_give_fractions)
{
    struct analysed a = analysed_text(GAUSS2);
    assert_true(a.of.stability.rational);
    assert_false(a.of.stability.recovered);
    assert_string_equal(over_of(&a), "1 + 1/2 z + 1/12 z^2");
    assert_string_equal(under_of(&a), "1 - 1/2 z + 1/12 z^2");
    forget(&a);
    a = analysed_call("gauss(4)");
    assert_true(a.of.stability.rational);
    assert_true(a.of.stability.recovered);
    assert_string_equal(over_of(&a), "1 + 1/2 z + 3/28 z^2 + 1/84 z^3 + "
                                     "1/1680 z^4");
    forget(&a);
}

static void assert_surd(const struct analysed *a, num x, const char *want)
{
    assert_string_equal(report_surd(a->arena, x), want);
}

/* (1 + (1 - 2 g) z) / (1 - g z)^2 with g = 1 - sqrt(2)/2; the same by a name,
 * and by numbers that are no surds. */
TEST(surds_stay_exact)
{
    static const char *const text[] = {
        "tableau s { let g = 1 - sqrt(2)/2\n g : g\n 1 : 1 - g, g\n"
        " b : 1 - g, g\n}",
        "tableau s { let r = sqrt(1/2)\n let g = 1 - r\n g : g\n"
        " 1 : r^3*2, g\n b : -(g - 1), (2 - 2*r)/2\n}"};
    for (int i = 0; i < 2; i++) {
        struct analysed a = analysed_text(text[i]);
        const struct stability *s = &a.of.stability;
        assert_false(s->rational);
        assert_int_equal(s->over.degree, 1);
        assert_surd(&a, s->exact_over[1], "-1 + sqrt(2)");
        assert_int_equal(s->under.degree, 2);
        assert_surd(&a, s->exact_under[1], "-2 + sqrt(2)");
        assert_surd(&a, s->exact_under[2], "3/2 - sqrt(2)");
        assert_close(number_double(s->under.coef[2]), 1.5 - sqrt(2), 1e-16);
        forget(&a);
    }
    struct analysed a = analysed_shelved("crouzeix3");
    assert_surd(&a, stability_far(a.arena, &a.of.stability), "1 - sqrt(3)");
    forget(&a);
    a = analysed_shelved("alexander3");
    assert_null(number_surd(a.of.stability.exact_over[1]));
    assert_false(number_is_exact(a.of.stability.exact_over[1]));
    forget(&a);
}

/* A stage that is there twice gives a factor above and below. */
TEST(common_factors_are_divided_out)
{
    struct analysed a = analysed_text("tableau d { 1/2 : 1/2, 0\n"
                                      " 1/2 : 0, 1/2\n b : 1/2, 1/2\n}");
    assert_string_equal(over_of(&a), "1 + 1/2 z");
    assert_string_equal(under_of(&a), "1 - 1/2 z");
    assert_true(a.of.structure.confluent);
    forget(&a);
}

/* ---- limits ---- */

static void assert_limits(const char *name, double real, double imaginary)
{
    struct analysed a = analysed_shelved(name);
    assert_close(number_double(a.of.stability.real), real, 5e-5);
    assert_close(number_double(a.of.stability.imaginary), imaginary, 5e-5);
    assert_false(a.of.stability.a_stable);
    assert_null(a.of.stability.angle);
    forget(&a);
}

/* E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, section
 * IV.2 (real axis, also that of DOPRI5); the imaginary axis: 0, 0, sqrt 3,
 * 2 sqrt 2 for s = p = 1 to 4. */
TEST(explicit_limits_are_those_of_the_books)
{
    assert_limits("euler", 2, 0);
    assert_limits("heun2", 2, 0);
    assert_limits("kutta3", 2.51274532, sqrt(3));
    assert_limits("kutta4", 2.78529356, 2 * sqrt(2));
    struct analysed a = analysed_shelved("dopri5");
    assert_close(number_double(a.of.stability.real), 3.3066, 5e-5);
    forget(&a);
}

/* |R(iy)|^2 = 1 + y^6/64 here. */
TEST(no_interval_is_found_where_there_is_none)
{
    struct analysed a = analysed_text("tableau n { 0 : \n 1/4 : 1/4\n"
                                      " 1/2 : 0, 1/2\n b : 0, 0, 1\n}");
    assert_string_equal(over_of(&a), "1 + z + 1/2 z^2 + 1/8 z^3");
    assert_close(number_double(a.of.stability.imaginary), 0, 0);
    forget(&a);
}

static void assert_figure(const struct analysed *a, const struct number *v,
                          const char *want)
{
    assert_non_null(v);
    assert_string_equal(number_sure_double(a->arena, v), want);
}

/* Chebyshev's polynomial T_2(1 + z/4): R is -1 at -4, and there it turns. */
TEST(touching_the_limit_is_no_end)
{
    struct analysed a =
        analysed_text("tableau t { 0 : \n 1/8 : 1/8\n b : 0, 1\n}");
    assert_string_equal(over_of(&a), "1 + z + 1/8 z^2");
    assert_figure(&a, a.of.stability.real, "8");
    forget(&a);
    /* T_2(1 + w z) for w = sqrt(2)/8 has no fractions: 2/w */
    a = analysed_text("tableau t { 0 : \n sqrt(2)/8 : sqrt(2)/8\n"
                      " b : sqrt(2)/4, sqrt(2)/4\n}");
    assert_false(a.of.stability.rational);
    assert_figure(&a, a.of.stability.real, "11.313708498984761");
    forget(&a);
}

/* ---- kinds ---- */

struct kind {
    const char *name;
    bool i, a, l, algebraic, symmetric, symplectic, stiffly;
    const char *shape;
};

static void assert_kind(const struct analysed *x, const struct kind *k)
{
    const struct stability *s = &x->of.stability;
    const struct analysis_structure *t = &x->of.structure;
    bool good =
        s->i_stable == k->i && s->a_stable == k->a && s->l_stable == k->l &&
        t->algebraic == k->algebraic && t->symmetric == k->symmetric &&
        t->symplectic == k->symplectic && t->stiffly_accurate == k->stiffly &&
        strcmp(t->shape, k->shape) == 0;
    if (!good)
        fail_msg("%s: I %d, A %d, L %d, algebraic %d, symmetric %d, "
                 "symplectic %d, stiffly %d, shape %s",
                 k->name, s->i_stable, s->a_stable, s->l_stable, t->algebraic,
                 t->symmetric, t->symplectic, t->stiffly_accurate, t->shape);
}

/* E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, sections
 * IV.3, IV.5, IV.6 and IV.12, tables 5.13 and 12.1. */
TEST(kinds_are_those_of_the_books)
{
    static const struct kind kind[] = {
        {"euler", 0, 0, 0, 0, 0, 0, 0, "explicit"},
        {"kutta4", 0, 0, 0, 0, 0, 0, 0, "explicit"},
        {"dopri5", 0, 0, 0, 0, 0, 0, 1, "explicit"},
        {"backward_euler", 1, 1, 1, 1, 0, 0, 1, "SDIRK"},
        {"midpoint", 1, 1, 0, 1, 1, 1, 0, "SDIRK"},
        {"trapezoid", 1, 1, 0, 0, 1, 0, 1, "ESDIRK"},
        {"crouzeix3", 1, 1, 0, 1, 0, 0, 0, "SDIRK"},
        {"trbdf2", 1, 1, 1, 0, 0, 0, 1, "ESDIRK"},
    };
    for (size_t i = 0; i < sizeof kind / sizeof *kind; i++) {
        struct analysed a = analysed_shelved(kind[i].name);
        assert_kind(&a, &kind[i]);
        forget(&a);
    }
    struct analysed a = analysed_text(GAUSS2);
    assert_kind(&a, &(struct kind){"gauss", 1, 1, 0, 1, 1, 1, 0, "implicit"});
    forget(&a);
}

/* Radau IIA and Lobatto IIIC with two stages. */
TEST(stiff_methods_are_l_stable)
{
    struct analysed a = analysed_text("tableau r { 1/3 : 5/12, -1/12\n"
                                      " 1 : 3/4, 1/4\n b : 3/4, 1/4\n}");
    assert_kind(&a, &(struct kind){"radau", 1, 1, 1, 1, 0, 0, 1, "implicit"});
    assert_string_equal(over_of(&a), "1 + 1/3 z");
    assert_string_equal(under_of(&a), "1 - 2/3 z + 1/6 z^2");
    forget(&a);
    a = analysed_text("tableau l { 0 : 1/2, -1/2\n 1 : 1/2, 1/2\n"
                      " b : 1/2, 1/2\n}");
    assert_kind(&a, &(struct kind){"lobatto", 1, 1, 1, 1, 0, 0, 1, "implicit"});
    forget(&a);
}

/* E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, tables
 * IV.5.13 and IV.12.1; IIID of S. P. Norsett, G. Wanner, Numer. Math. 38 (1981)
 * 193-208.  The orders of b, C and D are less s what stands there. */
static const struct family {
    struct kind kind;
    int least, twice, c, d; /* B(2 s - twice), C(s - c), D(s - d) */
} family[] = {
    {{"gauss(%d)", 1, 1, 0, 1, 1, 1, 0, "implicit"}, 2, 0, 0, 0},
    {{"radau_ia(%d)", 1, 1, 1, 1, 0, 0, 0, "implicit"}, 2, 1, 1, 0},
    {{"radau_iia(%d)", 1, 1, 1, 1, 0, 0, 1, "implicit"}, 2, 1, 0, 1},
    {{"lobatto_iiia(%d)", 1, 1, 0, 0, 1, 0, 1, "implicit"}, 3, 2, 0, 2},
    {{"lobatto_iiib(%d)", 1, 1, 0, 0, 1, 0, 0, "implicit"}, 3, 2, 2, 0},
    {{"lobatto_iiic(%d)", 1, 1, 1, 1, 0, 0, 1, "implicit"}, 3, 2, 1, 1},
    {{"lobatto_iiid(%d)", 1, 1, 0, 1, 1, 1, 0, "implicit"}, 3, 2, -1, -1},
};

static void assert_family(const struct family *f, int s)
{
    char call[40];
    snprintf(call, sizeof call, f->kind.name, s);
    struct analysed a = analysed_call(call);
    const struct analysis_row *b = &a.of.row[0];
    int order = 2 * s - f->twice;
    assert_kind(&a, &f->kind);
    assert_true(a.of.stability.rational);
    if (b->order != order || b->order_most != order || b->b != order ||
        (f->c >= 0 && (a.of.c != s - f->c || b->d != s - f->d)))
        fail_msg("%s: order %d to %d, B(%d) C(%d) D(%d)", call, b->order,
                 b->order_most, b->b, a.of.c, b->d);
    assert_true(b->positive);
    assert_non_null(b->failure.tree);
    forget(&a);
}

TEST(families_are_those_of_the_books)
{
    for (size_t i = 0; i < sizeof family / sizeof *family; i++)
        for (int s = family[i].least; s <= 4; s++)
            assert_family(&family[i], s);
    assert_family(&family[0], 6); /* order 12: beyond the trees */
}

/* R(infinity) = 1 - sqrt 3 of Crouzeix's method (Hairer and Wanner, section
 * IV.6), and 0 of what is L-stable. */
TEST(limits_far_out_are_those_of_the_books)
{
    struct analysed a = analysed_shelved("crouzeix3");
    assert_close(number_double(a.of.stability.far), 1 - sqrt(3), 1e-15);
    forget(&a);
    a = analysed_shelved("trbdf2");
    assert_true(number_is_zero(a.of.stability.far));
    forget(&a);
    a = analysed_shelved("kutta4");
    assert_null(a.of.stability.far);
    forget(&a);
}

static struct analysed sdirk(const char *gamma)
{
    char text[400];
    snprintf(text, sizeof text,
             "tableau s { %s : %s\n 1 : 1 - (%s), %s\n b : 1 - (%s), %s\n}",
             gamma, gamma, gamma, gamma, gamma, gamma);
    return analysed_text(text);
}

/* R = (1 + (1 - 2 g) z) / (1 - g z)^2 is A-stable for g >= 1 - 1/sqrt(2): at
 * the limit, where a coefficient of E vanishes, and a hair beside it. */
TEST(a_stability_is_exact_at_its_limit)
{
    struct analysed a = sdirk("1 - sqrt(2)/2");
    assert_true(a.of.stability.l_stable);
    assert_int_equal(a.of.row[0].order, 2);
    forget(&a);
    a = sdirk("1 - sqrt(2)/2 + 1/10^30");
    assert_true(a.of.stability.l_stable);
    assert_int_equal(a.of.row[0].order, 1);
    forget(&a);
    a = sdirk("1 - sqrt(2)/2 - 1/10^30");
    assert_false(a.of.stability.a_stable);
    assert_true(number_double(a.of.stability.angle) > 89.9);
    forget(&a);
    a = sdirk("1/3");
    assert_true(a.of.stability.a_stable);
    forget(&a);
}

/* I-stable, but with a pole on the left: not A-stable. */
TEST(poles_on_the_left_are_seen)
{
    struct analysed a = analysed_text("tableau p { -1 : -1\n b : 0 }");
    assert_true(a.of.stability.known);
    assert_false(a.of.stability.a_stable);
    forget(&a);
    a = analysed_text("tableau p { -1/2 : -1/2\n b : -1 }");
    assert_true(a.of.stability.i_stable);
    assert_false(a.of.stability.a_stable);
    assert_null(a.of.stability.angle);
    /* m is zero, but the weight is negative */
    assert_true(a.of.structure.symplectic);
    assert_false(a.of.structure.algebraic);
    forget(&a);
}

/* m = [[g - 1/4, x], [x, g - 1/4]] with x = y/2 - 1/4, for weights 1/2. */
static bool is_algebraic(const char *g, const char *y)
{
    char text[200];
    snprintf(text, sizeof text,
             "tableau m { %s : %s\n 1/2 : %s, %s\n b : 1/2, 1/2\n}", g, g, y,
             g);
    struct analysed a = analysed_text(text);
    bool algebraic = a.of.structure.algebraic;
    forget(&a);
    return algebraic;
}

TEST(algebraic_stability_looks_beside_the_diagonal)
{
    assert_true(is_algebraic("1/2", "1"));
    assert_true(is_algebraic("1/2", "0"));
    assert_false(is_algebraic("1/2", "1 + 1/10^9"));
    assert_false(is_algebraic("1/2", "-1/10^9"));
    assert_true(is_algebraic("1/4", "1/2"));
    assert_false(is_algebraic("1/4", "1/2 + 1/10^9"));
}

/* The least half angle in degrees at which some point of the ray is unstable,
 * looked for point by point. */
static double angle_by_search(double g)
{
    for (double angle = 60;; angle += 0.01)
        for (double r = 0.01; r < 100; r *= 1.01) {
            double turn = (180 - angle) * acos(-1) / 180;
            double x = r * cos(turn), y = r * sin(turn);
            double over = hypot(1 + (1 - 2 * g) * x, (1 - 2 * g) * y);
            double under = hypot(1 - g * x, g * y);
            if (over > under * under)
                return angle;
        }
}

TEST(angles_are_found)
{
    struct analysed a = sdirk("1/4");
    assert_false(a.of.stability.i_stable);
    assert_close(number_double(a.of.stability.angle), angle_by_search(0.25),
                 0.011);
    /* where 8 x^3 + 8 c x^2 + (2 c^2 - 1) x + c has a double root: c^2 is
     * (47 - 13 sqrt(13))/12 */
    assert_figure(&a, a.of.stability.angle, "84.07581904611872");
    forget(&a);
    a = sdirk("1/5");
    assert_close(number_double(a.of.stability.angle), angle_by_search(0.2),
                 0.011);
    forget(&a);
}

/* ---- structure ---- */

TEST(first_same_as_last_is_seen)
{
    struct analysed a = analysed_shelved("dopri5");
    assert_true(a.of.structure.fsal);
    assert_false(a.of.row[0].positive);
    forget(&a);
    a = analysed_shelved("kutta4");
    assert_false(a.of.structure.fsal);
    assert_true(a.of.row[0].positive);
    assert_true(a.of.structure.confluent);
    forget(&a);
    a = analysed_shelved("backward_euler");
    assert_false(a.of.structure.fsal);
    forget(&a);
}

static const char *shape_of(const char *text)
{
    struct analysed a = analysed_text(text);
    const char *shape = a.of.structure.shape;
    forget(&a);
    return shape;
}

/* Names are for one number on the diagonal, but for a first stage that is the
 * start of the step. */
TEST(diagonals_have_their_names)
{
    assert_string_equal(shape_of("tableau d { 1/3 : 1/3\n 1 : 2/3, 1/3\n"
                                 " b : 1/2, 1/2\n}"),
                        "SDIRK");
    assert_string_equal(shape_of("tableau d { 1/3 : 1/3\n 1 : 1/2, 1/2\n"
                                 " 1 : 0, 1/2, 1/2\n b : 1/2, 1/2, 0\n}"),
                        "DIRK");
    assert_string_equal(shape_of("tableau d { 0 :\n 1 : 1/2, 1/2\n"
                                 " 1 : 0, 1/2, 1/2\n b : 1/2, 1/2, 0\n}"),
                        "ESDIRK");
    assert_string_equal(shape_of("tableau d { 0 :\n 1 : 1/2, 1/2\n"
                                 " 1 : 0, 2/3, 1/3\n b : 1/2, 1/2, 0\n}"),
                        "DIRK");
}

TEST(idle_stages_are_counted)
{
    struct analysed a =
        analysed_text("tableau i { 0 : \n 1/2 : 1/2\n 1 : 1, 0\n"
                      " 1 : 0, 0, 1\n b : 0, 1, 0, 0\n}");
    assert_int_equal(a.of.structure.idle, 2);
    forget(&a);
    /* the last needs the third, which needs the second */
    a = analysed_text("tableau i { 0 : \n 1/2 : 1/2\n 1/2 : 0, 1/2\n"
                      " 1 : 0, 0, 1\n b : 0, 0, 0, 1\n}");
    assert_int_equal(a.of.structure.idle, 0);
    forget(&a);
    /* embedded weights need them */
    a = analysed_text("tableau i { 0 : \n 1/2 : 1/2\n 1 : 1, 0\n"
                      " b : 0, 1, 0\n bhat : 0, 0, 1\n}");
    assert_int_equal(a.of.structure.idle, 0);
    forget(&a);
}

/* Stages in another order are the same method. */
TEST(symmetry_does_not_see_the_order_of_stages)
{
    struct analysed a =
        analysed_text("tableau g { 1/2 + sqrt(3)/6 : 1/4, 1/4 + sqrt(3)/6\n"
                      " 1/2 - sqrt(3)/6 : 1/4 - sqrt(3)/6, 1/4\n"
                      " b : 1/2, 1/2\n}\n");
    assert_true(a.of.structure.symmetric);
    assert_true(a.of.structure.symplectic);
    forget(&a);
    a = analysed_text("tableau g { 1/2 + sqrt(3)/6 : 1/4, 1/4 + sqrt(3)/6\n"
                      " 1/2 - sqrt(3)/6 : 1/4 - sqrt(3)/6, 1/4\n"
                      " b : 1/2 + 1/10^20, 1/2\n}\n");
    assert_false(a.of.structure.symmetric);
    assert_false(a.of.structure.symplectic);
    forget(&a);
}

/* What the mirror shows of the entries below the diagonal is not enough where
 * each stage is its own partner: here a_12 is 0 and should be 1/4. */
TEST(symmetry_is_of_all_entries)
{
    struct analysed a = analysed_text("tableau m { 1/4 : 1/4, 0\n"
                                      " 1/2 : 1/4, 1/4\n b : 1/2, 1/2\n}\n");
    assert_false(a.of.structure.symmetric);
    forget(&a);
    a = analysed_text("tableau m { 1/2 : 1/4, 1/4\n"
                      " 1/2 : 1/4, 1/4\n b : 1/2, 1/2\n}\n");
    assert_true(a.of.structure.symmetric);
    forget(&a);
}

/* ---- SSP ---- */

static void assert_ssp(const char *text, const char *want)
{
    struct analysed a = analysed_text(text);
    const struct number *ssp = a.of.structure.ssp;
    const char *found = ssp ? number_sure_double(a.arena, ssp) : "all";
    if (!found || strcmp(found, want) != 0)
        fail_msg("%s where %s is right: %s", found, want, text);
    forget(&a);
}

/* S. Gottlieb, C.-W. Shu, E. Tadmor, SIAM Rev. 43 (2001) 89-112: 1 for the
 * optimal ones of orders 2 and 3; J. F. B. M. Kraaijevanger, BIT 31 (1991)
 * 482-528: 2 for the implicit midpoint rule. */
TEST(ssp_coefficients_are_those_published)
{
    assert_ssp("tableau s { 0 : \n 1 : 1\n b : 1/2, 1/2\n}", "1");
    assert_ssp("tableau s { 0 : \n 1 : 1\n 1/2 : 1/4, 1/4\n"
               " b : 1/6, 1/6, 2/3\n}",
               "1");
    assert_ssp("tableau s { 1/2 : 1/2\n b : 1\n}", "2");
    assert_ssp("tableau s { 1 : 1\n b : 1\n}", "all");
    assert_ssp("tableau s { 0 : \n 1/2 : 1/2\n b : 0, 1\n}", "0");
}

/* Roots beyond all doubles are not gone after. */
TEST(entries_may_be_tiny)
{
    struct analysed a =
        analysed_text("tableau s { 0 : \n 1e-250 : 1e-250\n b : 1, 1e-250\n}");
    forget(&a);
    a = analysed_text("tableau s { 0 : \n 1/3^500 : 1/3^500\n"
                      " b : 1 - 1/3^500, 1/3^500\n}");
    forget(&a);
}

/* Euler's step in n parts: n.  The theta method: 1/(1 - theta).  A negative
 * entry ends it at once. */
TEST(ssp_coefficients_are_exact)
{
    assert_ssp("tableau s { 0 : \n 1/3 : 1/3\n 2/3 : 1/3, 1/3\n"
               " b : 1/3, 1/3, 1/3\n}",
               "3");
    assert_ssp("tableau s { 0 : \n 1 : 2/7, 5/7\n b : 2/7, 5/7\n}", "3.5");
    assert_ssp("tableau s { 0 : \n 1 : sqrt(2)/2, 1 - sqrt(2)/2\n"
               " b : sqrt(2)/2, 1 - sqrt(2)/2\n}",
               "1.4142135623730951");
    assert_ssp("tableau s { 0 : \n 1 : 1/3, 2/3\n 0 : 1/3, -1/3\n"
               " b : 1/3, 1/3, 1/3\n}",
               "0");
    /* two stages that are one */
    assert_ssp("tableau s { 1/2 : 1/2, 0\n 1/2 : 0, 1/2\n b : 1/2, 1/2\n}",
               "2");
}

/* Of rounded decimals digits are told that the rounding leaves. */
TEST(ssp_coefficients_are_as_sure_as_entries)
{
    assert_ssp("tableau s { 0 : \n 0.33333333 : 0.33333333\n"
               " 0.66666667 : 0.33333333, 0.33333333\n"
               " b : 0.33333333, 0.33333333, 0.33333333\n}",
               "3");
    assert_ssp("tableau s rounded { 0 : \n"
               " 1 : 0.707106781186547524400844362105,"
               " 0.292893218813452475599155637895\n"
               " b : 0.707106781186547524400844362105,"
               " 0.292893218813452475599155637895\n}",
               "1.4142135623730951");
}

/* ---- rotations ---- */

static struct report_rotations rotations_of(const char *name)
{
    struct analysed a = analysed_shelved(name);
    struct report_rotations r = report_rotations_of(&a.of);
    forget(&a);
    return r;
}

TEST(steps_on_rotations_are_counted)
{
    struct report_rotations r = rotations_of("euler");
    assert_int_equal(r.commutators, 0);
    assert_int_equal(r.exponentials, 1);
    assert_int_equal(r.brackets, 0);
    r = rotations_of("kutta4"); /* three stages away from the start */
    assert_int_equal(r.commutators, 2);
    assert_int_equal(r.exponentials, 4);
    assert_int_equal(r.brackets, 6);
    r = rotations_of("dopri5"); /* its last stage is the end of the step */
    assert_int_equal(r.commutators, 2);
    assert_int_equal(r.exponentials, 6);
    assert_int_equal(r.brackets, 12);
}
