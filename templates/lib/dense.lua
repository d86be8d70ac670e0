-- dense.lua - the state between the ends of a step, or of several steps, from the
-- attitude, rate, momentum and torque at both ends.
--
-- With R0' R1 = exp(u) and the halfway attitude M = R0 exp(u/2),
--     R(theta) = M exp(sigma(theta)),   sigma(0) = -u/2,  sigma(1) = u/2,
--     sigma' = h dexpinv(sigma, w),
-- where sigma is the polynomial of degree 2n + 1 with the correct value and the
-- correct first n derivatives at both ends.  n = 1 needs the rates w; n = 2 to 5 also
-- need the time derivatives of the torque along the motion up to order n - 1.  R is a
-- rotation at every theta, its error is O(h^(2n + 2)), and interpolation from the other
-- end gives the same curve.  A turn at a constant rate is reproduced exactly.
--     The spatial momentum is a polynomial of the same kind.  The torque gives its
-- derivatives at the ends,
--     (R L)' = R T,  (R T)' = R (T' + w x T),  ...
-- A component without torque stays constant; without any torque the whole momentum
-- does.  A polynomial in the body frame would not have this property.  The body
-- momentum follows from R(theta).  Velocity is a polynomial of the same kind;
-- position has one derivative more if x' = v.
-- A. Marthinsen, SIAM J. Numer. Anal. 37 (1999) 269-285 (interpolation in the
-- Lie algebra); E. Hairer, S. Norsett, G. Wanner, Solving Ordinary Differential
-- Equations I, section II.6 (Hermite's polynomials as dense output).

-- Returns u/2, exp(u/2), and f = (1 - X cot X)/X^2 at X = phi/4, where u is the
-- rotation vector of g with |u| = phi <= pi.  t = tan(phi/4) axis follows from g;
-- halving the angle twice gives z = tan^2(phi/16) <= 0.04, where
--     arc tan(x)/x = A = 1 - z B
-- has a short series in z.  f at phi/4 follows by doubling X twice:
--     f(X) = (1 - X cot X)/X^2,  f(2 X) = (f(X) + tan(X)/X)/4.
-- The code has no branches, calls only square roots, and loses no digits where phi
-- is small or near pi.
local function halfway(g)
  local q0, q = nearer_half(g)
  local norm = label("norm", "", sqrt(q0^2 + dot(q, q)))
  local t = label("tan_quarter", "", q / (norm + q0))
  local root = label("sec_quarter", "", sqrt(1 + dot(t, t)))
  local scale = label("cos_quarter", "", 1 / root)
  local k = element { scale, scale, t }
  label("sin_quarter", "", scale * t)
  t = label("tan_eighth", "", t / (1 + root))
  t = name("tan", "", t / (1 + sqrt(1 + dot(t, t))))
  local z, B = label("tan_sq", "", dot(t, t)), 0
  for n = 10, 1, -1 do B = label("series", "", decimal "1" / (2*n + 1) - z * B) end
  local A = label("arctan", "", 1 - z * B)
  return label("phi", "", 8 * A * t), k,
         label("f", "", ((1 + B / A) / 4 + 1 / (1 - z)) / (4 * A))
end

-- zeta(4), zeta(6), ..., to 20 digits.
local ZETA = {
  "1.0823232337111381915", "1.0173430619844491397", "1.0040773561979443394",
  "1.0009945751278180853", "1.0002460865533080483", "1.0000612481350587048",
  "1.0000152822594086519", "1.0000038172932649998", "1.0000009539620338728",
  "1.0000002384505027277", "1.0000000596081890513", "1.0000000149015548284",
  "1.0000000037253340248",
}

-- Returns derivatives 1 to n of f(s) = (1 - X cot X)/X^2, s = X^2 <= (pi/4)^2, z = s/pi^2:
--     f = 2/pi^2 (zeta(2) + zeta(4) z + zeta(6) z^2 + ...)
local function slopes(s, n)
  local c, d, z = {}, {}, s / pi^2
  for k = 1, #ZETA do c[k] = decimal(ZETA[k]) end
  for j = 1, n do
    local sum = 0
    for k = 1, #ZETA + 1 - j do c[k] = k * c[k + (j > 1 and 1 or 0)] end
    for k = #ZETA + 1 - j, 1, -1 do sum = c[k] + z * sum end
    d[j] = name("slope" .. j, "", 2 / pi^(2*j + 2) * sum)
  end
  return d
end

local function binomial(n, k)
  return k == 0 and 1 or binomial(n, k - 1) * (n - k + 1) // k
end

-- Returns derivative k - 1 of a product by Leibniz's rule.  a[i] and b[i] are the
-- derivatives i - 1 of the factors.
local function leibniz(product, a, b, k)
  local sum
  for i = 1, k do
    local part = binomial(k - 1, i - 1) * product(a[i], b[k + 1 - i])
    sum = sum and sum + part or part
  end
  return sum
end

local function times(a, b) return a * b end

-- Returns the time derivative k - 1 of d[number] by the chain rule, f(s)' = f'(s) s',
-- where d[0] = f(s) and d[1], d[2], ... are its derivatives with respect to s.
local function composed(d, number, s, k)
  if k == 1 then return d[number] end
  local outer, inner = {}, {}
  for i = 1, k - 1 do
    outer[i], inner[i] = composed(d, number + 1, s, i), s[i + 1]
  end
  return leibniz(times, outer, inner, k - 1)
end

-- Returns sigma', sigma'', ... for sigma = 2 v, the body rate w[1] and its time
-- derivatives w[2], w[3], ...:  sigma' = w + v x w + f v x (v x w), f = f(v.v) as
-- above.  `slope` holds f and its derivatives.
local function pulled(v, w, slope, at)
  local V, A, B, S, F, d = { v }, {}, {}, {}, {}, {}
  for k = 1, #w do
    A[k] = label(at .. "vw", k, leibniz(cross, V, w, k))
    B[k] = label(at .. "vvw", k, leibniz(cross, V, A, k))
    if k > 1 then S[k] = label(at .. "s", k, leibniz(dot, V, V, k)) end
    F[k] = label(at .. "f", k, composed(slope, 0, S, k))
    d[k] = label(at .. "sigma", k, w[k] + A[k] + leibniz(times, F, B, k))
    V[k + 1] = d[k] / 2
  end
  return d
end

-- Returns h w, h^2 w', ... and, in the body frame, the spatial momentum's derivatives
-- L', L'', ...:  w' = J^-1 (T + L x w - h_b'), (R y)' = R (y' + w x y), where
-- a.H is the internal momentum h_b.  If the inertia changes, a.W gives w, w', ...
local function motion(m, a, h, at)
  local n, H = #a.T, a.H
  local function rate(L, k) return a.W and a.W[k] or m.inverse(H and L - H[k] or L) end
  local L, w, M = { a.L }, { rate(a.L, 1) }, {}
  for k = 1, n - 1 do
    L[k + 1] = label(at .. "dL", k, a.T[k] + leibniz(cross, L, w, k))
    w[k + 1] = label(at .. "dw", k, rate(L[k + 1], k + 1))
  end
  local row = a.T -- the next element of M and its derivatives, in the body frame
  for k = 1, n do
    M[k] = label(at .. "dM", k, row[1])
    local next_row = {}
    for i = 1, n - k do
      next_row[i] = row[i + 1] + leibniz(cross, w, row, i)
    end
    row = next_row
  end
  for k = 1, n do w[k] = label(at .. "hw", k, h^k * w[k]) end
  return w, M
end

-- Returns the rotation from the attitude of a to that of b.
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

-- In Hermite's polynomial with n data at each end, the k-th derivative at 0 has the
-- coefficient x^k/k! y^n weight(n, k, x), y = 1 - x.
local function weight(n, k, x)
  local sum = 0
  for j = 0, n - 1 - k do sum = sum + binomial(n - 1 + j, j) * x^j end
  return sum
end

-- Returns the contribution of the derivatives d[1], d[2], ... at 0 and e at 1 to it.
local function bent(d, e, n, x, y)
  local sum, factorial = nil, 1
  for k = 1, #d do
    factorial = factorial * k
    local part = (x * y)^k / factorial
                 * (y^(n - k) * weight(n, k, x) * d[k]
                    + (-1)^k * x^(n - k) * weight(n, k, y) * e[k])
    sum = sum and sum + part or part
  end
  return sum
end

-- Interpolates between two vectors with the time derivatives d at `from`, e at `to`.
local function hermite(from, to, d, e, h, x)
  local y, n, D, E = 1 - x, #d + 1, {}, {}
  for k = 1, #d do D[k], E[k] = h^k * d[k], h^k * e[k] end
  return from + x^n * weight(n, 0, y) * (to - from) + bent(D, E, n, x, y)
end

-- Returns the contribution of the end at 0, with value v and time derivatives d.  For
-- the end at 1, exchange x and y and pass -h.
local function end_part(v, d, n, x, y, h)
  local sum, factorial = weight(n, 0, x) * v, 1
  for k = 1, #d do
    factorial = factorial * k
    sum = sum + x^k * h^k / factorial * weight(n, k, x) * d[k]
  end
  return y^n * sum
end

-- Returns position and velocity of the centre of mass.
local function place(a, b, h, x)
  local d = a.V or { a.z[2], table.unpack(a.a) }
  local e = b.V or { b.z[2], table.unpack(b.a) }
  return hermite(a.z[1], b.z[1], d, e, h, x), hermite(a.z[2], b.z[2], a.a, b.a, h, x)
end

-- Appends the values of wheels and states to z.  Their derivatives are a.Z and b.Z.
local function further(a, b, h, x, z)
  local before = #z
  for k = before + 1, #a.z do
    local d, e = {}, {}
    for i = 1, #a.Z do d[i], e[i] = a.Z[i][k - before], b.Z[i][k - before] end
    z[k] = hermite(a.z[k], b.z[k], d, e, h, x)
  end
end

-- Returns the state at t + theta h, 0 <= theta <= 1, between the state a at t and b at
-- t + h.  a.T, b.T (torque) and a.a, b.a (acceleration) hold the value and its time
-- derivatives.  Field `turn` is below pi^2 if the body turns by less than half a turn: the
-- larger of the mean of (h w)^2 at both ends and |away|^2 (below).
function dense(m, a, b, h, theta)
  local x, y, n = theta, 1 - theta, #a.T + 1
  stage "half-way"
  local u, k, f = halfway(between(m, a, b))
  local w0, M0 = motion(m, a, h, "")
  local w1, M1 = motion(m, b, h, "end_")
  local away = 2 * u - (w0[1] + w1[1]) / 2 -- above pi where u is the other way round
  local turn = max((dot(w0[1], w0[1]) + dot(w1[1], w1[1])) / 2, dot(away, away))
  local slope = slopes(dot(u, u) / 4, n - 2)
  slope[0] = f
  local d0 = pulled(-u / 2, w0, slope, "")
  local d1 = pulled(u / 2, w1, slope, "end_")
  stage "the attitude at theta, from there"
  local middle = 0 -- (x - y) middle interpolates from -1 at theta = 0 to 1 at theta = 1
  for j = 0, n - 1 do middle = middle + binomial(2*j, j) * (x * y)^j end
  local way = label("way", "", (x - y) * middle / 2)
  local v = label("v", "", way * u + bent(d0, d1, n, x, y) / 2)
  local e = exponential(v)
  stage "the momentum"
  local L = k:unrotate(label("L_from", "", end_part(a.L, M0, n, x, y, h)))
            + k:rotate(label("L_to", "", end_part(b.L, M1, n, y, x, -h)))
  label("L_mid", "", L)
  local new = { R = a.R:turned(k * e), L = e:unrotate(L), z = {}, turn = turn }
  if m.moves then
    stage "position and velocity"
    new.z = { place(a, b, h, x) }
  end
  if #a.z > #new.z then
    stage "wheels and states"
    further(a, b, h, x, new.z)
  end
  return new
end

return true
