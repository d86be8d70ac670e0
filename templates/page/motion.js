// SPDX-License-Identifier: MIT
// The computation of the report's live part: a stepper in a WebAssembly module, its run, which is
// sampled from start to end, cursors that show one time of a run exactly, measured quantities.
// Nothing here depends on the page, so that node can test it.
const Motion = (() => {
  "use strict";

  // A sample is a row of numbers: t, R by rows, L, w, energy, size of the step that led there,
  // then the spec's keeps, then the extras, then the position of a body that moves.
  const T = 0, R = 1, L = 10, W = 13, E = 16, H = 17, KEEP = 18;
  const SAMPLES = 8192, TRAIL = 1500, LIMIT = 5e7;
  const APART = Math.cos(0.7 * Math.PI / 180); // least visible angle in a trail

  // Offsets of runtime/pol_stepper.h on wasm32.
  const COUNTS = { order: 24, state: 28, par: 32, input: 36, kept: 40, control: 120, extra: 132,
    parts: 148, events: 152, samples: 160 };
  const CALLS = { run: 84, rotation: 88, momentum: 92, omega: 96, time: 100, energy: 104,
    keep: 108, interp: 116, controlStart: 124, advance: 128, extras: 140 };
  const NAMES = { name: 4, method: 8, attitude: 12 };
  const EVENT = -12, SIZE = -8, MOST_STEPS = -4, STEPS = -3; // pol_control, from the end
  const MOMENTUM = 1, POSITION = 2; // enum pol_kind
  const UNFINISHED = 7, HAPPENED = 11, TOO_OFTEN = 12, TOO_MANY = -1;
  const MOST_EVENTS = 1000; // most stored events of a run

  const WHY = {
    [TOO_MANY]: "it needs more than 50 million steps",
    1: "the equation of a step was not solved",
    2: "the body turns too far in one step",
    3: "the attitude's numbers are singular there",
    4: "the required step is below the minimum",
    5: "too many steps in a row were rejected",
    6: "its numbers are no longer finite",
    8: "the inertia is not positive definite",
    9: "one principal moment is above the sum of the others",
    10: "a table has no value there",
    [TOO_OFTEN]: "an event happens without end, or more often than its limit",
    13: "sampled values cannot go back in time",
  };

  const norm = (v, o) => Math.hypot(v[o], v[o + 1], v[o + 2]);
  const times = (m, v) => [0, 3, 6].map(i => m[i] * v[0] + m[i + 1] * v[1] + m[i + 2] * v[2]);

  // Returns a promise of the body's stepper in the module, which is base64 text or bytes.
  function open(code, body) {
    const bytes = typeof code === "string" ? Uint8Array.from(atob(code), c => c.charCodeAt(0))
      : code;
    return WebAssembly.instantiate(bytes, {})
      .then(made => new Stepper(made.instance.exports, body));
  }

  // States, parameters and so on are arrays of the caller; each call copies them in and out.
  class Stepper {
    constructor(from, body) {
      const memory = from.memory, word = p => new DataView(memory.buffer).getInt32(p, true);
      const call = p => word(p) ? from.__indirect_function_table.get(word(p)) : null;
      const text = p => {
        const bytes = new Uint8Array(memory.buffer, p);
        return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
      };
      const at = word(from[body + "_found"].value), batch = from[body + "_batch"].value;
      for (const key in COUNTS) this[key] = word(at + COUNTS[key]);
      for (const key in NAMES) this[key] = text(word(at + NAMES[key]));
      const texts = (p, n, size) => Array.from({ length: n }, (_, i) => text(word(p + size * i)));
      const values = word(at + 136), PART = 24; // bytes of a pol_state_part: name, unit, ...
      const place = kind => { // offset in the state, or -1 if there is no such part
        for (let p = word(at + 144), i = 0; i < this.parts; i++, p += PART)
          if (word(p + 12) === kind) return word(p + 16);
        return -1;
      };
      this.place = place(MOMENTUM);
      this.position = place(POSITION);
      this.moves = this.position < 0 ? 0 : 1;
      this.keepName = texts(word(at + 48), this.kept, 4);
      this.extraName = texts(values, this.extra, PART);
      this.extraUnit = texts(values + 4, this.extra, PART);
      const SECOND = word(at + 156) + 4, OF_EVENT = 12; // bytes: name, stops, direction
      this.event = texts(SECOND - 4, this.events, OF_EVENT).map((name, i) => ({ name,
        stops: word(SECOND + OF_EVENT * i) !== 0 }));
      this.call = { begin: call(batch + 12) };
      for (const key in CALLS) this.call[key] = call(at + CALLS[key]);
      this.real = word(batch);
      this.libm = word(batch + 8);
      this.width = KEEP + this.kept + this.extra + 3 * this.moves;
      // The arrays follow the module's memory; a page holds 8192 numbers.
      const sizes = { x: this.state, next: this.state, mid: this.state, p: this.par,
        u: this.input, c: this.control, v: Math.max(9, this.kept, this.extra) };
      let free = memory.buffer.byteLength;
      memory.grow(1 + (Object.values(sizes).reduce((a, b) => a + b) >> 13));
      this.its = {};
      this.put = {};
      for (const key in sizes) {
        this.its[key] = new Float64Array(memory.buffer, this.put[key] = free, sizes[key]);
        free += 8 * sizes[key];
      }
    }

    // Omitted parameters and inputs keep the values of the previous call.
    load(x, par, input) {
      this.its.x.set(x);
      if (par) this.its.p.set(par);
      if (input) this.its.u.set(input);
    }

    begin(par) {
      this.its.p.set(par);
      const status = this.call.begin(this.put.x, this.put.p), x = new Float64Array(this.state);
      if (status === 0) x.set(this.its.x);
      return { status, x };
    }

    run(x, par, input, h, n) {
      this.load(x, par, input);
      const status = this.call.run(this.put.x, this.put.p, this.put.u, h, n);
      x.set(this.its.x);
      return status;
    }

    startControl() {
      if (this.control) this.call.controlStart(this.put.c);
      return this.its.c.slice();
    }

    // Advances to the end, or by at most `most` steps (status UNFINISHED).
    advance(x, par, input, control, end, most = 0) {
      this.load(x, par, input);
      this.its.c.set(control);
      this.its.c[this.control + MOST_STEPS] = most;
      const { x: X, p, u, c } = this.put, status = this.call.advance(X, p, u, c, end);
      x.set(this.its.x);
      control.set(this.its.c);
      return status;
    }

    // The state at h after x, without the changes by an event there.
    reach(x, next, par, input, h) {
      const to = x.slice();
      return h && this.run(to, par, input, h, 1) === 0 ? to : h ? next : to;
    }

    time(x) {
      this.its.x.set(x);
      return this.call.time(this.put.x);
    }

    // Writes the row at theta between x and the next state; false without dense output.
    between(x, next, par, input, h, theta, row) {
      if (!this.call.interp) return false;
      this.load(x, par, input);
      this.its.next.set(next);
      const { put } = this;
      if (this.call.interp(put.x, put.next, put.p, put.u, h, theta, put.mid)) return false;
      this.readInto(this.its.mid, row, 0, h);
      return true;
    }

    // Writes the row of the state x, with the step h.
    readInto(x, rows, o, h) {
      const { call, put } = this, { x: X, p, u, v } = put, values = this.its.v;
      const copy = (n, to) => {
        for (let i = 0; i < n; i++) rows[o + to + i] = values[i];
      };
      this.its.x.set(x);
      rows[o + T] = call.time(X);
      call.rotation(X, v);
      copy(9, R);
      call.momentum(X, v);
      copy(3, L);
      call.omega(X, p, u, v);
      copy(3, W);
      rows[o + E] = call.energy(X, p, u);
      rows[o + H] = h;
      if (this.kept) call.keep(X, p, u, v);
      copy(this.kept, KEEP);
      if (this.extra) call.extras(X, p, u, v);
      copy(this.extra, KEEP + this.kept);
      if (this.moves) for (let i = 0; i < 3; i++)
        rows[o + this.width - 3 + i] = this.its.x[this.position + i];
    }

    // Returns the inverse of J, by rows; it uses that w is affine in L.
    inverseInertia(x, par, input) {
      this.load(x, par, input);
      const size = norm(x, this.place) || 1, columns = [null, 0, 1, 2].map(j => {
        this.its.x.set([0, 1, 2].map(k => k === j ? size : 0), this.place);
        this.call.omega(this.put.x, this.put.p, this.put.u, this.put.v);
        return Array.from(this.its.v.subarray(0, 3));
      });
      return Float64Array.from({ length: 9 }, (_, k) =>
        (columns[1 + k % 3][Math.floor(k / 3)] - columns[0][Math.floor(k / 3)]) / size);
    }
  }

  // The output of `polhode run --json --sample` as a stepper whose state is the index of a row;
  // events have rows, too.
  class Recording {
    constructor(json, inertia, event = []) {
      const three = name => [1, 2, 3].map(i => name + i);
      this.keepName = Object.keys(json.end.keep || {});
      this.extraName = json.columns.slice(json.columns.indexOf("energy") + 1)
        .filter(name => !this.keepName.includes(name) && !(name in (json.end.shown || {})));
      this.extraUnit = this.extraName.map(name => json.units[name] || "");
      this.moves = +json.columns.includes("x1");
      const columns = ["t", ...three("R1"), ...three("R2"), ...three("R3"), ...three("L"),
        ...three("w"), "energy", "", ...this.keepName, ...this.extraName,
        ...(this.moves ? three("x") : [])].map(name => json.columns.indexOf(name));
      this.which = json.rows.map(() => -1);
      const rows = json.rows.slice();
      for (const one of json.end.events || []) {
        const { name, t, R: turned, L: L3, w, x, energy, keep, states } = one;
        const of = { t, energy, ...keep, ...states };
        for (const [key, v] of Object.entries({ L: L3, w, x: x || [] }))
          v.forEach((value, i) => { of[key + (i + 1)] = value; });
        turned.forEach((value, i) => { of["R" + (1 + Math.floor(i / 3)) + (1 + i % 3)] = value; });
        let at = rows.length;
        while (at > 1 && rows[at - 1][0] >= t && this.which[at - 1] < 0) at--;
        // a row of the same time has the same state, or the state after the last such event
        const same = at < rows.length && rows[at][0] === t;
        rows.splice(at, +same, json.columns.map(column => of[column]));
        this.which.splice(at, +same, event.findIndex(e => e.name === name));
      }
      this.rows = rows.map(row => columns.map(c => c < 0 ? json.end.h || 0 : row[c]));
      Object.assign(this, { recorded: true, state: 1, width: columns.length, inertia, event,
        events: event.length, control: event.length ? -EVENT : 0, kept: this.keepName.length,
        extra: this.extraName.length, steps: rows.length - 1, last: json.end.status || 0 });
    }

    load() {}
    begin() { return { status: 0, x: new Float64Array(1) }; }
    startControl() { return new Float64Array(this.control); }
    run(x, par, input, h, n) { x[0] += n; return 0; }
    reach(x, next) { return next; }

    advance(x, par, input, control) {
      if (x[0] === this.steps) return this.last;
      const which = control[this.control + EVENT] = this.which[++x[0]];
      control[this.control + STEPS] = x[0];
      return which >= 0 ? HAPPENED : x[0] === this.steps ? this.last : UNFINISHED;
    }

    time(x) { return this.rows[x[0]][T]; }
    between() { return false; }
    readInto(x, rows, o) { rows.set(this.rows[x[0]], o); }
    inverseInertia() { return inverse3(this.inertia); }
  }

  function told(row, { kept, extra, moves }) {
    const part = (from, n) => Array.from(row.subarray(from, from + n));
    return { t: row[T], R: part(R, 9), L: part(L, 3), w: part(W, 3), energy: row[E],
      keep: part(KEEP, kept), extras: part(KEEP + kept, extra), ...(moves && { x:
        part(row.length - 3, 3) }) };
  }

  // Returns the index of the last of n rows whose time (first number) is not after t.
  function place(rows, n, width, t) {
    let from = 0, to = n;
    while (to - from > 1) {
      const middle = (from + to) >> 1;
      if (rows[middle * width] <= t) from = middle;
      else to = middle;
    }
    return from;
  }

  // Interpolates between two rows: R turns about one axis, all else is linear.
  function blend(a, b, theta, out) {
    for (let i = 0; i < a.length; i++) out[i] = a[i] + theta * (b[i] - a[i]);
    const d = (i, j) => a[R + i] * b[R + j] + a[R + 3 + i] * b[R + 3 + j] +
      a[R + 6 + i] * b[R + 6 + j];
    const v = [d(2, 1) - d(1, 2), d(0, 2) - d(2, 0), d(1, 0) - d(0, 1)], s = Math.hypot(...v);
    const turn = theta * Math.atan2(s, d(0, 0) + d(1, 1) + d(2, 2) - 1);
    const u = v.map(c => s && c / s), c = Math.cos(turn), n = Math.sin(turn);
    const by = [0, -u[2], u[1], u[2], 0, -u[0], -u[1], u[0], 0].map((k, i) => n * k +
      (1 - c) * u[Math.floor(i / 3)] * u[i % 3] + (i % 4 ? 0 : c));
    for (let i = 0; i < 9; i++)
      out[R + i] = [0, 1, 2].reduce((sum, k) => sum + a[R + i - i % 3 + k] * by[3 * k + i % 3], 0);
  }

  // A motion from start to end, computed in slices of time.  When the samples are full, every
  // second one is dropped: the number of adaptive steps is not known in advance.
  class Run {
    constructor(stepper, method, adaptive) {
      const { width, recorded } = stepper;
      const marks = stepper.state + stepper.control, watched = stepper.events > 0 || stepper.samples > 0;
      // run() ignores events and samples: for a body with any, advance() takes each step.
      Object.assign(this, { stepper, method, adaptive, width, marks, recorded, watched,
        advances: adaptive || watched, version: 0, count: 0, events: [] });
      this.rows = new Float64Array(SAMPLES * width);
      this.states = new Float64Array(SAMPLES * marks);
      this.at = new Float64Array(SAMPLES); // steps taken before each sample
    }

    // step: the size of all steps, if they are not adaptive
    restart(par, input, step, until) {
      const { stepper } = this;
      this.clear();
      this.par = Float64Array.from(par);
      this.input = Float64Array.from(input);
      const begun = stepper.begin(this.par);
      this.control = stepper.startControl();
      this.x = begun.x;
      if (begun.status !== 0) return this.end(begun.status);
      this.steps = this.adaptive ? LIMIT : this.recorded ? stepper.steps
        : Math.max(1, Math.round(until / step));
      this.h = until / Math.max(1, this.steps);
      if (this.watched && !this.adaptive) this.control[stepper.control + SIZE] = this.h;
      this.from = stepper.time(this.x);
      this.to = this.from + until;
      if (stepper.samples) stepper.advance(this.x, this.par, this.input, this.control, this.from);
      this.sample(0);
      if (this.steps > LIMIT) this.end(TOO_MANY);
      else if (this.steps === 0) this.end(stepper.last); // the recording has only one row
    }

    clear() {
      Object.assign(this, { version: this.version + 1, count: 0, taken: 0, kinetic: 0, every: 1,
        done: false, status: 0, events: [], met: 0, ended: null });
    }

    end(status) { Object.assign(this, { status, done: true }); }

    get why() {
      const which = this.stepper.event[this.control[this.control.length + EVENT]];
      return this.status === TOO_OFTEN && which ? "event " + which.name +
        " happens without end, or more often than its limit" : WHY[this.status] || "its status is " + this.status;
    }

    // The time of the last sample.
    get reached() { return this.rows[(this.count - 1) * this.width]; }

    // The largest angle by which the body turns from one sample to the next.
    widest() {
      const { rows, width } = this;
      let most = 0;
      for (let o = 0; o < (this.count - 1) * width; o += width)
        most = Math.max(most, norm(rows, o + W) * (rows[o + width] - rows[o]));
      return most;
    }

    // The index of the last sample that is not after t.
    find(t) { return place(this.rows, this.count, this.width, t); }

    sample(h) {
      if (this.count === SAMPLES) {
        this.every *= 2;
        this.count /= 2;
        for (const [array, n] of [[this.rows, this.width], [this.states, this.marks], [this.at, 1]])
          for (let i = 1; i < this.count; i++) array.copyWithin(i * n, 2 * i * n, (2 * i + 1) * n);
        if (this.taken % this.every && !this.done) return;
      }
      const o = this.count * this.width, { rows } = this;
      this.stepper.load(this.x, this.par, this.input);
      this.stepper.readInto(this.x, rows, o, h);
      this.states.set(this.x, this.count * this.marks);
      this.states.set(this.control, this.count * this.marks + this.x.length);
      this.at[this.count++] = this.taken;
      this.kinetic = Math.max(this.kinetic, (rows[o + L] * rows[o + W] +
        rows[o + L + 1] * rows[o + W + 1] + rows[o + L + 2] * rows[o + W + 2]) / 2);
    }

    // Stores the event that has just happened, `went` after the state from: rows before and after.
    meet(from, went) {
      const { stepper, x, par, input, width } = this;
      const { name, stops } = stepper.event[this.control[stepper.control + EVENT]];
      this.met++;
      if (stops) {
        this.ended = name;
        this.end(0);
      }
      if (this.met > MOST_EVENTS) return;
      const before = new Float64Array(width), after = before.slice();
      const size = this.adaptive ? went : this.h;
      stepper.load(x, par, input);
      stepper.readInto(x, after, 0, size);
      stepper.readInto(stepper.reach(from, x, par, input, went), before, 0, size);
      this.events.push({ name, stops, t: after[T], before, after });
    }

    // The samples before which one of the three numbers at `at` in the rows jumps.
    cuts(at) {
      const jumps = this.events.filter(({ before, after }) => [0, 1, 2].some(i =>
        Math.abs(before[at + i] - after[at + i]) > 1e-6 * norm(before, at)));
      return new Set(jumps.map(e => this.find(e.t) + 1));
    }

    // The last event that is not after t.
    eventAt(t) {
      let i = this.events.length;
      while (i > 0 && this.events[i - 1].t > t) i--;
      return i > 0 ? this.events[i - 1] : null;
    }

    // Runs until it is done or the slice of milliseconds has passed.
    work(slice) {
      const { stepper, x, par, input } = this;
      for (const stop = performance.now() + slice; !this.done && performance.now() < stop;) {
        const before = stepper.time(x), last = this.taken, from = this.watched && x.slice();
        const n = this.advances ? 1
          : Math.min(this.every - last % this.every, this.steps - last, 64);
        const status = this.advances ? stepper.advance(x, par, input, this.control, this.to, 1)
          : stepper.run(x, par, input, this.h, n);
        const went = stepper.time(x) - before;
        if (this.watched) this.taken = this.control[stepper.control + STEPS];
        else if (this.adaptive) this.taken += went > 0 ? 1 : 0;
        else this.taken += status ? Math.round(went / this.h) : n;
        if (status === HAPPENED) this.meet(from, went);
        else if (status !== (this.advances ? UNFINISHED : 0)) this.end(status);
        else if (this.taken === this.steps && (this.adaptive || !this.watched))
          this.end(this.adaptive ? TOO_MANY : stepper.last || 0);
        if (this.done ? stepper.time(x) > this.reached : this.taken > last &&
            this.taken % this.every === 0) this.sample(this.adaptive ? went : this.h);
      }
    }
  }

  // The path of the body's axis e1, e2 or e3 in space, as points on the unit sphere.
  class Trail {
    constructor() {
      Object.assign(this, { points: new Float32Array(3 * TRAIL), count: 0, axis: 2 });
    }

    add(row) {
      const p = this.points, a = R + this.axis, k = 3 * this.count;
      if (k && row[a] * p[k - 3] + row[a + 3] * p[k - 2] + row[a + 6] * p[k - 1] > APART) return;
      if (this.count === TRAIL) p.copyWithin(0, 3);
      else this.count++;
      for (let i = 0; i < 3; i++) p[3 * this.count - 3 + i] = row[a + 3 * i];
    }
  }

  // A run at one time: the last step before it, the next step, and the row between them.
  class Cursor {
    constructor(run) {
      this.run = run;
      for (const key of ["x", "nextX"]) this[key] = new Float64Array(run.stepper.state);
      for (const key of ["control", "nextControl"]) this[key] = run.stepper.startControl();
      // the rows of the last step, of the next step, and of the time itself
      for (const key of ["row", "next", "shown"]) this[key] = new Float64Array(run.width);
      // the end of the next step, before an event changes the state
      this.end = { x: this.nextX, row: this.next };
      this.trail = new Trail();
      this.version = 0;
    }

    moveTo(time) {
      const { run } = this, t = Math.min(Math.max(time, run.from), run.reached), i = run.find(t);
      run.stepper.load(this.x, run.par, run.input);
      if (this.version !== run.version || t < this.row[T] || run.at[i] > this.steps + 2 * TRAIL)
        this.restart(i);
      const near = run.stepper.real === 4 ? 0.01 : 1e-9; // rounding of times
      while (this.then < Infinity && this.then - t <= near * this.length) this.step();
      this.show((t - this.row[T]) / this.length);
    }

    // Restarts from a sample that is early enough for a whole trail.
    restart(i) {
      const { run } = this, n = this.x.length;
      const enough = run.at[i] - TRAIL;
      while (i > 0 && run.at[i - 1] >= enough) i--;
      const state = run.states.subarray(i * run.marks, (i + 1) * run.marks);
      this.version = run.version;
      this.x.set(state.subarray(0, n));
      this.control.set(state.subarray(n));
      this.steps = run.at[i];
      this.trail.count = 0;
      run.stepper.readInto(this.x, this.row, 0, run.rows[i * run.width + H]);
      this.arrive();
    }

    step() {
      // The trail of a long step needs points between its ends.
      if (this.length * norm(this.row, W) > 0.05) for (let i = 1; i < 8; i++) this.show(i / 8);
      this.x.set(this.nextX);
      this.control.set(this.nextControl);
      this.row.set(this.next);
      this.steps = this.run.watched ? this.control[this.control.length + STEPS] : this.steps + 1;
      this.arrive();
    }

    // Called at the end of a step: takes the next step.
    arrive() {
      const { run, nextX, nextControl } = this, { stepper } = run;
      this.trail.add(this.row);
      nextX.set(this.x);
      nextControl.set(this.control);
      // A step that fails does not change the state; no step follows the end of a run.
      const { par, input } = run, over = run.ended && this.row[T] >= run.reached;
      let status = 0;
      if (run.advances && !over)
        status = stepper.advance(nextX, par, input, nextControl, run.to, 1);
      else if (this.steps < run.steps && !over) stepper.run(nextX, par, input, run.h, 1);
      const went = stepper.time(nextX) - this.row[T], size = run.adaptive ? went : run.h;
      this.then = went > 0 || status === HAPPENED ? this.row[T] + went : Infinity;
      this.length = went > 0 ? went : this.then < Infinity ? 0 : Infinity;
      if (this.then < Infinity) stepper.readInto(nextX, this.next, 0, size);
      Object.assign(this.end, { x: nextX, row: this.next });
      if (status !== HAPPENED || !(went > 0)) return;
      this.end.x = stepper.reach(this.x, nextX, par, input, went);
      stepper.readInto(this.end.x, this.end.row = this.next.slice(), 0, size);
    }

    // Computes the row at the fraction theta of the next step.
    show(theta) {
      const { stepper, par, input } = this.run;
      this.shown.set(this.row);
      if (!(theta > 1e-9)) return;
      if (!stepper.between(this.x, this.end.x, par, input, this.length, theta, this.shown))
        blend(this.row, this.end.row, theta, this.shown);
      if (!stepper.recorded) this.trail.add(this.shown); // rows may be several turns apart
    }
  }

  // The angle between two attitudes by the chord, since the trace loses small angles.
  function angle(a, i, b, j) {
    let square = 0;
    for (let k = 0; k < 9; k++) square += (a[i + k] - b[j + k]) ** 2;
    return 2 * Math.asin(Math.min(1, Math.sqrt(square / 8)));
  }

  // The angle between two runs at the samples of the first, after both are done.
  class Angles {
    constructor(a, b) {
      Object.assign(this, { a, b, values: new Float64Array(SAMPLES), cursor: new Cursor(b) });
      this.clear();
    }

    clear() { Object.assign(this, { count: 0, done: false }); }

    work(slice) {
      const { a, b, cursor } = this, stop = performance.now() + slice;
      for (; !this.done && performance.now() < stop; this.count++) {
        const o = this.count * a.width, t = a.rows[o], near = 1e-12 * Math.abs(t);
        this.done = this.count >= a.count || !b.count || t > b.reached + near;
        if (this.done) break;
        const j = b.find(t + near) * b.width, same = Math.abs(b.rows[j] - t) <= near;
        if (!same) cursor.moveTo(t);
        this.values[this.count] = angle(a.rows, o + R, same ? b.rows : cursor.shown,
          same ? j + R : R);
      }
    }
  }

  // The measured quantities of a run: errors (on a logarithmic axis) of those that the motion
  // keeps, values of the others.  The quantity of the row at o is of(run, rows, o).
  function quantities(data, run) {
    const { kept } = data, all = [];
    const add = (key, title, unit, is, get, scale) => all.push(is
      ? { key, title: title + ": error", unit: "", log: true,
        of: (r, rows, o) => Math.abs(get(rows, o) - get(r.rows, 0)) / scale(r, get(r.rows, 0)) }
      : { key, title, unit, log: false, of: (r, rows, o) => get(rows, o) });
    const own = (r, first) => Math.abs(first) > 1e-12 ? Math.abs(first) : 1;
    add("energy", "Energy", "J", kept.energy, (rows, o) => rows[o + E],
      (r, first) => Math.max(Math.abs(first), r.kinetic) || 1);
    const which = [0, 1, 2].filter(i => kept.momentum[i]), size = (rows, o) => norm(rows, o + L);
    const part = (rows, o, i) => rows[o + R + 3 * i] * rows[o + L] +
      rows[o + R + 3 * i + 1] * rows[o + L + 1] + rows[o + R + 3 * i + 2] * rows[o + L + 2];
    if (which.length) all.push({ key: "momentum", title: "Momentum in space" +
        (which.length < 3 ? " (" + which.map(i => "xyz"[i]).join(", ") + ")" : "") + ": error",
      unit: "", log: true, of: (r, rows, o) => Math.hypot(...which.map(i => part(rows, o, i) -
        part(r.rows, 0, i))) / (size(r.rows, 0) || 1) });
    else add("momentum", "Size of the momentum", "N m s", kept.norm, size, (r, first) => first || 1);
    const { keepName, extraName, extraUnit } = run.stepper;
    keepName.forEach((name, k) => add("keep:" + name, name, "", kept.keep[k],
      (rows, o) => rows[o + KEEP + k], own));
    extraName.forEach((name, k) => add("extra:" + name, name, extraUnit[k],
      0, (rows, o) => rows[o + KEEP + keepName.length + k]));
    return all;
  }

  function inverse3(m) {
    const at = (i, j) => m[3 * (i % 3) + j % 3];
    const minor = (i, j) => at(i + 1, j + 1) * at(i + 2, j + 2) -
      at(i + 1, j + 2) * at(i + 2, j + 1);
    const det = m[0] * minor(0, 0) + m[1] * minor(0, 1) + m[2] * minor(0, 2);
    return Float64Array.from({ length: 9 }, (_, k) => minor(k % 3, Math.floor(k / 3)) / det);
  }

  // Principal moments, and axes as the columns of a rotation (Jacobi's method).
  function principal(inertia) {
    const a = Float64Array.from(inertia), axes = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
    for (let sweep = 0; sweep < 12; sweep++)
      for (const [p, q] of [[0, 1], [0, 2], [1, 2]]) {
        const phi = a[3 * p + q] && 0.5 * Math.atan2(2 * a[3 * p + q], a[4 * q] - a[4 * p]);
        const c = Math.cos(phi), s = Math.sin(phi);
        const mix = (m, i, j) => {
          [m[i], m[j]] = [c * m[i] - s * m[j], s * m[i] + c * m[j]];
        };
        for (let k = 0; k < 3; k++) mix(a, 3 * k + p, 3 * k + q);
        for (let k = 0; k < 3; k++) mix(a, 3 * p + k, 3 * q + k);
        for (let k = 0; k < 3; k++) mix(axes, 3 * k + p, 3 * k + q);
      }
    return { moments: [a[0], a[4], a[8]], axes };
  }

  return { open, Recording, Run, Cursor, Angles, quantities, told, place, norm, times, inverse3,
    principal, SAMPLES, MOST_EVENTS, T, R, L, W, E, H, KEEP };
})();
if (typeof module !== "undefined") module.exports = Motion;
