% -- polhode compare: the cost of each method to reach the error; errors over the
% -- ladder; drifts; excluded methods.
% local r, format = report, string.format
% part("shared")
% local columns = columns_of(r.reference, "%s")
% local width = 20
% for _, m in ipairs(r.methods) do width = math.max(width, math.min(#(m.tableau or m.method), 27)) end
%
% -- A number in at most `size` characters, rounded to `digits` if it is longer:
% -- 1.2e5 for 1.2e+05.
% local function narrow(x, size, digits)
%   if not x or x - x ~= 0 then return "-" end
%   local text = format("%.0f", x)
%   if (x == 0 or x >= 10) and #text <= size then return text end
%   return string.replace(string.replace(format("%." .. digits .. "g", x), "e+0", "e"), "e+", "e")
% end
%
% -- A name that is too long gets its own line.
% local function put_named(text) put(#text > width and text .. "\n" .. fill("", width) or fill(text, width)) end
%
% -- ---- costs ----
%
% local by_tableau = r.methods[1] and r.methods[1].tableau
{{r.body}} over {{shortest(r["until"])}} s, by {{r.compiler}}
% local uncertain = {}
% for c, name in ipairs(columns) do uncertain[c] = format("%.1e (%s)", r.reference[name], name) end
% put_wrapped(format("reference: %d steps, uncertain by %s", r.reference.steps, table.concat(uncertain, ", ")), 2)
%?by_tableau?`polhode tableau NAME` describes each

% if r.ranked then
cheapest first, to an error of {{shortest(r.error)}} ({{table.concat(columns, ", ")}}):
% else
not ranked: the reference is too uncertain for an error of {{shortest(r.error)}}
(a larger --error, or a shorter --until)
% end
{{fill("", width)}} order seen   steps    cost   step sweep torque    ns
% for _, m in ipairs(r.methods) do
%   local at = m.reached
%   put_named(m.tableau or m.method)
%   put(fill_before(m.order >= 99 and "exact" or tostring(m.order), 6), fill_before(order_text(m.attitude_order), 5))
%   put(fill_before(at and narrow(at.steps, 7, 3) or "-", 8), fill_before(at and narrow(at.cost, 7, 2) or "-", 8))
%   put(fill_before(narrow(m.operations, 6, 3), 7), fill_before(m.sweeps > 0 and format("%.1f", m.sweeps) or "-", 6))
%   put(fill_before(narrow(m.torques, 5, 3), 7), fill_before(m.time > 0 and narrow(m.time, 5, 2) or "-", 6))

% end
%
% -- ---- methods that do not reach it ----
%
% for _, m in ipairs(r.methods) do
%   if not m.reached then put_wrapped(m.method .. ": " .. why_not_reached(m), 2) end
% end
% if #r.left_out > 0 then

left out:
%   for _, m in ipairs(r.left_out) do put_wrapped(m.method .. ": " .. m.reason, 4) end
% end
%
% -- ---- errors ----
%
% -- The five consecutive rungs at which most methods have meaningful errors; the
% -- first five methods count four times.
% local weight, rungs = {}, {}
% for place, m in ipairs(r.methods) do
%   for _, row in ipairs(m.ladder) do
%     if not weight[row.steps] then rungs[#rungs + 1] = row end
%     local counts = row.error < 0.5 and not row.roundoff
%     weight[row.steps] = (weight[row.steps] or 0) + (counts and (place <= 5 and 4 or 1) or 0)
%   end
% end
% table.sort(rungs, function(a, b) return a.steps < b.steps end)
% local first, most = 1, -1
% for i = 1, #rungs - 4 do
%   local sum = 0
%   for k = i, i + 4 do sum = sum + weight[rungs[k].steps] end
%   if sum >= most then first, most = i, sum end
% end
% local last = math.min(first + 4, #rungs)
% local of = { attitude = "rad", momentum = "of |L|", motion = "relative", states = "relative" }
% for _, name in ipairs(#rungs > 0 and columns or {}) do

{{name}}: errors ({{of[name]}}) at steps of (s)
%   put(fill("", width))
%   for i = first, last do put(format(" %9.3g", rungs[i].h)) end

%   for _, m in ipairs(r.methods) do
%     put_named(m.tableau or m.method)
%     for i = first, last do
%       local text = "-"
%       for _, row in ipairs(m.ladder) do
%         if row.steps == rungs[i].steps then text = row.failed and "fails" or format("%.1e", row[name]) end
%       end
%       put(fill_before(text, 10))
%     end

%   end
% end
%
% -- ---- drifts ----
%
% -- The motion keeps the quantities for which the first method with drifts has one.
% local names = {}
% for _, m in ipairs(r.methods) do
%   if m.drift and #names == 0 then
%     names = m.drift.energy == m.drift.energy and { "energy" } or {}
%     for _, name in ipairs(m.drift.names) do
%       if #names < 5 and m.drift.keep[name] == m.drift.keep[name] then names[#names + 1] = name end
%     end
%   end
% end
% if #names > 0 then

largest drift, with the number of steps (--json has all keeps)
%   put(fill("", width), fill_before("steps", 10))
%   for _, name in ipairs(names) do put(fill_before(string.sub(name, 1, 9), 10)) end

%   for _, m in ipairs(r.methods) do
%     if m.drift then
%       put_named(m.tableau or m.method)
%       put(format("%10d", m.drift.steps))
%       for _, name in ipairs(names) do
%         put(format("%10.1e", name == "energy" and m.drift.energy or m.drift.keep[name]))
%       end

%     end
%   end
% end
%
% -- ---- at equal cost ----
%
% -- The error at a cost, log-log interpolated between two good rungs, or nil.
% local function error_at(m, cost)
%   local before
%   for _, row in ipairs(m.ladder) do
%     local good = not row.failed and row.error > 0 and row.error < 0.5 and not row.roundoff
%     if good and before and before.cost <= cost and cost <= row.cost then
%       return before.error * (row.error / before.error) ^ (math.log(cost / before.cost) / math.log(row.cost / before.cost))
%     end
%     before = good and row or nil
%   end
% end
%
% local least, heads = 1, false
% for power = by_tableau and -3 or 16, 15 do
%   local best, others = nil, -1
%   for _, m in ipairs(r.methods) do
%     local e = error_at(m, 10.0 ^ power)
%     others = others + (e and 1 or 0)
%     best = e and e < (best and best[2] or least) and { m, e } or best
%   end
%   if best and others > 0 then
%     if not heads then

the most accurate at equal cost, operations a second (about):
%     end
%     heads, least = true, best[2]
  {{format("%-8.0e %-28s %.0e", 10.0 ^ power, best[1].tableau or best[1].method, best[2])}}
%   end
% end
