/* SPDX-License-Identifier: MIT
 *
 * tcc, gcc and clang give the same digits (no contraction): every method on
 * the shelf, every map, every attitude, from where its numbers are singular,
 * and its kinematic equation.  What else there is to choose, which of gcc and
 * clang above all, is drawn.
 */
#include "shelf/variants.h"

enum { STEPS = 40 };

/* A spec, by its path or as text, and the steps that it takes. */
struct ride {
    const char *path, *text;
    double h;
    long steps;
};

/* Beside tcc. */
struct compiler {
    pol_compiler which;
    const char *level;
};

struct result {
    int status;
    double x[32], R[9], energy;
};

static void print_difference(const pol_options *o, const char *what)
{
    fail_msg("%s, %s, %s, %s: %s", o->method, o->map ? o->map : "", o->attitude ? o->attitude : "",
             o->real == POL_FLOAT ? "float" : "double", what);
}

static struct result run(const struct ride *d, pol_job *job, const pol_options *o,
                         pol_compiler compiler)
{
    struct result r = {0};
    pol_image *image = NULL;
    if (pol_load(job, compiler, &image) != POL_OK) {
        print_diags(job);
        print_difference(o, "it is not compiled");
    }
    const pol_stepper *s = pol_image_stepper(image);
    struct body_state b = start_of(s);
    r.status = s->run(b.x, b.par, b.in, d->h, d->steps);
    memcpy(r.x, b.x, sizeof r.x);
    s->rotation(b.x, r.R);
    r.energy = s->energy(b.x, b.par, b.in);
    pol_unload(image);
    return r;
}

/* What a product may be compiled with: no method's code is warned of. */
static const char strict[] = "-ffp-contract=off -pedantic -Wall -Wextra -Wconversion -Wshadow "
                             "-Wdouble-promotion -Wfloat-equal -Werror";

static void compare_rides(const struct ride *d, const pol_options *options, struct compiler c)
{
    char flags[200], what[60];
    pol_options o = *options;
    snprintf(flags, sizeof flags, "%s %s", c.level, strict);
    o.flags = flags;
    pol_job *job = pol_open(&o);
    pol_status status =
        d->path ? pol_read(job, d->path) : pol_read_text(job, "text.pol", d->text, strlen(d->text));
    if (status != POL_OK)
        print_diags(job);
    struct result tcc = run(d, job, &o, POL_TCC);
    struct result other = run(d, job, &o, c.which);
    pol_close(job);
    if (tcc.status != 0 || !isfinite(tcc.energy)) {
        snprintf(what, sizeof what, "it fails with %d", tcc.status);
        print_difference(&o, what);
    }
    if (memcmp(&other, &tcc, sizeof tcc) != 0) {
        snprintf(what, sizeof what, "%s %s and tcc differ", c.which == POL_GCC ? "gcc" : "clang",
                 c.level);
        print_difference(&o, what);
    }
}

/* Where the attitude's numbers are singular, and from there through some turns;
 * or a short way far from there. */
static void compare_tumbling(const pol_options *o, struct compiler c, bool singular)
{
    const char *axes = axes_of(o->attitude) ? axes_of(o->attitude) : "xyz";
    const char *lock = axes[0] == axes[2] ? "0" : "pi/2";
    char text[300];
    snprintf(text, sizeof text,
             "body tumbling\n"
             "inertia [[1.2, 0.1, -0.2], [0.1, 1.5, 0.3], [-0.2, 0.3, 0.9]]\n"
             "potential dot(R' * e3, [0.8, -1.6, 2.4])\n"
             "torque body cos(t) * e1 - 0.1 * w\n"
             "start R = euler(%.3s, 0.4, %s, -0.9)\n"
             "start w = [1, -2, 0.5]\n",
             axes, singular ? lock : "0.7");
    const struct ride d = {NULL, text, singular ? 0x1p-5 : 0x1p-7, singular ? 5 * STEPS : STEPS};
    compare_rides(&d, o, c);
}

/* Methods that integrate the numbers end where these are singular. */
static void compare(const char *spec, const pol_options *o, struct compiler c)
{
    const struct ride d = {spec, NULL, o->real == POL_FLOAT ? 0x1p-7 : 0.01, STEPS};
    if (strstr(o->method, "kinematic"))
        compare_tumbling(o, c, false);
    else
        compare_rides(&d, o, c);
}

/* ---- what is chosen ------------------------------------------------------ */

/* In this order in a row. */
enum { COMPILER, REAL, MAP };

static struct compiler compiler_in(const int *row, const char *level)
{
    return (struct compiler){row[COMPILER] ? POL_CLANG : POL_GCC, level};
}

static pol_real real_in(const int *row)
{
    return row[REAL] ? POL_FLOAT : POL_DOUBLE;
}

/* For the i-th of a list; the first has any row, so that each has each row with
 * some seed. */
static const int *row_for(const struct rows *rows, int i, const char *list)
{
    return rows->row[(i + drawn(list, rows->n)) % rows->n];
}

/* How many rows an entry of a list is tried with. */
static int rows_each(const struct rows *rows)
{
    return sampled_all() ? rows->n : 1;
}

/* ---- tests --------------------------------------------------------------- */

/* Is it the first one of its method? */
static bool is_first(const struct variants *all, int i)
{
    return i == 0 || !same_file(all->v[i - 1].call, all->v[i].call);
}

/* What is on the shelf. */
static struct variants methods;
static struct attitudes attitudes;
static struct maps maps;

static int read_shelf(void **state)
{
    (void)state;
    maps = maps_of_shelf();
    calls_of_shelf(&methods);
    attitudes = attitudes_of_shelf();
    return 0;
}

/* At a level that is drawn: -O2 is what products are compiled with, and takes
 * longest. */
static const char *level_for(const char *call)
{
    static const char *const level[] = {"-O1", "-O1", "-O1", "-O2"};
    return level[drawn(call, 4)];
}

static void compare_method(struct variant *v, const int *row, struct load_of full)
{
    assert_true(variant_claims(v, true));
    pol_options o = variant_options(v);
    o.real = real_in(row);
    o.attitude = attitudes.call[drawn(v->call, attitudes.n)];
    o.map = v->maps ? maps.name[row[MAP]] : NULL;
    compare(variant_admits(v, full) ? SPEC("offdiag") : TEST_BODY("free_full"), &o,
            compiler_in(row, level_for(v->call)));
}

AROUND_ALL(read_shelf, NULL)

TEST(every_method_gives_the_same_digits)
{
    const struct choices c = {3, {2, 2, maps.n}};
    struct rows rows = covering_rows(&c);
    struct load_of full = load_of_spec(SPEC("offdiag"));
    int n = 0, compared = 0;
    for (int i = 0; i < methods.n; i++) {
        if (!is_first(&methods, i))
            continue;
        for (int k = 0; k < rows_each(&rows); k++)
            if (in_share(n + k)) {
                compare_method(&methods.v[i], row_for(&rows, n + k, "methods"), full);
                compared++;
            }
        n++;
    }
    print_message("%d of %d methods\n", compared, n);
    assert_true(n >= rows.n || sampled_all());
    assert_true(compared >= 10);
    rows_free(&rows);
}

/* From where the numbers are singular, and round and round. */
TEST(every_attitude_gives_the_same_digits)
{
    const struct choices c = {2, {2, 2}};
    struct rows rows = covering_rows(&c);
    for (int i = 0; i < attitudes.n * rows_each(&rows); i++) {
        const int *row = row_for(&rows, i, "attitudes");
        pol_options o = options_by("semi_euler", attitudes.call[i / rows_each(&rows)]);
        o.real = real_in(row);
        if (in_share(i))
            compare_tumbling(&o, compiler_in(row, level_for(o.attitude)), true);
    }
    assert_true(attitudes.n >= 30);
    rows_free(&rows);
}

/* Where gcc and clang hold four numbers in a register. */
TEST(packed_series_give_the_same_digits)
{
#if defined(__x86_64__)
    static const char *const specs[] = {SPEC("satellite"), SPEC("coulomb_wall")};
    for (int i = 0; __builtin_cpu_supports("avx") && i < 8; i++) {
        const struct compiler c = {i & 2 ? POL_CLANG : POL_GCC, "-O2 -mavx"};
        pol_options o = options_by("taylor(12)", "quaternion");
        o.real = i & 1 ? POL_FLOAT : POL_DOUBLE;
        if (in_share(i))
            compare(specs[i / 4], &o, c);
    }
#endif
}
