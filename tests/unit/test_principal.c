/* SPDX-License-Identifier: MIT
 *
 * Principal axes as a method sees them: J = V diag(moments) V', V a rotation.
 */
#define _POSIX_C_SOURCE 200809L

#include "stepping.h"

#include "shelf/dropped.h"

/* L becomes the vector `what` of these, all of which should be zero. */
static const char method[] =
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

static void axes_of(struct dropped *d, const char *inertia, bool symmetric,
                    bool diagonal)
{
    const char *const front = d->folder;
    struct stepping s = stepping_new(&front, 1);
    char spec[300];
    double x[12];
    snprintf(spec, sizeof spec, "body b inertia %s", inertia);
    stepping_model(&s, spec);
    if (!stepping_derive(&s, "try", NULL, NULL))
        fail_msg("%s: %s", inertia, stepping_messages(&s));
    stepping_start(&s, x);
    stepping_step(&s, x, 0, 1, NULL);
    assert_true(x[4] >= 0 && x[4] < 1e-27);
    assert_true(x[5] == symmetric);
    assert_true(x[6] == diagonal);
    arena_free(s.arena);
}

TEST(the_inertia_is_diagonal_in_them)
{
    struct dropped d = drop_begin();
    drop(&d, "methods", "try.lua", method);
    axes_of(&d, "diag(3, 1, 2.5)", false, true);
    axes_of(&d, "diag(2, 1, 2)", true, true);
    axes_of(&d, "sphere(2, 3)", true, true);
    axes_of(&d, "[[2, 0.3, 0], [0.3, 3, 0], [0, 0, 2.5]]", false, false);
    axes_of(&d, "[[2, 0.3, -0.1], [0.3, 3, 0.2], [-0.1, 0.2, 2.5]]", false,
            false);
    axes_of(&d, "[[2, 1e-12, 0], [1e-12, 2, 1e-9], [0, 1e-9, 2]]", false,
            false);
    axes_of(&d, "diag(2, 2, 2) + outer([1, 2, 3], [1, 2, 3]) / 20", true,
            false);
    axes_of(&d, "diag(2, 2, 2) + outer([1, 3, 7], [1, 3, 7]) / 30", true,
            false);
    axes_of(&d, "diag(3, 3, 3) - outer([0.3, -0.7, 1.1], [0.3, -0.7, 1.1])",
            true, false);
    axes_of(&d, "diag(1, 1, 1) + outer([sqrt(2), 1, 3], [sqrt(2), 1, 3]) / 15",
            true, false);
    drop_end(&d);
}
