/* SPDX-License-Identifier: MIT
 *
 * Operation counts, from the trees that are emitted.
 */
#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "opt/carried.h"
#include "opt/lower.h"
#include "sym/expr.h"

/* One place to count into. */
struct tally {
    int mul, add, div, sqrt, calls, neg, compare, select;
};

static bool is(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

static void count_op(struct tally *t, const char *op)
{
    if (is(op, "mul"))
        t->mul++;
    else if (is(op, "add") || is(op, "sub"))
        t->add++;
    else if (is(op, "div"))
        t->div++;
    else if (is(op, "sqrt"))
        t->sqrt++;
    else if (is(op, "neg"))
        t->neg++;
    else if (is(op, "lt") || is(op, "le") || is(op, "eq"))
        t->compare++;
    else if (is(op, "select"))
        t->select++;
    else if (!is(op, "not") && !is(op, "and") && !is(op, "or") &&
             carried_named(op) < 0)
        t->calls++;
}

static void count_inner(struct tally *t, const char *op, enum real real)
{
    int i = carried_named(op);
    if (i < 0)
        return;
    struct carried_cost inner = carried_cost(i, real);
    t->mul += inner.mul;
    t->add += inner.add;
    t->calls += inner.calls;
}

/* Trees are small: the depth is that of one line. */
static void count_tree(struct tally *t, const struct tree *tree, enum real real)
{
    if (!tree || tree->kind != TREE_OP)
        return;
    count_op(t, tree->op);
    count_inner(t, tree->op, real);
    for (int i = 0; i < tree->n; i++)
        count_tree(t, tree->arg[i], real);
}

static void count_block(struct tally *t, const struct block *b, enum real real)
{
    for (int i = 0; i < b->paragraphs; i++)
        for (int k = 0; k < b->paragraph[i].lines; k++)
            count_tree(t, b->paragraph[i].line[k].value, real);
}

static void count_loop(struct tally *fixed, struct tally *sweep,
                       const struct block *b, enum real real)
{
    for (int k = 0; k < b->n; k++) {
        count_tree(fixed, b->start[k], real);
        count_tree(sweep, b->change[k], real);
        sweep->add++; /* the unknown and its change */
    }
    count_tree(sweep, b->done, real);
}

void cost_count(struct program *p, enum real real)
{
    struct tally fixed = {0}, sweep = {0}, once = {0};
    int loops = 0;
    for (int i = 0; i < p->onces; i++)
        count_tree(&once, p->once[i].value, real);
    for (int i = 0; i < p->blocks; i++) {
        bool loop = p->block[i].kind == BLOCK_NEWTON;
        loops += loop;
        count_block(loop ? &sweep : &fixed, &p->block[i], real);
        if (loop)
            count_loop(&fixed, &sweep, &p->block[i], real);
        count_tree(&fixed, p->block[i].accept, real);
    }
    for (int i = 0; i < p->writes; i++)
        count_tree(&fixed, p->write[i].value, real);
    p->cost = (struct cost){
        .mul = fixed.mul,
        .add = fixed.add,
        .div = fixed.div,
        .sqrt = fixed.sqrt,
        .calls = fixed.calls,
        .neg = fixed.neg,
        .compare = fixed.compare,
        .select = fixed.select,
        .once = once.mul + once.add + once.div + once.sqrt + once.calls,
        .sweep_mul = sweep.mul,
        .sweep_add = sweep.add,
        .sweep_div = sweep.div,
        .sweep_sqrt = sweep.sqrt,
        .sweep_calls = sweep.calls,
        .sweep_neg = sweep.neg,
        .sweep_compare = sweep.compare,
        .sweep_select = sweep.select,
        .loops = loops,
    };
}

/* --- functions that are called ------------------------------------------- */

static void note_call(struct arena *arena, struct program *p, const char *name)
{
    const char **call = (const char **)(size_t)p->call;
    int at = 0;
    while (at < p->calls && strcmp(call[at], name) < 0)
        at++;
    if (at < p->calls && is(call[at], name))
        return;
    const char **more = arena_array(arena, (size_t)p->calls + 1, sizeof *more);
    for (int i = 0; i < at; i++)
        more[i] = call[i];
    more[at] = name;
    for (int i = at; i < p->calls; i++)
        more[i + 1] = call[i];
    p->call = more;
    p->calls++;
}

static void find_calls(struct arena *arena, struct program *p,
                       const struct tree *tree)
{
    if (!tree || tree->kind != TREE_OP)
        return;
    int carried = carried_named(tree->op);
    if (carried >= 0) {
        const struct carried *f = carried_function(carried);
        p->carries |= 1U << carried;
        for (int i = 0; i < CARRIED_NEEDS && f->needs[i]; i++)
            note_call(arena, p, f->needs[i]);
    } else {
        enum op op = op_find(tree->op);
        struct tally t = {0};
        count_op(&t, tree->op);
        if (op != OP_COUNT && op_info(op)->c && t.calls + t.sqrt > 0)
            note_call(arena, p, op_info(op)->c);
    }
    for (int i = 0; i < tree->n; i++)
        find_calls(arena, p, tree->arg[i]);
}

static void find_block_calls(struct arena *arena, struct program *p,
                             const struct block *b)
{
    for (int i = 0; i < b->paragraphs; i++)
        for (int k = 0; k < b->paragraph[i].lines; k++)
            find_calls(arena, p, b->paragraph[i].line[k].value);
    for (int k = 0; k < b->n; k++) {
        find_calls(arena, p, b->start[k]);
        find_calls(arena, p, b->change[k]);
    }
    find_calls(arena, p, b->done);
    find_calls(arena, p, b->accept);
}

void cost_functions(struct arena *arena, struct program *p)
{
    for (int i = 0; i < p->blocks; i++)
        find_block_calls(arena, p, &p->block[i]);
    for (int i = 0; i < p->writes; i++)
        find_calls(arena, p, p->write[i].value);
}

/* --- for people ----------------------------------------------------------- */

static void print_part(struct text *out, int count, const char *one,
                       const char *many, const char **between)
{
    if (count == 0)
        return;
    text_print(out, "%s%d %s", *between, count, count == 1 ? one : many);
    *between = ", ";
}

int cost_total(const struct cost *c)
{
    return c->mul + c->add + c->div + c->sqrt + c->calls;
}

int cost_total_sweep(const struct cost *c)
{
    return c->sweep_mul + c->sweep_add + c->sweep_div + c->sweep_sqrt +
           c->sweep_calls;
}

void cost_print(const struct cost *c, struct text *out)
{
    const char *between = "";
    if (cost_total(c) == 0)
        text_put(out, "no operations");
    print_part(out, c->mul, "mul", "mul", &between);
    print_part(out, c->add, "add", "add", &between);
    print_part(out, c->div, "div", "div", &between);
    print_part(out, c->sqrt, "sqrt", "sqrt", &between);
    print_part(out, c->calls, "call", "calls", &between);
    if (cost_total_sweep(c) == 0)
        return;
    between = "; each Newton sweep ";
    if (c->loops > 1)
        between = text_format(out->arena, "; a sweep of each of %d iterations ",
                              c->loops);
    print_part(out, c->sweep_mul, "mul", "mul", &between);
    print_part(out, c->sweep_add, "add", "add", &between);
    print_part(out, c->sweep_div, "div", "div", &between);
    print_part(out, c->sweep_sqrt, "sqrt", "sqrt", &between);
    print_part(out, c->sweep_calls, "call", "calls", &between);
}
