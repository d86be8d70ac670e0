/* SPDX-License-Identifier: MIT
 *
 * Every method of the shelf, in each way to call it, against all axioms that
 * are for it (axioms/); and copies of their files that lie, which the axioms
 * must find out.
 */
#define _POSIX_C_SOURCE 200809L

#include "shelf/axioms/subject.h"
#include "shelf/claims.h"
#include "shelf/dropped.h"

static const struct axiom *const kinds[] = {
    claim_axioms,  order_axioms, symmetry_axioms, kept_axioms,
    steady_axioms, real_axioms,  newton_axioms,   jacobian_axioms,
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
    calls_of_shelf(all, NULL);
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

/* ---- what the tables say of methods that are gone -------------------------
 */

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
            print_error("%s: what is known of it is not said\n", name);
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

/* ---- files that lie ------------------------------------------------------ */

/* A copy of a shelf's file with `by` for a part, as liar.lua; `like`: what is
 * known of this call is held against it, too. */
struct lie {
    const struct axiom *kind;
    int nth; /* of these axioms */
    const char *file, *part, *by, *call, *like;
    bool passes;
};

#define SAID "order     = 2", "order     = 2"
static const struct lie lies[] = {
    {order_axioms, 0, "imidm.lua", SAID, "liar", NULL, true},
    {order_axioms, 0, "imidm.lua", "order     = 2", "order     = 3", "liar",
     NULL, false},
    {order_axioms, 0, "imidm.lua", "order     = 2", "order     = 1", "liar",
     NULL, false},
    {order_axioms, 0, "imidm.lua", "order     = 2", "order     = 99", "liar",
     NULL, false},
    {order_axioms, 0, "imidm.lua", "s.t + h/2", "s.t", "liar", NULL, false},
    {order_axioms, 1, "imidm.lua", SAID, "liar", NULL, true},
    {order_axioms, 1, "imidm.lua", "order     = 2", "order     = 3", "liar",
     NULL, false},
    {order_axioms, 0, "rkmk.lua", "s.t + tab.c[i] *", "s.t + 0 *",
     "liar(kutta4)", NULL, false},
    {order_axioms, 0, "rkmk.lua", "w / 2", "w / 3", "liar(kutta4)", NULL,
     false},
    {order_axioms, 0, "rkmk.lua", "m.inverse(G[i])", "m.inverse(G[i]) / 2",
     "liar(kutta4, form = rate)", NULL, false},
    {symmetry_axioms, 0, "imidm.lua", SAID, "liar", NULL, true},
    {symmetry_axioms, 0, "imidm.lua", "symmetric = true", "symmetric = false",
     "liar", NULL, false},
    {symmetry_axioms, 0, "imidm.lua", "s.t + h/2", "s.t", "liar", NULL, false},
    {symmetry_axioms, 0, "rkmk.lua", "symmetric = is_symmetric",
     "symmetric = true", "liar(kutta4)", NULL, false},
    {claim_axioms, 0, "imidm.lua", "title ", "title ", "liar", "imidm", true},
    {claim_axioms, 0, "imidm.lua", "order     = 2", "order     = 3", "liar",
     "imidm", false},
    {claim_axioms, 0, "imidm.lua", "title ", "order_free = 4, title ", "liar",
     "imidm", false},
    {claim_axioms, 0, "imidm.lua", "symmetric = true", "symmetric = false",
     "liar", "imidm", false},
    {claim_axioms, 0, "imidm.lua", "implicit  = true", "implicit  = false",
     "liar", "imidm", false},
    {claim_axioms, 0, "imidm.lua", "{ \"momentum\"",
     "{ \"energy\", \"momentum\"", "liar", "imidm", false},
    {claim_axioms, 0, "imidm.lua", "{ \"momentum\"", "{ \"energy\"", "liar",
     "imidm", false},
    {claim_axioms, 0, "imidm.lua", "title ", "admits = { \"R\" }, title ",
     "liar", "imidm", false},
    {claim_axioms, 1, "imidm.lua", SAID, "liar", NULL, true},
    {claim_axioms, 1, "imidm.lua", "implicit  = true", "implicit  = false",
     "liar", NULL, false},
    {steady_axioms, 3, "kinematic.lua", "title ", "title ", "liar(kutta4)",
     NULL, true},
    {steady_axioms, 3, "kinematic.lua", "turn     = 1/2", "turn     = 3",
     "liar(kutta4)", NULL, false},
    {steady_axioms, 3, "kinematic.lua", "turn     = 1/2", "turn     = nil",
     "liar(kutta4)", NULL, false},
};
enum { LIES = sizeof lies / sizeof *lies };

static bool passes(const struct lie *lie)
{
    struct dropped d = drop_begin();
    drop_changed(&d, "methods", lie->file, "liar.lua", lie->part, lie->by);
    struct subject s = {.v = variant_of(d.folder, lie->call), .quiet = true};
    if (lie->like)
        strcpy(s.v.call, lie->like);
    bool good = lie->kind[lie->nth].holds(&s);
    subject_end(&s);
    drop_end(&d);
    return good;
}

TEST(files_that_lie_are_found_out)
{
    for (int i = 0; i < LIES; i++)
        if (in_share(i) && passes(&lies[i]) != lies[i].passes)
            fail_msg("%s with '%s' for '%s' should %s be found out: %s",
                     lies[i].file, lies[i].by, lies[i].part,
                     lies[i].passes ? "not" : "",
                     lies[i].kind[lies[i].nth].name);
}

/* A file that is dropped on the shelf is found, in each of its forms. */
TEST_ONCE(what_is_dropped_on_the_shelf_is_tested)
{
    static struct variants all;
    struct dropped d = drop_begin();
    drop_changed(&d, "methods", "rkmk.lua", "mine.lua", "w / 2", "w / 2");
    calls_of_shelf(&all, d.folder);
    int mine = 0, rate = 0;
    for (int i = 0; i < all.n; i++) {
        mine += strncmp(all.v[i].call, "mine(", 5) == 0;
        rate += strcmp(all.v[i].call, "mine(euler, form = rate)") == 0;
    }
    assert_true(mine > 20);
    assert_int_equal(rate, 1);
    drop_end(&d);
}
