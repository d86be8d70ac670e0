/* SPDX-License-Identifier: MIT
 *
 * A program's rules, and its plain text.
 */
#include "opt/program.h"

#include <string.h>

#include "base/arena.h"
#include "base/text.h"

/* --- rules --------------------------------------------------------------- */

struct known {
    const char *name;
    int uses;
};

struct checker {
    struct arena *arena;
    struct known *item; /* open addressing by the text's hash */
    size_t room;
    const char *fault;
};

static size_t find(const struct checker *c, const char *name)
{
    size_t hash = 5381;
    for (const char *s = name; *s; s++)
        hash = hash * 33 + (unsigned char)*s;
    size_t at = hash & (c->room - 1);
    while (c->item[at].name && strcmp(c->item[at].name, name) != 0)
        at = (at + 1) & (c->room - 1);
    return at;
}

static void fail(struct checker *c, const char *what, const char *name)
{
    if (!c->fault)
        c->fault = text_format(c->arena, "%s: %s", what, name);
}

static void make(struct checker *c, const char *name)
{
    size_t at = find(c, name);
    if (c->item[at].name)
        fail(c, "made twice", name);
    c->item[at].name = name;
}

static void use(struct checker *c, const struct tree *t)
{
    if (!t)
        return;
    if (t->kind == TREE_NAME) {
        size_t at = find(c, t->name);
        if (!c->item[at].name)
            fail(c, "used before it is made", t->name);
        c->item[at].uses++;
    }
    for (int i = 0; t->kind == TREE_OP && i < t->n; i++)
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
        c->item[find(c, b->change_name[k])].uses++;
        c->item[find(c, b->carried[k])].uses++;
    }
    use(c, b->done);
    use(c, b->accept);
}

/* Of a call's results one must be used. */
static void check_alive(struct checker *c, const struct line *line)
{
    int uses = 0;
    for (int i = 0; i < line->n; i++)
        uses += c->item[find(c, line->name[i])].uses;
    if (uses == 0)
        fail(c, "made for nothing", line->name[0]);
}

static size_t count_names(const struct program *p)
{
    size_t n = (size_t)p->reads + (size_t)p->onces;
    for (int i = 0; i < p->blocks; i++) {
        n += 2 * (size_t)p->block[i].n;
        for (int k = 0; k < p->block[i].paragraphs; k++)
            n += 6 * (size_t)p->block[i].paragraph[k].lines;
    }
    return n;
}

static void check_uses(struct checker *c, const struct program *p)
{
    for (int i = 0; i < p->reads; i++)
        if (c->item[find(c, p->read[i].name)].uses == 0)
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
    struct checker c = {.arena = arena, .room = 64};
    if (p->fault)
        return p->fault;
    while (c.room < 3 * count_names(p))
        c.room *= 2;
    c.item = arena_array(arena, c.room, sizeof *c.item);
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

static const char *infix(const char *op)
{
    static const char *const table[][2] = {
        {"add", " + "}, {"sub", " - "}, {"mul", " * "}, {"div", " / "},
        {"lt", " < "},  {"le", " <= "}, {"eq", " == "}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(table[i][0], op) == 0)
            return table[i][1];
    return NULL;
}

static int rank(const struct tree *t)
{
    if (t->kind != TREE_OP)
        return 4;
    if (strcmp(t->op, "mul") == 0 || strcmp(t->op, "div") == 0)
        return 3;
    if (strcmp(t->op, "add") == 0 || strcmp(t->op, "sub") == 0)
        return 2;
    return infix(t->op) ? 1 : 4;
}

static void show_tree(struct text *, const struct tree *, int least);

static void show_op(struct text *out, const struct tree *t)
{
    const char *sign = infix(t->op);
    int own = rank(t);
    if (sign) {
        show_tree(out, t->arg[0], own);
        text_put(out, sign);
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
    bool open = rank(t) < least;
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
        text_print(out, "  %s <- ", p->read[i].name);
        show_field(out, p->read[i].field, p->read[i].index, p->read[i].size);
        text_char(out, '\n');
    }
    for (int i = 0; i < p->onces; i++)
        show_line(out, &p->once[i], "  ");
    for (int i = 0; i < p->blocks; i++)
        show_block(out, &p->block[i]);
    for (int i = 0; i < p->writes; i++) {
        text_put(out, "  ");
        show_field(out, p->write[i].field, p->write[i].index, p->write[i].size);
        text_put(out, " <- ");
        show_tree(out, p->write[i].value, 0);
        text_char(out, '\n');
    }
}
