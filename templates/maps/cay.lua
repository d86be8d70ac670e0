-- cay.lua - the Cayley map: v = tan(angle/2) axis, half of the usual vector.
-- It is rational, and its pull is a polynomial.  It cannot represent half a turn.
-- F. Diele, L. Lopez, R. Peluso, Adv. Comput. Math. 8 (1998) 317-334.

return map {
  title  = "Cayley map",
  alias  = { "cayley" },
  turn   = 1/2,            -- limit per step, in whole turns: tan has its pole there
  source = "F. Diele, L. Lopez, R. Peluso, Adv. Comput. Math. 8 (1998) 317-334",

  -- v.v at which the rotation is a quarter turn: tan(pi/4)^2
  quarter = function() return 1 end,

  element = function(v)
    local r = 1 / sqrt(1 + dot(v, v))
    return element { r, r, v }
  end,

  -- rate of 2 v at the body rate w (body frame)
  pull = function(v, w)
    return w + cross(v, w) + dot(v, w) * v
  end,

  -- the inverse of pull
  push = function(v, w)
    return (w - cross(v, w)) / (1 + dot(v, v))
  end,
}
