/* SPDX-License-Identifier: MIT
 *
 * Names: q0, L1, m for what is read, h2 for h/2, K1_0 for what the method or
 * the spec named, c0_2, sn_2 for functions
 * that are carried along, t1 for the rest.
 */
#include "opt/label.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/memo.h"
#include "base/name.h"
#include "base/text.h"

struct namer {
    struct plan *plan;
    struct names *names;
    const char **slot; /* open addressing; interned names */
    size_t slots;      /* a power of two, never full */
    int temporaries, multiples;
    struct memo labelled, repeated; /* nodes, by key_of */
};

static size_t slot_of(const struct namer *n, const char *name)
{
    size_t at = ((size_t)name >> 4) & (n->slots - 1);
    while (n->slot[at] && n->slot[at] != name)
        at = (at + 1) & (n->slots - 1);
    return at;
}

/* The interned name if nobody has it yet, else NULL. */
static const char *take(struct namer *n, const char *text)
{
    const char *name = name_of_text(n->names, text);
    size_t at = slot_of(n, name);
    if (n->slot[at])
        return NULL;
    n->slot[at] = name;
    return name;
}

/* The name itself, or with the first of b, c, ... z, 2, 3, ... that is free. */
static const char *fresh(struct namer *n, const char *base)
{
    const char *name = take(n, base);
    for (char c = 'b'; !name && c <= 'z'; c++)
        name = take(n, text_format(n->plan->arena, "%s%c", base, c));
    for (int i = 2; !name; i++)
        name = take(n, text_format(n->plan->arena, "%s_%d", base, i));
    return name;
}

static const char *numbered(struct namer *n, const char *base, int *count)
{
    const char *name = NULL;
    while (!name)
        name = take(n, text_format(n->plan->arena, "%s%d", base, ++*count));
    return name;
}

/* "q0", "R01", "m" */
static const char *component(struct namer *n, const char *base,
                             const char *between, int size, int index)
{
    if (size == 1)
        return fresh(n, base);
    if (size == 9)
        return fresh(n, text_format(n->plan->arena, "%s%s%d%d", base, between,
                                    index / 3, index % 3));
    return fresh(n,
                 text_format(n->plan->arena, "%s%s%d", base, between, index));
}

/* --- leaves ------------------------------------------------------------- */

static bool is_live(const struct plan *p, const struct expr *e)
{
    return e->id < p->size && p->live[e->id];
}

static void name_leaf(struct namer *n, const struct expr *e, const char *base,
                      const char *between, int size, int index)
{
    struct plan *p = n->plan;
    if (is_live(p, e) && e->op == OP_SYMBOL && !p->name[e->id])
        p->name[e->id] = component(n, base, between, size, index);
}

static void name_fields(struct namer *n, const struct field *field, int count)
{
    for (int i = 0; i < count; i++)
        for (int k = 0; k < field[i].n; k++)
            name_leaf(n, field[i].symbol[k], field[i].name, "_", field[i].n, k);
}

/* No local may have the name of the argument that it is read from, or of the
 * one that is written. */
static void name_shown(struct namer *n)
{
    const struct step *s = n->plan->graph->step;
    const struct routine *r = n->plan->graph->routine;
    for (int i = 0; i < s->shows; i++) {
        const struct store *numbers = &s->shown[i].numbers;
        if (r != &s->shown[i].get && r != &s->shown[i].set)
            continue;
        take(n, numbers->name);
        for (int k = 0; k < numbers->n; k++)
            name_leaf(n, numbers->symbol[k], numbers->name, "", numbers->n, k);
    }
}

/* The symbol of theta is first: it is an argument, and keeps its name. */
static void name_interval(struct namer *n)
{
    const struct step *s = n->plan->graph->step;
    if (n->plan->graph->routine != &s->dense.interp)
        return;
    name_leaf(n, s->dense.share, "theta", "", 1, 0);
    for (int i = 0; i < s->stores; i++) {
        const char *name =
            text_format(n->plan->arena, "end_%s", s->dense.end[i].name);
        for (int k = 0; k < s->dense.end[i].n; k++)
            name_leaf(n, s->dense.end[i].symbol[k], name, "", s->dense.end[i].n,
                      k);
    }
}

/* Torque and acceleration at both states. */
static void name_actions(struct namer *n)
{
    static const char *const name[2][2] = {{"T", "end_T"}, {"a", "end_a"}};
    const struct dense *all = &n->plan->graph->step->dense;
    for (int k = 0; k < all->actions; k++)
        for (int end = 0; end < 2; end++) {
            int index = all->action[k].index;
            name_leaf(n, all->action[k].symbol[end], name[index / 3][end], "",
                      3, index % 3);
        }
    for (int k = 0; k < all->rates; k++)
        for (int end = 0; end < 2; end++)
            name_leaf(n, all->rate[k].symbol[end], end ? "end_sway" : "sway",
                      "", all->rates, k);
}

static void name_leaves(struct namer *n)
{
    const struct step *s = n->plan->graph->step;
    const struct model *m = s->model;
    name_interval(n);
    name_actions(n);
    name_shown(n);
    for (int i = 0; i < s->stores; i++)
        for (int k = 0; k < s->store[i].n; k++)
            name_leaf(n, s->store[i].symbol[k], s->store[i].name, "",
                      s->store[i].n, k);
    name_leaf(n, m->t, "t", "", 1, 0);
    name_leaf(n, s->h, "h", "", 1, 0);
    if (s->adaptive)
        name_leaf(n, s->span, "span", "", 1, 0);
    for (int k = 0; k < 9; k++)
        name_leaf(n, m->R.x[k], "R", "", 9, k);
    for (int k = 0; k < 3; k++)
        name_leaf(n, m->w.x[k], "w", "", 3, k);
    for (int k = 0; k < 3; k++)
        name_leaf(n, m->L.x[k], "L", "", 3, k);
    name_fields(n, m->param, m->params);
    name_fields(n, m->input, m->inputs);
    for (int k = 0; k < s->relay.n; k++) {
        const struct relay_part *part = &s->relay.part[k];
        name_leaf(n, part->symbol, part->index < 3 ? "T" : "a", "", 3,
                  part->index % 3);
    }
}

static void set_name(struct plan *p, const struct expr *e, const char *name)
{
    if (e->id < p->size)
        p->name[e->id] = name;
}

/* Which of the unknowns with this name it is, from 1 on; 0: the only one. */
static int occurrence(const struct routine *r, const struct variable *v)
{
    int last = v->unknown, before = 0, others = 0;
    for (int i = 0; i < r->solves; i++)
        for (int k = 0; k < r->solve[i].n; k++) {
            const struct variable *other = &r->solve[i].variable[k];
            bool is_first = k == 0 || other->unknown != other[-1].unknown;
            if (!is_first || strcmp(other->name, v->name) != 0)
                continue;
            before += other->unknown <= last;
            others += other->unknown != last;
        }
    return others ? before : 0;
}

/* "K"; where several unknowns have that name, "K1", "K2", ... */
static const char *unknown_name(struct namer *n, const struct variable *v)
{
    int which = occurrence(n->plan->graph->routine, v);
    char last = v->name[0] ? v->name[strlen(v->name) - 1] : 'x';
    const char *between = last >= '0' && last <= '9' ? "_" : "";
    if (which == 0)
        return v->name;
    return text_format(n->plan->arena, "%s%s%d", v->name, between, which);
}

static const char *variable_name(struct namer *n, const char *prefix,
                                 const char *name, const struct variable *v)
{
    name = text_format(n->plan->arena, "%s%s", prefix, name);
    return component(n, name, "_", v->component < 0 ? 1 : 3, v->component);
}

static void name_variable(struct namer *n, const struct solve *s, int k,
                          const char *name, struct loop_names *loop)
{
    struct plan *p = n->plan;
    loop->carried[k] = variable_name(n, "", name, &s->variable[k]);
    loop->change[k] = variable_name(n, "d", name, &s->variable[k]);
    set_name(p, s->unknown[k], loop->carried[k]);
    set_name(p, s->result[k], loop->carried[k]);
    set_name(p, s->change_symbol[k], loop->change[k]);
}

static void name_loop(struct namer *n, const struct solve *s,
                      struct loop_names *loop)
{
    struct arena *arena = n->plan->arena;
    struct text title = text_new(arena);
    const char *name = NULL;
    size_t count = (size_t)s->n;
    loop->carried = arena_array(arena, count, sizeof *loop->carried);
    loop->change = arena_array(arena, count, sizeof *loop->change);
    for (int k = 0; k < s->n; k++) {
        const struct variable *v = &s->variable[k];
        if (k == 0 || v->unknown != v[-1].unknown) {
            name = unknown_name(n, v);
            text_print(&title, "%s%s", k ? ", " : "", name);
        }
        name_variable(n, s, k, name, loop);
    }
    loop->title = text_chars(&title);
}

/* --- once: multiples of h, products and more of parameters --------------- */

/* "h2" for h/2, "h2_3" for 2 h/3, "hx2" for 2 h, "mgl_2" for mgl/2; NULL if
 * the constant is not so simple. */
static const char *multiple_name(struct namer *n, const struct number *c,
                                 const char *of)
{
    const char *text = number_show(n->plan->arena, c);
    const char *between = strcmp(of, "h") == 0 ? "" : "_";
    size_t digits = strspn(text, "0123456789"), length = strlen(text);
    if (length > 7 || digits == 0)
        return NULL;
    if (digits == length)
        return fresh(n,
                     text_format(n->plan->arena, "%s%sx%s", of, between, text));
    if (text[digits] != '/' ||
        strspn(text + digits + 1, "0123456789") != length - digits - 1)
        return NULL;
    if (digits == 1 && text[0] == '1')
        return fresh(
            n, text_format(n->plan->arena, "%s%s%s", of, between, text + 2));
    return fresh(n, text_format(n->plan->arena, "%s%s%.*s_%s", of, between,
                                (int)digits, text, text + digits + 1));
}

/* "m_g_l" for a product of few, "over_m" for a reciprocal, NULL for what is
 * longer or is neither. */
static const char *product_name(struct namer *n, const struct expr *e)
{
    const struct expr *todo[8];
    struct text name = text_new(n->plan->arena);
    int count = 0, factors = 0;
    if (e->op == OP_POW && e->index < 0) {
        e = e->arg[0];
        text_put(&name, "over_");
    }
    todo[count++] = e;
    while (count > 0) {
        e = todo[--count];
        if (e->op == OP_SYMBOL) {
            text_print(&name, "%s%s", factors++ ? "_" : "",
                       n->plan->name[e->id]);
        } else if ((e->op != OP_MUL && e->op != OP_SCALE &&
                    (e->op != OP_POW || e->index < 0)) ||
                   count + e->arity > 7) {
            return NULL;
        }
        for (int i = e->arity - 1; i >= 0; i--)
            todo[count++] = e->arg[i];
        if (e->op == OP_POW) /* a square */
            todo[count++] = e->arg[0];
    }
    return factors > 0 && factors <= 4 ? fresh(n, text_chars(&name)) : NULL;
}

static void name_once(struct namer *n)
{
    struct plan *p = n->plan;
    for (int i = 0; i < p->nodes.n; i++) {
        const struct expr *e = p->nodes.node[i];
        const char **name = &p->name[e->id];
        if (p->role[e->id] != ROLE_ONCE || *name)
            continue;
        if (e->op == OP_SCALE && e->arg[0]->op == OP_SYMBOL)
            *name = multiple_name(n, e->number, p->name[e->arg[0]->id]);
        else if (e->op != OP_SCALE)
            *name = product_name(n, e);
        if (!*name)
            *name = numbered(n, "k", &n->multiples);
    }
}

/* --- labels ------------------------------------------------------------- */

/* The number in "stage 2", else the stage's own. */
static int stage_number(const struct plan *p, int stage)
{
    if (stage < 0)
        return 0;
    const char *title = p->graph->routine->stage[stage].title;
    const char *digits = title ? strpbrk(title, "0123456789") : NULL;
    return digits ? atoi(digits) : stage + 1;
}

static const char *key_of(struct namer *n, const struct label *label)
{
    return name_of_text(n->names, text_format(n->plan->arena, "%s %d",
                                              label->name, label->component));
}

/* The same label on several values, as a spec's `let` in every stage. */
static void find_repeated(struct namer *n)
{
    const struct graph *g = n->plan->graph;
    struct arena *arena = n->plan->arena;
    for (int i = 0; i < g->labels; i++) {
        const struct label *label = &g->label[i];
        if (!label->node)
            continue;
        const char *key = key_of(n, label);
        const struct expr *first = memo_find(&n->labelled, key);
        if (!first)
            memo_keep(&n->labelled, arena, key, label->node);
        else if (first != label->node)
            memo_keep(&n->repeated, arena, key, label->node);
    }
}

static const char *label_name(struct namer *n, const struct label *label)
{
    struct plan *p = n->plan;
    const char *base = label->name;
    if (memo_find(&n->repeated, key_of(n, label))) {
        bool digit =
            base[strlen(base) - 1] >= '0' && base[strlen(base) - 1] <= '9';
        base = text_format(p->arena, "%s%s%d", base, digit ? "_" : "",
                           stage_number(p, p->stage[label->node->id]));
    }
    if (label->component < 0)
        return fresh(n, base);
    return fresh(n, text_format(p->arena, "%s_%d", base, label->component));
}

static void name_labels(struct namer *n)
{
    struct plan *p = n->plan;
    find_repeated(n);
    for (int i = 0; i < p->graph->labels; i++) {
        const struct label *label = &p->graph->label[i];
        if (!label->node || !is_live(p, label->node))
            continue;
        int id = label->node->id;
        bool has_line = p->role[id] == ROLE_LINE || p->role[id] == ROLE_ONCE;
        if (has_line && !p->name[id])
            p->name[id] = label_name(n, label);
    }
}

/* --- lines -------------------------------------------------------------- */

static void name_family(struct namer *n, struct family *f, int stage)
{
    struct plan *p = n->plan;
    for (int k = 0; k < f->call->results; k++) {
        const char *base = f->call->result[k];
        if (stage >= 0)
            base = text_format(p->arena, "%s_%d", base, stage_number(p, stage));
        f->name[k] = fresh(n, base);
        if (f->member[k])
            p->name[f->member[k]->id] = f->name[k];
    }
}

/* "y_2": what the c_k of stage 2 are functions of, a square of an angle. */
static void name_argument(struct namer *n, const struct family *f, int stage)
{
    struct plan *p = n->plan;
    int id = f->first->arg[0]->id;
    if (f->first->op == OP_STUMPFF && p->role[id] == ROLE_LINE && !p->name[id])
        p->name[id] = stage < 0 ? fresh(n, "y")
                                : fresh(n, text_format(p->arena, "y_%d",
                                                       stage_number(p, stage)));
}

static void name_arguments(struct namer *n)
{
    struct plan *p = n->plan;
    for (int i = 0; i < p->orders; i++) {
        int id = p->order[i]->id;
        if (p->role[id] == ROLE_CALL)
            name_argument(n, &p->item[p->family[id]], p->stage[id]);
    }
}

/* c_1 v of a named component v2_0 is "e2_0", of a quaternion's vector part;
 * NULL for anything else. */
static const char *element_name(struct namer *n, const struct expr *e)
{
    struct plan *p = n->plan;
    for (int side = 0; e->op == OP_MUL && side < 2; side++) {
        const struct expr *c = e->arg[side], *v = e->arg[1 - side];
        const char *name = p->name[v->id];
        if (c->op == OP_STUMPFF && c->index == 1 && p->named[v->id] && name)
            return fresh(n, text_format(p->arena, "e%s",
                                        name + strcspn(name, "0123456789_")));
    }
    return NULL;
}

static void name_lines(struct namer *n)
{
    struct plan *p = n->plan;
    for (int i = 0; i < p->orders; i++) {
        int id = p->order[i]->id;
        if (p->role[id] == ROLE_CALL)
            name_family(n, &p->item[p->family[id]], p->stage[id]);
        else if (!p->name[id])
            p->name[id] = element_name(n, p->order[i]);
        if (!p->name[id])
            p->name[id] = numbered(n, "t", &n->temporaries);
    }
}

/* At least as many as will be taken. */
static size_t count_names(const struct plan *p)
{
    size_t count = 6 * (size_t)p->orders;
    for (int i = 0; i < p->size; i++)
        count +=
            p->live[i] && (p->role[i] == ROLE_LEAF || p->role[i] == ROLE_ONCE);
    for (int i = 0; i < p->graph->routine->solves; i++)
        count += 2 * (size_t)p->graph->routine->solve[i].n;
    return count;
}

void label_nodes(struct plan *p, struct names *names, struct loop_names *loop)
{
    struct namer n = {.plan = p, .names = names, .slots = 256};
    while (n.slots < 2 * count_names(p))
        n.slots *= 2;
    n.slot = arena_array(p->arena, n.slots, sizeof *n.slot);
    name_leaves(&n);
    for (int i = 0; i < p->graph->routine->solves; i++)
        name_loop(&n, &p->graph->routine->solve[i], &loop[i]);
    name_labels(&n);
    name_once(&n);
    name_arguments(&n);
    name_lines(&n);
}
