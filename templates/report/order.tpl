% -- polhode order: errors and orders, row by row, and the observed order.
% local r, format = report, string.format
% local exact = r.claim >= 99
% part("shared")
% local columns = columns_of(r, "uncertainty_%s")
%
% -- Marks errors within the noise of rounding and of the reference.
% local function remark(row)
%   if row.failed then
%     return "  step failed"
%   elseif not row.roundoff then
%     return ""
%   end
%   local text, all = "", true
%   for _, name in ipairs(columns) do
%     local noise = row.noise & noise_bit[name] ~= 0
%     text, all = text .. (noise and format(" (%s)", name) or ""), all and noise
%   end
%   return "  round-off" .. (all and "" or text)
% end
%
{{r.body}}, {{r.method}}, {{exact and "exact" or "order " .. r.claim}}, over {{shortest(r["until"])}} s
% put(format("%10s %12s", "steps", "h"))
% for _, name in ipairs(columns) do
%   put(format(" %12s %7s", name, "order"))
% end

% for _, row in ipairs(r.rows) do
%   put(format("%10d %12.5g", row.steps, row.size))
%   for _, name in ipairs(columns) do
%     put(format(" %12.3e ", row[name]), fill_before(order_text(row[name .. "_order"]), 7))
%   end
{{remark(row)}}
% end
observed order{{r.verdict == "rough" and " " or ": "}}{{order_verdict(r)}}
% for _, c in ipairs(r.crossings) do
%?c.order < r.claim?steps across a row of the table {{c.table}} have order {{c.order}} at most{{c.order > 1 and ", order " .. c.order - 1 .. " with its derivative" or ""}}
% end
% put(format("reference: %d steps, uncertain by %.1e rad", r.reference_steps, r.uncertainty_attitude))
% for c = 2, #columns do
%   put(format(" and %.1e", r["uncertainty_" .. columns[c]]))
% end

