/* SPDX-License-Identifier: MIT
 *
 * solve with any number of unknowns: the exact Newton step, what is found
 * without iteration, what stands in the loop, several solves in one step.
 */
#define _POSIX_C_SOURCE 200809L /* mkdtemp */
#include "stepping.h"

#include <math.h>

#include "load.h"
#include "opt/page.h"
#include "random.h"
#include "shelf/dropped.h"

enum { BITS = 300, MOST = 64 };

static const char spec[] = "body b inertia diag(1, 2, 2.5) "
                           "start w = [0.3, -0.2, 0.1]\n";

/* A method that gives back L as its lines leave it. */
static struct stepping with_lines(struct dropped *d, const char *lines)
{
    static char file[4000];
    *d = drop_begin();
    snprintf(file, sizeof file,
             "return method { title = 't', source = 's', order = 1,\n"
             " implicit = true, step = function(m, s, h)\n"
             "local L, e1 = s.L, vec(1, 0, 0)\n%s\n"
             " return { R = s.R, L = L } end }",
             lines);
    drop(d, "methods", "try.lua", file);
    const char *const folder = d->folder;
    struct stepping s = stepping_new(&folder, 1);
    stepping_model(&s, spec);
    return s;
}

static struct stepping derived(const char *lines)
{
    struct dropped d;
    struct stepping s = with_lines(&d, lines);
    if (!stepping_derive(&s, "try", NULL, NULL) || s.diags.count)
        fail_msg("%s", stepping_messages(&s));
    drop_end(&d);
    return s;
}

static void faulty(const char *lines, const char *message)
{
    struct dropped d;
    struct stepping s = with_lines(&d, lines);
    assert_null(stepping_derive(&s, "try", NULL, NULL));
    if (!strstr(stepping_messages(&s), message))
        fail_msg("not: %s\nbut: %s", message, stepping_messages(&s));
    drop_end(&d);
    arena_free(s.arena);
}

static const struct program *lowered(struct stepping *s)
{
    const struct page *page =
        page_build(s->arena, s->names, s->step, REAL_DOUBLE, -1);
    const char *fault = program_check(s->arena, page->advance);
    if (fault)
        fail_msg("%s", fault);
    return page->advance;
}

/* ---- the Newton step against differences ---- */

struct point {
    int n; /* symbols */
    const struct expr *symbol[BINDINGS];
    mpfr_t value[BINDINGS];
};

static void add(struct point *at, int n, const struct expr *const *symbol,
                struct random *r)
{
    for (int i = 0; i < n; i++, at->n++) {
        at->symbol[at->n] = symbol[i];
        mpfr_init2(at->value[at->n], BITS);
        mpfr_set_d(at->value[at->n], random_between(r, 0.1, 0.5), MPFR_RNDN);
    }
}

static struct point random_point(struct stepping *s, struct random *r)
{
    const struct solve *v = &s->step->advance.solve[0];
    struct point at = {.n = 0};
    add(&at, v->n, v->unknown, r);
    add(&at, 3, s->step->store[1].symbol, r);
    add(&at, 1, &s->step->h, r);
    add(&at, 1, &s->model->t, r);
    return at;
}

static void evaluate_at(struct stepping *s, struct point *at, int n,
                        const struct expr *const *e, mpfr_t *out)
{
    expr_eval_mpfr(s->pool, n, e, at->n, at->symbol, at->value, out);
}

/* sum[i] += d residual[i] / d unknown[j] * change[j], by central differences */
static void add_column(struct stepping *s, struct point *at, int j,
                       mpfr_t change, mpfr_t *sum)
{
    const struct solve *v = &s->step->advance.solve[0];
    mpfr_t up[MOST], down[MOST], x;
    mpfr_init2(x, BITS);
    mpfr_set(x, at->value[j], MPFR_RNDN);
    for (int i = 0; i < v->n; i++)
        mpfr_inits2(BITS, up[i], down[i], (mpfr_ptr)NULL);
    mpfr_add_d(at->value[j], x, 0x1p-80, MPFR_RNDN);
    evaluate_at(s, at, v->n, v->residual, up);
    mpfr_sub_d(at->value[j], x, 0x1p-80, MPFR_RNDN);
    evaluate_at(s, at, v->n, v->residual, down);
    mpfr_set(at->value[j], x, MPFR_RNDN);
    for (int i = 0; i < v->n; i++) {
        mpfr_sub(up[i], up[i], down[i], MPFR_RNDN);
        mpfr_mul(up[i], up[i], change, MPFR_RNDN);
        mpfr_mul_2si(up[i], up[i], 79, MPFR_RNDN);
        mpfr_add(sum[i], sum[i], up[i], MPFR_RNDN);
        mpfr_clears(up[i], down[i], (mpfr_ptr)NULL);
    }
    mpfr_clear(x);
}

/* How far Jacobian * change + residual is from zero; `liar` is added to one
 * component of the change. */
static double newton_error(struct stepping *s, double liar)
{
    const struct solve *v = &s->step->advance.solve[0];
    struct random r = random_new(7);
    struct point at = random_point(s, &r);
    mpfr_t change[MOST], sum[MOST];
    double most = 0;
    for (int i = 0; i < v->n; i++)
        mpfr_inits2(BITS, change[i], sum[i], (mpfr_ptr)NULL);
    evaluate_at(s, &at, v->n, v->change, change);
    evaluate_at(s, &at, v->n, v->residual, sum);
    mpfr_add_d(change[v->n - 1], change[v->n - 1], liar, MPFR_RNDN);
    for (int j = 0; j < v->n; j++)
        add_column(s, &at, j, change[j], sum);
    for (int i = 0; i < v->n; i++) {
        double error = fabs(mpfr_get_d(sum[i], MPFR_RNDN));
        most = error <= most ? most : error; /* NaN stays */
        mpfr_clears(change[i], sum[i], (mpfr_ptr)NULL);
    }
    while (at.n)
        mpfr_clear(at.value[--at.n]);
    return most;
}

static void expect_exact_newton(const char *lines, int n)
{
    struct stepping s = derived(lines);
    assert_int_equal(s.step->advance.solves, 1);
    assert_int_equal(s.step->advance.solve[0].n, n);
    assert_close(newton_error(&s, 0), 0, 1e-40);
    assert_true(newton_error(&s, 1e-9) > 1e-11); /* a wrong step is seen */
    lowered(&s);
    arena_free(s.arena);
}

static void newton_steps_are_exact_for_any_number_of_unknowns(void **state)
{
    (void)state;
    expect_exact_newton("local a = unknown('a', h)\n"
                        "a = solve(a, a + h*sin(a)*L[1] - L[2])\n"
                        "L = L + a*e1",
                        1);
    expect_exact_newton("local a, b = unknown('a', h), unknown('b', h)\n"
                        "a, b = table.unpack(solve({ a, b },\n"
                        "  { a + h*sin(b) - L[1], b - h*a*b*L[2] - L[3] }))\n"
                        "L = L + a*e1 + b*cross(e1, L)",
                        2);
    expect_exact_newton(
        "local a, b = unknown('a', L), unknown('b', h*L)\n"
        "a, b = table.unpack(solve({ a, b },\n"
        "  { a - h*cross(a, b) - L, b - h*dot(a, b)*a - h*L }))\n"
        "L = a + b",
        6);
    expect_exact_newton(
        "local a, b = unknown('a', L), unknown('b', h*L)\n"
        "local c = unknown('c', L)\n"
        "a, b, c = table.unpack(solve({ a, b, c },\n"
        "  { a - h*cross(a, m.map.element(b):rotate(c)) - L,\n"
        "    b - h*dot(a, c)*c - h*L, m.inertia(c) - h*cross(a, b) - L }))\n"
        "L = a + b + c",
        9);
    expect_exact_newton(/* equations not in the order of the unknowns */
                        "local a, b = unknown('a', L), unknown('b', h)\n"
                        "a, b = table.unpack(solve({ a, b },\n"
                        "  { vec(b + L[1]*b^2, a[1] + b, a[2]*a[3] + a[3]) - "
                        "h*L,\n"
                        "    a[2]^2 + a[2] - 2*L[2] }))\n"
                        "L = a + b*e1",
                        4);
}

/* ---- what needs no iteration ---- */

static void step_once(struct stepping *s, double *x, double h)
{
    stepping_start(s, x);
    assert_int_equal(stepping_step(s, x, 0, h, NULL), 0);
}

static void explicit_unknowns_leave_the_system(void **state)
{
    (void)state;
    struct stepping s = derived(
        "local a, b, c = unknown('a', L), unknown('b', L), unknown('c', h)\n"
        "a, b, c = table.unpack(solve({ a, b, c },\n"
        "  { a - h*cross(a, b) - L, 2*b + cross(L, e1), c - dot(b, b) }))\n"
        "L = a + c*b");
    assert_int_equal(s.step->advance.solves, 1);
    assert_int_equal(s.step->advance.solve[0].n, 3);
    assert_string_equal(s.step->advance.solve[0].variable[2].name, "a");
    double x[12], y[12];
    stepping_start(&s, x);
    step_once(&s, y, 0.1);
    const double *L = x + 4;
    double b[3] = {0, -L[2] / 2, L[1] / 2}, c = b[1] * b[1] + b[2] * b[2], a[3];
    for (int i = 0; i < 3; i++)
        a[i] = y[4 + i] - c * b[i];
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        assert_close(a[i], L[i] + 0.1 * (a[j] * b[k] - a[k] * b[j]), 1e-15);
    }
    arena_free(s.arena);
}

static void without_anything_implicit_there_is_no_loop(void **state)
{
    (void)state;
    /* each explicit once those behind it are known; two linear ones together */
    struct stepping s = derived(
        "local a, b, c = unknown('a', L), unknown('b', L), unknown('c', h)\n"
        "local u, v = unknown('u', 0), unknown('v', 0)\n"
        "a, b, c, u, v = table.unpack(solve({ a, b, c, u, v },\n"
        "  { a - h*cross(b, L) - u*v*L, b/h - c*sin(c)*L, h*c - L[1],\n"
        "    u + 2*v - L[2], 3*u - v - c }))\n"
        "L = a + u*e1");
    double x[12], y[12], h = 0.1;
    assert_int_equal(s.step->advance.solves, 0);
    const struct program *p = lowered(&s);
    assert_int_equal(p->blocks, 1);
    assert_int_equal(p->block[0].kind, BLOCK_STRAIGHT);
    stepping_start(&s, x);
    step_once(&s, y, h);
    double c = x[4] / h, u = (x[5] + 2 * c) / 7, v = 3 * u - c;
    for (int i = 0; i < 3; i++) /* b is along L */
        assert_close(y[4 + i], u * v * x[4 + i] + (i == 0 ? u : 0), 1e-14);
    arena_free(s.arena);
}

/* The derivative of a comparison is zero, but it is no constant; and what may
 * vanish is not divided by without Newton's test. */
static void what_only_looks_linear_is_iterated(void **state)
{
    (void)state;
    static const char *const residual[] = {
        "a - select(lt(a, L[1]), L[2], L[3])", "(1 + h*L[1])*a - L[2]",
        "(1 - h)*a - L[2]", "a + abs(a) - L[1]"};
    for (size_t i = 0; i < sizeof residual / sizeof *residual; i++) {
        char lines[200];
        snprintf(lines, sizeof lines,
                 "local a = unknown('a', L[2])\na = solve(a, %s)\nL = a*L",
                 residual[i]);
        struct stepping s = derived(lines);
        if (s.step->advance.solves != 1)
            fail_msg("%s is taken for linear", residual[i]);
        arena_free(s.arena);
    }
}

/* ---- what stands in the loop ---- */

static void what_does_not_reach_the_unknowns_is_hoisted(void **state)
{
    (void)state;
    struct stepping s =
        derived("local a, b = unknown('a', L), unknown('b', L)\n"
                "local k = sin(L[1])*exp(L[2])\n"
                "a, b = table.unpack(solve({ a, b },\n"
                "  { a - h*k*cross(a, b) - L, b - k*dot(a, b)*L }))\n"
                "L = a + b");
    const struct program *p = lowered(&s);
    assert_int_equal(p->cost.calls, 2);
    assert_int_equal(p->cost.sweep_calls, 0);
    assert_int_equal(p->cost.sweep_compare, 2); /* one test a vector */
    arena_free(s.arena);
}

static struct cost cost_of_six(const char *second)
{
    char lines[400];
    snprintf(lines, sizeof lines,
             "local a, b = unknown('a', L), unknown('b', L)\n"
             "a, b = table.unpack(solve({ a, b },\n"
             "  { a - h*cross(a, %s) - L, b - h*cross(a, b) - L }))\n"
             "L = a + b",
             second);
    struct stepping s = derived(lines);
    assert_int_equal(s.step->advance.solve[0].n, 6);
    struct cost cost = lowered(&s)->cost;
    arena_free(s.arena);
    return cost;
}

/* a is found without b: two systems of three, each with one division. */
static void blocks_are_solved_one_after_another(void **state)
{
    (void)state;
    struct cost block = cost_of_six("a[1]*L"), full = cost_of_six("a[1]*b");
    assert_int_equal(block.sweep_div, 2);
    assert_int_equal(full.sweep_div, 6);
    assert_true(5 * cost_total_sweep(&block) < 4 * cost_total_sweep(&full));
}

/* ---- names ---- */

static bool has_text(struct stepping *s, const char *part)
{
    struct text t = text_new(s->arena);
    program_show(lowered(s), &t);
    return strstr(text_chars(&t), part) != NULL;
}

static void unknowns_of_one_name_are_told_apart(void **state)
{
    (void)state;
    struct stepping s =
        derived("for i = 1, 2 do\n"
                "  local a, n2 = unknown('a', L), unknown('n2', h)\n"
                "  a, n2 = table.unpack(solve({ a, n2 },\n"
                "    { a - h*cross(a, n2*L) - L, n2 - h*dot(a, a)*n2 - 1 }))\n"
                "  L = a + n2*L\n"
                "end\n"
                "local b = unknown('b', L)\n"
                "L = solve(b, b - h*cross(b, L) - L)\n");
    assert_true(has_text(&s, "a sweep of each of 3 iterations "));
    assert_true(has_text(&s, "solve a1, n2_1, at most 12 sweeps"));
    assert_true(has_text(&s, "solve a2, n2_2, at most 12 sweeps"));
    assert_true(has_text(&s, "solve b, at most 12 sweeps"));
    assert_true(has_text(&s, "a1_2 += da1_2"));
    assert_true(has_text(&s, "n2_2 += dn2_2"));
    assert_true(has_text(&s, "b_0 += db_0"));
    arena_free(s.arena);
}

/* ---- in compiled code ---- */

static struct loaded compiled(const char *lines)
{
    struct dropped d;
    struct stepping s = with_lines(&d, lines);
    const char *const folder = d.folder;
    pol_options o = pol_default_options();
    struct loaded l = {0};
    o.method = "try";
    o.shelf = &folder;
    o.shelves = 1;
    pol_job *job = pol_open(&o);
    pol_status status = pol_read_text(job, "b.pol", spec, strlen(spec));
    if (status == POL_OK)
        status = pol_load(job, POL_TCC, &l.image);
    if (status != POL_OK)
        print_diags(job);
    assert_int_equal(status, POL_OK);
    pol_close(job);
    l.s = pol_image_stepper(l.image);
    drop_end(&d);
    arena_free(s.arena);
    return l;
}

/* The i-th of 20 equations x = L + h x^2 + ... has no root where L[3] is i. */
static const char twenty[] =
    "for i = 1, 20 do\n"
    "  local x = unknown('x', L[1])\n"
    "  local none = select(lt(abs(L[3] - i), 1/4), x^2 + 1, 0)\n"
    "  x = solve(x, x - L[1] - h*sin(x) - none,\n"
    "    { accept = function(x) return lt(x, 100 + i) end })\n"
    "  L = vec(x, L[2] + x, L[3])\n"
    "end";

static void many_solves_follow_each_other(void **state)
{
    (void)state;
    struct loaded l = compiled(twenty);
    struct body_state b = start_of(l.s);
    double *L = b.x + l.s->state - 5, want[2], h = 0.01;
    want[0] = L[0] = 0.5;
    want[1] = L[1] = -1;
    assert_int_equal(l.s->step_once(b.x, b.par, b.in, h), 0);
    for (int i = 0; i < 20; i++) {
        double x = want[0];
        for (int k = 0; k < 100; k++)
            x = want[0] + h * sin(x);
        want[0] = x;
        want[1] += x;
    }
    assert_close(L[0], want[0], 1e-14);
    assert_close(L[1], want[1], 1e-13);
    unload(l);
}

static void expect_refusal(const pol_stepper *s, const struct body_state *start,
                           double h, int status)
{
    struct body_state b = *start;
    assert_int_equal(s->step_once(b.x, b.par, b.in, h), status);
    assert_memory_equal(b.x, start->x, sizeof b.x);
    assert_int_equal(s->run(b.x, b.par, b.in, h, 3), status);
    assert_memory_equal(b.x, start->x, sizeof b.x);
}

static void each_solve_may_fail_and_changes_nothing(void **state)
{
    (void)state;
    struct loaded l = compiled(twenty);
    struct body_state start = start_of(l.s);
    double *L = start.x + l.s->state - 5;
    for (int i = 1; i <= 20; i++) {
        L[2] = i;
        expect_refusal(l.s, &start, 0.01, POL_STEP_NOT_CONVERGED);
    }
    L[2] = 0;
    L[0] = 200;
    expect_refusal(l.s, &start, 0.01, POL_STEP_TOO_LARGE);
    L[0] = 0.5;
    expect_refusal(l.s, &start, NAN, POL_STEP_NOT_CONVERGED);
    L[2] = 0.5;
    assert_int_equal(l.s->step_once(start.x, start.par, start.in, 0.01), 0);
    unload(l);
}

/* The condition on an explicit solution is checked all the same. */
static void conditions_hold_without_a_loop_too(void **state)
{
    (void)state;
    struct loaded l = compiled(
        "local a = unknown('a', L)\n"
        "a = solve(a, a - L - h*cross(L, e1), { accept =\n"
        "  function(a) return lt(sqrt(dot(a, a))*sin(a[1]), 2) end })\n"
        "L = a");
    struct body_state b = start_of(l.s);
    double *L = b.x + l.s->state - 5;
    assert_int_equal(l.s->step_once(b.x, b.par, b.in, 0.1), 0);
    L[0] = 1.5;
    L[1] = 3;
    expect_refusal(l.s, &b, 0.1, POL_STEP_TOO_LARGE);
    expect_refusal(l.s, &b, NAN, POL_STEP_TOO_LARGE);
    unload(l);
}

/* The model of the step and its code agree, for 18 unknowns. */
static void eighteen_unknowns_run(void **state)
{
    (void)state;
    static const char lines[] =
        "local u, r, w = {}, {}, { 3, 5, 7, 4, 6, 8 }\n"
        "for i = 1, 6 do u[i] = unknown('u', L/w[i]) end\n"
        "for i = 1, 6 do\n"
        "  local sum = vec(0, 0, 0)\n"
        "  for j = 1, 6 do sum = sum + u[j]/w[(i + j) % 6 + 1] end\n"
        "  r[i] = u[i] - h*cross(u[i], m.omega(sum)) - L/w[i]\n"
        "end\n"
        "u = solve(u, r)\n"
        "for i = 1, 6 do L = L + u[i] end";
    struct stepping s = derived(lines);
    struct loaded l = compiled(lines);
    struct body_state b = start_of(l.s);
    double x[12];
    assert_int_equal(s.step->advance.solve[0].n, 18);
    assert_close(newton_error(&s, 0), 0, 1e-40);
    step_once(&s, x, 0.2);
    assert_in_range(s.sweeps, 2, 5);
    assert_int_equal(l.s->step_once(b.x, b.par, b.in, 0.2), 0);
    for (int i = 0; i < 7; i++)
        assert_close(b.x[i], x[i], 1e-14);
    unload(l);
    arena_free(s.arena);
}

/* ---- faults of a shelf file ---- */

static void wrong_systems_are_errors(void **state)
{
    (void)state;
    faulty("local a, b = unknown('a', L), unknown('b', h)\n"
           "solve({ a, b }, { a - L, a[1] - a[2] })",
           "try.lua:5: error: the residual does not determine 'b'");
    faulty("local a, b = unknown('a', h), unknown('b', h)\n"
           "solve({ a, b }, { sin(a) - h*b, 2*sin(a) - 2*h*b })",
           "try.lua:5: error: the residual does not determine 'a'");
    faulty("local a, b = unknown('a', L), unknown('b', L)\n"
           "solve({ a, b }, { a - L })",
           "try.lua:5: error: bad argument #2 to 'solve' (one residual for "
           "each unknown)");
    faulty("local a = unknown('a', L)\nsolve(a, a[1] - h)",
           "try.lua:5: error: bad argument #2 to 'solve' (a residual is a "
           "vector if its unknown is one, else a scalar)");
    faulty("local a = unknown('a', L)\nsolve({ a, a }, { a - L, a - L })",
           "try.lua:5: error: bad argument #1 to 'solve' (not an unknown that "
           "is still to be solved for)");
    faulty("local a, b = unknown('a', L), unknown('b', L)\nsolve(a, a - b)",
           "try.lua:5: error: the residual contains the unknown 'b', which is "
           "not solved for here");
    faulty("local a = unknown('a', L)\nlocal b = unknown('b', a)\n"
           "solve({ a, b }, { a - L, b - L })",
           "try.lua:6: error: a start value contains the unknown 'a'");
}

static void no_test_may_pass_what_is_no_number(void **state)
{
    (void)state;
    static const char head[] =
        "local a, b = unknown('a', h), unknown('b', h)\n"
        "solve({ a, b }, { a - h*sin(b) - L[1], b - h*sin(a) - L[2] }, {\n";
    static const struct {
        const char *option, *message;
    } wrong[] = {
        {"done = function(x, d) return small(d[1]) end })",
         "'done' holds where the change of 'b' is not a number"},
        {"done = function(x, d) return select(lt(eps, d[1]), 0, 1) end })",
         "'done' holds where a value is not a number"},
        {"accept = function(x) return select(lt(1, x[1]), 0, 1) end })",
         "'accept' holds where a value is not a number"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char lines[400];
        snprintf(lines, sizeof lines, "%s%s", head, wrong[i].option);
        faulty(lines, wrong[i].message);
    }
    struct stepping s = derived(
        "local a = unknown('a', h)\n"
        "L = solve(a, a - h*sin(a) - L[1], { done = function(a, d) return\n"
        "  both(small(d), both(lt(d, 1), lt(a, 5))) end })*L");
    arena_free(s.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(newton_steps_are_exact_for_any_number_of_unknowns),
        cmocka_unit_test(explicit_unknowns_leave_the_system),
        cmocka_unit_test(without_anything_implicit_there_is_no_loop),
        cmocka_unit_test(what_only_looks_linear_is_iterated),
        cmocka_unit_test(what_does_not_reach_the_unknowns_is_hoisted),
        cmocka_unit_test(blocks_are_solved_one_after_another),
        cmocka_unit_test(unknowns_of_one_name_are_told_apart),
        cmocka_unit_test(many_solves_follow_each_other),
        cmocka_unit_test(each_solve_may_fail_and_changes_nothing),
        cmocka_unit_test(conditions_hold_without_a_loop_too),
        cmocka_unit_test(eighteen_unknowns_run),
        cmocka_unit_test(wrong_systems_are_errors),
        cmocka_unit_test(no_test_may_pass_what_is_no_number),
    };
    return run_group(tests);
}
