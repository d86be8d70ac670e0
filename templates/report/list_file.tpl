% -- polhode list KIND NAME: the texts of a file of the shelf, and its computed
% -- properties.
% local f, format, margin, is, varies = nil, string.format, 18
% part("shared")
%
% local function put_text(text)
%   put_wrapped(text or "", margin)
% end
%
% local function put_labelled(label, text)
%   put_text(text and label .. ": " .. text)
% end
%
% -- "before a, b, c", with line breaks between words; nothing without words.
% local function put_words(before, words)
%   local column = margin + #before
%   if #words == 0 then return end
%   put(fill("", margin), before)
%   for i, word in ipairs(words) do
%     word = i < #words and word .. "," or word
%     if column + 1 + #word > 80 then
%       column = margin + 1
%       put("\n", fill("", column))
%     end
%     column = column + 1 + #word
%     put(" ", word)
%   end
%   put("\n")
% end
%
% -- The file's first comment without the file's name, which the line above already
% -- has.  A line that ends in a full stop ends a paragraph.
% local function put_comment(text)
%   local start, paragraph = f.name .. ".pol - ", ""
%   if string.sub(text, 1, #start) == start then
%     text = string.sub(text, #start + 1)
%   end
%   local lines = string.split(text, "\n")
%   for i, line in ipairs(lines) do
%     paragraph = paragraph .. (paragraph == "" and "" or " ") .. line
%     if i == #lines or string.sub(line, -1) == "." then
%       put_text(paragraph)
%       paragraph = ""
%     end
%   end
% end
%
% local function put_head(form, ...)
  {{format("%-15s " .. form, f.call or f.name, ...)}}
% end
%
% -- "any torque", "torque that depends on t, R"; nothing if it depends on options.
% local function admitted()
%   if varies.admits then
%     return ""
%   elseif not f.admits then
%     return "any torque"
%   end
%   return #f.admits > 0 and "torque that depends on " .. table.concat(f.admits, ", ") or "no torque"
% end
%
% -- The properties of a method that hold for all options, on one line.
% local function facts()
%   local line, between = "", f.order > 0 and ", " or ""
%   if f.order > 0 then
%     line = "order " .. f.order
%   end
%   if f.order_without_torque >= 99 then
%     line = line .. " (exact without torque)"
%   elseif f.order_without_torque > f.order then
%     line = line .. format(" (without torque %d)", f.order_without_torque)
%   end
%   for _, word in ipairs({ "symmetric", "implicit" }) do
%     if is[word] then
%       line, between = line .. between .. word, ", "
%     end
%   end
%   return line .. (not varies.admits and between ~= "" and "; " or "") .. admitted()
% end
%
% -- Further features of the body that the method supports.
% local function taken()
%   return words_where({ { is.gyro, "internal momentum" }, { is.gyro and is.states, "wheels" },
%     { is.states, "states" }, { is.inertia, "an inertia that changes" } })
% end
%
% -- The invariants with any torque (always), or only without torque.
% local function kept(always)
%   local words = {}
%   for _, word in ipairs(f.keeps) do
%     local is_always = word == "axis_momentum" or word == "energy_linear_potential" or word == "symplectic"
%     words[#words + 1] = is_always == always and word or nil
%   end
%   return words
% end
%
% -- The properties that depend on the options.
% local function varying()
%   return words_where({ { f.order == 0, "order" }, { varies.symmetric, "symmetric" },
%     { varies.implicit, "implicit" }, { varies.keeps, "keeps" }, { varies.admits, "torque" },
%     { varies.gyro, "internal momentum" }, { varies.states, "states" },
%     { varies.inertia, "an inertia that changes" }, { varies.turn, "largest turn" } })
% end
%
% for _, file in ipairs(report) do
%   f, is, varies = file, set_of(file.properties), set_of(file.by_options)
%   if f.kind == "tableau" and not f.is_family then
%     local form = "order %d, %d stage%s%s%s"
%     put_head(form, f.order, f.stages, f.stages == 1 and "" or "s", f.explicit and "" or ", implicit", f.pair and ", a pair" or "")
%     put_comment(f.source or "")
%   elseif f.kind == "composition" then
%     put_head("order %d, %d steps, for symmetric methods of order %d", f.order, f.stages, f.base)
%     put_comment(f.source or "")
%   elseif f.kind == "tableau" then
%     if not f.parameter then
%       put_head("a family")
%     elseif f.highest_order then
%       f.call = format("%s(%s)", f.name, f.parameter)
%       put_head("%s from %d to %d, order %d to %d%s", f.parameter, f.least, f.most, f.lowest_order, f.highest_order, f.explicit and "" or ", implicit")
%     end
%     put_text(f.title)
%     put_labelled("options", not f.parameter and f.options or nil)
%     put_words("for example", f.examples)
%     put_words("also called", f.aliases)
%     put_words("names", f.instances)
%     put_text(f.source)
%   else
%     put_head("%s", f.title or "")
%     if f.kind == "method" then
  {{format("%-15s ", "") .. facts()}}
%       put_text(is.numbers and "integrates the attitude's own numbers; quaternion and matrix are renormalised after each step (renormalise = each) unless the spec says otherwise")
%       put_words("takes", taken())
%       put_words("keeps", kept(true))
%       put_words("without torque keeps", kept(false))
%       put_words("by its options:", varying())
%     elseif f.kind == "attitude" then
%       put_text(f.stores)
%       put_labelled("singular", f.singular)
%       put_labelled("range", f.range)
%     end
%     if f.kind == "method" or f.kind == "attitude" then
%       put_words("also called", f.aliases)
%     end
%     if f.kind == "method" or f.kind == "map" then
%       local turn = f.turn > 0 and f.turn or is.implicit and not varies.turn and 0.5 or 0
%       if turn > 0 then
%         put_text(format("largest turn of a step: %.3g rad, beyond it the step returns STEP_TOO_LARGE", 2 * math.pi * turn))
%       elseif f.kind == "map" then
%         put_text("largest turn of a step: any; the angle has a relative error of a few eps")
%       elseif varies.implicit then
%         put_text("largest turn of a step: that of its map; by implicit tableaus 3.14 rad")
%       elseif not varies.turn then
%         put_text("largest turn of a step: " .. (is.maps and "that of its map" or "any"))
%       end
%     end
%     put_labelled("options", f.options)
%     put_words("for example", f.examples)
%     put_text(f.source)
%   end
% end
