/* SPDX-License-Identifier: MIT
 *
 * What the Lua of a shelf file computes with: scalars and vectors, which are
 * expressions in boxes; and the parts of the job that C functions called from
 * Lua find by their state.
 *
 * In: a Lua state.  Out: the same with numbers, expressions and vectors bound
 * to the pool of the job.
 */
#pragma once

#include "shelf/host.h"
#include "shelf/shelf.h"
#include "sym/vec.h"

/* The kit with which host_bind was called. */
struct kit *kit_of(lua_State *);

/* Scalars and vectors: defines their operators and functions. */
void algebra_open(struct kit *, enum real);
/* The real type's, 2^-52 or 2^-23. */
expr algebra_epsilon(const struct kit *, enum real);

/* Defines global functions. */
void algebra_define(lua_State *, const luaL_Reg *);

/* ---- boxes ---- */

bool algebra_is_vec(lua_State *, int argument);
bool algebra_is_scalar(lua_State *, int argument);
/* Of Lua's own numbers 3/8 and 0.5 are what they seem; 1/6 and 0.1 are rounded
 * already, and refused with what to write. */
expr algebra_scalar(lua_State *, int argument);
struct vec algebra_vec(lua_State *, int argument);
int algebra_push(lua_State *, expr);
int algebra_push_vec(lua_State *, struct vec);
/* A scalar (n = 1) or a vector; n. */
int algebra_take(lua_State *, int argument, expr *out);
int algebra_give(lua_State *, int n, const expr *);
/* Fields 1..n of a table, scalars. */
void algebra_array(lua_State *, int table, int n, expr *out);
void algebra_push_array(lua_State *, int n, const expr *);
/* A box of one pointer with the metatable `kind`, and back. */
int algebra_box(lua_State *, const char *kind, const void *);
void *algebra_unbox(lua_State *, int argument, const char *kind);
