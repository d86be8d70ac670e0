-- quaternion.lua - attitude as a unit quaternion, scalar first.
-- Products of unit quaternions stay unit to round-off, so nothing is
-- normalised on the way.
-- S. Shepperd, J. Guidance and Control 1 (1978) 223-224, for the way back
-- from a matrix.

return attitude {
  title  = "unit quaternion, scalar first",
  source = "S. Shepperd, J. Guidance and Control 1 (1978) 223-224",
  store  = {
    name = "q", size = 4,
    note = "attitude: unit quaternion, scalar first, body to space",
  },

  -- zero when the stored numbers are an attitude
  constraint = function(q)
    return { q[1]^2 + q[2]^2 + q[3]^2 + q[4]^2 - 1 }
  end,

  -- the rows of the rotation matrix
  rows = function(q)
    return element { q[1], vec(q[2], q[3], q[4]) }:rows()
  end,

  -- turned by g on the body's side
  move = function(q, g)
    return (element { q[1], vec(q[2], q[3], q[4]) } * g):quaternion()
  end,

  -- of a matrix, given by rows: 4 q_k q for the largest q_k^2, then to length
  -- one, with q0 >= 0; no square root of anything that may be zero
  set = function(R)
    local a, b, d = R[1][1], R[2][2], R[3][3]
    local x, y, z = R[3][2] - R[2][3], R[1][3] - R[3][1], R[2][1] - R[1][2]
    local u, v, w = R[3][2] + R[2][3], R[1][3] + R[3][1], R[2][1] + R[1][2]
    local p = { { 1 + a + b + d, x, y, z }, { x, 1 + a - b - d, w, v },
                { y, w, 1 - a + b - d, u }, { z, v, u, 1 - a - b + d } }
    local best, size, norm, q = p[1], p[1][1], 0, {}
    for k = 2, 4 do
      local larger, next_best = lt(size, p[k][k]), {}
      for i = 1, 4 do next_best[i] = select(larger, p[k][i], best[i]) end
      best, size = next_best, select(larger, p[k][k], size)
    end
    for i = 1, 4 do norm = norm + best[i]^2 end
    local scale = select(lt(best[1], 0), -1, 1) / sqrt(norm)
    for i = 1, 4 do q[i] = scale * best[i] end
    return q
  end,
}
