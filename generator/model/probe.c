/* SPDX-License-Identifier: MIT
 *
 * States for a test of a body: each operand of the equations has an effect on
 * the rates in one of them, and each condition is met on both sides.  The
 * search keeps states with a new effect.  It starts at random states, or at
 * states that are nearest to an unmet side.
 * P. McMinn, Software Testing, Verification and Reliability 14 (2004) 105-156
 * (search by the distance to a branch); A. Griewank, A. Walther, Evaluating
 * Derivatives (SIAM, 2008), ch. 3 (adjoints).
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "model/model.h"

enum {
    FRESH = 150,
    TRIED = 12000,
    IDLE = 3000,
    WORK = 3000000,
    PIVOTS = 4,
    FIRST
};

struct probes {
    const struct probe_plan *plan;
    struct equations of; /* nodes are in `pool` */
    struct arena *arena;
    struct pool *pool;
    int nodes, targets, count, room;
    expr *node;
    int *first; /* first target of each node; below FIRST: attitudes, turning */
    /* by node: values, derivatives of all rates by it; by target: share of the
     * rates that it changes, the largest share so far, distance to it */
    double *scale; /* for each symbol */
    double *x, *slope, *effect, *best, *gap, *argument;
    struct viewpoint **lead, **kept; /* lead: state with that gap */
    unsigned char *seen;
    bool turns; /* R's rates are most of the rates */
    unsigned long seed;
};

/* Uniform from 0 to 1. */
static double next_random(struct probes *p)
{
    p->seed = p->seed * 6364136223846793005UL + 1442695040888963407UL;
    return (double)(p->seed >> 40) / 0x1p24;
}

static double real_of(const struct probes *p, double x)
{
    return p->plan->real == REAL_FLOAT ? (double)(float)x : x;
}

/* base plus or minus 1/4 to 1 times scale, with few digits. */
static double drawn(struct probes *p, double base, double scale)
{
    char digits[32];
    const double u = 2 * next_random(p) - 1;
    snprintf(digits, sizeof digits, "%.4g",
             base + scale * (0.75 * u + (u < 0 ? -0.25 : 0.25)));
    return real_of(p, strtod(digits, NULL));
}

/* ---- effects at a state -------------------------------------------------- */

/* True if the node chooses a side: the first one where *sign is negative. */
static bool side_of(const struct probes *p, expr e, double *sign)
{
    const bool has = expr_is_truth(e) || e->op == OP_MIN || e->op == OP_MAX ||
                     e->op == OP_ABS;
    const double other = has && e->op != OP_ABS ? p->x[e->arg[1]->id] : 0;
    if (has)
        *sign = e->op == OP_MAX || expr_is_truth(e)
                    ? other - p->x[e->arg[0]->id]
                    : p->x[e->arg[0]->id] - other;
    if (e->op == OP_EQ)
        *sign = -fabs(*sign);
    return has;
}

static int side(const struct probes *p, expr e)
{
    double sign = 0;
    side_of(p, e, &sign);
    return expr_is_truth(e) ? p->x[e->id] != 0 : sign > 0;
}

/* The effect of argument k on the rates; adds its derivative to p->slope. */
static double effect_of(struct probes *p, expr e, int k, double *x)
{
    const double was = x[k], s = p->slope[e->id];
    const bool chooses = e->op == OP_SELECT && k == 0;
    const double by = chooses    ? (was != 0 ? -was : 1)
                      : was != 0 ? 1e-4 * was
                                 : 1e-4;
    x[k] += by;
    const double slope = (expr_operate(p->pool, e, x) - p->x[e->id]) / by;
    x[k] = was;
    p->slope[e->arg[k]->id] += s * slope;
    if (e->op == OP_SELECT && k > 0)
        return slope == 0 ? 0 : fabs(s * (x[1] - x[2]));
    return chooses ? 0 : fabs(s * slope * was);
}

/* The sum of all rates, each relative to its part's size; 0: not finite. */
static double rate_there(struct probes *p, const struct viewpoint *at)
{
    double all = 0, turning = 0;
    expr_eval(p->pool, p->nodes, p->node, p->of.symbols, p->of.symbol,
              at->value, p->x);
    memset(p->slope, 0, (size_t)p->nodes * sizeof *p->slope);
    for (int i = 0; i < p->of.n; i++) {
        const double size =
            model_size(model_part(p->of.model, i), at->value + 1);
        const double rate = p->x[p->of.rate[i]->id] / size;
        p->slope[p->of.rate[i]->id] += (i * 7 % 4 < 2 ? 1 : -1) / size;
        all += fabs(rate);
        turning += i < MODEL_R ? fabs(rate) : 0;
    }
    p->turns = turning > 0.8 * all;
    return isfinite(all) ? all : 0;
}

static bool look(struct probes *p, struct viewpoint *at)
{
    const num *d = p->of.model->facts.line;
    double *x = p->argument, *L = at->value + 1 + MODEL_R, along = 0;
    for (int i = 0; d[0] && i < 3; i++) /* a linear body's L is normal to d */
        along += L[i] * number_double(d[i]);
    for (int i = 0; d[0] && i < 3; i++)
        L[i] = real_of(p, L[i] - along * number_double(d[i]));
    at->rate = rate_there(p, at);
    memset(p->effect, 0, (size_t)p->targets * sizeof *x);
    p->effect[p->plan->pivot[at->turn]] = 1;
    p->effect[PIVOTS] = p->turns;
    for (int id = p->nodes - 1; id >= 0 && at->rate > 0; id--) {
        const expr e = p->node[id];
        double *effect = p->effect + p->first[id], sign;
        const double share = fabs(p->slope[id]) / at->rate;
        if (share == 0 || !isfinite(share))
            continue;
        for (int k = 0; k < e->arity; k++)
            x[k] = p->x[e->arg[k]->id];
        for (int k = 0; k < e->arity && !expr_is_truth(e); k++)
            effect[k] = effect_of(p, e, k, x) / at->rate;
        if (side_of(p, e, &sign)) {
            const double change =
                expr_is_truth(e) ? 1 : fabs((e->op == OP_ABS ? 2 : 1) * sign);
            effect[0] = effect[1] = 0;
            effect[side(p, e)] = share * change;
        }
    }
    return at->rate > 0;
}

/* ---- the search ---------------------------------------------------------- */

/* Keeps the state that `look` evaluated last. */
static void keep(struct probes *p, struct viewpoint *at)
{
    at->effect =
        arena_copy(p->arena, p->effect, (size_t)p->targets * sizeof *p->effect);
    for (int i = 0; i < p->targets; i++)
        p->best[i] = fmax(p->best[i], p->effect[i]);
    arena_push(p->arena, p->kept, p->count, p->room, at);
}

/* Keeps a state with an effect that is new, or much larger than before. */
static bool try_state(struct probes *p, struct viewpoint *at)
{
    bool is_new = false, is_near = false;
    if (!look(p, at))
        return false;
    for (int i = 0; i < p->targets; i++) {
        is_new |= p->best[i] < p->plan->good && p->effect[i] > 8 * p->best[i] &&
                  p->effect[i] >= p->plan->least;
    }
    for (int id = 0; id < p->nodes; id++)
        for (int k = 0, at_k; k < 2; k++) {
            double sign, *gap;
            if (!side_of(p, p->node[id], &sign))
                break;
            at_k = p->first[id] + k;
            gap = &p->gap[at_k];
            sign = fmax(k ? -sign : sign, 0);
            if (sign < *gap || (sign == 0 && next_random(p) < 0.05)) {
                is_near |= p->best[at_k] < p->plan->least && sign < *gap / 2;
                *gap = sign;
                p->lead[at_k] = at;
            }
        }
    if (is_new)
        keep(p, at);
    return is_new || is_near;
}

static struct viewpoint *copy_of(struct probes *p, const struct viewpoint *from)
{
    struct viewpoint *to = arena_copy(p->arena, from, sizeof *from);
    to->value = arena_copy(p->arena, from->value,
                           (size_t)p->of.symbols * sizeof *from->value);
    to->effect = NULL;
    return to;
}

static void turn(struct probes *p, struct viewpoint *at, int which)
{
    at->turn = which;
    memcpy(at->value + 1, p->plan->R[which], sizeof *p->plan->R);
}

/* Draws n numbers of a state from `first` on, near the plan's base; scales are
 * times 10^power. */
static void draw(struct probes *p, struct viewpoint *at, int first, int n,
                 double power)
{
    for (int i = first; i < first + n; i++)
        at->value[i] = drawn(p, p->plan->base[i], p->scale[i] * pow(10, power));
}

/* Draws params nearer and nearer to the defaults until they are allowed. */
static void draw_params(struct probes *p, struct viewpoint *at)
{
    const int first = 1 + p->of.n, n = p->of.input - first;
    for (int k = 0; k < 8; k++) {
        draw(p, at, first, n, -0.5 * k);
        if (p->plan->fits(p->plan->of, at->value + first))
            return;
    }
    memcpy(at->value + first, p->plan->base + first,
           (size_t)n * sizeof(double));
}

static struct viewpoint *fresh(struct probes *p, int number)
{
    struct viewpoint *at = arena_alloc(p->arena, sizeof *at);
    const int params = 1 + p->of.n;
    at->value = arena_array(p->arena, (size_t)p->of.symbols, sizeof(double));
    turn(p, at, number % p->plan->turns);
    for (int i = 0, n; i < p->of.symbols; i += n) {
        n = i > 0 && i < params ? model_part(p->of.model, i - 1)->field.n : 1;
        if (i != 1)
            draw(p, at, i, n, number < 20 ? 0 : 2.5 * next_random(p) - 1);
    }
    draw_params(p, at);
    return at;
}

/* A kept state, or the state nearest to a side that is not met. */
static const struct viewpoint *some_state(struct probes *p)
{
    const struct viewpoint *found = NULL;
    int open = 0;
    for (int i = 0; i < p->targets; i++)
        if (p->lead[i] && p->best[i] < p->plan->least &&
            next_random(p) * ++open < 1)
            found = p->lead[i];
    return found && next_random(p) < 0.8
               ? found
               : p->kept[(int)(next_random(p) * p->count)];
}

/* A state with one number or the attitude changed, or mixed with another. */
static struct viewpoint *other(struct probes *p)
{
    const int params = 1 + p->of.n, inputs = p->of.symbols - p->of.input;
    const int places = p->of.n - MODEL_R + 2 + inputs;
    struct viewpoint *at = copy_of(p, some_state(p));
    const struct viewpoint *mate = some_state(p);
    int i = (int)(next_random(p) * places);
    for (int k = 0; k < p->of.symbols && i % 4 == 0; k++)
        if ((k == 0 || k > MODEL_R) && next_random(p) < 0.5)
            at->value[k] = mate->value[k];
    if (i == places - 1) {
        turn(p, at, (int)(next_random(p) * p->plan->turns));
        return at;
    }
    i += i == 0                 ? 0
         : i + MODEL_R < params ? MODEL_R
                                : MODEL_R - params + p->of.input;
    at->value[i] =
        drawn(p, next_random(p) < 0.6 ? at->value[i] : p->plan->base[i],
              p->scale[i] * pow(10, 6 * next_random(p) - 3));
    return at;
}

/* The kept state with the largest effect of the target, or NULL. */
static struct viewpoint *best_for(struct probes *p, int target)
{
    struct viewpoint *best = NULL;
    for (int i = 0; i < p->count; i++)
        if (p->kept[i]->effect[target] >=
            (best ? best->effect[target] : p->plan->least))
            best = p->kept[i];
    return best;
}

/* Adds two states next to the change of a condition, if it has an effect there:
 * they locate it.  Numbers of a state on the other side replace those of a
 * state on one side until the condition changes. */
static bool close_in(struct probes *p, int id, int from)
{
    const int first = p->first[id];
    const struct viewpoint *ends[2] = {best_for(p, first),
                                       best_for(p, first + 1)};
    if (!ends[0] || !ends[1])
        return false;
    struct viewpoint *near = copy_of(p, ends[from]),
                     *far = copy_of(p, ends[from]);
    for (int k = 0; k < p->of.symbols; k++) {
        if (k > 0 && k <= MODEL_R)
            continue;
        far->value[k] = ends[!from]->value[k];
        rate_there(p, far);
        if (side(p, p->node[id]) == from) {
            near->value[k] = far->value[k];
            continue;
        }
        for (int i = 0; i < p->plan->halvings; i++) {
            struct viewpoint *middle = copy_of(p, near);
            const double x = (near->value[k] + far->value[k]) / 2;
            middle->value[k] = real_of(p, x);
            rate_there(p, middle);
            *(side(p, p->node[id]) == from ? &near : &far) = middle;
        }
        struct viewpoint *both[] = {near, far, near};
        for (int i = 0; i < 2; i++)
            if (!look(p, both[i]) ||
                p->effect[first + (i ? !from : from)] < p->plan->good)
                return false;
        for (int i = 1; i < 3; i++, look(p, near)) {
            keep(p, both[i]);
            both[i]->near = id;
        }
        return true;
    }
    return false;
}

static void search(struct probes *p)
{
    const long each = 1 + (long)p->nodes;
    int idle = 0;
    for (int i = 0; i < FRESH + TRIED && idle < IDLE && i * each < WORK; i++) {
        const bool is_first = i < FRESH || !p->count;
        idle = try_state(p, is_first ? fresh(p, i) : other(p)) ? 0 : idle + 1;
    }
    for (int id = 0; id < p->nodes; id++)
        if (expr_is_truth(p->node[id]) && !close_in(p, id, 0))
            (void)close_in(p, id, 1);
    for (int i = 0; i < p->count; i++) /* only these show the change */
        for (int k = 0; k < p->count && p->kept[i]->near; k++)
            if (p->kept[k]->near != p->kept[i]->near)
                memset(p->kept[k]->effect + p->first[p->kept[i]->near], 0,
                       2 * sizeof *p->effect);
}

/* ---- all ----------------------------------------------------------------- */

/* The scale of random draws of each symbol; a number that is 0 gets that of its
 * part, or 1. */
static void plan_scale(struct probes *p)
{
    const struct model *m = p->of.model;
    const double *base = p->plan->base;
    int at = 1 + p->of.n;
    for (int i = 0; i < p->of.symbols; i++)
        p->scale[i] = 1;
    if (m->facts.until)
        p->scale[0] = number_double(m->facts.until);
    for (int i = STORED_L; i < m->parts; i++) {
        const struct model_part *part = &m->part[i];
        double size = model_size(part, base + 1);
        for (int k = 0; k < 9 && i == STORED_L; k += 4)
            size = fmax(size, number_double(m->facts.inertia[k]) /
                                  (64 * p->plan->step));
        for (int k = part->first; k < part->first + part->field.n; k++)
            p->scale[1 + k] = size > 0 ? size / 2 : 1;
    }
    for (int i = 0; i < m->params; at += m->param[i++].n) {
        double size = 0;
        for (int k = 0; k < m->param[i].n; k++)
            size = hypot(size, base[at + k]);
        for (int k = 0; k < m->param[i].n && size > 0; k++)
            p->scale[at + k] =
                fabs(base[at + k] != 0 ? base[at + k] : size) / 4;
    }
}

struct probes *probes_new(const struct model *m, const struct probe_plan *plan)
{
    struct arena *a = pool_arena(m->pool);
    struct probes *p = arena_alloc(a, sizeof *p);
    const struct equations of = model_equations(m);
    const int size = pool_size(m->pool);
    unsigned char *marks = arena_alloc(a, (size_t)size);
    expr *map = arena_array(a, (size_t)size, sizeof *map);
    *p = (struct probes){.plan = plan, .of = of, .arena = a, .seed = 1};
    expr_reach(m->pool, of.n, of.rate, marks);
    expr_reach(m->pool, of.symbols, of.symbol, marks);
    p->pool = pool_copy(m->pool, marks, a, map);
    p->of.symbol = arena_array(a, (size_t)of.symbols, sizeof(expr));
    for (int i = 0; i < of.symbols; i++)
        p->of.symbol[i] = map[of.symbol[i]->id];
    for (int i = 0; i < of.n; i++)
        p->of.rate[i] = map[of.rate[i]->id];
    p->nodes = pool_size(p->pool);
    p->node = arena_array(a, (size_t)p->nodes, sizeof *p->node);
    p->first = arena_array(a, (size_t)p->nodes, sizeof *p->first);
    p->targets = FIRST;
    for (int id = 0; id < p->nodes; id++) {
        p->node[id] = pool_node(p->pool, id);
        p->first[id] = p->targets;
        p->targets += p->node[id]->arity == 1 ? 2 : p->node[id]->arity;
    }
    const size_t n = (size_t)p->targets;
    p->x = arena_array(a, 3 * (size_t)p->nodes + OP_ARGUMENTS + 3 * n,
                       sizeof *p->x);
    p->slope = p->x + p->nodes;
    p->argument = p->slope + p->nodes;
    p->effect = p->argument + p->nodes + OP_ARGUMENTS;
    p->best = p->effect + n;
    p->gap = p->best + n;
    p->lead = arena_array(a, n, sizeof(*p->lead));
    p->seen = arena_alloc(a, n);
    for (size_t i = 0; i < n; i++)
        p->gap[i] = INFINITY;
    p->scale = arena_array(a, (size_t)of.symbols, sizeof *p->scale);
    plan_scale(p);
    search(p);
    return p;
}

/* True if it shows the target about as well as the best state. */
static bool shows(const struct probes *p, const struct viewpoint *at,
                  int target)
{
    const double most = fmin(p->plan->good, p->best[target] / 2);
    return at->effect[target] >= fmax(most, p->plan->least);
}

const struct viewpoint *probes_next(struct probes *p)
{
    int most = 0, which = -1;
    for (int i = 0; i < p->count; i++) {
        int n = 0;
        for (int k = 0; k < p->targets; k++)
            n += !p->seen[k] && shows(p, p->kept[i], k);
        if (n > most) {
            most = n;
            which = i;
        }
    }
    if (which < 0)
        return NULL;
    const struct viewpoint *next = p->kept[which];
    p->kept[which] = p->kept[--p->count];
    rate_there(p, next);
    return next;
}

void probes_take(struct probes *p, const struct viewpoint *at)
{
    for (int k = 0; k < p->targets; k++)
        p->seen[k] |= shows(p, at, k);
}

/* The side that each condition is on. */
static void put_sides(struct probes *p, const struct viewpoint *at, int *out)
{
    rate_there(p, at);
    for (int id = 0; id < p->nodes; id++)
        out[id] =
            p->node[id]->op == OP_FLOOR ? (int)p->x[id] : side(p, p->node[id]);
}

bool probes_keep_sides(struct probes *p, const struct viewpoint *from, double t,
                       const double *state)
{
    const struct arena_mark mark = arena_mark(p->arena);
    const size_t size = (size_t)p->nodes * sizeof(int);
    int *was = arena_alloc(p->arena, 2 * size), *is = was + p->nodes;
    struct viewpoint *to = copy_of(p, from);
    to->value[0] = t;
    memcpy(to->value + 1, state, (size_t)p->of.n * sizeof *state);
    put_sides(p, from, was);
    put_sides(p, to, is);
    const bool same = memcmp(was, is, size) == 0;
    arena_release(p->arena, mark);
    return same;
}

int probes_unmet(const struct probes *p, struct text *out)
{
    int unmet = 0;
    for (int id = 0; id < p->nodes; id++)
        for (int k = 0; k < 2; k++) {
            const expr e = p->node[id];
            const bool compares = expr_is_truth(e), swaps = e->op == OP_MAX;
            double sign;
            if (!side_of(p, e, &sign) || p->seen[p->first[id] + k])
                continue;
            text_put(out, unmet++ ? "; " : "");
            expr_print(e->arg[swaps], 60, out);
            text_put(out, e->op == OP_LE   ? " <= "
                          : e->op == OP_EQ ? " == "
                                           : " < ");
            if (e->op == OP_ABS)
                text_put(out, "0");
            else
                expr_print(e->arg[!swaps], 60, out);
            text_print(out, " is never %s",
                       (k == 0) == compares ? "false" : "true");
        }
    return unmet;
}
