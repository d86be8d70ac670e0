/* SPDX-License-Identifier: MIT
 *
 * The graph: nodes are made once and found again by an open hash table; and the
 * nodes that roots reach.
 */
#define _GNU_SOURCE /* memrchr */

#include "sym/pool.h"

#include <limits.h>
#include <string.h>

/* ---- operations ---- */

static const struct op_info infos[OP_COUNT] = {
#define OP(name, text, arity, c, ...) [OP_##name] = {text, arity, c},
#include "sym/ops.def"
};

const struct op_info *op_info(enum op op)
{
    return &infos[op];
}

bool op_has_results(enum op op)
{
    return op == OP_STUMPFF || op == OP_JACOBI || op == OP_JACOBI_PI;
}

enum op op_find(const char *name)
{
    enum op op = 0;
    while (op < OP_COUNT && strcmp(infos[op].name, name) != 0)
        op++;
    return op;
}

/* ---- the table ---- */

static uint32_t mix(uint32_t h, uint32_t value)
{
    h ^= value + 0x9E3779B9u + (h << 6) + (h >> 2);
    return h * 0x85EBCA6Bu;
}

static uint32_t hash(expr e)
{
    uint32_t h = mix((uint32_t)e->op, (uint32_t)e->index);
    h = mix(h, e->number ? number_hash(e->number) : 0);
    h = mix(h, (uint32_t)(uintptr_t)e->name);
    h = mix(h, (uint32_t)(uintptr_t)e->grid);
    for (int i = 0; i < e->arity; i++)
        h = mix(h, (uint32_t)e->arg[i]->id);
    for (int i = 0; e->coef && i < e->arity; i++)
        h = mix(h, number_hash(e->coef[i]));
    return h ^ (h >> 15);
}

static bool same(const void *item, const void *key)
{
    expr a = item, b = key;
    if (a->op != b->op || a->index != b->index || a->arity != b->arity ||
        a->name != b->name || a->grid != b->grid || !a->coef != !b->coef ||
        !a->number != !b->number)
        return false;
    if (a->number &&
        (!number_equal(a->number, b->number) ||
         (a->op == OP_CONST && !number_same_origin(a->number, b->number))))
        return false;
    for (int i = 0; i < a->arity; i++)
        if (a->arg[i] != b->arg[i] ||
            (a->coef && !number_equal(a->coef[i], b->coef[i])))
            return false;
    return true;
}

static unsigned char least_of(expr e)
{
    unsigned char least = 1, most = 1;
    if (e->op == OP_CONST)
        return 2 * (number_sign(e->number) > 0);
    if (e->op == OP_SCALE)
        return number_sign(e->number) > 0 ? e->arg[0]->least : 0;
    if (e->op != OP_SUM)
        return e->op == OP_ABS || (e->op == OP_POW && e->index % 2 == 0);
    for (int i = 0; i < e->arity; i++) {
        const unsigned char of =
            number_sign(e->coef[i]) > 0 ? e->arg[i]->least : 0;
        least = of < least ? of : least;
        most = of > most ? of : most;
    }
    return least ? most : 0;
}

static void mark_kinks(const struct pool *p, struct expr *e)
{
    static const bool is_odd[OP_COUNT] = {
        [OP_SCALE] = true, [OP_MUL] = true,  [OP_SQRT] = true, [OP_SIN] = true,
        [OP_TAN] = true,   [OP_ASIN] = true, [OP_ATAN] = true, [OP_SINH] = true,
        [OP_TANH] = true,  [OP_ABS] = true};
    expr a = e->arity ? e->arg[0] : e;
    const bool is_root = e->op == OP_SQRT && e->index;
    e->least = least_of(e);
    e->is_rough = e->op == OP_POWER || (is_root && !a->least);
    e->kink = e->op == OP_POWER || (is_root && a->least < 2) ? e : NULL;
    e->is_null = e->kink || e->op == OP_SUM;
    for (int i = 0; i < e->arity; i++) {
        expr k = e->arg[i]->kink;
        e->kink = !e->kink || e->kink == k ? k : k ? p->undefined : e->kink;
        e->is_rough |= e->arg[i]->is_rough;
        if (e->op == OP_SUM)
            e->is_null &= e->arg[i]->is_null;
        else if (is_odd[e->op] || (e->op == OP_POW && e->index > 0))
            e->is_null |= e->arg[i]->is_null;
    }
    if (e->op == OP_SCALE || e->op == OP_MUL)
        e->pole = a->pole ? a->pole : e->arg[e->arity - 1]->pole;
    else if (e->op == OP_POW && e->index < 0)
        e->pole = a->kink == a ? a : NULL;
    if (e->pole == e->kink)
        e->kink = NULL;
}

static expr shared(expr e, expr pattern)
{
    if (e->number)
        number_share(e->number, pattern->number);
    for (int i = 0; e->coef && i < e->arity; i++)
        number_share(e->coef[i], pattern->coef[i]);
    return e;
}

expr pool_intern(struct pool *p, expr pattern)
{
    struct table_slot *slot =
        table_place(&p->table, p->arena, hash(pattern), same, pattern);
    size_t n = (size_t)pattern->arity;
    if (slot->item)
        return shared(slot->item, pattern);
    arena_room(p->arena, p->node, p->count, p->room);
    struct expr *e = arena_copy(p->arena, pattern, sizeof *e);
    e->id = p->count;
    if (pattern->arity > p->widest)
        p->widest = pattern->arity;
    if (n)
        e->arg = arena_copy(p->arena, pattern->arg, n * sizeof *e->arg);
    if (n && pattern->coef)
        e->coef = arena_copy(p->arena, pattern->coef, n * sizeof *e->coef);
    mark_kinks(p, e);
    slot->item = e;
    return p->node[p->count++] = e;
}

struct attempt pool_try(const struct pool *p)
{
    return (struct attempt){arena_mark(p->arena), p->count, p->fractions};
}

expr pool_done(struct pool *p, struct attempt a, expr e)
{
    if (p->count == a.count && p->fractions == a.fractions)
        arena_release(p->arena, a.mark);
    return e;
}

/* ---- the pool ---- */

struct pool *pool_new(struct arena *arena)
{
    struct pool *p = arena_alloc(arena, sizeof *p);
    p->arena = arena;
    p->widest = OP_ARGUMENTS;
    p->zero = expr_int(p, 0);
    p->one = expr_int(p, 1);
    p->minus_one = expr_int(p, -1);
    p->undefined = pool_intern(p, &(struct expr){.op = OP_UNDEFINED});
    return p;
}

struct pool *pool_apart(struct arena *arena)
{
    struct pool *p = pool_new(arena);
    p->is_apart = true;
    return p;
}

struct pool *pool_copy(const struct pool *from, const unsigned char *marks,
                       struct arena *arena, expr *map)
{
    struct pool *p = pool_new(arena);
    expr *arg = arena_array(arena, (size_t)from->widest, sizeof *arg);
    for (int id = 0; id < from->count; id++) {
        struct expr e = *from->node[id];
        map[id] = p->undefined;
        for (int i = 0; marks[id] && i < e.arity; i++)
            arg[i] = map[e.arg[i]->id];
        e.arg = arg;
        if (e.op == OP_SQRT) /* not differentiated any more */
            e.index = 0;
        if (marks[id])
            map[id] = pool_intern(p, &e);
    }
    return p;
}

void pool_keep(struct pool *p, unsigned char *marks)
{
    const expr always[] = {p->zero, p->one, p->minus_one, p->undefined};
    const int all = p->count;
    for (size_t i = 0; i < sizeof always / sizeof *always; i++)
        marks[always[i]->id] = 1;
    p->count = 0;
    table_clear(&p->table);
    for (int id = 0; (id = marked_from(marks, id, all)) < all; id++) {
        struct expr *e = (struct expr *)(uintptr_t)p->node[id];
        e->id = p->count;
        p->node[p->count++] = e;
        table_place(&p->table, p->arena, hash(e), same, e)->item = e;
    }
}

struct arena *pool_arena(struct pool *p)
{
    return p->arena;
}

int pool_size(const struct pool *p)
{
    return p->count;
}

expr pool_node(const struct pool *p, int id)
{
    return p->node[id];
}

/* ---- leaves ---- */

/* Equal values are one node; a real keeps the larger error.  A real that equals
 * a fraction is replaced by it, whichever came first, just as a difference that
 * cancels is replaced by zero. */
expr expr_number(struct pool *p, num value)
{
    if (!value)
        return p->undefined;
    struct expr pattern = {.op = OP_CONST, .number = value};
    if (p->is_apart && !number_is_exact(value))
        pattern.index = (int)++p->fresh;
    expr e = pool_intern(p, &pattern);
    struct expr *shared = (struct expr *)(uintptr_t)e;
    if (number_is_fraction(value) && !number_is_fraction(e->number)) {
        shared->number = number_copy(p->arena, value);
        p->fractions++;
    } else if (number_error(e->number) > 0) {
        number_admit(e->number, number_error(value));
    }
    return e;
}

expr expr_fraction(struct pool *p, long numerator, long denominator)
{
    struct attempt a = pool_try(p);
    num value = number_fraction(p->arena, numerator, denominator);
    return pool_done(p, a, expr_number(p, value));
}

expr expr_int(struct pool *p, long value)
{
    return expr_fraction(p, value, 1);
}

expr expr_symbol(struct pool *p, const char *name, int tag)
{
    return pool_intern(
        p, &(struct expr){.op = OP_SYMBOL, .index = tag, .name = name});
}

/* A fresh symbol differs from all others by its serial number. */
expr expr_fresh(struct pool *p, const char *name, int tag)
{
    struct expr pattern = {.op = OP_SYMBOL, .index = tag, .name = name};
    do
        pattern.number = number_int(p->arena, ++p->fresh);
    while (table_find(&p->table, hash(&pattern), same, &pattern)->item);
    return pool_intern(p, &pattern);
}

expr expr_unique(struct pool *p, const char *name, int tag)
{
    const int before = p->count;
    expr e = expr_symbol(p, name, tag);
    return e->id < before ? expr_fresh(p, name, tag) : e;
}

expr expr_alike(struct pool *p, expr e, const expr *arg)
{
    struct expr pattern = *e;
    pattern.arg = arg;
    return pool_intern(p, &pattern);
}

expr expr_raw(struct pool *p, enum op op, int index, num number, int n,
              const expr *arg, const num *coef)
{
    return pool_intern(p, &(struct expr){.op = op,
                                         .index = index,
                                         .number = number,
                                         .arity = n,
                                         .arg = arg,
                                         .coef = coef});
}

/* ---- reachable nodes ---- */

int marked_from(const unsigned char *marks, int id, int end)
{
    if (id < end && marks[id] == 1) /* common case */
        return id;
    const unsigned char *at =
        id < end ? memchr(marks + id, 1, (size_t)(end - id)) : NULL;
    return at ? (int)(at - marks) : end;
}

int marked_below(const unsigned char *marks, int id)
{
    if (id > 0 && marks[id - 1] == 1)
        return id - 1;
    const unsigned char *at = memrchr(marks, 1, (size_t)id);
    return at ? (int)(at - marks) : -1;
}

bool marked_any(const unsigned char *marks, int n, const expr *e)
{
    for (int i = 0; i < n; i++)
        if (marks[e[i]->id])
            return true;
    return false;
}

void expr_reach(const struct pool *p, int n, const expr *roots,
                unsigned char *marks)
{
    for (int i = 0; i < n; i++)
        marks[roots[i]->id] = 1;
    for (int id = p->count; (id = marked_below(marks, id)) >= 0;) {
        expr e = pool_node(p, id);
        for (int i = 0; i < e->arity; i++)
            marks[e->arg[i]->id] = 1;
    }
}

unsigned char *expr_reached(const struct pool *p, int n, const expr *roots)
{
    unsigned char *marks = arena_alloc(p->arena, (size_t)p->count);
    expr_reach(p, n, roots, marks);
    return marks;
}

bool expr_depends(const struct pool *p, int n, const expr *roots, expr symbol)
{
    struct arena_mark mark = arena_mark(p->arena);
    bool depends = expr_reached(p, n, roots)[symbol->id];
    arena_release(p->arena, mark);
    return depends;
}

/* ---- predicates ---- */

bool expr_is_const(expr e)
{
    return e->op == OP_CONST;
}

bool expr_is_zero(expr e)
{
    return e->op == OP_CONST && number_is_zero(e->number);
}

bool expr_is_one(expr e)
{
    return e->op == OP_CONST && number_is_one(e->number);
}

bool expr_is_truth(expr e)
{
    return e->op == OP_LT || e->op == OP_LE || e->op == OP_EQ;
}

bool pool_any_undefined(int n, const expr *arg)
{
    for (int i = 0; i < n; i++)
        if (arg[i]->op == OP_UNDEFINED)
            return true;
    return false;
}

struct term pool_split(struct pool *p, expr x)
{
    if (x->op == OP_CONST)
        return (struct term){x->number, p->one};
    if (x->op == OP_SCALE)
        return (struct term){x->number, x->arg[0]};
    return (struct term){p->one->number, x};
}
