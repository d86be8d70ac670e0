% -- Bodies side by side: loops over lanes, each a body, which compilers turn into
% -- vector instructions.  A step is split into parts: a Newton iteration, or the lines
% -- between two.  Arrays store values that a later part needs.  `given`: values from the
% -- page of all bodies.
% local given = ...
% include("names.tpl")
% local b, B, real = page.body, page.BODY, page.real
% local p, zero, one = page.advance, page.zero, page.one
% local tools, arrays, state = given.tools, given.arrays, given.state
% local prefix, params = tools.prefix, given.params
%
% local function note_names(text, names)
%   target.map_names(text, function(word) names[word] = true end)
% end
%
% -- ---- parts of the step: an iteration, or the lines between two ----
% -- A part has blocks of lines; names that it makes and uses; start values of the
% -- next part's unknowns; conditions; `calls` if it calls a function.  Truth values
% -- are reals in lanes.
% local parts, truths, has_truths = {}, {}, false
% local function new_part(newton)
%   return { blocks = {}, makes = {}, uses = {}, starts = {}, accepts = {}, newton = newton }
% end
% local function begin_part(newton)
%   parts[#parts + 1] = new_part(newton)
%   return parts[#parts]
% end
% local function fill_lines(part, lines)
%   for _, line in ipairs(lines) do
%     part.calls = part.calls or line.call
%     if line.truth then truths[line.name], has_truths = "(" .. line.name .. " > " .. zero .. ")", true end
%     if line.value then note_names(line.value, part.uses) end
%     for _, name in ipairs(line.names or { line.name }) do
%       part.makes[#part.makes + 1], part.makes[name] = name, true
%     end
%   end
% end
% local function fill_part(part, block)
%   part.blocks[#part.blocks + 1] = block
%   for _, paragraph in ipairs(block.paragraphs) do fill_lines(part, paragraph.lines) end
% end
% local once, push = new_part(), new_part()
% fill_lines(once, p.once)
% if page.push then
%   fill_lines(push, page.push.once)
%   for _, block in ipairs(page.push.blocks) do fill_part(push, block) end
%   for _, w in ipairs(page.push.writes) do note_names(w.value, push.uses) end
% end
% do
%   local part = begin_part()
%   for _, block in ipairs(p.blocks) do
%     if block.kind == "newton" then
%       for i, name in ipairs(block.carried) do
%         fill_lines(part, { { name = name, value = block.start[i] } })
%         part.starts[name] = block.start[i]
%       end
%       part.has_next = true
%       part = begin_part(block)
%       fill_part(part, block)
%       fill_lines(part, block.change)
%       for i, name in ipairs(block.carried) do
%         part.uses[name], part.uses[block.change[i].name] = true, true
%       end
%       note_names(block.done, part.uses)
%       part = begin_part()
%     else
%       fill_part(part, block)
%     end
%     if block.accept then
%       part.accepts[#part.accepts + 1] = block.accept
%       note_names(block.accept, part.uses)
%     end
%   end
%   for _, w in ipairs(p.writes) do note_names(w.value, part.uses) end
% end
%
% -- ---- lines of a lane ----
% local near = real == "float" and "2.4674011f" or "2.4674011"
% local where = { store = "x->now.", time = "x->now.", param = "x->par.", input = "x->in.", push = "x->" }
% local function value_of(text)
%   return has_truths and target.map_names(text, function(word) return truths[word] end) or text
% end
% -- Functions are called in their form near 0; their arguments go to the list.
% local function in_lane(lines, arguments)
%   local out = {}
%   for i, line in ipairs(lines) do
%     local value = value_of(line.value)
%     out[i] = { name = line.name, value = value, note = line.note }
%     if line.call then
%       out[i] = { call = line.call .. "_near", names = line.names, value = value }
%       arguments[#arguments + 1] = value
%     elseif line.truth then
%       out[i].value = value .. " ? " .. one .. " : " .. zero
%     end
%   end
%   return out
% end
% -- The lines of a part, and whether the lane is good after them.
% local function put_lines(indent, part)
%   local arguments, last = {}, nil
%   for _, block in ipairs(part.blocks) do
%     for _, paragraph in ipairs(block.paragraphs) do
%?paragraph.title and paragraph.title ~= last?{{target.comment(indent, paragraph.title)}}
%       last = paragraph.title
%       put(target.lines(indent, real, in_lane(paragraph.lines, arguments), prefix))
%     end
%   end
%   for _, a in ipairs(arguments) do
{{indent}}good = {{a}} <= {{near}} ? good : {{zero}};
%   end
%   for _, a in ipairs(part.accepts) do
{{indent}}good = {{value_of(a)}} ? good : {{zero}};
%   end
% end
% -- The values that a lane reads: fields of the state and others, constants of a call,
% -- values that an earlier part stored.
% local function loads(indent, program, part, more)
%   local items, done = {}, {}
%   local function take(name, place)
%     if part.uses[name] and not done[name] and not part.makes[name] then
%       items[#items + 1] = name .. " = " .. place .. "[lane]"
%       done[name] = true
%     end
%   end
%   for _, r in ipairs(program.reads) do
%     local place = where[r.kind]
%     if place then
%       take(r.name, place .. (r.kind == "push" and "push" or r.field) .. (r.is_array and "[" .. r.index .. "]" or ""))
%     end
%   end
%   for _, item in ipairs(more or {}) do take(item[1], item[2]) end
%   if #items > 0 then
%     put(target.pack(indent, "const " .. real .. " ", items, ";") .. "\n")
%   end
% end
% local for_lanes = "for (lane = 0; lane < " .. B .. "_LANES; lane++) {"
% -- `good` is loaded here if it is needed, and stored by end_good.
% local function begin_good(indent, has)
%?has?{{indent}}{{real}} good = x->good[lane];
%   return has
% end
% local function end_good(indent, has)
%?has?{{indent}}x->good[lane] = good;
% end
% local function put_push(indent)
%   loads(indent, page.push, push)
%   put(target.lines(indent, real, in_lane(page.push.once, {}), prefix))
%   put_lines(indent, push)
% end
% -- The arrays of a struct in lanes: "q[4]", "t".
% local function rows(list)
%   local items = {}
%   for i, f in ipairs(list) do items[i] = f.name .. ((f.size or 1) > 1 and "[" .. f.size .. "]" or "") .. "[" .. B .. "_LANES]" end
%   return items
% end
% local function struct(name, list)
%   if #list == 0 then return end
    struct {
%   put(target.pack("        ", real .. " ", rows(list), ";") .. "\n")
    } {{name}};
% end
% local kept, known = {}, {}            -- stored names; names beside the reads, and their places
% for i, line in ipairs(p.once) do known[i] = { line.name, "x->once." .. line.name } end
% local function keep(name)
%   if not kept[name] then
%     kept[#kept + 1], kept[name] = { name = name }, true
%     known[#known + 1] = { name, "x->kept." .. name }
%   end
% end
% for i, part in ipairs(parts) do
%   for _, name in ipairs(part.makes) do
%     for k = i + 1, #parts do
%       if parts[k].uses[name] then keep(name) end
%     end
%   end
%   for _, change in ipairs(part.newton and part.newton.change or {}) do keep(change.name) end
% end
% local others = { { name = "good", size = 1 } }
% if page.newton then others[2], others[3] = { name = "open", size = 1 }, { name = "done", size = 1 } end
% if page.push then
%   others[#others + 1] = { name = #page.pushed > 1 and "push" or "push[1]", size = #page.pushed }
%   others[#others + 1] = { name = "push_time", size = 1 }
% end
% local held = #p.once + #kept
% for _, list in ipairs { state, state, params, page.input, others } do
%   for _, f in ipairs(list) do held = held + f.size end
% end
% local kilobytes = string.format("%.0f", math.max(1, held*16*(real == "float" and 4 or 8)/1024))
#define {{B}}_LANES 16L

{{target.comment("", "Each array has one number per body, and nothing else points to it, so that the loops over lanes become vector instructions. `good` of a body is 1, and 0 after a step that fails or needs more than the polynomials near 0. The struct takes " .. kilobytes .. " KB of stack, and other values that compilers store about as much.")}}
typedef struct {{b}}_lanes {
%   struct("now, was", state)
%   struct("par", params)
%   struct("in", page.input)
%   struct("once", p.once)
%   struct("kept", kept)
%   put(target.pack("    ", real .. " ", rows(others), ";") .. "\n")
} {{b}}_lanes;

{{B}}_FN {{real}} {{prefix}}if_finite({{real}} sum, {{real}} good)
{
    return sum - sum <= {{zero}} ? good : {{zero}}; /* else Inf or NaN */
}

%   local function finish()
            x->good[lane] = {{prefix}}if_finite({{target.sum(page, "x->now.", "[lane]")}}, good);
%   end
/* Steps of all lanes. */
static void {{prefix}}lanes({{b}}_lanes *x, {{real}} h, long steps)
{
    long step;
    long lane;
%   for _, r in ipairs(p.reads) do
%?r.kind == "span"?    const {{real}} {{r.name}} = h;
%   end
%   if #p.once > 0 then
    {{for_lanes}}
%     loads("        ", p, once)
%     put(target.lines("        ", real, in_lane(p.once, {}), prefix))
%     for _, line in ipairs(p.once) do
        x->once.{{line.name}}[lane] = {{line.name}};
%     end
    }
%   end
%   if page.push then
    {{for_lanes}}
%     local has_good = begin_good("        ", push.calls)
%     put_push("        ")
%     end_good("        ", has_good)
%     for _, w in ipairs(page.push.writes) do
        x->push[{{w.index}}][lane] = {{value_of(w.value)}};
%     end
    }
%   end
    for (step = 0; step < steps; step++) {
%   if page.newton then
        int sweep;
        bool solved;
%   end
%   for i, part in ipairs(parts) do
%     local block = part.newton
%     local indent = block and "                " or "            "
%     if block then
        solved = false;
        for (sweep = 0; sweep < {{block.sweeps}} && !solved; sweep++) {
            {{for_lanes}}
%     else
        {{for_lanes}}
%     end
%     loads(indent, p, part, known)
%     local after = parts[i - 1] and parts[i - 1].newton
%     local ends = i == #parts and not page.push
%     local has_good = begin_good(indent, ends or after or #part.accepts > 0 or part.calls)
%?after?{{indent}}good = x->open[lane] > {{zero}} ? {{zero}} : good;
%     put_lines(indent, part)
%     if not ends then end_good(indent, has_good) end
%     if block then
%       for _, change in ipairs(block.change) do
%?change.value?{{indent}}const {{real}} {{change.name}} = {{value_of(change.value)}};
%       end
%       for _, change in ipairs(block.change) do
{{indent}}x->kept.{{change.name}}[lane] = {{change.name}};
%       end
%       local changed = {}           -- the condition is that of the corrected unknowns
%       for k, name in ipairs(block.carried) do changed[name] = "(" .. name .. " + " .. block.change[k].name .. ")" end
{{indent}}x->done[lane] = {{target.map_names(value_of(block.done), function(word) return changed[word] end)}} ? {{one}} : {{zero}};
            }
            /* solved lanes do not change: adding -0.0 changes nothing */
            {{for_lanes}}
%       for k, name in ipairs(block.carried) do
                x->kept.{{name}}[lane] += x->open[lane] > {{zero}} ? x->kept.{{block.change[k].name}}[lane] : -{{zero}};
%       end
                x->open[lane] = x->done[lane] > {{zero}} ? {{zero}} : x->open[lane];
            }
            solved = true;
            {{for_lanes}}
                solved = solved && !(x->open[lane] > {{zero}});
            }
        }
%     else
%       for _, name in ipairs(part.makes) do
%?kept[name]?{{indent}}x->kept.{{name}}[lane] = {{part.starts[name] and value_of(part.starts[name]) or name}};
%       end
%?part.has_next?{{indent}}x->open[lane] = {{has_good and "good" or "x->good[lane]"}};
%       if i == #parts then

            /* the new state */
%         for _, w in ipairs(p.writes) do
%           if w.field == "kick" and not w.is_store then
            x->push_time[lane] = {{value_of(w.value)}};
%           else
            x->now.{{w.place}}[lane] = {{value_of(w.value)}};
%           end
%         end
            {{prefix}}clock(&x->now.t[lane], &x->now.t_rest[lane], h);
%         if ends then finish() end
%       end
        }
%     end
%   end
%   if page.push then
        {{for_lanes}}
%     begin_good("            ", true)
%     put_push("            ")
%     for k, place in ipairs(page.pushed) do
            x->push[{{k - 1}}][lane] = {{value_of(page.push.writes[k].value)}};
            x->now.{{place}}[lane] += x->push_time[lane]*x->push[{{k - 1}}][lane];
%     end
%     finish()
        }
%   end
    }
}

/* Loads body i into a lane; stores it back as it was before the steps. */
static void {{prefix}}load({{b}}_lanes *to, long lane, long i, {{arrays}})
{
%   tools.unused("par", #params > 0)
%   tools.unused("in", #page.input > 0)
%   tools.each(state, "    to->now.AT[lane] = x->AT[i];\n")
%   for _, s in ipairs(given.given) do
%     tools.each(s[2], "    to->" .. s[1] .. ".AT[lane] = " .. s[1] .. "->AT ? " .. s[1] .. "->AT[i] : " .. s.shared .. "AT;\n")
%   end
}

static void {{prefix}}store(const {{b}}_lanes *from, long lane, long i, const {{b}}_many *x)
{
%   tools.each(state, "    x->AT[i] = from->was.AT[lane];\n")
}

/* Steps bodies from..to-1, at most one per lane; returns how many failed.
 * A body that is not good goes back and takes these steps singly. */
static long {{prefix}}block(long from, long to, {{arrays}}, {{real}} h, long steps, unsigned char *status)
{
    const long most = 64; /* steps in a row */
    {{b}}_lanes aside;
    int value[{{B}}_LANES];
    long refused = 0, left = steps;
    long lane;

    {{for_lanes}}
        {{prefix}}load(&aside, lane, from + lane < to ? from + lane : from, x, par, in);
        value[lane] = {{B}}_OK;
    }
    while (left > 0 && refused < to - from) {
        const long span = left < most ? left : most;
        {{for_lanes}}
            aside.good[lane] = value[lane] == {{B}}_OK ? {{one}} : {{zero}};
        }
        aside.was = aside.now;
        {{prefix}}lanes(&aside, h, span);
        for (lane = 0; from + lane < to; lane++) {
            if (value[lane] != {{B}}_OK || !(aside.good[lane] > {{zero}})) {
                {{prefix}}store(&aside, lane, from + lane, x);
                if (value[lane] == {{B}}_OK) {
                    value[lane] = {{prefix}}body(from + lane, x, par, in, h, span);
                    refused += value[lane] != {{B}}_OK ? 1 : 0;
                }
                {{prefix}}load(&aside, lane, from + lane, x, par, in);
            }
        }
        left -= span;
    }
    aside.was = aside.now;
    for (lane = 0; from + lane < to; lane++) {
        {{prefix}}store(&aside, lane, from + lane, x);
        if (status != NULL) {
            status[from + lane] = (unsigned char)value[lane];
        }
    }
    return refused;
}

