/* SPDX-License-Identifier: MIT
 *
 * Names: q0, L1, m for values that are read, h_over_2 for h/2, K1_0 for values
 * that the method or the spec names, c0_2, sn_2 for results of carried
 * functions, t1 for the rest. A name of the spec that could clash with these
 * gets a prefix: q of three numbers is spec_q_0.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/table.h"
#include "base/name.h"
#include "base/text.h"
#include "opt/plan.h"

/* The uses of a text. Name: whether it is taken, how many names were derived
 * from it. Label: on how many values it is. Value: the node that has it. */
struct name_use {
    const char *name; /* interned */
    bool taken;
    int count;
    expr first;
};

struct namer {
    struct plan *plan;
    struct arena *arena; /* the plan's arena */
    struct names *names;
    struct table uses; /* by interned name */
    int leaves, symbol_room, read_room;
    expr *symbol;      /* symbols that the program may read */
    struct read *read; /* their fields and locals */
};

static struct name_use *use_of(struct namer *n, const char *text)
{
    const char *name = name_of_text(n->names, text);
    struct name_use *use = memo_find(&n->uses, name);
    if (!use) {
        use = arena_alloc(n->plan->scratch, sizeof *use);
        use->name = name;
        memo_keep(&n->uses, n->plan->scratch, name, use);
    }
    return use;
}

/* Takes a name: returns it interned, or NULL if it is already taken. */
static const char *take(struct namer *n, const char *text)
{
    struct name_use *use = use_of(n, text);
    if (use->taken)
        return NULL;
    use->taken = true;
    return use->name;
}

/* Takes the name or, if it is taken, the first free one with b, ... z, _2, ...
 */
static const char *fresh(struct namer *n, const char *base)
{
    const char *name = take(n, base);
    for (struct name_use *of = use_of(n, base); !name; of->count++)
        name =
            take(n, of->count < 25
                        ? text_format(n->arena, "%s%c", base, 'b' + of->count)
                        : text_format(n->arena, "%s_%d", base, of->count - 23));
    return name;
}

const char *numbered(struct namer *n, const char *base)
{
    const char *name = NULL;
    for (struct name_use *of = use_of(n, base); !name;)
        name = take(n, text_format(n->arena, "%s%d", base, ++of->count));
    return name;
}

/* "q0", "R01", "m"; for a scalar, shape 1 or index -1, the name itself. */
static const char *component(struct namer *n, const char *base,
                             const char *between, int shape, int index)
{
    if (shape == 1 || index < 0)
        return base;
    if (shape == SHAPE_MATRIX)
        return text_format(n->arena, "%s%s%d%d", base, between, index / 3,
                           index % 3);
    return text_format(n->arena, "%s%s%d", base, between, index);
}

/* --- leaves ------------------------------------------------------------- */

static void add_leaf(struct namer *n, enum read_kind kind, expr symbol,
                     const char *field, int index, int size, const char *local)
{
    expr own = n->plan->graph->node_of[symbol->id];
    if (!n->plan->nodes.live[own->id] || own->op != OP_SYMBOL)
        return;
    arena_room(n->plan->scratch, n->symbol, n->leaves, n->symbol_room);
    n->symbol[n->leaves] = own;
    arena_push(n->arena, n->read, n->leaves, n->read_room,
               (struct read){kind, local, field, index, size});
}

static void add_leaves(struct namer *n, enum read_kind kind,
                       struct value symbol, const char *field,
                       const char *between)
{
    const int size = symbol.n;
    const char *end = kind == READ_END ? "end_" : "";
    const struct step *s = n->plan->graph->step;
    bool own =
        kind == READ_PARAM || kind == READ_INPUT || shape_is_extra(s, field);
    const char *local =
        own ? shape_spec_name(s, n->arena, field, size > 1) : field;
    local = text_format(n->arena, "%s%s", end, local);
    for (int k = 0; k < size; k++)
        add_leaf(n, kind, symbol.x[k], field, k, size,
                 component(n, local, between, value_shape(symbol), k));
}

static void add_fields(struct namer *n, enum read_kind kind, int fields,
                       const struct field *f, const char *between)
{
    for (int i = 0; i < fields; i++)
        add_leaves(n, kind, value_as(&f[i], f[i].symbol), f[i].name, between);
}

/* Torque "T0", acceleration "end_a2", or the rate of what is stored. */
static const char *action_name(struct namer *n, const char *prefix, int index)
{
    if (index >= MOST_LOADS)
        return text_format(n->arena, "%srate%d", prefix, index - MOST_LOADS);
    return text_format(n->arena, "%s%c%d", prefix, "Ta"[index / 3], index % 3);
}

/* Lists leaves in the order in which the program reads them. Between two
 * states: the second one, and torque etc. at both; in a trial: at the first. */
static void list_leaves(struct namer *n)
{
    const struct step *s = n->plan->graph->step;
    const struct routine *r = n->plan->graph->routine;
    const struct dense *d = &s->dense;
    bool between = r == &d->interp && !d->is_step;
    add_fields(n, READ_STORE, s->stores, s->store, "");
    add_leaves(n, READ_STORE, value_from(VECTOR, s->L), "L", "");
    add_leaves(n, READ_ARGUMENT, value_from(SHAPE_MATRIX, s->R), "R", "");
    add_leaves(n, READ_ARGUMENT, value_from(VECTOR, s->w), "w", "");
    for (int i = 0; i < s->offer.shows; i++) /* given by the caller */
        if (r == &s->offer.shown[i].set)
            add_fields(n, READ_ARGUMENT, 1, &s->offer.shown[i].numbers, "");
    for (int i = 0; i < s->offer.wheels; i++)
        if (r == &s->offer.wheel[i].set)
            add_leaf(n, READ_ARGUMENT, s->offer.wheel[i].symbol, "speed", 0, 1,
                     "s");
    add_fields(n, READ_END, between ? s->stores : 0, d->end, "");
    for (int end = 0; end < (between ? 2 : r == &s->adaptive.trial); end++)
        for (int k = 0; k < d->load.n; k++)
            add_leaf(n, READ_ARGUMENT, d->load.at[k].symbol[end],
                     end ? "loads_end" : "loads", k, d->load.n,
                     action_name(n, end ? "end_" : "", d->load.at[k].index));
    for (int end = 0; end < 2 && between; end++)
        for (int k = 0; k < d->internal.n; k++)
            add_leaf(n, READ_ARGUMENT, d->internal.at[k].symbol[end],
                     end ? "load_rates_end" : "load_rates", k, d->internal.n,
                     component(n, end ? "end_load_rates" : "load_rates", "",
                               d->internal.n, k));
    if (between)
        add_leaf(n, READ_SHARE, d->share, "theta", 0, 1, "theta");
    add_leaf(n, READ_TIME, s->t, "t", 0, 1, "t");
    add_fields(n, READ_PARAM, s->params, s->param, "_");
    add_fields(n, READ_INPUT, s->inputs, s->input, "_");
    add_leaf(n, READ_STEP, s->h, "h", 0, 1, "h");
    if (s->is_adaptive)
        add_leaf(n, READ_SPAN, s->span, "span", 0, 1, "span");
    for (int k = 0; k < s->relay.n; k++)
        add_leaf(n, READ_RELAY, s->relay.part[k].symbol, "push", k, s->relay.n,
                 action_name(n, "", s->relay.part[k].index));
}

/* No local may have the name of an argument that is read or written. */
static void name_leaves(struct namer *n)
{
    /* first arguments, then the state; names of the spec come last */
    static const int turn_of[] = {
        [READ_STORE] = 1, [READ_TIME] = 1,  [READ_STEP] = 1, [READ_SPAN] = 1,
        [READ_PARAM] = 2, [READ_INPUT] = 2, [READ_RELAY] = 2};
    struct plan *p = n->plan;
    const struct step *s = p->graph->step;
    const struct routine *r = p->graph->routine;
    for (int i = 0; i < s->offer.shows; i++)
        if (r == &s->offer.shown[i].get || r == &s->offer.shown[i].set)
            take(n, s->offer.shown[i].numbers.name);
    if (s->offer.wheels)
        take(n, "speed");
    for (int turn = 0; turn < 3; turn++)
        for (int i = 0; i < n->leaves; i++) {
            const char **name = &p->name[n->symbol[i]->id];
            if (turn_of[n->read[i].kind] == turn && !*name)
                *name = fresh(n, n->read[i].name);
        }
}

/* Keeps the reads that are used, each once. */
static void keep_reads(struct namer *n)
{
    struct plan *p = n->plan;
    p->program->read = n->read;
    for (int i = 0; i < n->leaves; i++) {
        int id = n->symbol[i]->id;
        if (p->uses[id] == 0)
            continue;
        p->uses[id] = 0;
        n->read[i].name = p->name[id];
        n->read[p->program->reads++] = n->read[i];
    }
}

/* --- unknowns ------------------------------------------------------------ */

/* "K2", "K1_2": the second unknown "K", the second "K1". */
static const char *with_number(struct namer *n, const char *base, int number)
{
    char last = base[0] ? base[strlen(base) - 1] : 'x';
    return text_format(n->arena, "%s%s%d", base,
                       last >= '0' && last <= '9' ? "_" : "", number);
}

/* Returns the number, from 1, among unknowns of this name; 0: the only one. */
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

/* Names unknowns "K" or, if several have that name, "K1", "K2", ... */
static void name_loop(struct namer *n, const struct solve *s,
                      struct block *loop)
{
    struct plan *p = n->plan;
    const expr *own = p->graph->node_of;
    struct text title = text_new(p->arena);
    const char *name = NULL;
    const char **carried = arena_array(p->arena, (size_t)s->n, sizeof *carried);
    const char **change = arena_array(p->arena, (size_t)s->n, sizeof *change);
    for (int k = 0; k < s->n; k++) {
        const struct variable *v = &s->variable[k];
        if (k == 0 || v->unknown != v[-1].unknown) {
            int which = occurrence(p->graph->routine, v);
            name = which ? with_number(n, v->name, which) : v->name;
            text_print(&title, "%s%s", k ? ", " : "", name);
        }
        carried[k] = fresh(n, component(n, name, "_", 3, v->component));
        change[k] = fresh(n, component(n, text_format(p->arena, "d%s", name),
                                       "_", 3, v->component));
        p->name[own[s->unknown[k]->id]->id] = carried[k];
        p->name[own[s->result[k]->id]->id] = carried[k];
        p->name[own[s->change_symbol[k]->id]->id] = change[k];
    }
    loop->title = text_chars(&title);
    loop->carried = carried;
    loop->change_name = change;
}

static void name_arrays(struct namer *n, int groups, struct block *block)
{
    const char **array =
        arena_array(n->arena, 2 * (size_t)groups + 1, sizeof *array);
    for (int i = 0; i < 2 * groups; i++)
        array[i] = numbered(n, i % 2 ? "b" : "a");
    array[2 * groups] = fresh(n, "y");
    block->array = array;
}

/* Names a part of a series: functions "dq0" and "next_q0", sums "sum1", ends of
 * kept functions "sum_q0", "last_q0" and so on, or "e1_2" of a whole series. */
static void name_part(struct namer *n, const struct taylor_part *part,
                      struct block *block)
{
    static const char *const kept[] = {"sum",    "slope", "last",
                                       "second", "third", "fourth"};
    static const char *const index[] = {"k", "j"};
    const struct plan *p = n->plan;
    const int functions = part->series->n;
    const char **name = arena_array(
        n->arena, (size_t)(part->results + functions), sizeof *name);
    const char **next = name + part->results;
    for (int k = 0; k < part->results; k++) {
        const int id = p->graph->node_of[part->result[k]->id]->id;
        const char *base = "order";
        if (part->kind == TAYLOR_END && part->all_coefficients)
            base = text_format(n->arena, "%s_%d",
                               part->name[part->first + k / part->order],
                               1 + k % part->order);
        else if (part->kind == TAYLOR_END)
            base = text_format(n->arena, "%s_%s", kept[k / part->kept],
                               part->name[part->first + k % part->kept]);
        else if (k < functions)
            base = text_format(n->arena, "d%s", part->name[k]);
        if (p->nodes.live[id] || (part->kind == TAYLOR_BEGIN && k < functions))
            name[k] =
                part->kind == TAYLOR_SUMS ? numbered(n, "sum") : fresh(n, base);
        p->name[id] = name[k];
    }
    for (int k = 0; part->kind == TAYLOR_END && k < functions; k++)
        next[k] = fresh(n, text_format(n->arena, "next_%s", part->name[k]));
    block->result = name;
    block->change_name = part->kind == TAYLOR_END ? next : NULL;
    for (int i = 0; i < (part->kind == TAYLOR_BEGIN ? 2 : 1); i++)
        block->local[i] = fresh(n, part->kind ? "c" : index[i]);
    if (part->kind == TAYLOR_BEGIN) {
        block->carried = name;
        block->order = name[functions];
        name_arrays(n, part->series->groups, block);
    }
}

/* --- once: multiples of h, products and more of parameters --------------- */

static bool is_line(const struct plan *p, expr e)
{
    return p->role[e->id] == ROLE_LINE || p->role[e->id] == ROLE_ONCE;
}

static const char *digits(struct namer *n, num x)
{
    const struct plan *p = n->plan;
    const char *text = number_text(p->arena, x, p->graph->real);
    return text ? text : number_show(p->arena, x);
}

/* Prints the value as it will be written, with the names of its operands. */
static void put_value(struct namer *n, expr e, struct text *out)
{
    const struct plan *p = n->plan;
    if (p->name[e->id]) {
        text_put(out, p->name[e->id]);
        return;
    }
    text_print(out, "%s%d%s(", op_info(e->op)->name, e->index,
               e->grid ? e->grid->name : "");
    if (e->number)
        text_put(out, digits(n, e->number));
    for (int i = 0; i < e->arity; i++) {
        text_char(out, ',');
        if (e->op == OP_SUM)
            text_print(out, "%s ", digits(n, e->coef[i]));
        put_value(n, e->arg[i], out);
    }
    text_char(out, ')');
}

/* Names lines that run once a call. Lines whose values have the same digits
 * share a name: surds computed in different ways, equal moments of inertia. */
static void name_once(struct namer *n)
{
    struct plan *p = n->plan;
    for (int i = 0; i < p->nodes.n; i++) {
        expr e = p->nodes.node[i];
        if (p->role[e->id] != ROLE_ONCE || p->name[e->id])
            continue;
        struct text text = text_new(p->scratch);
        put_value(n, e, &text);
        struct name_use *use = use_of(n, text_chars(&text));
        if (use->first) {
            p->name[e->id] = p->name[use->first->id];
            p->role[e->id] = ROLE_LEAF;
            continue;
        }
        const char *shape = shape_of(p, e);
        p->name[e->id] = shape ? fresh(n, shape) : numbered(n, "k");
        use->first = e;
    }
}

/* --- labels ------------------------------------------------------------- */

/* Returns the number in a title such as "stage 2", else the stage's own. */
static int stage_number(const struct plan *p, int stage)
{
    if (stage < 0)
        return 0;
    const char *title = p->graph->routine->stage[stage].title;
    const char *digits = title ? strpbrk(title, "0123456789") : NULL;
    return digits ? atoi(digits) : stage + 1;
}

static struct name_use *label_known(struct namer *n, const struct label *label)
{
    return use_of(n, text_format(n->plan->scratch, "%s %d %d", label->name,
                                 label->component, label->soft));
}

/* Names the line of a labelled value or, as "J01_s", of c times it. */
static void give_label(struct namer *n, const struct label *label, expr line,
                       num c)
{
    struct plan *p = n->plan;
    const char *base = label->name;
    if (label->from_spec || shape_is_extra(p->graph->step, base))
        base = shape_spec_name(p->graph->step, p->arena, base, true);
    int stage = p->stage[line->id];
    if (!number_near(c, number_int(p->arena, 1))) {
        const char *of = component(n, base, "_", 3, label->component);
        p->note[line->id] = shape_multiple(p->arena, of, c);
        base = text_format(p->arena, "%s_s", base);
    }
    if (label_known(n, label)->count > 1)
        base = with_number(n, base, stage_number(p, stage));
    p->name[line->id] = fresh(n, component(n, base, "_", 3, label->component));
}

/* Names the lines of labelled nodes. Soft labels come last; they may also name
 * the line of a multiple, but no line that is computed once a call. A label may
 * be on several values, such as a spec's `let` in each stage. */
static void name_labels(struct namer *n)
{
    struct plan *p = n->plan;
    const struct graph *g = p->graph;
    num one = number_int(p->scratch, 1);
    expr *multiple = graph_table(p->graph, sizeof *multiple);
    for (int i = 0; i < p->nodes.n; i++)
        if (p->nodes.node[i]->op == OP_SCALE)
            multiple[p->nodes.node[i]->arg[0]->id] = p->nodes.node[i];
    for (int i = 0; i < g->labels; i++) {
        expr e = g->label[i].node;
        struct name_use *use = label_known(n, &g->label[i]);
        use->count += e && e != use->first;
        use->first = use->first ? use->first : e;
    }
    for (int soft = 0; soft < 2; soft++)
        for (int i = 0; i < g->labels; i++) {
            const struct label *label = &g->label[i];
            expr e = label->soft == soft ? label->node : NULL;
            for (int k = 0; e && k < 1 + soft; k++) {
                enum role role = p->role[e->id];
                num c = k ? e->number : one;
                if (p->nodes.live[e->id] && !p->name[e->id] &&
                    (role == ROLE_LINE || (!soft && role == ROLE_ONCE)))
                    give_label(n, label, e,
                               soft ? number_div(p->arena, c, label->factor)
                                    : c);
                e = multiple[e->id];
            }
        }
}

/* --- lines -------------------------------------------------------------- */

/* Takes the name "sn" or, in stage 2, "sn_2". */
static const char *name_of_stage(struct namer *n, const char *base, int stage)
{
    if (stage >= 0)
        base =
            text_format(n->arena, "%s_%d", base, stage_number(n->plan, stage));
    return fresh(n, base);
}

/* Names roots, by id: "new_L0" of the state, "ds_0" of a change. */
static void name_roots(struct namer *n, const char **into)
{
    struct plan *p = n->plan;
    const struct graph *g = p->graph;
    const struct routine *r = g->routine;
    const expr *root = g->root;
    const struct step *s = g->step;
    bool is_new =
        r == &s->advance || r == &s->adaptive.trial || r == &s->dense.interp;
    for (int i = 0; i < r->outputs; i++) {
        const char *name = r->output[i].name;
        if (shape_is_extra(s, name))
            name = shape_spec_name(s, p->arena, name, r->output[i].n > 1);
        for (int k = 0; k < r->output[i].n; k++)
            into[(*root++)->id] =
                text_format(p->arena, is_new ? "new_%s" : "%s",
                            component(n, name, "", r->output[i].n, k));
    }
    for (int i = 0; i < r->solves; i++) {
        int size = r->solve[i].n;
        for (int k = 0; k < size; k++) {
            into[root[k]->id] = p->loop[i].carried[k];
            into[root[size + k]->id] = p->loop[i].change_name[k];
        }
        into[root[2 * size]->id] = "done";
        into[root[2 * size + 1]->id] = "accept";
        root += 2 * size + 2;
        root += r->solve[i].part ? r->solve[i].part->values : 0;
    }
}

/* Returns where values for a and b both go: "q0" if equal, the vector "T" of
 * T_0 and T_1, or "" if there is no such name. a NULL: nothing is known yet. */
static const char *meet(struct namer *n, const char *a, const char *b)
{
    const char *of[2] = {a, b};
    size_t size[2];
    if (!a || !strcmp(a, b))
        return b;
    for (int i = 0; i < 2; i++) {
        size[i] = strlen(of[i]);
        size[i] -= size[i] > 1 && ascii_is_digit(of[i][size[i] - 1]);
        size[i] -= size[i] > 1 && of[i][size[i] - 1] == '_';
    }
    if (size[0] != size[1] || strncmp(a, b, size[0]) != 0)
        return "";
    return arena_text(n->plan->scratch, a, size[0]);
}

/* Names values whose own name would be too long: "det_part" if they only go
 * into one named value or vector, "J01_over_h" if J01 is h times it. */
static void name_parts(struct namer *n)
{
    struct plan *p = n->plan;
    const char **into = graph_table(p->graph, sizeof *into);
    const char **over = graph_table(p->graph, sizeof *over);
    name_roots(n, into);
    for (int i = 0; i < p->graph->roots; i++)
        if (is_line(p, p->graph->root[i]))
            over[p->graph->root[i]->id] = into[p->graph->root[i]->id];
    for (int i = p->nodes.n - 1; i >= 0; i--) {
        expr e = p->nodes.node[i];
        const char *own = is_line(p, e) ? p->name[e->id] : NULL;
        const char *of = own ? own : over[e->id] ? over[e->id] : into[e->id];
        for (int k = 0; k < e->arity; k++) {
            expr x = e->arg[k];
            expr by = e->op == OP_MUL ? e->arg[!k] : x;
            into[x->id] = meet(n, into[x->id], of ? of : "");
            if (p->uses[x->id] > 1 && own && by != x && p->name[by->id] &&
                graph_is_once(p->graph, by))
                over[x->id] =
                    text_format(p->arena, "%s_over_%s", own, p->name[by->id]);
        }
    }
    for (int i = 0; i < p->orders; i++) {
        int id = p->order[i]->id;
        if (p->role[id] != ROLE_LINE || p->name[id])
            continue;
        if (over[id]) {
            p->name[id] = fresh(n, over[id]);
        } else if (into[id] && *into[id]) { /* "det_part", "det_part2" */
            const char *part = text_format(p->arena, "%s_part", into[id]);
            struct name_use *use = use_of(n, part);
            use->count += use->count == 0;
            p->name[id] = use->taken ? numbered(n, part) : take(n, part);
        }
    }
}

/* Before the others "y_2": the argument of the c_k of stage 2, an angle^2. */
static void name_lines(struct namer *n)
{
    struct plan *p = n->plan;
    for (int i = 0; i < p->orders; i++) {
        expr e = p->order[i];
        int id = e->op == OP_STUMPFF ? e->arg[0]->id : e->id;
        if (id != e->id && p->role[id] == ROLE_LINE && !p->name[id])
            p->name[id] = name_of_stage(n, "y", p->stage[e->id]);
    }
    for (int i = 0; i < p->orders; i++) {
        int id = p->order[i]->id;
        struct family *f = p->family[id];
        for (int k = 0; f && k < f->call->results; k++) {
            f->name[k] = name_of_stage(n, f->call->result[k], p->stage[id]);
            if (f->member[k])
                p->name[f->member[k]->id] = f->name[k];
        }
        const char *shape = p->name[id] ? NULL : shape_of(p, p->order[i]);
        if (shape)
            p->name[id] = fresh(n, shape);
    }
    name_parts(n);
    for (int i = 0; i < p->orders; i++)
        if (!p->name[p->order[i]->id])
            p->name[p->order[i]->id] = numbered(n, "t");
}

void label_nodes(struct plan *p, struct names *names)
{
    struct namer *n = p->namer = arena_alloc(p->scratch, sizeof *n);
    *n = (struct namer){.plan = p, .arena = p->arena, .names = names};
    list_leaves(n);
    name_leaves(n);
    keep_reads(n);
    for (int i = 0; i < p->graph->routine->solves; i++)
        p->graph->routine->solve[i].part
            ? name_part(n, p->graph->routine->solve[i].part, &p->loop[i])
            : name_loop(n, &p->graph->routine->solve[i], &p->loop[i]);
    name_labels(n);
    name_once(n);
    name_lines(n);
}
