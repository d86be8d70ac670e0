#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Pages of `report`, without a browser: their HTML is strict and asks for nothing outside,
# what they say is what other commands say, and their modules, run by node through the
# page's own script, have the bits of `run`.  tests/page looks at them in browsers.
#   test_report.py POLHODE ROOT
import base64
import contextlib
import html
import json
import math
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from html.parser import HTMLParser
from xml.etree import ElementTree

import checks
from checks import check, is_all, polhode, root, same, specs, tell_checks, write

bare = {**os.environ, "PATH": "/nowhere"}  # without clang there is no module, and all is sooner

def run(*words, **more):
    return checks.run(*words, **more).stdout

def asked(*words, **more):
    return json.loads(run(*words, "--json", **more))

# ---- HTML, as strict as a page that somebody wrote by hand would be ----

void = set("area base br col embed hr img input link meta source track wbr".split())
# What may stand in these alone, and where these may stand alone.
children = {
    "ul": "li", "ol": "li", "dl": "dt dd div", "table": "caption colgroup thead tbody tfoot",
    "thead": "tr", "tbody": "tr", "tfoot": "tr", "tr": "th td", "select": "option optgroup",
    "html": "head body", "head": "meta title style script link"}
parents = {
    "li": "ul ol", "dt": "dl div", "dd": "dl div", "tr": "thead tbody tfoot", "td": "tr",
    "th": "tr", "caption": "table", "option": "select optgroup", "figcaption": "figure",
    "summary": "details", "legend": "fieldset"}
# What holds words alone.
phrases = set("p h1 h2 h3 h4 h5 h6 pre span a code em strong b i small label summary caption "
              "legend figcaption button output".split())
blocks = set("div p ul ol dl table section article header footer main nav figure form fieldset "
             "h1 h2 h3 h4 h5 h6 pre details blockquote hr".split())
# What asks for something, of a browser or of its user.
loads = set("src href srcset data poster action formaction background cite ping manifest".split())
needs_words = set("title h1 h2 h3 h4 button th caption label legend summary".split())
booleans = set("hidden checked disabled open controls multiple readonly required selected".split())

class Page(HTMLParser):
    """Reads a page; `wrong` lists what is wrong with it, each with its line."""

    def __init__(self, text):
        super().__init__(convert_charrefs=False)
        self.wrong, self.open, self.ids, self.uses = [], [], {}, []
        self.texts = []  # (tag, attributes, text) of each element that was closed
        self.levels, self.labelled, self.fields, self.rows = [], set(), [], []
        if not text.startswith("<!DOCTYPE html>\n"):
            self.say("no doctype")
        self.feed(text)
        self.close()
        for tag, *_ in self.open:
            self.say(f"<{tag}> is left open")
        self.whole()

    def say(self, what):
        self.wrong.append(f"line {self.getpos()[0]}: {what}")

    def inside(self, tag):
        return any(tag == up[0] for up in self.open)

    def handle_starttag(self, tag, attrs):
        at = dict(attrs)
        parent = self.open[-1][0] if self.open else None
        outside = not self.inside("svg")
        named = at.get("aria-label") or at.get("aria-labelledby")
        for is_wrong, what in (
                (len(at) < len(attrs), "has an attribute twice"),
                (outside and parent in children and tag not in children[parent].split(), f"is in <{parent}>"),
                (outside and tag in parents and parent not in parents[tag].split(), f"is in <{parent}>"),
                (outside and tag in blocks and any(up[0] in phrases for up in self.open), "is in what holds words alone"),
                (tag in ("a", "button", "label") and self.inside(tag), f"is in <{tag}>"),
                (re.search(r"url\(\s*['\"]?(?!data:|#)", at.get("style") or ""), "has a url() in its style"),
                (tag == "img" and not (at.get("alt") or "").strip(), "is without words"),
                (tag in ("canvas", "svg") and not (at.get("role") == "img" and named or at.get("aria-hidden")),
                 "is without words"),
                (tag == "th" and "scope" not in at, "is without scope"),
                (tag in ("iframe", "object", "embed", "base", "link"), "is there"),
                *((value is None and name not in booleans, f"has no value of {name}") for name, value in attrs),
                *((name.startswith("on"), f"has a script in {name}") for name in at)):
            if is_wrong:
                self.say(f"<{tag}> {what}")
        if "id" in at:
            if at["id"] in self.ids or not re.fullmatch(r"\S+", at["id"] or ""):
                self.say(f"id '{at['id']}' is there already, or none")
            self.ids[at["id"]] = tag
        for name in ("for", "aria-labelledby", "aria-describedby", "aria-controls", "headers"):
            self.uses += [(x, self.getpos()[0]) for x in (at.get(name) or "").split()]
        for name in loads & set(at):
            value = at[name] or ""
            if value.startswith("#"):
                self.uses.append((value[1:], self.getpos()[0]))
            elif not value.startswith("data:"):
                self.say(f"<{tag}> asks for {name} = {value}")
        if re.fullmatch("h[1-6]", tag):
            self.levels.append((int(tag[1]), self.getpos()[0]))
        if tag == "label" and "for" in at:
            self.labelled.add(at["for"])
        if tag in ("input", "select", "textarea"):
            self.fields.append((at.get("id"), named or self.inside("label"), self.getpos()[0]))
        if tag == "tr":
            self.rows.append([])
        if tag not in void:
            self.open.append((tag, at, []))

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag in void:
            return
        if not self.inside("svg"):
            self.say(f"<{tag}/>")
        self.handle_endtag(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open[-1][0] != tag:
            self.say(f"</{tag}> in <{self.open[-1][0] if self.open else ''}>")
            while self.open and self.open[-1][0] != tag:
                self.open.pop()
        if self.open:
            tag, at, words = self.open.pop()
            text = "".join(words)
            self.texts.append((tag, at, text))
            if tag in ("th", "td") and self.rows:
                self.rows[-1].append(text)
            if tag in needs_words and not text.strip() and not at.get("aria-label"):
                self.say(f"<{tag}> without words")

    def handle_data(self, text):
        if self.open and self.open[-1][0] in ("script", "style"):
            if re.search("<!--|<script", text, re.I):  # would not end where it seems to
                self.say("<!-- or <script in a script")
        elif re.search("[&<]", text):
            self.say("& or < as it is: " + text.strip()[:60])
        self.put(text)

    def put(self, text):
        for _, _, words in self.open:
            words.append(text)

    def handle_entityref(self, name):
        if name not in ("lt", "gt", "amp", "quot", "ndash"):
            self.say(f"&{name};")
        self.put(html.unescape(f"&{name};"))

    def handle_charref(self, name):
        self.put(html.unescape(f"&#{name};"))

    def whole(self):
        for name, line in self.uses:
            if name not in self.ids:
                self.wrong.append(f"line {line}: nothing has the id '{name}'")
        for name, is_named, line in self.fields:
            if not is_named and name not in self.labelled:
                self.wrong.append(f"line {line}: a field without a label: {name}")
        if [x for x, _ in self.levels].count(1) != 1 or self.levels[:1] and self.levels[0][0] != 1:
            self.wrong.append("not one h1, and it first")
        for (x, _), (y, line) in zip(self.levels, self.levels[1:]):
            if y > x + 1:
                self.wrong.append(f"line {line}: h{y} follows h{x}")

    def of(self, tag, **attributes):
        return [text for t, at, text in self.texts
                if t == tag and all(at.get(k) == v for k, v in attributes.items())]

tongue = ("fetch(", "XMLHttpRequest", "WebSocket", "EventSource", "sendBeacon", "import(",
          "cookie", "localStorage", "sessionStorage", "indexedDB", "eval(", "new Function",
          "serviceWorker", "window.open")

def look(name):
    """Reads NAME.html and looks at all that every page has."""
    with open(name + ".html", encoding="utf-8") as f:
        text = f.read()
    page = Page(text)
    for what in page.wrong[:8]:
        check(False, f"{name}.html, {what}")
    check(os.path.getsize(name + ".html") <= 2e6, f"{name}.html has more than 2 MB")
    check(re.search('<html lang="en"', text), f"{name}.html: no language")
    check(b'<meta charset="utf-8"' in text.encode()[:1024], f"{name}.html: no charset at its start")
    check('name="viewport" content="width=device-width' in text, f"{name}.html: no viewport")
    scripts = page.of("script")
    check(sum("REVISION" in s for s in scripts) == 1, f"{name}.html: three.js once")
    for script in scripts:
        if "REVISION" not in script:  # three.js can load, and is not asked to
            for word in tongue:
                check(word not in script, f"{name}.html: {word} in a script")
    for style in page.of("style"):
        check(not re.search(r"@import|url\(\s*['\"]?(?!data:|#)", style), f"{name}.html: a style loads")
    page.pictures = re.findall(r'src="data:image/svg\+xml;base64,([^"]*)"', text)
    for picture in page.pictures:
        ElementTree.fromstring(base64.b64decode(picture))
    page.data = json.loads(page.of("script", type="application/json", id="data")[0])
    return page

def report(name, spec, *words, **more):
    run("report", spec, "-o", name + ".html", "--quick", *words, **more)
    return look(name)

def data_of(text):
    """Of a page that is not looked at further."""
    return json.loads(re.search('id="data">(.*?)</script>', text, re.S)[1])

# ---- modules, by node, through the page's own motion.js ----

node = shutil.which("node") or shutil.which("nodejs")
if not node:
    print("FAILED: node is not installed (Debian: nodejs); ./dev installs it")
    sys.exit(1)

def moved(name, *jobs):
    """What the page's modules do of these jobs, see tests/page/bits.mjs."""
    p = subprocess.run([node, root + "/tests/page/bits.mjs", name + ".html"], timeout=120,
                       input=json.dumps(jobs), capture_output=True, text=True)
    check(p.returncode == 0, f"{name}.html in node: {p.stderr[-600:]}")
    return json.loads(p.stdout) if p.returncode == 0 else []

def numbers(x):
    return x if isinstance(x, list) else [x]

def alike(got, want, what):
    """Bits are the same, but where functions of math.h are called, and where a rounding
    error may be what chooses a step."""
    within = 1e-12 if got["libm"] or "smallest" in want else 0
    for key in ["t", "R", "L", "w", "energy"] + ["x"] * ("x" in want):
        a, b = numbers(got[key]), numbers(want[key])
        size = max(map(abs, b)) or 1
        off = max(abs(x - y) for x, y in zip(a, b)) / size if len(a) == len(b) else math.inf
        check(off <= within, f"{what}: {key} is off by {off} of itself")
    for part, told in (("keep", "keep"), ("extras", "states")):
        same(sorted(got[part]), sorted(want.get(told, {})), f"{what}: names of {told}")
        for key, value in want.get(told, {}).items():
            off = abs(got[part].get(key, math.inf) - value)
            check(off <= within * max(abs(value), 1), f"{what}: {key} is off by {off}")
    same(got["status"], want["status"], what + ": status")

# ---- what reads pages finds what is wrong in them ----

good = ('<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>a</title></head><body>'
        '<h1>a</h1><p>b &lt; c</p><label for="x">x</label><input id="x"><h2>d</h2>BODY</body>' '</html>')
same(Page(good.replace("BODY", "<ul><li>e</li></ul>")).wrong, [], "a good page")
for bad in ("<p>a", "a</p>", "<b><i>a</b></i>", "a & b", "a < b", "<p id='x'>a</p>", "<h1>a</h1>",
            "<h4>a</h4>", "<input id='y'>", "<img src='data:,' alt=''>", "<div/>", "<br></br>",
            "<img src='a.png' alt='a'>", "<li>a</li>", "<p><ul><li>a</li></ul></p>",
            "<table><tr><td>a</td></tr></table>", "<button></button>",
            "<a href='http://a'>a</a>", "<a href='#nowhere'>a</a>", "<script src='//a'></script>",
            "<p title='a' title='b'>a</p>", "<p onclick='a'>b</p>", "<canvas></canvas>",
            "<script>'<!-- <script>'</script>", "<label for='nowhere'>a</label>", "<link rel='a'>",
            "<p style='background: url(a.png)'>a</p>", "&copy;", "<div><p>a</div>"):
    check(Page(good.replace("BODY", bad)).wrong, f"nothing is wrong with {bad}")

# ---- the top: what is said, exact bits, sliders ----

page = report("top", specs + "fast_top.pol", "--beside", "frb_exact")
data, end = page.data, asked("run", specs + "fast_top.pol")
same(len(page.pictures), 2, "pictures")
same(data["body"], "fast_top", "the body")
same([r["method"] for r in data["runs"]], ["rkmk(kutta4)", "frb_exact"], "methods")
same([r["step"] for r in data["runs"]], [end["h"]] * 2, "steps")
same(data["until"], end["t"], "until")
same(data["params"], [{"name": "mgl", "note": "weight times lever, N m", "value": [20], "start": False},
    {"name": "w", "note": data["params"][1]["note"], "value": [0, 0, 50], "start": True}], "params")
same(data["inertia"], [5, 0, 0, 0, 5, 0, 0, 0, 1], "inertia")
same([data["acted"], data.get("shape"), data["inputs"], data["breaks"]], [True, None, [], []], "the rest")
same(data["kept"], {"energy": 1, "momentum": [0, 0, 1], "norm": 0, "keep": [1, 1]}, "what is kept")
# Numbers of tables are those of the commands, shortened.
rows = [[float(x) if re.match("-?[0-9]", x) else x for x in row] for row in page.rows]
for row in asked("order", specs + "fast_top.pol")["rows"]:
    seen = [float(f"{row['h']:.4g}"), float(f"{row['attitude']:.3g}"), float(f"{row['momentum']:.3g}")]
    check(any(r[:3] == [row["steps"], *seen[:2]] and r[4] == seen[2] for r in rows if len(r) > 4),
          f"the row of {row['steps']} steps is not that of order: {seen}")
told = asked("drift", specs + "fast_top.pol")
for name, most, last in (("energy", told["largest"]["energy"], told["end"]["energy"]),
                         ("axial", told["largest"]["keep"]["axial"], told["end"]["keep"]["axial"])):
    want = [name, "yes", float(f"{most:.4g}"), float(f"{last:.4g}")]
    check(want in rows, f"the row of {name} is not that of drift: {want}")
with open(specs + "fast_top.pol") as f:
    faster = write("faster.pol", f.read().replace("[0, 0, 50]", "[0.5, 0, 40]"))
steps = {"step": 1e-3, "steps": 1000}
got = moved("top", {"run": 0, **steps}, {"run": 1, **steps},
            {"run": 0, **steps, "params": {"mgl": [21], "w": [0.5, 0, 40]}})
for at, spec, words in ((0, specs + "fast_top.pol", []),
                        (1, specs + "fast_top.pol", ["--method", "frb_exact"]),
                        (2, faster, ["--set", "mgl=21"])):
    alike(got[at], asked("run", spec, "--until", "1", *words), f"the top, job {at}")
    same([got[at]["real"], got[at]["libm"]], [8, 0], f"job {at}: real and libm")

# ---- adaptive steps, float, wheels, a mass ----

page = report("thruster", specs + "thruster.pol")
same([page.data["breaks"], page.data["runs"][0]["adaptive"]], [[2, 10, 12], True], "the thruster")
got = moved("thruster", {"run": 0, "until": 30}, {"run": 0, "until": 30, "params": {"level": [0.04]}})
want = asked("run", specs + "thruster.pol")
alike(got[0], want, "the thruster")
same(got[0]["calls"], want["steps"], "steps, one a call")
alike(got[1], asked("run", specs + "thruster.pol", "--set", "level=0.04"), "a weaker thruster")

report("single", specs + "fast_top.pol", "--real", "float")
got = moved("single", {"run": 0, **steps})
alike(got[0], asked("run", specs + "fast_top.pol", "--real", "float", "--until", "1"), "in float")
same(got[0]["real"], 4, "bytes of a float")

page = report("wheels", specs + "cubesat_wheels.pol")
got = moved("wheels", {"run": 0, "step": 0.1, "steps": 600})
alike(got[0], asked("run", specs + "cubesat_wheels.pol"), "wheels")

# ---- curves: by the module, and as recorded where there is none ----

report("no_module", specs + "cubesat_wheels.pol", env=bare)
want = asked("run", specs + "cubesat_wheels.pol")
units = asked("run", specs + "cubesat_wheels.pol", "--sample", "60")["units"]
for name in ("wheels", "no_module"):
    drawn = moved(name, {"run": 0, "draw": 60})[0]
    for key, value in want["states"].items():
        unit, last = drawn["extra:" + key]
        same(unit, units[key] or "", f"{name}: the unit of {key}")
        check(abs(last - value) <= 1e-12*abs(value), f"{name}: the curve of {key} ends at {last}")
    same([k for k, (unit, last) in drawn.items() if unit is None or last is None], [],
         f"{name}: curves without unit or value")

report("thrown", specs + "thrown.pol", "--beside", "frb_exact")
got = moved("thrown", {"run": 0, "step": 0.005, "steps": 1000, "params": {"m": [0.35]}})
alike(got[0], asked("run", specs + "thrown.pol", "--set", "m=0.35"), "a mass")
same(got[0]["libm"], 1, "libm")

# ---- events: the page's own run and its cursor meet those of `run`, with its bits ----

def named(seen, want, libm):
    """What the page shows, with the names of `run`; of status there is none."""
    return {**seen, "keep": dict(zip(want["keep"], seen["keep"])), "libm": libm,
            "extras": dict(zip(want.get("states", {}), seen["extras"])), "status": 0}

def alike_events(got, want, what, recorded=False):
    """A motion as the page plays it is a `run`, and what it shows at an event is the state there."""
    same([e["name"] for e in got["events"]], [e["name"] for e in want["events"]], what + ": events")
    slack = {key: want[key] for key in {"smallest"} & set(want)}
    for a, b in zip([*got["events"], got["end"]], [*want["events"], want]):
        which = f"{what}: {b.get('name', 'the end')} at {b['t']}"
        for seen in a, a.get("seen", a):
            alike(named(seen, b, got["libm"]), {**b, **slack, "status": 0}, which)
    same(got["status"], want["status"], what + ": status")
    if not recorded:
        same([got["steps"], got["end"]["steps"]], [want["steps"]]*2, what + ": steps")

ball = """body ball
param e = 0.8  # restitution
mass 1
inertia diag(1, 2, 2.5)
wheel spin(axis = e3, inertia = 0.01)
state s = 0 rate 1
keep height = x[3]
force space [0, 0, -9.81]
start x = [0, 0, 1]
start w = [1, 0.2, 0.1]
event bounce when x[3] < 0 then v = [v[1], v[2], -e*v[3]], s = 0, w = 0.9*w limit 99  # on the ground
event apex when v[3] falling
event late when t > 2.5 stop
method rkmk(kutta4)
step 0.01
until 4
"""
write("ball.pol", ball)
page = report("ball", "ball.pol", "--beside", "mr")
same(page.data["events"], [{"name": "bounce", "note": "on the ground", "stops": False},
                           {"name": "apex", "note": None, "stops": False},
                           {"name": "late", "note": None, "stops": True}], "events of the body")
play = {"play": 4, "at": [0.451, 0.455, 3.5, 0.451]}
got = moved("ball", {"run": 0, **play}, {"run": 1, **play}, {"run": 0, **play, "params": {"e": [0.7]}})
alike_events(got[0], asked("run", "ball.pol"), "the ball")
alike_events(got[1], asked("run", "ball.pol", "--method", "mr"), "the ball beside")
alike_events(got[2], asked("run", "ball.pol", "--set", "e=0.7"), "a softer ball")
same([got[0]["ended"], got[0]["met"]], ["late", 9], "the event that ends the motion")
# Between steps a cursor shows what is before an event, and what is after it.
falls, rises, last, again = got[0]["shown"]
same([falls == again, last["t"]], [True, 2.5], "a cursor that is moved to and fro, and behind the end")
check(abs(falls["x"][2] - (1 - 4.905*0.451**2)) < 1e-12, f"it falls: {falls['x']}")
speed, left = 0.8*math.sqrt(2*9.81), 0.455 - math.sqrt(2/9.81)
check(abs(rises["x"][2] - (speed*left - 4.905*left**2)) < 1e-12, f"it rises: {rises['x']}")
first = got[0]["events"][0]
check(abs(first["before"]["energy"] - 9.81 - 0.5525) < 1e-9, "the energy before a bounce")
check("events" not in data_of(open("top.html").read()), "a body without events has none")

write("often.pol", ball.replace("limit 99", "limit 2"))
report("often", "often.pol")
got = moved("often", {"run": 0, **play})[0]
alike_events(got, json.loads(checks.run("run", "often.pol", "--json", want=1).stdout), "a limit")
same([got["ended"], got["why"]], [None, "event bounce happens without end, or more often than its limit"], "a limit")

write("free.pol", ball.replace("rkmk(kutta4)", "rkmk(dopri5)").replace("step 0.01",
      "step adaptive(angle = 1e-8, position = 1e-8)"))
report("free", "free.pol")
alike_events(moved("free", {"run": 0, **play})[0], asked("run", "free.pol"), "the ball, adaptive")

page = report("told", "ball.pol", env=bare)
same(page.data["runs"][0]["module"], None, "a module without clang")
got = moved("told", {"run": 0, **play})[0]
alike_events(got, asked("run", "ball.pol", "--until", str(page.data["until"])), "as recorded", True)
check(abs(got["shown"][1]["x"][2] - rises["x"][2]) < 1e-3, "what is recorded bounces between rows")
crowd = ball.replace("x = [0, 0, 1]", "x = [0, 0, 0.005]").replace("e = 0.8", "e = 1").replace(
    "event late when t > 2.5 stop\n", "").replace("99", "5000").replace("w = 0.9*w ", "w = w ")
page = report("crowd", write("crowd.pol", crowd.replace("until 4", "until 60")), env=bare)  # in 2 MB
got = moved("crowd", {"run": 0, "play": page.data["until"]})[0]
check(got["met"] > 100 and abs(got["end"]["t"] - page.data["until"]) < 1e-9,
      f"many events that are recorded: {got['met']} until {got['end']['t']} of {page.data['until']}")
# ---- starts, marks, solids, what is kept whatever sliders do ----

mixed = """body mixed param ton = 1 param m = 2 param c = 0 input u
inertia cylinder(m, 0.3, 0.1) + steiner(m, [0, 0, 0.15])
torque body [if(t > 3 + ton, 0.1, 0) + u, 0, 0] - c*w keep size = norm(L)
start L = [0.1, 0.2, 0.3] start t = 3 step 0.01 until 2
"""
page = report("mixed", write("mixed.pol", mixed.replace("\n", "\r\n")))
data = page.data
same([(p["name"], p["start"]) for p in data["params"]],
     [("ton", False), ("m", False), ("c", False), ("L", True)], "params of a start of L")
same([(i["name"], i["n"]) for i in data["inputs"]], [("u", 1)], "inputs")
same(data["shape"], {"kind": "cylinder", "size": [0.3, 0.1], "at": [0, 0, 0.15]}, "a solid")
same(data["kept"], {"energy": 0, "momentum": [0, 0, 0], "norm": 0, "keep": [0]},
     "what is kept by the defaults alone")
same(data["breaks"], [4], "the mark of a torque's jump")
loose = write("loose.pol", "body loose\nparam c = 0\ninput u\ninertia diag(1, 2, 2.5)\n"
              "torque body [u, 0, 0] - c*w\nstart w = [1, 2, 3]\nstep 0.1\n")
same(asked("drift", loose)["conserved"]["energy"], True, "the energy by the defaults")
same(data_of(run("report", loose, "--quick", "-o", "-"))["kept"]["energy"], 0,
     "the energy by whatever sliders say")
check("?" not in page.of("pre")[-5], "ends of lines are no signs of their own")
got = moved("mixed", {"run": 0, "step": 0.01, "steps": 200, "params": {"L": [0.2, 0.1, 0.3]}})
other = write("other.pol", mixed.replace("[0.1, 0.2, 0.3]", "[0.2, 0.1, 0.3]"))
alike(got[0], asked("run", other), "another start of L")

driven = ("input u = file(\"u.csv\", hold)\ntorque body u*e1\nmethod rkmk(dopri5)\n"
          "step adaptive(angle = 1e-6)\nat [0.5]\n")
write("u.csv", "t,u\n0,1\n0.25,2\n0.75,0\n")
for inertia, shape, more in (("box(2, 0.1, 0.2, 0.3) + steiner(1, [0.4, 0, 0])", None, "step 0.1\n"),
        ("box(2, 0.1, 0.2, 0.3) + box(1, 0.2, 0.2, 0.2)", None, "step 0.1\n"),
        ("box(2, 0.1, 0.2, 0.3)", {"kind": "box", "size": [0.1, 0.2, 0.3], "at": [0, 0, 0]}, driven)):
    write("solid.pol", f"body solid\ninertia {inertia}\nstart w = [1, 2, 3]\n{more}")
    data = data_of(run("report", "solid.pol", "--quick", "-o", "-"))
    same(data.get("shape"), shape, inertia)
same(sorted(data["breaks"]), [0.25, 0.5, 0.75], "marks of `at` and of a file's jumps")
run("report", "solid.pol", "--quick", "-o", "solid.html")
alike(moved("solid", {"run": 0, "until": 1})[0], asked("run", "solid.pol", "--until", "1"), "rows of a file")

# ---- the command on the page makes it again; the C is that of emit; ways in and out ----

def command_of(page):
    return [shlex.split(t) for t in page.of("pre") if t.startswith("polhode report")][0]

before = open("mixed.html").read()
run(*command_of(page)[1:])
same(open("mixed.html").read() == before, True, "the page that its command makes")
emitted = run("emit", "mixed.pol", "-o", "-")
check(emitted.strip() in [t.strip() for t in page.of("pre")], "the C is not that of emit")
text = run("-c", '"$@" <(cat loose.pol)', "-", polhode, "report", "--quick", "-o", "-", program="bash")
same(data_of(text)["body"], "loose", "a pipe")
check("Observed order:" in text and "No drift" not in text, "a pipe is read once")

def begun(*words):
    """A report that compares: the process, and that of a method."""
    p = subprocess.Popen([polhode, "report", loose, "--budget", "1e3", "--error", "1e-2", "--cc", "tcc", *words],
                         stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for _ in range(600):
        for child in checks.run("-P", str(p.pid), "-f", "report", program="pgrep", want=None).stdout.split():
            return p, int(child)
        time.sleep(0.05)
    check(False, "nothing is compared")
    return p, p.pid

p, child = begun("-o", "ended.html")
p.send_signal(signal.SIGINT)
same([p.wait(60), os.path.exists("ended.html")], [130, False], "Ctrl-C")
for _ in range(20):  # the method may have ended before
    p, child = begun("-o", "killed.html")
    with contextlib.suppress(ProcessLookupError):
        os.kill(child, signal.SIGKILL)
    same(p.wait(60), 0, "a method that is killed")
    killed = open("killed.html").read()
    os.remove("killed.html")
    if "internal error (please report)" in killed:
        break
check("internal error (please report)" in killed, "the page does not say so")

# ---- words of a spec are words in its page, whatever they are ----

nasty = "</script><script>alert(1)</script> <!-- <b> &amp; ]]> \\ \" ' é"
text = f"""# {nasty}
body nasty
param a = 2                                 # {nasty}
inertia diag(1, 2, 2.5)
torque body a*1e-3*e1
keep length = norm(L)
method rkmk(kutta4)
start w = [0.1, 2, 0.3]
step 0.01
until 2
"""
page = report("nasty", write("a&b <i>'\".pol", text))
same(page.data["params"][0]["note"], nasty, "a note")
same([shlex.split(t)[2] for t in page.of("pre") if t.startswith("polhode report")],
     ["a&b <i>'\".pol"], "the command that makes the page again")
check(text.strip() in [t.strip() for t in page.of("pre")], "the spec is not shown as it is")

# ---- a long spec makes no module, and says so before clang works on it ----

if is_all:
    lets = "".join(f"let a{i} = sin(a{i - 1}) + {i}*w[{i % 3 + 1}]\n" for i in range(1, 1200))
    page = report("lengthy", write("lengthy.pol", "body lengthy\ninertia diag(1, 2, 2.5)\nlet a0 = w[1]\n" +
                                lets + "torque body a1199*1e-9*e1\nstart w = [1, 2, 3]\n"
                                "method rkmk(kutta4)\nstep 0.01\nuntil 1\n"))
    check("its C has" in page.data["runs"][0]["why"], "why a long spec has no module")

# ---- without clang there is no module, and all else is there ----

page = report("bare", specs + "fast_top.pol", env=bare)
for r in page.data["runs"]:
    same(r["module"], None, "a module without clang")
    check("clang" in r["why"], f"why there is none: {r['why']}")
    rows = r["recorded"]["rows"]
    same(rows[-1][0], page.data["until"], "the last row")
    check(50*(rows[1][0] - rows[0][0]) < 1, "rows are so far apart that turning is not seen")
want = asked("run", specs + "fast_top.pol", "--until", str(page.data["until"]))
recorded = page.data["runs"][0]["recorded"]
row = dict(zip(recorded["columns"], recorded["rows"][-1]))
same([row["L1"], row["w3"], row["energy"]], [want["L"][0], want["w"][2], want["energy"]], "the last row")

tell_checks()
