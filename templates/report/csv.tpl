% -- The tableau as CSV: a line for each stage, then the weights; the first two
% -- columns are the row's name and c.  Fractions are exact, surds have all
% -- certain digits.
% local n = report.stages
% local function put_row(name, c, at)
%   put(name, ",", c)
%   for i = at, at + n - 1 do
%     put(",", entry(i, true))
%   end
%   put("\n")
% end
% put("row,c")
% for i = 1, n do
%   put(",", i)
% end
% put("\n")
% for i = 1, n do
%   put_row(i, entry(n * (n + #report.rows) + i - 1, true), (i - 1) * n)
% end
% for k, row in ipairs(report.rows) do
%   put_row(row.name, "", n * (n + k - 1))
% end
