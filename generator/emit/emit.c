/* SPDX-License-Identifier: MIT
 *
 * Runs a target over a page: its table is read, the page is shown to Lua, and
 * each of its templates makes a file.
 */
#include "emit/emit.h"

#include <string.h>

#include "base/arena.h"
#include "emit/target.h"
#include "shelf/claim.h"

/* One run of emit_page, inside the Lua session. */
struct job {
    struct arena *arena;
    struct diags *diags;
    struct shelf *shelf;
    const struct shelf_file *target;
    const struct page *page;
    const struct provenance *from;
    struct speller speller;
    struct emission *out;
};

/* ---- what templates can call ---- */

/* Of a column in a line. */
enum { PLACE_MOST = 1000 };

/* fill(text, prefix, column [, tail]): words of a comment in lines. */
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

/* include(page [, value]): runs another page of the target, which gets the
 * value as its `...`; what it puts stands here. */
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

/* ---- the session ---- */

/* Names that the user's own code sees; others are changed where need be. */
static void check_name(struct job *j, const char *name, struct place place)
{
    const char *fault = spell_fault(&j->speller, name, name == j->page->body);
    if (fault)
        diag_error(j->diags, place, "'%s' %s; take another name", name, fault);
}

static void check_names(struct job *j)
{
    const struct page *p = j->page;
    check_name(j, p->body, p->place);
    for (int i = 0; i < p->params; i++)
        check_name(j, p->param[i].name, p->param[i].place);
    for (int i = 0; i < p->inputs; i++)
        check_name(j, p->input[i].name, p->input[i].place);
}

/* Reads target.lua; its table becomes the global `target`. */
static bool open_target(struct job *j, struct host *host)
{
    lua_State *L = host->lua;
    int errors = j->diags->errors;
    host_define(host, "fill", fill, NULL);
    host_define(host, "quote", quote, NULL);
    host_define(host, "include", include, j);
    if (!claim_load(host, j->target) || !target_read(L, &j->speller))
        return false;
    check_names(j);
    lua_pushvalue(L, -1);
    lua_setglobal(L, "target");
    return j->diags->errors == errors;
}

static bool make_file(struct job *j, struct host *host,
                      const struct target_file *file, struct emitted *out)
{
    const struct shelf_file *page =
        shelf_page(j->shelf, j->target->name, file->page);
    if (!page) {
        diag_error_line(j->diags, j->speller.path, 0,
                        "there is no page '%s' beside this file", file->page);
        return false;
    }
    struct text raw = text_new(j->arena), text = text_new(j->arena);
    if (!host_print(host, page->text, &raw))
        return false;
    layout_wrap(text_chars(&raw), raw.length, &text);
    *out = (struct emitted){
        text_format(j->arena, "%s%s", j->page->body, file->ending),
        text_chars(&text), text.length};
    return true;
}

static bool emit(struct host *host, void *data)
{
    struct job *j = data;
    struct target_file file[TARGET_FILES];
    lua_State *L = host->lua;
    int errors = j->diags->errors;
    if (!open_target(j, host) || !view_push(L, &j->speller, j->page, j->from))
        return false;
    lua_setglobal(L, "page");
    int files = target_files(L, &j->speller, file);
    if (files < 0)
        return false;
    struct emitted *out = arena_array(j->arena, (size_t)files, sizeof *out);
    *j->out = (struct emission){.file = out};
    for (int i = 0; i < files; i++) {
        if (file[i].is_stepper && j->from->without & EMIT_STEPPER)
            j->out->left_out =
                text_format(j->arena, "%s%s", j->page->body, file[i].ending);
        else if (!make_file(j, host, &file[i], &out[j->out->files++]))
            return false;
    }
    return j->diags->errors == errors;
}

/* The page without the programs of what is left out. */
static const struct page *without(struct arena *arena, const struct page *page,
                                  unsigned parts)
{
    struct page *rest = arena_alloc(arena, sizeof *rest);
    *rest = *page;
    if (parts & EMIT_INTERP)
        rest->interp = rest->sway = NULL;
    if (parts & EMIT_INTERP && !page->trial)
        rest->act = NULL; /* nobody else looks at it */
    if (parts & EMIT_ACCESS) {
        rest->rotation = rest->set_rotation = rest->omega = NULL;
        rest->set_omega = rest->momentum = rest->energy = NULL;
        rest->watch_values = NULL;
        rest->shows = 0;
    }
    return rest;
}

static const struct shelf_file *
find_target(struct diags *diags, struct shelf *shelf, const char *name)
{
    const struct shelf_file *file = shelf_find(shelf, SHELF_TARGET, name);
    if (file)
        return file;
    const char *near = shelf_nearest(shelf, SHELF_TARGET, name);
    diag_error(diags, (struct place){0}, "there is no target '%s'", name);
    if (near)
        diag_hint(diags, "did you mean '%s'?", near);
    return NULL;
}

const struct emission *emit_page(struct arena *arena, struct diags *diags,
                                 struct shelf *shelf, const char *target,
                                 const struct page *page, enum real real,
                                 const struct provenance *from)
{
    struct emission *out = arena_alloc(arena, sizeof *out);
    struct job j = {.arena = arena,
                    .diags = diags,
                    .shelf = shelf,
                    .target = find_target(diags, shelf, target),
                    .page = without(arena, page, from->without),
                    .from = from,
                    .out = out};
    if (!j.target)
        return NULL;
    j.speller = (struct speller){.extreme = page->extreme,
                                 .arena = arena,
                                 .diags = diags,
                                 .path = j.target->text->path,
                                 .real = real,
                                 .body = page->body};
    return host_session(arena, diags, host_limits(), emit, &j) ? out : NULL;
}
