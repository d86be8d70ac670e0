{{report.head}} {{report.version}}: {{report.body}} -->
% -- The page of `polhode report`: the parts that need no script; the motion is in
% -- motion.html; scripts and style are files of this folder.
% local format = string.format
%
% local function code(name, text)
%   return format('<details><summary>%s</summary><pre tabindex="0"><code>%s</code></pre></details>', html(name), html(text))
% end
%
% local first, second = report.runs[1], report.runs[2]
% local three = file("page/three.min.js")
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'">
<meta name="generator" content="polhode {{report.version}}">
<title>{{html(report.body)}} &ndash; a report by polhode</title>
<style>
{{file("page/style.css")}}
</style>
</head>
<body>
<header>
<h1>{{html(report.body)}}</h1>
% -- "NAME.pol - its purpose" without the name
% local parts = report.note and string.split(report.note, " - ")
% if parts then
%   local named = #parts > 1 and not string.find(parts[1], " ")
<p>{{html(table.concat(parts, " - ", named and 2 or 1))}}</p>
% end
<p>By <code>{{html(first.method)}}</code>, {{html(first.title)}}{{second and format("; beside it <code>%s</code>, %s", html(second.method), html(second.title)) or ""}}{{second and report.adaptive and ", with the same number of equal steps" or ""}}.</p>
</header>
<main>
{{file("page/motion.html")}}
{{part("page/tables")}}
<section id="spec">
<h2>The spec</h2>
% if #report.spec > 100000 then
<p>It has {{format("%.0f", #report.spec/1000)}} kB and is not shown here.</p>
% else
<pre tabindex="0"><code>{{html(string.replace(report.spec, "\r", ""))}}</code></pre>
% end
</section>
<section id="code">
<h2>The emitted C</h2>
<p><code>{{html(report.emit)}}</code> writes these files.
% local size = 0
% for _, f in ipairs(report.files) do size = size + #f.text end
% if first.is_live then
The page runs the same step, compiled to WebAssembly, and calls it through the
descriptor of <code>{{html(report.body)}}_stepper.h</code>{{report.events > 0 and ", by its <code>advance</code>, which ends at each event" or ""}}; there
the start is a parameter, and signals of inputs are part of the equations.
% end
</p>
% if size > 200000 then
<p>They have {{format("%.0f", size/1000)}} kB and are not shown here.</p>
% else
%   for _, f in ipairs(report.files) do
{{code(f.name, f.text)}}
%   end
% end
</section>
<section id="made">
<h2>Where this comes from</h2>
<p>polhode {{report.version}} made this page from <code>{{html(report.path)}}</code>; this command makes it again:</p>
<pre tabindex="0"><code>{{html(report.command)}}</code></pre>
<dl>
% for _, r in ipairs(report.runs) do
<dt><code>{{html(r.method)}}</code></dt>
<dd>{{html(r.source)}}</dd>
% end
</dl>
</section>
</main>
<footer>
<p>Files emitted by polhode are yours. This page holds scripts of polhode{{three and ", three.js with its OrbitControls" or ""}}{{first.is_live and ", and, if the step calls functions of math.h, those of musl from wasi-libc" or ""}}, all under the MIT licence:</p>
<details><summary>The MIT licence</summary>
<p>Copyright (c) 2026 the polhode authors{{three and "; copyright (c) 2010-2019 three.js authors" or ""}}{{first.is_live and "; copyright (c) 2005-2020 Rich Felker, et al." or ""}}</p>
% local licence = string.split(file("LICENSE") or "", "\n\n")
% for i = 3, 5 do
<p>{{html(licence[i])}}</p>
% end
</details>
</footer>
<script type="application/json" id="data">{{report.data}}</script>
% for _, name in ipairs({ "three.min", "OrbitControls", "motion", "events", "curves", "scene", "page" }) do
%   local text = file("page/" .. name .. ".js")
%   if text then
<script>
{{text}}
</script>
%   end
% end
</body>
</html>
