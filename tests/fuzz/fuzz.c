/* SPDX-License-Identifier: MIT
 *
 * Inputs cut into texts, and the folder that harnesses work in.
 */
#define _XOPEN_SOURCE 700 /* nftw, mkdtemp */

#include "fuzz.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct fuzz fuzz_begin(const uint8_t *data, size_t size)
{
    return (struct fuzz){(const char *)data, size};
}

int fuzz_choice(struct fuzz *f, int n)
{
    if (f->left == 0 || *f->at == '\n')
        return 0;
    f->left--;
    return (int)((unsigned char)(*f->at++ - 'a') % (unsigned)n);
}

void fuzz_line(struct fuzz *f)
{
    const char *end = f->left ? memchr(f->at, '\n', f->left) : NULL;
    size_t n = end ? (size_t)(end - f->at) + 1 : f->left;
    f->at += n;
    f->left -= n;
}

static char *copy(const char *chars, size_t n)
{
    char *to = malloc(n + 1);
    if (!to)
        abort();
    memcpy(to, chars, n);
    to[n] = '\0';
    return to;
}

/* Where the next line "--- NAME" begins, or the end. */
static size_t before_next(const struct fuzz *f)
{
    size_t i = 0;
    while (f->left - i >= 4 && memcmp(f->at + i, "--- ", 4) != 0) {
        const char *end = memchr(f->at + i, '\n', f->left - i);
        if (!end)
            return f->left;
        i = (size_t)(end - f->at) + 1;
    }
    return f->left - i >= 4 ? i : f->left;
}

struct fuzz_text fuzz_next(struct fuzz *f)
{
    struct fuzz_text t = {0};
    if (f->left == 0)
        return t;
    size_t word = 0;
    if (f->left >= 4 && memcmp(f->at, "--- ", 4) == 0) {
        const char *name = f->at + 4;
        fuzz_line(f);
        word = (size_t)(f->at - name);
        word -= word > 0 && name[word - 1] == '\n';
        t.name = copy(name, word);
    } else {
        t.name = copy("", 0);
    }
    t.length = before_next(f);
    t.chars = copy(f->at, t.length);
    f->at += t.length;
    f->left -= t.length;
    return t;
}

void fuzz_free(struct fuzz_text *t)
{
    free((char *)(uintptr_t)t->name);
    free(t->chars);
}

void fuzz_close(struct pol_job *job, pol_status status)
{
    bool told = status == POL_OK || status == POL_NO_MEMORY;
    size_t length = 0;
    for (int i = 0; i < pol_diag_count(job); i++) {
        const pol_diag *d = pol_diag_at(job, i);
        told |= d->is_error != 0;
        length += strlen(d->text);
    }
    if (status == POL_BUG || !told || (pol_diag_count(job) && !length))
        abort();
    pol_close(job);
}

/* ---- the folder ---- */

static char folder[4096];

static int take_away(const char *path, const struct stat *s, int type, struct FTW *at)
{
    (void)s;
    (void)type;
    return at->level > 0 ? remove(path) : 0;
}

static void leave(void)
{
    nftw(folder, take_away, 8, FTW_DEPTH | FTW_PHYS);
    rmdir(folder);
}

void fuzz_folder(void)
{
    const char *above = getenv("TMPDIR");
    if (*folder) {
        nftw(folder, take_away, 8, FTW_DEPTH | FTW_PHYS);
        return;
    }
    snprintf(folder, sizeof folder, "%s/polhode.XXXXXX", above ? above : "/tmp");
    if (!mkdtemp(folder) || chdir(folder) != 0 || atexit(leave) != 0)
        abort();
}

void fuzz_write(const char *name, const char *chars, size_t length)
{
    for (const char *end = name; (end = strchr(end, '/')); end++) {
        char above[256];
        snprintf(above, sizeof above, "%.*s", (int)(end - name), name);
        mkdir(above, 0777);
    }
    FILE *f = fopen(name, "w");
    if (f) {
        fwrite(chars, 1, length, f);
        fclose(f);
    }
}

/* ---- what is left out ---- */

/* Nothing is to outlast a loss of power. */
int __wrap_fsync(int file);
int __wrap_fsync(int file)
{
    (void)file;
    return 0;
}

/* gnuplot, and compilers, whose flags are anybody's. */
int __wrap_posix_spawnp(void);
int __wrap_posix_spawnp(void)
{
    return ENOENT;
}
