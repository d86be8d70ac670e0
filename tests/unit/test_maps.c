/* SPDX-License-Identifier: MIT
 *
 * Maps of the shelf against vectors computed elsewhere; the sign of a
 * quaternion that is set.
 */
#include "stepping.h"
#include "values/values.h"

static const char plain[] = "body b inertia diag(1, 2, 2.5) start w = e1";

static struct stepping probe(const char *what, const char *attitude, const char *map)
{
    const char *const folder = POL_TESTS_DIR "/unit/probe";
    struct stepping s = stepping_new(&folder, 1);
    stepping_must(&s, plain, text_format(s.arena, "probe(%s)", what), attitude, map);
    return s;
}

enum { REFERENCES = 4 };

static const struct reference_map *references(void)
{
    int n;
    const struct reference_map *all = reference_maps(&n);
    assert_int_equal(n, REFERENCES);
    return all;
}

static void near(const double *got, const double *want, int n, const char *what)
{
    double scale = 1;
    for (int i = 0; i < n; i++)
        scale = fmax(scale, fabs(want[i]));
    for (int i = 0; i < n; i++)
        if (!(fabs(got[i] - want[i]) <= 1e-14 * scale))
            fail_msg("%s[%d]: %.17g, expected %.17g", what, i, got[i], want[i]);
}

/* The probe's L at half vectors scale * u and arguments x (no rotations), one
 * for each reference. */
static void check(const char *what, const char *map, double scale, const double want[REFERENCES][3])
{
    struct stepping s = probe(what, "matrix", map);
    for (int k = 0; k < REFERENCES; k++) {
        const struct reference_map *r = &references()[k];
        double x[12] = {r->x[0], r->x[1], r->x[2], 0, 1, 0, 0, 0, 1};
        for (int i = 0; i < 3; i++)
            x[9 + i] = scale * r->u[i];
        assert_int_equal(stepping_step(&s, x, 0, 1, NULL), 0);
        near(x + 9, want[k], 3, what);
    }
    arena_free(s.arena);
}

/* Ours are body-frame: pull(v) is dexpinv of -2 v, push(v) is dexp of -2 v. */
TEST(maps_are_those_of_an_independent_program)
{
#define AT(member) offsetof(struct reference_map, member)
    static const struct {
        const char *what, *map;
        double scale;
        size_t want;
    } all[] = {
        {"rotate", "exp", 0.5, AT(exp_u_x)},    {"unrotate", "exp", -0.5, AT(exp_u_x)},
        {"rotate", "cay", 0.5, AT(cay_u_x)},    {"unrotate", "cay", -0.5, AT(cay_u_x)},
        {"square", "exp", 0.25, AT(exp_u_x)},   {"pull", "exp", -0.5, AT(dexpinv)},
        {"pull2", "exp", -0.5, AT(dexpinv_q2)}, {"push", "exp", -0.5, AT(dexp)},
        {"pull", "cay", -0.5, AT(dcayinv)},     {"push", "cay", -0.5, AT(dcay)},
    };
#undef AT
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        double want[REFERENCES][3];
        for (int k = 0; k < REFERENCES; k++)
            memcpy(want[k], (const char *)&references()[k] + all[i].want, sizeof want[k]);
        check(all[i].what, all[i].map, all[i].scale, want);
    }
}

TEST(quaternions_are_those_of_an_independent_program)
{
    for (int cay = 0; cay < 2; cay++) {
        struct stepping s = probe("move", "quaternion", cay ? "cay" : "exp");
        for (int i = 0; i < REFERENCES; i++) {
            const struct reference_map *r = &references()[i];
            double x[7] = {1};
            for (int k = 0; k < 3; k++)
                x[4 + k] = r->u[k] / 2;
            stepping_step(&s, x, 0, 1, NULL);
            near(x, cay ? r->qcay : r->qexp, 4, "quaternion");
        }
        arena_free(s.arena);
    }
}

/* Whoever stores a quaternion gets the one that is stored. */
TEST(a_stored_quaternion_keeps_its_sign)
{
    struct stepping s = stepping_new(NULL, 0);
    static const double q[4] = {-0.5, 0.5, 0.5, -0.5};
    double x[12] = {0}, p[4];
    stepping_must(&s, plain, NULL, "quaternion(renormalise = first)", NULL);
    const struct shown *a = &s.step->offer.shown[0];
    stepping_observe(&s, &a->set, x, 0, 4, a->numbers.symbol, q, x);
    stepping_observe(&s, &a->get, x, 0, 0, NULL, NULL, p);
    assert_memory_equal(p, q, sizeof q);
    arena_free(s.arena);
}
