-- matrix.lua - attitude as a rotation matrix, row by row.
-- Nine numbers, and no change of parameters where the torque looks at the
-- rows; products keep the matrix orthogonal to round-off.
-- J. Simo, K. Wong, Int. J. Numer. Meth. Eng. 31 (1991) 19-52.

return attitude {
  title  = "rotation matrix, row by row",
  alias  = { "dcm", "rotation_matrix" },
  source = "J. Simo, K. Wong, Int. J. Numer. Meth. Eng. 31 (1991) 19-52",
  singular = "nowhere",
  range    = "rows of length 1 at right angles; continuous",
  store  = {
    name = "R", size = 9,
    note = "attitude: rotation matrix, row by row, body to space",
  },

  linear = true,           -- it can hold any matrix, not rotations alone

  -- zero when the stored numbers are an attitude
  constraint = function(R)
    local a, b, d = vec(R[1], R[2], R[3]), vec(R[4], R[5], R[6]),
                    vec(R[7], R[8], R[9])
    return { dot(a, a) - 1, dot(b, b) - 1, dot(d, d) - 1,
             dot(a, b), dot(b, d), dot(d, a) }
  end,

  rows = function(R)
    return { vec(R[1], R[2], R[3]), vec(R[4], R[5], R[6]),
             vec(R[7], R[8], R[9]) }
  end,

  -- a row of R E is E' times the row
  move = function(R, g)
    local new = {}
    for i = 0, 2 do
      local row = g:unrotate(vec(R[3*i + 1], R[3*i + 2], R[3*i + 3]))
      for j = 1, 3 do new[3*i + j] = row[j] end
    end
    return new
  end,

  set = function(R)
    return { R[1][1], R[1][2], R[1][3], R[2][1], R[2][2], R[2][3],
             R[3][1], R[3][2], R[3][3] }
  end,

  -- R' = R S(w): a row r of R changes by r x w
  rate = function(R, w)
    local new = {}
    for i = 0, 2 do
      local row = cross(vec(R[3*i + 1], R[3*i + 2], R[3*i + 3]), w)
      for j = 1, 3 do new[3*i + j] = row[j] end
    end
    return new
  end,
}
