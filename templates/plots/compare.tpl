% -- polhode compare --plot: errors over cost, a line for each method.
% part("plots/shared")
% local r, curves, zeros, large = report, {}, false, false
% local against = {
%   cost = { caption = "operations of a second of motion", x = function(p) return p.cost end },
%   steps = { caption = "steps", x = function(p) return p.steps end },
%   time = { caption = "time of a second of motion", unit = "s", x = function(p) return p.time and 1e-9 * p.time / p.h end },
% }
% local a, least, most = against[r.against], nil, nil
%
% -- The points of a line are sorted by cost.
% for k, m in ipairs(r.methods) do
%   local points, c = {}, { name = m.method, x = {}, y = {}, hollow = {}, has_points = true }
%   for _, p in ipairs(m.ladder) do
%     local x = a.x(p)
%     local error = not p.failed and p.error or nan
%     zeros, large = zeros or error == 0, large or error > 1
%     if x and x == x and error > 0 and error <= 1 then
%       points[#points + 1] = { x, p.error, p.roundoff }
%       least, most = math.min(least or x, x), math.max(most or x, x)
%     end
%   end
%   table.sort(points, function(p, q) return p[1] < q[1] end)
%   for i, p in ipairs(points) do c.x[i], c.y[i], c.hollow[i] = p[1], p[2], p[3] end
%   curves[k] = c
% end
% if least and r.error then
%   curves[#curves + 1] = { x = { least, most }, y = { r.error, r.error }, colour = grey, dash = "'.'", is_beside = true }
% end
%
% local title = title_of(r.body, "over " .. number(r["until"]) .. " s")
% title[#title + 1] = "hollow: round-off" .. (r.error and "; dotted: an error of " .. number(r.error) or "")
% title[#title + 1] = zeros and "errors of 0 are left out" or nil
% title[#title + 1] = large and "errors above 1 are left out" or nil
% draw({ title = title, x_caption = a.caption, x_unit = a.unit, log_x = true,
%   panels = { { caption = "error at the end, rad or relative", log = true, height = 60, curves = curves,
%     empty = r.against == "time" and "no method has a time and an error" or "no method has an error" } } })
