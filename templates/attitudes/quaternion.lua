-- quaternion.lua - attitude as a unit quaternion, scalar first.
-- Products of unit quaternions have length 1 to round-off, so they are normalised
-- only by option: `each` divides by the length after each step; `first` does it to
-- first order, without a square root:
--     q/|q| = q (3 - q.q)/2 + O((q.q - 1)^2).
-- In float `each` is the default: round-off costs a tenth of the 24 bits in 10^5
-- steps.
-- Kinematic equation: q' = q (0, w)/2.
-- M. Shuster, J. Astronautical Sciences 41 (1993) 439-517, section "The
-- quaternion"; Z. Terze, A. Mueller, D. Zlatar, Multibody Syst. Dyn. 38 (2016)
-- 201-225.

local function of(q) return element { q[1], vec(q[2], q[3], q[4]) } end

local function scaled(q, s)
  return { s * q[1], s * q[2], s * q[3], s * q[4] }
end

local function square(q) return q[1]^2 + q[2]^2 + q[3]^2 + q[4]^2 end

local function restore(q, opt)
  if opt.renormalise == "each" then return scaled(q, 1 / sqrt(square(q))) end
  if opt.renormalise == "first" then
    return scaled(q, 1 - (square(q) - 1) / 2)
  end
  return q
end

return attitude {
  title   = "unit quaternion, scalar first",
  source  = "M. Shuster, J. Astronautical Sciences 41 (1993) 439-517",
  singular = "nowhere",
  range    = "of length 1; continuous: q or -q, whichever is nearer",
  examples = { "quaternion", "quaternion(renormalise = each)",
               "quaternion(renormalise = first)" },
  options = {
    { name = "renormalise", words = { "none", "each", "first" },
      in_float = "each" },
  },
  store = {
    name = "q", size = 4,
    note = "attitude: unit quaternion, scalar first, body to space",
  },

  -- zero if the stored numbers are an attitude
  constraint = function(q) return { square(q) - 1 } end,

  element = of,
  from    = function(g) return g:quaternion() end,
  move    = function(q, g, opt) return restore((of(q) * g):quaternion(), opt) end,
  restore = restore,

  rate = function(q, w)
    local u = vec(q[2], q[3], q[4])
    local v = (q[1] * w + cross(u, w)) / 2
    return { -dot(u, w) / 2, v[1], v[2], v[3] }
  end,
}
