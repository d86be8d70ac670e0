// SPDX-License-Identifier: MIT
// The report's section "Motion": runs, cursors, scenes, curves, table and sliders, wired up.
// One frame at a time: numbers first, for a few milliseconds, then what they changed is drawn.
window.polhode = (() => {
  "use strict";

  const { T, R, L, W, H, KEEP } = Motion, { text } = Curves;
  const SLICE = 8; // ms of a frame for computing
  const MOST_CURVES = 6; // of values kept, and of extras
  const $ = id => document.getElementById(id);
  const data = JSON.parse($("data").textContent);
  const runs = [], cursors = [], plots = [], views = [];
  const par = data.params.flatMap(p => p.value), input = data.inputs.flatMap(i => Array(i.n).fill(0));
  const steps = data.runs.map(run => run.step);
  let from = 0, to = data.until, time = 0, playing = false, speed = 1, frames = 0, pending = 0;
  let before = 0, computing = false, visible = true, angles = null, rates = null, sphere = null;
  let body = null, asked = 0, curvesAt = 0, tableAt = 0, moved = true, looked = true;
  const told = new Map();

  function make(name, fields = {}, ...inside) {
    const made = Object.assign(document.createElement(name), fields);
    made.append(...inside);
    return made;
  }

  // Colours of style.css, by name; read again when the scheme changes.
  let colours = {};
  function style(name) {
    return colours[name] || (colours[name] =
      getComputedStyle(document.documentElement).getPropertyValue(name).trim());
  }

  function tell(key, words) {
    if (words) told.set(key, words);
    else told.delete(key);
    const all = [...told.values()].join(" ");
    if ($("told").textContent !== all) $("told").textContent = all;
  }

  function wake() {
    if (!pending) pending = requestAnimationFrame(frame);
  }

  // Names of the two runs: their steps tell them apart where their methods do not.
  function nameOf(i) {
    const all = data.runs.map(run => run.method);
    return all[i] + (all[0] === all[1] ? steps[i] ? ", " + text(steps[i]) + " s" : i ?
      ", fixed steps" : "" : "");
  }

  const lead = () => runs.findIndex(run => run);

  // Computing

  async function open() {
    await Promise.all(data.runs.map(async (what, i) => {
      runs[i] = null;
      tell("why" + i, what.why && nameOf(i) + ": " + what.why);
      try {
        if (what.module)
          runs[i] = new Motion.Run(await Motion.open(what.module, data.body), what.method,
            what.adaptive);
        else if (what.recorded)
          runs[i] = new Motion.Recorded(what.method, what.recorded, data.units, what.step);
      } catch (error) {
        tell("why" + i, nameOf(i) + ": its module could not be used (" + error.message + ").");
      }
      cursors[i] = runs[i] && runs[i].cursor();
    }));
    // What two runs have to tell is often the same.
    if (told.get("why1") && data.runs[1].why === data.runs[0].why) tell("why1", "");
  }

  function compute() {
    computing = true;
    asked = performance.now();
    tell("computing", "");
    runs.forEach((run, i) => {
      tell("status" + i, "");
      if (!run || run.recorded) return;
      // Beside adaptive steps stand as many equal ones: their number is known later.
      if (waits(i)) run.count = 0, run.done = false, run.version++;
      else run.restart(par, input, steps[i] || data.until / 100, data.until);
    });
    wake();
  }

  function waits(i) {
    return !runs[i].adaptive && !steps[i] && i > 0 && runs[0];
  }

  function work() {
    const stop = performance.now() + SLICE;
    for (const [i, run] of runs.entries()) {
      if (!run || run.done) continue;
      if (run.count === 0 && waits(i)) {
        if (!runs[0].done) break;
        run.restart(par, input, data.until / Math.max(1, runs[0].taken), data.until);
      }
      run.work(stop - performance.now());
    }
    if (runs.some(run => run && !run.done)) return;
    if (angles && !angles.done) angles.work(Math.max(1, stop - performance.now()));
    else if (angles) angles.work(0);
    if (!angles || angles.done) finish();
  }

  function finish() {
    computing = false;
    tell("computing", "");
    runs.forEach((run, i) => {
      if (run && run.status) tell("status" + i, nameOf(i) + " stopped at " + text(run.count ?
        run.reached : from) + " s: " + run.why + ".");
    });
    bounds();
    drawSphere();
    showCurves();
    settled();
  }

  let settled = () => {};
  const ready = new Promise(done => { settled = done; });

  function bounds() {
    const run = runs.find(r => r && r.count);
    if (!run || run.from === from) return;
    const part = (time - from) / (to - from);
    from = run.from;
    to = from + data.until;
    time = from + part * data.until;
    Object.assign($("scrub"), { min: from, max: to });
    marks();
  }

  // Time

  function seek(t) {
    time = Math.min(to, Math.max(from, +t || 0));
    moved = true;
    place();
    wake();
  }

  function place() {
    cursors.forEach((cursor, i) => cursor && runs[i].count && cursor.moveTo(time));
  }

  function play(on = true) {
    playing = on && runs.some(run => run);
    if (playing && time >= to) time = from;
    before = 0;
    moved = true;
    $("play").setAttribute("aria-pressed", playing);
    wake();
  }

  function oneStep(way) {
    const run = runs[lead()];
    if (!run || !run.count) return;
    if (run.h && !run.adaptive && !run.recorded) {
      const k = (time - run.from) / run.h;
      seek(run.from + (way > 0 ? Math.floor(k + 1e-6) + 1 : Math.ceil(k - 1e-6) - 1) * run.h);
    } else {
      const i = run.find(time), at = run.rows[i * run.width];
      const j = way < 0 && time > at + 1e-9 * (to - from) ? i : i + way;
      seek(run.rows[Math.min(run.count - 1, Math.max(0, j)) * run.width]);
    }
  }

  function frame(now) {
    pending = 0;
    if (computing) {
      work();
      moved = true;
      if (computing && now - curvesAt > 150) showCurves();
      if (computing && now - asked > 400) tell("computing", "Computing: " + progress() + " %.");
    }
    if (playing && visible) {
      time += before ? Math.min(0.1, (now - before) / 1000) * speed : 0;
      before = now;
      moved = true;
      if (time >= to) {
        time = to;
        play(false);
      }
    }
    if (moved || looked) draw(now);
    if (computing || (playing && visible)) wake();
  }

  function progress() {
    const parts = runs.filter(run => run).map(run => run.done ? 1 : run.count ?
      (run.reached - from) / data.until : 0);
    return Math.floor(100 * parts.reduce((a, b) => a + b, 0) / parts.length);
  }

  function draw(now) {
    frames++;
    if (moved) {
      place();
      showTime();
      plots.forEach(plot => plot.draw(time, style));
      if (now - tableAt > 250 || !playing) {
        tableAt = now;
        showTable();
      }
      if (!playing) describe();
    }
    const i = lead(), cursor = cursors[i];
    if (cursor && runs[i].count && views.length) {
      const beside = i === 0 && runs[1] && runs[1].count && $("ghost").checked && cursors[1];
      views[0].show(cursor, beside);
      sphere.show(cursor);
      views.forEach(view => view.render());
    }
    moved = looked = false;
  }

  function showTime() {
    const digits = Math.min(20, Math.max(0, 4 - Math.floor(Math.log10(data.until))));
    const t = data.until < 1e-3 ? time.toExponential(3) : time.toFixed(Math.min(6, digits));
    $("clock").value = t + " s of " + text(to) + " s";
    $("scrub").value = time;
    $("scrub").setAttribute("aria-valuetext", t + " s");
  }

  // Scenes

  function openScenes() {
    const looks = () => {
      looked = true;
      wake();
    };
    try {
      if (!Scenes.has3d()) throw new Error("three.js is not in this page");
      views.push(new Scenes.Body($("body3d"), data, style, looks));
      views.push(sphere = new Scenes.Sphere($("sphere3d"), style, looks));
    } catch (error) {
      views.length = 0;
      const words = "The figures in three dimensions are not shown: " + error.message + ".";
      tell("scenes", words + " All else works.");
      for (const id of ["body3d", "sphere3d"]) {
        $(id).hidden = true;
        $(id).after(make("p", { className: "flat", textContent: words }));
      }
    }
  }

  function drawSphere() {
    const i = lead(), run = runs[i], kind = $("sphere").value;
    $("sphere-told").replaceChildren(make("b", { textContent: kind === "momentum" ?
      "Momentum in the body" : "The vertical, seen from the body" }), kind === "momentum"
      ? ": its path on the sphere of its first size, levels of the kinetic energy and, stronger," +
        " those through saddles." + (data.units.states ? " Where wheels hold a part, the grey" +
        " arrow is the body's own and the other one theirs." : "")
      : ": the path of R' e3 on the unit sphere.");
    if (!run || !run.count || !sphere) return;
    const J = data.inertia;
    body = { J, inverse: Motion.inverse3(J) };
    if (!run.recorded) {
      const { inverse } = run.stepper.rates(run.states.slice(0, run.stepper.state), par, input);
      body = { inverse, J: Motion.inverse3(inverse) };
    }
    sphere.setPath(run, kind, body);
  }

  // Curves

  function plot(key, title, unit, log, names) {
    const canvas = make("canvas");
    canvas.dataset.curve = key;
    canvas.setAttribute("role", "img");
    const caption = make("figcaption", {}, make("b", { textContent: title }),
      unit ? " in " + unit : "");
    names.forEach(([name, kind]) => caption.append(make("span", { className: "key " + kind,
      textContent: name })));
    $("curves").append(make("figure", {}, caption, canvas));
    const made = new Curves.Plot({ canvas, log, seek });
    plots.push(Object.assign(made, { key, title, unit, buffers: [] }));
    return made;
  }

  function openCurves() {
    const count = {};
    const first = runs[lead()], all = Motion.quantities(data, first);
    for (const q of all) {
      const group = q.key.split(":")[0];
      count[group] = (count[group] || 0) + 1;
      if (count[group] > MOST_CURVES) continue;
      plot(q.key, q.title, q.unit, q.log, []).quantity = q;
    }
    if (runs[0] && runs[1]) {
      angles = new Motion.Angles(runs[0], runs[1]);
      plot("angle", "Angle between the two attitudes", "rad", true, []);
    }
    plot("rates", "Rates of the body", data.units.w || "rad/s", false,
      [["w1", "e1"], ["w2", "e2 dashed"], ["w3", "e3 dotted"]]);
    if (first.adaptive) plot("step", "Size of the steps", "s", true, []);
    const more = ["keep", "extra"].map(g => (count[g] || 0) - MOST_CURVES).filter(n => n > 0);
    if (more.length) $("curves").append(make("p", { textContent: more.reduce((a, b) => a + b) +
      " more values are not drawn." }));
  }

  // One series of a plot: f(run, rows, o) at each sample of a run.
  function series(made, k, i, f, more) {
    const run = runs[i];
    const s = made.buffers[k] || (made.buffers[k] = { t: new Float64Array(run.recorded ?
      run.count : 8192), colour: i ? "--two" : "--one", dash: i, ...more });
    if (!s.y) s.y = s.t.slice();
    s.n = run.count;
    for (let j = 0, o = 0; j < s.n; j++, o += run.width) {
      s.t[j] = run.rows[o];
      s.y[j] = f(run, run.rows, o);
    }
    s.run = i;
    return s;
  }

  function showCurves() {
    curvesAt = performance.now();
    moved = true;
    const i = lead(), those = runs.map((run, k) => k).filter(k => runs[k] && runs[k].count);
    for (const made of plots) {
      let all = [];
      if (!runs[i].count) all = [];
      else if (made.key === "rates")
        all = [0, 1, 2].map(k => series(made, k, i, (run, rows, o) => rows[o + W + k],
          { colour: "--e" + (k + 1), dash: k }));
      else if (made.key === "step") {
        all = [series(made, 0, i, (run, rows, o) => rows[o + H] || rows[H + run.width],
          { rug: true })];
      } else if (made.key === "angle") {
        let k = 0;
        all = [series(made, 0, 0, () => angles.values[k++], { colour: "--text", dash: 0 })];
        all[0].n = Math.min(all[0].n, angles.count);
      } else {
        all = those.map(k => series(made, k, k, made.quantity.of));
      }
      made.set(all, from, to, data.breaks);
    }
  }

  // The now table and descriptions

  function openTable() {
    const head = make("tr", {}, make("th", { scope: "col", textContent: "" }));
    data.runs.forEach((_, i) => head.append(make("th", { scope: "col", className: "number" },
      make("span", { className: i ? "two" : "one", textContent: nameOf(i) }))));
    head.firstChild.replaceWith(make("td"));
    $("now").tHead.replaceChildren(head);
    const rows = [["t", "Last step at, s"], ["h", "Step, s"], ["steps", "Steps"]];
    for (const made of plots.filter(p => p.quantity)) {
      if (made.key.startsWith("extra:")) continue;
      rows.push([made.key, made.title + (made.unit ? ", " + made.unit : "")]);
      if (made.log) rows.push([made.key + "|", "– largest so far"]);
    }
    $("now").tBodies[0].replaceChildren(...rows.map(([key, title]) => {
      const row = make("tr", {}, make("th", { scope: "row", textContent: title }),
        ...data.runs.map(() => make("td")));
      row.dataset.key = key;
      return row;
    }));
  }

  function showTable() {
    for (const row of $("now").tBodies[0].rows)
      runs.forEach((run, i) => {
        row.cells[i + 1].textContent = run && run.count ? figure(row.dataset.key, i) : "–";
      });
  }

  function figure(key, i) {
    const cursor = cursors[i], run = runs[i];
    if (key === "t") return text(cursor.row[T]);
    if (key === "h") return text(cursor.row[H] || run.h || 0);
    if (key === "steps") return String(cursor.steps);
    const made = plots.find(p => p.key === key.replace("|", ""));
    const now = made.quantity.of(run, cursor.row, 0);
    if (!key.endsWith("|")) return made.log ? now.toExponential(1) : text(+now.toPrecision(5));
    return Math.max(now, largest(made, i)).toExponential(1);
  }

  // Of a drawn series up to now.
  function largest(made, i) {
    const s = made.buffers[i], end = runs[i].find(time);
    let most = 0;
    for (let j = 0; s && j <= end && j < s.n; j++) if (s.y[j] > most) most = s.y[j];
    return most;
  }

  // For those who do not see the figures; not while these move.
  function describe() {
    const i = lead(), cursor = cursors[i], at = " at " + text(time) + " s";
    if (!cursor || !runs[i].count) return;
    const row = cursor.shown, k = +$("axis").value, three = a => "(" + a.map(v =>
      (Math.abs(v) < 5e-4 ? 0 : v).toPrecision(3)).join(", ") + ")";
    $("body3d").setAttribute("aria-label", "The body in space" + at + ": its axis e" + (k + 1) +
      " points to " + three([0, 3, 6].map(n => row[R + n + k])) + ".");
    const momentum = $("sphere").value === "momentum", o = momentum ? L : R + 6;
    $("sphere3d").setAttribute("aria-label", (momentum ? "Momentum in the body" :
      "The vertical, seen from the body") + at + ": " + three([0, 1, 2].map(n => row[o + n])) + ".");
    for (const made of plots)
      made.canvas.setAttribute("aria-label", made.title + " over time" + at + ": " + made.series
        .map((s, n) => {
          const value = made.key === "rates" ? row[W + n] : s.n ? s.y[runs[s.run].find(time)] : NaN;
          return (made.key === "rates" ? "w" + (n + 1) : made.key === "angle" ? "" :
            nameOf(s.run)) + " " + (+value).toPrecision(3);
        }).join(", ") + (made.unit ? " " + made.unit : "") + ".");
  }

  // Sliders

  const fields = []; // {name, index, start, log, get, set, range, number}

  function field(box, name, index, label, start, get, set, log) {
    const id = "n" + fields.length, more = Math.max(Math.abs(start), start ? 0 : 1);
    const ends = log ? [Math.log10(start / 20), Math.log10(start * 20)] : [start - more,
      start + more];
    const common = { name: name + "[" + index + "]", step: "any" };
    const range = make("input", { type: "range", ...common, min: ends[0], max: ends[1] });
    const number = make("input", { type: "number", id, ...common });
    range.setAttribute("aria-label", label);
    range.dataset.kind = "range";
    number.dataset.kind = "number";
    const made = { name, index, start, get, range, number };
    made.show = () => {
      range.value = log ? Math.log10(get()) : get();
      range.setAttribute("aria-valuetext", text(get()));
      if (+number.value !== get() || number.value === "") number.value = get();
    };
    made.set = v => {
      if (!Number.isFinite(v) || (log && v <= 0)) return;
      set(v);
      made.show();
      compute();
    };
    range.addEventListener("input", () => made.set(+(log ? 10 ** range.value
      : +range.value).toPrecision(6)));
    number.addEventListener("input", () => number.value !== "" && made.set(+number.value));
    number.addEventListener("change", made.show);
    box.append(make("div", { className: label.length > 14 ? "field long" : "field" },
      make("label", { htmlFor: id, textContent: label }), range, number));
    fields.push(made);
    made.show();
  }

  function openSliders() {
    const box = title => {
      const made = make("fieldset", {}, make("legend", { textContent: title }));
      $("fields").append(made);
      return made;
    };
    const group = (title, list, values, offset) => {
      const shown = list.filter(p => p.n);
      if (!shown.length) return;
      const inside = box(title);
      for (const p of shown) {
        if (p.note) inside.append(make("p", { className: "note", textContent: p.name + ": " +
          p.note }));
        for (let k = 0; k < p.n; k++) {
          const at = p.at + k;
          field(inside, p.name, k, p.name + (p.n > 1 ? "[" + (k + 1) + "]" : ""), values[at],
            () => values[at], v => { values[at] = v; });
        }
      }
    };
    let at = 0;
    const put = (p, n) => ({ ...p, n, at: (at += n) - n });
    const all = data.params.map(p => put(p, p.value.length));
    at = 0;
    group("Parameters", all.filter(p => !p.start), par);
    group("Inputs", data.inputs.map(p => put(p, p.n)), input);
    group("Start", all.filter(p => p.start), par);
    const sized = steps.map((_, i) => i).filter(i => steps[i] && runs[i] && !runs[i].recorded);
    if (sized.length) {
      const inside = box("Step, s");
      for (const i of sized)
        field(inside, "step", i, data.runs[i].method, steps[i], () => steps[i],
          v => { steps[i] = v; }, true);
    }
    if (!runs.some(run => run && !run.recorded)) $("sliders").hidden = true;
  }

  function set(name, index, value) {
    const found = fields.find(f => f.name === name && f.index === index);
    if (!found) throw new Error("there is no " + name + "[" + index + "]");
    found.set(+value);
  }

  // Controls

  function marks() {
    $("ticks").replaceChildren(...data.breaks.filter(t => t >= from && t <= to).map(t => {
      const mark = make("span");
      mark.style.left = 100 * (t - from) / (to - from) + "%";
      return mark;
    }));
  }

  function openControls() {
    const all = [0.01, 0.1, 0.25, 0.5, 1, 2, 5, 10, 100];
    for (const v of all) $("speed").append(make("option", { value: v, textContent: v < 1 ?
      "1/" + Math.round(1 / v) : v + " ×" }));
    $("speed").append(make("option", { value: data.until / 20, textContent: "all in 20 s" }));
    $("speed").value = speed = data.until >= 5 && data.until <= 60 ? 1 : data.until / 20;
    if ($("speed").selectedIndex < 0) $("speed").selectedIndex = all.length;
    Object.assign($("scrub"), { min: from, max: to, value: time });
    marks();
    $("sphere").value = data.acted ? "vertical" : "momentum";
    $("ghost-label").hidden = data.runs.length < 2;
    const change = (id, act) => $(id).addEventListener("change", () => {
      act();
      moved = true;
      wake();
    });
    change("speed", () => { speed = +$("speed").value; });
    change("axis", () => cursors.forEach(cursor => {
      if (!cursor) return;
      cursor.trail.axis = +$("axis").value;
      cursor.reset();
    }));
    change("sphere", drawSphere);
    change("ghost", () => {});
    $("scrub").addEventListener("input", () => seek($("scrub").value));
    $("play").addEventListener("click", () => play(!playing));
    $("reset-view").addEventListener("click", () => views.forEach(view => view.reset()));
    $("reset-sliders").addEventListener("click", () => fields.forEach(f => f.set(f.start)));
    $("sliders").addEventListener("submit", event => event.preventDefault());
    document.addEventListener("keydown", key);
    addEventListener("resize", () => {
      moved = true;
      wake();
    });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
      colours = {};
      views.forEach(view => view.recolour());
      plots.forEach(made => { made.stale = true; });
      moved = true;
      wake();
    });
    new IntersectionObserver(seen => {
      visible = seen[seen.length - 1].isIntersecting;
      before = 0;
      wake();
    }).observe($("motion"));
  }

  // Keys of the whole section, while it is in view and nothing else needs them.
  function key(event) {
    const on = event.target;
    if (!visible || event.ctrlKey || event.metaKey || event.altKey) return;
    if (on.closest("input, select, textarea, summary, .table, pre")) return;
    if (on.closest("button, a") && [" ", "Enter"].includes(event.key)) return;
    const far = event.shiftKey ? 0.01 * (to - from) : 0;
    const go = way => far ? seek(time + way * far) : oneStep(way);
    const choose = k => {
      $("axis").value = k;
      $("axis").dispatchEvent(new Event("change"));
    };
    const act = { " ": () => play(!playing), ArrowLeft: () => go(-1), ArrowRight: () => go(1),
      Home: () => seek(from), End: () => seek(to), 1: () => choose(0), 2: () => choose(1),
      3: () => choose(2), r: () => views.forEach(view => view.reset()) }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  function openLegend() {
    data.runs.forEach((run, i) => $("legend").append(make("span", { className: "key " + (i ?
      "two dashed" : "one"), textContent: (i ? "beside it: " : "") + nameOf(i) })));
    if (data.runs.length > 1) $("ghost-told").textContent = "; the lines are the method beside";
  }

  async function start() {
    await open();
    openLegend();
    $("live").hidden = !runs.some(run => run);
    if ($("live").hidden) return settled();
    openScenes();
    openCurves();
    openTable();
    openControls();
    openSliders();
    compute();
    await ready;
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) play();
  }
  start().catch(error => tell("failed", "The motion cannot be shown: " + error.message));

  return {
    data, motion: Motion, ready, seek, play: () => play(true), pause: () => play(false), set,
    time: () => time,
    computing: () => computing,
    // Of each run the state of the module at the last step before the time, to the bit.
    state: () => runs.map((run, i) => run && run.count && cursors[i].moveTo(time) && {
      ...Motion.told(cursors[i].row, run.kept), steps: cursors[i].steps, method: run.method,
      status: run.status }),
    get frames() { return frames; },
  };
})();
