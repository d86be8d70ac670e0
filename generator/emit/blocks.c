/* SPDX-License-Identifier: MIT
 *
 * Lines and blocks of a program as Lua tables: straight ones, Newton
 * iterations, and parts of a series.
 */
#include <string.h>

#include "emit/view.h"

PUSH_ITEM(push_name, const char *, string,
          x ? spell_name(v->speller, x, AS_LOCAL) : NULL)
PUSH_ITEM(push_text, const char *, string, x)
PUSH_ITEM(push_tree, const struct tree *, string,
          spell_tree(v->speller, x, false))

void push_line(struct view *v, const void *list, int i)
{
    const struct line *line = (const struct line *)list + i;
    struct speller *s = v->speller;
    bool truth = spell_is_truth(s, line);
    set(v, "{truth:b note:s", truth, v->is_bare ? NULL : line->note);
    if (line->call) {
        const struct tree *t = line->value;
        const char *arguments = spell_tree(s, t->arg[0], false);
        for (int k = 1; k < t->n; k++)
            arguments = text_format(s->arena, "%s, %s", arguments,
                                    spell_tree(s, t->arg[k], false));
        set(v, "call:s value:s",
            text_format(s->arena, "%s%s", line->call, s->call_suffix),
            arguments);
        set_list(v, "names", line->n, push_name, line->name);
    } else {
        s->line = line->name[0];
        set(v, "name:s value:s", spell_name(s, line->name[0], AS_LOCAL),
            spell_tree(s, line->value, truth));
        s->line = NULL;
    }
}

static void push_pack(struct view *v, const void *list, int i)
{
    const struct pack *pack = (const struct pack *)list + i;
    set(v, "{name:s value:s", spell_name(v->speller, pack->name, AS_LOCAL),
        pack->value ? spell_tree(v->speller, pack->value, false) : NULL);
    set_list(v, "lanes", pack->n, push_tree, pack->lane);
}

static void push_paragraph(struct view *v, const void *list, int i)
{
    const struct paragraph *p = (const struct paragraph *)list + i;
    set(v, "{title:s", v->is_bare ? NULL : p->title);
    set_list(v, "lines", p->lines, push_line, p->line);
    set_list(v, "packs", v->is_bare ? 0 : p->packs, push_pack, p->pack);
}

/* A change that already is a name needs no local of its own. */
static void push_change(struct view *v, const void *block, int i)
{
    const struct block *b = block;
    const struct tree *t = b->change[i];
    set(v, "{name:s", spell_name(v->speller, b->change_name[i], AS_LOCAL));
    if (t->kind != TREE_NAME || strcmp(t->name, b->change_name[i]) != 0)
        set(v, "value:s", spell_tree(v->speller, t, false));
}

/* Pushes a store into side "a" or "b" of a group: group, place and value. */
static void push_store(struct view *v, const void *block, int i)
{
    const struct block *b = block;
    const struct taylor_store *s = &b->part->store[i];
    set(v, "{side:s group:i place:i value:s", s->side ? "b" : "a", s->group + 1,
        s->place, spell_tree(v->speller, b->stored[i], false));
}

static void push_group(struct view *v, const void *list, int i)
{
    const struct taylor_group *g = (const struct taylor_group *)list + i;
    set(v, "{as:i bs:i open_a:b open_b:b", g->as, g->bs, g->open_a, g->open_b);
}

/* Pushes a sum's local and its place in its group. */
static void push_sum(struct view *v, const void *block, int i)
{
    const struct block *b = block;
    const struct taylor_sum *s = &b->part->series->group[b->part->group].sum[i];
    set(v, "{name:s a:i b:i",
        b->result[i] ? spell_name(v->speller, b->result[i], AS_LOCAL) : NULL,
        s->a, s->b);
}

/* Sets the fields of a part of a series. */
static void set_part(struct view *v, const struct block *b)
{
    const struct taylor_part *part = b->part;
    set(v, "series:i order:i group:i first:i kept:i whole:b", part->number + 1,
        part->order, part->group + 1, part->first, part->kept,
        part->all_coefficients);
    set_list(v, "groups", part->series->groups, push_group,
             part->series->group);
    set_list(v, "stores", part->stores, push_store, b);
    if (b->kind == BLOCK_SERIES) {
        set(v, "order_name:s k:s j:s",
            b->order ? spell_name(v->speller, b->order, AS_LOCAL) : NULL,
            b->local[0], b->local[1]);
        set_list(v, "arrays", 2 * part->series->groups + 1, push_text,
                 b->array);
        set_list(v, "carried", b->n, push_name, b->carried);
        set_list(v, "start", b->n, push_tree, b->start);
    } else if (b->kind == BLOCK_SUMS) {
        set(v, "c:s", b->local[0]);
        set_list(v, "sums", part->results, push_sum, b);
    } else {
        set_list(v, "next", b->n, push_change, b);
        set_list(v, "names", part->results, push_name, b->result);
    }
}

void push_block(struct view *v, const void *list, int i)
{
    static const char *const kind[] = {"straight", "newton", "require",
                                       "series",   "sums",   "series_end"};
    const struct block *b = (const struct block *)list + i;
    static const char *const fails[] = {"STEP_TOO_LARGE", "SINGULAR",
                                        "OUT_OF_RANGE", "NOT_POSITIVE",
                                        "NOT_FINITE"};
    set(v, "{kind:s fails:s", kind[b->kind], fails[b->fails]);
    set_list(v, "paragraphs", b->paragraphs, push_paragraph, b->paragraph);
    if (b->part)
        set_part(v, b);
    if (b->kind == BLOCK_NEWTON) {
        set(v, "title:s sweeps:i", b->title, b->sweeps);
        set_list(v, "carried", b->n, push_name, b->carried);
        set_list(v, "start", b->n, push_tree, b->start);
        set_list(v, "change", b->n, push_change, b);
        set(v, "done:s", spell_tree(v->speller, b->done, true));
    }
    if (b->accept)
        set(v, "accept:s", spell_tree(v->speller, b->accept, true));
}
