% -- polhode list --cost: operations of steps of methods, or of turning attitudes
% -- by an increment.
% local format = string.format
%
% local function put_methods()
%   local heads, words = format("%-40s", "operations of a step, of a Newton sweep,"), format("%-40s", "and evaluations of the torque")
%   for _, name in ipairs(report.bodies) do
%     heads = heads .. format(" %24s", name)
%     words = words .. format(" %9s %6s %7s", "step", "sweep", "torque")
%   end
{{heads}}
{{words}}
%   for _, row in ipairs(report.rows) do
%     local line = format("%-40s", row.call)
%     for i = 1, #report.bodies do
%       local c = row.costs[i]
%       line = line .. format(" %9s %6s %7s", c and c.step or "-", c and c.sweep > 0 and c.sweep or "-",
%         c and (c.torques_sweep > 0 and c.torques .. "+" .. c.torques_sweep or c.torques) or "-")
%     end
{{line}}
%   end
% end
%
% local function put_attitudes()
%   local form, before = "%-35s %-10s %4s %4s %3s %4s %4s %5s %3s"
{{format(form, "operations of R(x1) = R(x0) E(v)", "by way of", "add", "mul", "div", "root", "call", "total", "if")}}
%   for i, r in ipairs(report.rows) do
%     local head = i == 1 and format("E(v) alone, map %.40s", report.map) or r.attitude ~= before and r.attitude or ""
%     before = r.attitude
{{format(form, head, r.by, r.add, r.mul, r.div, r.sqrt, r.calls, r.total, r["if"])}}
%   end
% end
%
% if report.bodies then
%   put_methods()
% else
%   put_attitudes()
% end
