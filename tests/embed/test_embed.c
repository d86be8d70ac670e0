/* SPDX-License-Identifier: MIT
 *
 * Emitted files as their users meet them: every spec, every kind of method and
 * every attitude compiles without a warning everywhere, asks the linker for
 * nothing but what its banner lists, and costs what its banner says.
 */
#include "compilers.h"
#include "counted.h"
#include "shelf/attitudes.h"
#include "specs.h"

/* ---- what is emitted ---- */

struct variant {
    const char *spec, *method, *attitude, *map;
    pol_real real;
    const struct strict_compiler *compiler;
    unsigned without; /* bits of pol_part */
};

static pol_options options_of(const struct variant *v)
{
    pol_options o = options_by(v->method, v->attitude);
    o.map = v->map;
    o.real = v->real;
    o.without = v->without;
    o.fixed = v->method != NULL; /* that may not tell its error */
    return o;
}

static struct emitted_files emit(const struct variant *v)
{
    pol_options o = options_of(v);
    return emit_spec(v->spec, &o);
}

static void name_of_variant(const struct variant *v, char out[200])
{
    snprintf(out, 200, "%s, %s, %s, %s, %s, without %x", v->spec,
             v->method ? v->method : "its own method",
             v->attitude ? v->attitude : "its own attitude", v->map ? v->map : "its own map",
             v->real == POL_FLOAT ? "float" : "double", v->without);
}

/* ---- what there is to choose --------------------------------------------- */

static struct {
    int specs, compilers;
    spec_name spec[SPECS_MOST];
    const struct strict_compiler *compiler[STRICT_COMPILERS];
    struct attitudes attitudes;
} found;

static int find_choices(void **state)
{
    (void)state;
    found.specs = specs_list(POL_ROOT_DIR "/specs", ".pol", found.spec);
    for (int i = 0; i < found.specs; i++)
        *strrchr(found.spec[i], '.') = '\0';
    found.compilers = compilers_found(found.compiler);
    found.attitudes = attitudes_of_shelf();
    return 0;
}

/* The choices of a row, in this order. */
enum { COMPILER, REAL, WITHOUT, SPEC_OF, METHOD };
static const unsigned parts[] = {0, POL_INTERP, POL_ACCESS | POL_STEPPER, POL_INTERP | POL_ACCESS,
                                 POL_INTERP | POL_STEPPER};
enum { PARTS = sizeof parts / sizeof *parts };

static struct variant variant_of(const int *row)
{
    return (struct variant){.compiler = found.compiler[row[COMPILER]],
                            .real = row[REAL] ? POL_FLOAT : POL_DOUBLE,
                            .without = parts[row[WITHOUT]]};
}

static void put_files(const char *folder, const struct emitted_files *f)
{
    char name[100];
    snprintf(name, sizeof name, "%s.h", f->body);
    put_file(folder, name, f->header);
    snprintf(name, sizeof name, "%s.c", f->body);
    put_file(folder, name, f->code);
    if (f->stepper)
        put_driver(folder, f->body, f->stepper);
}

/* ---- compiling ---- */

static void check_width(const char *text, const struct variant *v)
{
    char title[200];
    name_of_variant(v, title);
    for (const char *p = text; *p;) {
        size_t n = strcspn(p, "\n");
        if (n > 80)
            fail_msg("%s: %zu columns: %.*s", title, n, (int)n, p);
        p += n + (p[n] == '\n');
    }
}

/* ---- linking ---- */

/* What stands behind a word of the banner, up to the next one, on one line. */
static void banner_of(const char *code, const char *word, const char *next, char out[600])
{
    const char *from = find_after(code, word);
    const char *to = strstr(from, next);
    int n = 0;
    assert_non_null(to);
    for (; from < to && n < 598; from++) {
        bool blank = *from == ' ' || *from == '*' || *from == '\n';
        if (!blank || (n > 0 && out[n - 1] != ' '))
            out[n++] = blank ? ' ' : *from;
    }
    out[n] = '\0';
}

/* ", sin, sqrt," of the banner's "calls  sin, sqrt of math.h". */
static void banner_calls(const char *code, char out[610])
{
    char words[600];
    banner_of(code, " *   calls ", " *\n", words);
    char *end = strstr(words, " of math.h");
    snprintf(out, 610, ", %.*s,", end ? (int)(end - words) : 0, words);
}

static bool is_listed(const char *calls, const char *name)
{
    size_t n = strlen(name);
    for (const char *p = calls; (p = strstr(p, name)); p++)
        if (p[-1] == ' ' && p[n] == ',')
            return true;
    return false;
}

/* Every line of nm -P is "name letter ..."; U is what the linker must find. */
static void check_symbols(char *symbols, const struct emitted_files *f)
{
    char calls[610], prefix[70];
    int defined = 0;
    banner_calls(f->code, calls);
    int n = snprintf(prefix, sizeof prefix, "%s_", f->body);
    for (char *line = strtok(symbols, "\n"); line; line = strtok(NULL, "\n")) {
        char name[200], kind;
        assert_int_equal(sscanf(line, "%199s %c", name, &kind), 2);
        if (kind == 'U' && !is_listed(calls, name))
            fail_msg("%s calls %s, which is not in:%s", f->body, name, calls);
        if (kind != 'U' && strncmp(name, prefix, (size_t)n) != 0)
            fail_msg("%s defines %s", f->body, name);
        defined += kind != 'U';
    }
    assert_true(defined >= (strstr(f->code, " *   without") ? 4 : 10));
}

/* Of math.h; the root that all have is set_rotation's. */
static const struct {
    const char *attitude, *calls;
    bool in_a_step; /* else only elsewhere */
} needs[] = {
    {"matrix", ", sqrt,", false},
    {"quaternion", ", sqrt,", false},
    {"quaternion(renormalise = first)", ", sqrt,", false},
    {"quaternion(renormalise = each)", ", sqrt,", true},
    {"mrp", ", sqrt,", false},
    {"rodrigues", ", sqrt,", true},
    {"rotation_vector", ", atan2, floor, sqrt,", true},
    {"rotation_vector(branch = paper)", ", atan2, sqrt,", true},
    {"rotation_vector(branch = principal)", ", atan2, sqrt,", true},
    {"euler(xyz)", ", atan2, cos, floor, sin, sqrt,", true},
    {"euler(zxz, branch = paper)", ", atan2, cos, sin, sqrt,", true},
};

AROUND_ALL(find_choices, NULL)

TEST(attitudes_call_as_little_as_they_can)
{
    for (int i = 0; i < (int)(sizeof needs / sizeof *needs); i++) {
        if (!in_share(i))
            continue;
        const struct variant v = {
            .spec = "free_body", .method = "rkmk(kutta4)", .attitude = needs[i].attitude};
        struct emitted_files f = emit(&v);
        char calls[610];
        banner_calls(f.code, calls);
        assert_string_equal(calls, needs[i].calls);
        if (!strstr(f.code, "none in a step") != needs[i].in_a_step)
            fail_msg("%s: calls in a step?", needs[i].attitude);
        free_files(&f);
    }
}

TEST(float_objects_have_no_double)
{
    static const char *const spec[] = {"fast_top", "kicked", "coulomb_wall"};
    static const char *const method[] = {"rkmk(kutta4)", "imidm"};
    static const char *const compiler[] = {"gcc", "clang"};
    const struct choices c = {3, {3, 2, 2}};
    struct rows rows = covering_rows(&c);
    assert_true(has_program("objdump"));
    for (int i = 0; i < rows.n; i++) {
        const int *row = rows.row[i];
        const struct variant v = {
            .spec = spec[row[0]], .method = method[row[1]], .real = POL_FLOAT};
        char folder[64], command[400];
        if (!in_share(i) || !has_program(compiler[row[2]]))
            continue;
        struct emitted_files f = emit(&v);
        open_folder(folder);
        put_files(folder, &f);
        snprintf(command, sizeof command,
                 "%s -std=c99 -O2 -c %s.c -o o && objdump -d o > text && "
                 "grep -q mulss text && ! grep -E "
                 "'cvtss2sd|cvtsd2ss|(add|sub|mul|div|sqrt|comi)sd' text",
                 compiler[row[2]], f.body);
        run_in(folder, command);
        remove_folder(folder);
        free_files(&f);
    }
    rows_free(&rows);
}

/* Other word sizes, where their compilers are installed. */
TEST(other_machines_compile_it)
{
    static const char *const compiler[] = {"gcc -m32", "arm-none-eabi-gcc -mcpu=cortex-m4 -mthumb",
                                           "aarch64-linux-gnu-gcc"};
    const struct variant v = {.spec = "kicked", .real = POL_FLOAT};
    struct emitted_files f = emit(&v);
    char folder[64], command[300];
    int count = 0;
    open_folder(folder);
    put_files(folder, &f);
    put_file(folder, "probe.c", "#include <math.h>\nint x;\n");
    for (size_t i = 0; i < sizeof compiler / sizeof *compiler; i++) {
        snprintf(command, sizeof command, "cd %s && %s -c probe.c 2>/dev/null", folder,
                 compiler[i]);
        if (shell(command) != 0)
            continue;
        snprintf(command, sizeof command,
                 "%s -std=c99 -pedantic " C_WARNINGS " -c kicked.c -o o && "
                 "! nm o | grep __aeabi_d",
                 compiler[i]);
        run_in(folder, command);
        count++;
    }
    print_message("%d other compilers\n", count);
    remove_folder(folder);
    free_files(&f);
}

/* ---- counting ---- */

static void subtract(struct tally *a, struct tally b)
{
    a->mul -= b.mul;
    a->add -= b.add;
    a->div -= b.div;
    a->sqrt -= b.sqrt;
    a->calls -= b.calls;
}

static void check_counts(const char *banner, const struct tally *t, const struct variant *v)
{
    static const char *const name[] = {"mul", "add", "div", "sqrt", "call"};
    const int n[] = {t->mul, t->add, t->div, t->sqrt, t->calls};
    int total = 0, said = 0, k;
    char title[200];
    name_of_variant(v, title);
    for (int i = 0; i < 5; i++) {
        char word[10];
        int length = 0;
        total += n[i];
        if (n[i] == 0)
            continue;
        banner += strspn(banner, " ,");
        if (sscanf(banner, "%d %9[a-z]%n", &k, word, &length) != 2 ||
            strncmp(word, name[i], strlen(name[i])) != 0 || k != n[i])
            fail_msg("%s: the text has %d %s, the banner says %.30s", title, n[i], name[i], banner);
        banner += length;
    }
    banner += strspn(banner, ": ");
    assert_int_equal(sscanf(banner, "%d operations", &said), 1);
    assert_int_equal(said, total);
}

/* True if a step has a loop, whose sweeps are counted too. */
static bool check_cost(const struct emitted_files *f, const struct variant *v)
{
    char tick[100], cost[600];
    banner_of(f->code, " *   cost ", " *   calls ", cost);
    const char *run = find_after(f->code, "; step < steps; step++) {");
    snprintf(tick, sizeof tick, "%s_tick(&next, &now, h);", f->body);
    const char *end = strstr(run, tick);
    assert_non_null(end);
    struct tally fixed = tally_piece(f, run, end), sweep = {0};
    const char *loop = strstr(run, "for (sweep");
    bool loops = loop && loop < end;
    if (loops) {
        const char *head = loop;
        loop = strchr(loop, '{');
        const char *stop = strstr(loop, "\n        }\n");
        assert_true(stop && stop < end);
        subtract(&fixed, tally_piece(f, head, stop));
        sweep = tally_piece(f, loop, stop);
        check_counts(find_after(cost, "; "), &sweep, v);
    }
    check_counts(cost, &fixed, v);
    return loops;
}

/* ---- all of it, of every spec, kind of method and attitude ---- */

/* By a compiler, and as an object. */
static void check_compiled(const struct emitted_files *f, const struct variant *v)
{
    char folder[64], file[100], command[300], title[200];
    open_folder(folder);
    put_files(folder, f);
    name_of_variant(v, title);
    snprintf(file, sizeof file, "%s.c", f->body);
    snprintf(command, sizeof command,
             "gcc -std=c99 -pedantic " C_WARNINGS " -ffreestanding -c %s -o o && nm -gP o > names",
             file);
    if (!compile_with(v->compiler, folder, f->stepper ? "driver.c" : file) ||
        !runs_in(folder, command))
        fail_msg("%s", title);
    size_t length;
    char *names = specs_read(folder, "names", &length);
    assert_non_null(names);
    check_symbols(names, f);
    free(names);
    remove_folder(folder);
}

/* True if a step has a loop. */
static bool check_variant(const struct variant *v)
{
    struct emitted_files f = emit(v);
    check_width(f.header, v);
    check_width(f.code, v);
    if (f.stepper)
        check_width(f.stepper, v);
    bool loops = check_cost(&f, v);
    check_compiled(&f, v);
    free_files(&f);
    return loops;
}

static const char *const maps[] = {NULL, "exp", "cay"};

/* Each with each compiler and each method; attitude and map are drawn. */
TEST(specs_keep_what_their_banners_promise)
{
    enum { METHODS = 4, IMPLICIT = 3 };
    static const char *const method[METHODS] = {
        NULL, "rkmk(kutta4)", "rkmk(rk38, form = rate, dexpinv = exact)", "imidm"};
    const struct attitudes *all = &found.attitudes;
    const struct choices c = {5, {found.compilers, 2, PARTS, found.specs, METHODS}};
    struct rows rows = covering_rows(&c);
    for (int i = 0; i < rows.n; i++) {
        const int *row = rows.row[i];
        char name[40];
        snprintf(name, sizeof name, "attitude and map of row %d", i);
        struct variant v = variant_of(row);
        v.spec = found.spec[row[SPEC_OF]];
        v.method = method[row[METHOD]];
        v.attitude = all->call[drawn(name, all->n)];
        v.map = v.method ? maps[drawn(name, 3)] : NULL;
        if (in_share(i))
            assert_int_equal(check_variant(&v), row[METHOD] == IMPLICIT);
    }
    print_message("%d variants\n", rows.n);
    assert_true(rows.n >= 52);
    rows_free(&rows);
}

/* In a step that hardly does more than to move it, with a spec, a compiler and
 * a real type of the rows, of which the first has any. */
TEST(attitudes_keep_what_their_banners_promise)
{
    const struct attitudes *all = &found.attitudes;
    const struct choices c = {4, {found.compilers, 2, PARTS, found.specs}};
    struct rows rows = covering_rows(&c);
    const int first = drawn("attitudes", rows.n);
    const int n = all->n * (sampled_all() ? found.specs : 1);
    for (int i = 0; i < n; i++) {
        const int *row = rows.row[(first + i / all->n + i % all->n) % rows.n];
        struct variant v = variant_of(row);
        v.spec = found.spec[row[SPEC_OF]];
        v.method = "semi_euler";
        v.attitude = all->call[i % all->n];
        if (in_share(i))
            check_variant(&v);
    }
    assert_true(all->n >= 30);
    rows_free(&rows);
}
