/* SPDX-License-Identifier: MIT
 *
 * What the tests of families of tableaus and of the catalogue share: the
 * shelf's tableaus by their calls, families expanded, tableaus from texts
 * beside them, and what Butcher's simplifying assumptions are about.
 */
#ifndef POL_FAMILIES_H
#define POL_FAMILIES_H

#include "dropped.h"
#include "base/arena.h"
#include "base/name.h"
#include "base/text.h"
#include "catalogue/catalogue.h"
#include "recipe/recipe.h"
#include "shelf/shelf.h"
#include "sym/expr.h"
#include "tableau/tableau.h"
#include "test_arena.h"

struct family_bench {
    struct kit kit;
    struct diags diags;
};

static inline struct family_bench *open_families(struct family_bench *b,
                                                 const char *folder)
{
    struct arena *a = test_arena();
    b->diags = diags_new(a);
    b->kit = (struct kit){.arena = a,
                          .names = names_new(a),
                          .diags = &b->diags,
                          .pool = pool_new(a)};
    b->kit.shelf = shelf_open(&b->diags, &folder, folder ? 1 : 0);
    assert_int_equal(b->diags.count, 0);
    return b;
}

static inline void close_families(struct family_bench *b)
{
    arena_free(b->kit.arena);
}

static inline const char *messages_of(const struct family_bench *b)
{
    struct text t = text_new(b->kit.arena);
    for (int i = 0; i < b->diags.count; i++)
        diag_print(&b->diags.items[i], &t);
    return text_chars(&t);
}

static inline const struct tableau *get(struct family_bench *b,
                                        const char *call)
{
    const struct tableau *t = tableau_of_text(&b->kit, call);
    if (!t)
        fail_msg("%s: %s", call, messages_of(b));
    return t;
}

static inline const struct tableau *member(struct family_bench *b,
                                           const char *family, int s)
{
    const struct tableau *t =
        get(b, text_format(b->kit.arena, "%s(%d)", family, s));
    assert_int_equal(t->stages, s);
    return t;
}

/* ---- numbers ---- */

typedef const struct number *value;

static inline value entry(const struct tableau *t, int i, int j)
{
    return t->a[i * t->stages + j];
}

/* Fractions are equal, reals to 2^-240. */
static inline bool is_same(struct arena *a, value x, value y)
{
    value d = number_sub(a, x, y);
    if (number_is_exact(x) && number_is_exact(y))
        return number_is_zero(d);
    value bound = number_power(a, number_fraction(a, 1, 2), 240);
    if (number_sign(d) < 0)
        d = number_neg(a, d);
    return number_compare(d, bound) < 0;
}

/* ---- simplifying assumptions: the highest k for which they hold ---- */

/* sum of x_i c_i^(k-1), i from 0 to s - 1, where x_i is x[i * stride]. */
static inline value moment(struct arena *a, const struct tableau *t,
                           const value *x, int stride, int k)
{
    value sum = number_int(a, 0);
    for (int i = 0; i < t->stages; i++)
        sum = number_add(
            a, sum,
            number_mul(a, x[i * stride], number_power(a, t->c[i], k - 1)));
    return sum;
}

static inline bool holds_b(struct arena *a, const struct tableau *t, int k)
{
    return is_same(a, moment(a, t, t->b, 1, k), number_fraction(a, 1, k));
}

/* sum_j a_ij c_j^(k-1) = c_i^k / k */
static inline bool holds_c(struct arena *a, const struct tableau *t, int k)
{
    bool holds = true;
    for (int i = 0; i < t->stages; i++)
        holds &= is_same(
            a, moment(a, t, &t->a[i * t->stages], 1, k),
            number_div(a, number_power(a, t->c[i], k), number_int(a, k)));
    return holds;
}

/* sum_i b_i c_i^(k-1) a_ij = b_j (1 - c_j^k) / k */
static inline bool holds_d(struct arena *a, const struct tableau *t, int k)
{
    value one = number_int(a, 1), of[TABLEAU_STAGES];
    bool holds = true;
    for (int j = 0; j < t->stages; j++) {
        for (int i = 0; i < t->stages; i++)
            of[i] = number_mul(a, t->b[i], entry(t, i, j));
        value rest = number_sub(a, one, number_power(a, t->c[j], k));
        value want =
            number_div(a, number_mul(a, t->b[j], rest), number_int(a, k));
        holds &= is_same(a, moment(a, t, of, 1, k), want);
    }
    return holds;
}

typedef bool assumption(struct arena *, const struct tableau *, int k);

static inline int highest(struct arena *a, const struct tableau *t,
                          assumption *holds)
{
    int k = 0;
    while (k < 2 * TABLEAU_STAGES && holds(a, t, k + 1))
        k++;
    return k;
}

struct catalogued {
    struct family_bench bench;
    struct arena *arena;
    int count;
    const struct tableau **all;
    struct catalogue catalogue;
};

static inline void open_catalogue(struct catalogued *k)
{
    open_families(&k->bench, NULL);
    k->arena = k->bench.kit.arena;
    const char *const *call;
    k->count = tableau_calls(&k->bench.kit, 0, &call);
    k->all = arena_array(k->arena, (size_t)k->count, sizeof *k->all);
    for (int i = 0; i < k->count; i++)
        k->all[i] = get(&k->bench, call[i]);
    k->catalogue = (struct catalogue){k->count, k->all};
}

static inline void close_catalogue(struct catalogued *k)
{
    close_families(&k->bench);
}

/* The tableau of a text, which may have warnings. */
static inline const struct tableau *tableau_in_text(struct catalogued *k,
                                                    const char *text)
{
    struct kit *kit = &k->bench.kit;
    struct source *s = arena_alloc(k->arena, sizeof *s);
    *s = (struct source){"mine.pol", text, strlen(text)};
    const struct ast *file = lang_parse(kit->names, kit->diags, s);
    assert_non_null(file);
    const struct tableau *t = tableau_build(kit->diags, file->child[0]);
    assert_non_null(t);
    return t;
}

#endif
