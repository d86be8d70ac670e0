/* SPDX-License-Identifier: MIT
 *
 * What a method promises and admits: read from its file, and refused in the
 * user's text.
 */
#define _POSIX_C_SOURCE 200809L

#include "shelf/dropped.h"
#include "stepping.h"

static const char tail[] =
    "  title = \"demo\", source = \"nowhere\", step = function(m, s, h)\n"
    "    local g = m.map.element(h/2 * m.omega(s.L))\n"
    "    return drift(m, turn(s, g), h)\n"
    "  end,\n}\n";

/* A shelf with demo.lua, whose claims are `claims`. */
static struct stepping with_demo(struct dropped *shelf, const char *claims)
{
    char text[2000];
    snprintf(text, sizeof text, "return method {\n  %s\n%s", claims, tail);
    *shelf = drop_begin();
    drop(shelf, "methods", "demo.lua", text);
    const char *folder = shelf->folder;
    return stepping_new(&folder, 1);
}

static void done(struct stepping *s, struct dropped *shelf)
{
    arena_free(s->arena);
    drop_end(shelf);
}

static const char still[] = "body still\ninertia diag(1, 2, 2.5)\n";
static const char by_time[] = "body by_time\ninertia diag(1, 2, 2.5)\n"
                              "torque body [cos(t), 0, 0]\n";
static const char by_all[] = "body by_all\ninertia diag(1, 2, 2.5)\n"
                             "torque body sin(t)*cross(R'*e3, w)\n";
static const char constant[] = "body constant\ninertia diag(1, 2, 2.5)\n"
                               "torque body [1, 0, 0]\n";
static const char driven[] = "body driven\ninertia diag(1, 2, 2.5)\n"
                             "input u[3]\ntorque body u\n";

TEST(claims_are_read)
{
    struct dropped shelf;
    struct stepping s = with_demo(
        &shelf, "order = 2, order_free = function(opt, map) return 4 end,\n"
                "  symmetric = true, implicit = true, maps = false,\n"
                "  keeps = { \"energy\", \"norm_L\" },\n"
                "  admits = { \"t\", \"R\" },");
    stepping_must(&s, still, "demo", NULL, NULL);
    const struct promise *p = &s.step->recipe->promise;
    assert_int_equal(p->order, 2);
    assert_int_equal(p->order_free, 4);
    assert_true(p->symmetric && p->is_implicit);
    assert_false(p->maps);
    assert_null(s.step->recipe->map.claim.name);
    assert_int_equal(p->keeps, 2);
    assert_string_equal(p->keep[1], "norm_L");
    assert_int_equal(p->admits, USES_T | USES_R);
    done(&s, &shelf);
}

TEST(what_is_not_said_is_the_common_case)
{
    struct dropped shelf;
    struct stepping s = with_demo(&shelf, "order = 1,");
    stepping_must(&s, by_all, "demo", NULL, NULL);
    const struct promise *p = &s.step->recipe->promise;
    assert_int_equal(p->order_free, 1);
    assert_true(p->maps);
    assert_string_equal(s.step->recipe->map.claim.name, "exp");
    assert_false(p->symmetric || p->is_implicit);
    assert_int_equal(p->keeps, 0);
    assert_int_equal(p->admits & (USES_T | USES_R | USES_W),
                     USES_T | USES_R | USES_W);
    done(&s, &shelf);
}

/* ---- faults of the file ---- */

static void is_faulty(const char *claims, const char *message)
{
    struct dropped shelf;
    struct stepping s = with_demo(&shelf, claims);
    stepping_model(&s, still);
    assert_null(stepping_derive(&s, "demo", NULL, NULL));
    assert_string_equal(stepping_messages(&s),
                        text_format(s.arena, "%s/methods/demo.lua: error: %s\n",
                                    shelf.folder, message));
    done(&s, &shelf);
}

TEST(claims_that_cannot_be_are_the_files_fault)
{
    is_faulty("order = \"high\",", "'order' must be an integer from 0 to 99");
    is_faulty("order = 100,", "'order' must be an integer from 0 to 99");
    is_faulty("order = 4294967298,", "'order' must be an integer from 0 to 99");
    is_faulty("", "a method needs an order");
    is_faulty("order = 4, order_free = 2,",
              "'order_free' must be an integer from 4 to 99");
    is_faulty("order = 1, keeps = \"momentum\",", "'keeps' must be a list");
    is_faulty("order = 1, keeps = { 1 },", "'keeps' must be a list of texts");
    is_faulty("order = 1, keeps = { \"momentun\" },",
              "keeps has an unknown 'momentun'; known are momentum, energy, "
              "norm_L, energy_half, axis_momentum, energy_linear_potential, "
              "symplectic, symplectic_free");
    is_faulty("order = 1, admits = { \"q\" },",
              "admits has an unknown 'q'; known are t, R, w and x");
    is_faulty("order = 1, admits = true,", "'admits' must be a list");
}

/* ---- what is admitted ---- */

/* demo with these claims and a body's text: NULL, or the message. */
static void says(const char *claims, const char *body, const char *method,
                 const char *message)
{
    struct dropped shelf;
    struct stepping s = with_demo(&shelf, claims);
    stepping_model(&s, text_format(s.arena, "%smethod %s\n", body, method));
    const struct step *step = stepping_derive(&s, NULL, NULL, NULL);
    assert_int_equal(step != NULL, message == NULL);
    const char *all = stepping_messages(&s);
    if (strncmp(all, message ? message : "", strlen(message ? message : "x")))
        fail_msg("got\n%s\nwanted\n%s", all, message ? message : "(nothing)");
    done(&s, &shelf);
}

TEST(torque_that_is_not_admitted_is_refused)
{
    const char *none = "order = 1, admits = {},";
    says(none, still, "demo", NULL);
    says(none, constant, "demo",
         "body.pol:4:8: error: demo takes no torque, and this body has one\n"
         "    method demo\n           ^~~~\n"
         "hint: take a method that does, such as ");
    says(none, driven, "demo",
         "body.pol:5:8: error: demo takes no torque, and this body has one\n");
    says("order = 1, admits = { \"R\" },", constant, "demo", NULL);
    says("order = 1, admits = { \"R\" },", driven, "demo", NULL);
    says("order = 1, admits = { \"R\" },", by_time, "demo",
         "body.pol:4:8: error: demo takes no torque that depends on t, and "
         "this body's does\n");
    says("order = 1, admits = { \"R\" },", by_all, "demo",
         "body.pol:4:8: error: demo takes no torque that depends on t and w, "
         "and this body's does\n");
    says("order = 1, admits = { \"x\" },", by_all, "demo",
         "body.pol:4:8: error: demo takes no torque that depends on t, R and "
         "w, and this body's does\n");
    says("order = 1, admits = function(opt) return { \"t\" } end,", by_time,
         "demo", NULL);
    says("order = 1, admits = { \"t\", \"R\", \"w\" },", by_all, "demo", NULL);
}

TEST(force_that_is_not_admitted_is_refused)
{
    const char *falls = "body b\ninertia diag(1, 2, 2.5)\nmass 2\n"
                        "force space -e3\n",
               *slows = "body b\ninertia diag(1, 2, 2.5)\nmass 2\n"
                        "force space -v\n",
               *swings = "body b\ninertia diag(1, 2, 2.5)\nmass 2\n"
                         "potential x[1]^2\n",
               *floats = "body b\ninertia diag(1, 2, 2.5)\nmass 2\n";
    says("order = 1, admits = {},", falls, "demo",
         "body.pol:5:8: error: demo takes no torque or force, and this body "
         "has one\n");
    says("order = 1, admits = { \"R\" },", slows, "demo",
         "body.pol:5:8: error: demo takes no torque or force that depends on "
         "w or v, and this body's does\n");
    says("order = 1, admits = { \"R\" },", swings, "demo",
         "body.pol:5:8: error: demo takes no torque or force that depends on "
         "x, and this body's does\n");
    says("order = 1, admits = { \"R\", \"x\" },", swings, "demo", NULL);
    says("order = 1, admits = { \"R\" },", falls, "demo", NULL);
    says("order = 1, admits = {},", floats, "demo", NULL);
}

/* The hint begins with methods of the same paper, and nothing else is said. */
TEST(a_hint_names_relatives)
{
    struct stepping s = stepping_new(NULL, 0);
    stepping_model(&s, text_format(s.arena, "%smethod jem4\n", by_all));
    assert_null(stepping_derive(&s, NULL, NULL, NULL));
    assert_int_equal(s.diags.count, 1);
    assert_non_null(strstr(stepping_messages(&s), "such as sej4, "));
    arena_free(s.arena);
}

TEST(a_map_is_refused_where_none_is_used)
{
    const char *none = "order = 1, maps = false,";
    says(none, still, "demo", NULL);
    says(none, still, "demo(map = cay)",
         "body.pol:3:19: error: demo uses no map\n"
         "    method demo(map = cay)\n                      ^~~\n");
    says(none, still, "demo\nmap cay",
         "body.pol:4:5: error: demo uses no map\n");
    says("order = 1,", still, "demo\nmap cay", NULL);
}

/* The spec's map belongs to the spec's method. */
TEST(a_map_beside_another_method_is_not_meant)
{
    struct dropped shelf;
    struct stepping s = with_demo(&shelf, "order = 1, maps = false,");
    stepping_model(&s, text_format(s.arena, "%smap cay\n", still));
    assert_non_null(stepping_derive(&s, "demo", NULL, NULL));
    assert_null(stepping_derive(&s, "demo", NULL, "cay"));
    assert_non_null(strstr(stepping_messages(&s), "demo uses no map"));
    done(&s, &shelf);
}
