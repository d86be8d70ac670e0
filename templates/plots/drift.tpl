% -- polhode drift --plot: the largest drift so far of each quantity over time;
% -- for several methods, a panel for each quantity.
% part("plots/shared")
% local runs = report.runs or { report }
% local r, zeros, marks, _, caption, from = runs[1], {}, false, times_of(runs[1].rows)
% local panels = { { caption = "largest drift so far", curves = {}, log = true, height = 55, empty = "nothing drifts" } }
%
% -- The largest length so far of the vector in n columns.  A logarithmic axis cannot
% -- show 0: such quantities are listed in the title.
% local function add(name, first, n, kept)
%   local several, curves, star = #runs > 1, {}, kept == 0 and name .. " *" or name
%   for m, run in ipairs(runs) do
%     local y, most = {}, 0
%     for i, row in ipairs(run.rows) do
%       local sum = 0
%       for k = first, first + n - 1 do sum = sum + row[k] * row[k] end
%       most = not (most == most) and most or not (sum <= most) and sum or most
%       y[i] = math.sqrt(most)
%     end
%     if most == 0 then zeros[#zeros + 1] = several and name .. " by " .. run.method or name end
%     curves[#curves + 1] = most ~= 0 and { name = several and run.method or star, place = several and m or nil,
%       width = width_by_method(runs, m), x = times_of(run.rows, from), y = y } or nil
%   end
%   if several and #curves > 0 then
%     local p = #panels[1].curves > 0 and {} or panels[1]
%     p.caption, p.curves, p.log, p.height = "largest drift so far, " .. star, curves, true, nil
%     panels[#panels + (p == panels[1] and 0 or 1)] = p
%   else
%     table.insert(panels[1].curves, curves[1])
%   end
%   marks = marks or kept == 0
% end
%
% for k, p in ipairs(r.parts) do
%   local n, kept = #p.heading, r.conserved.parts[k].value
%   if p.name == "keep" then
%     for i, name in ipairs(p.heading) do add(name, p.first + i - 1, 1, kept[i]) end
%   elseif n > 0 then
%     add(p.name == "norm_L" and "|L|" or p.name, p.first, n, math.min(table.unpack(kept)))
%   end
% end
%
% local title = run_title(runs)
% title[#title + 1] = marks and "*: the motion itself changes it" or nil
% title[#title + 1] = #zeros > 0 and "always 0: " .. table.concat(zeros, ", ") or nil
% add_failures(title, runs)
% draw({ title = title, x_caption = caption, x_unit = "s", panels = panels })
