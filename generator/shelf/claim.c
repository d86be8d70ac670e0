/* SPDX-License-Identifier: MIT
 *
 * Reading what a Lua file of the shelf says of itself; see claim.h.
 */
#include "shelf/claim.h"

#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "shelf/declared.h"

const char *claim_kind(enum shelf_kind kind)
{
    static const char *const name[SHELF_KINDS] = {
        [SHELF_TABLEAU] = "tableau",   [SHELF_COMPOSITION] = "composition",
        [SHELF_METHOD] = "method",     [SHELF_MAP] = "map",
        [SHELF_ATTITUDE] = "attitude", [SHELF_TARGET] = "target",
    };
    return name[kind];
}

/* What a file of the kind returns. */
static const char *constructor_of(enum shelf_kind kind)
{
    return kind == SHELF_TABLEAU ? "family" : claim_kind(kind);
}

/* method{...} and the like: marks the table with its kind. */
static int construct(lua_State *L)
{
    const char *kind = lua_touserdata(L, lua_upvalueindex(1));
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 1);
    lua_pushstring(L, kind);
    lua_setfield(L, 1, "kind");
    return 1;
}

static void define_constructors(struct host *h)
{
    for (int k = 0; k < SHELF_KINDS; k++) {
        if (k == SHELF_COMPOSITION)
            continue; /* a text */
        const char *kind = constructor_of((enum shelf_kind)k);
        host_define(h, kind, construct, (void *)(uintptr_t)kind);
    }
}

static bool has_kind(lua_State *L, const char *kind)
{
    if (!lua_istable(L, -1))
        return false;
    lua_getfield(L, -1, "kind");
    const char *text = lua_tostring(L, -1);
    bool same = text && !strcmp(text, kind);
    lua_pop(L, 1);
    return same;
}

bool claim_load(struct host *h, const struct shelf_file *file)
{
    lua_State *L = host_lua(h);
    luaL_checkstack(L, 4, NULL);
    define_constructors(h);
    if (!host_run(h, file->text))
        return false;
    const char *kind = constructor_of(file->kind);
    if (has_kind(L, kind))
        return true;
    lua_pop(L, 1);
    diag_error_line(host_diags(h), file->text->path, 0,
                    "this file must return %s { ... }", kind);
    return false;
}

/* One of those that an option can be: " = " before the first, else "|". */
static void print_kind(struct text *out, bool *is_first, const char *what)
{
    text_print(out, "%s%s", *is_first ? " = " : "|", what);
    *is_first = false;
}

/* integers = { count, least, most }: the default, else so many N. */
static const char *print_list(struct arena *arena, const struct declared *o)
{
    struct text out = text_new(arena);
    for (int i = 0; i < o->count; i++) {
        text_put(&out, i ? " " : "");
        if (o->list)
            text_print(&out, "%ld", o->list[i]);
        else
            text_char(&out, 'N');
    }
    return text_chars(&out);
}

/* "form = momentum|rate", "tableau" */
static void print_option(struct arena *arena, const struct declared *o,
                         struct text *out)
{
    bool is_first = true;
    text_put(out, o->name);
    for (int i = 0; i < o->words; i++)
        print_kind(out, &is_first, o->word[i]);
    if (o->integer)
        print_kind(out, &is_first, "N");
    if (o->count)
        print_kind(out, &is_first, print_list(arena, o));
    if (o->method)
        print_kind(out, &is_first, "METHOD");
    if (o->number)
        print_kind(out, &is_first, "X");
    if (o->names)
        print_kind(out, &is_first, "EXPR");
    if (o->in_float)
        text_print(out, " (float: %s)", o->in_float);
}

/* Members of a family are tried for every number. */
enum { MEMBERS_MOST = 1000 };

/* The only option, if that is a whole number. */
static void take_range(const struct fields *f, const struct declared *o,
                       struct shelf_claim *out)
{
    if (o->most - o->least >= MEMBERS_MOST)
        host_blame(host_lua(f->host), f->path,
                   text_format(host_arena(f->host),
                               "a family has at most %d members",
                               MEMBERS_MOST));
    out->least = o->least;
    out->most = o->most;
    out->whole = o->name;
}

static void take_options(const struct fields *f, enum shelf_kind kind,
                         struct shelf_claim *out)
{
    lua_State *L = host_lua(f->host);
    struct text text = text_new(host_arena(f->host));
    int n = declared_push_all(f);
    for (int i = 0; i < n; i++) {
        lua_rawgeti(L, -1, i + 1);
        struct declared o = declared_read(f->host, f->path);
        text_put(&text, i ? ", " : "");
        print_option(host_arena(f->host), &o, &text);
        if (n == 1 && o.integer && kind == SHELF_TABLEAU)
            take_range(f, &o, out);
    }
    lua_pop(L, 1);
    if (n)
        out->options = text_chars(&text);
}

/* A list that is a function of the options is none yet. */
static const char *const *list_of(const struct fields *f, const char *field,
                                  int *count)
{
    *count = 0;
    return field_varies(f, field) ? NULL : field_texts(f, field, count);
}

static int order_of(const struct fields *f, const char *field)
{
    return field_varies(f, field)
               ? 0
               : (int)field_whole(f, field, 0, ORDER_EXACT, 0);
}

static bool is_plain(const struct fields *f, const char *field)
{
    return field_holds(f, field) && !field_varies(f, field);
}

void claim_fields(struct host *h, const struct shelf_file *file,
                  struct shelf_claim *out)
{
    lua_State *L = host_lua(h);
    struct fields f = {h, file->text->path, lua_gettop(L)};
    int n;
    luaL_checkstack(L, 8, NULL);
    *out = (struct shelf_claim){
        .title = field_text(&f, "title"),
        .source = field_text(&f, "source"),
        .singular = field_text(&f, "singular"),
        .range = field_text(&f, "range"),
        .order = order_of(&f, "order"),
        .order_free = order_of(&f, "order_free"),
        .symmetric = is_plain(&f, "symmetric"),
        .is_implicit = is_plain(&f, "implicit"),
        .symmetric_varies = field_varies(&f, "symmetric"),
        .implicit_varies = field_varies(&f, "implicit"),
        .keeps_vary = field_varies(&f, "keeps"),
        .admits_vary = field_varies(&f, "admits"),
    };
    out->keep = list_of(&f, "keeps", &out->keeps);
    out->alias = field_texts(&f, "alias", &out->aliases);
    out->elsewhere = field_texts(&f, "elsewhere", &n);
    out->example = field_texts(&f, "examples", &out->examples);
    out->instance = field_texts(&f, "instances", &out->instances);
    take_options(&f, file->kind, out);
    if (lua_getfield(L, f.table, "admits") == LUA_TTABLE)
        out->admit = field_texts(&f, "admits", &out->admits);
    lua_pop(L, 1);
}

struct reading {
    const struct shelf_file *file;
    struct shelf_claim *out;
};

static bool read_body(struct host *h, void *data)
{
    struct reading *r = data;
    if (!claim_load(h, r->file))
        return false;
    claim_fields(h, r->file, r->out);
    return true;
}

bool claim_read(struct arena *arena, struct diags *diags,
                const struct shelf_file *file, struct shelf_claim *out)
{
    struct reading r = {file, out};
    return host_session(arena, diags, host_limits(), read_body, &r);
}
