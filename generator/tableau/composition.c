/* SPDX-License-Identifier: MIT
 *
 * From the syntax tree of a `composition` to its factors, and their order
 * conditions.
 */
#include "tableau/composition.h"

#include <math.h>

#include "base/arena.h"
#include "base/text.h"
#include "tableau/constant.h"
#include "tableau/tableau.h"

static const struct constant_place factors = {
    .what = "a factor of a composition",
    .where = "a composition",
    .hint = "factors of a composition are constants: numbers, 2^(1/3) and the "
            "like",
    .rounded = true,
};

struct building {
    struct arena *arena;
    struct diags *diags;
    const struct ast *ast;
    struct composition *composition;
};

/* However few digits there are: steps must end where h does. */
static bool is_close(struct arena *arena, num x, num y)
{
    double off = number_double(number_sub(arena, x, y));
    return fabs(off) <= ldexp(1, -COMPOSITION_MEANT_BITS);
}

/* An order in the heading: even and positive. */
static int read_order(struct building *b, num order, struct place place,
                      const char *what)
{
    long n;
    if (number_is_int(order, &n) && n >= 2 && n <= COMPOSITION_ORDER &&
        n % 2 == 0)
        return (int)n;
    diag_error(b->diags, place,
               "%s of composition %s is not an even number from 2 to %d", what,
               b->ast->name, COMPOSITION_ORDER);
    diag_hint(b->diags, "time-symmetric methods are of even order");
    return 0;
}

static bool set_factors(struct building *b)
{
    int n = b->ast->n - 1;
    num *factor = arena_array(b->arena, (size_t)n, sizeof *factor);
    b->composition->steps = n;
    b->composition->factor = factor;
    if (n > COMPOSITION_STEPS) {
        diag_error(b->diags, b->ast->name_place,
                   "composition %s has %d steps; at most %d are possible",
                   b->ast->name, n, COMPOSITION_STEPS);
        return false;
    }
    bool good = true;
    for (int i = 0; i < n; i++) {
        factor[i] =
            constant_value(b->arena, b->diags, &factors, b->ast->child[i + 1]);
        good &= factor[i] != NULL;
    }
    return good;
}

static void check_factors(struct building *b)
{
    const struct composition *c = b->composition;
    num sum = tableau_sum(b->arena, c->steps, c->factor);
    num one = number_int(b->arena, 1);
    int i = 0, n = c->steps - 1;
    while (i < n - i && is_close(b->arena, c->factor[i], c->factor[n - i]))
        i++;
    if (i < n - i) {
        diag_error(b->diags, b->ast->child[n - i + 1]->place,
                   "this factor of composition %s is not that of step %d",
                   c->name, i + 1);
        diag_hint(b->diags, "the factors must read the same from both ends, "
                            "else the steps together are not time-symmetric");
    }
    if (is_close(b->arena, sum, one))
        return;
    diag_error(b->diags, b->ast->name_place,
               "the factors of composition %s do not add up to 1: they are off "
               "by %.2g",
               c->name, number_double(number_sub(b->arena, sum, one)));
    diag_hint(b->diags, "one of them may be 1 minus the others");
}

const struct composition *composition_build(struct arena *arena,
                                            struct diags *diags,
                                            const struct ast *ast)
{
    struct composition *c = arena_alloc(arena, sizeof *c);
    struct building b = {arena, diags, ast, c};
    int errors = diags->errors;
    *c = (struct composition){.name = ast->name,
                              .source = comment_before(arena, ast->place),
                              .note = ast->note,
                              .place = ast->place};
    const struct ast *base = ast->child[0];
    c->base = read_order(&b, base->number, base->place, "the base's order");
    if (ast->number)
        c->claim = read_order(&b, ast->number, ast->name_place, "the order");
    if (set_factors(&b))
        check_factors(&b);
    return diags->errors > errors ? NULL : c;
}

/* ---- the order ----
 *
 * One step of a time-symmetric method
 * of order q is the exponential of h Y_1 + h^(q+1) Y_(q+1) + h^(q+3) Y_(q+3) +
 * ..., with the Y free of each other for all that is known.  The step of the
 * composition, the product of exp(g_i h Y_1 + (g_i h)^(q+1) Y_(q+1) + ...), is
 * of order p if in the free associative algebra it agrees with exp(h Y_1) in
 * all words of weight up to p, where the weight of Y_k is k.
 * E. Hairer, Ch. Lubich, G. Wanner, Geometric Numerical Integration, Springer
 * 2006, section V.3.
 */
struct word {
    int prefix; /* the word without its last letter; the empty one is 0 */
    int letter; /* the last one's weight */
    int weight, length;
    bool flow; /* of no letter but Y_1 */
};

struct words {
    struct arena *arena;
    const struct composition *composition;
    struct word *word; /* by weight */
    int count, room;
    num *product; /* of each word, the coefficient in the product so far */
};

static void make_words(struct words *w, int limit)
{
    arena_push(w->arena, w->word, w->count, w->room);
    w->word[w->count++] = (struct word){.flow = true};
    for (int weight = 1; weight <= limit; weight++)
        for (int i = 0, n = w->count; i < n; i++) {
            int letter = weight - w->word[i].weight;
            bool is_odd = letter > w->composition->base && letter % 2 == 1;
            if (letter != 1 && !is_odd)
                continue;
            arena_push(w->arena, w->word, w->count, w->room);
            struct word p = w->word[i];
            w->word[w->count++] = (struct word){i, letter, weight, p.length + 1,
                                                p.flow && letter == 1};
        }
}

static num inverse_factorial(struct arena *arena, int n)
{
    long product = 1; /* 12! is below 2^31 */
    for (int i = 2; i <= n; i++)
        product *= i;
    return number_fraction(arena, 1, product);
}

/* The coefficient of a word in (the product so far) times the next factor's
 * exponential: the word is split in all ways, and the exponential's
 * coefficient of a part is g^weight / length!. */
static num next_coefficient(const struct words *w, int word, num g)
{
    struct arena *a = w->arena;
    num sum = number_int(a, 0), power = number_int(a, 1);
    for (int rest = word, length = 0;; length++) {
        num part = number_mul(a, power, inverse_factorial(a, length));
        sum = number_add(a, sum, number_mul(a, w->product[rest], part));
        if (rest == 0)
            return sum;
        for (int i = 0; i < w->word[rest].letter; i++)
            power = number_mul(a, power, g);
        rest = w->word[rest].prefix;
    }
}

static void make_product(struct words *w)
{
    const struct composition *c = w->composition;
    w->product = arena_array(w->arena, (size_t)w->count, sizeof(num));
    for (int i = 0; i < w->count; i++)
        w->product[i] = number_real(w->arena, number_int(w->arena, i == 0));
    for (int step = 0; step < c->steps; step++) {
        num g = number_real(w->arena, c->factor[step]);
        /* longer words first: each looks at its prefixes alone */
        for (int i = w->count - 1; i >= 0; i--)
            w->product[i] = next_coefficient(w, i, g);
    }
}

int composition_order(struct arena *arena, const struct composition *c,
                      int limit)
{
    struct arena_mark mark = arena_mark(arena);
    struct words w = {.arena = arena, .composition = c};
    int order = limit < COMPOSITION_ORDER ? limit : COMPOSITION_ORDER;
    make_words(&w, order);
    make_product(&w);
    for (int i = 0; i < w.count; i++) {
        const struct word *x = &w.word[i];
        num want = x->flow ? inverse_factorial(arena, x->length)
                           : number_int(arena, 0);
        num off = number_sub(arena, w.product[i], want);
        if (!number_may_be_zero(off) ||
            number_error(off) > ldexp(1, -COMPOSITION_MEANT_BITS)) {
            order = x->weight - 1;
            break;
        }
    }
    arena_release(arena, mark);
    return order / 2 * 2;
}
