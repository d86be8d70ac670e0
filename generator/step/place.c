/* SPDX-License-Identifier: MIT
 *
 * Puts a state of the step in the place of the model's symbols.
 */
#include "step/derive.h"

#include <string.h>

#include "base/arena.h"
#include "base/text.h"

struct vec derive_omega(struct derive *d, struct vec L)
{
    return mat_apply(d->pool, d->model->inverse, L);
}

struct vec derive_momentum(struct derive *d, struct vec w)
{
    return mat_apply(d->pool, d->model->inertia, w);
}

struct vec derive_acceleration(struct derive *d)
{
    const struct model *m = d->model;
    const struct expr *part = expr_div(d->pool, expr_int(d->pool, 1), m->mass);
    return vec_scale(d->pool, part, m->force);
}

/* ---- substitution ---- */

enum { PLACES = 1 + 9 + 3 + 3 + 3 + 3 };

struct places {
    int n;
    const struct expr *from[PLACES], *to[PLACES];
};

static void add_places(struct places *p, int n, const struct expr *const *from,
                       const struct expr *const *to)
{
    memcpy(&p->from[p->n], from, (size_t)n * sizeof *from);
    memcpy(&p->to[p->n], to, (size_t)n * sizeof *to);
    p->n += n;
}

static bool reaches(const unsigned char *mark, int n,
                    const struct expr *const *e)
{
    for (int i = 0; i < n; i++)
        if (mark[e[i]->id])
            return true;
    return false;
}

/* Only the rows of R that are looked at are made. */
static struct places find_places(struct derive *d, const struct at *at,
                                 const unsigned char *mark)
{
    const struct model *m = d->model;
    struct places p = {0};
    add_places(&p, 1, &m->t, &at->t);
    add_places(&p, 3, m->L.x, at->L.x);
    add_places(&p, 3, m->w.x, at->w.x);
    if (m->moves) {
        add_places(&p, 3, m->x.x, at->x.x);
        add_places(&p, 3, m->v.x, at->v.x);
    }
    for (int i = 0; i < 3; i++)
        if (reaches(mark, 3, &m->R.x[3 * i]))
            add_places(&p, 3, &m->R.x[3 * i], turned_row(d, at->R, i).x);
    return p;
}

static void label_lets(struct derive *d, const struct places *p,
                       const unsigned char *mark)
{
    const struct expr *value[MOST_VALUES];
    for (int i = 0; i < d->model->lets; i++) {
        const struct named *let = &d->model->let[i];
        int n = let->value.n;
        if (n > VECTOR || !reaches(mark, n, let->value.x))
            continue;
        expr_subst(d->pool, n, let->value.x, p->n, p->from, p->to, value);
        record_label(d,
                     text_format(d->arena, "%s%s", let->name, d->record.suffix),
                     n, value);
    }
}

void derive_place(struct derive *d, const struct at *at, int n,
                  const struct expr *const *value, const struct expr **out)
{
    unsigned char *mark = arena_alloc(d->arena, (size_t)pool_size(d->pool));
    expr_reach(d->pool, n, value, mark);
    struct places p = find_places(d, at, mark);
    expr_subst(d->pool, n, value, p.n, p.from, p.to, out);
    label_lets(d, &p, mark);
}
