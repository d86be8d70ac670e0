/* SPDX-License-Identifier: MIT
 *
 * `show`: which conversions of the attitude a stepper has, what they compute,
 * and what their functions are called.
 */
#include "stepping.h"

#include "shelf/dropped.h"

#define BODY "body top\ninertia diag(1, 2, 2.5)\n"

/* ---- which there are ---- */

static void expect_shown(const struct step *s, int i, const char *name,
                         const char *call, bool asked)
{
    assert_true(i < s->recipe->shows);
    assert_string_equal(s->offer.shown[i].as->name, name);
    assert_string_equal(s->offer.shown[i].as->call, call);
    assert_int_equal(s->offer.shown[i].as->asked, asked);
    assert_string_equal(s->offer.shown[i].get.name, name);
    assert_int_equal(s->offer.shown[i].set.outputs, 1);
}

TEST(the_quaternion_is_always_there)
{
    struct stepping s = stepping_new(NULL, 0);
    stepping_must(&s, BODY, NULL, "matrix", NULL);
    assert_int_equal(s.step->recipe->shows, 1);
    expect_shown(s.step, 0, "quaternion", "quaternion", false);
    assert_string_equal(s.step->offer.shown[0].numbers.name, "q");
    assert_int_equal(s.step->offer.shown[0].numbers.n, 4);
    assert_true(s.step->offer.shown[0].restores);
    arena_free(s.arena);
}

/* ---- what they compute ---- */

/* (1, 2, 3, 4)/sqrt(30) as a matrix. */
static const double turn[9] = {-2. / 3, 2. / 15, 11. / 15, 2. / 3, -1. / 3,
                               2. / 3,  1. / 3,  14. / 15, 2. / 15};

/* The matrix of the state that `set` makes of the numbers. */
static void set_to(struct stepping *s, int i, const double *numbers, double *R)
{
    double x[12] = {0};
    const struct shown *a = &s->step->offer.shown[i];
    stepping_observe(s, &a->set, x, 0, a->numbers.n, a->numbers.symbol, numbers,
                     x);
    stepping_observe(s, &s->step->offer.rotation, x, 0, 0, NULL, NULL, R);
}

static void conversions_are_right(const char *stored)
{
    struct stepping s = stepping_new(NULL, 0);
    static const double q[4] = {1, 2, 3, 4};
    double x[12] = {0}, R[9], p[4];
    stepping_must(&s, BODY "show matrix", NULL, stored, NULL);
    set_to(&s, 0, q, R); /* of any length */
    for (int i = 0; i < 9; i++)
        assert_close(R[i], turn[i], 1e-15);
    set_to(&s, 1, turn, R);
    for (int i = 0; i < 9; i++)
        assert_close(R[i], turn[i], 1e-15);
    stepping_observe(&s, &s.step->offer.set_rotation, x, 0, 9, s.model->R.x,
                     turn, x);
    stepping_observe(&s, &s.step->offer.shown[0].get, x, 0, 0, NULL, NULL, p);
    for (int i = 0; i < 4; i++)
        assert_close(p[i], q[i] / sqrt(30), 1e-15);
    arena_free(s.arena);
}

TEST(conversions_go_both_ways)
{
    conversions_are_right("matrix");
    conversions_are_right("quaternion");
}

/* Whoever stores a quaternion gets the one that is stored. */
TEST(a_stored_quaternion_keeps_its_sign)
{
    struct stepping s = stepping_new(NULL, 0);
    static const double q[4] = {-0.5, 0.5, 0.5, -0.5};
    double x[12] = {0}, p[4];
    stepping_must(&s, BODY, NULL, "quaternion(renormalise = first)", NULL);
    const struct shown *a = &s.step->offer.shown[0];
    stepping_observe(&s, &a->set, x, 0, 4, a->numbers.symbol, q, x);
    stepping_observe(&s, &a->get, x, 0, 0, NULL, NULL, p);
    assert_memory_equal(p, q, sizeof q);
    arena_free(s.arena);
}

/* ---- what they are called ---- */

/* The messages about a spec with this attitude on the shelf, or "". */
static const char *messages(struct stepping *s, struct dropped *d,
                            const char *spec)
{
    const char *folder = d->folder;
    *s = stepping_new(&folder, 1);
    stepping_model(s, spec);
    stepping_derive(s, NULL, NULL, NULL);
    return stepping_messages(s);
}

TEST(functions_of_two_are_kept_apart)
{
    struct stepping s;
    struct dropped d = drop_begin();
    drop_changed(&d, "attitudes", "matrix.lua", "set_matrix.lua", "linear",
                 "linear");
    assert_non_null(strstr(
        messages(&s, &d, BODY "show matrix show set_matrix"),
        "functions for 'matrix' and for 'set_matrix' would have one name"));
    arena_free(s.arena);
    assert_non_null(strstr(
        messages(&s, &d, BODY "show set_matrix show matrix"),
        "functions for 'set_matrix' and for 'matrix' would have one name"));
    arena_free(s.arena);
    assert_string_equal(messages(&s, &d, BODY "show set_matrix"), "");
    arena_free(s.arena);
    drop_end(&d);
}
