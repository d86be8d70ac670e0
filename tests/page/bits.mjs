// SPDX-License-Identifier: MIT
// Runs the modules of a report page by the page's own motion.js, without a browser.
//   node bits.mjs PAGE.html <jobs >states
// A job: {run: which module, params: {name: [...]}, step, steps}; of adaptive steps
// {run, params, until}.  Params that are not named have the page's values.  {run, draw: UNTIL}:
// what the page's curves show.  {run, params, play: UNTIL}: the whole motion as the page plays it,
// its events, and what a cursor shows there and at times of `at`.
import { readFileSync } from "node:fs";

const page = readFileSync(process.argv[2], "utf8");
const scripts = [...page.matchAll(/<script([^>]*)>([^]*?)<\/script>/g)];
const data = JSON.parse(scripts.find(([, words]) => words.includes('id="data"'))[2]);
const text = scripts.map((s) => s[2]).find((s) => s.includes("module.exports"));
const box = { exports: {} };
new Function("module", text)(box);
const Motion = box.exports;

// The curves that the page draws, by key: the unit, and the value at the end.
function curves(stepper, adaptive, par, input, step, until) {
    const run = new Motion.Run(stepper, "", adaptive && !stepper.recorded);
    run.restart(par, input, step, until);
    run.work(Infinity);
    const last = (run.count - 1) * run.width;
    return Object.fromEntries(Motion.quantities(data, run).map((q) =>
        [q.key, [q.unit, q.of(run, run.rows, last)]]));
}

// The motion in the page's own run, and by a cursor that is moved to times.
function played(stepper, { method, adaptive, step }, par, input, until, at) {
    const run = new Motion.Run(stepper, method, adaptive && !stepper.recorded);
    run.restart(par, input, step, until);
    run.work(Infinity);
    const cursor = new Motion.Cursor(run);
    const shown = (t) => {
        cursor.moveTo(t);
        return { ...Motion.told(cursor.shown, stepper), last: Motion.told(cursor.row, stepper),
            steps: cursor.steps };
    };
    return {
        status: run.status, ended: run.ended, met: run.met, steps: run.taken, why: run.why,
        end: shown(run.reached), shown: at.map(shown), libm: stepper.libm || 0,
        events: run.events.map(({ name, t, before, after }) => ({ name, t,
            before: Motion.told(before, stepper), ...Motion.told(after, stepper),
            steps: shown(t).steps, seen: Motion.told(cursor.shown, stepper) })),
    };
}

async function move({ run, params, step, steps, until, draw, play, at = [] }) {
    const { module, recorded, adaptive, step: h } = data.runs[run];
    const body = module ? await Motion.open(module, data.body)
        : new Motion.Recording(recorded, data.inertia, data.events);
    const par = data.params.flatMap((p) => params && params[p.name] || p.value);
    const input = new Array(body.input || 0).fill(0);
    if (play) return played(body, data.runs[run], par, input, play, at);
    if (draw) return curves(body, adaptive, par, input, h, draw);
    const { status: begun, x } = body.begin(par);
    let status = begun, calls = 0;
    if (begun === 0 && steps) status = body.run(x, par, input, step, steps);
    else if (begun === 0) {
        const control = body.startControl(), end = body.time(x) + until;
        const most = 1, unfinished = 7; // a step at a time, as the page goes
        for (status = unfinished; status === unfinished; calls++)
            status = body.advance(x, par, input, control, end, most);
    }
    const named = (names, values) => Object.fromEntries(names.map((name, i) => [name, values[i]]));
    const row = new Float64Array(body.width);
    body.load(x, par, input);
    body.readInto(x, row, 0, 0);
    const { keep, extras, ...seen } = Motion.told(row, body);
    return {
        ...seen, status, calls, libm: body.libm, real: body.real, method: body.method,
        keep: named(body.keepName, keep), extras: named(body.extraName, extras),
    };
}

const states = [];
for (const job of JSON.parse(readFileSync(0, "utf8"))) states.push(await move(job));
console.log(JSON.stringify(states));
