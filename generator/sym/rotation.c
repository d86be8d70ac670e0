/* SPDX-License-Identifier: MIT
 *
 * Declared rotations: which nodes are components of y = E(u) x or E(u)' x.
 */
#include "sym/pool.h"

#include "base/arena.h"

#include <string.h>

static bool same_rotation(const struct rotation *a, const struct rotation *b)
{
    return memcmp(a, b, sizeof *a) == 0; /* pointers only, no padding */
}

/* The pool's own copy, one for equal rotations. */
static const struct rotation *copy(struct pool *p, const struct rotation *r)
{
    for (int i = p->rotations - 1; i >= 0; i--)
        if (same_rotation(p->rotated[i].rotation, r))
            return p->rotated[i].rotation;
    struct rotation *own = arena_alloc(p->arena, sizeof *own);
    *own = *r;
    return own;
}

static bool is_after(struct pool *p, const struct expr *y, struct vec v)
{
    for (int i = 0; i < 3; i++)
        if (v.x[i]->op != OP_CONST && pool_split(p, v.x[i]).node->id >= y->id)
            return false;
    return true;
}

/* A node may follow the rule if all it needs was made before it: then the
 * derivatives of x and u are known when its turn comes. */
static void set_rule(struct pool *p, const struct rotated *r, int component)
{
    const struct expr *y = pool_split(p, r->y.x[component]).node;
    if (y->arity == 0 || p->rule[y->id].rotated || !is_after(p, y, r->x) ||
        !is_after(p, y, r->rotation->u))
        return;
    p->rule[y->id] = (struct rule){p->rotations, component};
}

static void make_room(struct pool *p)
{
    if (p->rules >= p->count)
        return;
    p->rule = arena_grow(p->arena, p->rule, (size_t)p->rules * sizeof *p->rule,
                         2 * (size_t)p->count * sizeof *p->rule);
    p->rules = 2 * p->count;
}

void rotation_declare(struct pool *p, const struct rotation *rotation,
                      bool inverse, struct vec x, struct vec y)
{
    const struct rotation *own = copy(p, rotation);
    make_room(p);
    arena_push(p->arena, p->rotated, p->rotations, p->rotations_room);
    struct rotated *r = &p->rotated[p->rotations++];
    *r = (struct rotated){own, inverse, x, y};
    for (int i = 0; i < 3; i++)
        set_rule(p, r, i);
}

struct rule rotation_rule(const struct pool *p, const struct expr *e)
{
    return e->id < p->rules ? p->rule[e->id] : (struct rule){0, 0};
}

int rotation_count(const struct pool *p)
{
    return p->rotations;
}

const struct rotated *rotation_at(const struct pool *p, int i)
{
    return &p->rotated[i];
}
