/* SPDX-License-Identifier: MIT
 *
 * Carried functions; operation counts of emitted trees, rules and text of
 * programs.
 */
#include <string.h>

#include "base/arena.h"
#include "base/name.h"
#include "base/table.h"
#include "base/text.h"
#include "opt/plan.h"

static bool is(const char *a, const char *b)
{
    return *a == *b && strcmp(a, b) == 0;
}

/* --- functions that are carried along ------------------------------------- */

#define SO3      "runtime/pol_so3.h"
#define ELLIPTIC "runtime/pol_elliptic.h"

/* clang-format off */
const struct carried carried_functions[CARRIED] = {
    {"c01", SO3, "stumpff", 2, {"c0", "c1"}, {0}, {{17, 16, 0}, {10, 9, 0}}},
    {"c0123", SO3, "stumpff", 4, {"c0", "c1", "c2", "c3"}, {0},
     {{17, 16, 0}, {10, 9, 0}}},
    {"c012345", SO3, "stumpff", 6, {"c0", "c1", "c2", "c3", "c4", "c5"}, {0},
     {{18, 17, 0}, {11, 10, 0}}},
    {"jacobi", ELLIPTIC, "jacobi", 3, {"sn", "cn", "dn"},
     {"cos", "cosh", "sin", "sqrt", "tanh"}, {{0, 0, 1}, {0, 0, 1}}},
    {"jacobi_pi", ELLIPTIC, "jacobi_pi", 5,
     {"sn", "cn", "dn", "third", "rest"},
     {"atan", "cos", "cosh", "sin", "sqrt", "tanh"}, {{0, 0, 1}, {0, 0, 1}}},
};
/* clang-format on */

_Static_assert(CARRIED <= 32, "a bit of program.carries for each");

static const struct carried *carried_named(const char *name)
{
    for (int i = 0; i < CARRIED; i++)
        if (is(carried_functions[i].name, name))
            return &carried_functions[i];
    return NULL;
}

/* --- all of a program ----------------------------------------------------- */

/* When a tree is computed; or a name: read, or changed by a loop. PART_SERIES:
 * in each order of a series; PART_ORDERS gives the number of orders before. */
enum part {
    PART_STEP,
    PART_SWEEP,
    PART_SERIES,
    PART_ONCE,
    PART_READ,
    PART_LOOP,
    PART_ORDERS
};

/* Visits a tree or NULL, then n names that are made (by the tree, if any). */
typedef void visit(void *context, enum part, const struct tree *, int n,
                   const char *const *name);

static void walk_trees(visit *visit_tree, void *context, enum part part, int n,
                       const struct tree *const *tree)
{
    for (int i = 0; tree && i < n; i++)
        visit_tree(context, part, tree[i], 0, NULL);
}

/* Visits a part's results; those that nobody uses have no name. */
static void walk_results(const struct block *b, visit *visit_tree,
                         void *context)
{
    const enum part part = b->kind == BLOCK_SUMS ? PART_STEP : PART_LOOP;
    for (int i = 0; b->result && i < b->part->results; i++)
        if (b->result[i])
            visit_tree(context, part, NULL, 1, &b->result[i]);
}

/* Visits a block in the order in which it runs; its lines are in `part`. */
static void walk_block(const struct block *b, enum part part, visit *visit_tree,
                       void *context)
{
    if (b->kind == BLOCK_SERIES)
        visit_tree(context, PART_ORDERS, NULL, b->part->order - 1, NULL);
    const enum part change = b->kind == BLOCK_NEWTON ? PART_SWEEP : part;
    walk_trees(visit_tree, context, PART_STEP, b->n, b->start);
    if (b->part && b->kind != BLOCK_SERIES_END)
        walk_trees(visit_tree, context, part, b->part->stores, b->stored);
    if (b->kind == BLOCK_NEWTON)
        visit_tree(context, PART_LOOP, NULL, b->n, b->carried);
    else if (b->part && b->kind != BLOCK_SERIES_END)
        walk_results(b, visit_tree, context);
    for (int k = 0; k < b->paragraphs; k++)
        for (int m = 0; m < b->paragraph[k].lines; m++) {
            const struct line *line = &b->paragraph[k].line[m];
            visit_tree(context, change, line->value, line->n, line->name);
        }
    walk_trees(visit_tree, context, change, b->n, b->change);
    visit_tree(context, PART_LOOP, NULL, b->change_name ? b->n : 0,
               b->change_name);
    visit_tree(context, PART_SWEEP, b->done, 0, NULL);
    visit_tree(context, PART_STEP, b->accept, 0, NULL);
    if (b->kind == BLOCK_SERIES_END) {
        walk_trees(visit_tree, context, part, b->part->stores, b->stored);
        walk_results(b, visit_tree, context);
    }
}

/* Visits the whole program in the order in which it runs. */
static void walk(const struct program *p, visit *visit_tree, void *context)
{
    enum part part = PART_STEP;
    for (int i = 0; i < p->reads; i++)
        visit_tree(context, PART_READ, NULL, 1, &p->read[i].name);
    for (int i = 0; i < p->onces; i++)
        visit_tree(context, PART_ONCE, p->once[i].value, p->once[i].n,
                   p->once[i].name);
    for (int i = 0; i < p->blocks; i++) {
        const struct block *b = &p->block[i];
        walk_block(b, part, visit_tree, context);
        part = b->kind == BLOCK_SERIES       ? PART_SERIES
               : b->kind == BLOCK_SERIES_END ? PART_STEP
                                             : part;
    }
    for (int i = 0; i < p->writes; i++)
        visit_tree(context, PART_STEP, p->write[i].value, 0, NULL);
}

/* --- counting ------------------------------------------------------------- */

/* Counts an operation; true if it may be a call. Frequent ones come first. */
static bool count_op(struct operations *t, const char *op, enum real real,
                     int times)
{
    int *counter = is(op, "mul")                    ? &t->mul
                   : is(op, "add") || is(op, "sub") ? &t->add
                   : is(op, "div")                  ? &t->div
                   : is(op, "neg")                  ? &t->neg
                   : is(op, "sqrt")                 ? &t->sqrt
                   : is(op, "lt") || is(op, "le")   ? &t->compare
                   : is(op, "eq")                   ? &t->compare
                   : is(op, "select")               ? &t->select
                                                    : NULL;
    if (counter) {
        *counter += times;
        return counter == &t->sqrt;
    }
    const struct carried *f = carried_named(op);
    t->mul += f ? times * f->cost[real].mul : 0;
    t->add += f ? times * f->cost[real].add : 0;
    t->calls += times * (f ? f->cost[real].calls : !is(op, "entry"));
    return true;
}

/* State and results of the counting. */
struct count {
    struct program *program;
    enum real real;
    int orders; /* in the current series */
    struct operations tally[PART_ONCE + 1];
    struct arena *arena; /* NULL: functions are not listed */
    const char **call;   /* the program's */
    int room;
    const struct grid **grid; /* the program's */
    int grid_room;
};

static void note_grid(struct count *c, const struct grid *grid)
{
    struct program *p = c->program;
    for (int i = 0; i < p->grids; i++)
        if (c->grid[i] == grid)
            return;
    arena_push(c->arena, c->grid, p->grids, c->grid_room, grid);
}

/* Adds a function of the C library to the list, once. */
static void note_call(struct count *c, const char *name)
{
    struct program *p = c->program;
    for (int i = 0; i < p->calls; i++)
        if (is(c->call[i], name))
            return;
    arena_push(c->arena, c->call, p->calls, c->room, name);
}

static void find_calls(struct count *c, const char *name)
{
    const struct carried *f = carried_named(name);
    enum op op = op_find(name);
    if (f)
        c->program->carries |= 1U << (f - carried_functions);
    for (int i = 0; f && i < CARRIED_NEEDS && f->needs[i]; i++)
        note_call(c, f->needs[i]);
    if (!f && op != OP_COUNT && op_info(op)->c)
        note_call(c, op_info(op)->c);
}

/* True if a sum of b and one of these a is used; without names, all are. */
static bool is_wanted(const struct block *block, int a, int as, int b)
{
    const struct taylor_part *part = block->part;
    const struct taylor_group *g = &part->series->group[part->group];
    for (int i = 0; i < g->n; i++)
        if (g->sum[i].b == b && g->sum[i].a >= a && g->sum[i].a < a + as &&
            (!block->result || block->result[i]))
            return true;
    return false;
}

/* Counts products of a group, each added to a sum. In the loop: those of a, in
 * fours if there are more than two, with each b; after it: those of a[k]. */
static int count_sums(const struct block *b)
{
    const struct taylor_part *part = b->part;
    const struct taylor_group *g = &part->series->group[part->group];
    const int orders = part->order - 1, as = g->as > 2 ? 4 : 1;
    int all = 0;
    for (int k = 0; k < g->bs; k++)
        for (int i = 0; i < g->as; i++) {
            if (i % as == 0 && is_wanted(b, i, as, k))
                all += as * orders * (orders + (g->open_b ? -1 : 1)) / 2;
            if (!g->open_a && is_wanted(b, i, 1, k))
                all += orders;
        }
    return all;
}

/* Counts the sums of a group; at a series' end, those that are returned. */
static void count_part(struct operations *all, const struct block *b)
{
    const struct taylor_part *part = b->part;
    if (part->kind == TAYLOR_SUMS) {
        all->mul += count_sums(b);
        all->add += count_sums(b);
    }
    for (int i = 0; part->kind == TAYLOR_END && !part->all_coefficients &&
                    i < part->results;
         i++) {
        const int of = i / part->kept; /* no names: only the cost is needed */
        if ((b->result && !b->result[i]) || of > 1)
            continue;
        all->add += part->order - 1;
        all->mul += of == 1 ? part->order : 0;
    }
}

/* Recursion depth is that of one line's tree. */
static void count_tree(void *context, enum part part, const struct tree *tree,
                       int n, const char *const *name)
{
    struct count *c = context;
    (void)name;
    if (part == PART_ORDERS)
        c->orders = n;
    if (tree && tree->kind == TREE_GRID && c->arena)
        note_grid(c, tree->grid);
    if (!tree || tree->kind != TREE_OP)
        return;
    if (count_op(&c->tally[part == PART_SERIES ? PART_STEP : part], tree->op,
                 c->real, part == PART_SERIES ? c->orders : 1) &&
        c->arena)
        find_calls(c, tree->op);
    for (int i = 0; i < tree->n; i++)
        count_tree(c, part, tree->arg[i], 0, NULL);
}

void program_count(struct program *p, enum real real, struct arena *arena)
{
    struct count c = {.program = p, .real = real, .arena = arena};
    walk(p, count_tree, &c);
    for (int i = 0; i < p->blocks; i++) {
        const bool is_newton = p->block[i].kind == BLOCK_NEWTON;
        p->cost.loops += is_newton;
        if (is_newton) /* unknown += change */
            c.tally[PART_SWEEP].add += p->block[i].n;
        if (p->block[i].part)
            count_part(&c.tally[PART_STEP], &p->block[i]);
    }
    p->cost.step = c.tally[PART_STEP];
    p->cost.sweep = c.tally[PART_SWEEP];
    p->cost.once = operations_total(&c.tally[PART_ONCE]);
    p->call = c.call;
    p->grid = c.grid;
}

struct operations block_sweep(const struct block *b, enum real real)
{
    struct program alone = {.blocks = 1, .block = b};
    program_count(&alone, real, NULL);
    return alone.cost.sweep;
}

/* --- for people ----------------------------------------------------------- */

int operations_total(const struct operations *t)
{
    return t->mul + t->add + t->div + t->sqrt + t->calls;
}

static void print_operations(const struct operations *t, struct text *out,
                             const char *between)
{
    const char *const name[] = {"mul", "add", "div", "sqrt",
                                t->calls == 1 ? "call" : "calls"};
    const int count[] = {t->mul, t->add, t->div, t->sqrt, t->calls};
    for (size_t i = 0; i < sizeof count / sizeof *count; i++) {
        if (count[i] == 0)
            continue;
        text_print(out, "%s%d %s", between, count[i], name[i]);
        between = ", ";
    }
}

/* "89 mul, 40 add, 1 div" */
static void cost_print(const struct cost *c, struct text *out)
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

struct definition {
    bool is_defined;
    int uses;
};

struct checker {
    struct arena *arena;
    struct names *names;
    struct table definitions; /* by interned name */
    const char *fault;
};

static struct definition *find(struct checker *c, const char *name)
{
    const char *key = name_of_text(c->names, name);
    struct definition *definition = memo_find(&c->definitions, key);
    if (!definition) {
        definition = arena_alloc(c->arena, sizeof *definition);
        memo_keep(&c->definitions, c->arena, key, definition);
    }
    return definition;
}

static void fail(struct checker *c, const char *text, const char *name)
{
    if (!c->fault)
        c->fault = text_format(c->arena, "%s: %s", text, name);
}

static void use(struct checker *c, const struct tree *t)
{
    if (t && t->kind == TREE_NAME) {
        struct definition *definition = find(c, t->name);
        if (!definition->is_defined)
            fail(c, "used before it is made", t->name);
        definition->uses++;
    }
    for (int i = 0; t && t->kind == TREE_OP && i < t->n; i++)
        use(c, t->arg[i]);
}

static void check_definition(void *checker, enum part part,
                             const struct tree *value, int n,
                             const char *const *name)
{
    use(checker, value);
    for (int i = 0; name && i < n; i++) {
        struct definition *definition = find(checker, name[i]);
        if (definition->is_defined)
            fail(checker, "made twice", name[i]);
        definition->is_defined = true;
        definition->uses += part == PART_LOOP;
    }
}

/* At least one result of a call must be used. */
static void check_used(void *checker, enum part part, const struct tree *value,
                       int n, const char *const *name)
{
    int uses = 0;
    (void)value;
    for (int i = 0; name && i < n; i++)
        uses += find(checker, name[i])->uses;
    if (name && n > 0 && uses == 0)
        fail(checker,
             part == PART_READ ? "read for nothing" : "made for nothing",
             name[0]);
}

const char *program_check(struct arena *arena, const struct program *p)
{
    struct checker c = {.arena = arena, .names = names_new(arena)};
    if (p->fault)
        return p->fault;
    walk(p, check_definition, &c);
    walk(p, check_used, &c);
    return c.fault;
}

/* --- text ---------------------------------------------------------------- */

static const struct infix {
    const char *op, *sign;
    int rank;
} infixes[] = {{"lt", " < ", 1},  {"le", " <= ", 1}, {"eq", " == ", 1},
               {"add", " + ", 2}, {"sub", " - ", 2}, {"mul", " * ", 3},
               {"div", " / ", 3}};

/* Recursion depth is that of one line's tree. */
static void show_tree(struct text *out, const struct tree *t, int least)
{
    const struct infix *infix = NULL;
    for (size_t i = 0; i < sizeof infixes / sizeof *infixes; i++)
        if (t->kind == TREE_OP && is(infixes[i].op, t->op))
            infix = &infixes[i];
    if (t->kind == TREE_NUMBER) {
        const char *digits = number_text(out->arena, t->number, REAL_DOUBLE);
        text_put(out, digits ? digits : number_show(out->arena, t->number));
    } else if (t->kind == TREE_NAME) {
        text_put(out, t->name);
    } else if (infix) {
        int own = infix->rank;
        text_put(out, own < least ? "(" : "");
        show_tree(out, t->arg[0], own);
        text_put(out, infix->sign);
        show_tree(out, t->arg[1], own + 1);
        text_put(out, own < least ? ")" : "");
    } else {
        text_print(out, "%s(", t->op);
        for (int i = 0; i < t->n; i++) {
            text_put(out, i ? ", " : "");
            show_tree(out, t->arg[i], 0);
        }
        text_char(out, ')');
    }
}

/* Prints a name, its tree, and a note at the end of the line. */
static void show_value(struct text *out, const char *title,
                       const struct tree *value, const char *note)
{
    text_put(out, title);
    show_tree(out, value, 0);
    text_print(out, "%s%s\n", note ? "  # " : "", note ? note : "");
}

static void show_line(struct text *out, const char *indent,
                      const struct line *line)
{
    text_put(out, indent);
    for (int i = 0; i < line->n; i++)
        text_print(out, "%s%s", i ? ", " : "", line->name[i]);
    show_value(out, " = ", line->value, line->note);
}

static void show_pairs(struct text *out, const char *indent, int n,
                       const char *const *name, const struct tree *const *value)
{
    for (int k = 0; k < n; k++)
        show_line(out, indent,
                  &(struct line){.n = 1, .name = {name[k]}, .value = value[k]});
}

/* "a2[k][0] <- t1" */
static void show_stores(struct text *out, const struct block *b)
{
    const char *indent = b->kind == BLOCK_SERIES ? "  " : "    ";
    for (int i = 0; i < b->part->stores; i++) {
        const struct taylor_store *s = &b->part->store[i];
        const int group = s->group + 1;
        text_print(out, "%s%c%d[%s][%d]", indent, "ab"[s->side], group,
                   *indent && indent[2] ? "k" : "0", s->place);
        show_value(out, " <- ", b->stored[i], NULL);
    }
}

static void show_part(struct text *out, const struct block *b)
{
    const struct taylor_part *part = b->part;
    const struct taylor_group *g = &part->series->group[part->group];
    if (b->kind == BLOCK_SERIES)
        show_pairs(out, "  ", b->n, b->carried, b->start);
    if (b->kind == BLOCK_SERIES_END)
        show_pairs(out, "    next ", b->n, b->change_name, b->change);
    show_stores(out, b);
    if (b->kind == BLOCK_SERIES)
        text_print(out, "  for k = 1 to %d:\n", part->order - 1);
    for (int i = 0; b->kind == BLOCK_SUMS && i < g->n; i++)
        text_print(out,
                   "    %s = sum_(j = %d..k%s) a%d[j][%d] b%d[k - j][%d]\n",
                   b->result[i] ? b->result[i] : "unused", g->open_b,
                   g->open_a ? " - 1" : "", part->group + 1, g->sum[i].a,
                   part->group + 1, g->sum[i].b);
    for (int i = 0; b->kind == BLOCK_SERIES_END && i < part->results; i++)
        if (b->result[i])
            text_print(out, "  %s is %s\n", b->result[i],
                       part->all_coefficients ? "kept" : "summed up");
}

static void show_block(struct text *out, const struct block *b)
{
    const char *indent = b->kind == BLOCK_NEWTON ? "    " : "  ";
    if (b->part) {
        show_part(out, b);
        return;
    }
    show_pairs(out, "  ", b->n, b->carried, b->start);
    if (b->kind == BLOCK_NEWTON)
        text_print(out, "  solve %s, at most %d sweeps:\n", b->title,
                   b->sweeps);
    for (int i = 0; i < b->paragraphs; i++) {
        const struct paragraph *p = &b->paragraph[i];
        if (p->title)
            text_print(out, "%s# %s\n", indent, p->title);
        for (int k = 0; k < p->lines; k++)
            show_line(out, indent, &p->line[k]);
    }
    show_pairs(out, indent, b->n, b->change_name, b->change);
    for (int k = 0; k < b->n; k++)
        text_print(out, "    %s += %s\n", b->carried[k], b->change_name[k]);
    if (b->done)
        show_value(out, "    done if ", b->done, NULL);
    if (b->accept)
        show_value(out, "  require ", b->accept, NULL);
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
        show_line(out, "  ", &p->once[i]);
    for (int i = 0; i < p->blocks; i++)
        show_block(out, &p->block[i]);
    for (int i = 0; i < p->writes; i++) {
        const struct write *w = &p->write[i];
        text_put(out, "  ");
        show_field(out, w->field, w->index, w->size);
        show_value(out, " <- ", w->value, NULL);
    }
}
