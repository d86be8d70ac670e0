/* SPDX-License-Identifier: MIT
 *
 * Trees: sums become chains of add and sub, products stand left to right with
 * constants first, a reciprocal used once is a division.
 */
#include "opt/tree.h"

#include <limits.h>

#include "base/arena.h"

/* How far to spell out. */
struct spelling {
    struct plan *plan;
    int phase;  /* nodes of this phase and later have no name */
    int budget; /* nodes that may still be spelled */
};

static const struct tree *spell(struct spelling *, const struct expr *);
static const struct tree *operand(struct spelling *, const struct expr *);

/* --- making ------------------------------------------------------------- */

const struct tree *tree_name(struct arena *arena, const char *name)
{
    struct tree *t = arena_alloc(arena, sizeof *t);
    t->kind = TREE_NAME;
    t->name = name;
    return t;
}

const struct tree *tree_op(struct arena *arena, const char *op, int n,
                           const struct tree *const *arg)
{
    struct tree *t = arena_alloc(arena, sizeof *t);
    t->kind = TREE_OP;
    t->op = op;
    t->n = n;
    for (int i = 0; i < n; i++)
        t->arg[i] = arg[i];
    return t;
}

static const struct tree *number(struct spelling *s, const struct number *x)
{
    struct tree *t = arena_alloc(s->plan->arena, sizeof *t);
    t->kind = TREE_NUMBER;
    t->number = x;
    return t;
}

static const struct tree *integer(struct spelling *s, long x)
{
    return number(s, number_int(s->plan->arena, x));
}

static const struct tree *unary(struct spelling *s, const char *op,
                                const struct tree *a)
{
    return tree_op(s->plan->arena, op, 1, &a);
}

static const struct tree *binary(struct spelling *s, const char *op,
                                 const struct tree *a, const struct tree *b)
{
    const struct tree *arg[2] = {a, b};
    return tree_op(s->plan->arena, op, 2, arg);
}

/* --- products ----------------------------------------------------------- */

static bool has_name(const struct spelling *s, const struct expr *e)
{
    const struct plan *p = s->plan;
    return p->role[e->id] != ROLE_INLINE && p->phase[e->id] < s->phase;
}

/* 1/x that is nobody else's. */
static bool is_divisor(const struct spelling *s, const struct expr *e)
{
    return e->op == OP_POW && e->index == -1 && !has_name(s, e);
}

/* c * a * b: the leading product of what stands inline is kept flat. */
static const struct tree *product(struct spelling *s, const struct tree *lead,
                                  const struct expr *e)
{
    if (e->op == OP_MUL && !has_name(s, e) && s->budget-- > 0) {
        const struct expr *a = e->arg[0], *b = e->arg[1];
        if (is_divisor(s, a) && !is_divisor(s, b)) {
            a = e->arg[1];
            b = e->arg[0];
        }
        return product(s, product(s, lead, a), b);
    }
    if (is_divisor(s, e))
        return binary(s, "div", lead ? lead : integer(s, 1),
                      operand(s, e->arg[0]));
    const struct tree *t = operand(s, e);
    return lead ? binary(s, "mul", lead, t) : t;
}

static const struct tree *scaled(struct spelling *s, const struct number *c,
                                 const struct expr *e)
{
    if (number_is_one(c))
        return operand(s, e);
    if (number_is_minus_one(c) && !is_divisor(s, e))
        return unary(s, "neg", operand(s, e));
    return product(s, number(s, c), e);
}

/* --- sums --------------------------------------------------------------- */

/* A negative coefficient becomes a subtraction. */
static const struct tree *term(struct spelling *s, const struct number *c,
                               const struct expr *e)
{
    struct arena *arena = s->plan->arena;
    if (e->op == OP_CONST)
        return number(s, number_mul(arena, c, e->number));
    return scaled(s, c, e);
}

static const struct number *magnitude(struct spelling *s,
                                      const struct number *c)
{
    return number_sign(c) < 0 ? number_neg(s->plan->arena, c) : c;
}

/* A constant counts with its own sign. */
static int sign_of_term(const struct number *c, const struct expr *e)
{
    int sign = number_sign(c);
    return e->op == OP_CONST && number_sign(e->number) < 0 ? -sign : sign;
}

/* A positive term, else one whose constant can carry the sign. */
static int leading_term(const struct expr *e)
{
    int first = 0;
    for (int i = e->arity - 1; i >= 0; i--)
        if (!number_is_unit(e->coef[i]))
            first = i;
    for (int i = e->arity - 1; i >= 0; i--)
        if (sign_of_term(e->coef[i], e->arg[i]) > 0)
            first = i;
    return first;
}

static const struct tree *sum(struct spelling *s, const struct expr *e)
{
    int first = leading_term(e);
    const struct tree *t = term(s, e->coef[first], e->arg[first]);
    for (int i = 0; i < e->arity; i++) {
        if (i == first)
            continue;
        bool minus = sign_of_term(e->coef[i], e->arg[i]) < 0;
        const struct number *c = magnitude(s, e->coef[i]);
        if (e->arg[i]->op == OP_CONST && minus)
            c = number_neg(s->plan->arena, e->coef[i]);
        else if (e->arg[i]->op == OP_CONST)
            c = e->coef[i];
        t = binary(s, minus ? "sub" : "add", t, term(s, c, e->arg[i]));
    }
    return t;
}

/* --- the rest ----------------------------------------------------------- */

static const struct tree *choose(struct spelling *s, const struct tree *test,
                                 const struct tree *a, const struct tree *b)
{
    const struct tree *arg[3] = {test, a, b};
    return tree_op(s->plan->arena, "select", 3, arg);
}

/* min, max and abs have two uses of an argument that has a name. */
static const struct tree *smaller(struct spelling *s, const struct expr *e)
{
    const struct tree *a = operand(s, e->arg[0]);
    const struct tree *b = operand(s, e->arg[1]);
    bool is_min = e->op == OP_MIN;
    return choose(s, binary(s, "lt", is_min ? a : b, is_min ? b : a), a, b);
}

static const struct tree *absolute(struct spelling *s, const struct expr *e)
{
    const struct tree *x = operand(s, e->arg[0]);
    return choose(s, binary(s, "lt", x, integer(s, 0)), unary(s, "neg", x), x);
}

static const struct tree *function(struct spelling *s, const struct expr *e)
{
    const struct tree *arg[OP_ARGUMENTS];
    for (int i = 0; i < e->arity; i++)
        arg[i] = operand(s, e->arg[i]);
    return tree_op(s->plan->arena, op_info(e->op)->name, e->arity, arg);
}

static const struct tree *spell(struct spelling *s, const struct expr *e)
{
    if (s->budget-- <= 0) {
        s->plan->fault = "a test of a loop that is too long";
        return integer(s, 0);
    }
    switch (e->op) {
    case OP_CONST:
        return number(s, e->number);
    case OP_SCALE:
        return scaled(s, e->number, e->arg[0]);
    case OP_SUM:
        return sum(s, e);
    case OP_MUL:
        return product(s, product(s, NULL, e->arg[is_divisor(s, e->arg[0])]),
                       e->arg[!is_divisor(s, e->arg[0])]);
    case OP_POW:
        if (e->index == -1)
            return binary(s, "div", integer(s, 1), operand(s, e->arg[0]));
        return binary(s, "mul", operand(s, e->arg[0]), operand(s, e->arg[0]));
    case OP_MIN:
    case OP_MAX:
        return smaller(s, e);
    case OP_ABS:
        return absolute(s, e);
    default:
        return function(s, e);
    }
}

static const struct tree *operand(struct spelling *s, const struct expr *e)
{
    if (e->op == OP_CONST)
        return number(s, e->number);
    if (e->op == OP_SYMBOL || has_name(s, e))
        return tree_name(s->plan->arena, s->plan->name[e->id]);
    if (op_has_results(e->op))
        s->plan->fault = "a function that is carried along, in the test of a "
                         "loop";
    return spell(s, e);
}

/* --- entries ------------------------------------------------------------ */

enum { ALL_PHASES = INT_MAX, LINE_BUDGET = 1000 };

const struct tree *tree_operand(struct plan *p, const struct expr *e)
{
    struct spelling s = {p, ALL_PHASES, LINE_BUDGET};
    return operand(&s, e);
}

const struct tree *tree_value(struct plan *p, const struct expr *e)
{
    struct spelling s = {p, ALL_PHASES, LINE_BUDGET};
    return spell(&s, e);
}

const struct tree *tree_test(struct plan *p, const struct expr *e, int phase)
{
    struct spelling s = {p, phase, PLAN_TEST};
    return operand(&s, e);
}
