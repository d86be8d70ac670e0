/* SPDX-License-Identifier: MIT
 *
 * floor: in constants, in the language of specs, in files of the shelf, in
 * derivatives and in emitted code.
 */
#define _POSIX_C_SOURCE 200809L

#include "emitted.h"
#include "load.h"
#include "shelf/dropped.h"
#include "stepping.h"

static const double sample[] = {-3,   -2.5, -1.0000001, -0.25, 0,
                                0.75, 1,    1.9999999,  2,     1e15 + 0.5};
enum { SAMPLES = sizeof sample / sizeof *sample };

static const struct expr *floor_of(struct pool *p, const struct expr *x)
{
    return expr_apply(p, OP_FLOOR, 1, &x);
}

TEST(constants_are_folded)
{
    struct arena *arena = test_arena();
    struct pool *p = pool_new(arena);
    static const long exact[][3] = {{7, 2, 3},   {-7, 2, -4}, {6, 3, 2},
                                    {-4, 2, -2}, {0, 5, 0},   {-1, 9, -1}};
    for (size_t i = 0; i < sizeof exact / sizeof *exact; i++) {
        const struct expr *x = expr_fraction(p, exact[i][0], exact[i][1]);
        assert_ptr_equal(floor_of(p, x), expr_int(p, exact[i][2]));
    }
    const struct expr *five = expr_int(p, 5);
    const struct expr *root = expr_apply(p, OP_SQRT, 1, &five);
    assert_ptr_equal(floor_of(p, root), expr_int(p, 2));
    assert_ptr_equal(floor_of(p, expr_neg(p, root)), expr_int(p, -3));
    arena_free(arena);
}

TEST(values_are_those_of_c)
{
    struct arena *arena = test_arena();
    struct pool *p = pool_new(arena);
    const struct expr *x = expr_symbol(p, "x", 0), *y = floor_of(p, x);
    for (int i = 0; i < SAMPLES; i++) {
        double value;
        expr_eval(p, 1, &y, 1, &x, &sample[i], &value);
        assert_true(value == floor(sample[i]));
    }
    arena_free(arena);
}

static const char by_spec[] =
    "body b inertia diag(1, 2, 2.5) input u[3]\n"
    "param p = 0.25\n"
    "torque body [floor(u[1]), u[2] - floor(u[2] + p), floor(-7/2)]\n";

static const char by_file[] =
    "return method {\n"
    "  title = 'steps', source = 'nowhere', order = 1,\n"
    "  step = function(m, s, h)\n"
    "    local k = m.torque(s)\n"
    "    return { R = s.R, L = vec(floor(k[1]), k[2] - floor(k[2] + 1/4),\n"
    "                              floor(-7/2) + floor(pi)) }\n"
    "  end,\n}\n";

static pol_image *load_floor(pol_compiler compiler, pol_real real, bool file)
{
    struct dropped d = drop_begin();
    pol_options o = pol_default_options();
    const char *folder = d.folder,
               *spec = file ? "body b inertia diag(1, 2, 2.5) input u[3] "
                              "torque body u"
                            : by_spec;
    pol_image *image = NULL;
    drop(&d, "methods", "steps.lua", by_file);
    o.shelf = &folder;
    o.shelves = 1;
    o.method = file ? "steps" : "rkmk(euler)";
    o.real = real;
    pol_job *job = pol_open(&o);
    if (pol_read_text(job, "b.pol", spec, strlen(spec)) != POL_OK ||
        pol_load(job, compiler, &image) != POL_OK)
        print_diags(job);
    pol_close(job);
    drop_end(&d);
    assert_non_null(image);
    return image;
}

/* L after a step of 1 from rest is the torque. */
static void check_code(pol_compiler compiler, pol_real real, bool file)
{
    pol_image *image = load_floor(compiler, real, file);
    const pol_stepper *s = pol_image_stepper(image);
    for (int i = 0; i < SAMPLES; i++) {
        struct body_state b = start_of(s);
        double x = real == POL_FLOAT ? (double)(float)sample[i] : sample[i];
        double fraction = real == POL_FLOAT
                              ? (double)((float)x - floorf((float)x + 0.25F))
                              : x - floor(x + 0.25);
        double *L = b.x + s->state - 5;
        b.in[0] = b.in[1] = x;
        L[0] = L[1] = L[2] = 0;
        assert_int_equal(s->step_once(b.x, b.par, b.in, 1), 0);
        assert_true(L[0] == floor(x));
        assert_true(L[1] == fraction);
        assert_true(L[2] == (file ? -1 : -4));
    }
    pol_unload(image);
}

TEST(compilers_agree)
{
    for (int compiler = POL_TCC; compiler <= POL_GCC; compiler++)
        for (int k = 0; k < 4; k++)
            check_code((pol_compiler)compiler, k % 2 ? POL_FLOAT : POL_DOUBLE,
                       k / 2);
}

TEST(code_names_the_real_types_function)
{
    pol_options o = pol_default_options();
    for (int real = POL_DOUBLE; real <= POL_FLOAT; real++) {
        struct emitted_files f = {0};
        o.real = (pol_real)real;
        pol_job *job = pol_open(&o);
        assert_int_equal(pol_read_text(job, "b.pol", by_spec, strlen(by_spec)),
                         POL_OK);
        assert_int_equal(pol_emit(job, "c99", keep_file, &f), POL_OK);
        pol_close(job);
        const char *other = real == POL_FLOAT ? "floor(" : "floorf(";
        const char *want = real == POL_FLOAT ? "floorf(" : "floor(";
        assert_non_null(strstr(f.code, want));
        assert_null(strstr(f.code, other));
        assert_non_null(strstr(f.code, "floor"));
        free_files(&f);
    }
}

/* Its slope is 0, so x - floor(x) has the slope 1, and Newton's iteration for
 * a torque that has it goes on as for one without. */
TEST(its_derivative_is_zero)
{
    struct stepping s = stepping_new(NULL, 0);
    s.pool = pool_new(s.arena);
    const struct expr *x = expr_symbol(s.pool, name_of_text(s.names, "x"), 0);
    const struct expr *square = expr_power(s.pool, x, 2);
    const struct expr *part = expr_sub(s.pool, x, floor_of(s.pool, square));
    const struct expr *slope;
    expr_diff(s.pool, 1, &part, x, &slope);
    assert_true(expr_is_one(slope));
    arena_free(s.arena);
}

/* Entries of tableaus are exact. */
TEST(tableaus_take_it)
{
    struct stepping s = stepping_new(NULL, 0);
    stepping_must(&s,
                  "body b inertia diag(1, 2, 2.5) method rkmk(mine)\n"
                  "tableau mine order 1 { 0 : \n b : floor(sqrt(2)) }\n",
                  NULL, NULL, NULL);
    assert_int_equal(s.step->recipe->promise.order, 1);
    arena_free(s.arena);
}

TEST(specs_are_told_what_is_wrong)
{
    static const struct {
        const char *call, *want;
    } cases[] = {
        {"flor(u[1])", "b.pol:1:52: error: unknown function 'flor'\n"},
        {"flor(u[1])", "hint: did you mean 'floor'?\n"},
        {"floor(u)", "error: a 3-vector where a scalar is expected\n"},
        {"floor(u[1], 2)", "error: 'floor' takes 1 argument, not 2\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char spec[200];
        pol_job *job = pol_open(NULL);
        snprintf(spec, sizeof spec,
                 "body b inertia sphere(1, 1) input u[3] torque body %s*e1\n",
                 cases[i].call);
        assert_int_equal(pol_read_text(job, "b.pol", spec, strlen(spec)),
                         POL_BAD_SPEC);
        if (!strstr(pol_diag_at(job, 0)->text, cases[i].want))
            fail_msg("%s: %s", cases[i].call, pol_diag_at(job, 0)->text);
        pol_close(job);
    }
}
