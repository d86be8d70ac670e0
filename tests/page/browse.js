// SPDX-License-Identifier: MIT
// Looks at report pages in Chromium and Firefox as their readers do: plays, drags, types,
// tabs, turns the phone dark; and holds what the page says against `polhode run`.
//   node browse.js POLHODE ROOT SHOTS [BROWSER [PAGE]]
import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import axe from "axe-core";
import { makePages, openTab, withBrowser } from "./pages.js";

const [program, root, shots, onlyBrowser, onlyPage] = process.argv.slice(2);
const desk = 1600, phone = 390; // CSS pixels
let checks = 0, failures = 0;

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

// One page in one browser: what its checks share.
class Visit {
    constructor(where, tab, lab, page) {
        Object.assign(this, { where, tab, lab, page });
        const url = pathToFileURL(page.file).href;
        tab.on("console", (m) => m.type() === "error" && this.fail(`console: ${m.text()}`));
        tab.on("pageerror", (e) => this.fail(`error: ${e.message || e}`));
        // What browsers have in themselves (fonts of Firefox) are data.
        tab.on("request", (r) => r.url().split("#")[0] !== url && !r.url().startsWith("data:") &&
            this.fail(`asks for ${r.url()}`));
        this.url = url;
    }

    fail(what) {
        failures++;
        console.log(`FAILED: ${this.where}: ${what}`);
    }

    check(good, what) {
        checks++;
        if (!good) this.fail(what);
        return good;
    }

    // Waits until a function in the page is true.
    async becomes(what, f, ...words) {
        checks++;
        try {
            await this.tab.waitForFunction(f, { timeout: 20e3, polling: 50 }, ...words);
            return true;
        } catch (error) {
            this.fail(`${what} (waited 20 s)${/Timeout|exceeded/.test(error) ? "" : `: ${error}`}`);
            return false;
        }
    }

    async open() {
        await this.tab.goto(this.url, { waitUntil: "load", timeout: 60e3 });
        const isReady = await this.tab.evaluate(() => Promise.race([
            polhode.ready.then(() => true), new Promise((done) => setTimeout(done, 20e3))]));
        if (!isReady) throw new Error("it is not ready after 20 s");
        await this.settled();
    }

    settled() {
        return this.becomes("it goes on computing", () => !polhode.computing());
    }

    // The state of each run at a time, paused.
    async at(t) {
        await this.tab.evaluate((t) => { polhode.pause(); polhode.seek(t); }, t);
        await this.settled();
        return this.tab.evaluate(() => polhode.state());
    }

    time() {
        return this.tab.evaluate(() => polhode.time());
    }

    // What the button would do.
    button() {
        return this.tab.$eval("#play", (button) => button.innerText.trim());
    }

    // A picture of an element: it, as base64.
    async picture(selector) {
        const element = await this.tab.$(selector);
        return element.screenshot({ encoding: "base64" });
    }

    // A picture of what is paused: one that is followed by the same.
    async still(selector) {
        let before, now = await this.picture(selector);
        for (let i = 0; i < 30 && now !== before; i++) {
            await sleep(100);
            [before, now] = [now, await this.picture(selector)];
        }
        this.check(now === before, `${selector} moves while it is paused`);
        return now;
    }

    // Two pictures: the share of points that differ, colours of the second, its mean light.
    compared(a, b) {
        return this.lab.evaluate(async (a, b) => {
            const points = async (png) => {
                const image = new Image();
                image.src = `data:image/png;base64,${png}`;
                await image.decode();
                const canvas = document.createElement("canvas");
                [canvas.width, canvas.height] = [image.width, image.height];
                const pen = canvas.getContext("2d");
                pen.drawImage(image, 0, 0);
                const { data } = pen.getImageData(0, 0, image.width, image.height);
                return new Uint32Array(data.buffer);
            };
            const [p, q] = [await points(a), await points(b)];
            let differ = p.length === q.length ? 0 : q.length, light = 0;
            for (let i = 0; i < q.length; i++) {
                if (p[i] !== q[i]) differ++;
                light += ((q[i] & 255) + (q[i] >> 8 & 255) + (q[i] >> 16 & 255)) / 765;
            }
            return { differ: differ / q.length, colours: new Set(q).size, light: light / q.length };
        }, a, b);
    }

    async shoot(name) {
        await this.tab.evaluate(() => window.scrollTo(0, 0));
        await this.tab.screenshot({ path: `${shots}/${name}.png`, fullPage: true });
    }
}

// ---- numbers ----

// What the page says of its first run is what `run` says: bits, or where functions of math.h
// are called, which differ by compiler, 12 digits.
function alike(v, got, want, what) {
    const within = v.page.isAdaptive || v.page.libm ? 1e-12 : 0;
    for (const key of ["R", "L", "w", "energy", ...("x" in want ? ["x"] : [])]) {
        const a = [got[key]].flat(), b = [want[key]].flat();
        const size = Math.max(...b.map(Math.abs));
        const off = Math.max(...b.map((x, i) => Math.abs(a[i] - x))) / (size || 1);
        v.check(a.length === b.length && off <= within,
            `${what}: ${key} is off by ${off} of itself`);
    }
}

async function numbers(v) {
    const { first, moved, set, fails, isRecorded } = v.page;
    let [got] = await v.at(first.t);
    alike(v, got, first, `at ${first.t} s`);
    if (!isRecorded) v.check(got.steps === first.steps, `${got.steps} steps, not ${first.steps}`);
    if (fails)
        for (const word of fails)
            await v.becomes(`it does not tell of ${word}`,
                (word) => document.querySelector("#told").textContent.includes(word), String(word));
    if (!set) return;
    // A number that is typed moves the slider beside it, and the motion; the button puts all back.
    const slider = (kind) => `#sliders input[name="${set[0]}[0]"][data-kind="${kind}"]`;
    const old = await v.tab.$eval(slider("range"), (range) => range.value);
    await v.tab.click(slider("number"), { count: 3 });
    await v.tab.keyboard.type(String(set[1]));
    await v.tab.keyboard.press("Tab");
    [got] = await v.at(moved.t);
    alike(v, got, moved, `${set.join(" = ")} at ${moved.t} s`);
    const value = await v.tab.$eval(slider("range"), (range) => range.value);
    v.check(Math.abs(value - set[1]) < 1e-3 * Math.abs(set[1]),
        `the slider shows ${value}, not ${set[1]}`);
    await v.tab.focus(slider("range"));
    await v.tab.keyboard.press("ArrowLeft");
    await v.settled();
    const typed = await v.tab.$eval(slider("number"), (number) => Number(number.value));
    v.check(typed < set[1], `an arrow on the slider of ${set[0]} makes ${typed} of ${set[1]}`);
    await v.tab.click("#reset-sliders");
    v.check(await v.tab.$eval(slider("range"), (range) => range.value) === old,
        "sliders are not put back");
    [got] = await v.at(first.t);
    alike(v, got, first, "put back");
}

async function noSliders(v) {
    const shown = await v.tab.$$eval("#sliders input",
        (all) => all.filter((x) => x.checkVisibility()).length);
    v.check(shown === 0, "there are sliders, and nothing for them to move");
}

// ---- pictures ----

const canvases = ["#body3d", "#sphere3d"];

async function plays(v, isGL) {
    const until = await v.tab.evaluate(() => polhode.data.until);
    await v.at(until / 8);
    const looked = [...(isGL ? canvases : []), "#curves canvas"];
    const before = [];
    for (const canvas of looked) before.push(await v.still(canvas));
    await v.tab.evaluate(() => polhode.play());
    await v.becomes("time stands still", (t) => polhode.time() > t, until / 6);
    v.check(await v.button() === "Pause", "#play does not say Pause while it plays");
    await v.becomes("no frames are drawn", (n) => polhode.frames > n,
        await v.tab.evaluate(() => polhode.frames));
    await v.tab.evaluate(() => polhode.pause());
    for (const [i, canvas] of looked.entries()) {
        const { differ, colours } = await v.compared(before[i], await v.still(canvas));
        v.check(colours > 10, `${canvas} is empty: ${colours} colours`);
        v.check(differ > 1e-4, `${canvas} stays as it is while the body moves`);
    }
}

// Every curve that the page has shows something.
async function curves(v) {
    const names = await v.tab.$$eval("#curves canvas", (all) => all.map((c) => c.dataset.curve));
    v.check(names.includes("rates") && names.includes("energy"), `curves: ${names}`);
    v.check(!v.page.isAdaptive || names.includes("step"), `no curve of the steps: ${names}`);
    v.check(!v.page.whole.x || names.includes("position"), `no curve of the position: ${names}`);
    for (const name of names) {
        const png = await v.picture(`#curves canvas[data-curve="${name}"]`);
        const { colours } = await v.compared(png, png);
        v.check(colours > 5, `the curve ${name} is empty: ${colours} colours`);
    }
}

async function drags(v, isTouch) {
    const box = await (async () => {
        const canvas = await v.tab.$("#body3d");
        await canvas.scrollIntoView();
        return canvas.boundingBox();
    })();
    const y = box.y + box.height / 2, x = box.x + box.width / 2;
    const before = await v.still("#body3d");
    if (isTouch) {
        await v.tab.touchscreen.touchStart(x - 60, y);
        for (let i = 1; i <= 6; i++) await v.tab.touchscreen.touchMove(x - 60 + 20 * i, y);
        await v.tab.touchscreen.touchEnd();
    } else {
        await v.tab.mouse.move(x - 60, y);
        await v.tab.mouse.down();
        await v.tab.mouse.move(x + 60, y, { steps: 6 });
        await v.tab.mouse.up();
    }
    const { differ } = await v.compared(before, await v.still("#body3d"));
    v.check(differ > 1e-3, `a drag ${isTouch ? "by a finger " : ""}does not turn the camera`);
}

// ---- keys ----

async function keys(v) {
    const { tab, page } = v;
    const press = async (key) => {
        await tab.keyboard.press(key);
        await sleep(150);
        return v.time();
    };
    const until = page.hasEvents ? page.whole.t : await tab.evaluate(() => polhode.data.until);
    const last = page.fails ? page.whole.t : until;
    await tab.evaluate(() => { polhode.pause(); document.activeElement.blur(); });
    const end = await press("End");
    v.check(Math.abs(end - until) < 1e-6 * until || end === last, `End goes to ${end} s`);
    v.check(await press("Home") === 0, "Home does not go to 0 s");
    const one = await press("ArrowRight");
    const h = page.whole.h;
    const isStep = !h || page.isRecorded || Math.abs(one - h) < 1e-6 * h;
    v.check(one > 0 && isStep, `an arrow goes to ${one} s, a step is ${h} s`);
    v.check(Math.abs(await press("ArrowLeft")) < 1e-9, "an arrow to the left does not go back");
    await tab.keyboard.down("Shift");
    const far = await press("ArrowRight");
    await tab.keyboard.up("Shift");
    v.check(Math.abs(far / until - 0.01) < 1e-3, `Shift and an arrow go to ${far} s of ${until} s`);
    await press(" ");
    v.check(await v.button() === "Pause", "space does not play");
    await press(" ");
    v.check(await v.button() === "Play", "space does not pause");
    await press("1");
    const axis = () => tab.$eval("#axis", (s) => s.selectedIndex);
    const first = await axis();
    await press("2");
    v.check(await axis() === first + 1, "2 does not choose the second axis");
    // The scrubber: a click in its middle, an arrow.
    const scrub = await tab.$("#scrub");
    await scrub.scrollIntoView();
    const box = await scrub.boundingBox();
    await tab.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await sleep(150);
    const middle = await v.time();
    v.check(Math.abs(middle / until - 0.5) < 0.02,
        `the middle of the scrubber is ${middle} s of ${until} s`);
    await v.becomes(`the clock does not say ${middle}`, (t, near) => {
        const clock = parseFloat(document.querySelector("#clock").textContent);
        return Math.abs(clock - t) <= near;
    }, middle, 0.01 * until);
    await press("ArrowRight");
    v.check(await v.time() > middle, "an arrow does not move the scrubber");
}

// Each event has a mark and a line of the list, from which one goes there; playing pauses at it.
async function events(v) {
    const { tab, page: { whole, hasEvents } } = v;
    const isThere = await tab.$eval("#events", (list) => list.checkVisibility());
    v.check(isThere === Boolean(hasEvents), `a list of events: ${isThere}`);
    if (!hasEvents) return;
    const listed = await tab.$$eval("#events tbody th", (all) => all.map((x) => x.textContent));
    const names = whole.events.map((e, i) => e.name + (i + 1 < whole.events.length ? "" : " (the end)"));
    v.check(listed.join() === names.join(), `events: ${listed}, not ${names}`);
    const marks = await tab.$$eval("#ticks .event", (all) => all.map((x) => x.title));
    v.check(marks.length === names.length && marks.every((words, i) =>
        words.startsWith(whole.events[i].name)), `marks on the time axis: ${marks}`);
    const isAt = (i, how) => v.becomes(`${how} is not at event ${i}`, (t, name) =>
        polhode.time() === t && document.querySelector("#event").textContent.startsWith(name),
        whole.events[i].t, whole.events[i].name);
    const [, second] = await tab.$$("#events tbody button");
    await second.click();
    await isAt(1, "a line of the list");
    const [state] = await v.at(whole.events[1].t);
    alike(v, state, whole.events[1], "at an event");
    await tab.evaluate(() => document.activeElement.blur());
    await tab.keyboard.press("e");
    await isAt(2, "e");
    await tab.keyboard.down("Shift");
    await tab.keyboard.press("E");
    await tab.keyboard.up("Shift");
    await isAt(1, "Shift and e");
    v.check(await tab.$eval("#pause", (box) => box.checked), "few events are passed without a pause");
    const { t } = whole.events[0];
    await v.at(t - 0.01);
    await tab.evaluate(() => polhode.play());
    await v.becomes("it does not pause at an event", (t) => polhode.time() === t, t);
    await isAt(0, "playing");
    v.check(await v.button() === "Pause", "a pause at an event is an end");
    await v.becomes("it stays at an event", (t) => polhode.time() > t, t);
    await v.at(whole.t - 0.01);
    await tab.evaluate(() => polhode.play());
    await v.becomes("an event does not end the motion", (t) => polhode.time() === t &&
        document.querySelector("#play").innerText.trim() === "Play", whole.t);
    await isAt(names.length - 1, "the end");
}

// Tab comes to each control that is to be seen, and one sees where it is.
async function tabs(v) {
    const all = await v.tab.evaluate(() => {
        polhode.pause();
        const top = document.querySelector("h1"); // from here
        top.tabIndex = -1;
        top.focus();
        const what = "a[href], button, input, select, summary, textarea, [tabindex='0']";
        let n = 0;
        for (const x of document.querySelectorAll(what))
            if (!x.disabled && x.checkVisibility()) x.dataset.stop = n++;
        return n;
    });
    const met = new Set(), unseen = new Set();
    for (let i = 0; i < all + 5 && met.size < all; i++) {
        await v.tab.keyboard.press("Tab");
        const at = await v.tab.evaluate(() => {
            const x = document.activeElement, style = getComputedStyle(x);
            const isSeen = x === document.body || style.outlineStyle !== "none" ||
                style.boxShadow !== "none";
            const name = x.id || x.name || x.outerHTML.slice(0, 60);
            return { stop: x.dataset.stop, name, isSeen };
        });
        if (at.stop !== undefined) met.add(at.stop);
        if (!at.isSeen) unseen.add(at.name);
    }
    const missed = await v.tab.$$eval("[data-stop]", (list, met) => list
        .filter((x) => !met.includes(x.dataset.stop))
        .map((x) => x.id || x.name || x.outerHTML.slice(0, 60)),
        [...met]);
    v.check(missed.length === 0, `Tab does not come to ${missed.length}: ${missed.slice(0, 5)}`);
    v.check(unseen.size === 0,
        `the focus is not seen on ${unseen.size}: ${[...unseen].slice(0, 5)}`);
}

// ---- for all readers ----

async function accessible(v) {
    await v.tab.evaluate(axe.source);
    const found = await v.tab.evaluate(async () => {
        const { violations } = await axe.run(document, { resultTypes: ["violations"] });
        return violations.filter((x) => ["serious", "critical"].includes(x.impact)).map((x) =>
            `${x.id} (${x.impact}), ${x.nodes.length} times: ${x.help}: ` +
            x.nodes.slice(0, 2).map((n) => n.html.slice(0, 120)).join(" | "));
    });
    v.check(found.length === 0, `axe: ${found.join("\n    ")}`);
    const words = await v.tab.$$eval("#motion canvas, #curves canvas",
        (all) => all.filter((c) => !(c.getAttribute("aria-label") || "").trim()).length);
    v.check(words === 0, `${words} figures have no words`);
}

async function fits(v, width) {
    const [has, shown] = await v.tab.evaluate(() =>
        [document.scrollingElement.scrollWidth, window.innerWidth]);
    v.check(shown === width, `the window is ${shown} wide, not ${width}`);
    v.check(has <= shown, `the page is ${has} wide, and scrolls`);
    const out = await v.tab.evaluate(() => [...document.querySelectorAll("main *")].filter((x) => {
        const box = x.getBoundingClientRect();
        const isOut = box.right > innerWidth + 1 || box.left < -1;
        return isOut && box.width > 0 && x.checkVisibility() &&
            !x.closest("pre, [role=region], .table, svg"); // which scroll in themselves
    }).map((x) => x.id || x.name || x.outerHTML.slice(0, 60)));
    v.check(out.length === 0, `${out.length} lie outside of the window: ${out.slice(0, 3)}`);
}

async function isDarkAsSaid(v, isDark) {
    const png = await v.tab.screenshot({ encoding: "base64" });
    const { light } = await v.compared(png, png);
    v.check(isDark ? light < 0.3 : light > 0.7, `its mean light is ${light.toFixed(2)}`);
}

// ---- readers ----

async function atDesk(v) {
    await v.open();
    const isSeen = await v.tab.$eval("#body3d", (canvas) => canvas.checkVisibility());
    if (!v.check(isSeen, "#body3d is hidden: has the browser WebGL, and the page three.js?"))
        return;
    await v.becomes("it does not begin to play", () => polhode.time() > 0);
    if (v.page.isRecorded) await noSliders(v);
    await plays(v, true);
    await numbers(v);
    await keys(v);
    await curves(v);
    await events(v);
    await drags(v, false);
    await tabs(v);
    await fits(v, desk);
    await isDarkAsSaid(v, false);
    await accessible(v);
}

async function onPhone(v) {
    await v.open();
    await v.at((await v.tab.evaluate(() => polhode.data.until)) / 3);
    await drags(v, true);
    await fits(v, phone);
    await isDarkAsSaid(v, true);
    await accessible(v);
}

async function withoutGL(v) {
    await v.open();
    await plays(v, false);
    await numbers(v);
    await v.becomes("it does not say that there is no WebGL",
        () => /WebGL/.test(document.querySelector("#motion").innerText));
    await accessible(v);
}

async function withoutScripts(v) {
    await v.tab.setJavaScriptEnabled(false);
    await v.tab.goto(v.url, { waitUntil: "load" });
    await v.tab.setJavaScriptEnabled(true); // of this test, not of the page: that is loaded
    const words = await v.tab.$eval("main", (main) => main.innerText);
    v.check(/JavaScript/.test(words), "it does not say that JavaScript is off");
    v.check(/Errors and observed orders/.test(words), "its tables are not there");
}

async function withoutMotion(v) {
    await v.open();
    await sleep(500);
    v.check(await v.time() === 0, "it plays for somebody who asked for less motion");
    await v.tab.click("#play");
    await v.becomes("#play does not play", () => polhode.time() > 0);
}

// ---- all of them ----

const pages = makePages(resolve(program), resolve(root), resolve("pages"), onlyPage);
mkdirSync(shots, { recursive: true });

// Every visit has its own tab; what a browser throws is a failure of this visit alone.
async function visit(browser, kind, page, how, look) {
    const where = `${kind} ${page.name}, ${how.name}`;
    const lab = await browser.newPage();
    const tab = await openTab(browser, kind, how);
    const v = new Visit(where, tab, lab, page);
    const from = Date.now();
    try {
        await look(v);
    } catch (error) {
        v.fail(error.stack.split("\n").slice(0, 3).join(" "));
    }
    await v.shoot(`${page.name}.${kind}.${how.name}`)
        .catch((error) => v.fail(`no picture: ${error}`));
    console.log(`${where}: ${((Date.now() - from) / 1e3).toFixed(1)} s`);
    await tab.close();
    await lab.close();
}

for (const kind of ["chromium", "firefox"]) {
    if (onlyBrowser && kind !== onlyBrowser) continue;
    try {
        await withBrowser(kind, {}, async (browser) => {
            console.log(await browser.version());
            for (const page of pages)
                await visit(browser, kind, page, { name: "desk", width: desk }, atDesk);
            if (kind !== "chromium") return; // Firefox has no means to say so to a page
            const how = (name) => ({ name, width: desk, isStill: true });
            await visit(browser, kind, pages[0], how("no-scripts"), withoutScripts);
            await visit(browser, kind, pages[0], how("no-motion"), withoutMotion);
        });
        await withBrowser(kind, { isDark: true }, async (browser) => {
            const how = { name: "phone", width: phone, isDark: true, isPhone: true };
            for (const page of pages) await visit(browser, kind, page, how, onPhone);
        });
        await withBrowser(kind, { isGL: false }, async (browser) => {
            const how = { name: "no-webgl", width: desk };
            await visit(browser, kind, pages[0], how, withoutGL);
        });
    } catch (error) {
        failures++;
        console.log(`FAILED: ${kind}: ${error.message}`);
    }
}
console.log(`${checks} checks, ${failures} failures`);
process.exit(failures > 0 ? 1 : 0);
