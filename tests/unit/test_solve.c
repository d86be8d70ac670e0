/* SPDX-License-Identifier: MIT
 *
 * solve: with any number of unknowns the Newton step is exact; what is found
 * without iteration; systems that are a fault of the shelf file.
 */
#include "solving.h"

/* ---- the Newton step ---- */

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

TEST(newton_steps_are_exact_for_any_number_of_unknowns)
{
    expect_exact_newton("local a = unknown('a', h)\n"
                        "a = solve(a, a + h*sin(a)*L[1] - L[2])\n"
                        "L = L + a*e1",
                        1);
    expect_exact_newton("local a, b = unknown('a', L), unknown('b', h*L)\n"
                        "local c = unknown('c', L)\n"
                        "a, b, c = table.unpack(solve({ a, b, c },\n"
                        "  { a - h*cross(a, m.map.element(b):rotate(c)) - L,\n"
                        "    b - h*dot(a, c)*c - h*L, m.inertia(c) - h*cross(a, b) - L }))\n"
                        "L = a + b + c",
                        9);
    expect_exact_newton(/* a is explicit, inside a rotation */
                        "local a, b = unknown('a', L), unknown('b', L)\n"
                        "local g = m.map.element(a + h*b)\n"
                        "a, b = table.unpack(solve({ a, b },\n"
                        "  { a - h*cross(L, e1), m.inertia(b) - g:unrotate(L + "
                        "h*b) }))\n"
                        "L = a + b",
                        3);
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

TEST(without_anything_implicit_there_is_no_loop)
{
    /* each explicit once those behind it are known; two linear ones together */
    struct stepping s =
        derived("local a, b, c = unknown('a', L), unknown('b', L), unknown('c', h)\n"
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

/* The derivative of a comparison or floor is zero, but it is no constant; and
 * what may vanish is not divided by without Newton's test. */
TEST(what_only_looks_linear_is_iterated)
{
    static const char *const residual[] = {"a - select(lt(a, L[1]), L[2], L[3])",
                                           "(1 + h*L[1])*a - L[2]", "(1 - h)*a - L[2]",
                                           "a + abs(a) - L[1]", "a + floor(a) - L[1]"};
    for (size_t i = 0; i < sizeof residual / sizeof *residual; i++) {
        char lines[200];
        snprintf(lines, sizeof lines, "local a = unknown('a', L[2])\na = solve(a, %s)\nL = a*L",
                 residual[i]);
        struct stepping s = derived(lines);
        if (s.step->advance.solves != 1)
            fail_msg("%s is taken for linear", residual[i]);
        arena_free(s.arena);
    }
}

/* ---- what stands in the loop ---- */

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
TEST(blocks_are_solved_one_after_another)
{
    struct cost block = cost_of_six("a[1]*L"), full = cost_of_six("a[1]*b");
    assert_int_equal(block.sweep.div, 2);
    assert_int_equal(full.sweep.div, 6);
    assert_true(5 * operations_total(&block.sweep) < 4 * operations_total(&full.sweep));
}

static bool has_text(struct stepping *s, const char *part)
{
    struct text t = text_new(s->arena);
    program_show(lowered(s), &t);
    return strstr(text_chars(&t), part) != NULL;
}

TEST(unknowns_of_one_name_are_told_apart)
{
    struct stepping s = derived("for i = 1, 2 do\n"
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

/* ---- faults of a shelf file ---- */

#define TWO                                                                                        \
    "local a, b = unknown('a', h), unknown('b', h)\n"                                              \
    "solve({ a, b }, { a - h*sin(b) - L[1], b - h*sin(a) - L[2] }, {\n"

static const struct {
    const char *lines, *says;
} faults[] = {
    {"local a, b = unknown('a', L), unknown('b', h)\n"
     "solve({ a, b }, { a - L, a[1] - a[2] })",
     "try.lua:5: error: the residual does not determine 'b'"},
    {"local a, b = unknown('a', h), unknown('b', h)\n"
     "solve({ a, b }, { sin(a) - h*b, 2*sin(a) - 2*h*b })",
     "try.lua:5: error: the residual does not determine 'a'"},
    {"local a = unknown('a', h)\n"
     "solve(a, a - jacobi(h, a, 1 - a))",
     "try.lua:5: error: the residual's derivative by 'a' is not known: "
     "only the first argument of jacobi may depend on an unknown"},
    {"local a, b = unknown('a', L), unknown('b', L)\n"
     "solve({ a, b }, { a - L })",
     "try.lua:5: error: bad argument #2 to 'solve' (one residual for "
     "each unknown)"},
    {"local a = unknown('a', L)\nsolve(a, a[1] - h)",
     "try.lua:5: error: bad argument #2 to 'solve' (a residual is a "
     "vector if its unknown is one, else a scalar)"},
    {"local a = unknown('a', L)\nsolve({ a, a }, { a - L, a - L })",
     "try.lua:5: error: bad argument #1 to 'solve' (not an unknown that "
     "is still to be solved for)"},
    {"local a, b = unknown('a', L), unknown('b', L)\nsolve(a, a - b)",
     "try.lua:5: error: the residual contains the unknown 'b', which is "
     "not solved for here"},
    {"local u = {}\n"
     "for i = 1, 22 do u[i] = unknown('u', L) end\n"
     "solve(u, u)",
     "try.lua:6: error: bad argument #1 to 'solve' (too many unknowns: "
     "64 scalars at most)"},
    {"local a = unknown('a', L)\nlocal b = unknown('b', a)\n"
     "solve({ a, b }, { a - L, b - L })",
     "try.lua:6: error: a start value contains the unknown 'a'"},
    /* no test may pass what is no number */
    {TWO "done = function(x, d) return small(d[1]) end })",
     "'done' is true if the change of 'b' is NaN"},
    {TWO "done = function(x, d) return select(lt(eps, d[1]), 0, 1) end })",
     "'done' is true for a NaN"},
    {TWO "accept = function(x) return select(lt(1, x[1]), 0, 1) end })",
     "'accept' is true for a NaN"},
};

TEST(wrong_systems_are_errors)
{
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        faulty(faults[i].lines, faults[i].says);
    struct stepping s = derived("local a = unknown('a', h)\n"
                                "L = solve(a, a - h*sin(a) - L[1], { done = function(a, d) return\n"
                                "  both(small(d), both(lt(d, 1), lt(a, 5))) end })*L");
    arena_free(s.arena);
}
