% -- polhode run --plot-of 'A, B': B over A, a curve for each pair and method; with --section
% -- the points at which the motion crosses the section, over two given values or over the
% -- two components of the rate that change most.
% part("plots/shared")
% local runs = report.runs or { report }
% local r, by_name, values, curves, key, dots = runs[1], {}, {}, {}, {}, nil
% for _, p in ipairs(r.parts) do by_name[p.name] = p end
%
% -- The expressions with the columns of their numbers; each pair is x, then y.
% for i, w in ipairs(r.watch) do
%   values[w.which + 1] = values[w.which + 1] or w
%   table.insert(values[w.which + 1], by_name.keep.first + i - 1)
% end
% if #values == 0 then
%   for i, text in ipairs(by_name.w.heading) do
%     local low, high, column = math.huge, -math.huge, by_name.w.first + i - 1
%     for _, run in ipairs(runs) do
%       for _, row in ipairs(run.rows) do
%         low, high = row[column] < low and row[column] or low, row[column] > high and row[column] or high
%       end
%     end
%     values[i] = { column, text = text, unit = "rad/s", spread = high - low }
%   end
%   table.sort(values, function(a, b) return a.spread > b.spread or a.spread == b.spread and a[1] < b[1] end)
%   values[3] = nil
%   table.sort(values, function(a, b) return a[1] < b[1] end)
% end
%
% local function add(x, y, name, n)
%   for m, run in ipairs(runs) do
%     local c = { is_alone = true, place = #runs > 1 and m or n, dash = #runs > 1 and n or nil, width = width_by_method(runs, m),
%       x = {}, y = {}, name = (name or "") .. (name and #runs > 1 and ", " or "") .. (#runs > 1 and run.method or "") }
%     for i, row in ipairs(run.rows) do c.x[i], c.y[i] = row[x], row[y] end
%     c.is_cloud = r.section or is_coarse(c)
%     dots = dots or c.is_cloud
%     curves[#curves + 1], key[#key + 1] = c, c.name ~= "" and c or nil
%   end
%   local first = curves[#curves]
%   curves[#curves + 1] = not r.section and dot_at(first.x[1], first.y[1]) or nil
% end
% local n, xs, ys, seen = 0, {}, {}, {}
% for i = 1, #values, 2 do
%   local x, y = values[i], values[i + 1]
%   for k, column in ipairs(y) do
%     n = n + 1
%     add(x[1], column, (#values > 2 or #y > 1) and y.text .. (#y > 1 and " " .. k or "") .. " over " .. x.text or nil, n)
%   end
%   xs[#xs + 1], ys[#ys + 1] = not seen[x.text] and x.text or nil, y.text
%   xs.unit, ys.unit = i == 1 and x.unit or xs.unit == x.unit and x.unit, i == 1 and y.unit or ys.unit == y.unit and y.unit
%   seen[x.text] = true
% end
% local title = run_title(runs, r.section and "crossings of " .. r.section)
% if not r.section then
%   title[#title + 1] = dots and "too far apart for lines: --every or --sample" or "from the dot"
% elseif r.each > 1 then
%   title[#title + 1] = "one in " .. r.each .. " is drawn"
% end
% add_failures(title, runs)
% draw({ title = title, x_caption = table.concat(xs, "; "), x_unit = unit_of(xs), is_loose = true, key = key,
%   is_equal = xs.unit and xs.unit == ys.unit, panels = { { caption = table.concat(ys, "; "), unit = unit_of(ys), curves = curves,
%     height = 55, empty = r.section and "no crossing" or nil } } })
