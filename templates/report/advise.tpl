% -- polhode advise: the best five methods, how to emit the first, those left out.
% local r, format = report, string.format
% part("shared")
% local columns = columns_of(r.reference, "%s")
% local says = {
%   axis_momentum = "spatial momentum along axes without torque",
%   momentum = "spatial momentum",
%   energy_linear_potential = "energy if the potential is linear in R",
%   energy_half = "energy at L + h/2 L x w",
%   norm_L = "length of the momentum",
%   symplectic = "symplectic form",
%   symplectic_free = "symplectic form",
% }
{{r.body}} over {{shortest(r["until"])}} s, to an error of {{shortest(r.error)}} ({{table.concat(columns, ", ")}})
%?#r.advice == 0?no method reaches it
% for _, m in ipairs(r.advice) do
%   local at = m.reached

{{m.rank}}. {{m.method}}, step {{shortest(m.step)}} s
   {{format("%.3g operations a second: %d steps of %.0f, %.3g of the torque; %.3g ns a step (%s)", at.cost, at.steps, m.operations, m.torques, m.time, r.compiler)}}
%   local line = "   errors:"
%   for c, name in ipairs(columns) do
%     line = line .. format("%s %s %.1e", c > 1 and "," or "", name, at[name])
%   end
%   if m.drift and m.drift.energy == m.drift.energy then
%     line = line .. format("; drift: energy %.1e", m.drift.energy)
%   end
{{line}}
%   if m.drift then
%     local kept = ""
%     for _, name in ipairs(m.drift.names) do
%       if m.drift.keep[name] == m.drift.keep[name] then
%         kept = kept .. format("%s %s %.1e", kept ~= "" and "," or "", name, m.drift.keep[name])
%       end
%     end
%     if kept ~= "" then
%       put_wrapped("drift of keeps:" .. kept, 5)
%     end
%   end
%   local kept, has = {}, set_of(m.invariants)
%   has.axis_momentum = has.axis_momentum and not has.momentum
%   has.norm_L = has.norm_L and not has.momentum
%   for _, word in ipairs(m.invariants) do
%     kept[#kept + 1] = has[word] and (says[word] or word) or nil
%   end
%   if kept[1] then
%     put_wrapped("keeps the " .. table.concat(kept, ", the "), 5)
%   end
%   put_wrapped(m.why, 5)
% end
% if r.advice[1] then

{{r.advice[1].command}}
% end

% -- Methods with the same reason, in one line.
% local reasons, methods = {}, {}
% for _, m in ipairs(r.left_out) do
%   local reason, own = m.reason, string.split(m.method, "(")[1] .. " "
%   reason = string.sub(reason, 1, #own) == own and string.sub(reason, #own + 1) or reason
%   if not methods[reason] then
%     reasons[#reasons + 1], methods[reason] = reason, {}
%   end
%   table.insert(methods[reason], m.method)
% end
%?#reasons > 0?left out:
% for _, reason in ipairs(reasons) do
%   put_wrapped(reason .. ": " .. table.concat(methods[reason], ", "), 4)
% end
