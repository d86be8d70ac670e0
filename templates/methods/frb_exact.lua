-- frb_exact.lua - the exact motion of the free rigid body, attitude included, between
-- half kicks by the torque.  Without torque a step of any size is exact to round-off;
-- with torque it is the splitting of order 2 into kinetic and potential energy.  Both
-- parts are solved exactly, hence it is symplectic.  The centre of mass moves by
-- Verlet's method.
-- E. Celledoni, F. Fasso, N. Safstrom, A. Zanna, SIAM J. Sci. Comput. 30 (2008)
-- 2084-2112; R. van Zon, J. Schofield, J. Comput. Phys. 225 (2007) 145-164.
-- These papers compute the phase of the motion and from it the angle about the
-- momentum.  Here the addition theorems of elliptic functions and integrals give the
-- next state from the current one (free_motion in lib/free.lua).

return method {
  title      = "exact free body, attitude included, between half kicks",
  source     = "E. Celledoni et al., SIAM J. Sci. Comput. 30 (2008) 2084-2112",
  alias      = { "free_exact" },
  elsewhere  = { "verlet with the exact free body",
                 "leapfrog with the exact free body" },
  states     = true,
  order      = 2,
  order_free = 99,                       -- exact
  symmetric  = true,
  maps       = false,
  keeps      = { "momentum", "energy", "axis_momentum", "symplectic" },

  step = function(m, s, h)
    return between_kicks(m, s, h, function(L) return free_motion(m, L, h) end)
  end,
}
