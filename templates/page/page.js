// SPDX-License-Identifier: MIT
// The report's section "Motion": runs, cursors, scenes, curves, table and sliders, wired up.
// A frame computes for a few milliseconds, then draws the changes.
window.polhode = (() => {
  "use strict";

  const { T, R, L, W, H, SAMPLES, MOST_EVENTS } = Motion, { text } = Curves;
  const SLICE = 8; // ms of computing in a frame
  const MOST_CURVES = 6; // curves of keeps, and of extras
  const $ = id => document.getElementById(id);
  const data = JSON.parse($("data").textContent);
  const par = data.params.flatMap(p => p.value);
  const input = data.inputs.flatMap(i => Array(i.n).fill(0));
  const steps = data.runs.map(run => run.step);
  // Both runs may use the same method.
  const names = data.runs.map(({ method }, i, all) => method + (all.length > 1 &&
    all[0].method === all[1].method ? " (" + (i + 1) + ")" : ""));
  const runs = [], cursors = [], plots = [], views = [], fields = [], told = new Map();
  let first = 0; // the run that is shown
  let from = 0, to = data.until, time = 0, speed = 1, playing = false, visible = true;
  let angles = null, computing = false, asked = 0, saidAt = 0, settled, colours = {};
  let pending = 0, frames = 0, before = 0, drawn = 0, tabled = 0, moved = true;
  const ready = new Promise(done => { settled = done; });

  // Returns an element with these properties or attributes and this content.
  function make(name, fields, ...inside) {
    const made = document.createElement(name);
    for (const key in fields)
      if (key in made) made[key] = fields[key];
      else made.setAttribute(key, fields[key]);
    made.append(...inside);
    return made;
  }

  // The name of a method with break points, for a narrow column.
  const inParts = name => name.split(/(?=\()/).flatMap(part => [make("wbr"), part]);

  // Returns a colour of style.css by its name.
  function style(name) {
    return colours[name] || (colours[name] =
      getComputedStyle(document.documentElement).getPropertyValue(name).trim());
  }

  function tell(key, words) {
    told.delete(key);
    if (words) told.set(key, words);
    const all = [...new Set(told.values())].join(" ");
    if ($("told").textContent !== all) $("told").textContent = all;
  }

  function wake(change = true) {
    moved = moved || change;
    if (!pending) pending = requestAnimationFrame(frame);
  }

  const alive = () => runs.filter(run => run);
  const begun = i => runs[i] && runs[i].count > 0;

  const events = new Events.Events(data.events || [], { make, clock, seek: goTo });

  // Computing

  async function open() {
    await Promise.all(data.runs.map(async (what, i) => {
      runs[i] = null;
      const whose = data.runs.some(run => run.module) ? " of " + names[i] : "";
      tell("why" + i, what.why && "There is no module" + whose + " (" + what.why + ")" +
        (what.recorded ? ": the first " + text(data.until) + " s, recorded by polhode run, are shown and" +
          " cannot be changed." : "."));
      try {
        const stepper = what.module ? await Motion.open(what.module, data.body)
          : what.recorded && new Motion.Recording(what.recorded, data.inertia, data.events);
        if (stepper) runs[i] = new Motion.Run(stepper, what.method,
          what.adaptive && !stepper.recorded);
      } catch (error) {
        tell("why" + i, "The module of " + names[i] + " cannot be used: " + error.message + ".");
      }
      cursors[i] = runs[i] && new Motion.Cursor(runs[i]);
    }));
    first = Math.max(0, runs.findIndex(run => run));
  }

  // The second run takes as many equal steps as the adaptive run has taken, so it waits for it.
  const waits = i => i > 0 && !steps[i] && runs[0] && !runs[i].adaptive && !runs[i].recorded;

  function compute() {
    computing = true;
    asked = performance.now();
    if (angles) angles.clear();
    runs.forEach((_, i) => ["status", "end"].forEach(key => tell(key + i)));
    runs.forEach((run, i) => {
      if (run && waits(i)) run.clear();
      else if (run) run.restart(par, input, steps[i] || data.until / 1000, data.until);
    });
    wake();
  }

  function work(now) {
    const stop = performance.now() + SLICE, left = () => stop - performance.now();
    runs.forEach((run, i) => {
      if (!run || run.done) return;
      if (run.count === 0 && !runs[0].done) return;
      if (run.count === 0) run.restart(par, input, (runs[0].reached - runs[0].from) /
        (runs[0].taken || 1) || data.until, data.until);
      run.work(left());
    });
    const busy = alive().find(run => !run.done);
    if (!busy && angles) angles.work(Math.max(1, left()));
    computing = !!busy || !!angles && !angles.done;
    // At most once a second, since screen readers read the text aloud.
    if (!computing || Math.floor(now / 1000) !== Math.floor(saidAt / 1000)) {
      saidAt = now;
      tell("computing", computing && now - asked > 400 && "Computing" + (busy && busy.count ? ": " +
        text(busy.reached, 3) + " s of " + text(busy.to) + " s." : "."));
    }
    if (!computing) finish();
    if (!computing || now - drawn > 150) showCurves(now);
  }

  function finish() {
    const ends = [];
    runs.forEach((run, i) => {
      tell("status" + i, run && run.status && names[i] + " stopped at " +
        clock(run.count ? run.reached : from) + " s: " + run.why + ".");
      const end = run && run.ended && " ends at " + clock(run.reached) + " s: event " + run.ended + ".";
      ends.push(end);
      tell("end" + i, end && names[i] + end);
      const apart = run && run.recorded ? run.widest() : 0;
      if (run) run.coarse = apart > 1; // no trail is drawn through its rows
      tell("rows" + i, apart > 1.5 && "Rows of the recording lie up to " + text(apart, 2) +
        " rad apart: between them the motion that is shown is wrong.");
    });
    if (ends[0] && ends.every(end => end === ends[0]))
      ends.forEach((_, i) => tell("end" + i, "The motion" + ends[0]));
    if (begun(first)) {
      const start = runs[first].from;
      const end = Math.max(...alive().map(run => run.ended ? run.reached : start + data.until));
      time = Math.min(end, time + (start - from));
      [from, to] = [start, end];
      events.set(runs[first], runs[1 - first], names.map(inParts));
      showEnds();
    }
    showSphere();
    settled();
  }

  // Time

  // A time with the digits that the length of the time span needs.
  function clock(t) {
    return data.until < 1e-2 && !from ? t.toExponential(4)
      : t.toFixed(Math.max(0, Math.min(9, 4 - Math.floor(Math.log10(data.until)))));
  }

  function seek(t) {
    time = Math.min(to, Math.max(from, +t || 0));
    events.go();
    wake();
  }

  // Seeks a time and stops playing.
  function goTo(t) {
    if (playing) play(false);
    seek(t);
  }

  function play(on) {
    playing = on;
    if (playing && time >= to) time = from;
    before = 0;
    events.go();
    $("play").className = playing ? "playing" : "";
    $("play").lastElementChild.textContent = playing ? "Pause" : "Play";
    wake();
  }

  function oneStep(way) {
    const run = runs[first], even = !run.adaptive && !run.recorded;
    const at = i => even ? run.from + i * run.h : run.rows[i * run.width];
    const near = even ? (time - run.from) / run.h : run.find(time) +
      (time > at(run.find(time)) ? 0.5 : 0);
    const next = way > 0 ? Math.floor(near + 1e-6) + 1 : Math.ceil(near - 1e-6) - 1;
    const step = at(Math.min(even ? run.steps : run.count - 1, Math.max(0, next)));
    const event = events.near(time, way);
    goTo(event && way * (event.t - step) < 0 ? event.t : step);
  }

  function toEvent(way) {
    const event = events.near(time, way);
    goTo(event ? event.t : time);
  }

  function frame(now) {
    pending = 0;
    if (computing) {
      work(now);
      moved = true;
    }
    if (playing && visible) {
      const passed = before ? Math.min(0.1, (now - before) / 1000) * speed : 0;
      time = events.pass(time, Math.min(to, time + passed), now);
      before = now;
      moved = true;
      if (time === to) play(false);
    }
    if (moved) showTime(now);
    const beside = first === 0 && begun(1) && $("ghost").checked && cursors[1];
    if (begun(first) && views.length) {
      views[0].show(cursors[first], beside);
      if (!computing) views[1].show(cursors[first]);
      views.forEach(view => view.render());
    }
    moved = false;
    frames++;
    if (computing || (playing && visible)) wake(false);
  }

  function showTime(now) {
    const t = clock(time) + " s";
    $("clock").value = t + " of " + (from ? clock(to) : text(to)) + " s";
    $("scrub").value = time;
    $("scrub").setAttribute("aria-valuetext", t);
    cursors.forEach((cursor, i) => begun(i) && cursor.moveTo(time));
    plots.forEach(plot => plot.draw(time, style));
    events.show(time);
    if (playing && now - tabled < 250) return;
    tabled = now;
    for (const row of $("now").tBodies[0].rows)
      runs.forEach((run, i) => {
        row.cells[i + 1].textContent = begun(i) ? row.figure(run, cursors[i], i) : "–";
      });
    if (!playing && !computing && begun(first)) describe();
  }

  // Scenes

  function openScenes() {
    try {
      if (!window.THREE || !THREE.OrbitControls) throw new Error("three.js is not in this page");
      const looked = () => wake(false);
      views.push(new Scenes.Body($("body3d"), data, style, looked),
        new Scenes.Sphere($("sphere3d"), style, looked));
    } catch (error) {
      const textContent = "The figures in three dimensions are not shown: " + error.message + ".";
      tell("scenes", textContent);
      views.length = 0;
      for (const id of ["body3d", "sphere3d"]) {
        $(id).hidden = true;
        $(id).after(make("p", { className: "flat", textContent }));
      }
    }
  }

  function showSphere() {
    const momentum = $("sphere").value === "momentum", run = runs[first];
    $("sphere-told").replaceChildren(make("b", { textContent: momentum ? "Momentum in the body"
      : "The vertical, seen from the body" }), momentum ? ": its path on the sphere of its size" +
      " at the start, levels of the kinetic energy" + (data.changes ? " with the inertia there" : "") +
      " and, stronger, those through saddles." +
      (data.gyro ? " The grey arrow is the body's own part, the other one that of wheels and the" +
      " like inside it." : "") : ": the path of R' e3 on the unit sphere.");
    if (begun(first) && views.length) views[1].setPath(run, $("sphere").value,
      run.stepper.inverseInertia(run.states.slice(0, run.stepper.state), par, input));
    wake();
  }

  // Curves

  function openCurves() {
    // lines: a list of {i, of, colour, dash, name, rug}; `of` gives the value of sample j of run i
    const plot = (key, title, unit, log, lines, more) => {
      const canvas = make("canvas", { role: "img", "data-curve": key });
      $("curves").append(make("figure", {}, make("figcaption", {}, make("b", { textContent:
        title }), ...(unit && [make("span", { textContent: "in " + unit })]),
      ...lines.filter(line => line.key).map(line => make("span", { className: line.key,
        textContent: line.name }))), canvas));
      for (const line of lines) for (const k of ["t", "y"])
        line[k] = new Float64Array(SAMPLES + 2 * MOST_EVENTS);
      plots.push(Object.assign(new Curves.Plot(canvas, log, seek), { key, title, unit, lines },
        more));
    };
    const line = (i, of, more) => ({ i, of, name: names[i], colour: i ? "--two" : "--one",
      dash: i, ...more });
    const all = Motion.quantities(data, runs[first]), numbers = { keep: 0, extra: 0 };
    const shown = all.filter(q => !(++numbers[q.key.split(":")[0]] > MOST_CURVES));
    for (const { key, title, unit, log, of } of shown)
      plot(key, title, unit, log, runs.flatMap((run, i) => run ? [line(i, of)] : []), { of });
    if (runs[0] && runs[1]) {
      angles = new Motion.Angles(runs[0], runs[1]);
      plot("angle", "Angle between the two attitudes", "rad", true, [line(0,
        (run, rows, o, j) => j < angles.count ? angles.values[j] : NaN, { colour: "--text",
          name: "", isOfSamples: true })]);
    }
    const three = (key, title, unit, name, at) => plot(key, title, unit, false, ["", " dashed",
      " dotted"].map((kind, k) => line(first, (run, rows, o) => rows[o + at + k], { name: name +
        (k + 1), dash: k, colour: "--e" + (k + 1), key: "key e" + (k + 1) + kind })));
    three("rates", "Rates of the body", "rad/s", "w", W);
    if (runs[first].stepper.moves) three("position", "Position in space", "m", "x",
      runs[first].width - 3);
    if (runs[first].adaptive) plot("step", "Size of the steps", "s", true, [line(first,
      (run, rows, o) => rows[o + H] || rows[run.width + H], { rug: true })]);
    if (all.length > shown.length) $("curves").append(make("p", { textContent: all.length -
      shown.length + " more values are not drawn." }));
  }

  // Fills a line's points: samples, and the values before and after each event.
  function fill(line) {
    const run = runs[line.i], met = line.isOfSamples ? [] : run.events;
    let e = 0;
    line.n = 0;
    const add = (rows, o, j) => {
      line.t[line.n] = rows[o];
      line.y[line.n++] = line.of(run, rows, o, j);
    };
    const addEvents = until => {
      for (; e < met.length && met[e].t <= until; e++) {
        add(met[e].before, 0);
        add(met[e].after, 0);
      }
    };
    for (let j = 0, o = 0; j < run.count; j++, o += run.width) {
      addEvents(run.rows[o]);
      add(run.rows, o, j);
    }
    addEvents(Infinity);
  }

  // The index of a line's last point that is not after the current time.
  const place = ({ t, n }) => Motion.place(t, n, 1, time);

  function showCurves(now) {
    drawn = now;
    const end = Math.max(to, ...alive().map(run => run.count ? run.reached : to));
    const marks = runs[first].events.map(e => ({ t: e.t, words: events.words([e]) }));
    for (const plot of plots) {
      plot.lines.forEach(fill);
      plot.set(plot.lines, from, end, data.breaks, marks);
    }
  }

  // The table of current values, and descriptions for screen readers

  function openTable() {
    $("now").tHead.append(make("tr", {}, make("td"), ...data.runs.map((_, i) => make("th",
      { scope: "col", className: i ? "two" : "one" }, ...inParts(names[i])))));
    const row = (title, figure) => $("now").tBodies[0].append(Object.assign(make("tr", {},
      make("th", { scope: "row", textContent: title }), ...runs.map(() => make("td"))),
    { figure }));
    const short = v => v ? v.toExponential(1) : "0";
    const soFar = line => line.y.subarray(0, place(line) + 1);
    row("Last step at, s", (run, cursor) => clock(cursor.row[T]));
    row("Step, s", (run, cursor) => run.recorded ? "–" : text(cursor.row[H] || (run.adaptive ? 0
      : run.h), 5));
    row("Steps", (run, cursor) => run.recorded ? "–" : String(cursor.steps));
    for (const plot of plots.filter(p => p.of && !p.key.startsWith("extra:"))) {
      row(plot.title + (plot.unit && ", " + plot.unit), (run, cursor) => {
        const now = plot.of(run, cursor.row, 0);
        return plot.log ? short(now) : text(now, 5);
      });
      if (plot.log) row("– largest so far", (run, cursor, i) => short(Math.max(
        plot.of(run, cursor.row, 0), ...soFar(plot.lines.find(line => line.i === i)))));
    }
  }

  function describe() {
    const { shown } = cursors[first], at = " at " + clock(time) + " s", axis = +$("axis").value;
    const momentum = $("sphere").value === "momentum", o = momentum ? L : R + 6;
    const three = v => "(" + v.map(c => Math.abs(c) < 1e-6 ? 0 : c.toPrecision(3)).join(", ") + ")";
    $("body3d").setAttribute("aria-label", "The body in space" + at + ": its axis e" + (axis + 1) +
      " points to " + three([0, 3, 6].map(k => shown[R + axis + k])) + ".");
    $("sphere3d").setAttribute("aria-label", (momentum ? "Momentum in the body" : "The vertical, " +
      "seen from the body") + at + ": " + three([0, 1, 2].map(k => shown[o + k])) + ".");
    for (const { canvas, title, unit, lines } of plots)
      canvas.setAttribute("aria-label", title + " over time;" + at + ": " + lines.filter(line =>
        line.n).map(({ name, t, n, y }) => name + " " + y[place({ t, n })].toPrecision(3))
        .join(", ") + (unit && " " + unit) + ".");
  }

  // Sliders

  // A slider and an input field for the number values[at].
  function field(box, name, index, label, note, values, at, log, size) {
    const start = values[at], id = "number" + fields.length, key = name + "[" + index + "]";
    const more = size || Math.abs(start) || 1, ends = log ? [-1, 1].map(s => Math.log10(start) + 1.3 * s)
      : [start - more, start + more];
    const range = make("input", { type: "range", name: key, step: "any", min: ends[0],
      max: ends[1], "aria-label": label, "data-kind": "range" });
    const number = make("input", { type: "number", name: key, step: "any", id,
      "data-kind": "number" });
    const show = () => {
      range.value = log ? Math.log10(values[at]) : values[at];
      range.setAttribute("aria-valuetext", text(values[at]));
      // The field shows as many digits as fit; its title shows all.
      const whole = number.title = String(values[at]);
      if (document.activeElement !== number) number.value = whole.length < 12 ? whole
        : text(values[at], 7);
    };
    const set = value => {
      if (!Number.isFinite(value) || (log && value <= 0)) return;
      values[at] = value;
      show();
      compute();
    };
    range.addEventListener("input", () => set(+(log ? 10 ** range.value : +range.value)
      .toPrecision(6)));
    number.addEventListener("input", () => number.value && set(+number.value));
    number.addEventListener("change", show);
    box.append(make("div", { className: (label + note).length > 11 ? "field long" : "field" },
      make("label", { htmlFor: id }, label, make("small", { textContent: note && " " + note })),
      range, number));
    fields.push({ key, set, reset: () => { values[at] = start; show(); } });
    show();
  }

  function openSliders() {
    const box = title => $("fields").appendChild(make("fieldset", {}, make("legend",
      { textContent: title })));
    const group = (title, list, values) => {
      const inside = list.length && box(title);
      for (const { name, note, n, at, start } of list)
        for (let k = 0; k < n; k++)
          field(inside, name, k, n > 1 ? name + "[" + (k + 1) + "]" : name, k ? "" : note ||
            (start && { w: "rad/s", L: "N m s" }[name]) || "", values, at + k, false,
            Math.max(...values.slice(at, at + n).map(Math.abs)));
    };
    let at = 0, place = 0;
    const all = data.params.map(p => ({ ...p, n: p.value.length, at: (at += p.value.length) -
      p.value.length }));
    group("Parameters", all.filter(p => !p.start), par);
    group("Inputs", data.inputs.map(p => ({ ...p, at: (place += p.n) - p.n })), input);
    group("Start", all.filter(p => p.start), par);
    const sized = steps.map((_, i) => i).filter(i => steps[i] && runs[i] && !runs[i].recorded);
    const inside = sized.length && box("Step, s");
    for (const i of sized) field(inside, "step", i, data.runs[i].method, "", steps, i, true);
    $("sliders").hidden = !fields.length || alive().every(run => run.recorded);
  }

  // Controls

  function showEnds() {
    Object.assign($("scrub"), { min: from, max: to });
    $("ticks").replaceChildren(...data.breaks.filter(t => t >= from && t <= to).map(t => {
      const mark = make("span");
      mark.style.left = 100 * (t - from) / (to - from) + "%";
      return mark;
    }), ...events.marks(from, to));
  }

  function openControls() {
    const on = (id, kind, act) => $(id).addEventListener(kind, act);
    const whole = data.until / 20, speeds = [0.01, 0.1, 0.25, 0.5, 1, 2, 5, 10, 100];
    speed = data.until >= 5 && data.until <= 60 ? 1 : whole;
    $("speed").append(...speeds.map(v => make("option", { value: v, textContent: v < 1 ? "1/" +
      1 / v : v + " ×" })), make("option", { value: whole, textContent: "all in 20 s" }));
    $("speed").selectedIndex = speeds.includes(speed) ? speeds.indexOf(speed) : speeds.length;
    $("sphere").value = data.acted ? "vertical" : "momentum";
    $("ghost-label").hidden = !(runs[0] && runs[1]);
    showEnds();
    on("speed", "change", () => { speed = +$("speed").value; });
    on("axis", "change", () => {
      for (const cursor of cursors.filter(c => c)) {
        cursor.trail.axis = +$("axis").value;
        cursor.version = 0; // its trail is computed again
      }
      wake();
    });
    on("sphere", "change", showSphere);
    on("ghost", "change", () => wake());
    on("scrub", "input", () => seek($("scrub").value));
    on("play", "click", () => play(!playing));
    on("reset-view", "click", () => views.forEach(view => view.reset()));
    on("sliders", "submit", event => event.preventDefault());
    on("reset-sliders", "click", () => {
      fields.forEach(f => f.reset());
      compute();
    });
    document.addEventListener("keydown", key);
    window.addEventListener("resize", () => wake());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
      colours = {};
      views.forEach(view => view.recolour());
      plots.forEach(plot => { plot.stale = true; });
      wake();
    });
    new IntersectionObserver(seen => {
      visible = seen[seen.length - 1].isIntersecting;
      before = 0;
      wake();
    }).observe($("motion"));
  }

  // Keys of the whole section, if it is visible and the focused element does not use them.
  function key(event) {
    const { target, key: name } = event, far = event.shiftKey && 0.01 * (to - from);
    const go = way => () => far ? seek(time + way * far) : oneStep(way);
    const axis = k => () => {
      $("axis").value = k;
      $("axis").dispatchEvent(new Event("change"));
    };
    const act = { " ": () => play(!playing), ArrowLeft: go(-1), ArrowRight: go(1),
      Home: () => seek(from), End: () => seek(to), 1: axis(0), 2: axis(1), 3: axis(2),
      r: () => $("reset-view").click(), e: () => toEvent(1), E: () => toEvent(-1) }[name];
    if (!act || !visible || event.ctrlKey || event.metaKey || event.altKey) return;
    // Sliders, except the time's, use the arrows; buttons and check boxes use the space bar.
    if (target.closest("[type=number], select, summary, .table, pre")) return;
    if (name.length > 1 && target.closest("[type=range]:not(#scrub)")) return;
    if (name === " " && target.closest("button, [type=checkbox]")) return;
    event.preventDefault();
    act();
  }

  async function start() {
    await open();
    data.runs.forEach((_, i) => $("legend").append(make("span", { className: i ? "key two dashed"
      : "key one", textContent: (i ? "beside it: " : "") + names[i] })));
    if (!alive().length) return settled();
    $("live").hidden = false;
    $("ghost-told").hidden = !(runs[0] && runs[1]);
    openScenes();
    openCurves();
    openTable();
    openSliders();
    openControls();
    compute();
    await ready;
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) play(true);
  }
  start().catch(error => {
    tell("failed", "The motion cannot be shown: " + error.message + ".");
    settled();
  });

  // For tests and experiments in the console.
  return {
    data, motion: Motion, ready, seek, play: () => play(true), pause: () => play(false),
    set(name, index, value) {
      fields.find(f => f.key === name + "[" + index + "]").set(+value);
    },
    time: () => time,
    computing: () => computing,
    // For each run, the module's exact values at the last step before the time.
    state: () => runs.map((run, i) => {
      if (!begun(i)) return null;
      cursors[i].moveTo(time);
      return { ...Motion.told(cursors[i].row, run.stepper), steps: cursors[i].steps,
        method: run.method, status: run.status, libm: run.stepper.libm };
    }),
    get frames() { return frames; },
  };
})();
