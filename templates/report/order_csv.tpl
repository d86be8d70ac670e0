% -- polhode order --csv.
% part("shared")
% local names, more = columns_of(report, "uncertainty_%s"), ""
% for c = 3, #names do
%   more = more .. string.format(",%s,%s_order", names[c], names[c])
% end
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
