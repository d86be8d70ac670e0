-- stages.lua - the implicit stages of a Runge-Kutta-Munthe-Kaas method.  `r` is the
-- run of a tableau (see rkmk.lua): body m, state s, step h, tableau tab, `momentum`
-- (true: momentum form, false: rate form), commutators n, and K, G, A, Z of each
-- stage.
-- P. Krysl, Commun. Numer. Meth. Eng. 24 (2008) 141-156, algorithm MKRK; E.
-- Hairer, G. Wanner, Solving Ordinary Differential Equations II, Springer 1996,
-- section IV.8, for the unknowns.

-- Returns the sum of weights[j] terms[j] over all j but `except`.
function weighted(weights, terms, except)
  local total
  for j = 1, #terms do
    local term = j ~= except and weights[j] * terms[j]
    if term then total = total and total + term or term end
  end
  return total or vec(0, 0, 0)
end

-- True if the row consists of the numbers `wanted`.
function row_is(row, wanted)
  if #row ~= #wanted then return false end
  for j = 1, #row do
    if not vanishes(row[j] - wanted[j]) then return false end
  end
  return true
end

-- True if a stage with this row is the start of the step (all zeros).
function is_start(row)
  for j = 1, #row do
    if not is_zero(row[j]) then return false end
  end
  return true
end

-- True if the last stage is the end of the step (first same as last, FSAL).
function ends_twice(tab)
  return row_is(tab.a[tab.stages], tab.b) and vanishes(tab.c[tab.stages] - 1)
end

-- Returns L and w after the weighted sum of rates, in rate form.  If internal momentum or
-- inertia may change, w follows from L, at the time and the z of `here`.
function reached_rate(r, weights, here)
  local m, s, h = r.m, r.s, r.h
  if m.turns_inside then
    local L = s.L + h * weighted(weights, r.G)
    return L, m.omega(L, here)
  end
  local w = r.w0 + h * weighted(weights, r.A)
  return m.inertia(w), w
end

-- Returns the change of the momentum, internal momentum included, at the constant rate
-- of s when z changes by dz to s.z.
function slip(m, s, dz)
  local before, w = with(s, { z = later(s.z, -1, dz) }), m.changes and m.omega(s.L, s)
  if w then return m.momentum(w, s) - m.momentum(w, before) end
  return m.gyro(s) - m.gyro(before)
end

-- True if the map's coordinates are canonical: 2 v is the rotation of v done twice.
function is_canonical(map)
  local e = vec(1, 0, 0)
  return is_zero(map.push(e, e) - e)
end

-- Returns the last stage of the coupled block of stages that begins with `first`.
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

local MOST = 64                      -- most scalar unknowns of one `solve`

-- Returns the unknowns: half vectors v; rates w, in rate form or if the torque depends
-- on w; and z[k], the stages' values of item k of s.z.
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

-- Evaluates the stages at the unknowns z: sets K, G, A, Z, and returns the rotations,
-- the momenta and the states.
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
      -- the stage's own torque need not be rotated by g and back
      local pushed = s.L + h * weighted(a[i], r.G, i)
      L[i] = g[i]:unrotate(pushed) + h * a[i][i] * T[i]
      w = w or m.omega(L[i], inside[i])
    end
    r.K[i] = m.map.pull(z.v[i], r.momentum and w / 2 or w, r.n)
  end
  return g, L, inside
end

-- True if elimination of these rows and columns of a matrix with diagonal pivots works
-- in any order that begins with rows[k] or a later one.  (For more than 8 rows only
-- the first pivot is checked.)  False for the inverses of Lobatto IIIC: they have zeros
-- on the diagonal, and the Jacobian adds nothing to these if the body hardly turns in
-- a step.
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

-- Returns the inverse of a block of several stages, or nil if it is of no use.
local function inverse_of_block(a, first, last)
  if first == last then return nil end
  local d, rows = inverse(a, first, last), {}
  for i = first, last do rows[#rows + 1] = i end
  return d and has_pivots(d, rows, 1) and d or nil
end

-- Returns the residual of z_i = start + h sum_j a_ij rate_j.  The equations of a block of
-- several stages are multiplied by the inverse of its part of the tableau: then each
-- contains only its own stage's rate, and the Jacobian is sparser.
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

-- Returns the residuals of the stages for this kind of unknown ("v", "w" or k of z).
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

-- Returns the convergence test of Newton's iteration for the unknowns in the list.
-- After the correction d of a half vector, the error is about |v| d.d in momentum form
-- because rotations are curved, and d.d in rate form because of L x w.  It must be
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

-- True if stage i with the half vector v has turned by less than |c_i| half turns, where
-- |c_i| is limited to 1/2 .. 1.
local function is_in_reach(r, i, v)
  local map, c = r.m.map, max(min(abs(r.tab.c[i]), 1), 1/2)
  if is_canonical(map) then
    return lt(dot(v, v), 4 * c^2 * map.quarter())
  end
  return lt(cos(pi/2 * c), map.element(v):quaternion()[1])
end

-- Returns the test that accepts a solution.  A solution need not be the physical one if a
-- stage is not in reach, or if h |w| is pi or more at the initial rate.
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

-- Solves for the unknowns of these kinds and stores the solutions in z.
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

-- Returns where stage i evaluates torque and force, as in "t + h/2, attitude exp(v2)".
function evaluation_of(r, i)
  local at = moment(r.tab.c[i])
  return is_start(r.tab.a[i]) and at or at .. ", attitude " .. r.m.map.name .. "(v" .. i .. ")"
end

-- Solves for a block of stages; for w before v in rate form if the torque is free of v.
function implicit_stages(r, first, last)
  local m = r.m
  if first == last then
    stage(first, evaluation_of(r, first))
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
