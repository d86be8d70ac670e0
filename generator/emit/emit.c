/* SPDX-License-Identifier: MIT
 *
 * Runs a target on a page: reads its table (spelling of operations, reserved
 * words, files with their templates), passes the page to Lua, and makes a file
 * from each template.
 */
#include "emit/emit.h"

#include <stdio.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "emit/target.h"
#include "shelf/claim.h"

/* ---- what target.lua returns ---- */

/* The real type's key in the target's tables. */
static const char *const real_key[] = {"double", "float"};

static bool miss(struct speller *s, const char *subject)
{
    return diag_error_line(s->diags, s->path, 0, "the target has no %s",
                           subject);
}

/* Returns the text at this index of the list on top of the stack, or NULL. */
static const char *text_in(lua_State *L, struct speller *s, int index)
{
    size_t n;
    const char *text = NULL;
    lua_rawgeti(L, -1, index);
    if (lua_type(L, -1) == LUA_TSTRING) {
        text = lua_tolstring(L, -1, &n);
        text = arena_text(s->arena, text, n);
    }
    lua_pop(L, 1);
    return text;
}

/* Returns the text table[key][real], or NULL. */
static const char *text_for_real(lua_State *L, struct speller *s,
                                 const char *key)
{
    const char *text = NULL;
    if (lua_getfield(L, -1, key) == LUA_TTABLE) {
        struct fields f = {L, s->path, lua_gettop(L)};
        text = field_text(&f, real_key[s->real], A_LINE);
    }
    lua_pop(L, 1);
    return text;
}

/* { "add", "$1 + $2", rank = 6, left = true }; a form for the real type only,
 * if there is one, is under the type's name. */
static bool read_spelling(lua_State *L, struct speller *s, int form,
                          struct spelling *out)
{
    struct fields f = {L, s->path, lua_gettop(L)};
    const char *own = field_text(&f, real_key[s->real], A_LINE);
    out->op = form > 1 ? text_in(L, s, 1) : NULL;
    out->form = own ? own : text_in(L, s, form);
    out->rank = (int)field_int(&f, "rank", 0, RANK_ATOM, RANK_ATOM);
    out->left = field_holds(&f, "left");
    out->truth = field_holds(&f, "truth");
    return out->form && (form == 1 || out->op);
}

static bool read_operations(lua_State *L, struct speller *s)
{
    bool ok = lua_getfield(L, -1, "operations") == LUA_TTABLE;
    int n = ok ? (int)lua_rawlen(L, -1) : 0;
    s->spelling = arena_array(s->arena, (size_t)n + 1, sizeof *s->spelling);
    for (int i = 0; ok && i < n; i++) {
        ok = lua_rawgeti(L, -1, i + 1) == LUA_TTABLE &&
             read_spelling(L, s, 2, &s->spelling[i]);
        lua_pop(L, 1);
    }
    s->spellings = n;
    lua_pop(L, 1);
    return ok ? true : miss(s, "proper list of operations");
}

/* Reads a conversion. Here `truth` means: the argument is a truth value. */
static bool read_conversion(lua_State *L, struct speller *s, const char *key,
                            struct spelling *out)
{
    bool ok =
        lua_getfield(L, -1, key) == LUA_TTABLE && read_spelling(L, s, 1, out);
    out->truth = out == &s->as_number;
    lua_pop(L, 1);
    return ok ? true : miss(s, key);
}

/* Reads the words of all texts of the list; blanks separate them. */
static void read_words(lua_State *L, struct speller *s, const char *key,
                       struct words *words)
{
    int n = 0;
    if (lua_getfield(L, -1, key) == LUA_TTABLE)
        n = (int)lua_rawlen(L, -1);
    for (int i = 1; i <= n; i++) {
        const char *text = text_in(L, s, i);
        text = text ? text : "";
        for (size_t length; *(text += strspn(text, " \n\t")); text += length) {
            length = strcspn(text, " \n\t");
            struct words *w = &words[*text & (CHARACTERS - 1)];
            arena_push(s->arena, w->word, w->n, w->room,
                       arena_text(s->arena, text, length));
        }
    }
    lua_pop(L, 1);
}

/* Reads the table on top of the stack, which stays there, into the speller;
 * false, with a message, if something is missing or has the wrong type. */
static bool read_target(lua_State *L, struct speller *s)
{
    static const char *const list[LISTS] = {"words",   "macros",  "foreign",
                                            "globals", "locals",  "inner",
                                            "own",     "suffixes"};
    struct fields f = {L, s->path, lua_gettop(L)};
    s->number_suffix = text_for_real(L, s, "number");
    s->call_suffix = text_for_real(L, s, "call");
    s->step = field_text(&f, "step", A_LINE);
    if (!s->number_suffix || !s->call_suffix)
        return miss(s, "suffix for this real type");
    s->language = field_text(&f, "language", A_LINE);
    if (!s->language)
        return miss(s, "name of its language");
    if (!s->step)
        return miss(s, "name for the step size");
    if (!read_operations(L, s) ||
        !read_conversion(L, s, "as_number", &s->as_number) ||
        !read_conversion(L, s, "as_truth", &s->as_truth))
        return false;
    for (int i = 0; i < LISTS; i++)
        read_words(L, s, list[i], s->list[i]);
    return true;
}

/* One run of emit_page, inside the Lua session. */
struct job {
    struct shelf *shelf;
    const struct shelf_file *target;
    const struct page *page;
    const struct provenance *from;
    struct speller speller;
    struct emission *out;
};

/* ---- what templates can call ---- */

/* The largest column. */
enum { PLACE_MOST = 1000 };

/* fill(text, prefix, column [, tail]): fills words of a comment into lines. */
static int fill(lua_State *L)
{
    struct text out = text_new(host_of(L)->arena);
    int tail = lua_isnoneornil(L, 4) ? 0 : field_argument(L, 4, 0, PLACE_MOST);
    layout_fill(luaL_checkstring(L, 1), luaL_checkstring(L, 2),
                field_argument(L, 3, 0, PLACE_MOST), tail, &out);
    lua_pushstring(L, text_chars(&out));
    return 1;
}

/* quote(text, indent): a string constant of C. */
static int quote(lua_State *L)
{
    struct text out = text_new(host_of(L)->arena);
    layout_quote(luaL_checkstring(L, 1), field_argument(L, 2, 0, PLACE_MOST),
                 &out);
    lua_pushstring(L, text_chars(&out));
    return 1;
}

/* include(page [, value]): runs another page of the target, with the value as
 * its `...`, and inserts its output here. */
static int include(lua_State *L)
{
    struct job *j = lua_touserdata(L, lua_upvalueindex(1));
    const char *name = luaL_checkstring(L, 1);
    const struct shelf_file *page = shelf_page(j->shelf, j->target->name, name);
    if (!page)
        return luaL_error(L, "there is no page '%s' beside target.lua", name);
    lua_settop(L, 2);
    int status = host_load(L, page->text);
    if (status == HOST_NO_PAGE)
        return luaL_error(L, "the page '%s' is no template", name);
    if (status != LUA_OK)
        return lua_error(L);
    lua_insert(L, 2);
    lua_call(L, 1, 0);
    return 0;
}

/* refuse(where, why): the page cannot be made. */
static int refuse(lua_State *L)
{
    const char *where =
        text_format(host_of(L)->arena, "%s", luaL_checkstring(L, 1));
    return host_blame(L, where, "%s", luaL_checkstring(L, 2));
}

/* ---- the session ---- */

/* Checks a name that the user's code sees; others are changed if necessary. */
static void check_name(struct job *j, const char *name, struct place place)
{
    const char *fault =
        spell_fault(&j->speller, name, name == j->page->step->facts.name);
    if (fault)
        diag_error(j->speller.diags, place, "'%s' %s; take another name", name,
                   fault);
}

/* Reads target.lua; its table becomes the global `target`. */
static bool open_target(struct job *j, struct host *host)
{
    lua_State *L = host->lua;
    int errors = j->speller.diags->errors;
    host_define(host, "fill", fill, NULL);
    host_define(host, "quote", quote, NULL);
    host_define(host, "include", include, j);
    host_define(host, "refuse", refuse, NULL);
    if (!claim_load(host, j->target) || !read_target(L, &j->speller))
        return false;
    const struct step *s = j->page->step;
    if (s->offer.events || s->offer.samples)
        read_words(L, &j->speller, "watching", j->speller.list[LIST_INNER]);
    check_name(j, s->facts.name, s->facts.place);
    for (int i = 0; i < s->params; i++)
        check_name(j, s->param[i].name, s->param[i].place);
    for (int i = 0; i < s->inputs; i++)
        check_name(j, s->input[i].name, s->input[i].place);
    for (int i = s->stores - s->extras; i < s->stores; i++)
        check_name(j, s->store[i].name, s->store[i].place);
    lua_pushvalue(L, -1);
    lua_setglobal(L, "target");
    return j->speller.diags->errors == errors;
}

/* Adds the C code, without comments and blanks. */
static void add_code(const char *c, struct text *out)
{
    for (const char *end; *c; c++)
        if (c[0] == '/' && c[1] == '*' && (end = strstr(c + 2, "*/")))
            c = end + 1;
        else if ((unsigned char)*c > ' ')
            text_char(out, *c);
}

/* Puts the checksum of the code into all files. */
static void put_link(struct emission *e, const struct text *code)
{
    char link[sizeof UNKNOWN_LINK];
    snprintf(link, sizeof link, "%08x",
             (unsigned)XXH3_64bits(code->chars, code->length));
    for (int i = 0; i < e->files; i++)
        for (char *at = (char *)e->file[i].chars;
             (at = strstr(at, UNKNOWN_LINK));)
            memcpy(at, link, sizeof link - 1);
}

/* Runs the page, which makes the file of this name. */
static bool make_file(struct job *j, struct host *host, const char *name,
                      const char *page_name, bool is_code, struct source *out)
{
    struct arena *arena = j->speller.arena;
    const struct shelf_file *page =
        shelf_page(j->shelf, j->target->name, page_name);
    if (!page)
        return diag_error_line(j->speller.diags, j->speller.path, 0,
                               "there is no page '%s' beside this file",
                               page_name);
    struct text marked = text_new(arena), raw = text_new(arena);
    struct text text = text_new(arena);
    if (!host_print(host, page->text, &marked))
        return false;
    named_finish(&j->speller, text_chars(&marked), &raw);
    if (is_code && !(j->from->without & LEAVE_UNSEEN))
        layout_wrap(text_chars(&raw), raw.length, &text);
    else
        text = raw;
    *out = (struct source){name, text_chars(&text), text.length};
    return true;
}

/* Reports requested files that the target does not have. */
static void check_with(struct job *j, const char *with, const char *known)
{
    struct arena *arena = j->speller.arena;
    for (size_t n; *with; with += n + (with[n] == ',')) {
        n = strcspn(with, ",");
        const char *word = arena_text(arena, with, n);
        if (text_among(known, ',', word) < 0)
            diag_error_line(j->speller.diags, "--with", 0,
                            "%s has no '%s' to emit; it has %s",
                            j->target->name, word, *known ? known : "none");
    }
}

/* One of the target's files. */
struct listed_file {
    const char *name; /* NULL: not valid */
    const char *page;
    const char *with; /* made only if this is requested; NULL: always */
    bool is_stepper;  /* it drives the others, and may be left out */
    bool is_code;     /* its long lines are broken */
};

/* Reads and pops the entry on top of the stack. */
static struct listed_file read_file(struct job *j, lua_State *L)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-+";
    const struct fields f = {L, j->speller.path, lua_gettop(L)};
    const char *ending = field_text(&f, "ending", A_LINE);
    struct listed_file file = {
        NULL, field_text(&f, "page", A_LINE), field_text(&f, "with", A_NAME),
        field_holds(&f, "stepper"), !field_holds(&f, "plain")};
    /* in the same folder as the others, no other path */
    if (file.page && ending && *ending && !ending[strspn(ending, plain)])
        file.name =
            text_format(j->speller.arena, "%s%s", j->speller.body, ending);
    for (int k = 0; file.name && k < j->out->files; k++)
        if (strcmp(j->out->file[k].path, file.name) == 0)
            file.name = NULL;
    lua_pop(L, 1);
    return file;
}

static bool make_files(struct job *j, struct host *host)
{
    lua_State *L = host->lua;
    const char *requested = j->from->with ? j->from->with : "";
    struct text known = text_new(j->speller.arena);
    struct text code = text_new(j->speller.arena);
    bool ok = lua_getfield(L, -1, "files") == LUA_TTABLE;
    int n = ok ? (int)lua_rawlen(L, -1) : 0;
    struct source *out =
        arena_array(j->speller.arena, (size_t)n + 1, sizeof *out);
    *j->out = (struct emission){.file = out};
    ok = n > 0;
    for (int i = 0; ok && i < n; i++) {
        if (!(ok = lua_rawgeti(L, -1, i + 1) == LUA_TTABLE))
            break;
        const struct listed_file f = read_file(j, L);
        if (f.with && text_among(text_chars(&known), ',', f.with) < 0)
            text_print(&known, "%s%s", known.length ? "," : "", f.with);
        ok = f.name != NULL;
        if (ok && f.is_stepper && j->from->without & LEAVE_STEPPER)
            j->out->left_out = f.name;
        else if (ok && (!f.with || text_among(requested, ',', f.with) >= 0) &&
                 !make_file(j, host, f.name, f.page, f.is_code,
                            &out[j->out->files++]))
            return false;
        else if (ok && !f.with && !f.is_stepper)
            add_code(out[j->out->files - 1].chars, &code);
    }
    put_link(j->out, &code);
    check_with(j, requested, text_chars(&known));
    return ok || miss(&j->speller,
                      "proper list of files: each has a page and an ending of "
                      "its own, of letters, digits and ._-+");
}

static bool emit(struct host *host, void *data)
{
    struct job *j = data;
    int errors = j->speller.diags->errors;
    if (!open_target(j, host))
        return false;
    view_push(host->lua, &j->speller, j->page, j->from);
    lua_setglobal(host->lua, "page");
    return make_files(j, host) && j->speller.diags->errors == errors;
}

const struct emission *emit_page(struct arena *arena, struct diags *diags,
                                 struct shelf *shelf, const char *target,
                                 const struct page *page, enum real real,
                                 const struct provenance *from)
{
    const struct shelf_file *file = shelf_find(shelf, SHELF_TARGET, target);
    if (!file) {
        const char *near = shelf_nearest(shelf, SHELF_TARGET, target);
        diag_error(diags, (struct place){0}, "there is no target '%s'", target);
        diag_near(diags, near, NULL);
        return NULL;
    }
    struct emission *out = arena_alloc(arena, sizeof *out);
    char *capitals = text_format(arena, "%s", page->step->facts.name);
    for (char *c = capitals; *c; c++)
        *c = ascii_upper(*c);
    struct job j = {
        .shelf = shelf, .target = file, .page = page, .from = from, .out = out};
    j.speller = (struct speller){.extreme = page->step->facts.extreme,
                                 .arena = arena,
                                 .diags = diags,
                                 .path = file->text->path,
                                 .real = real,
                                 .body = page->step->facts.name,
                                 .capitals = capitals};
    return host_session(diags, host_limits(), emit, &j) ? out : NULL;
}
