% -- polhode list --calls: a call a line.
% for _, call in ipairs(report) do
{{call}}
% end
