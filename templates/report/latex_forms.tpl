% -- Constants and names in LaTeX; this file writes nothing.
% local letters = " alpha beta gamma delta epsilon zeta eta theta kappa lambda mu nu xi pi rho sigma tau phi chi psi omega "
%
% -- A longer text is not written as a formula; a longer fraction stays on one line.
% local longest, tallest = 1000, 12
%
% -- A higher number binds tighter.
% local sum, negated, product, power, atom = 1, 2, 3, 4, 5
%
% -- Functions of one argument: the texts before and after the argument.
% local functions = {
%   sqrt = { "\\sqrt{", "}" }, abs = { "|", "|" },
%   sin = { "\\sin(", ")" }, cos = { "\\cos(", ")" }, tan = { "\\tan(", ")" },
%   asin = { "\\arcsin(", ")" }, acos = { "\\arccos(", ")" }, atan = { "\\arctan(", ")" },
%   exp = { "\\exp(", ")" }, log = { "\\log(", ")" },
%   sinh = { "\\sinh(", ")" }, cosh = { "\\cosh(", ")" }, tanh = { "\\tanh(", ")" },
% }
%
% -- "c2" as "c_{2}", "gamma" as "\gamma": the part before the digits, with the
% -- digits as an index.
% function latex_name(name)
%   local n = #name
%   while n > 1 and string.find("0123456789", string.sub(name, n, n)) do
%     n = n - 1
%   end
%   local index, head = string.sub(name, n + 1), string.sub(name, 1, n)
%   while #head > 1 and index ~= "" and string.sub(head, #head) == "_" do
%     head = string.sub(head, 1, #head - 1)
%   end
%   local text = string.replace(head, "_", "\\_")
%   if #head < 10 and string.find(letters, " " .. head .. " ") then
%     text = "\\" .. head
%   elseif #head > 1 then
%     text = "\\mathrm{" .. text .. "}"
%   end
%   return index == "" and text or text .. "_{" .. index .. "}"
% end
%
% local function is_operation(a, operations)
%   return a.op and #a.op == 1 and string.find(operations, a.op) ~= nil
% end
%
% -- The sign of -7*sqrt(6)/360 belongs to the 7; it is written before the whole.
% local function sign_of(a)
%   while is_operation(a, "*/") do
%     a = a[1]
%   end
%   return a.op == "negate" and a or nil
% end
%
% -- How tightly a binds; the sign of w.signed has already been written.
% local function rank_of(w, a)
%   local sign = sign_of(a)
%   if sign and sign ~= w.signed then return negated end
%   -- a fraction's bar holds it together
%   return is_operation(a, "+-") and sum or is_operation(a, "^") and power or is_operation(a, "*") and product or atom
% end
%
% -- "1.5e-3" as "1.5 \cdot 10^{-3}".
% local function decimal(text)
%   local at = string.find(text, "e") or string.find(text, "E")
%   if not at then return text end
%   local exponent = math.tointeger(tonumber(string.sub(text, at + 1)))
%   return string.sub(text, 1, at - 1) .. " \\cdot 10^{" .. exponent .. "}"
% end
%
% local form
%
% local function binary(w, a)
%   local x, y = a[1], a[2]
%   if a.op == "/" then
%     x = x.op == "negate" and x[1] or x -- the sign stands before the bar
%     local over = form(w, x, sum)
%     return "\\frac{" .. over .. "}{" .. form(w, y, sum) .. "}"
%   elseif a.op == "^" then
%     local base = is_operation(x, "/") and "\\left(" .. form(w, x, sum) .. "\\right)" or form(w, x, atom)
%     return base .. "^{" .. form(w, y, sum) .. "}"
%   elseif a.op == "*" then
%     local first = form(w, x, product)
%     return first .. (y.op == "number" and " \\cdot " or " ") .. form(w, y, power)
%   end
%   local first = form(w, x, sum)
%   return first .. " " .. a.op .. " " .. form(w, y, product)
% end
%
% local function call(w, a)
%   local around = functions[a.name]
%   if around and #a == 1 then
%     return around[1] .. form(w, a[1], sum) .. around[2]
%   elseif a.name ~= "root" or #a ~= 2 then
%     w.bad = true
%     return ""
%   end
%   local index = form(w, a[2], sum)
%   w.in_root = true
%   local text = "\\mathrm{root}_{" .. index .. "}(" .. form(w, a[1], sum) .. ")"
%   w.in_root = false
%   return text
% end
%
% -- In parentheses if it binds less than `least`; allowed names: those of w.names,
% -- pi, and x in a polynomial.
% function form(w, a, least)
%   local sign, loose, text = sign_of(a), rank_of(w, a) < least, ""
%   if sign and sign ~= w.signed then
%     text, w.signed = "-", sign
%   end
%   if a.op == "number" then
%     text = text .. decimal(a.name)
%   elseif a.op == "name" then
%     w.bad = w.bad or not (w.names[a.name] or a.name == "pi" or w.in_root and a.name == "x")
%     text = text .. latex_name(a.name)
%   elseif a.op == "negate" then
%     text = text .. form(w, a[1], product)
%   elseif a.op == "call" then
%     text = text .. call(w, a)
%   elseif a.op then
%     text = text .. binary(w, a)
%   else
%     w.bad = true
%   end
%   return loose and "(" .. text .. ")" or text
% end
%
% -- "(4 - sqrt(6))/10" as "\frac{4 - \sqrt{6}}{10}"; nil if the text has names that are
% -- not in `names`, or functions or dots that LaTeX's readers would not know, or is
% -- too long.  The k-th real root of p, the least one first, is
% -- "\mathrm{root}_{k}(p)".
% function latex_constant(text, names)
%   local w, a = { names = names }, #text <= longest and tree(text) or nil
%   local latex = a and form(w, a, sum)
%   return not w.bad and latex or nil
% end
%
% -- "-3/4", or a decimal.
% function latex_number(text)
%   local size = string.sub(text, 1, 1) == "-" and string.sub(text, 2) or text
%   local short = #size <= tallest or not string.find(size, "/")
%   return short and latex_constant(text, {}) or text
% end
