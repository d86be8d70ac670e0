/* SPDX-License-Identifier: MIT
 *
 * The Lua host: what a session has, and that nothing a file does can escape
 * its limits or crash the program.
 */
#include "test_arena.h"
#include "shelf/host.h"

ARENA_AROUND_EACH()

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

static void gives(const char *text, const char *want)
{
    struct run r = {text, ""};
    struct diags diags = diags_new(arena);
    assert_true(host_session(&diags, small, body, &r));
    assert_string_equal(r.result, want);
    assert_int_equal(diags.errors, 0);
}

/* Runs a text that must fail with just this message (as it is printed). */
static void fails(const char *text, const char *want)
{
    struct run r = {text, ""};
    struct diags diags = diags_new(arena);
    assert_false(host_session(&diags, small, body, &r));
    assert_int_equal(diags.errors, 1);
    assert_string_equal(diags_text(&diags), want);
}

static bool run_source(struct host *h, void *data)
{
    return host_run(h, data);
}

/* Lua shortens the path in its messages; ours is whole. */
TEST(long_paths_keep_their_lines)
{
    char path[100];
    static const char *const text[] = {"\nerror('bad')", "\nx = = 1"};
    static const char *const want[] = {"bad", "unexpected symbol near '='"};
    memset(path, 'a', sizeof path);
    path[99] = 0;
    for (size_t cut = 0; cut < 99; cut++) {
        for (int i = 0; i < 2; i++) {
            struct source s = {path + cut, text[i], strlen(text[i])};
            struct diags d = diags_new(arena);
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
    gives("return tostring(os or io or require or package or debug or load or "
          "next or collectgarbage or loadfile or dofile or print or warn or "
          "coroutine or loadstring or pairs or setmetatable or getmetatable or "
          "rawget or rawset or rawequal or rawlen or select or _G or "
          "math.random or math.randomseed or string.dump or string.match or "
          "string.gsub or string.gmatch or table.move)",
          "nil");
    fails("os.exit(1)", "test.lua:1: error: attempt to index a nil value (global 'os')\n");
    fails("\nio.open('x')", "test.lua:2: error: attempt to index a nil value (global 'io')\n");
}

#define TOO_LONG "error: this file runs too long; does a loop never end?\n"

/* They differ from run to run. */
TEST(addresses_do_not_come_out)
{
    gives("return tostring({}) .. tostring(tostring)", "tablefunction");
    gives("return tostring(1.5) .. tostring(nil) .. tostring(true) .. 'x'", "1.5niltruex");
    gives("return string.format('%5s %d%% %q', {}, 7, 'a')", "table 7% \"a\"");
    gives("return ('%s'):format(string.format)", "function");
    fails("return string.format('%-20p', {})",
          "test.lua:1: error: bad argument #1 to 'format' (an address is no "
          "text)\n");
    fails("return string.format('a\\0%p', {})",
          "test.lua:1: error: bad argument #1 to 'format' (an address is no "
          "text)\n");
}

TEST(loops_that_do_not_end_are_stopped)
{
    fails("while true do end", "test.lua:1: " TOO_LONG);
    fails("\nwhile true do pcall(function() while true do end end) end", "test.lua:2: " TOO_LONG);
    fails("local function f() while true do pcall(f) end end\n"
          "while true do xpcall(f, function(m) return m end) end",
          "test.lua:2: " TOO_LONG);
}

TEST(memory_bombs_are_stopped)
{
    const char *want = "test.lua: error: this file needs more than 4 MB of memory\n";
    fails("local t = {} while true do t = {t} end", want);
    fails("local s = 'x' while true do s = s .. s end", want);
    fails("return ('x'):rep(1e9)", want);
    gives("return tostring(pcall(string.rep, 'x', 1e9))", "false");
    /* what was given back is free again: 20 MB one after the other */
    gives("local n = 0 for i = 1, 400 do n = n + #(('x'):rep(50000) .. i) end "
          "return tostring(n > 2e7)",
          "true");
}

TEST(deep_recursion_is_an_error)
{
    struct run r = {"local function f(n) return 1 + f(n + 1) end return f(1)", ""};
    struct diags diags = diags_new(arena);
    assert_false(host_session(&diags, small, body, &r));
    assert_int_equal(diags.errors, 1);
}

TEST(patterns_cannot_hang)
{
    gives("return tostring((('a'):rep(30)):find(('a*'):rep(30) .. 'b'))", "nil");
}

TEST(plain_text_is_found_replaced_and_split)
{
    gives("return table.concat({('a.b.c'):find('.b', 1)}, ' ')", "2 3");
    gives("return tostring(('a.b'):find('x'))", "nil");
    gives("return tostring(('abab'):find('b', 3))", "4");
    gives("return tostring(('ab'):find('b', 5))", "nil");
    gives("return ('a.b.c'):replace('.', '%1')", "a%1b%1c");
    gives("return ('aaa'):replace('aa', 'b')", "ba");
    gives("return ('a'):replace('aa', 'b')", "a");
    gives("return table.concat(('a,b,,c'):split(','), '|')", "a|b||c");
    gives("return #(''):split(',')", "1");
    fails("return ('x'):find('')",
          "test.lua:1: error: bad argument #1 to 'find' (1 to 100 characters "
          "expected)\n");
}
