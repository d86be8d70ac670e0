-- attitude.lua - the rotation of a matrix, and the functions that an attitude's
-- file leaves out, derived from those that it defines.

-- Returns the rotation of the matrix with the rows R: 4 q_k q for the largest q_k^2,
-- normalised, with q0 >= 0.  The argument of the square root is never zero.
-- S. Shepperd, J. Guidance and Control 1 (1978) 223-224.
function rotation_of(R)
  local a, b, d = R[1][1], R[2][2], R[3][3]
  local x, y, z = R[3][2] - R[2][3], R[1][3] - R[3][1], R[2][1] - R[1][2]
  local u, v, w = R[3][2] + R[2][3], R[1][3] + R[3][1], R[2][1] + R[1][2]
  local p = { { 1 + a + b + d, x, y, z }, { x, 1 + a - b - d, w, v },
              { y, w, 1 - a + b - d, u }, { z, v, u, 1 - a - b + d } }
  local best, size, norm = p[1], p[1][1], 0
  for k = 1, 4 do label("square", k - 1, p[k][k]) end
  for k = 2, 4 do
    local larger, next_best = label("larger", k - 1, lt(size, p[k][k])), {}
    for i = 1, 4 do next_best[i] = select(larger, p[k][i], best[i]) end
    best, size = next_best, label("largest", "", select(larger, p[k][k], size))
  end
  for i = 1, 4 do
    norm = norm + label("best", i - 1, best[i])^2
  end
  local scale = label("scale", "", select(lt(best[1], 0), -1, 1)
                                   / label("norm", "", sqrt(norm)))
  return element { scale * best[1],
                   vec(scale * best[2], scale * best[3], scale * best[4]) }
end

-- Returns q0 and the vector of g's quaternion, both negated if q0 < 0.  One condition
-- negates both, so that their derivatives change sign together, too.
function nearer_half(g)
  local q = g:quaternion()
  local v, flip = vec(q[2], q[3], q[4]), label("flip", "", lt(q[1], 0))
  return label("cos_half", "", select(flip, -q[1], q[1])),
         label("sin_half", "", select(flip, -v, v))
end

-- Returns atan2(s, c)/s for s = sqrt(y) and c >= 0 (a smooth function of y, 1/c at
-- y = 0), and s, or 1 if s <= eps^2.  A series is used below (s/c)^2 = 1/256, so that
-- the derivative, too, loses at most two digits.  A branch that is not selected does
-- not divide by zero.
function angle_by_sine(y, c)
  local s = sqrt(select(le(y, eps^4), 1, y))
  local near = lt(256 * y, c^2)
  local d = select(near, c, 1)
  local z, rest = select(near, y, 0) / d^2, 0
  for n = 6, 1, -1 do rest = decimal "1" / (2*n + 1) - z * rest end
  local series = (1 - z * name("arc", "", rest)) / d
  return select(near, series, atan2(s, c) / s), s
end

-- Returns the attitude of a file: its functions with the options bound, plus defaults.
function complete_attitude(file, opt, path)
  local new = { linear = file.linear, own = {} }
  new.store = type(file.store) == "function" and file.store(opt) or file.store
  for _, name in ipairs { "element", "from", "rows", "set", "restore",
                          "regular", "fits", "constraint", "move", "rate" } do
    local f = file[name]
    new[name] = f and function(x, y)
      if y == nil then return f(x, opt) end
      return f(x, y, opt)
    end
    new.own[name] = f ~= nil
  end

  local given = new.element
  new.element = given and function(x) return expect_element(given(x), path) end
                or function(x) return rotation_of(new.rows(x)) end
  new.from = new.from or function(g) return new.set(g:rows()) end
  new.rows = new.rows or function(x) return new.element(x):rows() end
  new.set = new.set or function(R) return new.from(rotation_of(R)) end
  new.move = new.move or function(x, g) return new.from(new.element(x) * g) end
  new.constraint = new.constraint or function() return {} end
  new.fits = new.fits or function() return 1 end
  new.restore = new.restore or function(x) return x end
  return new
end

-- True if `restore` brings numbers that violate the constraint back to it.
function attitude_restores(file)
  local x = file.from(element { decimal "0.6", vec(0, decimal "0.8", 0) })
  for i = 1, #x do x[i] = decimal "1.1" * x[i] end
  for _, left in ipairs(file.constraint(file.restore(x))) do
    if not vanishes(left) then return false end
  end
  return true
end

-- Returns v turned by the attitude with the numbers x: by two cross products if the
-- file defines `element` and not `rows`, else by the matrix.
function attitude_turn(file, x, v)
  if file.own.element and not file.own.rows then
    return file.element(x):rotate(v)
  end
  local R = file.rows(x)
  return vec(dot(R[1], v), dot(R[2], v), dot(R[3], v))
end

-- Converts the numbers x of the attitude `from` to those of `to`: by `element` and
-- `from` if the files define them, else by matrices.
function attitude_convert(from, to, x)
  if from.own.element and to.own.from then return to.from(from.element(x)) end
  return to.set(from.rows(x))
end

return true
