/* SPDX-License-Identifier: MIT
 *
 * What is said of every tableau of the shelf in JSON: it is JSON, names are
 * defined, and figures are right.
 */
#define _POSIX_C_SOURCE 200809L

#include "families.h"

#include <complex.h>
#include <ctype.h>
#include <math.h>

#include "json.h"
#include "number_back.h"
#include "sampled.h"
#include "model/constant.h"
#include "tableau/constant.h"
#include "report/report.h"

/* ---- names ---- */

struct told {
    struct arena *arena;
    const char *name;
    const struct json *json;
};

/* ---- entries ---- */

/* The value of an entry, by the language and the symbols that are told. */
static const struct number *value_of(const struct told *t, const char *text)
{
    const struct json *symbols = json_at(t->json, "symbols");
    const char *name[64];
    struct pool *pool = pool_apart(t->arena);
    expr known[64];
    for (int i = 0; i < symbols->n; i++) {
        const char *decimal = json_at(&symbols->item[i], "decimal")->text;
        name[i] = json_at(&symbols->item[i], "name")->text;
        num v = number_back(t->arena, decimal, strlen(decimal));
        known[i] = expr_number(pool, v);
    }
    struct constant_scope scope = {text,  NULL, symbols->n, name,
                                   known, NULL, NULL};
    struct diags *diags = arena_alloc(t->arena, sizeof *diags);
    *diags = diags_new(t->arena);
    const struct ast *ast =
        lang_parse_part(names_new(t->arena), diags, LANG_VALUE, "json", text);
    expr v = ast ? constant_in(pool, diags, &scope, ast) : NULL;
    if (!v)
        fail_msg("%s: '%s' has no value", t->name, text);
    return v->number;
}

/* Texts beside doubles: equal to the last bit. */
static void check_row(const struct told *t, const struct json *text,
                      const struct json *number)
{
    assert_int_equal(text->n, number->n);
    for (int i = 0; i < text->n; i++) {
        const struct number *v = value_of(t, text->item[i].text);
        double d = number_double(v);
        if (d != number->item[i].number)
            fail_msg("%s: %s beside %s", t->name, text->item[i].text,
                     number->item[i].text);
    }
}

static void check_entries(const struct told *t)
{
    const struct json *d = json_at(t->json, "doubles");
    const struct json *a = json_at(t->json, "a"), *ad = json_at(d, "a");
    const struct json *rows = json_at(t->json, "rows");
    const struct json *bhat = json_at(d, "bhat");
    check_row(t, json_at(t->json, "c"), json_at(d, "c"));
    assert_int_equal(a->n, ad->n);
    for (int i = 0; i < a->n; i++)
        check_row(t, &a->item[i], &ad->item[i]);
    assert_int_equal(rows->n, bhat->n + 1);
    for (int i = 0; i < rows->n; i++)
        check_row(t, json_at(&rows->item[i], "weights"),
                  i ? &bhat->item[i - 1] : json_at(d, "b"));
}

/* ---- figures ---- */

enum { MOST = TABLEAU_STAGES };

/* Gauss's elimination, pivots by size; false: singular. */
static bool solve(int n, int sides, double complex m[MOST + 1][2 * MOST + 3])
{
    for (int p = 0; p < n; p++) {
        int best = p;
        for (int i = p; i < n; i++)
            if (cabs(m[i][p]) > cabs(m[best][p]))
                best = i;
        for (int j = 0; j < n + sides; j++) {
            double complex x = m[p][j];
            m[p][j] = m[best][j];
            m[best][j] = x;
        }
        if (cabs(m[p][p]) < 1e-14)
            return false;
        for (int i = 0; i < n; i++) {
            double complex f = i == p ? 0 : m[i][p] / m[p][p];
            for (int j = p; j < n + sides; j++)
                m[i][j] -= f * m[p][j];
        }
    }
    return true;
}

static double a_at(const struct told *t, int i, int j)
{
    const struct json *d = json_at(t->json, "doubles");
    const struct json *a = json_at(d, "a");
    return (i < a->n ? &a->item[i] : json_at(d, "b"))->item[j].number;
}

/* 1 + z b' (I - z A)^-1 e */
static double complex function_of(const struct told *t, double complex z)
{
    static double complex m[MOST + 1][2 * MOST + 3];
    int n = json_at(t->json, "c")->n;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            m[i][j] = (i == j) - z * a_at(t, i, j);
        m[i][n] = 1;
    }
    assert_true(solve(n, 1, m));
    double complex sum = 1;
    for (int i = 0; i < n; i++)
        sum += z * a_at(t, n, i) * m[i][n] / m[i][i];
    return sum;
}

static double complex polynomial_at(const struct told *t, const struct json *p,
                                    double complex z)
{
    double complex sum = 0;
    for (int k = p->n - 1; k >= 0; k--)
        sum = sum * z + number_double(value_of(t, p->item[k].text));
    return sum;
}

static double largest_size(const struct told *t)
{
    int n = json_at(t->json, "c")->n;
    const struct json *bhat = json_at(json_at(t->json, "doubles"), "bhat");
    double most = 0;
    for (int i = 0; i <= n; i++)
        for (int j = 0; j < n; j++)
            most = fmax(most, fabs(a_at(t, i, j)));
    for (int i = 0; i < bhat->n; i++)
        for (int j = 0; j < n; j++)
            most = fmax(most, fabs(bhat->item[i].item[j].number));
    return most;
}

/* |R| is at most 1 up to the end, and above 1 behind it. */
static void check_limit(const struct told *t, const char *key,
                        const char *unlimited, double complex along)
{
    const struct json *s = json_at(t->json, "stability");
    const struct json *end = json_at(s, key);
    double reach = end->kind == JSON_NUMBER ? end->number : 50;
    double most = 0;
    assert_int_equal(json_at(s, unlimited)->kind == JSON_TRUE,
                     end->kind == JSON_NULL);
    for (int i = 1; i <= 40; i++)
        most = fmax(most, cabs(function_of(t, along * reach * i / 40.)));
    double behind = cabs(function_of(t, along * reach * 1.001));
    bool ends = end->kind == JSON_NUMBER && reach > 0;
    if (most > 1 + 1e-9 || (ends && behind < 1 - 1e-13))
        fail_msg("%s: %s: |R| is %.17g up to there and %.17g behind", t->name,
                 end->text, most, behind);
}

static void check_stability(const struct told *t)
{
    const double complex z = -0.31 + 0.42 * I;
    const struct json *s = json_at(t->json, "stability");
    double complex quotient = polynomial_at(t, json_at(s, "numerator"), z) /
                              polynomial_at(t, json_at(s, "denominator"), z);
    if (cabs(quotient - function_of(t, z)) > 1e-11)
        fail_msg("%s: R(z) is %g off", t->name,
                 cabs(quotient - function_of(t, z)));
    check_limit(t, "real_limit", "real_unlimited", -1);
    check_limit(t, "imaginary_limit", "imaginary_unlimited", I);
}

static void check(struct arena *arena, const struct tableau *tableau)
{
    struct analysis a = tableau_analyse(arena, tableau);
    struct report r = {&a, report_rotations_of(&a), NULL};
    struct text out = text_new(arena);
    struct diags diags = diags_new(arena);
    assert_true(report_write(&diags, &r, "json", &out));
    struct told t = {arena, tableau->name, json_of(arena, text_chars(&out))};
    if (!t.json)
        fail_msg("%s: no JSON: %s", t.name, text_chars(&out));
    check_entries(&t);
    check_stability(&t);
    assert_close(json_at(t.json, "largest")->number, largest_size(&t), 0);
}

/* Those of many stages take long: one in three of them, drawn. */
static bool is_tried(const struct tableau *t)
{
    enum { LARGE = 12, OF = 3 };
    return t->stages <= LARGE || sampled_all() || drawn(t->name, OF) == 0;
}

TEST(what_is_told_is_right)
{
    struct catalogued k;
    open_catalogue(&k);
    assert_true(k.count >= 242);
    for (int i = 0; i < k.count; i++) {
        struct arena *arena = arena_child(k.arena);
        if (is_tried(k.all[i]))
            check(arena, k.all[i]);
        arena_free(arena);
    }
    close_catalogue(&k);
}
