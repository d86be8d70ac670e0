/* SPDX-License-Identifier: MIT
 *
 * A shelf folder of its own for a test, with files dropped into it.
 */
#ifndef POL_DROPPED_H
#define POL_DROPPED_H

#include "check.h"

#include <sys/stat.h>
#include <unistd.h>

struct dropped {
    char folder[64];
    int files;
    char path[8][200];
};

static const char *const dropped_kinds[] = {"methods", "maps", "attitudes", "tableaus",
                                            "compositions"};
enum { DROPPED_KINDS = sizeof dropped_kinds / sizeof *dropped_kinds };

static inline struct dropped drop_begin(void)
{
    struct dropped d = {.folder = "/tmp/polhode-shelf-XXXXXX"};
    assert_non_null(mkdtemp(d.folder));
    for (int i = 0; i < DROPPED_KINDS; i++) {
        char path[100];
        snprintf(path, sizeof path, "%s/%s", d.folder, dropped_kinds[i]);
        assert_int_equal(mkdir(path, 0700), 0);
    }
    return d;
}

static inline void drop(struct dropped *d, const char *kind, const char *name, const char *text)
{
    assert_true(d->files < 8);
    char path[sizeof d->path[0]];
    int n = snprintf(path, sizeof path, "%s/%s/%s", d->folder, kind, name);
    assert_true(n > 0 && (size_t)n < sizeof path);
    strcpy(d->path[d->files++], path);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    assert_true(fputs(text, f) >= 0);
    assert_int_equal(fclose(f), 0);
}

/* A copy of the shelf's own file in which every `part` is replaced. */
static inline void drop_changed(struct dropped *d, const char *kind, const char *from,
                                const char *name, const char *part, const char *by)
{
    static char text[1 << 16], changed[1 << 17];
    char path[300];
    snprintf(path, sizeof path, "%s/templates/%s/%s", POL_ROOT_DIR, kind, from);
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    size_t n = fread(text, 1, sizeof text - 1, f);
    fclose(f);
    text[n] = '\0';
    assert_non_null(strstr(text, part));
    char *out = changed;
    for (const char *p = text; *p;) {
        if (strncmp(p, part, strlen(part)) == 0) {
            out += sprintf(out, "%s", by);
            p += strlen(part);
        } else {
            *out++ = *p++;
        }
    }
    *out = '\0';
    drop(d, kind, name, changed);
}

/* A method of the shelf without what is between its steps, which is most of a
 * stepper's text and most of the time to load it. */
static inline void drop_steps_alone(struct dropped *d, const char *file)
{
    drop_changed(d, "methods", file, file, "return method {",
                 "function dense(_, a) a.turn = 0 return a end\nreturn method {");
}

static inline void drop_end(struct dropped *d)
{
    for (int i = 0; i < d->files; i++)
        unlink(d->path[i]);
    for (int i = 0; i < DROPPED_KINDS; i++) {
        char path[100];
        snprintf(path, sizeof path, "%s/%s", d->folder, dropped_kinds[i]);
        rmdir(path);
    }
    rmdir(d->folder);
}

#endif
