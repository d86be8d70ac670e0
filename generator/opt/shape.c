/* SPDX-License-Identifier: MIT
 *
 * Names that say what a value is made of: "q0q1", "h_2_over_25", "over_det",
 * "s_x_L_0" for a component of a cross product.
 */
#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "opt/plan.h"

enum { LONGEST = 20 };

/* The multiple c of what has this name: "h_over_2", "h_2_over_25",
 * "mgl_times_2", "minus_det"; NULL where the constant is not so simple. */
static const char *multiple_name(const struct plan *p, const char *of, num c)
{
    struct arena *arena = p->arena;
    const char *text = number_show(arena, number_abs(arena, c));
    const char *over = strchr(text, '/');
    size_t length = strlen(text);
    if (length > 7 || strspn(text, "0123456789/") != length)
        return NULL;
    if (number_sign(c) < 0)
        of = text_format(arena, "minus_%s", of);
    if (!strcmp(text, "1"))
        return of;
    if (!over)
        return text_format(arena, "%s_times_%s", of, text);
    if (!strncmp(text, "1/", 2))
        return text_format(arena, "%s_over_%s", of, over + 1);
    return text_format(arena, "%s_%.*s_over_%s", of, (int)(over - text), text,
                       over + 1);
}

/* The same for any constant; for h^2 times one "h_h_scaled". */
static const char *scaled_name(const struct plan *p, const char *of, num c)
{
    struct arena *arena = p->arena;
    const char *name = multiple_name(p, of, c);
    if (!name && number_near(c, number_pi(arena)))
        return text_format(arena, "pi_%s", of);
    return name ? name : text_format(arena, "%s_scaled", of);
}

/* "q0" and "s_0" as "q0" and "s0", which may stand side by side; others not. */
static bool is_short(const char *name, char out[3])
{
    size_t n = strlen(name);
    bool parted = n == 3 && name[1] == '_';
    if ((n != 2 && !parted) || name[n - 1] < '0' || name[n - 1] > '9')
        return false;
    out[0] = name[0];
    out[1] = name[n - 1];
    out[2] = '\0';
    return true;
}

/* "q0q1", "h_theta" */
static const char *product_of(const struct plan *p, const char *a,
                              const char *b)
{
    char x[3], y[3];
    if (is_short(a, x) && is_short(b, y))
        return text_format(p->arena, "%s%s", x, y);
    if (!strcmp(a, b))
        return text_format(p->arena, "%s_sq", a);
    return text_format(p->arena, "%s_%s", a, b);
}

static const char *operand_name(const struct plan *, expr);
static const char *shape(const struct plan *, expr);

/* "a_plus_b", "a_minus_1" */
static const char *sum_name(const struct plan *p, expr e)
{
    int first = number_is_one(e->coef[0]) ? 0 : 1;
    if (e->arity != 2 || !number_is_one(e->coef[first]) ||
        !number_is_unit(e->coef[!first]) || e->arg[first]->op == OP_CONST)
        return NULL;
    expr other = e->arg[!first];
    bool minus = number_sign(e->coef[!first]) < 0;
    const char *a = operand_name(p, e->arg[first]);
    const char *b = operand_name(p, other);
    if (other->op == OP_CONST) {
        b = number_show(p->arena, number_abs(p->arena, other->number));
        minus ^= number_sign(other->number) < 0;
        if (b[0] < '1' || b[0] > '9' || b[1])
            return NULL;
    }
    return a && b ? text_format(p->arena, "%s_%s_%s", a,
                                minus ? "minus" : "plus", b)
                  : NULL;
}

/* An operand's name, or what it is made of; NULL if that has no names, or is
 * more than a name can say. */
static const char *operand_name(const struct plan *p, expr e)
{
    bool inside = p->role[e->id] == ROLE_INLINE && e->arity > 0;
    return inside ? shape(p, e) : p->name[e->id];
}

static const char *shape(const struct plan *p, expr e)
{
    struct arena *arena = p->arena;
    const char *a = e->op == OP_SUM ? sum_name(p, e)
                    : e->arity > 0  ? operand_name(p, e->arg[0])
                                    : NULL;
    const char *b = e->op == OP_MUL ? operand_name(p, e->arg[1]) : a;
    if (!a || !b || strlen(a) > LONGEST)
        return NULL;
    switch (e->op) {
    case OP_SUM:
        return a;
    case OP_SCALE:
        return scaled_name(p, a, e->number);
    case OP_MUL:
        return product_of(p, a, b);
    case OP_POW:
        if (e->index == -1)
            return text_format(arena, "over_%s", a);
        return e->index == 2 ? product_of(p, a, a) : NULL;
    case OP_SQRT:
    case OP_SIN:
    case OP_COS:
        return text_format(arena, "%s_%s", op_info(e->op)->name, a);
    default:
        return NULL;
    }
}

/* Component k of a vector: the length of the vector's name; 0: no component. */
static size_t vector_of(const char *name, int *k)
{
    size_t n = name ? strlen(name) : 0;
    if (n < 2 || name[n - 1] < '0' || name[n - 1] > '2')
        return 0;
    *k = name[--n] - '0';
    return name[n - 1] == '_' ? n - 1 : n;
}

/* The vectors a and b of a product a_j b_k; false: there are none. */
struct pair {
    const char *a, *b;
    size_t a_length, b_length;
    int j, k;
};

static bool find_pair(const struct plan *p, expr e, struct pair *out)
{
    if (e->op != OP_MUL && (e->op != OP_POW || e->index != 2))
        return false;
    out->a = p->name[e->arg[0]->id];
    out->b = p->name[e->arg[e->arity - 1]->id];
    out->a_length = vector_of(out->a, &out->j);
    out->b_length = vector_of(out->b, &out->k);
    return out->a_length && out->b_length;
}

static bool same(const char *a, size_t n, const char *b, size_t m)
{
    return n == m && !strncmp(a, b, n);
}

/* The pair whose first vector is that of `like`, if there is one. */
static bool align(struct pair *x, const struct pair *like)
{
    if (!same(x->a, x->a_length, like->a, like->a_length))
        *x = (struct pair){x->b, x->a, x->b_length, x->a_length, x->k, x->j};
    return same(x->a, x->a_length, like->a, like->a_length) &&
           same(x->b, x->b_length, like->b, like->b_length);
}

/* "a_x_b_0" for a component of a cross product, "a_dot_b" for a dot product of
 * two vectors whose components have names; else NULL. */
static const char *vector_product(const struct plan *p, expr e)
{
    struct pair x[3];
    if (e->op != OP_SUM || e->arity > 3 || e->arity < 2)
        return NULL;
    bool dot = e->arity == 3;
    for (int i = 0; i < e->arity; i++)
        if (!number_is_unit(e->coef[i]) || !find_pair(p, e->arg[i], &x[i]) ||
            (i && !align(&x[i], &x[0])))
            return NULL;
    for (int i = 0; i < e->arity; i++)
        dot = dot && number_is_one(e->coef[i]) && x[i].j == x[i].k;
    if (dot)
        return text_format(p->arena, "%.*s_dot_%.*s", (int)x->a_length, x->a,
                           (int)x->b_length, x->b);
    if (e->arity != 2 || x[0].j == x[0].k || x[1].j != x[0].k ||
        x[1].k != x[0].j || number_sign(e->coef[0]) == number_sign(e->coef[1]))
        return NULL;
    bool turned =
        ((x[0].k - x[0].j + 3) % 3 == 2) ^ (number_sign(e->coef[0]) < 0);
    return text_format(
        p->arena, "%.*s_x_%.*s_%d", (int)(turned ? x->b_length : x->a_length),
        turned ? x->b : x->a, (int)(turned ? x->a_length : x->b_length),
        turned ? x->a : x->b, 3 - x[0].j - x[0].k);
}

/* What has no line of its own stands for itself. */
const char *shape_of(const struct plan *p, expr e)
{
    const char *name = vector_product(p, e);
    name = name ? name : shape(p, e);
    return name && strlen(name) <= LONGEST ? name : NULL;
}
