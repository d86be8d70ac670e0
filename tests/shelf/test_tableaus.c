/* SPDX-License-Identifier: MIT
 *
 * Every tableau of the shelf against the axioms of its kind.  A new file is
 * found by itself.  Wrong tableaus, and single digits changed in right ones,
 * must be found out by the same axioms.
 */
#define _POSIX_C_SOURCE 200809L

#include "check.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "test_arena.h"
#include "base/name.h"
#include "base/text.h"
#include "script/shelf.h"
#include "tableau/tableau.h"

/* A comment names its source only if it has a year. */
static bool has_year(const char *text)
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

static const char *fault_of_tree(const struct ast *file, const char *name)
{
    if (!file)
        return "is not read";
    if (file->n != 1 || file->child[0]->kind != AST_TABLEAU)
        return "is not one tableau";
    if (strcmp(file->child[0]->name, name) != 0)
        return "has another name than its file";
    return NULL;
}

static const char *fault_of_order(struct arena *arena, const struct tableau *t)
{
    int order = tableau_order(arena, t, t->b, t->claim + 1);
    if (t->claim == 0)
        return "claims no order";
    if (order < t->claim)
        return "claims too high an order";
    if (order > t->claim)
        return "claims too low an order";
    if (t->bhat && tableau_order(arena, t, t->bhat, t->claim) < t->claim - 1)
        return "has embedded weights of too low an order";
    return NULL;
}

/* The axioms; NULL if they hold. */
static const char *fault_of(const struct source *source, const char *name)
{
    struct arena *arena = test_arena();
    struct diags diags = diags_new(arena);
    const char *fault = NULL;
    const struct ast *file =
        lang_parse(arena, names_new(arena), &diags, source);
    if (diags.count > 0)
        fault = "is not read without a message";
    else
        fault = fault_of_tree(file, name);
    if (!fault) {
        const struct tableau *t =
            tableau_build(arena, &diags, pool_new(arena), file->child[0]);
        if (diags.count > 0)
            fault = "is not built without a message";
        else if (!has_year(t->source))
            fault = "names no source";
        else
            fault = fault_of_order(arena, t);
    }
    arena_free(arena);
    return fault;
}

/* ---- the shelf ---- */

struct shelf_bench {
    struct arena *arena;
    struct diags diags;
    struct shelf *shelf;
};

static struct shelf_bench *open_shelf(struct shelf_bench *b, const char *folder)
{
    b->arena = test_arena();
    b->diags = diags_new(b->arena);
    b->shelf = shelf_open(b->arena, &b->diags, &folder, folder ? 1 : 0);
    assert_int_equal(b->diags.count, 0);
    return b;
}

static void all_tableaus_keep_the_axioms(void **state)
{
    (void)state;
    struct shelf_bench b;
    open_shelf(&b, NULL);
    int n = shelf_count(b.shelf, SHELF_TABLEAU), faults = 0;
    for (int i = 0; i < n; i++) {
        const struct shelf_file *f = shelf_at(b.shelf, SHELF_TABLEAU, i);
        const char *fault = fault_of(f->text, f->name);
        if (fault)
            print_error("%s %s\n", f->name, fault);
        faults += fault != NULL;
    }
    assert_int_equal(faults, 0);
    arena_free(b.arena);
}

static void the_expected_tableaus_are_there(void **state)
{
    (void)state;
    static const char *const names[] = {
        "euler",    "midpoint2", "heun2",         "ralston2", "heun3",
        "kutta3",   "ralston3",  "kutta4",        "rk38",     "dopri5",
        "butcher6", "dop853",    "cooper_verner8"};
    struct shelf_bench b;
    open_shelf(&b, NULL);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (!shelf_find(b.shelf, SHELF_TABLEAU, names[i]))
            print_error("no tableau %s\n", names[i]);
        assert_non_null(shelf_find(b.shelf, SHELF_TABLEAU, names[i]));
    }
    arena_free(b.arena);
}

/* Changes the digits of the block one at a time; the number of changes that no
 * axiom notices is added to *missed. */
static int change_digits(const struct shelf_file *f, int *missed)
{
    char *chars = strdup(f->text->chars);
    int changes = 0;
    for (char *c = strstr(chars, "\ntableau"); *c; c++) {
        if (!isdigit((unsigned char)*c))
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

static void a_changed_digit_is_found_out(void **state)
{
    (void)state;
    struct shelf_bench b;
    open_shelf(&b, NULL);
    int n = shelf_count(b.shelf, SHELF_TABLEAU), changes = 0, missed = 0;
    for (int i = 0; i < n; i++) {
        const struct shelf_file *f = shelf_at(b.shelf, SHELF_TABLEAU, i);
        changes += change_digits(f, &missed);
    }
    assert_true(changes > 1000);
    assert_int_equal(missed, 0);
    arena_free(b.arena);
}

/* ---- wrong ones, in a folder of one's own ---- */

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

/* What the axioms say of `text` as tableaus/wrong.pol of a folder. */
static const char *fault_on_shelf(const char *text)
{
    char folder[] = "/tmp/polhode_shelf_XXXXXX", tableaus[64], path[80];
    struct shelf_bench b;
    assert_non_null(mkdtemp(folder));
    snprintf(tableaus, sizeof tableaus, "%s/tableaus", folder);
    snprintf(path, sizeof path, "%s/wrong.pol", tableaus);
    assert_int_equal(mkdir(tableaus, 0700), 0);
    write_file(path, text);
    open_shelf(&b, folder);
    const struct shelf_file *f = shelf_find(b.shelf, SHELF_TABLEAU, "wrong");
    assert_non_null(f);
    const char *fault = fault_of(f->text, f->name);
    arena_free(b.arena);
    unlink(path);
    rmdir(tableaus);
    rmdir(folder);
    return fault;
}

#define NOBODY "# A. Nobody 1999.\n"

static void wrong_tableaus_are_found_out(void **state)
{
    (void)state;
    static const struct {
        const char *text, *fault;
    } cases[] = {
        {NOBODY "tableau wrong order 2 {\n0 :\n1/2 : 1/2\nb : 0, 1 }", NULL},
        {NOBODY "tableau wrong order 3 {\n0 :\n1/2 : 1/2\nb : 0, 1 }",
         "claims too high an order"},
        {NOBODY "tableau wrong order 1 {\n0 :\n1/2 : 1/2\nb : 0, 1 }",
         "claims too low an order"},
        {NOBODY "tableau wrong {\n0 :\n1/2 : 1/2\nb : 0, 1 }",
         "claims no order"},
        {NOBODY
         "tableau wrong order 2 {\n0 :\n1/2 : 1/2\nb : 0, 1\nbhat : 1, 1 }",
         "has embedded weights of too low an order"},
        {"# A. Nobody.\n"
         "tableau wrong order 2 {\n0 :\n1/2 : 1/2\nb : 0, 1 }",
         "names no source"},
        {NOBODY "tableau right order 2 {\n0 :\n1/2 : 1/2\nb : 0, 1 }",
         "has another name than its file"},
        {NOBODY "tableau wrong order 2 {\n0 :\n1/3 : 1/2\nb : 0, 1 }",
         "is not built without a message"},
        {NOBODY "tableau wrong order 2 {\n0 :\n1/2 : 1/2\nb : 0, 1",
         "is not read without a message"},
        {NOBODY "body wrong", "is not one tableau"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *fault = fault_on_shelf(cases[i].text);
        if (cases[i].fault)
            assert_string_equal(fault ? fault : "none", cases[i].fault);
        else
            assert_null(fault);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_tableaus_keep_the_axioms),
        cmocka_unit_test(the_expected_tableaus_are_there),
        cmocka_unit_test(a_changed_digit_is_found_out),
        cmocka_unit_test(wrong_tableaus_are_found_out),
    };
    return run_group(tests);
}
