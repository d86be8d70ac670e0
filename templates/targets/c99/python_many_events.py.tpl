% -- Steps of many bodies with events, for Python.
% -- `structs`: those of parameters and inputs.
% local structs = ...

    def _go(self, which, t_end):
        """Advances these bodies to t_end, or to an event; returns their statuses."""
        if len(which) == self._n:
            return self._call("advance_many", self._control.ctypes.data, t_end)
        some = Bodies(len(which))  # with arrays of their own
% local pairs = "(self, some)"
% for _, s in ipairs(structs) do pairs = pairs .. ", (self._" .. s.name .. ", some._" .. s.name .. ")" end
        for mine, its in ({{pairs}},):
            its._values = mine._values
            for name, array in mine._arrays.items():
                array = mine._fit(name, array)  # may be reshaped in place
                its._arrays[name] = np.ascontiguousarray(array[..., which])
        some._control = self._control[which]
        status = some._call("advance_many", some._control.ctypes.data, t_end)
        for name, array in self._arrays.items():
            array[..., which] = some._arrays[name]
        self._control[which] = some._control
        return status

    def _which(self, where):
        """The indices of the bodies that are to move."""
        if self._control.shape != (self._n,) or self._control.dtype != CONTROL:
            raise ValueError("control was given another shape or type")
        where = np.full(self._n, True) if where is None else np.asarray(where)
        if where.shape != (self._n,) or where.dtype != bool:
            raise ValueError("where must be an array of bool, one per body")
        return np.flatnonzero(where)

    def _goes_on(self, which, status):
        """True for each of them that is at an event that does not stop."""
% if #page.event > 0 then
        stops = np.array(_STOPS)[self._control["event"][which]]
        return (status == _EVENT) & ~stops
% else
        return np.zeros(len(which), bool)
% end

    def advance(self, t_end, where=None):
        """{{page.trial and "Adaptive steps" or "Steps of control.h"}} up to t = t_end{{#page.sample > 0 and "" or ", or back to it"}}, for each body, as Body.advance.

        Returns an array of uint8, the status of each body: 0, or a key of STATUS. A
        body at an event that stops has EVENT, and the next call continues; a body that
        fails stays at its last good step. where: an array of bool; bodies stay where
        it is False, with status 0.
        """
        status, which = np.zeros(self._n, np.uint8), self._which(where)
        while len(which):
            status[which] = now = self._go(which, float(t_end))
            which = which[self._goes_on(which, now)]
        return status

% if page.trial then
    def run(self, h, steps, where=None):
        """`steps` times h seconds, by adaptive steps, for each body; otherwise as advance."""
        h, steps = float(h), _count(steps, "steps")
        status, which = np.zeros(self._n, np.uint8), self._which(where)
        times, at = np.unique(self.t[which], return_inverse=True)
        for i, t in enumerate(times):
            now = np.zeros(self._n, bool)
            now[which[at == i]] = True
            status += self.advance(t + steps*h, now)
        return status
% else
    def run(self, h, steps, where=None):
        """`steps` steps of h seconds for each body, with the same bits as Body.run.

        An event cuts the step in which it happens, and the rest of that step follows.
        Returns statuses, and takes `where`, as advance.
        Uses all cores, or their number in the environment variable OMP_NUM_THREADS.
        """
        size, steps = _shaped(abs(float(h)), REAL, (), "h"), _count(steps, "steps")
        status, which = np.zeros(self._n, np.uint8), self._which(where)
        left, control, kept = np.full(self._n, steps), self._control, self._control.copy()
        far = float(np.copysign(np.finfo(REAL).max, float(h)))
        most = max(64, 2**18//(self._n + 3))  # Ctrl-C works in between
        control["h"][which], control["left"][which] = size, 0
        moved, which = which, which[left[which] > 0]
        try:
            while len(which):
                control["most"][which], control["steps"][which] = np.minimum(left[which], most), 0
                now = self._go(which, far)
                left[which] -= control["steps"][which]
                on = (now == _UNFINISHED) | self._goes_on(which, now)
                status[which] = np.where(on, 0, now)
                which = which[on & (left[which] > 0)]
        finally:
            taken = np.minimum(kept["steps"] + (steps - left), 2147483647)
            control["h"], control["most"], control["steps"] = kept["h"], kept["most"], taken
            control["left"][moved] = 0
        return status
% end
