-- dense.lua - the state between the ends of a step, or of several, from what is
-- known at both: attitude, rate, momentum and torque.
--
-- Seen from the attitude M half-way, R0' R1 = exp(u), M = R0 exp(u/2),
--     R(theta) = M exp(sigma(theta)),
-- where sigma is the cubic with
--     sigma(0) = -u/2,  sigma'(0) = h dexpinv(-u/2, w0),
--     sigma(1) =  u/2,  sigma'(1) = h dexpinv( u/2, w1),
-- so that R is a rotation at every theta, turns at w0 and w1 at the ends, is in
-- error by O(h^4), and is the same curve seen from the other end.  A turn at a
-- constant rate is met exactly.
--     The momentum in space is a cubic, too, with the torque as its rate at the
-- ends: what the torque leaves alone of it stays constant, all of it without
-- torque, which a cubic in the body frame would not keep; it is in error by
-- O(h^4).  The body's follows by R(theta).  Velocity is such a cubic; position
-- the polynomial of degree 5 with position, velocity and acceleration right at
-- the ends.
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

-- The rate of sigma = 2 v where the body turns at w: dexpinv, f as above.
local function pulled(v, w, f)
  local vw = cross(v, w)
  return w + vw + f * cross(v, vw)
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

-- Between from and to, with the rates d0 and d1 at theta = 0 and 1.
local function cubic(from, to, d0, d1, x)
  local y = 1 - x
  return from + x^2 * (1 + 2*y) * (to - from) + x * y * (y * d0 - x * d1)
end

-- The same with second derivatives.
local function quintic(from, to, d0, d1, e0, e1, x)
  local y = 1 - x
  return from + x^3 * (1 + y * (3 + 6*y)) * (to - from)
         + x * y * (y^2 * (1 + 3*x) * d0 - x^2 * (1 + 3*y) * d1)
         + x^2 * y^2 / 2 * (y * e0 + x * e1)
end

-- The centre of mass.
local function place(a, b, h, x)
  local h0, h1 = h * a.a, h * b.a
  return quintic(a.x, b.x, h * a.v, h * b.v, h * h0, h * h1, x),
         cubic(a.v, b.v, h0, h1, x)
end

-- The state at the share theta of the way h from the state a to the state b,
-- at which the torques T and accelerations a act.
function dense(m, a, b, h, theta)
  local x, y = theta, 1 - theta
  stage "half-way"
  local u, k, f = halfway(between(m, a, b))
  local d0 = pulled(-u / 2, h * m.omega(a.L), f)
  local d1 = pulled(u / 2, h * m.omega(b.L), f)
  stage "the attitude at theta, from there"
  local v = (x - y) * (1 + 2 * x * y) / 2 * u + x * y / 2 * (y * d0 - x * d1)
  local square = dot(v, v)
  local e = element { c(0, square), c(1, square), v }
  stage "the momentum"
  local L = k:unrotate(y^2 * ((1 + 2*x) * a.L + x * h * a.T))
            + k:rotate(x^2 * ((1 + 2*y) * b.L - y * h * b.T))
  local new = { R = a.R:turned(k * e), L = e:unrotate(L) }
  if m.moves then
    stage "position and velocity"
    new.x, new.v = place(a, b, h, x)
  end
  return new
end

return true
