/* SPDX-License-Identifier: MIT
 *
 * C text to a stepper in memory, whichever compiler does it: puts the text
 * together, checks what comes back, says what is wrong with it.
 */
#define _GNU_SOURCE /* MAP_ANONYMOUS */

#include "jit/image.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/arena.h"
#include "base/text.h"

/* --- functions of the C library: prototypes, so that no header is needed, and
 * addresses, so that no library is ------------------------------------------
 */

#define ONE_ARGUMENT(X)                                                        \
    X(sin)                                                                     \
    X(cos)                                                                     \
    X(tan)                                                                     \
    X(asin)                                                                    \
    X(acos)                                                                    \
    X(atan)                                                                    \
    X(exp)                                                                     \
    X(log)                                                                     \
    X(sqrt)                                                                    \
    X(fabs)                                                                    \
    X(floor)                                                                   \
    X(sinh)                                                                    \
    X(cosh)                                                                    \
    X(tanh)
#define TWO_ARGUMENTS(X)                                                       \
    X(atan2)                                                                   \
    X(pow)

#define PROTOTYPE_1(f) "double " #f "(double); float " #f "f(float);\n"
#define PROTOTYPE_2(f)                                                         \
    "double " #f "(double, double); float " #f "f(float, float);\n"
#define ADDRESS(name) {#name, (void *)name}, {#name "f", (void *)name##f},

/* Of all that emitted code may call, for use without headers. */
static const char *prototypes(void)
{
    return ONE_ARGUMENT(PROTOTYPE_1) TWO_ARGUMENTS(PROTOTYPE_2);
}

const char *jit_symbol(int i, void **address)
{
    /* The compilers themselves call the last three, for `= {0}` and structs. */
    static const struct {
        const char *name;
        void *address;
    } symbols[] = {
        ONE_ARGUMENT(ADDRESS)  /* each entry ends with a comma */
        TWO_ARGUMENTS(ADDRESS) /* likewise */
        {"memset", (void *)memset},
        {"memcpy", (void *)memcpy},
        {"memmove", (void *)memmove},
    };

    if (i >= (int)(sizeof symbols / sizeof *symbols))
        return NULL;
    *address = symbols[i].address;
    return symbols[i].name;
}

/* --- text in, stepper out --------------------------------------------------
 */

static const char *compiler_name(enum jit_kind kind)
{
    return kind == JIT_TCC ? "tcc" : kind == JIT_GCC ? "gcc" : "clang";
}

bool jit_available(enum jit_kind kind)
{
    return kind == JIT_TCC ? jit_tcc_built()
                           : jit_cc_found(compiler_name(kind));
}

static bool is_identifier(const char *name)
{
    if (!*name || ascii_is_digit(*name))
        return false;
    while (ascii_is_word(*name))
        name++;
    return *name == '\0';
}

/* One translation unit: the includes that the code would have are switched
 * off and stand here as text; messages cite the files' own lines.  The
 * descriptor is the text's own, what points to it is not. */
static const char *join(struct text *t, const char *body,
                        const struct jit_file *file, int files)
{
    text_put(t, "#define ");
    for (const char *p = body; *p; p++)
        text_char(t, ascii_upper(*p));
    text_put(t, "_NO_INCLUDE 1\n");
    text_put(t, prototypes());
    for (int i = 0; i < files; i++) {
        text_print(t, "#line 1 \"%s\"\n", file[i].name);
        text_put(t, file[i].text);
        text_char(t, '\n');
    }
    text_print(t, "const pol_stepper *const %s_found = &%s_stepper;\n", body,
               body);
    return text_chars(t);
}

/* Cuts out the line of a message that names the error, or else the first. */
static char *error_line(char *message)
{
    char *at = strstr(message, "error:");
    while (at && at > message && at[-1] != '\n')
        at--;
    message = at ? at : message;
    message[strcspn(message, "\n")] = '\0';
    return message;
}

/* Passes a compiler's message on, with its place if it names one:
 * "file:line: error: text" or "file:line:column: error: text". */
static void report(struct diags *diags, enum jit_kind kind, char *message)
{
    const char *name = compiler_name(kind);
    message = error_line(message);
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

/* An image lies in pages of its own: it outlives every arena. */
void *jit_room(size_t size)
{
    void *page = mmap(NULL, size, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return page == MAP_FAILED ? NULL : page;
}

void jit_keep(struct image *image, void *data, size_t size)
{
    if (image) {
        image->data = data;
        image->data_size = size;
    } else if (data) {
        munmap(data, size);
    }
}

void jit_unload(struct image *image)
{
    if (!image)
        return;
    if (image->data)
        munmap(image->data, image->data_size);
    if (image->memory)
        munmap(image->memory, image->size);
    if (image->library)
        dlclose(image->library);
    if (image->state)
        jit_tcc_free(image->state);
    munmap(image, sizeof *image);
}

const pol_stepper *jit_stepper(const struct image *image)
{
    return image->stepper;
}

/* tcc reads numbers as the locale writes them: 1.5 would become 1 where a
 * comma is the decimal point. */
static bool compile(struct image *image, enum jit_kind kind, struct load *load)
{
    if (kind != JIT_TCC)
        return jit_cc_load(image, compiler_name(kind), load);
    struct plain plain = plain_enter();
    bool done = jit_tcc_load(image, load);
    plain_leave(plain);
    return done;
}

/* Is what came back a descriptor that we can drive? */
static bool check(struct image *image, struct load *load)
{
    const pol_stepper *s = *(const pol_stepper *const *)load->found;
    image->stepper = s;
    if (s->abi != POL_STEPPER_ABI) {
        snprintf(load->message, sizeof load->message,
                 "%s_stepper has layout %d, this program drives %d", load->body,
                 s->abi, POL_STEPPER_ABI);
        return false;
    }
    return true;
}

struct image *jit_load(struct diags *diags, enum jit_kind kind,
                       const char *body, const struct jit_file *file, int files,
                       const char *flags)
{
    if (!is_identifier(body)) {
        diag_error(diags, (struct place){0}, "'%s' is no name in C", body);
        return NULL;
    }
    /* The text is gone before messages are put in the same arena. */
    struct arena_mark mark = arena_mark(diags->arena);
    struct text text = text_new(diags->arena);
    struct load load = {.body = body,
                        .symbol = text_format(diags->arena, "%s_found", body),
                        .text = join(&text, body, file, files),
                        .flags = flags ? flags : "-O2 -ffp-contract=off"};

    struct image *image = jit_room(sizeof *image);
    bool good = image && compile(image, kind, &load) && check(image, &load);
    arena_release(diags->arena, mark);
    if (good)
        return image;
    if (!image)
        snprintf(load.message, sizeof load.message, "no memory");
    jit_unload(image);
    report(diags, kind, load.message);
    return NULL;
}
