% -- The tableau as an array of LaTeX, with the constants that it names and its
% -- stability function.  What has no exact form that LaTeX knows stands there
% -- with `digits` digits, that of a name with more.
% local digits, more = 17, 30
% local n, rows = report.stages, #report.rows
%
% local rounded = false
% for at = 0, n * (n + rows + 1) - 1 do
%   local _, is_rounded = latex_entry(at, digits)
%   rounded = rounded or is_rounded
% end
%
% local function cells(at, count)
%   local text = ""
%   for i = at, at + count - 1 do
%     local cell = latex_entry(i, digits)
%     text = text .. " & " .. cell
%   end
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
%   local c = latex_entry(n * (n + rows) + i - 1, digits)
  {{c}}{{cells((i - 1) * n, count)}}{{string.rep(" &", n - count)}} \\{{i == n and " \\hline" or ""}}
% end
% for k, row in ipairs(report.rows) do
%   local hat = rows > 2 and "\\hat{b}_{" .. k - 1 .. "}" or "\\hat{b}"
  {{k == 1 and "b" or hat}}{{cells(n * (n + k - 1), n)}}{{k < rows and " \\\\" or ""}}
% end
\end{array}
\]
% if rounded then
%% Its decimals are rounded to {{digits}} digits; --json has more.
% end
%
% -- "g = root ..., and about 0.435..."
% if #report.symbols > 0 then
%% root_k(p) is the k-th real root of p, the least one first.
\[
\begin{array}{lcl}
%   for i, x in ipairs(report.symbols) do
%     local name, form, value = latex_symbol(i, more)
%     local also = form and " \\\\\n    & \\approx & " or ""
%     local about = form and x.is_number and "" or also .. value
  {{name}} & = & {{form or ""}}{{about}}{{i < #report.symbols and " \\\\" or ""}}
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
%     local size, sign, is_rounded = latex_surd(x, digits)
%     local power = i > 2 and "z^{" .. i - 1 .. "}" or i == 2 and "z" or ""
%     if is_rounded then
%       relation = "\\approx"
%     end
%     if sign ~= 0 then
%       local first = text == ""
%       text = text .. (sign < 0 and (first and "-" or " - ") or first and "" or " + ")
%       text = text .. (i > 1 and size == "1" and not is_rounded and "" or i > 1 and size .. " " or size) .. power
%     end
%   end
%   return text == "" and "0" or text
% end
% if s then
%   local over, under = polynomial(s.numerator), polynomial(s.denominator)
\[ R(z) {{relation}} {{#s.denominator > 1 and "\\frac{" .. over .. "}{" .. under .. "}" or over}} \]
% end
