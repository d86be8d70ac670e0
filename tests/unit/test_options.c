/* SPDX-License-Identifier: MIT
 *
 * What a method can say of itself: options, and what it promises and admits.
 */
#include "stepping.h"

/* Says what it was given by refusing it. */
static const char demo[] = "return method {\n"
                           "  title = 'demo', source = 'nowhere', order = 1,\n"
                           "  options = {\n"
                           "    { name = 'axes', integers = { 3, 1, 3 }, default = { 1, 2, 3 } },\n"
                           "    { name = 'kappa', words = { 'one', 'dmv' },\n"
                           "      expression = { 'th2', 'y' } },\n"
                           "    { name = 'n', integer = { 2, 8 }, default = 4 },\n"
                           "    { name = 'base', method = true, default = 'imidm' },\n"
                           "  },\n"
                           "  step = function(m, s, h, opt)\n"
                           "    local k = opt.kappa\n"
                           "    if type(k) ~= 'string' then k = tostring(k(h^2, m.mass)) end\n"
                           "    local b = opt.base\n"
                           "    refuse('n', table.concat(opt.axes, '-') .. ', ' .. k .. ', '\n"
                           "      .. opt.n .. ', ' .. b.name .. ' ' .. b.order .. ' '\n"
                           "      .. b.order_free .. ' ' .. tostring(b.symmetric) .. ' '\n"
                           "      .. tostring(b.implicit) .. ' ' .. tostring(b.maps) .. ' '\n"
                           "      .. table.concat(b.keeps, '+') .. ' '\n"
                           "      .. table.concat(b.admits, '+'))\n"
                           "  end,\n}\n";

/* Takes exactly what it must be given. */
static const char strict[] =
    "return method {\n"
    "  title = 'strict', source = 'nowhere', order = 1,\n"
    "  options = {\n"
    "    { name = 'base', method = true },\n"
    "    { name = 'pair', integers = { 2, 0, 1 } },\n"
    "    { name = 'n', integer = { 2, 8 } },\n"
    "  },\n"
    "  step = function(m, s, h, opt) return flow(opt.base, m, s, h) end,\n}\n";

/* Refuses its own option, wherever it stands. */
static const char picky[] = "return method {\n"
                            "  title = 'picky', source = 'nowhere',\n"
                            "  options = { { name = 'n', integer = { 0, 9 }, default = 3 } },\n"
                            "  order = function(opt)\n"
                            "    if opt.n == 7 then refuse('n', 'no seven here') end\n"
                            "    return 2\n"
                            "  end,\n"
                            "  symmetric = true, keeps = { 'energy_half', 'norm_L' },\n"
                            "  step = function(m, s, h, opt)\n"
                            "    if opt.n == 9 then refuse('n', 'no nine', 'eight') end\n"
                            "    return turn(s, m.map.element(h/2 * m.omega(s.L)))\n"
                            "  end,\n}\n";

static const char still[] = "body still\ninertia diag(1, 2, 2.5)\n";

static struct stepping open_shelf(void)
{
    struct stepping s = stepping_new(NULL, 0);
    stepping_lend(&s, "demo", demo);
    stepping_lend(&s, "strict", strict);
    stepping_lend(&s, "picky", picky);
    return s;
}

/* The call's messages; `want` is in them. */
static void expect(const char *call, const char *want)
{
    struct stepping s = open_shelf();
    stepping_model(&s, still);
    syntax method = stepping_call(&s, call);
    struct choice choice = {.method = method};
    if (method)
        stepping_chosen(&s, &choice);
    if (!strstr(stepping_messages(&s), want))
        fail_msg("%s: expected\n%s\ngot\n%s", call, want, stepping_messages(&s));
    arena_free(s.arena);
}

/* What is said of calls. */
static const struct {
    const char *call, *says;
} calls[] = {
    /* defaults are taken */
    {"demo", "1-2-3, one, 4, imidm 2 2 true true true momentum"},
    /* whole numbers make a list */
    {"demo(axes = 3 1 2)", "3-1-2, one"},
    {"demo([2, 2, 1])", "2-2-1, one"},
    {"demo(axes = 1 2 4)", "the option 'axes' is 3 integers from 1 to 3"},
    {"demo(axes = 1 2 2.5)", "the option 'axes' is 3 integers from 1 to 3"},
    {"demo(axes = [1, 2, 1 + 2])", "the option 'axes' is 3 integers from 1 to 3"},
    /* expressions are functions */
    {"demo(kappa = dmv)", "1-2-3, dmv"},
    {"demo(kappa = 1 + th2/12)", "1-2-3, 1/12*(h^2 + 12), 4"},
    {"demo(kappa = sqrt(th2 + y) - y)", "sqrt("},
    {"demo(kappa = 3/2)", "1-2-3, 3/2, 4"},
    {"demo(kappa = th2)", "1-2-3, h^2, 4"},
    /* messages about wrong expressions point at the place */
    {"demo(kappa = both)", "--option:1:14: error: the option 'kappa' is one, dmv or an "
                           "expression in th2 or y\n"},
    {"demo(kappa = 1 + th3)", "--option:1:18: error: unknown name 'th3'\n"
                              "    demo(kappa = 1 + th3)\n"
                              "                     ^~~\n"
                              "hint: did you mean 'th2'?\n"},
    {"demo(kappa = 1/0)", "error: division by zero\n"},
    {"demo(kappa = 1/(y - 1))", "--option:1:14: error: the option 'kappa' has no finite value "
                                "there\n"},
    {"demo(kappa = [1, 2])", "error: the option 'kappa' is one, dmv or"},
    {"demo(kappa = 2*[1, 2, 3])", "error: a 3-vector where a scalar is expected\n"},
    /* methods have options of their own */
    {"demo(base = rkmk(kutta4, form  = rate))",
     "rkmk(kutta4, form = rate) 4 4 false false true  t+R+w+x"},
    {"demo(base = triple4(picky(n = 4)))",
     "triple4(picky(n = 4)) 4 4 true false true norm_L t+R+w+x"},
    {"demo(base = picky)", "picky 2 2 true false true energy_half+norm_L t+R+w+x"},
    {"demo(base = rkmk(1))", "--option:1:18: error: the name of a tableau is expected\n"},
    {"demo(base = kutta4)", "hint: 'kutta4' is a tableau: rkmk(kutta4)"},
    {"demo(base = suzuki5)", "hint: did you mean 'suzuki4'?"},
    {"demo(base = 2)", "error: the name of a method is expected\n"},
    /* a method refuses where it stands */
    {"triple4(picky(n = 7))", "--option:1:19: error: no seven here\n"
                              "    triple4(picky(n = 7))\n"
                              "                      ^\n"},
    {"triple4(picky(n = 9))", "--option:1:19: error: no nine\n"
                              "    triple4(picky(n = 9))\n"
                              "                      ^\n"
                              "hint: eight\n"},
    /* what must be given is asked for */
    {"strict(pair = 0 1, n = 2)", "error: strict needs a value for 'base'\n"},
    {"strict(pair = 0 1, n = 2)", "hint: for example strict(imidm)\n"},
    {"strict(picky, n = 2)", "hint: for example strict(pair = 0 1)\n"},
    {"strict(picky, [0, 1])", "hint: for example strict(n = 2)\n"},
    /* nesting has an end */
    {"triple4(triple4(triple4(triple4(triple4(triple4(triple4(imidm)))))"
     "))",
     "error: methods are nested more than 6 deep\n"},
};

TEST(calls_are_taken_or_refused)
{
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        expect(calls[i].call, calls[i].says);
}

TEST(options_come_from_the_nearest_place)
{
    static const char spec[] = "body b inertia diag(1, 2, 2.5) start w = e1 "
                               "method RKMK(Kutta4,form=rate) map cay "
                               "attitude matrix";
    struct stepping s = stepping_new(NULL, 0);
    stepping_must(&s, spec, NULL, NULL, NULL);
    assert_string_equal(s.step->recipe->method.claim.name, "rkmk(Kutta4, form = rate)");
    assert_string_equal(s.step->recipe->map.claim.name, "cay");
    assert_string_equal(s.step->recipe->attitude.claim.name, "matrix");
    assert_non_null(stepping_derive(&s, "liemid_i", "quaternion", "exp"));
    assert_string_equal(s.step->recipe->method.claim.name, "imidm");
    assert_string_equal(s.step->recipe->map.claim.name, "exp");
    assert_string_equal(s.step->recipe->attitude.claim.name, "quaternion");
    assert_non_null(stepping_derive(&s, "rkmk(euler, map = exp)", NULL, NULL));
    assert_string_equal(s.step->recipe->map.claim.name, "exp");
    assert_non_null(stepping_derive(&s, "rkmk(euler, map = exp)", NULL, "cay"));
    assert_string_equal(s.step->recipe->map.claim.name, "cay");
    arena_free(s.arena);
}

TEST(a_map_counts_for_the_whole_step)
{
    struct stepping s = open_shelf();
    stepping_must(&s, still, "triple4(picky(map = cay), map = CAY)", NULL, NULL);
    assert_string_equal(s.step->recipe->map.claim.name, "cay");
    assert_string_equal(s.step->recipe->method.claim.name, "triple4(picky(map = cay), map = CAY)");
    arena_free(s.arena);
    expect("triple4(picky(map = cay), map = exp)",
           "--option:1:33: error: a second map, 'exp', in one step\n"
           "    triple4(picky(map = cay), map = exp)\n"
           "                                    ^~~\n"
           "hint: one map applies to the whole step, and 'cay' is given first\n");
}

/* The body's own composition comes before the shelf's and its methods. */
TEST(a_body_may_have_compositions_of_its_own)
{
    static const char spec[] = "body still\ninertia diag(1, 2, 2.5)\n"
                               "composition suzuki4 for symmetric order 2: 1/2, 1/2\n"
                               "composition six for symmetric order 4:\n"
                               "  1/(2 - 2^(1/5)), 1 - 2/(2 - 2^(1/5)), 1/(2 - 2^(1/5))\n";
    static const struct {
        const char *call, *title;
        int order;
    } cases[] = {{"suzuki4(imidm)", "2 steps of imidm", 2},
                 {"SIX(triple4(imidm))", "3 steps of triple4(imidm)", 6}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct stepping s = stepping_new(NULL, 0);
        stepping_must(&s, spec, cases[i].call, NULL, NULL);
        assert_int_equal(s.step->recipe->promise.order, cases[i].order);
        assert_true(s.step->recipe->promise.symmetric);
        assert_string_equal(s.step->recipe->method.claim.title, cases[i].title);
        arena_free(s.arena);
    }
}

TEST(a_base_of_too_low_an_order_is_refused)
{
    struct stepping s = stepping_new(NULL, 0);
    stepping_model(&s, "body still\ninertia diag(1, 2, 2.5)\n"
                       "composition six for symmetric order 4: 1\n"
                       "method six(imidm)\n");
    assert_null(stepping_chosen(&s, NULL));
    assert_string_equal(stepping_messages(&s),
                        "body.pol:4:12: error: six is for methods of order 4 "
                        "and above, and imidm is of order 2\n"
                        "    method six(imidm)\n"
                        "               ^~~~~\n");
    arena_free(s.arena);
    expect("suzuki4(rkmk(kutta4))",
           "--option:1:9: error: suzuki4 is made of steps of a time-symmetric "
           "method, and rkmk(kutta4) is not\n");
}

/* ---- what a method claims ---- */

#define BODY  "body b\ninertia diag(1, 2, 2.5)\n"
#define MOVES BODY "mass 2\n"
#define NONE  "order = 1, admits = {},"
#define BY_R  "order = 1, admits = { 'R' },"

/* demo.lua with these claims, of a body with these lines: NULL, or how the
 * messages begin. */
static const struct {
    const char *claims, *body, *method, *says;
} claimed[] = {
    /* what cannot be is the file's fault */
    {"", BODY, "demo", "demo.lua: error: a method needs an order\n"},
    {"order = 4, order_free = 2,", BODY, "demo",
     "demo.lua: error: 'order_free' must be an integer from 4 to 99\n"},
    {"order = 1, keeps = { 'momentun' },", BODY, "demo",
     "demo.lua: error: keeps has an unknown 'momentun'; known are momentum, "
     "energy, norm_L, energy_half, axis_momentum, energy_linear_potential, "
     "symplectic, symplectic_free\n"},
    {"order = 1, admits = { 'q' },", BODY, "demo",
     "demo.lua: error: admits has an unknown 'q'; known are t, R, w and x\n"},
    {"order = 1, admits = true,", BODY, "demo", "demo.lua: error: 'admits' must be a list\n"},
    /* torque that is not admitted is refused */
    {NONE, BODY, "demo", NULL},
    {NONE, BODY "torque body [1, 0, 0]\n", "demo",
     "body.pol:4:8: error: demo takes no torque, and this body has one\n"
     "    method demo\n           ^~~~\n"
     "hint: take a method that does, such as "},
    {NONE, BODY "input u[3] torque body u\n", "demo",
     "body.pol:4:8: error: demo takes no torque, and this body has one\n"},
    {BY_R, BODY "torque body [1, 0, 0]\n", "demo", NULL},
    {BY_R, BODY "input u[3] torque body u\n", "demo", NULL},
    {BY_R, BODY "torque body [cos(t), 0, 0]\n", "demo",
     "body.pol:4:8: error: demo takes no torque that depends on t, and "
     "this body's does\n"},
    {BY_R, BODY "torque body sin(t)*cross(R'*e3, w)\n", "demo",
     "body.pol:4:8: error: demo takes no torque that depends on t and w, "
     "and this body's does\n"},
    {"order = 1, admits = { 'x' },", BODY "torque body sin(t)*cross(R'*e3, w)\n", "demo",
     "body.pol:4:8: error: demo takes no torque that depends on t, R and "
     "w, and this body's does\n"},
    {"order = 1, admits = function(opt) return { 't' } end,", BODY "torque body [cos(t), 0, 0]\n",
     "demo", NULL},
    {"order = 1, admits = { 't', 'R', 'w' },", BODY "torque body sin(t)*cross(R'*e3, w)\n", "demo",
     NULL},
    /* so is force */
    {NONE, MOVES "force space -e3\n", "demo",
     "body.pol:5:8: error: demo takes no torque or force, and this body "
     "has one\n"},
    {BY_R, MOVES "force space -v\n", "demo",
     "body.pol:5:8: error: demo takes no torque or force that depends on "
     "w or v, and this body's does\n"},
    {BY_R, MOVES "potential x[1]^2\n", "demo",
     "body.pol:5:8: error: demo takes no torque or force that depends on "
     "x, and this body's does\n"},
    {"order = 1, admits = { 'R', 'x' },", MOVES "potential x[1]^2\n", "demo", NULL},
    {BY_R, MOVES "force space -e3\n", "demo", NULL},
    {NONE, MOVES, "demo", NULL},
    /* and a map where none is used */
    {"order = 1, maps = false,", BODY, "demo", NULL},
    {"order = 1, maps = false,", BODY, "demo(map = cay)",
     "body.pol:3:19: error: demo uses no map\n"
     "    method demo(map = cay)\n                      ^~~\n"},
    {"order = 1, maps = false,", BODY, "demo\nmap cay", "body.pol:4:5: error: demo uses no map\n"},
    {"order = 1,", BODY, "demo\nmap cay", NULL},
};

TEST(claims_are_held_against_files_and_bodies)
{
    for (size_t i = 0; i < sizeof claimed / sizeof *claimed; i++) {
        char file[2000];
        snprintf(file, sizeof file,
                 "return method {\n  %s title = 'demo', source = 'nowhere',\n"
                 "  step = function(m, s, h)\n"
                 "    local g = m.map.element(h/2 * m.omega(s.L))\n"
                 "    return drift(m, turn(s, g), h)\n  end }\n",
                 claimed[i].claims);
        struct stepping s = stepping_new(NULL, 0);
        stepping_lend(&s, "demo", file);
        stepping_model(&s,
                       text_format(s.arena, "%smethod %s\n", claimed[i].body, claimed[i].method));
        const char *says = claimed[i].says;
        if ((stepping_derive(&s, NULL, NULL, NULL) == NULL) != (says != NULL))
            fail_msg("%s: %s", claimed[i].claims, stepping_messages(&s));
        const char *all = stepping_messages(&s);
        if (says ? strncmp(all, says, strlen(says)) : *all)
            fail_msg("got\n%s\nwanted\n%s", all, says ? says : "(nothing)");
        arena_free(s.arena);
    }
}

/* The hint begins with methods of the same paper, and nothing else is said. */
TEST(a_hint_names_relatives)
{
    struct stepping s = stepping_new(NULL, 0);
    stepping_model(&s, BODY "torque body sin(t)*cross(R'*e3, w)\nmethod jem4\n");
    assert_null(stepping_derive(&s, NULL, NULL, NULL));
    assert_int_equal(s.diags.count, 1);
    assert_non_null(strstr(stepping_messages(&s), "such as sej4, "));
    arena_free(s.arena);
}
