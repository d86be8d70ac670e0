% -- What pages share; it writes nothing.
%
% -- The shortest decimal that reads back.
% function shortest(x)
%   local digits, text = 15, ""
%   repeat
%     text = x ~= x and "nan" or string.format("%." .. digits .. "g", x)
%     digits = digits + 1
%   until digits > 17 or x - x ~= 0 or tonumber(text) == x
%   return text
% end
%
% -- To `size` characters, blanks behind or before.
% function fill(text, size)
%   return text .. string.rep(" ", size - #text)
% end
%
% function fill_before(text, size)
%   return string.rep(" ", size - #text) .. text
% end
%
% -- A text in lines of at most 80 characters behind a margin, those that follow
% -- one further in.
% function put_wrapped(text, margin)
%   local inset = margin
%   while text ~= "" do
%     local n = #text
%     if n > 80 - inset then
%       n = 80 - inset
%       while n > 0 and string.sub(text, n + 1, n + 1) ~= " " do
%         n = n - 1
%       end
%       n = n > 0 and n or #text
%     end
  {{fill("", inset - 2)}}{{string.sub(text, 1, n)}}
%     text = string.sub(text, string.sub(text, n + 1, n + 1) == " " and n + 2 or n + 1)
%     inset = margin + 1
%   end
% end
