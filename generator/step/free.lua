-- free.lua - the exact motion of a rigid body on which no torque acts, for
-- methods that split it off the torque.
--
-- In principal axes, with moments J_p < J_q < J_r or the other way round, the
-- momentum is (cn, sn, dn)-like: its components are elliptic functions of the
-- time, r being the axis that it circles (dn).  Their addition theorem, applied
-- to the state as it is, gives the state after h without a phase, without
-- constants of integration, and without cases of sign:
--     P = (1/q - 1/r)(1/p - 1/r) L_r^2      lambda^2 = P + W
--     N = (1/p - 1/q)(1/p - 1/r) L_p^2      m = (N + W)/lambda^2
--     W = (1/p - 1/q)(1/q - 1/r) L_q^2      m1 = (P - N)/lambda^2
--     sn, cn, dn of lambda h,   S = sn/lambda,   den = cn^2 + sn^2 P/lambda^2
--     L_p <- (cn L_p + dn S L_p')/den,   L_q <- (cn dn L_q + S L_q')/den,
--     L_r <- (dn L_r + cn S L_r')/den
-- where P < N the momentum circles p, and p and r change places (P = N is the
-- separatrix).  m1 has no cancellation but that of the data, and den is a sum
-- of squares.  lambda, m and m1 are constants of the motion.
-- C. Jacobi, J. reine angew. Math. 39 (1850) 293-350; E. Celledoni, N. Safstrom,
-- J. Phys. A 39 (2006) 5463-5478, section 2 (whose (12) has two slips: E there
-- is twice the energy, and b1^2 = I2 (I3 - I2)).

-- Constants only: known when the code is generated.
local function equal(a, b) return is_zero(a - b) end
local function less(a, b) return not is_zero(lt(a, b)) end

-- The axes p, q, r with q in the middle; of a symmetric body r is its axis.
local function sorted(J)
  local p, q, r = 1, 2, 3
  if less(J[q], J[p]) then p, q = q, p end
  if less(J[r], J[q]) then q, r = r, q end
  if less(J[q], J[p]) then p, q = q, p end
  if equal(J[q], J[r]) then p, r = r, p end
  return p, q, r
end

-- The unit vector of axis i.
local function axis(i)
  return vec(i == 1 and 1 or 0, i == 2 and 1 or 0, i == 3 and 1 or 0)
end

-- The rotation by the rotation vector 2 v.
function exponential(v)
  local y = dot(v, v)
  return element { c(0, y), c(1, y), v }
end

-- A symmetric body's motion seen from the body: its momentum L goes round the
-- axis r at the rate (1/J_p - 1/J_r) L_r; half of what the body turns in that
-- way in h.
local function spin(J, p, r, l, h)
  return h/2 * (1/J[r] - 1/J[p]) * l[r] * axis(r)
end

-- P, N and W of a momentum.
local function squares(e, l)
  local a, b, g = e.inverse[e.p], e.inverse[e.q], e.inverse[e.r]
  return (b - g) * (a - g) * l[e.r]^2, (a - b) * (a - g) * l[e.p]^2,
         (a - b) * (b - g) * l[e.q]^2
end

-- What the addition theorem needs to know of the motion of l.
local function motion(J, l, h)
  local e = { inverse = { 1/J[1], 1/J[2], 1/J[3] } }
  e.p, e.q, e.r = sorted(J)
  local P, N, W = squares(e, l)
  e.swapped = lt(P, N)
  local big, small = select(e.swapped, N, P), select(e.swapped, P, N)
  local square = big + W
  local moves = lt(0, square)
  local lambda = sqrt(square)
  e.square, e.lambda = select(moves, square, 1), select(moves, lambda, 1)
  e.u, e.m, e.m1 = lambda * h, (small + W) / e.square, (big - small) / e.square
  return e
end

-- The momentum l, of the motion e, when the elliptic functions are those of h.
local function advance(e, l)
  local p, q, r = e.p, e.q, e.r
  local function rate(i, j, k)
    return (e.inverse[k] - e.inverse[j]) * l[j] * l[k]
  end
  local dl = { rate(1, 2, 3), rate(2, 3, 1), rate(3, 1, 2) }
  local P, N = squares(e, l)
  local S = e.sn / e.lambda
  local den = e.cn^2 + e.sn^2 * select(e.swapped, N, P) / e.square
  local cp, cr = select(e.swapped, e.dn, e.cn), select(e.swapped, e.cn, e.dn)
  local new = {}
  new[p] = (cp * l[p] + cr * S * dl[p]) / den
  new[q] = (e.cn * e.dn * l[q] + S * dl[q]) / den
  new[r] = (cr * l[r] + cp * S * dl[r]) / den
  return vec(new[1], new[2], new[3])
end

-- How the free body whose momentum is L moves on in h: a function that gives
-- the momentum h later for L, and for every other one on the way from L.
function free_flow(m, L, h)
  local J, into, out = m.principal.moments, m.principal.into, m.principal.out
  local p, q, r = sorted(J)
  local l = into(L)
  if equal(J[p], J[q]) and equal(J[q], J[r]) then
    return function(L) return L end
  elseif equal(J[p], J[q]) then
    local g = m.principal.element(exponential(spin(J, p, r, l, h)))
    return function(L) return g:unrotate(L) end
  end
  local e = motion(J, l, h)
  e.sn, e.cn, e.dn = jacobi(e.u, e.m, e.m1)
  return function(L) return out(advance(e, into(L))) end
end

-- Splitting: half a kick; the body moves freely and the centre of mass straight
-- on, which with the kicks is Verlet's method; half a kick.  motion(L) gives the
-- rotation of the free body in h and its momentum then.
function between_kicks(m, s, h, motion)
  local from = kick(m, s, h/2)
  local g, L = motion(from.L)
  local to = with(drift(m, from, h), { t = s.t + h, R = s.R:turned(g), L = L })
  return last_kick(m, to, h/2)
end

-- The momentum after h.
function free_momentum(m, L, h)
  return free_flow(m, L, h)(L)
end

return true
