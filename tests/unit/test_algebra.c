/* SPDX-License-Identifier: MIT
 *
 * The algebra that methods are written in: what it computes, and the message
 * for each thing that a method can do wrong.
 */
#include "stepping.h"

static const char spec[] = "body b inertia diag(2, 4, 4) torque body [t, 0, 0] "
                           "start w = [0.25, 0.125, 0.125] start t = 3";

static struct stepping with_file(const char *file)
{
    struct stepping s = stepping_new(NULL, 0);
    stepping_lend(&s, "try", file);
    stepping_model(&s, spec);
    return s;
}

/* The lines of the step begin at line 3. */
static const char *file_of(const char *lines)
{
    static char file[2000];
    snprintf(file, sizeof file,
             "return method { title = 't', source = 's', order = 1,\n"
             " step = function(m, s, h)\n%s\n"
             " return { R = s.R:turned(m.map.element(s.L)), L = s.L } end }",
             lines);
    return file;
}

/* ---- values ---- */

/* The expression, as the first component of L after a step of 0.5. */
static void gives(const char *expression, double want)
{
    char lines[1000];
    double y[12];
    snprintf(lines, sizeof lines,
             "local a, b = vec(1, 2, 3), vec(s.L[1], 5, -1)\n"
             "local r = %s\n"
             "s.L = vec(r, 0, 0)",
             expression);
    struct stepping s = with_file(file_of(lines));
    if (!stepping_derive(&s, "try", NULL, NULL) || s.diags.count)
        fail_msg("%s: %s", expression, stepping_messages(&s));
    stepping_start(&s, y);
    stepping_step(&s, y, 3, 0.5, NULL);
    if (!(fabs(y[4] - want) <= 1e-15))
        fail_msg("%s = %.17g, expected %.17g", expression, y[4], want);
    arena_free(s.arena);
}

TEST(expressions_have_their_values)
{
    gives("s.L[1] + 2*s.L[2] - s.L[3]", 0.5 + 1 - 0.5);
    gives("-s.L[1]^3 / 2", -0.0625);
    gives("s.L[1]^-2", 4);
    gives("3 - h", 2.5);
    gives("3/4 * h", 0.375);
    gives("decimal '-0.1' + decimal '3e-1'", 0.2);
    gives("decimal '1' / 3 - decimal '0.25'", 1.0 / 12);
    gives("0.0009765625 * h", 0.0009765625 / 2);
    gives("s.t", 3);
    gives("dot(a, b)", 0.5 + 10 - 3);
    gives("cross(a, b)[1]", -2 - 15);
    gives("(a + b)[2] - (2*b - a/2)[2] + (b*2)[3]", 7 - 9 - 2);
    gives("(-a)[3]", -3);
    gives("m.omega(s.L)[2]", 0.125);
    gives("m.inertia(a)[3]", 12);
    gives("m.torque(with(s, { t = s.t + h }))[1]", 3.5);
    gives("m.f(s)[1]", 3);
    gives("m.f(s)[2]", 0.5 * 0.25 - 0.5 * 0.125);
    gives("select(lt(s.L[1], 1), h, 7)", 0.5);
    gives("select(lt(1, s.L[1]), a, b)[2]", 5);
    gives("select(le(s.L[2], s.L[3]), 1, 2)", 1);
    gives("sqrt(4*s.L[1]^2)", 1);
    gives("cos(pi) + atan2(0*h, -h) / pi", 0);
    gives("max(s.L[1], 3) + min(s.L[1], h)", 3.5);
    gives("c(0, h - h) + c(3, 0)", 1 + 1.0 / 6);
    gives("is_zero(h - h) and 1 or 2", 1);
    gives("is_zero(cross(a, a)) and 1 or 2", 1);
    gives("is_zero(h) and 1 or 2", 2);
    gives("element{1, vec(0, 0, 0)}:rotate(a)[1]", 1);
    gives("element{0, vec(0, 0, 1)}:rotate(a)[1]", -1);
    gives("(element{0, vec(1, 0, 0)} * element{0, vec(0, 1, 0)})"
          ":quaternion()[4]",
          1);
    gives("element{3*h/h/5, vec(0, 0, 4*h/h/5)}:inverse():rows()[1][2]", 0.96);
    gives("m.map.element(a*0):unrotate(b)[2]", 5);
    gives("s.R:turned(element{0, vec(1, 0, 0)}):rows()[3][3]", -1);
    gives("eps * 4503599627370496", 1);
}

/* ---- faults ---- */

static void faulty_file(const char *file, const char *want)
{
    struct stepping s = with_file(file);
    assert_null(stepping_derive(&s, "try", NULL, NULL));
    assert_string_equal(stepping_messages(&s), text_format(s.arena, "try.lua%s\n", want));
    arena_free(s.arena);
}

static void faulty(const char *lines, const char *want)
{
    faulty_file(file_of(lines), want);
}

#define BRANCH                                                                                     \
    "error: a step may not branch on a symbolic value; write select(lt(a, "                        \
    "b), x, y), or is_zero(x) for what is zero for every state"

#define BAD(f)                                                                                     \
    ":3: error: bad argument #1 to '" f                                                            \
    "' (a name is of letters, digits and _, and at most 40 long)"

/* Lines of a step, and what is said. */
static const struct {
    const char *lines, *says;
} faults[] = {
    /* branches on values are errors */
    {"if s.L[1] < 1 then h = 2*h end", ":3: " BRANCH},
    {"if s.L[1] == s.L[2] then h = 2*h end", ":3: " BRANCH},
    {"if s.L == s.L + s.L then h = 2*h end", ":3: " BRANCH},
    {"if m.map.element(s.L) == m.map.element(2*s.L) then h = h end",
     ":3: error: a step may not compare group elements"},
    /* rounded numbers are errors */
    {"h = h * (1/6)", ":3: error: 0.16666666666667 is rounded already: numbers in a "
                      "method are exact; write h/6, not h*(1/6)"},
    {"h = h + (0/0)", ":3: error: a number that is not finite"},
    {"h = h / 0", ":3: error: division by zero"},
    {"h = decimal '1/3'", ":3: error: bad argument #1 to 'decimal' (not a decimal number)"},
    /* mixed kinds are errors */
    {"h = h + s.L", ":3: error: cannot add expression and vector"},
    {"h = s.L * s.L", ":3: error: for two vectors write dot(a, b) or cross(a, b)"},
    {"h = 1 / s.L", ":3: error: cannot divide number and vector"},
    {"h = h - nil", ":3: error: cannot subtract expression and nil"},
    {"h = s.L[4]", ":3: error: bad argument #2 to 'index' (a vector has the components "
                   "[1], [2], [3])"},
    {"h = s.L.y", ":3: error: a vector has the components [1], [2], [3]"},
    {"h = h^(1/2)", ":3: error: a power is a scalar to an integer"},
    {"h = c(6, h)", ":3: error: bad argument #1 to 'c' (c(k, z) has k from 0 to 5)"},
    {"h = dot(h, s.L)", ":3: error: bad argument #1 to 'dot' (vector expected, got "
                        "expression)"},
    {"h = m.torque(s.t, s.L, s.L)", ":3: error: bad argument #1 to 'torque' (table expected, got "
                                    "expression)"},
    {"h = m.torque { t = s.t, R = s.R }", ":3: error: the state has no L"},
    {"h = m.torque { t = s.L, R = s.R, L = s.L }", ":3: error: the state's t is not a scalar"},
    {"h = m.torque { t = s.t, R = s.L, L = s.L }", ":3: error: the state's R is not an attitude"},
    {"h = m.torque(with(s, { z = { h } }))", ":3: error: the state's z has 1 value, not 0"},
    {"h = s.R == s.R:turned(m.map.element(s.L))", ":3: error: a step may not compare attitudes"},
    /* wrong results are errors */
    {"if true then return 1 end", ": error: step must return { R = .., L = .. }"},
    {"if true then return { R = s.R, L = 5 } end", ": error: step must return a vector as L"},
    {"if true then return { R = s.R:stored(), L = s.L } end",
     ": error: step must return an attitude as R: s.R, turned"},
    /* names become those of the emitted code */
    {"s.L = name('K*/int evil;/*', 1, s.L)", BAD("name")},
    {"s.L = name('K', string.rep('1', 40), s.L)", BAD("name")},
    {"local a = unknown('a b', s.L)", BAD("unknown")},
    {"stage(-1)", ":3: error: bad argument #1 to 'stage' (an integer "
                  "from 0 to 2147483647)"},
    {"stage(1 << 40)", ":3: error: bad argument #1 to 'stage' (an "
                       "integer from 0 to 2147483647)"},
    /* wrong solves are errors */
    {"local a = unknown('s', s.L)", ": error: the unknown 's' is never solved for"},
    {"local a = unknown('s', s.L)\n"
     "solve(a, a - s.L, { done = function(a, d) return 1 end })\n"
     "s.L = a",
     ": error: the result contains the unknown 's' instead of what solve "
     "returned for it"},
    {"local a = unknown('s', s.L)\n"
     "solve(a, s.L, { done = function(a, d) return 1 end })",
     ":4: error: the residual does not determine 's'"},
    {"local a = unknown('s', s.L)\nsolve(a, a - s.L, 1)",
     ":4: error: bad argument #3 to 'solve' (table expected, got "
     "number)"},
    {"solve(s.L, s.L, {})", ":3: error: bad argument #1 to 'solve' (not an unknown that is "
                            "still to be solved for)"},
    /* a result that is NaN or infinite is an error */
    {"local a = decimal '1.5' for i = 1, 60 do a = a * a end",
     ":3: error: the result is no finite number"},
    {"local a = sqrt(h - h - 1)", ":3: error: the result is no finite number"},
};

TEST(faults_are_told_with_their_line)
{
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        faulty(faults[i].lines, faults[i].says);
    faulty_file("return method { order = 1 }", ": error: the method has no function 'step'");
    faulty_file("return method { order = function() return 'x' end, "
                "step = function() end }",
                ": error: 'order' must be an integer from 0 to 99");
}

/* Both maps' elements of the same vector: a quarter turn by Cayley's, two
 * radians by the exponential one. */
TEST(a_method_may_load_a_map_of_its_own)
{
#define TURNED(map) "load_map('" map "').element(vec(0, 0, 1)):rotate(vec(1, 0, 0))[2]"
    gives(TURNED("cay"), 1);
    gives(TURNED("cay") " + 2*" TURNED("exp"), 1 + 2 * sin(2));
    gives("load_map('CAY').quarter()", 1);
    faulty("load_map 'nothing'", ":3: error: the shelf has no map 'nothing'");
#undef TURNED
}

/* With the metatable of a kind a file could make functions that run when the
 * state is closed. */
TEST(kinds_hide_their_metatables)
{
    gives("s.R.__index == nil and s.R.__gc == nil and 1 or 0", 1);
    gives("element{1, vec(0, 0, 0)}.__index == nil and 1 or 0", 1);
}
