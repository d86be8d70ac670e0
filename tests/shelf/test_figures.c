/* SPDX-License-Identifier: MIT
 *
 * What is said of every tableau of the shelf in JSON: it is JSON, names are
 * defined, and figures are right.
 */
#define _POSIX_C_SOURCE 200809L

#include "catalogued.h"

#include <ctype.h>

#include "json.h"
#include "tableau/report.h"

struct told {
    struct arena *arena;
    const char *name;
    const struct json *json;
};

/* A function, a number, or the variable of a polynomial, root(x^2 - 2, 1). */
static bool is_common(const char *text, const char *word, size_t n)
{
    return word[n] == '(' || (n == 2 && strncmp(word, "pi", n) == 0) ||
           (n == 1 && *word == 'x' && strstr(text, "root("));
}

/* Words in a text that are no exponents of decimals. */
static void check_words(const struct told *t, const char *text)
{
    const struct json *symbols = json_at(t->json, "symbols");
    for (const char *c = text; *c;) {
        size_t digits = strspn(c, ".0123456789");
        if (digits && (c[digits] == 'e' || c[digits] == 'E'))
            digits++;
        c += digits;
        const char *word = c;
        while (isalpha((unsigned char)*c) || *c == '_' ||
               (c > word && isdigit((unsigned char)*c)))
            c++;
        bool known = c == word || is_common(text, word, (size_t)(c - word));
        for (int i = 0; i < symbols->n; i++) {
            const char *name = json_at(&symbols->item[i], "name")->text;
            known |= strlen(name) == (size_t)(c - word) &&
                     strncmp(name, word, strlen(name)) == 0;
        }
        if (!known)
            fail_msg("%s: '%s' has a name that is not defined", t->name, text);
        c += c == word && digits == 0 && *c;
    }
}

static void check_texts(const struct told *t, const struct json *v)
{
    if (v->kind == JSON_STRING)
        check_words(t, v->text);
    for (int i = 0; i < v->n; i++)
        check_texts(t, &v->item[i]);
}

/* Of entries, and of what names stand for. */
static void check_names(const struct told *t)
{
    const struct json *symbols = json_at(t->json, "symbols");
    const struct json *rows = json_at(t->json, "rows");
    check_texts(t, json_at(t->json, "c"));
    check_texts(t, json_at(t->json, "a"));
    for (int i = 0; i < rows->n; i++)
        check_texts(t, json_at(&rows->item[i], "weights"));
    for (int i = 0; i < symbols->n; i++)
        check_words(t, json_at(&symbols->item[i], "expression")->text);
}

static void check(struct arena *arena, const struct tableau *tableau)
{
    struct analysis a = tableau_analyse(arena, tableau);
    struct report r = {&a, report_rotations_of(&a), NULL};
    struct text out = text_new(arena);
    report_json(arena, &r, &out);
    struct told t = {arena, tableau->name, json_of(arena, text_chars(&out))};
    if (!t.json)
        fail_msg("%s: no JSON: %s", t.name, text_chars(&out));
    check_names(&t);
}

static void what_is_told_is_right(void **state)
{
    (void)state;
    struct catalogued k;
    open_catalogue(&k);
    assert_true(k.count >= 242);
    for (int i = 0; i < k.count; i++) {
        struct arena *arena = arena_child(k.arena);
        check(arena, k.all[i]);
        arena_free(arena);
    }
    close_catalogue(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_told_is_right),
    };
    return run_group(tests);
}
