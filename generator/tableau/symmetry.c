/* SPDX-License-Identifier: MIT
 *
 * Is a tableau its own adjoint?  It is if its stages can be put in an order s
 * with
 *     a[s(i)][s(j)] + a[i][j] = b[j],   b[s(j)] = b[j]
 * E. Hairer, C. Lubich, G. Wanner, Geometric Numerical Integration, Springer
 * 2006, theorem V.2.3.
 */
#include "tableau/analysis.h"

#include "base/arena.h"

typedef const struct number *value;

/* More attempts are for tableaus that nobody integrates with. */
enum { MOST_ATTEMPTS = 100000 };

struct search {
    struct arena *arena;
    const struct tableau *tableau;
    int partner[TABLEAU_STAGES];
    bool taken[TABLEAU_STAGES];
    long attempts;
};

static value entry(const struct tableau *t, int i, int j)
{
    return t->a[(size_t)i * (size_t)t->stages + (size_t)j];
}

static bool mirrors(const struct search *s, int i, int j)
{
    const struct tableau *t = s->tableau;
    value sum = number_add(s->arena, entry(t, s->partner[i], s->partner[j]),
                           entry(t, i, j));
    return tableau_means_equal(s->arena, t, sum, t->b[j]);
}

/* May `partner` be the partner of stage i, beside those of stages before? */
static bool fits(struct search *s, int i, int partner)
{
    const struct tableau *t = s->tableau;
    if (s->taken[partner] ||
        !tableau_means_equal(s->arena, t, t->b[partner], t->b[i]))
        return false;
    s->partner[i] = partner;
    for (int j = 0; j <= i; j++)
        if (!mirrors(s, i, j) || !mirrors(s, j, i))
            return false;
    return true;
}

/* The next partner of stage i after the one it has; -1: there is none. */
static int next_partner(struct search *s, int i)
{
    int n = s->tableau->stages;
    for (int k = s->partner[i] + 1; k < n; k++) {
        struct arena_mark mark = arena_mark(s->arena);
        bool good = fits(s, i, k);
        arena_release(s->arena, mark);
        s->attempts++;
        if (good)
            return k;
    }
    return -1;
}

bool tableau_is_symmetric(struct arena *arena, const struct tableau *t)
{
    struct search *s = arena_alloc(arena, sizeof *s);
    *s = (struct search){.arena = arena, .tableau = t};
    int i = 0;
    s->partner[0] = -1;
    while (i >= 0 && i < t->stages && s->attempts < MOST_ATTEMPTS) {
        int partner = next_partner(s, i);
        if (partner < 0) {
            if (--i >= 0)
                s->taken[s->partner[i]] = false;
            continue;
        }
        s->partner[i] = partner;
        s->taken[partner] = true;
        if (++i < t->stages)
            s->partner[i] = -1;
    }
    return i == t->stages;
}
