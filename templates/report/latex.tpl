% -- The tableau as an array of LaTeX, with its named constants and its stability
% -- function.  Numbers without an exact form in LaTeX have `shown` digits, values
% -- of names have `more`.
% local shown, more = 17, 30
% local n, rows = report.stages, #report.rows
% part("latex_forms")
%
% local names, cell, rounded = {}, {}, false
% for _, x in ipairs(report.symbols) do names[x.name] = true end
% for at = 0, n * (n + rows + 1) - 1 do
%   local text, real = entry(at, false, shown)
%   local form = real and latex_constant(text, names)
%   cell[at] = form or latex_number(real or text)
%   rounded = rounded or real and not form
% end
%
% local function cells(at, count)
%   local text = ""
%   for i = at, at + count - 1 do text = text .. " & " .. cell[i] end
%   return text
% end
%
%% {{report.name}}, order {{report.rows[1].meant}}
% if report.source and report.source ~= "" then
%   for _, line in ipairs(string.split(report.source, "\n")) do
%% {{line}}
%   end
% end
\[
\renewcommand{\arraystretch}{1.3}
\begin{array}{c|{{string.rep("c", n)}}}
% for i = 1, n do
%   local count = report.zeros_are_left_out and i - 1 or n
  {{cell[n * (n + rows) + i - 1]}}{{cells((i - 1) * n, count)}}{{string.rep(" &", n - count)}} \\{{i == n and " \\hline" or ""}}
% end
% for k, row in ipairs(report.rows) do
%   local hat = rows > 2 and "\\hat{b}_{" .. k - 1 .. "}" or "\\hat{b}"
  {{k == 1 and "b" or hat}}{{cells(n * (n + k - 1), n)}}{{k < rows and " \\\\" or ""}}
% end
\end{array}
\]
% if rounded then
%% Its decimals are rounded to {{shown}} digits; --json has more.
% end
%
% -- "g = root ..., and about 0.435..."
% if #report.symbols > 0 then
%% root_k(p) is the k-th real root of p, the least one first.
\[
\begin{array}{lcl}
%   for i, x in ipairs(report.symbols) do
%     local form, value = latex_constant(x.expression, names), latex_number(digits(x.value, more, true))
%     local also = form and " \\\\\n    & \\approx & " or ""
%     local about = form and x.is_number and "" or also .. value
  {{latex_name(x.name)}} & = & {{form or ""}}{{about}}{{i < #report.symbols and " \\\\" or ""}}
%   end
\end{array}
\]
% end
%
% local s = report.stability
% local relation = "="
% local function polynomial(coefficients)
%   local text = ""
%   for i, x in ipairs(coefficients) do
%     local plain, sign, is_rounded = size(x, shown)
%     local number = string.find(plain, "sqrt") and latex_constant(plain, {}) or latex_number(plain)
%     number = string.find(plain, " ") and "(" .. number .. ")" or number
%     local power = i > 2 and "z^{" .. i - 1 .. "}" or i == 2 and "z" or ""
%     if is_rounded then relation = "\\approx" end
%     if sign ~= 0 then
%       local first = text == ""
%       text = text .. (sign < 0 and (first and "-" or " - ") or first and "" or " + ")
%       text = text .. (i > 1 and number == "1" and not is_rounded and "" or i > 1 and number .. " " or number) .. power
%     end
%   end
%   return text == "" and "0" or text
% end
% if s then
%   local over, under = polynomial(s.numerator), polynomial(s.denominator)
\[ R(z) {{relation}} {{#s.denominator > 1 and "\\frac{" .. over .. "}{" .. under .. "}" or over}} \]
% end
