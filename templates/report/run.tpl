% -- polhode run: the end state, one quantity a line; R row by row.
% part("shared")
% local width = 8
% for _, q in ipairs(report.parts) do
%   for _, name in ipairs(q.heading) do
%     width = q.is_object and math.max(width, #name) or width
%   end
% end
%
% local function line(name, text)
%   put(fill(name, width), " ", fill_before(tostring(text), 24), "\n")
% end
%
% local function parts_of(state)
%   for k, q in ipairs(state.parts) do
%     local row = q.is_object and 1 or k == 1 and 3 or #q.value
%     for i, x in ipairs(q.value) do
%       if i % row == 1 % row then
%         put(fill(q.is_object and q.heading[i] or i == 1 and q.name or "", width))
%       end
%       put(" ", fill_before(shortest(x), 24), i % row == 0 and "\n" or "")
%     end
%   end
% end
%
% if report.turn then
{{report.turn > 1 and "\n" or ""}}{{fill("method", width)}} {{fill_before(report.method, 24)}}
% end
% line("t", shortest(report.t))
% parts_of(report)
% line("steps", report.steps)
% if report.rejected then
%   line("rejected", report.rejected)
%   line("least h", shortest(report.smallest))
%   line("most h", shortest(report.largest))
% end
% line("status", report.status)
%
% -- The state at an event, as above.
% for _, e in ipairs(report.events or {}) do

event {{e.name}}
%   line("t", shortest(e.t))
%   parts_of(e)
% end
