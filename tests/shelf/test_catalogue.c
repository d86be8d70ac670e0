/* SPDX-License-Identifier: MIT
 *
 * Tableaus beside the shelf: wrong ones that programs have shipped, each with
 * what is wrong in it; right ones in other words; and what can be said where no
 * known one is near.
 */
#define _POSIX_C_SOURCE 200809L

#include "catalogued.h"

#include "base/text.h"
#include "report/report.h"

/* A tableau and all that is said of it. */
struct seen {
    const struct tableau *tableau;
    struct analysis analysis;
    struct catalogue_look look;
    const struct catalogue_match *match;
    enum catalogue_verdict verdict;
};

static struct seen look_at(struct catalogued *k, const struct tableau *t)
{
    struct seen s = {.tableau = t};
    s.analysis = tableau_analyse(k->arena, t);
    s.look = catalogue_look(k->arena, &k->catalogue, t);
    s.verdict = catalogue_judge(k->arena, &s.look, &s.analysis);
    return s;
}

static struct seen look_at_text(struct catalogued *k, const char *text)
{
    return look_at(k, tableau_in_text(k, text));
}

static struct seen look_at_file(struct catalogued *k, const char *name)
{
    char path[400], text[8000];
    snprintf(path, sizeof path, "%s/shelf/wrong/%s.pol", POL_TESTS_DIR, name);
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    size_t n = fread(text, 1, sizeof text - 1, f);
    fclose(f);
    text[n] = '\0';
    return look_at_text(k, arena_text(k->arena, text, n));
}

/* The names of the entries that differ: "a63 b2". */
static const char *differing(struct catalogued *k, const struct seen *s)
{
    struct text out = text_new(k->arena);
    const struct catalogue_match *m = &s->look.match[0];
    for (int i = 0; i < m->differences; i++)
        text_print(
            &out, "%s%s", i ? " " : "",
            catalogue_entry_name(k->arena, s->tableau, m->difference[i].at));
    return text_chars(&out);
}

static void check_near(struct catalogued *k, const struct seen *s,
                       enum catalogue_verdict verdict, const char *name,
                       const char *differences)
{
    assert_int_equal(s->look.matches, 1);
    assert_string_equal(s->look.match[0].known->name, name);
    assert_string_equal(differing(k, s), differences);
    assert_int_equal(s->verdict, verdict);
}

/* ---- shipped ---- */

TEST(fehlberg_in_pathsim)
{
    struct catalogued *k = *state;
    struct seen s = look_at_file(k, "rkf45");
    check_near(k, &s, CATALOGUE_WRONG, "fehlberg45", "a63");
    assert_int_equal(s.analysis.row[0].order, 4);
    assert_int_equal(s.analysis.row[1].order, 1);
    assert_int_equal(s.tableau->claim, 5);
}

TEST(cash_and_karp_in_julia)
{
    struct catalogued *k = *state;
    struct seen s = look_at_file(k, "cash_karp54");
    check_near(k, &s, CATALOGUE_WRONG, "cash_karp", "bhat1[3]");
    assert_int_equal(s.analysis.row[0].order, 5);
    assert_int_equal(s.analysis.row[1].order, 0);
}

TEST(tsitouras_and_papakostas_in_julia)
{
    struct catalogued *k = *state;
    struct seen s = look_at_file(k, "tsitouras_papakostas6");
    check_near(k, &s, CATALOGUE_KNOWN, "tsitouras_papakostas65", "");
    assert_int_equal(s.tableau->claim, 7);
    assert_int_equal(s.analysis.row[0].order, 6);
    assert_int_equal(s.analysis.row[1].order, 5);
}

TEST(kraaijevanger_and_spijker_in_julia)
{
    struct seen s = look_at_file(*state, "kraaijevanger_spijker");
    assert_int_equal(s.tableau->claim, 2);
    assert_int_equal(s.analysis.row[0].order, 1);
}

TEST(tsitouras_in_sundials)
{
    struct catalogued *k = *state;
    struct seen s = look_at_file(k, "tsitouras_7_4_5");
    check_near(k, &s, CATALOGUE_ROW, "tsit5",
               "bhat5 bhat6 bhat4 bhat7 bhat3 bhat1 bhat2");
    assert_int_equal(s.analysis.row[1].order, 4);
}

/* The fractions in print are rounded, and bhat is wrong altogether. */
TEST(kennedy_and_carpenter_in_julia)
{
    struct catalogued *k = *state;
    struct seen s = look_at_file(k, "esdirk659");
    check_near(k, &s, CATALOGUE_KNOWN, "esdirk659", "");
    assert_true(s.look.match[0].rounded > 30);
    assert_int_equal(s.look.match[0].extra, 1);
    assert_int_equal(s.analysis.row[1].order, 0);
}

/* All fractions are rounded; one of them is wrong. */
TEST(prince_and_dormand_in_daceypy)
{
    struct catalogued *k = *state;
    k->bench.diags.count = 0;
    struct seen s = look_at_file(k, "dormand_prince87");
    check_near(k, &s, CATALOGUE_WRONG, "dormand_prince87", "a[10,6]");
    assert_int_equal(s.look.match[0].rounded > 40, true);
    assert_int_equal(s.analysis.off, 7);
    assert_int_equal(s.analysis.off_rounded, 1);
    assert_int_equal(s.analysis.off_rounded_stage[0], 9);
    assert_int_equal(k->bench.diags.count, 1);
    assert_non_null(strstr(messages_of(&k->bench), "c of stage 10 is 13/20"));
}

/* Of as many other entries the nearer one; none where all are far off. */
TEST(the_nearest_is_the_nearest)
{
    struct catalogued *k = *state;
    struct seen s = look_at_text(
        k, "tableau mine order 2 {\n 0 :\n 3/4 : 3/4\n b : 1/3, 2/3 }");
    assert_string_equal(s.look.match[0].known->name, "ralston2");
    assert_false(s.look.match[0].far);
    s = look_at_text(k, "tableau mine order 1 {\n -7 : -7, 0, 0\n"
                        " 50 : -90, 70, 70\n 900 : 300, 300, 300\n"
                        " b : 90, -99, 10 }");
    assert_true(s.look.match[0].far);
}

/* ---- what is said ---- */

static const char *report_on(struct catalogued *k, struct seen *s, bool json)
{
    struct report_catalogue c =
        report_catalogue_of(k->arena, &k->catalogue, &s->analysis);
    struct report r = {&s->analysis, report_rotations_of(&s->analysis), &c};
    struct text out = text_new(k->arena);
    struct diags diags = diags_new(k->arena);
    const char *form = json ? "json" : "catalogue";
    assert_true(report_write(&diags, &r, form, &out));
    if (!json)
        return text_chars(&out);
    char *part =
        strstr(text_format(k->arena, "%s", text_chars(&out)), "{\"verdict\": ");
    part[strlen(part) - strlen("}\n")] = '\0'; /* the end of the whole */
    return part;
}

static const char *said_of_file(struct catalogued *k, const char *name)
{
    struct seen s = look_at_file(k, name);
    return report_on(k, &s, false);
}

TEST(it_is_said_in_sentences)
{
    struct catalogued *k = *state;
    assert_string_equal(
        said_of_file(k, "rkf45"),
        "this is fehlberg45 (E. Fehlberg, Low-order classical Runge-Kutta "
        "formulas with stepsize control, NASA Technical Report R-315 (1969)), "
        "also called rkf45, rkf4, with\n"
        "a63 = -3554/2565 where fehlberg45 has -3544/2565 (off by 0.0039)\n"
        "the claim of order 5 is wrong: b is of order 4\n");
    assert_non_null(strstr(said_of_file(k, "cash_karp54"),
                           "\nbhat1[3] = 18574/48384 where cash_karp has "
                           "18575/48384 (off by 2.1e-05)\n"));
    const char *tsit = said_of_file(k, "tsitouras_7_4_5");
    assert_non_null(strstr(tsit, ", but for bhat: a genuine row of order 4, "
                                 "but not tsit5's:\nbhat5 = "));
    assert_non_null(strstr(tsit, "\nbhat7 = 0.025 where tsit5 has 1/66 ("));
    assert_non_null(strstr(said_of_file(k, "tsitouras_papakostas6"),
                           "\nthe claim of order 7 is wrong: b is of order 6"));
    assert_non_null(strstr(said_of_file(k, "kraaijevanger_spijker"),
                           "\nthe claim of order 2 is wrong: b is of order 1"));
    assert_non_null(
        strstr(said_of_file(k, "esdirk659"),
               "\nbhat is wrong: its weights add up to 2.69135, not to 1\n"));
}

/* A copy in sixteen digits with one wrong digit, the twelfth of a53, is told to
 * be wrong, and where; one without is told to be right. */
TEST(one_wrong_digit_is_said)
{
    struct catalogued *k = *state;
    static const char form[] =
        "tableau mine order 5 {\n 0 :\n 0.2 : 0.2\n 0.3 : 0.075, 0.225\n"
        " 0.8 : 0.9777777777777777, -3.7333333333333334, 3.5555555555555554\n"
        " 0.8888888888888888 : 2.9525986892242035, -11.595793324188385,"
        " 9.8228928516%s9436, -0.2908093278463649\n"
        " 1 : 2.8462752525252526, -10.757575757575758, 8.906422717743473,"
        " 0.2784090909090909, -0.2735313036020583\n"
        " 1 : 0.09114583333333333, 0, 0.44923629829290207,"
        " 0.6510416666666666, -0.322376179245283, 0.13095238095238096\n"
        " b : 0.09114583333333333, 0, 0.44923629829290207,"
        " 0.6510416666666666, -0.322376179245283, 0.13095238095238096, 0\n}";
    struct seen s = look_at_text(k, text_format(k->arena, form, "9"));
    const char *said = report_on(k, &s, false);
    assert_non_null(strstr(said, "this is dopri5"));
    assert_non_null(strstr(said, ", its entries rounded\n"));
    assert_null(strstr(said, "wrong"));
    assert_int_equal(analysis_order(&s.analysis.row[0]), 5);
    s = look_at_text(k, text_format(k->arena, form, "3"));
    said = report_on(k, &s, false);
    assert_non_null(strstr(said, "this is dopri5"));
    assert_non_null(
        strstr(said, "\na53 = 9.822892851639436 where dopri5 has 64448"));
    assert_non_null(strstr(said, "\nthe claim of order 5 is wrong: b is of "
                                 "order 1\n"));
}

/* Names of a known one are nobody's here. */
TEST(names_of_a_known_one_are_told)
{
    struct catalogued *k = *state;
    struct seen s = look_at_text(
        k, "tableau mine order 3 {\n"
           " let g = root(x^3 - 3*x^2 + 3/2*x - 1/6, 2)\n g : g\n"
           " (1 + g)/2 : (1 + g)/2, g\n"
           " 1 : -(6*g^2 - 16*g + 1)/4, (6*g^2 - 20*g + 5)/4, g\n"
           " b : -(6*g^2 - 16*g + 1)/4, (6*g^2 - 20*g + 5)/4, g\n}");
    assert_non_null(strstr(report_on(k, &s, false),
                           "\na21 = (1 + g)/2 where alexander3 has (1 - g)/2, "
                           "which is 0.282066739245771 (off by 0.44)\n"));
}

#define ALIEN                                                                  \
    "tableau mine order 2 {\n 0 :\n 0.7142857143 : 0.7142857143\n"             \
    " b : 0.3, 0.8 }"

TEST(what_is_unknown_is_said)
{
    struct catalogued *k = *state;
    struct seen s = look_at_text(k, ALIEN);
    const char *said = report_on(k, &s, false);
    assert_non_null(strstr(said, "no known one; the nearest is "));
    assert_non_null(strstr(said, "\nb is wrong: its weights add up to 11/10"));
    assert_non_null(strstr(said, "\na21 = 0.7142857143 looks like 5/7\n"));
    s = look_at_text(k, "tableau mine order 4 {\n 0 :\n 1/4 : 1/4\n 1/2 : 0, "
                        "1/2\n 1 : 1, -2, 2\n b : 1/6, 0, 4/6, 1/3 }");
    said = report_on(k, &s, false);
    assert_non_null(strstr(said, "b4 = 1/3 where "));
    assert_null(strstr(said, "instead of"));
}

TEST(it_is_said_in_json)
{
    struct catalogued *k = *state;
    struct seen s = look_at_file(k, "rkf45");
    assert_string_equal(
        report_on(k, &s, true),
        "{\"verdict\": \"wrong\", \"nearest\": [{\"name\": \"fehlberg45\", "
        "\"order\": 4, \"exchanged\": false, \"reduced\": false, "
        "\"own_rows\": 0, \"rounded\": 0, \"entries\": 29, "
        "\"far\": false, \"renumbered\": [], "
        "\"differences\": [{\"entry\": \"a63\", \"at\": 32, "
        "\"value\": \"-3554/2565\", \"known\": \"-3544/2565\", "
        "\"off_by\": 0.0038986354775827348}]}], "
        "\"mends\": [], \"suspects\": []}");
    s = look_at_text(k, ALIEN);
    const char *json = report_on(k, &s, true);
    assert_non_null(strstr(json, "{\"verdict\": \"far\""));
    assert_non_null(strstr(json, "{\"entry\": \"a21\", \"at\": 2, \"doubt\": "
                                 "\"fraction\", \"meant\": \"5/7\""));
}

/* ---- known in other words ---- */

TEST(rows_are_exchanged)
{
    struct catalogued *k = *state;
    struct seen s = look_at_text(
        k, "tableau mine order 3 {\n 0 :\n 1/2 : 1/2\n 3/4 : 0, 3/4\n"
           " 1 : 2/9, 1/3, 4/9\n b : 7/24, 1/4, 1/3, 1/8\n"
           " bhat : 2/9, 1/3, 4/9, 0 }");
    check_near(k, &s, CATALOGUE_KNOWN, "bogacki_shampine32", "");
    assert_true(s.look.match[0].exchanged);
    assert_int_equal(s.look.match[0].row[0], 1);
    assert_int_equal(s.look.match[0].row[1], 0);
}

/* b in the place of the second row and the other way round; the first row is as
 * far from each, and stays where it is. */
TEST(a_row_like_none_stays)
{
    struct catalogued *k = *state;
    struct seen s = look_at_text(
        k, "tableau mine order 4 {\n 0 :\n 1/6 : 1/6\n 2/9 : 2/27, 4/27\n"
           " 3/7 : 183/1372, -162/343, 1053/1372\n"
           " 2/3 : 68/297, -4/11, 42/143, 1960/3861\n"
           " 3/4 : 597/22528, 81/352, 63099/585728, 58653/366080, 4617/20480\n"
           " 1 : 174197/959244, -30942/79937, 8152137/19744439,"
           " 666106/1039181, -29421/29068, 482048/414219\n"
           " 1 : 587/8064, 0, 4440339/15491840, 24353/124800, 387/44800,"
           " 2152/5985, 7267/94080\n"
           " b : 6059/80640, 0, 8559189/30983680, 26411/124800, -927/89600,"
           " 443/1197, 7267/94080, 0\n"
           " bhat : 1/9, 1/9, 1/9, 1/9, 1/9, 1/9, 1/9, 2/9\n"
           " bhat : 587/8064, 0, 4440339/15491840, 24353/124800, 387/44800,"
           " 2152/5985, 7267/94080, 0 }");
    assert_int_equal(s.look.matches, 1);
    assert_string_equal(s.look.match[0].known->name, "bogacki_shampine54");
    assert_int_equal(s.look.match[0].row[0], 2);
    assert_int_equal(s.look.match[0].row[1], 1);
    assert_int_equal(s.look.match[0].row[2], 0);
}

TEST(stages_without_use_are_left_out)
{
    struct catalogued *k = *state;
    struct seen s = look_at_text(
        k, "tableau mine order 3 {\n 0 :\n 1/2 : 1/2\n 3/4 : 0, 3/4\n"
           " b : 2/9, 1/3, 4/9 }");
    assert_int_equal(s.verdict, CATALOGUE_KNOWN);
    assert_string_equal(s.look.match[0].known->name, "ralston3");
    s = look_at_text(
        k, "tableau mine order 5 {\n 0 :\n 1/5 : 1/5\n 3/10 : 3/40, 9/40\n"
           " 4/5 : 44/45, -56/15, 32/9\n"
           " 8/9 : 19372/6561, -25360/2187, 64448/6561, -212/729\n"
           " 1 : 9017/3168, -355/33, 46732/5247, 49/176, -5103/18656\n"
           " b : 35/384, 0, 500/1113, 125/192, -2187/6784, 11/84 }");
    check_near(k, &s, CATALOGUE_KNOWN, "dopri5", "");
    assert_true(s.look.match[0].reduced);
}

/* Stages that are equal whatever the equation is: rows 2 and 3 are one. */
TEST(equal_stages_are_one)
{
    struct catalogued *k = *state;
    const struct {
        const char *text, *name;
        int equal;
    } known[] = {
        {"tableau mine order 2 {\n 0 :\n 1/2 : 1/2\n 1/2 : 1/2\n"
         " b : 0, 2/5, 3/5 }",
         "midpoint2", 1},
        {"tableau mine order 4 {\n 0 :\n 1/2 : 1/2\n 1/2 : 0, 1/2\n"
         " 1/2 : 0, 1/4, 0, 1/4\n 1 : 0, 0, 3, -2\n"
         " b : 1/6, 1/3, 1/3, 0, 1/6 }",
         "", 0},
        {"tableau mine order 1 {\n 1 : 1, 0\n 1 : 1/3, 2/3\n b : 1/4, 3/4 }",
         "backward_euler", 1},
    };
    for (int i = 0; i < 3; i++) {
        struct analysis a =
            tableau_analyse(k->arena, tableau_in_text(k, known[i].text));
        assert_int_equal(a.structure.equal, known[i].equal);
        const struct report_catalogue c =
            report_catalogue_of(k->arena, &k->catalogue, &a);
        assert_int_equal(c.merged, known[i].equal > 0);
        if (!c.merged)
            continue;
        assert_int_equal(c.verdict, CATALOGUE_KNOWN);
        assert_string_equal(c.look.match[0].known->name, known[i].name);
    }
}

#define KUTTA4                                                                 \
    "tableau mine order 4 {\n 0 :\n 1/2 : 1/2\n 1/2 : 0, 1/2\n 1 : 0, 0, 1\n"

TEST(rounded_entries_are_the_known_ones)
{
    struct catalogued *k = *state;
    struct seen s = look_at_text(
        k, KUTTA4 "b : 0.16666666666666666, 0.333333333, 1/3, 0.1666667 }");
    check_near(k, &s, CATALOGUE_KNOWN, "kutta4", "");
    assert_int_equal(s.look.match[0].rounded, 3);
    s = look_at_text(k, KUTTA4 "b : 0.166666667, 0.333333339, 1/3, 1/6 }");
    check_near(k, &s, CATALOGUE_WRONG, "kutta4", "b2");
    s = look_at_text(k, KUTTA4 "b : 0.1667, 1/3, 1/3, 1/6 }");
    check_near(k, &s, CATALOGUE_KNOWN, "kutta4", "");
    s = look_at_text(k, KUTTA4 "b : 0.1668, 1/3, 1/3, 1/6 }");
    check_near(k, &s, CATALOGUE_WRONG, "kutta4", "b1");
}

TEST(weights_of_its_own_are_told)
{
    struct catalogued *k = *state;
    struct seen s =
        look_at_text(k, KUTTA4 "b : 1/6, 1/3, 1/3, 1/6\n bhat : 0, 1, 0, 0 }");
    check_near(k, &s, CATALOGUE_KNOWN, "kutta4", "");
    assert_int_equal(s.look.match[0].extra, 1);
}

/* Of order 2 with c = 3/5: right, and no entry but 0 is Ralston's. */
TEST(another_tableau_is_not_blamed)
{
    struct seen s = look_at_text(
        *state, "tableau mine order 2 {\n 0 :\n 3/5 : 3/5\n b : 1/6, 5/6 }");
    assert_int_equal(s.verdict, CATALOGUE_FAR);
}

/* Every tableau of the shelf is known as itself. */
TEST(the_shelf_is_known)
{
    struct catalogued *k = *state;
    for (int i = 0; i < k->count; i++) {
        struct catalogue_look look =
            catalogue_look(k->arena, &k->catalogue, k->all[i]);
        bool found = false;
        for (int j = 0; j < look.matches; j++) {
            assert_int_equal(look.match[j].differences, 0);
            assert_false(look.match[j].exchanged);
            found |= look.match[j].known == k->all[i];
        }
        if (!found)
            fail_msg("%s is taken for %s", k->all[i]->name,
                     look.matches ? look.match[0].known->name : "nothing");
    }
}

/* Families expanded, what two names have in common counts once. */
TEST(there_are_enough)
{
    enum { LEAST = 90 };
    struct catalogued *k = *state;
    int distinct = 0;
    for (int i = 0; i < k->count; i++) {
        struct catalogue_look look =
            catalogue_look(k->arena, &k->catalogue, k->all[i]);
        distinct += look.match[0].known == k->all[i];
    }
    assert_true(distinct >= LEAST);
    assert_true(distinct < k->count); /* midpoint and gauss(1) */
}

/* ---- without a known one ---- */

/* "a63 = -3544/2565", or how many there are. */
static const char *mended(struct catalogued *k, const char *text)
{
    struct catalogue_mend mend[CATALOGUE_MENDS];
    const struct tableau *t = tableau_in_text(k, text);
    struct analysis a = tableau_analyse(k->arena, t);
    int n = catalogue_mends(k->arena, &a, mend);
    if (n != 1)
        return text_format(k->arena, "%d", n);
    return text_format(k->arena, "%s = %s",
                       catalogue_entry_name(k->arena, t, mend[0].at),
                       number_show(k->arena, mend[0].value));
}

TEST(conditions_name_the_entry)
{
    struct catalogued *k = *state;
    struct seen s = look_at_file(k, "rkf45");
    struct catalogue_mend mend[CATALOGUE_MENDS];
    struct tableau t = *s.tableau;
    t.claim = 4;
    s.analysis.tableau = &t;
    assert_int_equal(catalogue_mends(k->arena, &s.analysis, mend), 1);
    assert_string_equal(catalogue_entry_name(k->arena, &t, mend[0].at), "a63");
    assert_string_equal(number_show(k->arena, mend[0].value), "-3544/2565");
    assert_string_equal(mended(k, KUTTA4 "b : 1/6, 1/3, 2/3, 1/6 }"),
                        "b3 = 1/3");
    assert_string_equal(mended(k, KUTTA4 "b : 1/6, 1/3, 1/3, 1/6 }"), "0");
    assert_string_equal(mended(k, "tableau mine order 1 {\n 0 :\n 1 : 1\n"
                                  "2 : 1, 1\n b : 1/3, 1/3, 1/2 }"),
                        "3");
}

/* c that has moved with a, c alone, and what no single entry mends. */
TEST(conditions_find_what_moved)
{
    struct catalogued *k = *state;
    assert_string_equal(
        mended(k, "tableau mine order 4 {\n 0 :\n 1/2 : 1/2\n 1/3 : 0, 1/3\n"
                  " 1 : 0, 0, 1\n b : 1/6, 1/3, 1/3, 1/6 }"),
        "a32 = 1/2");
    assert_string_equal(
        mended(k, "tableau mine order 4 {\n 0 :\n 1/2 : 1/2\n 1/3 : 0, 1/2\n"
                  " 1 : 0, 0, 1\n b : 1/6, 1/3, 1/3, 1/6 }"),
        "c3 = 1/2");
    assert_string_equal(mended(k, KUTTA4 "b : 1/3, 1/6, 1/3, 1/6 }"), "0");
}

/* ---- decimals and sizes ---- */

/* "a21 1/3, b1 ..." */
static const char *doubted(struct catalogued *k, const char *text)
{
    const struct catalogue_suspect *x;
    struct text out = text_new(k->arena);
    const struct tableau *t = tableau_in_text(k, text);
    int n = catalogue_suspects(k->arena, t, &x);
    for (int i = 0; i < n; i++)
        text_print(&out, "%s%s %s %s", i ? ", " : "",
                   catalogue_entry_name(k->arena, t, x[i].at), x[i].doubt,
                   x[i].meant ? x[i].meant : "-");
    return text_chars(&out);
}

TEST(decimals_are_recognised)
{
    struct catalogued *k = *state;
    assert_string_equal(
        doubted(k, "tableau mine {\n 0 :\n 0.333333333333 : 0.333333333333\n"
                   " b : 0.2857, 0.7321 }"),
        "a21 fraction 1/3, b1 fraction 2/7, c2 fraction 1/3");
    assert_string_equal(
        doubted(k, "tableau mine {\n 0.8 : 0.788675134594813\n b : 1 }"),
        "a11 root (3 + sqrt(3))/6");
    assert_string_equal(
        doubted(k, "tableau mine {\n 0.8 : 2.41421356237309505\n b : 1 }"),
        "a11 root 1 + sqrt(2)");
    assert_string_equal(
        doubted(k, "tableau mine {\n 0 :\n 0.25 : 0.25\n b : 0.4375, 0.5625 }"),
        "");
}

TEST(lost_digits_are_told)
{
    struct catalogued *k = *state;
    assert_string_equal(
        doubted(k, "tableau mine {\n 0 :\n 0.41421356 : 0.41421356\n"
                   " 0.9 : 0.31830988618, 0.58169011382\n"
                   " b : 0.2718281828459, 0.15772, 0.5704518171541 }"),
        "b2 digits -");
}

TEST(large_entries_are_told)
{
    struct catalogued *k = *state;
    assert_string_equal(
        doubted(k, "tableau mine {\n 0 :\n 2/3 : 66\n b : 1/4, 3/4 }"),
        "a21 large -");
    assert_string_equal(
        doubted(k, "tableau mine {\n 0 :\n 2/3 : 2/3\n 1 : 151, -150\n"
                   " b : 1/4, 3/4, 0 }"),
        "a31 large -, a31 sum -");
    /* one that is as large as the one before it is not alone */
    assert_string_equal(doubted(k,
                                "tableau mine {\n 0 :\n 1 : 1\n 1 : -29, 30\n"
                                " b : 1/4, 3/4, 0 }"),
                        "");
}

/* Of what is published little looks like a slip: no short decimals of
 * fractions, no lost digits. */
TEST(the_shelf_is_not_doubted)
{
    struct catalogued *k = *state;
    const struct catalogue_suspect *x;
    for (int i = 0; i < k->count; i++) {
        int n = catalogue_suspects(k->arena, k->all[i], &x);
        for (int j = 0; j < n && k->all[i]->exact; j++)
            if (strcmp(x[j].doubt, "large") != 0 &&
                strcmp(x[j].doubt, "sum") != 0)
                fail_msg("%s %s", k->all[i]->name, k->all[i]->written[x[j].at]);
    }
}

TEST(entries_have_names)
{
    struct catalogued *k = *state;
    const struct tableau *t = get(&k->bench, "fehlberg45");
    assert_string_equal(catalogue_entry_name(k->arena, t, 0), "a11");
    assert_string_equal(catalogue_entry_name(k->arena, t, 32), "a63");
    assert_string_equal(catalogue_entry_name(k->arena, t, 36), "b1");
    assert_string_equal(catalogue_entry_name(k->arena, t, 44), "bhat3");
    assert_string_equal(catalogue_entry_name(k->arena, t, 53), "c6");
    t = get(&k->bench, "dop853");
    int n = t->stages;
    assert_string_equal(catalogue_entry_name(k->arena, t, 11 * n + 4),
                        "a[12,5]");
    assert_string_equal(catalogue_entry_name(k->arena, t, n * n + n + n),
                        "bhat2[1]");
}

/* What other collections' names stand for is on the shelf. */
TEST(names_elsewhere_are_of_the_shelf)
{
    struct catalogued *k = *state;
    const char *p = shelf_own("elsewhere.tsv")->chars;
    int calls = 0;
    for (char call[80]; *p; p += strcspn(p, "\n"), p += *p == '\n')
        if (*p != '#' && sscanf(p, "%*[^\t]\t%*[^\t]\t%79[^\n]", call) == 1 &&
            !strpbrk(call, "-!") && strcmp(call, "radau_iia(s)") != 0)
            calls += get(&k->bench, call) != NULL;
    assert_true(calls > 70);
}

static int open_all(void **state)
{
    static struct catalogued known;
    open_catalogue(&known);
    *state = &known;
    return 0;
}

static int close_all(void **state)
{
    close_catalogue(*state);
    return 0;
}

AROUND_ALL(open_all, close_all)
