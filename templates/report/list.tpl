% -- polhode list: a line for each entry of the shelf, kind after kind, with as
% -- many of its facts as fit into 80 columns.
% local width, format = 80, string.format
% local kinds = { "tableau", "composition", "method", "map", "attitude", "target" }
% local headings = { tableau = "order stages", composition = "order stages", method = "order" }
% local shown = { "symplectic", "symmetric", "L-stable", "A-stable", "stiffly accurate", "gyro", "states", "inertia" }
% part("shared")
%
% -- " word", if the line has room for it.
% local function with_word(line, word)
%   return #line + 1 + #word <= width and line .. " " .. word or line
% end
%
% -- Appends its properties and its invariants.
% local function with_facts(line, row, is)
%   is["A-stable"] = is["A-stable"] and not is["L-stable"]
%   for _, word in ipairs(shown) do
%     line = is[word] and with_word(line, word) or line
%   end
%   for _, word in ipairs(row.invariants) do
%     line = word ~= "symplectic" and with_word(line, word) or line
%   end
%   return line
% end
%
% local function line_of(kind, row, name_width)
%   local line = "  " .. fill(row.name, name_width)
%   if not headings[kind] then return with_word(line, row.title) end
%   local is = set_of(row.properties)
%   line = line .. format(" %5s", row.orders)
%   if kind ~= "method" then
%     line = line .. format(" %6s", row.stages or "")
%   end
%   if kind ~= "composition" then
%     local how = is.explicit and (is.implicit and "either" or "explicit") or is.implicit and "implicit" or ""
%     line = line .. format(" %-8s", how)
%   end
%   return with_facts(line, row, is)
% end
%
% local function trimmed(line)
%   local n = #line
%   while string.sub(line, n, n) == " " do
%     n = n - 1
%   end
%   return string.sub(line, 1, n)
% end
%
% for _, kind in ipairs(kinds) do
%   local title, name_width, rows = kind .. "s", #kind - 1, {}
%   for _, row in ipairs(report) do
%     if row.kind == kind then
%       rows[#rows + 1] = row
%       name_width = math.max(name_width, #row.name)
%     end
%   end
%?kind == report.asked or #rows > 0?{{headings[kind] and fill(title, name_width + 3) .. headings[kind] or title}}
%   for _, row in ipairs(rows) do
{{trimmed(line_of(kind, row, name_width))}}
%   end
% end
