% -- The stepper for Python, by ctypes and numpy: compiled where it is used.
% include("control.tpl")
% local b, real = page.body, page.real
% local float = real == "float"
% local laws = #page.sample > 0
% local events, advances = #page.event > 0 or laws, page.advances
% local pars, inputs, shown = page.param, page.input, page.access and page.shown or {}
% local function esc(text) return string.replace(string.replace(text, "\\", "\\\\"), "\"", "\\\"") end
% -- Words in lines; the first one begins at this column.
% local function words(indent, column, text) return esc(fill(text, indent, column)) end
% local function row(label, text) return "#   " .. label .. string.rep(" ", 11 - #label) .. fill(text, "#" .. string.rep(" ", 14), 15) end
% local function set(list)
%   local has = {}
%   for _, line in ipairs(list) do
%     for _, word in ipairs(string.split(line, " ")) do has[word] = true end
%   end
%   return has
% end
% local keywords = set {
%   "False None True and as assert async await break class continue def del elif else except finally for from",
%   "global if import in is lambda nonlocal not or pass raise return try while with yield",
% }
% local modules = set {
%   "numpy abc aifc antigravity argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb binascii",
%   "binhex bisect builtins bz2 cProfile calendar cgi cgitb chunk cmath cmd code codecs codeop collections",
%   "colorsys compileall concurrent configparser contextlib contextvars copy copyreg crypt csv ctypes curses",
%   "dataclasses datetime dbm decimal difflib dis distutils doctest email encodings ensurepip enum errno",
%   "faulthandler fcntl filecmp fileinput fnmatch formatter fractions ftplib functools gc genericpath getopt",
%   "getpass gettext glob graphlib grp gzip hashlib heapq hmac html http idlelib imaplib imghdr imp importlib",
%   "inspect io ipaddress itertools json keyword lib2to3 linecache locale logging lzma mailbox mailcap marshal",
%   "math mimetypes mmap modulefinder msilib msvcrt multiprocessing netrc nis nntplib nt ntpath nturl2path",
%   "numbers opcode operator optparse os ossaudiodev parser pathlib pdb pickle pickletools pipes pkgutil",
%   "platform plistlib poplib posix posixpath pprint profile pstats pty pwd py_compile pyclbr pydoc pydoc_data",
%   "pyexpat queue quopri random re readline reprlib resource rlcompleter runpy sched secrets select selectors",
%   "shelve shlex shutil signal site smtpd smtplib sndhdr socket socketserver spwd sqlite3 sre_compile",
%   "sre_constants sre_parse ssl stat statistics string stringprep struct subprocess sunau symbol symtable sys",
%   "sysconfig syslog tabnanny tarfile telnetlib tempfile termios test textwrap this threading time timeit",
%   "tkinter token tokenize tomllib trace traceback tracemalloc tty turtle turtledemo types typing unicodedata",
%   "unittest urllib uu uuid venv warnings wave weakref webbrowser winreg winsound wsgiref xdrlib xml xmlrpc",
%   "zipapp zipfile zipimport zlib zoneinfo",
% }
% if keywords[b] then
%   refuse("--with python", "'" .. b .. "' is a keyword of Python and cannot be a module; take another --name")
% elseif modules[b] then
%   refuse("--with python", "'" .. b .. "' is a module that Python or this file needs; take another --name")
% end
% -- Keywords, and keywords with final underscores, get an underscore at the end.
% local function free(name, taken)
%   local stem = name
%   while string.sub(stem, -1) == "_" do stem = string.sub(stem, 1, -2) end
%   return (keywords[stem] or taken and taken[stem]) and name .. "_" or name
% end
% -- Names of a Body's own members; the stored attitude may be R or q.
% local own = {
%   "w L x v t state par input control start defaults check step run advance sample interp energy momentum",
%   "keep copy",
% }
% if events then own[#own + 1] = "event events counts" end
% local members = set(own)
% -- For wheels and states R, q and the names of shown values are taken, too.
% own[#own + 1] = "R q"
% for _, s in ipairs(shown) do own[#own + 1] = s.name end
% local taken = set(own)
% local extra = {}
% for _, f in ipairs(page.extra) do extra[f.name] = free(f.written, taken) end
% local function shape(f)
%   return f.size == 9 and not f.is_flat and "(3, 3)" or f.size > 1 and "(" .. f.size .. ",)" or "()"
% end
% local function extent(f) return f.is_array and "(" .. f.size .. ",)" or f.size > 1 and shape(f) end
% local types = { long = "\"l\"", int = "\"i\"" }
% local function field(f)
%   local of = extent(f)
%   return "(\"" .. f.name .. "\", " .. (types[f.type] or "REAL") .. (of and ", " .. of or "") .. ")"
% end
% local function struct(name, list, align)
{{name}} = np.dtype([
%   for _, f in ipairs(list) do
    {{field(f)}},
%   end
]{{align and ", align=True" or ""}})
% end
% -- Arguments of all C functions, or of omega, energy or keep after the state.
% local par, input = #pars > 0 and "self._p" or "None", #inputs > 0 and "self._u" or "None"
% local pu = par .. ", " .. input
% local function takes(name) return (target.takes(page, name, par, input)) end
% local rate, has_par = target.takes(page, "omega", par, input)
% local flag = has_par and "par" or "inputs"
% local controls = advances and target.control(page) or {}
% local par_doc, control_doc = "The parameters.", page.trial and "adaptive steps" or "steps that end at " .. (laws and "samples" or "events")
% if page.varies then
%   par_doc = par_doc .. "\n\n    Setting those of the inertia leaves L unchanged, and so changes w;\n"
%     .. "    Body.check() checks that the inertia is that of a body.\n    "
% end
% -- Data of a Body besides its state, each a struct of C and a class of Python.
% local structs = {}
% for _, s in ipairs {
%   { list = pars, name = "par", class = "Par", c = "par", at = "p", what = "parameters", doc = par_doc },
%   { list = inputs, name = "input", class = "Input", c = "in", at = "u", what = "inputs",
%     doc = "The inputs, which are held over a step; 0 until they are set." },
%   { list = controls, name = "control", class = "Control", at = "k",
%     doc = "Settings of " .. control_doc .. ", and values that they store." },
% } do
%   if #s.list > 0 then structs[#structs + 1] = s end
% end
% -- The invariants to monitor, with distinct names.
% local kept, has = {}, {}
% for i, name in ipairs(page.access and page.watch or {}) do
%   while has[name] do name = name .. "_" end
%   has[name] = true
%   kept[i] = { name = name, size = 1 }
% end
% -- Columns of a motion: the state itself, and results of functions.
% local motion, seen, got = { { name = "t", size = 1 } }, { t = true, t_rest = true }, {}
% local function see(name, size, by, is_flat)
%   if seen[name] then return end
%   seen[name] = true
%   local f = { name = name, size = size, is_flat = is_flat, by = by }
%   motion[#motion + 1] = f
%   if by then got[#got + 1] = f end
% end
% local requested, copied = {}, { "\"t\"" }
% for _, s in ipairs(shown) do requested[s.name] = s.requested end
% for i, f in ipairs(page.store) do
%   local name = extra[f.name] or f.name
%   if i > 1 or not requested[name] then
%     see(name, f.size, nil, f.is_flat)
%     copied[#copied + 1] = name == f.name and "\"" .. name .. "\"" or nil
%   end
% end
% if page.access then
%   see("R", 9, "rotation")
%   see("w", 3, "omega")
%   for _, w in ipairs(page.wheel) do see(w.name, 1, w.name) end
%   see("energy", 1, "energy")
%   for _, s in ipairs(shown) do
%     if s.requested then see(s.name, s.size, s.name) end
%   end
% end
% -- The name in Python, if it is not C's.
% local function called(name, c) return name ~= c and ", \"" .. name .. "\"" or "" end
% -- A member of a class that reads and writes a struct's field.
% local function fields(list)
%   for _, f in ipairs(list) do
%     local text = { f.note }
%     if f.value and #f.value > 0 then text[#text + 1] = "in the spec: " .. string.replace(table.concat(f.value, ", "), "f", "") end
%     text = (extent(f) and extent(f) .. ": " or "") .. table.concat(text, "; ")
%     local name = free(f.written or f.name)
    {{name}} = _field("{{f.name}}", """{{words("        ", 24 + #f.name, text)}}"""{{called(name, f.name)}})
%   end
% end
# {{b}}.py - made by polhode {{page.version}}; do not edit.
#
{{row("from", page.spec .. " (content " .. page.mark .. ")")}}
{{row("by", page.command .. " --with python" .. (page.batch and " --batch" or ""))}}
"""{{words("", 3, page.note or "The stepper " .. b .. ".")}}

    import {{b}}
    body = {{b}}.Body()
% local t0 = tonumber((string.replace(page.start_t, "f", "")))
% local function at(t) return tostring(t0 + t) end
% if advances then
    body.advance({{at(0.1)}})                   # to t = {{at(0.1)}} s, by {{page.trial and "adaptive steps" or "steps of body.control.h"}}
% else
    body.step(1e-3, 100)                # 100 steps of 1 ms
% end
    print(body.t, body.L)
% if advances then
    motion = body.sample([{{at(0.2)}}, {{at(0.3)}}])    # one row for each of these times
% else
    motion = body.run(1e-3, 900, every=10)
% end
    print(motion["t"], motion["L"])     # motion.dtype.names has the others
% if events then
    for event in body.events({{at(0.4)}}):      # stops at each event on the way
        print(event.name, event.t, body.L)
% end
% if page.batch then
    bodies = {{b}}.Bodies(1000)
    bodies.L[0] *= np.linspace(0.9, 1.1, 1000)      # arrays that C updates
    status = bodies.{{advances and "advance(" .. at(0.1) .. ")       " or "run(1e-3, 100)     "}} # all of them, on all cores
% end

{{words("", 0, "Method " .. page.method.name .. ", " .. target.order(page) .. "; real type " .. real .. ". Units are SI; R turns body vectors into space vectors, a quaternion has its scalar first. Reading gives a copy, and an assigned value is copied.")}}

{{words("", 0, b .. ".c and " .. b .. ".h, in the folder of this file, are compiled when the first Body is made" .. (page.batch and ", " .. b .. "_many.c when the first Bodies step" or "") .. ", by cc or the compiler in CC, into a file of $XDG_CACHE_HOME/polhode (~/.cache/polhode); that folder can be deleted at any time.")}}
"""
%?events?import collections
import ctypes
import functools
import glob
import hashlib
import operator
import os
import platform
import shlex
import shutil
import subprocess
import tempfile
import types
%?page.access?import warnings

import numpy as np

REAL = np.dtype("{{float and "f4" or "f8"}}")
STEP, UNTIL = {{page.step}}, {{page["until"]}}  # s; 0.0: not in the spec{{page.trial and "; STEP is the first step" or ""}}

# The structs of {{b}}.h.
% struct("STATE", target.state(page))
% if #pars > 0 then struct("PAR", pars) end
% if #inputs > 0 then struct("INPUT", inputs) end
% if advances then struct("CONTROL", controls, true) end
% if #kept > 0 then

# The invariants to monitor.
% struct("KEEP", kept)
% end
% if events then

# Events, by control.event: names, whether they end a run, and largest numbers.
% local names, stops, limits = {}, {}, {}
% for i, e in ipairs(page.event) do
%   names[i], stops[i], limits[i] = "\"" .. e.name .. "\"", e.stops and "True" or "False", e.limit
% end
% local function tuple(list) return "(" .. table.concat(list, ", ") .. (#list == 1 and ",)" or ")") end
EVENTS = {{tuple(names)}}
_STOPS = {{tuple(stops)}}
_LIMIT = {{tuple(limits)}}
% local value = {}
% for _, s in ipairs(target.statuses(page)) do value[s.name] = s.value end
_UNFINISHED, _EVENT, _TOO_MANY = {{value.UNFINISHED}}, {{value.EVENT or 11}}, {{value.TOO_MANY_EVENTS or 12}}
% end

# The dtype of the arrays that run, {{advances and "sample, " or ""}}{{page.interp and "interp " or ""}}and so on return.
MOTION = np.dtype([
% for _, f in ipairs(motion) do
    {{field(f)}},
% end
%?#kept > 0?    ("keep", KEEP),
% if events then
    ("event", f"U{max(map(len, EVENTS){{#page.event > 0 and "" or ", default=1"}})}"),  # the event's name, or ""
], align=True)


class Event(collections.namedtuple("Event", "name t stops")):
    """An event: its name, its time t, s, and whether it ends a run."""

    __slots__ = ()
% else
])
% end


class StatusError(ArithmeticError):
    """A call has failed; the body is in the state after the last good step.

    status: its name in C, such as "NOT_FINITE"; t: the body's time, s, None if
    setting a parameter or the like failed; motion: if the call returns a motion,
    its rows up to then.
    """

    def __init__(self, status, note, t, motion=None):
        super().__init__(status, note, t, motion)
        self.status, self.note, self.t, self.motion = status, note, t, motion

    def __str__(self):
        time = "" if self.t is None else f", t = {self.t} s"
        return f"{self.status} ({self.note}){time}"


_STATUS = {
% for _, s in ipairs(target.statuses(page)) do
%?s.value > 0?    {{s.value}}: ("{{s.name}}", "{{s.note}}"),
% end
}

% include("python_library.py.tpl", { pars = #pars > 0, inputs = #inputs > 0 })


% include("python_fields.py.tpl", { rate = rate, flag = flag })
class _Numbers:
    """Numbers by name."""

    __slots__ = ("_values",)

    def __init__(self, values):
        self._values = values

    def __repr__(self):
        names = self._values.dtype.names
        values = ", ".join(f"{name}={self._values[name].tolist()}" for name in names)
        return f"{self.__class__.__name__}({values})"
% for _, s in ipairs(structs) do


class {{s.class}}(_Numbers):
    """{{s.doc}}"""

    __slots__ = ()

%   fields(s.list)
% end


class Body(_Numbers):
% local given = #pars + #inputs > 0 and ", /, **par" or ""
    """A body in a state, at first that of the spec's start.
% if #pars > 0 then

    Body({{free(pars[1].written)}}=...) begins with other values of parameters.
% end
    """

    __slots__ = ("_c", "_x"{{#pars > 0 and ", \"_par\", \"_p\"" or ""}}{{#inputs > 0 and ", \"_input\", \"_u\"" or ""}}{{advances and ", \"_control\", \"_k\"" or ""}})

    def __init__(self{{given}}):
        self._hold([np.zeros((), dtype) for _, dtype in _STRUCTS])
%?not page.start_varies?        self.start()
%?#pars > 0?        self.defaults()
% if #pars + #inputs > 0 then
        for name{{#pars > 0 and ", value in par.items()" or " in par"}}:
%   if #pars > 0 then
            if hasattr(Par, name):
                setattr(self._par, name, value)
                continue
%   end
%   if #inputs > 0 then
            if hasattr(Input, name):
                raise AttributeError(f"'{name}' is an input: set body.input.{name}")
%   end
            if getattr(getattr(Body, name, None), "fset", None):
                raise AttributeError(f"'{name}' is not a parameter: set body.{name}")
            raise AttributeError(f"{{b}} has no parameter '{name}'")
% end
%?page.check?        self.check()
%?page.start_varies?        self.start()

    def _hold(self, structs):
        """Makes these structs those of the body, and stores their addresses."""
        super().__init__(structs.pop(0))
        self._c = _library()
        self._x = self._values.ctypes.data
% for _, s in ipairs(structs) do
        self._{{s.name}} = {{s.class}}(structs.pop(0))
        self._{{s.at}} = self._{{s.name}}._values.ctypes.data
% end

    def __getstate__(self):
        return [
            self._values.copy(),
% for _, s in ipairs(structs) do
            self._{{s.name}}._values.copy(),
% end
        ], getattr(self, "__dict__", {})

    def __setstate__(self, state):
        self._hold(list(state[0]))
        for name, value in state[1].items():
            setattr(self, name, value)

    def copy(self):
        """A copy of the body in the same state, with all of its data."""
        other = self.__class__.__new__(self.__class__)
        other.__setstate__(self.__getstate__())
        return other

    def _good(self, status{{events and "" or ", states=None"}}):
        if status:
            name, note = _STATUS.get(status, (str(status), "not a status of this body"))
%?not events?            motion = None if states is None else self._look(states)
            raise StatusError(name, note, self.t{{events and "" or ", motion"}})

    # ---- the state ----

    def start(self):
        """Sets the state {{advances and "and the control " or ""}}to the spec's start{{page.start_varies and ", with these parameters" or ""}}."""
%?not page.start_varies?        self._c.start(self._x)
%?page.start_varies?        self._good(self._c.start(self._x, self._p))
%?advances?        self._c.control_start(self._k)

    @property
    def state(self):
        """All numbers of the state, of dtype STATE; they can be set as a whole."""
        return self._values.copy()

    @state.setter
    def state(self, value):
        if getattr(value, "dtype", None) != STATE:
            raise TypeError("a state must come from Body.state, with dtype STATE")
        for name in STATE.names:
            _finite(value[name], name, self.t)
        self._values[...] = value

    @property
    def t(self):
        """Time, s."""
        return self._values["t"].item()

    @t.setter
    def t(self, value):
        self._values["t"] = _shaped(value, REAL, (), "t", self)
        self._values["t_rest"] = 0

% for i, f in ipairs(page.store) do
%   local is_attitude = i == 1 and page.access and (f.name == "q" or f.name == "R")
%   if requested[f.name] == nil and not is_attitude then
%     local text = shape(f) .. ": " .. (f.note or "")
%     if f.name == "L" then text = text .. ", kg m^2/s" end
%     local name = extra[f.name] or free(f.name, i == 1 and members)
    {{name}} = _field("{{f.name}}", """{{words("        ", 24 + #f.name, text)}}"""{{called(name, f.name)}})
%   end
% end
% if page.access then
    R = _got("rotation", (3, 3), """(3, 3): rotation matrix, from body to space; setting it
        leaves L unchanged, and does not check that it is a rotation.""", "R")
%   for _, s in ipairs(shown) do
%     local name = s.name == "quaternion" and "q" or free(s.name, members)
%     if name == "R" or s.name ~= "quaternion" and name == "q" then name = name .. "_" end
%     local text = shape(s) .. ": " .. string.replace(s.note or "", "attitude: ", "") .. "; setting it leaves L unchanged."
    {{name}} = _got("{{s.name}}", {{shape(s)}}, """{{words("        ", 27 + #name + #s.name, text)}}"""{{called(name, s.name)}})
%   end
    w = _got("omega", (3,), "(3,): angular velocity, body frame, rad/s; it sets L.", "w"{{rate ~= "" and ", " .. flag .. "=True" or ""}})
%   for _, w in ipairs(page.wheel) do

    @property
    def {{w.name}}(self):
        """{{words("        ", 11, "Rate of " .. w.kind .. " " .. w.wheel .. " relative to the body, " .. w.frame .. ", " .. w.unit .. "; setting it leaves w unchanged.")}}"""
        return self._c.{{w.name}}(self._x{{takes(w)}})

    @{{w.name}}.setter
    def {{w.name}}(self, value):
        value = _shaped(value, REAL, (), "{{w.name}}", self)
        self._good(self._c.set_{{w.name}}(self._x{{takes(w)}}, value.item()))
%   end
%?#page.wheel > 0?
    momentum = _got("momentum", (3,), "(3,): angular momentum{{page.turning and " of body and " .. page.turning or ""}}, space frame, kg m^2/s.",
                    settable=False)

    @property
    def energy(self):
        """{{page.has_potential and "Energy, kinetic and potential" or "Kinetic energy"}}{{page.turning and ", with that of the " .. page.turning or ""}}, J{{page.conservative and "; the exact motion keeps it" or ""}}."""
        return self._c.energy(self._x{{takes("energy")}})
% end
% if #kept > 0 then

    @property
    def keep(self):
        """The invariants to monitor, by name: {{table.concat(target.components(kept), ", ")}}."""
        values = np.empty((), KEEP)
        self._c.keep(self._x{{takes("keep")}}, values.ctypes.data)
        return values[()]
% end
% if #pars > 0 then

    # ---- parameters ----

    @property
    def par(self):
        """The parameters: body.par.{{free(pars[1].written)}} = ..."""
        return self._par

    def defaults(self):
        """Sets the parameters to the spec's values."""
        self._c.defaults(self._p)
% end
% if page.check then

    def check(self):
        """Raises StatusError if the inertia{{page.moves and ", or the mass," or ""}} is not that of a body."""
        self._good(self._c.check(self._p))
% end
% if #inputs > 0 then

    @property
    def input(self):
        """The inputs: body.input.{{free(inputs[1].written)}} = ..., before a step."""
        return self._input
% end
% if advances then

    @property
    def control(self):
        """Settings of {{page.trial and "adaptive steps: body.control.angle = 1e-6" or "steps that end at " .. (laws and "samples" or "events") .. ": body.control.h = 1e-3"}}."""
        return self._control
% end
% if #page.event > 0 then

    @property
    def counts(self):
%   local texts = {}
%   for i, e in ipairs(page.event) do texts[i] = e.name .. (e.note and " (" .. e.note .. ")" or "") end
        """{{words("        ", 11, "How often each event has happened since start(), by name: " .. table.concat(texts, ", ") .. ".")}}"""
        return dict(zip(EVENTS, self._control._values["count"].tolist()))
% end

    # ---- steps ----

    def _run(self, h, n):
        status = 0
        while n > 0 and not status:  # Ctrl-C works in between
            some = min(n, 65536)
            status = self._c.run(self._x, {{pu}}, h, some)
            n -= some
        return status

    def step(self, h, n=1):
        """n steps of h seconds each; h < 0 goes back in time.

%?#page.event > 0?        They ignore events; run, advance, sample and events do not.
%?laws?        Sampled values are held; run, advance, sample and events take samples.
        Raises StatusError if a step fails, with the body as before that step.
        """
        self._good(self._run(float(h), _count(n, "n")))
%?page.access and page.leaves?        self._turned(self._look(self._values.reshape(1)))
% if events then include("python_events.py.tpl", { pu = pu }) else

    def run(self, h, n, every=1):
        """n steps of h seconds each: the start, each `every`-th step and the end.

        Returns an array of dtype MOTION, one row for each. StatusError.motion has
        the rows up to the last good step.
        """
        h, n, every = float(h), _count(n, "n"), _count(every, "every", 1)
        states = np.empty(1 + -(-n//every), STATE)
        states[0] = self._values
        for i in range(1, len(states)):
            status = self._run(h, min(every, n - (i - 1)*every))
            states[i] = self._values
            self._good(status, states[:i + 1])
        return {{page.access and "self._turned(self._look(states))" or "self._look(states)"}}
% if page.trial then

    def advance(self, t_end):
        """Adaptive steps up to t = t_end{{#page.sample > 0 and "" or ", or back to it"}}.

        Raises StatusError if a step fails, with the body as before that step.
        """
        self._good(self._c.advance(self._x, {{pu}}, self._k, float(t_end)))

    def sample(self, times):
        """Advances to each of the times: an array of dtype MOTION, a row for each.

        StatusError.motion has the rows up to the last good step.
        """
        times = np.asarray(times, float).reshape(-1)
        states = np.empty(len(times), STATE)
        for i, t in enumerate(times):
            status = self._c.advance(self._x, {{pu}}, self._k, t)
            states[i] = self._values
            self._good(status, states[:i + 1])
        return {{page.access and "self._turned(self._look(states))" or "self._look(states)"}}
% end
% end
% if page.interp then

    def interp(self, before, h, theta):
        """Dense output: the body at the time theta h after the state `before`.

        before: a Body.state of h seconds ago; theta: a number or an array, 0 to 1.
        Returns an array of dtype MOTION, of theta's shape. Its error is
        O(h^{{page.dense_order}}), plus that of the two states. Raises StatusError if the body
        turns by half a turn or more in h.
%?page.assigns?        No event may have changed the state between the two.
        """
        if getattr(before, "dtype", None) != STATE or before.shape != ():
            raise TypeError("the state before must come from Body.state")
        before = before.copy()
        theta = np.asarray(theta, float)
        _shaped([h, *theta.flat], REAL, (1 + theta.size,), "the result", self)
        states = np.empty(theta.size, STATE)
        to = states.ctypes.data
        for part in theta.flat:
            self._good(self._c.interp(before.ctypes.data, self._x, {{pu}}, float(h), part, to))
            to += STATE.itemsize
        return self._look(states).reshape(theta.shape)
% end

% if page.access then
    def _turned(self, motion):
        """The motion, with a warning if R is not a rotation at its end."""
        R = motion["R"].astype(float)
        off = abs(R.transpose(0, 2, 1) @ R - np.eye(3)).max(axis=(1, 2), initial=0)
        good = np.flatnonzero(off <= {{float and "1e-3" or "1e-6"}})
        since = good[-1] + 1 if len(good) else 0
        if since < len(off):
            warnings.warn(f"R is not a rotation: |R'R - 1| is {off[-1]:.2g} at the end, and above "
                          f"{{float and "1e-3" or "1e-6"}} since t = {motion['t'][since]}", stacklevel=3)
        return motion

% end
    def _look(self, states{{events and ", events=\"\"" or ""}}):
        rows = np.empty(len(states), MOTION)
%?events?        rows["event"] = events
        for name in ({{table.concat(copied, ", ")}},):
            rows[name] = states[name]
% for _, f in ipairs(page.extra) do
%?extra[f.name] ~= f.name?        rows["{{extra[f.name]}}"] = states["{{f.name}}"]
% end
% if #got > 0 or #kept > 0 then
        x, row = states.ctypes.data, rows.ctypes.data
%   for _, f in ipairs(got) do
%?f.size > 1?        at_{{f.name}} = MOTION.fields["{{f.name}}"][1]
%   end
%?#kept > 0?        at_keep = MOTION.fields["keep"][1]
        for i in range(len(states)):
%   for _, f in ipairs(got) do
%     if f.size == 1 then
%       local of = f.by
%       for _, w in ipairs(page.wheel) do of = w.name == f.by and w or of end
            rows["{{f.name}}"][i] = self._c.{{f.by}}(x{{takes(of)}})
%     else
            self._c.{{f.by}}(x{{f.by == "omega" and rate or ""}}, row + at_{{f.name}})
%     end
%   end
%?#kept > 0?            self._c.keep(x{{takes("keep")}}, row + at_keep)
            x += STATE.itemsize
            row += MOTION.itemsize
% end
        return rows
% if page.batch then include("python_many.py.tpl", { structs = structs, extra = extra, members = members, words = words, free = free }) end
