/* SPDX-License-Identifier: MIT
 *
 * What the shelf claims of each method is what is known of it, and what it
 * does not keep is seen not to be kept.
 */
#define _POSIX_C_SOURCE 200809L

#include "shelf/claims.h"
#include "shelf/dropped.h"
#include "shelf/kept.h"
#include "test_arena.h"

/* False if the shelf has no such method, or it refuses the call. */
static bool on_shelf(const char *folder, const char *call, struct variant *v)
{
    *v = (struct variant){.folder = folder};
    assert_true(strlen(call) < sizeof v->call);
    strcpy(v->call, call);
    return variant_claims(v, false);
}

/* ---- claims -------------------------------------------------------------- */

static void print_bits(const char *call, const char *what, unsigned has,
                       unsigned wanted, int n, const char *const *name)
{
    for (int i = 0; i < n; i++)
        if ((has ^ wanted) >> i & 1)
            print_error("%s: %s %s %s\n", call,
                        has >> i & 1 ? "should not claim" : "should claim",
                        what, name[i]);
}

static void print_number(const char *call, const char *what, int has,
                         int wanted)
{
    if (has != wanted)
        print_error("%s: %s is %d, should be %d\n", call, what, has, wanted);
}

static bool claims_what_is_known(const struct variant *v, const struct known *k,
                                 bool loud)
{
    static const char *const cause[] = {"t", "R", "w", "inputs", "x"};
    unsigned keeps = keeps_closed(k->keeps);
    bool same = v->order == k->order && v->order_free == k->order_free &&
                v->symmetric == k->symmetric && v->implicit == k->implicit &&
                v->admits == k->admits && v->keeps == keeps;
    if (same || !loud)
        return same;
    print_number(v->call, "order", v->order, k->order);
    print_number(v->call, "order_free", v->order_free, k->order_free);
    print_number(v->call, "symmetric", v->symmetric, k->symmetric);
    print_number(v->call, "implicit", v->implicit, k->implicit);
    print_bits(v->call, "to admit", v->admits, k->admits, 5, cause);
    print_bits(v->call, "to keep", v->keeps, keeps, ALL_KEPT, kept_name);
    return false;
}

static void methods_claim_what_is_known_of_them(void **state)
{
    (void)state;
    bool good = true;
    for (int i = 0; i < KNOWN; i++) {
        struct variant v;
        bool there = on_shelf(NULL, known[i].call, &v);
        if (!there)
            print_error("%s is not on the shelf\n", known[i].call);
        good &= there && claims_what_is_known(&v, &known[i], true);
    }
    assert_true(good);
}

/* ---- what is lost -------------------------------------------------------- */

static bool loses(const struct variant *v, unsigned lost, bool loud)
{
    double change[ALL_KEPT];
    bool good = true;
    lost &= kept_measurable(v);
    kept_changes(v, lost, change);
    for (int k = 0; k < ALL_KEPT; k++) {
        if (!(lost >> k & 1))
            continue;
        bool seen = change[k] > 10 * kept_limit(k);
        good &= seen;
        if (!seen && loud)
            print_error("%s should not keep %s, which changes by %.1e\n",
                        v->call, kept_name[k], change[k]);
    }
    return good;
}

static void what_is_lost_is_seen_to_be_lost(void **state)
{
    (void)state;
    bool good = true;
    for (int i = 0; i < KNOWN; i++) {
        struct variant v;
        assert_int_equal(keeps_closed(known[i].keeps) & known[i].loses, 0);
        if (on_shelf(NULL, known[i].call, &v))
            good &= loses(&v, known[i].loses, true);
    }
    assert_true(good);
}

/* ---- what can be seen of the step itself --------------------------------- */

static void implicit_methods_iterate_and_no_others(void **state)
{
    const struct variants *all = *state;
    bool good = true;
    for (int i = 0; i < all->n; i++) {
        const struct variant *v = &all->v[i];
        if (v->implicit != v->iterates)
            print_error("%s %s to be implicit\n", v->call,
                        v->implicit ? "should not claim" : "should claim");
        good &= v->implicit == v->iterates;
    }
    assert_true(good);
}

static void append(void *to, const char *text, size_t length)
{
    struct text *t = to;
    for (size_t i = 0; i < length; i++)
        text_char(t, text[i]);
}

/* The programs for the free body. */
static const char *programs_with(struct arena *a, const struct variant *v,
                                 const char *map)
{
    struct text t = text_new(a);
    pol_options o = variant_options(v);
    o.map = map;
    pol_job *job = pol_open(&o);
    assert_int_equal(pol_read(job, SPEC("free_body")), POL_OK);
    if (pol_show(job, POL_SHOW_PROGRAM, append, &t) != POL_OK)
        print_diags(job);
    pol_close(job);
    assert_true(t.length > 0);
    return text_chars(&t);
}

/* Else the method should say maps = false. */
static void the_map_matters_unless_none_is_used(void **state)
{
    const struct variants *all = *state;
    bool good = true;
    for (int i = 0; i < all->n; i++) {
        const struct variant *v = &all->v[i];
        struct arena *a = test_arena();
        if (v->maps && !strstr(v->call, "map =") &&
            !strcmp(programs_with(a, v, "exp"), programs_with(a, v, "cay"))) {
            print_error("%s should claim maps = false\n", v->call);
            good = false;
        }
        arena_free(a);
    }
    assert_true(good);
}

/* ---- the table itself ---------------------------------------------------- */

static bool is_known(const char *name)
{
    size_t n = strlen(name);
    for (int i = 0; i < KNOWN; i++)
        if (strncmp(known[i].call, name, n) == 0 &&
            (known[i].call[n] == '\0' || known[i].call[n] == '('))
            return true;
    return false;
}

static pol_status look_for_unknown(struct pol_job *job, void *argument)
{
    static const enum shelf_kind kinds[] = {SHELF_METHOD, SHELF_COMPOSITION};
    bool *good = argument;
    struct shelf *shelf = job_shelf(job);
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < shelf_count(shelf, kinds[k]); i++) {
            const char *name = shelf_at(shelf, kinds[k], i)->name;
            if (is_known(name))
                continue;
            print_error("%s: what is known of it is not said here\n", name);
            *good = false;
        }
    return POL_OK;
}

static void nothing_on_the_shelf_is_unknown(void **state)
{
    (void)state;
    bool good = true;
    pol_job *job = pol_open(NULL);
    assert_int_equal(job_run(job, look_for_unknown, &good), POL_OK);
    pol_close(job);
    assert_true(good);
}

static bool liar_passes(const char *part, const char *by)
{
    struct dropped d = drop_begin();
    struct variant v;
    const struct known *k = known;
    while (strcmp(k->call, "imidm"))
        k++;
    drop_changed(&d, "methods", "imidm.lua", "liar.lua", part, by);
    assert_true(on_shelf(d.folder, "liar", &v));
    bool good = claims_what_is_known(&v, k, false);
    drop_end(&d);
    return good;
}

static void other_claims_are_found_out(void **state)
{
    (void)state;
    assert_true(liar_passes("title ", "title "));
    assert_false(liar_passes("order     = 2", "order     = 3"));
    assert_false(liar_passes("title ", "order_free = 4, title "));
    assert_false(liar_passes("symmetric = true", "symmetric = false"));
    assert_false(liar_passes("implicit  = true", "implicit  = false"));
    assert_false(liar_passes("{ \"momentum\"", "{ \"energy\", \"momentum\""));
    assert_false(liar_passes("{ \"momentum\"", "{ \"energy\""));
    assert_false(liar_passes("title ", "admits = { \"R\" }, title "));
    struct variant v = variant_of(NULL, "imidm");
    assert_false(loses(&v, MOM, false));
    assert_true(loses(&v, ENERGY, false));
}

static int collect(void **state)
{
    static struct variants all;
    variants_of_shelf(&all, NULL);
    *state = &all;
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(methods_claim_what_is_known_of_them),
        cmocka_unit_test(what_is_lost_is_seen_to_be_lost),
        cmocka_unit_test(implicit_methods_iterate_and_no_others),
        cmocka_unit_test(the_map_matters_unless_none_is_used),
        cmocka_unit_test(nothing_on_the_shelf_is_unknown),
        cmocka_unit_test(other_claims_are_found_out),
    };
    return cmocka_run_group_tests(tests, collect, NULL);
}
