% -- Numbers of tables, and for knots the function that finds the piece.
% -- `data`, `mark`: how arrays and functions are declared; `prefix`: the start of
% -- names.
% local given = ...
% local real, prefix = page.real, given.prefix
% local zero = page.zero
% local done = {}
% for _, g in ipairs(page.grid) do
%   if not done[g.name] then
%     done[g.name] = true

{{given.data}} {{real}} {{prefix}}{{g.name}}[{{g.n}}] = {
    {{g.values}}
};
%   if g.knots then

/* The index of the last of these knots that is not above x, or 0. */
{{given.mark}} {{prefix}}{{g.name}}_at({{real}} x)
{
%     if g.per then
    const {{real}} place = (x - {{prefix}}{{g.name}}[0])*{{g.per}};
    int i = place > {{zero}} ? place < {{g.n - 1}}.0{{real == "float" and "f" or ""}} ? (int)place : {{g.n - 1}} : 0;
    if (i > 0 && x < {{prefix}}{{g.name}}[i]) {
        i--;
    }
    if (i < {{g.n - 1}} && x >= {{prefix}}{{g.name}}[i + 1]) {
        i++;
    }
    return ({{real}})i;
%     else
    int low = 0, high = {{g.n}};
    while (high - low > 1) {
        const int middle = (low + high)/2;
        if (x >= {{prefix}}{{g.name}}[middle]) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return ({{real}})low;
%     end
}
%     end
%   end
% end
