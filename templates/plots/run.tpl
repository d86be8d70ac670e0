% -- polhode run --plot: attitude, rates, motion, wheels, states and keeps over time;
% -- with --plot-of only the values of expressions.  Each method has a colour.
% part("plots/shared")
% local runs = report.runs or { report }
% local r, panels, left_out = runs[1], {}, 0
% local times, caption, from = times_of(r.rows)
%
% -- The values in a column, or f of each row, for each method; the first curve has the name.
% local function curves_of_all(name, f, place)
%   local all = { size = 0, place = place }
%   for m, run in ipairs(runs) do
%     local y = {}
%     for i, row in ipairs(run.rows) do
%       y[i] = math.type(f) and row[f] or f(row)
%       all.size = math.max(all.size, y[i] == y[i] and math.abs(y[i]) or 0)
%     end
%     all[m] = { name = m == 1 and name or nil, x = times_of(run.rows, from), y = y, place = #runs > 1 and m or place,
%       width = width_by_method(runs, m) }
%   end
%   return all
% end
%
% local by_name = {}
% for _, p in ipairs(r.parts) do by_name[p.name] = p end
%
% -- A panel has up to eight curves of similar size, and there are at most four panels;
% -- in_one: all curves in one panel.
% local function add(caption, unit, list, in_one)
%   local all, before, n = {}, nil, 0
%   for i, entry in ipairs(list) do all[i] = curves_of_all(entry[1], entry[2], i) end
%   table.sort(all, function(a, b) return a.size > b.size or a.size == b.size and a.place < b.place end)
%   for _, c in ipairs(all) do
%     local p = panels[#panels]
%     if before and (in_one or #p.all < 8 and (c.size >= before / 30 or c.size == 0)) then
%       p.all[#p.all + 1] = c
%     elseif n < 4 then
%       panels[#panels + 1] = { caption = caption, unit = unit, curves = {}, all = { c } }
%       before, n = c.size, n + 1
%     else
%       left_out = left_out + 1
%     end
%   end
%   for i = #panels - n + 1, #panels do
%     table.sort(panels[i].all, function(a, b) return a.place < b.place end)
%     for k, by_method in ipairs(panels[i].all) do
%       for _, c in ipairs(by_method) do
%         c.dash = #runs > 1 and k or nil
%         table.insert(panels[i].curves, c)
%       end
%     end
%   end
% end
%
% -- The curves of a part: all, or those for whose index `fits` returns true.
% local function curves_of(part, fits)
%   local list = {}
%   for i, name in ipairs(part.heading) do
%     if not fits or fits(i) then list[#list + 1] = { name, part.first + i - 1 } end
%   end
%   return list
% end
%
% local function length(x, y, z) return math.sqrt(x * x + y * y + z * z) end
%
% local R, L, w = by_name.R.first, by_name.L.first, by_name.w.first
%
% -- The momentum in space, R L.
% local function momentum(row)
%   local m = {}
%   for i = 0, 2 do
%     m[i + 1] = row[R + 3 * i] * row[L] + row[R + 3 * i + 1] * row[L + 1] + row[R + 3 * i + 2] * row[L + 2]
%   end
%   return m
% end
%
% -- The axis of the body about which it turns most points slowest.
% local function add_axis()
%   local sum, k = { 0, 0, 0 }, 3
%   for _, row in ipairs(r.rows) do
%     for i = 1, 3 do
%       local x = math.abs(row[w + i - 1])
%       sum[i] = sum[i] + (x == x and x or 0)
%     end
%   end
%   for i = 1, 3 do k = sum[i] > sum[k] and i or k end
%   add("direction of the body's e" .. k .. " in space", nil, { { "x", R + k - 1 }, { "y", R + k + 2 }, { "z", R + k + 5 } }, true)
% end
%
% -- No line is drawn where an angle jumps by a turn.
% local function add_shown()
%   local units = by_name.shown.units
%   add("attitude as shown", "rad", curves_of(by_name.shown, function(i) return units[i] == "rad" end))
%   for _, p in ipairs(panels) do
%     for _, c in ipairs(p.curves) do
%       local y, before = c.y, c.y[1]
%       for i = 2, #y do
%         local jumps = math.abs(y[i] - before) > math.pi
%         before = y[i]
%         y[i] = jumps and nan or y[i]
%       end
%     end
%   end
%   add("attitude as shown", nil, curves_of(by_name.shown, function(i) return units[i] ~= "rad" end))
% end
%
% local function add_change()
%   local first = r.rows[1]
%   local w_L = first[w] * first[L] + first[w + 1] * first[L + 1] + first[w + 2] * first[L + 2]
%   local e = by_name.energy.first
%   local energy = math.max(math.abs(first[e]), r.gyro and 0 or w_L / 2)
%   local m0 = momentum(first)
%   local size = length(m0[1], m0[2], m0[3])
%   local function less(row)
%     local m = momentum(row)
%     return length(m[1] - m0[1], m[2] - m0[2], m[3] - m0[3]) / (size > 0 and size or 1)
%   end
%   add("change of the energy, relative", nil, {
%     { "energy", function(row) return (row[e] - first[e]) / (energy > 0 and energy or 1) end } })
%   panels[#panels].curves[1].is_alone = true
%   add("change of the momentum in space, relative", nil, { { "momentum", less } })
%   panels[#panels].curves[1].is_alone = true
% end
%
% -- Keeps: the change of those that the motion conserves, the value of the others.
% local function add_keeps()
%   local part, kept, others = by_name.keep, {}, {}
%   for i, name in ipairs(part.heading) do
%     local at = part.first + i - 1
%     local start = r.rows[1][at]
%     if r.kept[i] == 0 then
%       others[#others + 1] = { name, at }
%     else
%       kept[#kept + 1] = { name, function(row) return row[at] - start end }
%     end
%   end
%   add("change of keep", nil, kept)
%   add("keep", nil, others)
%   left_out = left_out + r.keeps - #part.heading
% end
%
% if #r.watch > 0 then
%   local list = {}
%   for i, w in ipairs(r.watch) do
%     list[#list + 1] = { tostring(#list + 1), by_name.keep.first + i - 1 }
%     if not r.watch[i + 1] or r.watch[i + 1].which > w.which then
%       list[1][1] = #list > 1 and "1" or nil
%       add(w.text, unit_of(w), list, true)
%       list = {}
%     end
%   end
% else
%   if #by_name.shown.heading > 0 then
%     add_shown()
%   else
%     add_axis()
%   end
%   add("angular velocity, body", "rad/s", curves_of(by_name.w))
%   add("position", "m", curves_of(by_name.x))
%   add("velocity", "m/s", curves_of(by_name.v))
%   local units = by_name.states.units
%   local speeds = curves_of(by_name.states, function(i) return units[i] == "rad/s" end)
%   for _, c in ipairs(speeds) do c[1] = string.sub(c[1], 1, -1 - #"_speed") end
%   add("wheels' speeds", "rad/s", speeds)
%   add("states", nil, curves_of(by_name.states, function(i) return units[i] == "" end))
%   left_out = left_out + r.states - #units
%   add_change()
%   add_keeps()
% end
%
% local title = run_title(runs)
% title[#title + 1] = left_out > 0 and left_out .. " more states and keeps: --plot-of draws them" or nil
% add_failures(title, runs)
% -- Events: lines across all panels, and the number of times that each happened.
% local marks, times_each = {}, {}
% for _, m in ipairs(r.marks) do
%   marks[#marks + 1] = { m.t - r.rows[1][1] + times[1], m.which + 1 }
%   times_each[m.which + 1] = (times_each[m.which + 1] or 0) + 1
% end
% local texts = {}
% for i, name in ipairs(r.events) do
%   if times_each[i] then
%     texts[#texts + 1] = name .. (times_each[i] > 1 and " (" .. times_each[i] .. ")" or "")
%   end
% end
% title[#title + 1] = #texts > 0 and "lines: " .. table.concat(texts, ", ") or nil
% draw({ title = title, panels = panels, x_caption = caption, x_unit = "s", marks = marks, key = key_by_method(runs) })
