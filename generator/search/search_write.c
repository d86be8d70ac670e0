/* SPDX-License-Identifier: MIT
 *
 * Numbers as people write them, and the tableau's block with them.
 */
#include "search/search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "num/fraction.h"

typedef const struct number *value;

/* What is recognised is right to this; coefficients of a x^2 + b x + c are at
 * most so large. */
#define RIGHT_TO 1e-34

enum { DIGITS = 40, LARGEST_A = 240, LARGEST_B = 480 };

static bool is_short(struct arena *arena, value x)
{
    return number_is_exact(x) && strlen(number_show(arena, x)) <= DIGITS / 2;
}

const char *search_digits(struct arena *arena, value v)
{
    mpfr_t real;
    char *text = NULL;
    if (is_short(arena, v))
        return number_show(arena, v);
    mpfr_init2(real, NUMBER_BITS);
    number_mpfr(v, real);
    size_t room = (size_t)mpfr_snprintf(NULL, 0, "%.*Rg", DIGITS, real) + 1;
    mpfr_clear(real); /* before memory is asked for, which may not return */
    text = arena_alloc(arena, room);
    mpfr_init2(real, NUMBER_BITS);
    number_mpfr(v, real);
    mpfr_snprintf(text, room, "%.*Rg", DIGITS, real);
    mpfr_clear(real);
    return text;
}

/* ---- surds ---- */

static value evaluate(struct arena *arena, value x, long a, long b, long c)
{
    value sum = number_mul(arena, x, number_int(arena, a));
    sum = number_add(arena, sum, number_int(arena, b));
    sum = number_mul(arena, sum, x);
    return number_add(arena, sum, number_int(arena, c));
}

static long common(long a, long b)
{
    while (b) {
        long rest = a % b;
        a = b;
        b = rest;
    }
    return labs(a);
}

/* The root of a x^2 + b x + c that has this sign of the root: (p + q sqrt(d))
 * over r. */
static const char *root_text(struct arena *arena, long a, long b, long c,
                             bool above)
{
    long d = b * b - 4 * a * c, q = 1, r = 2 * a, p = -b;
    for (long f = 2; f * f <= d; f++)
        while (d % (f * f) == 0) {
            d /= f * f;
            q *= f;
        }
    long both = common(common(p, q), r);
    p /= both;
    q /= both;
    r /= both;
    struct text t = text_new(arena);
    bool brackets = p != 0 && r != 1;
    text_put(&t, brackets ? "(" : "");
    if (p != 0)
        text_print(&t, "%ld %c ", p, above ? '+' : '-');
    else
        text_put(&t, above ? "" : "-");
    if (q != 1)
        text_print(&t, "%ld*", q);
    text_print(&t, "sqrt(%ld)%s", d, brackets ? ")" : "");
    if (r != 1)
        text_print(&t, "/%ld", r);
    return text_chars(&t);
}

/* The equation with small whole numbers that x, no fraction, fulfils. */
static const char *recognise_surd(struct arena *arena, value x)
{
    double v = number_double(x);
    for (long a = 1; a <= LARGEST_A; a++)
        for (long b = -LARGEST_B; b <= LARGEST_B; b++) {
            double c = -(double)a * v * v - (double)b * v, near = round(c);
            if (fabs(c - near) > 1e-9 || fabs(near) > LARGEST_B)
                continue;
            struct arena_mark mark = arena_mark(arena);
            value off = evaluate(arena, x, a, b, (long)near);
            bool right = fabs(number_double(off)) < RIGHT_TO;
            arena_release(arena, mark);
            double d = (double)(b * b) - 4 * (double)a * near;
            bool square = floor(sqrt(d)) * floor(sqrt(d)) == d;
            if (right && !square)
                return root_text(arena, a, b, (long)near,
                                 2 * (double)a * v + (double)b > 0);
        }
    return NULL;
}

const char *search_recognise(struct arena *arena, value x)
{
    if (is_short(arena, x))
        return number_show(arena, x);
    if (fabs(number_double(x)) < RIGHT_TO)
        return "0";
    value fraction = fraction_meant(arena, x, RIGHT_TO);
    if (fraction && is_short(arena, fraction))
        return number_show(arena, fraction);
    return fabs(number_double(x)) < 100 ? recognise_surd(arena, x) : NULL;
}

/* ---- the block ---- */

/* Where the block's brace opens, comments apart. */
static size_t brace_of(const char *chars, const struct ast *block)
{
    size_t at = block->name_place.offset + block->name_place.length;
    for (bool comment = false; comment || chars[at] != '{'; at++)
        comment = chars[at] == '#' || (comment && chars[at] != '\n');
    return at;
}

static bool is_rounded(int n, const char *const *v)
{
    for (int i = 0; i < n; i++)
        if (strchr(v[i], '.'))
            return true;
    return false;
}

const char *search_block(struct arena *arena, const struct search *s, int order,
                         const char *const *v)
{
    const struct ast *block = s->block;
    const char *chars = s->text->chars;
    size_t at = brace_of(chars, block);
    struct text t = text_new(arena);
    bool rounded = block->op == 'r' || is_rounded(s->tableau->frees, v);
    text_print(&t, "tableau %s order %d %s", block->name, order,
               rounded ? "rounded " : "");
    for (int i = 0, k = 0; i < block->n; i++) {
        const struct ast *f = block->child[i];
        if (f->kind != AST_FREE)
            continue;
        text_add(&t, chars + at, f->place.offset - at);
        text_print(&t, "let %s = %s", f->name, v[k++]);
        at = f->place.offset + f->place.length;
    }
    text_add(&t, chars + at, block->place.offset + block->place.length - at);
    return text_chars(&t);
}
