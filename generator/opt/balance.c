/* SPDX-License-Identifier: MIT
 *
 * Pass: sums of four and more terms are added up in pairs, which halves the
 * chain of additions that wait for each other.
 */
#include "base/arena.h"
#include "opt/pass.h"

/* A half of a sum must not begin with a minus: the sign goes outside. */
static const struct expr *half(const struct graph *g, int n,
                               const struct number *const *coef,
                               const struct expr *const *arg, bool *minus)
{
    const struct number **own = arena_array(g->scratch, (size_t)n, sizeof *own);
    *minus = true;
    for (int i = 0; i < n; i++)
        *minus = *minus && number_sign(coef[i]) < 0;
    for (int i = 0; i < n; i++)
        own[i] = *minus ? number_neg(g->arena, coef[i]) : coef[i];
    return raw_sum(g->pool, n, own, arg);
}

static const struct expr *pair_up(void *context, const struct expr *e,
                                  const struct expr *const *arg)
{
    const struct graph *g = context;
    if (e->op != OP_SUM || e->arity < 4 || e->arity > 64)
        return node_raw(g->pool, e, arg);
    const struct expr *side[64];
    const struct number *sign[64];
    int n = 0, from = 0;
    while (from < e->arity) { /* twos, the last of three if odd */
        int count = e->arity - from == 3 ? 3 : 2;
        bool minus;
        side[n] = half(g, count, e->coef + from, arg + from, &minus);
        if (side[n]->op == OP_SCALE)
            return node_raw(g->pool, e, arg);
        sign[n++] = number_int(g->arena, minus ? -1 : 1);
        from += count;
    }
    while (n > 3) {
        int kept = 0;
        for (int i = 0; i < n; i += 2, kept++) {
            bool minus = false;
            int count = n - i < 2 ? 1 : 2;
            const struct expr *both =
                half(g, count, sign + i, side + i, &minus);
            if (count == 1) {
                both = side[i];
                minus = number_sign(sign[i]) < 0;
            }
            side[kept] = both;
            sign[kept] = number_int(g->arena, minus ? -1 : 1);
        }
        n = kept;
    }
    return raw_sum(g->pool, n, sign, side);
}

struct graph *pass_balance(const struct graph *g)
{
    return graph_rebuild(g, pair_up, (void *)(size_t)g);
}
