/* SPDX-License-Identifier: MIT
 *
 * How often a step evaluates the torque: at different states, and only where
 * the result needs it.
 */
#define _POSIX_C_SOURCE 200809L

#include "shelf/dropped.h"
#include "stepping.h"

/* A method of demonstration whose new state is `result`, on a body's text. */
static void demo_on(const char *body, const char *result, int step, int sweep)
{
    char text[2000];
    struct dropped shelf = drop_begin();
    snprintf(text, sizeof text,
             "return method {\n  title = \"demo\", source = \"nowhere\",\n"
             "  order = 1, step = function(m, s, h)\n"
             "    local function go(s, h)\n"
             "      return turn(s, m.map.element(h/2 * m.omega(s.L)))\n"
             "    end\n    return %s\n  end,\n}\n",
             result);
    drop(&shelf, "methods", "demo.lua", text);
    const char *folder = shelf.folder;
    struct stepping s = stepping_new(&folder, 1);
    stepping_must(&s, body, "demo", NULL, NULL);
    assert_int_equal(s.step->torques.step, step);
    assert_int_equal(s.step->torques.sweep, sweep);
    arena_free(s.arena);
    drop_end(&shelf);
}

static void demo_counts(const char *spec, const char *result, int step,
                        int sweep)
{
    struct stepping s = stepping_new(NULL, 0);
    demo_on(stepping_spec(&s, spec), result, step, sweep);
    arena_free(s.arena);
}

static void counts(const char *spec, const char *method, int step, int sweep)
{
    struct stepping s = stepping_new(NULL, 0);
    stepping_must(&s, stepping_spec(&s, spec), method, NULL, NULL);
    assert_int_equal(s.step->torques.step, step);
    assert_int_equal(s.step->torques.sweep, sweep);
    arena_free(s.arena);
}

TEST(a_stage_is_an_evaluation)
{
    counts("fast_top", "rkmk(euler)", 1, 0);
    counts("fast_top", "rkmk(kutta4)", 4, 0);
    counts("offdiag", "rkmk(kutta4, form = rate)", 4, 0);
    counts("free_body", "rkmk(kutta4)", 0, 0);
}

/* At the start, for Newton's start; at the unknown; and where it was found. */
TEST(a_sweep_counts_apart)
{
    counts("fast_top", "imidm", 2, 1);
    counts("offdiag", "imidm", 2, 1);
    counts("fast_top", "akw", 2, 1); /* one component is eliminated */
}

TEST(what_is_the_same_is_evaluated_once)
{
    demo_counts("fast_top", "kick(m, kick(m, s, h/2), h/2)", 1, 0);
    demo_counts("offdiag", "kick(m, kick(m, s, h/2), h/2)", 2, 0);
    demo_counts("offdiag", "kick(m, go(kick(m, s, h/2), h), h/2)", 2, 0);
    demo_counts("kicked", "kick(m, with(s, { t = s.t + h }), h/2)", 1, 0);
}

TEST(what_is_not_needed_does_not_count)
{
    demo_counts("fast_top", "m.torque(go(s, h)) and kick(m, s, h)", 1, 0);
    demo_counts("fast_top", "go(s, h)", 0, 0);
    demo_counts("offdiag",
                "(function()\n"
                "  local p = unknown(\"p\", s.L)\n"
                "  m.torque(with(s, { L = 2*p }))\n"
                "  local T = m.torque(with(s, { L = p }))\n"
                "  return with(s, { L = solve(p, p - s.L - h*T, {}) })\n"
                "end)()",
                0, 1);
}

/* The sum of the first component is merged with that of L x w. */
TEST(what_is_taken_apart_counts)
{
    demo_on("body b\ninertia diag(1, 2, 2.5)\n"
            "torque body [t + L[2]*w[3], 0, 0]\n",
            "with(s, { L = s.L + h * m.f(s) })", 1, 0);
}

TEST(what_is_carried_is_evaluated_once)
{
    const char *const strang = "last_kick(m, go(kick(m, s, h/2), h), h/2)";
    demo_counts("fast_top", strang, 1, 0);
    demo_counts("kicked", strang, 1, 0);
    demo_counts("free_body", strang, 0, 0);
    demo_counts("offdiag", strang, 2, 1); /* the last kick is implicit */
}
