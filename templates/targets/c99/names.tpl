% -- The names in a text of C.
%
% local function is_word(c)
%   return c and (c >= 97 and c <= 122 or c >= 65 and c <= 90 or c >= 48 and c <= 57 or c == 95)
% end
%
% -- The text with each name replaced by visit(name), unless nil; comments are unchanged.
% function target.map_names(text, visit)
%   local i, out = 1, {}
%   while i <= #text do
%     local c, from = string.byte(text, i), i
%     if string.sub(text, i, i + 1) == "/*" then
%       local _, last = string.find(text, "*/", i)
%       i = last + 1
%       out[#out + 1] = string.sub(text, from, last)
%     elseif is_word(c) then
%       while is_word(string.byte(text, i)) or c <= 57 and string.sub(text, i, i) == "." do i = i + 1 end
%       local word = string.sub(text, from, i - 1)
%       out[#out + 1] = visit(word) or word
%     else
%       i = i + 1
%       out[#out + 1] = string.sub(text, from, from)
%     end
%   end
%   return table.concat(out)
% end
