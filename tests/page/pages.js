// SPDX-License-Identifier: MIT
// The pages that browsers are to look at, and the numbers that are to be seen in them:
// those of `polhode run`, which compiles the same C by another compiler.
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import puppeteer from "puppeteer-core";

// Twenty params, and names that are as long as names may be.
const long = (i) => `param_${String(i + 1).padStart(2, "0")}_whose_name_is_as_long_as_a_name`;
const numbers = Array.from({ length: 20 }, (_, i) => i);
const values = ["0", "1e-3", "-2.5e2", "[1, 0, -1]"];
const ours = {
    middle: `# a free body that turns about its middle axis, and turns over
body middle inertia box(12, 0.3, 0.5, 0.9) keep length = norm(L)
method rkmk(kutta4) start w = [1e-3, 2, 0] step 0.01 until 30\n`,
    failing: `# a torque spins a body up until it turns too far in a step of its method
body failing param push = 3 inertia diag(1, 2, 2.5) torque body push*e1
method imidm start w = [0.1, 0.2, 0.3] step 0.25 until 20\n`,
    ball: `# it bounces, and its motion ends
body ball param e = 0.8 mass 1 inertia diag(1, 2, 2.5) force space [0, 0, -9.81]
event bounce when x[3] < 0 then v = [v[1], v[2], -e*v[3]], w = 0.9*w
event apex when v[3] falling
event late when t > 2.5 stop
method rkmk(kutta4) start x = [0, 0, 1] start w = [1, 0.2, 0.1] step 0.01 until 4\n`,
    many_params: `body a_body_whose_name_is_as_long_as_a_name_m\n${numbers.map((i) =>
        `param ${long(i)} = ${values[i % 4]}${i % 2
            ? `  # a note, and itself a rather long one, of number ${i + 1}, N m` : ""}\n`).join("")}
inertia diag(1, 2, 2.5)
torque body 1e-3*(${numbers.map((i) => long(i) + (i % 4 === 3 ? "[2]*e2" : "*e1")).join(" + ")})
keep a_kept_number_whose_name_is_as_long_as_n = norm(w)
method rkmk(kutta4) start w = [0.1, 2, 0.3] step 0.01 until 20\n`,
};

// hasEvents: the last of them ends the motion.  set: a slider that is moved to a value that another `run` is given by --set.  libm: the body
// calls functions of math.h.
const bodies = [
    { name: "middle", words: ["--beside", "imidm"], isWhole: true },
    { name: "heavy_top", words: ["--beside", "imidm"], set: ["g", 9.5] },
    { name: "satellite" },
    { name: "thruster", isAdaptive: true, set: ["level", 0.055] },
    { name: "failing", fails: ["imidm", 4.25, "turns too far"], set: ["push", 3.5] },
    { name: "ball", hasEvents: true, set: ["e", 0.7] },
    { name: "many_params", set: ["param_03_whose_name_is_as_long_as_a_name", -200] },
    { name: "thrown", libm: true, set: ["m", 0.35] },
    { name: "cubesat_wheels", libm: true, set: ["viscous", 3e-8] },
    { name: "float", spec: "fast_top", words: ["--real", "float"], set: ["mgl", 21] },
    // Without clang there is no module: what was recorded is shown.
    { name: "recorded", spec: "fast_top", env: { PATH: "/nowhere" }, isRecorded: true },
];

function polhode(program, words, env = {}, want = 0) {
    const p = spawnSync(program, words, {
        encoding: "utf8", timeout: 120e3, killSignal: "SIGKILL", maxBuffer: 1e8,
        env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"],
    });
    if (p.status !== want)
        throw new Error(`exit ${p.status}, not ${want}: polhode ${words.join(" ")}\n${p.stderr}`);
    return p.stdout;
}

// Writes NAME.html of each body, or of one, into the folder, and gives what is wanted of it.
export function makePages(program, root, folder, only) {
    mkdirSync(folder, { recursive: true });
    return bodies.filter((body) => !only || body.name === only).map((body) => {
        const name = body.spec || body.name;
        const spec = name in ours ? `${folder}/${name}.pol` : `${root}/specs/${name}.pol`;
        if (name in ours) writeFileSync(spec, ours[name]);
        const file = `${folder}/${body.name}.html`;
        const words = [...(body.isWhole ? [] : ["--quick"]), ...(body.words || [])];
        polhode(program, ["report", spec, "-o", file, "--quiet", ...words], body.env);
        const real = (body.words || []).includes("float") ? ["--real", "float"] : [];
        const run = (...words) =>
            JSON.parse(polhode(program, ["run", spec, "--json", ...real, ...words], {},
                Number("fails" in body)));
        const whole = run();
        // 1000 steps, if it takes as many; of adaptive ones all, of what is recorded what there is.
        const isAll = body.isAdaptive || whole.steps < 1000;
        const until = isAll ? [] : ["--until", body.isRecorded
            ? readFileSync(file, "utf8").match(/"until": ([^,]*)/)[1]
            : (1000 * whole.h).toPrecision(6)];
        const first = until.length ? run(...until) : whole;
        const moved = body.set && run(...until, "--set", body.set.join("="));
        return { ...body, spec, file, whole, first, moved };
    });
}

// ---- Debian's Chromium and Firefox ----

// Debian's Chromium and Firefox, each with a new profile, with software WebGL or none; and
// their ends: nothing that was started here outlives its limit.

const limit = 600e3; // of a browser, ms

// Browsers of puppeteer and screens are ended where this process ends.
for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => process.exit(1));

// Headless Firefox has no WebGL: it gets a screen that nobody sees.
function startScreen() {
    const screen = spawn("Xvfb",
        ["-displayfd", "3", "-screen", "0", "1800x1400x24", "-nolisten", "tcp", "-noreset"],
        { stdio: ["ignore", "ignore", "ignore", "pipe"] });
    process.on("exit", () => screen.kill("SIGKILL"));
    return new Promise((done, failed) => {
        screen.on("error", failed);
        screen.on("exit", () => failed(new Error("Xvfb did not start")));
        screen.stdio[3].once("data", (number) => done({ screen, display: ":" + parseInt(number) }));
    });
}

function chromium(isGL) {
    return {
        executablePath: "/usr/bin/chromium", headless: true,
        args: ["--no-sandbox", "--disable-quic", "--no-first-run", "--disable-sync",
            "--disable-background-networking", "--disable-component-update",
            ...(isGL ? ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]
                : ["--disable-gpu", "--disable-software-rasterizer"])],
    };
}

function firefox(isGL, isDark) {
    return {
        browser: "firefox", executablePath: "/usr/bin/firefox-esr", headless: !isGL,
        extraPrefsFirefox: {
            "webgl.force-enabled": isGL, "webgl.disabled": !isGL,
            "layout.css.prefers-color-scheme.content-override": isDark ? 0 : 1,
        },
    };
}

// Starts a browser, gives it to `work`, and ends it, whatever happens.
export async function withBrowser(kind, { isGL = true, isDark = false }, work) {
    const isScreen = kind === "firefox" && isGL;
    const { screen, display } = isScreen ? await startScreen() : {};
    let browser, alarm;
    try {
        const options = kind === "firefox" ? firefox(isGL, isDark) : chromium(isGL);
        browser = await puppeteer.launch({
            ...options, defaultViewport: null, protocolTimeout: 60e3,
            handleSIGINT: false, handleSIGTERM: false,
            env: { ...process.env, MOZ_ENABLE_WAYLAND: "0", ...(display && { DISPLAY: display }) },
        });
        const late = new Promise((_, failed) => {
            alarm = setTimeout(() => failed(new Error(`${kind} took more than ${limit / 1e3} s`)),
                limit);
        });
        return await Promise.race([work(browser), late]);
    } finally {
        clearTimeout(alarm);
        const closed = browser && browser.close().catch(() => {});
        await Promise.race([closed, new Promise((done) => setTimeout(done, 5000))]);
        const left = browser && browser.process();
        if (left && left.exitCode === null) left.kill("SIGKILL");
        if (screen) screen.kill("SIGKILL");
    }
}

// A page of a browser, of this width, light or dark.
export async function openTab(browser, kind, { width, isDark, isPhone, isStill }) {
    const page = await browser.newPage();
    await page.setViewport({ width, height: isPhone ? 844 : 1000, hasTouch: Boolean(isPhone) });
    if (kind === "chromium")
        await page.emulateMediaFeatures([
            { name: "prefers-color-scheme", value: isDark ? "dark" : "light" },
            { name: "prefers-reduced-motion", value: isStill ? "reduce" : "no-preference" },
        ]);
    return page;
}
