% -- Steps of a body with events, for Python.
% -- `has`: the arguments of C functions for parameters and inputs.
% local has = ...
% local laws, any = #page.sample > 0, #page.event > 0
% local function turned(text) return page.access and "self._turned(" .. text .. ")" or text end

    def events(self, t_end):
        """{{page.trial and "Adaptive steps" or "Steps of control.h"}} up to t = t_end{{#page.sample > 0 and "" or ", or back to it"}}, and each event on the way.

        Yields each Event when it happens, with the body there{{page.assigns and ", after its effect" or ""}}; the
        body may be changed before the loop continues. It ends at t_end, or after an
        event that stops. Raises StatusError if a step fails, with the body as
        before that step, or if an event happens too often.
        """
        event, t_end = None, float(t_end)
        while event is None or not event.stops:
            event = self._event(self._c.advance(self._x, {{has.pu}}, self._k, t_end))
            if event is None:
                break
            yield event

    def _event(self, status):
        """The event that ended a call of C, or None."""
%   if any then
        control = self._control._values
        i = control["event"]
        if status == _TOO_MANY:
            note = f"{EVENTS[i]} has happened more often than its limit, {_LIMIT[i]}"
            if control["count"][i] <= _LIMIT[i]:
                note = f"{EVENTS[i]} happens without end"
            raise StatusError(_STATUS[status][0], note, self.t)
        if status == _EVENT:
            return Event(EVENTS[i], self.t, _STOPS[i])
%   end
        self._good(status)
        return None

    def advance(self, t_end):
        """{{page.trial and "Adaptive steps" or "Steps of control.h"}} up to t = t_end{{#page.sample > 0 and "" or ", or back to it"}}, or to an event that stops.

        Returns this Event, or None at t_end. Other events may happen on the way.
        Raises StatusError if a step fails, with the body as before that step, or if
        an event happens too often.
        """
        return next((event for event in self.events(t_end) if event.stops), None)

% if page.trial then
    def run(self, h, n, every=1):
        """n times h seconds, by adaptive steps; otherwise as sample.

        The rows are the start, each `every`-th time and the end.
        """
        h, n, every, t = float(h), _count(n, "n"), _count(every, "every", 1), self.t
        ways = (self.events(t + min(i + every, n)*h) for i in range({{laws and "-every" or 0}}, n, every))
        return {{turned("self._seen([" .. (laws and "" or "self.state") .. "], ways)")}}
% else
    def _steps(self, h, n):
        """n steps of h seconds: yields as events does."""
        event, control = None, self._control._values
        far = float(np.copysign(np.finfo(REAL).max, h))
        while n > 0 and (event is None or not event.stops):
            before = control["steps"].item()
            control["most"], control["steps"] = min(n, 65536), 0  # Ctrl-C works in between
            status = self._c.advance(self._x, {{has.pu}}, self._k, far)
            n -= control["steps"].item()
            control["steps"] = min(before + control["steps"].item(), 2147483647)
            event = None if status == _UNFINISHED else self._event(status)
            if event is not None:
                yield event

    def run(self, h, n, every=1):
        """n steps of h seconds each: the start, each `every`-th step, the end, and events.

        An event cuts the step in which it happens, and the rest of that step
        follows; one that stops ends the run. Returns an array of dtype MOTION, one
        row for each; its field `event` has the name of the event, or "".
        StatusError.motion has the rows up to the last good step.
        """
        h, n, every = float(h), _count(n, "n"), _count(every, "every", 1)
        control = self._control._values
        size, kept = _shaped(abs(h), REAL, (), "h", self), control.copy()
        control["h"], control["left"] = size, 0
%   if laws then
        ways = (self._steps(h, min(every, n - i)) if i >= 0 else self.events(self.t)
                for i in range(-every, n, every))
%   else
        ways = (self._steps(h, min(every, n - i)) for i in range(0, n, every))
%   end
        try:
            return {{turned("self._seen([" .. (laws and "" or "self.state") .. "], ways)")}}
        finally:
            control["h"], control["most"], control["left"] = kept["h"], kept["most"], 0
% end

    def sample(self, times):
        """Advances to each of the times: an array of dtype MOTION.

        It has a row for each time, and one for each event on the way, with its name
        in the field `event`, which is "" in the others. An event that stops is
        the last row. StatusError.motion has the rows up to the last good step.
        """
        times = np.asarray(times, float).reshape(-1)
        return {{turned("self._seen([], (self.events(t) for t in times))")}}

    def _seen(self, states, ways):
        """The motion: `states`, and those at the events and the end of each way."""
        event, names = None, [""]*len(states)

        def see(name):
            states.append(self.state)
            names.append(name)

        try:
            for way in ways:
                for event in way:
                    see(event.name)
                if event is not None and event.stops:
                    break
                see("")
        except StatusError as error:
            see("")
            error.motion = self._look(np.array(states, STATE), names)
            raise
        return self._look(np.array(states, STATE), names)
