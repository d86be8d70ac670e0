% -- polhode drift --plot: how far each thing is from its start, at most so far,
% -- over time.
% part("plots/shared")
% local r, curves, zeros = report, {}, {}
% local times, caption = times_of(r.rows)
%
% -- The largest length so far of the numbers in some columns.  What is 0 is not on
% -- a logarithmic axis: it is named below.
% local function add(name, first, n, kept)
%   local y, most = {}, 0
%   for i, row in ipairs(r.rows) do
%     local sum = 0
%     for k = first, first + n - 1 do
%       sum = sum + row[k] * row[k]
%     end
%     most = not (most == most) and most or not (sum <= most) and sum or most
%     y[i] = math.sqrt(most)
%   end
%   if most == 0 then
%     zeros[#zeros + 1] = name
%   else
%     curves[#curves + 1] = { name = kept == 0 and name .. " *" or name, x = times, y = y }
%   end
%   return kept == 0
% end
%
% local marks = false
% for k, p in ipairs(r.parts) do
%   local n, kept = #p.heading, r.conserved.parts[k].value
%   if p.name == "keep" then
%     for i, name in ipairs(p.heading) do
%       marks = add(name, p.first + i - 1, 1, kept[i]) or marks
%     end
%   elseif n > 0 then
%     marks = add(p.name == "norm_L" and "|L|" or p.name, p.first, n, math.min(table.unpack(kept))) or marks
%   end
% end
%
% local title = title_of(r.body, r.method, r.h > 0 and "h = " .. number(r.h) .. " s" or "adaptive steps")
% title[#title + 1] = marks and "*: the motion itself changes it" or nil
% title[#title + 1] = #zeros > 0 and "always 0: " .. table.concat(zeros, ", ") or nil
% title[#title + 1] = r.failed ~= 0 and "a step failed at t = " .. number(r.rows[#r.rows][1]) .. " s" or nil
% draw({ title = title, x_caption = caption, x_unit = "s",
%   panels = { { caption = "largest drift so far", curves = curves, log = true, height = 55,
%     empty = "nothing drifts" } } })
