/* SPDX-License-Identifier: MIT
 *
 * For tests that run over all files of a folder, such as specs/.
 */
#ifndef POL_SPECS_H
#define POL_SPECS_H

#include "check.h"

#include <dirent.h>

enum { SPECS_MOST = 500, SPECS_NAME = 100 };

typedef char spec_name[SPECS_NAME];

static inline int specs_compare(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* The files of a folder with this ending, sorted; their number. */
static inline int specs_list(const char *folder, const char *ending, spec_name name[SPECS_MOST])
{
    int n = 0;
    size_t tail = strlen(ending);
    DIR *d = opendir(folder);
    assert_non_null(d);
    for (struct dirent *e; (e = readdir(d));) {
        size_t length = strlen(e->d_name);
        if (length <= tail || strcmp(e->d_name + length - tail, ending))
            continue;
        assert_true(n < SPECS_MOST && length < SPECS_NAME);
        strcpy(name[n++], e->d_name);
    }
    closedir(d);
    qsort(name, (size_t)n, sizeof *name, specs_compare);
    return n;
}

/* A file's content with a zero at its end, for free(); NULL: no such file. */
static inline char *specs_read(const char *folder, const char *name, size_t *length)
{
    char path[1024];
    *length = 0;
    int n = snprintf(path, sizeof path, "%s/%s", folder, name);
    assert_true(n > 0 && (size_t)n < sizeof path);
    FILE *f = fopen(path, "rb");
    if (!f)
        return NULL;
    assert_int_equal(fseek(f, 0, SEEK_END), 0);
    long size = ftell(f);
    assert_true(size >= 0);
    rewind(f);
    char *text = calloc(1, (size_t)size + 1);
    assert_non_null(text);
    *length = fread(text, 1, (size_t)size, f);
    fclose(f);
    return text;
}

#endif
