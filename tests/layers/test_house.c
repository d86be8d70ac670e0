/* SPDX-License-Identifier: MIT
 *
 * The size of the house: lines of each room beside `budget`, files of a room,
 * and mechanisms that stand in one place alone.
 */
#define _POSIX_C_SOURCE 200809L
#include "check.h"

#include "source.h"

#define ALL ".c .h .y .def .lua .pol .md .txt .cmake .in .tpl"

enum { MOST_FILES = 25, SMALL = 60, MOST_SMALL = 15, ROOMS = 40 };

/* Lines of a function, and how many have more: a number that only falls. */
enum { LONGEST = 40, MOST_LONG = 0 };

/* Members of a struct, and how many have more: so does that. */
enum { MOST_MEMBERS = 25, MOST_LARGE = 0 };

struct house {
    struct room {
        char name[32];
        int lines, budget, files;
    } room[ROOMS];
    int rooms, small, missing;
};

static int lines_of(const char *text)
{
    int lines = 0;
    for (const char *p = text; (p = strchr(p, '\n')); p++)
        lines++;
    return lines;
}

/* "step" of "generator/step/solve.c", "top" of files above the rooms, and
 * "templates/lib" for Lua that the rooms run. */
static void room_of(const char *path, char room[32])
{
    const char *begin = strncmp(path, "generator/", 10) ? path : path + 10;
    const char *slash = strrchr(begin, '/');
    snprintf(room, 32, "%.*s", slash ? (int)(slash - begin) : 3,
             slash ? begin : "top");
}

static struct room *find_room(struct house *h, const char *name)
{
    for (int i = 0; i < h->rooms; i++)
        if (strcmp(h->room[i].name, name) == 0)
            return &h->room[i];
    assert_true(h->rooms < ROOMS);
    struct room *r = &h->room[h->rooms++];
    snprintf(r->name, sizeof r->name, "%s", name);
    return r;
}

static void count_file(const char *path, char *text, void *context)
{
    struct house *h = context;
    char name[32];
    room_of(path, name);
    struct room *r = find_room(h, name);
    r->lines += lines_of(text);
    r->files++;
    h->small += ends_with(path, ".c") && lines_of(text) < SMALL;
}

static struct house count_house(void)
{
    struct house h = {0};
    visit_files("generator", ALL, 0, count_file, &h);
    visit_files("templates/lib", ".lua", 0, count_file, &h);
    return h;
}

/* Lines "ROOM LINES"; # begins a comment. */
static void read_budget(struct house *h)
{
    FILE *file = fopen(POL_TESTS_DIR "/layers/budget", "r");
    assert_non_null(file);
    char line[256], name[32];
    int lines;
    while (fgets(line, sizeof line, file))
        if (sscanf(line, "%31[^# \n] %d", name, &lines) == 2)
            find_room(h, name)->budget = lines;
    fclose(file);
}

TEST(rooms_keep_to_their_budgets)
{
    struct house h = count_house();
    read_budget(&h);
    int lines = 0, over = 0;
    for (int i = 0; i < h.rooms; i++) {
        const struct room *r = &h.room[i];
        lines += r->lines;
        if (r->lines <= r->budget)
            continue;
        print_error("%s: %d lines, budget %d\n", r->name, r->lines, r->budget);
        over++;
    }
    print_message("%d lines in %d rooms\n", lines, h.rooms);
    assert_true(lines > 10000);
    assert_int_equal(over, 0);
}

TEST(rooms_have_few_files)
{
    struct house h = count_house();
    int over = 0;
    for (int i = 0; i < h.rooms; i++)
        if (h.room[i].files > MOST_FILES) {
            print_error("%s: %d files\n", h.room[i].name, h.room[i].files);
            over++;
        }
    assert_int_equal(over, 0);
    if (h.small > MOST_SMALL)
        print_error("%d .c files below %d lines\n", h.small, SMALL);
    assert_true(h.small <= MOST_SMALL);
}

/* ---- functions ---- */

/* Functions of more lines between their braces than LONGEST, printed by the
 * line before the brace. */
static void count_long(const char *path, char *text, void *context)
{
    for (char *p = text; (p = strstr(p, "\n{\n"));) {
        char *end = strstr(p, "\n}");
        if (!end)
            return;
        *p = *end = '\0';
        const char *head = strrchr(text, '\n');
        const int lines = lines_of(p + 1);
        if (lines > LONGEST) {
            print_message("%s: %d lines: %s\n", path, lines,
                          head ? head + 1 : text);
            ++*(int *)context;
        }
        text = p = end + 1;
    }
}

TEST(few_functions_are_long)
{
    int count = 0;
    visit_files("generator", ".c .h", 0, count_long, &count);
    visit_files("runtime", ".h", 0, count_long, &count);
    assert_true(count <= MOST_LONG);
    char text[] = "int f(void)\n{\n    return 1;\n}\n";
    count_long("(a test of this test)", text, &count);
    assert_true(count <= MOST_LONG);
}

/* ---- structs ---- */

/* Members of the struct whose brace is at p, those of structs inside counted as
 * one; the text has no comments. */
static int members_of(const char *p)
{
    int members = 0, depth = 0;
    do {
        depth += (*p == '{' || *p == '(') - (*p == '}' || *p == ')');
        members += depth == 1 && (*p == ';' || *p == ',');
    } while (*++p && depth > 0);
    return members;
}

/* All but the model, in which other rooms look up what the spec says. */
static void count_members(const char *path, char *text, void *context)
{
    char name[64];
    int end;
    strip_c(text);
    for (char *p = text; (p = strstr(p, "struct ")); p += 7) {
        end = 0;
        sscanf(p, "struct %63[a-z_] {%n", name, &end);
        if (!end || strcmp(name, "model") == 0 ||
            members_of(p + end - 1) <= MOST_MEMBERS)
            continue;
        print_error("%s: struct %s has %d members\n", path, name,
                    members_of(p + end - 1));
        ++*(int *)context;
    }
}

TEST(structs_are_small)
{
    int count = 0;
    visit_files("generator", ".c .h .y", 0, count_members, &count);
    assert_int_equal(count, MOST_LARGE);
    char text[] = "struct s {\n    int a, b; struct t { int c, d; } *e; int "
                  "(*f)(int, int); };\n";
    assert_int_equal(members_of(strchr(text, '{')), 4);
}

/* What one place alone may hold. */
struct single {
    const char *text, *home; /* what a file must not hold, but in its home;
                                NULL: none has it */
    int outside, inside;
};

static void look_for_single(const char *path, char *text, void *context)
{
    struct single *s = context;
    if (!strstr(text, s->text))
        return;
    if (s->home && strncmp(path, s->home, strlen(s->home)) == 0) {
        s->inside++;
        return;
    }
    print_error("%s: %s belongs into %s\n", path, s->text,
                s->home ? s->home : "nothing");
    s->outside++;
}

TEST(mechanisms_stand_once)
{
    struct single singles[] = {
        /* words of C and C++ that no name may be */
        {"reinterpret_cast", "templates/targets/", 0, 0},
        /* the name of the default target: shelf_target */
        {"\"c99\"", NULL, 0, 0},
        /* an escape of JSON, and a key in an object written by hand */
        {"\\\\u%04x", "generator/base/json.c", 0, 0},
        {"\\\":", NULL, 0, 0},
        /* a probe of a hash table */
        {"(i + 1) &", "generator/base/table.h", 0, 0},
    };
    int outside = 0;
    for (size_t i = 0; i < sizeof singles / sizeof *singles; i++) {
        visit_files("generator", ALL, 0, look_for_single, &singles[i]);
        visit_files("templates", ALL, 0, look_for_single, &singles[i]);
        assert_true(!singles[i].home || singles[i].inside > 0);
        outside += singles[i].outside;
    }
    assert_int_equal(outside, 0);
}

/* ---- generator/README.md ---- */

/* A word in backticks from p on, on this line; behind it, or NULL. */
static const char *quoted(const char *p, char word[128])
{
    const char *begin = p + strcspn(p, "`\n");
    const char *end =
        *begin == '`' ? begin + 1 + strcspn(begin + 1, "`\n") : "";
    if (*end != '`')
        return NULL;
    snprintf(word, 128, "%.*s", (int)(end - begin - 1), begin + 1);
    return end + 1;
}

/* NULL: there is no such file, in generator/ or at the root. */
static char *text_at(const char *path)
{
    char full[512];
    snprintf(full, sizeof full, "%s/generator/%s", POL_ROOT_DIR, path);
    char *text = read_text(full);
    snprintf(full, sizeof full, "%s/%s", POL_ROOT_DIR, path);
    return text ? text : read_text(full);
}

/* On rows "| question | `file`: `text`; `file` |": the file is there, and has
 * the text. */
static int check_places(const char *row, int *places)
{
    char word[128];
    char *text = NULL;
    int wrong = 0;
    for (const char *p = row; (p = quoted(p, word));) {
        const bool is_path = strchr(word, '/') != NULL;
        if (is_path) {
            free(text);
            text = text_at(word);
        }
        *places += is_path;
        if (text && (is_path || strstr(text, word)))
            continue;
        print_error("generator/README.md: %s is not there\n", word);
        wrong++;
    }
    free(text);
    return wrong;
}

TEST(the_readme_leads_to_what_is_there)
{
    char *text = read_text(POL_ROOT_DIR "/generator/README.md");
    static const char *const heads[] = {"| to ... |", "| where is ...?"};
    int places = 0, wrong = 0;
    for (int i = 0; i < 2; i++) {
        const char *row = strstr(text, heads[i]);
        assert_non_null(row);
        row = strchr(strchr(row, '\n') + 1, '\n') + 1; /* after the rule */
        for (; *row == '|'; row = strchr(row, '\n') + 1)
            wrong += check_places(strchr(row + 1, '|'), &places);
    }
    free(text);
    assert_true(places >= 10);
    assert_int_equal(wrong, 0);
}

static void look_for_ends(const char *path, char *text, void *context)
{
    struct house *h = context;
    char name[32];
    room_of(path, name);
    const char *in = strstr(text, " * In: "), *end = strstr(text, "*/");
    if (in && in < end && strstr(in, "Out:") && strstr(in, "Out:") < end)
        find_room(h, name)->files++;
}

/* In the comment that one of its headers begins with. */
TEST(each_room_says_what_comes_in_and_what_goes_out)
{
    struct house h = {0};
    read_budget(&h);
    visit_files("generator", ".h", 0, look_for_ends, &h);
    int silent = 0;
    for (int i = 0; i < h.rooms; i++) {
        const char *name = h.room[i].name;
        if (h.room[i].files == 1 || strcmp(name, "include") == 0 ||
            strcmp(name, "top") == 0 || strchr(name, '/'))
            continue;
        print_error("%s: %d headers say it\n", name, h.room[i].files);
        silent++;
    }
    assert_int_equal(silent, 0);
}

/* ---- options ---- */

static char tables[1 << 16];

static void add_table(const char *path, char *text, void *context)
{
    (void)path, (void)context;
    assert_true(strlen(tables) + strlen(text) < sizeof tables);
    strcat(tables, text);
}

/* The options that commands read, by their names, are in a table of options.
 */
static void look_for_options(const char *path, char *text, void *context)
{
    struct house *h = context;
    for (const char *p = text; (p = strstr(p, "option_")); p++) {
        char name[32], row[48];
        if (sscanf(p, "option_%*[a-z](%*[^,()\"],%*[ \n]\"%31[^\"]", name) != 1)
            continue;
        snprintf(row, sizeof row, "\n=--%s", name);
        const char *at = strstr(tables, row);
        while (at && !strchr(" \n", at[strlen(row)]))
            at = strstr(at + 1, row);
        h->small++; /* number of names */
        if (at)
            continue;
        print_error("%s: no option is called --%s\n", path, name);
        h->missing++;
    }
}

TEST(options_are_in_their_table)
{
    struct house h = {0};
    visit_files("templates/commands", ".txt", 0, add_table, NULL);
    visit_files("generator/command", ".c", 0, look_for_options, &h);
    assert_true(h.small > 80);
    assert_int_equal(h.missing, 0);
    char text[] = "option_given(r, \"jsno\")";
    look_for_options("(a test of this test)", text, &h);
    assert_int_equal(h.missing, 1);
}
