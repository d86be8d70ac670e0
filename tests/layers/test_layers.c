/* SPDX-License-Identifier: MIT
 *
 * The plan of the house, held to: which stage includes which, where memory
 * comes from, no state outside the arguments, short files, headed files.
 */
#define _POSIX_C_SOURCE 200809L
#include "check.h"

#include <ctype.h>

#include "source.h"

#define SOURCES ".c .h .y .def"

/* What a stage may include besides itself, and what it sees through the headers
 * of these; the C library is free to all. */
static const struct {
    const char *stage, *may, *through;
} edges[] = {
    {"base", "", ""},
    {"num", "base", ""},
    {"lang", "base num", ""},
    {"sym", "base num", ""},
    {"shelf", "base num lua", ""},
    {"model", "base num sym lang runtime", ""},
    {"tableau", "base num sym lang model", ""},
    {"catalogue", "base num lang shelf tableau recipe",
     "sym model bind runtime"},
    {"report", "base num lang shelf tableau catalogue emit lua", "sym"},
    {"bind", "base num sym shelf lua", ""},
    {"recipe", "base num sym lang model shelf tableau bind lua", "runtime"},
    {"step", "base num sym model shelf tableau bind recipe lua",
     "lang runtime"},
    {"opt", "base num sym step", ""},
    {"emit", "base num opt recipe shelf lua runtime", "sym step"},
    {"jit", "base runtime include tcc", ""},
    {"explore", "base jit runtime", ""},
    {"search", "base num lang tableau include", "sym runtime"},
    {"sweep", "base num lang model shelf explore runtime include", "sym"},
    {"session",
     "base num lang sym model tableau catalogue recipe step opt emit jit "
     "explore shelf runtime",
     "bind include"},
    {"contest",
     "base num lang sym model tableau catalogue recipe step opt emit jit "
     "explore session shelf runtime",
     "bind include"},
    {"page",
     "base num lang sym model report recipe step opt emit jit explore session "
     "shelf runtime",
     "bind include tableau catalogue"},
    {"command",
     "base num lang sym model tableau catalogue report recipe step opt emit "
     "jit explore search session contest sweep page shelf runtime",
     "bind include"},
};

/* Only here may memory be asked for: arenas, and Lua's own allocator. */
static const char *const allocators[] = {"generator/base/arena.c",
                                         "generator/shelf/host.c"};

struct faults {
    int count, checked;
};

static bool in_list(const char *word, size_t n, const char *list)
{
    for (const char *p = list; (p = strstr(p, word)); p += n) {
        const bool begins = p == list || p[-1] == ' ';
        if (begins && (p[n] == ' ' || p[n] == '\0'))
            return true;
    }
    return false;
}

/* Edges of a stage, or those through others; NULL: none is in the table, so all
 * is allowed. */
static const char *edges_of(const char *stage, bool through)
{
    for (size_t i = 0; i < sizeof edges / sizeof *edges; i++)
        if (strcmp(edges[i].stage, stage) == 0)
            return through ? edges[i].through : edges[i].may;
    return NULL;
}

/* The stage of "generator/STAGE/file.c", "" for files above the stages. */
static void stage_of(const char *path, char stage[64])
{
    const char *begin = path + strlen("generator/");
    const char *slash = strchr(begin, '/');
    snprintf(stage, 64, "%.*s", slash ? (int)(slash - begin) : 0, begin);
}

/* To which part of the table does an included file belong? "": to none. */
static void part_of(const char *file, const char *own, char part[64])
{
    const char *slash = strchr(file, '/');
    if (strncmp(file, "lua", 3) == 0 || strcmp(file, "lauxlib.h") == 0)
        strcpy(part, "lua");
    else if (strcmp(file, "libtcc.h") == 0)
        strcpy(part, "tcc");
    else if (strcmp(file, "pol_stepper.h") == 0)
        strcpy(part, "runtime");
    else if (slash && !strstr(file, "sys/"))
        snprintf(part, 64, "%.*s", (int)(slash - file), file);
    else
        strcpy(part, ends_with(file, ".h") && own ? own : "");
}

static bool edge_allowed(const char *path, const char *file, bool quoted)
{
    char stage[64], part[64];
    stage_of(path, stage);
    const char *may = edges_of(stage, false);
    part_of(file, quoted ? stage : NULL, part);
    if (strcmp(file, "ctype.h") == 0) /* what a letter is, a locale says */
        return false;
    if (!may || !*part || strcmp(part, stage) == 0)
        return true;
    return in_list(part, strlen(part), may);
}

/* Is it seen through the headers that a file of this stage includes? */
static bool seen_through(const char *path, const char *file, bool quoted)
{
    char stage[64], part[64];
    stage_of(path, stage);
    const char *through = edges_of(stage, true);
    part_of(file, quoted ? stage : NULL, part);
    return through && *part && in_list(part, strlen(part), through);
}

/* ---- which file includes which, also through others ---- */

enum { MOST_FILES = 512, MOST_INCLUDES = 48 };

struct file {
    char path[128];
    int includes;
    struct include {
        char name[96];
        bool quoted;
        int file; /* of ours, or -1 */
    } include[MOST_INCLUDES];
};

struct files {
    int count;
    struct file *file;
};

static void read_includes(const char *path, char *text, void *context)
{
    struct files *all = context;
    assert_true(all->count < MOST_FILES);
    struct file *f = &all->file[all->count++];
    *f = (struct file){0};
    snprintf(f->path, sizeof f->path, "%s", path);
    for (char *p = text; (p = strstr(p, "#include ")); p++) {
        struct include *i = &f->include[f->includes];
        i->quoted = p[9] == '"';
        i->file = -1;
        f->includes += sscanf(p + 10, "%95[^>\"]", i->name) == 1;
        assert_true(f->includes < MOST_INCLUDES);
    }
}

static int file_at(const struct files *all, const char *path)
{
    for (int i = 0; i < all->count; i++)
        if (strcmp(all->file[i].path, path) == 0)
            return i;
    return -1;
}

/* "arena.h" stands beside the file or above the stages. */
static void resolve(struct files *all, const struct file *from,
                    struct include *i)
{
    char path[256], stage[64];
    stage_of(from->path, stage);
    snprintf(path, sizeof path, "generator/%s", i->name);
    i->file = file_at(all, path);
    if (i->file < 0 && *stage) {
        snprintf(path, sizeof path, "generator/%s/%s", stage, i->name);
        i->file = file_at(all, path);
    }
}

/* Faults of what `path` reaches through file f. */
static int follow(const struct files *all, const char *path, int f,
                  unsigned char *seen, int *edges_seen)
{
    int faults = 0;
    for (int k = 0; k < all->file[f].includes; k++) {
        const struct include *i = &all->file[f].include[k];
        char stage[64], full[160];
        stage_of(all->file[f].path, stage);
        const bool bare = i->quoted && i->file >= 0 && !strchr(i->name, '/');
        snprintf(full, sizeof full, bare && *stage ? "%s/%s" : "%.0s%s", stage,
                 i->name);
        (*edges_seen)++;
        const bool own = strcmp(path, all->file[f].path) == 0;
        if (!edge_allowed(path, full, i->quoted) &&
            (own || !seen_through(path, full, i->quoted))) {
            print_error("%s: may not include %s, which %s does\n", path, full,
                        all->file[f].path);
            faults++;
        }
        if (i->file < 0 || seen[i->file])
            continue;
        seen[i->file] = 1;
        faults += follow(all, path, i->file, seen, edges_seen);
    }
    return faults;
}

TEST(stages_include_only_what_they_may)
{
    struct files all = {.file = calloc(MOST_FILES, sizeof *all.file)};
    assert_non_null(all.file);
    visit_files("generator", SOURCES, 0, read_includes, &all);
    for (int i = 0; i < all.count; i++)
        for (int k = 0; k < all.file[i].includes; k++)
            resolve(&all, &all.file[i], &all.file[i].include[k]);
    int faults = 0, edges_seen = 0;
    for (int i = 0; i < all.count; i++) {
        unsigned char seen[MOST_FILES] = {0};
        seen[i] = 1;
        faults += follow(&all, all.file[i].path, i, seen, &edges_seen);
    }
    assert_true(all.count > 50);
    assert_true(edges_seen > 1500);
    free(all.file);
    assert_int_equal(faults, 0);
}

TEST(every_stage_is_in_the_table)
{
    DIR *dir = opendir(POL_ROOT_DIR "/generator");
    assert_non_null(dir);
    int stages = 0;
    for (struct dirent *e; (e = readdir(dir));) {
        char path[4096];
        struct stat info;
        snprintf(path, sizeof path, "%s/generator/%s", POL_ROOT_DIR, e->d_name);
        if (e->d_name[0] == '.' || stat(path, &info) || !S_ISDIR(info.st_mode))
            continue;
        if (strcmp(e->d_name, "include") == 0)
            continue; /* the public header */
        if (!edges_of(e->d_name, false))
            print_error("generator/%s is not in the table\n", e->d_name);
        assert_non_null(edges_of(e->d_name, false));
        stages++;
    }
    closedir(dir);
    assert_int_equal(stages, sizeof edges / sizeof *edges);
}

TEST(a_wrong_edge_is_found)
{
    assert_true(edge_allowed("generator/model/a.c", "sym/expr.h", true));
    assert_true(edge_allowed("generator/model/a.c", "check.h", true));
    assert_true(edge_allowed("generator/model/a.c", "string.h", false));
    assert_true(edge_allowed("generator/jit/a.c", "sys/mman.h", false));
    assert_false(edge_allowed("generator/command/a.c", "ctype.h", false));
    assert_false(edge_allowed("generator/command/a.c", "lua.h", false));
    assert_true(edge_allowed("generator/pipeline.c", "jit/jit.h", true));
    assert_false(edge_allowed("generator/sym/a.c", "lang/ast.h", true));
    assert_false(edge_allowed("generator/model/a.c", "lua.h", false));
    assert_false(edge_allowed("generator/emit/a.c", "sym/expr.h", true));
    assert_false(edge_allowed("generator/opt/a.c", "pol_stepper.h", true));
    assert_false(edge_allowed("generator/emit/a.c", "libtcc.h", false));
    assert_false(
        edge_allowed("generator/sym/a.c", "generator/lang/ast.h", true));
}

TEST(what_is_seen_through_others_is_told_apart)
{
    assert_true(seen_through("generator/emit/a.c", "step/step.h", true));
    assert_false(edge_allowed("generator/opt/a.c", "recipe/recipe.h", true));
    assert_false(seen_through("generator/opt/a.c", "emit/emit.h", true));
    assert_false(seen_through("generator/sym/a.c", "lang/ast.h", true));
}

static bool word_at(const char *text, const char *p, size_t n)
{
    const bool begins = p == text || !(isalnum((unsigned char)p[-1]) ||
                                       p[-1] == '_' || p[-1] == '.');
    return begins && !(isalnum((unsigned char)p[n]) || p[n] == '_');
}

/* Uses of a word in stripped text, or only those as a function. */
static int count_word(const char *text, const char *word, bool called)
{
    const size_t n = strlen(word);
    int count = 0;
    for (const char *p = text; (p = strstr(p, word)); p += n) {
        const char next = p[n + strspn(p + n, " \n")];
        count += word_at(text, p, n) && (!called || next == '(');
    }
    return count;
}

static int allocations(char *text)
{
    static const char *const words[] = {"malloc", "calloc",   "realloc",
                                        "free",   "strdup",   "strndup",
                                        "alloca", "asprintf", "aligned_alloc"};
    int count = 0;
    strip_c(text);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        count += count_word(text, words[i], true);
    return count;
}

static void check_memory(const char *path, char *text, void *context)
{
    struct faults *faults = context;
    for (size_t i = 0; i < sizeof allocators / sizeof *allocators; i++)
        if (strcmp(path, allocators[i]) == 0) {
            faults->checked++;
            return;
        }
    if (allocations(text)) {
        print_error("%s: memory that is not an arena's\n", path);
        faults->count++;
    }
}

TEST(memory_comes_from_arenas)
{
    struct faults faults = {0};
    visit_files("generator", SOURCES, 0, check_memory, &faults);
    assert_int_equal(faults.checked, sizeof allocators / sizeof *allocators);
    assert_int_equal(faults.count, 0);
    char text[] = "p = malloc (1); /* malloc() */ free(p); x.free(1);"
                  "arena_free(); int free = 0;";
    assert_int_equal(allocations(text), 2);
}

/* Is the object that begins at `text` and ends before `end` not constant? */
static bool is_mutable(const char *text, const char *end)
{
    char head[1024];
    const size_t n = (size_t)(end - text);
    snprintf(head, sizeof head, "%.*s", n < 1023 ? (int)n : 1023, text);
    const char *star = strrchr(head, '*');
    return count_word(star ? star : head, "const", false) == 0;
}

/* Where a declaration's head ends: before its value, its body or its end. */
static const char *head_end(const char *text)
{
    return text + strcspn(text, "=;{");
}

/* Is it a function, or the head of one? Pointers to functions are objects. */
static bool is_function(const char *text, const char *end)
{
    const char *paren = memchr(text, '(', (size_t)(end - text));
    return paren && strncmp(paren, "(*", 2) != 0;
}

/* Does a declaration at file scope, without `static`, make an object? Then
 * a name follows its type: `int n`, `struct s x`. */
static bool makes_object(const char *text, const char *end)
{
    static const char *const others[] = {"typedef", "extern"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strncmp(text, others[i], strlen(others[i])) == 0)
            return false;
    int names = 0;
    for (const char *p = text; p < end && *p != '[';) {
        size_t n = 0;
        while (isalnum((unsigned char)p[n]) || p[n] == '_')
            n++;
        const bool tag = (n == 6 && !strncmp(p, "struct", n)) ||
                         (n == 5 && !strncmp(p, "union", n)) ||
                         (n == 4 && !strncmp(p, "enum", n)) ||
                         (n == 5 && !strncmp(p, "const", n));
        names += n && !tag;
        p += n ? n : 1;
    }
    return names > 1 && *end != '{';
}

/* Objects of the file's lifetime, static or not, that can change. */
static int mutable_objects(char *text)
{
    strip_c(text);
    int count = 0, depth = 0;
    bool begins = true; /* a declaration, here */
    for (const char *p = text; *p; p++) {
        const char *end = head_end(p);
        const bool is_static = !strncmp(p, "static", 6) && word_at(text, p, 6);
        const bool global = depth == 0 && begins && isalpha((unsigned char)*p);
        if (is_static || (global && makes_object(p, end))) {
            count += !is_function(p, end) && is_mutable(p, end);
            p = end;
        }
        depth += (*p == '{') - (*p == '}');
        if (!isspace((unsigned char)*p))
            begins = *p == ';' || *p == '}';
        if (!*p)
            break;
    }
    return count;
}

static void check_state(const char *path, char *text, void *context)
{
    struct faults *faults = context;
    /* what a signal sets */
    const int allowed = strcmp(path, "generator/session/tell.c") == 0;
    const int count = mutable_objects(text) - allowed;
    if (count)
        print_error("%s: %d objects that can change\n", path, count);
    faults->count += count;
}

TEST(there_is_no_state_outside_the_arguments)
{
    struct faults faults = {0};
    visit_files("generator", ".c .h", 0, check_state, &faults);
    visit_files("runtime", ".h", 0, check_state, &faults);
    assert_int_equal(faults.count, 0);
}

TEST(a_mutable_object_is_found)
{
    static const struct {
        const char *text;
        int count;
    } cases[] = {
        {"static int n;", 1},
        {"int f(void) { static int n = 0; return n++; }", 1},
        {"static const char *p = 0;", 1},
        {"static const char *const p[] = {\"static int n;\"};", 0},
        {"static const int n = 1; static const int m[2] = {1, 2};", 0},
        {"static int (*f[2])(int);", 1},
        {"static int (*const f[2])(int) = {0};", 0},
        {"static inline int f(int a) { int b = a; return b; }", 0},
        {"/* static int n; */ static void f(void);", 0},
        {"#include <x.h>\nint n = 3;", 1},
        {"typedef int n; enum { A = 1 }; struct s { int a; };", 0},
        {"const struct s x = {0};", 0},
        {"struct s x;", 1},
        {"struct s; union u; void f(int); int g(void);", 0},
        {"static const struct s { int a; } x[] = {{1}}; int m;", 1},
        {"long n;", 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[256];
        snprintf(text, sizeof text, "%s", cases[i].text);
        const int count = mutable_objects(text);
        if (count != cases[i].count)
            print_error("%s: %d\n", cases[i].text, count);
        assert_int_equal(count, cases[i].count);
    }
}

static int lines_of(const char *text)
{
    int lines = 0;
    for (const char *p = text; (p = strchr(p, '\n')); p++)
        lines++;
    return lines;
}

static void check_length(const char *path, char *text, void *context)
{
    struct faults *faults = context;
    const bool own = strncmp(path, "generator/", 10) == 0;
    if (lines_of(text) <= (own && ends_with(path, ".c") ? 600 : 700))
        return;
    print_error("%s: %d lines\n", path, lines_of(text));
    faults->count++;
}

TEST(files_are_short)
{
    struct faults faults = {0};
    visit_files("generator", SOURCES, 0, check_length, &faults);
    visit_files("runtime", ".h", 0, check_length, &faults);
    visit_files("templates", ".lua .tpl .pol", 0, check_length, &faults);
    visit_files("tests", ".c", 0, check_length, &faults);
    assert_int_equal(faults.count, 0);
    assert_int_equal(lines_of("a\nb\n"), 2);
}

static bool is_headed(const char *text)
{
    static const char head[] = "SPDX-License-Identifier: MIT\n";
    const char *found = strstr(text, head);
    return found && found - text <= 3; /* after a comment mark */
}

static void check_head(const char *path, char *text, void *context)
{
    struct faults *faults = context;
    if (is_headed(text))
        return;
    print_error("%s: no SPDX line at the top\n", path);
    faults->count++;
}

TEST(files_say_their_licence)
{
    struct faults faults = {0};
    visit_files("generator", SOURCES, 0, check_head, &faults);
    visit_files("runtime", ".h", 0, check_head, &faults);
    visit_files("tests", ".c .h .cpp", 0, check_head, &faults);
    assert_int_equal(faults.count, 0);
    assert_true(is_headed("/* SPDX-License-Identifier: MIT\n */"));
    assert_false(is_headed("\n\n\n\n/* SPDX-License-Identifier: MIT\n */"));
}

static void check_paths(const char *path, char *text, void *context)
{
    /* in two parts, or this file would be found */
    static const char *const homes[] = {"/ho"
                                        "me/",
                                        "/ro"
                                        "ot/",
                                        "/wo"
                                        "rk/",
                                        "/Us"
                                        "ers/"};
    struct faults *faults = context;
    for (size_t i = 0; i < sizeof homes / sizeof *homes; i++) {
        if (!strstr(text, homes[i]))
            continue;
        print_error("%s: a path of one machine, %s\n", path, homes[i]);
        faults->count++;
    }
}

TEST(no_file_knows_a_machine)
{
    static const char *const folders[] = {"generator", "runtime", "templates",
                                          "specs", "tests"};
    static const char all[] = ".c .h .y .def .lua .tpl .pol .md .txt .cmake";
    struct faults faults = {0};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        visit_files(folders[i], all, 0, check_paths, &faults);
    assert_int_equal(faults.count, 0);
    char bad[] = "see /ho"
                 "me/me/x";
    check_paths("(a test of this test)", bad, &faults);
    assert_int_equal(faults.count, 1);
}
