/* SPDX-License-Identifier: MIT
 *
 * Steps for the tests of the optimiser, built directly as a method file would
 * build them: rkmk(kutta4) in both forms on four bodies, and a small Newton
 * iteration.
 */
#ifndef POL_SAMPLE_H
#define POL_SAMPLE_H

#include <stdlib.h>
#include <string.h>

#include "test_arena.h"
#include "base/name.h"
#include "base/text.h"
#include "model/model.h"
#include "opt/page.h"
#include "recipe/recipe.h"
#include "step/step.h"

enum body { FREE_BODY, FAST_TOP, SATELLITE, COULOMB_WALL, BODIES };
enum form { RATE, MOMENTUM };

struct sample {
    struct arena *arena;
    struct names *names;
    struct pool *pool;
    struct model model;
    struct recipe recipe;
    struct step step;
    struct quat q;
    struct vec L;
    struct vec inverse; /* of the principal moments */
    enum body body;
    enum form form;
    struct label label[2000];
    struct stage stage[40];
};

static const struct number *sample_decimal(struct sample *s, const char *text)
{
    return number_decimal(s->arena, text, strlen(text));
}

static const struct expr *sample_constant(struct sample *s, const char *text)
{
    return expr_number(s->pool, sample_decimal(s, text));
}

static const struct expr *sample_symbol(struct sample *s, const char *name,
                                        int tag)
{
    return expr_symbol(s->pool, name_of_text(s->names, name), tag);
}

static void sample_placeholders(struct sample *s)
{
    struct model *m = &s->model;
    m->pool = s->pool;
    m->names = s->names;
    m->facts.name = "sample";
    m->t = sample_symbol(s, "t", SYMBOL_TIME);
    for (int i = 0; i < 9; i++)
        m->R.x[i] =
            sample_symbol(s, text_format(s->arena, "R[%d]", i), SYMBOL_R);
    for (int i = 0; i < 3; i++) {
        m->w.x[i] =
            sample_symbol(s, text_format(s->arena, "w[%d]", i), SYMBOL_W);
        m->L.x[i] =
            sample_symbol(s, text_format(s->arena, "L[%d]", i), SYMBOL_L);
    }
}

static void sample_state(struct sample *s)
{
    static struct field empty;
    struct field *store = arena_array(s->arena, 2, sizeof *store);
    store[0] = store[1] = empty;
    store[0].name = "q";
    store[0].n = 4;
    store[1].name = "L";
    store[1].n = 3;
    for (int i = 0; i < 4; i++)
        s->q.x[i] = store[0].symbol[i] =
            sample_symbol(s, text_format(s->arena, "q%d", i), SYMBOL_STATE);
    for (int i = 0; i < 3; i++)
        s->L.x[i] = store[1].symbol[i] =
            sample_symbol(s, text_format(s->arena, "L%d", i), SYMBOL_STATE);
    s->step.stores = 2;
    s->step.store = store;
    s->step.h = sample_symbol(s, "h", SYMBOL_STEP);
}

/* Moments of inertia of the four bodies: P. Krysl 2006 (free body, top, wall),
 * Celledoni and Safstrom 2006 (satellite). */
static void sample_inertia(struct sample *s)
{
    static const char *const moment[BODIES][3] = {{"0.9144", "1.098", "1.66"},
                                                  {"5", "5", "1"},
                                                  {"17000", "37000", "54000"},
                                                  {"2", "3", "4.5"}};
    struct vec J;
    for (int i = 0; i < 3; i++) {
        J.x[i] = sample_constant(s, moment[s->body][i]);
        s->inverse.x[i] = expr_power(s->pool, J.x[i], -1);
    }
    s->model.inertia = mat_diag(s->pool, J);
    for (int i = 0; i < 9; i++)
        s->model.facts.inertia[i] = s->model.inertia.x[i]->number;
    s->model.inverse = mat_diag(s->pool, s->inverse);
}

static struct sample *sample_new(enum body body)
{
    struct arena *arena = test_arena();
    struct sample *s = arena_alloc(arena, sizeof *s);
    s->arena = arena;
    s->names = names_new(arena);
    s->pool = pool_new(arena);
    s->body = body;
    s->step.recipe = &s->recipe;
    s->step.pool = s->pool;
    sample_placeholders(s);
    sample_state(s);
    sample_inertia(s);
    s->step.facts = s->model.facts;
    s->step.t = s->model.t;
    s->step.R = s->model.R.x;
    s->step.w = s->model.w.x;
    s->step.L = s->model.L.x;
    return s;
}

static void sample_free(struct sample *s)
{
    arena_free(s->arena);
}

/* --- pieces of a method --------------------------------------------------- */

static void sample_name(struct sample *s, const char *name, struct vec v)
{
    struct routine *r = &s->step.advance;
    for (int i = 0; i < 3; i++)
        s->label[r->labels++] =
            (struct label){.node = v.x[i],
                           .name = name_of_text(s->names, name),
                           .component = i};
    r->label = s->label;
}

static void sample_stage(struct sample *s, const char *title)
{
    struct routine *r = &s->step.advance;
    s->stage[r->stages] = (struct stage){title, pool_size(s->pool), r->stages};
    r->stages++;
    r->stage = s->stage;
}

static struct vec sample_omega(struct sample *s, struct vec L)
{
    return mat_apply(s->pool, s->model.inverse, L);
}

/* Body torque; g is the third row of R. */
static struct vec sample_torque(struct sample *s, struct vec g)
{
    struct pool *p = s->pool;
    struct vec e3 = vec_unit(p, 2);
    if (s->body == FREE_BODY)
        return vec_zero(p);
    struct vec cross = vec_cross(p, g, e3);
    if (s->body == FAST_TOP)
        return vec_scale(p, expr_int(p, 20), cross);
    if (s->body == SATELLITE) {
        /* 3 mu / r^3, mu = 3.986e14, r = 1.5e5 */
        const struct expr *k = expr_fraction(p, 3 * 398600, 3375);
        return vec_scale(p, k,
                         vec_cross(p, g, mat_apply(p, s->model.inertia, g)));
    }
    const struct expr *d = expr_add(p, sample_constant(s, "1.1"), g.x[2]);
    const struct expr *far = expr_power(p, d, -11);
    far = expr_mul(p, sample_constant(s, "0.01"), far);
    const struct expr *f = expr_sub(p, expr_power(p, d, -2), far);
    return vec_scale(p, f, vec_cross(p, g, e3));
}

static struct vec sample_sum(struct sample *s, int n,
                             const struct number *const *weight,
                             const struct vec *term)
{
    struct vec sum = vec_zero(s->pool);
    for (int i = 0; i < n; i++)
        sum = vec_add(
            s->pool, sum,
            vec_scale(s->pool, expr_number(s->pool, weight[i]), term[i]));
    return vec_scale(s->pool, s->step.h, sum);
}

static struct quat sample_exp(struct sample *s, struct vec v)
{
    struct pool *p = s->pool;
    const struct expr *y = vec_dot(p, v, v);
    struct vec e = vec_scale(p, expr_stumpff(p, 1, y), v);
    return (struct quat){{expr_stumpff(p, 0, y), e.x[0], e.x[1], e.x[2]}};
}

static struct vec sample_turn(struct sample *s, const struct rotation *r,
                              struct vec x, bool inverse)
{
    if (expr_is_one(r->q.x[0]) || vec_is_zero(x))
        return x;
    struct vec y = quat_rotate(s->pool, r->q, x, inverse);
    rotation_declare(s->pool, r, inverse, x, y);
    return y;
}

/* k + v x k + v x (v x k)/3 */
static struct vec sample_pull(struct sample *s, struct vec v, struct vec k)
{
    struct pool *p = s->pool;
    struct vec vk = vec_cross(p, v, k);
    struct vec vvk = vec_cross(p, v, vk);
    vvk = vec_scale(p, expr_fraction(p, 1, 3), vvk);
    return vec_add(p, vec_add(p, k, vk), vvk);
}

static struct vec sample_rate(struct sample *s, struct vec L, struct vec T)
{
    return vec_add(s->pool, vec_cross(s->pool, L, sample_omega(s, L)), T);
}

/* --- rkmk ------------------------------------------------------------------
 */

struct sample_method {
    int stages;
    const char *const *a; /* by rows */
    const char *const *b;
    struct vec K[16], G[16];
};

static const char *const kutta4_a[] = {"0", "0", "0", "0",   "1/2", "0",
                                       "0", "0", "0", "1/2", "0",   "0",
                                       "0", "0", "1", "0"};
static const char *const kutta4_b[] = {"1/6", "1/3", "1/3", "1/6"};

static const struct number *sample_fraction(struct sample *s, const char *text)
{
    char *end;
    long p = strtol(text, &end, 10), q = *end ? strtol(end + 1, NULL, 10) : 1;
    return number_fraction(s->arena, p, q);
}

struct sample_point {
    struct vec v, L;
    struct rotation *r;
};

static struct sample_point sample_at(struct sample *s, struct sample_method *m,
                                     const char *const *weights, int n)
{
    const struct number *w[16];
    for (int i = 0; i < n; i++)
        w[i] = sample_fraction(s, weights[i]);
    struct sample_point at;
    at.v = sample_sum(s, n, w, m->K);
    at.L = vec_add(s->pool, s->L, sample_sum(s, n, w, m->G));
    at.r = arena_alloc(s->arena, sizeof *at.r);
    at.r->u = at.v;
    at.r->q = sample_exp(s, at.v);
    at.r->matrix = quat_matrix(s->pool, at.r->q);
    at.r->push = mat_identity(s->pool);
    if (s->form == MOMENTUM)
        at.L = sample_turn(s, at.r, at.L, true);
    return at;
}

static void sample_stage_values(struct sample *s, struct sample_method *m,
                                int i)
{
    struct pool *p = s->pool;
    sample_stage(s, text_format(s->arena, "stage %d", i + 1));
    struct sample_point at = sample_at(s, m, m->a + i * m->stages, i);
    struct vec g = sample_turn(s, at.r, mat_row(quat_matrix(p, s->q), 2), true);
    sample_name(s, text_format(s->arena, "v%d", i + 1), at.v);
    sample_name(s, text_format(s->arena, "L%d", i + 1), at.L);
    struct vec k = sample_omega(s, at.L);
    k = vec_scale(p, expr_fraction(p, 1, 2), k);
    sample_name(s, text_format(s->arena, "k%d", i + 1), k);
    m->K[i] = sample_pull(s, at.v, k);
    sample_name(s, text_format(s->arena, "K%d", i + 1), m->K[i]);
    struct vec T = sample_torque(s, g);
    m->G[i] = s->form == RATE ? sample_rate(s, at.L, T)
                              : sample_turn(s, at.r, T, false);
    sample_name(s,
                text_format(s->arena, s->form == RATE ? "F%d" : "G%d", i + 1),
                m->G[i]);
}

static void sample_finish(struct sample *s, struct sample_method *m)
{
    sample_stage(s, "finish");
    struct sample_point at = sample_at(s, m, m->b, m->stages);
    struct quat q = quat_mul(s->pool, s->q, at.r->q);
    sample_name(s, "v", at.v);
    const struct expr **value = arena_array(s->arena, 7, sizeof *value);
    for (int i = 0; i < 4; i++)
        value[i] = q.x[i];
    for (int i = 0; i < 3; i++)
        value[4 + i] = at.L.x[i];
    struct output *output = arena_array(s->arena, 2, sizeof *output);
    output[0] = (struct output){s->step.store[0].name, 4, value};
    output[1] = (struct output){s->step.store[1].name, 3, value + 4};
    s->step.advance.name = "step";
    s->step.advance.outputs = 2;
    s->step.advance.output = output;
}

static struct sample *sample_rkmk_of(enum body body, enum form form, int stages,
                                     const char *const *a, const char *const *b)
{
    struct sample *s = sample_new(body);
    struct sample_method *m = arena_alloc(s->arena, sizeof *m);
    s->form = form;
    m->stages = stages;
    m->a = a;
    m->b = b;
    for (int i = 0; i < stages; i++)
        sample_stage_values(s, m, i);
    sample_finish(s, m);
    return s;
}

static inline struct sample *sample_rkmk(enum body body, enum form form)
{
    return sample_rkmk_of(body, form, 4, kutta4_a, kutta4_b);
}

static const struct program *sample_lower(struct sample *s, int passes)
{
    return program_lower(s->arena, s->names, &s->step, &s->step.advance,
                         REAL_DOUBLE, passes);
}

#endif
