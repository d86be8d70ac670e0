% -- Functions shared by pages; this file writes nothing.
%
% -- The shortest decimal that reads back exactly.
% function shortest(x)
%   local digits, text = 15, ""
%   repeat
%     text = x ~= x and "nan" or string.format("%." .. digits .. "g", x)
%     digits = digits + 1
%   until digits > 17 or x - x ~= 0 or tonumber(text) == x
%   return text
% end
%
% -- Pads a text to `size` characters with blanks after or before it.
% function fill(text, size)
%   return text .. string.rep(" ", size - #text)
% end
%
% function fill_before(text, size)
%   return string.rep(" ", size - #text) .. text
% end
%
% -- Breaks a text at the last blank that fits: returns at most `size` characters, and the rest.
% function broken(text, size)
%   local n = #text > size and size or #text
%   while n > 0 and n < #text and string.sub(text, n + 1, n + 1) ~= " " do
%     n = n - 1
%   end
%   n = n > 0 and n or #text
%   return string.sub(text, 1, n), string.sub(text, n + 2)
% end
%
% -- Writes a text in lines of at most 80 characters after a margin; all but the
% -- first are indented by one more.
% function put_wrapped(text, margin)
%   local inset, line = margin, nil
%   while text ~= "" do
%     line, text = broken(text, 80 - inset)
  {{fill("", inset - 2)}}{{line}}
%     inset = margin + 1
%   end
% end
%
% -- The words of a list as the keys of a set.
% function set_of(words)
%   local set = {}
%   for _, word in ipairs(words or {}) do
%     set[word] = true
%   end
%   return set
% end
%
% -- The words whose conditions hold; a pair is a condition, then its word.
% function words_where(pairs)
%   local words = {}
%   for _, pair in ipairs(pairs) do
%     words[#words + 1] = pair[1] and pair[2] or nil
%   end
%   return words
% end
%
% -- The kinds of errors for which a record has a field of this form.
% function columns_of(record, form)
%   local columns = {}
%   for _, name in ipairs({ "attitude", "momentum", "motion", "states" }) do
%     columns[#columns + 1] = record[string.format(form, name)] and name
%   end
%   return columns
% end
%
% -- The bits of `noise` in a row of `order`: these errors are noise.
% noise_bit = { attitude = 1, momentum = 2, motion = 4, states = 8 }
%
% -- The text of an observed order; a dash without one.
% function order_text(x)
%   return x and x - x == 0 and string.format("%.2f", x) or "-"
% end
%
% local why_none = {
%   ["reduced"] = "none; errors fall, but not by the power that is claimed:\norder reduction, or steps too large for a stiff torque",
%   ["round-off"] = "none; errors are at round-off before four rows show one:\nlonger steps, or a longer --until",
%   ["reference lost"] = "none; the reference is lost: a shorter --until",
%   ["not settled"] = "not settled; no four rows agree within 0.15: smaller steps,\na shorter --until, or a torque that is not smooth",
% }
%
% -- The observed order of `order`, or why it has no value.
% function order_verdict(r)
%   local orders = {}
%   if r.verdict == "round-off" and r.claim >= 99 then
%     return "none; exact, errors are at round-off"
%   end
%   if r.verdict == "rough" then
%     return string.format("%d: the torque %s at t = %s %s", r.rough_order, r.rough_order == 1 and "jumps" or "has a kink", shortest(r.rough_at), r.rough_inside and "inside steps" or "where steps end")
%   end
%   for i, name in ipairs(columns_of(r, "uncertainty_%s")) do
%     orders[i] = name .. " " .. order_text(r[name .. "_order"])
%   end
%   if r.verdict == "reduced" and r.c_not_row_sum then
%     return "none; errors fall, but not by the power that is claimed:\n" .. r.c_not_row_sum .. ",\nwhich costs order where the torque depends on t"
%   end
%   return why_none[r.verdict] or string.format("%s (%d to %d steps)", table.concat(orders, ", "), r.from_steps, r.to_steps)
% end
%
% -- Why a compared method does not reach the error.
% function why_not_reached(m)
%   local best
%   for _, row in ipairs(m.ladder) do
%     best = row.error < (best and best.error or 1/0) and row or best
%   end
%   local text = best and string.format("least error %.1e, in %d steps", best.error, best.steps) or "every step fails"
%   local last = m.ladder[#m.ladder]
%   if m.least_steps > 0 then
%     text = text .. string.format("; the damping needs %d", m.least_steps)
%   end
%   if m.failure and (not best or last.failed) then
%     text = text .. "; " .. m.failure
%   elseif m.too_expensive then
%     text = text .. (best and best.steps < last.steps and string.format(", of up to %d", last.steps) or "") .. "; finer ones cost too much"
%   end
%   return text
% end
