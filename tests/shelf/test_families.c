/* SPDX-License-Identifier: MIT
 *
 * The families of tableaus on the shelf: each has the simplifying assumptions,
 * nodes and properties that make it what it is, and stands there once.
 */
#define _POSIX_C_SOURCE 200809L

#include "families.h"
#include "tableau/analysis.h"

/* What is known of each family, by its stages s: B(p), C(q) and D(r) hold as
 * far as this and no further; order p.  No other tableaus have all of it (E.
 * Hairer, G. Wanner, Solving Ordinary Differential Equations II, Springer 1996,
 * section IV.5, table 5.13; Lobatto IIIC* and IIID: L. Jay, Lobatto methods,
 * Encyclopedia of Applied and Computational Mathematics, Springer 2015). */
static const struct {
    const char *name;
    int least, most;       /* stages */
    int b;                 /* p = 2 s - b */
    int c, d;              /* q = s - c, r = s - d */
    bool first, last;      /* are 0 and 1 nodes? */
    bool symmetric, stiff; /* stiffly accurate */
    bool symplectic;
    bool unseen; /* no stage looks at the last one */
} known[] = {
    {"gauss", 1, 6, 0, 0, 0, false, false, true, false, true, false},
    {"radau_ia", 2, 5, 1, 1, 0, true, false, false, false, false, false},
    {"radau_iia", 1, 5, 1, 0, 1, false, true, false, true, false, false},
    {"lobatto_iiia", 2, 5, 2, 0, 2, true, true, true, true, false, false},
    {"lobatto_iiib", 2, 5, 2, 2, 0, true, true, true, false, false, true},
    {"lobatto_iiic", 2, 5, 2, 1, 1, true, true, false, true, false, false},
    {"lobatto_iiics", 2, 5, 2, 1, 1, true, true, false, false, false, true},
    {"lobatto_iiid", 2, 5, 2, 1, 1, true, true, true, false, true, false},
};
enum { FAMILIES = sizeof known / sizeof *known };

static void look_at(struct family_bench *b, const struct tableau *t, int k)
{
    struct arena *a = b->kit.arena;
    const int s = t->stages;
    const struct analysis all = tableau_analyse(a, t);
    const value last = t->c[s - 1];
    assert_int_equal(highest(a, t, holds_b), 2 * s - known[k].b);
    assert_int_equal(highest(a, t, holds_c), s - known[k].c);
    assert_int_equal(highest(a, t, holds_d), s - known[k].d);
    assert_int_equal(number_is_zero(t->c[0]), known[k].first);
    assert_int_equal(number_is_exact(last) && number_is_one(last),
                     known[k].last);
    assert_int_equal(all.structure.symmetric, known[k].symmetric);
    assert_int_equal(all.structure.stiffly_accurate, known[k].stiff);
    assert_int_equal(all.structure.symplectic, known[k].symplectic);
    bool unseen = true;
    for (int i = 0; i < s; i++) {
        unseen &= number_is_zero(entry(t, i, s - 1));
        assert_true(i == 0 || number_compare(t->c[i - 1], t->c[i]) < 0);
    }
    assert_int_equal(unseen, known[k].unseen);
}

TEST(each_keeps_its_definition)
{
    for (int k = 0; k < FAMILIES; k++)
        for (int s = known[k].least; s <= known[k].most; s++) {
            struct family_bench b;
            open_families(&b, NULL);
            look_at(&b, member(&b, known[k].name, s), k);
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
