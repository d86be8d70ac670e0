/* SPDX-License-Identifier: MIT
 *
 * tcc, gcc and clang give the same digits (no contraction) for every method,
 * map, attitude and real type on the shelf.
 */
#include "load.h"

#include <string.h>

#include "job.h"

enum { STEPS = 40, MOST = 64 };

struct names_of_kind {
    int n;
    char name[MOST][40];
};

static struct names_of_kind kinds[SHELF_KINDS];

static bool takes_tableau(struct pol_job *job, const struct shelf_file *f)
{
    struct shelf_claim c = {0};
    if (f->kind != SHELF_METHOD)
        return false;
    assert_true(shelf_describe(job_shelf(job), &job->diags, f, &c));
    return c.options && strstr(c.options, "tableau");
}

static pol_status collect(struct pol_job *job, void *argument)
{
    (void)argument;
    struct shelf *shelf = job_shelf(job);
    for (int k = 0; k < SHELF_KINDS; k++) {
        kinds[k].n = shelf_count(shelf, (enum shelf_kind)k);
        assert_in_range(kinds[k].n, 1, MOST);
        for (int i = 0; i < kinds[k].n; i++) {
            const struct shelf_file *f = shelf_at(shelf, (enum shelf_kind)k, i);
            snprintf(kinds[k].name[i], sizeof kinds[k].name[i],
                     takes_tableau(job, f) ? "%s(kutta4)" : "%s", f->name);
        }
    }
    return POL_OK;
}

struct result {
    int status;
    double x[32], R[9], energy;
};

static struct result run(const pol_options *o, pol_compiler compiler)
{
    struct result r = {0};
    struct loaded l = load(SPEC("offdiag"), o, compiler);
    struct body_state b = start_of(l.s);
    double h = o->real == POL_FLOAT ? 0x1p-7 : 0.01;
    r.status = l.s->run(b.x, b.par, b.in, h, STEPS);
    memcpy(r.x, b.x, sizeof r.x);
    l.s->rotation(b.x, r.R);
    r.energy = l.s->energy(b.x, b.par);
    unload(l);
    return r;
}

static void compare(const pol_options *o, const char *what)
{
    struct result tcc = run(o, POL_TCC);
    assert_int_equal(tcc.status, 0);
    assert_true(isfinite(tcc.energy));
    static const pol_compiler others[] = {POL_GCC, POL_CLANG};
    for (int i = 0; i < 2; i++) {
        struct result r = run(o, others[i]);
        if (memcmp(&r, &tcc, sizeof r) != 0)
            fail_msg("%s: %s and tcc differ", what, i ? "clang" : "gcc");
    }
}

static void all_compilers_give_the_same_digits(void **state)
{
    (void)state;
    pol_job *job = pol_open(NULL);
    assert_int_equal(job_run(job, collect, NULL), POL_OK);
    pol_close(job);
    const struct names_of_kind *methods = &kinds[SHELF_METHOD],
                               *maps = &kinds[SHELF_MAP],
                               *attitudes = &kinds[SHELF_ATTITUDE];
    int ran = 0;
    for (int i = 0; i < methods->n * maps->n * attitudes->n * 2; i++) {
        pol_options o = pol_default_options();
        int k = i / 2;
        o.real = i % 2 ? POL_FLOAT : POL_DOUBLE;
        o.map = maps->name[k % maps->n];
        k /= maps->n;
        o.attitude = attitudes->name[k % attitudes->n];
        o.method = methods->name[k / attitudes->n];
        char what[200];
        snprintf(what, sizeof what, "%s, %s, %s, %s", o.method, o.map,
                 o.attitude, i % 2 ? "float" : "double");
        compare(&o, what);
        ran++;
    }
    print_message("%d combinations\n", ran);
    assert_int_equal(ran, 2 * methods->n * maps->n * attitudes->n);
    assert_true(ran >= 16);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_compilers_give_the_same_digits),
    };
    return run_group(tests);
}
