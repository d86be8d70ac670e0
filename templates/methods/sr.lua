-- sr.lua - splitting into a symmetric top and a rotation about one axis.
-- With principal moments J1, J2, J3 the kinetic energy is the sum of that of a top
-- with moments J2, J2, J3, whose free motion is two rotations at constant rates, and
-- (1/J1 - 1/J2) L1^2 / 2, whose motion is a rotation about axis 1:
--     kick h/2, rotation h/2, top h, rotation h/2, kick h/2.
-- The error is small if J1 and J2 are close.  The free motion of a symmetric body
-- (J1 = J2, or J2 = J3) is exact.  `axes` selects the body's axes that are 1, 2 and
-- 3 here.
-- Translation: Verlet's method.
-- A. Dullweber, B. Leimkuhler, R. McLachlan, J. Chem. Phys. 107 (1997)
-- 5840-5851; E. Hairer, G. Vilmart, J. Phys. A 39 (2006) 13225-13235.

return method {
  title     = "symmetric top and rotation, between half kicks",
  source    = "A. Dullweber et al., J. Chem. Phys. 107 (1997) 5840-5851",
  elsewhere = { "verlet with a symmetric top",
                "leapfrog with a symmetric top" },
  options   = {
    { name = "axes", integers = { 3, 1, 3 }, default = { 1, 2, 3 } },
  },
  states    = true,
  inertia   = true,
  order     = 2,
  symmetric = true,
  keeps     = { "momentum", "axis_momentum", "symplectic" },
  maps      = false,                     -- the top's motion needs exponentials

  step = function(m, s, h, opt)
    local first, second, third = table.unpack(opt.axes)
    check_axes(opt.axes)
    s = kick(m, s, h/2)
    local J = moments_at(m, with(s, { t = s.t + h/2 }))
    local lateral, turns = 1 / J[second], {}
    local L = m.principal.into(s.L)

    local function about(i, a)
      turns[#turns + 1], L = turn_about(m, i, a, L)
    end

    local function rotation(dt)
      about(first, dt/2 * (1 / J[first] - lateral) * L[first])
    end

    -- Turns about L, which does not change L, and about the top's axis.
    local function top(dt)
      turns[#turns + 1] = m.map.element(dt/2 * lateral * L)
      about(third, dt/2 * (1 / J[third] - lateral) * L[third])
    end

    stage("free")
    rotation(h/2)
    top(h)
    rotation(h/2)
    s = drift(m, with(s, { R = turned_by(m, s.R, turns),
                           L = m.principal.out(L) }), h)
    stage("finish")
    return last_kick(m, with(s, { t = s.t + h }), h/2)
  end,
}
