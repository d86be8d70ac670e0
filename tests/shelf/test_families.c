/* SPDX-License-Identifier: MIT
 *
 * The families of tableaus on the shelf: orders, simplifying assumptions,
 * properties, and what has been published of them.
 */
#define _POSIX_C_SOURCE 200809L

#include "families.h"

/* What is known of each family, by its stages s: B(p), C(q) and D(r) hold as
 * far as this and no further; order p (E. Hairer, G. Wanner, Solving Ordinary
 * Differential Equations II, Springer 1996, section IV.5, table 5.13). */
static const struct {
    const char *name;
    int least, most;       /* stages */
    int b;                 /* p = 2 s - b */
    int c, d;              /* q = s - c, r = s - d */
    bool first, last;      /* are 0 and 1 nodes? */
    bool symmetric, stiff; /* stiffly accurate */
    bool symplectic;
} known[] = {
    {"gauss", 1, 6, 0, 0, 0, false, false, true, false, true},
    {"radau_ia", 2, 5, 1, 1, 0, true, false, false, false, false},
    {"radau_iia", 1, 5, 1, 0, 1, false, true, false, true, false},
    {"lobatto_iiia", 2, 5, 2, 0, 2, true, true, true, true, false},
    {"lobatto_iiib", 2, 5, 2, 2, 0, true, true, true, false, false},
    {"lobatto_iiic", 2, 5, 2, 1, 1, true, true, false, true, false},
    {"lobatto_iiics", 2, 5, 2, 1, 1, true, true, false, false, false},
    {"lobatto_iiid", 2, 5, 2, 1, 1, true, true, true, false, true},
};
enum { FAMILIES = sizeof known / sizeof *known };

/* Calls `look` with each of them; k counts the rows above. */
typedef void looking(struct family_bench *, const struct tableau *, int k);

static void each(looking *look)
{
    for (int k = 0; k < FAMILIES; k++)
        for (int s = known[k].least; s <= known[k].most; s++) {
            struct family_bench b;
            open_families(&b, NULL);
            look(&b, member(&b, known[k].name, s), k);
            close_families(&b);
        }
}

static void look_at_assumptions(struct family_bench *b, const struct tableau *t,
                                int k)
{
    struct arena *a = b->kit.arena;
    int s = t->stages;
    assert_int_equal(highest(a, t, holds_b), 2 * s - known[k].b);
    assert_int_equal(highest(a, t, holds_c), s - known[k].c);
    assert_int_equal(highest(a, t, holds_d), s - known[k].d);
}

TEST(each_keeps_its_definition)
{
    each(look_at_assumptions);
}

/* ---- what is published ---- */

#define GAUSS4                                                                 \
    "1/2 - sqrt(3)/6 : 1/4, 1/4 - sqrt(3)/6\n"                                 \
    "1/2 + sqrt(3)/6 : 1/4 + sqrt(3)/6, 1/4\nb : 1/2, 1/2"
#define GAUSS6                                                                 \
    "1/2 - sqrt(15)/10 : 5/36, 2/9 - sqrt(15)/15, 5/36 - sqrt(15)/30\n"        \
    "1/2 : 5/36 + sqrt(15)/24, 2/9, 5/36 - sqrt(15)/24\n"                      \
    "1/2 + sqrt(15)/10 : 5/36 + sqrt(15)/30, 2/9 + sqrt(15)/15, 5/36\n"        \
    "b : 5/18, 4/9, 5/18"
#define RADAU_IA5                                                              \
    "0 : 1/9, (-1 - sqrt(6))/18, (-1 + sqrt(6))/18\n"                          \
    "(6 - sqrt(6))/10 : 1/9, (88 + 7*sqrt(6))/360, (88 - 43*sqrt(6))/360\n"    \
    "(6 + sqrt(6))/10 : 1/9, (88 + 43*sqrt(6))/360, (88 - 7*sqrt(6))/360\n"    \
    "b : 1/9, (16 + sqrt(6))/36, (16 - sqrt(6))/36"
#define RADAU_IIA5                                                             \
    "(4 - sqrt(6))/10 : (88 - 7*sqrt(6))/360, (296 - 169*sqrt(6))/1800,\n"     \
    "  (-2 + 3*sqrt(6))/225\n"                                                 \
    "(4 + sqrt(6))/10 : (296 + 169*sqrt(6))/1800, (88 + 7*sqrt(6))/360,\n"     \
    "  (-2 - 3*sqrt(6))/225\n"                                                 \
    "1 : (16 - sqrt(6))/36, (16 + sqrt(6))/36, 1/9\n"                          \
    "b : (16 - sqrt(6))/36, (16 + sqrt(6))/36, 1/9"
#define LOBATTO_IIIA6                                                          \
    "0 : 0, 0, 0, 0\n"                                                         \
    "(5 - sqrt(5))/10 : (11 + sqrt(5))/120, (25 - sqrt(5))/120,\n"             \
    "  (25 - 13*sqrt(5))/120, (-1 + sqrt(5))/120\n"                            \
    "(5 + sqrt(5))/10 : (11 - sqrt(5))/120, (25 + 13*sqrt(5))/120,\n"          \
    "  (25 + sqrt(5))/120, (-1 - sqrt(5))/120\n"                               \
    "1 : 1/12, 5/12, 5/12, 1/12\nb : 1/12, 5/12, 5/12, 1/12"
#define LOBATTO_IIIB6                                                          \
    "0 : 1/12, (-1 - sqrt(5))/24, (-1 + sqrt(5))/24, 0\n"                      \
    "(5 - sqrt(5))/10 : 1/12, (25 + sqrt(5))/120, (25 - 13*sqrt(5))/120, 0\n"  \
    "(5 + sqrt(5))/10 : 1/12, (25 + 13*sqrt(5))/120, (25 - sqrt(5))/120, 0\n"  \
    "1 : 1/12, (11 - sqrt(5))/24, (11 + sqrt(5))/24, 0\n"                      \
    "b : 1/12, 5/12, 5/12, 1/12"
#define LOBATTO_IIIC6                                                          \
    "0 : 1/12, -sqrt(5)/12, sqrt(5)/12, -1/12\n"                               \
    "(5 - sqrt(5))/10 : 1/12, 1/4, (10 - 7*sqrt(5))/60, sqrt(5)/60\n"          \
    "(5 + sqrt(5))/10 : 1/12, (10 + 7*sqrt(5))/60, 1/4, -sqrt(5)/60\n"         \
    "1 : 1/12, 5/12, 5/12, 1/12\nb : 1/12, 5/12, 5/12, 1/12"

/* E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, Springer
 * 1996, section IV.5, tables 5.1 to 5.12; Lobatto IIIC* and IIID: L. Jay,
 * Lobatto methods, Encyclopedia of Applied and Computational Mathematics,
 * Springer 2015, where the tables are. */
static const struct {
    const char *call, *text;
} tables[] = {
    {"gauss(1)", "1/2 : 1/2\nb : 1"},
    {"gauss(2)", GAUSS4},
    {"gauss(3)", GAUSS6},
    {"radau_ia(2)", "0 : 1/4, -1/4\n2/3 : 1/4, 5/12\nb : 1/4, 3/4"},
    {"radau_ia(3)", RADAU_IA5},
    {"radau_iia(1)", "1 : 1\nb : 1"},
    {"radau_iia(2)", "1/3 : 5/12, -1/12\n1 : 3/4, 1/4\nb : 3/4, 1/4"},
    {"radau_iia(3)", RADAU_IIA5},
    {"lobatto_iiia(2)", "0 : 0, 0\n1 : 1/2, 1/2\nb : 1/2, 1/2"},
    {"lobatto_iiia(3)", "0 : 0, 0, 0\n1/2 : 5/24, 1/3, -1/24\n"
                        "1 : 1/6, 2/3, 1/6\nb : 1/6, 2/3, 1/6"},
    {"lobatto_iiia(4)", LOBATTO_IIIA6},
    {"lobatto_iiib(2)", "0 : 1/2, 0\n1 : 1/2, 0\nb : 1/2, 1/2"},
    {"lobatto_iiib(3)", "0 : 1/6, -1/6, 0\n1/2 : 1/6, 1/3, 0\n"
                        "1 : 1/6, 5/6, 0\nb : 1/6, 2/3, 1/6"},
    {"lobatto_iiib(4)", LOBATTO_IIIB6},
    {"lobatto_iiic(2)", "0 : 1/2, -1/2\n1 : 1/2, 1/2\nb : 1/2, 1/2"},
    {"lobatto_iiic(3)", "0 : 1/6, -1/3, 1/6\n1/2 : 1/6, 5/12, -1/12\n"
                        "1 : 1/6, 2/3, 1/6\nb : 1/6, 2/3, 1/6"},
    {"lobatto_iiic(4)", LOBATTO_IIIC6},
    {"lobatto_iiics(2)", "0 : 0, 0\n1 : 1, 0\nb : 1/2, 1/2"},
    {"lobatto_iiics(3)", "0 : 0, 0, 0\n1/2 : 1/4, 1/4, 0\n1 : 0, 1, 0\n"
                         "b : 1/6, 2/3, 1/6"},
    {"lobatto_iiid(2)", "0 : 1/4, -1/4\n1 : 3/4, 1/4\nb : 1/2, 1/2"},
    {"lobatto_iiid(3)", "0 : 1/12, -1/6, 1/12\n1/2 : 5/24, 1/3, -1/24\n"
                        "1 : 1/12, 5/6, 1/12\nb : 1/6, 2/3, 1/6"},
};

static const struct tableau *read_table(struct family_bench *b,
                                        const char *text)
{
    struct source *s = arena_alloc(b->kit.arena, sizeof *s);
    text = text_format(b->kit.arena, "tableau t {\n%s }\n", text);
    *s = (struct source){"t.pol", text, strlen(text)};
    const struct ast *file = lang_parse(b->kit.names, &b->diags, s);
    assert_int_equal(b->diags.errors, 0);
    const struct tableau *t = tableau_build(&b->diags, file->child[0]);
    assert_non_null(t);
    return t;
}

static void compare(struct arena *a, const char *call, int n, const value *x,
                    const value *y)
{
    for (int i = 0; i < n; i++)
        if (!is_same(a, x[i], y[i]) ||
            number_is_exact(x[i]) != number_is_exact(y[i]))
            fail_msg("%s: %s is not %s", call, number_show(a, x[i]),
                     number_show(a, y[i]));
}

TEST(small_ones_are_as_published)
{
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        struct family_bench b;
        open_families(&b, NULL);
        const struct tableau *t = get(&b, tables[i].call);
        const struct tableau *u = read_table(&b, tables[i].text);
        int s = t->stages;
        assert_int_equal(u->stages, s);
        compare(b.kit.arena, tables[i].call, s * s, t->a, u->a);
        compare(b.kit.arena, tables[i].call, s, t->b, u->b);
        compare(b.kit.arena, tables[i].call, s, t->c, u->c);
        assert_int_equal(t->is_explicit, u->is_explicit);
        close_families(&b);
    }
}

/* ---- by which names ---- */

TEST(old_names_stay)
{
    static const char *const pair[][2] = {
        {"gauss4", "gauss(2)"},
        {"Gauss6", "gauss(3)"},
        {"radau2a3", "radau_iia(2)"},
        {"radau2a5", "radau_iia(3)"},
        {"lobatto3a4", "lobatto_iiia(3)"},
        {"lobatto3c6", "lobatto_iiic(4)"},
        {"gauss_legendre(2)", "gauss(2)"},
        {"RADAU(s = 3)", "radau_iia(3)"},
        {"kutta4", "kutta4"},
        {"rk4", "kutta4"},
    };
    struct family_bench b;
    open_families(&b, NULL);
    for (size_t i = 0; i < sizeof pair / sizeof *pair; i++)
        assert_string_equal(get(&b, pair[i][0])->name, pair[i][1]);
    assert_int_equal(b.diags.count, 0);
    close_families(&b);
}

static bool are_same(struct arena *a, const struct tableau *t,
                     const struct tableau *u)
{
    int s = t->stages;
    bool same = u->stages == s;
    for (int i = 0; same && i < s * s; i++)
        same = is_same(a, t->a[i], u->a[i]);
    for (int i = 0; same && i < s; i++)
        same = is_same(a, t->b[i], u->b[i]);
    return same;
}

/* What has a name of its own, as everyone knows it; else no member of a family
 * stands on the shelf as a text or in another family. */
static const char *const own_name[][2] = {
    {"gauss(1)", "midpoint"},
    {"lobatto_iiia(2)", "trapezoid"},
    {"lobatto_iiics(2)", "heun2"},
    {"radau_iia(1)", "backward_euler"},
};
enum { OWN_NAMES = sizeof own_name / sizeof *own_name };

static bool is_expected(const char *a, const char *b)
{
    bool found = false;
    for (int i = 0; i < OWN_NAMES; i++)
        found |= (!strcmp(own_name[i][0], a) && !strcmp(own_name[i][1], b)) ||
                 (!strcmp(own_name[i][0], b) && !strcmp(own_name[i][1], a));
    return found;
}

TEST(members_stand_nowhere_else)
{
    struct family_bench b;
    open_families(&b, NULL);
    const char *const *call;
    int n = tableau_calls(&b.kit, 0, &call), found = 0;
    const struct tableau **all =
        arena_array(b.kit.arena, (size_t)n, sizeof *all);
    for (int i = 0; i < n; i++)
        all[i] = get(&b, call[i]);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < i; k++) {
            if (!are_same(b.kit.arena, all[i], all[k]))
                continue;
            if (!is_expected(call[i], call[k]))
                fail_msg("%s is %s", call[i], call[k]);
            found++;
        }
    assert_int_equal(found, OWN_NAMES);
    close_families(&b);
}
