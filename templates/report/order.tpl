% -- polhode order: errors and orders, row by row, and what they show.
% local r, format = report, string.format
% local exact = r.claim >= 99
% local columns = {}
% for c, name in ipairs({ "attitude", "momentum", "motion", "states" }) do
%   columns[#columns + 1] = r["uncertainty_" .. name] and { name = name, bit = 1 << c - 1 }
% end
% part("shared")
%
% -- A dash where none is seen.
% local function order_text(x)
%   return x - x == 0 and format("%.2f", x) or "-"
% end
%
% -- What is in the noise of rounding and of the reference.
% local function remark(row)
%   if row.failed then
%     return "  step failed"
%   elseif not row.roundoff then
%     return ""
%   end
%   local text, all = "", true
%   for _, column in ipairs(columns) do
%     local noise = row.noise & column.bit ~= 0
%     text, all = text .. (noise and format(" (%s)", column.name) or ""), all and noise
%   end
%   return "  round-off" .. (all and "" or text)
% end
%
% local why_none = {
%   ["reduced"] = "none; errors fall, but not by the power that is claimed:\norder reduction, or steps too large for a stiff torque",
%   ["round-off"] = exact and "none; exact, errors are at round-off"
%     or "none; errors are at round-off before four rows show one:\nlonger steps, or a longer --until",
%   ["reference lost"] = "none; the reference is lost: a shorter --until",
%   ["not settled"] = "not settled; no four rows agree within 0.15: smaller steps,\na shorter --until, or a torque that is not smooth",
% }
%
% local function verdict()
%   local orders = {}
%   for c, column in ipairs(columns) do
%     orders[c] = column.name .. " " .. order_text(r[column.name .. "_order"])
%   end
%   return why_none[r.verdict] or format("%s (%d to %d steps)", table.concat(orders, ", "), r.from_steps, r.to_steps)
% end
%
{{r.body}}, {{r.method}}, {{exact and "exact" or "order " .. r.claim}}, over {{shortest(r["until"])}} s
% put(format("%10s %12s", "steps", "h"))
% for _, column in ipairs(columns) do
%   put(format(" %12s %7s", column.name, "order"))
% end

% for _, row in ipairs(r.rows) do
%   put(format("%10d %12.5g", row.steps, row.size))
%   for _, column in ipairs(columns) do
%     put(format(" %12.3e ", row[column.name]), fill_before(order_text(row[column.name .. "_order"]), 7))
%   end
{{remark(row)}}
% end
observed order: {{verdict()}}
% put(format("reference: %d steps, uncertain by %.1e rad", r.reference_steps, r.uncertainty_attitude))
% for c = 2, #columns do
%   put(format(" and %.1e", r["uncertainty_" .. columns[c].name]))
% end

