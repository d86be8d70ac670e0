% -- Order, drift and comparison of a report: tables of the commands' results.
% local format = string.format
% part("report/shared")
%
% -- "1.2e-5", or "-" without a finite number.
% local function short(x, digits)
%   if not x or x - x ~= 0 then return "&ndash;" end
%   return format("%." .. (digits or 2) .. "g", x)
% end
%
% -- A table; the first cell of a row is the row's name.
% local function put_table(caption, heads, rows)
<div class="table" role="region" aria-label="{{caption}}" tabindex="0">
<table>
<caption>{{caption}}</caption>
<thead><tr><th scope="col">{{table.concat(heads, '</th><th scope="col">')}}</th></tr></thead>
<tbody>
%   for _, row in ipairs(rows) do
<tr><th scope="row">{{row[1]}}</th><td>{{table.concat(row, "</td><td>", 2)}}</td></tr>
%   end
</tbody>
</table>
</div>
% end
%
% local function put_picture(result, what)
%?result.picture?<figure><img src="data:image/svg+xml;base64,{{result.picture}}" alt="{{html(what)}}"></figure>
% end
%
% -- A list of methods with the reasons for their exclusion.
% local function put_reasons(title, methods)
%   if #methods > 0 then
<p>{{title}}:</p>
<ul>
%     for _, m in ipairs(methods) do
<li><code>{{html(m.method)}}</code>: {{html(m.reason)}}</li>
%     end
</ul>
%   end
% end
%
% -- The messages of a command, or why it has no result.
% local function put_notes(result)
%?result.notes?<pre class="notes" tabindex="0">{{html(result.notes)}}</pre>
% end
%
% local unit = { attitude = "rad", momentum = "of |L|", motion = "relative", states = "relative" }
<section id="order">
<h2>Order</h2>
% local order = report.order.record
% if order then
%   local columns, heads, rows = columns_of(order, "uncertainty_%s"), { "steps", "h, s" }, {}
%   for _, name in ipairs(columns) do
%     heads[#heads + 1] = format("%s, %s", name, unit[name])
%     heads[#heads + 1] = "order"
%   end
%   for i, row in ipairs(order.rows) do
%     rows[i] = { tostring(row.steps), short(row.size, 4) }
%     for _, name in ipairs(columns) do
%       local seen = row[name .. "_order"]
%       table.insert(rows[i], short(row[name], 3))
%       table.insert(rows[i], row.failed and "fails" or row.noise & noise_bit[name] ~= 0 and "round-off"
%         or seen and seen - seen == 0 and format("%.2f", seen) or "&ndash;")
%     end
%   end
%?report.adaptive?<p>Here all steps have the same size, since the step size is varied, as with <code>--step {{short(report["until"]/1024, 6)}}</code>.</p>
<p><code>{{html(order.method)}}</code> is of order {{order.claim >= 99 and "infinity: it is exact" or order.claim}}. Errors after {{short(order["until"], 6)}} s against a reference of {{order.reference_steps}} steps, as
<code>polhode order</code> prints them. Observed order: {{html(order_verdict(order))}}.</p>
%   put_table("Errors and observed orders", heads, rows)
% else
<p>No observed order.</p>
% end
% put_picture(report.order, "Errors over the size of the step, with a line of the claimed order.")
% put_notes(report.order)
</section>
<section id="drift">
<h2>Drift</h2>
% local drift = report.drift.record
% if drift then
%   local word, rows = { [0] = "no", "yes", "?" }, {}
%   for k, q in ipairs(drift.conserved.parts) do
%     for i, kept in ipairs(q.value) do
%       rows[#rows + 1] = { html(q.heading[i]), word[kept], short(drift.largest.parts[k].value[i], 4), short(drift["end"].parts[k].value[i], 4) }
%     end
%   end
<p>The drift of <code>{{html(drift.method)}}</code> from the start after {{drift["end"].steps}} step{{drift["end"].steps == 1 and "" or "s"}}, and whether the motion itself keeps it;
energy drifts by {{short(drift.energy_slope, 3)}} a second. The energy is relative to the larger of itself and the kinetic energy at the
start, momentum and velocity are relative to their sizes there, and all others are differences.</p>
%   put_table("Drift", { "value", "kept", "largest", "at the end" }, rows)
% else
<p>No drift was measured.</p>
% end
% put_picture(report.drift, "Drifts over time: distances from the values at the start.")
% put_notes(report.drift)
</section>
% if report.compare then
<section id="compare">
<h2>Comparison</h2>
%   local r = report.compare.record
%   if r then
%     local rows = {}
%     for i, m in ipairs(r.methods) do
%       local at, drift = m.reached, m.drift
%       local order = m.attitude_order
%       rows[i] = { "<code>" .. html(m.method) .. "</code>", m.order >= 99 and "exact" or tostring(m.order),
%         order and order - order == 0 and format("%.2f", order) or "&ndash;", at and tostring(at.steps) or "&ndash;", at and short(at.cost, 3) or "&ndash;",
%         short(m.operations, 4), short(m.torques, 3), drift and short(drift.energy, 2) or "&ndash;" }
%     end
%?report.adaptive?<p>Steps are of one size here.</p>
%     if r.ranked then
<p>Cheapest first, to an error of {{short(r.error)}} at the end: the claimed and the observed order, the fewest steps, operations for a second
of motion and of a step, evaluations of the torque in a step, and how far the energy drifts.</p>
%     else
<p>Not ranked: the reference is too uncertain for an error of {{short(r.error)}}.</p>
%     end
%     put_table("Methods compared", { "method", "order", "seen", "steps", "operations a second", "a step", "torques", "energy drift" }, rows)
%     put_picture(report.compare, "Errors of the methods over their cost.")
%     local short_of = {}
%     for _, m in ipairs(r.methods) do
%       short_of[#short_of + 1] = not m.reached and { method = m.method, reason = why_not_reached(m) } or nil
%     end
%     put_reasons("Not reached", short_of)
%     put_reasons("Left out", r.left_out)
%   else
<p>No comparison was made.</p>
%   end
%   put_notes(report.compare)
</section>
% end
