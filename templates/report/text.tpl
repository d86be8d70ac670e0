% -- The report for people: the table, then a line or two for each property.
% local key_width, width, order_digits = 12, 80, 6
% local format, t = string.format, report
% part("shared")
%
% local function say(key, text)
%   local line
%   while text ~= "" do
%     line, text = broken(text, width - key_width - 3)
  {{fill(key, key_width)}} {{line}}
%     key = ""
%   end
% end
%
% -- "a, b": the words whose conditions hold.
% local function words_of(pairs) return table.concat(words_where(pairs), ", ") end
%
% local function plural(n) return n == 1 and "" or "s" end
%
% local function keyed(word, i) return i > 1 and word .. " " .. t.rows[i].name or word end
%
% local function figure(v) return digits(v, order_digits) end
%
% put(part("table"))
% for i, x in ipairs(t.symbols) do
%   say(i == 1 and "where" or "", x.name .. " = " .. x.expression)
%   if not x.is_number then say("", "  = " .. digits(x.value, 30, true)) end
% end
% say("stages", words_of({
%   { true, t.stages .. ", " .. t.shape },
%   { t.fsal, "first same as last" },
%   { t.confluent, "confluent" },
%   { t.idle_stages > 0, t.idle_stages .. " idle (reducible)" },
%   { t.equal_stages > 0, t.equal_stages .. " always equal to another (reducible)" },
% }))
%
% -- ---- order ----
%
% local function say_failure(f)
%   if f then
%     local miss = number(f.residual)
%     say("", "residual " .. miss .. " in tree " .. f.tree)
%   end
% end
%
% -- How far rounded numbers determine the order.
% local function if_rounded()
%   if t.proven_for then return ", proven for " .. t.proven_for .. ", which is within these roundings" end
%   if t.single_precision then return ", as far as single precision tells" end
%   return ", as far as " .. (t.digits and t.digits .. " digits" or t.decimals and t.decimals .. " decimals" or "rounded fractions") .. " tell"
% end
%
% -- Whether the order may be higher, or its proof: trees are checked up to order
% -- 10, the simplifying assumptions up to 40.
% local function or_higher(row)
%   local order, most = row.meant, row.meant_at_most
%   if most == 40 or most > 10 and #t.c_not_row_sum_exactly > 0 then
%     return " or higher"
%   elseif most > order then
%     return " or higher, at most " .. most
%   end
%   return order <= 10 and "" or format(", by B(%d), C(%d), D(%d)", row.B, t.C, row.D)
% end
%
% -- First the order that is meant, then that of the numbers as written.
% for i, row in ipairs(t.rows) do
%   local is_higher = row.meant > row.order or row.meant_at_most > row.order_at_most
%   local claim = i == 1 and t.claim
%   say(keyed("order", i), row.meant .. or_higher(row) .. (is_higher and if_rounded() or "")
%     .. (claim and (is_higher and ";" or ",") .. " claimed " .. claim or ""))
%   say_failure(is_higher and row.failure_rounded or not is_higher and row.failure)
%   if is_higher and row.failure then
%     say("", format("taken exactly %d: residual %.1e in tree %s", row.order, row.failure.double, row.failure.tree))
%   end
% end
%
% -- c may differ from the sum of its row if the equations do not depend on t.
% local off, is_off, rounded = t.c_not_row_sum, set_of(t.c_not_row_sum), {}
% local function stages_text(list) return "stage" .. plural(#list) .. " " .. table.concat(list, ", ") end
% for _, i in ipairs(t.c_not_row_sum_exactly) do
%   if not is_off[i] then rounded[#rounded + 1] = i end
% end
% if #off > 0 then
%   for i, row in ipairs(t.rows) do
%     if row.order_with_t then
%       say(i == 1 and "c" or "", format("%s: order %d of equations without t; with t %d", row.name, row.meant, row.order_with_t))
%       say_failure(row.failure_with_t)
%     end
%   end
%   say("", "c is not the sum of its row in " .. stages_text(off) .. "; legitimate in equations without t")
% end
% if #rounded > 0 then
%   say(#off > 0 and "" or "c", "the sum of its row but for rounding (" .. stages_text(rounded) .. ")")
% end
% if t.read_as_rounded then
%   say("rounding", "allowed for in what follows; errors are those of the numbers as they stand")
% end
% say("assumptions", format("B(%d), C(%d), D(%d); stage order %d", t.rows[1].B, t.C, t.rows[1].D, t.stage_order))
%
% -- ---- errors, structure ----
%
% for i, row in ipairs(t.rows) do
%   local e = row.error
%   if e then
%     say(keyed("error", i), format("of order %d: 2-norm %s, largest %s, Lotkin's bound %s", e.order, figure(e.norm), figure(e.largest), figure(e.lotkin)))
%   end
% end
% for i, row in ipairs(t.rows) do
%   if row.pair_b then
%     say(keyed("pair", #t.rows > 2 and i or 1), format("B %s, C %s, E %s", digits(row.pair_b, 4), digits(row.pair_c, 4), digits(row.pair_e, 4)))
%   end
% end
% say("structure", words_of({
%   { t.stiffly_accurate and not t.fsal, "stiffly accurate" },
%   { t.symmetric, "symmetric" },
%   { t.symplectic, "symplectic" },
%   { t.algebraically_stable, "algebraically stable" },
%   { t.rows[1].positive, "positive weights" },
% }))
% local sizes, many = double(t.row_sizes), 50
% say("entries", "at most " .. figure(t.largest) .. (sizes > many and "; sizes in a row add up to " .. digits(t.row_sizes, 3) .. ": rounding errors can grow by up to as much, which shows in float" or ""))
%
% -- ---- stability ----
%
% local function polynomial(values)
%   local text = ""
%   for i, v in ipairs(values) do
%     local _, size, sign = number(v)
%     local power = i > 2 and "z^" .. i - 1 or i == 2 and "z" or ""
%     if sign ~= 0 then
%       local first = text == ""
%       text = text .. (sign < 0 and (first and "-" or " - ") or first and "" or " + ")
%         .. (i == 1 and size or size == "1" and power or size .. " " .. power)
%     end
%   end
%   return text == "" and "0" or text
% end
%
% local function length_text(v) return v and digits(v, 7) or "all" end
%
% local s = t.stability
% if not s then
%   say("stability", "not computed: too many stages")
% else
%   local over, under = polynomial(s.numerator), polynomial(s.denominator)
%   if #s.denominator == 1 then
%     say("R(z)", over)
%   elseif #over + #under < 60 then
%     say("R(z)", "(" .. over .. ") / (" .. under .. ")")
%   else
%     say("R(z)", "(" .. over .. ") /")
%     say("", "(" .. under .. ")")
%   end
%   local angle = s.angle and not s.A_stable and figure(s.angle) or false
%   local far = #s.denominator > 1 and s.at_infinity and number(s.at_infinity) or false
%   local kinds = words_of({
%     { s.L_stable, "L-stable" },
%     { s.A_stable and not s.L_stable, "A-stable" },
%     { s.I_stable and not s.A_stable, "I-stable" },
%     { angle, "A(" .. (angle or "") .. " degrees)-stable" },
%     { far, "R(infinity) = " .. (far or "") },
%   })
%   say("stability", kinds)
%   say(kinds == "" and "stability" or "", "negative real axis: " .. length_text(s.real_limit) .. ", imaginary axis: " .. length_text(s.imaginary_limit))
%   say("SSP", t.ssp and figure(t.ssp) or "unconditional")
% end
%
% -- ---- rotations, the catalogue, the source ----
%
% local x = t.rotations
% local function order_text(order) return order and format("%.2f", order) or "not settled" end
%
% -- Small residuals are visible only in small steps.
% local function is_above_proven(order) return order and order > t.rows[1].meant + 0.7 end
% say("on rotations", format("dexpinv truncated after %d commutator%s; %d exponential%s and %d bracket%s per step", x.commutators, plural(x.commutators), x.exponentials, plural(x.exponentials), x.brackets, plural(x.brackets)))
% if x.observed then
%   local a, m = x.observed_attitude, x.observed_momentum
%   say("", format("observed order: attitude %s, momentum %s%s", order_text(a), order_text(m), (is_above_proven(a) or is_above_proven(m)) and "; the steps tried are too large to show the proven one" or ""))
% end
% if t.catalogue then
%   for i, line in ipairs(string.split(part("catalogue"), "\n")) do say(i == 1 and "catalogue" or "", line) end
% end
% if t.source then

%   for _, line in ipairs(string.split(t.source, "\n")) do
{{line == "" and "" or "  " .. line}}
%   end
% end
