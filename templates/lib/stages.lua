-- stages.lua - the stages of a Runge-Kutta-Munthe-Kaas method that must be
-- solved for.  `r` is the run of a tableau, as rkmk.lua describes it: body m,
-- state s, step h, tableau tab, form (momentum or rate), commutators n, and for
-- each stage K, G, A, Z.
-- P. Krysl, Commun. Numer. Meth. Eng. 24 (2008) 141-156, algorithm MKRK; E.
-- Hairer, G. Wanner, Solving Ordinary Differential Equations II, Springer 1996,
-- section IV.8, for the unknowns.

-- The sum of weights[j] terms[j], but for one.
function weighted(weights, terms, except)
  local total
  for j = 1, #terms do
    local term = j ~= except and weights[j] * terms[j]
    if term then total = total and total + term or term end
  end
  return total or vec(0, 0, 0)
end

-- Are these the numbers of a row?
function row_is(row, wanted)
  if #row ~= #wanted then return false end
  for j = 1, #row do
    if not vanishes(row[j] - wanted[j]) then return false end
  end
  return true
end

-- Is a stage with this row the start of the step?
function is_start(row)
  for j = 1, #row do
    if not is_zero(row[j]) then return false end
  end
  return true
end

-- First same as last: is the last stage the end of the step?
function ends_twice(tab)
  return row_is(tab.a[tab.stages], tab.b) and vanishes(tab.c[tab.stages] - 1)
end

-- L and w after the weighted sum of rates, in rate form.  Where internal momentum
-- changes, that of L leads to w, at the time and the z of `here`.
function reached_rate(r, weights, here)
  local m, s, h = r.m, r.s, r.h
  if m.turns_inside then
    local L = s.L + h * weighted(weights, r.G)
    return L, m.omega(L, here)
  end
  local w = r.w0 + h * weighted(weights, r.A)
  return m.inertia(w), w
end

-- How much the momentum at the rate of s changes, the internal one with it, where
-- z does by dz.
function slip(m, s, dz)
  local before, w = with(s, { z = later(s.z, -1, dz) }), m.changes and m.omega(s.L, s)
  if w then return m.momentum(w, s) - m.momentum(w, before) end
  return m.gyro(s) - m.gyro(before)
end

-- Are the coordinates those in which twice v is the rotation twice?
function is_canonical(map)
  local e = vec(1, 0, 0)
  return is_zero(map.push(e, e) - e)
end

-- The last of the stages, beginning with `first`, that need one another.
function end_of_stages(tab, first)
  local i, last = first, first
  while i <= last do
    for j = last + 1, tab.stages do
      if not is_zero(tab.a[i][j]) then last = j end
    end
    i = i + 1
  end
  return last
end

local MOST = 64                      -- numbers that solve takes at once

-- Unknown are the half vectors v; in rate form, and where the torque depends
-- on it, the rates w; and the values k of what is stored besides.
local function unknowns(r, first, last)
  local m, s = r.m, r.s
  local f, rates = m.f(s), m.rates(s)
  local z = { v = {}, w = {} }
  for k = 1, #s.z do z[k] = {} end
  for i = first, last do
    local c = r.tab.c[i] * r.h
    z.v[i] = unknown("v" .. i, c/2 * m.omega(s.L + c/2 * f, s))
    if not r.momentum or m.depends.w then
      z.w[i] = unknown("w" .. i, m.omega(s.L + c * f, s))
    end
    for k = 1, #s.z do
      local call, rate = m.further[k].name .. "_" .. i, rates[k]
      if m.moves and k == 1 then call, rate = "x" .. i, rate + c/2 * rates[2] end
      if m.moves and k == 2 then call = "u" .. i end
      z[k][i] = unknown(call, s.z[k] + c * rate)
    end
  end
  return z
end

-- What the stages are when the unknowns are z: sets K, G, A, Z, and returns
-- the rotations and the momenta.
local function evaluate(r, first, last, z)
  local m, s, h, a = r.m, r.s, r.h, r.tab.a
  local g, T, L, inside = {}, {}, {}, {}
  for i = first, last do
    g[i] = m.map.element(z.v[i])
    local w, here = z.w[i], { t = s.t + r.tab.c[i] * m.span, R = s.R:turned(g[i]) }
    here.z = {}
    for k = 1, #s.z do here.z[k] = z[k][i] end
    here.L, here.w = w and m.momentum(w, here) or s.L, w
    r.here, inside[i] = here, here
    T[i] = m.torque(here)
    r.Z[i] = m.rates(here)
    r.G[i] = r.momentum and g[i]:rotate(T[i]) or cross(here.L, w) + T[i]
    r.A[i], L[i] = m.inverse(r.G[i], here), here.L
  end
  for i = first, last do
    local w = z.w[i]
    if r.momentum then
      -- its own torque need not be turned forth and back
      local pushed = s.L + h * weighted(a[i], r.G, i)
      L[i] = g[i]:unrotate(pushed) + h * a[i][i] * T[i]
      w = w or m.omega(L[i], inside[i])
    end
    r.K[i] = m.map.pull(z.v[i], r.momentum and w / 2 or w, r.n)
  end
  return g, L, inside
end

-- Can these rows and columns of a matrix be eliminated along the diagonal in any
-- order, beginning with the k-th of them or a later one?  (Of a large one only
-- the first pivot is looked at.)  Not the inverses of Lobatto IIIC, which have
-- zeros there: where the body hardly turns in a step nothing else stands beside
-- them.
local function has_pivots(a, rows, k)
  for _, i in ipairs(rows) do
    if vanishes(a[i][i]) then return false end
  end
  for k = k, #rows <= 8 and #rows or 0 do
    local i, rest, left = rows[k], {}, {} -- without i
    for _, j in ipairs(rows) do
      if j ~= i then
        rest[#rest + 1], left[j] = j, {}
        for _, l in ipairs(rows) do
          left[j][l] = a[j][l] - a[j][i] * a[i][l] / a[i][i]
        end
      end
    end
    if not has_pivots(left, rest, k) then return false end
  end
  return true
end

-- The inverse of a block of several stages, where it serves.
local function inverse_of_block(a, first, last)
  if first == last then return nil end
  local d, rows = inverse(a, first, last), {}
  for i = first, last do rows[#rows + 1] = i end
  return d and has_pivots(d, rows, 1) and d or nil
end

-- z_i = start + h sum_j a_ij rate_j.  A block of several stages is multiplied
-- by the inverse of its part of the tableau, so that only the stage's own rate
-- is left: the Jacobian is thinner.
local function equation(r, first, last, i, z, start, rate)
  local a, h, d = r.tab.a, r.h, r.inverse
  if not d then return z[i] - (start + h * weighted(a[i], rate)) end
  local total
  for j = first, last do
    local known = start
    for k = 1, first - 1 do known = known + h * a[j][k] * rate[k] end
    local part = d[i][j] * (z[j] - known)
    total = total and total + part or part
  end
  return total - h * rate[i]
end

-- Of the stages' equations, those of this kind of unknown.
local function equations(r, first, last, kind, z, L, inside)
  local m, s, e = r.m, r.s, {}
  local start, rate = { v = vec(0, 0, 0), w = r.w0 }, { v = {}, w = r.A }
  for i = 1, last do rate.v[i] = r.K[i] / r.unit end
  for k = 1, #s.z do
    start[k], rate[k] = s.z[k], {}
    for i = 1, last do rate[k][i] = r.Z[i][k] end
  end
  for i = first, last do
    if kind == "w" and r.momentum then
      e[i] = z.w[i] - m.omega(L[i], inside[i])
    elseif kind == "w" and m.turns_inside then
      e[i] = m.inverse(equation(r, first, last, i, L, s.L, r.G), s)
    else
      e[i] = equation(r, first, last, i, z[kind], start[kind], rate[kind])
    end
  end
  return e
end

-- When Newton's iteration for the unknowns of the list has come to its end.
-- After a correction by the half vector d about |v| d.d is left in momentum
-- form, for rotations are curved, and d.d in rate form, of L x w: that is to be
-- round-off of the whole step's half vector.
local function is_done(r, list)
  local m, s, h = r.m, r.s, r.h
  local f, limit = h/2 * m.inverse(m.f(s), s), eps
  if not r.momentum then
    limit = eps * sqrt(h^2/4 * dot(r.w0, r.w0) + h^2 * dot(f, f) + eps^2)
  end
  local enough = {
    v = function(d) return le(64 * dot(d, d), limit) end,
    w = function(d) return le(16 * h^2 * dot(d, d), limit) end,
  }
  for k = 1, #s.z do
    enough[k] = function(d, z) return settled(m, s, h, k, d, z) end
  end
  return function(new, d)
    local all = 1
    for k = 1, #list do
      all = both(enough[list[k].kind](d[k], new[k]), all)
    end
    return all
  end
end

-- Has the stage with the half vector v turned by less than half a turn a step,
-- or a quarter where it is an early one?
local function is_in_reach(r, i, v)
  local map, c = r.m.map, max(min(abs(r.tab.c[i]), 1), 1/2)
  if is_canonical(map) then
    return lt(dot(v, v), 4 * c^2 * map.quarter())
  end
  return lt(cos(pi/2 * c), map.element(v):quaternion()[1])
end

-- Beyond it, and where the body at its first rate would go beyond it, a
-- solution need not be the physical one.
local function is_near(r, list)
  r.m.turn = nil
  return function(new)
    local all = lt(r.h^2 * dot(r.w0, r.w0), pi^2)
    for k = 1, #list do
      if list[k].kind == "v" then
        all = both(is_in_reach(r, list[k].stage, new[k]), all)
      end
    end
    return all
  end
end

-- The unknowns of these kinds give way to their solutions.
local function find(r, first, last, z, kinds)
  local g, L, inside = evaluate(r, first, last, z)
  local list, unknown, residual, size = {}, {}, {}, 0
  r.inverse = inverse_of_block(r.tab.a, first, last)
  for k = 1, #kinds do
    local kind, further = kinds[k], r.m.further[kinds[k]]
    local e = z[kind][first] and equations(r, first, last, kind, z, L, inside)
    for i = first, e and last or 0 do
      list[#list + 1] = { kind = kind, stage = i }
      unknown[#list], residual[#list] = z[kind][i], e[i]
      size = size + (further and further.size or 3)
    end
  end
  if size > MOST then
    local name, most = "of '" .. r.tab.name .. "' ", " and at most " .. MOST .. " can be"
    if first == last then
      refuse("tableau", "a stage " .. name .. "has " .. size .. " unknown numbers,"
             .. most, "take an explicit one, such as `kutta4`")
    end
    refuse("tableau", "too many stages " .. name .. "need one another: " .. size
           .. " numbers are unknown," .. most)
  end
  local new = solve(unknown, residual,
                    { done = is_done(r, list), accept = is_near(r, list) })
  for k = 1, #list do z[list[k].kind][list[k].stage] = new[k] end
end

-- "t + h/2, attitude exp(v2)": where stage i looks at torque and force.
function seen_at(r, i)
  local at = moment(r.tab.c[i])
  return is_start(r.tab.a[i]) and at or at .. ", attitude " .. r.m.map.name .. "(v" .. i .. ")"
end

-- In rate form, if the torque does not look at v, the rates can be had first.
function implicit_stages(r, first, last)
  local m = r.m
  if first == last then
    stage(first, seen_at(r, first))
  else
    local times = {}
    for i = first, last do times[#times + 1] = moment(r.tab.c[i]) end
    stage("stages " .. first .. " to " .. last .. ": " .. table.concat(times, ", "))
  end
  local z = unknowns(r, first, last)
  if r.momentum or m.depends.R or #r.s.z > 0 then
    local kinds = { "v", "w" }
    for k = 1, #r.s.z do kinds[2 + k] = k end
    find(r, first, last, z, kinds)
  else
    find(r, first, last, z, { "w" })
    find(r, first, last, z, { "v" })
  end
  local g, L = evaluate(r, first, last, z)
  r.last = { g = g[last], L = L[last] }
end

return true
