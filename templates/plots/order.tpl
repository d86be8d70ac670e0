% -- polhode order --plot: errors over step sizes, the claimed order as a slope.
% part("plots/shared")
% local r, curves, zeros = report, {}, false
% local colours = { attitude = "#0072B2", momentum = "#D55E00", motion = "#009E73", states = "#CC79A7" }
% local least, most, claimed -- step sizes; start of the claimed order's line
%
% local columns = columns_of(r, "uncertainty_%s")
% for c, name in ipairs(columns) do
%   local x, y, hollow = {}, {}, {}
%   for i = #r.rows, 1, -1 do
%     local row = r.rows[i]
%     x[#x + 1], y[#y + 1] = row.size, row.failed and nan or row[name]
%     zeros = zeros or y[#y] == 0
%     hollow[#x] = row.noise & noise_bit[name] ~= 0
%     least, most = math.min(least or row.size, row.size), math.max(most or row.size, row.size)
%     if not claimed and not hollow[#x] and y[#y] > 0 then claimed = { row.size, y[#y] / 3 } end
%   end
%   curves[c] = { name = name, x = x, y = y, hollow = hollow, has_points = true, colour = colours[name] }
% end
%
% -- The line of the claimed order: below the curves, up to the largest step.
% if claimed and r.claim < 99 then
%   local y = claimed[2] * (most / claimed[1]) ^ r.claim
%   curves[#curves + 1] = { name = "order " .. r.claim, x = { claimed[1], most }, y = { claimed[2], y },
%     colour = grey, dash = "'-'", is_beside = true }
% end
% local before
% for _, c in ipairs(columns) do -- one name for uncertainties that are about equal
%   local u = r["uncertainty_" .. c]
%   local is_new = not (before and u < 3 * before and u > before / 3)
%   curves[#curves + 1] = { name = is_new and "uncertainty" or nil, x = { least, most }, y = { u, u },
%     colour = colours[c], dash = "'.'", is_beside = true }
%   before = before or u
% end
%
% local title, orders = title_of(r.body, r.method, "over " .. number(r["until"]) .. " s"), {}
% for _, c in ipairs(columns) do
%   local x = r[c .. "_order"]
%   if x and x - x == 0 then orders[#orders + 1] = string.format("%s %.2f", c, x) end
% end
% title[#title + 1] = #r.rows == 0 and "a step failed" or
%   "observed order: " .. (r.verdict == "converging" and table.concat(orders, ", ") or r.verdict)
% title[#title + 1] = "hollow: round-off; uncertainty: the reference's"
% title[#title + 1] = zeros and "errors of 0 are left out" or nil
% draw({ title = title, x_caption = "h", x_unit = "s", log_x = true,
%   panels = { { caption = "error at the end, rad and relative", log = true, height = 55, curves = curves,
%     empty = "no error to be seen" } } })
