-- rkmk.lua - Runge-Kutta-Munthe-Kaas methods of any explicit tableau.
-- The tableau is run on v, the coordinates of the attitude about the start of
-- the step (half a rotation vector).  In momentum form it also runs on the
-- impulse, seen in the body frame of the start, and the momentum follows by
-- rotation, so that without torque the spatial momentum is exact; in rate form
-- it runs on the momentum's own equation L' = L x w + T = F.
-- H. Munthe-Kaas, BIT 38 (1998) 92-111, and Applied Numerical Mathematics 29
-- (1999) 115-127; P. Krysl, Commun. Numer. Meth. Eng. 24 (2008) 141-156,
-- algorithm MKRK, with the torque's index corrected (T_j, not T_k).

-- Commutators that the pull must keep for the tableau's order.
local function commutators(opt)
  if opt.dexpinv == "exact" then return nil end
  if opt.dexpinv == "order" then return math.max(opt.tableau.order - 2, 0) end
  return opt.dexpinv
end

-- The order that so many commutators allow; those of odd number above 1 are
-- zero.
local function allowed(n)
  if n < 2 then return n + 2 end
  return n // 2 * 2 + 3
end

local function sum(weights, terms)
  local total = vec(0, 0, 0)
  for j = 1, #terms do total = total + weights[j] * terms[j] end
  return total
end

return method {
  title   = "Runge-Kutta-Munthe-Kaas",
  source  = "H. Munthe-Kaas, BIT 38 (1998) 92-111",
  options = {
    { name = "tableau", tableau = true },
    { name = "form", words = { "momentum", "rate" } },
    { name = "dexpinv", words = { "order", "exact" }, integer = { 0, 8 } },
  },

  order = function(opt, map)
    local n = commutators(opt)
    if not map.truncated or n == nil then return opt.tableau.order end
    return math.min(opt.tableau.order, allowed(n))
  end,

  keeps = function(opt)
    return opt.form == "momentum" and { "momentum" } or {}
  end,

  step = function(m, s, h, opt)
    local tab, momentum = opt.tableau, opt.form == "momentum"
    local n, K, G, A = commutators(opt), {}, {}, {}
    if not tab.explicit then
      refuse("tableau", "rkmk takes explicit tableaus only, and '" .. tab.name
             .. "' is implicit", "an implicit method is imidm")
    end

    -- K is the pulled rate of v in momentum form and twice that in rate form,
    -- where the stages work with the body's rate w and J w' = F: by count.
    local unit = momentum and 1 or 2
    local w0 = m.omega(s.L)

    local function at(weights)           -- the state reached with these weights
      local v = h/unit * sum(weights, K)
      local g = m.map.element(v)
      if momentum then
        local L = g:unrotate(s.L + h * sum(weights, G))
        return v, g, L, m.omega(L)
      end
      local w = w0 + h * sum(weights, A)
      return v, g, m.inertia(w), w
    end

    for i = 1, tab.stages do
      stage(i)
      local v, g, L, w = at(tab.a[i])
      local here = { t = s.t + tab.c[i] * h, R = s.R:turned(g), L = L }
      name("v", i, v)
      if momentum then
        name("L", i, L)
        G[i] = g:rotate(m.torque(here))
        K[i] = name("K", i, m.map.pull(v, name("k", i, w / 2), n))
      else
        K[i] = name("K", i, m.map.pull(v, name("w", i, w), n))
        G[i] = m.f(here)
        A[i] = m.omega(G[i])
      end
    end

    stage("finish")
    local v, g, L = at(tab.b)
    if not momentum then L = s.L + h * sum(tab.b, G) end
    name("v", "", v)
    return { R = s.R:turned(g), L = L }
  end,
}
