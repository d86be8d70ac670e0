-- cf4.lua - commutator-free method of order 4, momentum form.
-- It has the four stages of the classical method; the step ends with two exponentials,
-- so that no brackets are needed.  k_i is half the rotation vector of the whole step at
-- the rate of stage i.  F_i is the torque of stage i in the body frame of the start:
--     R2 = R0 E(k1/2)   R3 = R0 E(k2/2)   R4 = R2 E(k3 - k1/2)
--     R1 = R0 E((3 k1 + 2 k2 + 2 k3 - k4)/12) E((-k1 + 2 k2 + 2 k3 + 3 k4)/12)
-- The momentum of a stage is the initial momentum plus the impulse so far, turned by
-- the stage's rotation.
-- Translation: the classical Runge-Kutta method.
-- E. Celledoni, A. Marthinsen, B. Owren, Future Generation Computer Systems 19
-- (2003) 341-352, the method of order 4 with four stages.

return method {
  title  = "commutator-free, order 4, momentum form",
  source = "E. Celledoni, A. Marthinsen, B. Owren, FGCS 19 (2003) 341-352",
  gyro   = true,
  states = true,
  inertia = true,
  order  = 4,
  keeps  = { "momentum", "axis_momentum" },
  maps   = false,                        -- the order needs the exponential

  step = function(m, s, h)
    local k, F, Z = {}, {}, {}

    -- the state turned by g, after F and Z have acted for the time dt
    local function reached(g, dt, F, Z)
      return turn(with(s, { t = s.t + dt, L = s.L + dt * F,
                            z = later(s.z, dt, Z) }), g)
    end

    local function evaluate(i, g, here)
      k[i] = name("k", i, h/2 * m.omega(here.L, here))
      F[i] = name("F", i, g and g:rotate(m.torque(here)) or m.torque(here))
      Z[i] = m.rates(here)
    end

    stage(1, moment(0))
    evaluate(1, nil, s)
    stage(2, moment(1/2) .. ", attitude " .. m.map.name .. "(k1/2)")
    local g2 = m.map.element(k[1] / 2)
    evaluate(2, g2, reached(g2, h/2, F[1], Z[1]))
    stage(3, moment(1/2) .. ", attitude " .. m.map.name .. "(k2/2)")
    local g3 = m.map.element(k[2] / 2)
    evaluate(3, g3, reached(g3, h/2, F[2], Z[2]))
    stage(4, moment(1))
    local g4 = g2 * m.map.element(k[3] - k[1] / 2)
    evaluate(4, g4, reached(g4, h, F[3], Z[3]))

    stage("finish")
    local function mean(a) return (a[1] + 2 * (a[2] + a[3]) + a[4]) / 6 end
    local middle = 2 * (k[2] + k[3])
    local g = m.map.element((3 * k[1] + middle - k[4]) / 12)
              * m.map.element((3 * k[4] + middle - k[1]) / 12)
    local z = {} -- the weighted means of the rates
    for i = 1, #s.z do z[i] = mean { Z[1][i], Z[2][i], Z[3][i], Z[4][i] } end
    return reached(g, h, mean(F), z)
  end,
}
