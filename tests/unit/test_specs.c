/* SPDX-License-Identifier: MIT
 *
 * The worked examples in specs/: each is right, short, and says why it is
 * there; those of the papers have the papers' data.  The manual beside them.
 */
#include "model_kit.h"
#include "specs.h"

#define FOLDER POL_ROOT_DIR "/specs"

static struct checked open_spec(const char *file)
{
    size_t length;
    char *text = specs_read(FOLDER, file, &length);
    assert_non_null(text);
    struct checked c = model_kit_good(text);
    free(text);
    return c;
}

static int count_lines(const char *text)
{
    int n = 0;
    for (; *text; text++)
        n += *text == '\n';
    return n;
}

static void expect_worked_example(const char *file)
{
    struct checked c = open_spec(file);
    const struct model *m = c.model;
    size_t stem = strlen(file) - strlen(".pol");
    assert_int_equal(strlen(m->facts.name), stem);
    assert_memory_equal(m->facts.name, file, stem);
    /* two are a whole mission */
    assert_true(count_lines(c.l.source->chars) <=
                (strncmp(file, "cubesat", 7) == 0 ? 55 : 25));
    assert_non_null(m->facts.note);
    assert_int_equal(strncmp(m->facts.note, file, strlen(file)), 0);
    assert_int_equal(strncmp(m->facts.note + strlen(file), " - ", 3), 0);
    assert_true(m->step || m->adaptive);
    assert_non_null(m->facts.until);
    assert_string_equal(m->method->name, "rkmk");
    if (m->facts.conservative)
        assert_true(m->keeps > 0);
    model_kit_free(&c);
}

TEST(every_spec_is_a_worked_example)
{
    static spec_name name[SPECS_MOST];
    int n = specs_list(FOLDER, ".pol", name);
    assert_true(n >= 9);
    for (int i = 0; i < n; i++)
        expect_worked_example(name[i]);
}

/* The problems as independently set up for the reference states: momentum and
 * energy at the start, one entry of R, and how the torque at the start is. */
static const struct {
    const char *file;
    double L[3], energy, R23, torque[3];
} problems[] = {
    {"free_body.pol",
     {0.416500056, 0.90720054, 0.0577016},
     0.47063681014382,
     0,
     {0, 0, 0}},
    {"slow_top.pol",
     {0, 0, 5},
     32.4750052078993249312574162231,
     -0.04997916927067832879486500084549,
     {20 * 0.04997916927067832879486500084549, 0, 0}},
    {"fast_top.pol",
     {0, 0, 50},
     1269.10672978251212039284620455,
     -0.29552020666133957510532074568503,
     {20 * 0.29552020666133957510532074568503, 0, 0}},
    {"heavy_top.pol",
     {0, 70.3125, -70.3124296875},
     5435.696790865546875,
     0,
     {-147.15, 0, 0}},
    {"coulomb_wall.pol",
     {2, 2, 2},
     1.63492123444529658153274715694,
     0,
     {0, 0, 0}},
    {"satellite.pol", {255000, -555000, 810000}, 12159566.4, 0, {0, 0, 0}},
};

TEST(the_papers_problems_have_their_data)
{
    for (size_t i = 0; i < sizeof problems / sizeof *problems; i++) {
        struct checked c = open_spec(problems[i].file);
        struct model_point p = model_kit_start(c.model);
        double energy, torque[3];
        model_kit_eval(c.model, 1, &c.model->energy, &p, 0, &energy);
        model_kit_eval(c.model, 3, c.model->torque.x, &p, 0, torque);
        double size = fabs(problems[i].energy);
        assert_close(energy, problems[i].energy, 1e-15 * size + 1e-15);
        assert_close(p.R[5], problems[i].R23, 1e-16);
        for (int k = 0; k < 3; k++) {
            assert_close(p.L[k], problems[i].L[k],
                         1e-15 * fabs(problems[i].L[k]));
            assert_close(torque[k], problems[i].torque[k], 1e-13);
        }
        assert_true(c.model->facts.conservative);
        model_kit_free(&c);
    }
}

TEST(the_others_show_what_they_are_for)
{
    struct checked c = open_spec("damped.pol");
    assert_false(c.model->facts.conservative);
    assert_int_equal(c.model->uses, USES_R | USES_W);
    model_kit_free(&c);
    c = open_spec("kicked.pol");
    assert_int_equal(c.model->uses, USES_T | USES_R | USES_INPUT);
    assert_int_equal(c.model->inputs, 1);
    model_kit_free(&c);
    c = open_spec("offdiag.pol");
    assert_false(c.model->facts.diagonal);
    assert_int_equal(c.model->uses, USES_T | USES_R | USES_W);
    model_kit_free(&c);
}

/* -- the manual -------------------------------------------------------------
 */

TEST(the_manuals_examples_are_right)
{
    size_t length;
    char *manual = specs_read(FOLDER, "README.md", &length), *at = manual;
    assert_non_null(manual);
    struct text all = text_new(test_arena());
    for (int i = 0; i < 4; i++) { /* a body, two others, a tableau for it */
        char *begin = strstr(at, "```pol\n"), *end;
        assert_non_null(begin);
        begin += strlen("```pol\n");
        end = strstr(begin, "```");
        assert_non_null(end);
        char *spec = strndup(begin, (size_t)(end - begin));
        if (i == 1 || i == 2) {
            struct checked own = model_kit_good(spec);
            model_kit_free(&own);
        } else {
            text_put(&all, spec);
        }
        free(spec);
        at = end + 3;
    }
    struct checked c = model_kit_good(text_chars(&all));
    assert_string_equal(c.model->facts.name, "my_top");
    assert_int_equal(c.model->tableaus, 1);
    model_kit_free(&c);
    arena_free(all.arena);
    free(manual);
}

TEST(the_manual_names_every_function)
{
    static const char *const functions[] = {
#define BUILTIN(name, ...) #name,
#include "model/builtins.def"
#undef BUILTIN
    };
    size_t length;
    char *manual = specs_read(FOLDER, "README.md", &length);
    assert_non_null(manual);
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        char call[40];
        snprintf(call, sizeof call, "`%s(", functions[i]);
        if (!strstr(manual, call))
            print_error("the manual does not name %s\n", functions[i]);
        assert_non_null(strstr(manual, call));
    }
    free(manual);
}
