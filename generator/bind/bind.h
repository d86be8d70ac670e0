/* SPDX-License-Identifier: MIT
 *
 * Values in the Lua code of a shelf file: scalars and vectors, which are boxed
 * expressions; and the parts of the job that C functions called from Lua find
 * by their state.
 *
 * In: a Lua state.  Out: the same with numbers, expressions and vectors bound
 * to the pool of the job.
 */
#pragma once

#include "shelf/host.h"
#include "shelf/shelf.h"
#include "sym/vec.h"

/* The kit that host_bind was called with. */
struct kit *kit_of(lua_State *);

/* Defines the operators and functions of scalars and vectors. */
void algebra_open(struct kit *, enum real);
/* Machine epsilon of the real type, 2^-52 or 2^-23. */
expr algebra_epsilon(const struct kit *, enum real);

/* Defines global functions. */
void algebra_define(lua_State *, const luaL_Reg *);

/* ---- boxes ---- */

bool algebra_is_vec(lua_State *, int argument);
bool algebra_is_scalar(lua_State *, int argument);
/* A scalar argument.  Lua's numbers 3/8 and 0.5 are exact; 1/6 and 0.1 are
 * rounded already, and refused with the right spelling. */
expr algebra_scalar(lua_State *, int argument);
struct vec algebra_vec(lua_State *, int argument);
int algebra_push(lua_State *, expr);
int algebra_push_vec(lua_State *, struct vec);
/* Gets a scalar (n = 1) or a vector; returns n. */
int algebra_take(lua_State *, int argument, expr *out);
int algebra_give(lua_State *, int n, const expr *);
/* Gets fields 1..n of a table, all scalars. */
void algebra_array(lua_State *, int table, int n, expr *out);
void algebra_push_array(lua_State *, int n, const expr *);
/* Push a box of one pointer with metatable `kind`; get the pointer of a box. */
int algebra_box(lua_State *, const char *kind, const void *);
void *algebra_unbox(lua_State *, int argument, const char *kind);
