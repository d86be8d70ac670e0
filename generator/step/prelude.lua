-- prelude.lua - what several methods are made of: kicks, turns, drifts and
-- flows of other methods.  A state is a table { t, R, L, x, v }; none of these
-- changes the one that it is given.

-- The state with some of its fields replaced.
function with(s, new)
  return { t = new.t or s.t, R = new.R or s.R, L = new.L or s.L,
           x = new.x or s.x, v = new.v or s.v, w = new.w, kick = new.kick }
end

-- The torque, and the acceleration of the centre of mass.
local function push_of(m, s)
  return m.torque(s), m.acceleration(s)
end

-- Torque and force act for h at the attitude and position of s.
function kick(m, s, h)
  local T, a = push_of(m, s)
  return with(s, { L = s.L + h * T, v = s.v + h * a })
end

-- The adjoint of kick: torque and force at the momentum and velocity that they
-- lead to.  It is kick itself unless they depend on them.
function kick_adjoint(m, s, h)
  if not m.depends.w then return kick(m, s, h) end
  local T, a = push_of(m, s)
  local L, v = unknown("L", s.L + h * T), unknown("v", s.v + h * a)
  T, a = push_of(m, with(s, { L = L, v = v }))
  L, v = table.unpack(solve({ L, v }, { L - s.L - h * T, v - s.v - h * a }, {
    done = function(new, d)
      local dL, dv = table.unpack(d)
      return both(small(h/4 * m.omega(dL)), steady(dv, s.v, new[2]))
    end,
  }))
  return with(s, { L = L, v = v })
end

-- A kick that ends the step.  Where torque and force depend on neither momentum
-- nor velocity it is left to the host, which carries what acts at the end of a
-- step to the start of the next.
function last_kick(m, s, h)
  if m.depends.w then return kick_adjoint(m, s, h) end
  return with(s, { kick = h })
end

-- The state after the kick, if one was left.
function settle(m, s)
  if s.kick then return kick(m, s, s.kick) end
  return s
end

-- The body turns by g, its spatial momentum stays.
function turn(s, g)
  return with(s, { R = s.R:turned(g), L = g:unrotate(s.L) })
end

-- The rotation about axis i alone whose half vector is a long, and L seen from
-- the axes that it has turned.
function turn_about(m, i, a, L)
  local j, k = i % 3 + 1, (i + 1) % 3 + 1
  local half, new = { 0, 0, 0 }, { L[1], L[2], L[3] }
  half[i] = a
  local q = m.map.element(vec(half[1], half[2], half[3])):quaternion()
  local c, x = q[1], q[i + 1]
  new[j] = L[j] + 2 * x * (c * L[k] - x * L[j])
  new[k] = L[k] - 2 * x * (c * L[j] + x * L[k])
  return element { c, vec(q[2], q[3], q[4]) },
         name("p", "", vec(new[1], new[2], new[3]))
end

-- The centre of mass moves on.
function drift(m, s, h)
  return with(s, { x = s.x + h * s.v })
end

-- Is a velocity, now v and before v0, settled after Newton's correction d?
function steady(d, v0, v)
  return le(64 * dot(d, d), eps * (dot(v0, v0) + dot(v, v)))
end

-- The state after one step of a method, which an option names.  Its last kick
-- may be left: the next flow begins with it, where it is one with the first
-- kick there, and settle does it.
function flow(method, m, s, h)
  local from = settle(m, s)
  local new = with(from, method.step(m, from, h, method.opt))
  new.t = from.t + h
  return new
end

return true
