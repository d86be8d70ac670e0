/* SPDX-License-Identifier: MIT
 *
 * The principal axes of the body, J = V diag(moments) V', and what a method
 * sees of them.  A diagonal inertia has V = 1, in the user's order, and moments
 * of constants and params.
 */
#include "step/derive.h"

#include <string.h>

#include "base/arena.h"
#include "base/text.h"

enum { SWEEPS = 40, WORKING_BITS = NUMBER_BITS + 64 };

static const int pair[3][2] = {{0, 1}, {0, 2}, {1, 2}};

/* ---- Jacobi's rotations ---- */

struct eigen {
    mpfr_t J[9], V[9]; /* V' (the body's J) V = J */
    mpfr_t c, s, a, b;
};

/* All zero, in the arena: nothing is lost when memory ends on the way. */
static struct eigen *new_eigen(struct arena *arena)
{
    struct eigen *e = arena_alloc(arena, sizeof *e);
    for (mpfr_ptr x = (mpfr_ptr)e; x < (mpfr_ptr)(e + 1); x++) {
        void *limbs = arena_alloc(arena, mpfr_custom_get_size(WORKING_BITS));
        mpfr_custom_init(limbs, WORKING_BITS);
        mpfr_custom_init_set(x, MPFR_ZERO_KIND, 0, WORKING_BITS, limbs);
    }
    return e;
}

/* (x, y) -> (c x - s y, s x + c y) */
static void turn_pair(struct eigen *e, mpfr_ptr x, mpfr_ptr y)
{
    mpfr_mul(e->a, e->c, x, MPFR_RNDN);
    mpfr_mul(e->b, e->s, y, MPFR_RNDN);
    mpfr_sub(e->a, e->a, e->b, MPFR_RNDN);
    mpfr_mul(e->b, e->c, y, MPFR_RNDN);
    mpfr_fma(y, e->s, x, e->b, MPFR_RNDN);
    mpfr_set(x, e->a, MPFR_RNDN);
}

/* By the rotation that makes J[p][q] zero: the smaller angle with
 * cot(2 angle) = (J[q][q] - J[p][p]) / (2 J[p][q]). */
static void turn_axes(struct eigen *e, int p, int q)
{
    if (mpfr_zero_p(e->J[3 * p + q]))
        return;
    mpfr_sub(e->a, e->J[4 * q], e->J[4 * p], MPFR_RNDN);
    mpfr_div(e->a, e->a, e->J[3 * p + q], MPFR_RNDN);
    mpfr_div_ui(e->a, e->a, 2, MPFR_RNDN);
    mpfr_sqr(e->b, e->a, MPFR_RNDN);
    mpfr_add_ui(e->b, e->b, 1, MPFR_RNDN);
    mpfr_sqrt(e->b, e->b, MPFR_RNDN);
    mpfr_copysign(e->b, e->b, e->a, MPFR_RNDN);
    mpfr_add(e->a, e->a, e->b, MPFR_RNDN);
    mpfr_ui_div(e->a, 1, e->a, MPFR_RNDN); /* the tangent */
    mpfr_sqr(e->b, e->a, MPFR_RNDN);
    mpfr_add_ui(e->b, e->b, 1, MPFR_RNDN);
    mpfr_rec_sqrt(e->c, e->b, MPFR_RNDN);
    mpfr_mul(e->s, e->a, e->c, MPFR_RNDN);
    for (int i = 0; i < 3; i++) {
        turn_pair(e, e->J[3 * i + p], e->J[3 * i + q]);
        turn_pair(e, e->V[3 * i + p], e->V[3 * i + q]);
    }
    for (int i = 0; i < 3; i++)
        turn_pair(e, e->J[3 * p + i], e->J[3 * q + i]);
}

/* What is left beside the diagonal is rounding. */
static bool is_diagonal(struct eigen *e)
{
    mpfr_add(e->a, e->J[0], e->J[4], MPFR_RNDN);
    mpfr_add(e->a, e->a, e->J[8], MPFR_RNDN);
    mpfr_div_2ui(e->a, e->a, NUMBER_BITS + 30, MPFR_RNDN);
    for (int i = 0; i < 3; i++)
        if (mpfr_cmpabs(e->J[3 * pair[i][0] + pair[i][1]], e->a) > 0)
            return false;
    return true;
}

/* ---- as expressions ---- */

static expr constant(struct derive *d, mpfr_srcptr x)
{
    num n = number_of_mpfr(d->arena, x);
    if (mpfr_zero_p(x))
        n = number_int(d->arena, 0);
    else if (mpfr_cmp_ui(x, 1) == 0)
        n = number_int(d->arena, 1);
    return expr_number(d->pool, n);
}

/* J = axes diag(moment) axes'; axes of constants, 1 for a diagonal inertia. */
static void find_axes(struct derive *d, struct mat *axes, expr moment[3])
{
    *axes = mat_identity(d->pool);
    for (int i = 0; i < 3; i++)
        moment[i] = d->model->inertia.x[4 * i];
    if (d->model->diagonal)
        return;
    struct eigen *e = new_eigen(d->arena);
    for (int i = 0; i < 9; i++)
        number_mpfr(d->model->inertia.x[i]->number, e->J[i]);
    for (int i = 0; i < 3; i++)
        mpfr_set_ui(e->V[4 * i], 1, MPFR_RNDN);
    for (int i = 0; i < SWEEPS && !is_diagonal(e); i++)
        for (int k = 0; k < 3; k++)
            turn_axes(e, pair[k][0], pair[k][1]);
    for (int k = 0; k < 3; k++) { /* what differs by rounding alone is equal: a
                                     symmetric body */
        mpfr_ptr p = e->J[4 * pair[k][0]], q = e->J[4 * pair[k][1]];
        mpfr_sub(e->a, p, q, MPFR_RNDN);
        mpfr_div_2ui(e->b, p, NUMBER_BITS - 20, MPFR_RNDN);
        if (mpfr_cmpabs(e->a, e->b) < 0)
            mpfr_set(q, p, MPFR_RNDN);
    }
    for (int i = 0; i < 9; i++)
        axes->x[i] = constant(d, e->V[i]);
    for (int i = 0; i < 3; i++)
        moment[i] = constant(d, e->J[4 * i]);
}

/* ---- as Lua sees them ---- */

/* Principal axes of params are not found by closed form. */
static int refuse(lua_State *L)
{
    const struct derive *d = derive_of(L);
    return host_refuse(
        L, d->model->inertia_place,
        text_format(d->arena,
                    "method '%s' works in principal axes, and this inertia is "
                    "not diagonal and depends on params",
                    d->kit->speaker->claim.name),
        "write it in principal axes, as `diag(...)`, with `const` for `param`, "
        "or take another method, such as `rkmk(kutta4)`");
}

/* m.principal.into(v): a vector of the body in principal axes */
static int into(lua_State *L)
{
    struct derive *d = derive_of(L);
    return algebra_push_vec(
        L, mat_apply(d->pool, mat_transpose(d->axes), algebra_vec(L, 1)));
}

/* m.principal.out(v): and back */
static int out(lua_State *L)
{
    struct derive *d = derive_of(L);
    return algebra_push_vec(L, mat_apply(d->pool, d->axes, algebra_vec(L, 1)));
}

/* m.principal.element(g): the rotation that is g in principal axes */
static int element(lua_State *L)
{
    struct derive *d = derive_of(L);
    const struct element *g = element_at(L, 1);
    if (d->model->diagonal)
        return element_push(L, g);
    struct element *e = arena_alloc(d->arena, sizeof *e);
    struct vec v = {{g->q.x[1], g->q.x[2], g->q.x[3]}};
    e->q.x[0] = g->q.x[0];
    e->scale = g->scale;
    e->axis = mat_apply(d->pool, d->axes, g->scale ? g->axis : v);
    v = g->scale ? vec_scale(d->pool, g->scale, e->axis) : e->axis;
    memcpy(&e->q.x[1], v.x, sizeof v.x);
    return element_push(L, e);
}

void principal_push(struct derive *d)
{
    static const luaL_Reg functions[] = {
        {"into", into}, {"out", out}, {"element", element}, {NULL, NULL}};
    expr moment[3];
    if (d->model->varies && !d->model->diagonal) {
        lua_newtable(d->lua);
        lua_newtable(d->lua);
        lua_pushcfunction(d->lua, refuse);
        lua_setfield(d->lua, -2, "__index");
        lua_setmetatable(d->lua, -2);
        return;
    }
    find_axes(d, &d->axes, moment);
    luaL_newlib(d->lua, functions);
    algebra_push_array(d->lua, 3, moment);
    lua_setfield(d->lua, -2, "moments");
}
