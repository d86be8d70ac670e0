% -- Writes programs.  Sets in `tools`: blocks, computed, straight, writes, acting,
% -- unused, unused_structs, each, shared_of.  Reads tools.prefix: the start of the names
% -- of called functions, tools.mark: their declaration, tools.counts: true if sweeps are
% -- counted.
% local tools = ...
% local b, B, real = page.body, page.BODY, page.real
% local prefix = tools.prefix
% tools.is_packed = "defined(__GNUC__) && defined(__" .. (real == "float" and "SSE" or "AVX") .. "__) && !defined(__CUDACC__)"
% tools.once_a_call = { param = true, input = true, step = false }
% tools.in_a_step = { store = true, time = true, push = true }
% tools.everything = { store = true, time = true, param = true, input = true, argument = true }
%
% -- Computes the start from params, or sets `status`.
% function tools.start(to)
    do {
%   tools.unused("par", target.has(page.begin, { param = true }))
%   tools.computed("        ", page.begin, tools.everything)
%   for _, w in ipairs(page.begin.writes) do
        {{to}}->{{w.place}} = {{w.value}};
%   end
        {{to}}->t_rest = {{page.zero}};
    } while (0);
% end
%
% -- The packs of a paragraph, where compilers have vectors, else their lines.  Returns
% -- the other lines.  Elements may be unused: other packs add the vector.
% local has_type
% local function packed(indent, p)
%   local sums, others, is_sum = {}, {}, {}
%?#p.packs > 0?#if {{tools.is_packed}}
%?#p.packs > 0 and not has_type?{{indent}}typedef {{real}} {{prefix}}sums __attribute__((vector_size(4*sizeof({{real}}))));
%   has_type = has_type or #p.packs > 0
%   for _, pack in ipairs(p.packs) do
%     local items, head = {}, "const " .. prefix .. "sums " .. pack.name .. " = "
%     for i = 1, pack.value and #pack.lanes or 4 do
%       local lane = pack.lanes[i] or page.zero
%       items[i] = pack.value and ("%s = %s[%d]"):format(lane, pack.name, i - 1) or lane
%       is_sum[lane] = is_sum[lane] or pack.value
%     end
%?pack.value?{{indent .. head .. pack.value}};
%     put(target.pack(indent, pack.value and "__attribute__((unused)) const " .. real .. " " or head .. "{ ", items, pack.value and ";" or " };") .. "\n")
%   end
%   for _, line in ipairs(p.lines) do table.insert(is_sum[line.name or ""] and sums or others, line) end
%?#sums > 0?#else
%   put(target.lines(indent, real, sums, prefix))
%?#p.packs > 0?#endif
%   return others
% end
%
% -- The paragraphs of a block, each with its title unless the paragraph before has
% -- the same; the first one in a loop needs no blank line before it, the first one
% -- after a loop does.
% local last_title
% local function paragraphs(indent, block, in_loop, after_loop)
%   for i, p in ipairs(block.paragraphs) do
%     local blank = not (in_loop and i == 1)
%?blank and (p.title or last_title or after_loop and i == 1)?
%?p.title and p.title ~= last_title?{{target.comment(indent, p.title)}}
%     last_title = p.title
%     put(target.lines(indent, real, packed(indent, p), prefix))
%   end
% end
%
% -- Newton's iteration: corrects the carried variables until it converges.
% -- `k`: its index, if sweeps are counted.
% local function newton(indent, block, k)
%   local deeper = indent .. "    "

{{target.comment(indent, block.title .. ": Newton's iteration, at most " .. block.sweeps .. " sweeps, with the residual f and its Jacobian J")}}
%   for i, name in ipairs(block.carried) do
{{indent}}{{real}} {{name}} = {{block.start[i]}};
%   end
{{indent}}solved = false;
{{indent}}for (sweep = 0; sweep < {{block.sweeps}} && !solved; sweep++) {
%?tools.counts?{{deeper}}{{b}}_sweeps[{{k}}]++;
%   paragraphs(deeper, block, true)
%   for _, change in ipairs(block.change) do
%?change.value?{{deeper}}const {{real}} {{change.name}} = {{change.value}};
%   end
%   for i, name in ipairs(block.carried) do
{{deeper}}{{name}} += {{block.change[i].name}};
%   end
{{deeper}}solved = {{block.done}};
{{indent}}}
{{indent}}if (!solved) {
{{deeper}}status = {{B}}_NOT_CONVERGED;
{{deeper}}break;
{{indent}}}
% end
%
% -- The condition that a solution must meet.
% local function require(indent, block)
{{indent}}if (!({{block.accept}})) {
{{indent}}    status = {{B}}_{{block.fails}};
{{indent}}    break;
{{indent}}}
% end
%
% -- The loop over the orders of a series: it keeps the factors a and b of each group at
% -- all orders, and the coefficients of each function that is summed up.  More than two
% -- a are stored as quads, which `add` multiplies by a b.
% local series_of                   -- the loop that is open
% local function array(group, side) return series_of.arrays[2*group - (side == "a" and 1 or 0)] end
% local function kept() return series_of.arrays[#series_of.arrays] end
% local function quads(g) return (g.as + 3)//4 end
% local function size(g) return g.as > 2 and quads(g) or g.as end
% local function type_of(g) return g.as > 2 and prefix .. "quad" or real end
% local function element(g, place) return g.as > 2 and ("[%d].x[%d]"):format(place//4, place%4) or "[" .. place .. "]" end
% local function factor(group, side, order, place)
%   local at = side == "a" and element(series_of.groups[group], place) or "[" .. place .. "]"
%   return ("%s[%s]%s"):format(array(group, side), order, at)
% end
% function tools.has_quads()
%   for _, program in ipairs { page.advance, page.curves } do
%     for _, block in ipairs(program.blocks) do
%       for _, g in ipairs(block.kind == "series" and block.groups or {}) do
%         if g.as > 2 then return true end
%       end
%     end
%   end
% end
% local function stores(indent, block, order)
%   for _, s in ipairs(block.stores) do
{{indent}}{{factor(s.group, s.side, order, s.place)}} = {{s.value}};
%   end
% end
% local function fill(indent, group, order)
%   local g = series_of.groups[group]
%   for place = g.as, g.as > 2 and 4*quads(g) - 1 or 0 do
{{indent}}{{factor(group, "a", order, place)}} = {{page.zero}};
%   end
% end
% local function keep(indent, block, order, names)
%   for i = 1, series_of.kept do
{{indent}}{{kept()}}[{{order}}][{{i - 1}}] = {{names[series_of.first + i]}};
%   end
% end
% local function begin_series(indent, block)
%   series_of = block

{{target.comment(indent, "Coefficients of the Taylor series, order by order: a coefficient of a product is a sum")}}
%   for i, g in ipairs(block.groups) do
{{indent}}{{type_of(g)}} {{array(i, "a")}}[{{block.order}}][{{size(g)}}];
{{indent}}{{real}} {{array(i, "b")}}[{{block.order}}][{{g.bs}}];
%   end
{{indent}}{{real}} {{kept()}}[{{block.order + 1}}][{{block.kept}}];
{{indent}}int {{block.k}};
{{indent}}int {{block.j}};
%   for i, name in ipairs(block.carried) do
{{indent}}{{real}} {{name}} = {{block.start[i]}};
%   end
%   stores(indent, block, 0)
%   for i = 1, #block.groups do fill(indent, i, 0) end
%   keep(indent, block, 1, block.carried)
{{indent}}for ({{block.k}} = 1; {{block.k}} < {{block.order}}; {{block.k}}++) {
%?block.order_name?{{indent}}    const {{real}} {{block.order_name}} = ({{real}}){{block.k}};
% end
% -- The loop uses the numbers of this order last, so that out-of-order processors need
% -- not wait; their quad is not loaded as a whole, as its numbers were stored singly.
% local function sums(indent, block)
%   local group, g, c = block.group, block.groups[block.group], block.c
%   local k, j, is_quad = series_of.k, series_of.j, g.as > 2
%   stores(indent, block, k)
%   fill(indent, group, k)
%   local wanted = {}
%   for _, s in ipairs(block.sums) do
%     if s.name then wanted[(is_quad and s.a//4 or s.a)*g.bs + s.b] = true end
%   end
{{indent}}{{type_of(g)}} {{c}}[{{g.bs}}][{{size(g)}}];
%   for i = 0, size(g) - 1 do
%     for place = 0, g.bs - 1 do
%       local sum = c .. "[" .. place .. "][" .. i .. "]"
%?wanted[i*g.bs + place]?{{indent}}{{is_quad and prefix .. "clear(&" .. sum .. ")" or sum .. " = " .. page.zero}};
%     end
%   end
{{indent}}for ({{j}} = 1; {{j}} <{{g.open_b and "" or "="}} {{k}}; {{j}}++) {
%   for i = 0, size(g) - 1 do
%     for place = 0, g.bs - 1 do
%       local a, b = ("%s[%s - %s][%d]"):format(array(group, "a"), k, j, i), factor(group, "b", j, place)
%       local sum = c .. "[" .. place .. "][" .. i .. "]"
%       local add = is_quad and prefix .. "add(&" .. sum .. ", &" .. a .. ", " .. b .. ")" or sum .. " += " .. a .. "*" .. b
%?wanted[i*g.bs + place]?{{indent}}    {{add}};
%     end
%   end
{{indent}}}
%   for _, s in ipairs(block.sums) do
%     local sum = c .. "[" .. s.b .. "]" .. element(g, s.a)
%     if not g.open_a then
%       sum = sum .. " + " .. factor(group, "a", k, s.a) .. "*" .. factor(group, "b", 0, s.b)
%     end
%?s.name?{{indent}}const {{real}} {{s.name}} = {{sum}};
%   end
% end
% local function end_series(indent, block)
%   local deeper, k = indent .. "    ", series_of.k
%   for i, next in ipairs(block.next) do
%?next.value?{{deeper}}const {{real}} {{next.name}} = {{next.value}};
%   end
%   stores(deeper, block, k)
%   for i, next in ipairs(block.next) do
{{deeper}}{{series_of.carried[i]}} = {{next.name}};
%   end
%   keep(deeper, block, k .. " + 1", series_of.carried)
{{indent}}}
%   local y, n, last = kept(), block.kept, block.order
%   for i = 1, block.whole and n*last or 0 do
%     local name = block.names[i]
%?name?{{indent}}const {{real}} {{name}} = {{y}}[{{1 + (i - 1)%last}}][{{(i - 1)//last}}];
%   end
%   for i = 1, block.whole and 0 or n do
%     for part = 0, 5 do
%       local name, k = block.names[part*n + i], part > 1 and math.max(last + 2 - part, 1) or last
%       local times = part == 1 and "(" .. real .. ")" .. last .. "*" or ""
%?name?{{indent}}{{part > 1 and "const " or ""}}{{real}} {{name}} = {{times}}{{y}}[{{k}}][{{i - 1}}];
%     end
%   end
%   if not block.whole then
{{indent}}for ({{k}} = {{last - 1}}; {{k}} > 0; {{k}}--) {
%   for i = 1, n do
%     local sum, slope = block.names[i], block.names[n + i]
%?sum?{{deeper}}{{sum}} += {{y}}[{{k}}][{{i - 1}}];
%?slope?{{deeper}}{{slope}} += ({{real}}){{k}}*{{y}}[{{k}}][{{i - 1}}];
%   end
{{indent}}}
%   end
%   series_of = nil
% end
%
% function tools.blocks(indent, program)
%   local iterations = 0
%   last_title, has_type = nil, nil
%   for i, block in ipairs(program.blocks) do
%     local here = series_of and indent .. "    " or indent
%     if block.kind == "newton" then
%       newton(indent, block, iterations)
%       iterations = iterations + 1
%     elseif block.kind == "series" then
%       begin_series(indent, block)
%     elseif block.kind == "sums" then
%       sums(here, block)
%     elseif block.kind == "series_end" then
%       end_series(indent, block)
%     elseif series_of then
%       paragraphs(here, block, false, false)
%     else
%       paragraphs(indent, block, false, i > 1)
%     end
%     if block.accept then
%       require(indent, block)
%     end
%   end
% end
%
% -- Arguments that a function needs only for other bodies.
% function tools.unused(argument, used)
%?not used?    (void){{argument}};
% end
%
% -- The unused ones of the structs among a function's arguments.
% function tools.unused_structs(program, has_par, has_input)
%   tools.unused("par", not has_par or target.has(program, { param = true }))
%   tools.unused("in", not has_input or target.has(program, { input = true }))
% end
%
% -- The program's reads of these kinds, and all its computations.
% function tools.computed(indent, program, kinds, state)
%   put(target.reads(indent, real, program.reads, kinds, state))
%   put(target.lines(indent, real, program.once, prefix))
%   tools.blocks(indent, program)
% end
%
% -- The body of a function other than a step, without its writes.
% function tools.straight(program, has_par, has_input)
%   tools.unused("x", target.has(program, tools.in_a_step))
%   tools.unused_structs(program, has_par, has_input)
%   tools.computed("    ", program, tools.everything)
% end
%
% -- All writes of a program, in order, into an array.
% function tools.writes(program, to)
%   for i, w in ipairs(program.writes) do
    {{to}}[{{i - 1}}] = {{w.value}};
%   end
% end
%
% -- A function that returns the writes of its program in an array.
% function tools.acting(name)
{{tools.mark}} void {{prefix}}{{name}}(const {{b}} *x, const {{b}}_par *par, const {{b}}_in *in, {{real}} {{name}}[{{#page[name].writes}}])
{
%   tools.straight(page[name], true, true)
%   tools.writes(page[name], name)
}
% end
%
% -- `form` for each component of the fields, with its place for AT.
% function tools.each(list, form)
%   for _, place in ipairs(target.components(list)) do put(string.replace(form, "AT", place)) end
% end
%
% -- A name for the value that many bodies share, unlike these fields.
% function tools.shared_of(list)
%   local name, names = "shared", {}
%   for _, f in ipairs(list) do names[f.name] = true end
%   while names[name] do name = name .. "_" end
%   return name
% end
