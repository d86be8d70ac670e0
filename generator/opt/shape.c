/* SPDX-License-Identifier: MIT
 *
 * Names that show what a value is made of: "q0q1", "h_2_over_25", "over_det",
 * "s_x_L_0" for a component of a cross product; and prefixes for names of the
 * spec that could be confused with these or with names of a method.
 */
#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "opt/plan.h"

enum { LONGEST = 20 };

/* Names the multiple c of a named value: "h_over_2", "h_2_over_25",
 * "mgl_times_2", "minus_det"; for other constants "pi_h" or, for h^2 times one,
 * "h_sq_scaled". */
static const char *multiple_name(const struct plan *p, const char *of, num c)
{
    struct arena *arena = p->arena;
    const char *text = number_show(arena, number_abs(arena, c));
    const char *over = strchr(text, '/');
    size_t length = strlen(text);
    if (length > 7 || strspn(text, "0123456789/") != length)
        return text_format(
            arena, number_near(c, number_pi(arena)) ? "pi_%s" : "%s_scaled",
            of);
    if (number_sign(c) < 0)
        of = text_format(arena, "minus_%s", of);
    if (!strcmp(text, "1"))
        return of;
    if (!over)
        return text_format(arena, "%s_times_%s", of, text);
    int digits = strncmp(text, "1/", 2) ? (int)(over - text) : 0;
    return text_format(arena, "%s%s%.*s_over_%s", of, digits ? "_" : "", digits,
                       text, over + 1);
}

/* Shortens "q0", "s_0" to "q0", "s0", which can be joined; false: any other. */
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
        return multiple_name(p, a, e->number);
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

/* Returns an operand's name, or one made of its parts; NULL if these have no
 * names or are too many. */
static const char *operand_name(const struct plan *p, expr e)
{
    bool inside = p->role[e->id] == ROLE_INLINE && e->arity > 0;
    return inside ? shape(p, e) : p->name[e->id];
}

/* Component k of a vector. */
struct component {
    const char *vector; /* NULL: not a component */
    int k;
};

static struct component component_of(const struct plan *p, expr e)
{
    const char *name = p->name[e->id];
    size_t n = name ? strlen(name) : 0;
    if (n < 2 || name[n - 1] < '0' || name[n - 1] > '2')
        return (struct component){NULL, 0};
    int k = name[--n] - '0';
    n -= name[n - 1] == '_';
    return (struct component){n ? arena_text(p->scratch, name, n) : NULL, k};
}

/* Returns "a_x_b_0" for a component of a cross product, "a_dot_b" for a dot
 * product of two vectors whose components have names; else NULL. */
static const char *vector_product(const struct plan *p, expr e)
{
    struct component a[3], b[3]; /* factors of the terms a_j b_k */
    bool dot = e->arity == 3;
    if (e->op != OP_SUM || e->arity > 3 || e->arity < 2)
        return NULL;
    for (int i = 0; i < e->arity; i++) {
        expr x = e->arg[i];
        if (!number_is_unit(e->coef[i]) ||
            (x->op != OP_MUL && (x->op != OP_POW || x->index != 2)))
            return NULL;
        a[i] = component_of(p, x->arg[0]);
        b[i] = component_of(p, x->arg[x->arity - 1]);
        if (!a[i].vector || !b[i].vector)
            return NULL;
        if (strcmp(a[i].vector, a->vector)) {
            struct component other = a[i];
            a[i] = b[i];
            b[i] = other;
        }
        if (strcmp(a[i].vector, a->vector) || strcmp(b[i].vector, b->vector))
            return NULL;
        dot = dot && number_is_one(e->coef[i]) && a[i].k == b[i].k;
    }
    if (dot)
        return text_format(p->arena, "%s_dot_%s", a->vector, b->vector);
    if (e->arity != 2 || a->k == b->k || a[1].k != b->k || b[1].k != a->k ||
        number_sign(e->coef[0]) == number_sign(e->coef[1]))
        return NULL;
    bool turned = ((b->k - a->k + 3) % 3 == 2) ^ (number_sign(e->coef[0]) < 0);
    return text_format(p->arena, "%s_x_%s_%d", (turned ? b : a)->vector,
                       (turned ? a : b)->vector, 3 - a->k - b->k);
}

/* Returns "e2_0", part of a quaternion's vector, for c_1 times a named
 * component v2_0; NULL for anything else. */
static const char *element_name(const struct plan *p, expr e)
{
    for (int side = 0; e->op == OP_MUL && side < 2; side++) {
        expr c = e->arg[side], v = e->arg[1 - side];
        const char *name = p->name[v->id];
        bool is_wanted = p->named[v->id] || v->index == SYMBOL_UNKNOWN ||
                         v->index == SYMBOL_SOLVED;
        if (c->op == OP_STUMPFF && c->index == 1 && is_wanted && name)
            return text_format(p->arena, "e%s",
                               name + strcspn(name, "0123456789_"));
    }
    return NULL;
}

/* Tries a quaternion's part, a vector product, and then any operation. */
const char *shape_of(const struct plan *p, expr e)
{
    const char *name = element_name(p, e);
    if (name)
        return name;
    name = vector_product(p, e);
    name = name ? name : shape(p, e);
    return name && strlen(name) <= LONGEST ? name : NULL;
}

/* --- names of the spec --------------------------------------------------- */

bool shape_is_extra(const struct step *s, const char *name)
{
    bool found = false;
    for (int i = s->stores - s->extras; i < s->stores; i++) {
        size_t size = strlen(s->store[i].name);
        found |= !strncmp(name, s->store[i].name, size) &&
                 (name[size] == '_' || !name[size]);
    }
    return found;
}

/* Characters that end the letters of "K1_2" and "L_0". */
#define NUMBERING "0123456789_"

/* True if both begin with the same letters, such as "K1_2" and "K". */
static bool is_alike(const struct step *s, const char *a, const char *name)
{
    size_t n = strcspn(name, NUMBERING);
    return !strncmp(a, name, n) && strcspn(a, NUMBERING) == n &&
           !shape_is_extra(s, a);
}

static bool is_named_in(const struct step *s, const struct routine *r,
                        const char *name)
{
    bool found = false;
    for (int i = 0; i < r->labels && !found; i++)
        found = !r->label[i].from_spec && is_alike(s, r->label[i].name, name);
    for (int i = 0; i < r->solves; i++)
        for (int k = 0; k < r->solve[i].n && !found; k++)
            found = is_alike(s, r->solve[i].variable[k].name, name);
    return found;
}

/* True if the state, every method, or this method uses such a name. */
static bool is_named(const struct step *s, struct arena *arena,
                     const char *name)
{
    const char *letters = arena_text(arena, name, strcspn(name, NUMBERING));
    bool found =
        text_among("R L w t h k c y e d loads load_rates push rate speed "
                   "theta span sn cn dn",
                   ' ', letters) >= 0 &&
        !shape_is_extra(s, letters);
    for (int i = 0; i < s->stores; i++)
        found |= is_alike(s, s->store[i].name, name);
#define PROGRAM(as, routine, parts)                                            \
    found = found || is_named_in(s, &s->routine, name);
    PAGE_PROGRAMS(PROGRAM)
#undef PROGRAM
    return found;
}

/* True if a value that is made of others could have this name. */
static bool is_made_of(struct arena *arena, const char *name)
{
    const char *word = arena_text(arena, name, strcspn(name, "_"));
    bool found =
        strchr(name, '_') &&
        text_among("cos end minus new over pi sin spec sqrt", ' ', word) >= 0;
    for (const char *at = name; (at = strchr(at, '_')) != NULL; at++) {
        word = arena_text(arena, at + 1, strcspn(at + 1, NUMBERING));
        found |= text_among("dot minus over part plus s scaled sq times x", ' ',
                            word) >= 0;
    }
    return found;
}

const char *shape_spec_name(const struct step *s, struct arena *arena,
                            const char *name, bool numbered)
{
    numbered |= name[strcspn(name, "0123456789")] != '\0';
    return is_made_of(arena, name) || (numbered && is_named(s, arena, name))
               ? text_format(arena, "spec_%s", name)
               : name;
}

const char *shape_multiple(struct arena *arena, const char *of, num c)
{
    const char *sign = number_sign(c) < 0 ? "-" : "";
    const char *size = number_show(arena, number_abs(arena, c));
    if (strlen(size) > 12)
        size = number_brief(arena, number_abs(arena, c));
    if (!strcmp(size, "1"))
        return text_format(arena, "%s%s", sign, of);
    if (!strncmp(size, "1/", 2))
        return text_format(arena, "%s%s%s", sign, of, size + 1);
    return text_format(arena, "%s%s %s", sign, size, of);
}
