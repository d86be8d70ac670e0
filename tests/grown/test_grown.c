/* SPDX-License-Identifier: MIT
 *
 * Specs that are grown from the grammar, each looked at as trial.h says.
 * POL_GROWN=N grows so many (24), POL_GROWN_COMPILED=M has so many of them
 * compiled by gcc and clang (2), POL_GROWN_TERMS=T lets them be so long,
 * POL_GROWN_SEED=S takes one alone.  What fails is made as short as can be and
 * written to POL_GROWN_TO, or /tmp/polhode_grown.
 */
#define _GNU_SOURCE

#include <ctype.h>
#include <dirent.h>
#include <sys/stat.h>

#include "grown/grow.h"
#include "grown/shrink.h"
#include "sampled.h"
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
    all->sum.routines += t->routines;
    all->sum.no_root += t->no_root;
    all->sum.ties += t->ties;
    all->sum.refused += t->refused;
    all->sum.rounded += t->rounded;
    all->sum.ill_posed += t->ill_posed;
    all->sum.compiled += t->compiled;
    all->sum.alike += t->alike;
    all->sum.adaptive += t->adaptive;
}

static void print_tally(const struct tally *all)
{
    const struct trial *t = &all->sum;
    print_message("%d specs (%d, %d, %d, %d of < 10, 100, 1000 and more "
                  "products), %d refused for a limit, %d fail\n",
                  all->specs, all->terms[0], all->terms[1], all->terms[2],
                  all->terms[3], t->refused, all->failed);
    print_message("%d steps bit by bit, %d of which fail alike; %d routines in "
                  "256 bits, %d without a root, %d near a tie, %d within "
                  "a tableau's rounding, %d ill-posed\n",
                  t->steps, t->failed_steps, t->routines, t->no_root, t->ties,
                  t->rounded, t->ill_posed);
    print_message("%d adaptive runs; %d compiled, %d to the same bits\n",
                  t->adaptive, t->compiled, t->alike);
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
    assert_true(all->sum.routines > 0);
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

static void tell(uint64_t seed, const char *text, const struct trial *t,
                 bool compilers)
{
    char name[60];
    char *least = shrink(&machine, text, t, compilers);
    struct trial again = try_spec(&machine, least, compilers);
    snprintf(name, sizeof name, "grown_%llu", (unsigned long long)seed);
    put_spec(name, least);
    print_error("POL_GROWN_SEED=%llu: %s: %s\n%s/%s.pol: %s\n%s\n",
                (unsigned long long)seed, fault_name[t->fault], t->what,
                folder(), name, again.what, least);
    free(least);
}

static void grow_and_try(struct tally *all, const struct seeds *seeds,
                         uint64_t seed, int most, bool compilers)
{
    struct arena *a = test_arena();
    const char *text = grow_spec(a, seeds, seed, most);
    put_spec("last", text); /* for what ends the program */
    struct trial t = try_spec(&machine, text, compilers);
    count(all, &t, text);
    if (all->specs % 500 == 0)
        print_message("%d specs, %d fail\n", all->specs, all->failed);
    if (t.fault != FINE)
        tell(seed, text, &t, compilers);
    arena_free(a);
}

TEST(grown_specs_are_right)
{
    static struct seeds seeds;
    struct tally all = {0};
    const int n = number_of("POL_GROWN", SOME_OF(24));
    const int compiled = number_of("POL_GROWN_COMPILED", 2);
    const char *one = getenv("POL_GROWN_SEED");
    const int most =
        number_of("POL_GROWN_TERMS", getenv("POL_GROWN") || one ? 2000 : 15);
    seeds_of_shelf(&seeds);
    if (one) {
        grow_and_try(&all, &seeds, strtoull(one, NULL, 10), most, true);
    } else {
        for (int i = 0; i < n; i++)
            grow_and_try(&all, &seeds, sampled_seed() * 1000003 + (uint64_t)i,
                         most, i < compiled);
    }
    assert_right(&all);
}

/* Those that have failed. */
TEST(kept_specs_are_right)
{
    static const char path[] = POL_TESTS_DIR "/grown/kept";
    DIR *kept = opendir(path);
    struct tally all = {0};
    assert_non_null(kept);
    for (struct dirent *e; (e = readdir(kept));) {
        char name[600], text[1 << 14];
        if (!strstr(e->d_name, ".pol"))
            continue;
        snprintf(name, sizeof name, "%s/%s", path, e->d_name);
        FILE *file = fopen(name, "r");
        assert_non_null(file);
        text[fread(text, 1, sizeof text - 1, file)] = '\0';
        fclose(file);
        struct trial t = try_spec(&machine, text, true);
        count(&all, &t, text);
        if (t.fault != FINE)
            print_error("%s: %s: %s\n", name, fault_name[t.fault], t.what);
    }
    closedir(kept);
    assert_true(all.specs > 0);
    assert_right(&all);
}

/* Lines, terms and brackets that an error does not need are left out. */
TEST(specs_are_shrunk)
{
    static const char spec[] =
        "body b\ninertia diag(1, 2, 3)\nparam k = 0.4\n"
        "torque body sin(k*(2 + k))*e1 - [k, 1, 2] + "
        "sqrt(2 + k*(1 + k))*cross(e2 + [1, 2, 3], 1 + cos(k)) + 2*e3\n";
    struct trial t = try_spec(&machine, spec, false);
    assert_int_equal(t.fault, REFUSED);
    char *least = shrink(&machine, spec, &t, false);
    assert_string_equal(least, "body b\ninertia diag(1, 2, 3)\n"
                               "torque body 1*e1 + 1*cross(e2, 1)\n");
    free(least);
}
