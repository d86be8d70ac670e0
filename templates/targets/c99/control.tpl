% -- The fields of <body>_control in the descriptor's order: reals, then counts, except
% -- those of events, which have their own types.  Steps of one size lack some; `all` includes
% -- them.  `start`: the initial value, if it is not 0.
% function target.control(page, all)
%   local unit = { angle = "rad", rate = "rad/s", position = "m", velocity = "m/s" }
%   local list, events, type = {}, #page.event, nil
%   local function add(name, note, absent)
%     local f = { name = name, size = 1, note = note, type = type, absent = absent }
%     if all or not absent then list[#list + 1] = f end
%     return f
%   end
%   local function each(name, note, of)
%     local f = add(name, note)
%     f.size, f.is_array, f.type = events, true, of
%   end
%   local fixed, c = not page.trial, page.control or {}
%   for i, name in ipairs(fixed and {} or target.tolerances(page)) do
%     add(name, "tolerance of a step, " .. (unit[name] or "relative to |" .. name .. "| now plus at the start")).start = c.tolerance[i]
%   end
%   if events > 0 then
%     each("guard", "guard of each event at the last step's end")
%     each("side", "sign of each guard there; 0: not known yet", "int")
%     each("count", "how often each event has happened", "long")
%     add("chain", "events in immediate succession").type = "int"
%   end
%   if events + #page.sample > 0 then
%     add("left", "rest of a step that " .. (events > 0 and "an event" or "a sample") .. " has cut, s", page.trial)
%     local event = add("event", "the event that has happened; -1: none", events == 0)
%     event.type, event.start = "int", -1
%   end
%   add("first", "the first step, s", fixed).start = c.first
%   add("min", "the smallest step, s; 0: limited by rounding", fixed).start = c.min
%   add("max", "the largest step, s; 0: no limit", fixed).start = c.max
%   add("h", fixed and "step, s" or "next step to try, s; 0: begin anew with `first`").start = fixed and (page.real == "float" and "(float)" or "") .. page.step
%   add("memory", "error of the previous step, squared; 0: none", fixed)
%   add("smallest", "smallest step taken, s", fixed)
%   add("largest", "largest step taken, s", fixed)
%   type = "long"
%   add("most", "maximum of steps in a call, 0: no limit").start = c.most
%   add("steps", "steps taken, 2147483647 at most")
%   add("rejected", "steps rejected", fixed)
%   if fixed and #page.sample > 0 then
%     add("cuts", "steps that samples have cut")
%   else
%     add("next", "index of the next breakpoint", fixed)
%   end
%   return list
% end
%
% -- Each number of these fields: its place and its field.
% function target.numbers(fields)
%   local list = {}
%   for _, f in ipairs(fields) do
%     for i = 0, f.size - 1 do
%       list[#list + 1] = { place = f.name .. (f.is_array and "[" .. i .. "]" or ""), of = f }
%     end
%   end
%   return list
% end
