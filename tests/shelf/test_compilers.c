/* SPDX-License-Identifier: MIT
 *
 * tcc, gcc and clang give the same digits (no contraction): every method on
 * the shelf, in turn with the attitudes and real types, every map, attitude
 * and real type with one explicit and one implicit method, and every attitude's
 * kinematic equation.
 */
#include "shelf/variants.h"

enum { STEPS = 40, MOST = 64 };

struct result {
    int status;
    double x[32], R[9], energy;
};

static struct result run(const char *spec, const pol_options *o,
                         pol_compiler compiler)
{
    struct result r = {0};
    struct loaded l = load(spec, o, compiler);
    struct body_state b = start_of(l.s);
    double h = o->real == POL_FLOAT ? 0x1p-7 : 0.01;
    r.status = l.s->run(b.x, b.par, b.in, h, STEPS);
    memcpy(r.x, b.x, sizeof r.x);
    l.s->rotation(b.x, r.R);
    r.energy = l.s->energy(b.x, b.par);
    unload(l);
    return r;
}

/* What a product may be compiled with: no method's code is warned of. */
static const char strict[] =
    "-O2 -ffp-contract=off -pedantic -Wall -Wextra -Wconversion -Wshadow "
    "-Wdouble-promotion -Wfloat-equal -Werror";

static void compare(const char *spec, const pol_options *o)
{
    pol_options warned = *o;
    warned.flags = strict;
    struct result tcc = run(spec, o, POL_TCC);
    if (tcc.status != 0 || !isfinite(tcc.energy))
        fail_msg("%s fails with %d", o->method, tcc.status);
    static const pol_compiler others[] = {POL_GCC, POL_CLANG};
    for (int i = 0; i < 2; i++) {
        struct result r = run(spec, &warned, others[i]);
        if (memcmp(&r, &tcc, sizeof r) != 0)
            fail_msg("%s, %s, %s, %s: %s and tcc differ", o->method,
                     o->map ? o->map : "", o->attitude ? o->attitude : "",
                     o->real == POL_FLOAT ? "float" : "double",
                     i ? "clang" : "gcc");
    }
}

/* Is it the first one of its method? */
static bool is_first(const struct variants *all, int i)
{
    size_t n = strcspn(all->v[i].call, "(");
    return i == 0 || strcspn(all->v[i - 1].call, "(") != n ||
           strncmp(all->v[i - 1].call, all->v[i].call, n) != 0;
}

static void every_method_gives_the_same_digits(void **state)
{
    (void)state;
    static struct variants all;
    struct load_of full = load_of_spec(SPEC("offdiag"));
    int ran = 0;
    variants_of_shelf(&all, NULL);
    for (int i = 0; i < all.n; i++) {
        if (!is_first(&all, i))
            continue;
        pol_options o = variant_options(&all.v[i]);
        o.real = ran % 2 ? POL_FLOAT : POL_DOUBLE;
        o.attitude = ran / 2 % 2 ? "matrix" : "quaternion";
        compare(variant_admits(&all.v[i], full) ? SPEC("offdiag")
                                                : TEST_BODY("free_full"),
                &o);
        ran++;
    }
    print_message("%d methods\n", ran);
    assert_true(ran >= 10);
}

struct names_of_kind {
    int n;
    char name[MOST][40];
};

static struct names_of_kind maps, attitudes;

static void collect_kind(struct shelf *shelf, enum shelf_kind kind,
                         struct names_of_kind *out)
{
    out->n = shelf_count(shelf, kind);
    assert_in_range(out->n, 1, MOST);
    for (int i = 0; i < out->n; i++)
        snprintf(out->name[i], sizeof out->name[i], "%s",
                 shelf_at(shelf, kind, i)->name);
}

static pol_status collect(struct pol_job *job, void *argument)
{
    (void)argument;
    collect_kind(job_shelf(job), SHELF_MAP, &maps);
    collect_kind(job_shelf(job), SHELF_ATTITUDE, &attitudes);
    return POL_OK;
}

static void collect_names(void)
{
    pol_job *job = pol_open(NULL);
    assert_int_equal(job_run(job, collect, NULL), POL_OK);
    pol_close(job);
}

static void every_map_and_attitude_gives_the_same_digits(void **state)
{
    (void)state;
    static const char *const methods[] = {"rkmk(kutta4)", "imidm"};
    collect_names();
    int ran = 0;
    for (int i = 0; i < 2 * maps.n * attitudes.n * 2; i++, ran++) {
        pol_options o = pol_default_options();
        int k = i / 2;
        o.real = i % 2 ? POL_FLOAT : POL_DOUBLE;
        o.map = maps.name[k % maps.n];
        k /= maps.n;
        o.attitude = attitudes.name[k % attitudes.n];
        o.method = methods[k / attitudes.n];
        compare(SPEC("offdiag"), &o);
    }
    assert_true(ran >= 16);
}

static void every_kinematic_equation_gives_the_same_digits(void **state)
{
    (void)state;
    collect_names();
    for (int i = 0; i < 2 * attitudes.n; i++) {
        pol_options o = pol_default_options();
        o.real = i % 2 ? POL_FLOAT : POL_DOUBLE;
        o.attitude = attitudes.name[i / 2];
        o.method = "kinematic(kutta4)";
        compare(SPEC("offdiag"), &o);
    }
    assert_true(attitudes.n >= 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_method_gives_the_same_digits),
        cmocka_unit_test(every_map_and_attitude_gives_the_same_digits),
        cmocka_unit_test(every_kinematic_equation_gives_the_same_digits),
    };
    return run_group(tests);
}
