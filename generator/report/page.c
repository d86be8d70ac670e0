/* SPDX-License-Identifier: MIT
 *
 * Runs pages, templates/report/FORM.tpl and others, with a record as the global
 * `report` and the functions that they may call.
 */
#include "report/report.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "shelf/host.h"
#include "shelf/shelf.h"

static bool run_page(struct host *host, const char *form, struct text *out)
{
    const char *path = text_format(
        host->arena, strchr(form, '/') ? "%s.tpl" : "report/%s.tpl", form);
    return host_print(host, shelf_builtin_file(path), out);
}

/* part(form): another page as a text. */
static int part(lua_State *L)
{
    struct host *host = host_of(L);
    struct text out = text_new(host->arena);
    lua_getglobal(L, "put"); /* restored below: this page continues */
    bool good = run_page(host, luaL_checkstring(L, 1), &out);
    lua_setglobal(L, "put");
    lua_pushlstring(L, text_chars(&out), out.length);
    return good ? 1 : lua_error(L);
}

/* file(path): the text of a built-in file, or nil. */
static int file(lua_State *L)
{
    const struct source *s = shelf_builtin_file(luaL_checkstring(L, 1));
    if (s)
        lua_pushlstring(L, s->chars, s->length);
    return s != NULL;
}

/* html(text): escaped for HTML; nil gives "". */
static int html(lua_State *L)
{
    struct text plain = text_new(host_of(L)->arena), out = plain;
    size_t length;
    const char *chars = luaL_optlstring(L, 1, "", &length);
    text_plain(&plain, chars, length);
    for (const char *c = text_chars(&plain); *c; c++)
        if (strchr("&<>\"", *c))
            text_print(&out, "&#%d;", *c);
        else
            text_char(&out, *c);
    lua_pushlstring(L, text_chars(&out), out.length);
    return 1;
}

struct page {
    const char *form;
    const struct text *text; /* the record's text */
    struct text *out;
    const luaL_Reg *function; /* or NULL */
    void *context;
};

static bool write_page(struct host *host, void *context)
{
    const struct page *p = context;
    const struct source record = {"record", text_chars(p->text),
                                  p->text->length};
    lua_State *L = host->lua;
    lua_pushnumber(L, NAN);
    lua_setglobal(L, "nan");
    if (!host_run(host, &record))
        return false;
    lua_setglobal(L, "report");
    host_define(host, "part", part, NULL);
    host_define(host, "file", file, NULL);
    host_define(host, "html", html, NULL);
    for (const luaL_Reg *f = p->function; f && f->name; f++)
        host_define(host, f->name, f->func, p->context);
    return run_page(host, p->form, p->out);
}

bool report_form(struct diags *diags, const char *form,
                 const struct text *record, const luaL_Reg *function,
                 void *context, struct text *out)
{
    struct page p = {form, record, out, function, context};
    return host_session(diags, host_limits(), write_page, &p);
}
