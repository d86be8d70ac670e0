% -- polhode drift: the largest and the final drift of each quantity, and whether
% -- the motion itself keeps it.
% local format, width = string.format, 14
% local word = { [0] = "no", "yes", "?" }
% local function number(form, x)
%   return x ~= x and format("%12s", "nan") or format(form, x)
% end
%
% for _, q in ipairs(report.conserved.parts) do
%   for _, name in ipairs(q.heading) do
%     width = q.is_object and math.max(width, #name) or width
%   end
% end
% local named = "  %-" .. width .. "s "
% if report.turn > 1 then

% end
{{report.body}}, {{report.method}}: {{report["end"].steps}} steps to t = {{format("%.9g", report["end"].t)}}
{{format(named, "")}}kept {{format("%12s %12s", "largest", "at the end")}}
% for k, q in ipairs(report.conserved.parts) do
%   for i, kept in ipairs(q.value) do
%     local most, last = report.largest.parts[k].value[i], report["end"].parts[k].value[i]
{{format(named, q.heading[i])}}{{format("%-4s", word[kept])}} {{number("%12.3e", most)}} {{number("%12.3e", last)}}
%   end
% end
%?report.inertia_changes?  energy is not kept: the inertia changes
%?not report.inertia_changes?  energy drifts by {{number("%.2e", report.energy_slope)}} a second
