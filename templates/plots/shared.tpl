% -- Shared by pictures: size and font, colours, axes, stacked panels of curves with
% -- names at their ends.  This file writes nothing until its functions are called.
% --
% -- Lengths are in mm, positions from the lower left corner.  A picture is as wide as
% -- a column of a page, with a font of 7.5 pt.
% part("shared")
% local format, floor, ceil, max, min = string.format, math.floor, math.ceil, math.max, math.min
% local wide, line = 85, 3.1 -- width of the picture; height of a line of text
% local longest, most_names = 30, 12 -- limits of names at curves; others are in the key
%
% -- Colours for the colour-blind: M. Okabe, K. Ito, Color Universal Design, 2008.
% -- After the last one they repeat, dashed, with points of another shape.
% local colours = { "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000" }
% local dashes = { "solid", "'-'", "'.'", "'-.'", "'-..'", "'--.'" }
% local marks = { 7, 5, 9, 13, 11, 15 }
% grey = "#777777"
%
% -- The approximate length of a text in a sans-serif font: narrow, wide, other letters.
% function length_of(text)
%   local sum = 0
%   for i = 1, #text do
%     local code = string.byte(text, i)
%     local c = string.char(code)
%     local narrow = string.find(" ijlt.,:;'|!()[]", c)
%     sum = sum + (code >= 128 and code < 192 and 0 or narrow and 1.05 or string.find("mwMW@%", c) and 2.5 or 1.7)
%   end
%   return sum
% end
%
% -- A text in single quotes, in which gnuplot and its terminals interpret nothing; a
% -- quote in the text is doubled.  If it is longer than `most`, its middle is left
% -- out.
% function quoted(text, most)
%   for code = 1, 31 do text = string.replace(text, string.char(code), " ") end
%   text = string.replace(text, "\127", " ")
%   local n = utf8.len(text)
%   for code = 128, n and 0 or 255 do text = string.replace(text, string.char(code), "?") end
%   local whole, kept = text, n or #text
%   while length_of(text) > most do
%     kept = kept - 1
%     local from, to = utf8.offset(whole, (kept + 1) // 2 + 1), utf8.offset(whole, -(kept // 2))
%     text = string.sub(whole, 1, from - 1) .. "…" .. string.sub(whole, to)
%   end
%   return "'" .. string.replace(text, "'", "''") .. "'"
% end
%
% -- A number without leading zeros in its exponent.
% function number(x) return string.replace(string.replace(shortest(x), "e-0", "e-"), "e+0", "e+") end
%
% -- Sets the terminal by the file's ending, and the style of all panels.
% local tall
% function begin_picture(width, height)
%   wide, tall = width, height
wide = {{wide}}.0
tall = {{tall}}.0 # mm, so wide and tall for letters of 7.5 pt
if (picture eq 'svg') set terminal svg noenhanced size 8*wide,8*tall font 'sans-serif,21' linewidth 2 background 'white'
if (picture eq 'png') set terminal pngcairo noenhanced size 16*wide,16*tall font 'sans,31.5' linewidth 4 dashlength 1.5
if (picture eq 'pdf') set terminal pdfcairo noenhanced size wide/25.4,tall/25.4 font 'sans,7.5' fontscale 0.75 linewidth 1.4 pointscale 0.4 dashlength 1.3
dot = picture eq 'svg' ? 0.5 : picture eq 'png' ? 2.2 : 1.1
set pointsize dot
if (exists('output')) set output output
set encoding utf8
unset key
set border 3 linewidth 0.6
set tics nomirror out scale 0.4
if (picture eq 'svg') set xtics offset 0, screen 1.2/tall
set grid back linetype 1 linewidth 0.5 linecolor rgb '#dddddd'
set multiplot
% end
%
% local function place(x, y) return format("screen %.5f, screen %.5f", x / wide, y / tall) end
%
% -- Puts a text into the next panel.
% function put_text(text, x, y, how, colour)
set label {{quoted(text, how and wide or wide - 1 - x)}} at {{place(x, y)}} {{how or "left"}} textcolor rgb '{{colour or "black"}}'
% end
%
% local function put_line(from, to, how)
set arrow from {{from}} to {{to}} nohead {{how}}
% end
%
% -- Sets the position of the next panel.
% function put_frame(left, right, bottom, top)
set lmargin at {{format("screen %.5f", left / wide)}}
set rmargin at {{format("screen %.5f", right / wide)}}
set bmargin at {{format("screen %.5f", bottom / tall)}}
set tmargin at {{format("screen %.5f", top / tall)}}
% end
%
% -- ---- axes ----
% -- `low`, `high`; `tics`: positions with their texts; `factor`: the factor of the
% -- texts, or nil; `at(v)`: the position of v, 0 to 1 along the axis.
%
% -- True if gnuplot, which computes differences of doubles, can draw x.
% local function is_number(x, log) return x == x and math.abs(x) < 1e290 and (not log or x > 1e-290) end
%
% function linear(low, high, is_tight, is_count)
%   local size = max(math.abs(low), math.abs(high))
%   if size < 1e-290 then
%     return { low = -1, high = 1, tics = { { 0, "0" } }, at = function(v) return (v + 1) / 2 end }
%   end
%   local pad = high - low < 1e-6 * size and 0.05 * size or is_tight and 0 or 0.06 * (high - low)
%   low, high = low - (is_count and 0 or pad), high + pad
%   local power = floor(math.log(size, 10) + 1e-9)
%   local unit = power < -2 and power or power > 4 and power or 0
%   local raw = (high - low) / 5
%   local step = 10.0 ^ floor(math.log(raw, 10))
%   step = raw <= 2 * step and 2 * step or raw <= 5 * step and 5 * step or 10 * step
%   step = is_count and max(step, 1) or step
%   local digits = max(0, -floor(math.log(step, 10) - unit + 1e-9))
%   local axis = { low = low, high = high, tics = {}, factor = unit ~= 0 and "1e" .. unit or nil }
%   for i = ceil(low / step - 1e-9), floor(high / step + 1e-9) do
%     local text = i == 0 and "0" or format("%." .. digits .. "f", i * step / 10.0 ^ unit)
%     axis.tics[#axis.tics + 1] = { i * step, text }
%   end
%   axis.at = function(v) return (v - low) / (high - low) end
%   return axis
% end
%
% -- Extended to whole decades if fewer than two tics fit.
% local function logarithmic(low, high, most)
%   low, high = math.log(low, 10) - 0.1, math.log(high, 10) + 0.1
%   if floor(high) - ceil(low) < 1 then low, high = floor(low), ceil(high) end
%   -- slightly longer, so that gnuplot's rounding drops no tic
%   local axis = { low = 10.0 ^ (low - 1e-6), high = 10.0 ^ (high + 1e-6), tics = {}, is_log = true }
%   local step = ceil((floor(high) - ceil(low) + 1) / most)
%   for k = ceil(low / step), floor(high / step) do
%     local power = k * step
%     axis.tics[#axis.tics + 1] = { 10.0 ^ power,
%       (power < -2 or power > 2) and "1e" .. power or format("%." .. max(0, -power) .. "f", 10.0 ^ power) }
%   end
%   axis.at = function(v) return (math.log(v, 10) - low) / (high - low) end
%   return axis
% end
%
% -- The axis of curves by key "x" or "y"; `most`: tics of a logarithmic axis.
% local function axis_of(curves, key, log, most, is_tight, is_count)
%   local low, high
%   for _, c in ipairs(curves) do
%     for i, v in ipairs(c[key]) do
%       if is_number(v, log) and is_number(c.y[i], log and key == "y") then
%         low, high = min(low or v, v), max(high or v, v)
%       end
%     end
%   end
%   if log then return logarithmic(low or 1, high or 1, most) end
%   return linear(low or 0, high or 0, is_tight, is_count)
% end
%
% function put_axis(axis, name, has_texts)
%   local tics = {}
%   for i, tic in ipairs(axis.tics) do tics[i] = format("'%s' %.9g", has_texts and tic[2] or "", tic[1]) end
{{axis.is_log and "set" or "unset"}} logscale {{name}}
set {{name}}range [{{format("%.12g:%.12g", axis.low, axis.high)}}]
set {{name}}tics ({{table.concat(tics, ", ")}})
% end
%
% local function with_unit(caption, axis, unit)
%   unit = axis.factor and unit and axis.factor .. " " .. unit or axis.factor or unit
%   return unit and caption .. ", " .. unit or caption
% end
%
% -- ---- curves and their names ----
% -- A curve has a `name` and lists `x` and `y`; it may have `hollow` (for each point),
% -- `has_points`, `is_cloud` (only points), `width`, `colour` and `dash` (a number is an
% -- index of `dashes`),
% -- `is_beside`: it is not data,
% -- `is_alone`: no name at its end, `place`: index of its colour.
%
% local function style(c) return format("linecolor rgb '%s' dashtype %s", c.colour, c.dash) end
%
% -- The last point that can be drawn, or nil, and the number of such points.
% local function last_of(c, x, y)
%   local last, n = nil, 0
%   for i, v in ipairs(c.y) do
%     if is_number(v, y.is_log) and is_number(c.x[i], x.is_log) then last, n = i, n + 1 end
%   end
%   return last, n
% end
%
% -- Moves names apart by at least a line, from 0 to the height, with the least sum of
% -- squares of the shifts: z = y - k line must rise with k, and names for which it would
% -- fall form a group with its mean.
% local function move_apart(list, height)
%   table.sort(list, function(a, b) return a.y < b.y or a.y == b.y and a.number < b.number end)
%   local groups = {}
%   for k, l in ipairs(list) do
%     local g = { sum = l.y - k * line, n = 1 }
%     while #groups > 0 and groups[#groups].sum / groups[#groups].n > g.sum / g.n do
%       local before = table.remove(groups)
%       g = { sum = g.sum + before.sum, n = g.n + before.n }
%     end
%     groups[#groups + 1] = g
%   end
%   local k = 0
%   for _, g in ipairs(groups) do
%     local z = max(-line, min(height - #list * line, g.sum / g.n))
%     for i = k + 1, k + g.n do list[i].to = z + i * line end
%     k = k + g.n
%   end
% end
%
% -- Exchanges two names if that makes the lines to them shorter, so that no two lines
% -- cross.
% local function uncross(list, right)
%   local function length(from, to) return math.sqrt((right - from.x) ^ 2 + (to.to - from.y) ^ 2) end
%   local changed
%   repeat
%     changed = false
%     for i, p in ipairs(list) do
%       for k = i + 1, #list do
%         local q = list[k]
%         if length(p, q) + length(q, p) < length(p, p) + length(q, q) - 1e-9 then
%           p.to, q.to, changed = q.to, p.to, true
%         end
%       end
%     end
%   until not changed
% end
%
% local function put_names(p, x, left, right, bottom)
%   local list = {}
%   for i, c in ipairs(p.curves) do
%     local last = last_of(c, x, p.y)
%     if last and c.label then
%       local at = min(1, max(0, p.y.at(c.y[last])))
%       list[#list + 1] = { c = c, x = left + x.at(c.x[last]) * (right - left), y = at * p.height, number = -i }
%     end
%   end
%   move_apart(list, p.height)
%   uncross(list, right + 3)
%   for _, l in ipairs(list) do
%     local c = l.c
%     put_text(c.label, right + 3.5, bottom + l.to, nil, c.colour)
%     put_line(place(l.x, bottom + l.y), place(right + 3, bottom + l.to),
%       format("linewidth 0.4 linecolor rgb '%s'", c.colour))
%   end
% end
%
% -- Replaces names by numbers if they are too long or too many.
% local function choose_labels(panels)
%   local keyed, room = {}, 4
%   for _, p in ipairs(panels) do
%     for i, c in ipairs(p.curves) do
%       local k = (c.place or i) - 1
%       c.colour = c.colour or colours[k % #colours + 1]
%       c.dash = math.type(c.dash) and dashes[(c.dash - 1) % #dashes + 1] or c.dash or dashes[k // #colours % #dashes + 1]
%       c.mark = marks[k // #colours % #marks + 1]
%       c.label = not c.is_alone and c.name
%       if c.label and (p.names > most_names or length_of(c.name) > longest) then
%         keyed[#keyed + 1] = c
%         c.label = tostring(#keyed)
%       end
%       room = max(room, c.label and length_of(c.label) or 0)
%     end
%   end
%   return keyed, room
% end
%
% -- The key, in columns that fill the width.  Returns its height and a function that
% -- writes the names and returns the lines, as curves for a panel without axes.
% local function key_of(keyed)
%   local most = 0
%   for _, c in ipairs(keyed) do most = max(most, length_of(c.name)) end
%   local columns = max(1, floor((wide - 4) / (most + 12)))
%   local rows = ceil(#keyed / columns)
%   return rows * line, function(top)
%     local samples = {}
%     for i, c in ipairs(keyed) do
%       local x = 3 + (i - 1) // rows * (wide - 4) / columns
%       local y = top - ((i - 1) % rows + 0.5) * line
%       samples[i] = { x = { x, x + 5.5 }, y = { y, y }, colour = c.colour, dash = c.dash, mark = c.mark,
%         has_points = c.has_points, is_cloud = c.is_cloud, width = c.width }
%       put_text((c.label and c.label .. " " or "") .. c.name, x + 7, y, nil, c.colour)
%     end
%     return samples
%   end
% end
%
% -- The title of a picture: one line, or two if one is too short.
% function title_of(body, ...)
%   local rest = table.concat({ ... }, ", ")
%   return length_of(body .. rest) < wide - 6 and { body .. ", " .. rest } or { body, rest }
% end
%
% -- For runs by one or several methods: the title, the width of lines (later ones are
% -- thinner, so that all are visible where they agree), the key of colours, failures.
% function run_title(runs, what)
%   local r = runs[1]
%   return title_of(r.body, #runs > 1 and #runs .. " methods" or r.method, what or
%     r.h > 0 and "h = " .. number(r.h) .. " s" or "adaptive steps")
% end
% function width_by_method(runs, m)
%   return #runs > 1 and format("%.2f", 0.8 + 1.2 * (#runs - m) / (#runs - 1)) or nil
% end
% function key_by_method(runs)
%   local key = {}
%   for m, run in ipairs(#runs > 1 and runs or {}) do
%     key[m] = { name = run.method, colour = colours[m], dash = "solid", width = width_by_method(runs, m) }
%   end
%   return key
% end
% function add_failures(title, runs)
%   for _, r in ipairs(runs) do
%     title[#title + 1] = r.failed ~= 0 and (#runs > 1 and r.method .. ": " or "") .. "a step failed at t = " ..
%       number(r.rows[#r.rows][1]) .. " s" or nil
%   end
% end
% -- The unit of a watched value; nil for a ratio.
% function unit_of(w) return w.unit ~= "1" and w.unit or nil end
%
% -- Breaks lines that are too long after a comma.
% local function wrapped(lines)
%   local all = {}
%   for _, text in ipairs(lines) do
%     local row
%     for _, part in ipairs(string.split(text, ", ")) do
%       local longer = row and row .. ", " .. part or part
%       if row and length_of(longer) > wide - 4 then all[#all + 1], longer = row .. ",", part end
%       row = longer
%     end
%     all[#all + 1] = row
%   end
%   return all
% end
%
% -- The times of rows, the caption of their axis, and the time that is subtracted: the
% -- start if it is far from 0.
% function times_of(rows, from)
%   local first, last, times = rows[1][1], rows[#rows][1], {}
%   from = from or math.abs(first) > 20 * (last - first) and first or 0
%   for i, row in ipairs(rows) do times[i] = row[1] - from end
%   return times, from == 0 and "t" or "t - " .. number(from) .. " s", from
% end
%
% -- A dot at the start of a curve.
% function dot_at(x, y) return { is_alone = true, is_cloud = true, is_beside = true, colour = "#000000", x = { x }, y = { y } } end
%
% -- True if both values turn by more than 45 degrees between points: lines are useless then.
% -- Second differences of a sine are the first ones times 2 sin(22.5 degrees).
% function is_coarse(c)
%   local coarse = true
%   for _, v in ipairs({ c.x, c.y }) do
%     local one, two = 0, 0
%     for i = 3, #v do one, two = one + math.abs(v[i] - v[i - 1]), two + math.abs(v[i] - 2 * v[i - 1] + v[i - 2]) end
%     coarse = coarse and two > 0.77 * one
%   end
%   return coarse
% end
%
% -- ---- panels ----
%
% local blocks = 0
% local function put_curve(c, x, y)
%   local last, n = last_of(c, x, y)
%   if not last then return nil end
%   blocks = blocks + 1
$data{{blocks}} << EOD
%   for i, v in ipairs(c.y) do
%     local u = c.x[i]
%     if is_number(v, y.is_log) and is_number(u, x.is_log) then
{{format("%.9g %.9g %d", u, v, c.hollow and c.hollow[i] and 1 or 0)}}
%     else
NaN NaN 0
%     end
%   end
EOD
%   local plots = { format("$data%d using 1:2 with lines %s linewidth %s", blocks, style(c), c.width or c.is_beside and "0.7" or "1") }
%   if c.is_cloud then
%     return format("$data%d using 1:2 with points pointtype 7 pointsize %.2f*dot linecolor rgb '%s'", blocks,
%       min(1, (150 / n) ^ (1 / 3)) * (c.width or 1), c.colour)
%   elseif c.has_points or n == 1 then
%     plots[2] = format("$data%d using 1:2 with points pointtype %d linecolor rgb '%s'", blocks, c.mark, c.colour)
%     plots[3] = c.hollow and format("$data%d using 1:($3 == 1 ? $2 : NaN) with points pointtype %d pointsize 0.55*dot linecolor rgb 'white'",
%       blocks, c.mark) or nil
%   end
%   return table.concat(plots, ", \\\n  ")
% end
%
% -- Lines across the panel, each { x, dash }.
% local function put_marks(list)
%   for _, m in ipairs(list) do
%     put_line(format("first %.9g, graph 0", m[1]), format("first %.9g, graph 1", m[1]),
%       format("back linewidth 0.7 dashtype %s linecolor rgb '#999999'", dashes[(m[2] - 1) % #dashes + 1]))
%   end
% end
%
% local function put_panel(p, x, left, right, bottom, x_caption, lines)
%   if p.caption then put_text(p.caption, left - 1, bottom + p.height + 2.4) end
%   put_frame(left, right, bottom, bottom + p.height)
%   put_axis(x, "x", x_caption)
%   put_axis(p.y, "y", true)
%   put_marks(lines or {})
%   if x_caption then put_text(x_caption, (left + right) / 2, bottom - 7, "center") end
%   put_names(p, x, left, right, bottom)
%   for _, w in ipairs(p.words or {}) do
%     put_text(w[1], left + x.at(w[2]) * (right - left), bottom + p.y.at(w[3]) * p.height, "center", grey)
%   end
%   local plots, empty = {}, true
%   for _, c in ipairs(p.curves) do
%     plots[#plots + 1] = put_curve(c, x, p.y)
%     empty = empty and (c.is_beside or not last_of(c, x, p.y))
%   end
%   if empty then
%     put_text(p.empty or "no finite numbers", (left + right) / 2, bottom + p.height / 2, "center")
%   end
plot {{#plots > 0 and table.concat(plots, ", \\\n  ") or "NaN notitle"}}
unset label
unset arrow
% end
%
% -- Gives both axes equal scales, in a panel of limited height; returns the new x axis.
% local function equalise(p, x, width)
%   local function stretched(axis, factor)
%     local more = (axis.high - axis.low) / 2 * (max(1, factor) - 1)
%     return linear(axis.low - more, axis.high + more, true)
%   end
%   local tall = width * (p.y.high - p.y.low) / (x.high - x.low)
%   p.height = max(30, min(80, tall))
%   p.y = stretched(p.y, p.height / tall)
%   return stretched(x, tall / p.height)
% end
%
% -- d: `title` (lines), `panels`, from top to bottom, over one axis: `x_caption`,
% -- `x_unit`, `log_x`, `is_loose`: room beside the curves; `is_equal`: equal scales, unless
% -- one axis would be six times as long; `marks`: lines across all panels; `key`: curves
% -- in the key, without a number.  A panel has
% -- `caption`, `unit`, `log`, `curves` and may have `height`, `is_count`: integers
% -- from 0, `words`: texts at positions, { text, x, y }, and `empty`: the text of an
% -- empty panel.
% function draw(d)
%   local title, all = wrapped(d.title), {}
%   local height = 11 + line * #title
%   for _, p in ipairs(d.panels) do
%     p.names = 0
%     for _, c in ipairs(p.curves) do
%       all[#all + 1] = c
%       p.names = p.names + (c.name and not c.is_alone and 1 or 0)
%     end
%     p.height = max(p.height or #d.panels > 5 and 19 or 24, p.names * line)
%   end
%   local x = axis_of(all, "x", d.log_x, 5, not d.is_loose)
%   local keyed, room = choose_labels(d.panels)
%   for _, c in ipairs(d.key or {}) do keyed[#keyed + 1] = c end
%   local left, digits = 4, d.is_equal and 12 or 0 -- if equal: room for any tics
%   for _, p in ipairs(d.panels) do
%     p.y = axis_of(p.curves, "y", p.log, max(2, floor(p.height / 6)), false, p.is_count)
%     local ratio = (p.y.high - p.y.low) / (x.high - x.low)
%     if d.is_equal and ratio > 1 / 6 and ratio < 6 then x = equalise(p, x, wide - 5 - room - left - digits) end
%     height = height + p.height + 6.5
%     p.caption = with_unit(p.caption, p.y, p.unit)
%     for _, tic in ipairs(p.y.tics) do digits = max(digits, length_of(tic[2])) end
%   end
%   left = left + digits
%   local right = wide - 5 - room
%   local key_height, put_key = key_of(keyed)
%   begin_picture(wide, ceil(height + key_height))
%   for i, text in ipairs(title) do put_text(text, 2, tall - line * i + 0.7) end
%   local bottom = tall - line * #title - 0.5
%   for i, p in ipairs(d.panels) do
%     bottom = bottom - p.height - 6.5
%     put_panel(p, x, left, right, bottom + 0.5, i == #d.panels and with_unit(d.x_caption, x, d.x_unit) or nil, d.marks)
%   end
%   if #keyed > 0 then
unset border
%     local samples, none = put_key(key_height + 1), { { -1, "" } }
%     put_panel({ height = tall, curves = samples, y = { low = 0, high = tall, tics = none } }, { low = 0, high = wide, tics = none }, 0, wide, 0)
%   end
unset multiplot
% end
