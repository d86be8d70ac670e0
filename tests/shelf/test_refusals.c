/* SPDX-License-Identifier: MIT
 *
 * Methods of the shelf refuse what they are not for, where it stands in the
 * user's text.
 */
#include "stepping.h"
#include "shelf/dropped.h"

#define BODY "body b\ninertia diag(1, 2, 2.5)\n"

static const char free_body[] = BODY;
static const char twisted[] = BODY "torque body [0, 0, dot(R'*e3, e1)]\n";

static const struct {
    const char *body, *call, *message;
} cases[] = {
    {free_body, "simo(kappa = 2 + th2)", "--option:1:14: error: kappa must be 1 where th2 is 0\n"},
    {free_body, "simo_alpha(alpha = 1/3)",
     "--option:1:20: error: but for alpha = 1/2 the attitude becomes no "
     "rotation"},
    {free_body, "projected(imid)",
     "--option:1:11: error: projected takes a method that keeps the momentum, "
     "and imid does not\n"},
    {twisted, "projected(imidm)",
     "--option:1:11: error: projected keeps the energy, and this body's is "
     "not kept\n"},
    {BODY "state z = 1 rate -z\npotential z * dot(R'*e3, e1)\n", "projected",
     "error: projected takes no torque that depends on w"},
    {BODY "state z = 1 rate -z\npotential z\n", "projected",
     "error: projected keeps the energy, and this body's is not kept\n"},
    {free_body, "kinematic(gauss4)",
     "--option:1:11: error: kinematic takes explicit tableaus alone, and "
     "'gauss(2)' is implicit\n"},
    {free_body, "magnus(gauss4)",
     "--option:1:8: error: magnus takes explicit tableaus alone, and "
     "'gauss(2)' is implicit\n    magnus(gauss4)\n           ^~~~~~\n"
     "hint: rkmk takes any tableau\n"},
    {free_body, "kinematic(euler, map = cay)", "error: kinematic uses no map\n"},
    {free_body, "swc1(map = cay)", "error: swc1 uses no map\n"},
    {twisted, "c45(jem4)", "error: c45 takes no torque, and this body has one"},
    {free_body, "mr(axes = 1 1 2)", "--option:1:11: error: the axes are 1, 2 and 3 in any order\n"},
    {free_body, "dmv(order = 5)", "error: the order must be even\n"},
    {free_body, "triple4(odd)",
     "--option:1:9: error: triple4 is made of steps of a method of even order, "
     "and odd is of order 1\n"},
    {BODY "attitude silent\n", "kinematic(kutta4)",
     "the attitude has no kinematic equation: its file gives no 'rate'"},
    {BODY "attitude euler(122)\n", NULL,
     "body.pol:3:16: error: there are no Euler angles 122\n"
     "    attitude euler(122)\n                   ^~~\n"
     "hint: three digits 1 to 3, none twice in a row, as in 321 or 313\n"},
    {BODY "attitude euler(140)\n", NULL, "error: there are no Euler angles 140\n"},
};

/* Says of itself what no method can be. */
static const char odd[] =
    "return method { title = 't', source = 's', order = 1, symmetric = true,\n"
    "  step = function(m, s, h) return { R = s.R, L = s.L } end }\n";

/* Has no rate. */
static const char silent[] = "return attitude { title = 'silent', source = 's',\n"
                             "  store = { name = 'q', size = 4, note = 'attitude' },\n"
                             "  element = function(q)\n"
                             "    return element { q[1], vec(q[2], q[3], q[4]) } end,\n"
                             "  from = function(g) return g:quaternion() end }\n";

static void must_refuse(const char *folder, const char *body, const char *call, const char *message)
{
    struct stepping s = stepping_new(&folder, 1);
    stepping_model(&s, body);
    if (stepping_derive(&s, call, NULL, NULL))
        fail_msg("it is not refused: %s", message);
    if (!strstr(stepping_messages(&s), message))
        fail_msg("not\n%s\nbut\n%s", message, stepping_messages(&s));
    assert_int_equal(s.diags.errors, 1);
    arena_free(s.arena);
}

TEST(what_is_not_for_a_method_is_refused)
{
    struct dropped d = drop_begin();
    drop(&d, "methods", "odd.lua", odd);
    drop(&d, "attitudes", "silent.lua", silent);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        must_refuse(d.folder, cases[i].body, cases[i].call, cases[i].message);
    drop_end(&d);
}

/* ---- internal momentum, wheels, states ---- */

static const struct {
    const char *body;
    bool gyro, states; /* what of it the method must take */
} insides[] = {
    {BODY "gyro [0, 0.1, 0.3]\n", true, false},
    {BODY "wheel a(axis = [1, 1, 0], inertia = 0.01, speed = 30)\n", true, true},
    {BODY "state z = 1 rate -z\n", false, true},
};
enum { INSIDES = sizeof insides / sizeof *insides };

/* Is it derived, and else refused?  (The messages: rejects.) */
static void is_taken(int body, const char *call, bool gyro, bool states)
{
    struct stepping s = stepping_new(NULL, 0);
    const bool lacks = (insides[body].gyro && !gyro) || (insides[body].states && !states);
    stepping_model(&s, insides[body].body);
    stepping_derive(&s, call, NULL, NULL);
    if (!s.step != lacks || s.diags.count != lacks)
        fail_msg("%s is %sto be refused for\n%s\n%s", call, lacks ? "" : "not ", insides[body].body,
                 stepping_messages(&s));
    arena_free(s.arena);
}

/* As each file says, and as `list` shows it. */
TEST(who_takes_what_turns_inside_says_so)
{
    struct stepping s = stepping_new(NULL, 0);
    int taken = 0;
    for (int i = 0; i < shelf_count(s.shelf, SHELF_METHOD); i++) {
        const struct shelf_file *file = shelf_at(s.shelf, SHELF_METHOD, i);
        struct shelf_claim c;
        assert_true(shelf_describe(&s.diags, file, &c));
        const bool gyro = c.is & CLAIM_GYRO, states = c.is & CLAIM_STATES;
        const bool varies = c.varies & CLAIM_GYRO;
        taken += gyro;
        for (int body = 0; body < INSIDES; body++) {
            for (int k = 0; k < c.examples && !varies; k++)
                is_taken(body, c.example[k], gyro, states);
            if (!c.examples && !varies)
                is_taken(body, file->name, gyro, states);
        }
    }
    assert_true(taken >= 10);
    arena_free(s.arena);
}

/* Those of which a method as an option decides. */
static const struct {
    const char *call;
    bool gyro, states;
} made_of[] = {{"c67(imidm)", true, true},    {"suzuki4(mr)", true, true},
               {"triple4(imid)", true, true}, {"suzuki4(frb_exact)", false, true},
               {"c45(trap)", true, true},     {"c67(sr)", false, true},
               {"c45(akw)", false, false},    {"projected(rkmk(kutta4))", true, true},
               {"projected", true, true},     {"projected(swc1)", false, false},
               {"projected(sr)", false, true}};

TEST(what_is_made_of_a_method_takes_what_that_takes)
{
    for (size_t i = 0; i < sizeof made_of / sizeof *made_of; i++)
        for (int body = 0; body < INSIDES; body++)
            is_taken(body, made_of[i].call, made_of[i].gyro, made_of[i].states);
}
