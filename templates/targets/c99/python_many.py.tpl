% -- Many bodies for Python: arrays of numpy that C reads and writes in place.
% -- `has`: names and structs of the page of one body.
% local has = ...
% local tools = { prefix = "" }
% include("programs.c.tpl", tools)
% local structs, given = {}, { Par = "None", Input = "None" }
% for _, s in ipairs(has.structs) do
%   if s.what then
%     s.dtype = string.upper(s.class)
%     structs[#structs + 1], given[s.class] = s, "self._" .. s.name .. "._struct(_MANY_" .. s.dtype .. ")"
%   end
% end


# ---- many bodies ----

STATUS = {0: "OK", **{status: name for status, (name, _) in _STATUS.items()}}

_MANY_FLAGS = ["-O3", "-march=native", "-fno-math-errno", "-fno-trapping-math",
               "-mprefer-vector-width=512", "-fopenmp"]
_MANY_FUNCTIONS = [
    ("run_many", ctypes.c_int, _long, _at, _at, _at, _real, _long, _at),
%?page.advances?    ("advance_many", ctypes.c_int, _long, _at, _at, _at, _at, _real, _at),
]
_MANY = np.dtype([(name, np.uintp, STATE[name].shape) for name in STATE.names])
% for _, s in ipairs(structs) do
_MANY_{{s.dtype}} = np.dtype([
    *((name, np.uintp, {{s.dtype}}[name].shape) for name in {{s.dtype}}.names),
    ("{{tools.shared_of(s.list)}}", {{s.dtype}})], align=True)
% end
_MANY_STRUCTS = [
    ("_many", _MANY),
% for _, s in ipairs(structs) do
    ("_many_{{s.c}}", _MANY_{{s.dtype}}),
% end
]


def _taken(command):
    """The flags that this command accepts: all, or each that it accepts alone."""
    def works(flags):
        return subprocess.run(command + flags, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL, check=False).returncode == 0

    flags = _MANY_FLAGS
    return flags if works(flags) else [flag for flag in flags if works([flag])]


def _told():
    """The flags, and the processor for -march=native, or else the machine's name."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:
            processor = {line for line in file if line.startswith(
                ("flags", "Features", "isa", "cpu\t", "CPU "))}
    except OSError:
        processor = ()
    return _MANY_FLAGS, sorted(processor) or platform.node()


def _forked():
    """A forked process has no OpenMP threads: waiting for them would hang."""
    _MANY_FLAGS[:] = [flag for flag in _MANY_FLAGS if flag != "-fopenmp"]
    _library.cache_clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forked)


def _in_place(value, shape, name, writes):
    """The array itself, if C can use it."""
    if not isinstance(value, np.ndarray) or value.dtype != REAL:
        what = getattr(value, "dtype", type(value).__name__)
        raise TypeError(f"{name} takes an array of {REAL} in place, not {what}")
    if value.shape != shape:
        raise ValueError(f"{name} has the shape {shape}, not {value.shape}")
    if not value.flags.aligned or shape[-1] > 1 and value.strides[-1] != REAL.itemsize:
        raise ValueError(f"{name} takes an array whose rows are contiguous")
    if writes and not value.flags.writeable:
        raise ValueError(f"{name} is written to, and this array is read-only")
    return value


def _each(name, called, doc, shared=False):
    """An array of one value per body; or, if `shared`, also one value for all."""
    def get(self):
        return self._arrays[name] if name in self._arrays else _own(self._values[name])

    def put(self, value):
        shape = self._values.dtype[name].shape
        if shared and np.ndim(value) <= len(shape):
            self._values[name] = _shaped(value, REAL, shape, called)
            self._arrays.pop(name, None)
        else:
            self._arrays[name] = self._fit(name, value, called)

    return property(get, put, doc=doc)


class _Many:
    """Arrays by name, and values for all bodies where there is no array."""

    __slots__ = ("_n", "_values", "_arrays")
    _writes = False  # True if C writes to the arrays

    def __init__(self, n, values):
        self._n, self._values, self._arrays = n, values, {}

    def _fit(self, name, array, called=None):
        shape = *self._values.dtype[name].shape, self._n
        return _in_place(array, shape, called or name, self._writes)

    def _one(self, i):
        """The struct of body i."""
        values = self._values.copy()
        for name, array in self._arrays.items():
            values[name] = array[..., i]
        return values

    def _struct(self, dtype):
        """C's struct, and the arrays, which must live as long."""
        struct, arrays = np.zeros((), dtype), dict(self._arrays)
        for name in dtype.names[len(self._values.dtype):]:
            struct[name] = self._values
        for name, array in arrays.items():
            at = self._fit(name, array).ctypes.data  # may be reshaped in place
            for size, stride in zip(array.shape[:-1], array.strides):
                at = np.add.outer(at, stride*np.arange(size))
            struct[name] = at
        return struct, arrays
% for _, s in ipairs(structs) do


class Many{{s.class}}(_Many):
    """The {{s.what}}: each a value for all, or an array of one per body, in place."""

    __slots__ = ()

%   for _, f in ipairs(s.list) do
%     local name = has.free(f.written)
    {{name}} = _each("{{f.name}}", "{{name}}", {{s.class}}.{{name}}.__doc__, shared=True)
%   end
% end


class Bodies(_Many):
    """n bodies, at first at the spec's start, in arrays that C reads and writes.

    bodies.L[0] has the first component of L of each body. Bodies(n, L=L), or
    bodies.L = L, takes an array in place, without a copy. bodies[i] is a Body, a
    copy; bodies[i] = body puts its state there.
    """

    __slots__ = ("_par", "_input", "_control")
    _writes = True

    def __init__(self, n, /, **arrays):
        if operator.index(n) < 0:
            raise ValueError(f"n is {n}; it must be a number of bodies")
        body = Body()
        super().__init__(operator.index(n), body._values)
% for _, s in ipairs(structs) do
        self._{{s.name}} = Many{{s.class}}(self._n, body._{{s.name}}._values)
% end
%?page.advances?        self._control = np.full(self._n, body._control._values)
        for name in STATE.names:
            self._arrays[name] = np.repeat(body._values[name][..., None], n, axis=-1)
        for name, array in arrays.items():
            setattr(self, name, array)

% for i, f in ipairs(target.state(page)) do
%   local name = has.extra[f.name] or i == 1 and has.free(f.name, has.members) or f.name
%   local shape = f.size == 9 and not f.is_flat and "(3, 3, n)" or f.size > 1 and "(" .. f.size .. ", n)" or "(n,)"
    {{name}} = _each("{{f.name}}", "{{name}}", """{{has.words("        ", 24 + #f.name + #name, shape .. ": " .. (f.note or "") .. (f.name == "L" and ", kg m^2/s" or ""))}}""")
% end
% for _, s in ipairs(structs) do
    {{s.name}} = property(operator.attrgetter("_{{s.name}}"), doc="The {{s.what}}: bodies.{{s.name}}.{{has.free(s.list[1].written)}} = ...")
% end
%?page.advances?    control = property(operator.attrgetter("_control"), doc="An array of CONTROL, one per body.")

    def __len__(self):
        return self._n

    def _index(self, i):
        if not -self._n <= operator.index(i) < self._n:
            raise IndexError(f"there is no body {i} among {self._n}")
        return operator.index(i)

    def __getitem__(self, i):
        i, body = self._index(i), Body.__new__(Body)
        body._hold([
            self._one(i),
% for _, s in ipairs(structs) do
            self._{{s.name}}._one(i),
% end
%?page.advances?            self._control[i, ...].copy(),
        ])
        return body

    def __setitem__(self, i, body):
        i = self._index(i)
        if not isinstance(body, Body):
            raise TypeError(f"bodies[{i}] takes a Body, not {type(body).__name__}")
        for name, array in self._arrays.items():
            array[..., i] = body._values[name]

    def _call(self, name, *more):
        status = np.empty(self._n, np.uint8)
        structs = self._struct(_MANY), {{given.Par}}, {{given.Input}}
        at = [struct and struct[0].ctypes.data for struct in structs]
        if getattr(_library(True), name)(self._n, *at, *more, status.ctypes.data) < 0:
            raise ValueError("arrays of the state share memory with one another, or "
                             "with parameters or inputs")
        return status
% if #page.event + #page.sample > 0 then include("python_many_events.py.tpl", structs) else

    def run(self, h, steps):
        """`steps` steps of h seconds for each body, with the same bits as Body.step.

        Returns an array of uint8, the status of each body: 0, or a key of STATUS.
        A body that fails stays at its last good step; the next call tries it again.
        Uses all cores, or their number in the environment variable OMP_NUM_THREADS.
        """
        h, steps = float(h), _count(steps, "steps")
        status = np.zeros(self._n, np.uint8)
        # Ctrl-C works in between. A body that has failed fails in the next piece,
        # too: by the same step of the same state.
        most = max(64, 2**18//(self._n + 3))
        for done in range(0, steps, most):
            status = self._call("run_many", h, min(most, steps - done))
        return status
% if page.trial then

    def advance(self, t_end):
        """Adaptive steps up to t = t_end{{#page.sample > 0 and "" or ", or back to it"}}, for each body; otherwise as run."""
        if self._control.shape != (self._n,) or self._control.dtype != CONTROL:
            raise ValueError("control was given another shape or type")
        return self._call("advance_many", self._control.ctypes.data, float(t_end))
% end
% end
