// SPDX-License-Identifier: MIT
// Debian's Chromium and Firefox, each with a new profile, with software WebGL or none; and
// their ends: nothing that was started here outlives its limit.
import { spawn } from "node:child_process";
import puppeteer from "puppeteer-core";

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
