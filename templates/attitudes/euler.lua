-- euler.lua - three angles about axes of the body, turned one after the other,
--     R = E(a e_i) E(b e_j) E(c e_l),
-- for all twelve sets of axes i, j, l: six of three axes (l = k, the third axis) and
-- six whose last axis is the first (l = i).  If cos b, or sin b for l = i, is zero
-- (gimbal lock), R does not determine a and c separately.
--
-- A step ends with R g, never with a sum of small angles.  Only the inner rotation,
-- in brackets, is decomposed into angles,
--     R g = E(a e_i) [E(b e_j) g'] E(c e_l),   g' = E(c e_l) g E(-c e_l),
-- so that increments are added to a and c, which keep their whole turns.  The inner
-- quaternion q of a set with l = i is
--     q0 + i q_i   = cos(b/2) e^(i (a + c)/2),
--     q_j + i s q_k = sin(b/2) e^(i (a - c)/2),   s = (e_i x e_j).e_k,
-- and that of a set of three axes differs by a quarter turn about j.  At lock one of
-- the two numbers is zero: then a does not change, and c follows from the other number.
-- This is extraction in two stages, a from R g and b, c from E(-a e_i) R g, in half
-- angles; `set` does it in whole angles.  The angles always reproduce R g to round-off,
-- since c is computed for the a that was chosen.
--
-- The paper's own rule at lock, its (97), sets both outer increments to zero.  This
-- causes an error as large as the change of their sum or difference in the step, up to
-- 0.4 in R with steps that turn by 0.05.  Also, its cos b = sqrt(1 - R_13^2) is zero
-- already at 1e-8 from lock.
--
-- Branches: (a, b, c) and (a + pi, pi - b, c + pi), with -b for pi - b if l = i, are the
-- same attitude, and 2 pi may be added to each angle.  `near` selects the angles nearest
-- to those before the step, so that they pass lock continuously.  `paper` selects
-- cos b >= 0, or sin b >= 0, and outer increments of at most half a turn.  `principal`
-- also removes whole turns from the outer angles, which then stay small and keep their
-- digits.
--
-- S. Holzinger, J. Gerstmayr, Multibody Syst. Dyn. 53 (2021) 345-378; for all
-- sets, M. Shuster, F. Markley, J. Astronautical Sciences 51 (2003) 123-132;
-- half angles, E. Bernardes, S. Viollet, PLoS ONE 17 (2022) e0276302.

-- ---- the sets ----

local digit = { 100, 10, 1 }

-- Returns the axes of a set, given as word or number; `ends` is true if l = i.
local function axes_of(opt)
  local axis = {}
  for n = 1, 3 do
    if type(opt.set) == "string" then
      axis[n] = string.find("xyz", string.sub(opt.set, n, n))
    else
      axis[n] = opt.set // digit[n] % 10
    end
    if axis[n] < 1 or axis[n] > 3 or axis[n] == axis[n - 1] then
      refuse("set", "there are no Euler angles " .. opt.set,
             "three digits 1 to 3, none twice in a row, as in 321 or 313")
    end
  end
  local i, j, l = axis[1], axis[2], axis[3]
  return { i = i, j = j, k = 6 - i - j, l = l, ends = l == i,
           s = j == i % 3 + 1 and 1 or -1 }
end

-- Returns sine and cosine of b and of b/2; steps use both.
local function middle(x)
  local s, c = sin(x[2] / 2), cos(x[2] / 2)
  return { sin = 2 * s * c, cos = (c - s) * (c + s), half = { s, c } }
end

-- Returns v turned about axis n by the angle with sine s and cosine c.
local function turned(n, s, c, v)
  local j, k = n % 3 + 1, (n + 1) % 3 + 1
  local new = { v[1], v[2], v[3] }
  new[j], new[k] = c * v[j] - s * v[k], s * v[j] + c * v[k]
  return new
end

-- ---- from a quaternion ----

-- Returns e^(i (a + c)/2) and e^(i (a - c)/2), times a function of b; and sin b or nil.
local function parts(f, q)
  local q0, qi, qj, qk = q[1], q[f.i + 1], q[f.j + 1], q[f.k + 1]
  if f.ends then return { q0, qi }, { qj, f.s * qk }, nil end
  return { q0 + f.s * qj, qi + qk }, { q0 - f.s * qj, qi - qk },
         2 * (q0 * qj + f.s * (qi * qk))
end

-- Returns z or -z, the one with real part >= 0, and true if z had real part < 0.
local function right(z)
  local left = lt(z[1], 0)
  return { select(left, -z[1], z[1]), select(left, -z[2], z[2]) }, left
end

-- Returns the angles of the quaternion q: a and c, |a| + |c| <= pi, and sine and cosine
-- of b.  The one of these that vanishes at lock (`small`) may have either sign.  At lock
-- the part that vanishes is set to its value for a = 0.
local function angles_of(f, q)
  local p, m, sin_b = parts(f, q)
  local unit = f.ends and 2 or 1
  local pp, mm = p[1]^2 + p[2]^2, m[1]^2 + m[2]^2
  local square = pp * mm
  local lock = le(square, (4 * eps / unit)^2)
  local p_less = lt(pp, select(lock, mm, 0))       -- both false if not at lock
  local m_less = le(mm, select(lock, pp, -1))
  local small = p[1] * m[1] - p[2] * m[2]          -- for a = 0
  local p_left, m_left
  p, p_left = right(p)
  m, m_left = right(m)
  local size = sqrt(square)
  size = select(p_left, -size, size)
  size = unit * select(lock, small, select(m_left, -size, size))

  local sum = atan2(select(p_less, -m[2], p[2]), select(p_less, m[1], p[1]))
  local rest = atan2(select(m_less, -p[2], m[2]), select(m_less, p[1], m[1]))
  local new = { a = sum + rest, c = sum - rest, lock = lock, small = size }
  if f.ends then new.sin, new.cos = size, pp - mm
  else new.sin, new.cos = sin_b, size end
  return new
end

-- Returns the outer angle of the other solution, half a turn from a.
local function opposite(a) return a - select(lt(0, a), pi, -pi) end

-- ---- branches ----

-- Returns the increments of a and c, and b, with cos b >= 0 (l = i: sin b >= 0; zero is
-- +0 here, as atan2(-0, -1) is -pi).
local function canonical(f, q)
  local new = angles_of(f, q)
  local other = lt(select(new.lock, 0, new.small), 0)
  local small = select(lt(0, new.small), new.small,
                       select(new.lock, 0, -new.small))
  return { select(other, opposite(new.a), new.a),
           f.ends and atan2(small, new.cos) or atan2(new.sin, small),
           select(other, opposite(new.c), new.c) }
end

local function paper(f, x, q)
  local new = canonical(f, q)
  return { x[1] + new[1], new[2], x[3] + new[3] }
end

local function wrapped(a) return a - 2 * pi * floor(a / (2 * pi) + 1/2) end

-- Returns a without whole turns; an angle of +-pi up to rounding keeps its sign.
local function bounded(a)
  return select(lt((1 + 4 * eps)^2 * pi^2, a^2), wrapped(a), a)
end

local function principal(f, x, q)
  local new = paper(f, x, q)
  return { bounded(new[1]), new[2], bounded(new[3]) }
end

-- The increments are (a, b, c) or those of the other solution, with a and c half a
-- turn away.  The former are selected unless
--     (pi - |a|)^2 + other_b^2 + (pi - |c|)^2 < a^2 + b^2 + c^2
-- by more than rounding.  So they are selected at lock, where a = 0 and |c| <= pi.
local function near(f, x, b0, q)
  local new = angles_of(f, q)
  local b = atan2(new.sin * b0.cos - new.cos * b0.sin,
                  new.cos * b0.cos + new.sin * b0.sin)
  local other_b = wrapped((f.ends and 0 or pi) - b - 2 * x[2])
  local other = lt(pi^2 + (other_b^2 - b^2) / 2,
                   (1 - 8 * eps) * pi * (abs(new.a) + abs(new.c)))
  return { x[1] + select(other, opposite(new.a), new.a),
           x[2] + select(other, other_b, b),
           x[3] + select(other, opposite(new.c), new.c) }
end

-- ---- the file ----

local function shown_range(f)
  return "a and c from -pi to pi, b from "
         .. (f.ends and "0 to pi" or "-pi/2 to pi/2")
end

local function range(f, opt)
  if opt.branch == "near" then return "continuous, of any size" end
  if opt.branch == "principal" then return shown_range(f) end
  return "b from " .. (f.ends and "0 to pi" or "-pi/2 to pi/2")
         .. ", a and c of any size"
end

local function note(opt, range)
  local f, name, dashes = axes_of(opt), { "x", "y", "z" }, { "", "'", "''" }
  local about, product, angle = {}, {}, { "a", "b", "c" }
  for n, axis in ipairs { f.i, f.j, f.l } do
    about[n] = name[axis] .. dashes[n]
    product[n] = string.upper(name[axis]) .. "(" .. angle[n] .. ")"
  end
  return "attitude: angles a, b, c about " .. table.concat(about, ", ")
         .. " in turn (intrinsic,"
         .. " active), rad; R = " .. table.concat(product, " ")
         .. ", body to space; " .. range(f, opt)
end

return attitude {
  title   = "angles about three axes: Euler, Cardan, Tait and Bryan",
  source  =
    "S. Holzinger, J. Gerstmayr, Multibody Syst. Dyn. 53 (2021) 345-378",
  singular = "cos b = 0; of sets that end as they begin sin b = 0: steps go "
             .. "through, rates end 1e-6 from there",
  range    = "near: continuous, of any size; paper: cos b (sin b) >= 0; "
             .. "principal: and a, c from -pi to pi",
  alias   = { "cardan" },
  examples = { "euler(xyz)", "euler(zxz)", "euler(zyx, branch = paper)",
               "euler(zyx, branch = principal)" },
  options = {
    { name = "set", integer = { 121, 323 },
      words = { "xyz", "yzx", "zxy", "xzy", "zyx", "yxz",
                "xyx", "xzx", "yxy", "yzy", "zxz", "zyz" } },
    { name = "branch", words = { "near", "paper", "principal" } },
  },
  store = function(opt)
    return { name = "angle", size = 3, note = note(opt, range),
             shown = note(opt, shown_range) }
  end,

  element = function(x, opt)
    local f, g = axes_of(opt)
    for n, axis in ipairs { f.i, f.j, f.l } do
      local v = { 0, 0, 0 }
      v[axis] = sin(x[n] / 2)
      local e = element { cos(x[n] / 2), vec(v[1], v[2], v[3]) }
      g = g and g * e or e
    end
    return g
  end,

  from = function(g, opt) return canonical(axes_of(opt), g:quaternion()) end,

  -- E(a e_i) turns each column of E(b e_j) E(c e_l)
  rows = function(x, opt)
    local f, b, columns = axes_of(opt), middle(x), {}
    local sa, ca, sc, cc = sin(x[1]), cos(x[1]), sin(x[3]), cos(x[3])
    for n = 1, 3 do
      local e = { 0, 0, 0 }
      e[n] = 1
      columns[n] = turned(f.i, sa, ca,
                          turned(f.j, b.sin, b.cos, turned(f.l, sc, cc, e)))
    end
    local rows = {}
    for n = 1, 3 do
      rows[n] = vec(columns[1][n], columns[2][n], columns[3][n])
    end
    return rows
  end,

  -- column l of R has cos b (sin b) times sine and cosine of a; row j of E(-a e_i) R
  -- has sine and cosine of c
  set = function(R, opt)
    local f = axes_of(opt)
    local i, j, k, l, s = f.i, f.j, f.k, f.l, f.s
    local x, y = R[k][l], -s * R[j][l]
    if f.ends then x, y = -s * R[k][l], R[j][l] end
    local lock = le(x^2 + y^2, (4 * eps)^2)
    local size = sqrt(select(lock, 1, x^2 + y^2))
    local sa, ca = select(lock, 0, y / size), select(lock, 1, x / size)
    local small = select(lock, select(lt(0, x), x, 0), size)
    local n = f.ends and k or i
    local sc = s * ca * R[j][n] + sa * R[k][n]
    local cc = ca * R[j][j] + s * sa * R[k][j]
    return { atan2(sa, ca),
             f.ends and atan2(small, R[i][i]) or atan2(s * R[i][k], small),
             atan2(f.ends and -sc or sc, cc) }
  end,

  move = function(x, g, opt)
    local f, b, q = axes_of(opt), middle(x), g:quaternion()
    local v = turned(f.l, sin(x[3]), cos(x[3]), { q[2], q[3], q[4] })
    local axis = { 0, 0, 0 }
    axis[f.j] = b.half[1]
    local inner = element { b.half[2], vec(axis[1], axis[2], axis[3]) }
                  * element { q[1], vec(v[1], v[2], v[3]) }
    if opt.branch == "near" then return near(f, x, b, inner:quaternion()) end
    return (opt.branch == "paper" and paper or principal)(f, x,
                                                          inner:quaternion())
  end,

  -- u = E(c e_l) w = E(-b e_j) e_i a' + e_j b' + e_l c'; a' is infinite at lock, but
  -- the code does not divide by zero there
  rate = function(x, w, opt)
    local f, b = axes_of(opt), middle(x)
    local u = turned(f.l, sin(x[3]), cos(x[3]), { w[1], w[2], w[3] })
    local small = f.ends and b.sin or b.cos
    small = select(lt(small^2, eps^4), eps^2, small)
    local a = (f.ends and f.s * u[f.k] or u[f.i]) / small
    local along = f.ends and b.cos or f.s * b.sin
    return { a, u[f.j], u[f.l] - along * a }
  end,

  regular = function(x, opt)
    local b = middle(x)
    return lt(decimal "1e-6", abs(axes_of(opt).ends and b.sin or b.cos))
  end,
}
