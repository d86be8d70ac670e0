/* SPDX-License-Identifier: MIT
 *
 * What a method sees and says of a body: forces and helpers at any state,
 * principal axes, and how often the torque is evaluated.
 */
#include "stepping.h"

static const char falling[] = "body b inertia diag(1, 2, 2.5) param m = 4 mass m\n"
                              "force space [t, 2*x[1], v[2]] force body [0, 0, 8]\n"
                              "potential m*10*x[3] + x[1]*R[1, 2]\n"
                              "torque body [0, v[3], x[2]]\n"
                              "start x = [1, 2, 3] start v = [4, 5, 6] start t = 7\n";

static struct stepping with_step(const char *lines)
{
    char file[2000];
    snprintf(file, sizeof file,
             "return method { title = 't', source = 's', order = 1,\n"
             " step = function(m, s, h)\n%s\n end }",
             lines);
    struct stepping s = stepping_new(NULL, 0);
    stepping_lend(&s, "try", file);
    stepping_model(&s, falling);
    return s;
}

/* The vector, as the velocity after a step of 0.5. */
static void gives(const char *vector, double a, double b, double c)
{
    char lines[500];
    double y[13];
    snprintf(lines, sizeof lines, "return with(s, { z = { s.z[1], %s } })", vector);
    struct stepping s = with_step(lines);
    if (!stepping_derive(&s, "try", NULL, NULL))
        fail_msg("%s: %s", vector, stepping_messages(&s));
    assert_int_equal(stepping_size(&s), 13);
    stepping_start(&s, y);
    assert_int_equal(stepping_step(&s, y, 7, 0.5, NULL), 0);
    const double want[3] = {a, b, c};
    for (int i = 0; i < 3; i++)
        if (!(fabs(y[10 + i] - want[i]) <= 1e-14))
            fail_msg("%s: component %d is %g, expected %g", vector, i + 1, y[10 + i], want[i]);
    arena_free(s.arena);
}

TEST(quantities_have_their_values)
{
    gives("s.z[1]", 1, 2, 3);
    gives("m.mass * s.z[2]", 16, 20, 24);
    gives("m.force(s)", 7, 2, 5 + 8 - 40);
    gives("m.acceleration(s)", 7.0 / 4, 2.0 / 4, (5 + 8 - 40) / 4.0);
    gives("m.force(with(s, { z = { s.z[2], s.z[1] }, t = s.t + h }))", 7.5, 8, 2 + 8 - 40);
    gives("m.force(with(s, { R = s.R:turned(element{0, vec(1, 0, 0)}) }))", 7, 2, 5 - 8 - 40);
    gives("m.torque(s)", 0, 6, 2 + 1); /* and of the potential: r x dV/dr */
    gives("drift(m, s, h).z[1]", 3, 4.5, 6);
    gives("kick(m, s, h).z[2]", 4 + 7.0 / 8, 5 + 2.0 / 8, 6 - 27.0 / 8);
    gives("vec(m.moves and 1 or 0, m.depends.x and 1 or 0,"
          " m.depends.w and 1 or 0)",
          1, 1, 1);
}

/* v3' = (v2 + ...)/4 depends on v2, which itself gets 2 x1 - ...: by hand
 * (1 - h M) v = v0 + h a with M = [0 0 0; 0 0 0; 0 1/4 0]. */
TEST(the_adjoint_kick_is_at_the_new_velocity)
{
    double v2 = 5 + 0.5 * 2.0 / 4;
    gives("kick_adjoint(m, s, h).z[2]", 4 + 7.0 / 8, v2, 6 + 0.5 * (v2 + 8 - 40) / 4);
}

static void faulty(const char *lines, const char *want)
{
    struct stepping s = with_step(lines);
    assert_null(stepping_derive(&s, "try", NULL, NULL));
    const char *all = stepping_messages(&s);
    if (!strstr(all, want))
        fail_msg("got\n%s\nwanted\n%s", all, want);
    arena_free(s.arena);
}

TEST(methods_that_leave_the_motion_out_are_faulty)
{
    faulty("return { R = s.R, L = s.L }",
           "try.lua: error: step must return z, too: what is stored besides R "
           "and L");
    faulty("return { R = s.R, L = s.L, z = { s.z[1] } }", "error: the new z has 1 value, not 2");
    faulty("return { R = s.R, L = s.L, z = { s.z[1], h } }", "error: the new z has no vector as v");
    faulty("return with(s, { L = m.force { t = s.t, R = s.R, L = s.L } })",
           "error: the state's z has 0 values, not 2");
    faulty("return with(s, { L = m.torque { t = s.t, R = s.R, L = s.L, "
           "z = { s.L, s.t } } })",
           "error: the state's z has no vector as v");
}

/* L becomes the vector `what` of these, all of which should be zero. */
static const char axes_method[] =
    "return method { title = 't', source = 's', order = 1, step =\n"
    " function(m, s, h)\n"
    "   local p = m.principal\n"
    "   local e = { vec(1, 0, 0), vec(0, 1, 0), vec(0, 0, 1) }\n"
    "   local v, off = vec(3, -2, 5), 0\n"
    "   local function differ(a, b) off = off + dot(a - b, a - b) end\n"
    "   for i = 1, 3 do\n"
    "     local axis = p.out(e[i])\n"
    "     differ(m.inertia(axis), p.moments[i] * axis)\n"
    "     differ(p.into(p.out(e[i])), e[i])\n"
    "     differ(cross(axis, p.out(e[i % 3 + 1])), p.out(e[(i + 1) % 3 + 1]))\n"
    "   end\n"
    "   local g = element { 4*h/(5*h), vec(0, 12*h/(25*h), 9*h/(25*h)) }\n"
    "   local k = element { 4*h/(5*h), 9*h/(25*h), vec(0, 4*h/(3*h), 1) }\n"
    "   differ(p.element(g):rotate(p.out(v)), p.out(g:rotate(v)))\n"
    "   differ(p.element(k):rotate(p.out(v)), p.out(k:rotate(v)))\n"
    "   local equal = is_zero(p.moments[1] - p.moments[2])\n"
    "              or is_zero(p.moments[2] - p.moments[3])\n"
    "              or is_zero(p.moments[1] - p.moments[3])\n"
    "   return { R = s.R, L = vec(off, equal and 1 or 0,\n"
    "                             is_zero(p.out(e[1]) - e[1]) and 1 or 0) }\n"
    " end }";

static const struct {
    const char *inertia;
    bool symmetric, diagonal;
} axes[] = {
    {"diag(3, 1, 2.5)", false, true},
    {"diag(2, 1, 2)", true, true},
    {"sphere(2, 3)", true, true},
    {"[[2, 0.3, 0], [0.3, 3, 0], [0, 0, 2.5]]", false, false},
    {"[[2, 0.3, -0.1], [0.3, 3, 0.2], [-0.1, 0.2, 2.5]]", false, false},
    {"[[2, 1e-12, 0], [1e-12, 2, 1e-9], [0, 1e-9, 2]]", false, false},
    {"diag(2, 2, 2) + outer([1, 2, 3], [1, 2, 3]) / 20", true, false},
    {"diag(3, 3, 3) - outer([0.3, -0.7, 1.1], [0.3, -0.7, 1.1])", true, false},
    {"diag(1, 1, 1) + outer([sqrt(2), 1, 3], [sqrt(2), 1, 3]) / 15", true, false},
};

TEST(the_inertia_is_diagonal_in_them)
{
    for (size_t i = 0; i < sizeof axes / sizeof *axes; i++) {
        struct stepping s = stepping_new(NULL, 0);
        char spec[300];
        double x[12];
        snprintf(spec, sizeof spec, "body b inertia %s", axes[i].inertia);
        stepping_lend(&s, "try", axes_method);
        stepping_must(&s, spec, "try", NULL, NULL);
        stepping_start(&s, x);
        stepping_step(&s, x, 0, 1, NULL);
        assert_true(x[4] >= 0 && x[4] < 1e-27);
        assert_true(x[5] == axes[i].symmetric);
        assert_true(x[6] == axes[i].diagonal);
        arena_free(s.arena);
    }
}

/* ---- how often the torque is evaluated ---- */

#define STRANG "last_kick(m, go(kick(m, s, h/2), h), h/2)"

/* The new state of a method, on a body of specs/ or a text. */
static const struct {
    const char *body, *result;
    int step, sweep;
} counts[] = {
    /* what is the same is evaluated once */
    {"fast_top", "kick(m, kick(m, s, h/2), h/2)", 1, 0},
    {"offdiag", "kick(m, kick(m, s, h/2), h/2)", 2, 0},
    {"offdiag", "kick(m, go(kick(m, s, h/2), h), h/2)", 2, 0},
    {"kicked", "kick(m, with(s, { t = s.t + h }), h/2)", 1, 0},
    /* what is not needed does not count */
    {"fast_top", "m.torque(go(s, h)) and kick(m, s, h)", 1, 0},
    {"fast_top", "go(s, h)", 0, 0},
    {"offdiag",
     "(function()\n"
     "  local p = unknown(\"p\", s.L)\n"
     "  m.torque(with(s, { L = 2*p }))\n"
     "  local T = m.torque(with(s, { L = p }))\n"
     "  return with(s, { L = solve(p, p - s.L - h*T, {}) })\n"
     "end)()",
     0, 1},
    /* the sum of the first component is merged with that of L x w */
    {"body b\ninertia diag(1, 2, 2.5)\ntorque body [t + L[2]*w[3], 0, 0]\n",
     "with(s, { L = s.L + h * m.f(s) })", 1, 0},
    /* what is carried is evaluated once; the last kick may be implicit */
    {"fast_top", STRANG, 1, 0},
    {"kicked", STRANG, 1, 0},
    {"free_body", STRANG, 0, 0},
    {"offdiag", STRANG, 2, 1},
};

TEST(the_torque_is_evaluated_where_it_is_needed)
{
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        char method[2000];
        struct stepping s = stepping_new(NULL, 0);
        const char *body = counts[i].body;
        snprintf(method, sizeof method,
                 "return method { title = 'demo', source = 'nowhere',\n"
                 "  order = 1, step = function(m, s, h)\n"
                 "    local function go(s, h)\n"
                 "      return turn(s, m.map.element(h/2 * m.omega(s.L)))\n"
                 "    end\n    return %s\n  end }\n",
                 counts[i].result);
        stepping_lend(&s, "demo", method);
        stepping_must(&s, strchr(body, ' ') ? body : stepping_spec(&s, body), "demo", NULL, NULL);
        if (s.step->torques.step != counts[i].step || s.step->torques.sweep != counts[i].sweep)
            fail_msg("%s of %s: %d + %d", counts[i].result, body, s.step->torques.step,
                     s.step->torques.sweep);
        arena_free(s.arena);
    }
}
