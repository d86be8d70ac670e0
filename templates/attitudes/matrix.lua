-- matrix.lua - attitude as a rotation matrix, row by row.
-- Nine numbers.  Torques that use rows of R need no conversion.  Products keep the
-- matrix orthogonal to round-off.  If round-off accumulates, `each` makes the rows
-- orthonormal after each step, one after another (Gram-Schmidt); `first` does it to
-- first order, for all rows in the same way and without a square root:
--     (R R')^(-1/2) R = (3 - R R') R/2 + O(|R R' - 1|^2).
-- In float `each` is the default.
-- J. Simo, K. Wong, Int. J. Numer. Meth. Eng. 31 (1991) 19-52; I. Bar-Itzhack, J.
-- Meyer, IEEE Trans. Aerosp. Electron. Syst. 12 (1976) 59-66 (`first`).

local function rows(R)
  return vec(R[1], R[2], R[3]), vec(R[4], R[5], R[6]), vec(R[7], R[8], R[9])
end

local function numbers(a, b, d)
  return { a[1], a[2], a[3], b[1], b[2], b[3], d[1], d[2], d[3] }
end

local function restore(R, opt)
  local a, b, d = rows(R)
  if opt.renormalise == "each" then
    a = a / sqrt(dot(a, a))
    b = b - dot(a, b) * a
    b = b / sqrt(dot(b, b))
    return numbers(a, b, cross(a, b))
  end
  if opt.renormalise ~= "first" then return R end
  local ab, bd, da = dot(a, b) / 2, dot(b, d) / 2, dot(d, a) / 2
  local function scaled(r) return (3 - dot(r, r)) / 2 * r end
  return numbers(scaled(a) - ab * b - da * d, scaled(b) - bd * d - ab * a,
                 scaled(d) - da * a - bd * b)
end

return attitude {
  title  = "rotation matrix, row by row",
  alias  = { "dcm", "rotation_matrix" },
  source = "J. Simo, K. Wong, Int. J. Numer. Meth. Eng. 31 (1991) 19-52",
  singular = "nowhere",
  range    = "rows of length 1 at right angles; continuous",
  examples = { "matrix", "matrix(renormalise = each)",
               "matrix(renormalise = first)" },
  options = {
    { name = "renormalise", words = { "none", "each", "first" },
      in_float = "each" },
  },
  store  = {
    name = "R", size = 9,
    note = "attitude: rotation matrix, row by row, body to space",
  },

  linear = true,           -- it can hold any matrix, not only rotations

  -- zero if the stored numbers are an attitude
  constraint = function(R)
    local a, b, d = rows(R)
    return { dot(a, a) - 1, dot(b, b) - 1, dot(d, d) - 1,
             dot(a, b), dot(b, d), dot(d, a) }
  end,

  rows = function(R) return { rows(R) } end,

  -- a row of R E is E' times that row of R
  move = function(R, g, opt)
    local a, b, d = rows(R)
    return restore(numbers(g:unrotate(a), g:unrotate(b), g:unrotate(d)), opt)
  end,
  restore = restore,

  set = function(R)
    return { R[1][1], R[1][2], R[1][3], R[2][1], R[2][2], R[2][3],
             R[3][1], R[3][2], R[3][3] }
  end,

  -- R' = R S(w): a row r of R changes by r x w
  rate = function(R, w)
    local a, b, d = rows(R)
    return numbers(cross(a, w), cross(b, w), cross(d, w))
  end,
}
