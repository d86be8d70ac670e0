/* SPDX-License-Identifier: MIT
 *
 * The functions of the language, by the table builtins.def.
 */
#include "model/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* -- values of functions --------------------------------------------------- */

struct value value_power(struct check *c, const struct ast *a, struct value l,
                         struct value r)
{
    expr x = l.x[0], exponent = r.x[0], y;
    long twice; /* the exponent, if that is a small integer */
    if (l.n != 1 || r.n != 1)
        return refuse(c, a->place, "powers are of scalars",
                      "a power of %s to %s", shape_name(l.n), shape_name(r.n));
    const struct number *n =
        expr_is_const(exponent)
            ? number_mul(c->arena, exponent->number, number_int(c->arena, 2))
            : NULL;
    if (!n || !number_is_int(n, &twice) || labs(twice) > 128)
        y = expr_binary(c->pool, OP_POWER, x, exponent);
    else if (twice % 2 == 0)
        y = expr_power(c->pool, x, (int)(twice / 2));
    else
        y = expr_power(c->pool, expr_unary(c->pool, OP_SQRT, x), (int)twice);
    return value_finite(c, a, value_scalar(y), "the power has no finite value");
}

static struct value turn(struct check *c, const struct ast *a, struct vec n,
                         expr angle)
{
    return vec_is_zero(n)
               ? refuse(c, a->child[0]->place, NULL, "the axis is zero")
               : value_mat(rotation_turn(c->pool, n, angle));
}

static struct value root(struct check *c, const struct ast *a,
                         const struct value *v)
{
    struct root found = root_find(c->pool, v[0].x[0], v[1].x[0]);
    if (found.value)
        return value_scalar(expr_number(c->pool, found.value));
    return refuse(c, a->child[found.argument]->place, found.hint, "%s",
                  found.fault);
}

static struct value choice(struct pool *p, const struct value *v)
{
    struct value y = {.n = v[1].n};
    for (int i = 0; i < y.n; i++)
        y.x[i] = expr_select(p, v[0].x[0], v[1].x[i], v[2].x[i]);
    return y;
}

/* Each component. */
static struct value saturation(struct check *c, const struct ast *a,
                               const struct value *v)
{
    expr low = v[1].x[0], high = v[2].x[0];
    struct value y = {.n = v[0].n};
    if (expr_is_const(low) && expr_is_const(high) &&
        number_compare(low->number, high->number) > 0)
        diag_warning(c->diags, a->place,
                     "the lower bound is above the upper one");
    for (int i = 0; i < y.n; i++) {
        expr x = expr_binary(c->pool, OP_MAX, v[0].x[i], low);
        y.x[i] = expr_binary(c->pool, OP_MIN, x, high);
    }
    return y;
}

static struct value rotation_vector(struct check *c, const struct ast *a,
                                    struct mat R)
{
    const struct place place = a->child[0]->place;
    double fault = rotation_fault(c->pool, R);
    if (fault > 1e-6 && isfinite(fault)) /* infinite: it is no constant */
        return refuse(c, place, NULL,
                      "not a rotation: an entry of R'R is off by %g", fault);
    if (rotation_reflects(c->pool, R))
        return refuse(c, place, NULL,
                      "not a rotation: it reflects, its determinant is -1");
    return value_vec(rotation_log(c->pool, R));
}

/* Warns of a constant quaternion that is not a unit quaternion. */
static bool check_length(struct check *c, const struct ast *a, const expr q[4])
{
    double square = 0;
    for (int i = 0; i < 4; i++) {
        double x = expr_is_const(q[i]) ? number_double(q[i]->number) : NAN;
        square += x * x;
    }
    if (square == 0)
        diag_error(c->diags, a->place, "the quaternion is zero");
    else if (fabs(square - 1) > 1e-6)
        diag_warning(c->diags, a->place,
                     "the quaternion's length is %g; it is divided by it",
                     sqrt(square));
    return square != 0;
}

static struct value quaternion(struct check *c, const struct ast *a,
                               const struct value *v)
{
    const expr q[4] = {v[0].x[0], v[1].x[0], v[2].x[0], v[3].x[0]};
    return check_length(c, a, q) ? value_mat(rotation_quat(c->pool, q))
                                 : value_none();
}

/* Axes such as "zxz" or "313". */
static struct value euler(struct check *c, const struct ast *a,
                          const struct value *v)
{
    const struct ast *axes = a->child[0];
    bool is_text = axes->kind == AST_NAME || axes->kind == AST_NUMBER;
    bool is_known = is_text && strlen(axes->name) == 3;
    char first = is_text && *axes->name >= 'x' ? 'x' : '1';
    struct mat m = mat_identity(c->pool);
    for (int i = 0; is_known && i < 3; i++) {
        const char *name = axes->name + i;
        is_known = *name >= first && *name <= first + 2 &&
                   (i == 0 || name[0] != name[-1]);
        if (is_known)
            m = mat_mul(c->pool, m,
                        rotation_turn(c->pool, vec_unit(c->pool, *name - first),
                                      v[i + 1].x[0]));
    }
    return is_known ? value_mat(m)
                    : refuse(c, axes->place,
                             "one of xyz xzy yxz yzx zxy zyx "
                             "xyx xzx yxy yzy zxz zyz, or 123 ... 323",
                             "not an axis sequence");
}

/* m p/q diag(x, y, z) */
static struct value solid(struct pool *p, expr m, long up, long down,
                          struct vec diagonal)
{
    expr scale = expr_mul(p, expr_fraction(p, up, down), m);
    return value_mat(mat_scale(p, scale, mat_diag(p, diagonal)));
}

/* mass, edges along the axes */
static struct value box(struct pool *p, const struct value *v)
{
    struct vec s, sum;
    for (int i = 0; i < 3; i++)
        s.x[i] = expr_power(p, v[i + 1].x[0], 2);
    for (int i = 0; i < 3; i++)
        sum.x[i] = expr_add(p, s.x[(i + 1) % 3], s.x[(i + 2) % 3]);
    return solid(p, v[0].x[0], 1, 12, sum);
}

/* mass, radius, length along axis 3 */
static struct value cylinder(struct pool *p, const struct value *v)
{
    expr r = expr_power(p, v[1].x[0], 2), l = expr_power(p, v[2].x[0], 2);
    expr side = expr_add(p, expr_mul(p, expr_int(p, 3), r), l);
    struct vec diagonal = {{side, side, expr_mul(p, expr_int(p, 6), r)}};
    return solid(p, v[0].x[0], 1, 12, diagonal);
}

/* mass, radius */
static struct value sphere(struct pool *p, const struct value *v)
{
    expr r = expr_power(p, v[1].x[0], 2);
    return solid(p, v[0].x[0], 2, 5, (struct vec){{r, r, r}});
}

/* m (r.r 1 - r r'): what a shift by r adds */
static struct value steiner(struct pool *p, expr mass, struct vec r)
{
    struct mat m = mat_scale(p, vec_dot(p, r, r), mat_identity(p));
    struct mat outer = mat_scale(p, expr_int(p, -1), mat_outer(p, r, r));
    return value_mat(mat_scale(p, mass, mat_add(p, m, outer)));
}

/* -- the table of functions ------------------------------------------------ */

enum builtin_code {
#define BUILTIN(code, ...) CALL_##code,
#include "model/builtins.def"
#undef BUILTIN
};

static const struct builtin builtins[] = {
#define BUILTIN(code, name, shapes, called, value)                             \
    {CALL_##code, #name, shapes, called},
#include "model/builtins.def"
#undef BUILTIN
    {0}};

/* Arguments that are not there are of no shape. */
static struct value make(struct check *c, const struct ast *a,
                         const struct value *v, enum builtin_code code)
{
    struct pool *p = c->pool;
    const struct vec u = v[0].vec, w = v[1].vec;
    expr x = v[0].x[0], y = v[1].x[0], z = v[2].x[0];
    switch (code) {
#define BUILTIN(code, name, shapes, called, value)                             \
    case CALL_##code:                                                          \
        return value;
#include "model/builtins.def"
#undef BUILTIN
    }
    return value_none();
}

const struct builtin *builtin_find(const char *name)
{
    const struct builtin *b = builtins;
    while (b->name && strcmp(b->name, name) != 0)
        b++;
    return b->name ? b : NULL;
}

void builtin_offer(struct nearest *near)
{
    for (const struct builtin *b = builtins; b->name; b++)
        nearest_offer(near, b->name);
}

static const struct builtin *next_way(const struct builtin *b)
{
    return b[1].name && !strcmp(b[1].name, b->name) ? b + 1 : NULL;
}

/* The ways to call it that differ in more than shapes: "turn(axis, angle)". */
static const char *usage(struct check *c, const struct builtin *b)
{
    struct text t = text_new(c->arena);
    for (const struct builtin *before = NULL; b; before = b, b = next_way(b))
        if (!before || strcmp(b->called, before->called) != 0)
            text_print(&t, "%s%s(%s)", before ? " or " : "", b->name,
                       b->called);
    return text_chars(&t);
}

bool builtin_takes(struct check *c, const struct builtin *first,
                   const struct ast *a)
{
    struct text t = text_new(c->arena);
    size_t before = 0;
    for (const struct builtin *b = first; b; b = next_way(b)) {
        size_t n = strlen(b->shapes);
        if (n == (size_t)a->n)
            return true;
        if (n != before)
            text_print(&t, "%s%zu", before ? " or " : "", n);
        before = n;
    }
    refuse(c, a->place, usage(c, first), "'%s' takes %s argument%s, not %d",
           a->name, text_chars(&t), strcmp(text_chars(&t), "1") ? "s" : "",
           a->n);
    return false;
}

static int size_of(char shape)
{
    return shape == 'v' ? 3 : shape == 'm' ? 9 : 1;
}

/* By the way to call it that fits best: its first arguments fit, up to one. */
struct value builtin_value(struct check *c, const struct builtin *first,
                           const struct ast *a, const struct value *v)
{
    const struct builtin *way = NULL;
    int count = -1;
    for (const struct builtin *b = first; b; b = next_way(b)) {
        int n = 0, most = (int)strlen(b->shapes) == a->n ? a->n : -1;
        while (n < most &&
               (b->shapes[n] == 'a' || v[n].n == size_of(b->shapes[n])))
            n++;
        if (n > count && n <= most) {
            count = n;
            way = b;
        }
    }
    if (count == a->n)
        return value_finite(c, a, make(c, a, v, (enum builtin_code)way->code),
                            "the function has no finite value here");
    return refuse(c, a->child[count]->place, usage(c, first),
                  "%s where %s is expected", shape_name(v[count].n),
                  shape_name(size_of(way->shapes[count])));
}
