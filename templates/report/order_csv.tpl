% -- polhode order --csv.
% local names, more = { "attitude", "momentum" }, ""
% for _, name in ipairs({ "motion", "states" }) do
%   if report["uncertainty_" .. name] then
%     names[#names + 1], more = name, more .. string.format(",%s,%s_order", name, name)
%   end
% end
% part("shared")
% local function both(row, name)
%   return shortest(row[name]), string.format("%.6g", row[name .. "_order"])
% end
steps,h,attitude,momentum,attitude_order,momentum_order,roundoff,failed{{more}}
% for _, row in ipairs(report.rows) do
%   local flags = (row.roundoff and 1 or 0) .. "," .. (row.failed and 1 or 0)
%   local line = { row.steps, shortest(row.h), 0, 0, 0, 0, flags }
%   line[3], line[5] = both(row, "attitude")
%   line[4], line[6] = both(row, "momentum")
%   for c = 3, #names do
%     line[2 * c + 2], line[2 * c + 3] = both(row, names[c])
%   end
{{table.concat(line, ",")}}
% end
