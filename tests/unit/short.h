/* SPDX-License-Identifier: MIT
 *
 * Short names for what makes expressions, all in the pool `p` of the includer.
 */
#ifndef POL_SHORT_H
#define POL_SHORT_H

#include "test_arena.h"
#include "base/name.h"
#include "in_reals.h"
#include "sym/vec.h"

#define add(a, b)      expr_add(p, a, b)
#define sub(a, b)      expr_sub(p, a, b)
#define mul(a, b)      expr_mul(p, a, b)
#define quo(a, b)      expr_div(p, a, b)
#define whole(n)       expr_int(p, n)
#define ratio(a, b)    expr_fraction(p, a, b)
#define power(a, n)    expr_power(p, a, n)
#define fun(op, a)     expr_apply(p, op, 1, (const expr[]){a})
#define fun2(op, a, b) expr_apply(p, op, 2, (const expr[]){a, b})

#endif
