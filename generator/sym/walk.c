/* SPDX-License-Identifier: MIT
 *
 * Walks over the graph: what is reached, what depends, substitution.  Ids are
 * a topological order, so one loop down or up is enough.
 */
#define _GNU_SOURCE /* memrchr */

#include "sym/pool.h"

#include "base/arena.h"

#include <string.h>

int marked_from(const unsigned char *marks, int id, int end)
{
    const unsigned char *at =
        id < end ? memchr(marks + id, 1, (size_t)(end - id)) : NULL;
    return at ? (int)(at - marks) : end;
}

int marked_below(const unsigned char *marks, int id)
{
    const unsigned char *at = memrchr(marks, 1, (size_t)id);
    return at ? (int)(at - marks) : -1;
}

bool marked_any(const unsigned char *marks, int n, const struct expr *const *e)
{
    for (int i = 0; i < n; i++)
        if (marks[e[i]->id])
            return true;
    return false;
}

/* Marks the arguments of marked nodes, from `top` down. */
static void spread(const struct pool *p, int top, unsigned char *marks)
{
    for (int id = top + 1; (id = marked_below(marks, id)) >= 0;) {
        const struct expr *e = pool_node(p, id);
        for (int i = 0; i < e->arity; i++)
            marks[e->arg[i]->id] = 1;
    }
}

static int mark_roots(int n, const struct expr *const *roots,
                      unsigned char *marks)
{
    int top = -1;
    for (int i = 0; i < n; i++) {
        marks[roots[i]->id] = 1;
        if (roots[i]->id > top)
            top = roots[i]->id;
    }
    return top;
}

void expr_reach(const struct pool *p, int n, const struct expr *const *roots,
                unsigned char *marks)
{
    memset(marks, 0, (size_t)p->count);
    spread(p, mark_roots(n, roots, marks), marks);
}

bool expr_depends(const struct pool *p, int n, const struct expr *const *roots,
                  const struct expr *symbol)
{
    struct arena_mark mark = arena_mark(p->arena);
    unsigned char *marks = arena_alloc(p->arena, (size_t)p->count);
    expr_reach(p, n, roots, marks);
    bool depends = marks[symbol->id];
    arena_release(p->arena, mark);
    return depends;
}

/* -- substitution -----------------------------------------------------------
 */

/* c x -> y says x -> y/c, since x's other multiples do not contain c x. */
static void put_substitutes(struct pool *p, int m,
                            const struct expr *const *from,
                            const struct expr *const *to,
                            const struct expr **map)
{
    for (int i = 0; i < m; i++) {
        map[from[i]->id] = to[i];
        if (from[i]->op == OP_SCALE)
            map[from[i]->arg[0]->id] = expr_scale(
                p, number_div(p->arena, p->one->number, from[i]->number),
                to[i]);
    }
}

/* Rebuilds one node if an argument has changed. */
static const struct expr *replace(struct pool *p, const struct expr *e,
                                  const struct expr **map,
                                  const struct expr **arg)
{
    bool changed = false;
    for (int i = 0; i < e->arity; i++) {
        arg[i] = map[e->arg[i]->id];
        changed |= arg[i] != e->arg[i];
    }
    if (!changed)
        return e;
    struct attempt attempt = pool_try(p);
    return pool_done(p, attempt, pool_rebuild(p, e, arg));
}

static const struct expr **room_for_arguments(struct pool *p, int top,
                                              const unsigned char *marks)
{
    int most = 1;
    for (int id = 0; (id = marked_from(marks, id, top + 1)) <= top; id++)
        if (pool_node(p, id)->arity > most)
            most = pool_node(p, id)->arity;
    return arena_array(p->arena, (size_t)most, sizeof(struct expr *));
}

void expr_subst(struct pool *p, int n, const struct expr *const *roots, int m,
                const struct expr *const *from, const struct expr *const *to,
                const struct expr **out)
{
    unsigned char *marks = pool_marks(p);
    const struct expr **map = pool_map(p);
    int top = mark_roots(n, roots, marks);
    put_substitutes(p, m, from, to, map);
    for (int id = top + 1; (id = marked_below(marks, id)) >= 0;) {
        const struct expr *e = pool_node(p, id);
        for (int i = 0; !map[id] && i < e->arity; i++)
            marks[e->arg[i]->id] = 1;
    }
    const struct expr **arg = room_for_arguments(p, top, marks);
    for (int id = 0; (id = marked_from(marks, id, top + 1)) <= top; id++)
        if (!map[id])
            map[id] = replace(p, pool_node(p, id), map, arg);
    for (int i = 0; i < n; i++)
        out[i] = map[roots[i]->id];
}
