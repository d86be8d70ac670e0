/* SPDX-License-Identifier: MIT
 *
 * Compares what would be written with the files in a folder. Writes files, all
 * or none, and overwrites only files that polhode made: new files in the same
 * folder are filled and then renamed. There is no fsync (tens of ms): if the
 * program is killed, a file is either old or new; after a power failure one may
 * emit again.
 */
#define _XOPEN_SOURCE 700

#include "emit/emit.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/text.h"

/* Longer files were not made by polhode. */
enum { LARGEST = 1 << 28 };

/* In banners, before the version and before the mark of the content. */
static const char made_by[] = "made by polhode ", mark[] = "(content ";

/* One file to write. */
struct written {
    const struct source *file;
    const char *path;
    bool exists, same;           /* same: it already has this text */
    char filled[FILE_NAME_ROOM]; /* the new file beside it; "" : none */
    char kept[FILE_NAME_ROOM];   /* the old one's second name; "": none */
};

struct writer {
    struct arena *arena;
    struct diags *diags;
    const struct emit_place *place;
    int files;
    struct written *output;
};

static const char *path_of(struct arena *arena, const struct emit_place *place,
                           const char *name)
{
    size_t n = strlen(place->folder);
    while (n > 1 && place->folder[n - 1] == '/')
        n--;
    bool here = n == 1 && place->folder[0] == '.';
    return here ? name
                : text_format(arena, "%.*s/%s", (int)n, place->folder, name);
}

static bool fail(struct writer *w, const char *path)
{
    return diag_error_line(w->diags, path, 0, "cannot be written: %s",
                           strerror(errno));
}

/* ---- files that exist already -------------------------------------------- */

/* True if it begins like the new text, up to the words "made by polhode". */
static bool is_ours(const char *old, const char *text)
{
    const char *end = strstr(text, "*/"), *at = strstr(text, made_by);
    if (!at || (end && end < at))
        return false;
    return strncmp(old, text, (size_t)(at - text) + sizeof made_by - 1) == 0;
}

static bool refuse(struct writer *w, const struct written *o, const char *why,
                   const char *or_else)
{
    const bool is_rule = o->file == w->place->rule;
    diag_error_line(w->diags, o->path, 0, "%s", why);
    return diag_hint(
        w->diags, "write %s%s",
        is_rule ? "another --depfile" : "into another folder by -o", or_else);
}

/* True if the file may be written. Nothing has been changed yet. */
static bool check(struct writer *w, struct written *o)
{
    struct stat old;
    const bool is_rule = o->file == w->place->rule;
    const char *slash = strrchr(o->path, '/'),
               *name = slash ? slash + 1 : o->path;
    for (const struct written *other = w->output; other < o; other++)
        if (file_same(o->path, other->path) || !strcmp(name, other->file->path))
            return refuse(
                w, o, "another output file is this file, or has its name", "");
    if (stat(o->path, &old) != 0 && lstat(o->path, &old) == 0)
        return refuse(w, o, "this is a link to nothing", "");
    if (stat(o->path, &old) != 0)
        return errno == ENOENT || fail(w, o->path);
    o->exists = true;
    if (file_same(o->path, w->place->input))
        return refuse(w, o, "this is the spec itself",
                      is_rule ? "" : ", or rename the body");
    if (!S_ISREG(old.st_mode))
        return refuse(w, o, "this is no regular file", "");
    size_t n = 0;
    const char *chars = file_read(w->arena, o->path, LARGEST, &n);
    const char *text = o->file->chars; /* a rule is recognised by its target */
    o->same = chars && n == o->file->length && memcmp(chars, text, n) == 0;
    bool ours = chars && !is_rule && is_ours(chars, text);
    if (is_rule && chars)
        ours = n == 0 || !strncmp(chars, text, strcspn(text, ":") + 1);
    if (o->same || ours || w->place->force) {
        char end[PATH_MAX]; /* target of links; the links stay */
        if (realpath(o->path, end))
            o->path = arena_text(w->arena, end, strlen(end));
        return true;
    }
    return refuse(w, o,
                  is_rule ? "this is no rule of make for that target"
                          : "this file was not made by polhode from a body of "
                            "this name: it is not overwritten",
                  ", or overwrite this file by --force");
}

/* ---- new files, then names ---------------------------------------------- */

static bool give_name(const char *name, void *path)
{
    return link(path, name) == 0;
}

/* Renames the new file. The old one keeps a second name until all are written
 * (if the file system has links). */
static bool put(struct written *o)
{
    if (o->exists)
        (void)!file_sibling(o->path, "old", o->kept, give_name,
                            (void *)o->path);
    if (rename(o->filled, o->path) != 0)
        return false;
    o->filled[0] = '\0';
    return true;
}

static bool write_outputs(struct writer *w)
{
    for (int i = 0; i < w->files; i++) {
        struct written *o = &w->output[i];
        if (!o->same && !file_fill(o->path, o->file->chars, o->file->length,
                                   false, o->filled))
            return fail(w, o->path);
    }
    for (int i = 0; i < w->files; i++) {
        if (w->output[i].same || put(&w->output[i]))
            continue;
        fail(w, w->output[i].path);
        while (i-- > 0) {
            struct written *o = &w->output[i];
            if (o->kept[0])
                rename(o->kept, o->path);
            else if (!o->same && !o->exists)
                unlink(o->path);
            o->kept[0] = '\0';
        }
        return false;
    }
    return true;
}

const char *const *emit_write(struct arena *arena, struct diags *diags,
                              const struct emission *e,
                              const struct emit_place *place)
{
    const int files = e->files + (place->rule != NULL);
    struct writer w = {arena, diags, place, files, NULL};
    const char **path = arena_array(arena, (size_t)files + 1, sizeof *path);
    w.output = arena_array(arena, (size_t)files + 1, sizeof *w.output);
    if (strcmp(place->folder, ".") != 0)
        mkdir(place->folder, 0777); /* a failure shows when writing */
    for (int i = 0; i < files; i++) {
        const struct source *f = i < e->files ? &e->file[i] : place->rule;
        path[i] = f == place->rule ? f->path : path_of(arena, place, f->path);
        w.output[i].file = f;
        w.output[i].path = path[i];
        if (!check(&w, &w.output[i]))
            return NULL;
    }
    bool ok = write_outputs(&w);
    for (const struct written *o = w.output; o < w.output + w.files; o++) {
        if (o->filled[0]) /* it was not renamed */
            unlink(o->filled);
        if (o->kept[0])
            unlink(o->kept);
    }
    struct stat old;
    const char *left = e->left_out ? path_of(arena, place, e->left_out) : "";
    if (ok && stat(left, &old) == 0)
        diag_warning(diags, (struct place){0},
                     "%s still exists, but is not part of this output", left);
    return ok ? path : NULL;
}

/* ---- what differs -------------------------------------------------------- */

/* Returns the text between the two, from a banner, or "" if there is none. */
static const char *between(struct arena *arena, const char *text,
                           const char *before, const char *after)
{
    const char *from = strstr(text, before);
    const char *to = from ? strstr(from + strlen(before), after) : NULL;
    from += to ? strlen(before) : 0;
    return to ? arena_text(arena, from, (size_t)(to - from)) : "";
}

/* Returns the command in the banner. It may continue on lines that begin with
 * the comment's sign and blanks. */
static const char *command_of(struct arena *arena, const char *text)
{
    static const char first[] = "polhode emit ";
    struct text out = text_new(arena);
    const char *at = strstr(text, mark);
    at = at ? strstr(at, first) : NULL;
    for (size_t n, margin = 1; at && margin; at += margin) {
        n = strcspn(at, "\r\n");
        text_print(&out, "%s%.*s", out.length ? " " : "", (int)n, at);
        at += n + strspn(at + n, "\r\n");
        margin = strspn(at, " *#");
        margin = margin >= 10 ? margin : 0;
    }
    return text_chars(&out);
}

/* Reports the first difference between a file and what is emitted. */
static void report_difference(struct diags *diags, const char *path,
                              const char *old, const char *text)
{
    struct arena *a = diags->arena;
    const char *was = between(a, old, made_by, ";");
    const char *is = between(a, text, made_by, ";");
    const char *by = command_of(a, old), *what, *hint = NULL;
    const char *content = between(a, old, mark, ")");
    const char *content_now = between(a, text, mark, ")");
    int line = 0;
    if (strcmp(by, command_of(a, text)) != 0) {
        what = "this file was made with other options";
        hint = text_format(a, "it was made by: %s", by);
    } else if (strcmp(was, is) != 0) {
        what = text_format(
            a, "this file was made by version %s, and this is version %s", was,
            is);
    } else if (strncmp(content, content_now, 16) != 0) {
        what = "the spec, or a series that it reads, has changed since this "
               "file was made";
    } else if (strcmp(content, content_now) != 0) {
        what = "a file of the shelf has changed since this file was made";
    } else {
        const char *begin = text; /* start of the line */
        for (line = 1; *old && *old == *text; old++)
            if (*text++ == '\n') {
                line++;
                begin = text;
            }
        what = "this file was edited, here or further down";
        hint = text_format(a, "emitted is: %.*s", (int)strcspn(begin, "\n"),
                           begin);
        if (*old == '\r' && *text == '\n')
            hint = "lines end in CR LF here";
    }
    diag_error_line(diags, path, line, "%s", what);
    diag_near(diags, NULL, hint);
}

bool emit_check(struct arena *arena, struct diags *diags,
                const struct emission *e, const struct emit_place *place)
{
    bool same = true;
    for (const struct source *f = e->file; f < e->file + e->files; f++) {
        const char *path = path_of(arena, place, f->path);
        size_t n = 0;
        const char *old = file_read(arena, path, LARGEST, &n);
        if (old && n == f->length && memcmp(old, f->chars, n) == 0)
            continue;
        same = false;
        if (!old)
            diag_error_line(diags, path, 0, "cannot be read: %s", file_fault());
        else if (is_ours(old, f->chars))
            report_difference(diags, path, old, f->chars);
        else
            diag_error_line(diags, path, 0,
                            "this file was not made by polhode from a body of "
                            "this name");
    }
    return same;
}
