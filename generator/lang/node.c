/* SPDX-License-Identifier: MIT
 *
 * Builds the nodes of the syntax tree for the grammar's actions.
 */
#include "lang/parse.h"

#include <string.h>

#include "base/arena.h"
#include "base/name.h"
#include "num/number.h"
#include "base/text.h"

struct list list_empty(void)
{
    return (struct list){0};
}

struct list list_add(struct parse *p, struct list l, struct ast *node)
{
    arena_push(p->arena, l.items, l.count, l.room);
    l.items[l.count++] = node;
    return l;
}

static const char *intern(struct parse *p, struct place place)
{
    return name_of(p->names, place.source->chars + place.offset, place.length);
}

static struct ast *node(struct parse *p, enum ast_kind kind, struct place whole,
                        int n, struct ast *const *child)
{
    struct ast *a = arena_alloc(p->arena, sizeof *a);
    *a = (struct ast){.kind = kind, .place = whole, .n = n, .child = child};
    for (int i = 0; i < n; i++) {
        bool beside = kind == AST_BINARY && i == 0;
        int depth = child[i] ? child[i]->depth + !beside : 0;
        if (depth > a->depth)
            a->depth = depth;
    }
    if (a->depth >= AST_DEPTH)
        parse_too_deep(p, whole);
    return a;
}

static struct ast **children(struct parse *p, int n)
{
    return arena_array(p->arena, (size_t)n, sizeof(struct ast *));
}

static void set_name(struct parse *p, struct ast *a, struct place place)
{
    a->name = intern(p, place);
    a->name_place = place;
}

struct ast *node_number(struct parse *p, struct token t)
{
    struct ast *a = node(p, AST_NUMBER, t.place, 0, NULL);
    set_name(p, a, t.place);
    a->number = number_decimal(p->arena, a->name, t.place.length);
    if (!a->number)
        diag_error(p->diags, t.place, "the number is out of range");
    return a;
}

struct ast *node_name(struct parse *p, struct token t)
{
    struct ast *a = node(p, AST_NAME, t.place, 0, NULL);
    set_name(p, a, t.place);
    return a;
}

struct ast *node_unary(struct parse *p, enum ast_kind kind, struct ast *e,
                       struct place whole)
{
    struct ast **child = children(p, 1);
    child[0] = e;
    return node(p, kind, whole, 1, child);
}

struct ast *node_binary(struct parse *p, enum ast_kind kind, char op,
                        struct ast *e, struct ast *f)
{
    struct ast **child = children(p, 2);
    child[0] = e;
    child[1] = f;
    struct ast *a = node(p, kind, place_join(e->place, f->place), 2, child);
    a->op = op;
    return a;
}

struct ast *node_list(struct parse *p, enum ast_kind kind,
                      const struct token *name, struct list l,
                      struct place first, struct place last)
{
    struct ast *a = node(p, kind, place_join(first, last), l.count, l.items);
    if (name)
        set_name(p, a, name->place);
    return a;
}

struct ast *node_statement(struct parse *p, enum ast_kind kind,
                           struct token keyword, const struct token *name,
                           struct ast *child)
{
    struct list l = list_empty();
    if (child)
        l = list_add(p, l, child);
    struct place last = child ? child->place : name->place;
    return node_list(p, kind, name, l, keyword.place, last);
}

struct ast *node_sized(struct parse *p, enum ast_kind kind,
                       struct token keyword, struct token name,
                       struct size size, struct ast *child)
{
    struct ast *a = node_statement(p, kind, keyword, &name, child);
    a->size = size.n;
    if (size.n && !child)
        a->place = place_join(a->place, size.end);
    return a;
}

struct ast *node_option(struct parse *p, struct token name, struct ast *e)
{
    struct list l = list_add(p, list_empty(), e);
    return node_list(p, AST_OPTION, &name, l, name.place, e->place);
}

struct ast *node_index(struct parse *p, struct ast *e, struct list indices,
                       struct token bracket)
{
    struct list l = list_add(p, list_empty(), e);
    for (int i = 0; i < indices.count; i++)
        l = list_add(p, l, indices.items[i]);
    return node_list(p, AST_INDEX, NULL, l, e->place, bracket.place);
}

struct ast *node_framed(struct parse *p, enum ast_kind kind,
                        struct token keyword, char frame, struct ast *e)
{
    struct ast *a = node_statement(p, kind, keyword, NULL, e);
    a->op = frame;
    return a;
}

struct ast *node_tableau(struct parse *p, struct token keyword,
                         struct token name, const struct token *order,
                         bool rounded, struct list rows, struct token brace)
{
    struct ast *a =
        node_list(p, AST_TABLEAU, &name, rows, keyword.place, brace.place);
    if (order)
        a->number = node_number(p, *order)->number;
    a->op = rounded ? 'r' : '\0';
    return a;
}

struct ast *node_free(struct parse *p, struct token keyword, struct token name,
                      struct ast *start, struct ast *low, struct ast *high,
                      struct token bracket)
{
    struct list l = list_add(p, list_empty(), start);
    l = list_add(p, l, low);
    l = list_add(p, l, high);
    return node_list(p, AST_FREE, &name, l, keyword.place, bracket.place);
}

struct ast *node_composition(struct parse *p, struct token keyword,
                             struct token name, const struct token *order,
                             struct token base, struct list entries)
{
    struct list l = list_add(p, list_empty(), node_number(p, base));
    for (int i = 0; i < entries.count; i++)
        l = list_add(p, l, entries.items[i]);
    struct ast *a = node_list(p, AST_COMPOSITION, &name, l, keyword.place,
                              l.items[l.count - 1]->place);
    if (order)
        a->number = node_number(p, *order)->number;
    return a;
}

struct ast *node_numbers(struct parse *p, struct list l)
{
    return node_list(p, AST_VECTOR, NULL, l, l.items[0]->place,
                     l.items[l.count - 1]->place);
}

/* The rows of the weights are named where others have their c. */
static bool is_weights(const struct ast *c)
{
    return c->kind == AST_NAME &&
           (!strcmp(c->name, "b") || !strcmp(c->name, "bhat"));
}

struct ast *node_row(struct parse *p, struct ast *c, struct list entries,
                     struct token colon)
{
    struct list l = list_add(p, list_empty(), is_weights(c) ? NULL : c);
    for (int i = 0; i < entries.count; i++)
        l = list_add(p, l, entries.items[i]);
    struct place last =
        entries.count ? entries.items[entries.count - 1]->place : colon.place;
    struct ast *a = node_list(p, AST_ROW, NULL, l, c->place, last);
    if (is_weights(c)) {
        a->name = c->name;
        a->name_place = c->place;
    }
    return a;
}

struct ast *node_widen(struct ast *e, struct token left, struct token right)
{
    e->place = place_join(left.place, right.place);
    return e;
}
