% -- polhode list --calls: one call a line.
% for _, call in ipairs(report) do
{{call}}
% end
