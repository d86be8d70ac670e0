-- rotation_vector.lua - attitude as a rotation vector, v = angle axis.
-- A step ends with a product p of unit quaternions, negated if p0 < 0.  With
-- s = |p_vec|,
--     v = (2 atan2(s, p0)/s + 2 pi k/s) p_vec
-- is the same attitude for every integer k.  (The arc cosine of p0, as in the paper's
-- equations, loses half the digits.)
--     near       k with v nearest to v before the step: continuous through 2 pi
--     paper      0 <= |v| <= 2 pi, |v| = 2 acos(p0); jumps to 0 at 2 pi
--     principal  k = 0, 0 <= |v| <= pi; jumps to -v at pi
-- At |v| = 2 pi k every axis gives the same attitude: `near` keeps its axis there if
-- the step turns about this axis up to rounding.
-- Kinematic equation: v' = w + v x w/2 + D v x (v x w), that of the map exp; it
-- is singular at |v| = 2 pi k, k > 0.
-- S. Holzinger, J. Gerstmayr, Multibody Syst. Dyn. 53 (2021) 345-378, section
-- 3.

local function half(v) return vec(v[1], v[2], v[3]) / 2 end

local function numbers(v) return { v[1], v[2], v[3] } end

-- Returns the fraction of v without whole turns: |v| / 2 pi is rounded to the nearest
-- integer, or (bias = 0) down.  It is named, so that it stays exactly 1 if there are
-- no whole turns.  Also returns |v|^2, and 1/|v| (1 if |v| <= 1).
local function remainder(v, bias)
  local x = vec(v[1], v[2], v[3])
  local y = dot(x, x)
  local length = sqrt(select(lt(1, y), y, 1))
  local inverse = 1 / length
  local turns = 2*pi * floor(length / (2*pi) + bias)
  return name("rest", "", 1 - turns * inverse), y, inverse
end

-- `near` adds whole turns by a rounded 2 pi; they are removed here by the same number.
local function of(v, opt)
  local u, rest = half(v), 1
  local y = dot(u, u)
  if opt.branch == "near" then
    rest, y = remainder(v, 1/2)
    y = rest^2 * (y / 4)
  end
  return element { c(0, y), c(1, y), rest * u }
end

local function principal(g)
  local p0, p = nearer_half(g)
  local ratio = angle_by_sine(dot(p, p), p0)
  return numbers(2 * ratio * p)
end

-- k = -1 where q0 < 0, unless p_vec is zero up to rounding
local function paper(g)
  local p0, p = nearer_half(g)
  local ratio, s = angle_by_sine(dot(p, p), p0)
  local rounding = le(dot(p, p), (4 * eps)^2)
  local back = select(lt(g:quaternion()[1], 0), 2*pi / s, 0)
  return numbers((2 * ratio - select(rounding, 0, back)) * p)
end

-- If the result is closer to a whole turn than the size of the step g, rounding may
-- change the direction of p_vec a lot.  Then the axis is kept if the component of p_vec
-- across it is at most 8 eps and much smaller than the step.
local function near(v, g)
  local p0, p = nearer_half(of(v, { branch = "near" }) * g)
  local ratio, s = angle_by_sine(dot(p, p), p0)
  local x, q = vec(v[1], v[2], v[3]), g:quaternion()
  local _, y, inverse = remainder(v, 1/2)
  local far, old = lt(pi^2, y), inverse * x
  local along = dot(p, old)
  local part = along * old
  local step, side = q[2]^2 + q[3]^2 + q[4]^2, p - part
  local wide = dot(side, side) / eps * max(1, step / (64 * eps))
  local size = select(le(dot(p, p), eps^4), 0, max(dot(p, p), wide))
  local kept = le(size, select(far, step, -1))
  local axis = select(kept, old, p / s)
  local before = dot(x, axis) / (2*pi) + 1/2       -- in turns, then rounded by floor
  local k = floor(before - ratio * (select(kept, along, s) / pi))
  return numbers(2 * ratio * select(kept, part, p) + 2*pi * k * axis)
end

local function restore(v, opt)
  if opt.branch == "near" then return v end
  local rest = remainder(v, opt.branch == "paper" and 0 or 1/2)
  return numbers(rest * vec(v[1], v[2], v[3]))
end

return attitude {
  title    = "rotation vector",
  source   = "S. Holzinger, J. Gerstmayr, Multibody Syst. Dyn. 53 (2021) "
             .. "345-378",
  singular = "its rate at whole turns, 2 pi, 4 pi, ..., but no step",
  range    = "near: continuous; paper: up to 2 pi; principal: up to pi",
  examples = { "rotation_vector", "rotation_vector(branch = paper)",
               "rotation_vector(branch = principal)" },
  options  = {
    { name = "branch", words = { "near", "paper", "principal" } },
  },
  store = function(opt)
    local range = {
      near = "continuous from step to step",
      paper = "at most 2 pi long, then again from 0",
      principal = "at most pi long, then from the other side",
    }
    local what = "attitude: rotation vector, angle times axis, rad, body to "
                 .. "space; "
    return {
      name = "rotvec", size = 3, note = what .. range[opt.branch],
      shown = what .. "at most pi long",
    }
  end,

  element = of,
  from    = principal,
  move    = function(v, g, opt)
    if opt.branch == "near" then return near(v, g) end
    return (opt.branch == "paper" and paper or principal)(of(v, opt) * g)
  end,
  restore = restore,

  rate = function(v, w)
    return numbers(load_map("exp").pull(half(v), w))
  end,
  -- not within 1e-6 of |v| = 2 pi k, k > 0
  regular = function(v)
    local length = sqrt(4 * dot(half(v), half(v)))
    local turns = max(floor(length / (2*pi) + 1/2), 1)
    return lt(decimal "1e-6", abs(length - 2*pi * turns))
  end,
}
