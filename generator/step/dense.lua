-- dense.lua - the state between the ends of a step, or of several, from what is
-- known at both: attitude, rate, momentum and torque.
--
-- Seen from the attitude M half-way, R0' R1 = exp(u), M = R0 exp(u/2),
--     R(theta) = M exp(sigma(theta)),   sigma(0) = -u/2,  sigma(1) = u/2,
--     sigma' = h dexpinv(sigma, w),
-- where sigma is the polynomial of degree 2n + 1 that has these values and n
-- derivatives right at both ends: n = 1 from the rates w, n = 2 and 3 from the
-- torque's rate and that one's rate along the motion, too.  R is a rotation at
-- every theta, is in error by O(h^(2n + 2)), and is the same curve seen from the
-- other end.  A turn at a constant rate is met exactly.
--     The momentum in space is such a polynomial, too, with the torque as its
-- rate at the ends,
--     (R L)' = R T,  (R T)' = R (T' + w x T),  ...
-- What the torque leaves alone of it stays constant, all of it without torque,
-- which a polynomial in the body frame would not keep.  The body's follows by
-- R(theta).  Velocity is such a polynomial; that of position has one derivative
-- more.
-- A. Marthinsen, SIAM J. Numer. Anal. 37 (1999) 269-285 (interpolation in the
-- Lie algebra); E. Hairer, S. Norsett, G. Wanner, Solving Ordinary Differential
-- Equations I, section II.6 (Hermite's polynomials as dense output).

-- Of u, the shorter way to turn as g does, |u| = phi <= pi: u/2, exp(u/2), and
-- (1 - X cot X)/X^2 at X = phi/4.  With t = tan(phi/4) axis from g itself, two
-- halvings of the angle lead to tan^2(phi/16) = z <= 0.04, where
--     arc tan(x)/x = A = 1 - z B
-- has a short series in z; and
--     f(X) = (1 - X cot X)/X^2,  f(2 X) = (f(X) + tan(X)/X)/4,
-- on the way back.  There are no cases, no calls but roots, and nothing is lost
-- where phi is small or near pi.
local function halfway(g)
  local q0, q = nearer_half(g)
  local t = q / (sqrt(q0^2 + dot(q, q)) + q0)
  local root = sqrt(1 + dot(t, t))
  local scale = 1 / root
  local k = element { scale, scale, t }
  t = t / (1 + root)
  t = name("tan", "", t / (1 + sqrt(1 + dot(t, t))))
  local z, B = dot(t, t), 0
  for n = 10, 1, -1 do B = decimal "1" / (2*n + 1) - z * B end
  local A = 1 - z * B
  return 8 * A * t, k, ((1 + B / A) / 4 + 1 / (1 - z)) / (4 * A)
end

-- f' and f'' of f(s) = (1 - X cot X)/X^2, s = X^2 <= (pi/4)^2, from the series
-- f = sum c_k s^k, whose coefficients follow from 2 s f' = 1 - 3 f + s f^2.
local function slopes(s)
  local TERMS = 13
  local c = { [0] = decimal "1" / 3 }
  for k = 1, TERMS do
    local sum = decimal "0"
    for i = 0, k - 1 do sum = sum + c[i] * c[k - 1 - i] end
    c[k] = sum / (2*k + 3)
  end
  local first, second = 0, 0
  for k = TERMS, 1, -1 do first = k * c[k] + s * first end
  for k = TERMS, 2, -1 do second = k * (k - 1) * c[k] + s * second end
  return name("slope", "", first), name("bend", "", second)
end

-- sigma', sigma'', ... where sigma = 2 v and the body turns at w[1], whose
-- rates are w[2] and w[3]:  sigma' = w + v x w + f v x (v x w), with f as above,
-- and its derivatives by the product rule.
local function pulled(v, w, f, f1, f2)
  local a = cross(v, w[1])
  local b = cross(v, a)
  local d = { w[1] + a + f * b }
  if not w[2] then return d end
  local V = d[1] / 2
  local A, S = cross(V, w[1]) + cross(v, w[2]), 2 * dot(v, V)
  local B, F = cross(V, a) + cross(v, A), f1 * S
  d[2] = w[2] + A + f * B + F * b
  if not w[3] then return d end
  local W = d[2] / 2
  local C = cross(W, w[1]) + 2 * cross(V, w[2]) + cross(v, w[3])
  local D = cross(W, a) + 2 * cross(V, A) + cross(v, C)
  local G = f2 * S^2 + f1 * 2 * (dot(V, V) + dot(v, W))
  d[3] = w[3] + C + f * D + 2 * F * B + G * b
  return d
end

-- h w, h^2 w', ... and L', L'', ... of the momentum in space, seen from the
-- body, times powers of h.
local function motion(m, a, h)
  local T, L, w = a.T, a.L, { m.omega(a.L) }
  local M = { T[1] }
  if T[2] then
    local twist = T[1] + cross(L, w[1])
    w[2] = m.omega(twist)
    M[2] = T[2] + cross(w[1], T[1])
    if T[3] then
      w[3] = m.omega(T[2] + cross(twist, w[1]) + cross(L, w[2]))
      M[3] = T[3] + 2 * cross(w[1], T[2]) + cross(w[2], T[1])
             + cross(w[1], cross(w[1], T[1]))
    end
  end
  for k = 1, #T do w[k], M[k] = h^k * w[k], h^k * M[k] end
  return w, M
end

-- From one attitude to the other.
local function between(m, a, b)
  local x, y = a.R:stored(), b.R:stored()
  if m.attitude.own.element then
    return m.attitude.element(x):inverse() * m.attitude.element(y)
  end
  local r0, r1, rows = a.R:rows(), b.R:rows(), {}
  for i = 1, 3 do
    rows[i] = r0[1][i] * r1[1] + r0[2][i] * r1[2] + r0[3][i] * r1[3]
  end
  return rotation_of(rows)
end

-- y^n (1 + n x + n (n + 1)/2 x^2 + ...), to x^(n - 1 - k): Hermite's weight of
-- the k-th derivative at 0 is x^k/k! times that.
local function weight(n, k, x, y)
  local sum, binomial = 0, 1
  for j = 0, n - 1 - k do
    sum = sum + binomial * x^j
    binomial = binomial * (n + j) // (j + 1)
  end
  return y^n * sum
end

-- What the derivatives d[1], d[2], ... at 0 and e at 1 add to a polynomial.
local function bent(d, e, n, x, y)
  local sum, factorial = nil, 1
  for k = 1, #d do
    factorial = factorial * k
    local part = x^k / factorial * weight(n, k, x, y) * d[k]
                 + (-1)^k * y^k / factorial * weight(n, k, y, x) * e[k]
    sum = sum and sum + part or part
  end
  return sum
end

-- From one vector to the other, with these derivatives.
local function hermite(from, to, d, e, x)
  local y, n = 1 - x, #d + 1
  return from + weight(n, 0, y, x) * (to - from) + bent(d, e, n, x, y)
end

-- The centre of mass.
local function place(a, b, h, x)
  local d, e, D, E = {}, {}, { h * a.v }, { h * b.v }
  for k = 1, #a.a do
    d[k], e[k] = h^k * a.a[k], h^k * b.a[k]
    D[k + 1], E[k + 1] = h * d[k], h * e[k]
  end
  return hermite(a.x, b.x, D, E, x), hermite(a.v, b.v, d, e, x)
end

-- The state at the share theta of the way h from the state a to the state b,
-- at which the torques T[1] and accelerations a[1] act, and their rates.
function dense(m, a, b, h, theta)
  local x, y, n = theta, 1 - theta, #a.T + 1
  stage "half-way"
  local u, k, f = halfway(between(m, a, b))
  local w0, M0 = motion(m, a, h)
  local w1, M1 = motion(m, b, h)
  local f1, f2
  if n > 2 then f1, f2 = slopes(dot(u, u) / 4) end
  local d0 = pulled(-u / 2, w0, f, f1, f2)
  local d1 = pulled(u / 2, w1, f, f1, f2)
  stage "the attitude at theta, from there"
  local low, high = weight(n, 0, x, y), weight(n, 0, y, x)
  local v = (high - low) / 2 * u + bent(d0, d1, n, x, y) / 2
  local square = dot(v, v)
  local e = element { c(0, square), c(1, square), v }
  stage "the momentum"
  local none = {}
  for i = 1, #M0 do none[i] = vec(0, 0, 0) end
  local L = k:unrotate(low * a.L + bent(M0, none, n, x, y))
            + k:rotate(high * b.L + bent(none, M1, n, x, y))
  local new = { R = a.R:turned(k * e), L = e:unrotate(L) }
  if m.moves then
    stage "position and velocity"
    new.x, new.v = place(a, b, h, x)
  end
  return new
end

return true
