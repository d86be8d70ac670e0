/* SPDX-License-Identifier: MIT
 *
 * The Lua host: runs shelf files in a state that has no files, no clock and no
 * randomness, and whose memory and time are limited.  Errors become messages
 * with the Lua file and line.
 *
 * All work with a state is done inside a session.  In it the arena's failure
 * handler raises a Lua error (so no jump crosses a Lua frame); after the
 * session closes the state, the previous handler gets the failure.  So C
 * functions called from Lua may allocate, and raise errors by luaL_error.
 */
#pragma once

#include <lauxlib.h>
#include <lua.h>

#include "base/arena.h"
#include "base/diag.h"

struct host;
struct host_limits {
    size_t memory;     /* bytes that Lua may hold */
    long instructions; /* in the whole session */
};

/* Enough for every shelf file: 48 MB, 100 million instructions, 20 s of the
 * thread's CPU time.  Expressions are in the arena, which has its own limit. */
struct host_limits host_limits(void);

/* Work with a state; returns false if it failed with a message. */
typedef bool host_body(struct host *, void *data);

enum { HOST_SIZES = 32 };
struct host {
    lua_State *lua;
    struct arena *arena;
    struct diags *diags;
    void *bound; /* context for C functions called from Lua */
    /* Path of the file that runs: memory errors have no frame. */
    const char *running;
    /* The rest is private to host.c. */
    size_t held, limit;
    struct arena *blocks;    /* arena of small blocks */
    void *freed[HOST_SIZES]; /* freed small blocks, by size */
    size_t allowed;          /* the limit to print in a message */
    long instructions;
    double end;           /* deadline on the thread's clock */
    bool machine_refused; /* the machine refused, not the limit */
    bool no_memory;       /* the machine is out of memory: the session ends */
    bool reported;        /* the current error is already reported */
    bool is_open;         /* the library is loaded */
    host_body *body;      /* the body that runs; `done`: its result */
    bool done;
    arena_fail *fail; /* outside a session: the session's handler */
    void *context;
};
struct host *host_of(lua_State *);

/* Makes a state, runs `body` and closes the state in any case; false, with
 * messages, on failure.  Does not return when out of memory. */
bool host_session(struct diags *, struct host_limits, host_body *body,
                  void *data);

/* The same in steps: several bodies use the state one after the other, until it
 * is closed (closing twice is harmless).  A failing body leaves it open; a lack
 * of memory closes it. */
struct host *host_open(struct diags *, struct host_limits);
bool host_work(struct host *, host_body *body, void *data);
void host_close(struct host *);

/* Defines a global C function `name`; upvalue 1 is `data` (light userdata). */
void host_define(struct host *, const char *name, lua_CFunction, void *data);

/* Sets fields of the table on top of the stack: "name:s size:i" for a text and
 * an int, b for a bool; "{name:s" first pushes a new table.  NULL texts are not
 * set. */
void host_set(lua_State *, const char *fields, ...);

/* Loads a text, or a page (path ending in .tpl), pushes and returns as lua_load
 * does.  HOST_NO_PAGE: the page is invalid, which is reported, and nothing is
 * pushed. */
enum { HOST_NO_PAGE = -1 };
int host_load(lua_State *, const struct source *);

/* Runs a page, which appends its output to `out`. */
bool host_print(struct host *, const struct source *page, struct text *out);

/* Runs a text and pushes its one result; false, with a message and nothing
 * pushed, if it does not load or run. */
bool host_run(struct host *, const struct source *);

/* For C functions: reports an error in the user's text (host_refuse), not in
 * the Lua file, or one in a file as a whole (host_blame), then raises Lua's
 * error.  Does not return. */
#define host_refuse(L, place, hint, ...)                                       \
    (diag_refuse(host_of(L)->diags, place, hint, __VA_ARGS__), host_raise(L))
#define host_blame(L, path, ...)                                               \
    (diag_error_line(host_of(L)->diags, path, 0, __VA_ARGS__), host_raise(L))
int host_raise(lua_State *);

/* Uses up the file's budget: its next instruction fails, as if it had run too
 * long. */
void host_exhaust(lua_State *);
