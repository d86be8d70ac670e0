/* SPDX-License-Identifier: MIT
 *
 * C text to functions in memory, by every compiler there is.
 */
#include "test_arena.h"

#include <dirent.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include "comma_locale.h"
#include "jit/jit.h"

ARENA_AROUND_EACH()

static const pol_compiler KINDS[] = {POL_TCC, POL_GCC, POL_CLANG};

/* What emitted headers begin with: the text of runtime/pol_stepper.h. */
static const char *header(void)
{
    static char text[8192];
    FILE *file = fopen(POL_ROOT_DIR "/runtime/pol_stepper.h", "r");
    assert_non_null(file);
    size_t n = fread(text, 1, sizeof text - 200, file);
    fclose(file);
    strcpy(text + n, "#ifndef SPIN_NO_INCLUDE\n#error no macro\n#endif\n"
                     "typedef struct spin { double q[4], L[3]; } spin;\n");
    return text;
}

/* A descriptor with what the tests call; the rest may be zero. */
#define DESCRIPTOR(name)                                                                           \
    "extern const pol_stepper " name "_stepper;\n"                                                 \
    "const pol_stepper " name "_stepper = { POL_STEPPER_ABI, \"" name "\","                        \
    "\"hand\", \"none\", \"none\", \"none\", 1, 7, 0, 0, 0, 0, 0, 0, 0.1, "                        \
    "1.0,"                                                                                         \
    "0, 0, step, 0, 0, 0, 0, 0, 0, 0, 0, 0 };\n"

/* Uses what emitted code may use, and what makes compilers call memset and
 * memmove: cleared arrays and copies of structs. */
static const char SPIN[] =
    "#ifndef SPIN_NO_INCLUDE\n#include <math.h>\n#include \"spin.h\"\n"
    "#endif\n"
    "static int step(double *x, const double *par, const double *in, double h)"
    "\n{\n"
    "    spin a = {{0}, {0}}, b;\n"
    "    double c[16] = {0};\n"
    "    int i;\n"
    "    (void)par; (void)in;\n"
    "    for (i = 0; i < 4; i++) a.q[i] = x[i];\n"
    "    b = a;\n"
    "    c[0] = 0.1*b.q[0] + 1.5e-3*sin(x[1]) - h*cos(x[2])*x[3];\n"
    "    c[1] = sqrt(fabs(x[1]*x[2])) + atan2(x[0], 1.0 + x[2]*x[2]);\n"
    "    c[2] = pow(fabs(x[2]), 0.3) - tanh(x[0])*exp(-x[1]*x[1]);\n"
    "    c[3] = (double)(sinf((float)x[3])*0.7f + sqrtf(2.0f));\n"
    "    for (i = 0; i < 4; i++) x[i] = c[i] < 1.25 ? c[i] : (-1.25);\n"
    "    return 0;\n}\n" DESCRIPTOR("spin");

static pol_image *load(pol_compiler kind, const char *code, struct diags *diags)
{
    const struct source file[] = {{"spin.h", header(), 0}, {"spin.c", code, 0}};
    return jit_load(diags, kind, "spin", file, 2, NULL);
}

/* Is this compiler in the build, and found on this machine?  Elsewhere tcc's
 * code is not to be trusted. */
static bool available(pol_compiler kind)
{
#if !(defined __x86_64__ || defined __aarch64__)
    if (kind == POL_TCC)
        return false;
#endif
    struct arena *a = test_arena();
    struct diags diags = diags_new(a);
    pol_image *image = load(kind, SPIN, &diags);
    bool there = image || (!strstr(diags.items[0].message, "cannot be run") &&
                           !strstr(diags.items[0].message, "not in this build"));
    pol_unload(image);
    arena_free(a);
    return there;
}

static void walk(const pol_image *image, double x[4])
{
    const double start[] = {0.1, 0.7, -0.3, 1.1};
    memcpy(x, start, sizeof start);
    for (int i = 0; i < 1000; i++)
        assert_int_equal(pol_image_stepper(image)->step_once(x, NULL, NULL, 0.01), 0);
}

static int need_tcc(void **state)
{
    (void)state;
    if (!available(POL_TCC)) {
        print_message("built without tcc\n");
        exit(77);
    }
    return 0;
}

AROUND_ALL(need_tcc, NULL)

/* In a process that may not make written pages executable, libtcc's own way
 * would end the process.  Exit status 0: the stepper runs all the same. */
static void run_strictly(void)
{
    struct arena *a = test_arena();
    struct diags diags = diags_new(a);
    pol_image *image = load(POL_TCC, SPIN, &diags);
    double x[4] = {0.1, 0.7, -0.3, 1.1};
    if (!image && strstr(diags.items[0].message, "not in this build"))
        _exit(77);
    if (!image)
        fprintf(stderr, "%s\n", diags.items[0].message);
    if (!image || pol_image_stepper(image)->step_once(x, NULL, NULL, 0.1))
        _exit(1);
    if (load(POL_TCC, "int f(void) { return x; }", &diags) || !diags.errors)
        _exit(2);
    pol_unload(image);
    _exit(0);
}

TEST(pages_that_may_not_run_are_no_obstacle)
{
    const int set_mdwe = 65; /* PR_SET_MDWE, PR_MDWE_REFUSE_EXEC_GAIN */
    int status;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        if (prctl(set_mdwe, 1UL, 0UL, 0UL, 0UL) != 0)
            _exit(77);
        run_strictly();
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    if (WEXITSTATUS(status) == 77)
        skip();
    assert_int_equal(WEXITSTATUS(status), 0);
}

/* Loading an image must not make the stack executable. */
TEST(the_stack_is_not_executable)
{
    struct arena *a = test_arena();
    struct diags diags = diags_new(a);
    pol_image *image = load(POL_TCC, SPIN, &diags);
    FILE *maps = fopen("/proc/self/maps", "r");
    char line[300];
    bool found = false;
    assert_non_null(image);
    while (maps && fgets(line, sizeof line, maps))
        if (strstr(line, "[stack]")) {
            found = true;
            assert_non_null(strstr(line, " rw-p "));
        }
    assert_true(found);
    fclose(maps);
    pol_unload(image);
    arena_free(a);
}

/* The text must be refused with one message that has these words in it. */
static void check_refused(const char *code, const char *word, int line)
{
    struct arena *a = test_arena();
    for (int i = 0; i < 3; i++) {
        struct diags diags = diags_new(a);
        if (!available(KINDS[i]))
            continue;
        assert_null(load(KINDS[i], code, &diags));
        assert_int_equal(diags.errors, 1);
        if (!strstr(diags.items[0].message, word))
            fail_msg("'%s' lacks '%s'", diags.items[0].message, word);
        if (line) {
            assert_int_equal(diags.items[0].line, line);
            assert_string_equal(diags.items[0].path, "spin.c");
        }
    }
    arena_free(a);
}

#define STEP                                                                                       \
    "static int step(double *x, const double *p,\n"                                                \
    "                const double *in, double h)\n"
#define LAYOUT(number)                                                                             \
    "#undef POL_STEPPER_ABI\n#define POL_STEPPER_ABI " number "\n" STEP                            \
    "{\n    return !x && !p && !in && h > 0;\n}\n" DESCRIPTOR("spin")

/* With its line, where there is one; what is not there is named. */
TEST(bad_text_is_a_diagnostic_with_its_line)
{
    check_refused("int f(void)\n{\n    return nothing;\n}\n", "nothing", 3);
    check_refused("int f(void)\n{\n    return (1 +) + 2;\n}\n", "", 3);
    check_refused("int f(int a) { return f(1, 2) + a; }\n", "", 1);
    check_refused("int a = \"", "", 0);
    check_refused("#include <stdio_not_there.h>\n", "stdio_not_there", 1);
    check_refused(STEP "{\n    return (int)cbrt(x[0] + h) + (!p && !in);\n}\n" DESCRIPTOR("spin"),
                  "cbrt", 4);
    check_refused("int nothing;\n", "spin_stepper", 0);
    check_refused("double missing(double);\n" STEP
                  "{\n    x[0] = missing(h);\n    return !p && !in;\n}\n" DESCRIPTOR("spin"),
                  "missing", 0);
    check_refused(LAYOUT("77"), "has layout 77, this program drives", 0);
    check_refused(LAYOUT("3"), "has layout 3, this program drives", 0);
}

TEST(a_decimal_comma_does_no_harm)
{
    locale_t comma = comma_locale();
    if (!comma)
        skip(); /* another C library */
    struct diags diags = diags_new(arena);
    double plain[4], x[4];
    pol_image *image = load(POL_TCC, SPIN, &diags);
    assert_non_null(image);
    walk(image, plain);
    pol_unload(image);

    locale_t before = uselocale(comma);
    assert_true(strtod("1.5", NULL) == 1.0); /* the locale is at work */
    image = load(POL_TCC, SPIN, &diags);
    assert_ptr_equal(uselocale((locale_t)0), comma);
    uselocale(before);
    freelocale(comma);
    assert_non_null(image);
    walk(image, x);
    assert_memory_equal(x, plain, sizeof x);
    pol_unload(image);
}

/* A stepper that adds a constant, so that images can be told apart. */
static const char *adder(struct arena *a, int constant)
{
    return text_format(a,
                       "static int step(double *x, const double *p,\n"
                       "                const double *in, double h)\n{\n"
                       "    x[0] += h + %d.0;\n    return p == in ? 0 : 1;\n}\n"
                       "%s",
                       constant, DESCRIPTOR("spin"));
}

/* A number in /proc/self/statm: 0 all pages, 1 those in memory. */
static long pages(int which)
{
    long size = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    assert_non_null(file);
    assert_int_equal(fscanf(file, "%ld %ld", &size, &resident), 2);
    fclose(file);
    return which ? resident : size;
}

TEST(loading_and_unloading_leaves_no_trace)
{
    struct diags diags = diags_new(arena);
    const struct source file[] = {{"spin.h", header(), 0}, {"spin.c", adder(arena, 1), 0}};
    size_t used = 0;
    long size = 0, resident = 0;
    for (int i = 0; i < 2000; i++) {
        pol_unload(jit_load(&diags, POL_TCC, "spin", file, 2, NULL));
        if (i == 99) {
            used = arena_used(arena);
            size = pages(0);
            resident = pages(1);
        }
    }
    assert_int_equal(diags.count, 0);
    assert_int_equal(arena_used(arena), used);
#ifndef __SANITIZE_ADDRESS__ /* which keeps what is freed for a while */
    assert_in_range(pages(0), 0, size + 64);
    assert_in_range(pages(1), 0, resident + 64);
#else
    (void)size;
    (void)resident;
#endif
}

/* Is there a piece of memory with this word in its name? */
static bool mapped(const char *word)
{
    char line[500];
    bool found = false;
    FILE *file = fopen("/proc/self/maps", "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file))
        found = found || strstr(line, word);
    fclose(file);
    return found;
}

/* The number of entries of a folder. */
static int entries(const char *path)
{
    DIR *folder = opendir(path);
    assert_non_null(folder);
    int n = -2; /* . and .. */
    while (readdir(folder))
        n++;
    closedir(folder);
    return n;
}

TEST(the_temporary_folder_is_gone_whatever_happens)
{
    char root[] = "/tmp/pol jit'$(x) XXXXXX";
    struct diags diags = diags_new(arena);
    assert_true(available(POL_GCC));
    assert_non_null(mkdtemp(root));
    setenv("TMPDIR", root, 1);
    pol_image *image = load(POL_GCC, SPIN, &diags);
    assert_non_null(image);
    assert_int_equal(entries(root), 0);
    assert_true(mapped("stepper.so"));
    pol_unload(image);
    assert_false(mapped("stepper.so"));
    assert_null(load(POL_GCC, "int", &diags));
    const struct source file[] = {{"spin.h", header(), 0}, {"spin.c", SPIN, 0}};
    assert_null(jit_load(&diags, POL_GCC, "spin", file, 2, "-O1 --no-such-flag"));
    assert_non_null(strstr(diags.items[1].message, "no-such-flag"));
    assert_int_equal(entries(root), 0);

    setenv("TMPDIR", "/no such folder", 1);
    assert_null(load(POL_GCC, SPIN, &diags));
    assert_non_null(strstr(diags.items[2].message, "temporary"));
    unsetenv("TMPDIR");
    assert_int_equal(rmdir(root), 0);
}

TEST(a_compiler_that_is_not_there_is_a_diagnostic)
{
    struct diags diags = diags_new(arena);
    char *path = arena_text(arena, getenv("PATH"), strlen(getenv("PATH")));
    setenv("PATH", "/nowhere", 1);
    assert_false(available(POL_CLANG));
    assert_null(load(POL_CLANG, SPIN, &diags));
    setenv("PATH", path, 1);
    assert_int_equal(diags.errors, 1);
    assert_non_null(strstr(diags.items[0].message, "clang: cannot be run"));
}
