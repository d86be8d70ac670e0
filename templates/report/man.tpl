% -- polhode help man: the manual page, in the format of man(1).
% part("usage")
% local usage, width = usages(report.commands), 76
%
% -- Escapes the characters that man would interpret.
% local function plain(text)
%   for _, pair in ipairs({ { "\\", "\\e" }, { "-", "\\-" }, { "'", "\\(aq" }, { "^", "\\(ha" } }) do
%     text = string.replace(text, pair[1], pair[2])
%   end
%   return (string.sub(text, 1, 1) == "." and "\\&" or "") .. text
% end
%
% local function bold(text)
%   return "\\fB" .. plain(text) .. "\\fR"
% end
%
% local function italic(text)
%   return "\\fI" .. plain(text) .. "\\fR"
% end
%
% -- "--step," with only the option in bold.
% local function with_option(word)
%   local from, to = string.find(word, "--")
%   local letters = "abcdefghijklmnopqrstuvwxyz-"
%   while to and to < #word and string.find(letters, string.sub(word, to + 1, to + 1)) do
%     to = to + 1
%   end
%   if not to then return plain(word) end
%   return plain(string.sub(word, 1, from - 1)) .. bold(string.sub(word, from, to)) .. plain(string.sub(word, to + 1))
% end
%
% -- Writes a paragraph in lines.
% local function put_filled(text)
%   local marked, line = "", ""
%   for i, part in ipairs(string.split(text, "`")) do
%     for k, word in ipairs(string.split(part, " ")) do
%       marked = marked .. (k > 1 and " " or "") .. (i % 2 == 0 and bold(word) or with_option(word))
%     end
%   end
%   for _, word in ipairs(string.split(marked, " ")) do
%     if line ~= "" and #line + #word > width then
{{line}}
%       line = word
%     else
%       line = line .. (line ~= "" and " " or "") .. word
%     end
%   end
{{line}}
% end
%
% -- Writes its purpose and its further texts, paragraph by paragraph.
% local function put_texts(texts)
%   local text = string.upper(string.sub(texts.brief, 1, 1)) .. string.sub(texts.brief, 2) .. "."
%   for _, line in ipairs(texts.more) do
%     if line == "" then
%       put_filled(text)
.IP
%     end
%     text = (text == "" or line == "") and line or text .. " " .. line
%   end
%   put_filled(text)
% end
%
.TH POLHODE 1 2026-12-01 "polhode {{report.version}}" "User Commands"
.SH NAME
polhode \- from a rigid body\(aqs description to a C stepper
.SH SYNOPSIS
.B polhode
\fICOMMAND\fR [\fIOPERAND\fR ...] [\fIOPTION\fR ...]
.SH DESCRIPTION
.B polhode
reads the description of a rigid body (a \fI.pol\fR file, or \fB\-\fR for
standard input), derives one step of a Lie\-group integrator for its rotation,
and emits it as an unrolled, allocation\-free C function. The same C can be
compiled in memory and run at once.
.SH COMMANDS
% for _, command in ipairs(report.commands) do
.TP
{{bold(command.name)}} {{italic(command.operands)}}
%   put_texts(usage[command.name])
% end
.TP
\fBhelp\fR [\fICOMMAND\fR]
Print the usage; \fBhelp man\fR prints this page, \fBhelp bash\fR the completion
script for bash, which also knows the names of the shelf: an installation has
it in \fIshare/bash\-completion/completions\fR.
.PP
\fBrun\fR, \fBorder\fR and \fBdrift\fR take steps of equal length, at most the
requested step size, so that they reach the end exactly. In the equations an
input\(aqs signal replaces the input; an input without a signal is 0. If the
spec says \fBstep adaptive(...)\fR or \fB\-\-tolerance\fR is given,
\fBrun\fR and \fBdrift\fR take adaptive steps, unless there is a
\fB\-\-step\fR; \fBorder\fR needs one.
.SH OPTIONS
An option\(aqs value follows it, or an equals sign: \fB\-\-step 1e\-3\fR,
\fB\-\-step=1e\-3\fR. A number may be an expression of constants,
\fB\-\-step 1/60\fR. After \fB\-\-\fR there are only operands.
% for _, option in ipairs(report.options) do
.TP
{{option.brief and bold("-" .. string.sub(option.name, 1, 1)) .. ", " or ""}}{{bold("--" .. option.name)}}{{option.argument and " " .. italic(option.argument) or ""}}
%   put_texts(usage["--" .. option.name])
% end
.TP
\fB\-\-help\fR, \fB\-\-version\fR
Help (of a command, too) and version.
.SH EXIT STATUS
0 done; 1 a fault in the input, or a run that failed; 2 wrong usage; 3 an
internal error, or no memory; 130 interrupted (\fBrun\fR and \fBdrift\fR print
their results so far; \fBwatch\fR always ends this way).
.SH CONVENTIONS
R maps body to space; quaternions are scalar first; L and w are in the body
frame; units are SI. Results go to standard output, messages to standard error.
.SH SEE ALSO
The manual, \fIdocs/index.md\fR (installed in \fIshare/polhode/docs\fR).
