% -- The texts of --help and of the manual page, from the tables of commands and
% -- options, templates/commands/; this file writes nothing.
%
% -- An entry of a table begins with a line "=..." and ends before the next one.
% local function add_entries(all, text)
%   for _, entry in ipairs(string.split("\n" .. text, "\n=")) do
%     local lines = string.split(entry, "\n")
%     local words = string.split(lines[1], " ")
%     local is_command, is_own = string.sub(lines[2] or "", 1, 1) == "@", string.sub(words[2] or "", 1, 2) == "--"
%     local first = is_command and 2 or 1
%     local more = { table.unpack(lines, first + 2) }
%     if more[#more] == "" then
%       more[#more] = nil
%     end
%     all[is_own and lines[1] or words[1]] = { brief = lines[first + 1], more = more }
%   end
% end
%
% -- Keys: "run" for a command's texts, "--step" for an option's, "sweep --step" for
% -- the purpose of an option in a command.
% function usages(commands)
%   local all = {}
%   add_entries(all, file("commands/shared.txt"))
%   for _, command in ipairs(commands) do
%     add_entries(all, file("commands/" .. command.name .. ".txt"))
%   end
%   return all
% end
