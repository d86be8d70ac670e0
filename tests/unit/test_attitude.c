/* SPDX-License-Identifier: MIT
 *
 * What methods do with attitudes from files, whose numbers are exchanged or
 * missing; messages for users and writers of such files.
 */
#include "shelf/dropped.h"
#include "stepping.h"
#include "load.h"

/* Twice the vector part of the quaternion over its scalar; none at half a turn,
 * which only `fits` sees. */
static const char gibbs[] = "return attitude {\n"
                            "  title = 'Gibbs', source = 'nowhere',\n"
                            "  store = { name = 'g', size = 3, note = '2 tan(angle/2) axis' },\n"
                            "  element = function(x)\n"
                            "    local r = vec(x[1], x[2], x[3]) / 2\n"
                            "    local q = 1 / sqrt(1 + dot(r, r))\n"
                            "    return element { q, q * r }\n"
                            "  end,\n"
                            "  from = function(g)\n"
                            "    local q = g:quaternion()\n"
                            "    return { 2 * q[2] / q[1], 2 * q[3] / q[1], 2 * q[4] / q[1] }\n"
                            "  end,\n}\n";

/* The momentum may not be large; `by` is how it is said. */
static const char careful[] =
    "return method {\n"
    "  title = 'careful', source = 'nowhere', order = 1,\n"
    "  options = { { name = 'by', words = { 'lt', 'le', 'wrong' } } },\n"
    "  step = function(m, s, h, opt)\n"
    "    local size = dot(s.L, s.L)\n"
    "    if opt.by == 'lt' then demand(lt(size, 400)) end\n"
    "    if opt.by == 'le' then demand(both(le(size, 400), lt(s.t, 9))) end\n"
    "    if opt.by == 'wrong' then\n"
    "      demand(select(lt(400, size), 0, 1))\n"
    "    end\n"
    "    return turn(s, m.map.element(h/2 * m.omega(s.L)))\n"
    "  end,\n}\n";

/* Components in one another's places. */
static const char places[] = "return method {\n"
                             "  title = 'places', source = 'nowhere', order = 1, maps = false,\n"
                             "  step = function(m, s, h)\n"
                             "    local x, L = s.R:stored(), s.L\n"
                             "    return { R = m.attitude.at { x[1], x[1], x[2], x[4] },\n"
                             "             L = vec(L[3], L[2], L[2]) }\n"
                             "  end,\n}\n";

static const char body[] = "body b inertia diag(1, 2, 2.5) torque body 0.3 * (R'*e3)\n"
                           "start R = quat(0.8, 0.4, -0.4, 0.2) start w = [1, -2, 0.5] step 0.1\n";

static struct dropped shelf_with(const char *attitude)
{
    struct dropped d = drop_begin();
    drop(&d, "attitudes", "gibbs.lua", gibbs);
    drop(&d, "methods", "careful.lua", careful);
    drop(&d, "methods", "places.lua", places);
    if (attitude)
        drop(&d, "attitudes", "mine.lua", attitude);
    return d;
}

/* ---- numbers that do not exist ---- */

static struct loaded compiled(const char *method, const char *attitude)
{
    struct dropped d = shelf_with(NULL);
    const char *const folder = d.folder;
    pol_options o = options_by(method, attitude);
    o.shelf = &folder;
    o.shelves = 1;
    struct loaded l = load_text(body, &o);
    drop_end(&d);
    return l;
}

/* What is the same value is left alone only where it has been. */
TEST(values_may_change_places)
{
    struct loaded l = compiled("places", "quaternion");
    struct body_state b = start_of(l.s);
    static const double x[7] = {1, 2, 3, 4, 5, 6, 7}, want[7] = {1, 1, 2, 4, 7, 6, 6};
    memcpy(b.x, x, sizeof x);
    assert_int_equal(l.s->step_once(b.x, b.par, b.in, 0.1), 0);
    for (int i = 0; i < 7; i++)
        assert_true(b.x[i] == want[i]);
    unload(l);
}

static void expect_singular(const pol_stepper *s, const struct body_state *from)
{
    struct body_state b = *from;
    assert_int_equal(s->step_once(b.x, b.par, b.in, 0.1), POL_STEP_SINGULAR);
    assert_memory_equal(b.x, from->x, sizeof b.x);
    assert_int_equal(s->run(b.x, b.par, b.in, 0.1, 4), POL_STEP_SINGULAR);
    assert_memory_equal(b.x, from->x, sizeof b.x);
}

TEST(demands_are_looked_at_in_every_step)
{
    static const char *const call[] = {"careful", "careful(le)"};
    for (int i = 0; i < 2; i++) {
        struct loaded l = compiled(call[i], "gibbs");
        struct body_state b = start_of(l.s);
        b.x[3] = 19.9;
        b.x[4] = b.x[5] = 0;
        struct body_state good = b;
        assert_int_equal(l.s->step_once(good.x, good.par, good.in, 0.1), 0);
        b.x[3] = 20.1;
        expect_singular(l.s, &b);
        b.x[4] = NAN;
        expect_singular(l.s, &b);
        unload(l);
    }
}

static void expect_message(const char *attitude, const char *call, const char *method,
                           const char *want)
{
    struct dropped d = shelf_with(attitude);
    const char *const own = d.folder;
    struct stepping s = stepping_new(&own, 1);
    stepping_model(&s, body);
    assert_null(stepping_derive(&s, method, call, NULL));
    const char *got = stepping_messages(&s);
    size_t folder = strlen(d.folder);
    if (strncmp(got, d.folder, folder) == 0) /* it has a random name */
        got += folder;
    if (strcmp(got, want) != 0)
        fail_msg("expected\n%s\ngot\n%s", want, got);
    arena_free(s.arena);
    drop_end(&d);
}

static void faulty(const char *file, const char *want)
{
    char line[200];
    snprintf(line, sizeof line, "/attitudes/mine.lua: error: %s", want);
    expect_message(file, "mine", "imidm", line);
}

#define FILE_OF(fields)                                                                            \
    "return attitude { title = 't', source = 's',\n"                                               \
    "  store = { name = 'p', size = 4, note = 'n' },\n" fields " }\n"
#define ELEMENT                                                                                    \
    "element = function(x)\n"                                                                      \
    "  return element { x[1], vec(x[2], x[3], x[4]) }\nend,\n"
#define FROM "from = function(g) return g:quaternion() end,\n"

TEST(functions_are_looked_at)
{
#define NO_WAY "an attitude needs 'rows' and 'set', or 'element' and 'from'\n"
#define ROWS   "'rows' must return a table of three vectors\n"
#define FOUR   "'from' must return a table of 4 numbers\n"
#define SET    "set = function(R) return {} end"
    static const char *const files[][2] = {
        {FILE_OF(ELEMENT), NO_WAY},
        {FILE_OF(FROM), NO_WAY},
        {FILE_OF(ELEMENT SET), NO_WAY},
        {FILE_OF("rows = function(x) return 1 end,\n" SET), ROWS},
        {FILE_OF("rows = function(x) return { 1, 2, 3 } end,\n" SET), ROWS},
        {FILE_OF(ELEMENT "from = function(g) return { 1, 2, 3 } end"), FOUR},
        {FILE_OF(ELEMENT "from = function(g) return { 1, 2, 3, g } end"), FOUR},
        {FILE_OF(ELEMENT "from = function(g) end"), FOUR},
        {FILE_OF(ELEMENT FROM "move = function(x, g) return { x } end"),
         "'move' must return a table of 4 numbers\n"},
        {"return attitude { title = 't', source = 's',\n"
         "store = function() return { name = 'p' } end,\n" ELEMENT FROM "}\n",
         "store needs a name, and a size from 1 to 9\n"},
        {"return attitude { title = 't', source = 's',\n"
         "store = function() return 'p' end,\n" ELEMENT FROM "}\n",
         "an attitude needs store = { name = .., size = .. }\n"},
        {FILE_OF("element = function(x) return vec(x[1], x[2], x[3]) end,\n" FROM),
         "'element' must return element { q0, vec }\n"},
        {FILE_OF(ELEMENT FROM "fits = function(x) return x end"),
         "'fits' must return a condition, as lt(a, b)\n"},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        faulty(files[i][0], files[i][1]);
}

TEST(conditions_may_not_hold_of_nothing)
{
    expect_message(FILE_OF(ELEMENT FROM "fits = function(x) return select(lt(2, x[1]), 0, 1) end"),
                   "mine", "imidm", "/attitudes/mine.lua: error: 'fits' is true for a NaN\n");
    expect_message(NULL, "matrix", "careful(wrong)",
                   "/methods/careful.lua:9: error: bad argument #1 to 'demand' (it "
                   "is true for a NaN)\n");
}

TEST(stores_have_names_of_their_own)
{
#define STORED(name, size)                                                                         \
    "return attitude { title = 't', source = 's',\n"                                               \
    "store = { name = '" name "', size = " size " },\n" ELEMENT FROM "}\n"
#define A_NAME  "'name' must be a name of letters, digits and _\n"
#define ANOTHER " is another part of the state; take another name for the store\n"
    static const char *const stores[][2] = {
        {STORED("my q", "4"), A_NAME},
        {STORED("4", "4"), A_NAME},
        {STORED("q\\0", "4"), A_NAME},
        {STORED("p", "4294967300"), "'size' must be an integer from 1 to 9\n"},
        {STORED("t", "4"), "'t'" ANOTHER},
        {STORED("t_rest", "4"), "'t_rest'" ANOTHER},
    };
    for (size_t i = 0; i < sizeof stores / sizeof *stores; i++)
        faulty(stores[i][0], stores[i][1]);
}
