-- simo.lua - Simo's family of Cayley steps, one for each function kappa.
-- With the mean momentum P = (L0 + L1)/2 and theta = kappa h J^-1 P,
--     R1 = R0 cay(theta),   L1 = L0 + P x theta + gamma h (T0 + T1)/2
-- where kappa(|theta|^2) is 1 at zero.  With the half vector c, theta = 2 c, the
-- equation solved for c is
--     J c + c x J c = kappa h/2 (L0 + gamma h/4 (T0 + T1))
-- and the step ends with
--     L1 = cay(-theta) (L0 + gamma h/2 T) + gamma h/2 T,   T = (T0 + T1)/2
-- so that the spatial momentum is kept to round-off.  Without torque every kappa keeps
-- the energy.  For potentials linear in R the energy is kept if gamma = kappa (torque =
-- scaled) or if gamma = kappa = 1 (plain), and the momentum about the vertical always.
--     one   the almost Lie-Poisson rule (akw)
--     exp   x / atan x, x = |theta|/2: R1 = R0 E(h J^-1 P); swc1 without torque
--     dmv   1 + |theta|^2/4: discrete Moser-Veselov, symplectic without torque;
--           it has a solution only if h |w| is less than about 1
-- If kappa is an expression, th2 in it is |theta|^2.
-- Translation: trapezoidal rule.
-- R. Jones, J. Simo, Symplectic Integrators and the Dynamics of the Rigid Body;
-- J. Simo, K. Wong, Int. J. Numer. Meth. Eng. 31 (1991) 19-52.  The text prints
-- cay(Theta) for the momentum and a minus sign in theta; both are wrong.

local function is_word(kappa, word)
  return type(kappa) == "string" and kappa == word
end

local words = {
  one = function(th2) return 1 end,
  dmv = function(th2) return 1 + th2/4 end,
}

-- Returns the rotation, k and l of the equation J u + l u x J u = k h/2 (...).  The unknown
-- u is c; for kappa = exp it is c/kappa, half of the rotation vector.
local function turn_of(opt, u)
  local y = dot(u, u)
  if is_word(opt.kappa, "exp") then
    local kappa = c(1, y) / c(0, y)
    return load_map("exp").element(u), 1, kappa
  end
  local kappa = words[opt.kappa] or opt.kappa
  return load_map("cay").element(u), kappa(4 * y), 1
end

return method {
  title   = "Simo's family of Cayley steps",
  source  = "J. Simo, K. Wong, Int. J. Numer. Meth. Eng. 31 (1991) 19-52",
  examples = { "simo", "simo(kappa = exp, torque = scaled)",
               "simo(kappa = 1 + th2/7)" },
  options = {
    { name = "kappa", words = { "one", "exp", "dmv" }, expression = { "th2" } },
    { name = "torque", words = { "plain", "scaled" } },
  },

  order     = 2,
  symmetric = true,
  implicit  = true,
  maps      = false,
  keeps     = function(opt)
    local kept = { "momentum", "energy" }
    if opt.torque == "scaled" or is_word(opt.kappa, "one") then
      kept[#kept + 1] = "energy_linear_potential"
    end
    if is_word(opt.kappa, "dmv") then kept[#kept + 1] = "symplectic_free" end
    return kept
  end,

  step = function(m, s, h, opt)
    if type(opt.kappa) ~= "string" and not is_zero(opt.kappa(0) - 1) then
      refuse("kappa", "kappa must be 1 where th2 is 0")
    end

    stage("start")
    local T0 = m.torque(s)

    -- Returns the end of the step, its rotation, gamma h/4 (T0 + T1), k and l.
    local function at_end(u, z)
      local g, k, l = turn_of(opt, u)
      local e = { t = s.t + h, R = s.R:turned(g),
                  L = 2/k * m.inertia(rate_of(u, h)) - s.L, z = z }
      local gamma = opt.torque == "scaled" and k * l or 1
      return e, g, gamma * h/4 * (T0 + m.torque(e)), k, l
    end

    local u, z = solve_turn(m, s, h, {
      form = "rate", turns = 1, both = true,
    }, function(u, z)
      local e, g, T, k, l = at_end(u, z)
      local Ju = m.inertia(u)
      return Ju + l * cross(u, Ju) - k * h/2 * (s.L + T), e
    end)

    stage("finish")
    local e, g, T = at_end(u, z)
    return with(e, { L = g:unrotate(s.L + T) + T })
  end,
}
