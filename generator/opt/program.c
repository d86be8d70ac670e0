/* SPDX-License-Identifier: MIT
 *
 * Of programs: functions that emitted code carries along, operation counts from
 * the trees that are emitted, rules, and plain text.
 */
#include "opt/program.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/table.h"
#include "base/name.h"
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

/* What an operation is counted as, the most frequent first. */
#define NOTHING SIZE_MAX
static const struct {
    const char *op;
    size_t counter; /* offset; NOTHING: it costs nothing */
} counted[] = {
#define COUNTED(op, counter)                                                   \
    {                                                                          \
        op, offsetof(struct operations, counter)                               \
    }
    COUNTED("mul", mul),       COUNTED("add", add),    COUNTED("sub", add),
    COUNTED("div", div),       COUNTED("neg", neg),    COUNTED("sqrt", sqrt),
    COUNTED("lt", compare),    COUNTED("le", compare), COUNTED("eq", compare),
    COUNTED("select", select),
#undef COUNTED
    {"not", NOTHING},          {"and", NOTHING},       {"or", NOTHING},
};

static void count_op(struct operations *t, const char *op, enum real real)
{
    size_t i = 0;
    while (i < sizeof counted / sizeof *counted && !is(counted[i].op, op))
        i++;
    if (i < sizeof counted / sizeof *counted) {
        if (counted[i].counter != NOTHING)
            ++*(int *)(void *)((char *)t + counted[i].counter);
        return;
    }
    const struct carried *f = carried_named(op);
    t->mul += f ? f->cost[real].mul : 0;
    t->add += f ? f->cost[real].add : 0;
    t->calls += f ? f->cost[real].calls : 1;
}

/* Trees are small: the depth is that of one line. */
static void count_tree(struct count *c, const struct tree *tree, enum part part)
{
    if (tree->kind != TREE_OP)
        return;
    count_op(&c->tally[part], tree->op, c->real);
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

/* --- rules --------------------------------------------------------------- */

struct known {
    bool made;
    int uses;
};

struct checker {
    struct arena *arena;
    struct names *names;
    struct table known; /* by interned name */
    const char *fault;
};

static struct known *find(struct checker *c, const char *name)
{
    const char *key = name_of_text(c->names, name);
    struct known *known = memo_find(&c->known, key);
    if (!known) {
        known = arena_alloc(c->arena, sizeof *known);
        memo_keep(&c->known, c->arena, key, known);
    }
    return known;
}

static void fail(struct checker *c, const char *what, const char *name)
{
    if (!c->fault)
        c->fault = text_format(c->arena, "%s: %s", what, name);
}

static void make(struct checker *c, const char *name)
{
    struct known *known = find(c, name);
    if (known->made)
        fail(c, "made twice", name);
    known->made = true;
}

static void use(struct checker *c, const struct tree *t)
{
    if (t && t->kind == TREE_NAME) {
        struct known *known = find(c, t->name);
        if (!known->made)
            fail(c, "used before it is made", t->name);
        known->uses++;
    }
    for (int i = 0; t && t->kind == TREE_OP && i < t->n; i++)
        use(c, t->arg[i]);
}

static void check_line(struct checker *c, const struct line *line)
{
    use(c, line->value);
    for (int i = 0; i < line->n; i++)
        make(c, line->name[i]);
}

static void check_block(struct checker *c, const struct block *b)
{
    for (int k = 0; k < b->n; k++)
        use(c, b->start[k]);
    for (int k = 0; k < b->n; k++)
        make(c, b->carried[k]);
    for (int i = 0; i < b->paragraphs; i++)
        for (int k = 0; k < b->paragraph[i].lines; k++)
            check_line(c, &b->paragraph[i].line[k]);
    for (int k = 0; k < b->n; k++)
        use(c, b->change[k]);
    for (int k = 0; k < b->n; k++) {
        make(c, b->change_name[k]);
        find(c, b->change_name[k])->uses++;
        find(c, b->carried[k])->uses++;
    }
    use(c, b->done);
    use(c, b->accept);
}

/* Of a call's results one must be used. */
static void check_alive(struct checker *c, const struct line *line)
{
    int uses = 0;
    for (int i = 0; i < line->n; i++)
        uses += find(c, line->name[i])->uses;
    if (uses == 0)
        fail(c, "made for nothing", line->name[0]);
}

static void check_uses(struct checker *c, const struct program *p)
{
    for (int i = 0; i < p->reads; i++)
        if (find(c, p->read[i].name)->uses == 0)
            fail(c, "read for nothing", p->read[i].name);
    for (int i = 0; i < p->onces; i++)
        check_alive(c, &p->once[i]);
    for (int i = 0; i < p->blocks; i++)
        for (int k = 0; k < p->block[i].paragraphs; k++)
            for (int m = 0; m < p->block[i].paragraph[k].lines; m++)
                check_alive(c, &p->block[i].paragraph[k].line[m]);
}

const char *program_check(struct arena *arena, const struct program *p)
{
    struct checker c = {.arena = arena, .names = names_new(arena)};
    if (p->fault)
        return p->fault;
    for (int i = 0; i < p->reads; i++)
        make(&c, p->read[i].name);
    for (int i = 0; i < p->onces; i++)
        check_line(&c, &p->once[i]);
    for (int i = 0; i < p->blocks; i++)
        check_block(&c, &p->block[i]);
    for (int i = 0; i < p->writes; i++)
        use(&c, p->write[i].value);
    check_uses(&c, p);
    return c.fault;
}

/* --- text ---------------------------------------------------------------- */

struct infix {
    const char *op, *sign;
    int rank;
};

static const struct infix *find_infix(const struct tree *t)
{
    static const struct infix infix[] = {{"lt", " < ", 1},  {"le", " <= ", 1},
                                         {"eq", " == ", 1}, {"add", " + ", 2},
                                         {"sub", " - ", 2}, {"mul", " * ", 3},
                                         {"div", " / ", 3}};
    for (size_t i = 0; i < sizeof infix / sizeof *infix; i++)
        if (t->kind == TREE_OP && strcmp(infix[i].op, t->op) == 0)
            return &infix[i];
    return NULL;
}

static void show_tree(struct text *, const struct tree *, int least);

static void show_op(struct text *out, const struct tree *t)
{
    const struct infix *infix = find_infix(t);
    if (infix) {
        int own = infix->rank;
        show_tree(out, t->arg[0], own);
        text_put(out, infix->sign);
        show_tree(out, t->arg[1], own + 1);
        return;
    }
    text_print(out, "%s(", t->op);
    for (int i = 0; i < t->n; i++) {
        text_put(out, i ? ", " : "");
        show_tree(out, t->arg[i], 0);
    }
    text_char(out, ')');
}

/* Depth is that of one line's tree. */
static void show_tree(struct text *out, const struct tree *t, int least)
{
    const struct infix *infix = find_infix(t);
    bool open = infix && infix->rank < least;
    if (t->kind == TREE_NUMBER) {
        const char *digits = number_text(out->arena, t->number, REAL_DOUBLE);
        text_put(out, digits ? digits : number_show(out->arena, t->number));
        return;
    }
    text_put(out, open ? "(" : "");
    if (t->kind == TREE_NAME)
        text_put(out, t->name);
    else
        show_op(out, t);
    text_put(out, open ? ")" : "");
}

static void show_line(struct text *out, const struct line *line,
                      const char *indent)
{
    text_put(out, indent);
    for (int i = 0; i < line->n; i++)
        text_print(out, "%s%s", i ? ", " : "", line->name[i]);
    text_put(out, " = ");
    show_tree(out, line->value, 0);
    text_print(out, "%s%s\n", line->note ? "  # " : "",
               line->note ? line->note : "");
}

static void show_paragraphs(struct text *out, const struct block *b,
                            const char *indent)
{
    for (int i = 0; i < b->paragraphs; i++) {
        if (b->paragraph[i].title)
            text_print(out, "%s# %s\n", indent, b->paragraph[i].title);
        for (int k = 0; k < b->paragraph[i].lines; k++)
            show_line(out, &b->paragraph[i].line[k], indent);
    }
}

static void show_pairs(struct text *out, int n, const char *const *name,
                       const char *sign, const struct tree *const *value,
                       const char *indent)
{
    for (int k = 0; k < n; k++) {
        text_print(out, "%s%s %s ", indent, name[k], sign);
        show_tree(out, value[k], 0);
        text_char(out, '\n');
    }
}

static void show_loop(struct text *out, const struct block *b)
{
    show_pairs(out, b->n, b->carried, "=", b->start, "  ");
    text_print(out, "  solve %s, at most %d sweeps:\n", b->title, b->sweeps);
    show_paragraphs(out, b, "    ");
    show_pairs(out, b->n, b->change_name, "=", b->change, "    ");
    for (int k = 0; k < b->n; k++)
        text_print(out, "    %s += %s\n", b->carried[k], b->change_name[k]);
    text_put(out, "    done if ");
    show_tree(out, b->done, 0);
    text_char(out, '\n');
}

static void show_block(struct text *out, const struct block *b)
{
    if (b->kind == BLOCK_NEWTON)
        show_loop(out, b);
    else
        show_paragraphs(out, b, "  ");
    if (b->accept) {
        text_put(out, "  require ");
        show_tree(out, b->accept, 0);
        text_char(out, '\n');
    }
}

static void show_field(struct text *out, const char *field, int index, int size)
{
    text_put(out, field);
    if (size > 1)
        text_print(out, "[%d]", index);
}

void program_show(const struct program *p, struct text *out)
{
    text_print(out, "program %s: ", p->name);
    cost_print(&p->cost, out);
    text_char(out, '\n');
    for (int i = 0; i < p->reads; i++) {
        const struct read *r = &p->read[i];
        text_print(out, "  %s <- ", r->name);
        show_field(out, r->field, r->index, r->size);
        text_char(out, '\n');
    }
    for (int i = 0; i < p->onces; i++)
        show_line(out, &p->once[i], "  ");
    for (int i = 0; i < p->blocks; i++)
        show_block(out, &p->block[i]);
    for (int i = 0; i < p->writes; i++) {
        const struct write *w = &p->write[i];
        text_put(out, "  ");
        show_field(out, w->field, w->index, w->size);
        text_put(out, " <- ");
        show_tree(out, w->value, 0);
        text_char(out, '\n');
    }
}
