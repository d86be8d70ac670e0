/* SPDX-License-Identifier: MIT
 *
 * C text to a stepper in memory: joins the text, compiles it by libtcc, or by
 * the system's compiler and dlopen, checks the result and reports what is wrong
 * with it.
 */
#define _GNU_SOURCE /* MAP_ANONYMOUS, memfd_create */

#include "jit/jit.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#ifdef POL_JIT_TCC
#include <elf.h>
#include <libtcc.h>
#endif

#include "base/arena.h"
#include "base/file.h"
#include "base/name.h"
#include "base/process.h"
#include "base/text.h"

const char *const jit_name[] = {"tcc", "gcc", "clang"};

/* A text to compile, and the result. */
struct load {
    const char *symbol; /* <body>_found: points to the descriptor */
    const char *text;   /* one translation unit, complete */
    const char *flags;  /* for a system compiler */
    bool is_wasm;       /* compile to a module, which is not loaded */
    const void *found;  /* out: the symbol's address */
    char message[1000]; /* out: the compiler's error message */
};

/* Stores the first message only, the one that matters.  Returns false. */
__attribute__((format(printf, 2, 3))) static bool fail(struct load *load,
                                                       const char *format, ...)
{
    va_list values;
    va_start(values, format);
    if (!load->message[0])
        vsnprintf(load->message, sizeof load->message, format, values);
    va_end(values);
    return false;
}

/* Declares the functions of the C library that emitted code may call, also for
 * float, so that no header is needed. */
static void put_prototypes(struct text *t)
{
    static const char *const one[] = {"sin",   "cos",  "tan",  "asin", "acos",
                                      "atan",  "exp",  "log",  "sqrt", "fabs",
                                      "floor", "sinh", "cosh", "tanh"};
    static const char *const two[] = {"atan2", "pow"};
    for (size_t i = 0; i < sizeof one / sizeof *one; i++)
        text_print(t, "double %s(double); float %sf(float);\n", one[i], one[i]);
    for (size_t i = 0; i < sizeof two / sizeof *two; i++)
        text_print(t, "double %s(double, double); float %sf(float, float);\n",
                   two[i], two[i]);
}

/* An image lies in pages of its own: it outlives every arena. */
void *jit_room(size_t size)
{
    void *page = mmap(NULL, size, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return page == MAP_FAILED ? NULL : page;
}

/* Loads a shared object, and finds the symbol in it. */
static void open_library(pol_image *image, const char *path, struct load *load)
{
    image->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (image->library)
        load->found = dlsym(image->library, load->symbol);
    else
        fail(load, "%s", dlerror());
}

/* ---- by the system's compiler ----
 *
 * Intermediate files are in a private folder that is removed afterwards. */

enum { ROOM = 4096, WORDS = 64 };

/* The private folder and the files that may be in it. */
enum { CODE, LIBRARY, MESSAGES, FILES };
struct folder {
    char path[ROOM / 2], file[FILES][ROOM];
};

static bool open_folder(struct folder *f)
{
    static const char *const name[FILES] = {"stepper.c", "stepper.so",
                                            "messages"};
    const char *root = getenv("TMPDIR");
    char whole[PATH_MAX]; /* absolute: no name begins as a flag does */
    char path[sizeof f->path];
    if (!realpath(root && *root ? root : "/tmp", whole))
        return false;
    int n = snprintf(path, sizeof path, "%s/polhode-XXXXXX", whole);
    if (n < 0 || (size_t)n >= sizeof path || !mkdtemp(path))
        return false;
    memcpy(f->path, path, sizeof path);
    for (int i = 0; i < FILES; i++)
        snprintf(f->file[i], ROOM, "%s/%s", path, name[i]);
    return true;
}

/* Reads the first error in the compiler's messages, else the first line. */
static void read_messages(const char *path, struct load *load)
{
    char line[sizeof load->message];
    FILE *file = fopen(path, "r");
    load->message[0] = '\0';
    while (file && fgets(line, sizeof line, file)) {
        bool error = strstr(line, "error") != NULL;
        if (error || (!load->message[0] && *line != '\n'))
            snprintf(load->message, sizeof load->message, "%s", line);
        if (error)
            break;
    }
    if (file)
        fclose(file);
}

/* Runs a program to its end, with its output in a file and this signal mask;
 * returns its exit status, -1 if it did not run. */
static int run(char *const *words, const char *output, const sigset_t *held)
{
    const int file =
        open(output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    const int files[] = {-1, file, file};
    const int status = file < 0 ? -1 : process_run(words, files, held);
    if (file >= 0)
        close(file);
    return status;
}

/* A call without prototype is an error in C99, but compilers only warn.  The
 * library calls its own functions directly (-Bsymbolic), so that two images of
 * one name do not mix. */
static bool cc_compile(const char *compiler, struct folder *f,
                       struct load *load, const sigset_t *held)
{
    char flags[ROOM];
    /* temporary files of the compiler are in the folder, too */
    char place[sizeof f->path + 8];
    snprintf(place, sizeof place, "TMPDIR=%s", f->path);
    char *words[WORDS + 1] = {"env", place, (char *)compiler, "-std=c99"};
    snprintf(flags, sizeof flags, "%s", load->flags);
    char *const last[] = {"-Werror=implicit-function-declaration",
                          "-o",
                          f->file[LIBRARY],
                          f->file[CODE],
                          "-fPIC", /* from here on for shared objects */
                          "-shared",
                          "-Wl,-Bsymbolic",
                          "-lm"};
    const int lasts = load->is_wasm ? 4 : (int)(sizeof last / sizeof *last);
    int n = 4;
    char *rest, *flag = strtok_r(flags, " \t", &rest);
    for (; flag && n < WORDS - lasts; flag = strtok_r(NULL, " \t", &rest))
        words[n++] = flag;
    if (flag || strlen(load->flags) >= sizeof flags)
        return fail(load, "more flags than %d, or longer than %d characters",
                    WORDS - lasts - 4, ROOM - 1);
    for (int i = 0; i < lasts; i++)
        words[n++] = last[i];

    int status = run(words, f->file[MESSAGES], held);
    if (status == 0)
        return true;
    if (status < 0 || status == 127)
        return fail(load, "cannot be run, or crashed");
    read_messages(f->file[MESSAGES], load);
    return false;
}

/* Removes the folder with all files that a crashed compiler left in it. */
static void remove_folder(const char *path)
{
    DIR *folder = *path ? opendir(path) : NULL;
    struct dirent *entry;
    while (folder && (entry = readdir(folder)))
        unlinkat(dirfd(folder), entry->d_name, 0); /* "." and ".." stay */
    if (folder)
        closedir(folder);
    rmdir(path);
}

typedef void compiled(void *to, const char *path, struct load *);

/* Compiles the text, and passes the file to `take`. */
static void cc_take(const char *compiler, struct load *load, compiled *take,
                    void *to)
{
    struct folder f = {.path = ""};
    sigset_t before;
    /* Signals that end the program are blocked until the folder is removed.
     * They stop the compiler at once. */
    process_block(SIGHUP, &before);
    if (!open_folder(&f))
        fail(load, "no folder for temporary files: %s", strerror(errno));
    else if (!file_write(f.file[CODE], load->text, strlen(load->text), false))
        fail(load, "the text cannot be written: %s", strerror(errno));
    else if (cc_compile(compiler, &f, load, &before))
        take(to, f.file[LIBRARY], load);
    remove_folder(f.path);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static void cc_load(void *to, const char *path, struct load *load)
{
    pol_image *image = to;
    open_library(image, path, load);
    image->file = open(path, O_RDONLY | O_CLOEXEC);
}

/* ---- by libtcc ----
 *
 * It needs no file on disk here: no headers, no run-time library. */

#ifdef POL_JIT_TCC

/* Handler of tcc's errors; tcc stops after one. (No longjmp from here: tcc
 * holds a lock while it compiles.) */
static void keep(void *load, const char *message)
{
    fail(load, "%s", message);
}

/* Returns a state with the compiled text, or NULL. After a failure tcc would
 * still return half-built functions, so the state is freed.  Without -Werror a
 * call without prototype would be a warning and return an int. */
static TCCState *compile(struct load *load)
{
    TCCState *s = tcc_new();
    if (!s) {
        fail(load, "tcc does not start");
        return NULL;
    }
    tcc_set_error_func(s, load, keep);
    tcc_set_options(s, "-nostdlib -nostdinc -Wall -Werror "
                       "-Wl,-Bsymbolic"); /* before the type */
    tcc_set_output_type(s, TCC_OUTPUT_DLL);
    if (tcc_compile_string(s, load->text) == 0 && !load->message[0])
        return s;
    fail(load, "the text does not compile");
    tcc_delete(s);
    return NULL;
}

static bool read_at(int file, void *to, size_t size, Elf64_Off offset)
{
    return pread(file, to, size, (off_t)offset) == (ssize_t)size;
}

static bool write_at(int file, const void *from, size_t size, Elf64_Off offset)
{
    return pwrite(file, from, size, (off_t)offset) == (ssize_t)size;
}

/* Adds the header of the stack to an open ELF file. tcc writes none into a
 * shared object, and the dynamic linker then asks for an executable stack,
 * which a strict system refuses.  The table of program headers is copied to the
 * end of the file, where there is room for one more. */
static bool plain_stack(int file)
{
    enum { MOST = 16 };
    Elf64_Ehdr head;
    Elf64_Phdr table[MOST + 1];
    if (!read_at(file, &head, sizeof head, 0) || head.e_phnum > MOST ||
        head.e_phentsize != sizeof *table ||
        !read_at(file, table, head.e_phnum * sizeof *table, head.e_phoff))
        return false;
    for (int i = 0; i < head.e_phnum; i++)
        if (table[i].p_type == PT_GNU_STACK)
            return true;

    off_t end = lseek(file, 0, SEEK_END);
    if (end < 0)
        return false;
    table[head.e_phnum++] = (Elf64_Phdr){
        .p_type = PT_GNU_STACK, .p_flags = PF_R | PF_W, .p_align = 16};
    head.e_phoff = ((Elf64_Off)end + 15) / 16 * 16;
    return write_at(file, table, head.e_phnum * sizeof *table, head.e_phoff) &&
           write_at(file, &head, sizeof head, 0);
}

/* Loads a shared object from a file without a name.  This also works where
 * memory may not be both writable and executable; tcc's own loader would end
 * the process there.  The file stays open: the loader identifies objects by
 * path, and would take another file of the same path for this one. */
static bool load_object(pol_image *image, struct load *load)
{
    TCCState *s = compile(load);
    if (!s)
        return false;
    char path[40];
    image->file = memfd_create("stepper", MFD_CLOEXEC);
    snprintf(path, sizeof path, "/proc/self/fd/%d", image->file);
    if (image->file < 0 || tcc_output_file(s, path) != 0 ||
        !plain_stack(image->file))
        fail(load, "the code cannot be written");
    else
        open_library(image, path, load);
    tcc_delete(s);
    return image->library != NULL;
}

#endif

/* Uses the C locale: tcc reads numbers by the locale, and 1.5 would become 1
 * where a comma is the decimal point. */
static bool tcc_load(pol_image *image, struct load *load)
{
#ifdef POL_JIT_TCC
    struct plain plain = plain_enter();
    bool done = load_object(image, load);
    plain_leave(plain);
    return done;
#else
    (void)image;
    return fail(load, "not in this build; take gcc or clang");
#endif
}

/* --- text in, stepper out --- */

/* Joins the files to one translation unit.  Their includes are switched off and
 * replaced by text here; messages cite the files' own lines.  The descriptor is
 * static, the pointer to it is not. */
static const char *join(struct text *t, const char *body,
                        const struct source *file, int files)
{
    text_put(t, "#define ");
    for (const char *p = body; *p; p++)
        text_char(t, ascii_upper(*p));
    text_put(t, "_NO_INCLUDE 1\n#define bool _Bool\n"
                "#define true 1\n#define false 0\n#define NULL ((void *)0)\n"
                "typedef unsigned long uintptr_t;\n"); /* as in the kernel */
    put_prototypes(t);
    for (int i = 0; i < files; i++) {
        text_print(t, "#line 1 \"%s\"\n", file[i].path);
        text_put(t, file[i].chars);
        text_char(t, '\n');
    }
    text_print(t, "const pol_stepper *const %s_found = &%s_stepper;\n", body,
               body);
    return text_chars(t);
}

/* Reports a compiler's message, with its place if it has one:
 * "file:line: error: text" or "file:line:column: error: text". */
static void report(struct diags *diags, pol_compiler kind, char *message)
{
    const char *name = jit_name[kind];
    /* the line with the error, or else the first */
    char *at = strstr(message, "error:");
    while (at && at > message && at[-1] != '\n')
        at--;
    message = at ? at : message;
    message[strcspn(message, "\n")] = '\0';
    char *colon = strchr(message, ':');
    char *rest = colon ? colon + 1 : message;
    long line = colon ? strtol(rest, &rest, 10) : 0;
    char *text = colon ? strstr(rest, "error: ") : NULL;
    text = text ? text + 7 : colon ? strstr(rest, "warning: ") : NULL;
    if (line <= 0 || line > 1000000000 || *rest != ':' || !text) {
        diag_error(diags, (struct place){0}, "%s: %s", name, message);
        return;
    }
    const char *path =
        arena_text(diags->arena, message, (size_t)(colon - message));
    diag_error_line(diags, path, (int)line, "%s: %s", name, text);
}

void jit_keep(pol_image *image, void *data, size_t size)
{
    if (image) {
        image->data = data;
        image->data_size = size;
    } else if (data) {
        munmap(data, size);
    }
}

void pol_unload(pol_image *image)
{
    if (!image)
        return;
    if (image->data)
        munmap(image->data, image->data_size);
    if (image->library)
        dlclose(image->library);
    if (image->file >= 0)
        close(image->file);
    munmap(image, sizeof *image);
}

pol_compiler jit_compiler(void)
{
#ifdef POL_JIT_TCC
    return POL_TCC;
#else
    return POL_GCC;
#endif
}

const char *jit_object(struct arena *arena, const pol_image *image)
{
    return text_format(arena, "/proc/%ld/fd/%d", (long)getpid(), image->file);
}

const pol_stepper *pol_image_stepper(const pol_image *image)
{
    return image ? image->stepper : NULL;
}

/* True if the message of tcc, a compiler or the linker means no memory. */
static bool is_full(const char *message)
{
    static const char *const words[] = {
        "memory full",      "no memory",     "out of memory",
        "memory exhausted", "failed to map", "annot allocate memory"};
    bool full = false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        full |= strstr(message, words[i]) != NULL;
    return full;
}

/* Takes the descriptor found; false if this program cannot drive it. */
static bool take_descriptor(pol_image *image, const char *body,
                            struct arena *arena, struct load *load)
{
    const pol_stepper *s = *(const pol_stepper *const *)load->found;
    image->stepper = s;
    image->sweeps =
        dlsym(image->library, text_format(arena, "%s_sweeps", body));
    image->batch = dlsym(image->library, text_format(arena, "%s_batch", body));
    return s->abi == POL_STEPPER_ABI ||
           fail(load, "%s_stepper has layout %d, this program drives %d", body,
                s->abi, POL_STEPPER_ABI);
}

pol_image *jit_load(struct diags *diags, pol_compiler kind, const char *body,
                    const struct source *file, int files, const char *flags)
{
    if (!name_is_good(body)) {
        diag_error(diags, (struct place){0}, "'%s' is no name in C", body);
        return NULL;
    }
    const bool is_object = files == 1 && !file->chars;
    /* The text is freed before messages are added to the same arena. */
    struct arena_mark mark = arena_mark(diags->arena);
    struct text text = text_new(diags->arena);
    struct load load = {.symbol = text_format(diags->arena, "%s_found", body),
                        .text = is_object ? file->path
                                          : join(&text, body, file, files),
                        .flags = flags ? flags : "-O2 -ffp-contract=off"};

    pol_image *image = jit_room(sizeof *image);
    bool good = image || fail(&load, "no memory");
    if (image)
        image->file = -1;
    if (good && is_object)
        open_library(image, load.text, &load);
    else if (good && kind == POL_TCC)
        tcc_load(image, &load);
    else if (good)
        cc_take(jit_name[kind], &load, cc_load, image);
    good = good && image->library &&
           take_descriptor(image, body, diags->arena, &load);
    arena_release(diags->arena, mark);
    if (good)
        return image;
    pol_unload(image);
    if (is_full(load.message))
        arena_refuse(diags->arena);
    report(diags, kind, load.message);
    return NULL;
}

/* ---- modules ---- */

struct module {
    struct arena *arena;
    char *bytes; /* NULL: it cannot be read */
    size_t length;
};

static void read_module(void *to, const char *path, struct load *load)
{
    struct module *m = to;
    m->bytes = file_read(m->arena, path, (size_t)1 << 26, &m->length);
    if (!m->bytes)
        fail(load, "the module cannot be read: %s", strerror(errno));
}

const char *jit_module(struct arena *arena, const char *body,
                       const struct source *file, int files, size_t *length,
                       const char **why)
{
    struct text text = text_new(arena);
    struct module m = {.arena = arena};
    struct load load = {.text = join(&text, body, file, files),
                        .is_wasm = true};
    /* sqrt and the like are instructions; if no other function is called, no
     * library is needed */
    static const char *const library[] = {"", " -lc"};
    for (int i = 0; i < 2 && !m.bytes; i++) {
        if (i > 0 && !strstr(load.message, "undefined symbol"))
            break;
        load.message[0] = '\0';
        load.flags =
            text_format(arena,
                        "--target=wasm32-wasi -nostdlib -mbulk-memory -O2 "
                        "-ffp-contract=off -fno-math-errno -fvisibility=hidden "
                        "-Wl,--no-entry -Wl,--strip-all -Wl,--export-table "
                        "-Wl,--export=__heap_base -Wl,--export=%s_found "
                        "-Wl,--export-if-defined=%s_batch%s",
                        body, body, library[i]);
        cc_take("clang", &load, read_module, &m);
    }
    *length = m.length;
    *why = text_format(arena, "clang: %.*s", (int)strcspn(load.message, "\n"),
                       load.message);
    return m.bytes;
}
