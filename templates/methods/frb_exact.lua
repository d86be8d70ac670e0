-- frb_exact.lua - the free rigid body exactly, attitude included, between half
-- kicks by the torque.  Without torque a step of any size is exact to round-off;
-- with one it is the splitting of order 2 into kinetic and potential energy,
-- both solved exactly, and so symplectic.  The centre of mass goes by Verlet's
-- method.
-- E. Celledoni, F. Fasso, N. Safstrom, A. Zanna, SIAM J. Sci. Comput. 30 (2008)
-- 2084-2112; R. van Zon, J. Schofield, J. Comput. Phys. 225 (2007) 145-164.
-- They take the phase of the motion first and the angle about the momentum from
-- there; here the addition theorems of elliptic functions and integrals lead
-- from the state at hand to the next (see the host's free_motion).

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
