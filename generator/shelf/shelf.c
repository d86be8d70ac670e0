/* SPDX-License-Identifier: MIT
 *
 * Collects the shelf's files, from given folders and from the program, and
 * finds them by name or alias.
 */
#define _POSIX_C_SOURCE 200809L

#include "shelf/shelf.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/name.h"
#include "base/text.h"
#include "shelf/claim.h"

enum { FILE_LIMIT = 1 << 24 };

const char shelf_target[] = POL_TARGET;

/* Other names of a file: an alias ("dp5"), a member listed by a family's file
 * ("gauss4 = gauss(2)"), or a name used elsewhere ("rk45 in SciPy"). */
struct other_name {
    enum called_by { ALIAS, INSTANCE, ELSEWHERE } which;
    const char *name; /* lower case, except an alias */
    const char *rest; /* "gauss(2)"; " in SciPy" */
    struct shelf_file *file;
};

struct list {
    struct shelf_file *item;
    int count, room;
    bool has_others; /* other names have been read */
    struct other_name *other;
    int others, other_room;
};

struct shelf {
    struct arena *arena;
    struct list list[SHELF_KINDS];
    struct list pages; /* files in the folders of all targets */
    int folders;       /* number of given folders; names may repeat */
};

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
        if (name_is(list->item[i].name, name))
            return &list->item[i];
    return NULL;
}

static void push(struct shelf *s, struct list *list, struct shelf_file file)
{
    arena_push(s->arena, list->item, list->count, list->room, file);
}

/* Reads a file in a folder; NULL with a message. */
static const struct source *read_file(struct shelf *s, struct diags *diags,
                                      const char *folder, const char *name)
{
    struct source *source = arena_alloc(s->arena, sizeof *source);
    source->path = text_format(s->arena, "%s/%s", folder, name);
    source->chars =
        file_read(s->arena, source->path, FILE_LIMIT, &source->length);
    if (source->chars)
        return source;
    diag_error_line(diags, source->path, 0, "cannot read this file: %s",
                    file_fault());
    return NULL;
}

/* Adds the file at `path` in the folder of its kind, "kutta4.pol" or
 * "TARGET/step.c.tpl", if its ending fits the kind.  If `text` is NULL, the
 * file is read.  The first file of a name wins. */
static void add(struct shelf *s, struct diags *diags, enum shelf_kind kind,
                const char *folder, const char *path, const struct source *text)
{
    const char *page = strchr(path, '/');
    size_t n = page ? (size_t)(page++ - path) : strlen(path) - strlen(".pol");
    bool is_lua = shelf_ends_in(path, ".lua");
    bool is_text = kind <= SHELF_COMPOSITION && shelf_ends_in(path, ".pol");
    bool fits =
        kind == SHELF_TARGET
            ? page != NULL
            : !page && (is_text || (is_lua && kind != SHELF_COMPOSITION));
    if (fits && !text)
        text = read_file(s, diags, folder, path);
    if (!fits || !text)
        return;
    struct shelf_file file = {lower(s->arena, path, n), kind, is_lua,
                              .text = text};
    if (page)
        push(
            s, &s->pages,
            (struct shelf_file){page, kind, .text = text, .target = file.name});
    if ((!page || !strcmp(page, "target.lua")) &&
        (s->folders == 0 || !find(&s->list[kind], file.name)))
        push(s, &s->list[kind], file);
}

const struct source *shelf_builtin_file(const char *path)
{
    for (int i = 0; i < shelf_builtin_count; i++)
        if (!strcmp(shelf_builtin[i].text.path, path))
            return &shelf_builtin[i].text;
    return NULL;
}

/* ---- folders ---- */

/* Compares texts, or structs whose first member is a text. */
static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* "tableaus" */
static const char *folder_of(struct shelf *s, enum shelf_kind kind)
{
    return text_format(s->arena, "%ss", shelf_kind_name(kind));
}

/* The sorted names in a folder (no ".x").  Returns their number, or -1 if it
 * cannot be read, with a message if there are diags.  If memory runs out, the
 * folder is closed first. */
static int list_folder(struct arena *a, struct diags *diags, const char *path,
                       const char ***names)
{
    DIR *folder = opendir(path);
    const struct dirent *item;
    int n = 0;
    size_t most = 0;
    if (!folder && diags)
        diag_error_line(diags, path, 0, "cannot read this shelf folder: %s",
                        strerror(errno));
    if (!folder)
        return -1;
    while (readdir(folder))
        most++;
    rewinddir(folder);
    const char **name = arena_try(a, (most + 1) * sizeof *name);
    bool full = !name;
    while (!full && (size_t)n < most && (item = readdir(folder))) {
        size_t size = strlen(item->d_name) + 1;
        char *copy = item->d_name[0] == '.' ? NULL : arena_try(a, size);
        full = !copy && item->d_name[0] != '.';
        if (copy)
            name[n++] = memcpy(copy, item->d_name, size);
    }
    closedir(folder);
    if (full)
        arena_refuse(a);
    qsort(name, (size_t)n, sizeof *name, compare_names);
    *names = name;
    return n;
}

static void add_folder(struct shelf *s, struct diags *diags, const char *path,
                       enum shelf_kind kind)
{
    const char **file, **page;
    int n = list_folder(s->arena, diags, path, &file);
    for (int i = 0; i < n; i++) {
        if (kind != SHELF_TARGET) {
            add(s, diags, kind, path, file[i], NULL);
            continue;
        }
        const char *target = text_format(s->arena, "%s/%s", path, file[i]);
        int pages = list_folder(s->arena, NULL, target, &page);
        for (int k = 0; k < pages; k++)
            add(s, diags, kind, path,
                text_format(s->arena, "%s/%s", file[i], page[k]), NULL);
    }
}

/* Adds the kinds that exist in a shelf's folder. */
static void add_shelf(struct shelf *s, struct diags *diags, const char *folder)
{
    const char **name;
    int n = list_folder(s->arena, diags, folder, &name), kinds_there = 0;
    for (int k = 0; k < SHELF_KINDS; k++) {
        const char *kind = folder_of(s, (enum shelf_kind)k);
        for (int i = 0; i < n; i++)
            if (!strcmp(name[i], kind)) {
                add_folder(s, diags,
                           text_format(s->arena, "%s/%s", folder, kind),
                           (enum shelf_kind)k);
                kinds_there++;
            }
    }
    if (n >= 0 && kinds_there == 0) {
        diag_error_line(diags, folder, 0, "this folder is no shelf");
        diag_hint(diags, "a shelf has folders tableaus, compositions, methods, "
                         "maps, attitudes or targets");
    }
}

struct shelf *shelf_open(struct diags *diags, const char *const *folders, int n)
{
    struct shelf *s = arena_alloc(diags->arena, sizeof *s);
    s->arena = diags->arena;
    s->folders = n;
    for (int i = 0; i < n; i++)
        add_shelf(s, diags, folders[i]);
    for (int k = 0; k < SHELF_KINDS; k++) {
        const char *folder = folder_of(s, (enum shelf_kind)k);
        size_t length = strlen(folder);
        for (int i = 0; i < shelf_builtin_count; i++) {
            const struct source *text = &shelf_builtin[i].text;
            if (!strncmp(text->path, folder, length) &&
                text->path[length] == '/')
                add(s, diags, (enum shelf_kind)k, NULL, text->path + length + 1,
                    text);
        }
        if (s->list[k].count)
            qsort(s->list[k].item, (size_t)s->list[k].count,
                  sizeof *s->list[k].item, compare_names);
    }
    return s;
}

void shelf_add_file(struct shelf *s, enum shelf_kind kind, const char *name,
                    const struct source *text)
{
    struct shelf_file *same = find(&s->list[kind], name);
    struct shelf_file file = {name, kind, shelf_ends_in(text->path, ".lua"),
                              .text = text};
    s->list[kind].has_others = false; /* to be read again */
    if (same)
        *same = file;
    else
        push(s, &s->list[kind], file);
}

/* ---- other names ---- */

static void add_others(struct shelf *s, struct shelf_file *file,
                       enum called_by which, const char *const *text)
{
    static const char *const end[] = {"", " =", " "}; /* end of the name */
    struct list *list = &s->list[file->kind];
    for (; text && *text; text++) {
        size_t n = strcspn(*text, end[which]);
        const char *rest = *text + n;
        arena_push(
            s->arena, list->other, list->others, list->other_room,
            (struct other_name){
                which, which == ALIAS ? *text : lower(s->arena, *text, n),
                which == INSTANCE ? rest + strspn(rest, " =") : rest, file});
    }
}

/* The items after a mark at the start of a comment line, separated by commas:
 * "# also called rk4, classical", "# elsewhere rk45 in SciPy".  `words`: an
 * item is one word, as in the first example. */
static const char *const *read_comment(struct shelf *s, const char *text,
                                       const char *mark, bool words)
{
    const char **item = NULL, *p = text;
    int n = 0, room = 0;
    while ((p = strstr(p, mark)) && p != text && p[-1] != '\n')
        p += strlen(mark);
    for (p = p ? p + strlen(mark) : NULL; p;) {
        size_t length = words ? 0 : strcspn(p, ",\r\n");
        while (words && ascii_is_word(p[length]))
            length++;
        arena_push(s->arena, item, n, room, arena_text(s->arena, p, length));
        p += length;
        p = length && !strncmp(p, ", ", 2) ? p + 2 : NULL;
    }
    arena_room(s->arena, item, n, room); /* NULL at the end */
    return item;
}

/* The list with its other names, which are read once, when a name is no file's.
 * Lua files are run for them; one that fails has none, and reports its fault
 * when it is used. */
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
        const char *text = file->text->chars;
        if (!file->is_lua) {
            claim.alias = read_comment(s, text, "# also called ", true);
            claim.elsewhere = read_comment(s, text, "# elsewhere ", false);
        } else if (!shelf_describe(&ignored, file, &claim)) {
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
    for (int i = 0; i < list->others; i++)
        if (list->other[i].which == which && name_is(list->other[i].name, name))
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
    struct shelf_file *file = find(&s->list[kind], name);
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
    for (int i = 0; i < s->pages.count; i++)
        if (name_is(s->pages.item[i].target, target) &&
            !strcmp(s->pages.item[i].name, file))
            return &s->pages.item[i];
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
    for (int k = 0; k <= SHELF_TARGET; k++) {
        const struct list *list = k < SHELF_TARGET ? &s->list[k] : &s->pages;
        for (int i = 0; i < list->count; i++) {
            const struct shelf_file *f = &list->item[i];
            if (f->target ? shelf_page(s, target, f->name) == f : f->is_used)
                arena_push(s->arena, file, n, room, f);
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
            nearest_offer(&n, list->other[i].name);
    return n.best;
}

void shelf_elsewhere(struct shelf *s, enum shelf_kind kind, const char *name,
                     const char *before, const char *after, struct text *out)
{
    const struct list *list = with_others(s, kind);
    for (int i = 0; i < list->others; i++) {
        const struct other_name *o = &list->other[i];
        if (o->which == ELSEWHERE && name_is(o->name, name))
            text_print(out, "%s%s%s%s%s", out->length ? ", " : "", before,
                       o->file->name, after, o->rest);
    }
    /* lines of the table: name, collection, tableau */
    const char *p =
        kind == SHELF_TABLEAU ? shelf_builtin_file("elsewhere.tsv")->chars : "";
    for (; *p; p += strcspn(p, "\n"), p += *p == '\n') {
        const char *in = p + strcspn(p, "\t"), *call = in + 1;
        if (*in == '\0' || !name_is(lower(s->arena, p, (size_t)(in - p)), name))
            continue;
        call += strcspn(call, "\t");
        int collection = (int)(call++ - ++in), n = (int)strcspn(call, "\n");
        text_put(out, out->length ? ", " : "");
        if (*call == '-')
            text_print(out,
                       "not on the shelf, but in %.*s: give it as a file, "
                       "`tableau NAME { c : a, ... }`",
                       collection, in);
        else if (*call == '!')
            text_print(out, "no Runge-Kutta tableau, but a method of %.*s",
                       collection, in);
        else
            text_print(out, "%s%.*s%s in %.*s", before, n, call, after,
                       collection, in);
    }
}
