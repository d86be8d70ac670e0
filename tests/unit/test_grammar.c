/* SPDX-License-Identifier: MIT
 *
 * Texts to syntax trees, and the messages about what is none.
 */
#include "language.h"

#include "base/number.h"

static void expect_tree(const char *text, const char *want)
{
    struct language l = language_text(text);
    const struct ast *a = lang_parse(l.arena, l.names, &l.diags, l.source);
    assert_string_equal(language_messages(&l), "");
    assert_string_equal(language_show(&l, a), want);
    language_free(&l);
}

static void expect_messages(const char *text, const char *want)
{
    struct language l = language_text(text);
    lang_parse(l.arena, l.names, &l.diags, l.source);
    assert_string_equal(language_messages(&l), want);
    language_free(&l);
}

static const char top[] =
    "# my_top.pol - a symmetric top pinned at its tip, gravity along -z.\n"
    "body    my_top\n"
    "\n"
    "const   l = 0.3                       # pin to centre of mass, m\n"
    "param   m = 1.0                       # kg\n"
    "param   g = 9.81                      # m/s^2\n"
    "let     up = R' * [0, 0, 1]           # vertical, seen from the body\n"
    "\n"
    "inertia   diag(0.12, 0.12, 0.03)      # body frame, kg m^2\n"
    "potential m*g*l * dot(up, [0, 0, 1])  # J; the torque is derived\n"
    "keep      spin = dot([0, 0, 1], L)    # invariants to watch\n"
    "keep      lift = dot(up, L)\n"
    "\n"
    "attitude quaternion\n"
    "method  rkmk(midpoint2)  # or: imidm   or: rkmk(gauss(2), map = cay)\n"
    "start   R = turn([1, 0, 0], 0.3)\n"
    "start   w = [0.1, 0.2, 40]\n"
    "step    1e-3\n";

static const char top_tree[] =
    "# my_top.pol - a symmetric top pinned at its tip, gravity along -z.\n"
    "body my_top\n"
    "const l = 0.3  # pin to centre of mass, m\n"
    "param m = 1.0  # kg\n"
    "param g = 9.81  # m/s^2\n"
    "let up = (R' * [0, 0, 1])  # vertical, seen from the body\n"
    "inertia diag(0.12, 0.12, 0.03)  # body frame, kg m^2\n"
    "potential (((m * g) * l) * dot(up, [0, 0, 1]))"
    "  # J; the torque is derived\n"
    "keep spin = dot([0, 0, 1], L)  # invariants to watch\n"
    "keep lift = dot(up, L)\n"
    "attitude quaternion\n"
    "method rkmk(midpoint2)  # or: imidm   or: rkmk(gauss(2), map = cay)\n"
    "start R = turn([1, 0, 0], 0.3)\n"
    "start w = [0.1, 0.2, 40]\n"
    "step 1e-3\n";

static void a_body_is_read_and_shown(void **state)
{
    (void)state;
    expect_tree(top, top_tree);
    expect_tree(top_tree, top_tree);
}

static const char kutta[] =
    "# kutta4.pol - the classical fourth-order method.\n"
    "# W. Kutta, Z. Math. Phys. 46 (1901) 435-453.\n"
    "\n"
    "tableau kutta4 order 4 {\n"
    "  0   :\n"
    "  1/2 : 1/2\n"
    "  1/2 : 0,   1/2\n"
    "  1   : 0,   0,   1\n"
    "  b   : 1/6, 1/3, 1/3, 1/6\n"
    "}\n";

static void a_tableau_is_read_and_shown(void **state)
{
    (void)state;
    const char *tree = "# kutta4.pol - the classical fourth-order method.\n"
                       "# W. Kutta, Z. Math. Phys. 46 (1901) 435-453.\n"
                       "tableau kutta4 order 4 {\n"
                       "  0 : \n"
                       "  (1 / 2) : (1 / 2)\n"
                       "  (1 / 2) : 0, (1 / 2)\n"
                       "  1 : 0, 0, 1\n"
                       "  b : (1 / 6), (1 / 3), (1 / 3), (1 / 6)\n"
                       "}\n";
    expect_tree(kutta, tree);
    expect_tree(tree, tree);
    /* A row may go on in lines without a colon, begin with a sign, and stand
     * beside a brace. */
    expect_tree("tableau x { -1/2 : sqrt(3),\n 2 # :\n"
                " (1)/3 : 1\n -2 # no colon: one expression\n bhat : b }",
                "tableau x {\n"
                "  ((-1) / 2) : sqrt(3), 2\n"
                "  (1 / 3) : (1 - 2)\n"
                "  bhat : b\n"
                "}\n");
}

/* The words of a tableau's block are names elsewhere. */
static void a_tableau_has_names(void **state)
{
    (void)state;
    const char *tree = "tableau free order 2 rounded {\n"
                       "  let s = sqrt(6)\n"
                       "  free in2 = (1 / 2) in [(-s), (2 * s)]\n"
                       "  0 : \n"
                       "  let t = (s - 1)\n"
                       "  t : t\n"
                       "  bhat : 1, 0\n"
                       "  bhat : 0, 1\n"
                       "}\n"
                       "let free = 1\n"
                       "let in = free\n"
                       "let rounded = in\n";
    expect_tree("tableau free order 2 rounded { let s = sqrt(6)\n"
                "  free in2 = 1/2 in [-s, 2*s]\n  0 :\n  let t = s # a:\n - 1\n"
                "  t : t\n  bhat : 1, 0\n  bhat : 0, 1 }\n"
                "let free = 1 let in = free let rounded = in",
                tree);
    expect_tree(tree, tree);
    expect_tree("tableau rounded rounded {\n 0 :\n}\n"
                "tableau order order 1 {\n 0 :\n}",
                "tableau rounded rounded {\n  0 : \n}\n"
                "tableau order order 1 {\n  0 : \n}\n");
}

static void a_composition_is_read_and_shown(void **state)
{
    (void)state;
    expect_tree("# triple4.pol - three steps.\n"
                "# M. Suzuki 1990.\n\n"
                "composition triple4 order 4 for symmetric order 2:\n"
                "  1/(2 - 2^(1/3)), -1.7,\n  1\n"
                "composition order for symmetric order 4: 1\n"
                "let for = 1\n",
                "# triple4.pol - three steps.\n"
                "# M. Suzuki 1990.\n"
                "composition triple4 order 4 for symmetric order 2: "
                "(1 / (2 - (2 ^ (1 / 3)))), (-1.7), 1\n"
                "composition order for symmetric order 4: 1\n"
                "let for = 1\n");
    expect_messages("composition a order 4 for even order 2: 1\n"
                    "composition b symmetric order 2: 1\n"
                    "composition c for symmetric order 2:\n"
                    "composition d for symmetric order 2 1\n",
                    "a.pol:1:27: error: unexpected 'even', expected "
                    "'symmetric'\n"
                    "    composition a order 4 for even order 2: 1\n"
                    "                              ^~~~\n"
                    "a.pol:2:15: error: unexpected 'symmetric', expected "
                    "'order' or 'for'\n"
                    "    composition b symmetric order 2: 1\n"
                    "                  ^~~~~~~~~\n"
                    "a.pol:4:1: error: unexpected 'composition', expected a "
                    "value\n"
                    "    composition d for symmetric order 2 1\n"
                    "    ^~~~~~~~~~~\n"
                    "a.pol:4:37: error: unexpected '1', expected ':'\n"
                    "    composition d for symmetric order 2 1\n"
                    "                                        ^\n");
}

static void numbers_among_options_are_a_vector(void **state)
{
    (void)state;
    expect_tree("method mr(axes = 1 2 3, n = 4)\n"
                "method mr(axes = [1, 2, 3], a = 1 2)\n",
                "method mr(axes = [1, 2, 3], n = 4)\n"
                "method mr(axes = [1, 2, 3], a = [1, 2])\n");
    expect_messages(
        "method mr(1 2)\nmethod mr(axes = 1 2 x)\n"
        "let a = 1 2\n",
        "a.pol:1:13: error: unexpected '2', expected ')', ',' or an "
        "operator\n"
        "    method mr(1 2)\n"
        "                ^\n"
        "hint: a product needs '*'\n"
        "a.pol:2:22: error: unexpected 'x', expected a number, ')' "
        "or ','\n"
        "    method mr(axes = 1 2 x)\n"
        "                         ^\n"
        "a.pol:3:11: error: unexpected '2', expected an operator or "
        "a statement\n"
        "    let a = 1 2\n"
        "              ^\n"
        "hint: a product needs '*'\n");
}

static void operators_bind_as_in_mathematics(void **state)
{
    (void)state;
    expect_tree("let x = -a^2 + b*c/d - e", /* */
                "let x = (((-(a ^ 2)) + ((b * c) / d)) - e)\n");
    expect_tree("let x = a^b^c", "let x = (a ^ (b ^ c))\n");
    expect_tree("let x = 2^-a*b", "let x = ((2 ^ (-a)) * b)\n");
    expect_tree("let x = -a'[1]*R'[2, 3]'", "let x = ((-a'[1]) * R'[2, 3]')\n");
    expect_tree("let x = a + 1 < b*2", "let x = ((a + 1) < (b * 2))\n");
    expect_tree("let x = if(a >= 1, [1,2,3][2], (b))",
                "let x = if((a >= 1), [1, 2, 3][2], b)\n");
    expect_tree("let x = if(a != 1, a == b, c <= d)\n",
                "let x = if((a != 1), (a == b), (c <= d))\n");
}

static void all_statements_are_read(void **state)
{
    (void)state;
    const char *text = "input u[3]  # control torque\n"
                       "input F\n"
                       "torque body u\n"
                       "torque space [0, 0, 1]\n"
                       "attitude euler(xyz, branch = near)\n"
                       "map cay\n"
                       "method suzuki4(sej, dexpinv = order, map = cay)\n"
                       "start t = 0\n"
                       "step adaptive(angle = 1e-8, rate = 1e-8)\n"
                       "until 10\n";
    expect_tree(text, text);
    expect_tree("", "");
}

/* A spec may call something `mass` or `force`. */
static void a_mass_is_a_word_only_between_statements(void **state)
{
    (void)state;
    const char *text = "mass 2  # kg\n"
                       "const mass = 2\n"
                       "let force = (mass * mass)\n"
                       "mass mass\n"
                       "force space [0, 0, mass]\n"
                       "force body (R' * force)\n"
                       "mass (-mass)'\n"
                       "input mass\n"
                       "input force[3]\n"
                       "force body force  # N\n"
                       "body force\n"
                       "torque space force\n"
                       "torque body mass\n"
                       "method f(force, mass = force)\n"
                       "start mass = mass\n"
                       "tableau force {\n"
                       "  mass : mass, force\n"
                       "}\n"
                       "mass 3\n";
    expect_tree(text, text);
    struct language l = language_text("mass");
    const struct ast *a =
        lang_parse_value(l.arena, l.names, &l.diags, l.source);
    assert_string_equal(language_messages(&l), "");
    assert_string_equal(language_show(&l, a), "mass\n");
    language_free(&l);
}

/* A spec may call something `show`, too. */
static void a_show_is_a_word_only_between_statements(void **state)
{
    (void)state;
    const char *text = "show mrp  # Rodrigues\n"
                       "show euler(zyx, branch = near)\n"
                       "const show = 2\n"
                       "show show\n"
                       "show show(show, show = show)\n"
                       "let a = ((show * show) + show)\n"
                       "keep show = [show, show[1], f(show)]\n"
                       "input show\n"
                       "tableau show {\n"
                       "  show : show, show\n"
                       "}\n"
                       "show euler(321)\n";
    expect_tree(text, text);
    expect_tree("let a = b show mrp", "let a = b\nshow mrp\n");
}

/* A spec may call something `at`, too. */
static void an_at_is_a_word_only_between_statements(void **state)
{
    (void)state;
    const char *text = "at [1, 2]\n"
                       "at [at, (2 * at)]\n"
                       "const at = 2\n"
                       "let a = ((at * at[1]) + at)\n"
                       "keep at = [at, f(at)]\n"
                       "at at\n"
                       "input at\n"
                       "step adaptive(at, at = at)\n"
                       "at [3]\n";
    expect_tree(text, text);
    expect_tree("until 1 at [1]", "until 1\nat [1]\n");
}

static void places_cover_the_whole_construct(void **state)
{
    (void)state;
    struct language l = language_text("let  x =  (a) + f(1, b' )  # note");
    const struct ast *a = lang_parse(l.arena, l.names, &l.diags, l.source);
    const struct ast *s = a->child[0], *sum = s->child[0], *f = sum->child[1];
    assert_int_equal(s->place.offset, 0);
    assert_int_equal(s->place.length, 25);
    assert_int_equal(s->name_place.offset, 5);
    assert_int_equal(s->name_place.length, 1);
    assert_int_equal(sum->place.offset, 10);
    assert_int_equal(sum->place.length, 15);
    assert_int_equal(f->place.offset, 16);
    assert_int_equal(f->name_place.length, 1);
    assert_int_equal(f->child[1]->place.offset, 21);
    assert_int_equal(f->child[1]->place.length, 2);
    assert_string_equal(s->note, "note");
    language_free(&l);
}

static void every_statement_shows_its_error(void **state)
{
    (void)state;
    expect_messages("let = 3\n"
                    "let a 3\n"
                    "let b = 1 + * 2 ) ) (\n"
                    "let c = (1 + 2\n"
                    "let d = [1, 2\n"
                    "torque R\n"
                    "let e = f(1, 2\n"
                    "let g = 3",
                    "a.pol:1:5: error: unexpected '=', expected a name\n"
                    "    let = 3\n"
                    "        ^\n"
                    "a.pol:2:7: error: unexpected '3', expected '='\n"
                    "    let a 3\n"
                    "          ^\n"
                    "a.pol:3:13: error: unexpected '*', expected a value\n"
                    "    let b = 1 + * 2 ) ) (\n"
                    "                ^\n"
                    "a.pol:5:1: error: unexpected 'let', expected ')' or an "
                    "operator\n"
                    "    let d = [1, 2\n"
                    "    ^~~\n"
                    "a.pol:6:1: error: unexpected 'torque', expected ']', ',' "
                    "or an operator\n"
                    "    torque R\n"
                    "    ^~~~~~\n"
                    "a.pol:6:8: error: unexpected 'R', expected 'body' or "
                    "'space'\n"
                    "    torque R\n"
                    "           ^\n"
                    "a.pol:8:1: error: unexpected 'let', expected ')', ',' or "
                    "an operator\n"
                    "    let g = 3\n"
                    "    ^~~\n");
}

static void hints_say_what_may_be_meant(void **state)
{
    (void)state;
    expect_messages("body top\nintertia diag(1, 2, 2)",
                    "a.pol:2:1: error: unexpected 'intertia', expected a "
                    "statement\n"
                    "    intertia diag(1, 2, 2)\n"
                    "    ^~~~~~~~\n"
                    "hint: did you mean 'inertia'?\n");
    expect_messages("body step",
                    "a.pol:1:6: error: unexpected 'step', expected a name\n"
                    "    body step\n"
                    "         ^~~~\n"
                    "hint: 'step' is a word of the language, not a name\n");
    expect_messages("let x = 2 a",
                    "a.pol:1:11: error: unexpected 'a', expected an operator "
                    "or a statement\n"
                    "    let x = 2 a\n"
                    "              ^\n"
                    "hint: a product needs '*'\n");
    expect_messages("let x = if(a = 2, 1, (b = 2))",
                    "a.pol:1:25: error: unexpected '=', expected ')' or an "
                    "operator\n"
                    "    let x = if(a = 2, 1, (b = 2))\n"
                    "                            ^\n"
                    "hint: equality is written '=='\n");
}

static void the_end_is_no_surprise(void **state)
{
    (void)state;
    expect_messages("let a =  # none\n\n",
                    "a.pol:1:8: error: unexpected end of the text, expected "
                    "a value\n"
                    "    let a =  # none\n"
                    "           ^\n");
    expect_messages("tableau a order 4 {\n 0 : 1\n",
                    "a.pol:2:7: error: unexpected end of the text, expected "
                    "',', '}', a row `c : a, a, ...`, 'let', 'free' or an "
                    "operator\n"
                    "     0 : 1\n"
                    "          ^\n");
    expect_messages("tableau a order x {\n 0 : 1 }\n",
                    "a.pol:1:17: error: unexpected 'x', expected a number\n"
                    "    tableau a order x {\n"
                    "                    ^\n");
    expect_messages("tableau a {\n 0 : 1 + \n b : 1 }\n",
                    "a.pol:3:2: error: unexpected new row, expected a value\n"
                    "     b : 1 }\n"
                    "     ^\n");
    expect_messages("tableau a {}",
                    "a.pol:1:12: error: unexpected '}', expected a row "
                    "`c : a, a, ...`, 'let' or 'free'\n"
                    "    tableau a {}\n"
                    "               ^\n");
    expect_messages("method rkmk(a", "a.pol:1:14: error: unexpected end of the "
                                     "text, expected ')', ',', '=' or an "
                                     "operator\n"
                                     "    method rkmk(a\n"
                                     "                 ^\n");
}

static void numbers_are_exact_or_refused(void **state)
{
    (void)state;
    struct language l = language_text("let a = 0.1");
    const struct ast *a = lang_parse(l.arena, l.names, &l.diags, l.source);
    assert_true(number_equal(a->child[0]->child[0]->number,
                             number_fraction(l.arena, 1, 10)));
    language_free(&l);
    expect_messages("let a = 1e99999",
                    "a.pol:1:9: error: the number is out of range\n"
                    "    let a = 1e99999\n"
                    "            ^~~~~~~\n");
}

/* count copies of `part` around `middle` */
static char *nest(const char *head, const char *part, int count,
                  const char *middle, const char *close)
{
    size_t size = strlen(head) + strlen(middle) + 1 +
                  (size_t)count * (strlen(part) + strlen(close));
    char *text = malloc(size), *at = text;
    assert_non_null(text);
    at = stpcpy(at, head);
    for (int i = 0; i < count; i++)
        at = stpcpy(at, part);
    at = stpcpy(at, middle);
    for (int i = 0; i < count; i++)
        at = stpcpy(at, close);
    return text;
}

static void expect_deep(const char *part, int count, const char *close,
                        int errors)
{
    char *text = nest("let a = ", part, count, "1", close);
    struct language l = language_text(text);
    lang_parse(l.arena, l.names, &l.diags, l.source);
    assert_int_equal(l.diags.errors, errors);
    if (errors) {
        assert_string_equal(l.diags.items[0].message,
                            "the expression is too long or too deep");
        assert_string_equal(l.diags.items[0].hint,
                            "give parts of it names by `let`");
    }
    language_free(&l);
    free(text);
}

static void depth_is_limited(void **state)
{
    (void)state;
    expect_deep("(", 900, ")", 0);
    expect_deep("(", 100000, ")", 1);
    expect_deep("sin(", 900, ")", 0);
    expect_deep("sin(", 1100, ")", 1);
    expect_deep("[", 100000, "]", 1);
    expect_deep("1+", 900, "", 0);
    expect_deep("1+", 100000, "", 1);
    expect_deep("-", 100000, "", 1);
    expect_deep("2^", 100000, "", 1);
    expect_deep("a*-(f(a + b*c^", 50000, "))", 1);
}

static void an_error_of_depth_leaves_the_next_statement(void **state)
{
    (void)state;
    char *text = nest("let a = ", "(", 100000, "1", "");
    size_t length = strlen(text);
    text = realloc(text, length + 20);
    assert_non_null(text);
    strcpy(text + length, "\nlet b = )");
    struct language l = language_text(text);
    lang_parse(l.arena, l.names, &l.diags, l.source);
    assert_int_equal(l.diags.errors, 2);
    assert_string_equal(l.diags.items[1].message,
                        "unexpected ')', expected a value");
    language_free(&l);
    free(text);
}

static void calls_and_values_stand_alone(void **state)
{
    (void)state;
    struct language l = language_text("rkmk(kutta4, form = rate)");
    const struct ast *a = lang_parse_call(l.arena, l.names, &l.diags, l.source);
    assert_non_null(a);
    assert_string_equal(language_show(&l, a), "rkmk(kutta4, form = rate)\n");
    assert_int_equal(a->child[1]->kind, AST_OPTION);
    a = lang_parse_value(l.arena, l.names, &l.diags, l.source);
    assert_non_null(a);
    language_free(&l);

    l = language_text("2*3");
    assert_null(lang_parse_call(l.arena, l.names, &l.diags, l.source));
    assert_int_equal(l.diags.errors, 1);
    a = lang_parse_value(l.arena, l.names, &l.diags, l.source);
    assert_string_equal(language_show(&l, a), "(2 * 3)\n");
    assert_int_equal(l.diags.errors, 1);
    language_free(&l);

    l = language_text("imidm imidm");
    assert_null(lang_parse_call(l.arena, l.names, &l.diags, l.source));
    assert_string_equal(language_messages(&l),
                        "a.pol:1:7: error: unexpected 'imidm', expected '(' or "
                        "the end\n"
                        "    imidm imidm\n"
                        "          ^~~~~\n");
    language_free(&l);
    l = language_text("");
    assert_null(lang_parse_value(l.arena, l.names, &l.diags, l.source));
    assert_int_equal(l.diags.errors, 1);
    language_free(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_body_is_read_and_shown),
        cmocka_unit_test(a_tableau_is_read_and_shown),
        cmocka_unit_test(a_tableau_has_names),
        cmocka_unit_test(a_composition_is_read_and_shown),
        cmocka_unit_test(numbers_among_options_are_a_vector),
        cmocka_unit_test(operators_bind_as_in_mathematics),
        cmocka_unit_test(all_statements_are_read),
        cmocka_unit_test(a_mass_is_a_word_only_between_statements),
        cmocka_unit_test(a_show_is_a_word_only_between_statements),
        cmocka_unit_test(an_at_is_a_word_only_between_statements),
        cmocka_unit_test(places_cover_the_whole_construct),
        cmocka_unit_test(every_statement_shows_its_error),
        cmocka_unit_test(hints_say_what_may_be_meant),
        cmocka_unit_test(the_end_is_no_surprise),
        cmocka_unit_test(numbers_are_exact_or_refused),
        cmocka_unit_test(depth_is_limited),
        cmocka_unit_test(an_error_of_depth_leaves_the_next_statement),
        cmocka_unit_test(calls_and_values_stand_alone),
    };
    return run_group(tests);
}
