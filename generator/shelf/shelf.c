/* SPDX-License-Identifier: MIT
 *
 * Finds the shelf's files, in the folders that were given and in the program,
 * and finds them again by name or alias.
 */
#define _POSIX_C_SOURCE 200809L

#include "shelf/shelf.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/name.h"
#include "base/text.h"
#include "shelf/claim.h"

enum { FILE_LIMIT = 1 << 24 };

struct page { /* a file of a target's folder */
    const char *target, *file;
    struct shelf_file entry;
};

/* What a file is called besides its own name: by others who call it so ("dp5"),
 * by a family's file of one of its members ("gauss4 = gauss(2)"), or elsewhere
 * ("rk45 in SciPy"). */
struct other_name {
    enum called_by { ALIAS, INSTANCE, ELSEWHERE } which;
    const char *name; /* in lower case */
    const char *rest; /* "dp5" as it is written; "gauss(2)"; " in SciPy" */
    struct shelf_file *file;
};

struct list {
    struct shelf_file *item;
    int count, room;
    bool has_others; /* they have been read */
    struct other_name *other;
    int others, other_room;
};

struct shelf {
    struct arena *arena;
    struct list list[SHELF_KINDS];
    struct page *page;
    int pages, room;
};

static const struct {
    const char *name;     /* its folder has an s behind that */
    bool texts, programs; /* are they .pol files, .lua files, or either? */
} kinds[SHELF_KINDS] = {
    [SHELF_TABLEAU] = {"tableau", true, true},
    [SHELF_COMPOSITION] = {"composition", true, false},
    [SHELF_METHOD] = {"method", false, true},
    [SHELF_MAP] = {"map", false, true},
    [SHELF_ATTITUDE] = {"attitude", false, true},
    [SHELF_TARGET] = {"target", false, false},
};

const char *shelf_kind_name(enum shelf_kind kind)
{
    return kinds[kind].name;
}

static const char *lower(struct arena *a, const char *text, size_t length)
{
    char *copy = arena_text(a, text, length);
    for (char *c = copy; *c; c++)
        *c = ascii_lower(*c);
    return copy;
}

static struct shelf_file *find(const struct list *list, const char *name)
{
    for (int i = 0; i < list->count; i++)
        if (!strcmp(list->item[i].name, name))
            return &list->item[i];
    return NULL;
}

static bool ends_in(const char *path, const char *ending)
{
    size_t n = strlen(path), m = strlen(ending);
    return n > m && !strcmp(path + n - m, ending);
}

/* What was added first stays. */
static void add_file(struct shelf *s, enum shelf_kind kind, const char *name,
                     const struct source *text)
{
    struct list *list = &s->list[kind];
    if (find(list, name))
        return;
    arena_push(s->arena, list->item, list->count, list->room);
    list->item[list->count++] = (struct shelf_file){
        kind, name, ends_in(text->path, ".lua"), false, text};
}

static void add_page(struct shelf *s, const char *target, const char *file,
                     const struct source *text)
{
    arena_push(s->arena, s->page, s->pages, s->room);
    s->page[s->pages++] =
        (struct page){target, file, {SHELF_TARGET, file, false, false, text}};
    if (!strcmp(file, "target.lua"))
        add_file(s, SHELF_TARGET, target, text);
}

/* The stem of "kutta4.pol" in lower case, or NULL if it has another ending than
 * the kind's files. */
static const char *stem(struct arena *a, const char *file, enum shelf_kind kind)
{
    static const size_t ending = sizeof ".pol" - 1;
    if ((kinds[kind].texts && ends_in(file, ".pol")) ||
        (kinds[kind].programs && ends_in(file, ".lua")))
        return lower(a, file, strlen(file) - ending);
    return NULL;
}

static void add_builtin(struct shelf *s, const struct source *text)
{
    for (int k = 0; k < SHELF_KINDS; k++) {
        size_t n = strlen(kinds[k].name);
        if (strncmp(text->path, kinds[k].name, n) ||
            strncmp(text->path + n, "s/", 2) != 0)
            continue;
        const char *rest = text->path + n + 2, *slash = strchr(rest, '/');
        const char *name;
        if (k == SHELF_TARGET && slash)
            add_page(s, lower(s->arena, rest, (size_t)(slash - rest)),
                     slash + 1, text);
        else if (!slash && (name = stem(s->arena, rest, (enum shelf_kind)k)))
            add_file(s, (enum shelf_kind)k, name, text);
    }
}

const struct source *shelf_own(const char *path)
{
    for (int i = 0; i < shelf_builtin_count; i++)
        if (!strcmp(shelf_builtin[i].text.path, path))
            return &shelf_builtin[i].text;
    return NULL;
}

/* ---- folders ---- */

/* Writes the names, zero after zero, as far as they fit; the room that all of
 * them need, or 0 with errno.  No folder is open while memory is asked for, so
 * that running out of it leaks none. */
static size_t copy_names(const char *path, char *to, size_t room, int *count)
{
    DIR *folder = opendir(path);
    struct dirent *item;
    size_t need = 0;
    *count = 0;
    if (!folder)
        return 0;
    while ((item = readdir(folder))) {
        size_t n = strlen(item->d_name) + 1;
        if (item->d_name[0] == '.')
            continue;
        if (need + n <= room) {
            memcpy(to + need, item->d_name, n);
            ++*count;
        }
        need += n;
    }
    closedir(folder);
    return need + 1;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The names in a folder (no ".x"), sorted; false with errno if it cannot be
 * read. */
static bool list_folder(struct arena *a, const char *path,
                        const char *const **names, int *count)
{
    size_t room = copy_names(path, NULL, 0, count);
    if (!room)
        return false;
    char *text = arena_alloc(a, room);
    if (!copy_names(path, text, room, count))
        return false;
    const char **name = arena_array(a, (size_t)*count + 1, sizeof *name);
    for (int i = 0; i < *count; i++, text += strlen(text) + 1)
        name[i] = text;
    qsort(name, (size_t)*count, sizeof *name, compare_names);
    *names = name;
    return true;
}

/* A file of a folder, whole; NULL with a message. */
static const struct source *read_file(struct shelf *s, struct diags *diags,
                                      const char *folder, const char *name)
{
    const char *path = text_format(s->arena, "%s/%s", folder, name);
    struct source *source = arena_alloc(s->arena, sizeof *source);
    struct stat about;
    size_t length;
    char *chars = NULL;
    if (stat(path, &about) == 0 && !S_ISREG(about.st_mode))
        errno = EISDIR;
    else
        chars = file_read(s->arena, path, FILE_LIMIT, &length);
    if (!chars) {
        diag_error_line(diags, path, 0, "cannot read this file: %s",
                        strerror(errno));
        return NULL;
    }
    *source = (struct source){path, chars, length};
    return source;
}

static void add_target(struct shelf *s, struct diags *diags, const char *folder,
                       const char *name)
{
    const char *path = text_format(s->arena, "%s/%s", folder, name);
    const char *const *file;
    int n;
    if (!list_folder(s->arena, path, &file, &n))
        return; /* not a folder: no target */
    name = lower(s->arena, name, strlen(name));
    for (int i = 0; i < n; i++) {
        const struct source *text = read_file(s, diags, path, file[i]);
        if (text)
            add_page(s, name, file[i], text);
    }
}

static void refuse_folder(struct diags *diags, const char *path, int error)
{
    diag_error_line(diags, path, 0, "cannot read this shelf folder: %s",
                    strerror(error));
}

/* A shelf need not have every kind: is there a folder of this one, if no more
 * than a link to nothing? */
static bool add_folder(struct shelf *s, struct diags *diags, const char *folder,
                       enum shelf_kind kind)
{
    const char *path =
        text_format(s->arena, "%s/%ss", folder, kinds[kind].name);
    const char *const *file, *name;
    int n;
    if (!list_folder(s->arena, path, &file, &n)) {
        int error = errno;
        struct stat about;
        if (lstat(path, &about) != 0)
            return false;
        refuse_folder(diags, path, error);
        return true;
    }
    for (int i = 0; i < n; i++) {
        if (kind == SHELF_TARGET) {
            add_target(s, diags, path, file[i]);
        } else if ((name = stem(s->arena, file[i], kind))) {
            const struct source *text = read_file(s, diags, path, file[i]);
            if (text)
                add_file(s, kind, name, text);
        }
    }
    return true;
}

static void add_shelf(struct shelf *s, struct diags *diags, const char *folder)
{
    const char *const *names;
    int count, kinds_there = 0;
    if (!list_folder(s->arena, folder, &names, &count)) {
        refuse_folder(diags, folder, errno);
        return;
    }
    for (int k = 0; k < SHELF_KINDS; k++)
        kinds_there += add_folder(s, diags, folder, (enum shelf_kind)k);
    if (kinds_there == 0) {
        diag_error_line(diags, folder, 0, "this folder is no shelf");
        diag_hint(diags, "a shelf has folders tableaus, compositions, methods, "
                         "maps, attitudes or targets");
    }
}

static int compare_files(const void *a, const void *b)
{
    const struct shelf_file *x = a, *y = b;
    return strcmp(x->name, y->name);
}

struct shelf *shelf_open(struct arena *arena, struct diags *diags,
                         const char *const *folders, int n)
{
    struct shelf *s = arena_alloc(arena, sizeof *s);
    s->arena = arena;
    for (int i = 0; i < n; i++)
        add_shelf(s, diags, folders[i]);
    for (int i = 0; i < shelf_builtin_count; i++)
        add_builtin(s, &shelf_builtin[i].text);
    for (int k = 0; k < SHELF_KINDS; k++)
        if (s->list[k].count)
            qsort(s->list[k].item, (size_t)s->list[k].count,
                  sizeof *s->list[k].item, compare_files);
    return s;
}

void shelf_lend(struct shelf *s, enum shelf_kind kind, const char *name,
                const struct source *text)
{
    struct shelf_file *same = find(&s->list[kind], name);
    s->list[kind].has_others = false; /* to be read again */
    if (same)
        *same = (struct shelf_file){kind, same->name,
                                    ends_in(text->path, ".lua"), false, text};
    else
        add_file(s, kind, name, text);
}

/* ---- other names ---- */

static void add_others(struct shelf *s, struct shelf_file *file,
                       enum called_by which, const char *const *text)
{
    static const char *const end[] = {"", " =", " "}; /* of the name */
    struct list *list = &s->list[file->kind];
    for (; text && *text; text++) {
        size_t n = *end[which] ? strcspn(*text, end[which]) : strlen(*text);
        const char *sign = strchr(*text, '=');
        arena_push(s->arena, list->other, list->others, list->other_room);
        list->other[list->others++] =
            (struct other_name){which, lower(s->arena, *text, n),
                                which == ALIAS       ? *text
                                : which == ELSEWHERE ? *text + n
                                : sign ? sign + 1 + strspn(sign + 1, " ")
                                       : "",
                                file};
    }
}

/* Those behind a comment's mark at the start of a line, separated by commas:
 * "# also called rk4, classical", "# elsewhere rk45 in SciPy"; words alone of
 * the first. */
static const char *const *read_comment(struct shelf *s, const char *text,
                                       const char *mark, bool words)
{
    const char **item = NULL, *p = text;
    int n = 0, room = 0;
    while ((p = strstr(p, mark)) && p != text && p[-1] != '\n')
        p += strlen(mark);
    for (p = p ? p + strlen(mark) : NULL; p;) {
        size_t length = 0;
        while (words && ascii_is_word(p[length]))
            length++;
        if (!words)
            length = strcspn(p, ",\r\n");
        arena_push(s->arena, item, n, room);
        item[n++] = arena_text(s->arena, p, length);
        p += length;
        p = length && !strncmp(p, ", ", 2) ? p + 2 : NULL;
    }
    arena_push(s->arena, item, n, room); /* NULL at the end */
    return item;
}

/* They stand in the files, so these are read once, when a name is not that of a
 * file.  A Lua file is run for them; one that fails has none, and says why when
 * it is used. */
static const struct list *with_others(struct shelf *s, enum shelf_kind kind)
{
    struct list *list = &s->list[kind];
    if (list->has_others)
        return list;
    list->others = 0;
    for (int i = 0; i < list->count; i++) {
        struct shelf_file *file = &list->item[i];
        struct diags ignored = diags_new(s->arena);
        struct shelf_claim claim = {0};
        if (!file->is_lua) {
            const struct source *t = file->text;
            const char *text = arena_text(s->arena, t->chars, t->length);
            claim.alias = read_comment(s, text, "# also called ", true);
            claim.elsewhere = read_comment(s, text, "# elsewhere ", false);
        } else if (!claim_read(s->arena, &ignored, file, &claim)) {
            continue;
        }
        add_others(s, file, ALIAS, claim.alias);
        add_others(s, file, INSTANCE, claim.instance);
        add_others(s, file, ELSEWHERE, claim.elsewhere);
    }
    list->has_others = true;
    return list;
}

static const struct other_name *find_other(struct shelf *s,
                                           enum shelf_kind kind,
                                           enum called_by which,
                                           const char *name)
{
    const struct list *list = with_others(s, kind);
    const char *wanted = lower(s->arena, name, strlen(name));
    for (int i = 0; i < list->others; i++)
        if (list->other[i].which == which &&
            !strcmp(list->other[i].name, wanted))
            return &list->other[i];
    return NULL;
}

const char *shelf_instance(struct shelf *s, enum shelf_kind kind,
                           const char *name)
{
    const struct other_name *other = find_other(s, kind, INSTANCE, name);
    return other ? other->rest : NULL;
}

const struct shelf_file *shelf_find(struct shelf *s, enum shelf_kind kind,
                                    const char *name)
{
    const char *wanted = lower(s->arena, name, strlen(name));
    struct shelf_file *file = find(&s->list[kind], wanted);
    const struct other_name *other =
        file ? NULL : find_other(s, kind, ALIAS, name);
    if (other)
        file = other->file;
    if (file)
        file->is_used = true;
    return file;
}

const struct shelf_file *shelf_page(struct shelf *s, const char *target,
                                    const char *file)
{
    const char *wanted = lower(s->arena, target, strlen(target));
    for (int i = 0; i < s->pages; i++)
        if (!strcmp(s->page[i].target, wanted) &&
            !strcmp(s->page[i].file, file))
            return &s->page[i].entry;
    return NULL;
}

void shelf_use_none(struct shelf *s)
{
    for (int k = 0; k < SHELF_KINDS; k++)
        for (int i = 0; i < s->list[k].count; i++)
            s->list[k].item[i].is_used = false;
}

int shelf_used(struct shelf *s, const char *target,
               const struct shelf_file *const **out)
{
    const struct shelf_file **file = NULL;
    int n = 0, room = 0;
    for (int k = 0; k < SHELF_TARGET; k++)
        for (int i = 0; i < s->list[k].count; i++)
            if (s->list[k].item[i].is_used) {
                arena_push(s->arena, file, n, room);
                file[n++] = &s->list[k].item[i];
            }
    for (int i = 0; i < s->pages; i++) {
        const struct shelf_file *page = &s->page[i].entry;
        if (shelf_page(s, target, s->page[i].file) == page) {
            arena_push(s->arena, file, n, room);
            file[n++] = page;
        }
    }
    *out = file;
    return n;
}

int shelf_count(struct shelf *s, enum shelf_kind kind)
{
    return s->list[kind].count;
}

const struct shelf_file *shelf_at(struct shelf *s, enum shelf_kind kind, int i)
{
    return &s->list[kind].item[i];
}

const char *shelf_nearest(struct shelf *s, enum shelf_kind kind,
                          const char *name)
{
    struct nearest n = nearest_to(name);
    const struct list *list = with_others(s, kind);
    for (int i = 0; i < list->count; i++)
        nearest_offer(&n, list->item[i].name);
    for (int i = 0; i < list->others; i++)
        if (list->other[i].which != ELSEWHERE)
            nearest_offer(&n, list->other[i].which == ALIAS
                                  ? list->other[i].rest
                                  : list->other[i].name);
    return n.best;
}

bool shelf_elsewhere(struct shelf *s, enum shelf_kind kind, const char *name,
                     const char *before, const char *behind, struct text *out)
{
    const char *wanted = lower(s->arena, name, strlen(name));
    const struct list *list = with_others(s, kind);
    size_t length = out->length;
    for (int i = 0; i < list->others; i++) {
        const struct other_name *o = &list->other[i];
        if (o->which == ELSEWHERE && !strcmp(o->name, wanted))
            text_print(out, "%s%s%s%s%s", out->length ? ", " : "", before,
                       o->file->name, behind, o->rest);
    }
    return out->length > length;
}

bool shelf_describe(struct shelf *s, struct diags *diags,
                    const struct shelf_file *file, struct shelf_claim *out)
{
    return claim_read(s->arena, diags, file, out);
}
