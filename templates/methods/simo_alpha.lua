-- simo_alpha.lua - an experiment: Simo's alpha family.
-- With theta = h J^-1 (L0 + L1)/2, X_a = (1 - a) X0 + a X1 and S x = theta x x,
--     R1 - R0 = R_a S,   L1 - L0 = -S L_{1-a}
-- so that R1 = R0 A and L1 = A^-1 L0, A = (1 + (1 - a) S)(1 - a S)^-1: the
-- spatial momentum R L is kept for every a.  But A is a rotation, the Cayley map of
-- theta, only for a = 1/2.  For any other a the stored matrix is not a rotation, and
-- grows or shrinks step by step, so that a momentum that is small compared with it
-- loses digits.  The energy of a free body is kept.  The family demonstrates that
-- keeping the momentum is not enough for a good method.
-- Torques act by kicks.
-- Translation: Verlet's rule.
-- R. Jones, J. Simo, Symplectic Integrators and the Dynamics of the Rigid Body.

return method {
  title   = "Simo's alpha family, orthogonal for alpha = 1/2 alone",
  source  = "R. Jones, J. Simo, Symplectic Integrators and the Dynamics of the "
            .. "Rigid Body",
  options = { { name = "alpha", number = true, default = "1/2" } },

  states    = true,
  order     = function(opt) return is_zero(opt.alpha - 1/2) and 2 or 1 end,
  symmetric = function(opt) return is_zero(opt.alpha - 1/2) end,
  keeps     = function(opt)
    return is_zero(opt.alpha - 1/2) and { "momentum", "energy" }
                                      or { "energy" }
  end,
  implicit  = true,
  maps      = false,

  step = function(m, s, h, opt)
    local a = opt.alpha
    local orthogonal = is_zero(a - 1/2)
    m.turn = nil                      -- `accept` checks the turn
    if not orthogonal and not m.linear then
      refuse("alpha", "but for alpha = 1/2 the attitude becomes no rotation, "
             .. "which only a matrix can hold", "attitude matrix")
    end

    -- Returns (1 + b S)^-1 x, where S x = 2 u x x.
    local function solved(b, u, x)
      local v = 2 * b * u
      local vx = cross(v, x)
      return x - (vx - cross(v, vx)) / (1 + dot(v, v))
    end

    local function momentum(u, L)              -- A^-1 L
      local y = solved(1 - a, u, L)
      return y - 2 * a * cross(u, y)
    end

    local function column(u, e)                -- A e
      local z = solved(-a, u, e)
      return z + 2 * (1 - a) * cross(u, z)
    end

    stage("start")
    local from = kick(m, s, h/2)
    local u = unknown("u", h/2 * m.omega(from.L + h/2 * m.f(from)))
    u = solve(u, m.inertia(u) - h/4 * (from.L + momentum(u, from.L)), {
      accept = function(u) return lt(dot(u, u), pi^2/4) end,
    })

    stage("finish")
    local A = orthogonal and load_map("cay").element(u)
              or linear(column(u, vec(1, 0, 0)), column(u, vec(0, 1, 0)),
                        column(u, vec(0, 0, 1)))
    local new = with(from, { t = s.t + h, R = s.R:turned(A),
                             L = momentum(u, from.L) })
    return last_kick(m, drift(m, new, h), h/2)
  end,
}
