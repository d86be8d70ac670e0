-- dmv.lua - the discrete Moser-Veselov equations of the free body, to any even
-- order up to 10.
-- The rotation A of a step h, R1 = R0 A and L1 = A' L0, solves
--     A D - D A' = h S(L0),  D = tr(J)/2 - J,
-- and its unit quaternion (q0, q) is that of
--     h L0 = 2 q0 J q + 2 q x (J q).
-- With q = q0 v, for v = tan(angle/2) axis, these are three quadratic equations,
--     J v + v x J v = (1 + v.v) h/2 L0.
-- The step keeps energy and spatial momentum exactly.  It is the exact motion over
-- a different time, followed by a turn about the momentum:
--     t = h (1 + a h^2 + ...),  turn = (p h^3 + ...) L,
-- where a, p, ... are polynomials in the energy H, in C = L.L/2, and in the
-- symmetric functions e1, e2, e3 of the inverse moments.  The power series have
-- rational coefficients, which were recomputed for this file.
--   preprocess = inertia: solves the equations for a body with the inverse moments
--     (1 + s) / J_i + d, whose step is the exact one up to the order;
--   preprocess = time: solves the equations for a step h (1 + g), whose result is
--     taken as that of a step h, and compensates the turn.
-- Translation: a straight line, as no force is admitted.
-- J. Moser, A. Veselov, Commun. Math. Phys. 139 (1991) 217-243;
-- R. McLachlan, A. Zanna, Found. Comput. Math. 5 (2005) 87-123, for the time;
-- E. Hairer, G. Vilmart, J. Phys. A 39 (2006) 13225-13235, for the inertia.

-- The coefficients of H^k, H^(k-1) C, ..., C^k for k = 1, 2, ...
local function inertia_series(e1, e2, e3)
  local s = {
    { -e1 / 3, e2 / 6 },
    { (2*e1^2 - e2) / 60, (4*e3 - e1*e2) / 30, (e2^2 - 3*e1*e3) / 30 },
    {
      (e1*e2 + 18*e3 - e1^3) / 630,
      (6*e1^2*e2 - 212*e1*e3 + 41*e2^2) / 2520,
      (22*e1^2*e3 - 6*e1*e2^2 - 5*e2*e3) / 420,
      (17*e2^3 - 66*e1*e2*e3 + 100*e3^2) / 2520,
    },
    {
      (2*e1^4 - 3*e1^2*e2 - 486*e1*e3 + 153*e2^2) / 45360,
      (276*e1^2*e3 - e1^3*e2 - 66*e1*e2^2 - 207*e2*e3) / 11340,
      (26*e1^2*e2^2 - 102*e1^3*e3 + 30*e1*e2*e3 + 3*e2^3 + 318*e3^2) / 7560,
      (306*e1^2*e2*e3 - 77*e1*e2^3 - 1128*e1*e3^2 + 141*e2^2*e3) / 22680,
      (378*e1^2*e3^2 - 342*e1*e2^2*e3 + 62*e2^4 + 291*e2*e3^2) / 45360,
    },
  }
  local d = {
    { e2 / 6, -e3 / 3 },
    { -(e1*e2 + 6*e3) / 60, (8*e1*e3 - e2^2) / 60, -e2*e3 / 60 },
    {
      (e1^2*e2 + 30*e1*e3 - 13*e2^2) / 1260,
      (13*e1*e2^2 - 64*e1^2*e3 + 110*e2*e3) / 2520,
      (e2^3 - e1*e2*e3 - 88*e3^2) / 1260,
      (72*e1*e3^2 - 19*e2^2*e3) / 2520,
    },
    {
      (459*e2*e3 - e1^3*e2 - 126*e1^2*e3 - 6*e1*e2^2) / 45360,
      (64*e1^3*e3 - 15*e1^2*e2^2 - 276*e1*e2*e3 + 97*e2^3 - 648*e3^2) / 22680,
      (19*e1^2*e2*e3 - 5*e1*e2^3 + 356*e1*e3^2 - 133*e2^2*e3) / 7560,
      (222*e1*e2^2*e3 - 864*e1^2*e3^2 - e2^4 + 684*e2*e3^2) / 45360,
      (243*e1*e2*e3^2 - 61*e2^3*e3 - 610*e3^3) / 45360,
    },
  }
  return s, d
end

local function time_series(e1, e2, e3)
  local g = {
    { -e1 / 3, e2 / 6 },
    { (2*e1^2 + 9*e2) / 60, -(e1*e2 + 6*e3) / 30, (e2^2 - 3*e1*e3) / 30 },
    {
      -(e1^3 + 27*e1*e2 + 45*e3) / 630,
      (e1^2*e2 + 44*e1*e3 - 6*e2^2) / 420,
      (22*e1^2*e3 - 6*e1*e2^2 + 23*e2*e3) / 420,
      (17*e2^3 - 66*e1*e2*e3 - 180*e3^2) / 2520,
    },
    {
      (2*e1^4 + 243*e1^2*e2 + 1350*e1*e3 + 378*e2^2) / 45360,
      (108*e1*e2^2 - e1^3*e2 - 306*e1^2*e3 - 27*e2*e3) / 11340,
      (52*e1^2*e2^2 - 204*e1^3*e3 - 960*e1*e2*e3 + 81*e2^3 - 756*e3^2) / 15120,
      (306*e1^2*e2*e3 - 77*e1*e2^3 + 2376*e1*e3^2 - 72*e2^2*e3) / 22680,
      (378*e1^2*e3^2 - 342*e1*e2^2*e3 + 62*e2^4 - 675*e2*e3^2) / 45360,
    },
  }
  local turn = {
    { -e2 / 6, e3 / 3 },
    { (2*e3 - 3*e1*e2) / 20, (2*e1*e3 + e2^2) / 10, -3*e2*e3 / 20 },
    {
      (4*e1*e3 - 5*e1^2*e2 + 2*e2^2) / 28,
      (6*e1^2*e3 + 6*e1*e2^2 - 9*e2*e3) / 28,
      (12*e3^2 - 18*e1*e2*e3 - 3*e2^3) / 56,
      (e1*e3^2 + e2^2*e3) / 14,
    },
    {
      (30*e1^2*e3 - 35*e1^3*e2 + 30*e1*e2^2 - 15*e2*e3) / 144,
      (10*e1^3*e3 + 15*e1^2*e2^2 - 30*e1*e2*e3 - 5*e2^3 + 6*e3^2) / 36,
      (12*e1*e3^2 - 15*e1^2*e2*e3 - 5*e1*e2^3 + 12*e2^2*e3) / 24,
      (6*e1^2*e3^2 + 12*e1*e2^2*e3 + e2^4 - 15*e2*e3^2) / 36,
      (10*e3^3 - 15*e1*e2*e3^2 - 5*e2^3*e3) / 144,
    },
  }
  return g, turn
end

-- The sum of the first n polynomials at H and C.
local function value(series, n, H, C)
  local sum = 0
  for k = n, 1, -1 do
    local row, part = series[k], series[k][k + 1]
    for j = k, 1, -1 do
      local power = k - j + 1
      part = part * C + row[j] * H^power
    end
    sum = sum + part
  end
  return sum
end

-- e1, e2, e3 of x1, x2, x3
local function symmetric_functions(x)
  return x[1] + x[2] + x[3], x[1]*x[2] + x[2]*x[3] + x[3]*x[1], x[1]*x[2]*x[3]
end

-- Solves for v of the step, in principal axes, where u is half the rotation
-- vector at the initial rate and r_i = (J_k - J_j) / J_i:
--     v_i + r_i v_j v_k = (1 + v.v) u_i.
local function solve_step(u, r, turn)
  local function products(v)
    return vec(r[1] * v[2] * v[3], r[2] * v[3] * v[1], r[3] * v[1] * v[2])
  end
  local near = u - products(u)
  local start = (1 + dot(near, near)) * u - products(near)
  local v = unknown("v", start)
  return solve(v, v + products(v) - (1 + dot(v, v)) * u, {
    -- Below a quarter turn, where the two solutions for a spinning body meet.
    -- `turn` is that of the initial rate: the series may fail if it is larger.
    accept = function(v)
      return both(lt(dot(v, v), 1), lt(turn, pi^2 / 4))
    end,
  })
end

-- Returns (J_k - J_j) / J_i for 1/J_i = scale x_i + more, and these 1/J_i.
local function ratios(x, scale, more)
  local y, r = {}, {}
  for i = 1, 3 do y[i] = scale * x[i] + more end
  local inverse = scale / (y[1] * y[2] * y[3])
  for i = 1, 3 do
    local j, k = i % 3 + 1, (i + 1) % 3 + 1
    r[i] = y[i]^2 * (x[j] - x[k]) * inverse
  end
  return r, y
end

return method {
  title     = "discrete Moser-Veselov, free body",
  source    = "E. Hairer, G. Vilmart, J. Phys. A 39 (2006) 13225-13235",
  options   = {
    { name = "order", integer = { 2, 10 }, default = 8 },
    { name = "preprocess", words = { "inertia", "time" } },
  },
  examples  = { "dmv(10)", "dmv(order = 6, preprocess = time)" },
  order     = function(opt) return opt.order end,
  symmetric = true,
  implicit  = true,
  turn      = 1/4,
  keeps     = function(opt)
    local always = { "momentum", "energy", "norm_L" }
    if opt.order < 3 then always[4] = "symplectic_free" end
    return always
  end,
  admits    = {},
  maps      = false,

  step = function(m, s, h, opt)
    local terms = (opt.order - 2) // 2
    m.turn = nil                      -- `accept` checks the turn
    if opt.order % 2 > 0 then refuse("order", "the order must be even") end

    stage("start")
    local J, x, unit, r = m.principal.moments, {}, {}, nil
    local mean = (J[1] + J[2] + J[3]) / 3
    for i = 1, 3 do x[i], unit[i] = 1 / J[i], mean / J[i] end
    local L = m.principal.into(s.L)
    local half = h/2 * L
    local function first(y) -- half the rotation vector at the initial rate
      return vec(y[1] * half[1], y[2] * half[2], y[3] * half[3])
    end
    local u = first(x)
    local turn = 4 * dot(u, u)
    -- h^2 H and h^2 C in units of the mean moment.  They are limited to 16, so that
    -- their powers do not overflow; beyond 16 the step is too large anyway.
    local H = min(2 / mean * dot(half, u), 16)
    local C = min(2 / mean^2 * dot(half, half), 16)
    local e1, e2, e3 = symmetric_functions(unit)
    local phase = 0
    if opt.preprocess == "time" then
      local g, phi = time_series(e1, e2, e3)
      local scale = 1 + value(g, terms, H, C)
      H, C = min(scale^2 * H, 16), min(scale^2 * C, 16)
      phase = scale / mean * value(phi, terms, H, C)
      u, r = scale * u, ratios(x, 1, 0)
    else
      local a, b = inertia_series(e1, e2, e3)
      local y
      r, y = ratios(x, 1 + value(a, terms, H, C),
                    value(b, terms, H, C) / mean)
      u = first(y)
    end

    local v = solve_step(u, r, turn)

    stage("finish")
    local q0 = 1 / sqrt(1 + dot(v, v))
    local A = element { q0, q0, v }
    -- the turn about L is done before A here; A takes L to L1
    local g = is_zero(phase) and A or m.map.element(-phase * half) * A
    local q = g:quaternion()
    name("g", "", vec(q[2], q[3], q[4]))     -- so that it keeps its scale
    return drift(m, with(s, { R = s.R:turned(m.principal.element(g)),
                              L = m.principal.out(A:unrotate(L)) }), h)
  end,
}
