/* SPDX-License-Identifier: MIT
 *
 * Bodies with a mass, emitted and compiled: the descriptor, and that rest is no
 * failure.  (How they move: partners, gyrostats.)
 */
#include "shelf/axioms.h"

static struct loaded load_body(const char *text, const char *method, pol_real real)
{
    pol_options o = options_by(method, NULL);
    o.real = real;
    return load_text(text, &o);
}

/* Name by name, one behind the other, up to the time. */
TEST(the_descriptor_lists_its_parts)
{
    static const char all[] = "body whole inertia diag(1, 2, 2.5) mass 3 method rkmk(kutta4)\n"
                              "wheel spin(axis = e3, inertia = 0.01) state z = [1, 2, 3] rate -z\n"
                              "state lag = 0 rate -lag";
    static const struct pol_state_part want[] = {
        {"q", "1", "body to space", POL_ATTITUDE, 0, 4},
        {"L", "N m s", "body", POL_MOMENTUM, 4, 3},
        {"x", "m", "space", POL_POSITION, 7, 3},
        {"v", "m/s", "space", POL_VELOCITY, 10, 3},
        {"spin", "N m s", "about its axis", POL_WHEEL, 13, 1},
        {"z", "", "", POL_STATE, 14, 3},
        {"lag", "", "", POL_STATE, 17, 1}};
    static const char *const value[] = {"spin_speed", "spin", "z_1", "z_2", "z_3", "lag"};
    struct loaded l = load_body(all, NULL, POL_DOUBLE);
    assert_int_equal(l.s->parts, sizeof want / sizeof *want);
    assert_int_equal(l.s->state, 18 + 2);
    for (int i = 0; i < l.s->parts; i++) {
        const pol_state_part *p = &l.s->part[i];
        assert_string_equal(p->name, want[i].name);
        assert_string_equal(p->unit, want[i].unit);
        assert_string_equal(p->frame, want[i].frame);
        assert_int_equal(p->kind, want[i].kind);
        assert_int_equal(p->first, want[i].first);
        assert_int_equal(p->count, want[i].count);
    }
    assert_int_equal(l.s->extra, sizeof value / sizeof *value);
    for (int i = 0; i < l.s->extra; i++)
        assert_string_equal(l.s->value[i].name, value[i]);
    assert_string_equal(l.s->value[0].unit, "rad/s");
    unload(l);
}

/* Large forces that cancel: of a position only the last digits change, and the
 * velocity comes from their rounding. */
static const char hanging[] = "body hanging inertia diag(1, 2, 2.5) mass 3 const k = 37\n"
                              "let end = x + R*[0.1, 0, 0.2]\n"
                              "potential 3*9.81*x[3] + k*dot(end, end)/2\n"
                              "start x = [-0.1, 0, -0.2 - 3*9.81/k]\n";

/* Nothing moves at all. */
static const char resting[] = "body resting inertia diag(1, 2, 2.5) mass 3\n"
                              "potential 7*dot(x, x)/2 force space -v torque body -w\n";

static const char *const implicit[] = {
    "imidm", "trap", "bem", "bbtrapwd", "rkmk(gauss4)", "rkmk(backward_euler, form = rate)"};

TEST(bodies_that_all_but_rest_are_no_failure)
{
    for (size_t i = 0; i < sizeof implicit / sizeof *implicit; i++)
        for (int real = POL_DOUBLE; real <= POL_FLOAT; real++) {
            struct loaded a = load_body(hanging, implicit[i], (pol_real)real);
            struct end e = run_to(a.s, 2, 200);
            assert_int_equal(e.status, 0);
            assert_true(norm3(e.v) > 1e-3);
            unload(a);
            a = load_body(resting, implicit[i], (pol_real)real);
            e = run_to(a.s, 2, 200);
            assert_int_equal(e.status, 0);
            assert_true(norm3(e.v) == 0 && norm3(e.x) == 0);
            unload(a);
        }
}
