/* SPDX-License-Identifier: MIT
 *
 * What users and writers of files are told about attitudes: wrong options,
 * files that are not complete, and steps that lead to no numbers.
 */
#define _POSIX_C_SOURCE 200809L

#include "unit/attitude_files.h"

static void told(const char *attitude, const char *call, const char *method,
                 const char *want)
{
    struct dropped d;
    struct stepping s = shelf_with(&d, attitude);
    struct text t = text_new(s.arena);
    stepping_model(&s, body);
    assert_null(stepping_derive(&s, method, call, NULL));
    for (int i = 0; i < s.diags.count; i++)
        diag_print(&s.diags.items[i], &t);
    const char *got = text_chars(&t);
    size_t folder = strlen(d.folder);
    if (strncmp(got, d.folder, folder) == 0) /* it has a random name */
        got += folder;
    if (strcmp(got, want) != 0)
        fail_msg("expected\n%s\ngot\n%s", want, got);
    arena_free(s.arena);
    drop_end(&d);
}

TEST(options_are_read_as_those_of_methods)
{
    const char *hint = "hint: its options are renormalise\n";
    char want[400];
    told(NULL, "quaternion(foo)", "imidm",
         "--option:1:12: error: the option 'renormalise' is none, each or "
         "first\n"
         "    quaternion(foo)\n"
         "               ^~~\n");
    snprintf(want, sizeof want,
             "--option:1:12: error: quaternion has no option 'normalise'\n"
             "    quaternion(normalise = each)\n"
             "               ^~~~~~~~~\n%s",
             hint);
    told(NULL, "quaternion(normalise = each)", "imidm", want);
    snprintf(want, sizeof want,
             "--option:1:18: error: the option 'renormalise' is given twice\n"
             "    quaternion(each, renormalise = each)\n"
             "                     ^~~~~~~~~~~\n%s",
             hint);
    told(NULL, "quaternion(each, renormalise = each)", "imidm", want);
    told(NULL, "gibbs(10)", "imidm",
         "--option:1:7: error: the option 'factor' is an integer from 1 to "
         "9\n"
         "    gibbs(10)\n"
         "          ^~\n");
    told(NULL, "mrp(each)", "imidm",
         "--option:1:5: error: mrp takes no options\n"
         "    mrp(each)\n"
         "        ^~~~\n");
    told(NULL, "quaternions", "imidm",
         "--option:1:1: error: unknown attitude 'quaternions'\n"
         "    quaternions\n"
         "    ^~~~~~~~~~~\n"
         "hint: did you mean 'quaternion'?\n");
}

#define FILE_OF(fields)                                                        \
    "return attitude { title = 't', source = 's',\n"                           \
    "  store = { name = 'p', size = 4, note = 'n' },\n" fields " }\n"
#define ELEMENT                                                                \
    "element = function(x)\n"                                                  \
    "  return element { x[1], vec(x[2], x[3], x[4]) }\nend,\n"
#define FROM "from = function(g) return g:quaternion() end,\n"

TEST(files_need_a_way_there_and_back)
{
    static const char want[] =
        "/attitudes/mine.lua: error: an attitude needs 'rows' and 'set', or "
        "'element' and 'from'\n";
    told(FILE_OF(ELEMENT), "mine", "imidm", want);
    told(FILE_OF(FROM), "mine", "imidm", want);
    told(FILE_OF(ELEMENT "set = function(R) return R[1] end"), "mine", "imidm",
         want);
    told(FILE_OF(FROM "rows = 3"), "mine", "imidm", want);
}

TEST(conditions_may_not_hold_of_nothing)
{
    told(FILE_OF(ELEMENT FROM
                 "fits = function(x) return select(lt(2, x[1]), 0, 1) end"),
         "mine", "imidm",
         "/attitudes/mine.lua: error: 'fits' holds where a value is not a "
         "number\n");
    told(NULL, "matrix", "careful(wrong)",
         "/methods/careful.lua:10: error: bad argument #1 to 'demand' (it "
         "holds where a value is not a number)\n");
}

TEST(what_functions_return_is_looked_at)
{
    told(FILE_OF("rows = function(x) return 1 end,\n"
                 "set = function(R) return {} end"),
         "mine", "imidm",
         "/attitudes/mine.lua: error: 'rows' must return a table of three "
         "vectors\n");
    told(FILE_OF("rows = function(x) return { 1, 2, 3 } end,\n"
                 "set = function(R) return {} end"),
         "mine", "imidm",
         "/attitudes/mine.lua: error: 'rows' must return a table of three "
         "vectors\n");
    static const char *const returned[] = {
        "from = function(g) return { 1, 2, 3 } end",
        "from = function(g) return { 1, 2, 3, 4, 5 } end",
        "from = function(g) return { 1, 2, 3, g } end",
        "from = function(g) end",
    };
    for (int i = 0; i < 4; i++) {
        char file[500];
        snprintf(file, sizeof file,
                 "return attitude { title = 't', source = 's',\n"
                 "  store = { name = 'p', size = 4 },\n" ELEMENT "%s }",
                 returned[i]);
        told(file, "mine", "imidm",
             "/attitudes/mine.lua: error: 'from' must return a table of 4 "
             "numbers\n");
    }
    told(FILE_OF(ELEMENT FROM "move = function(x, g) return { x } end"), "mine",
         "imidm",
         "/attitudes/mine.lua: error: 'move' must return a table of 4 "
         "numbers\n");
    told("return attitude { title = 't', source = 's',\n"
         "store = function() return { name = 'p' } end,\n" ELEMENT FROM "}\n",
         "mine", "imidm",
         "/attitudes/mine.lua: error: store needs a name, and a size from 1 to "
         "9\n");
    told("return attitude { title = 't', source = 's',\n"
         "store = function() return 'p' end,\n" ELEMENT FROM "}\n",
         "mine", "imidm",
         "/attitudes/mine.lua: error: an attitude needs store = { name = .., "
         "size = .. }\n");
    told(FILE_OF(
             "element = function(x) return vec(x[1], x[2], x[3]) end,\n" FROM),
         "mine", "imidm",
         "/attitudes/mine.lua: error: 'element' must return element { q0, vec "
         "}\n");
    told(FILE_OF(ELEMENT FROM "fits = function(x) return x end"), "mine",
         "imidm",
         "/attitudes/mine.lua: error: 'fits' must return a condition, as "
         "lt(a, b)\n");
}

TEST(stores_have_names_of_their_own)
{
#define STORED_AS(name)                                                        \
    "return attitude { title = 't', source = 's',\n"                           \
    "store = { name = '" name "', size = 4 },\n" ELEMENT FROM "}\n"
    told(STORED_AS("my q"), "mine", "imidm",
         "/attitudes/mine.lua: error: 'name' must be a name of letters, digits "
         "and _\n");
    told(STORED_AS("4"), "mine", "imidm",
         "/attitudes/mine.lua: error: 'name' must be a name of letters, digits "
         "and _\n");
    told(STORED_AS("q\\0"), "mine", "imidm",
         "/attitudes/mine.lua: error: 'name' must be a name of letters, digits "
         "and _\n");
    told("return attitude { title = 't', source = 's',\n"
         "store = { name = 'p', size = 4294967300 },\n" ELEMENT FROM "}\n",
         "mine", "imidm",
         "/attitudes/mine.lua: error: 'size' must be an integer from 1 to "
         "9\n");
    told(STORED_AS("t"), "mine", "imidm",
         "/attitudes/mine.lua: error: 't' is another part of the state; take "
         "another name for the store\n");
    told(STORED_AS("t_rest"), "mine", "imidm",
         "/attitudes/mine.lua: error: 't_rest' is another part of the state; "
         "take another name for the store\n");
}

/* As the program says it, and with the exit status of a fault. */
TEST(the_program_says_why_a_run_ends)
{
    struct dropped d;
    struct stepping s = shelf_with(&d, NULL);
    char line[1000], out[4000] = "";
    drop(&d, "methods", "b.pol", body);
    snprintf(line, sizeof line,
             "%s run %s/methods/b.pol --shelf %s --method 'careful' "
             "--attitude 'gibbs(1)' --until 9 2>&1 >/dev/null",
             POL_PROGRAM, d.folder, d.folder);
    FILE *f = popen(line, "r");
    assert_non_null(f);
    size_t n = fread(out, 1, sizeof out - 1, f);
    int status = pclose(f);
    out[n] = '\0';
    assert_non_null(strstr(out, ", failed: the attitude's numbers are singular "
                                "there\nhint: use another --attitude\n"));
    assert_int_equal(status, 1 << 8);
    drop_end(&d);
    arena_free(s.arena);
}
