/* SPDX-License-Identifier: MIT
 *
 * The vectors c through which torque, force and rates depend on the attitude.
 * R occurs in them as sums of c_i R_ij X over the rows i: component j of R'c,
 * times X; a single R_ij X is such a sum.  So they are functions of R'c for all
 * of these c, and any matrix with the same R'c may replace R.
 */
#include "step/derive.h"

#include <string.h>

/* coef R_ij X */
struct row_term {
    num coef;
    int i, j;
    expr factor; /* X; NULL if X = 1 */
};

/* True if e is an entry of R, or the product of one entry and a non-entry. */
static bool is_row_term(const struct model *m, expr e, struct row_term *out)
{
    const bool product = e->op == OP_MUL;
    int entries = 0;
    for (int at = 0; at < 9; at++)
        for (int k = 0; k <= product; k++)
            if (m->R.x[at] == (product ? e->arg[k] : e)) {
                out->i = at / 3;
                out->j = at % 3;
                out->factor = product ? e->arg[1 - k] : NULL;
                entries++;
            }
    return entries == 1;
}

/* Adds the vectors c of node e, taken as a sum, to the list on top of the
 * stack. */
static void add_directions(struct derive *d, expr e)
{
    enum { MOST_TERMS = 1000 }; /* including nested sums */
    struct row_term all[MOST_TERMS];
    expr left[MOST_TERMS];
    num coef[MOST_TERMS];
    int n = 1, terms = 0;
    left[0] = e;
    coef[0] = number_int(d->arena, 1);
    while (n-- > 0) {
        const num c = coef[n];
        e = left[n];
        if (is_row_term(d->model, e, &all[terms]))
            all[terms++].coef = c;
        for (int k = 0; (e->op == OP_SUM || e->op == OP_SCALE) && k < e->arity;
             k++) {
            if (n + terms + 1 >= MOST_TERMS) { /* too many: all of R */
                for (terms = 0; terms < 3; terms++)
                    all[terms] = (struct row_term){c, terms, terms, NULL};
                n = 0;
                break;
            }
            left[n] = e->arg[k];
            coef[n++] = number_mul(d->arena, c,
                                   e->op == OP_SUM ? e->coef[k] : e->number);
        }
    }
    for (int k = 0; k < terms; k++) {
        struct vec c = vec_zero(d->pool);
        const int column = all[k].j;
        for (int l = k; column >= 0 && l < terms; l++)
            if (all[l].j == column && all[l].factor == all[k].factor) {
                expr *x = &c.x[all[l].i];
                *x = expr_add(d->pool, *x, expr_number(d->pool, all[l].coef));
                all[l].j = -1; /* done */
            }
        algebra_push_vec(d->lua, c);
        lua_rawseti(d->lua, -2, (int)luaL_len(d->lua, -2) + 1);
    }
}

/* m.directions(): a list.  A sum that occurs only in sums is a part of them. */
static int directions(lua_State *L)
{
    enum { APART = 2 };
    struct derive *d = derive_of(L);
    const int loads = model_load_count(d->model);
    const int n = loads + (d->run == RUN_CURVES ? 2 * d->model->events : 0);
    expr *load = arena_array(d->arena, (size_t)n + 1, sizeof *load);
    struct row_term l;
    memcpy(load, model_loads(d->model), (size_t)loads * sizeof *load);
    memcpy(load + loads, load_guards(d), (size_t)(n - loads) * sizeof *load);
    unsigned char *mark = expr_reached(d->pool, n, load);
    const int end = pool_size(d->pool);
    for (int i = 0; i < n; i++)
        mark[load[i]->id] = APART;
    for (int id = end; id-- > 0;) {
        expr e = pool_node(d->pool, id);
        if (!mark[id] || e->op == OP_SUM || e->op == OP_SCALE)
            continue;
        if (!is_row_term(d->model, e, &l))
            for (int k = 0; k < e->arity; k++)
                mark[e->arg[k]->id] = APART;
        else if (l.factor)
            mark[l.factor->id] = APART;
    }
    lua_newtable(L);
    for (int id = 0; id < end; id++)
        if (mark[id] == APART)
            add_directions(d, pool_node(d->pool, id));
    return 1;
}

/* ---- a symmetric body ---- */

/* Returns the axis (0, 1, 2) of a body whose other two moments are equal and
 * larger; -1 if there is no such axis. */
static int slender_axis(const struct model *m)
{
    const expr *J = m->inertia.x;
    if (m->has_gyro || m->facts.changes || m->facts.varies ||
        !m->facts.diagonal || m->facts.line[0] || model_slips(m))
        return -1;
    for (int k = 0; k < 3; k++) {
        const expr across = J[(k + 1) % 3 * 4];
        if (across == J[(k + 2) % 3 * 4] && expr_is_const(across) &&
            expr_is_const(J[k * 4]) &&
            number_compare(J[k * 4]->number, across->number) < 0)
            return k;
    }
    return -1;
}

/* If body and motion are rotated about e, R'c, L and w change as v x e.  True
 * if torque changes in the same way and nothing else changes. */
static bool turns_along(const struct derive *d, struct vec e)
{
    const struct model *m = d->model;
    struct pool *p = d->pool;
    const int n = model_load_count(m);
    expr *load = model_loads(m), *change = model_loads(m);
    struct swaps all = {.pool = p};
    const struct vec torque = vec_cross(p, m->torque, e);
    const struct vec L = vec_cross(p, m->L, e), w = vec_cross(p, m->w, e);
    for (int i = 0; i < 3; i++)
        swaps_add(&all, 3, &m->R.x[3 * i], vec_cross(p, mat_row(m->R, i), e).x);
    swaps_add(&all, 3, m->L.x, L.x);
    swaps_add(&all, 3, m->w.x, w.x);
    expr_diff_along(p, n, load, all.n, all.from, all.to, change);
    for (int i = 0; i < n; i++)
        if (!expr_is_zero(i < 3 ? expr_sub(p, change[i], torque.x[i])
                                : change[i]))
            return false;
    return true;
}

/* m.spin(): { axis, along, across, steady } of a slender body that is symmetric
 * about an axis, as are torque and force; else nil.  along, across: its
 * moments; steady: there is no torque about the axis. */
static int spin(lua_State *L)
{
    struct derive *d = derive_of(L);
    const int k = d->run == RUN_CURVES ? -1 : slender_axis(d->model);
    const struct vec e = k < 0 ? vec_zero(d->pool) : vec_unit(d->pool, k);
    if (k < 0 || !turns_along(d, e))
        return 0;
    host_set(L, "{steady:b", expr_is_zero(d->model->torque.x[k]));
    algebra_push_vec(L, e);
    lua_setfield(L, -2, "axis");
    algebra_push(L, d->model->inertia.x[k * 4]);
    lua_setfield(L, -2, "along");
    algebra_push(L, d->model->inertia.x[(k + 1) % 3 * 4]);
    lua_setfield(L, -2, "across");
    return 1;
}

void directions_push(lua_State *L)
{
    static const luaL_Reg functions[] = {
        {"directions", directions}, {"spin", spin}, {NULL, NULL}};
    luaL_setfuncs(L, functions, 0);
}
