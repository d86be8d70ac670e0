/* SPDX-License-Identifier: MIT
 *
 * Every method of the shelf, in each way to call it, against all axioms that
 * are for it (axioms/).
 */
#include "shelf/axioms/subject.h"
#include "shelf/claims.h"

static const struct axiom *const kinds[] = {
    claim_axioms,  order_axioms, symmetry_axioms, kept_axioms,
    steady_axioms, real_axioms,  newton_axioms,
};
enum { KINDS = sizeof kinds / sizeof *kinds, MOST_AXIOMS = 40 };

static const struct axiom *all_axioms[MOST_AXIOMS];
static int axioms;

static int list_axioms(void **state)
{
    (void)state;
    axioms = 0;
    for (int i = 0; i < KINDS; i++)
        for (const struct axiom *a = kinds[i]; a->name; a++) {
            assert_true(axioms < MOST_AXIOMS);
            all_axioms[axioms++] = a;
        }
    return 0;
}

AROUND_ALL(list_axioms, NULL)

/* ---- all methods --------------------------------------------------------- */

/* The calls that the shelf's files lead to, and those of which something is
 * known. */
static void calls_to_try(struct variants *all)
{
    calls_of_shelf(all);
    for (int i = 0; i < KNOWN; i++) {
        struct variant v = {0};
        if (has_call(all, known[i].call))
            continue;
        strcpy(v.call, known[i].call);
        add_variant(all, v, false);
    }
}

static bool holds_all(const struct variant *v, int *asked)
{
    struct subject s = {.v = *v};
    bool good = true;
    for (int i = 0; i < axioms; i++) {
        if (!all_axioms[i]->is_for(v))
            continue;
        asked[i]++;
        if (!all_axioms[i]->holds(&s)) {
            print_error("%s: not so: %s\n", v->call, all_axioms[i]->name);
            good = false;
        }
    }
    subject_end(&s);
    return good;
}

TEST(every_method_keeps_every_axiom)
{
    static struct variants all;
    int asked[MOST_AXIOMS] = {0};
    bool good = true;
    (void)state;
    calls_to_try(&all);
    for (int i = 0; i < all.n; i++)
        if (in_share(i) && variant_is_taken(&all.v[i]))
            good &= holds_all(&all.v[i], asked);
    for (int i = 0; i < axioms; i++) {
        print_message("%4d: %s\n", asked[i], all_axioms[i]->name);
        assert_true(asked[i] > 0);
    }
    assert_true(good);
}

/* ---- what the tables say ------------------------------------------------- */

static bool is_known_name(const char *name)
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
    static const enum shelf_kind kind[] = {SHELF_METHOD, SHELF_COMPOSITION};
    bool *good = argument;
    struct shelf *shelf = job_shelf(job);
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < shelf_count(shelf, kind[k]); i++) {
            const char *name = shelf_at(shelf, kind[k], i)->name;
            if (is_known_name(name))
                continue;
            print_error("%s: add a row with what is known of it to tests/shelf/claims.h\n", name);
            *good = false;
        }
    return POL_OK;
}

TEST_ONCE(nothing_on_the_shelf_is_unknown)
{
    bool good = true;
    pol_job *job = pol_open(NULL);
    assert_int_equal(job_run(job, look_for_unknown, &good), POL_OK);
    pol_close(job);
    assert_true(good);
}
