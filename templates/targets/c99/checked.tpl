% -- Functions whose names end with a checksum of the C, for programs that include a header:
% -- they do not link with the object of another emission. `of`: header or not, batch or not.
% local of = ...
% local b, B, real = page.body, page.BODY, page.real
% -- Result, name, parameters, arguments.
% local list = { { "void", "start", b .. " *x", "x" }, { "void", "defaults", b .. "_par *par", "par" } }
% if page.start_varies then list[1] = { "int", "start", b .. " *x, const " .. b .. "_par *par", "x, par" } end
% if of.batch then
%   local arrays = "long n, const " .. b .. "_many *x, const " .. b .. "_many_par *par, const " .. b .. "_many_in *in, "
%   list = { { "int", "run_many", arrays .. real .. " h, long steps, unsigned char *status", "n, x, par, in, h, steps, status" } }
%   if page.advances then
%     list[2] = { "int", "advance_many", arrays .. b .. "_control *control, " .. real .. " t_end, unsigned char *status", "n, x, par, in, control, t_end, status" }
%   end
% end
% for _, f in ipairs(list) do
%   f.plain = b .. "_" .. f[2]
%   f.checked = f.plain .. "_" .. page.link
%   f.says = f[1] .. " " .. f.checked .. "(" .. f[3] .. ")"
% end
% if of.header then
{{target.comment("", "In C " .. (#list > 1 and "these functions have names that end" or "this function has a name that ends") .. " with a checksum of " .. b .. ".h and " .. b .. ".c: a program does not link with the object of another emission. The object also has the plain names, for other languages and for C that defines " .. B .. "_PLAIN.")}}
#ifndef {{B}}_PLAIN
%   for _, f in ipairs(list) do
%     local head = "# define " .. f.plain
{{head .. (#head + #f.checked < 80 and " " or " \\\n    ") .. f.checked}}
%   end
#else
%   for _, f in ipairs(list) do
{{f.says}};
%   end
#endif
% else
/* The names with a checksum, if the header left the plain names. */
#ifndef {{list[1].plain}}
%   for i, f in ipairs(list) do
%?i > 1?
{{f.says}}
{
    {{f[1] == "int" and "return " or ""}}{{f.plain}}({{f[4]}});
}
%   end
#endif
% end
