-- free.lua - the exact motion of a torque-free rigid body, for methods that split
-- free motion and torque.
--
-- In principal axes, with moments J_p < J_q < J_r or J_p > J_q > J_r, the components
-- of the momentum are elliptic functions of time, proportional to cn, sn, dn; the
-- momentum circles the axis r (dn).  Their addition theorem, applied to the current
-- state, gives the state after h without a phase, without constants of integration,
-- and without case distinctions on signs:
--     P = (1/q - 1/r)(1/p - 1/r) L_r^2      lambda^2 = P + W
--     N = (1/p - 1/q)(1/p - 1/r) L_p^2      m = (N + W)/lambda^2
--     W = (1/p - 1/q)(1/q - 1/r) L_q^2      m1 = (P - N)/lambda^2
--     sn, cn, dn of lambda h,   S = sn/lambda,   den = cn^2 + sn^2 P/lambda^2
--     L_p <- (cn L_p + dn S L_p')/den,   L_q <- (cn dn L_q + S L_q')/den,
--     L_r <- (dn L_r + cn S L_r')/den
-- The code computes the increments of L, from 1 - cn = sn^2/(1 + cn), 1 - dn =
-- m sn^2/(1 + dn) and 1 - den = S^2 W: sn, cn, dn are constants of the motion, hence
-- their rounding errors are the same in each step and would add up.
--     If P < N, the momentum circles p, and p and r are exchanged (P = N is the
-- separatrix).  m1 has no cancellation beyond that of the data.  lambda, m and m1
-- are constants of the motion.
--
-- The attitude: let G = |L|, l = L/G, z the axis that the momentum circles, with the
-- direction for which l_z > 0, and B(l) the smallest rotation that takes z to l.  Then
--     R1 = R0 B(l0) (rotation about z by chi) B(l1)'
-- keeps R L for every chi.  There is no degenerate case: l_z > 0 at all times, and
-- B = 1 on the stationary axis.  chi = Psi - arg(Q).  Psi is the angle about G of a
-- motion that starts in the plane L_q = 0, an odd function of time:
--     Psi = G h/x + G (1/x - 1/z)/lambda (PI(lambda h, n) - lambda h)
--         = G h/z + G (1/x - 1/z)/lambda PI(lambda h, n)
--     n = (1/q - 1/x)/(1/q - 1/z) < 0, a constant of the body
-- (x is p and z is r, or x is r and z is p).  Q is the complex number
--     (X1 + i Y1 + k (Z1 - (X1 + i Y1)^2/Z1)) (X0 - i Y0),   Z = 1 + l_z,
--     X + i Y = l_x + i l_y,   k = G S (1/q - 1/x) Y0/2
-- Q combines the addition theorem of the integral of the third kind and the azimuth
-- of l, and needs neither periods nor case distinctions.
-- C. Jacobi, J. reine angew. Math. 39 (1850) 293-350; E. Celledoni, F. Fasso,
-- N. Safstrom, A. Zanna, SIAM J. Sci. Comput. 30 (2008) 2084-2112; R. van Zon,
-- J. Schofield, J. Comput. Phys. 225 (2007) 145-164; E. Celledoni, N. Safstrom,
-- J. Phys. A 39 (2006) 5463-5478, section 2 (whose (12) has two slips: E there
-- is twice the energy, and b1^2 = I2 (I3 - I2)).

-- These compare constants.  known: true if a < b can be decided at generation time.
local function equal(a, b) return is_zero(a - b) end
local function less(a, b) return not is_zero(lt(a, b)) end
local function known(a, b) return is_zero(lt(a, b)) or is_zero(le(b, a)) end

-- Returns the axes p, q, r, where q has the middle moment; r is the axis of a
-- symmetric body.  Returns nil if the order depends on params.
local function sorted(J)
  for r = 1, 3 do
    local p, q = r % 3 + 1, (r + 1) % 3 + 1
    if equal(J[p], J[q]) then return p, q, r end
  end
  if not (known(J[1], J[2]) and known(J[2], J[3]) and known(J[1], J[3])) then
    return nil
  end
  local order = { 1, 2, 3 }
  table.sort(order, function(i, k) return less(J[i], J[k]) end)
  return table.unpack(order)
end

-- The unit vector of axis i.
local function axis(i)
  return vec(i == 1 and 1 or 0, i == 2 and 1 or 0, i == 3 and 1 or 0)
end

-- Returns the principal moments and axes in the order p, q, r = 1, 2, 3, selected at
-- run time from the params.  The inverse moment of q is nearer to that of p than to
-- that of r, so that r is the axis of a symmetric body.  The axes are right-handed.
local function put_in_order(J)
  local J, e = { J[1], J[2], J[3] }, { axis(1), axis(2), axis(3) }
  local function exchange(i, j, where)
    local function pair(a, b)
      return select(where, b, a), select(where, a, b)
    end
    local new, old = {}, {}
    for k = 1, 3 do new[k], old[k] = pair(e[i][k], e[j][k]) end
    e[i], e[j] = vec(new[1], new[2], new[3]), vec(old[1], old[2], old[3])
    J[i], J[j] = pair(J[i], J[j])
  end
  exchange(1, 2, lt(J[2], J[1]))
  exchange(2, 3, lt(J[3], J[2]))
  exchange(1, 2, lt(J[2], J[1]))
  exchange(1, 3, lt(1/J[2] - 1/J[3], 1/J[1] - 1/J[2]))
  e[2] = dot(cross(e[1], e[2]), e[3]) * e[2]
  return J, e
end

-- Returns the axes for the motion: moments J, their order p, q, r, and functions that
-- convert a vector into these axes and out of them.
local function axes_of_body(m)
  local f = { J = m.principal.moments }
  f.into, f.out = m.principal.into, m.principal.out
  f.p, f.q, f.r = sorted(f.J)
  if f.p then return f end
  local J, e = put_in_order(f.J)
  return {
    J = J, p = 1, q = 2, r = 3, ordered = true,
    into = function(v) return vec(dot(e[1], v), dot(e[2], v), dot(e[3], v)) end,
    out = function(v) return v[1] * e[1] + v[2] * e[2] + v[3] * e[3] end,
  }
end

-- Returns the rotation with the rotation vector 2 v.
function exponential(v)
  local y = dot(v, v)
  return element { c(0, y), c(1, y), v }
end

-- In the frame of a symmetric body its momentum L rotates about the axis r at the
-- rate (1/J_p - 1/J_r) L_r.  Returns the half vector of the opposite rotation,
-- the body's own, during h.
local function spin(J, p, r, l, h)
  return h/2 * (1/J[r] - 1/J[p]) * l[r] * axis(r)
end

-- Returns 1 if p, q, r are right-handed, else -1.
local function hand(p, q, r) return (q - p) % 3 == 1 and 1 or -1 end

-- Returns P, N and W of the momentum l.
local function squares(e, l)
  local a, b, g = e.inverse[e.p], e.inverse[e.q], e.inverse[e.r]
  return (b - g) * (a - g) * l[e.r]^2, (a - b) * (a - g) * l[e.p]^2,
         (a - b) * (b - g) * l[e.q]^2
end

-- Labels the values of a list { name, value, name, value, ... }.
local function labels(values)
  for i = 1, #values, 2 do label(values[i], "", values[i + 1]) end
end

-- Returns the quantities of the motion of l that the addition theorem uses.
local function motion(f, l, h)
  local J = f.J
  local e = { inverse = { 1/J[1], 1/J[2], 1/J[3] }, ordered = f.ordered,
              p = f.p, q = f.q, r = f.r }
  local P, N, W = squares(e, l)
  e.swapped = lt(P, N)
  local big, small = select(e.swapped, N, P), select(e.swapped, P, N)
  local square = big + W
  local moves = lt(eps^5, square) -- square has a reciprocal
  local lambda = sqrt(square)
  e.square, e.lambda = select(moves, square, 1), select(moves, lambda, 1)
  e.u, e.m, e.m1 = lambda * h, (small + W) / e.square, (big - small) / e.square
  labels { "swapped", e.swapped, "big", big, "small", small, "square", square,
           "moves", moves, "lambda", lambda, "u", e.u, "modulus", e.m,
           "modulus1", e.m1 }
  return e
end

-- Returns the momentum h after l on the motion e, with the elliptic functions of
-- lambda h in e.  If den <= 1/2, it uses formulas that do not cancel.
local function advance(e, l)
  local p, q, r = e.p, e.q, e.r
  local a, b, g = e.inverse[p], e.inverse[q], e.inverse[r]
  local P, N, W = squares(e, l)
  local S = e.sn / e.lambda
  local less_den = name("less", "", S^2 * W)
  local near = lt(less_den, 1/2)
  local den = select(near, 1 - less_den, e.cn^2 + S^2 * select(e.swapped, N, P))
  local less_cn = select(lt(e.cn, 0), 1 - e.cn, e.sn^2 / (1 + e.cn))
  local less_dn = e.m * e.sn^2 / (1 + e.dn)
  local cn_den = select(near, less_den - less_cn, e.cn)
  local dn_den = select(near, less_den - less_dn, e.dn)
  local cp, cr = select(e.swapped, e.dn, e.cn), select(e.swapped, e.cn, e.dn)
  labels { "S", S, "S_sq", S^2, "close", near, "den", den, "less_cn", less_cn,
           "less_dn", less_dn, "cn_den", cn_den, "dn_den", dn_den }
  local function moved(i, part)
    return select(near, l[i], 0) + part / den
  end
  local sign = hand(p, q, r)
  local turn = sign * S * l[q]
  local new = {}
  new[p] = moved(p, select(e.swapped, dn_den, cn_den) * l[p]
                    + (g - b) * cr * turn * l[r])
  new[q] = moved(q, (select(near, cn_den, 0)
                     + e.cn * select(near, -less_dn, e.dn)) * l[q]
                    + sign * (a - g) * S * l[r] * l[p])
  new[r] = moved(r, select(e.swapped, cn_den, dn_den) * l[r]
                    + (b - a) * cp * turn * l[p])
  return vec(new[1], new[2], new[3])
end

-- Returns a function that gives the free body's momentum h later, for L and for
-- every other momentum on the trajectory of L.
function free_flow(m, L, h)
  local f = axes_of_body(m)
  local J, p, q, r, l = f.J, f.p, f.q, f.r, f.into(L)
  if equal(J[p], J[q]) and equal(J[q], J[r]) then
    return function(L) return L end
  elseif equal(J[p], J[q]) then
    local g = m.principal.element(exponential(spin(J, p, r, l, h)))
    return function(L) return g:unrotate(L) end
  end
  local e = motion(f, l, h)
  e.sn, e.cn, e.dn = jacobi(e.u, e.m, e.m1)
  return function(L) return f.out(advance(e, f.into(L))) end
end

-- ---- the attitude ----

-- Returns n for the axes x and z, or 0 if the moments are equal for the given
-- params.
local function third_parameter(e)
  local a, b, g = e.inverse[e.p], e.inverse[e.q], e.inverse[e.r]
  local over = b - g
  if e.ordered then over = select(lt(0, abs(over)), over, 1) end
  return select(e.swapped, (b - g) / (b - a), (b - a) / over)
end

-- Complex numbers as pairs.
local function times(a, b)
  return { a[1]*b[1] - a[2]*b[2], a[1]*b[2] + a[2]*b[1] }
end
local function conjugate(a) return { a[1], -a[2] } end
local function plus(a, b) return { a[1] + b[1], a[2] + b[2] } end
local function scaled(c, a) return { c * a[1], c * a[2] } end
local function norm2(a) return a[1]^2 + a[2]^2 end

-- Returns two functions: components of a vector along the axes x, y, z of the motion
-- e, and back.  l circles z, l_z > 0, and y is along q.  `side` and `turn` are 1 or -1.
local function axes_of(e, l)
  local p, q, r, swap = e.p, e.q, e.r, e.swapped
  local side = select(lt(select(swap, l[p], l[r]), 0), -1, 1)
  local turn = hand(p, q, r) * select(swap, -1, 1) * side
  labels { "side", side, "turn_sign", turn }
  local function there(v)
    return select(swap, v[r], v[p]), turn * v[q], side * select(swap, v[p], v[r])
  end
  local function back(x, y, z)
    local v = {}
    v[p], v[q], v[r] = select(swap, side * z, x), turn * y,
                       select(swap, x, side * z)
    return vec(v[1], v[2], v[3])
  end
  return there, back
end

-- Returns X + i Y and 1 + l_z of the unit vector l/G, where l is a momentum.
local function direction(there, l, G)
  local x, y, z = there(1/G * l)
  return { x, y }, 1 + z
end

-- Returns Psi, by the one of its two forms whose terms do not cancel.
local function dynamic_angle(e, G, h)
  local a, b, g = e.inverse[e.p], e.inverse[e.q], e.inverse[e.r]
  local function angle(x, z, is_swapped)
    local steep = is_swapped
    if not e.ordered then steep = less(1, abs((b - x) / (b - z))) end
    return G * (h * (steep and z or x) +
                (x - z) / e.lambda * (steep and e.pi or e.rest))
  end
  return select(e.swapped, angle(g, a, true), angle(a, g, false))
end

-- Returns Q, or its limit if l is on the axis z, where X0 and Y0 are zero or
-- rounding errors.
local function geometric(e, G, W0, W1, Z1)
  local a, b, g = e.inverse[e.p], e.inverse[e.q], e.inverse[e.r]
  local x, z = select(e.swapped, g, a), select(e.swapped, a, g)
  local S = G * e.sn / e.lambda
  local k = S * (b - x) * W0[2] / 2
  local T = plus(W1, plus({ k * Z1, 0 }, scaled(-k / Z1, times(W1, W1))))
  local Q = times(T, conjugate(W0))
  local off = lt(eps^2, norm2(W0))
  labels { "off", off, "Q_re", Q[1], "Q_im", Q[2], "T_re", T[1], "T_im", T[2],
           "k", k }
  return { select(off, Q[1], e.cn), select(off, Q[2], S * (x - z)) }
end

-- Returns B(l0) (rotation about z by chi = 2 half) B(l1)' as one rotation of the body.
local function joined(W0, Z0, W1, Z1, half, back, out)
  local turn = { cos(half), sin(half) }
  local along = plus(scaled(Z0 * Z1, turn),
                     times(times(W0, conjugate(W1)), conjugate(turn)))
  local across = plus(scaled(Z1, times(W0, conjugate(turn))),
                      scaled(-Z0, times(W1, turn)))
  local size = sqrt((Z0^2 + norm2(W0)) * (Z1^2 + norm2(W1)))
  labels { "cos_half", turn[1], "sin_half", turn[2], "along_re", along[1],
           "along_im", along[2], "across_re", across[1], "across_im", across[2] }
  return element { 1/size * along[1],
                   out(1/size * back(-across[2], across[1], along[2])) }
end

local function free_element(e, l0, l1, h, out)
  local there, back = axes_of(e, l0)
  local G = sqrt(dot(l0, l0))
  local safe = select(lt(0, G), G, 1)
  local W0, Z0 = direction(there, l0, safe)
  local W1, Z1 = direction(there, l1, safe)
  labels { "G", G, "X0", W0[1], "Y0", W0[2], "Z0", Z0, "X1", W1[1], "Y1", W1[2],
           "Z1", Z1 }
  local Q = geometric(e, G, W0, W1, Z1)
  local half = (dynamic_angle(e, G, h) - atan2(Q[2], Q[1])) / 2
  label("half", "", half)
  return joined(W0, Z0, W1, Z1, half, back, out)
end

-- Returns the rotation of the free body during h, and its momentum at the end.
function free_motion(m, L, h)
  local f = axes_of_body(m)
  local J, p, q, r, l = f.J, f.p, f.q, f.r, f.into(L)
  if equal(J[p], J[q]) then
    local g = exponential(h/2 / J[p] * l) -- about L, which is constant
    if equal(J[q], J[r]) then return m.principal.element(g), L end
    local own = exponential(spin(J, p, r, l, h))
    return m.principal.element(g * own), m.principal.out(own:unrotate(l))
  end
  local e = motion(f, l, h)
  local n = third_parameter(e)
  label("n", "", n)
  e.sn, e.cn, e.dn, e.pi, e.rest = jacobi_pi(e.u, e.m, e.m1, n)
  local new = advance(e, l)
  return free_element(e, l, new, h, f.out), f.out(new)
end

-- ---- splitting ----

-- Half a kick, free motion, half a kick.  The centre of mass moves in a straight line
-- between the kicks (Verlet's method).  motion(L) returns the rotation of the free
-- body during h and its momentum at the end.
function between_kicks(m, s, h, motion)
  local from = kick(m, s, h/2)
  stage("free")
  local g, L = motion(from.L)
  local to = with(drift(m, from, h), { t = s.t + h, R = s.R:turned(g), L = L })
  stage("finish")
  return last_kick(m, to, h/2)
end

-- Returns the momentum of the free body after h.
function free_momentum(m, L, h)
  return free_flow(m, L, h)(L)
end

return true
