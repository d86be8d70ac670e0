% -- polhode order --csv.
% local motion = report.uncertainty_motion and ",motion,motion_order" or ""
% part("shared")
% local function both(row, name)
%   return shortest(row[name]), string.format("%.6g", row[name .. "_order"])
% end
steps,h,attitude,momentum,attitude_order,momentum_order,roundoff,failed{{motion}}
% for _, row in ipairs(report.rows) do
%   local attitude, attitude_order = both(row, "attitude")
%   local momentum, momentum_order = both(row, "momentum")
%   local flags = (row.roundoff and 1 or 0) .. "," .. (row.failed and 1 or 0)
%   local line = { row.steps, shortest(row.h), attitude, momentum, attitude_order, momentum_order, flags }
%   if row.motion then
%     line[8], line[9] = both(row, "motion")
%   end
{{table.concat(line, ",")}}
% end
