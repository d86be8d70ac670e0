% -- The tableau as in a textbook.  If it is wider than `most`, it has no columns,
% -- and its rows are wrapped to lines of `width`.
% local most, width = 96, 80
% local n, embedded = report.stages, #report.rows - 1
% part("shared")
%
% -- A row is its label and its cells.  In an explicit tableau the zeros on and
% -- above the diagonal are omitted.
% local function cells_at(at, count)
%   local cells = {}
%   for j = 1, count do cells[j] = entry(at + j - 1) end
%   return cells
% end
% local stages, weights = {}, {}
% for i = 1, n do
%   local count = report.zeros_are_left_out and i - 1 or n
%   stages[i] = { entry(n * (n + 1 + embedded) + i - 1), cells_at((i - 1) * n, count) }
% end
% for k, row in ipairs(report.rows) do weights[k] = { row.name, cells_at(n * (n + k - 1), n) } end
%
% -- Widths of the columns, which are separated by two blanks; one follows the bar.
% local label, column = embedded > 1 and 5 or embedded == 1 and 4 or 1, {}
% for i, row in ipairs(stages) do label = math.max(label, #row[1]) end
% for _, rows in ipairs({ stages, weights }) do
%   for _, row in ipairs(rows) do
%     for j, cell in ipairs(row[2]) do column[j] = math.max(column[j] or 0, #cell) end
%   end
% end
% local all = 2 * n - 1
% for j = 1, n do all = all + column[j] end
% local flows = label + 4 + all > most
%
% -- The last cell of a line is not padded.
% local function in_columns(cells)
%   local line = ""
%   for j, cell in ipairs(cells) do
%     line = line .. (j > 1 and "  " or " ") .. (j < #cells and fill(cell, column[j]) or cell)
%   end
%   return line
% end
%
% local function in_lines(cells)
%   local start = label + 4
%   local text, at = "", start
%   for _, cell in ipairs(cells) do
%     if at > start and at + 2 + #cell > width then
%       text, at = text .. "\n  " .. fill("", label) .. " |", start
%     end
%     text = text .. (at > start and "  " or " ") .. cell
%     at = at + #cell + (at > start and 2 or 1)
%   end
%   return text
% end
%
% local function put_rows(rows)
%   for _, row in ipairs(rows) do
  {{fill(row[1], label)}} |{{flows and in_lines(row[2]) or in_columns(row[2])}}
%   end
% end
tableau {{report.name}}

% put_rows(stages)
  {{string.rep("-", label + 1)}}+{{string.rep("-", flows and width - label - 4 or all)}}
% put_rows(weights)

