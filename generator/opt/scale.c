/* SPDX-License-Identifier: MIT
 *
 * Pass: where constants stand.  The constructors pull every coefficient out of
 * products as far up as it goes, which hides that (v x k) with k = J^-1 L / 2
 * needs no constants once k is there.  Here each value x gets a scale s, and
 * s x is what the program computes: named values keep their own, sums choose
 * the scale with which most of their terms need no multiplication.
 */
#include <math.h>

#include "base/arena.h"
#include "opt/pass.h"
#include "opt/terms.h"

/* A named multiple of a value, as k of L; by value, linked. */
struct multiple {
    const struct number *factor;
    int next; /* index + 1 in the list, 0: none */
};

struct slot {
    const struct number *scale;  /* NULL: not chosen yet */
    int multiples;               /* index + 1 of the first */
    int side;                    /* of a product: the argument that is taken */
    const struct number *taken;  /* as this named multiple; or NULL */
    const struct expr *value;    /* the node for scale * x */
    const struct number *wanted; /* by a function or as a result */
    const struct number *named;  /* the scale of a named value */
    const struct number *before; /* the scale of the first round */
    int users;                   /* index + 1 of the first sum that uses it */
};

/* A sum that uses a value, with the value's coefficient; linked. */
struct user {
    const struct expr *sum;
    const struct number *c;
    int next;
};

struct scaling {
    const struct graph *graph;
    struct arena *arena;
    struct pool *pool;
    const unsigned char *live;
    int size;
    struct slot *slot; /* by id */
    struct multiple *multiple;
    int multiples, room;
    struct user *user;
    int users, users_room;
};

/* c * node, scales stripped. */
struct scaled {
    const struct number *c;
    const struct expr *node;
};

static struct scaled strip(const struct scaling *s, const struct expr *e)
{
    struct scaled r = {number_int(s->arena, 1), e};
    while (r.node->op == OP_SCALE) {
        r.c = number_mul(s->arena, r.c, r.node->number);
        r.node = r.node->arg[0];
    }
    return r;
}

static struct slot *at(const struct scaling *s, const struct expr *e)
{
    return &s->slot[e->id];
}

static const struct number *
ratio(const struct scaling *s, const struct number *a, const struct number *b)
{
    if (number_is_one(b))
        return a;
    return number_tidy(s->arena, number_div(s->arena, a, b));
}

static const struct number *
times(const struct scaling *s, const struct number *a, const struct number *b)
{
    if (number_is_one(b))
        return a;
    if (number_is_one(a))
        return b;
    return number_tidy(s->arena, number_mul(s->arena, a, b));
}

static bool is_once(const struct scaling *s, const struct expr *e)
{
    return graph_is_once(s->graph, e);
}

/* A product with h in it takes any constant for nothing. */
static bool is_open(const struct scaling *s, const struct expr *e)
{
    return e->op == OP_MUL && !is_once(s, e) &&
           (is_once(s, e->arg[0]) || is_once(s, e->arg[1]));
}

static bool is_movable(const struct scaling *s, const struct expr *e)
{
    return (e->op == OP_SUM || e->op == OP_MUL || e->op == OP_POW) &&
           !is_once(s, e);
}

/* --- names --------------------------------------------------------------- */

static void add_multiple(struct scaling *s, const struct expr *x,
                         const struct number *factor)
{
    arena_push(s->graph->scratch, s->multiple, s->multiples, s->room);
    s->multiple[s->multiples++] =
        (struct multiple){factor, at(s, x)->multiples};
    at(s, x)->multiples = s->multiples;
}

/* The first name of a value sets its scale; others are multiples. */
static void read_labels(struct scaling *s)
{
    const struct graph *g = s->graph;
    for (int i = 0; i < g->labels; i++) {
        if (!g->label[i].node)
            continue;
        struct scaled r = strip(s, g->label[i].node);
        if (r.node->id >= s->size || !s->live[r.node->id] ||
            r.node->op == OP_CONST)
            continue;
        if (is_movable(s, r.node) && !at(s, r.node)->named)
            at(s, r.node)->named = r.c;
        else if (!number_is_unit(r.c))
            add_multiple(s, r.node, r.c);
    }
}

/* Functions and results want c x itself. */
static void want(struct scaling *s, const struct expr *e)
{
    struct scaled r = strip(s, e);
    if (!at(s, r.node)->wanted)
        at(s, r.node)->wanted = r.c;
}

static void add_user(struct scaling *s, const struct expr *sum, int k)
{
    struct scaled r = strip(s, sum->arg[k]);
    arena_push(s->graph->scratch, s->user, s->users, s->users_room);
    s->user[s->users++] =
        (struct user){sum, times(s, sum->coef[k], r.c), at(s, r.node)->users};
    at(s, r.node)->users = s->users;
}

static void find_wanted(struct scaling *s)
{
    for (int i = 0; i < s->size; i++) {
        const struct expr *e = pool_node(s->pool, i);
        bool linear = e->op == OP_SUM || e->op == OP_MUL || e->op == OP_POW ||
                      e->op == OP_SCALE;
        for (int k = 0; s->live[i] && !linear && k < e->arity; k++)
            want(s, e->arg[k]);
        for (int k = 0; s->live[i] && e->op == OP_SUM && k < e->arity; k++)
            add_user(s, e, k);
    }
    for (int i = 0; i < s->graph->roots; i++)
        want(s, s->graph->root[i]);
}

/* --- votes --------------------------------------------------------------- */

/* A scale that a term could have: with `taken` of argument `side`. */
struct option {
    const struct number *scale;
    int side;
    const struct number *taken;
};

/* The term's options; a term that takes any scale has none. */
static int list_options(const struct scaling *s, const struct expr *x,
                        struct option *option, int room)
{
    const struct slot *p = at(s, x);
    int n = 0;
    option[n++] = (struct option){p->scale, 0, NULL};
    if (x->op == OP_MUL && !p->wanted && !p->value) {
        for (int side = 0; side < 2; side++) {
            const struct expr *a = strip(s, x->arg[side]).node;
            for (int m = at(s, a)->multiples; m && n < room;
                 m = s->multiple[m - 1].next) {
                const struct number *f =
                    ratio(s, s->multiple[m - 1].factor, at(s, a)->scale);
                option[n++] = (struct option){times(s, p->scale, f), side, f};
            }
        }
    }
    for (int m = p->multiples; m && n < room; m = s->multiple[m - 1].next)
        option[n++] = (struct option){s->multiple[m - 1].factor, -1, NULL};
    return n;
}

enum { OPTIONS = 8, VOTERS = 24 };

struct ballot {
    int n, options[VOTERS];
    struct option option[VOTERS][OPTIONS];
    double vote[VOTERS][OPTIONS]; /* size of the scale that suits it */
    bool any[VOTERS];
};

/* log2 |x|, also where x is out of a double's range: as the constructors leave
 * them, coefficients multiply from stage to stage. */
static double size_of(const struct number *x)
{
    mpfr_t value;
    long exponent;
    mpfr_init2(value, 64);
    number_mpfr(x, value);
    double mantissa = mpfr_get_d_2exp(&exponent, value, MPFR_RNDN);
    mpfr_clear(value);
    return log2(fabs(mantissa)) + (double)exponent;
}

/* Only a guess; what is built from it is exact. */
static bool close_to(double a, double b)
{
    return fabs(a - b) <= 1e-10;
}

static struct ballot hold_ballot(const struct scaling *s,
                                 const struct expr *sum)
{
    struct ballot b = {.n = sum->arity < VOTERS ? sum->arity : VOTERS};
    for (int i = 0; i < b.n; i++) {
        struct scaled r = strip(s, sum->arg[i]);
        const struct number *c = times(s, sum->coef[i], r.c);
        if (r.node->op == OP_CONST)
            continue;
        b.any[i] = is_open(s, r.node) && !at(s, r.node)->scale;
        if (b.any[i])
            continue;
        b.options[i] = list_options(s, r.node, b.option[i], OPTIONS);
        for (int o = 0; o < b.options[i]; o++)
            b.vote[i][o] = size_of(ratio(s, b.option[i][o].scale, c));
    }
    return b;
}

static int count_votes(const struct ballot *b, double scale)
{
    int votes = 0;
    for (int i = 0; i < b->n; i++)
        for (int o = 0; o < b->options[i]; o++)
            if (close_to(b->vote[i][o], scale)) {
                votes++;
                break;
            }
    return votes;
}

/* What the sums that use it, as they were in the first round, would like. */
static int count_users(const struct scaling *s, const struct expr *e,
                       double scale)
{
    int votes = 0, most = 0;
    for (int u = at(s, e)->users; u && most < VOTERS;
         u = s->user[u - 1].next, most++) {
        const struct user *user = &s->user[u - 1];
        const struct number *theirs = at(s, user->sum)->before;
        if (theirs)
            votes += close_to(size_of(theirs) + size_of(user->c), scale);
    }
    return votes;
}

struct candidate {
    const struct number *scale;
    int votes;
};

static void stand(const struct scaling *s, const struct expr *sum,
                  const struct ballot *b, struct candidate *best,
                  const struct number *scale)
{
    const struct number *wanted = at(s, sum)->wanted;
    double size = size_of(scale);
    int votes = count_votes(b, size) + count_users(s, sum, size);
    if (wanted && close_to(size, size_of(wanted)))
        votes++;
    if (votes > best->votes)
        *best = (struct candidate){magnitude_of(s->arena, scale), votes};
}

static const struct number *product_scale(const struct scaling *s,
                                          const struct expr *e)
{
    struct scaled a = strip(s, e->arg[0]), b = strip(s, e->arg[1]);
    return times(s, ratio(s, at(s, a.node)->scale, a.c),
                 ratio(s, at(s, b.node)->scale, b.c));
}

/* Where all terms take any scale: that of the first as it is. */
static const struct number *natural_scale(const struct scaling *s,
                                          const struct expr *sum)
{
    for (int i = 0; i < sum->arity; i++) {
        struct scaled r = strip(s, sum->arg[i]);
        const struct number *c = times(s, sum->coef[i], r.c);
        if (is_open(s, r.node))
            return magnitude_of(s->arena,
                                ratio(s, product_scale(s, r.node), c));
    }
    return number_int(s->arena, 1);
}

static const struct number *
winner(const struct scaling *s, const struct expr *sum, const struct ballot *b)
{
    const struct number *wanted = at(s, sum)->wanted;
    struct candidate best = {NULL, 0};
    if (wanted)
        stand(s, sum, b, &best, wanted);
    for (int i = 0; i < b->n; i++)
        for (int o = 0; o < b->options[i]; o++) {
            struct scaled r = strip(s, sum->arg[i]);
            const struct number *c = times(s, sum->coef[i], r.c);
            stand(s, sum, b, &best, ratio(s, b->option[i][o].scale, c));
        }
    int most = 0;
    for (int u = at(s, sum)->users; u && most < VOTERS;
         u = s->user[u - 1].next, most++) {
        const struct user *user = &s->user[u - 1];
        const struct number *theirs = at(s, user->sum)->before;
        if (theirs)
            stand(s, sum, b, &best, times(s, theirs, user->c));
    }
    if (!best.scale)
        best.scale = natural_scale(s, sum);
    return wanted && number_sign(wanted) < 0 ? number_neg(s->arena, best.scale)
                                             : best.scale;
}

/* The scale with the sign that the product has anyway. */
static const struct number *like_product(const struct scaling *s,
                                         const struct expr *e,
                                         const struct number *scale)
{
    bool flip = number_sign(scale) != number_sign(product_scale(s, e));
    return flip ? number_neg(s->arena, scale) : scale;
}

/* Products take the side's named multiple that suits the chosen scale. */
static void take_options(struct scaling *s, const struct expr *sum,
                         const struct ballot *b)
{
    double scale = size_of(at(s, sum)->scale);
    for (int i = 0; i < b->n; i++) {
        struct scaled r = strip(s, sum->arg[i]);
        struct slot *p = at(s, r.node);
        if (b->any[i])
            p->scale =
                magnitude_of(s->arena, times(s, times(s, sum->coef[i], r.c),
                                             at(s, sum)->scale));
        for (int o = 0; o < b->options[i]; o++) {
            const struct option *option = &b->option[i][o];
            if (!close_to(b->vote[i][o], scale))
                continue;
            if (option->side >= 0 && option->taken) {
                p->scale = option->scale;
                p->side = option->side;
                p->taken = option->taken;
            }
            break;
        }
    }
}

static void choose_sum(struct scaling *s, const struct expr *e)
{
    struct ballot b = hold_ballot(s, e);
    if (!at(s, e)->scale)
        at(s, e)->scale = winner(s, e, &b);
    take_options(s, e, &b);
}

/* --- all scales ---------------------------------------------------------- */

/* An open product waits for the sum that uses it. */
static void choose(struct scaling *s, const struct expr *e)
{
    struct slot *p = at(s, e);
    if (e->op == OP_SUM) {
        choose_sum(s, e);
        return;
    }
    if (p->scale || e->op == OP_SCALE)
        return;
    if (e->op == OP_MUL && is_movable(s, e)) {
        if (!is_open(s, e))
            p->scale = product_scale(s, e);
    } else if (e->op == OP_POW && is_movable(s, e)) {
        struct scaled a = strip(s, e->arg[0]);
        p->scale = number_power(s->arena, ratio(s, at(s, a.node)->scale, a.c),
                                e->index);
    } else {
        p->scale = number_int(s->arena, 1);
    }
}

/* Open products that no sum has chosen for. */
static void settle_arguments(struct scaling *s, const struct expr *e)
{
    for (int k = 0; k < e->arity; k++) {
        struct scaled r = strip(s, e->arg[k]);
        struct slot *p = at(s, r.node);
        if (!p->scale)
            p->scale = p->wanted ? like_product(s, r.node, p->wanted)
                                 : product_scale(s, r.node);
    }
}

/* Forgets all but the names, keeping what was chosen for the votes. */
static void start_round(struct scaling *s)
{
    for (int i = 0; i < s->size; i++) {
        s->slot[i].before = s->slot[i].scale;
        s->slot[i].scale = s->slot[i].named;
        s->slot[i].taken = NULL;
    }
}

static void choose_scales(struct scaling *s)
{
    start_round(s);
    for (int i = 0; i < s->size; i++) {
        const struct expr *e = pool_node(s->pool, i);
        if (!s->live[i])
            continue;
        if (e->op != OP_SUM)
            settle_arguments(s, e);
        choose(s, e);
    }
    for (int i = 0; i < s->graph->roots; i++) {
        struct scaled r = strip(s, s->graph->root[i]);
        if (!at(s, r.node)->scale)
            at(s, r.node)->scale = number_int(s->arena, 1);
    }
}

/* --- building ------------------------------------------------------------ */

/* f * (scale x), as the named multiple's own node. */
static const struct expr *multiple_of(const struct scaling *s,
                                      const struct number *f,
                                      const struct expr *x)
{
    return raw_scale(s->pool, f, at(s, x)->value);
}

static const struct expr *build_product(const struct scaling *s,
                                        const struct expr *e)
{
    struct scaled a = strip(s, e->arg[0]), b = strip(s, e->arg[1]);
    const struct number *left = ratio(s, at(s, e)->scale, product_scale(s, e));
    const struct slot *p = at(s, e);
    const struct expr *x = at(s, a.node)->value, *y = at(s, b.node)->value;
    if (p->taken) {
        if (p->side == 0)
            x = multiple_of(s, p->taken, a.node);
        else
            y = multiple_of(s, p->taken, b.node);
        left = ratio(s, left, p->taken);
    }
    if (number_is_one(left))
        return raw_mul(s->pool, x, y);
    if (is_once(s, a.node))
        return raw_mul(s->pool, raw_scale(s->pool, left, x), y);
    if (is_once(s, b.node))
        return raw_mul(s->pool, x, raw_scale(s->pool, left, y));
    return raw_scale(s->pool, left, raw_mul(s->pool, x, y));
}

static bool has_multiple(const struct scaling *s, const struct expr *x,
                         const struct number *f)
{
    for (int m = at(s, x)->multiples; m; m = s->multiple[m - 1].next)
        if (number_near(ratio(s, s->multiple[m - 1].factor, at(s, x)->scale),
                        f))
            return true;
    return false;
}

static const struct expr *build_sum(const struct scaling *s,
                                    const struct expr *e)
{
    struct terms t = terms_new(s->graph, e->arity);
    for (int i = 0; i < e->arity; i++) {
        struct scaled r = strip(s, e->arg[i]);
        const struct number *c =
            times(s, times(s, e->coef[i], r.c), at(s, e)->scale);
        c = ratio(s, c, at(s, r.node)->scale);
        const struct number *size = magnitude_of(s->arena, c);
        if (has_multiple(s, r.node, size))
            terms_add(&t, number_int(s->arena, number_sign(c)),
                      multiple_of(s, size, r.node));
        else
            terms_add(&t, c, at(s, r.node)->value);
    }
    return terms_sum(&t);
}

/* The value itself, not a multiple. */
static const struct expr *plain(const struct scaling *s, const struct expr *e)
{
    struct scaled r = strip(s, e);
    return raw_scale(s->pool, ratio(s, r.c, at(s, r.node)->scale),
                     at(s, r.node)->value);
}

static const struct expr *build_power(const struct scaling *s,
                                      const struct expr *e)
{
    struct scaled a = strip(s, e->arg[0]);
    const struct number *own =
        number_power(s->arena, ratio(s, at(s, a.node)->scale, a.c), e->index);
    const struct expr *power =
        raw_power(s->pool, at(s, a.node)->value, e->index);
    return raw_scale(s->pool, ratio(s, at(s, e)->scale, own), power);
}

static const struct expr *build(void *context, const struct expr *e,
                                const struct expr *const *arg)
{
    struct scaling *s = context;
    struct slot *p = at(s, e);
    if (e->op == OP_SCALE)
        return plain(s, e);
    if (!is_movable(s, e)) {
        const struct expr **own =
            arena_array(s->graph->scratch, (size_t)e->arity + 1, sizeof *own);
        for (int k = 0; k < e->arity; k++)
            own[k] = is_once(s, e) ? arg[k] : plain(s, e->arg[k]);
        p->value = node_raw(s->pool, e, own);
        return p->value;
    }
    p->value = e->op == OP_SUM   ? build_sum(s, e)
               : e->op == OP_MUL ? build_product(s, e)
                                 : build_power(s, e);
    return plain(s, e);
}

/* A name stays where its value now stands by itself. */
static void keep_labels(const struct scaling *s, struct graph *g)
{
    for (int i = 0; i < g->labels; i++) {
        const struct expr *old = s->graph->label[i].node;
        g->label[i].node = NULL;
        if (!old || old->id >= s->size)
            continue;
        struct scaled r = strip(s, old);
        if (r.node->id < s->size && s->live[r.node->id])
            g->label[i].node = plain(s, old);
    }
    graph_note(g, -1);
}

struct graph *pass_scale(const struct graph *g)
{
    struct scaling s = {.graph = g, .arena = g->arena, .pool = g->pool};
    s.live = graph_live(g);
    s.size = pool_size(g->pool);
    s.slot = arena_array(g->scratch, (size_t)s.size, sizeof *s.slot);
    read_labels(&s);
    find_wanted(&s);
    choose_scales(&s); /* by what the values are made of */
    choose_scales(&s); /* and by what they are used for */
    struct graph *scaled = graph_rebuild(g, build, &s);
    keep_labels(&s, scaled);
    return scaled;
}
