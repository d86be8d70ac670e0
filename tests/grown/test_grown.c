/* SPDX-License-Identifier: MIT
 *
 * Specs that are grown from the grammar, each looked at as trial.h says.
 * POL_GROWN=N grows so many (24), POL_GROWN_COMPILED=M has so many of them
 * compiled by gcc and clang (2), POL_GROWN_TERMS=T lets them be so long,
 * POL_GROWN_SEED=S takes one alone.  What fails is written to POL_GROWN_TO, or
 * /tmp/polhode_grown.
 */
#include "grown/grow.h"

#include <sys/stat.h>

#include "grown/trial.h"
#include "expected.h"
#include "test_arena.h"

static struct machine machine;

static int end(void **state)
{
    (void)state;
    machine_end(&machine);
    mpfr_free_cache();
    return 0;
}

AROUND_ALL(NULL, end)

static int number_of(const char *name, int otherwise)
{
    const char *text = getenv(name);
    return text ? atoi(text) : otherwise;
}

struct tally {
    int specs, failed, terms[4];
    struct trial sum;
};

static void count(struct tally *all, const struct trial *t, const char *text)
{
    int lines = 0;
    for (const char *c = text; *c; c++)
        lines += *c == '*';
    all->terms[lines < 10 ? 0 : lines < 100 ? 1 : lines < 1000 ? 2 : 3]++;
    all->specs++;
    all->failed += t->fault != FINE;
    all->sum.steps += t->steps;
    all->sum.failed_steps += t->failed_steps;
    all->sum.refused += t->refused;
    all->sum.routines += t->routines;
    all->sum.no_root += t->no_root;
    all->sum.left_out += t->left_out;
    all->sum.compiled += t->compiled;
    all->sum.alike += t->alike;
}

static void print_tally(const struct tally *all)
{
    const struct trial *t = &all->sum;
    print_message("%d specs (%d, %d, %d, %d of < 10, 100, 1000 and more "
                  "products), %d refused for a limit, %d fail\n",
                  all->specs, all->terms[0], all->terms[1], all->terms[2], all->terms[3],
                  t->refused, all->failed);
    print_message("%d steps bit by bit, %d of which fail alike; %d routines in "
                  "256 bits, %d without a root, %d left out; %d compiled, %d to "
                  "the same bits\n",
                  t->steps, t->failed_steps, t->routines, t->no_root, t->left_out, t->compiled,
                  t->alike);
}

/* Nothing failed, and of many specs something was looked at: where all are
 * refused, or no run of one comes to a step, nothing is right either. */
static void assert_right(const struct tally *all)
{
    print_tally(all);
    assert_int_equal(all->failed, 0);
    if (all->specs < 10)
        return;
    assert_true(all->sum.refused * 4 < all->specs);
    assert_true(all->sum.steps > 0);
    assert_true(all->sum.left_out * 4 < all->sum.routines);
}

static const char *folder(void)
{
    const char *to = getenv("POL_GROWN_TO");
    to = to ? to : "/tmp/polhode_grown";
    mkdir(to, 0777);
    return to;
}

static void put_spec(const char *name, const char *text)
{
    char path[400];
    snprintf(path, sizeof path, "%s/%s.pol", folder(), name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void print_case(uint64_t seed, const char *text, const struct trial *t)
{
    char name[60];
    snprintf(name, sizeof name, "grown_%llu", (unsigned long long)seed);
    put_spec(name, text);
    print_error("POL_GROWN_SEED=%llu: %s: %s\n%s/%s.pol:\n%s\n", (unsigned long long)seed,
                fault_name[t->fault], t->what, folder(), name, text);
}

static void grow_and_try(struct tally *all, const struct seeds *seeds, uint64_t seed, int most,
                         bool compilers)
{
    struct arena *a = test_arena();
    const char *text = grow_spec(a, seeds, seed, most);
    put_spec("last", text); /* for what ends the program */
    struct trial t = try_spec(&machine, text, compilers);
    count(all, &t, text);
    if (all->specs % 500 == 0)
        print_message("%d specs, %d fail\n", all->specs, all->failed);
    if (t.fault != FINE)
        print_case(seed, text, &t);
    arena_free(a);
}

TEST(grown_specs_are_right)
{
    static struct seeds seeds;
    struct tally all = {0};
    const int n = number_of("POL_GROWN", SOME_OF(24));
    const int compiled = number_of("POL_GROWN_COMPILED", 2);
    const char *one = getenv("POL_GROWN_SEED");
    const int most = number_of("POL_GROWN_TERMS", getenv("POL_GROWN") || one ? 2000 : 15);
    seeds_of_shelf(&seeds);
    if (one) {
        grow_and_try(&all, &seeds, strtoull(one, NULL, 10), most, true);
    } else {
        for (int i = 0; i < n; i++)
            grow_and_try(&all, &seeds, sampled_seed() * 1000003 + (uint64_t)i, most, i < compiled);
    }
    assert_right(&all);
}

/* Those that have failed. */
TEST(kept_specs_are_right)
{
    size_t size;
    struct tally all = {0};
    char *kept = specs_read(POL_TESTS_DIR "/grown", "kept.txt", &size);
    assert_non_null(kept);
    const char *at = kept;
    for (struct expected_case c; expected_next(&at, &c); free(c.text)) {
        struct trial t = try_spec(&machine, c.text, true);
        count(&all, &t, c.text);
        if (t.fault != FINE)
            print_error("%s: %s: %s\n", c.name, fault_name[t.fault], t.what);
    }
    free(kept);
    assert_true(all.specs > 0);
    assert_right(&all);
}
