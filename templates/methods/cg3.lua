-- cg3.lua - Crouch-Grossman method of order 3, momentum form.
-- The rotation of a stage is a product of exponentials, one for each earlier stage:
--     R_i = R0 E(a_i1 k_1) E(a_i2 k_2) ...     R1 = R0 E(b_1 k_1) E(b_2 k_2) ...
-- where k_j is half the rotation vector of the whole step at the rate of stage
-- j.  Torques, in the body frame of the start, act with the same coefficients.  The
-- momentum of a stage is the initial momentum plus this impulse, turned by the
-- stage's rotation.
-- Translation: the Runge-Kutta method of these coefficients.
-- P. Crouch, R. Grossman, J. Nonlinear Science 3 (1993) 1-33, the method of
-- order 3.

-- A step of the method with the coefficients a and b; cg4 calls it, too.
local function crouch_grossman(m, s, h, a, b)
  local k, F, Z = {}, {}, {}

  -- returns the rotation and the state reached with these weights
  local function reached(weights)
    local g, c, L, z = nil, 0, s.L, s.z
    for j = 1, #weights do
      local e = m.map.element(weights[j] * k[j])
      g, c = g and g * e or e, c + weights[j]
      L = L + weights[j] * F[j]
      z = later(z, weights[j], Z[j])
    end
    local here = with(s, { t = s.t + c * h, L = L, z = z })
    return g, g and turn(here, g) or here
  end

  for i = 1, #b do
    local c = 0
    for j = 1, #a[i] do c = c + a[i][j] end
    stage(i, moment(c))
    local g, here = reached(a[i])
    k[i] = name("k", i, h/2 * m.omega(here.L, here))
    local T = h * m.torque(here)
    F[i] = name("F", i, g and g:rotate(T) or T)
    Z[i] = m.rates(here)
    for j = 1, #s.z do Z[i][j] = h * Z[i][j] end
  end
  stage("finish")
  local _, new = reached(b)
  return new
end

return method {
  title  = "Crouch-Grossman, order 3, momentum form",
  source = "P. Crouch, R. Grossman, J. Nonlinear Science 3 (1993) 1-33",
  elsewhere = { "crouch_grossman of order 3" },
  gyro   = true,
  states = true,
  inertia = true,
  order  = 3,
  keeps  = { "momentum", "axis_momentum" },
  maps   = false,                        -- the order needs the exponential

  crouch_grossman = crouch_grossman,

  step = function(m, s, h)
    local one = decimal "1"              -- so that fractions are exact
    local a = { {}, { 3 * one/4 }, { 119 * one/216, 17 * one/108 } }
    return crouch_grossman(m, s, h, a,
                           { 13 * one/51, -2 * one/3, 24 * one/17 })
  end,
}
