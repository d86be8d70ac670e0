-- mrp.lua - attitude as modified Rodrigues parameters, s = tan(angle/4) axis.
-- For a unit quaternion p, s = p_vec/(1 + p0).  The parameters of -p are the same
-- attitude; the shorter of both are used, so |s| <= 1, and at half a turn s jumps to
-- -s ("shadow parameters").  No function calls, no singular points.
-- Kinematic equation: s' = ((1 - s.s) w + 2 s x w + 2 (w.s) s)/4.
-- S. Marandi, V. Modi, Acta Astronautica 15 (1987) 833-843; H. Schaub, J.
-- Junkins, J. Astronautical Sciences 44 (1996) 1-19.

local function of(s) return vec(s[1], s[2], s[3]) end

local function numbers(s) return { s[1], s[2], s[3] } end

-- Returns the shorter parameters of a quaternion g of this length.
local function shorter(g, length)
  local p0, p = nearer_half(g)
  return numbers(p / (length + p0))
end

return attitude {
  title    = "modified Rodrigues parameters",
  source   = "H. Schaub, J. Junkins, J. Astronautical Sciences 44 (1996) 1-19",
  singular = "nowhere",
  range    = "up to length 1; switches to the shadow set at norm 1",
  store    = {
    name = "mrp", size = 3,
    note = "attitude: modified Rodrigues parameters, tan(angle/4) times axis, "
           .. "body to space; at most 1 long, then from the other side",
    shown = "attitude: modified Rodrigues parameters, tan(angle/4) times axis, "
            .. "body to space; at most 1 long",
  },

  element = function(s)
    local v = of(s)
    local scale = 1 / (1 + dot(v, v))
    return element { (1 - dot(v, v)) * scale, 2 * scale, v }
  end,
  from = function(g) return shorter(g, 1) end,

  -- uses 1 + s.s times the quaternion of s, so that only one division is needed
  move = function(s, g)
    local v = of(s)
    return shorter(element { 1 - dot(v, v), 2, v } * g, 1 + dot(v, v))
  end,

  restore = function(s)
    local v = of(s)
    local y = dot(v, v)
    return numbers(select(lt(1, y), -1 / select(lt(1, y), y, 1), 1) * v)
  end,

  rate = function(s, w)
    local v = of(s)
    return numbers(((1 - dot(v, v)) * w + 2 * cross(v, w) + 2 * dot(v, w) * v)
                   / 4)
  end,
}
