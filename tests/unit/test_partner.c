/* SPDX-License-Identifier: MIT
 *
 * What a method sees and says of a body that moves: forces and helpers at any
 * state, and the message for a file that leaves the motion out.
 */
#define _POSIX_C_SOURCE 200809L
#include "stepping.h"

#include "shelf/dropped.h"

static const char spec[] =
    "body b inertia diag(1, 2, 2.5) param m = 4 mass m\n"
    "force space [t, 2*x[1], v[2]] force body [0, 0, 8]\n"
    "potential m*10*x[3] + x[1]*R[1, 2]\n"
    "torque body [0, v[3], x[2]]\n"
    "start x = [1, 2, 3] start v = [4, 5, 6] start t = 7\n";

static struct stepping with_step(struct dropped *d, const char *lines)
{
    char file[2000];
    snprintf(file, sizeof file,
             "return method { title = 't', source = 's', order = 1,\n"
             " step = function(m, s, h)\n%s\n end }",
             lines);
    *d = drop_begin();
    drop(d, "methods", "try.lua", file);
    const char *folder = d->folder;
    struct stepping s = stepping_new(&folder, 1);
    stepping_model(&s, spec);
    return s;
}

/* The vector, as the velocity after a step of 0.5. */
static void gives(const char *vector, double a, double b, double c)
{
    char lines[500];
    double y[13];
    struct dropped d;
    snprintf(lines, sizeof lines, "return with(s, { z = { s.z[1], %s } })",
             vector);
    struct stepping s = with_step(&d, lines);
    if (!stepping_derive(&s, "try", NULL, NULL))
        fail_msg("%s: %s", vector, stepping_messages(&s));
    assert_int_equal(stepping_size(&s), 13);
    stepping_start(&s, y);
    assert_int_equal(stepping_step(&s, y, 7, 0.5, NULL), 0);
    const double want[3] = {a, b, c};
    for (int i = 0; i < 3; i++)
        if (!(fabs(y[10 + i] - want[i]) <= 1e-14))
            fail_msg("%s: component %d is %g, expected %g", vector, i + 1,
                     y[10 + i], want[i]);
    arena_free(s.arena);
    drop_end(&d);
}

TEST(quantities_have_their_values)
{
    gives("s.z[1]", 1, 2, 3);
    gives("m.mass * s.z[2]", 16, 20, 24);
    gives("m.force(s)", 7, 2, 5 + 8 - 40);
    gives("m.acceleration(s)", 7.0 / 4, 2.0 / 4, (5 + 8 - 40) / 4.0);
    gives("m.force(with(s, { z = { s.z[2], s.z[1] }, t = s.t + h }))", 7.5, 8,
          2 + 8 - 40);
    gives("m.force(with(s, { R = s.R:turned(element{0, vec(1, 0, 0)}) }))", 7,
          2, 5 - 8 - 40);
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
    gives("kick_adjoint(m, s, h).z[2]", 4 + 7.0 / 8, v2,
          6 + 0.5 * (v2 + 8 - 40) / 4);
}

static void faulty(const char *lines, const char *want)
{
    struct dropped d;
    struct stepping s = with_step(&d, lines);
    assert_null(stepping_derive(&s, "try", NULL, NULL));
    const char *all = stepping_messages(&s);
    if (!strstr(all, want))
        fail_msg("got\n%s\nwanted\n%s", all, want);
    arena_free(s.arena);
    drop_end(&d);
}

TEST(methods_that_leave_the_motion_out_are_faulty)
{
    faulty("return { R = s.R, L = s.L }",
           "try.lua: error: step must return z, too: what is stored besides R "
           "and L");
    faulty("return { R = s.R, L = s.L, z = { s.z[1] } }",
           "error: the new z has 1 value, not 2");
    faulty("return { R = s.R, L = s.L, z = { s.z[1], h } }",
           "error: the new z has no vector as v");
    faulty("return with(s, { L = m.force { t = s.t, R = s.R, L = s.L } })",
           "error: the state's z has 0 values, not 2");
    faulty("return with(s, { L = m.torque { t = s.t, R = s.R, L = s.L, "
           "z = { s.L, s.t } } })",
           "error: the state's z has no vector as v");
}

TEST(an_attitude_may_not_take_the_name_of_another_store)
{
    struct dropped d = drop_begin();
    const char *folder = d.folder;
    drop_changed(&d, "attitudes", "quaternion.lua", "mine.lua", "name = \"q\"",
                 "name = \"v\"");
    struct stepping s = stepping_new(&folder, 1);
    stepping_model(&s, spec);
    assert_null(stepping_derive(&s, NULL, "mine", NULL));
    assert_non_null(strstr(stepping_messages(&s),
                           "'v' is another part of the state; take another "
                           "name for the store"));
    arena_free(s.arena);
    s = stepping_new(&folder, 1);
    stepping_must(&s, "body b inertia diag(1, 2, 2.5)", NULL, "mine", NULL);
    arena_free(s.arena);
    drop_end(&d);
}
