% -- polhode compare --csv: a line for each rung.
% part("shared")
% local columns = columns_of(report.reference, "%s")
method,steps,h,{{table.concat(columns, ",")}},error,cost,roundoff,failed
% for _, m in ipairs(report.methods) do
%   for _, row in ipairs(m.ladder) do
%     local line = { '"' .. m.method .. '"', row.steps, shortest(row.h) }
%     for _, name in ipairs(columns) do
%       line[#line + 1] = shortest(row[name])
%     end
%     line[#line + 1] = shortest(row.error)
%     line[#line + 1] = shortest(row.cost)
%     line[#line + 1] = row.roundoff and 1 or 0
%     line[#line + 1] = row.failed and 1 or 0
{{table.concat(line, ",")}}
%   end
% end
