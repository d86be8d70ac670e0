/* SPDX-License-Identifier: MIT
 *
 * Operation counts, from the trees that are emitted, and the functions that
 * emitted code carries along.
 */
#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "opt/plan.h"

#define SO3      "runtime/pol_so3.h"
#define ELLIPTIC "runtime/pol_elliptic.h"

/* Of several for one operation the first that has the result is taken. */
/* clang-format off */
static const struct carried table[] = {
    {"c01", SO3, OP_STUMPFF, 2, {"c0", "c1"}, {0}, {{17, 16, 0}, {10, 9, 0}}},
    {"c0123", SO3, OP_STUMPFF, 4, {"c0", "c1", "c2", "c3"}, {0},
     {{17, 16, 0}, {10, 9, 0}}},
    {"c012345", SO3, OP_STUMPFF, 6, {"c0", "c1", "c2", "c3", "c4", "c5"}, {0},
     {{18, 17, 0}, {11, 10, 0}}},
    {"jacobi", ELLIPTIC, OP_JACOBI, 3, {"sn", "cn", "dn"},
     {"cos", "cosh", "sin", "sqrt", "tanh"}, {{0, 0, 1}, {0, 0, 1}}},
    {"jacobi_pi", ELLIPTIC, OP_JACOBI_PI, 5,
     {"sn", "cn", "dn", "third", "rest"},
     {"atan", "cos", "cosh", "sin", "sqrt", "tanh"}, {{0, 0, 1}, {0, 0, 1}}},
};
/* clang-format on */

enum { FUNCTIONS = sizeof table / sizeof *table };
_Static_assert(FUNCTIONS <= 32, "a bit of program.carries for each");

const struct carried *carried_function(int i)
{
    return i < FUNCTIONS ? &table[i] : NULL;
}

const struct carried *carried_find(enum op op, int index)
{
    for (int i = 0; i < FUNCTIONS; i++)
        if (table[i].op == op && index < table[i].results)
            return &table[i];
    return NULL;
}

static const struct carried *carried_named(const char *name)
{
    for (int i = 0; i < FUNCTIONS; i++)
        if (!strcmp(table[i].name, name))
            return &table[i];
    return NULL;
}

/* --- counting ------------------------------------------------------------- */

/* When a tree is computed. */
enum part { PART_STEP, PART_SWEEP, PART_ONCE, PARTS };

/* What a walk through a program's trees fills. */
struct count {
    struct arena *arena;
    struct program *program;
    enum real real;
    struct operations tally[PARTS];
};

typedef void look(struct count *, const struct tree *, enum part);

static bool is(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

static void count_op(struct operations *t, const char *op)
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
    else if (!is(op, "not") && !is(op, "and") && !is(op, "or"))
        t->calls++;
}

/* Trees are small: the depth is that of one line. */
static void count_tree(struct count *c, const struct tree *tree, enum part part)
{
    struct operations *t = &c->tally[part];
    if (tree->kind != TREE_OP)
        return;
    const struct carried *inner = carried_named(tree->op);
    if (inner) {
        t->mul += inner->cost[c->real].mul;
        t->add += inner->cost[c->real].add;
        t->calls += inner->cost[c->real].calls;
    } else {
        count_op(t, tree->op);
    }
    for (int i = 0; i < tree->n; i++)
        count_tree(c, tree->arg[i], part);
}

static void visit_all(struct count *c, look *visit)
{
    const struct program *p = c->program;
    for (int i = 0; i < p->onces; i++)
        visit(c, p->once[i].value, PART_ONCE);
    for (int i = 0; i < p->blocks; i++) {
        const struct block *b = &p->block[i];
        enum part part = b->kind == BLOCK_NEWTON ? PART_SWEEP : PART_STEP;
        for (int k = 0; k < b->paragraphs; k++)
            for (int m = 0; m < b->paragraph[k].lines; m++)
                visit(c, b->paragraph[k].line[m].value, part);
        for (int k = 0; k < b->n; k++) {
            visit(c, b->start[k], PART_STEP);
            visit(c, b->change[k], PART_SWEEP);
        }
        if (b->done)
            visit(c, b->done, PART_SWEEP);
        if (b->accept)
            visit(c, b->accept, PART_STEP);
    }
    for (int i = 0; i < p->writes; i++)
        visit(c, p->write[i].value, PART_STEP);
}

void cost_count(struct program *p, enum real real)
{
    struct count c = {.program = p, .real = real};
    visit_all(&c, count_tree);
    for (int i = 0; i < p->blocks; i++) {
        p->cost.loops += p->block[i].kind == BLOCK_NEWTON;
        c.tally[PART_SWEEP].add += p->block[i].n; /* unknowns, and changes */
    }
    p->cost.step = c.tally[PART_STEP];
    p->cost.sweep = c.tally[PART_SWEEP];
    p->cost.once = operations_total(&c.tally[PART_ONCE]);
}

/* --- functions that are called ------------------------------------------- */

static void note_call(const struct count *c, const char *name)
{
    struct program *p = c->program;
    int at = 0;
    while (at < p->calls && strcmp(p->call[at], name) < 0)
        at++;
    if (at < p->calls && is(p->call[at], name))
        return;
    const char **more =
        arena_array(c->arena, (size_t)p->calls + 1, sizeof *more);
    for (int i = 0; i <= p->calls; i++)
        more[i] = i == at ? name : p->call[i - (i > at)];
    p->call = more;
    p->calls++;
}

static void find_calls(struct count *c, const struct tree *tree, enum part part)
{
    if (tree->kind != TREE_OP || part == PART_ONCE)
        return;
    const struct carried *f = carried_named(tree->op);
    enum op op = op_find(tree->op);
    if (f)
        c->program->carries |= 1U << (f - table);
    for (int i = 0; f && i < CARRIED_NEEDS && f->needs[i]; i++)
        note_call(c, f->needs[i]);
    if (!f && op != OP_COUNT && op_info(op)->c)
        note_call(c, op_info(op)->c);
    for (int i = 0; i < tree->n; i++)
        find_calls(c, tree->arg[i], part);
}

void cost_functions(struct arena *arena, struct program *p)
{
    struct count c = {.arena = arena, .program = p};
    visit_all(&c, find_calls);
}

/* --- for people ----------------------------------------------------------- */

int operations_total(const struct operations *t)
{
    return t->mul + t->add + t->div + t->sqrt + t->calls;
}

static void print_operations(const struct operations *t, struct text *out,
                             const char *between)
{
    const struct {
        int count;
        const char *name;
    } part[] = {{t->mul, "mul"},
                {t->add, "add"},
                {t->div, "div"},
                {t->sqrt, "sqrt"},
                {t->calls, t->calls == 1 ? "call" : "calls"}};
    for (size_t i = 0; i < sizeof part / sizeof *part; i++) {
        if (part[i].count == 0)
            continue;
        text_print(out, "%s%d %s", between, part[i].count, part[i].name);
        between = ", ";
    }
}

void cost_print(const struct cost *c, struct text *out)
{
    if (operations_total(&c->step) == 0)
        text_put(out, "no operations");
    print_operations(&c->step, out, "");
    print_operations(&c->sweep, out,
                     c->loops > 1
                         ? text_format(out->arena,
                                       "; a sweep of each of %d iterations ",
                                       c->loops)
                         : "; each Newton sweep ");
}
