/* SPDX-License-Identifier: MIT
 *
 * The Lua host: runs shelf files in a state that has no files, no clock and no
 * randomness, and whose memory and time are limited.  Errors become messages
 * with the Lua file and line.
 *
 * All work with a state is done inside a session.  There the arena's failure
 * handler is Lua's error (so no jump crosses a Lua frame); when the session
 * has closed the state, the failure is passed to the handler before it.  C
 * functions called from Lua may therefore allocate, and may raise errors by
 * luaL_error, as they like.
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

/* Enough for every shelf file: 48 MB, 100 million instructions; and 20 s of
 * the thread's CPU time.  Expressions are the arena's, which has a limit of its
 * own. */
struct host_limits host_limits(void);

/* What is done with a state; false when it failed with a message. */
typedef bool host_body(struct host *, void *data);

enum { HOST_SIZES = 32 };
struct host {
    lua_State *lua;
    struct arena *arena;
    struct diags *diags;
    void *bound; /* what C functions called from Lua work with */
    /* Path of the file whose functions run: errors of memory have no frame. */
    const char *running;
    /* The rest is host.c's own. */
    size_t held, limit;
    struct arena *own;       /* of small blocks, and */
    void *freed[HOST_SIZES]; /* those that came back, by size */
    size_t allowed;          /* the limit that a message names */
    long instructions;
    double end;           /* by the thread's clock */
    bool machine_refused; /* it was not the limit, the last time */
    bool no_memory;       /* the machine has none: the session must end */
    bool reported;        /* the error on its way has been given already */
    bool is_open;         /* it has the library */
    host_body *body;      /* that runs, and has done its work */
    bool done;
    arena_fail *fail; /* while outside: the session's own handler */
    void *context;
};
struct host *host_of(lua_State *);

/* Makes a state, runs `body` and closes the state however it ended; false,
 * with messages, when it failed.  Out of memory does not return. */
bool host_session(struct diags *, struct host_limits, host_body *body,
                  void *data);

/* The same in steps: a state that several bodies work with, one after the
 * other, until it is closed; twice does no harm.  A body that fails leaves it
 * open, a lack of memory closes it. */
struct host *host_open(struct diags *, struct host_limits);
bool host_work(struct host *, host_body *body, void *data);
void host_close(struct host *);

/* Makes `name` a global C function; upvalue 1 is `data` (light userdata). */
void host_define(struct host *, const char *name, lua_CFunction, void *data);

/* Sets fields of the table on top: "name:s size:i" a text and an int, b: bool;
 * "{name:s" pushes a new table before.  A text that is NULL is not set. */
void host_set(lua_State *, const char *fields, ...);

/* Pushes the program that a text or a page is (its path ends in .tpl), as
 * lua_load does and with what it returns; HOST_NO_PAGE, pushing nothing: it is
 * none, and the message has been given. */
enum { HOST_NO_PAGE = -1 };
int host_load(lua_State *, const struct source *);

/* Runs a page, which adds what it writes to `out`. */
bool host_print(struct host *, const struct source *page, struct text *out);

/* Runs a text and leaves what it returns (one value) on the stack; false, with
 * nothing left and a message, when it does not load or run. */
bool host_run(struct host *, const struct source *);

/* For C functions: an error in the user's text instead of the Lua file, or one
 * for what is wrong with a file as a whole.  The message is given, then Lua's
 * error is raised; it does not return. */
#define host_refuse(L, place, hint, ...)                                       \
    (diag_refuse(host_of(L)->diags, place, hint, __VA_ARGS__), host_raise(L))
#define host_blame(L, path, ...)                                               \
    (diag_error_line(host_of(L)->diags, path, 0, __VA_ARGS__), host_raise(L))
int host_raise(lua_State *);

/* Takes what is left of the file's budget: its next instruction is refused,
 * as if it had run too long. */
void host_exhaust(lua_State *);
