/* SPDX-License-Identifier: MIT
 *
 * The order conditions of a composition.  One step of a time-symmetric method
 * of order q is the exponential of h Y_1 + h^(q+1) Y_(q+1) + h^(q+3) Y_(q+3) +
 * ..., with the Y free of each other for all that is known.  The step of the
 * composition, the product of exp(g_i h Y_1 + (g_i h)^(q+1) Y_(q+1) + ...), is
 * of order p if in the free associative algebra it agrees with exp(h Y_1) in
 * all words of weight up to p, where the weight of Y_k is k.
 * E. Hairer, Ch. Lubich, G. Wanner, Geometric Numerical Integration, Springer
 * 2006, section V.3.
 */
#include "tableau/composition.h"

#include "base/arena.h"

typedef const struct number *value;

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
    value *product; /* of each word, the coefficient in the product so far */
};

static bool is_letter(const struct words *w, int weight)
{
    return weight == 1 || (weight > w->composition->base && weight % 2 == 1);
}

static void add_word(struct words *w, int prefix, int letter)
{
    arena_push(w->arena, w->word, w->count, w->room);
    struct word p = w->word[prefix];
    w->word[w->count++] = (struct word){prefix, letter, p.weight + letter,
                                        p.length + 1, p.flow && letter == 1};
}

static void make_words(struct words *w, int limit)
{
    arena_push(w->arena, w->word, w->count, w->room);
    w->word[w->count++] = (struct word){.flow = true};
    for (int weight = 1; weight <= limit; weight++)
        for (int i = 0, n = w->count; i < n; i++)
            if (is_letter(w, weight - w->word[i].weight))
                add_word(w, i, weight - w->word[i].weight);
}

static value inverse_factorial(struct arena *arena, int n)
{
    long product = 1; /* 12! is below 2^31 */
    for (int i = 2; i <= n; i++)
        product *= i;
    return number_fraction(arena, 1, product);
}

/* The coefficient of a word in (the product so far) times the next factor's
 * exponential: the word is split in all ways, and the exponential's
 * coefficient of a part is g^weight / length!. */
static value next_coefficient(const struct words *w, int word, value g)
{
    struct arena *a = w->arena;
    value sum = number_int(a, 0), power = number_int(a, 1);
    for (int rest = word, length = 0;; length++) {
        value part = number_mul(a, power, inverse_factorial(a, length));
        sum = number_add(a, sum, number_mul(a, w->product[rest], part));
        if (rest == 0)
            return sum;
        for (int i = 0; i < w->word[rest].letter; i++)
            power = number_mul(a, power, g);
        rest = w->word[rest].prefix;
    }
}

/* Longer words first: each looks at its prefixes alone. */
static void multiply(struct words *w, value g)
{
    for (int i = w->count - 1; i >= 0; i--)
        w->product[i] = next_coefficient(w, i, g);
}

static void make_product(struct words *w)
{
    const struct composition *c = w->composition;
    w->product = arena_array(w->arena, (size_t)w->count, sizeof(value));
    for (int i = 0; i < w->count; i++)
        w->product[i] = number_real(w->arena, number_int(w->arena, i == 0));
    for (int i = 0; i < c->steps; i++)
        multiply(w, number_real(w->arena, c->factor[i]));
}

static bool holds(const struct words *w, int word)
{
    struct arena *a = w->arena;
    const struct word *x = &w->word[word];
    value want = x->flow ? inverse_factorial(a, x->length) : number_int(a, 0);
    return composition_means_zero(number_sub(a, w->product[word], want));
}

int composition_order(struct arena *arena, const struct composition *c,
                      int limit)
{
    struct arena_mark mark = arena_mark(arena);
    struct words w = {.arena = arena, .composition = c};
    int order = limit < COMPOSITION_ORDER ? limit : COMPOSITION_ORDER;
    make_words(&w, order);
    make_product(&w);
    for (int i = 0; i < w.count; i++)
        if (!holds(&w, i)) {
            order = w.word[i].weight - 1;
            break;
        }
    arena_release(arena, mark);
    return order / 2 * 2;
}
