/* SPDX-License-Identifier: MIT
 *
 * A locale with a decimal comma, made on the spot, so that tests of it do not
 * depend on what the machine has installed; glibc only: elsewhere there is
 * none.
 */
#ifndef POL_COMMA_LOCALE_H
#define POL_COMMA_LOCALE_H

#include "check.h"

#include <locale.h>
#include <sys/stat.h>
#include <unistd.h>

/* glibc 2.36 loses the copy that it makes of LOCPATH. */
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#define COMMA_LEAK(sentence) (__lsan_disable(), sentence, __lsan_enable())
#else
#define COMMA_LEAK(sentence) (sentence)
#endif

/* Writes the file of glibc's category LC_NUMERIC: a mark, the number of
 * items, their places, the items: point, separator, grouping, the first two
 * as wide characters, character set. */
static inline int comma_write(const char *path)
{
    const uint32_t head[8] = {0x20031115u ^ 1u, 6, 32, 34, 35, 36, 40, 44};
    const uint32_t wide[2] = {',', 0};
    FILE *file = fopen(path, "wb");
    if (!file)
        return 0;
    size_t n = fwrite(head, sizeof head, 1, file);
    n += fwrite(",\0\0\0", 4, 1, file);
    n += fwrite(wide, sizeof wide, 1, file);
    n += fwrite("UTF-8", 6, 1, file);
    return fclose(file) == 0 && n == 4;
}

/* (locale_t)0 where there is none; to be freed by freelocale. */
static inline locale_t comma_locale(void)
{
    char root[] = "/tmp/pol_locale_XXXXXX", folder[80], path[100];
    locale_t locale = (locale_t)0;
    if (!mkdtemp(root))
        return locale;
    snprintf(folder, sizeof folder, "%s/comma", root);
    snprintf(path, sizeof path, "%s/LC_NUMERIC", folder);
    if (mkdir(folder, 0700) == 0 && comma_write(path)) {
        setenv("LOCPATH", root, 1);
        COMMA_LEAK(locale = newlocale(LC_NUMERIC_MASK, "comma", (locale_t)0));
        unsetenv("LOCPATH");
    }
    unlink(path);
    rmdir(folder);
    rmdir(root);
    return locale;
}

#endif
