/* SPDX-License-Identifier: MIT
 *
 * The Lua host: what a session has, and that nothing a file does can escape
 * its limits or crash the program.
 */
#include "check.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/text.h"
#include "shelf/host.h"

struct world {
    jmp_buf escape;
    struct arena *arena;
    struct diags diags;
    bool raised;
};

static void no_memory(void *context)
{
    struct world *w = context;
    w->raised = true;
    longjmp(w->escape, 1);
}

static int setup(void **state)
{
    struct world *w = calloc(1, sizeof *w);
    w->arena = arena_new(no_memory, w);
    w->diags = diags_new(w->arena);
    *state = w;
    return 0;
}

static int teardown(void **state)
{
    struct world *w = *state;
    arena_free(w->arena);
    free(w);
    return 0;
}

struct run {
    const char *text;
    char result[64];
};

static bool body(struct host *h, void *data)
{
    struct run *r = data;
    struct source s = {"test.lua", r->text, strlen(r->text)};
    if (!host_run(h, &s))
        return false;
    const char *text = luaL_tolstring(h->lua, -1, NULL);
    strncpy(r->result, text, sizeof r->result - 1);
    return true;
}

static const struct host_limits small = {(size_t)4 << 20, 2000000};

static void gives(struct world *w, const char *text, const char *want)
{
    struct run r = {text, ""};
    w->diags = diags_new(w->arena);
    assert_true(host_session(&w->diags, small, body, &r));
    assert_string_equal(r.result, want);
    assert_int_equal(w->diags.errors, 0);
}

/* Runs a text that must fail with just this message (as it is printed). */
static void fails(struct world *w, const char *text, const char *want)
{
    struct run r = {text, ""};
    struct text out = text_new(w->arena);
    w->diags = diags_new(w->arena);
    assert_false(host_session(&w->diags, small, body, &r));
    assert_int_equal(w->diags.errors, 1);
    diag_print(&w->diags.items[0], &out);
    assert_string_equal(text_chars(&out), want);
}

AROUND_EACH(setup, teardown)

TEST(a_text_runs_and_returns_its_value)
{
    gives(*state, "return 1 + 2", "3");
    gives(*state,
          "local t = {} for i, v in ipairs{1, 2} do t[i] = v end "
          "return table.concat(t, ' ')",
          "1 2");
    gives(*state, "return 3 .. math.max(1, 2)", "32");
}

/* Nothing that goes around metatables, and no other names of the globals. */
TEST(files_see_no_tools_of_the_language)
{
    gives(*state,
          "return tostring(rawget or rawset or rawequal or rawlen or select or "
          "_G or getmetatable or setmetatable or load or next or pairs)",
          "nil");
}

TEST(errors_name_the_line)
{
    fails(*state, "local x = 1\nerror('bad')\n", "test.lua:2: error: bad\n");
    fails(*state, "local x = 1\n\nlocal y = nope.x\n",
          "test.lua:3: error: attempt to index a nil value (global 'nope')\n");
    fails(*state, "local x = 1\nlocal y = = 2\n",
          "test.lua:2: error: unexpected symbol near '='\n");
    fails(*state, "local function f()\n  error('bad', 2)\nend\nf()\n",
          "test.lua:4: error: bad\n");
    fails(*state, "local t = {}\ntable.concat({t})\n",
          "test.lua:2: error: invalid value (table) at index 1 in table "
          "for "
          "'concat'\n");
    fails(*state, "error({})",
          "test.lua:1: error: error with a table for a message\n");
}

static bool run_source(struct host *h, void *data)
{
    return host_run(h, data);
}

/* Lua shortens the path in its messages; ours is whole. */
TEST(long_paths_keep_their_lines)
{
    struct world *w = *state;
    char path[100];
    static const char *const text[] = {"\nerror('bad')", "\nx = = 1"};
    static const char *const want[] = {"bad", "unexpected symbol near '='"};
    memset(path, 'a', sizeof path);
    path[99] = 0;
    for (size_t cut = 0; cut < 99; cut++) {
        for (int i = 0; i < 2; i++) {
            struct source s = {path + cut, text[i], strlen(text[i])};
            struct diags d = diags_new(w->arena);
            assert_false(host_session(&d, small, run_source, &s));
            assert_int_equal(d.errors, 1);
            assert_int_equal(d.items[0].line, 2);
            assert_string_equal(d.items[0].path, s.path);
            assert_string_equal(d.items[0].message, want[i]);
        }
    }
}

TEST(nothing_outside_is_in_reach)
{
    static const char *const name[] = {"os",
                                       "io",
                                       "require",
                                       "package",
                                       "debug",
                                       "load",
                                       "next",
                                       "collectgarbage",
                                       "loadfile",
                                       "dofile",
                                       "print",
                                       "warn",
                                       "coroutine",
                                       "loadstring",
                                       "pairs",
                                       "setmetatable",
                                       "getmetatable",
                                       "math.random",
                                       "math.randomseed",
                                       "string.dump",
                                       "string.match",
                                       "string.gsub",
                                       "string.gmatch",
                                       "table.move"};
    struct world *w = *state;
    for (size_t i = 0; i < sizeof name / sizeof *name; i++)
        gives(w, text_format(w->arena, "return %s", name[i]), "nil");
    fails(w, "os.exit(1)",
          "test.lua:1: error: attempt to index a nil value (global 'os')\n");
    fails(w, "\nio.open('x')",
          "test.lua:2: error: attempt to index a nil value (global 'io')\n");
}

#define TOO_LONG "error: this file runs too long; does a loop never end?\n"

/* They differ from run to run. */
TEST(addresses_do_not_come_out)
{
    struct world *w = *state;
    gives(w, "return tostring({}) .. tostring(tostring)", "tablefunction");
    gives(w, "return tostring(1.5) .. tostring(nil) .. tostring(true) .. 'x'",
          "1.5niltruex");
    gives(w, "return string.format('%5s %d%% %q', {}, 7, 'a')",
          "table 7% \"a\"");
    gives(w, "return ('%s'):format(string.format)", "function");
    fails(w, "return string.format('%-20p', {})",
          "test.lua:1: error: bad argument #1 to 'format' (an address is no "
          "text)\n");
    fails(w, "return string.format('a\\0%p', {})",
          "test.lua:1: error: bad argument #1 to 'format' (an address is no "
          "text)\n");
}

TEST(loops_that_do_not_end_are_stopped)
{
    fails(*state, "while true do end", "test.lua:1: " TOO_LONG);
    fails(*state, "\nwhile true do pcall(function() while true do end end) end",
          "test.lua:2: " TOO_LONG);
    fails(*state,
          "local function f() while true do pcall(f) end end\n"
          "while true do xpcall(f, function(m) return m end) end",
          "test.lua:2: " TOO_LONG);
}

TEST(memory_bombs_are_stopped)
{
    const char *want =
        "test.lua: error: this file needs more than 4 MB of memory\n";
    fails(*state, "local t = {} while true do t = {t} end", want);
    fails(*state, "local s = 'x' while true do s = s .. s end", want);
    fails(*state, "return ('x'):rep(1e9)", want);
    gives(*state, "return tostring(pcall(string.rep, 'x', 1e9))", "false");
    /* what was given back is free again: 20 MB one after the other */
    gives(*state,
          "local n = 0 for i = 1, 400 do n = n + #(('x'):rep(50000) .. i) end "
          "return tostring(n > 2e7)",
          "true");
}

TEST(deep_recursion_is_an_error)
{
    struct world *w = *state;
    struct run r = {"local function f(n) return 1 + f(n + 1) end return f(1)",
                    ""};
    assert_false(host_session(&w->diags, small, body, &r));
    assert_int_equal(w->diags.errors, 1);
}

TEST(patterns_cannot_hang)
{
    gives(*state,
          "return tostring((('a'):rep(30)):find(('a*'):rep(30) .. 'b'))",
          "nil");
}

TEST(plain_text_is_found_replaced_and_split)
{
    gives(*state, "return table.concat({('a.b.c'):find('.b', 1)}, ' ')", "2 3");
    gives(*state, "return tostring(('a.b'):find('x'))", "nil");
    gives(*state, "return tostring(('abab'):find('b', 3))", "4");
    gives(*state, "return tostring(('ab'):find('b', 5))", "nil");
    gives(*state, "return ('a.b.c'):replace('.', '%1')", "a%1b%1c");
    gives(*state, "return ('aaa'):replace('aa', 'b')", "ba");
    gives(*state, "return ('a'):replace('aa', 'b')", "a");
    gives(*state, "return table.concat(('a,b,,c'):split(','), '|')", "a|b||c");
    gives(*state, "return #(''):split(',')", "1");
    fails(*state, "return ('x'):find('')",
          "test.lua:1: error: bad argument #1 to 'find' (1 to 100 characters "
          "expected)\n");
}

static int add_one(lua_State *L)
{
    int *n = lua_touserdata(L, lua_upvalueindex(1));
    *n += (int)luaL_checkinteger(L, 1);
    return 0;
}

static bool call_body(struct host *h, void *data)
{
    lua_State *L = h->lua;
    static const struct source good = {"f.lua", "add(5) return 6, 7", 18},
                               bad = {"f.lua", "add('x') return 6", 17};
    int top = lua_gettop(L);
    host_define(h, "add", add_one, data);
    assert_true(host_run(h, &good));
    assert_int_equal(lua_gettop(L), top + 1);
    assert_int_equal(lua_tointeger(L, -1), 6);
    lua_pop(L, 1);
    assert_false(host_run(h, &bad));
    assert_int_equal(lua_gettop(L), top);
    return true;
}

TEST(functions_are_called_and_defined)
{
    struct world *w = *state;
    int n = 0;
    assert_true(host_session(&w->diags, small, call_body, &n));
    assert_int_equal(n, 5);
    assert_int_equal(w->diags.errors, 1);
    assert_string_equal(w->diags.items[0].message,
                        "bad argument #1 to 'add' (number expected, got "
                        "string)");
    assert_string_equal(w->diags.items[0].path, "f.lua");
}

static int use_arena(lua_State *L)
{
    arena_array(host_of(L)->arena, SIZE_MAX, 2);
    return 0;
}

static bool arena_body(struct host *h, void *data)
{
    static const struct source s = {
        "a.lua", "while true do pcall(use) pcall(use) end", 39};
    host_define(h, "use", use_arena, NULL);
    *(bool *)data = true;
    return host_run(h, &s);
}

/* The failure leaves the session, which has closed its state, even though the
 * file catches it again and again. */
TEST(the_arenas_failure_passes_through)
{
    struct world *w = *state;
    static bool ran; /* written between setjmp and longjmp */
    ran = false;
    if (!setjmp(w->escape))
        host_session(&w->diags, small, arena_body, &ran);
    assert_true(ran);
    assert_true(w->raised);
    /* the handler is the old one again */
    w->raised = false;
    if (!setjmp(w->escape))
        arena_array(w->arena, SIZE_MAX, 2);
    assert_true(w->raised);
}

static bool refuse_body(struct host *h, void *data)
{
    (void)h;
    (void)data;
    return luaL_error(h->lua, "from C") == 0;
}

TEST(errors_of_the_body_itself_are_given)
{
    struct world *w = *state;
    assert_false(host_session(&w->diags, small, refuse_body, NULL));
    assert_int_equal(w->diags.errors, 1);
    assert_string_equal(w->diags.items[0].message, "from C");
}

static int refuse(lua_State *L)
{
    struct place *place = lua_touserdata(L, lua_upvalueindex(1));
    return host_refuse(L, *place, "but that", "not this");
}

static bool place_body(struct host *h, void *data)
{
    static const struct source s = {"p.lua", "refuse()", 8};
    host_define(h, "refuse", refuse, data);
    return host_run(h, &s);
}

TEST(errors_can_point_at_the_users_text)
{
    struct world *w = *state;
    struct source spec = {"a.pol", "method x", 8};
    struct place place = {&spec, 7, 1};
    struct text out = text_new(w->arena);
    assert_false(host_session(&w->diags, small, place_body, &place));
    assert_int_equal(w->diags.errors, 1);
    diag_print(&w->diags.items[0], &out);
    assert_string_equal(text_chars(&out),
                        "a.pol:1:8: error: not this\n    method x\n"
                        "           ^\nhint: but that\n");
}

#ifdef POL_HOSTILE
#include "hostile.h"

static const char busy[] =
    "local t = {} for i = 1, 40 do t[i] = ('x'):rep(i) end\n"
    "pcall(function() for i = 1, 9 do t[i] = t[i] .. t[i + 1] end end)\n"
    "return table.concat(t):replace('xx', 'y') .. nothing.at.all";

/* Whatever allocation is the first to fail, the session ends by the arena's
 * handler, and nothing leaks. */
TEST(memory_may_end_anywhere)
{
    struct world *w = *state;
    struct run r = {busy, ""};
    long at = 0;
    do {
        struct arena_mark mark = arena_mark(w->arena);
        w->diags = diags_new(w->arena);
        w->raised = false;
        hostile_count = 0;
        hostile_at = at++;
        if (!setjmp(w->escape))
            assert_false(host_session(&w->diags, small, body, &r));
        hostile_at = -1;
        arena_release(w->arena, mark);
    } while (w->raised);
    assert_in_range(at, 100, 100000);
    assert_int_equal(w->diags.errors, 1);
}
#endif
