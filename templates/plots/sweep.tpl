% -- polhode sweep --plot: a histogram of one number, or one number over another: with
% -- lines if the latter is a list or a range and there are few other values.
% part("plots/shared")
% local r, curves = report, {}
% local title = title_of(r.body, r.method, string.format("%.0f case%s", r.cases, r.cases ~= 1 and "s" or ""))
% local caption, unit = r.y and r.y.name or "cases", r.y and r.y.unit ~= "" and r.y.unit ~= "1" and r.y.unit or nil
%
% -- A curve for all cases that differ only in the values of the line.
% local function add_lines()
%   local most, by_values, differs = 12, {}, {}
%   for _, p in ipairs(r.points) do
%     local values = {}
%     for i, v in ipairs(p[3]) do
%       local is_fixed = i < r.line.first or i > r.line.last
%       values[#values + 1] = is_fixed and v or nil
%       differs[i] = differs[i] or is_fixed and v ~= r.points[1][3][i]
%     end
%     local key = table.concat(values, " ")
%     if not by_values[key] then
%       curves[#curves + 1] = { points = {}, x = {}, y = {}, values = p[3], has_points = true }
%       by_values[key] = curves[#curves]
%     end
%     table.insert(by_values[key].points, p)
%   end
%   for _, c in ipairs(curves) do
%     table.sort(c.points, function(p, q) return p[1] < q[1] end)
%     local names = {}
%     for i, v in ipairs(c.values) do
%       names[#names + 1] = differs[i] and r.varied[i] .. " = " .. number(v) or nil
%     end
%     c.name, c.has_points = table.concat(names, ", "), #c.points <= 60
%     c.name = #names > 0 and c.name or nil
%     for i, p in ipairs(c.points) do c.x[i], c.y[i] = p[1], p[2] end
%   end
%   return #curves <= most
% end
%
% if r.y and not (r.line and add_lines()) then
%   local cloud = { is_cloud = true, is_alone = true, x = {}, y = {} }
%   for i, p in ipairs(r.points) do cloud.x[i], cloud.y[i] = p[1], p[2] end
%   curves = { cloud }
%   title[#title + 1] = r.each > 1 and "one in " .. string.format("%.0f", r.each) .. " is drawn" or nil
% elseif not r.y then
%   local size, curve = (r.most - r.least) / #r.bins, { is_alone = true, x = {}, y = {} }
%   for i, n in ipairs(r.bins) do
%     for k = 0, 3 do -- a bar
%       curve.x[4 * i - 3 + k] = r.least + size * (i - 1 + k // 2)
%       curve.y[4 * i - 3 + k] = (k == 0 or k == 3) and 0 or n
%     end
%   end
%   curves = { curve }
% end
% draw({ title = title, x_caption = r.x.name, x_unit = r.x.unit ~= "" and r.x.unit ~= "1" and r.x.unit or nil, is_loose = true,
%   panels = { { caption = caption, unit = unit, curves = curves, is_count = not r.y, height = 55,
%     empty = "no case has these numbers" } } })
