/* SPDX-License-Identifier: MIT
 *
 * The factors of a `composition` from its syntax tree, and their order
 * conditions.
 */
#include "tableau/tableau.h"

#include <math.h>

#include "base/arena.h"

static const struct constant_place factors = {
    .subject = "a factor of a composition",
    .hint = "factors of a composition are constants: numbers, 2^(1/3) and the "
            "like",
    .rounded = true,
};

/* True if equal within a fixed tolerance: steps must end at h in any case. */
static bool is_close(struct arena *arena, num x, num y)
{
    double off = number_double(number_sub(arena, x, y));
    return fabs(off) <= ldexp(1, -COMPOSITION_MEANT_BITS);
}

/* Reads an order in the heading: even and positive. */
static int read_order(struct diags *diags, syntax ast, num order,
                      struct place place, const char *subject)
{
    long n;
    if (number_is_int(order, &n) && n >= 2 && n <= COMPOSITION_ORDER &&
        n % 2 == 0)
        return (int)n;
    return diag_refuse(diags, place, "time-symmetric methods are of even order",
                       "%s of composition %s is not an even number from 2 to "
                       "%d",
                       subject, ast->name, COMPOSITION_ORDER);
}

static void check_factors(struct diags *diags, syntax ast,
                          const struct composition *c)
{
    struct arena *arena = diags->arena;
    num sum = tableau_sum(arena, c->steps, c->factor);
    num one = number_int(arena, 1);
    int i = 0, n = c->steps - 1;
    while (i < n - i && is_close(arena, c->factor[i], c->factor[n - i]))
        i++;
    if (i < n - i)
        diag_refuse(diags, ast->child[n - i + 1]->place,
                    "the factors must read the same from both ends, else the "
                    "steps together are not time-symmetric",
                    "this factor of composition %s is not that of step %d",
                    c->name, i + 1);
    if (is_close(arena, sum, one))
        return;
    diag_refuse(diags, ast->name_place, "one of them may be 1 minus the others",
                "the factors of composition %s do not add up to 1: they are "
                "off by %.2g",
                c->name, number_double(number_sub(arena, sum, one)));
}

const struct composition *composition_build(struct diags *diags, syntax ast)
{
    struct arena *arena = diags->arena;
    struct composition *c = arena_alloc(arena, sizeof *c);
    syntax base = ast->child[0];
    int errors = diags->errors, n = ast->n - 1;
    num *factor = arena_array(arena, (size_t)n, sizeof *factor);
    *c = (struct composition){.name = ast->name,
                              .source = ast_comment(arena, ast->place, false),
                              .note = ast->note,
                              .place = ast->place,
                              .steps = n,
                              .factor = factor};
    c->base =
        read_order(diags, ast, base->number, base->place, "the base's order");
    if (ast->number)
        c->claim =
            read_order(diags, ast, ast->number, ast->name_place, "the order");
    if (n > COMPOSITION_STEPS) {
        diag_error(diags, ast->name_place,
                   "composition %s has %d steps; at most %d are possible",
                   ast->name, n, COMPOSITION_STEPS);
        return NULL;
    }
    bool good = true;
    for (int i = 0; i < n; i++) {
        struct constant read;
        good &= constant_read(NULL, diags, &factors, ast->child[i + 1], &read);
        factor[i] = read.number;
    }
    if (good)
        check_factors(diags, ast, c);
    return diags->errors > errors ? NULL : c;
}

/* ---- the order ----
 *
 * One step of a time-symmetric method
 * of order q is the exponential of h Y_1 + h^(q+1) Y_(q+1) + h^(q+3) Y_(q+3) +
 * ..., with independent (free) Y.  The step of the composition, the product of
 * exp(g_i h Y_1 + (g_i h)^(q+1) Y_(q+1) + ...), is of order p if in the free
 * associative algebra it agrees with exp(h Y_1) in all words of weight up to p,
 * where the weight of Y_k is k.
 * E. Hairer, Ch. Lubich, G. Wanner, Geometric Numerical Integration, Springer
 * 2006, section V.3.
 */
struct words {
    struct arena *arena;
    const struct composition *composition;
    int order; /* all words up to this weight agree so far */
    int letter[COMPOSITION_ORDER]; /* weights in the current word */
    /* [s][l]: coefficient of the first l letters after s steps. */
    num product[COMPOSITION_STEPS + 1][COMPOSITION_ORDER + 1];
};

static num inverse_factorial(struct arena *arena, int n)
{
    long product = 1; /* 12! is below 2^31 */
    for (int i = 2; i <= n; i++)
        product *= i;
    return number_fraction(arena, 1, product);
}

/* The coefficient of the first `length` letters in (product of the steps
 * before) times (exponential of the next factor): a sum over all splits, where
 * the exponential's coefficient of the last part is g^weight / length!. */
static num next_coefficient(const struct words *w, int step, int length)
{
    struct arena *a = w->arena;
    num g = number_real(a, w->composition->factor[step]);
    num sum = number_int(a, 0), power = number_int(a, 1);
    for (int rest = length;; rest--) {
        num part = number_mul(a, power, inverse_factorial(a, length - rest));
        sum = number_add(a, sum, number_mul(a, w->product[step][rest], part));
        if (rest == 0)
            return sum;
        for (int i = 0; i < w->letter[rest - 1]; i++)
            power = number_mul(a, power, g);
    }
}

/* Checks a word and all words that begin with it.  `flow`: all its letters are
 * Y_1. */
static void look(struct words *w, int length, int weight, bool flow)
{
    const struct composition *c = w->composition;
    num zero = number_int(w->arena, 0);
    num want = flow ? inverse_factorial(w->arena, length) : zero;
    w->product[0][length] = number_real(w->arena, length ? zero : want);
    for (int step = 0; step < c->steps; step++)
        w->product[step + 1][length] = next_coefficient(w, step, length);
    num off = number_sub(w->arena, w->product[c->steps][length], want);
    if (!number_may_be_zero(off) ||
        number_error(off) > ldexp(1, -COMPOSITION_MEANT_BITS))
        w->order = weight - 1;
    for (int letter = 1; weight + letter <= w->order;
         letter += letter == 1 ? c->base : 2) {
        w->letter[length] = letter;
        look(w, length + 1, weight + letter, flow && letter == 1);
    }
}

int composition_order(struct arena *arena, const struct composition *c,
                      int limit)
{
    struct arena_mark mark = arena_mark(arena);
    struct words w = {.arena = arena, .composition = c};
    w.order = limit < COMPOSITION_ORDER ? limit : COMPOSITION_ORDER;
    look(&w, 0, 0, true);
    arena_release(arena, mark);
    return w.order / 2 * 2;
}
