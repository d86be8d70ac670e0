% -- Constants that were folded say what they are, where they stand first in a
% -- program: 9.869604401089358 becomes 9.869604401089358 /* pi^2 */, and
% -- 0.8921490880253767 /* 1/J3 - 1/J2 */.
% local page = ...
% local pi = 3.141592653589793
% local tolerance = page.real == "float" and 1e-7 or 2e-15
%
% -- ---- what they may be: a value, numerator and denominator as texts ----
% local forms = {
%   { 2.220446049250313e-16, "2^-52", "" }, { 1.1920928955078125e-07, "2^-23", "" },
%   { pi, "pi", "" }, { pi^2, "pi^2", "" },
% }
% local function add(value, over, under)
%   if value > 0 then forms[#forms + 1] = { value, over, under } end
% end
% local J = {}
% if not page.varies and string.sub(page.inertia_text, 1, 5) == "diag(" then
%   J = string.split(string.sub(page.inertia_text, 6, -2), ", ")
%   for i = 1, #J do J[i] = tonumber(J[i]) end
% end
% for i = 1, #J do
%   add(1 / J[i], "", "J" .. i)
%   add(J[i], "J" .. i, "")
% end
% for i = 1, #J do
%   for k = 1, page.real == "double" and #J or 0 do
%     if i ~= k then
%       add(J[i] / J[k], "J" .. i, "J" .. k)
%       add(1 / J[i] - 1 / J[k], "(1/J" .. i .. " - 1/J" .. k .. ")", "")
%       add((J[i] - J[k]) / J[6 - i - k], "(J" .. i .. " - J" .. k .. ")", "J" .. 6 - i - k)
%       add(J[i]^2 / J[k]^2, "J" .. i .. "^2", "J" .. k .. "^2")
%     end
%     if i < k then
%       add(1 / (J[i] * J[k]), "", "J" .. i .. " J" .. k)
%       add(J[i] * J[k], "J" .. i .. " J" .. k, "")
%     end
%   end
%   add(1 / J[i]^2, "", "J" .. i .. "^2")
% end
%
% -- p/q of the least q; nil where q is above `most`.
% local function fraction(x, most)
%   for q = 1, most do
%     local p = (x * q + 0.5) // 1
%     if p > 0 and p < 100 and (p / q - x)^2 <= (tolerance * x)^2 then
%       return string.format("%d", p), q
%     end
%   end
% end
%
% -- "p over/(q under)"
% local function written(p, q, over, under)
%   if over == "" then
%     over = p
%   elseif p ~= "1" then
%     over = p .. " " .. over
%   elseif under == "" and q == 1 and string.sub(over, 1, 1) == "(" then
%     over = string.sub(over, 2, -2)
%   end
%   if q > 1 then under = under == "" and "" .. q or q .. " " .. under end
%   if string.find(under, " ") then under = "(" .. under .. ")" end
%   return under == "" and over or over .. "/" .. under
% end
%
% local function meaning(x)
%   local p, q = fraction(x, 36)
%   local plain = p and written(p, q, "", "") or false
%   if p and q <= 12 then return plain end
%   local best, least = plain, plain and 3 or 100 -- the simplest factor
%   for _, form in ipairs(forms) do
%     p, q = fraction(x / form[1], 16)
%     local size = p and tonumber(p) + q or 100
%     if size < least and (p == "1" or size < 10) then
%       best, least = written(p, q, form[2], form[3]), tonumber(p) + q
%     end
%   end
%   return best
% end
%
% -- ---- where they stand ----
% local known = {} -- by text: what was found, or false
% local told       -- in this program
% local says_it    -- does the line's name say what a plain fraction is?
% local function is_digit(text, i)
%   local c = i > 0 and string.byte(text, i) or 0
%   return c and c >= 48 and c <= 57
% end
%
% -- The place of the last character of the number with this point.
% local function end_of(text, dot)
%   while is_digit(text, dot + 1) do dot = dot + 1 end
%   if string.sub(text, dot + 1, dot + 1) == "e" then
%     dot = dot + 2
%     while is_digit(text, dot + 1) do dot = dot + 1 end
%   end
%   return dot
% end
%
% -- Those of six digits or more behind the point.
% local function explained(text)
%   local dot, done, out = string.find(text, "."), 0, ""
%   while dot do
%     local first, last = dot, dot
%     if is_digit(text, dot + 6) then
%       last = end_of(text, dot)
%       while is_digit(text, first - 1) do first = first - 1 end
%       local number = string.sub(text, first, last)
%       local is_long = last - dot > 5
%       if is_long and known[number] == nil then
%         known[number] = meaning(tonumber(number))
%       end
%       local text_of = is_long and known[number]
%       if says_it and text_of and not string.find(text_of, "J")
%          and not string.find(text_of, "pi") then
%         text_of = false
%       end
%       if text_of and not told[number] then
%         told[number] = true
%         if string.sub(text, last + 1, last + 1) == "f" then last = last + 1 end
%         local behind = string.sub(text, last + 1, last + 1)
%         local blank = (behind == "*" or behind == "/") and " " or ""
%         out = out .. string.sub(text, done + 1, last) .. " /* " .. text_of
%               .. " */" .. blank
%         done = last
%       end
%     end
%     dot = string.find(text, ".", last + 1)
%   end
%   return done == 0 and text or out .. string.sub(text, done + 1)
% end
% local function in_field(list, key)
%   for _, item in ipairs(list) do
%     says_it = item.name and string.find(item.name, "_over_")
%     if item[key] then item[key] = explained(item[key]) end
%   end
% end
% local function in_program(p)
%   told = {}
%   in_field(p.once, "value")
%   for _, block in ipairs(p.blocks) do
%     for _, paragraph in ipairs(block.paragraphs) do
%       in_field(paragraph.lines, "value")
%     end
%     in_field(block.change or {}, "value")
%     in_field({ block }, "done")
%     in_field({ block }, "accept")
%   end
%   in_field(p.writes, "value")
% end
% for _, name in ipairs { "advance", "rotation", "set_rotation", "omega", "set_omega",
%                         "momentum", "energy", "watch_values", "push", "interp", "act",
%                         "sway", "trial", "breaks", "check" } do
%   if page[name] then in_program(page[name]) end
% end
% for _, s in ipairs(page.shown) do
%   in_program(s.get)
%   in_program(s.set)
% end
