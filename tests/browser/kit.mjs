// The common parts of all browser tests: the viewer on maps made for the test, a headless Chromium,
// and checks that the page never writes errors to the console, breaks its content security policy,
// or is inaccessible.
//
//   await run(async ({ page, url, open, shot, check }) => { ... }, { sources: [...] })
//
// node test_X.mjs PATHFAN [FOLDER]: screenshots go to FOLDER. Packages are looked up in build/node,
// where tests/check installs them; PATHFAN_CHROMIUM and PATHFAN_NODE_MODULES name other places. If
// something is missing, a test ends with 77, skipped; with CI=true with 1, failed.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
export const root = path.resolve(here, "../..");
export const modules = path.resolve(process.env.PATHFAN_NODE_MODULES ?? path.join(root, "build/node/node_modules"));
export const pathfan = path.resolve(process.argv[2] ?? path.join(root, "build/pathfan"));
export const folder = path.resolve(process.argv[3] ?? path.join(os.tmpdir(), "pathfan-shots"));
const SLOW_MS = 120000; // longer than any step takes on a slow machine

export function skip(why) {
  const must = process.env.CI === "true";
  console.log(`${must ? "missing" : "skipped"}: ${why}`);
  process.exit(must ? 1 : 77);
}

function findChromium() {
  const places = [process.env.PATHFAN_CHROMIUM, "/usr/lib/chromium/chromium-headless-shell", "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
  return places.find((place) => place && fs.existsSync(place)) ?? skip("no chromium (Debian: apt-get install chromium)");
}

export function load(name) {
  try {
    return createRequire(path.join(modules, "package.json"))(path.join(modules, name));
  } catch {
    return skip(`no ${name} in ${modules} (tests/check installs it)`);
  }
}

// ---- Maps ----

export const temporary = fs.mkdtempSync(path.join(os.tmpdir(), "pathfan-browser-"));
process.on("exit", () => fs.rmSync(temporary, { recursive: true, force: true }));

export function tool(...args) {
  execFileSync(pathfan, args, { timeout: SLOW_MS, stdio: ["ignore", "ignore", "pipe"] });
}

// Makes a map; returns its path.
export function makeMap(name, ...options) {
  const map = path.join(temporary, `${name}.map`);
  tool("make-map", ...options, "-o", map);
  return map;
}

// Makes a map and its index; returns the index's path.
export function makeIndex(name, ...options) {
  const index = path.join(temporary, `${name}.pathfan`);
  tool("build-index", makeMap(name, ...options), "-o", index);
  return index;
}

export const caves = () => makeIndex("caves", "--kind", "caves", "--width", "160", "--height", "100", "--seed", "8");
export const rooms = () => makeIndex("rooms", "--kind", "rooms", "--width", "100", "--height", "80", "--seed", "1");

export function hills() {
  const map = path.join(temporary, "hills.geojson");
  tool("make-map", "--kind", "terrain", "--width", "600", "--height", "400", "--seed", "4", "-o", map);
  return map;
}

export function hillsIndex() {
  const index = path.join(temporary, "indexed.pathfan");
  tool("build-index", hills(), "-o", index);
  return index;
}

export function campus() {
  const index = path.join(temporary, "campus.pathfan");
  tool("build-index", path.join(root, "docs/examples/campus.geojson"), "-o", index);
  return index;
}

// ---- Server and browser ----

export async function serve(sources, options) {
  const server = spawn(pathfan, ["view", ...sources, "--port", "0", "--data", path.join(temporary, "data"), ...options], { stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  const url = await new Promise((resolve, reject) => {
    server.stdout.on("data", (data) => {
      text += data;
      const found = /http:\/\/\S+/.exec(text);
      if (found) resolve(found[0]);
    });
    server.on("exit", (code) => reject(new Error(`pathfan view ended with ${code}`)));
    setTimeout(() => reject(new Error("pathfan view doesn't listen")), SLOW_MS).unref();
  });
  // Returns the address of the study's results, which the server prints next.
  const results = async () => {
    for (;;) {
      const found = /#results=[0-9a-f]+/.exec(text);
      if (found) return found[0];
      await new Promise((resolve) => server.stdout.once("data", resolve));
    }
  };
  return { server, url, results };
}

export function launch(chromium) {
  return chromium.launch({
    executablePath: findChromium(),
    env: { ...process.env, HOME: temporary }, // Chromium leaves files there
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
}

// Reports the page's faults, and sets its timeout.
export function listen(page, tell) {
  page.setDefaultTimeout(SLOW_MS);
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") tell(`console: ${message.text()} ${message.location().url.replace(/^\w+:\/\/[^/]*/, "")}`);
  });
  page.on("pageerror", (error) => tell(`error: ${error.message}`));
  page.on("requestfailed", (request) => {
    // Requests of a closing page are aborted.
    if (request.failure()?.errorText !== "net::ERR_ABORTED") tell(`failed: ${request.url()} ${request.failure()?.errorText}`);
  });
  page.on("request", (request) => {
    if (!/^(http:\/\/127\.0\.0\.1:|file:|data:|blob:)/.test(request.url())) tell(`left this machine: ${request.url()}`);
  });
}

export async function run(test, { sources, options = [], context: wishes = {} }) {
  const { chromium } = load("playwright-core");
  const axe = fs.readFileSync(path.join(modules, "axe-core/axe.min.js"), "utf8");
  findChromium();
  const { server, url, results } = await serve(sources(), options);
  const faults = [];
  const news = new EventEmitter();
  const tell = (fault) => {
    faults.push(fault);
    news.emit("fault");
  };
  fs.mkdirSync(folder, { recursive: true });
  let browser;
  let failed = null;
  try {
    browser = await launch(chromium);
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...wishes });
    await context.addInitScript(() =>
      document.addEventListener("securitypolicyviolation", (event) => console.error(`CSP: ${event.violatedDirective} ${event.blockedURI}`)),
    );
    context.on("page", (other) => listen(other, tell));
    const page = await context.newPage();
    const kit = {
      browser,
      context,
      page,
      url,
      results, // address of the study's results
      server,
      listen: (other) => listen(other, tell), // for pages of other contexts
      // Waits for a fault that the test provokes, and removes it.
      expectFault: async (pattern, what) => {
        const find = () => faults.findIndex((fault) => pattern.test(fault));
        const never = () => assert.fail(`no fault like ${pattern} of ${what}`);
        while (find() < 0) await once(news, "fault", { signal: AbortSignal.timeout(SLOW_MS) }).catch(never);
        faults.splice(find(), 1);
      },
      open: async (fragment) => {
        await page.goto("about:blank");
        await page.goto(url + fragment);
      },
      shot: async (name) => {
        await page.screenshot({ path: path.join(folder, `${name}.png`) });
      },
      // Checks that there is no serious or critical accessibility fault, light and dark.
      check: async (name) => {
        await page.evaluate(axe); // not as a script of the page: its policy forbids that
        // Dark differs only in its colours.
        for (const [theme, only] of [["light", {}], ["dark", { runOnly: ["color-contrast", "link-in-text-block"] }]]) {
          const before = await page.evaluate((value) => {
            const { dataset } = document.documentElement;
            const old = dataset.theme;
            dataset.theme = value;
            return old;
          }, theme);
          // Colours change gradually.
          await page.evaluate(() => Promise.all(document.getAnimations().filter((each) => each instanceof CSSTransition).map((each) => each.finished.catch(() => {}))));
          const { violations, passes } = await page.evaluate((more) => window.axe.run(document, { resultTypes: ["violations"], ...more }), only);
          await page.evaluate((value) => (document.documentElement.dataset.theme = value), before);
          assert.ok(passes.length >= (only.runOnly ? 1 : 11), "axe-core looked");
          const bad = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
          const words = bad.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`);
          assert.deepEqual(words, [], `axe-core on ${name}, ${theme}`);
        }
      },
    };
    await test(kit);
    assert.deepEqual(faults, [], "what the page must not do");
  } catch (error) {
    failed = error;
    if (faults.length) console.log(faults.join("\n"));
  }
  await browser?.close();
  server.removeAllListeners("exit");
  const code = await new Promise((done) => {
    server.on("exit", (status) => done(status));
    server.kill("SIGTERM");
  });
  if (failed) throw failed;
  assert.equal(code, 0, "pathfan view ends with 0");
}

// ---- The explore page ----

// Waits until every panel has its size, the answer to the current request, and its place: controls
// beside a map move it when they are laid out, a frame later.
let calls = 0;
export async function settled(page) {
  await page.waitForFunction((call) => {
    const panels = [...document.querySelectorAll(".panel")];
    const isReady = panels.length && panels.every((panel) => !panel.matches("[aria-busy]") && !panel.querySelector(".scaled:not([transform])"));
    const places = panels.map((panel) => [JSON.stringify(panel.querySelector(".overlay").getBoundingClientRect()), panel.querySelector(".scaled").getAttribute("transform")]).join();
    const last = window.settling;
    const frames = isReady && last?.call === call && last.places === places ? last.frames + 1 : 0;
    window.settling = { call, places, frames };
    return frames >= 2;
  }, ++calls);
}

// Returns the lengths in the table of a panel, as shown.
export function lengths(page, panel = 0) {
  return page
    .locator(".panel")
    .nth(panel)
    .locator("tbody tr:not(.empty) td:nth-child(2)")
    .allTextContents();
}

export function drawn(page, panel = 0) {
  return page
    .locator(".panel")
    .nth(panel)
    .locator(".line")
    .evaluateAll((lines) => lines.map((line) => line.getAttribute("d")));
}

// Stops a run of the scoreboard once it has answered so many queries. Runs in the page: otherwise a
// quick run could end first.
export async function stopped(page, count) {
  await page.waitForFunction((wanted) => {
    const button = document.querySelector(".dock-score .primary");
    if (button.textContent === "Stop" && document.querySelector(".dock-score progress").value >= wanted) button.click();
    return document.querySelector(".dock-score[data-done]");
  }, count);
}

// ---- The draw page ----

export const built = (page) => page.waitForFunction(() => document.querySelector(".panel").dataset.state === "done" && document.querySelector(".line"));

// Returns a map point's place on the screen, once the map is at rest.
export async function at(page, x, y) {
  await settled(page);
  const [left, top, tx, ty, k, down = k] = await page.evaluate(() => {
    const box = document.querySelector(".overlay").getBoundingClientRect();
    const numbers = document.querySelector(".scaled").getAttribute("transform").match(/-?[\d.]+/g).map(Number);
    return [box.left, box.top, ...numbers];
  });
  return [left + tx + k * x, top + ty + down * y];
}

export async function drag(page, from, to) {
  await page.mouse.move(...(await at(page, ...from)));
  await page.mouse.down();
  const end = await at(page, ...to);
  await page.mouse.move(end[0] - 3, end[1] - 3);
  await page.mouse.move(...end);
  await page.mouse.up();
}

export async function centre(locator) {
  const box = await locator.boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

export { assert };
