% -- polhode --help, and polhode COMMAND --help.  C passes the commands with their
% -- operands, and the options with their arguments.
% part("usage")
% local usage, format, c = usages(report.commands), string.format, nil
%
% local function left_of(option)
%   local argument = option.argument and " " .. option.argument or ""
%   return (option.brief and "-" .. string.sub(option.name, 1, 1) .. ", --" or "--") .. option.name .. argument
% end
%
% for _, command in ipairs(report.commands) do
%   c = command.name == report.command and command or c
% end
% if not c then
usage: polhode COMMAND ... [OPTION ...]

Reads the description of a rigid body (SPEC, a .pol file; - is stdin),
emits a C stepper for its rotation, or runs the same C in memory.

commands:
%   for _, command in ipairs(report.commands) do
{{format("  %-8s %-22s %s", command.name, command.operands, usage[command.name].brief)}}
%   end

polhode COMMAND --help shows a command's options; polhode help man the manual,
for man(1); polhode help bash the completion script for bash;
polhode --version the version.
exit status: 0 done, 1 a fault in the input or a failed run, 2 wrong usage,
3 an internal error, 130 interrupted.
%   return
% end
usage: polhode {{c.name}} {{c.operands}}{{#report.options > 0 and " [OPTION ...]" or ""}}

{{usage[c.name].brief}}.
% if #report.options > 0 then

options:
% end
% for _, option in ipairs(report.options) do
{{format("  %-24s %s", left_of(option), (usage[c.name .. " --" .. option.name] or usage["--" .. option.name]).brief)}}
% end
% for i, line in ipairs(usage[c.name].more) do
%?i == 1?
{{line}}
% end
