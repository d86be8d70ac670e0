-- family.lua - building blocks of tableau families.  A polynomial is the list of its
-- coefficients, highest power first; a quadrature is the list of its
-- nodes c.

-- ---- polynomials ----

-- Returns p(x), by Horner's rule.
function value(p, x)
  local sum = 0
  for _, a in ipairs(p) do sum = sum * x + a end
  return sum
end

-- Returns the product p q.
function product(p, q)
  local r = {}
  for k = 1, #p + #q - 1 do r[k] = 0 end
  for i = 1, #p do
    for j = 1, #q do r[i + j - 1] = r[i + j - 1] + p[i] * q[j] end
  end
  return r
end

-- Returns p + f q.
function combined(p, f, q)
  local r, n = {}, math.max(#p, #q)
  for k = 1, n do
    local i, j = k - n + #p, k - n + #q
    r[k] = (i > 0 and p[i] or 0) + f * (j > 0 and q[j] or 0)
  end
  return r
end

-- Returns the integral of p from 0 to x.
function integral(p, x)
  local r = {}
  for k = 1, #p do r[k] = p[k] * fraction(1, #p - k + 1) end
  r[#p + 1] = 0
  return value(r, x)
end

-- Returns the Legendre polynomial of degree n for the interval from 0 to 1:
-- sum_k (-1)^(n+k) binomial(n, k) binomial(n + k, k) x^k.
function legendre(n)
  local p, a = {}, n % 2 == 0 and 1 or -1
  for k = 0, n do
    p[n + 1 - k] = a
    a = -a * (n - k) * (n + k + 1) // (k + 1)^2
  end
  return p
end

-- Returns p/(x - c), where p(c) = 0.
local function without(p, c)
  local r, carried = {}, 0
  for k = 1, #p - 1 do
    carried = carried * c + p[k]
    r[k] = carried
  end
  return r
end

-- Returns the Lagrange polynomial of node j among c[first] to c[last]: 1 at node j, 0 at
-- the others.
local function lagrange(c, j, first, last)
  local p = { 1 }
  for k = first, last do
    if k ~= j then
      local apart = c[j] - c[k]
      if is_zero(apart) then
        error(("c[%d] and c[%d] are one node"):format(j, k), 0)
      end
      local scale = 1 / apart
      p = product(p, { scale, -c[k] * scale })
    end
  end
  return p
end

-- ---- nodes ----

-- Returns the roots of a polynomial with real, simple roots, in ascending order.
-- They are exact if at most two of them are irrational.
function roots(p)
  local c, rest = {}, {}
  for k = 1, #p - 1 do
    c[k] = root(p, k)
    if not is_exact(c[k]) then rest[#rest + 1] = k end
  end
  if #rest ~= 2 then return c end
  local left = p
  for k = 1, #c do
    if is_exact(c[k]) then left = without(left, c[k]) end
  end
  local a, b, c0 = left[1], left[2], left[3]
  local half = sqrt(b * b - 4 * a * c0) / (2 * a)
  local middle = -b / (2 * a)
  if half < 0 then half = -half end
  c[rest[1]], c[rest[2]] = middle - half, middle + half
  return c
end

-- ---- weights and rows ----

-- Returns the weights w[j] of the nodes c[first] to c[last] for a linear functional of
-- polynomials, exact to the highest degree possible with this number of weights.
function weights(c, first, last, functional)
  local w = {}
  for j = first, last do w[j] = functional(lagrange(c, j, first, last)) end
  return w
end

-- Returns the weights b by B(s): exact for polynomials up to degree s - 1.
function quadrature(c)
  return weights(c, 1, #c, function(p) return integral(p, 1) end)
end

-- Returns rows whose integrals from 0 to c_i are exact to the highest degree possible
-- with the weights of the nodes c[first] to c[last].  If first > 1, node 1 has the
-- weight `head`; if last < #c, the last node has the weight 0.
local function rows(c, first, last, head)
  local a = {}
  for i = 1, #c do
    a[i] = weights(c, first, last, function(p)
      local whole = integral(p, c[i])
      return head and whole - head * value(p, 0) or whole
    end)
    if first > 1 then a[i][1] = head end
    if last < #c then a[i][#c] = 0 end
  end
  return a
end

-- Returns the rows by C(s).
function collocation(c) return rows(c, 1, #c) end

-- Returns the rows a' with b_i a_ij + b_j a'_ji = b_i b_j: the partitioned method of a and
-- a' keeps quadratic invariants.  C(s) of a gives D(s) of a', and vice versa.
function conjugate(a, b)
  local r = {}
  for i = 1, #b do
    r[i] = {}
    for j = 1, #b do r[i][j] = b[j] - b[j] * a[j][i] / b[i] end
  end
  return r
end

-- ---- Lobatto methods ----

-- Returns the s nodes of the Lobatto quadrature.
function lobatto(s)
  return roots(combined(legendre(s), -1, legendre(s - 2)))
end

-- Returns rows with a_i1 = b_1 and C(s - 1).
function lobatto_c(c, b) return rows(c, 2, #c, b[1]) end

-- Returns rows with a_is = 0 and C(s - 1).
function lobatto_c_star(c) return rows(c, 1, #c - 1) end

-- ---- symmetry ----

-- Returns the symmetric tableau t with its second half computed from the first, so that
-- exactly c_(s+1-i) = 1 - c_i and a_(s+1-i, s+1-j) = b_j - a_ij.
function mirrored(t)
  local s = #t.b
  for i = 1, s // 2 do
    t.c[s + 1 - i], t.b[s + 1 - i] = 1 - t.c[i], t.b[i]
  end
  for i = 1, s // 2 do
    for j = 1, s do t.a[s + 1 - i][s + 1 - j] = t.b[j] - t.a[i][j] end
  end
  return t
end

-- ---- for the program ----

-- Returns the numbers of stages and of rows of bhat, and all entries of a tableau in one
-- list: c, a row by row, b and bhat; or an error message instead of the first number.
function entries(t, most)
  local all, hat, fault = {}, t.bhat, nil
  local n = type(t.b) == "table" and #t.b or 0
  local function add(what, list, count, row)
    if type(list) ~= "table" or #list ~= count then
      fault = fault or ("the tableau's %s must be a list of %d%s"):format(
        what, count, row and " rows" or "")
      return
    end
    for i = 1, count do
      if row then add(row, list[i], n) else all[#all + 1] = list[i] end
    end
  end
  if n < 1 or n > most then
    return ("the tableau's b must be a list of 1 to %d"):format(most)
  end
  add("c", t.c, n)
  add("a", t.a, n, "row of a")
  add("b", t.b, n)
  if hat == nil then return fault or n, 0, all end
  if type(hat) ~= "table" then
    return fault or "the tableau's bhat must be a list"
  end
  if type(hat[1]) ~= "table" then hat = { hat } end
  add("bhat", hat, #hat, "bhat")
  return fault or n, #hat, all
end

return true
