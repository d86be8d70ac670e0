-- rodrigues.lua - attitude as Rodrigues parameters, r = tan(angle/2) axis.
-- For a quaternion p, r = p_vec/p0, which is infinite at half a turn: a step that
-- ends with |p0| <= 4 eps fails.  The only function call is a square root.
-- Kinematic equation: r' = (w + r x w + (r.w) r)/2.
-- M. Shuster, J. Astronautical Sciences 41 (1993) 439-517, section "The
-- Rodrigues parameters".

local function of(r) return vec(r[1], r[2], r[3]) end

-- Returns p_vec/p0 of a quaternion of length sqrt(y).  It is finite at half a turn,
-- where p0 is replaced by 3 eps of the length; `fits` rejects that result.
local function ratio(g, y)
  local p = g:quaternion()
  local least = (3 * eps)^2 * y
  local scale = 1 / select(lt(p[1]^2, least), sqrt(least), p[1])
  return { p[2] * scale, p[3] * scale, p[4] * scale }
end

return attitude {
  title    = "Rodrigues parameters",
  alias    = { "gibbs" },
  source   = "M. Shuster, J. Astronautical Sciences 41 (1993) 439-517",
  singular = "infinite at half a turn; a step that ends there fails",
  range    = "of any length; changes sign through infinity at half a turn",
  store    = {
    name = "rodrigues", size = 3,
    note = "attitude: Rodrigues parameters, tan(angle/2) times axis, body to "
           .. "space; infinite at half a turn, where a step returns SINGULAR",
    shown = "attitude: Rodrigues parameters, tan(angle/2) times axis, body to "
            .. "space; at half a turn 1/(3 eps) long, for infinity",
  },

  element = function(r)
    local v = of(r)
    local scale = 1 / sqrt(1 + dot(v, v))
    return element { scale, scale, v }
  end,
  from = function(g) return ratio(g, 1) end,

  -- p_vec/p0 does not depend on the length of the quaternion
  move = function(r, g)
    local v = of(r)
    return ratio(element { 1, v } * g, 1 + dot(v, v))
  end,

  fits = function(r)
    local v = of(r)
    return lt((4 * eps)^2 * dot(v, v), 1)
  end,

  rate = function(r, w)
    local v = of(r)
    local new = (w + cross(v, w) + dot(v, w) * v) / 2
    return { new[1], new[2], new[3] }
  end,
  regular = function(r)
    local v = of(r)
    return lt(dot(v, v), decimal "1e12")
  end,
}
