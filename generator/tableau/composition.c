/* SPDX-License-Identifier: MIT
 *
 * From the syntax tree of a `composition` to its factors.
 */
#include "tableau/composition.h"

#include <math.h>

#include "base/arena.h"
#include "base/text.h"
#include "tableau/comment.h"
#include "tableau/constant.h"

typedef const struct number *value;

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

bool composition_means_zero(value v)
{
    return number_may_be_zero(v) &&
           number_error(v) <= ldexp(1, -COMPOSITION_MEANT_BITS);
}

/* However few digits there are: steps must end where h does. */
static bool is_close(struct arena *arena, value x, value y)
{
    double off = number_double(number_sub(arena, x, y));
    return fabs(off) <= ldexp(1, -COMPOSITION_MEANT_BITS);
}

/* An order in the heading: even and positive. */
static int read_order(struct building *b, value order, struct place place,
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

static void set_orders(struct building *b)
{
    const struct ast *base = b->ast->child[0];
    b->composition->base =
        read_order(b, base->number, base->place, "the base's order");
    if (b->ast->number)
        b->composition->claim =
            read_order(b, b->ast->number, b->ast->name_place, "the order");
}

static bool set_factors(struct building *b)
{
    int n = b->ast->n - 1;
    value *factor = arena_array(b->arena, (size_t)n, sizeof *factor);
    b->composition->steps = n;
    b->composition->factor = factor;
    if (n > COMPOSITION_STEPS) {
        diag_error(b->diags, b->ast->name_place,
                   "composition %s has %d steps; at most %d are possible",
                   b->ast->name, n, COMPOSITION_STEPS);
        return false;
    }
    for (int i = 0; i < n; i++)
        factor[i] =
            constant_value(b->arena, b->diags, &factors, b->ast->child[i + 1]);
    for (int i = 0; i < n; i++)
        if (!factor[i])
            return false;
    return true;
}

static void check_palindrome(struct building *b)
{
    const struct composition *c = b->composition;
    for (int i = 0; i < c->steps / 2; i++) {
        int last = c->steps - 1 - i;
        if (is_close(b->arena, c->factor[i], c->factor[last]))
            continue;
        diag_error(b->diags, b->ast->child[last + 1]->place,
                   "this factor of composition %s is not that of step %d",
                   c->name, i + 1);
        diag_hint(b->diags, "the factors must read the same from both ends, "
                            "else the steps together are not time-symmetric");
        return;
    }
}

static void check_sum(struct building *b)
{
    const struct composition *c = b->composition;
    value sum = number_int(b->arena, 0), one = number_int(b->arena, 1);
    for (int i = 0; i < c->steps; i++)
        sum = number_add(b->arena, sum, c->factor[i]);
    if (is_close(b->arena, sum, one))
        return;
    double off = number_double(number_sub(b->arena, sum, one));
    diag_error(b->diags, b->ast->name_place,
               "the factors of composition %s do not add up to 1: they are off "
               "by %.2g",
               c->name, off);
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
    set_orders(&b);
    if (set_factors(&b)) {
        check_palindrome(&b);
        check_sum(&b);
    }
    return diags->errors > errors ? NULL : c;
}
