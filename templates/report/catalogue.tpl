% -- The catalogue's comparison of a tableau, one sentence a line.
% local most_shown = 8
% local c, n, b = report.catalogue, report.stages, report.rows[1]
% local embedded = #report.rows - 1
% local wrong, verdict = c.verdict == "wrong", c.verdict
%
% -- ---- the name of a known tableau ----
%
% local function is_in(text, at, first, last)
%   local code = string.byte(text, at)
%   return code and code >= string.byte(first) and code <= string.byte(last)
% end
%
% local function is_year(text, at)
%   for i = at, at + 3 do
%     if not is_in(text, i, "0", "9") then return false end
%   end
%   return is_in(text, at, "1", "2") and not is_in(text, at + 4, "0", "9")
% end
%
% -- "E. Fehlberg", "Ch. Tsitouras"
% local function is_author(line)
%   return is_in(line, 1, "A", "Z")
%     and (is_in(line, 2, ".", ".") or is_in(line, 2, "a", "z") and is_in(line, 3, ".", "."))
% end
%
% -- The source from the first line that begins with an initial, on one line.
% local function authors_in(source)
%   local lines = string.split(source, "\n")
%   for i, line in ipairs(lines) do
%     if is_author(line) then return table.concat(lines, " ", i) end
%   end
%   return table.concat(lines, " ")
% end
%
% -- The source up to the year in brackets, or else the last year.
% local function cite(source)
%   if not source or source == "" then return "" end
%   local text = authors_in(source)
%   local last = #text
%   for i = 1, #text do
%     if string.sub(text, i, i) == "(" and is_year(text, i + 1) and string.sub(text, i + 5, i + 5) == ")" then
%       last = i + 5
%       break
%     elseif is_year(text, i) then
%       last = i + 3
%     end
%   end
%   return " (" .. string.sub(text, 1, last) .. ")"
% end
%
% local function known_as(m)
%   local first, names = string.find(m.source or "", "also called ")
%   names = first and string.split(string.sub(m.source, names + 1), "\n")[1]
%   return m.name .. cite(m.source) .. (names and ", also called " .. names or "")
% end
%
% -- ---- comparison with it ----
%
% local function arrangement(m)
%   local text = ""
%   if m.exchanged then
%     text = embedded == 1 and m.embedded == 1 and ", b and bhat exchanged"
%       or ", its rows of weights in another order"
%   end
%   if #m.renumbered > 0 then
%     text = text .. ", its stages in the order " .. table.concat(m.renumbered, ", ")
%   end
%   return text .. (m.reduced and ", but for stages that b has no use for" or "")
%     .. (c.merged and ", but for stages that are always equal" or "")
%     .. (m.own_rows == 0 and "" or ", with " .. (m.own_rows > 1 and "rows" or "a row") .. " bhat of its own")
% end
%
% -- An entry of a known tableau, with its value if it has names.
% local function known_entry(m, d)
%   local is_plain = m.symbols == 0 or d.is_number
%   return d.known_entry .. (is_plain and "" or ", which is " .. digits(d.known_value, 15))
% end
%
% local function put_differences(m)
%   for i, d in ipairs(m.differences) do
%?i <= most_shown?{{d.entry}} = {{d.written}} where {{m.name}} has {{known_entry(m, d)}}{{d.off_by < math.huge and string.format(" (off by %.2g)", d.off_by) or ""}}
%   end
%?#m.differences > most_shown?and {{#m.differences - most_shown}} more
% end
%
% local function put_match(m, first)
%   local known = known_as(m) .. arrangement(m)
%   if verdict == "known" then
{{first}} {{known}}{{m.rounded > 0 and ", its entries rounded" or ""}}
%   elseif verdict == "row" then
%     local other = report.rows[m.differences[1].at // n - n + 1]
{{first}} {{known}}, but for {{other.name}}: a genuine row of order {{other.meant}}, but not {{m.name}}'s:
%     put_differences(m)
%   elseif verdict == "wrong" then
{{first}} {{known}}, with
%     put_differences(m)
%   elseif verdict == "sound" then
right, and of the orders of {{known}}, but
%     put_differences(m)
%   elseif m.far then
no known one is near
%   else
no known one; the nearest is {{known}}, where {{#m.differences}} of {{m.entries}} entries differ
%   end
% end
%
%?#c.nearest == 0?no known one has as many stages
% for i, m in ipairs(c.nearest) do
%   if i == 1 or verdict ~= "sound" and verdict ~= "far" then put_match(m, i > 1 and "or" or "this is") end
% end
%
% for i, row in ipairs(report.rows) do
%   if row.given_as then
%     local entries = {}
%     for j = 0, n - 1 do entries[j + 1] = entry(n * (n + i - 1) + j, true) end
{{row.name}} is given as {{row.given_as}}, for it adds up to 0, and read as that; write bhat : {{table.concat(entries, ", ")}}
%   end
% end
%
% -- A wrong claim.
% local claim = report.claim or 0
% if claim > b.meant_at_most then
the claim of order {{claim}} is wrong: b is of order {{b.meant}}
% elseif claim > 0 and b.meant > claim then
b is of order {{b.meant}}, more than the claim of {{claim}}
% end
%
% -- Weights of order 0, unless a known tableau explains more.
% for _, row in ipairs(report.rows) do
%?row.sum and not wrong?{{row.name}} is wrong: its weights add up to {{row.sum}}, not to 1
% end
%
% -- ---- without known tableaus ----
%
% for i, m in ipairs(c.mends) do
%   local value = number(m.value)
{{i > 1 and "or with" or "with"}} {{m.entry}} = {{value}} instead of {{m.written}} all holds, and b is of order {{m.order}}
% end
%
% local function row_of(at)
%   local row = at // n
%   return row < n and "row " .. row + 1 .. " of a" or report.rows[row - n + 1].name
% end
%
% local function size_text(x) return x < math.huge and string.format("%.6g", x) or "beyond 1e308" end
%
% -- No guesses if a known tableau already shows the entry.
% local has_match = verdict ~= "none" and verdict ~= "far"
% for _, x in ipairs(c.suspects) do
%   local size, others = size_text(x.size), size_text(x.others)
%   if x.meant and not has_match then
{{x.entry}} = {{x.written}} looks like {{x.meant}}
%   elseif x.doubt == "digits" and not has_match then
{{x.entry}} has {{string.format("%.0f", x.size)}} digits where others have {{string.format("%.0f", x.others)}}
%   elseif x.doubt == "large" then
{{x.entry}} is suspiciously large: {{size}}, the next is {{others}}
%   elseif x.doubt == "sum" then
{{row_of(x.at)}} cancels: sizes add up to {{size}}, entries to {{others}}
%   end
% end
