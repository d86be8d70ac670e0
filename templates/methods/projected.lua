-- projected.lua - a step of another method, then a projection onto constant energy.
-- The step of a method that keeps the spatial momentum is followed by
--     R1 <- R1 E(a d),   L1 <- E(-a d) L1,   d = L1 x w1 + T1
-- with the number a for which the energy equals that at the start of the step.
-- The projection keeps the spatial momentum.  At a = 0 the derivative of the energy
-- is -|d|^2, which gives the initial guess of Newton's iteration.  The order is that
-- of the method; its symmetry is lost.  If d vanishes, as in a stationary rotation,
-- no direction of projection exists: then the step fails, unless the energy is
-- already correct.
-- Translation: that of the method; the projection does not change it.
-- The idea is that of R. Jones, J. Simo, Symplectic Integrators and the Dynamics
-- of the Rigid Body; see J. Simo, N. Tarnow, K. Wong, Comput. Methods Appl.
-- Mech. Eng. 100 (1992) 63-116.  The direction d is new here.

local function keeps_momentum(method)
  for _, what in ipairs(method.keeps) do
    if what == "momentum" then return true end
  end
  return false
end

-- A sphere without torque: its rotational energy is constant, so that no rotation
-- can compensate an energy error due to forces.
local function without_turning(m, new)
  local F = m.force(new)
  if not is_zero(dot(F, F)) then
    refuse("base", "projected turns the body to keep its energy, and a sphere's "
           .. "without torque does not change with that",
           "take the method by itself")
  end
  return new
end

return method {
  title   = "a method that keeps the momentum, its energy projected back",
  source  = "J. Simo, N. Tarnow, K. Wong, Comput. Methods Appl. Mech. Eng. 100 "
            .. "(1992) 63-116",
  examples = { "projected", "projected(rkmk(kutta4))" },
  options = { { name = "base", method = true, default = "imidm" } },

  order      = function(opt) return opt.base.order end,
  order_free = function(opt) return opt.base.order_free end,
  implicit   = true,
  turn       = function(opt) return opt.base.turn or false end,
  keeps      = { "momentum", "energy", "energy_linear_potential" },
  admits     = { "R", "x" },
  gyro       = function(opt) return opt.base.gyro end,
  states     = function(opt) return opt.base.states end,

  step = function(m, s, h, opt)
    if not keeps_momentum(opt.base) then
      refuse("base", "projected takes a method that keeps the momentum, and "
             .. opt.base.name .. " does not",
             "for example projected(imidm)")
    end
    if not m.conservative then
      refuse("base", "projected keeps the energy, and this body's is not kept",
             "torques and forces must come from potentials alone")
    end

    local first = m.energy(s)
    local new = settle(m, flow(opt.base, m, s, h))

    stage("projection")
    local exp, d = load_map("exp"), m.f(new)
    if is_zero(dot(d, d)) then return without_turning(m, new) end
    local excess = m.energy(new) - first
    local w = m.omega(new.L, new)
    local scale = abs(m.energy(new))
                  + (m.turns_inside and sqrt(dot(new.L, new.L) * dot(w, w))
                     or dot(new.L, w))

    local function along(a)
      return turn(new, exp.element(a/2 * d))
    end

    -- An energy error of the size of rounding is not corrected.
    local is_right = le(abs(excess), 8 * eps * scale)
    local a = unknown("a", select(is_right, 0, excess / dot(d, d)))
    a = solve(a, select(is_right, a, m.energy(along(a)) - first), {
      done   = function(a, change) return small(change/2 * d) end,
      accept = function(a) return lt(a^2 * dot(d, d), 1) end,
    })

    stage("finish")
    return along(a)
  end,
}
