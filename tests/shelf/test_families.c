/* SPDX-License-Identifier: MIT
 *
 * Each tableau stands on the shelf once, members of families, too.  (What these
 * are: test_stability.)
 */
#include "families.h"

static bool are_same(struct arena *a, const struct tableau *t, const struct tableau *u)
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
    const struct tableau **all = arena_array(b.kit.arena, (size_t)n, sizeof *all);
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
