/* SPDX-License-Identifier: MIT
 *
 * The vote: a sum takes the scale with which most of its terms, and most of
 * the sums that use it, need no multiplication.
 */
#include <math.h>

#include "base/arena.h"
#include "opt/pass.h"
#include "opt/scale.h"
#include "opt/terms.h"

enum { OPTIONS = 8, VOTERS = 24 };

/* A scale that a term could have: its own, that of one of its named multiples,
 * or, for a product, its own times a named multiple of one factor. */
struct option {
    double log;
    int multiple; /* index + 1; 0: as it is */
    int side;     /* of a product; -1: the multiple is the term's own */
};

struct ballot {
    int n, options[VOTERS];
    struct option option[VOTERS][OPTIONS];
    double vote[VOTERS][OPTIONS]; /* log of the sum's scale that suits it */
    bool any[VOTERS];             /* takes every scale */
};

static struct slot *at(const struct scaling *s, const struct expr *e)
{
    return &s->slot[e->id];
}

/* Only a guess; what is built from it is exact. */
static bool close_to(double a, double b)
{
    return fabs(a - b) <= 1e-10;
}

static const struct number *coefficient(const struct scaling *s,
                                        const struct expr *sum, int i,
                                        struct scaled term)
{
    return scale_times(s, sum->coef[i], term.c);
}

/* --- options -------------------------------------------------------------- */

static int list_options(const struct scaling *s, const struct expr *x,
                        struct option *option)
{
    const struct slot *p = at(s, x);
    int n = 0;
    option[n++] = (struct option){p->log, 0, -1};
    for (int side = 0; x->op == OP_MUL && !p->wanted && side < 2; side++) {
        const struct slot *a = at(s, scale_strip(s, x->arg[side]).node);
        for (int m = a->multiples; m && n < OPTIONS;
             m = s->multiple[m - 1].next)
            option[n++] = (struct option){
                p->log + s->multiple[m - 1].log - a->log, m, side};
    }
    for (int m = p->multiples; m && n < OPTIONS; m = s->multiple[m - 1].next)
        option[n++] = (struct option){s->multiple[m - 1].log, m, -1};
    return n;
}

/* The option's scale, exactly. */
static const struct number *option_scale(const struct scaling *s,
                                         const struct expr *x,
                                         const struct option *o)
{
    if (!o->multiple)
        return at(s, x)->scale;
    const struct number *f = s->multiple[o->multiple - 1].factor;
    if (o->side < 0)
        return f;
    const struct slot *a = at(s, scale_strip(s, x->arg[o->side]).node);
    return scale_times(s, at(s, x)->scale, scale_ratio(s, f, a->scale));
}

/* Takes every scale, and has none yet. */
static bool is_free(const struct scaling *s, const struct expr *x)
{
    return scale_is_open(s, x) && !at(s, x)->scale;
}

static void hold_ballot(const struct scaling *s, const struct expr *sum,
                        struct ballot *b)
{
    b->n = sum->arity < VOTERS ? sum->arity : VOTERS;
    for (int i = 0; i < b->n; i++) {
        struct scaled r = scale_strip(s, sum->arg[i]);
        b->options[i] = 0;
        b->any[i] = is_free(s, r.node);
        if (b->any[i] || r.node->op == OP_CONST)
            continue;
        double log = scale_log(sum->coef[i]) + scale_log(r.c);
        b->options[i] = list_options(s, r.node, b->option[i]);
        for (int o = 0; o < b->options[i]; o++)
            b->vote[i][o] = b->option[i][o].log - log;
    }
}

/* --- counting ------------------------------------------------------------- */

static int count_terms(const struct ballot *b, double log)
{
    int votes = 0;
    for (int i = 0; i < b->n; i++)
        for (int o = 0; o < b->options[i]; o++)
            if (close_to(b->vote[i][o], log)) {
                votes++;
                break;
            }
    return votes;
}

/* What the sums that use it, as they were in the first round, would like. */
static int count_users(const struct scaling *s, const struct expr *e,
                       double log)
{
    int votes = 0, most = 0;
    for (int u = at(s, e)->users; u && most < VOTERS;
         u = s->user[u - 1].next, most++) {
        const struct user *user = &s->user[u - 1];
        if (at(s, user->sum)->before)
            votes += close_to(at(s, user->sum)->before_log + user->log, log);
    }
    return votes;
}

/* The best so far: whose wish it was, by term and option, or by user. */
struct candidate {
    int votes, term, option, user;
    bool wanted;
};

static bool is_more(const struct scaling *s, const struct expr *sum,
                    const struct ballot *b, double log, struct candidate *best)
{
    const struct number *wanted = at(s, sum)->wanted;
    int votes = count_terms(b, log) + count_users(s, sum, log);
    if (wanted && close_to(log, scale_log(wanted)))
        votes++;
    if (votes <= best->votes)
        return false;
    best->votes = votes;
    return true;
}

static struct candidate elect(const struct scaling *s, const struct expr *sum,
                              const struct ballot *b)
{
    struct candidate best = {.term = -1};
    const struct number *wanted = at(s, sum)->wanted;
    if (wanted && is_more(s, sum, b, scale_log(wanted), &best))
        best.wanted = true;
    for (int i = 0; i < b->n; i++)
        for (int o = 0; o < b->options[i]; o++)
            if (is_more(s, sum, b, b->vote[i][o], &best))
                best = (struct candidate){best.votes, i, o, 0, false};
    int most = 0;
    for (int u = at(s, sum)->users; u && most < VOTERS;
         u = s->user[u - 1].next, most++) {
        const struct user *user = &s->user[u - 1];
        double log = at(s, user->sum)->before_log + user->log;
        if (at(s, user->sum)->before && is_more(s, sum, b, log, &best))
            best = (struct candidate){best.votes, -1, 0, u, false};
    }
    return best;
}

/* Where all terms take any scale: that of the first as it is. */
static const struct number *natural_scale(const struct scaling *s,
                                          const struct expr *sum)
{
    for (int i = 0; i < sum->arity; i++) {
        struct scaled r = scale_strip(s, sum->arg[i]);
        if (scale_is_open(s, r.node))
            return scale_ratio(s, scale_of_product(s, r.node),
                               coefficient(s, sum, i, r));
    }
    return number_int(s->arena, 1);
}

static const struct number *
winner(const struct scaling *s, const struct expr *sum, const struct ballot *b)
{
    struct candidate best = elect(s, sum, b);
    const struct number *wanted = at(s, sum)->wanted, *scale;
    if (best.wanted) {
        scale = wanted;
    } else if (best.user) {
        const struct user *user = &s->user[best.user - 1];
        scale = scale_times(s, at(s, user->sum)->before, user->c);
    } else if (best.term >= 0) {
        struct scaled r = scale_strip(s, sum->arg[best.term]);
        scale = scale_ratio(
            s, option_scale(s, r.node, &b->option[best.term][best.option]),
            coefficient(s, sum, best.term, r));
    } else {
        scale = natural_scale(s, sum);
    }
    scale = magnitude_of(s->arena, scale);
    return wanted && number_sign(wanted) < 0 ? number_neg(s->arena, scale)
                                             : scale;
}

/* --- the result ----------------------------------------------------------- */

/* The term gets the scale that it voted for, if that has won. */
static void take_option(struct scaling *s, const struct ballot *b, int i,
                        const struct expr *x, double log)
{
    for (int o = 0; o < b->options[i]; o++) {
        const struct option *option = &b->option[i][o];
        if (!close_to(b->vote[i][o], log))
            continue;
        if (option->multiple && option->side >= 0) {
            struct slot *p = at(s, x);
            const struct slot *a =
                at(s, scale_strip(s, x->arg[option->side]).node);
            const struct number *scale = option_scale(s, x, option);
            p->side = option->side;
            p->taken = scale_ratio(s, s->multiple[option->multiple - 1].factor,
                                   a->scale);
            scale_set(p, scale);
        }
        return;
    }
}

void scale_vote(struct scaling *s, const struct expr *sum)
{
    struct ballot b;
    struct slot *own = at(s, sum);
    hold_ballot(s, sum, &b);
    if (!own->scale)
        scale_set(own, winner(s, sum, &b));
    for (int i = 0; i < sum->arity; i++) { /* also those that had no vote */
        struct scaled r = scale_strip(s, sum->arg[i]);
        if (is_free(s, r.node))
            scale_set(
                at(s, r.node),
                magnitude_of(s->arena, scale_times(s, coefficient(s, sum, i, r),
                                                   own->scale)));
        else if (i < b.n && !b.any[i])
            take_option(s, &b, i, r.node, own->log);
    }
}
