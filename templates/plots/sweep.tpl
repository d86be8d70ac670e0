% -- polhode sweep --plot: how often a number has which values, or two over each
% -- other.
% part("plots/shared")
% local r, curve = report, { is_alone = true, x = {}, y = {} }
% local title = title_of(r.body, r.method, string.format("%.0f case%s", r.cases, r.cases ~= 1 and "s" or ""))
% local caption, unit = r.y and r.y.name or "cases", r.y and r.y.unit ~= "" and r.y.unit ~= "1" and r.y.unit or nil
% if r.y then
%   curve.is_cloud = true
%   for i, p in ipairs(r.points) do
%     curve.x[i], curve.y[i] = p[1], p[2]
%   end
%   if r.each > 1 then
%     title[#title + 1] = "one in " .. string.format("%.0f", r.each) .. " is drawn"
%   end
% else
%   local size = (r.most - r.least) / #r.bins
%   for i, n in ipairs(r.bins) do
%     for k = 0, 3 do -- a column
%       curve.x[4 * i - 3 + k] = r.least + size * (i - 1 + k // 2)
%       curve.y[4 * i - 3 + k] = (k == 0 or k == 3) and 0 or n
%     end
%   end
% end
% draw({ title = title, x_caption = r.x.name, x_unit = r.x.unit ~= "" and r.x.unit ~= "1" and r.x.unit or nil,
%   panels = { { caption = caption, unit = unit, curves = { curve }, height = 55, empty = "no case has these numbers" } } })
