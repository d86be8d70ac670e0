/* SPDX-License-Identifier: MIT
 *
 * An attitude of the tests' own, with options and numbers that may not exist,
 * and methods that do with an attitude what only few do.
 */
#ifndef POL_ATTITUDE_FILES_H
#define POL_ATTITUDE_FILES_H

#include "shelf/dropped.h"
#include "stepping.h"

/* The vector part of the quaternion over its scalar, times a factor; none at
 * half a turn. */
static const char gibbs[] =
    "return attitude {\n"
    "  title = 'Gibbs', source = 'nowhere', alias = { 'willard' },\n"
    "  options = {\n"
    "    { name = 'factor', integer = { 1, 9 }, default = 2 },\n"
    "    { name = 'check', words = { 'end', 'never' } },\n"
    "  },\n"
    "  store = function(opt)\n"
    "    return { name = 'g', size = 3,\n"
    "             note = 'attitude: ' .. opt.factor .. ' tan(angle/2) axis' }\n"
    "  end,\n"
    "  element = function(x, opt)\n"
    "    local r = vec(x[1], x[2], x[3]) / opt.factor\n"
    "    local q = 1 / sqrt(1 + dot(r, r))\n"
    "    return element { q, q * r }\n"
    "  end,\n"
    "  from = function(g, opt)\n"
    "    local q, f = g:quaternion(), opt.factor\n"
    "    return { f * q[2] / q[1], f * q[3] / q[1], f * q[4] / q[1] }\n"
    "  end,\n"
    "  rate = function(x, w, opt)\n"
    "    local f = opt.factor\n"
    "    local r = vec(x[1], x[2], x[3]) / f\n"
    "    local v = f/2 * (w + cross(r, w) + dot(r, w) * r)\n"
    "    return { v[1], v[2], v[3] }\n"
    "  end,\n"
    "  fits = function(x, opt)\n"
    "    local size = x[1]^2 + x[2]^2 + x[3]^2\n"
    "    return opt.check == 'never' and le(0, 1)\n"
    "      or lt(size, 100 * opt.factor^2)\n"
    "  end,\n}\n";

/* Turned by the rate, in one of three ways that are the same. */
static const char ways[] =
    "return method {\n"
    "  title = 'ways', source = 'nowhere', order = 1,\n"
    "  options = { { name = 'way', words = { 'turned', 'at', 'then' } } },\n"
    "  step = function(m, s, h, opt)\n"
    "    local A = m.attitude\n"
    "    local g = m.map.element(h/2 * m.omega(s.L))\n"
    "    local k = m.map.element(h/3 * m.omega(s.L))\n"
    "    local R = s.R:turned(g):turned(k)\n"
    "    if opt.way == 'at' then\n"
    "      R = A.at(A.move(s.R:stored(), g * k))\n"
    "    elseif opt.way == 'then' then\n"
    "      R = A.at(s.R:turned(g):stored()):turned(k)\n"
    "    end\n"
    "    return { R = R, L = s.L + h * m.torque(with(s, { R = R })) }\n"
    "  end,\n}\n";

/* One Euler step of the attitude's own kinematic equation. */
static const char drifting[] =
    "return method {\n"
    "  title = 'drifting', source = 'nowhere', order = 1, maps = false,\n"
    "  step = function(m, s, h)\n"
    "    local A, x = m.attitude, s.R:stored()\n"
    "    local d = A.rate(x, m.omega(s.L))\n"
    "    for i = 1, #x do x[i] = x[i] + h * d[i] end\n"
    "    return { R = A.at(A.restore(x)), L = s.L }\n"
    "  end,\n}\n";

/* The momentum may not be large; `by` is how it is said. */
static const char careful[] =
    "return method {\n"
    "  title = 'careful', source = 'nowhere', order = 1,\n"
    "  options = { { name = 'by', words = { 'lt', 'le', 'wrong', 'none',\n"
    "                                       'always' } } },\n"
    "  step = function(m, s, h, opt)\n"
    "    local size = dot(s.L, s.L)\n"
    "    if opt.by == 'lt' then demand(lt(size, 400)) end\n"
    "    if opt.by == 'le' then demand(both(le(size, 400), lt(s.t, 9))) end\n"
    "    if opt.by == 'wrong' then\n"
    "      demand(select(lt(400, size), 0, 1))\n"
    "    end\n"
    "    if opt.by == 'always' then demand(le(1, 2)) end\n"
    "    return turn(s, m.map.element(h/2 * m.omega(s.L)))\n"
    "  end,\n}\n";

/* Components in one another's places. */
static const char places[] =
    "return method {\n"
    "  title = 'places', source = 'nowhere', order = 1, maps = false,\n"
    "  step = function(m, s, h)\n"
    "    local x, L = s.R:stored(), s.L\n"
    "    return { R = m.attitude.at { x[1], x[1], x[2], x[4] },\n"
    "             L = vec(L[3], L[2], L[2]) }\n"
    "  end,\n}\n";

static const char body[] =
    "body b inertia diag(1, 2, 2.5) torque body 0.3 * (R'*e3)\n"
    "start R = quat(0.8, 0.4, -0.4, 0.2) start w = [1, -2, 0.5] step 0.1\n";

static inline struct stepping shelf_with(struct dropped *d,
                                         const char *attitude)
{
    *d = drop_begin();
    drop(d, "attitudes", "gibbs.lua", gibbs);
    drop(d, "methods", "ways.lua", ways);
    drop(d, "methods", "drifting.lua", drifting);
    drop(d, "methods", "careful.lua", careful);
    drop(d, "methods", "places.lua", places);
    if (attitude)
        drop(d, "attitudes", "mine.lua", attitude);
    const char *folder = d->folder;
    return stepping_new(&folder, 1);
}

static inline struct stepping derived(const char *method, const char *attitude)
{
    struct dropped d;
    struct stepping s = shelf_with(&d, NULL);
    stepping_must(&s, body, method, attitude, NULL);
    drop_end(&d);
    return s;
}

#endif
