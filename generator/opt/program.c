/* SPDX-License-Identifier: MIT
 *
 * A program's rules, and its plain text.
 */
#include "opt/program.h"

#include <string.h>

#include "base/arena.h"
#include "base/memo.h"
#include "base/name.h"
#include "base/text.h"

/* --- rules --------------------------------------------------------------- */

struct known {
    bool made;
    int uses;
};

struct checker {
    struct arena *arena;
    struct names *names;
    struct memo known; /* by interned name */
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
    static const struct infix table[] = {{"lt", " < ", 1},  {"le", " <= ", 1},
                                         {"eq", " == ", 1}, {"add", " + ", 2},
                                         {"sub", " - ", 2}, {"mul", " * ", 3},
                                         {"div", " / ", 3}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (t->kind == TREE_OP && strcmp(table[i].op, t->op) == 0)
            return &table[i];
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
