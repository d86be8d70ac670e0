/* SPDX-License-Identifier: MIT
 *
 * Trees: sums become chains of add and sub, products stand left to right with
 * constants first, a reciprocal used once is a division.
 */
#include <limits.h>

#include "base/arena.h"
#include "opt/plan.h"

/* How far to spell out. */
struct spelling {
    struct plan *plan;
    int phase;  /* nodes of this phase and later have no name */
    int budget; /* nodes that may still be spelled */
};

static const struct tree *spell(struct spelling *, const struct expr *);
static const struct tree *operand(struct spelling *, const struct expr *);

/* --- making ------------------------------------------------------------- */

/* Of one, two or three arguments; the others are NULL. */
static const struct tree *make(const struct spelling *s, const char *op,
                               const struct tree *a, const struct tree *b,
                               const struct tree *c)
{
    struct tree *t = arena_alloc(s->plan->arena, sizeof *t);
    *t = (struct tree){.kind = TREE_OP,
                       .op = op,
                       .n = 1 + (b != NULL) + (c != NULL),
                       .arg = {a, b, c}};
    return t;
}

static const struct tree *number(const struct spelling *s,
                                 const struct number *x)
{
    struct tree *t = arena_alloc(s->plan->arena, sizeof *t);
    *t = (struct tree){.kind = TREE_NUMBER, .number = x};
    return t;
}

static const struct tree *integer(const struct spelling *s, long x)
{
    return number(s, number_int(s->plan->arena, x));
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
        bool turn = is_divisor(s, e->arg[0]) && !is_divisor(s, e->arg[1]);
        return product(s, product(s, lead, e->arg[turn]), e->arg[!turn]);
    }
    if (is_divisor(s, e))
        return make(s, "div", lead ? lead : integer(s, 1),
                    operand(s, e->arg[0]), NULL);
    const struct tree *t = operand(s, e);
    return lead ? make(s, "mul", lead, t, NULL) : t;
}

static const struct tree *scaled(struct spelling *s, const struct number *c,
                                 const struct expr *e)
{
    if (number_is_one(c))
        return operand(s, e);
    if (number_is_minus_one(c) && !is_divisor(s, e))
        return make(s, "neg", operand(s, e), NULL, NULL);
    return product(s, number(s, c), e);
}

/* --- sums --------------------------------------------------------------- */

/* A constant counts with its own sign. */
static bool is_minus(const struct number *c, const struct expr *e)
{
    bool turned = e->op == OP_CONST && number_sign(e->number) < 0;
    return (number_sign(c) < 0) != turned;
}

/* A positive term, else one whose constant can carry the sign. */
static int leading_term(const struct expr *e)
{
    int first = 0;
    for (int i = e->arity - 1; i >= 0; i--)
        if (!number_is_unit(e->coef[i]))
            first = i;
    for (int i = e->arity - 1; i >= 0; i--)
        if (!is_minus(e->coef[i], e->arg[i]))
            first = i;
    return first;
}

static const struct tree *term(struct spelling *s, const struct number *c,
                               const struct expr *e)
{
    if (e->op == OP_CONST)
        return number(s, number_mul(s->plan->arena, c, e->number));
    return scaled(s, c, e);
}

/* A negative coefficient becomes a subtraction. */
static const struct tree *sum(struct spelling *s, const struct expr *e)
{
    int first = leading_term(e);
    const struct tree *t = term(s, e->coef[first], e->arg[first]);
    for (int i = 0; i < e->arity; i++) {
        const struct number *c = e->coef[i];
        if (i == first)
            continue;
        bool minus = is_minus(c, e->arg[i]);
        if (e->arg[i]->op != OP_CONST ? number_sign(c) < 0 : minus)
            c = number_neg(s->plan->arena, c);
        t = make(s, minus ? "sub" : "add", t, term(s, c, e->arg[i]), NULL);
    }
    return t;
}

/* --- the rest ----------------------------------------------------------- */

/* min, max and abs have two uses of an argument that has a name. */
static const struct tree *smaller(struct spelling *s, const struct expr *e)
{
    const struct tree *a = operand(s, e->arg[0]);
    const struct tree *b = operand(s, e->arg[1]);
    bool is_min = e->op == OP_MIN;
    return make(s, "select",
                make(s, "lt", is_min ? a : b, is_min ? b : a, NULL), a, b);
}

static const struct tree *absolute(struct spelling *s, const struct expr *e)
{
    const struct tree *x = operand(s, e->arg[0]);
    return make(s, "select", make(s, "lt", x, integer(s, 0), NULL),
                make(s, "neg", x, NULL, NULL), x);
}

/* By its name in the program. */
static const struct tree *call(struct spelling *s, const struct expr *e,
                               const char *name)
{
    struct tree *t = arena_alloc(s->plan->arena, sizeof *t);
    *t = (struct tree){.kind = TREE_OP, .op = name, .n = e->arity};
    for (int i = 0; i < e->arity; i++)
        t->arg[i] = operand(s, e->arg[i]);
    return t;
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
    case OP_POW: /* what is spelled twice counts twice */
        return make(s, e->index == -1 ? "div" : "mul",
                    e->index == -1 ? integer(s, 1) : operand(s, e->arg[0]),
                    operand(s, e->arg[0]), NULL);
    case OP_MIN:
    case OP_MAX:
        return smaller(s, e);
    case OP_ABS:
        return absolute(s, e);
    default:
        return call(s, e, op_info(e->op)->name);
    }
}

static const struct tree *operand(struct spelling *s, const struct expr *e)
{
    if (e->op == OP_CONST)
        return number(s, e->number);
    if (e->op == OP_SYMBOL || has_name(s, e)) {
        struct tree *t = arena_alloc(s->plan->arena, sizeof *t);
        *t = (struct tree){.kind = TREE_NAME, .name = s->plan->name[e->id]};
        return t;
    }
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
    return p->role[e->id] == ROLE_CALL
               ? call(&s, e, p->family[e->id]->call->name)
               : spell(&s, e);
}

const struct tree *tree_test(struct plan *p, const struct expr *e, int phase)
{
    struct spelling s = {p, phase, PLAN_TEST};
    return operand(&s, e);
}
