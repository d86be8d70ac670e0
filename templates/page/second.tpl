% -- The second method of a report: rkmk(kutta4), or if the spec uses that, the
% -- next cheapest method of the comparison.
% local method = report.own ~= "rkmk(kutta4)" and "rkmk(kutta4)"
% local compared = report.compare.record
% for _, m in ipairs(compared and compared.methods or {}) do
%   method = method or m.reached and m.method ~= report.own and m.method
% end
{{method or "magnus(kutta4)"}}
