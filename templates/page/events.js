// SPDX-License-Identifier: MIT
// Events on the page: marks on the time axis, a list with a link to each event, the name of the
// event at the current time, and the short pause of playing there.
const Events = (() => {
  "use strict";

  const FEW = 10; // with more events, playing does not pause by default
  const PAUSE = 1200; // ms
  const CROWD = 100; // above this number, marks are small and cannot be clicked
  const $ = id => document.getElementById(id);

  class Events {
    // kinds: the events of the body, from the page's data.  page: functions of the page: make an
    // element, format a time, seek a time.
    constructor(kinds, page) {
      Object.assign(this, { kinds, page, list: [], run: null, until: 0, chosen: false });
      for (const id of ["event", "pause-label", "event-keys", "events"])
        $(id).hidden = !kinds.length;
      $("pause").addEventListener("change", () => { this.chosen = true; });
    }

    // Sets the events of the run that is shown and of the second run (or null), and both names,
    // in parts.
    set(run, beside, names) {
      Object.assign(this, { run, list: run.events });
      if (!this.kinds.length) return;
      if (!this.chosen) $("pause").checked = this.list.length > 0 && run.met <= FEW;
      this.showList(beside, names);
    }

    showList(beside, names) {
      const { run, list, page: { make } } = this, table = $("events").firstElementChild;
      const head = (more, ...words) => make("th", { scope: "col", ...more }, ...words);
      const later = new Map(); // the second run's events by name, last first
      for (const e of beside ? [...beside.events].reverse() : [])
        later.set(e.name, [...later.get(e.name) || [], e]);
      table.tHead.replaceChildren(make("tr", {}, head({}, "Event"), ...(beside ? names.map((name, i) =>
        head({ className: i ? "two" : "one" }, ...name)) : [head({}, "At, s")])));
      const at = (e, column) => make("td", {}, e ? column ? this.page.clock(e.t) : make("button",
        { type: "button", textContent: this.page.clock(e.t), title: "Go to " + this.words([e]) })
        : "–");
      table.tBodies[0].replaceChildren(...list.map(e => make("tr", {}, make("th", { scope: "row",
        title: this.note(e.name) }, e.name + (e.stops ? " (the end)" : "")), at(e, 0),
      ...(beside ? [at((later.get(e.name) || []).pop(), 1)] : []))));
      [...table.tBodies[0].rows].forEach((row, i) => row.cells[1].firstChild.addEventListener(
        "click", () => this.page.seek(list[i].t)));
      table.caption.textContent = "Events: " + (run.met > list.length ? "the first " + list.length +
        " of " + run.met : list.length || "none happens") + (beside && list.length ? " (times in s)" : "");
    }

    note(name) {
      return (this.kinds.find(kind => kind.name === name) || {}).note || "";
    }

    words(all) {
      return all.map(e => e.name + (this.note(e.name) && ", " + this.note(e.name))).join("; ") +
        " at " + this.page.clock(all[0].t) + " s";
    }

    // Marks on the time axis between two times.
    marks(from, to) {
      const { list, page: { make, seek } } = this;
      return list.filter(e => e.t >= from && e.t <= to).map(e => {
        const mark = make("span", { className: list.length > CROWD ? "event small" : "event",
          title: this.words([e]) });
        mark.style.left = 100 * (e.t - from) / (to - from) + "%";
        mark.addEventListener("click", () => seek(e.t));
        return mark;
      });
    }

    // The next event after a time (way > 0), or the last before it.
    near(time, way) {
      const all = this.run ? this.run.events : []; // another motion has other events
      return way > 0 ? all.find(e => e.t > time) : [...all].reverse().find(e => e.t < time);
    }

    // The time that playing reaches between two times: it pauses at an event.
    pass(from, to, now) {
      if (now < this.until) return from;
      const { run } = this, end = run && this.kinds.length && !run.done && run.count
        ? Math.max(from, Math.min(to, run.reached)) : to;
      const next = $("pause").checked && this.near(from, 1);
      if (!next || next.t > end) return end;
      this.until = now + PAUSE;
      return next.t;
    }

    // Ends the pause at an event.
    go() { this.until = 0; }

    // Shows the events at the time, and highlights the last one in the list.
    show(time) {
      if (!this.kinds.length) return;
      const here = this.list.filter(e => e.t === time);
      const words = here.length ? this.words(here) + (here.some(e => e.stops)
        ? ": the motion ends" : "") : "";
      if ($("event").textContent !== words) $("event").textContent = words;
      const rows = $("events").querySelector("tbody").rows, last = this.run &&
        this.run.events.indexOf(this.run.eventAt(time));
      if (this.marked === rows[last]) return;
      if (this.marked) this.marked.removeAttribute("aria-current");
      this.marked = rows[last];
      if (this.marked) this.marked.setAttribute("aria-current", "true");
    }
  }

  return { Events };
})();
