/* SPDX-License-Identifier: MIT
 *
 * The worked examples in specs/, and the examples in docs/: each is right.
 */
#include "model_kit.h"
#include "specs.h"
#define FOLDER POL_ROOT_DIR "/specs"
#include "shelf/dropped.h"
#include "stepping.h"

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
    /* three are a whole mission */
    const bool is_long = !strncmp(file, "cubesat", 7) || !strcmp(file, "rocket.pol");
    assert_true(count_lines(c.l.source->chars) <= (is_long ? 55 : 25));
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

/* -- the manual -- */

/* A block of a page: a spec, or a method, a tableau or the like for one.  Other fragments
 * use names of a spec elsewhere. */
static bool is_example(const char *block)
{
    static const char body[] = "body small inertia diag(1, 2, 2.5)\n";
    const bool is_spec = !strncmp(block, "body ", 5) || strstr(block, "\nbody ");
    if (!is_spec && strncmp(block, "tableau ", 8) && strncmp(block, "composition ", 12) &&
        strncmp(block, "method ", 7))
        return false;
    char *spec = calloc(1, sizeof body + strlen(block));
    assert_non_null(spec);
    strcpy(spec, is_spec ? "" : body);
    strcat(spec, block);
    struct checked c = model_kit_good(spec);
    model_kit_free(&c);
    free(spec);
    return true;
}

/* How many of a page's blocks are examples. */
static int count_examples(const char *folder, const char *page)
{
    static const char fence[] = "\n```pol\n";
    size_t length;
    int n = 0;
    char *text = specs_read(folder, page, &length), *at = text;
    assert_non_null(text);
    while ((at = strstr(at, fence))) {
        char *begin = at + strlen(fence), *end = strstr(begin, "\n```");
        assert_non_null(end);
        end[1] = 0;
        n += is_example(begin);
        at = end + 2;
    }
    free(text);
    return n;
}

TEST(the_manuals_examples_are_right)
{
    static const char *const folder[] = {POL_ROOT_DIR "/docs", POL_ROOT_DIR "/docs/guides",
                                         POL_ROOT_DIR "/docs/reference",
                                         POL_ROOT_DIR "/docs/explanation"};
    static spec_name page[SPECS_MOST];
    int examples = 0;
    for (size_t f = 0; f < sizeof folder / sizeof *folder; f++) {
        int n = specs_list(folder[f], ".md", page);
        for (int i = 0; i < n; i++)
            examples += count_examples(folder[f], page[i]);
    }
    assert_true(examples >= 20);
}

static struct dropped shelf;

/* Puts the block after "`methods/x.lua`:" there. */
static void drop_block(const char *head, const char *end)
{
    char kind[20], name[60];
    const char *text = strchr(strstr(head, "```"), '\n') + 1;
    char *file = strndup(text, (size_t)(end - text));
    assert_int_equal(sscanf(head, "%19[^/]/%59[^`]", kind, name), 2);
    drop(&shelf, kind, name, file);
    free(file);
}

static void drop_blocks(const char *text)
{
    for (const char *c = text; (c = strstr(c, "\n`"));) {
        const char *fence = strstr(c, "`:\n\n```"), *line = strchr(c + 1, '\n');
        if (fence && fence < line)
            drop_block(c + 2, strstr(fence + 7, "```\n"));
        c = line;
    }
}

static int setup(void **state)
{
    struct stepping s = stepping_new(NULL, 0);
    (void)state;
    shelf = drop_begin();
    drop_blocks(stepping_file(&s, POL_ROOT_DIR "/docs/reference/tableaus.md"));
    drop_blocks(stepping_file(&s, POL_ROOT_DIR "/docs/reference/shelf.md"));
    arena_free(s.arena);
    return shelf.files != 6;
}

static int teardown(void **state)
{
    (void)state;
    drop_end(&shelf);
    return 0;
}

static const char spec[] =
    "body b inertia [[1.2, 0.1, -0.2], [0.1, 1.5, 0.3], [-0.2, 0.3, 0.9]] "
    "potential 2 * dot(R'*e3, [0.3, -0.4, 1]) torque body [sin(t), 0, -w[3]] "
    "start R = quat(0.5, 0.5, -0.5, 0.5) start w = [1, -2, 0.5]";

/* After n steps to this time. */
static struct stepping run(const char *method, const char *attitude, const char *map, int n,
                           double time, double *x)
{
    const char *const folder = shelf.folder;
    struct stepping s = stepping_new(&folder, 1);
    stepping_must(&s, spec, method, attitude, map);
    stepping_start(&s, x);
    for (int i = 0; i < n; i++)
        assert_int_equal(stepping_step(&s, x, i * time / n, time / n, NULL), 0);
    return s;
}

/* R and L at time 1. */
static void end_of(const char *method, const char *attitude, const char *map, int n, double R[9],
                   double L[3])
{
    double x[12];
    struct stepping s = run(method, attitude, map, n, 1, x);
    stepping_state(&s, x, R, L);
    arena_free(s.arena);
}

AROUND_ALL(setup, teardown)

/* Whatever map or attitude, results of one order meet. */
TEST(files_of_the_manual_give_what_others_do)
{
    static const struct {
        const char *method, *attitude, *map, *other, *stored;
        int steps;
        double tolerance;
    } pair[] = {
        {"euler_m", NULL, NULL, "rkmk(euler)", NULL, 20, 1e-14},
        {"rkmk(ralston2b)", NULL, NULL, "rkmk(ralston2)", NULL, 20, 1e-14},
        {"rkmk(equidistant(3))", NULL, NULL, "rkmk(lobatto3a4)", NULL, 20, 1e-14},
        {"rkmk(three_eighths)", NULL, NULL, "rkmk(equidistant(s = 4))", NULL, 20, 1e-14},
        {"rkmk(kutta4)", "tworows", NULL, "rkmk(kutta4)", "matrix", 20, 1e-14},
        {"imidm", "tworows", NULL, "imidm", "quaternion", 20, 1e-13},
        {"imidm", "tworows(each)", NULL, "imidm", "quaternion", 20, 1e-13},
        {"kinematic(cooper_verner8)", "tworows", NULL, "rkmk(cooper_verner8)", NULL, 60, 1e-12},
        {"rkmk(cooper_verner8)", NULL, "rodrigues", "rkmk(cooper_verner8)", NULL, 40, 1e-12},
        {"imidm", NULL, "rodrigues", "imidm", NULL, 2000, 1e-6},
        {"jump6(triple4(imidm))", NULL, "exp", "rkmk(cooper_verner8)", NULL, 40, 1e-7},
    };
    for (size_t k = 0; k < sizeof pair / sizeof *pair; k++) {
        double R[9], L[3], P[9], M[3];
        end_of(pair[k].method, pair[k].attitude, pair[k].map, pair[k].steps, R, L);
        end_of(pair[k].other, pair[k].stored, NULL, pair[k].steps, P, M);
        for (int i = 0; i < 9; i++)
            assert_close(R[i], P[i], pair[k].tolerance);
        for (int i = 0; i < 3; i++)
            assert_close(L[i], M[i], pair[k].tolerance);
    }
}

/* How far the numbers are from an attitude after coarse steps of their own. */
static double off_constraint(const char *attitude)
{
    double x[12], worst = 0;
    struct stepping s = run("kinematic(euler)", attitude, NULL, 10, 1, x);
    for (int i = 0; i < 3; i++) {
        const double *a = i < 2 ? x : x + 3, *b = i < 1 ? x : x + 3;
        double dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
        worst = fmax(worst, fabs(dot - (i != 1)));
    }
    arena_free(s.arena);
    return worst;
}

TEST(the_attitude_is_restored)
{
    assert_true(off_constraint("tworows(none)") > 0.1);
    assert_close(off_constraint("tworows(each)"), 0, 1e-15);
}
