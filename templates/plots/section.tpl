% -- polhode run --section --plot: the points at which the motion crosses a section, two
% -- values over each other: those that are asked for, or of the rate those that change
% -- most.
% part("plots/shared")
% local r, by_name, axes = report, {}, {}
% for _, p in ipairs(r.parts) do by_name[p.name] = p end
% -- { name, unit, column }
% if #r.watch == 2 then
%   for i, text in ipairs(r.watch) do axes[i] = { text, nil, by_name.keep.first + i - 1 } end
% else
%   local w = by_name.w
%   for i = 1, 3 do
%     local low, high = math.huge, -math.huge
%     for _, row in ipairs(r.rows) do
%       local v = row[w.first + i - 1]
%       low, high = v < low and v or low, v > high and v or high
%     end
%     axes[i] = { w.heading[i], "rad/s", w.first + i - 1, spread = high - low, place = i }
%   end
%   table.sort(axes, function(a, b) return a.spread > b.spread or a.spread == b.spread and a.place < b.place end)
%   axes[3] = nil
%   table.sort(axes, function(a, b) return a.place < b.place end)
% end
% local cloud = { is_cloud = true, is_alone = true, x = {}, y = {} }
% for i, row in ipairs(r.rows) do
%   cloud.x[i], cloud.y[i] = row[axes[1][3]], row[axes[2][3]]
% end
% local title = title_of(r.body, r.method, "crossings of " .. r.section)
% if r.each > 1 then title[#title + 1] = "one in " .. r.each .. " is drawn" end
% draw({ title = title, x_caption = axes[1][1], x_unit = axes[1][2], is_loose = true,
%   panels = { { caption = axes[2][1], unit = axes[2][2], curves = { cloud }, height = 55, empty = "no crossing" } } })
