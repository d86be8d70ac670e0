/* SPDX-License-Identifier: MIT
 *
 * Several solves in one step, compiled: results, failures that change nothing,
 * many unknowns; and systems that are a fault of the shelf file.
 */
#define _POSIX_C_SOURCE 200809L /* mkdtemp */
#include "solving.h"

#include "load.h"

/* ---- in compiled code ---- */

static struct loaded compiled(const char *lines, pol_real real)
{
    struct dropped d;
    struct stepping s = with_lines(&d, lines);
    const char *const folder = d.folder;
    pol_options o = pol_default_options();
    struct loaded l = {0};
    o.method = "try";
    o.real = real;
    o.shelf = &folder;
    o.shelves = 1;
    pol_job *job = pol_open(&o);
    pol_status status =
        pol_read_text(job, "b.pol", body_text, strlen(body_text));
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

TEST(many_solves_follow_each_other)
{
    struct loaded l = compiled(twenty, POL_DOUBLE);
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

TEST(each_solve_may_fail_and_changes_nothing)
{
    struct loaded l = compiled(twenty, POL_DOUBLE);
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
TEST(conditions_hold_without_a_loop_too)
{
    struct loaded l = compiled(
        "local a = unknown('a', L)\n"
        "a = solve(a, a - L - h*cross(L, e1), { accept =\n"
        "  function(a) return lt(sqrt(dot(a, a))*sin(a[1]), 2) end })\n"
        "L = a",
        POL_DOUBLE);
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
TEST(eighteen_unknowns_run)
{
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
    struct loaded l = compiled(lines, POL_DOUBLE);
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
    l = compiled(lines, POL_FLOAT);
    b = start_of(l.s);
    assert_int_equal(l.s->step_once(b.x, b.par, b.in, 0.2), 0);
    for (int i = 0; i < 7; i++)
        assert_close(b.x[i], x[i], 1e-6);
    unload(l);
    arena_free(s.arena);
}

/* ---- faults of a shelf file ---- */

TEST(wrong_systems_are_errors)
{
    faulty("local a, b = unknown('a', L), unknown('b', h)\n"
           "solve({ a, b }, { a - L, a[1] - a[2] })",
           "try.lua:5: error: the residual does not determine 'b'");
    faulty("local a, b = unknown('a', h), unknown('b', h)\n"
           "solve({ a, b }, { sin(a) - h*b, 2*sin(a) - 2*h*b })",
           "try.lua:5: error: the residual does not determine 'a'");
    faulty("local a = unknown('a', h)\n"
           "solve(a, a - jacobi(h, a, 1 - a))",
           "try.lua:5: error: the residual's derivative by 'a' is not known: "
           "only the first argument of jacobi may depend on an unknown");
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
    faulty("local u = {}\n"
           "for i = 1, 22 do u[i] = unknown('u', L) end\n"
           "solve(u, u)",
           "try.lua:6: error: bad argument #1 to 'solve' (too many unknowns: "
           "64 scalars at most)");
    faulty("local a = unknown('a', L)\nlocal b = unknown('b', a)\n"
           "solve({ a, b }, { a - L, b - L })",
           "try.lua:6: error: a start value contains the unknown 'a'");
}

TEST(no_test_may_pass_what_is_no_number)
{
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
