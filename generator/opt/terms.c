/* SPDX-License-Identifier: MIT
 *
 * Linear combinations for the passes.
 */
#include "opt/terms.h"

#include <math.h>

#include "base/arena.h"

struct terms terms_new(const struct graph *g, int room)
{
    size_t size = (size_t)(room > 0 ? room : 1);
    struct terms t = {.arena = g->arena,
                      .scratch = g->scratch,
                      .pool = g->pool,
                      .room = (int)size};
    t.coef = arena_array(g->scratch, size, sizeof *t.coef);
    t.node = arena_array(g->scratch, size, sizeof *t.node);
    return t;
}

static void remove_term(struct terms *t, int at)
{
    t->n--;
    for (int i = at; i < t->n; i++) {
        t->coef[i] = t->coef[i + 1];
        t->node[i] = t->node[i + 1];
    }
}

static void make_room(struct terms *t)
{
    if (t->n < t->room)
        return;
    size_t old = (size_t)t->room;
    t->coef = arena_grow(t->scratch, t->coef, old * sizeof *t->coef,
                         2 * old * sizeof *t->coef);
    t->node = arena_grow(t->scratch, t->node, old * sizeof *t->node,
                         2 * old * sizeof *t->node);
    t->room *= 2;
}

void terms_add(struct terms *t, const struct number *c, const struct expr *x)
{
    for (int i = 0; i < t->n; i++) {
        if (t->node[i] != x)
            continue;
        t->coef[i] = number_tidy(t->arena, number_add(t->arena, t->coef[i], c));
        if (number_is_zero(t->coef[i]))
            remove_term(t, i);
        return;
    }
    make_room(t);
    t->coef[t->n] = number_tidy(t->arena, c);
    t->node[t->n++] = x;
}

void terms_add_all(struct terms *t, const struct number *c,
                   const struct expr *x)
{
    if (x->op != OP_SUM) {
        terms_add(t, c, x);
        return;
    }
    for (int i = 0; i < x->arity; i++)
        terms_add(t, number_mul(t->arena, c, x->coef[i]), x->arg[i]);
}

const struct expr *terms_sum(const struct terms *t)
{
    if (t->n == 0)
        return expr_int(t->pool, 0);
    return raw_sum(t->pool, t->n, t->coef, t->node);
}

bool same_magnitude(struct arena *arena, const struct number *a,
                    const struct number *b)
{
    double x = fabs(number_double(a)), y = fabs(number_double(b));
    if (fabs(x - y) > 1e-14 * x)
        return false;
    return number_near(magnitude_of(arena, a), magnitude_of(arena, b));
}

const struct number *magnitude_of(struct arena *arena, const struct number *c)
{
    return number_sign(c) < 0 ? number_neg(arena, c) : c;
}

/* How many coefficients before `end` have the magnitude of coefficient i. */
static int count_like(const struct terms *t, int i, int end)
{
    int n = 0;
    for (int k = 0; k < end; k++)
        n += same_magnitude(t->arena, t->coef[i], t->coef[k]);
    return n;
}

int terms_classes(const struct terms *t)
{
    int classes = 0;
    for (int i = 0; i < t->n; i++)
        classes += count_like(t, i, i) == 0;
    return classes;
}

const struct number *terms_common(const struct terms *t)
{
    int best = 0, most = 0;
    for (int i = 0; i < t->n; i++) {
        int like = count_like(t, i, t->n);
        if (like > most) {
            most = like;
            best = i;
        }
    }
    return magnitude_of(t->arena, t->coef[best]);
}
