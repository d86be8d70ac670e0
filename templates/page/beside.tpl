% -- The method that a report shows beside the spec's: rkmk(kutta4), or where that
% -- is the spec's own the next cheapest of the comparison.
% local beside = report.own ~= "rkmk(kutta4)" and "rkmk(kutta4)"
% local compared = report.compare.record
% for _, m in ipairs(compared and compared.methods or {}) do
%   beside = beside or m.reached and m.method ~= report.own and m.method
% end
{{beside or "magnus(kutta4)"}}
