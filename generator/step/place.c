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

void derive_actions(struct derive *d, expr *out)
{
    const struct model *m = d->model;
    expr part = expr_div(d->pool, expr_int(d->pool, 1), m->mass);
    struct vec acceleration = vec_scale(d->pool, part, m->force);
    memcpy(out, m->torque.x, sizeof m->torque.x);
    memcpy(out + VECTOR, acceleration.x, sizeof acceleration.x);
}

/* ---- substitution ---- */

enum { PLACES = 1 + 9 + 3 + 3 + 3 + 3 };

struct places {
    int n;
    expr from[PLACES], to[PLACES];
};

static void add_places(struct places *p, int n, const expr *from,
                       const expr *to)
{
    memcpy(&p->from[p->n], from, (size_t)n * sizeof *from);
    memcpy(&p->to[p->n], to, (size_t)n * sizeof *to);
    p->n += n;
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
        if (marked_any(mark, 3, &m->R.x[3 * i]))
            add_places(&p, 3, &m->R.x[3 * i], attitude_row(d, at->R, i).x);
    return p;
}

/* All at once: lets stand in one another. */
static void label_lets(struct derive *d, const struct places *p,
                       const unsigned char *mark)
{
    const struct model *m = d->model;
    size_t most = (size_t)m->lets + 1;
    const struct named **let = arena_array(d->arena, most, sizeof *let);
    expr *from = arena_array(d->arena, VECTOR * most, sizeof *from);
    expr *value = arena_array(d->arena, VECTOR * most, sizeof *value);
    int lets = 0, n = 0;
    for (int i = 0; i < m->lets; i++) {
        const struct value *v = &m->let[i].value;
        if (v->n > VECTOR || !marked_any(mark, v->n, v->x))
            continue;
        let[lets++] = &m->let[i];
        for (int k = 0; k < v->n; k++)
            from[n++] = v->x[k];
    }
    expr_subst(d->pool, n, from, p->n, p->from, p->to, value);
    for (int i = 0; i < lets; value += let[i++]->value.n)
        record_label(
            d, text_format(d->arena, "%s%s", let[i]->name, d->record.suffix),
            let[i]->value.n, value);
}

void derive_place(struct derive *d, const struct at *at, int n,
                  const expr *value, expr *out)
{
    const unsigned char *mark = derive_reach(d, n, value);
    struct places p = find_places(d, at, mark);
    expr_subst(d->pool, n, value, p.n, p.from, p.to, out);
    label_lets(d, &p, mark);
}
