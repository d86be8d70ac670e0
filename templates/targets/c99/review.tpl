% -- Facts about the body and its steps for the test and the dossier.
%
% -- True if a step calls no function whose bits differ between libraries.
% function target.has_exact_bits(page)
%   for _, program in ipairs { page.advance, page.push or false, page.loads or false } do
%     for _, call in ipairs(program and program.calls or {}) do
%       if call ~= "sqrt" and call ~= "sqrtf" then return false end
%     end
%   end
%   return true
% end
%
% -- The value of a number in the form of the pages.
% function target.real_of(text) return tonumber(string.replace(text, "f", "")) end
%
% -- The inertia with the parameters' defaults: J[i][k], its cofactors, its determinant,
% -- and whether it is diagonal.
% function target.inertia(page)
%   local own = page.own_inertia_text or page.inertia_text
%   local is_diagonal = string.find(own, "diag(")
%   local d = string.split(is_diagonal and string.sub(own, 6, -2) or own, ", ")
%   for i, text in ipairs(d) do d[i] = target.real_of(is_diagonal and text or string.sub(text, 4)) end
%   local xy, xz, yz = d[4] or 0, d[5] or 0, d[6] or 0
%   local J = { { d[1], xy, xz }, { xy, d[2], yz }, { xz, yz, d[3] } }
%   local function cofactor(i, k)
%     local a, b, c, d = i % 3 + 1, (i + 1) % 3 + 1, k % 3 + 1, (k + 1) % 3 + 1
%     return J[a][c] * J[b][d] - J[a][d] * J[b][c]
%   end
%   local det = J[1][1] * cofactor(1, 1) + J[1][2] * cofactor(1, 2) + J[1][3] * cofactor(1, 3)
%   return J, cofactor, det, is_diagonal
% end
