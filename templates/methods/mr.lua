-- mr.lua - rotation splitting: kick, rotations about principal axes, kick.
-- A body with H = L_i^2 / (2 J_i) turns about the principal axis i at a constant
-- rate.  Rotations for h/2 about axis i, h/2 about j, h about k, h/2 about j and
-- h/2 about i, between two half kicks, are a symmetric and symplectic step that
-- keeps the spatial momentum.
-- Translation: Verlet's method.
-- R. McLachlan, SIAM J. Sci. Comput. 16 (1995) 151-168; S. Reich, Physica D 76
-- (1994) 375-383; E. Celledoni, N. Safstrom, J. Phys. A 39 (2006) 5463-5478,
-- method MR.

return method {
  title     = "rotations about principal axes, between half kicks",
  source    = "E. Celledoni, N. Safstrom, J. Phys. A 39 (2006) 5463, MR",
  alias     = { "mr2" },
  elsewhere = { "verlet with rotations about axes",
                "leapfrog with rotations about axes" },
  options   = {
    { name = "axes", integers = { 3, 1, 3 }, default = { 1, 2, 3 } },
  },
  gyro      = true,
  states    = true,
  inertia   = true,
  order     = 2,
  symmetric = true,
  keeps     = { "momentum", "axis_momentum", "symplectic" },

  step = function(m, s, h, opt)
    local axes = opt.axes
    check_axes(axes)
    if m.is_line then refuse("axes",
      "mr leaves a linear body momentum about its axis, for good",
      "sr and frb_exact turn it about L, exactly") end

    s = kick(m, s, h/2)
    local L, turns = m.principal.into(s.L), {}
    local mid = with(s, { t = s.t + h/2 })
    local inner, moments = m.principal.into(m.gyro(mid)), moments_at(m, mid)

    -- Turns about axis i for dt, at the rate (L_i - h_i)/J_i, where h is the internal
    -- momentum at the midpoint.
    local function rotate(i, dt, soon)
      local rate = (L[i] - inner[i]) / moments[i]
      turns[#turns + 1], L = turn_about(m, i, dt/2 * rate, L, soon)
    end

    stage("rotations")
    rotate(axes[1], h/2, axes[2])
    rotate(axes[2], h/2, axes[3])
    rotate(axes[3], h, axes[2])
    rotate(axes[2], h/2, axes[1])
    rotate(axes[1], h/2)
    s = drift(m, with(s, { R = turned_by(m, s.R, turns),
                           L = m.principal.out(L) }), h)
    stage("finish")
    return last_kick(m, with(s, { t = s.t + h }), h/2)
  end,
}
