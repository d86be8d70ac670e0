% -- polhode tableau --plot: the region of stability, and the order star.
% part("plots/shared")
% local format, s = string.format, report.stability
%
% local function doubles(values)
%   local list = {}
%   for i, x in ipairs(values) do list[i] = double(x) end
%   return list
% end
%
% local r = { name = report.name, stages = report.stages }
% r.over, r.under = doubles(s.numerator), doubles(s.denominator)
% r.far = s.at_infinity and double(s.at_infinity)
% r.real = s.real_limit and double(s.real_limit) -- its end on the negative real axis
%
% -- |p(x + iy)|
% local function size_at(p, x, y)
%   local re, im = 0, 0
%   for k = #p, 1, -1 do re, im = re * x - im * y + p[k], re * y + im * x end
%   return math.sqrt(re * re + im * im)
% end
%
% -- left, right and top of the picture: a square with a margin around the stable
% -- or the unstable region, whichever is bounded.
% local function window()
%   local scan = 40 -- points from the middle to each side
%   local inside = not (r.far and math.abs(r.far) <= 1)
%   -- regions of methods for stiff equations are large
%   local most = math.max(4 * r.stages + 4, r.real and 1.2 * r.real or 0)
%   local left, right, reach = 0, 0, 1.5
%   for j = -scan, scan do
%     for i = -scan, scan do
%       local x, y = most * i / scan, most * j / scan
%       local stable = size_at(r.over, x, y) / size_at(r.under, x, y) <= 1
%       if stable == inside then
%         -- do not follow an unbounded region
%         if math.max(math.abs(x), math.abs(y)) > most * 0.95 then
%           local half = 2 * r.stages + 2
%           return -half, half, half
%         end
%         left, right = math.min(left, x), math.max(right, x)
%         reach = math.max(reach, math.abs(y))
%       end
%     end
%   end
%   reach = 1.2 * math.max(reach, (right - left) / 2) + 0.5
%   local middle = (left + right) / 2
%   return middle - reach, middle + reach, reach
% end
% local left, right, top = window()
%
% -- The logarithm of a polynomial's absolute value.
% local function put_polynomial(name, coefficients)
%   local degree = #coefficients - 1
%   local sum = string.rep("(", degree) .. format("%.17e", coefficients[degree + 1])
%   for k = degree, 1, -1 do sum = sum .. format(" * z + (%.17e))", coefficients[k]) end
{{name}}(z) = log(1e-300 + abs({{sum}}))
% end
%
% -- The region in which f is `inside`, and the contour f = 0, whose lower half
% -- mirrors the upper one.
% local function put_panel(f, inside, title, at)
%   put_text(title, at, 43.5)
%   put_text("Re z", at + 16, 2.5, "center")
%   put_frame(at, at + 32, 9, 41)
f(x, y) = {{f}}
set samples 301
set isosamples 151
set yrange [0:top]
set table $edge
splot f(x, y)
unset table
set samples 201
set isosamples 201
set yrange [-top:top]
plot '++' using 1:2:(f($1, $2) {{inside}} ? 0 : 1/0) with image, for [k = -1:1:2] $edge using 1:(k * $2) with lines linewidth 0.7 linecolor rgb '#203a5c'
unset label
% end
%
% begin_picture(85, 51)
set size ratio -1
set grid front
set xzeroaxis linewidth 0.5
set yzeroaxis linewidth 0.5
set contour
unset surface
set cntrparam levels discrete 0
set palette defined (0 '#c8d8ec', 1 '#c8d8ec')
set cbrange [0:1]
unset colorbox
top = {{format("%g", top)}}
% put_axis(linear(left, right, true), "x", true)
% put_axis(linear(-top, top, true), "y", true)
set urange [{{format("%g:%g", left, right)}}]
set vrange [-top:top]
% put_polynomial("over", r.over)
% put_polynomial("under", r.under)
size(z) = over(z) - under(z)
% put_text(r.name, 2, 48.5)
% put_text("Im z", 3, 25, "center rotate")
% put_panel("size(x + {0, 1} * y)", "<= 0", "|R(z)| <= 1", 11.5)
% put_panel("size(x + {0, 1} * y) - x", "> 0", "|R(z)| > |exp(z)|", 52)
unset multiplot
