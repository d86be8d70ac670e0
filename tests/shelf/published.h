/* SPDX-License-Identifier: MIT
 *
 * What the tests of tableaus and compositions share: the shelf, sources in
 * comments, and files dropped on a shelf of their own.
 */
#ifndef POL_PUBLISHED_H
#define POL_PUBLISHED_H

#include "dropped.h"

#include <ctype.h>

#include "test_arena.h"
#include "base/name.h"
#include "shelf/shelf.h"

/* The axioms of a kind: NULL if the text keeps them, else what is wrong. */
typedef const char *axioms(const struct source *, const char *name);

/* A comment names its source only if it has a year. */
static inline bool has_year(const char *text)
{
    for (; text && *text; text++) {
        char *end;
        if (!isdigit((unsigned char)*text))
            continue;
        long year = strtol(text, &end, 10);
        if (end - text == 4 && year > 1700 && year < 2100)
            return true;
        text = end - 1;
    }
    return false;
}

struct shelf_bench {
    struct arena *arena;
    struct diags diags;
    struct shelf *shelf;
};

static inline struct shelf_bench *open_shelf(struct shelf_bench *b,
                                             const char *folder)
{
    b->arena = test_arena();
    b->diags = diags_new(b->arena);
    b->shelf = shelf_open(&b->diags, &folder, folder ? 1 : 0);
    assert_int_equal(b->diags.count, 0);
    return b;
}

static inline void all_keep(enum shelf_kind kind, axioms *fault_of)
{
    struct shelf_bench b;
    open_shelf(&b, NULL);
    int n = shelf_count(b.shelf, kind), faults = 0;
    for (int i = 0; i < n; i++) {
        const struct shelf_file *f = shelf_at(b.shelf, kind, i);
        if (f->is_lua)
            continue; /* a family: test_families */
        const char *fault = fault_of(f->text, f->name);
        if (fault)
            print_error("%s %s\n", f->name, fault);
        faults += fault != NULL;
    }
    assert_int_equal(faults, 0);
    arena_free(b.arena);
}

/* Is c one of the first `most` digits of its number? */
static inline bool counts(const char *text, const char *c, int most)
{
    int n = 0;
    for (; c >= text && (isdigit((unsigned char)*c) || *c == '.'); c--)
        n += *c != '.';
    return n <= most;
}

/* Changes the digits from the `begin` on, up to `most` of each number and of
 * these each `every`th, one at a time; the number of changes that no axiom
 * notices is added to *missed. */
static inline int change_digits(const struct shelf_file *f, const char *begin,
                                int most, int every, axioms *fault_of,
                                int *missed)
{
    char *chars = strdup(f->text->chars);
    int changes = 0, seen = 0;
    for (char *c = strstr(chars, begin); *c; c++) {
        if (!isdigit((unsigned char)*c) || !counts(chars, c, most))
            continue;
        if (seen++ % every != 0)
            continue;
        char right = *c;
        struct source source = {f->text->path, chars, f->text->length};
        *c = right == '9' ? '1' : (char)(right + 1);
        if (!fault_of(&source, f->name)) {
            print_error("%s: digit %d of the file changed, unnoticed\n",
                        f->name, (int)(c - chars));
            ++*missed;
        }
        *c = right;
        changes++;
    }
    free(chars);
    return changes;
}

struct wrong_case {
    const char *text, *fault;
};

/* Each text as KINDs/wrong.pol of a folder has this fault. */
static inline void are_found_out(enum shelf_kind kind, const char *folder,
                                 const struct wrong_case *c, size_t n,
                                 axioms *fault_of)
{
    for (; n--; c++) {
        struct dropped d = drop_begin();
        struct shelf_bench b;
        drop(&d, folder, "wrong.pol", c->text);
        open_shelf(&b, d.folder);
        const struct shelf_file *f = shelf_find(b.shelf, kind, "wrong");
        assert_non_null(f);
        const char *fault = fault_of(f->text, f->name);
        if (c->fault)
            assert_string_equal(fault ? fault : "none", c->fault);
        else
            assert_null(fault);
        arena_free(b.arena);
        drop_end(&d);
    }
}

#endif
