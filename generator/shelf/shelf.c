/* SPDX-License-Identifier: MIT
 *
 * Finds the shelf's files, in the folders that were given and in the program,
 * and finds them again by name or alias.
 */
#include "shelf/shelf.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/name.h"
#include "base/text.h"
#include "shelf/alias.h"
#include "shelf/claim.h"
#include "shelf/folder.h"

struct page { /* a file of a target's folder */
    const char *target, *file;
    struct shelf_file entry;
};

/* Lists that end in NULL, or NULL. */
struct other_names {
    const char *const *alias;     /* "dp5" */
    const char *const *instance;  /* "gauss4 = gauss(2)" */
    const char *const *elsewhere; /* "rk45 in SciPy" */
};

struct list {
    struct shelf_file *item;
    int count, room;
    struct other_names *other; /* of each item; NULL before they are read */
};

struct shelf {
    struct arena *arena;
    struct list list[SHELF_KINDS];
    struct page *page;
    int pages, room;
};

static const struct {
    const char *folder;
    bool texts, programs; /* are they .pol files, .lua files, or either? */
} kinds[SHELF_KINDS] = {
    [SHELF_TABLEAU] = {"tableaus", true, true},
    [SHELF_COMPOSITION] = {"compositions", true, false},
    [SHELF_METHOD] = {"methods", false, true},
    [SHELF_MAP] = {"maps", false, true},
    [SHELF_ATTITUDE] = {"attitudes", false, true},
    [SHELF_TARGET] = {"targets", false, false},
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

static void add_builtin(struct shelf *s, const struct shelf_entry *entry)
{
    struct source *text = arena_alloc(s->arena, sizeof *text);
    *text = (struct source){entry->path, entry->text, entry->length};
    for (int k = 0; k < SHELF_KINDS; k++) {
        size_t n = strlen(kinds[k].folder);
        if (strncmp(entry->path, kinds[k].folder, n) || entry->path[n] != '/')
            continue;
        const char *rest = entry->path + n + 1, *slash = strchr(rest, '/');
        const char *name;
        if (k == SHELF_TARGET && slash)
            add_page(s, lower(s->arena, rest, (size_t)(slash - rest)),
                     slash + 1, text);
        else if (!slash && (name = stem(s->arena, rest, (enum shelf_kind)k)))
            add_file(s, (enum shelf_kind)k, name, text);
    }
}

const struct source *shelf_own(struct arena *arena, const char *path)
{
    for (int i = 0; i < shelf_builtin_count; i++) {
        const struct shelf_entry *e = &shelf_builtin[i];
        if (strcmp(e->path, path) != 0)
            continue;
        struct source *text = arena_alloc(arena, sizeof *text);
        *text = (struct source){e->path, e->text, e->length};
        return text;
    }
    return NULL;
}

static const struct source *read_or_say(struct shelf *s, struct diags *diags,
                                        const char *path)
{
    const struct source *text = folder_read(s->arena, path);
    if (!text)
        diag_error_line(diags, path, 0, "cannot read this file: %s",
                        strerror(errno));
    return text;
}

static void add_target(struct shelf *s, struct diags *diags, const char *folder,
                       const char *name)
{
    const char *path = text_format(s->arena, "%s/%s", folder, name);
    const char *const *file;
    int n;
    if (!folder_list(s->arena, path, &file, &n))
        return; /* not a folder: no target */
    name = lower(s->arena, name, strlen(name));
    for (int i = 0; i < n; i++) {
        const struct source *text = read_or_say(
            s, diags, text_format(s->arena, "%s/%s", path, file[i]));
        if (text)
            add_page(s, name, file[i], text);
    }
}

static bool refuse_folder(struct diags *diags, const char *path)
{
    diag_error_line(diags, path, 0, "cannot read this shelf folder: %s",
                    strerror(errno));
    return true;
}

/* A shelf need not have every kind: is there a folder of this one? */
static bool add_folder(struct shelf *s, struct diags *diags, const char *folder,
                       enum shelf_kind kind)
{
    const char *path =
        text_format(s->arena, "%s/%s", folder, kinds[kind].folder);
    const char *const *file, *name;
    int n;
    if (!folder_list(s->arena, path, &file, &n))
        return folder_is_there(path) && refuse_folder(diags, path);
    for (int i = 0; i < n; i++) {
        if (kind == SHELF_TARGET) {
            add_target(s, diags, path, file[i]);
        } else if ((name = stem(s->arena, file[i], kind))) {
            const struct source *text = read_or_say(
                s, diags, text_format(s->arena, "%s/%s", path, file[i]));
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
    if (!folder_list(s->arena, folder, &names, &count)) {
        refuse_folder(diags, folder);
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
        add_builtin(s, &shelf_builtin[i]);
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
    s->list[kind].other = NULL; /* to be read again */
    if (same)
        *same = (struct shelf_file){kind, same->name,
                                    ends_in(text->path, ".lua"), false, text};
    else
        add_file(s, kind, name, text);
}

/* A Lua file is run for them; one that fails has none, and says why when it is
 * used. */
static struct other_names read_names(struct shelf *s,
                                     const struct shelf_file *file)
{
    struct diags ignored = diags_new(s->arena);
    struct shelf_claim claim;
    if (!file->is_lua)
        return (struct other_names){
            .alias = alias_in_comment(s->arena, file->text),
            .elsewhere = alias_elsewhere(s->arena, file->text)};
    if (!claim_read(s->arena, &ignored, file, &claim))
        return (struct other_names){0};
    return (struct other_names){claim.alias, claim.instance, claim.elsewhere};
}

/* Other names stand in the files, so these are read once, when a name is not
 * that of a file. */
static void read_all_names(struct shelf *s, enum shelf_kind kind)
{
    struct list *list = &s->list[kind];
    size_t n = (size_t)list->count + 1;
    if (list->other)
        return;
    struct other_names *other = arena_array(s->arena, n, sizeof *other);
    for (int i = 0; i < list->count; i++)
        other[i] = read_names(s, &list->item[i]);
    list->other = other;
}

static struct shelf_file *find_alias(struct shelf *s, enum shelf_kind kind,
                                     const char *name)
{
    struct list *list = &s->list[kind];
    read_all_names(s, kind);
    for (int i = 0; i < list->count; i++)
        for (const char *const *a = list->other[i].alias; a && *a; a++)
            if (!strcmp(lower(s->arena, *a, strlen(*a)), name))
                return &list->item[i];
    return NULL;
}

/* The name in "gauss4 = gauss(2)", and what it stands for. */
static const char *split_instance(struct arena *a, const char *text,
                                  const char **call)
{
    size_t n = strcspn(text, " =");
    const char *sign = strchr(text, '=');
    *call = sign ? sign + 1 + strspn(sign + 1, " ") : "";
    return lower(a, text, n);
}

const char *shelf_instance(struct shelf *s, enum shelf_kind kind,
                           const char *name)
{
    const char *wanted = lower(s->arena, name, strlen(name)), *call;
    struct list *list = &s->list[kind];
    read_all_names(s, kind);
    for (int i = 0; i < list->count; i++)
        for (const char *const *t = list->other[i].instance; t && *t; t++)
            if (!strcmp(split_instance(s->arena, *t, &call), wanted))
                return call;
    return NULL;
}

const struct shelf_file *shelf_find(struct shelf *s, enum shelf_kind kind,
                                    const char *name)
{
    const char *wanted = lower(s->arena, name, strlen(name));
    struct shelf_file *file = find(&s->list[kind], wanted);
    if (!file)
        file = find_alias(s, kind, wanted);
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
    struct list *list = &s->list[kind];
    const char *call;
    for (int i = 0; i < list->count; i++)
        nearest_offer(&n, list->item[i].name);
    read_all_names(s, kind);
    for (int i = 0; i < list->count; i++) {
        const struct other_names *o = &list->other[i];
        for (const char *const *t = o->alias; t && *t; t++)
            nearest_offer(&n, *t);
        for (const char *const *t = o->instance; t && *t; t++)
            nearest_offer(&n, split_instance(s->arena, *t, &call));
    }
    return n.best;
}

/* Behind the name in "rk45 in SciPy"; NULL if that is another one. */
static const char *behind_name(struct arena *a, const char *item,
                               const char *name)
{
    size_t n = strcspn(item, " ");
    return strcmp(lower(a, item, n), name) == 0 ? item + n : NULL;
}

bool shelf_elsewhere(struct shelf *s, enum shelf_kind kind, const char *name,
                     const char *before, const char *behind, struct text *out)
{
    const char *wanted = lower(s->arena, name, strlen(name));
    struct list *list = &s->list[kind];
    bool found = false;
    read_all_names(s, kind);
    for (int i = 0; i < list->count; i++)
        for (const char *const *t = list->other[i].elsewhere; t && *t; t++) {
            const char *where = behind_name(s->arena, *t, wanted);
            if (!where)
                continue;
            text_print(out, "%s%s%s%s%s", out->length ? ", " : "", before,
                       list->item[i].name, behind, where);
            found = true;
        }
    return found;
}

bool shelf_describe(struct shelf *s, struct diags *diags,
                    const struct shelf_file *file, struct shelf_claim *out)
{
    return claim_read(s->arena, diags, file, out);
}
