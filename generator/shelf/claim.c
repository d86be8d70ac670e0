/* SPDX-License-Identifier: MIT
 *
 * Reading what a Lua file of the shelf says of itself and of its options; see
 * claim.h.
 */
#include "shelf/claim.h"

#include <string.h>

#include "base/text.h"

const char *shelf_kind_name(enum shelf_kind kind)
{
    static const char *const name[SHELF_KINDS] = {
        [SHELF_TABLEAU] = "tableau",   [SHELF_COMPOSITION] = "composition",
        [SHELF_METHOD] = "method",     [SHELF_MAP] = "map",
        [SHELF_ATTITUDE] = "attitude", [SHELF_TARGET] = "target"};
    return name[kind];
}

/* What a file of the kind returns. */
static const char *constructor_of(enum shelf_kind kind)
{
    return kind == SHELF_TABLEAU ? "family" : shelf_kind_name(kind);
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

bool claim_load(struct host *h, const struct shelf_file *file)
{
    const char *kind = constructor_of(file->kind), *made = NULL;
    luaL_checkstack(h->lua, 4, NULL);
    for (int k = 0; k < SHELF_KINDS; k++)
        if (k != SHELF_COMPOSITION) /* that is a text */
            host_define(h, constructor_of((enum shelf_kind)k), construct,
                        (void *)(uintptr_t)constructor_of((enum shelf_kind)k));
    if (!host_run(h, file->text))
        return false;
    if (lua_istable(h->lua, -1)) {
        lua_getfield(h->lua, -1, "kind");
        made = lua_tostring(h->lua, -1);
        lua_pop(h->lua, 1);
    }
    if (made && !strcmp(made, kind))
        return true;
    lua_pop(h->lua, 1);
    diag_error_line(h->diags, file->text->path, 0,
                    "this file must return %s { ... }", kind);
    return false;
}

/* ---- options ---- */

/* default = 4, { 1, 2, 3 } or "mr(axes = 1 2 3)" */
static void take_default(const struct fields *f, struct declared *out)
{
    struct arena *arena = host_of(f->L)->arena;
    struct text t = text_new(arena);
    int type = lua_getfield(f->L, f->table, "default");
    if (type == LUA_TTABLE) {
        long *value = arena_array(arena, (size_t)out->count + 1, sizeof *value);
        field_wholes(f, "default", out->count, value);
        for (int i = 0; i < out->count; i++)
            text_print(&t, "%s%ld", i ? ", " : "[", value[i]);
        text_char(&t, ']');
        out->list = value;
    }
    out->preset = type == LUA_TTABLE ? text_chars(&t)
                  : type == LUA_TNUMBER
                      ? text_format(arena, "%s", lua_tostring(f->L, -1))
                      : field_text(f, "default", A_LINE);
    lua_pop(f->L, 1);
}

/* The declaration on top of the stack. */
static struct declared read_declared(const struct fields *file)
{
    struct fields f = {file->L, file->path, lua_gettop(file->L)};
    struct declared out = {0};
    long range[3] = {1, 0, 0}; /* count, least, most */
    if (!lua_istable(f.L, f.table))
        host_blame(f.L, f.path, "an option that is no table");
    out.name = field_text(&f, "name", A_NAME);
    if (!out.name)
        host_blame(f.L, f.path, "an option without name");
    out.word = field_texts(&f, "words", A_NAME, &out.words);
    out.variable = field_texts(&f, "expression", A_NAME, &out.names);
    out.number = field_holds(&f, "number");
    out.tableau = field_holds(&f, "tableau");
    out.method = field_holds(&f, "method");
    out.integer = field_wholes(&f, "integer", 2, range + 1);
    if (field_wholes(&f, "integers", 3, range))
        out.count = (int)range[0];
    if (range[0] < 1 || range[0] > COUNT_MOST)
        host_blame(f.L, f.path, "an option is a list of 1 to %d numbers",
                   COUNT_MOST);
    if (range[1] > range[2])
        host_blame(f.L, f.path,
                   "an option's least number is above its largest");
    out.least = range[1];
    out.most = range[2];
    take_default(&f, &out);
    out.in_float = field_text(&f, "in_float", A_NAME);
    bool is_word = !out.in_float;
    for (int i = 0; !is_word && i < out.words; i++)
        is_word = !strcmp(out.in_float, out.word[i]);
    if (!is_word)
        host_blame(f.L, f.path, "'in_float' must be one of the option's words");
    return out;
}

int claim_options(const struct fields *f, const struct declared **out)
{
    luaL_checkstack(f->L, 8, NULL);
    int n = field_push_list(f, "options", OPTIONS_MOST);
    struct declared *o =
        arena_array(host_of(f->L)->arena, (size_t)n + 1, sizeof *o);
    for (int i = 0; i < n; i++) {
        lua_rawgeti(f->L, -1, i + 1);
        o[i] = read_declared(f);
        lua_pop(f->L, 1);
    }
    lua_pop(f->L, 1);
    *out = o;
    return n;
}

/* "form = momentum|rate", "axes = 1 2 3", "tableau" */
static void print_option(struct arena *arena, const struct declared *o,
                         struct text *out)
{
    struct text kinds = text_new(arena);
    for (int i = 0; i < o->words; i++)
        text_print(&kinds, "|%s", o->word[i]);
    if (o->integer)
        text_put(&kinds, "|N");
    for (int i = 0; i < o->count; i++) { /* the default, else so many N */
        text_char(&kinds, i ? ' ' : '|');
        if (o->list)
            text_print(&kinds, "%ld", o->list[i]);
        else
            text_char(&kinds, 'N');
    }
    text_put(&kinds, o->method ? "|METHOD" : "");
    text_put(&kinds, o->number ? "|X" : "");
    text_put(&kinds, o->names ? "|EXPR" : "");
    text_put(out, o->name);
    if (kinds.length)
        text_print(out, " = %s", text_chars(&kinds) + 1);
    if (o->in_float)
        text_print(out, " (float: %s)", o->in_float);
}

/* Members of a family are tried for every number. */
enum { MEMBERS_MOST = 1000 };

static void print_options(const struct fields *f, enum shelf_kind kind,
                          struct shelf_claim *out)
{
    struct arena *arena = host_of(f->L)->arena;
    struct text text = text_new(arena);
    const struct declared *o;
    int n = claim_options(f, &o);
    for (int i = 0; i < n; i++) {
        text_put(&text, i ? ", " : "");
        print_option(arena, &o[i], &text);
    }
    if (n)
        out->options = text_chars(&text);
    if (n != 1 || !o->integer || kind != SHELF_TABLEAU)
        return;
    if (o->most - o->least >= MEMBERS_MOST)
        host_blame(f->L, f->path, "a family has at most %d members",
                   MEMBERS_MOST);
    out->least = o->least;
    out->most = o->most;
    out->whole = o->name;
}

/* ---- claims ---- */

/* Is it a function of the options?  Then it is taken out of the table. */
static bool take_varying(const struct fields *f, const char *field)
{
    bool varies = field_type(f, field) == LUA_TFUNCTION;
    if (varies) {
        lua_pushnil(f->L);
        lua_setfield(f->L, f->table, field);
    }
    return varies;
}

/* The file's table is on top of the stack. */
static void read_claims(struct host *h, const struct shelf_file *file,
                        struct shelf_claim *out)
{
    struct fields f = {h->lua, file->text->path, lua_gettop(h->lua)};
    int n;
    *out = (struct shelf_claim){
        .title = field_text(&f, "title", A_LINE),
        .source = field_text(&f, "source", A_LINE),
        .singular = field_text(&f, "singular", A_LINE),
        .range = field_text(&f, "range", A_LINE),
        .symmetric_varies = take_varying(&f, "symmetric"),
        .implicit_varies = take_varying(&f, "implicit"),
        .keeps_vary = take_varying(&f, "keeps"),
        .admits_vary = take_varying(&f, "admits"),
    };
    if (!take_varying(&f, "order"))
        out->order = (int)field_whole(&f, "order", 0, ORDER_EXACT, 0);
    if (!take_varying(&f, "order_free"))
        out->order_free = (int)field_whole(&f, "order_free", 0, ORDER_EXACT, 0);
    out->symmetric = field_holds(&f, "symmetric");
    out->is_implicit = field_holds(&f, "implicit");
    out->keep = field_texts(&f, "keeps", A_LINE, &out->keeps);
    out->alias = field_texts(&f, "alias", A_LINE, &out->aliases);
    out->elsewhere = field_texts(&f, "elsewhere", A_LINE, &n);
    out->example = field_texts(&f, "examples", A_LINE, &out->examples);
    out->instance = field_texts(&f, "instances", A_LINE, &out->instances);
    print_options(&f, file->kind, out);
    if (field_type(&f, "admits") == LUA_TTABLE)
        out->admit = field_texts(&f, "admits", A_LINE, &out->admits);
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
    read_claims(h, r->file, r->out);
    return true;
}

bool shelf_describe(struct diags *diags, const struct shelf_file *file,
                    struct shelf_claim *out)
{
    struct reading r = {file, out};
    return host_session(diags->arena, diags, host_limits(), read_body, &r);
}
