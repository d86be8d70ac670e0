/* SPDX-License-Identifier: MIT
 *
 * C text to functions in memory by libtcc, which needs no file on disk here:
 * no headers, no run-time library.
 */
#define _GNU_SOURCE /* memfd_create */

#include "jit/image.h"

#include <stdio.h>

#ifdef POL_JIT_TCC

#include <dlfcn.h>
#include <elf.h>
#include <libtcc.h>
#include <sys/mman.h>
#include <unistd.h>

/* The first message is the one that matters; tcc stops there anyway.  (Not
 * to be left by longjmp: tcc holds a lock while it compiles.) */
static void keep_first(void *to, const char *message)
{
    struct load *load = to;
    if (!load->message[0])
        snprintf(load->message, sizeof load->message, "%s", message);
}

/* A state with the text compiled, or NULL.  After a failure tcc would still
 * hand out half-built functions, so the state is gone then.  Without -Werror
 * a call without prototype would be a warning and return an int. */
static TCCState *compile(struct load *load, int output)
{
    TCCState *s = tcc_new();
    if (!s) {
        keep_first(load, "tcc does not start");
        return NULL;
    }
    tcc_set_error_func(s, load, keep_first);
    tcc_set_options(s,
                    "-nostdlib -nostdinc -Wall -Werror"); /* before the type */
    tcc_set_output_type(s, output);
    if (tcc_compile_string(s, load->text) == 0 && !load->message[0])
        return s;
    keep_first(load, "the text does not compile");
    tcc_delete(s);
    return NULL;
}

#ifdef TCC_RELOCATE_TWO

/* Into pages of our own, which are never writable once code runs in them. */
static bool place(struct image *image, TCCState *s, struct load *load)
{
    int size = tcc_relocate(s, NULL);
    if (size <= 0) {
        keep_first(load, "the text does not link");
        return false;
    }
    void *memory = jit_room((size_t)size);
    if (!memory) {
        keep_first(load, "no memory for the code");
        return false;
    }
    if (tcc_relocate(s, memory) != 0 ||
        mprotect(memory, (size_t)size, PROT_READ | PROT_EXEC) != 0) {
        keep_first(load, "the code cannot be made executable");
        munmap(memory, (size_t)size);
        return false;
    }
    image->memory = memory;
    image->size = (size_t)size;
    return true;
}

#else

/* Later versions of tcc keep the code in the state. */
static bool place(struct image *image, TCCState *s, struct load *load)
{
    if (tcc_relocate(s) != 0) {
        keep_first(load, "the text does not link");
        return false;
    }
    image->state = s;
    return true;
}

#endif

static bool load_memory(struct image *image, struct load *load)
{
    TCCState *s = compile(load, TCC_OUTPUT_MEMORY);
    if (!s)
        return false;
    void *address;
    const char *name;
    for (int i = 0; (name = jit_symbol(i, &address)); i++)
        tcc_add_symbol(s, name, address);
    bool placed = place(image, s, load);
    if (placed)
        load->found = tcc_get_symbol(s, load->symbol);
    if (!image->state)
        tcc_delete(s);
    return placed;
}

static bool read_at(int file, void *to, size_t size, Elf64_Off offset)
{
    return pread(file, to, size, (off_t)offset) == (ssize_t)size;
}

static bool write_at(int file, const void *from, size_t size, Elf64_Off offset)
{
    return pwrite(file, from, size, (off_t)offset) == (ssize_t)size;
}

/* A shared object that tcc wrote says nothing about the stack, and the dynamic
 * linker then asks for an executable one, which a strict system refuses: an
 * open ELF file gets the missing header.  The table of program headers is
 * copied to the end of the file, where there is room for one more. */
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

/* Where memory may not be both writable and executable, tcc would end the
 * process: a shared object in a file that has no name does the same. */
static bool load_object(struct image *image, struct load *load)
{
    TCCState *s = compile(load, TCC_OUTPUT_DLL);
    if (!s)
        return false;
    char path[40];
    int file = memfd_create("stepper", MFD_CLOEXEC);
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    if (file < 0 || tcc_output_file(s, path) != 0 || !plain_stack(file))
        keep_first(load, "the code cannot be written");
    else if (!(image->library = dlopen(path, RTLD_NOW | RTLD_LOCAL)))
        keep_first(load, dlerror());
    else
        load->found = dlsym(image->library, load->symbol);
    if (file >= 0)
        close(file);
    tcc_delete(s);
    return image->library != NULL;
}

/* May a page become writable and executable, as tcc asks for? */
static bool pages_may_run(void)
{
    size_t size = (size_t)sysconf(_SC_PAGESIZE);
    void *page = jit_room(size);
    if (!page)
        return false;
    bool may = mprotect(page, size, PROT_READ | PROT_WRITE | PROT_EXEC) == 0;
    munmap(page, size);
    return may;
}

bool jit_tcc_load(struct image *image, struct load *load)
{
    if (pages_may_run())
        return load_memory(image, load);
    return load_object(image, load);
}

void jit_tcc_free(void *state)
{
    tcc_delete(state);
}

bool jit_tcc_built(void)
{
#if defined __x86_64__ || defined __aarch64__
    return true;
#else
    return false; /* elsewhere tcc's code is not to be trusted */
#endif
}

#else

bool jit_tcc_load(struct image *image, struct load *load)
{
    (void)image;
    snprintf(load->message, sizeof load->message,
             "not in this build; take gcc or clang");
    return false;
}

void jit_tcc_free(void *state)
{
    (void)state;
}

bool jit_tcc_built(void)
{
    return false;
}

#endif
