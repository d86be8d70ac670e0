-- magnus.lua - Runge-Kutta methods with one exponential per step.
-- The tableau integrates the arguments of torque, force and rates directly:
--     L' = L x w + T,   g' = g x w,   g = R'e
-- for the constant space vectors e through which they depend on the attitude (two rows
-- of R if they need all of R).  R1 = R0 exp(v) at the end, so that R stays a rotation.
-- v is half of Magnus' series of the rate whose Legendre coefficients are the moments
-- of the stages' rates: with x from -1/2 to 1/2
--     w = p + q x + r (x^2 - 1/12) + s (x^3 - 3/20 x) + ...,
--     p = h sum b_i w_i,   q = 12 h sum b_i x_i w_i,   x_i = sum_j a_ij - 1/2.
-- Moment k is correct to h^(order - k), since b_i x_i^k occurs in the order conditions
-- of trees with k leaves at their root.  In the series moment k is multiplied by vectors
-- whose product is of size h^k.  So v has the order of the tableau, for every tableau;
-- the number of moments is half of the order.  With kutta4
--     v = h/12 (w_1 + 2 w_2 + 2 w_3 + w_4) + h^2/24 w_1 x w_4.
-- Beyond order 10, and with maps other than the exponential, the tableau also integrates
--     v' = pull(v, w)/2.
-- The tableau itself integrates the centre of mass.
-- S. Blanes, F. Casas, J. Ros, BIT 40 (2000) 434-450, for the series to order 8
-- (here with products of three vectors as a (b.c) - b (a.c)); F. Casas, A. Iserles,
-- J. Phys. A 39 (2006) 5445-5461, for equations that are not linear.

-- ---- Magnus' series ----

-- Returns the sum of f(x_i) b_i v_i.
local function moment_of(r, b, v, f)
  local weights = {}
  for i = 1, #v do weights[i] = f(r.x[i]) * b[i] end
  return weighted(weights, v)
end

-- Returns p x q/24 if q = mu (w_j - w_i), with the mean of w_i, w_j for p/h; else nil.
local function pair(r, b)
  local some = {}
  for i = 1, #r.W do
    if not vanishes(r.x[i] * b[i]) then some[#some + 1] = i end
  end
  local i, j = some[1], some[2]
  if not j or some[3] or not vanishes(r.x[i] * b[i] + r.x[j] * b[j]) then
    return nil
  end
  return r.h^2/2 * (r.x[j] * b[j]) * cross(r.W[i], r.W[j])
end

-- Returns the series of p, q, r, s, t, the k-th of which is of order h^k: all terms up to
-- h^7, with t up to h^9, and the higher terms that are largest if a body turns far in a
-- step: all with p and one q or r (by e), and with p and q twice.
local function series_of(p, q, r, s, t)
  local function n(k) return decimal "1" / k end
  local function by(call, a, b) return label(call, "", dot(a, b)) end
  local pp, pq, pr, ps = by("PP", p, p), by("PQ", p, q), by("PR", p, r), by("PS", p, s)
  local qq, qr, qs, rr = by("QQ", q, q), by("QR", q, r), by("QS", q, s), by("RR", r, r)
  local e = n(720) + pp * (n(30240) + pp * (n(1209600) + pp/47900160))
  local curl = n(240) + pp * (n(7560) + pp * (n(241920) + pp/7983360))
  local P = 1 + 2*e * pr - (curl - qq/241920) * qq + pq^2/30240
            + (n(16800) + pp/151200) * qs - (n(15120) + pp/181440) * rr
            + pr^2/181440 - (n(36288) + 31*pp/19958400) * (pr*qq)
  local Q = (n(240) + pp/10080) * pq + ps/8400 - (n(5040) + pp/40320) * qr
  local R = pr/15120 - 2*e * pp
            + (n(5040) + pp * (n(36288) + 59*pp/39916800)) * qq
  local S = 0 - pq/5600
  local pxq = n(12) + e * pp + (n(3024) + 11*pp/907200) * pr
              - (n(6720) + pp * (n(120960) + 173*pp/479001600)) * qq - rr/60480
  local pxr = 0 - pq/7560
  local pxs = 0 - (n(16800) + pp/604800) * pp
  local qxr = n(360) + pp * (n(3360) + pp/90720) - pr/90720
  if not t then
    return P * p + Q * q + R * r + S * s + cross(p, pxq * q + pxr * r + pxs * s)
           + cross(r, n(8400) * s - qxr * q)
  end
  local pt, qt = dot(p, t), dot(q, t)
  P = P + pp*pq^2/604800 + pq*qr/51840 - pq*ps/604800 - dot(s, s)/504000
      - pp*pt/1058400 + dot(r, t)/529200
  Q = Q + pp^2*pq/403200 + pp*ps/604800 + pq*pr/40320 - pq*qq/241920
      - dot(r, s)/302400 + qt/352800
  R = R - pq^2/51840 - qs/100800 + pt/176400
  S = S - pp*pq/151200 + qr/75600 + ps/504000
  local T = pp^2/1058400 - pr/132300 - qq/352800
  pxq = pxq + pq^2/241920 + qs/86400 + pt/529200
  pxr = pxr - pp*pq/151200 + qr/90720 + ps/302400
  pxs, qxr = pxs - qq/151200, qxr - qq/120960
  return P * p + Q * q + R * r + S * s + T * t
         + cross(p, pxq * q + pxr * r + pxs * s - pq/211680 * t)
         + cross(q, qxr * r + pq/60480 * s - pp/1058400 * t)
         + cross(s, n(176400) * t - (n(8400) + pp/302400) * r)
end

-- Returns h/2 sum b_i w_i; from order 5 on by w' of the stages, as the other moments.
local function half_turn(r, b, order)
  if order < 5 or r.m.turns_inside then return r.h/2 * weighted(b, r.W) end
  local d = {}
  for j = 1, #b do d[j] = decimal "0" end
  for i = 1, #b do
    for j = 1, #r.tab.a[i] do d[j] = d[j] + b[i] * r.tab.a[i][j] end
  end
  return r.h/2 * (r.W[1] + r.h * weighted(d, r.A))
end

-- Returns half of the rotation vector by the weights b of this order, and the same without
-- its highest terms.  P, Q, R, S, T are p, ..., t up to factors; `mark` is the suffix of
-- their names.  From order 5 on the moments of w, except the first, are computed from
-- A = w' by integration by parts, with polynomials that vanish at both ends and at the
-- stages there.  Both ways have the order of the weights, for any weights.
local function series(r, b, order, mark)
  local h = r.h
  local P = half_turn(r, b, order)
  if order < 3 then return P, P end
  local turn = order < 5 and pair(r, b)
  if turn then return P + turn, P end
  local function moment_by(call, f, integral)
    if order < 5 or r.m.turns_inside then
      return name(call, mark, h * moment_of(r, b, r.W, f))
    end
    return name(call, mark, -h^2 * moment_of(r, b, r.A, integral))
  end
  P = name("P", mark, P)
  local Q = moment_by("Q", function(x) return x end,
                      function(x) return (x^2 - 1/4) / 2 end)
  turn = cross(P, Q)
  if order < 5 then return P + turn, P end
  local R = moment_by("R", function(x) return 3*x^2 - 1/4 end,
                      function(x) return x * (x^2 - 1/4) end)
  local fifth = P + turn + cross(P, cross(P, R/3 - turn/15))
                + cross(Q, R - 3*turn/5)           -- up to h^5
  if order < 7 then return fifth, P + turn end
  local S = moment_by("S", function(x) return 10*x^3 - 3/2 * x end,
                      function(x) return (x^2 - 1/4) * (5/2 * x^2 - 1/8) end)
  local T = order > 8 and moment_by("T", function(x)
    return x^4 - 3*x^2/14 + decimal "3"/560
  end, function(x) return x * (x^2 - 1/4) * (x^2/5 - decimal "3"/140) end)
  return series_of(2*P, 12*Q, 60*R, 280*S, T and 44100*T) / 2, fifth
end

-- ---- the run of the tableau ----

-- A run r holds `see`, the vectors that replace R, and for each stage so far: W, its rate w;
-- Y[k], the rate of y[k]; G and A, the rates of L and w; Z, those of z; V, the rate of v.

-- Returns the state at the end of the step.
local function finish(r)
  local s, h, b = r.s, r.h, r.tab.b
  stage("finish")
  local v = r.series and series(r, b, r.tab.order, "") or h/2 * weighted(b, r.V)
  r.v = v
  return { t = s.t + r.m.span, z = later_by(s.z, h, b, r.Z),
           R = s.R:turned(r.m.map.element(name("v", "", v))),
           L = s.L + h * weighted(b, r.G) }
end

local function run_stage(r, i)
  local m, s, h, a, y = r.m, r.s, r.h, r.tab.a[i], {}
  stage(i, moment(r.tab.c[i]))
  for k = 1, #r.see.y do
    y[k] = name(k > 1 and "f" or "g", i, r.see.y[k] + h * weighted(a, r.Y[k]))
  end
  local here = { t = s.t + r.tab.c[i] * m.span, z = later_by(s.z, h, a, r.Z) }
  here.L, here.w = reached_rate(r, a, here)
  here.w = name("w", i, here.w)
  for k = 1, #y do r.Y[k][i] = cross(y[k], here.w) end
  if not r.series then
    r.V[i] = name("K", i, m.map.pull(h/2 * weighted(a, r.V), here.w, r.n))
  end
  here.R = attitude_through(r.see, y)
  r.W[i] = here.w
  if m.adaptive and i == r.tab.stages and ends_twice(r.tab) then
    r.new = finish(r)
    here.R, r.here = r.new.R, here
    stage(i, moment(r.tab.c[i]))
  end
  if i < 2 and s.acts then          -- known there
    r.G[i], r.Z[i] = cross(s.L, here.w) + s.acts.torque, s.acts.rates
  else
    r.G[i], r.Z[i] = m.f(here), m.rates(here)
  end
  r.A[i] = m.inverse(r.G[i], here)
end

-- Returns the number of moments in the series of this order.
local function terms_of(order) return (order + 1) // 2 end

-- Returns the difference between v and that of the embedded weights (series of the higher
-- of the two orders).  If both omit the same terms, also returns an estimate of these: the
-- highest terms kept, times |p|^2/32.  This is a little more than (|p|/2 pi)^2, the ratio of
-- successive terms for a rate that grows linearly.
local function estimate_turn(r)
  local tab = r.tab
  if not r.series then
    local d = {}
    for i = 1, tab.stages do d[i] = tab.b[i] - tab.bhat[i] end
    return r.h/2 * weighted(d, r.V)
  end
  local order = math.max(tab.order, tab.order_hat)
  local v, low = series(r, tab.bhat, order, "_hat")
  if terms_of(tab.order) < terms_of(order) then return r.v - v end
  local P = half_turn(r, tab.bhat, order)
  return r.v - v, dot(P, P)/8 * (v - low)
end

-- Returns the error estimate: the difference from a step with the embedded weights.  If v
-- differs by d, the attitude differs by the angle 2 push(v, d), to first order.
local function estimate(r, new)
  local m, tab, d = r.m, r.tab, {}
  local more = 1 + tab.margin * dot(r.v, r.v)     -- larger in long steps
  local h = r.h * more
  for i = 1, tab.stages do d[i] = tab.b[i] - tab.bhat[i] end
  stage("error")
  local e = { order = math.min(tab.order, tab.order_hat), size = new.z,
              z = later_by(later(new.z, -1, new.z), h, d, r.Z) }
  local turn, left_out = estimate_turn(r)
  e.angle = name("angle", "", 2 * more * m.map.push(r.v, turn))
  e.left_out = left_out and name("left_out", "", 2 * more * left_out)
  if m.turns_inside then
    e.rate = m.inverse(h * weighted(d, r.G) - slip(m, new, e.z), new)
  else
    e.rate = h * weighted(d, r.A)
  end
  name("rate", "", e.rate)
  if r.here then e.torque, e.rates = m.torque(r.here), m.rates(r.here) end
  return e
end

return method {
  title    = "Runge-Kutta with one exponential a step",
  source   = "S. Blanes, F. Casas, J. Ros, BIT 40 (2000) 434-450",
  examples = { "magnus(kutta4)", "magnus(verner87e)" },
  options  = { { name = "tableau", tableau = true } },
  gyro     = true,
  states   = true,
  inertia  = true,
  order    = function(opt) return opt.tableau.order end,

  step = function(m, s, h, opt)
    local tab = opt.tableau
    if not tab.explicit then
      refuse("tableau", "magnus takes explicit tableaus alone, and '"
             .. tab.name .. "' is implicit", "rkmk takes any tableau")
    end
    local r = { m = m, s = s, h = h, tab = tab, w0 = m.omega(s.L, s), x = {},
                n = math.max(tab.order - 2, 0), Y = {},
                W = {}, V = {}, G = {}, A = {}, Z = {} }
    r.series = is_canonical(m.map) and tab.order <= 10
    for i = 1, tab.stages do
      r.x[i] = decimal "-0.5"
      for j = 1, #tab.a[i] do r.x[i] = r.x[i] + tab.a[i][j] end
    end
    r.see = directions_of(m, s.R)
    for k = 1, #r.see.y do r.Y[k] = {} end
    for i = 1, tab.stages do run_stage(r, i) end
    local new = r.new or finish(r)
    new.error = m.adaptive and tab.bhat and estimate(r, new) or nil
    return new
  end,
}
