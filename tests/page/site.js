// SPDX-License-Identifier: MIT
// Looks at the site of `./dev docs` in Chromium, on a desk and, dark, on a phone: each page fits,
// links lead to places, code is highlighted, pictures have texts, search works without a network.
//   node site.js SITE SHOTS
import { mkdirSync, readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import axe from "axe-core";
import { openTab, withBrowser } from "./pages.js";

const [site, shots] = process.argv.slice(2).map((path) => resolve(path));
const pages = readdirSync(join(site, "docs"), { recursive: true })
    .filter((name) => name.endsWith(".html")).map((name) => join("docs", name)).sort();
const looks = [{ name: "desk", width: 1280 }, { name: "phone", width: 390, isDark: true, isPhone: true }];
let checks = 0, failures = 0;

function check(good, what) {
    checks++;
    if (good) return;
    failures++;
    console.log(`FAILED: ${what}`);
}

// What a page has of what readers and these checks look at.
function seen() {
    const all = (selector) => [...document.querySelectorAll(selector)];
    return {
        overflow: document.documentElement.scrollWidth - innerWidth,
        plain: all("article pre").map((pre) => pre.closest("[class*=highlight-]"))
            .map((box) => box ? box.className.match(/highlight-(\w+)/)[1] : "none")
            .filter((language) => ["none", "default"].includes(language)).length,
        coloured: all("article [class*=highlight-] pre span[class]").length,
        blocks: all("article pre").length,
        mute: all("article img").filter((image) => !image.alt || !image.naturalWidth).length,
        links: all("a[href]").map((a) => a.href),
        background: getComputedStyle(document.body).backgroundColor,
    };
}

const ids = {};
function leads(href) {
    if (!href.startsWith("file:")) return /^https?:|^mailto:|^javascript:Sphinx/.test(href);
    const file = fileURLToPath(href.split(/[?#]/)[0]), anchor = decodeURIComponent(href.split("#")[1] || "");
    try {
        ids[file] ||= readFileSync(file, "utf8");
    } catch {
        return false;
    }
    return !anchor || anchor === "top" || ids[file].includes(`id="${anchor}"`);
}

async function look(browser, how) {
    const tab = await openTab(browser, "chromium", how);
    const backgrounds = new Set();
    let coloured = 0;
    tab.on("request", (r) => check(/^(file|data):/.test(r.url()), `asks for ${r.url()}`));
    tab.on("pageerror", (e) => check(false, `error: ${e.message || e}`));
    for (const page of pages) {
        const where = `${page}, ${how.name}`;
        await tab.goto(pathToFileURL(join(site, page)).href, { waitUntil: "load" });
        const s = await tab.evaluate(seen);
        check(s.overflow <= 0, `${where}: wider than the window by ${s.overflow} px`);
        check(s.plain === 0, `${where}: ${s.plain} blocks without a language`);
        check(s.mute === 0, `${where}: ${s.mute} pictures without a text or not there`);
        for (const href of s.links) check(leads(href), `${where}: ${href} leads nowhere`);
        backgrounds.add(s.background);
        coloured += s.coloured;
    }
    check(coloured > 1000, `${how.name}: ${coloured} coloured words of code`);
    check(backgrounds.size === 1, `${how.name}: backgrounds ${[...backgrounds]}`);
    for (const page of ["docs/index.html", "docs/tutorial.html", "docs/reference/language.html"]) {
        await tab.goto(pathToFileURL(join(site, page)).href, { waitUntil: "load" });
        await tab.screenshot({ path: join(shots, `${page.replace(/\W/g, "_")}.${how.name}.png`) });
        await tab.evaluate(axe.source);
        const { violations } = await tab.evaluate(() => axe.run("article"));
        for (const v of violations.filter((v) => v.impact === "critical"))
            check(false, `${page}, ${how.name}: ${v.id}: ${v.nodes[0].html}`);
    }
    // The search has its index in a script: no server is needed.
    await tab.goto(pathToFileURL(join(site, "search.html")).href + "?q=quaternion", { waitUntil: "load" });
    const found = await tab.waitForFunction(() => document.querySelectorAll("#search-results li a").length > 2,
        { timeout: 20e3 }).catch(() => null);
    check(found, `${how.name}: the search finds nothing`);
    return [...backgrounds][0];
}

mkdirSync(shots, { recursive: true });
await withBrowser("chromium", { isGL: false }, async (browser) => {
    const [light, dark] = [await look(browser, looks[0]), await look(browser, looks[1])];
    check(light !== dark, `light and dark are ${light}`);
});
check(pages.length > 25, `${pages.length} pages`);
console.log(`${pages.length} pages, ${checks} checks, ${failures} failures`);
process.exit(failures > 0 ? 1 : 0);
