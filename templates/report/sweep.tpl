% -- polhode sweep: its plan (--dry-run), or the statistics of its cases.
% local r, format = report, string.format
% part("shared")
% local function count(x)
%   return format("%.0f", x)
% end
% local function size(bytes)
%   local unit, i = { "bytes", "kB", "MB", "GB", "TB", "PB" }, 1
%   while bytes >= 1000 and i < #unit do
%     bytes, i = bytes / 1000, i + 1
%   end
%   return format(i > 1 and "%.3g %s" or "%.0f %s", bytes, unit[i])
% end
% local function number(x, size)
%   return fill_before(x ~= x and "-" or format("%.4g", x), size)
% end
{{r.body}}, {{r.method}}: {{count(r.cases)}} case{{r.cases ~= 1 and "s" or ""}}
% if r.plan then
%   if #r.headings > 0 then

%     local line = "      case"
%     for _, name in ipairs(r.headings) do line = line .. " " .. fill_before(name, 12) end
{{line}}
%     for k, values in ipairs(r.plan) do
%       line = fill_before(count(k - 1), 10)
%       for _, x in ipairs(values) do line = line .. " " .. fill_before(format("%.7g", x), 12) end
{{line}}
%     end
%   end

{{size(r.bytes)}}{{r.rows > 0 and ", and " .. size(r.rows) .. " of trajectories" or ""}}, in about {{format("%.2g", r.seconds)}} s ({{r.compiler}}, {{count(r.threads)}} thread{{r.threads > 1 and "s" or ""}})
%   return
% end
% for _, s in ipairs(r.statuses) do
  {{fill_before(count(s.cases), 10)}}  {{s.status == 1 and "completed" or s.meaning}}
% end
% if #r.statuses == 0 or r.statuses[1].status ~= 1 then return end
%
% local width = 4
% for _, c in ipairs(r.columns) do width = math.max(width, #c.name) end
% local line = fill("", width) .. format(" %10s %10s", "mean", "deviation")
% for _, q in ipairs(r.quantiles) do line = line .. fill_before(q == 0.5 and "median" or format("%g %%", 100*q), 11) end

{{line}}
% for _, c in ipairs(r.columns) do
%   line = fill(c.name, width) .. " " .. number(c.mean, 10) .. " " .. number(c.deviation, 10)
%   for _, x in ipairs(c.quantile) do line = line .. " " .. number(x, 10) end
{{line}}
% end

{{fill("", width)}} {{format("%10s %11s %10s %11s %11s", "least", "in case", "largest", "in case", "values")}}
% for _, c in ipairs(r.columns) do
%   local is = c.count > 0
{{fill(c.name, width)}} {{number(c.least, 10)}} {{fill_before(is and count(c.least_case) or "-", 11)}} {{number(c.largest, 10)}} {{fill_before(is and count(c.largest_case) or "-", 11)}} {{fill_before(count(c.count), 11)}}
% end
