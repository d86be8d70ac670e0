-- exp.lua - the exponential map.
-- v is half of the rotation vector, which avoids factors 1/2 and 1/4;
-- c(k, y) are Stumpff's functions of y = v.v, smooth at zero.
-- A. Iserles, H. Munthe-Kaas, S. Norsett, A. Zanna, Acta Numerica 9 (2000)
-- 215-365, appendix B.

return map {
  title     = "exponential map",
  alias     = { "exponential" },
  source    = "A. Iserles et al., Acta Numerica 9 (2000) 215-365",
  truncated = true,        -- pull may leave out commutators

  -- v.v at which the rotation is a quarter turn
  quarter = function() return pi^2 / 16 end,

  element = function(v)
    local y = dot(v, v)
    return element { c(0, y), c(1, y), v }
  end,

  -- rate of 2 v at the body rate w (body frame), truncated to this number of
  -- commutators; exact if the third argument is nil
  pull = function(v, w, commutators)
    local n = commutators or 99
    if n < 1 then return w end
    local vw = cross(v, w)
    local near = w + vw         -- w first: the leading term sets the scale
    if n < 2 then return near end
    local vvw, y = cross(v, vw), dot(v, v)
    if n < 4 then               -- near + v x (v x w)/3, with less latency
      return w + cross(v, name("m", "", w + cross(name("r", "", v / 3), w)))
    end
    if n < 9 then               -- the factor is named, so that it keeps its constants
      local p = n < 6 and 1 + y/15 or n < 8 and 1 + y * (21 + 2*y) / 315
                or 1 + y * (21 + y * (2 + y/5)) / 315
      return near + name("p", "", p / 3) * vvw
    end
    return near + (c(2, y) - c(3, y)) / c(1, y) * vvw
  end,

  -- the inverse of the exact pull: body rate for the rate w of 2 v
  push = function(v, w)
    local y, vw = dot(v, v), cross(v, w)
    return w - c(1, y)^2 * vw
           + label("dexp_vv", "", c(3, y) + c(1, y) * c(2, y)) * cross(v, vw)
  end,
}
