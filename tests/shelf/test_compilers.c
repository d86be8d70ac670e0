/* SPDX-License-Identifier: MIT
 *
 * tcc, gcc and clang give the same digits (no contraction): every method on
 * the shelf, in turn with two attitudes and real types; every map, with one
 * explicit and one implicit method; every attitude, from where its numbers are
 * singular, and its kinematic equation.
 */
#include "shelf/kinds.h"
#include "shelf/variants.h"

enum { STEPS = 40, MOST = 64 };

/* A spec, by its path or as text, and the steps that it takes. */
struct ride {
    const char *path, *text;
    double h;
    long steps;
};

struct result {
    int status;
    double x[32], R[9], energy;
};

static pol_image *compile(const struct ride *d, const pol_options *o,
                          pol_compiler compiler)
{
    pol_image *image = NULL;
    pol_job *job = pol_open(o);
    pol_status status =
        d->path ? pol_read(job, d->path)
                : pol_read_text(job, "text.pol", d->text, strlen(d->text));
    if (status != POL_OK || pol_load(job, compiler, &image) != POL_OK)
        print_diags(job);
    pol_close(job);
    if (!image)
        fail_msg("%s, %s is not compiled", o->method, o->attitude);
    return image;
}

static struct result run(const struct ride *d, const pol_options *o,
                         pol_compiler compiler)
{
    struct result r = {0};
    pol_image *image = compile(d, o, compiler);
    const pol_stepper *s = pol_image_stepper(image);
    struct body_state b = start_of(s);
    r.status = s->run(b.x, b.par, b.in, d->h, d->steps);
    memcpy(r.x, b.x, sizeof r.x);
    s->rotation(b.x, r.R);
    r.energy = s->energy(b.x, b.par);
    pol_unload(image);
    return r;
}

/* What a product may be compiled with: no method's code is warned of. */
static const char strict[] =
    "-O2 -ffp-contract=off -pedantic -Wall -Wextra -Wconversion -Wshadow "
    "-Wdouble-promotion -Wfloat-equal -Werror";

static void compare_rides(const struct ride *d, const pol_options *o)
{
    pol_options warned = *o;
    warned.flags = strict;
    struct result tcc = run(d, o, POL_TCC);
    if (tcc.status != 0 || !isfinite(tcc.energy))
        fail_msg("%s fails with %d", o->method, tcc.status);
    static const pol_compiler others[] = {POL_GCC, POL_CLANG};
    for (int i = 0; i < 2; i++) {
        struct result r = run(d, &warned, others[i]);
        if (memcmp(&r, &tcc, sizeof r) != 0)
            fail_msg("%s, %s, %s, %s: %s and tcc differ", o->method,
                     o->map ? o->map : "", o->attitude ? o->attitude : "",
                     o->real == POL_FLOAT ? "float" : "double",
                     i ? "clang" : "gcc");
    }
}

static void compare(const char *spec, const pol_options *o)
{
    const struct ride d = {spec, NULL, o->real == POL_FLOAT ? 0x1p-7 : 0.01,
                           STEPS};
    compare_rides(&d, o);
}

/* From gimbal lock of these axes, through some turns. */
static void compare_tumbling(const char *axes, const pol_options *o)
{
    char text[300];
    snprintf(text, sizeof text,
             "body tumbling\n"
             "inertia [[1.2, 0.1, -0.2], [0.1, 1.5, 0.3], [-0.2, 0.3, 0.9]]\n"
             "potential dot(R' * e3, [0.8, -1.6, 2.4])\n"
             "start R = euler(%.3s, 0.4, %s, -0.9)\n"
             "start w = [1, -2, 0.5]\n",
             axes, axes[0] == axes[2] ? "0" : "pi/2");
    const struct ride d = {NULL, text, 0x1p-5, 5 * STEPS};
    compare_rides(&d, o);
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

struct maps {
    int n;
    char name[MOST][40];
};

static pol_status collect_maps(struct pol_job *job, void *argument)
{
    struct shelf *shelf = job_shelf(job);
    struct maps *maps = argument;
    maps->n = shelf_count(shelf, SHELF_MAP);
    assert_in_range(maps->n, 1, MOST);
    for (int i = 0; i < maps->n; i++)
        snprintf(maps->name[i], sizeof maps->name[i], "%s",
                 shelf_at(shelf, SHELF_MAP, i)->name);
    return POL_OK;
}

static void every_map_gives_the_same_digits(void **state)
{
    (void)state;
    static const char *const methods[] = {"rkmk(kutta4)", "imidm"};
    static const char *const attitudes[] = {"quaternion", "matrix"};
    struct maps maps;
    pol_job *job = pol_open(NULL);
    assert_int_equal(job_run(job, collect_maps, &maps), POL_OK);
    pol_close(job);
    int ran = 0;
    for (int i = 0; i < 2 * 2 * 2 * maps.n; i++, ran++) {
        pol_options o = pol_default_options();
        o.real = i % 2 ? POL_FLOAT : POL_DOUBLE;
        o.attitude = attitudes[i / 2 % 2];
        o.method = methods[i / 4 % 2];
        o.map = maps.name[i / 8];
        compare(SPEC("offdiag"), &o);
    }
    assert_true(ran >= 16);
}

/* From where the numbers are singular, and round and round. */
static void every_attitude_gives_the_same_digits(void **state)
{
    (void)state;
    const struct attitudes all = attitudes_of_shelf(NULL);
    for (int i = 0; i < 2 * all.n; i++) {
        pol_options o = pol_default_options();
        o.real = i % 2 ? POL_FLOAT : POL_DOUBLE;
        o.method = "semi_euler";
        o.attitude = all.call[i / 2];
        const char *axes = axes_of(o.attitude);
        compare_tumbling(axes ? axes : "xyz", &o);
    }
    assert_true(all.n >= 30);
}

static void every_kinematic_equation_gives_the_same_digits(void **state)
{
    (void)state;
    const struct attitudes all = attitudes_of_shelf(NULL);
    int ran = 0;
    for (int i = 0; i < 2 * all.n; i++) {
        pol_options o = pol_default_options();
        o.real = i % 2 ? POL_FLOAT : POL_DOUBLE;
        o.attitude = all.call[i / 2];
        o.method = "kinematic(kutta4)";
        if (strchr(o.attitude, '('))
            continue; /* one of each file */
        compare(SPEC("offdiag"), &o);
        ran++;
    }
    assert_true(ran >= 12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_method_gives_the_same_digits),
        cmocka_unit_test(every_map_gives_the_same_digits),
        cmocka_unit_test(every_attitude_gives_the_same_digits),
        cmocka_unit_test(every_kinematic_equation_gives_the_same_digits),
    };
    return run_group(tests);
}
