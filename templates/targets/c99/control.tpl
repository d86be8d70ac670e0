% -- The fields of <body>_control in the descriptor's order: reals, then counts, but
% -- for those of events, which have types of their own.  Steps of one size lack some; `all`:
% -- with these.  `start`: the value to begin with, if it is not 0.
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
%     add(name, "tolerance of a step, " .. (unit[name] or "in parts of |" .. name .. "|, now and at the start")).start = c.tolerance[i]
%   end
%   if events > 0 then
%     each("guard", "the values whose sign events watch, at the last step's end")
%     each("side", "sign of each guard there; 0: not known yet", "int")
%     each("count", "how often each event has happened", "long")
%     add("chain", "events that followed at once on one another").type = "int"
%   end
%   if events + #page.sample > 0 then
%     add("left", "rest of a step that " .. (events > 0 and "an event" or "a sample") .. " has cut, s", page.trial)
%     local event = add("event", "the event that has happened; -1: none", events == 0)
%     event.type, event.start = "int", -1
%   end
%   add("first", "the first step, s", fixed).start = c.first
%   add("min", "the smallest, s; 0: as rounding allows", fixed).start = c.min
%   add("max", "the largest, s; 0: any", fixed).start = c.max
%   add("h", fixed and "step, s" or "to try next, s; 0: begin anew with `first`").start = fixed and (page.real == "float" and "(float)" or "") .. page.step
%   add("memory", "of the error of the step before, 0: none", fixed)
%   add("smallest", "step that was taken, s", fixed)
%   add("largest", "step that was taken, s", fixed)
%   type = "long"
%   add("most", "steps in a call, 0: any number").start = c.most
%   add("steps", "that were taken, 2147483647 at most")
%   add("rejected", "steps that were rejected", fixed)
%   if fixed and #page.sample > 0 then
%     add("cuts", "steps that samples have cut")
%   else
%     add("next", "the next breakpoint", fixed)
%   end
%   return list
% end
%
% -- Each number of such fields: its place, and the field.
% function target.numbers(fields)
%   local list = {}
%   for _, f in ipairs(fields) do
%     for i = 0, f.size - 1 do
%       list[#list + 1] = { place = f.name .. (f.is_array and "[" .. i .. "]" or ""), of = f }
%     end
%   end
%   return list
% end
