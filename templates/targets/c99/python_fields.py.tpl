% -- Python's numbers to and from C structs.  `rate`: the arguments of omega after the
% -- state, used if `flag` is set.
% local given = ...
% local rate, flag, look, more = given.rate, given.flag, "", ""
% if rate ~= "" then
%   look, more = "        more = (" .. string.sub(rate, 3) .. ",) if " .. flag .. " else ()\n", "*more, "
% end
# ---- numbers in and out ----

_MOST = 2**(8*ctypes.sizeof(ctypes.c_long) - 1) - 1


def _count(n, what, least=0):
    n = operator.index(n)
    if not least <= n <= _MOST:
        raise ValueError(f"{what} is {n}; it must be a number of steps, {least} to {_MOST}")
    return n


def _finite(value, name, t=None):
    """Raises StatusError if a number is not finite, as C does."""
    if not np.isfinite(value).all():
        raise StatusError("NOT_FINITE", f"{name} would hold Inf or NaN", t)


def _shaped(value, real, shape, name, body=None):
    """The value as a new contiguous array of this shape."""
    with np.errstate(over="ignore"):  # Inf is refused below
        value = np.array(np.asarray(value).astype(real, casting="same_kind"), order="C")
    if value.shape != shape:
        raise ValueError(f"{name} has the shape {shape}, not {value.shape}")
    _finite(value, name, body.t if isinstance(body, Body) else None)
    return value


def _own(value):
    """A copy: a number, or an array that cannot be written to by mistake."""
    if value.ndim == 0:
        return value.item()
    value = value.copy()
    value.setflags(write=False)
    return value


def _field(name, doc, called=None):
    """A field of self._values; `called`: its name in Python, if another."""
    def get(self):
        return _own(self._values[name])

    def put(self, value):
        real, shape = self._values.dtype[name].base, self._values.dtype[name].shape
        self._values[name] = _shaped(value, real, shape, called or name, self)

    return property(get, put, doc=doc)


% if page.access then
def _got(name, shape, doc, called=None, settable=True{{rate ~= "" and ", " .. flag .. "=False" or ""}}):
    """A value that functions of C read from the state, and set."""
    def get(self):
        value = np.empty(shape, REAL)
%   put(look)
        getattr(self._c, name)(self._x, {{more}}value.ctypes.data)
        value.setflags(write=False)
        return value

    def put(self, value):
        value = _shaped(value, REAL, shape, called or name, self)
%   put(look)
        status = getattr(self._c, "set_" + name)(self._x, {{more}}value.ctypes.data)
        self._good(status)

    return property(get, put if settable else None, doc=doc)


% end
