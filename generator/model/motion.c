/* SPDX-License-Identifier: MIT
 *
 * Rates of values along the motion of a body, and invariants.
 */
#include "model/check.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

struct value model_value(struct pool *p, int n, const num *number)
{
    struct value v = {.n = n};
    for (int i = 0; i < n; i++)
        v.x[i] = expr_number(p, number[i]);
    return v;
}

struct value model_at_defaults(const struct model *m, struct value v)
{
    for (int i = 0; i < m->params; i++) {
        const struct field *f = &m->param[i];
        const struct value at = model_value(m->pool, f->n, f->value);
        expr_subst(m->pool, v.n, v.x, f->n, f->symbol, at.x, v.x);
    }
    return v;
}

struct value model_at_start(const struct model *m, struct value v)
{
    const num t = m->facts.start_t; /* NULL: not known yet */
    if (t)
        expr_subst(m->pool, v.n, v.x, 1, &m->t, model_value(m->pool, 1, &t).x,
                   v.x);
    for (int i = 0; i < m->extras; i++) {
        const struct field *f = &m->extra[i].field;
        const struct value at = model_value(m->pool, f->n, f->value);
        expr_subst(m->pool, v.n, v.x, f->n, f->symbol, at.x, v.x);
    }
    return model_at_defaults(m, v);
}

double model_mass(const struct model *m)
{
    const struct value v = {.n = 1, .x = {m->mass}};
    expr x = model_at_start(m, v).x[0];
    return expr_is_const(x) ? number_double(x->number) : 0;
}

struct mat rotation_about(struct pool *p, expr one, expr s, expr k,
                          struct vec n)
{
    struct mat a = mat_scale(p, one, mat_identity(p));
    struct mat b = mat_scale(p, s, mat_skew(p, n));
    struct mat c = mat_scale(p, k, mat_outer(p, n, n));
    return mat_add(p, mat_add(p, a, b), c);
}

struct mat rotation_quat(struct pool *p, const expr q[4])
{
    struct vec v = {{q[1], q[2], q[3]}};
    expr vv = vec_dot(p, v, v), ww = expr_power(p, q[0], 2);
    expr r = expr_div(p, expr_int(p, 1), expr_add(p, ww, vv));
    expr two = expr_scale(p, number_int(pool_arena(p), 2), r);
    expr cosine = expr_mul(p, expr_sub(p, ww, vv), r);
    return rotation_about(p, cosine, expr_mul(p, two, q[0]), two, v);
}

struct vec model_omega(const struct model *m)
{
    return mat_apply(m->pool, m->inverse,
                     m->has_gyro ? vec_sub(m->pool, m->L, m->gyro) : m->L);
}

struct vec model_across(const struct model *m, struct vec v)
{
    if (!m->facts.line[0])
        return v;
    const struct vec d = model_value(m->pool, 3, m->facts.line).vec;
    return vec_sub(m->pool, v, vec_scale(m->pool, vec_dot(m->pool, v, d), d));
}

/* ---- rates ----------------------------------------------------------------
 *
 * The rate of a value f along the motion, with params and inputs constant:
 *     f' = df/dt + df/dR : R S(w) + df/dL . (L x w + torque)
 *          + df/dx . (v + u) + df/dv . force/m + df/dz z',   w = J^-1 (L - h),
 * where z are wheels and states, h is the internal momentum, u the slip.
 */

/* L x w + torque */
static struct vec twist_of(const struct model *m)
{
    return vec_add(m->pool, vec_cross(m->pool, m->L, m->w), m->torque);
}

/* J w' = L x w + torque - h' - J' w */
static struct vec omega_rate(const struct model *m)
{
    struct vec twist = twist_of(m), slip;
    struct mat slope;
    if (m->facts.changes) {
        model_rate(m, 9, m->inertia.x, slope.x);
        slip = mat_apply(m->pool, slope, m->w);
        twist = vec_sub(m->pool, twist, slip);
    }
    if (m->has_gyro) {
        model_rate(m, 3, m->gyro.x, slip.x);
        twist = vec_sub(m->pool, twist, slip);
    }
    return mat_apply(m->pool, m->inverse, twist);
}

struct vec model_acceleration(const struct model *m)
{
    return vec_scale(m->pool, expr_power(m->pool, m->mass, -1), m->force);
}

bool model_slips(const struct model *m)
{
    return m->moves && !vec_is_zero(m->exhaust_moment);
}

struct vec model_slip(const struct model *m)
{
    return model_slips(m)
               ? mat_apply(m->pool, m->R,
                           vec_scale(m->pool, expr_power(m->pool, m->mass, -1),
                                     m->exhaust_moment))
               : vec_zero(m->pool);
}

int model_load_count(const struct model *m)
{
    return 2 * VECTOR + m->extra_values + (model_slips(m) ? VECTOR : 0);
}

expr *model_loads(const struct model *m)
{
    const struct vec a = model_acceleration(m);
    const struct vec velocity = vec_add(m->pool, m->v, model_slip(m));
    const size_t n = 3 * VECTOR + (size_t)m->extra_values;
    expr *all = arena_array(pool_arena(m->pool), n, sizeof(*all));
    expr *rate = all + 2 * VECTOR;
    memcpy(all, m->torque.x, sizeof a.x);
    memcpy(all + VECTOR, a.x, sizeof a.x);
    for (int i = 0; i < m->extras; rate += m->extra[i++].field.n)
        memcpy(rate, m->extra[i].rate,
               (size_t)m->extra[i].field.n * sizeof *rate);
    memcpy(rate, velocity.x, sizeof a.x);
    return all;
}

static void part_rate(const struct model *m, const struct model_part *part,
                      expr *out)
{
    struct pool *p = m->pool;
    const enum part_kind kind = part->field.kind;
    const struct vec rate = kind == PART_POSITION
                                ? vec_add(p, m->v, model_slip(m))
                            : kind == PART_VELOCITY ? model_acceleration(m)
                                                    : twist_of(m);
    if (kind == PART_ATTITUDE) { /* r' = r x w */
        for (int i = 0; i < 3; i++)
            memcpy(out + 3 * i, vec_cross(p, mat_row(m->R, i), m->w).x,
                   sizeof rate);
        return;
    }
    memcpy(out, kind > PART_VELOCITY ? part->rate : rate.x,
           (size_t)part->field.n * sizeof *out);
}

unsigned model_uses(struct pool *p, int n, const expr *f)
{
    static const unsigned at[SYMBOL_HELD + 1] = {
        [SYMBOL_TIME] = USES_T,      [SYMBOL_R] = USES_R,
        [SYMBOL_W] = USES_W,         [SYMBOL_L] = USES_L,
        [SYMBOL_X] = USES_X,         [SYMBOL_V] = USES_V,
        [SYMBOL_EXTRA] = USES_EXTRA, [SYMBOL_INPUT] = USES_INPUT,
        [SYMBOL_PARAM] = USES_PARAM, [SYMBOL_HELD] = USES_HELD};
    enum { BOTH = HAS_STEPS | HAS_CASES };
    static const unsigned has[OP_COUNT] = {
        [OP_LT] = BOTH,       [OP_LE] = BOTH,          [OP_EQ] = BOTH,
        [OP_FLOOR] = BOTH,    [OP_MIN] = HAS_CASES,    [OP_MAX] = HAS_CASES,
        [OP_ABS] = HAS_CASES, [OP_SELECT] = HAS_CASES, [OP_SIGNAL] = HAS_STEPS,
        [OP_FIND] = HAS_CASES};
    const struct arena_mark mark = arena_mark(pool_arena(p));
    const int size = pool_size(p);
    const unsigned char *reached = expr_reached(p, n, f);
    unsigned uses = 0;
    for (int i = 0; (i = marked_from(reached, i, size)) < size; i++) {
        expr e = pool_node(p, i);
        uses |= e->op == OP_SYMBOL ? at[e->index] : has[e->op];
        uses |= e->op == OP_FIND && e->grid->smooth < 0 ? HAS_STEPS : 0u;
    }
    arena_release(pool_arena(p), mark);
    return uses;
}

/* Symbols of the time and of all parts, with w after L if `with_w`, and the
 * rates of these symbols. */
static struct swaps list_rates(const struct model *m, bool with_w)
{
    struct swaps all = {.pool = m->pool};
    expr rate[VALUE_NUMBERS] = {expr_int(m->pool, 1)};
    swaps_add(&all, 1, &m->t, rate);
    for (int i = 0; i < m->parts; i++) {
        const struct field *f = &m->part[i].field;
        part_rate(m, &m->part[i], rate);
        swaps_add(&all, f->n, f->symbol, rate);
        if (i == STORED_L && with_w)
            swaps_add(&all, VECTOR, m->w.x, omega_rate(m).x);
    }
    return all;
}

void model_rate(const struct model *m, int n, const expr *f, expr *out)
{
    const bool with_w = model_uses(m->pool, n, f) & USES_W;
    const struct swaps all = list_rates(m, with_w);
    expr_diff_along(m->pool, n, f, all.n, all.from, all.to, out);
}

/* ---- invariants -----------------------------------------------------------
 *
 * The rate of f is computed at random states.  If it is not zero, except for
 * rounding, at one of them, f is no invariant.  If it is zero at all of them, f
 * is an invariant, because the rate is analytic, unless it has comparisons etc.
 */

enum { STATES = 8 };

struct candidate {
    const struct model *model;
    struct pool *pool;
    expr f, action[3];  /* the torque */
    struct swaps along; /* t and the parts, and their rates */
    expr *slope;        /* derivatives of f by `along.from` */
    expr *size, size_w; /* sizes of `along.from`, and of w: powers of two */
    unsigned long seed;
    struct swaps at; /* values of all symbols at a random state */
};

void model_insert_signals(const struct model *m, int n, expr *x)
{
    for (int i = 0; i < m->inputs; i++) {
        const struct field *f = &m->input[i];
        expr_subst(m->pool, n, x, f->signal.n, f->symbol, f->signal.x, x);
    }
}

expr table_then(const struct model *m, int i)
{
    const expr at[] = {expr_int(m->pool, i), m->t};
    return expr_apply(m->pool, OP_SIGNAL, 2, at);
}

/* The symbol for a table of signals that may have any value. */
static expr table_symbol(const struct model *m, int i)
{
    const char *name = text_format(pool_arena(m->pool), "signal%d", i);
    return expr_symbol(m->pool, name_of_text(m->names, name), SYMBOL_INPUT);
}

/* Substitutes w = J^-1 (L - h), unless any_w, and signals for inputs; signals
 * from files become symbols for any value. */
static void put_momentum(const struct model *m, bool any_w, int n, expr *x)
{
    const struct vec w = any_w ? m->w : model_omega(m);
    expr_subst(m->pool, n, x, 3, m->w.x, w.x, x);
    model_insert_signals(m, n, x);
    for (int i = SERIES_FIRST; i < m->series.n; i++) {
        const expr from = table_then(m, i), to = table_symbol(m, i);
        expr_subst(m->pool, n, x, 1, &from, &to, x);
    }
}

static double size_of(int n, const num *x)
{
    double size = 0;
    for (int i = 0; i < n; i++)
        size = hypot(size, number_double(x[i]));
    return size;
}

/* A power of two near x. */
static expr power_near(struct pool *p, double x)
{
    int power = 0;
    if (x > 0 && isfinite(x))
        frexp(x, &power);
    num size = number_of_double(pool_arena(p), ldexp(1, power));
    return expr_number(p, size ? size : number_int(pool_arena(p), 1));
}

/* The size of a part: that at the start; if it is 0 there, an estimate from J,
 * the mass and the duration of the run.  0: unknown, as for R. */
static double part_size(const struct model *m, const struct model_part *part)
{
    const double T = m->facts.until ? number_double(m->facts.until) : 1;
    const double J = size_of(9, m->facts.inertia);
    const double size = size_of(part->field.n, part->field.value);
    if (part->field.kind == PART_ATTITUDE || size > 0)
        return part->field.kind == PART_ATTITUDE ? 0 : size;
    switch (part->field.kind) {
    case PART_MOMENTUM:
        return J / T;
    case PART_POSITION:
        return sqrt(J / model_mass(m));
    case PART_VELOCITY:
        return part_size(m, &m->part[STORED_X]) / T;
    default:
        return part->wheel ? part_size(m, &m->part[STORED_L]) : 0;
    }
}

static struct candidate make_candidate(const struct model *m, expr f,
                                       bool any_w)
{
    struct candidate s = {.model = m, .pool = m->pool, .f = f, .seed = 1};
    s.at.pool = s.pool;
    s.along = list_rates(m, false);
    s.slope =
        arena_array(pool_arena(s.pool), 2 * (size_t)s.along.n, sizeof *s.slope);
    s.size = s.slope + s.along.n;
    s.size[0] = expr_int(s.pool, 1);
    memcpy(s.action, m->torque.x, sizeof m->torque.x);
    for (int i = 0; i < m->parts; i++) {
        const struct model_part *part = &m->part[i];
        const expr size = power_near(s.pool, part_size(m, part));
        for (int k = 0; k < part->field.n; k++)
            s.size[1 + part->first + k] = size;
    }
    s.size_w = power_near(s.pool, part_size(m, &m->part[STORED_L]) /
                                      size_of(9, m->facts.inertia));
    put_momentum(m, any_w, 1, &s.f);
    put_momentum(m, any_w, 3, s.action);
    put_momentum(m, any_w, s.along.n, s.along.to);
    for (int i = 0; i < s.along.n; i++)
        expr_diff(s.pool, 1, &s.f, s.along.from[i], &s.slope[i]);
    return s;
}

/* -- random states --------------------------------------------------------- */

/* A fraction from -2 to 2; the sequence is the same in each run. */
static expr next_random(struct candidate *s)
{
    s->seed = (s->seed * 1103515245UL + 12345UL) & 0x7fffffffUL;
    return expr_fraction(s->pool, (long)(s->seed >> 16) % 251 - 125, 64);
}

/* x + r (x + more), with a small r. */
static expr moved(struct candidate *s, num number, expr more)
{
    struct pool *p = s->pool;
    expr x = expr_number(p, number),
         r = expr_mul(p, expr_fraction(p, 1, 16), next_random(s));
    return expr_add(p, x, expr_mul(p, r, expr_add(p, x, more)));
}

/* A random number of the given size. */
static expr sized(struct candidate *s, expr size)
{
    return expr_mul(s->pool, size, next_random(s));
}

static void put(struct candidate *s, expr symbol, expr value)
{
    swaps_add(&s->at, 1, &symbol, &value);
}

/* Values of params, inputs and signals, which are constant along the motion. */
static void put_constants(struct candidate *s)
{
    const struct model *m = s->model;
    struct pool *p = s->pool;
    for (int i = 0; i < m->params; i++)
        for (int k = 0; k < m->param[i].n; k++) {
            const expr value = expr_number(p, m->param[i].value[k]);
            const expr more = expr_int(p, expr_is_zero(value));
            put(s, m->param[i].symbol[k],
                m->any_params ? moved(s, m->param[i].value[k], more) : value);
        }
    for (int i = 0; i < m->inputs; i++)
        for (int k = 0; k < m->input[i].n; k++)
            put(s, m->input[i].symbol[k],
                m->any_params ? next_random(s) : expr_int(p, 0));
    for (int i = SERIES_FIRST; i < m->series.n; i++)
        put(s, table_symbol(m, i), next_random(s));
}

/* Draws a state at a time of the run; if `is_near`, near the start. */
static void random_state(struct candidate *s, bool is_near)
{
    const struct model *m = s->model;
    struct pool *p = s->pool;
    expr q[4]; /* any rotation, or a small one */
    s->at.n = 0;
    for (int i = 0; i < s->along.n; i++)
        put(s, s->along.from[i], i ? sized(s, s->size[i]) : next_random(s));
    expr *value = s->at.to;
    expr share = expr_add(p, value[0], expr_int(p, 2)); /* 0 to 4 */
    expr span =
        m->facts.until ? expr_number(p, m->facts.until) : expr_int(p, 1);
    share = expr_mul(p, expr_mul(p, share, span), expr_fraction(p, 1, 4));
    value[0] = expr_add(p, expr_number(p, m->facts.start_t), share);
    for (int i = 0; i < 4; i++)
        q[i] = next_random(s);
    q[0] =
        expr_add(p, q[0], is_near ? expr_int(p, 40) : expr_fraction(p, 1, 97));
    struct mat R = rotation_quat(p, q);
    if (is_near)
        R = mat_mul(p, model_value(p, 9, m->start_R).mat, R);
    memcpy(value + 1, R.x, sizeof R.x);
    for (int i = STORED_L; is_near && i < m->parts; i++)
        for (int k = 0, at = 1 + m->part[i].first; k < m->part[i].field.n;
             k++, at++) {
            const num start = m->part[i].field.value[k];
            value[at] = i < m->parts - m->extras
                            ? moved(s, start, s->size[at])
                            : expr_add(p, value[at], expr_number(p, start));
        }
    struct vec L = value_from(3, value + 1 + MODEL_R).vec;
    L = model_across(m, L);
    memcpy(value + 1 + MODEL_R, L.x, sizeof L.x);
    for (int i = 0; model_turns_inside(m) && i < 3; i++) /* for any_w */
        put(s, m->w.x[i], sized(s, s->size_w));
    put_constants(s);
}

/* -- rates at these states ------------------------------------------------- */

enum rate { RATE_ZERO, RATE_TINY, RATE_SOME, RATE_NONE };

/* Compares the rate with its terms.  Fractions are exact, functions have 256
 * bits, so that zero may be 1e-77 of the terms.  RATE_NONE: outside of a
 * function's domain.  RATE_TINY: torque or force changes f, but too little to
 * see beside the rest. */
static enum rate rate_at(const struct candidate *s)
{
    struct arena *a = pool_arena(s->pool);
    const int n = s->along.n;
    expr *slope = arena_array(a, 2 * (size_t)n, sizeof *slope);
    expr *rate = slope + n, action[3];
    expr sum = expr_int(s->pool, 0);
    double size = 0;
    expr_subst(s->pool, n, s->slope, s->at.n, s->at.from, s->at.to, slope);
    expr_subst(s->pool, n, s->along.to, s->at.n, s->at.from, s->at.to, rate);
    for (int i = 0; i < n; i++) {
        expr part = expr_mul(s->pool, slope[i], rate[i]);
        if (!expr_is_const(part))
            return RATE_NONE;
        size += fabs(number_double(part->number));
        sum = expr_add(s->pool, sum, part);
    }
    if (!expr_is_zero(sum) && fabs(number_double(sum->number)) > 1e-60 * size)
        return RATE_SOME;
    expr_subst(s->pool, 3, s->action, s->at.n, s->at.from, s->at.to, action);
    for (int i = 0; i < (s->model->moves ? 6 : 3); i++) {
        const int of = i < 3 ? STORED_L : STORED_V;
        const int at = 1 + s->model->part[of].first + i % 3;
        expr part = expr_mul(s->pool, slope[at], i < 3 ? action[i] : rate[at]);
        if (!expr_is_zero(part) && expr_is_const(part) &&
            fabs(number_double(part->number)) < 1e-50 * size)
            return RATE_TINY;
    }
    return RATE_ZERO;
}

static enum invariant judge(const struct model *m, expr f, bool any_w)
{
    struct candidate s = make_candidate(m, f, any_w);
    int seen[4] = {0};
    if (expr_is_const(s.f))
        return INVARIANT_YES;
    for (int k = 0; k < STATES; k++) {
        random_state(&s, k % 2);
        enum rate rate = rate_at(&s);
        if (rate == RATE_SOME)
            return INVARIANT_NO;
        seen[rate]++;
    }
    unsigned uses =
        model_uses(s.pool, 1, &s.f) | /* f's cases, lost in slopes */
        model_uses(s.pool, s.along.n, s.slope);
    for (int i = 0; i < s.along.n; i++) /* only rates that f depends on */
        if (!expr_is_zero(s.slope[i]))
            uses |= model_uses(s.pool, 1, &s.along.to[i]);
    return seen[RATE_TINY] || seen[RATE_ZERO] < 2 || uses & HAS_CASES
               ? INVARIANT_UNKNOWN
               : INVARIANT_YES;
}

bool model_is_across(const struct model *m, struct vec v, double rounding)
{
    struct model any = *m;
    any.any_params = true;
    struct pool *p = m->pool;
    struct candidate s = make_candidate(&any, expr_int(p, 0), false);
    const struct vec d = model_value(p, 3, m->facts.line).vec;
    int seen = 0;
    expr_subst(p, 3, v.x, 3, m->w.x, model_omega(m).x, v.x);
    const int size = pool_size(p);
    const unsigned char *reached = expr_reached(p, 3, v.x);
    for (int k = 0; k < 4 * STATES; k++) {
        random_state(&s, k % 2);
        for (int i = 0; (i = marked_from(reached, i, size)) < size; i++) {
            const expr e = pool_node(p, i);
            const long at = (next_random(&s), (long)(s.seed >> 16));
            if (e->op == OP_FIND || expr_is_truth(e) || e->op == OP_FLOOR ||
                e->op == OP_MIN || e->op == OP_MAX || e->op == OP_ABS)
                put(&s, e, expr_int(p, at % (e->grid ? e->grid->n : 2)));
        }
        struct vec at;
        expr_subst(p, 3, v.x, s.at.n, s.at.from, s.at.to, at.x);
        expr along = vec_dot(p, at, d), all = vec_dot(p, at, at);
        if (!expr_is_const(along) || !expr_is_const(all))
            continue;
        if (fabs(number_double(along->number)) >
            rounding * sqrt(number_double(all->number)))
            return false;
        seen++;
    }
    return seen > 1;
}

void model_after(const struct model *m, expr *const *to, int n, expr *f)
{
    struct pool *p = m->pool;
    struct swaps s = {.pool = p};
    struct vec L = m->L, h = m->gyro;
    struct mat inverse = m->inverse;
    for (int i = 0; i < m->parts; i++)
        if (to[i])
            swaps_add(&s, m->part[i].field.n, m->part[i].field.symbol, to[i]);
    expr_subst(p, 3, h.x, s.n, s.from, s.to, h.x);
    expr_subst(p, 9, inverse.x, s.n, s.from, s.to, inverse.x);
    const bool turns = to[STORED_L] || memcmp(&h, &m->gyro, sizeof h) ||
                       memcmp(&inverse, &m->inverse, sizeof inverse);
    if (turns && model_uses(p, n, f) & USES_W) {
        expr_subst(p, 3, L.x, s.n, s.from, s.to, L.x);
        const struct vec w = mat_apply(p, inverse, vec_sub(p, L, h));
        swaps_add(&s, VECTOR, m->w.x, w.x);
    }
    expr_subst(p, n, f, s.n, s.from, s.to, f);
}

/* True if samples or events may change f, judged by its form. */
static bool is_changed(const struct model *m, expr f)
{
    for (int k = 0; k < m->events; k++) {
        expr after = f;
        model_after(m, m->event[k].to, 1, &after);
        if (after != f)
            return true;
    }
    unsigned uses = model_uses(m->pool, 1, &f);
    if (uses & USES_W) /* w = J^-1 (L - h) */
        uses |= model_uses(m->pool, 3, m->gyro.x) |
                model_uses(m->pool, 9, m->inverse.x);
    return uses & USES_HELD;
}

/* R L of a body without torque is constant for any w: cases in the internal
 * momentum and in the inertia do not matter. */
enum invariant invariant_of(const struct model *m, expr f)
{
    enum invariant is = judge(m, f, false);
    bool is_free =
        model_turns_inside(m) && !(model_uses(m->pool, 1, &f) & USES_W);
    if (is == INVARIANT_UNKNOWN && is_free &&
        judge(m, f, true) == INVARIANT_YES)
        is = INVARIANT_YES;
    return is == INVARIANT_YES && is_changed(m, f) ? INVARIANT_UNKNOWN : is;
}

void model_watched(const struct model *m, expr *f)
{
    const struct vec pi = mat_apply(m->pool, m->R, m->L);
    f[0] = m->energy;
    memcpy(f + 1, pi.x, sizeof pi.x);
    f[4] = vec_dot(m->pool, m->L, m->L);
    for (int i = 0; i < model_kept(m); i++)
        f[5 + i] = m->keep[i].value.x[0];
}

int model_kept(const struct model *m)
{
    return m->keeps - m->held - m->loads;
}

int model_kept_loads(const struct model *m)
{
    return m->causes || m->extras ? (m->moves ? 6 : 3) + m->extra_values : 0;
}
