/* SPDX-License-Identifier: MIT
 *
 * Functions of emitted code that no stepper has: a test's own C function behind
 * that code, compiled with it as what a stepper is to keep.
 */
#ifndef POL_INSPECT_H
#define POL_INSPECT_H

#include "emitted.h"
#include "jit/jit.h"
#include "test_arena.h"

/* Are two bodies the same, byte by byte? */
#define INSPECT_SAME(body)                                                                         \
    "static int same(const " body " *a, const " body " *b)\n"                                      \
    "{\n"                                                                                          \
    "    const char *p = (const char *)a, *q = (const char *)b;\n"                                 \
    "    unsigned long i;\n"                                                                       \
    "    for (i = 0; i < sizeof *a; i++) if (p[i] != q[i]) return 0;\n"                            \
    "    return 1;\n"                                                                              \
    "}\n"

/* After this function `look`. */
#define INSPECT_STEPPER                                                                            \
    "extern const pol_stepper look_stepper;\n"                                                     \
    "const pol_stepper look_stepper = { .abi = POL_STEPPER_ABI, .keep = look "                     \
    "};\n"

/* The files of a body, which are freed, with `code` between the header and
 * what was emitted, and `look` behind. */
static inline pol_image *inspect_compile(struct arena *a, const char *body, struct emitted_files *f,
                                         const char *code, const char *look)
{
    struct diags diags = diags_new(a);
    const char *type = strstr(f->stepper, "#ifndef POL_STEPPER_H");
    const char *end = strstr(type, "#endif\n#endif\n");
    const struct source file[] = {
        {text_format(a, "%s.h", body),
         text_format(a, "%s%.*s#endif\n#endif\n", f->header, (int)(end - type), type), 0},
        {text_format(a, "%s.c", body), text_format(a, "%s\n%s\n%s", code, f->code, look), 0}};
    pol_image *image = jit_load(&diags, POL_TCC, "look", file, 2, NULL);
    for (int i = 0; i < diags.count; i++)
        print_error("%s\n", diags.items[i].message);
    assert_non_null(image);
    free_files(f);
    return image;
}

#endif
