/* SPDX-License-Identifier: MIT
 *
 * The times at which torque and force are not smooth.
 *
 * They may jump where a comparison changes its result; they have a kink where
 * the two sides of min or max meet, or the argument of abs is zero.  An
 * adaptive step across such a time has an error of O(h), or O(h^2), whatever
 * its order.
 *
 * An expression of t, params and constants may consist of linear pieces a t +
 * b: t, on and off for saturate(t, on, off).  Two expressions can meet only
 * where a piece of one meets a piece of the other.  Whether they do is tested
 * on both sides of that time, with the params at their defaults.
 */
#include "model/check.h"

#include <math.h>
#include <string.h>

enum { MOST = 64 }; /* maximum number of pieces of an expression */

struct piece {
    expr slope, value; /* value at t = 0 */
};

struct node {
    int pieces; /* 0: not piecewise linear in t */
    const struct piece *piece;
    int times, room;
    struct breakpoint *time; /* times at which it switches */
};

struct breaks {
    struct check *c;
    struct pool *pool;
    struct arena *arena;
    struct node *node;  /* by id */
    double first, last; /* times of the run; equal: unknown */
    expr zero, one;
    struct piece piece[MOST]; /* pieces of the current node */
    int pieces;            /* their number; MOST + 1: too many, or not linear */
    struct swaps defaults; /* values of t, and of params: the defaults */
    int roots;
    const expr *root;
    struct swaps arbitrary; /* arbitrary values, then `defaults` */
};

static bool has_kink(expr e)
{
    return e->op == OP_ABS || e->op == OP_MIN || e->op == OP_MAX;
}

/* -- pieces ---------------------------------------------------------------- */

static void add_piece(struct breaks *b, expr slope, expr value)
{
    for (int i = 0; i < b->pieces && i < MOST; i++)
        if (b->piece[i].slope == slope && b->piece[i].value == value)
            return;
    if (b->pieces >= MOST || slope->op == OP_UNDEFINED ||
        value->op == OP_UNDEFINED)
        b->pieces = MOST + 1;
    else
        b->piece[b->pieces++] = (struct piece){slope, value};
}

/* Adds the pieces of an argument, times a sign. */
static void add_pieces(struct breaks *b, expr argument, int sign)
{
    const struct node *of = &b->node[argument->id];
    for (int i = 0; i < of->pieces; i++) {
        const struct piece p = of->piece[i];
        add_piece(b, sign < 0 ? expr_neg(b->pool, p.slope) : p.slope,
                  sign < 0 ? expr_neg(b->pool, p.value) : p.value);
    }
}

/* Combines each piece of each argument with each of the other arguments. */
static void combine(struct breaks *b, expr e)
{
    struct pool *p = b->pool;
    long all = 1;
    for (int i = 0; i < e->arity && all <= MOST; i++)
        all *= b->node[e->arg[i]->id].pieces;
    if (all > MOST)
        return add_piece(b, expr_number(p, NULL), b->zero);
    expr *s = arena_array(b->arena, 2 * (size_t)e->arity, sizeof *s);
    expr *v = s + e->arity;
    for (long k = 0; k < all; k++) {
        bool is_flat = true;
        long rest = k;
        for (int i = 0; i < e->arity; i++) {
            const struct node *of = &b->node[e->arg[i]->id];
            s[i] = of->piece[rest % of->pieces].slope;
            v[i] = of->piece[rest % of->pieces].value;
            is_flat &= expr_is_zero(s[i]);
            rest /= of->pieces;
        }
        const bool is_linear = e->op == OP_SUM || e->op == OP_SCALE;
        const bool is_product =
            e->op == OP_MUL && (expr_is_zero(s[0]) || expr_is_zero(s[1]));
        expr y = b->zero, slope = is_flat ? b->zero : expr_number(p, NULL);
        if (is_product)
            slope =
                expr_add(p, expr_mul(p, s[0], v[1]), expr_mul(p, v[0], s[1]));
        if (is_flat || is_linear || is_product)
            expr_subst(p, 1, &e, e->arity, e->arg, v, &y);
        if (is_linear)
            expr_subst(p, 1, &e, e->arity, e->arg, s, &slope);
        add_piece(b, slope, y);
    }
}

/* Adds the integers that the argument passes during the run. */
static void add_steps(struct breaks *b, expr argument)
{
    const struct node *of = &b->node[argument->id];
    for (int i = 0; i < of->pieces; i++) {
        const struct piece p = of->piece[i];
        double at[2] = {NAN, NAN};
        for (int k = 0; k < 2 && b->first < b->last; k++)
            if (expr_is_const(p.slope) && expr_is_const(p.value))
                at[k] =
                    number_double(p.slope->number) * (k ? b->last : b->first) +
                    number_double(p.value->number);
        const double low = floor(fmin(at[0], at[1]));
        const double high = floor(fmax(at[0], at[1]));
        if (!(high - low < MOST && fabs(low) < 1e15))
            add_piece(b, expr_number(b->pool, NULL), b->zero);
        for (double x = low; b->pieces <= MOST && x <= high; x++)
            add_piece(b, b->zero, expr_int(b->pool, (long)x));
    }
}

static void find_pieces(struct breaks *b, expr e)
{
    bool has = e->arity > 0 && e->op != OP_SIGNAL && e->op != OP_FIND;
    bool is_free = has;
    b->pieces = 0;
    for (int i = 0; i < e->arity; i++) {
        const struct node *of = &b->node[e->arg[i]->id];
        has &= of->pieces > 0;
        is_free &= of->pieces == 1 && expr_is_zero(of->piece->slope);
    }
    if (e == b->c->model->t) {
        add_piece(b, b->one, b->zero);
    } else if (e->op == OP_CONST ||
               (e->op == OP_SYMBOL && e->index == SYMBOL_PARAM) || is_free) {
        add_piece(b, b->zero, e);
    } else if (has && expr_is_truth(e)) {
        add_piece(b, b->zero, b->zero);
        add_piece(b, b->zero, b->one);
    } else if (has && (has_kink(e) || e->op == OP_SELECT)) {
        for (int i = e->op == OP_SELECT; i < e->arity; i++)
            add_pieces(b, e->arg[i], 1);
        if (e->op == OP_ABS)
            add_pieces(b, e->arg[0], -1);
    } else if (has && e->op == OP_FLOOR) {
        add_steps(b, e->arg[0]);
    } else if (has) {
        combine(b, e);
    }
    struct node *n = &b->node[e->id];
    n->pieces = b->pieces > MOST ? 0 : b->pieces;
    n->piece =
        arena_copy(b->arena, b->piece, (size_t)n->pieces * sizeof *n->piece);
}

/* -- times ----------------------------------------------------------------- */

static expr at_defaults(struct breaks *b, expr f, num t)
{
    const struct swaps *s = &b->defaults;
    s->to[0] = expr_number(b->pool, t);
    expr_subst(b->pool, 1, &f, s->n, s->from, s->to, &f);
    return f;
}

/* The value at time t; NULL if it is not a finite constant. */
static num value_at(struct breaks *b, expr f, num t)
{
    f = at_defaults(b, f, t);
    return expr_is_const(f) ? f->number : NULL;
}

/* True if the value, or the side of min, max or abs, changes at `time`. */
static bool switches(struct breaks *b, expr e, expr time)
{
    struct arena *a = b->arena;
    num t = value_at(b, time, number_int(a, 0)), x[2];
    if (!t)
        return false;
    double size =
        fmax(fabs(number_double(t)), number_is_zero(t) ? fabs(b->last) : 0);
    num near = number_of_double(a, ldexp(size > 0 ? size : 1, -60));
    expr f = e;
    if (has_kink(e))
        f = e->op == OP_ABS ? e->arg[0]
                            : expr_sub(b->pool, e->arg[0], e->arg[1]);
    for (int k = 0; k < 2; k++) {
        x[k] =
            value_at(b, f, k ? number_add(a, t, near) : number_sub(a, t, near));
        if (!x[k])
            return true;
    }
    return has_kink(e) ? number_sign(x[0]) != number_sign(x[1])
                       : number_compare(x[0], x[1]) != 0;
}

/* `is_sure`: e switches there.  An idle time is kept if e depends on params. */
static void add_time(struct breaks *b, expr e, expr t, bool is_sure,
                     bool is_kink)
{
    struct node *n = &b->node[e->id];
    for (int i = 0; i < n->times; i++)
        if (n->time[i].time == t)
            return;
    const bool is_idle = !is_sure && !switches(b, e, t);
    if (t->op != OP_UNDEFINED &&
        (!is_idle || model_uses(b->pool, 1, &e) & USES_PARAM))
        arena_push(b->arena, n->time, n->times, n->room,
                   (struct breakpoint){t, is_kink, is_kink, is_idle});
}

/* Arbitrary values for all symbols; t and params then get the usual ones. */
static void gather(struct breaks *b)
{
    const int size = pool_size(b->pool);
    const unsigned char *reached = expr_reached(b->pool, b->roots, b->root);
    for (int i = 0; (i = marked_from(reached, i, size)) < size; i++) {
        const expr e = pool_node(b->pool, i);
        const num some =
            number_of_double(b->arena, 0.3 + 0.7 / (2 + b->arbitrary.n));
        const expr number = expr_number(b->pool, some);
        if (e->op == OP_SYMBOL)
            swaps_add(&b->arbitrary, 1, &e, &number);
    }
    swaps_add(&b->arbitrary, b->defaults.n, b->defaults.from, b->defaults.to);
}

/* The value of a root at `time` if `find` gives this row; NaN: not finite. */
static double by_row(struct breaks *b, expr root, expr find, int row, num time)
{
    if (!b->arbitrary.n)
        gather(b);
    const expr from[] = {b->c->model->t, find};
    const expr to[] = {expr_number(b->pool, time), expr_int(b->pool, row)};
    struct swaps then = b->arbitrary;
    swaps_add(&then, 2, from, to);
    expr_subst(b->pool, 1, &root, then.n, then.from, then.to, &root);
    return expr_is_const(root) ? number_double(root->number) : NAN;
}

/* True if a root at `time` differs between this row and the row before; its
 * size `earlier`, by the row before, also counts for the tolerance. */
static bool is_jump(struct breaks *b, const expr *root, expr find, int row,
                    num time, num earlier)
{
    for (int i = 0; i < b->roots; i++) {
        const double before = by_row(b, root[i], find, row - 1, time);
        const double after = by_row(b, root[i], find, row, time);
        const double size = by_row(b, root[i], find, row - 1, earlier);
        if (fabs(before - after) >
            1e-9 * (fabs(before) + fabs(after) + fabs(size)))
            return true;
    }
    return false;
}

/* The time at which the argument's piece reaches a knot. */
static expr knot_time(struct breaks *b, const struct piece *x, double knot)
{
    const expr at = expr_number(b->pool, number_of_double(b->arena, knot));
    return expr_div(b->pool, expr_sub(b->pool, at, x->value), x->slope);
}

/* The highest continuous derivative of the roots where the row changes, at most
 * 1; -1: a root jumps.  A table's derivative is less smooth than the table. */
static int smoothness(struct breaks *b, expr find, const struct piece *x,
                      int row)
{
    const double *knot = find->grid->value + row;
    const num zero = number_int(b->arena, 0);
    const num time = value_at(b, knot_time(b, x, knot[0]), zero);
    const num earlier =
        value_at(b, knot_time(b, x, (knot[-1] + knot[0]) / 2), zero);
    expr *slope = arena_array(b->arena, (size_t)b->roots, sizeof *slope);
    if (!time || !earlier)
        return find->grid->smooth;
    if (is_jump(b, b->root, find, row, time, earlier))
        return -1;
    expr_diff(b->pool, b->roots, b->root, b->c->model->t, slope);
    return !is_jump(b, slope, find, row, time, earlier);
}

/* Adds the times at which a piece of the argument passes knots: the row changes
 * there, or the table ends.  All inner knots count as smooth as the least
 * smooth of those that are tested. */
static void pass_knots(struct breaks *b, expr e, const struct piece *x)
{
    enum { LOOKS = 16 };
    const struct grid *g = e->grid;
    int inside = 1;
    if (expr_is_zero(x->slope))
        return;
    for (int k = 1; k < g->n && g->value[k] < g->last; k += g->n / LOOKS + 1) {
        const int smooth = smoothness(b, e, x, k);
        inside = smooth < inside ? smooth : inside;
    }
    for (int k = !g->refuses; k < g->n + g->refuses; k++) {
        const double knot = k < g->n ? g->value[k] : g->last;
        const expr time = knot_time(b, x, knot);
        int smooth = k > 0 && k < g->n ? inside : 0;
        if (k == g->n && knot <= g->value[k - 1])
            continue;
        if (k < g->n && knot >= g->last)
            smooth = smoothness(b, e, x, k);
        if (smooth < 1 || knot >= g->last)
            add_time(b, e, time, true, smooth >= 0);
    }
}

/* Adds times of knots; lists tables that have knots at which no step ends. */
static void find_knots(struct breaks *b, expr e)
{
    struct model *m = b->c->model;
    const struct node *x = &b->node[e->arg[0]->id];
    for (int k = 0; k < x->pieces; k++)
        pass_knots(b, e, &x->piece[k]);
    if (x->pieces && e->grid->smooth <= 0)
        return;
    for (int i = 0; i < m->crossings; i++)
        if (!strcmp(m->crossing[i]->table, e->grid->table))
            return;
    arena_push(b->arena, m->crossing, m->crossings, m->crossing_room, e->grid);
}

/* Adds times at which the sides meet; for conditions also their inner jumps. */
static void find_times(struct breaks *b, expr e)
{
    struct pool *p = b->pool;
    struct node none = {.pieces = 1,
                        .piece = &(struct piece){b->zero, b->zero}};
    const struct node *x = &b->node[e->arg[0]->id], *y = &none;
    if (e->op == OP_FLOOR)
        y = &b->node[e->id];
    else if (e->op != OP_ABS)
        y = &b->node[e->arg[1]->id];
    const bool is_sure = x->pieces * y->pieces == 1 && e->op != OP_EQ;
    for (int i = 0; i < x->pieces; i++)
        for (int k = 0; k < y->pieces; k++) {
            expr s = expr_sub(p, x->piece[i].slope, y->piece[k].slope);
            expr v = expr_sub(p, y->piece[k].value, x->piece[i].value);
            if (!expr_is_zero(s))
                add_time(b, e, expr_div(p, v, s), is_sure, true);
        }
    if (is_sure || !expr_is_truth(e))
        return;
    const unsigned char *inside = expr_reached(p, e->arity, e->arg);
    for (int i = 0; (i = marked_from(inside, i, e->id)) < e->id; i++) {
        const bool leaps =
            expr_is_truth(pool_node(p, i)) || pool_node(p, i)->op == OP_FLOOR;
        for (int k = 0; leaps && k < b->node[i].times; k++)
            add_time(b, e, b->node[i].time[k].time, false, true);
    }
}

/* -- jumps and kinks ------------------------------------------------------- */

/* True if e is 0, with the params at their defaults, at a time at which a node
 * in e switches. */
static bool vanishes(struct breaks *b, expr e)
{
    const num none = number_int(b->arena, 0);
    const unsigned char *inside = expr_reached(b->pool, 1, &e);
    for (int i = 0; (i = marked_from(inside, i, e->id + 1)) <= e->id; i++)
        for (int k = 0; k < b->node[i].times; k++) {
            num t = value_at(b, b->node[i].time[k].time, none);
            if (!t || expr_is_zero(at_defaults(b, e, t)))
                return true;
        }
    return false;
}

/* True if e may jump where this argument has a kink.  Most operations are
 * continuous, but a kink in a condition, or in a denominator that is 0 there,
 * may become a jump.  A comparison always jumps, unless it is the condition of
 * branches that meet where it changes. */
static bool tears(struct breaks *b, expr e, int argument)
{
    static const bool is_smooth[OP_COUNT] = {
        [OP_SUM] = true,  [OP_SCALE] = true, [OP_MUL] = true,  [OP_SIN] = true,
        [OP_COS] = true,  [OP_ATAN] = true,  [OP_EXP] = true,  [OP_SINH] = true,
        [OP_COSH] = true, [OP_TANH] = true,  [OP_ABS] = true,  [OP_MIN] = true,
        [OP_MAX] = true,  [OP_SQRT] = true,  [OP_ASIN] = true, [OP_ACOS] = true,
    };
    const bool is_select = e->op == OP_SELECT;
    expr at = e->arg[argument];
    const struct node *n = &b->node[at->id];
    if (e->grid)
        return e->grid->smooth < 0;
    if (!expr_is_truth(at))
        return at->op == OP_FLOOR ||
               !(is_smooth[e->op] ||
                 (e->op == OP_POW && (e->index > 0 || !vanishes(b, at))) ||
                 (is_select && argument > 0));
    if (!is_select || argument > 0)
        return true;
    for (int i = 0; i < n->times; i++) {
        expr leap = expr_sub(b->pool, e->arg[1], e->arg[2]);
        expr_subst(b->pool, 1, &leap, 1, &b->c->model->t, &n->time[i].time,
                   &leap);
        n->time[i].is_kink &= expr_is_zero(leap);
        leap = at_defaults(b, leap, number_int(b->arena, 0));
        n->time[i].default_kink &= expr_is_zero(leap);
    }
    return false;
}

static void keep(struct breaks *b, struct breakpoint at, int *room)
{
    struct model *m = b->c->model;
    struct breakpoint *all = (struct breakpoint *)m->breakpoint;
    int k = 0;
    while (k < m->breaks && all[k].time != at.time)
        k++;
    if (k == m->breaks)
        arena_push(b->arena, all, m->breaks, *room, at);
    all[k].is_kink &= at.is_kink;
    all[k].default_kink &= at.default_kink;
    all[k].is_idle &= at.is_idle;
    m->breakpoint = all;
}

static struct breaks *begin(struct check *c, int n, const expr *root)
{
    const struct model *m = c->model;
    const size_t size = (size_t)pool_size(c->pool);
    struct breaks *b = arena_alloc(c->arena, sizeof *b);
    *b = (struct breaks){
        .c = c, .pool = c->pool, .arena = c->arena, .roots = n, .root = root};
    b->node = arena_array(c->arena, size, sizeof *b->node);
    b->zero = expr_int(c->pool, 0);
    b->one = expr_int(c->pool, 1);
    b->defaults.pool = b->arbitrary.pool = c->pool;
    swaps_add(&b->defaults, 1, &m->t, &b->zero);
    for (int i = 0; i < m->params; i++) {
        const struct field *f = &m->param[i];
        const struct value v = model_value(b->pool, f->n, f->value);
        swaps_add(&b->defaults, f->n, f->symbol, v.x);
    }
    b->first = number_double(m->facts.start_t);
    b->last = b->first + (m->facts.until ? number_double(m->facts.until) : 0);
    return b;
}

/* Marks as shown: nodes not inside conditions whose times are known; as torn:
 * nodes below something that jumps. */
static void find_torn(struct breaks *b, int size, unsigned char *shown,
                      unsigned char *torn)
{
    for (int i = 0; i < b->roots; i++) {
        const expr e = b->root[i];
        shown[e->id] = 1;
        torn[e->id] = expr_is_truth(e) || e->op == OP_FLOOR;
    }
    for (int i = size; (i = marked_below(shown, i)) >= 0;) {
        expr e = pool_node(b->pool, i);
        for (int k = 0; k < e->arity; k++) {
            if (expr_is_truth(e) && b->node[i].pieces)
                continue;
            torn[e->arg[k]->id] |= torn[i] || tears(b, e, k);
            shown[e->arg[k]->id] = 1;
        }
    }
}

void break_find(struct check *c, int n, const expr *root)
{
    struct model *m = c->model;
    const int size = pool_size(c->pool);
    struct breaks *b = begin(c, n, root);
    const unsigned char *reached = expr_reached(c->pool, n, root);
    unsigned char *shown = arena_alloc(c->arena, 2 * (size_t)size);
    unsigned char *torn = shown + size;
    int room = 0;
    for (int i = 0; (i = marked_from(reached, i, size)) < size; i++) {
        expr e = pool_node(c->pool, i);
        const bool meets = expr_is_truth(e) || has_kink(e);
        find_pieces(b, e);
        m->has_cases |= (meets && !b->node[i].pieces) || e->op == OP_FLOOR ||
                        e->op == OP_SIGNAL || e->op == OP_FIND;
        m->has_signals |= e->op == OP_SIGNAL;
        if (e->op == OP_FIND)
            find_knots(b, e);
        if (b->node[i].pieces && (meets || e->op == OP_FLOOR))
            find_times(b, e);
    }
    find_torn(b, size, shown, torn);
    for (int i = 0; (i = marked_from(shown, i, size)) < size; i++)
        for (int k = 0; k < b->node[i].times; k++) {
            b->node[i].time[k].is_kink &= !torn[i];
            b->node[i].time[k].default_kink &= !torn[i];
            keep(b, b->node[i].time[k], &room);
        }
}
