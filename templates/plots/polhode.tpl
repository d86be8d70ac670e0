% -- polhode run --plot-of polhode: the tip of w on the ellipsoid of its energy, in the body
% -- frame, with polhodes of other momenta; herpolhode: the tip of w on the plane across L that
% -- is fixed in space, between the two circles that it touches.
% part("plots/shared")
% local runs, at, sqrt, abs, curves, words = report.runs or { report }, {}, math.sqrt, math.abs, {}, {}
% local r, title = runs[1], run_title(runs)
% for _, p in ipairs(r.parts) do at[p.name] = p.first end
%
% local function each(f) return { f(1), f(2), f(3) } end
% local function dot(a, b) return a[1] * b[1] + a[2] * b[2] + a[3] * b[3] end
% local function cross(a, b)
%   return each(function(i) return a[i % 3 + 1] * b[(i + 1) % 3 + 1] - a[(i + 1) % 3 + 1] * b[i % 3 + 1] end)
% end
% local function unit(a) return each(function(i) return a[i] / sqrt(dot(a, a)) end) end
% local function vector(row, first) return each(function(i) return row[first + i - 1] end) end
% local function applied(A, v) return each(function(i) return dot(A[i], v) end) end
%
% -- Principal moments I, ascending, and axes, the rows of A, by Jacobi's rotations.
% local a, A = each(function(i) return vector(r.inertia, 3 * i - 2) end), { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }
% for turn = 0, 59 do
%   local p, q = turn % 3 + 1, (turn + 1) % 3 + 1
%   local sign = a[q][q] < a[p][p] and -1 or 1
%   local angle = 0.5 * math.atan(sign * 2 * a[p][q], sign * (a[q][q] - a[p][p]))
%   local c, s = math.cos(angle), math.sin(angle)
%   for k = 1, 3 do a[k][p], a[k][q] = c * a[k][p] - s * a[k][q], s * a[k][p] + c * a[k][q] end
%   for k = 1, 6 do
%     local M, i = k > 3 and A or a, (k - 1) % 3 + 1
%     M[p][i], M[q][i] = c * M[p][i] - s * M[q][i], s * M[p][i] + c * M[q][i]
%   end
% end
% local order = { 1, 2, 3 }
% table.sort(order, function(i, k) return a[i][i] < a[k][k] or a[i][i] == a[k][k] and i < k end)
% local I = each(function(i) return a[order[i]][order[i]] end)
% A = { A[order[1]], A[order[2]], cross(A[order[1]], A[order[2]]) }
%
% -- The polhode of the start is about axis k, 1 or 3; D = L^2 / 2T is between two moments.
% local start = applied(A, vector(r.rows[1], at.w))
% local L = each(function(i) return I[i] * start[i] end)
% local energy = dot(L, start) -- 2 T
% local D = energy > 0 and dot(L, L) / energy or I[2]
% local k = D < I[2] and 1 or 3
% local function has_polhodes(k) return abs(I[2] - I[k]) > 1e-9 * I[3] end
% -- rate_of: w of a point u on the unit sphere, u[i] = w[i] sqrt(I[i] / 2T).  on_polhode: w at
% -- an angle on the polhode about axis k whose width is the fraction `part` of the separatrix's.
% local function rate_of(u) return each(function(i) return u[i] * sqrt(energy / I[i]) end) end
% local function on_polhode(k, part, angle, side)
%   local u, o = { [2] = part * math.cos(angle) }, 4 - k
%   u[o] = part * sqrt(abs((I[2] - I[k]) / (I[o] - I[k]))) * math.sin(angle)
%   u[k] = side * sqrt(math.max(0, 1 - u[2] ^ 2 - u[o] ^ 2))
%   return rate_of(u)
% end
%
% local function circle(f, colour, dash)
%   local c = { is_alone = true, is_beside = true, colour = colour or grey, dash = dash or 1, x = {}, y = {} }
%   for i = 1, 181 do c.x[i], c.y[i] = f(i * math.pi / 90) end
%   curves[#curves + 1] = c
% end
% -- The whole motion dotted, and over it the visible part as a line.
% local function add_motion(point)
%   local dots
%   for m, run in ipairs(runs) do
%     local all = { is_alone = true, place = m, dash = 3, width = width_by_method(runs, m), x = {}, y = {} }
%     local front = { is_alone = true, place = m, dash = 1, width = all.width, x = all.x, y = {} }
%     for i, row in ipairs(run.rows) do
%       local x, y, is_hidden = point(row)
%       all.x[i], all.y[i], front.y[i] = x, y, is_hidden and nan or y
%     end
%     dots = is_coarse(all) or dots
%     all.is_cloud, front.is_cloud = dots, dots
%     curves[#curves + 1], curves[#curves + 2] = all, front
%   end
%   curves[#curves + 1] = dot_at(point(r.rows[1]))
%   return dots and "too far apart for lines: --every or --sample" or "from the dot"
% end
%
% if energy > 0 and not r.herpolhode then
%   -- view from the side of the motion, axis 3 up
%   local side = start[k] < 0 and -1 or 1
%   local eye = unit(k == 1 and { 0.8 * side, 0.45, 0.4 } or { 0.45, 0.6, 0.65 * side })
%   local right = unit(cross({ 0, 0, 1 }, eye))
%   local up, normal = cross(eye, right), each(function(i) return I[i] * eye[i] end)
%   local function seen(w) return dot(w, right), dot(w, up), dot(w, normal) < 0 end
%   local p = unit(cross(each(function(i) return sqrt(I[i]) * eye[i] end), { 0, 0, 1 }))
%   local q = unit(cross(each(function(i) return sqrt(I[i]) * eye[i] end), p))
%   circle(function(t) return seen(rate_of(each(function(i) return math.cos(t) * p[i] + math.sin(t) * q[i] end))) end, "#000000")
%   for n = 0, 9 do
%     local about, part = n < 6 and 1 or 3, ({ 0.4, 0.75, 1 })[n // 2 % 3 + 1]
%     local function point(t)
%       local x, y, is_hidden = seen(on_polhode(about, part, t, n % 2 * 2 - 1))
%       return x, is_hidden and nan or y
%     end
%     if has_polhodes(about) and (part < 1 or has_polhodes(3)) then circle(point, nil, part == 1 and 2) end
%   end
%   title[#title + 1] = "w on the ellipsoid of its energy, " ..
%     add_motion(function(row) return seen(applied(A, vector(row, at.w))) end) .. ", dotted behind it"
%   title[#title + 1] = "grey: other momenta" .. (has_polhodes(1) and has_polhodes(3) and ", dashed: the separatrix" or "")
%   for i = 1, 3 do -- the axes of the body, outside of the ellipsoid
%     local size, far = sqrt(energy / r.inertia[4 * i - 3]), 0
%     local x, y, is_hidden = seen(each(function(k) return A[k][i] end))
%     x, y = is_hidden and -x or x, is_hidden and -y or y
%     for n, v in ipairs(curves[1].x) do far = math.max(far, v * x + curves[1].y[n] * y) end
%     local short = math.max(x * x + y * y, 0.01)
%     local tip, name = 1.08 * far / short, (1.16 + 0.12 * abs(x) / sqrt(short)) * far / short
%     curves[#curves + 1] = { is_alone = true, is_beside = true, colour = grey, dash = 1,
%       x = { size * x, tip * x, nan, name * x }, y = { size * y, tip * y, nan, name * y } }
%     words[i] = { (is_hidden and "-" or "") .. "w[" .. i .. "]", name * x, name * y }
%   end
% elseif energy > 0 then
%   local function in_space(row, first)
%     return applied(each(function(i) return vector(row, at.R + 3 * i - 3) end), vector(row, first))
%   end
%   local n, w = unit(in_space(r.rows[1], at.L)), in_space(r.rows[1], at.w)
%   local out = cross(cross(n, w), n) -- from L to the start; any direction if w is along L
%   local p = unit(dot(out, out) > 1e-20 * dot(w, w) and out or cross(n, abs(n[1]) < 0.6 and { 1, 0, 0 } or { 0, 1, 0 }))
%   local q = cross(n, p)
%   -- |w| has its extremes where the polhode meets the planes of the axes
%   local part = has_polhodes(k) and sqrt(math.max(0, (D - I[k]) / (I[2] - I[k]))) or 0
%   for i = 0, part > 0 and 1 or -1 do
%     local far = on_polhode(k, math.min(1, part), i * math.pi / 2, 1)
%     local radius = sqrt(math.max(0, dot(far, far) - energy / D))
%     circle(function(t) return radius * math.cos(t), radius * math.sin(t) end)
%   end
%   local function point(row) return dot(in_space(row, at.w), p), dot(in_space(row, at.w), q) end
%   title[#title + 1] = "w in space, on the plane across L, " .. add_motion(point) .. (part > 0 and ", between the grey circles" or "")
%   title[#title + 1] = "+: L, along which w is " .. string.format("%.6g", dot(w, n)) .. " rad/s"
%   words[1] = { "+", 0, 0 }
% end
% add_failures(title, runs)
% draw({ title = title, x_caption = r.herpolhode and "from L to the start" or "across the view", x_unit = "rad/s",
%   is_loose = true, is_equal = true, key = key_by_method(runs), panels = { { caption = r.herpolhode and "at right angles" or
%   "up in the view", unit = "rad/s", curves = curves, words = words, height = 55, empty = "the body is at rest" } } })
