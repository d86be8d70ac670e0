/* SPDX-License-Identifier: MIT
 *
 * Structure and linear stability against the literature.
 */
#include "analysed.h"

/* ---- what is told of a tableau ---- */

static const char *figure(const struct analysed *a, num v)
{
    const char *text = v ? number_sure_double(a->arena, v) : "none";
    return text ? text : "unsure";
}

/* The coefficients that are surds, from z on. */
static const char *surds(const struct analysed *a, const num *exact, int degree)
{
    struct text out = text_new(a->arena);
    for (int k = 1; k <= degree; k++)
        text_print(&out, "%s%s", k > 1 ? "; " : "",
                   number_surd(exact[k]) ? report_surd(a->arena, exact[k]) : "a real");
    return text_chars(&out);
}

/* Letters: I-, A-, L-stable, Algebraically stable (g), sYmmetric, sympleCtic,
 * stiFfly accurate; then the shape. */
static const char *kind_of(const struct analysed *a)
{
    const struct stability *s = &a->of.stability;
    const struct analysis_structure *t = &a->of.structure;
    const bool is[] = {s->i_stable,  s->a_stable,   s->l_stable,        t->algebraic,
                       t->symmetric, t->symplectic, t->stiffly_accurate};
    struct text out = text_new(a->arena);
    for (int i = 0; i < 7; i++)
        if (is[i])
            text_char(&out, "IALgycf"[i]);
    text_print(&out, "%s%s", out.length ? " " : "", t->shape);
    return text_chars(&out);
}

static const char *fact_text(const struct analysed *a, const char *what)
{
    const struct stability *s = &a->of.stability;
    const struct analysis_structure *t = &a->of.structure;
    const struct report_rotations r = report_rotations_of(&a->of);
    if (!strcmp(what, "function"))
        return text_format(a->arena, "(%s)/(%s)%s", polynomial_text(a->arena, &s->over),
                           polynomial_text(a->arena, &s->under),
                           !s->rational   ? " with surds"
                           : s->recovered ? " recovered"
                                          : "");
    if (!strcmp(what, "surds"))
        return text_format(a->arena, "(%s)/(%s)", surds(a, s->exact_over, s->over.degree),
                           surds(a, s->exact_under, s->under.degree));
    if (!strcmp(what, "kind"))
        return kind_of(a);
    if (!strcmp(what, "shape"))
        return t->shape;
    if (!strcmp(what, "A- and L-stable"))
        return s->l_stable ? "both" : s->a_stable ? "A" : "none";
    if (!strcmp(what, "algebraic"))
        return t->algebraic ? "yes" : "no";
    if (!strcmp(what, "far"))
        return s->far ? report_surd(a->arena, stability_far(a->arena, s)) : "none";
    if (!strcmp(what, "ssp"))
        return t->ssp ? figure(a, t->ssp) : "all";
    if (!strcmp(what, "structure"))
        return text_format(a->arena, "%s%s%s%d idle", t->fsal ? "fsal " : "",
                           t->confluent ? "confluent " : "",
                           a->of.row[0].positive ? "positive " : "", t->idle);
    if (!strcmp(what, "rotations"))
        return text_format(a->arena, "%d %d %d", r.commutators, r.exponentials, r.brackets);
    return figure(a, !strcmp(what, "real")    ? s->real
                     : !strcmp(what, "angle") ? s->angle
                                              : s->imaginary);
}

/* The same text, or a number that is printed with fewer digits. */
static bool matches(const char *got, const char *want)
{
    const char *point = strchr(want, '.');
    char *end;
    const double digits = point ? (double)strlen(point + 1) : 0;
    const double x = strtod(want, &end);
    return strcmp(got, want) == 0 ||
           (point && !*end && fabs(strtod(got, NULL) - x) <= 0.51 * pow(10, -digits));
}

struct known {
    const char *tableau; /* a text, a call, or a name of the shelf */
    const char *what, *told;
};

static void check(const struct known *k, size_t n)
{
    for (; n > 0; n--, k++) {
        struct analysed a =
            strchr(k->tableau, '{') ? analysed_text(k->tableau) : analysed_call(k->tableau);
        const char *got = fact_text(&a, k->what);
        if (!matches(got, k->told))
            fail_msg("%s: %s is %s, not %s", k->tableau, k->what, got, k->told);
        forget(&a);
    }
}

#define CHECK(table) check(table, sizeof(table) / sizeof *(table))

#define SDIRK(g, h) "tableau s { let g = " g "\n g : g\n 1 : " h ", g\n b : " h ", g\n}"

/* ---- the stability function ---- */

/* Pade approximations of exp: E. Hairer, G. Wanner, Solving Ordinary
 * Differential Equations II, table IV.3.1.  Surds may cancel, and roots that
 * are none are known to give fractions; (1 + (1 - 2 g) z)/(1 - g z)^2 keeps
 * them, by whatever numbers and names. */
TEST(stability_functions_are_those_of_the_books)
{
    static const struct known known[] = {
        {"kutta4", "function", "(1 + z + 1/2 z^2 + 1/6 z^3 + 1/24 z^4)/(1)"},
        {"backward_euler", "function", "(1)/(1 - z)"},
        {"trapezoid", "function", "(1 + 1/2 z)/(1 - 1/2 z)"},
        {"midpoint", "function", "(1 + 1/2 z)/(1 - 1/2 z)"},
        {"gauss(4)", "function",
         "(1 + 1/2 z + 3/28 z^2 + 1/84 z^3 + 1/1680 z^4)/"
         "(1 - 1/2 z + 3/28 z^2 - 1/84 z^3 + 1/1680 z^4) recovered"},
        {SDIRK("1 - sqrt(2)/2", "1 - g"), "surds", "(-1 + sqrt(2))/(-2 + sqrt(2); 3/2 - sqrt(2))"},
        {SDIRK("1 - sqrt(1/2)", "-(g - 1)^3*2"), "surds",
         "(-1 + sqrt(2))/(-2 + sqrt(2); 3/2 - sqrt(2))"},
        /* a stage that is there twice gives a factor above and below */
        {"tableau d { 1/2 : 1/2, 0\n 1/2 : 0, 1/2\n b : 1/2, 1/2\n}", "function",
         "(1 + 1/2 z)/(1 - 1/2 z)"},
        {"alexander3", "surds", "(a real; a real)/(a real; a real; a real)"},
        /* R(infinity): Hairer and Wanner, section IV.6; 0 of L-stable ones */
        {"crouzeix3", "far", "1 - sqrt(3)"},
        {"kutta4", "far", "none"},
    };
    CHECK(known);
}

/* ---- limits ---- */

/* E. Hairer, G. Wanner, section IV.2 (real axis); the
 * imaginary axis: 0, 0, sqrt 3, 2 sqrt 2 for s = p = 1 to 4.  |R(iy)|^2 may be
 * 1 + y^6/64; Chebyshev's T_2(1 + z/4) touches -1 at -4, and T_2(1 + w z) has
 * its end at 2/w. */
TEST(explicit_limits_are_those_of_the_books)
{
    static const struct known known[] = {
        {"euler", "real", "2"},
        {"euler", "imaginary", "0"},
        {"heun2", "real", "2"},
        {"heun2", "imaginary", "0"},
        {"kutta3", "real", "2.512745"},
        {"kutta3", "imaginary", "1.7320508075688772"},
        {"kutta4", "real", "2.78529356"},
        {"kutta4", "imaginary", "2.82842712474619"},
        {"kutta4", "angle", "none"},
        {"tableau n { 0 : \n 1/4 : 1/4\n 1/2 : 0, 1/2\n b : 0, 0, 1\n}", "imaginary", "0"},
        {"tableau t { 0 : \n 1/8 : 1/8\n b : 0, 1\n}", "real", "8"},
        {"tableau t { 0 : \n sqrt(2)/8 : sqrt(2)/8\n"
         " b : sqrt(2)/4, sqrt(2)/4\n}",
         "real", "11.313708498984761"},
    };
    CHECK(known);
}

/* ---- kinds ---- */

/* E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, sections
 * IV.3, IV.5, IV.6 and IV.12, tables 5.13 and 12.1. */
TEST(kinds_are_those_of_the_books)
{
    static const struct known known[] = {
        {"euler", "kind", "explicit"},
        {"kutta4", "kind", "explicit"},
        {"dopri5", "kind", "f explicit"},
        {"backward_euler", "kind", "IALgf SDIRK"},
        {"midpoint", "kind", "IAgyc SDIRK"},
        {"trapezoid", "kind", "IAyf ESDIRK"},
        {"crouzeix3", "kind", "IAg SDIRK"},
        {"trbdf2", "kind", "IALf ESDIRK"},
        /* a pole on the left; m is zero there, but the weight is negative */
        {"tableau p { -1 : -1\n b : 0 }", "kind", "gc SDIRK"},
        {"tableau p { -1/2 : -1/2\n b : -1 }", "kind", "Iyc SDIRK"},
        /* names are for one number on the diagonal, but for a first stage that
         * is the start of the step */
        {"tableau d { 1/3 : 1/3\n 1 : 2/3, 1/3\n b : 1/2, 1/2\n}", "shape", "SDIRK"},
        {"tableau d { 1/3 : 1/3\n 1 : 1/2, 1/2\n 1 : 0, 1/2, 1/2\n"
         " b : 1/2, 1/2, 0\n}",
         "shape", "DIRK"},
        {"tableau d { 0 :\n 1 : 1/2, 1/2\n 1 : 0, 1/2, 1/2\n"
         " b : 1/2, 1/2, 0\n}",
         "shape", "ESDIRK"},
        {"tableau d { 0 :\n 1 : 1/2, 1/2\n 1 : 0, 2/3, 1/3\n"
         " b : 1/2, 1/2, 0\n}",
         "shape", "DIRK"},
        /* stages in another order are the same method; symmetry is of all
         * entries: a_12 is 0 and should be 1/4 */
        {"tableau g { 1/2 + sqrt(3)/6 : 1/4, 1/4 + sqrt(3)/6\n"
         " 1/2 - sqrt(3)/6 : 1/4 - sqrt(3)/6, 1/4\n b : 1/2, 1/2\n}\n",
         "kind", "IAgyc implicit"},
        {"tableau g { 1/2 + sqrt(3)/6 : 1/4, 1/4 + sqrt(3)/6\n"
         " 1/2 - sqrt(3)/6 : 1/4 - sqrt(3)/6, 1/4\n"
         " b : 1/2 + 1/10^20, 1/2\n}\n",
         "kind", "implicit"},
        {"tableau m { 1/4 : 1/4, 0\n 1/2 : 1/4, 1/4\n b : 1/2, 1/2\n}\n", "kind", "SDIRK"},
        {"tableau m { 1/2 : 1/4, 1/4\n 1/2 : 1/4, 1/4\n b : 1/2, 1/2\n}\n", "kind",
         "IAgyc implicit"},
    };
    CHECK(known);
}

/* No other tableaus have all of this, and so many stages: E. Hairer, G. Wanner,
 * Solving Ordinary Differential Equations II, tables IV.5.13 and IV.12.1; IIID
 * of S. P. Norsett, G. Wanner, Numer. Math. 38 (1981) 193-208, IIIC* of L. Jay,
 * Lobatto methods, Encyclopedia of Applied and Computational Mathematics, 2015.
 * The orders of b, C and D are less s what stands there. */
static const struct family {
    const char *call, *kind;
    int least, twice, c, d; /* B(2 s - twice), C(s - c), D(s - d) */
    bool first, last;       /* are 0 and 1 nodes? */
    bool unseen;            /* no stage looks at the last one */
} family[] = {
    {"gauss(%d)", "IAgyc implicit", 2, 0, 0, 0, false, false, false},
    {"radau_ia(%d)", "IALg implicit", 2, 1, 1, 0, true, false, false},
    {"radau_iia(%d)", "IALgf implicit", 2, 1, 0, 1, false, true, false},
    {"lobatto_iiia(%d)", "IAyf implicit", 3, 2, 0, 2, true, true, false},
    {"lobatto_iiib(%d)", "IAy implicit", 3, 2, 2, 0, true, true, true},
    {"lobatto_iiic(%d)", "IALgf implicit", 3, 2, 1, 1, true, true, false},
    {"lobatto_iiics(%d)", "implicit", 4, 2, 1, 1, true, true, true},
    {"lobatto_iiid(%d)", "IAgyc implicit", 3, 2, 1, 1, true, true, false},
};

static void assert_family(const struct family *f, int s)
{
    char call[40];
    bool unseen = true;
    snprintf(call, sizeof call, f->call, s);
    struct analysed a = analysed_call(call);
    const struct analysis_row *b = &a.of.row[0];
    const num *c = a.tableau->c;
    int order = 2 * s - f->twice;
    assert_string_equal(kind_of(&a), f->kind);
    assert_true(a.of.stability.rational);
    if (b->order != order || b->order_most != order || b->b != order || a.of.c != s - f->c ||
        b->d != s - f->d)
        fail_msg("%s: order %d to %d, B(%d) C(%d) D(%d)", call, b->order, b->order_most, b->b,
                 a.of.c, b->d);
    for (int i = 0; i < s; i++) {
        unseen &= number_is_zero(a.tableau->a[i * s + s - 1]);
        assert_true(i == 0 || number_compare(c[i - 1], c[i]) < 0);
    }
    assert_int_equal(number_is_zero(c[0]), f->first);
    assert_int_equal(number_double(c[s - 1]) == 1, f->last);
    assert_int_equal(unseen, f->unseen);
    assert_true(b->positive);
    assert_non_null(b->failure.tree);
    forget(&a);
}

TEST(families_are_those_of_the_books)
{
    for (size_t i = 0; i < sizeof family / sizeof *family; i++)
        for (int s = family[i].least; s <= 5; s++)
            assert_family(&family[i], s);
    assert_family(&family[0], 6); /* order 12: beyond the trees */
}

/* R = (1 + (1 - 2 g) z) / (1 - g z)^2 is A-stable for g >= 1 - 1/sqrt(2): at
 * the limit, where a coefficient of E vanishes, and a hair beside it.  Below,
 * 8 x^3 + 8 c x^2 + (2 c^2 - 1) x + c has a double root at the angle for 1/4:
 * c^2 is (47 - 13 sqrt(13))/12; for 1/5 unstable points were looked for one by
 * one. */
TEST(limits_of_stability_are_exact)
{
    static const struct known known[] = {
        {SDIRK("1 - sqrt(2)/2", "1 - g"), "A- and L-stable", "both"},
        {SDIRK("1 - sqrt(2)/2 + 1/10^30", "1 - g"), "A- and L-stable", "both"},
        {SDIRK("1 - sqrt(2)/2 - 1/10^30", "1 - g"), "A- and L-stable", "none"},
        {SDIRK("1 - sqrt(2)/2 - 1/10^30", "1 - g"), "angle", "90.0"},
        {SDIRK("1/3", "1 - g"), "A- and L-stable", "both"},
        {SDIRK("1/4", "1 - g"), "angle", "84.07581904611872"},
        {SDIRK("1/5", "1 - g"), "angle", "67.27472"},
    };
    CHECK(known);
}

/* m = [[g - 1/4, x], [x, g - 1/4]] with x = y/2 - 1/4, for weights 1/2. */
TEST(algebraic_stability_looks_beside_the_diagonal)
{
#define TWO(g, y) "tableau m { " g " : " g "\n 1/2 : " y ", " g "\n b : 1/2, 1/2\n}"
    static const struct known known[] = {
        {TWO("1/2", "1"), "algebraic", "yes"},
        {TWO("1/2", "0"), "algebraic", "yes"},
        {TWO("1/2", "1 + 1/10^9"), "algebraic", "no"},
        {TWO("1/2", "-1/10^9"), "algebraic", "no"},
        {TWO("1/4", "1/2"), "algebraic", "yes"},
        {TWO("1/4", "1/2 + 1/10^9"), "algebraic", "no"},
    };
    CHECK(known);
#undef TWO
}

/* ---- structure ---- */

TEST(structure_is_seen)
{
    static const struct known known[] = {
        {"kutta4", "structure", "confluent positive 0 idle"},
        {"backward_euler", "structure", "positive 0 idle"},
        {"tableau i { 0 : \n 1/2 : 1/2\n 1 : 1, 0\n 1 : 0, 0, 1\n"
         " b : 0, 1, 0, 0\n}",
         "structure", "confluent 2 idle"},
        /* the last needs the third, which needs the second */
        {"tableau i { 0 : \n 1/2 : 1/2\n 1/2 : 0, 1/2\n 1 : 0, 0, 1\n"
         " b : 0, 0, 0, 1\n}",
         "structure", "confluent 0 idle"},
        /* embedded weights need them */
        {"tableau i { 0 : \n 1/2 : 1/2\n 1 : 1, 0\n b : 0, 1, 0\n"
         " bhat : 0, 0, 1\n}",
         "structure", "0 idle"},
        /* commutators, exponentials, brackets: of Kutta's method three stages
         * are away from the start */
        {"euler", "rotations", "0 1 0"},
        {"kutta4", "rotations", "2 4 6"},
    };
    CHECK(known);
}

/* ---- SSP ---- */

/* S. Gottlieb, C.-W. Shu, E. Tadmor, SIAM Rev. 43 (2001) 89-112: 1 for the
 * optimal ones of orders 2 and 3; J. F. B. M. Kraaijevanger, BIT 31 (1991)
 * 482-528: 2 for the implicit midpoint rule.  Euler's step in n parts: n.  The
 * theta method: 1/(1 - theta).  A negative entry ends it at once.  Of rounded
 * decimals digits are told that the rounding leaves; roots beyond all doubles
 * are not gone after. */
TEST(ssp_coefficients_are_those_published)
{
    static const struct known known[] = {
        {"tableau s { 0 : \n 1 : 1\n b : 1/2, 1/2\n}", "ssp", "1"},
        {"tableau s { 0 : \n 1 : 1\n 1/2 : 1/4, 1/4\n b : 1/6, 1/6, 2/3\n}", "ssp", "1"},
        {"tableau s { 1/2 : 1/2\n b : 1\n}", "ssp", "2"},
        {"tableau s { 1 : 1\n b : 1\n}", "ssp", "all"},
        {"tableau s { 0 : \n 1/2 : 1/2\n b : 0, 1\n}", "ssp", "0"},
        {"tableau s { 0 : \n 1/3 : 1/3\n 2/3 : 1/3, 1/3\n"
         " b : 1/3, 1/3, 1/3\n}",
         "ssp", "3"},
        {"tableau s { 0 : \n 1 : 2/7, 5/7\n b : 2/7, 5/7\n}", "ssp", "3.5"},
        {"tableau s { 0 : \n 1 : sqrt(2)/2, 1 - sqrt(2)/2\n"
         " b : sqrt(2)/2, 1 - sqrt(2)/2\n}",
         "ssp", "1.4142135623730951"},
        {"tableau s { 0 : \n 1 : 1/3, 2/3\n 0 : 1/3, -1/3\n"
         " b : 1/3, 1/3, 1/3\n}",
         "ssp", "0"},
        /* two stages that are one */
        {"tableau s { 1/2 : 1/2, 0\n 1/2 : 0, 1/2\n b : 1/2, 1/2\n}", "ssp", "2"},
        {"tableau s { 0 : \n 0.33333333 : 0.33333333\n"
         " 0.66666667 : 0.33333333, 0.33333333\n"
         " b : 0.33333333, 0.33333333, 0.33333333\n}",
         "ssp", "3"},
        {"tableau s rounded { 0 : \n"
         " 1 : 0.707106781186547524400844362105,"
         " 0.292893218813452475599155637895\n"
         " b : 0.707106781186547524400844362105,"
         " 0.292893218813452475599155637895\n}",
         "ssp", "1.4142135623730951"},
        {"tableau s { 0 : \n 1e-250 : 1e-250\n b : 1, 1e-250\n}", "ssp", "1"},
        {"tableau s { 0 : \n 1/3^500 : 1/3^500\n b : 1 - 1/3^500, 1/3^500\n}", "ssp", "1"},
    };
    CHECK(known);
}
