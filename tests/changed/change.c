/* SPDX-License-Identifier: MIT
 *
 * Emitted C with one thing changed in its step, in _interp or in _set_rotation:
 * a sign or an operator, an index, a comparison, or a constant by a share of
 * itself.
 *
 *     change FILE.c SHARE          how many there are
 *     change FILE.c SHARE N OUT.c  writes the n-th, from 0, and says what it is
 *     change FILE.c SHARE FIRST EVERY TEST.c OPTIONS
 *         compiles each EVERY-th with its test by libtcc, and prints how many
 *         pass, fail, or are no C; then the numbers of those that pass
 */
#define _GNU_SOURCE /* open_memstream */
#include <ctype.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <libtcc.h>

struct site {
    size_t at, length;
    char text[64]; /* that stands there instead */
};

static char *text; /* of the file */
static struct site *site;
static int sites;

static char *read_file(const char *path)
{
    FILE *f = fopen(path, "rb");
    size_t n = 0, room = 1 << 22;
    char *chars = calloc(room, 1);
    if (f && chars)
        n = fread(chars, 1, room - 1, f);
    if (f)
        fclose(f);
    if (n)
        return chars;
    fprintf(stderr, "%s cannot be read\n", path);
    exit(2);
}

static void add(size_t at, size_t length, const char *instead)
{
    site = realloc(site, (size_t)(sites + 1) * sizeof *site);
    if (!site)
        exit(2);
    site[sites].at = at;
    site[sites].length = length;
    snprintf(site[sites++].text, sizeof site->text, "%s", instead);
}

static int is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Is there a word like it between? */
static int known(size_t from, size_t to, const char *word)
{
    const size_t n = strlen(word);
    for (size_t i = from; i + n <= to; i++)
        if (!strncmp(text + i, word, n) && !is_word(text[i - 1]) &&
            !is_word(text[i + n]))
            return 1;
    return 0;
}

/* A word whose name ends in an index: the next one of 0, 1, 2 that was there
 * before, in this function. */
static void index_of_name(size_t at, size_t n, size_t function)
{
    char word[64];
    const size_t last = at + n - 1;
    if (n < 2 || n > 60 || text[last] < '0' || text[last] > '2' ||
        isdigit((unsigned char)text[last - 1]))
        return;
    for (int k = 1; k < 3; k++) {
        snprintf(word, sizeof word, "%.*s%d", (int)n - 1, text + at,
                 (text[last] - '0' + k) % 3);
        if (known(function, at, word)) {
            add(at, n, word);
            return;
        }
    }
}

static void number(size_t at, size_t n, double share, int is_float)
{
    char word[64];
    const double x = strtod(text + at, NULL);
    if (x != 0) {
        snprintf(word, sizeof word, is_float ? "%.9ef" : "%.17e",
                 x * (1 + share));
        add(at, n, word);
    }
}

/* An operator of two characters, or one, and what stands instead. */
static size_t sign(size_t at)
{
    static const char *const pairs[][2] = {
        {"<= ", ">"}, {">= ", "<"},  {"< ", ">"},   {"> ", "<"},  {"+ ", "-"},
        {"- ", "+"},  {"&& ", "||"}, {"|| ", "&&"}, {"+= ", "-="}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        const size_t n = strlen(pairs[i][0]);
        if (text[at - 1] == ' ' && (!strncmp(text + at, pairs[i][0], n) ||
                                    (!strncmp(text + at, pairs[i][0], n - 1) &&
                                     text[at + n - 1] == '\n'))) {
            add(at, n - 1, pairs[i][1]);
            return n - 1;
        }
    }
    const char c = text[at], before = text[at - 1], after = text[at + 1];
    const int operand = is_word(before) || before == ')' || before == ']';
    if ((c == '*' || c == '/') && operand &&
        (is_word(after) || after == '(' || after == '-' || after == '\n'))
        add(at, 1, c == '*' ? "/" : "*");
    else if (c == '-' && !operand && after != '-' && after != '>')
        add(at, 1, "");
    return 1;
}

/* The length of a function that begins here and looks whether numbers are
 * there, or alike, else 0: a sum of what is none is none whatever its signs
 * are, and what is none spreads to all that is looked at. */
static size_t test_of_numbers(size_t at)
{
    const size_t line = strcspn(text + at, "\n");
    const char *end = strstr(text + at, "\n}");
    static const char *const names[] = {"_finite(", "_same("};
    for (int i = 0; i < 2 && end && !strncmp(text + at, "static ", 7); i++) {
        const char *name = strstr(text + at, names[i]);
        if (name && name < text + at + line)
            return (size_t)(end - text) - at;
    }
    return 0;
}

static void find_sites(size_t from, size_t to, double share)
{
    size_t function = from;
    for (size_t i = from; i < to;) {
        const char *p = text + i;
        size_t n = 1;
        if (test_of_numbers(i)) {
            n = test_of_numbers(i);
        } else if (!strncmp(p, "/*", 2)) {
            n = (size_t)(strstr(p, "*/") + 2 - p);
        } else if (*p == '#') {
            n = strcspn(p, "\n");
        } else if (*p == '"') {
            n = strcspn(p + 1, "\"") + 2;
        } else if (isdigit((unsigned char)*p)) {
            char *end;
            strtod(p, &end);
            const int is_float = *end == 'f';
            n = (size_t)(end - p) + (size_t)is_float;
            if (memchr(p, '.', n) || memchr(p, 'e', n))
                number(i, n, share, is_float);
            else if (text[i - 1] == '[' && text[i + 1] == ']')
                add(i, 1, *p == '0' ? "1" : "0");
        } else if (is_word(*p)) {
            while (is_word(p[n]))
                n++;
            index_of_name(i, n, function);
        } else if (*p == '}' && text[i - 1] == '\n') {
            function = i;
        } else {
            n = sign(i);
        }
        i += n;
    }
}

static size_t place_of(const char *what)
{
    const char *found = strstr(text, what);
    return found ? (size_t)(found - text) : 0;
}

static void write_changed(const struct site *s, FILE *f)
{
    fwrite(text, 1, s->at, f);
    fputs(s->text, f);
    fputs(text + s->at + s->length, f);
}

enum { PASSED, FAILED, NO_C };

static void no_word(void *context, const char *message)
{
    (void)context;
    (void)message;
}

/* What emitted code and its test call. */
static void add_functions(TCCState *tcc)
{
    static const char *const names[] = {
        "printf", "memmove", "memcpy", "memset", "sqrt",  "sin", "cos",
        "tan",    "asin",    "acos",   "atan",   "exp",   "log", "fabs",
        "floor",  "sinh",    "cosh",   "tanh",   "atan2", "pow"};
    void *library = dlopen("libm.so.6", RTLD_NOW);
    for (size_t i = 0; library && i < sizeof names / sizeof *names; i++) {
        char single[16];
        snprintf(single, sizeof single, "%sf", names[i]);
        const char *const both[] = {names[i], single};
        for (int k = 0; k < 2; k++)
            if (dlsym(library, both[k]))
                tcc_add_symbol(tcc, both[k], dlsym(library, both[k]));
    }
}

/* Compiled and run in a process of its own. */
static int try_site(const struct site *s, const char *test, const char *options)
{
    const pid_t child = fork();
    int status;
    if (child == 0) {
        char *changed = NULL;
        size_t n = 0;
        FILE *f = open_memstream(&changed, &n);
        TCCState *tcc = tcc_new();
        if (!f || !tcc || !freopen("/dev/null", "w", stdout))
            _exit(NO_C);
        write_changed(s, f);
        fclose(f);
        tcc_set_error_func(tcc, NULL, no_word);
        tcc_set_options(tcc, options);
        tcc_set_output_type(tcc, TCC_OUTPUT_MEMORY);
        add_functions(tcc);
        if (tcc_compile_string(tcc, changed) != 0 ||
            tcc_add_file(tcc, test) != 0 ||
            tcc_relocate(tcc, TCC_RELOCATE_AUTO) != 0)
            _exit(NO_C);
        int (*run)(void) = (int (*)(void))tcc_get_symbol(tcc, "main");
        alarm(10);
        _exit(run ? run() != 0 : NO_C);
    }
    if (child < 0 || waitpid(child, &status, 0) != child)
        exit(2);
    return WIFEXITED(status) ? WEXITSTATUS(status) : FAILED;
}

static int try_all(int first, int every, const char *test, const char *options)
{
    int *passed = calloc((size_t)sites + 1, sizeof *passed), count[3] = {0};
    for (int i = first; passed && i < sites; i += every) {
        const int how = try_site(&site[i], test, options);
        if (how == PASSED)
            passed[count[PASSED]] = i;
        count[how]++;
    }
    printf("%d %d %d\n", count[PASSED], count[FAILED], count[NO_C]);
    for (int i = 0; passed && i < count[PASSED]; i++)
        printf("%d\n", passed[i]);
    free(passed);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc != 3 && argc != 5 && argc != 7)
        return 2;
    text = read_file(argv[1]);
    const double share = strtod(argv[2], NULL);
    const size_t carried = place_of("#include \""),
                 start = place_of("/* --- the start");
    const size_t step = place_of("/* --- the step"),
                 end = place_of("\n/* --- ");
    if (!carried || !start || !step || !end)
        return 2;
    const size_t read = place_of("\n/* --- what is read and set"),
                 set = place_of("_set_rotation(");
    find_sites(carried, start, share);
    find_sites(step, read ? read : strlen(text), share);
    if (read && set) /* up to the function's end */
        find_sites(set, (size_t)(strstr(text + set, "\n}") - text), share);
    if (argc == 3) {
        printf("%d\n", sites);
        return 0;
    }
    const int n = atoi(argv[3]);
    if (argc == 7)
        return try_all(n, atoi(argv[4]), argv[5], argv[6]);
    FILE *f = fopen(argv[4], "wb");
    if (n < 0 || n >= sites || !f)
        return 2;
    const struct site *s = &site[n];
    write_changed(s, f);
    fclose(f);
    int line = 1;
    for (size_t i = 0; i < s->at; i++)
        line += text[i] == '\n';
    printf("line %d: %.*s -> %s\n", line, (int)s->length, text + s->at,
           *s->text ? s->text : "nothing");
    return 0;
}
