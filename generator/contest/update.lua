-- update.lua - the operations that `list attitudes --cost` counts: the attitude x1
-- after the increment v, R(x1) = R(x0) E(v), computed in one of several ways.  v is
-- passed as the torque.

local function product(A, B)
  local rows = {}
  for i = 1, 3 do
    local a, b, c = A[i][1] * B[1], A[i][2] * B[2], A[i][3] * B[3]
    rows[i] = a + b + c
  end
  return rows
end

local way = {
  -- as at the end of a step
  own = function(a, x, g) return a.move(x, g) end,
  matrix = function(a, x, g)
    return a.set(product(a.rows(x), g:rows()))
  end,
  quaternion = function(a, x, g)
    return a.from(a.element(x) * g)
  end,
  -- the increment alone
  increment = function(a, _, g) return a.from(g) end,
}

return method {
  title   = "an increment of the attitude",
  order   = 1,
  turn    = false, -- an increment is not a step
  options = {
    { name = "way", words = { "own", "matrix", "quaternion", "increment" } },
  },
  step = function(m, s, _, opt)
    local g = m.map.element(m.torque(s) / 2)
    local new = way[opt.way](m.attitude, s.R:stored(), g)
    return { R = m.attitude.at(new), L = s.L }
  end,
}
