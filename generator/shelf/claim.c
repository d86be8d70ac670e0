/* SPDX-License-Identifier: MIT
 *
 * Reads fields of Lua tables, and with them the claims and options of a shelf
 * file; see claim.h.
 */
#include "shelf/claim.h"

#include <string.h>

#include "base/name.h"
#include "base/text.h"

/* ---- fields ---- */

/* Does not return. */
static void blame(const struct fields *f, const char *field, const char *text)
{
    host_blame(f->L, f->path, "'%s' must be %s", field, text);
}

/* Pushes the list, or nil; returns its length, 0 to `most` (0 for nil). */
static int push_list(const struct fields *f, const char *field, int most)
{
    int type = lua_getfield(f->L, f->table, field);
    lua_Unsigned n = type == LUA_TTABLE ? lua_rawlen(f->L, -1) : 0;
    if (type != LUA_TTABLE && type != LUA_TNIL)
        blame(f, field, "a list");
    if (n > (lua_Unsigned)most)
        host_blame(f->L, f->path, "'%s' must be a list of at most %d", field,
                   most);
    return (int)n;
}

/* ---- texts ---- */

static bool is_printed(const char *text)
{
    while (*text && text_printed(text))
        text += text_printed(text);
    return !*text;
}

/* A condition on a text, and its description for a text and for a list. */
static const struct {
    bool (*is_right)(const char *);
    const char *one, *many;
} text_kinds[] = {[A_LINE] = {is_printed, "a line of text", "a list of texts"},
                  [A_NAME] = {name_is_good, "a name of letters, digits and _",
                              "a list of names of letters, digits and _"}};

/* A copy of the text on top of the stack, which is popped; NULL if it is not a
 * text of this kind. */
static const char *take_text(lua_State *L, enum text_kind s)
{
    size_t length = 0;
    const char *text =
        lua_type(L, -1) == LUA_TSTRING ? lua_tolstring(L, -1, &length) : NULL;
    if (text)
        text = strlen(text) == length && text_kinds[s].is_right(text)
                   ? arena_text(host_of(L)->arena, text, length)
                   : NULL;
    lua_pop(L, 1);
    return text;
}

const char *field_text(const struct fields *f, const char *field,
                       enum text_kind s)
{
    bool given = lua_getfield(f->L, f->table, field) != LUA_TNIL;
    const char *text = take_text(f->L, s);
    if (given && !text)
        blame(f, field, text_kinds[s].one);
    return text;
}

const char *const *field_texts(const struct fields *f, const char *field,
                               enum text_kind s, int *count)
{
    enum { MOST = 1000 };
    *count = push_list(f, field, MOST);
    const char **text =
        arena_array(host_of(f->L)->arena, (size_t)*count + 1, sizeof *text);
    for (int i = 0; i < *count; i++) {
        lua_rawgeti(f->L, -1, i + 1);
        if (!(text[i] = take_text(f->L, s)))
            blame(f, field, text_kinds[s].many);
    }
    lua_pop(f->L, 1);
    return text;
}

/* ---- numbers ---- */

static bool is_integer(lua_State *L, long least, long most)
{
    return lua_isinteger(L, -1) && lua_tointeger(L, -1) >= least &&
           lua_tointeger(L, -1) <= most;
}

long field_int(const struct fields *f, const char *field, long least, long most,
               long otherwise)
{
    bool given = lua_getfield(f->L, f->table, field) != LUA_TNIL;
    if (given && !is_integer(f->L, least, most))
        host_blame(f->L, f->path, "'%s' must be an integer from %ld to %ld",
                   field, least, most);
    long value = given ? (long)lua_tointeger(f->L, -1) : otherwise;
    lua_pop(f->L, 1);
    return value;
}

/* Reads a list of n integers; false if the field is nil. */
static bool read_integers(const struct fields *f, const char *field, int n,
                          long *out)
{
    enum { MOST = 1000000000 };
    int length = push_list(f, field, n);
    bool given = !lua_isnil(f->L, -1);
    for (int i = 0; given && i < n; i++) {
        lua_rawgeti(f->L, -1, i + 1);
        if (length != n || !is_integer(f->L, -MOST, MOST))
            host_blame(f->L, f->path,
                       "'%s' must be a list of %d integers of up to 9 digits",
                       field, n);
        out[i] = (long)lua_tointeger(f->L, -1);
        lua_pop(f->L, 1);
    }
    lua_pop(f->L, 1);
    return given;
}

/* ---- others ---- */

int field_type(const struct fields *f, const char *field)
{
    int type = lua_getfield(f->L, f->table, field);
    lua_pop(f->L, 1);
    return type;
}

bool field_holds(const struct fields *f, const char *field)
{
    lua_getfield(f->L, f->table, field);
    bool holds = lua_toboolean(f->L, -1);
    lua_pop(f->L, 1);
    return holds;
}

double field_turn(const struct fields *f)
{
    const int type = lua_getfield(f->L, f->table, "turn");
    const double x = type == LUA_TNUMBER ? lua_tonumber(f->L, -1) : 0;
    if (lua_toboolean(f->L, -1) && !(x > 0))
        blame(f, "turn", "a positive number of turns");
    lua_pop(f->L, 1);
    return x;
}

/* ---- arguments ---- */

const char *field_argument_name(lua_State *L, int argument, const char *name)
{
    luaL_argcheck(L, name_is_good(name), argument,
                  "a name is of letters, digits and _, and at most 40 long");
    return name;
}

int field_argument(lua_State *L, int argument, int least, int most)
{
    lua_Integer n = luaL_checkinteger(L, argument);
    if (n < least || n > most)
        luaL_argerror(
            L, argument,
            lua_pushfstring(L, "an integer from %d to %d", least, most));
    return (int)n;
}

/* ---- a file ---- */

const char *shelf_kind_name(enum shelf_kind kind)
{
    static const char *const name[SHELF_KINDS] = {
        [SHELF_TABLEAU] = "tableau",   [SHELF_COMPOSITION] = "composition",
        [SHELF_METHOD] = "method",     [SHELF_MAP] = "map",
        [SHELF_ATTITUDE] = "attitude", [SHELF_TARGET] = "target"};
    return name[kind];
}

/* The constructor that a file of the kind calls. */
static const char *constructor_of(enum shelf_kind kind)
{
    return kind == SHELF_TABLEAU ? "family" : shelf_kind_name(kind);
}

/* method{...} and others: marks the table with its kind. */
static int construct(lua_State *L)
{
    const char *kind = lua_touserdata(L, lua_upvalueindex(1));
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 1);
    host_set(L, "kind:s", kind);
    return 1;
}

bool claim_load(struct host *h, const struct shelf_file *file)
{
    const char *kind = constructor_of(file->kind), *made = NULL;
    luaL_checkstack(h->lua, 4, NULL);
    for (int k = 0; k < SHELF_KINDS; k++)
        if (k != SHELF_COMPOSITION) /* not written in Lua */
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
    return diag_error_line(h->diags, file->text->path, 0,
                           "this file must return %s { ... }", kind);
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
        read_integers(f, "default", out->count, value);
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

/* Reads the declaration on top of the stack. */
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
    out.integer = read_integers(&f, "integer", 2, range + 1);
    if (read_integers(&f, "integers", 3, range))
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
    out.by_tolerance = field_holds(&f, "by_tolerance");
    out.in_float = field_text(&f, "in_float", A_NAME);
    int i = 0;
    while (out.in_float && i < out.words && strcmp(out.in_float, out.word[i]))
        i++;
    if (out.in_float && i == out.words)
        host_blame(f.L, f.path, "'in_float' must be one of the option's words");
    return out;
}

int claim_options(const struct fields *f, const struct declared **out)
{
    luaL_checkstack(f->L, 8, NULL);
    int n = push_list(f, "options", OPTIONS_MOST);
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
    for (int i = 0; i < o->count; i++) { /* the default, else N orders */
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
        text_print(out, " (float and kinematic: %s)", o->in_float);
}

/* The most members of a family: every one is tried. */
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
    out->integer = o->name;
}

/* ---- claims ---- */

#define FIELD(NAME, field) field,
const char *const claim_fields[] = {CLAIM_LIST(FIELD)};
#undef FIELD

/* True if the field is a function of the options; removes it from the table. */
static bool take_varying(const struct fields *f, const char *field)
{
    bool varies = field_type(f, field) == LUA_TFUNCTION;
    if (varies) {
        lua_pushnil(f->L);
        lua_setfield(f->L, f->table, field);
    }
    return varies;
}

struct reading {
    const struct shelf_file *file;
    struct shelf_claim *out;
};

static bool read_claims(struct host *h, void *data)
{
    const struct shelf_file *file = ((struct reading *)data)->file;
    struct shelf_claim *out = ((struct reading *)data)->out;
    int n;
    if (!claim_load(h, file))
        return false;
    struct fields f = {h->lua, file->text->path, lua_gettop(h->lua)};
    *out = (struct shelf_claim){
        .title = field_text(&f, "title", A_LINE),
        .source = field_text(&f, "source", A_LINE),
        .singular = field_text(&f, "singular", A_LINE),
        .range = field_text(&f, "range", A_LINE),
    };
    for (int i = 0; i < CLAIMS; i++) {
        out->varies |= take_varying(&f, claim_fields[i]) ? 1u << i : 0;
        out->is |= i < CLAIM_PLACE_MAPS && field_holds(&f, claim_fields[i])
                       ? 1u << i
                       : 0;
    }
    if (field_type(&f, "maps") == LUA_TNIL) /* a file may say false */
        out->is |= CLAIM_MAPS;
    out->order = (int)field_int(&f, "order", 0, ORDER_EXACT, 0);
    out->order_free = (int)field_int(&f, "order_free", 0, ORDER_EXACT, 0);
    out->turn = field_turn(&f);
    out->keep = field_texts(&f, "keeps", A_LINE, &out->keeps);
    out->alias = field_texts(&f, "alias", A_LINE, &out->aliases);
    out->elsewhere = field_texts(&f, "elsewhere", A_LINE, &n);
    out->example = field_texts(&f, "examples", A_LINE, &out->examples);
    out->instance = field_texts(&f, "instances", A_LINE, &out->instances);
    print_options(&f, file->kind, out);
    if (field_type(&f, "admits") == LUA_TTABLE)
        out->admit = field_texts(&f, "admits", A_LINE, &out->admits);
    return true;
}

bool shelf_describe(struct diags *diags, const struct shelf_file *file,
                    struct shelf_claim *out)
{
    struct reading r = {file, out};
    return host_session(diags, host_limits(), read_claims, &r);
}
