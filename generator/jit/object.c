/* SPDX-License-Identifier: MIT
 *
 * A shared object that tcc wrote says nothing about the stack, and the dynamic
 * linker then asks for an executable one, which a strict system refuses.  This
 * adds the missing header to an open ELF file.
 */
#define _POSIX_C_SOURCE 200809L

#include "jit/image.h"

#include <elf.h>
#include <unistd.h>

static bool read_at(int file, void *to, size_t size, Elf64_Off offset)
{
    return pread(file, to, size, (off_t)offset) == (ssize_t)size;
}

static bool write_at(int file, const void *from, size_t size, Elf64_Off offset)
{
    return pwrite(file, from, size, (off_t)offset) == (ssize_t)size;
}

/* The table of program headers is copied to the end of the file, where there
 * is room for one more. */
bool jit_object_plain_stack(int file)
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
