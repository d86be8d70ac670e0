// SPDX-License-Identifier: MIT
// The numbers of the report's live part: a stepper in a WebAssembly module, its run, which is
// sampled from start to end, cursors that show one time of a run exactly, and what is measured.
// Nothing here knows of the page, so that node can test it.
const Motion = (() => {
  "use strict";

  // A sample is a row of numbers: t, R by rows, L, w, energy, size of the step that led there,
  // then what the spec keeps, then the extras.
  const T = 0, R = 1, L = 10, W = 13, E = 16, H = 17, KEEP = 18;
  const SAMPLES = 8192, TRAIL = 1500, LIMIT = 5e7;
  // A trail's points are this far apart: below half a pixel of a figure a turn is not seen.
  const APART = Math.cos(0.7 * Math.PI / 180);

  // Offsets of runtime/pol_stepper.h on wasm32, and of its enum pol_control from the end.
  const NAMES = { name: 4, method: 8, attitude: 12 };
  const COUNTS = { order: 24, state: 32, par: 36, input: 40, kept: 44, control: 128, stored: 140,
    extra: 144 };
  const CALLS = { start: 80, run: 92, rotation: 96, momentum: 100, omega: 104, time: 108,
    energy: 112, keep: 116, interp: 124, controlStart: 132, advance: 136, extras: 152 };
  const MOST_STEPS = -4, UNFINISHED = 7, TOO_MANY = -1;

  const WHY = {
    [TOO_MANY]: "more than 50 million steps would be needed",
    1: "the equation of a step was not solved",
    2: "the body turns too far in one step",
    3: "the attitude's numbers are singular there",
    4: "the step would have to be smaller than the least that is allowed",
    5: "too many steps in a row were rejected",
    6: "its numbers are no longer finite",
    8: "the inertia is not positive definite",
    9: "one principal moment is above the sum of the others",
  };

  function decode(base64) {
    return Uint8Array.from(atob(base64), c => c.charCodeAt(0));
  }

  // A promise of the stepper of that body in the module, given as base64 or bytes.
  function open(code, body) {
    return WebAssembly.instantiate(typeof code === "string" ? decode(code) : code, {})
      .then(made => new Stepper(made.instance.exports, body));
  }

  // The states, parameters and so on are arrays of the caller; each call copies them in and out.
  class Stepper {
    constructor(from, body) {
      const base = (from.__heap_base.value + 15) & ~15;
      let view = new DataView(from.memory.buffer);
      const at = view.getUint32(from[body + "_found"].value, true);
      for (const key in COUNTS) this[key] = view.getInt32(at + COUNTS[key], true);
      const sizes = { x: this.state, y: this.state, z: this.state, p: this.par, u: this.input,
        c: this.control, v: Math.max(9, this.kept, this.extra) };
      const bytes = 8 * Object.values(sizes).reduce((a, b) => a + b, 0);
      const missing = base + bytes - from.memory.buffer.byteLength;
      if (missing > 0) from.memory.grow(Math.ceil(missing / 65536));
      view = new DataView(from.memory.buffer);
      this.put = {}; // where each array is, and the array
      this.its = {};
      let free = base;
      for (const key in sizes) {
        this.put[key] = free;
        this.its[key] = new Float64Array(from.memory.buffer, free, sizes[key]);
        free += 8 * sizes[key];
      }
      const table = from.__indirect_function_table;
      const call = place => {
        const index = view.getUint32(place, true);
        return index ? table.get(index) : null;
      };
      this.call = {};
      for (const key in CALLS) this.call[key] = call(at + CALLS[key]);
      const batch = from[body + "_batch"];
      this.call.begin = batch ? call(batch.value + 12) : null;
      this.real = batch ? view.getInt32(batch.value, true) : 8;
      this.libm = batch ? view.getInt32(batch.value + 8, true) : 1;
      const text = place => {
        let end = place;
        while (view.getUint8(end)) end++;
        return new TextDecoder().decode(new Uint8Array(from.memory.buffer, place, end - place));
      };
      const texts = (place, n) => Array.from({ length: n },
        (_, i) => text(view.getUint32(view.getUint32(place, true) + 4 * i, true)));
      for (const key in NAMES) this[key] = text(view.getUint32(at + NAMES[key], true));
      this.keepName = texts(at + 52, this.kept);
      this.extraName = texts(at + 148, this.extra);
      this.width = KEEP + this.kept + this.extra;
    }

    // Parameters and inputs that are not given stay those of the call before.
    load(x, par, input) {
      this.its.x.set(x);
      if (par) this.its.p.set(par);
      if (input) this.its.u.set(input);
    }

    begin(par) {
      this.its.p.set(par);
      const x = new Float64Array(this.state);
      const status = this.call.begin(this.put.x, this.put.p);
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
      if (!this.control) return new Float64Array(0);
      this.call.controlStart(this.put.c);
      return this.its.c.slice();
    }

    advance(x, par, input, control, end) {
      this.load(x, par, input);
      this.its.c.set(control);
      const { put } = this;
      const status = this.call.advance(put.x, put.p, put.u, put.c, end);
      x.set(this.its.x);
      control.set(this.its.c);
      return status;
    }

    // One step of an adaptive run: 0 at the end, UNFINISHED before.
    advanceOnce(x, par, input, control, end) {
      control[this.control + MOST_STEPS] = 1;
      return this.advance(x, par, input, control, end);
    }

    time(x) {
      this.its.x.set(x);
      return this.call.time(this.put.x);
    }

    between(x, next, par, input, h, theta, out) {
      this.load(x, par, input);
      this.its.y.set(next);
      const { put } = this;
      this.call.interp(put.x, put.y, put.p, put.u, h, theta, put.z);
      out.set(this.its.z);
    }

    // Writes the row of the state x; h is told.
    readInto(x, rows, o, h) {
      const { call, put } = this, v = this.its.v;
      this.its.x.set(x);
      rows[o + T] = call.time(put.x);
      call.rotation(put.x, put.v);
      for (let i = 0; i < 9; i++) rows[o + R + i] = v[i];
      call.momentum(put.x, put.v);
      for (let i = 0; i < 3; i++) rows[o + L + i] = v[i];
      call.omega(put.x, put.p, put.u, put.v);
      for (let i = 0; i < 3; i++) rows[o + W + i] = v[i];
      rows[o + E] = call.energy(put.x, put.p, put.u);
      rows[o + H] = h;
      if (this.kept) call.keep(put.x, put.p, put.u, put.v);
      for (let i = 0; i < this.kept; i++) rows[o + KEEP + i] = v[i];
      if (this.extra) call.extras(put.x, put.p, put.u, put.v);
      for (let i = 0; i < this.extra; i++) rows[o + KEEP + this.kept + i] = v[i];
    }

    read(x, par, input) {
      const row = new Float64Array(this.width);
      this.load(x, par, input);
      this.readInto(x, row, 0, 0);
      return told(row, this.kept);
    }

    // w is affine in L: the inverse of J, by rows, and w where L is 0, for the body that x is of.
    rates(x, par, input) {
      const L3 = new Float64Array(3), v = this.its.v;
      const momentum = y => {
        this.its.x.set(y);
        this.call.momentum(this.put.x, this.put.v);
        return [v[0], v[1], v[2]];
      };
      this.load(x, par, input);
      L3.set(momentum(x));
      // L stands behind the attitude's numbers, on which momentum() does not depend.
      let place = 0;
      for (; place < this.state - 3; place++) {
        const y = Float64Array.from(x);
        y[place] += Math.max(1, Math.abs(y[place]));
        if (momentum(y)[0] !== L3[0]) break;
      }
      const size = norm(L3, 0) || 1;
      const omega = l => {
        this.its.x.set(x);
        this.its.x.set(l, place);
        this.call.omega(this.put.x, this.put.p, this.put.u, this.put.v);
        return [v[0], v[1], v[2]];
      };
      const rest = omega([0, 0, 0]), inverse = new Float64Array(9);
      for (let j = 0; j < 3; j++) {
        const w = omega([0, 1, 2].map(i => i === j ? size : 0));
        for (let i = 0; i < 3; i++) inverse[3 * i + j] = (w[i] - rest[i]) / size;
      }
      return { inverse, rest };
    }
  }

  function told(row, kept) {
    const part = (from, n) => Array.from(row.subarray(from, from + n));
    return { t: row[T], R: part(R, 9), L: part(L, 3), w: part(W, 3), energy: row[E],
      keep: part(KEEP, kept), extras: Array.from(row.subarray(KEEP + kept)) };
  }

  function norm(v, o) {
    return Math.hypot(v[o], v[o + 1], v[o + 2]);
  }

  // The last of n rows that is not after t; rows are `width` numbers apart.
  function last(rows, width, n, t) {
    let from = 0, to = n;
    while (to - from > 1) {
      const middle = (from + to) >> 1;
      if (rows[middle * width] <= t) from = middle;
      else to = middle;
    }
    return from;
  }

  // A motion from start to end, taken in slices of time.  When the samples are full, every second
  // one goes: so their number need not be known before, which for adaptive steps it is not.
  class Run {
    constructor(stepper, method, adaptive) {
      Object.assign(this, { stepper, method, adaptive, width: stepper.width, version: 0 });
      this.kept = stepper.kept;
      this.keepName = stepper.keepName;
      this.extraName = stepper.extraName;
      this.marks = stepper.state + stepper.control;
      this.rows = new Float64Array(SAMPLES * this.width);
      this.states = new Float64Array(SAMPLES * this.marks);
      this.at = new Float64Array(SAMPLES); // steps taken before each sample
      this.count = 0;
    }

    // step: its size, or 0 where steps are adaptive
    restart(par, input, step, until) {
      this.version++;
      this.par = Float64Array.from(par);
      this.input = Float64Array.from(input);
      this.count = this.taken = this.kinetic = 0;
      this.every = 1;
      this.done = false;
      this.status = 0;
      const begun = this.stepper.begin(this.par);
      this.control = this.stepper.startControl();
      this.x = begun.x;
      if (begun.status !== 0) return this.end(begun.status);
      this.steps = this.adaptive ? LIMIT : Math.max(1, Math.round(until / step));
      this.h = until / this.steps;
      this.from = this.stepper.time(this.x);
      this.to = this.from + until;
      this.sample(0);
      if (!this.adaptive && this.steps > LIMIT) this.end(TOO_MANY);
    }

    end(status) {
      this.status = status;
      this.done = true;
    }

    get why() {
      return WHY[this.status] || (this.status ? "its status is " + this.status : "");
    }

    // The time that the samples reach.
    get reached() {
      return this.count ? this.rows[(this.count - 1) * this.width] : NaN;
    }

    sample(h) {
      if (this.count === SAMPLES) {
        this.every *= 2;
        this.count /= 2;
        for (let i = 1; i < this.count; i++) {
          this.rows.copyWithin(i * this.width, 2 * i * this.width, (2 * i + 1) * this.width);
          this.states.copyWithin(i * this.marks, 2 * i * this.marks, (2 * i + 1) * this.marks);
          this.at[i] = this.at[2 * i];
        }
        if (this.taken % this.every && !this.done) return;
      }
      const o = this.count * this.width;
      this.stepper.load(this.x, this.par, this.input);
      this.stepper.readInto(this.x, this.rows, o, h);
      this.states.set(this.x, this.count * this.marks);
      this.states.set(this.control, this.count * this.marks + this.x.length);
      this.at[this.count++] = this.taken;
      let twice = 0;
      for (let i = 0; i < 3; i++) twice += this.rows[o + L + i] * this.rows[o + W + i];
      this.kinetic = Math.max(this.kinetic, twice / 2);
    }

    // Goes on until it is done or so many milliseconds have passed.
    work(slice) {
      const stop = performance.now() + slice;
      while (!this.done && performance.now() < stop)
        if (this.adaptive) this.workAdaptive();
        else this.workFixed();
    }

    workFixed() {
      const n = Math.min(this.every - this.taken % this.every, this.steps - this.taken, 64);
      const before = this.stepper.time(this.x);
      const status = this.stepper.run(this.x, this.par, this.input, this.h, n);
      this.taken += status ? Math.round((this.stepper.time(this.x) - before) / this.h) : n;
      if (status) this.end(status);
      else if (this.taken === this.steps) this.end(0);
      if ((status && this.taken > this.at[this.count - 1]) ||
          (!status && (this.done || this.taken % this.every === 0))) this.sample(this.h);
    }

    workAdaptive() {
      const before = this.stepper.time(this.x);
      const status = this.stepper.advanceOnce(this.x, this.par, this.input, this.control, this.to);
      const moved = this.stepper.time(this.x) - before;
      if (moved > 0) this.taken++;
      if (status !== UNFINISHED) this.end(status);
      else if (this.taken >= LIMIT) this.end(TOO_MANY);
      if (moved > 0 && (this.done || this.taken % this.every === 0)) this.sample(moved);
    }

    find(t) {
      return last(this.rows, this.width, this.count, t);
    }

    cursor() {
      return new Cursor(this);
    }
  }

  // The axis e1, e2 or e3 of a body as it went through space: points on the unit sphere.
  class Trail {
    constructor() {
      this.points = new Float32Array(3 * TRAIL);
      this.count = 0;
      this.axis = 2;
    }

    // The cosine of the angle from the last point to the axis of R at rows[o].
    near(rows, o) {
      const p = this.points, a = o + this.axis, k = 3 * this.count;
      return rows[a] * p[k - 3] + rows[a + 3] * p[k - 2] + rows[a + 6] * p[k - 1];
    }

    add(rows, o) {
      if (this.count && this.near(rows, o) > APART) return;
      const p = this.points, a = o + this.axis;
      if (this.count === TRAIL) {
        p.copyWithin(0, 3);
        this.count--;
      }
      const k = 3 * this.count++;
      for (let i = 0; i < 3; i++) p[k + i] = rows[a + 3 * i];
    }
  }

  // What a run is at one time: the last step before it, and the numbers between it and the next.
  class Cursor {
    constructor(run) {
      const n = run.stepper.state, row = () => new Float64Array(run.width);
      this.run = run;
      this.x = new Float64Array(n);
      this.next = new Float64Array(n);
      this.mid = new Float64Array(n);
      this.control = new Float64Array(run.stepper.control);
      this.nextControl = this.control.slice();
      this.row = row(); // of the last step
      this.shown = row(); // of the time itself
      this.trail = new Trail();
      this.version = 0;
    }

    get steps() {
      return this.taken;
    }

    reset() {
      this.version = 0;
    }

    moveTo(time) {
      const run = this.run;
      if (!run.count) return false;
      const t = Math.min(Math.max(time, run.from), run.reached), i = run.find(t);
      run.stepper.load(this.x, run.par, run.input);
      if (this.version !== run.version || t < this.row[T] || run.at[i] > this.taken + 2 * TRAIL)
        this.restart(i, t);
      while (this.then < Infinity && this.then - t <= 1e-9 * (this.then - this.row[T])) this.step();
      this.show((t - this.row[T]) / (this.then - this.row[T]));
      return true;
    }

    // What is a part theta of the way to the next step.
    show(theta) {
      const { stepper, par, input } = this.run, h = this.then - this.row[T];
      this.shown.set(this.row);
      if (!(theta > 1e-9) || !stepper.call.interp) return;
      stepper.between(this.x, this.next, par, input, h, theta, this.mid);
      stepper.readInto(this.mid, this.shown, 0, h);
      this.trail.add(this.shown, R);
    }

    // From a sample that is far enough before the time for a whole trail.
    restart(i, t) {
      const run = this.run;
      let j = i;
      while (j > 0 && run.at[i] - run.at[j - 1] <= TRAIL) j--;
      const o = j * run.marks, n = this.x.length;
      this.version = run.version;
      this.x.set(run.states.subarray(o, o + n));
      this.control.set(run.states.subarray(o + n, o + run.marks));
      this.taken = run.at[j];
      let h = run.rows[j * run.width + H];
      if (!run.adaptive) {
        const skip = Math.floor((t - run.from) / run.h + 1e-9) - this.taken - TRAIL;
        if (skip > 0 && run.stepper.run(this.x, run.par, run.input, run.h, skip) === 0) {
          this.taken += skip;
          h = run.h;
        }
      }
      this.trail.count = 0;
      this.arrive(h);
    }

    arrive(h) {
      const run = this.run;
      run.stepper.readInto(this.x, this.row, 0, h);
      this.trail.add(this.row, R);
      this.next.set(this.x);
      this.nextControl.set(this.control);
      let status = TOO_MANY;
      if (run.adaptive)
        status = this.row[T] < run.to && run.stepper.advanceOnce(this.next, run.par, run.input,
          this.nextControl, run.to);
      else if (this.taken < run.steps)
        status = run.stepper.run(this.next, run.par, run.input, run.h, 1);
      const time = run.stepper.time(this.next);
      const went = (status === 0 || status === UNFINISHED) && time > this.row[T];
      this.then = went ? time : Infinity;
      this.long = went && norm(this.row, W) * (time - this.row[T]) > 0.05;
    }

    step() {
      const h = this.then - this.row[T];
      // A long step's trail is not a chord.
      if (this.long) for (let i = 1; i < 8; i++) this.show(i / 8);
      this.x.set(this.next);
      this.control.set(this.nextControl);
      this.taken++;
      this.arrive(this.run.adaptive ? h : this.run.h);
    }
  }

  // What `polhode run --json --sample` wrote, as if it were a run that is done.
  class Recorded {
    constructor(method, json, units, step) {
      const column = json.columns, names = part => Object.keys(units[part] || {});
      this.method = method;
      this.keepName = names("keep").filter(name => column.includes(name));
      this.extraName = names("states").filter(name => column.includes(name));
      this.kept = this.keepName.length;
      this.width = KEEP + this.kept + this.extraName.length;
      const three = name => [1, 2, 3].map(i => name + i);
      const wanted = ["t", ...three("R1"), ...three("R2"), ...three("R3"), ...three("L"),
        ...three("w"), "energy", "", ...this.keepName, ...this.extraName].map(c =>
        column.indexOf(c));
      this.count = json.rows.length;
      this.rows = new Float64Array(this.count * this.width);
      this.at = Float64Array.from(json.rows, (_, i) => i);
      json.rows.forEach((row, i) => wanted.forEach((c, k) => {
        this.rows[i * this.width + k] = c < 0 ? step || 0 : row[c];
      }));
      const q = column.indexOf("q0");
      this.turns = json.rows.map(row => row.slice(q, q + 4));
      this.kinetic = 0;
      for (let o = 0; o < this.rows.length; o += this.width)
        this.kinetic = Math.max(this.kinetic, (this.rows[o + L] * this.rows[o + W] +
          this.rows[o + L + 1] * this.rows[o + W + 1] +
          this.rows[o + L + 2] * this.rows[o + W + 2]) / 2);
      this.from = this.rows[0];
      this.status = json.end && json.end.status || 0;
      this.taken = json.end ? json.end.steps : this.count - 1;
      Object.assign(this, { done: true, version: 1, every: 1, recorded: true, steps: this.taken,
        h: step || 0, to: this.reached });
    }

    restart() {}

    work() {}

    cursor() {
      return new RecordedCursor(this);
    }
  }
  for (const name of ["why", "reached", "find"])
    Object.defineProperty(Recorded.prototype, name,
      Object.getOwnPropertyDescriptor(Run.prototype, name));

  class RecordedCursor {
    constructor(run) {
      this.run = run;
      this.row = new Float64Array(run.width);
      this.shown = new Float64Array(run.width);
      this.trail = new Trail();
      this.at = -1;
    }

    get steps() {
      return this.at;
    }

    reset() {
      this.at = -1;
    }

    moveTo(time) {
      const run = this.run, t = Math.min(Math.max(time, run.from), run.reached);
      const i = run.find(t), o = i * run.width;
      if (this.at < 0 || i < this.at) {
        this.at = Math.max(-1, i - TRAIL);
        this.trail.count = 0;
      }
      while (this.at < i) this.trail.add(run.rows, ++this.at * run.width + R);
      this.row.set(run.rows.subarray(o, o + run.width));
      this.shown.set(this.row);
      if (i + 1 === run.count) return true;
      const theta = (t - this.row[T]) / (run.rows[o + run.width] - this.row[T]);
      for (let k = 0; k < run.width; k++)
        this.shown[k] += theta * (run.rows[o + run.width + k] - this.row[k]);
      this.shown.set(turn(slerp(run.turns[i], run.turns[i + 1], theta)), R);
      return true;
    }
  }

  function slerp(a, b, theta) {
    const cosine = a.reduce((s, c, i) => s + c * b[i], 0);
    const apart = Math.acos(Math.min(1, Math.abs(cosine)));
    if (apart < 1e-6) return a;
    const u = Math.sin((1 - theta) * apart) / Math.sin(apart);
    const v = Math.sign(cosine || 1) * Math.sin(theta * apart) / Math.sin(apart);
    return a.map((c, i) => u * c + v * b[i]);
  }

  // R of a unit quaternion, scalar first
  function turn([a, b, c, d]) {
    return [1 - 2 * (c * c + d * d), 2 * (b * c - a * d), 2 * (b * d + a * c),
      2 * (b * c + a * d), 1 - 2 * (b * b + d * d), 2 * (c * d - a * b),
      2 * (b * d - a * c), 2 * (c * d + a * b), 1 - 2 * (b * b + c * c)];
  }

  // The angle between two rotations; by the chord, since the trace has no small angles.
  function angle(a, i, b, j) {
    let square = 0;
    for (let k = 0; k < 9; k++) square += (a[i + k] - b[j + k]) ** 2;
    return 2 * Math.asin(Math.min(1, Math.sqrt(square / 8)));
  }

  // The angle between two runs at the samples of the first, where both have come so far.
  class Angles {
    constructor(a, b) {
      Object.assign(this, { a, b, values: new Float64Array(SAMPLES), count: 0, key: "" });
      if (a.count > SAMPLES) this.values = new Float64Array(a.count);
    }

    work(slice) {
      const { a, b } = this, key = a.version + " " + b.version;
      if (!a.done || !b.done || !a.count || !b.count) return this.clear("");
      if (key !== this.key) {
        this.clear(key);
        this.cursor = b.cursor(); // its own: the one that is shown stays where it is
      }
      for (const stop = performance.now() + slice; this.count < a.count &&
           performance.now() < stop; this.count++) {
        const o = this.count * a.width, t = a.rows[o], j = b.find(t * (1 + 1e-12)) * b.width;
        if (t > b.reached * (1 + 1e-12)) return this.stop();
        if (Math.abs(b.rows[j] - t) <= 1e-12 * Math.abs(t)) {
          this.values[this.count] = angle(a.rows, o + R, b.rows, j + R);
        } else {
          this.cursor.moveTo(t);
          this.values[this.count] = angle(a.rows, o + R, this.cursor.shown, R);
        }
      }
      this.done = this.count === a.count;
    }

    clear(key) {
      this.key = key;
      this.count = 0;
      this.done = key === "" && this.a.done && this.b.done;
    }

    stop() {
      this.done = true;
    }
  }

  // What is measured of a run: errors (to be drawn by their logarithm) of what the motion keeps,
  // and values of what it does not.  of(run, rows, o) is that of the row at o.
  function quantities(data, run) {
    const is = data.kept, all = [];
    const drift = (get, title, key, kept, unit, scale, value) => all.push({
      key, title: kept ? title + ": error" : value || title, unit: kept ? "" : unit, log: !!kept,
      of: kept ? (r, rows, o) => Math.abs(get(rows, o) - get(r.rows, 0)) / scale(r)
        : (r, rows, o) => get(rows, o),
    });
    const own = get => r => Math.abs(get(r.rows, 0)) > 1e-12 ? Math.abs(get(r.rows, 0)) : 1;
    const energy = (rows, o) => rows[o + E];
    drift(energy, "Energy", "energy", is.energy, data.units.energy || "J",
      r => Math.max(Math.abs(energy(r.rows, 0)), r.kinetic) || 1);
    const size = (rows, o) => norm(rows, o + L);
    const rowsKept = [0, 1, 2].filter(i => is.momentum[i]);
    if (rowsKept.length) {
      const part = (rows, o, i) => [0, 1, 2].reduce((s, k) => s + rows[o + R + 3 * i + k] *
        rows[o + L + k], 0);
      const which = rowsKept.length === 3 ? "" : " (" + rowsKept.map(i => "xyz"[i]) + ")";
      all.push({ key: "momentum", title: "Momentum in space" + which + ": error", unit: "",
        log: true, of: (r, rows, o) => Math.hypot(...rowsKept.map(i => part(rows, o, i) -
          part(r.rows, 0, i))) / (size(r.rows, 0) || 1) });
    } else {
      drift(size, "Size of the momentum", "momentum", is.norm, data.units.L || "N m s", own(size));
    }
    run.keepName.forEach((name, k) => {
      const get = (rows, o) => rows[o + KEEP + k];
      drift(get, name, "keep:" + name, is.keep[k], (data.units.keep || {})[name] || "", own(get));
    });
    run.extraName.forEach((name, k) => {
      const get = (rows, o) => rows[o + KEEP + run.kept + k];
      drift(get, name, "extra:" + name, 0, (data.units.states || {})[name] || "");
    });
    return all;
  }

  function inverse3(m) {
    const c = (i, j) => m[3 * ((i + 1) % 3) + (j + 1) % 3] * m[3 * ((i + 2) % 3) + (j + 2) % 3] -
      m[3 * ((i + 1) % 3) + (j + 2) % 3] * m[3 * ((i + 2) % 3) + (j + 1) % 3];
    const det = m[0] * c(0, 0) + m[1] * c(0, 1) + m[2] * c(0, 2);
    return Float64Array.from(m, (_, k) => c(k % 3, Math.floor(k / 3)) / det);
  }

  function times(m, v) {
    return [0, 1, 2].map(i => m[3 * i] * v[0] + m[3 * i + 1] * v[1] + m[3 * i + 2] * v[2]);
  }

  // Principal moments, and axes as the columns of a rotation, by Jacobi's method.
  function principal(inertia) {
    const a = Float64Array.from(inertia), axes = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
    for (let sweep = 0; sweep < 12; sweep++)
      for (const [p, q] of [[0, 1], [0, 2], [1, 2]]) {
        if (Math.abs(a[3 * p + q]) < 1e-16 * (Math.abs(a[4 * p]) + Math.abs(a[4 * q]))) continue;
        const phi = 0.5 * Math.atan2(2 * a[3 * p + q], a[4 * q] - a[4 * p]);
        const c = Math.cos(phi), s = Math.sin(phi);
        const mix = (m, i, j) => {
          const u = m[i], v = m[j];
          m[i] = c * u - s * v;
          m[j] = s * u + c * v;
        };
        for (let k = 0; k < 3; k++) mix(a, 3 * k + p, 3 * k + q);
        for (let k = 0; k < 3; k++) mix(a, 3 * p + k, 3 * q + k);
        for (let k = 0; k < 3; k++) mix(axes, 3 * k + p, 3 * k + q);
      }
    return { moments: [a[0], a[4], a[8]], axes };
  }

  return { open, Stepper, Run, Recorded, Angles, quantities, told, norm, inverse3, times,
    principal, T, R, L, W, E, H, KEEP };
})();
if (typeof module !== "undefined") module.exports = Motion;
