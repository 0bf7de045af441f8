// The pages of docs/site from disk, without a server: search, narrow screens, light and dark.

import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { assert, folder, launch, listen, load, modules, pathfan, root, skip, temporary } from "./kit.mjs";

const site = path.join(temporary, "site");
const pages = ["index", "docs/start", "docs/overview", "docs/evaluation", "api/query.h", "api/pathfan.hpp", "commands", "CHANGELOG"];
const looked = ["index", "docs/start", "api/query.h"]; // also checked by axe-core, which is slow
const address = (name) => pathToFileURL(path.join(site, `${name}.html`)).href;

// Checks that the page has no serious or critical accessibility fault.
async function accessible(page, words) {
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"], preload: false }));
  const bad = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  const told = bad.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`);
  assert.deepEqual(told, [], `axe-core on ${words}`);
}

async function looks(browser, faults, width, colorScheme) {
  const axe = fs.readFileSync(path.join(modules, "axe-core/axe.min.js"), "utf8");
  const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme });
  listen(page, (fault) => faults.push(fault));
  for (const name of pages) {
    await page.goto(address(name));
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= width, `${name} is ${wide} wide on ${width}`);
    if (looked.includes(name)) {
      await page.evaluate(axe);
      await accessible(page, `${name}, ${width}, ${colorScheme}`);
    }
  }
  await page.goto(address("index"));
  await page.screenshot({ path: path.join(folder, `site-${width}-${colorScheme}.png`) });
  await page.close();
}

async function searching(browser, faults) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  listen(page, (fault) => faults.push(fault));
  await page.goto(address("docs/viewer"));
  await page.keyboard.press("/");
  await page.keyboard.type("pathfan_query_paths");
  await page.waitForSelector("#found a");
  assert.match(await page.locator("#found a strong").first().textContent(), /^pathfan_query_paths$/);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL(/api\/query\.h\.html#pathfan_query_paths$/);
  assert.ok(await page.locator("#found").isHidden(), "nothing is in the way");

  // All words must occur; they aren't patterns.
  await page.fill("#q", "corridor separation");
  await page.waitForSelector("#found mark");
  await page.fill("#q", "zwxv.*");
  await page.waitForSelector("#found p");
  await page.keyboard.press("Escape");
  assert.ok(await page.locator("#found").isHidden());
  assert.equal(await page.inputValue("#q"), "");
}

async function contents(browser, faults) {
  const page = await browser.newPage({ viewport: { width: 360, height: 800 } });
  listen(page, (fault) => faults.push(fault));
  await page.goto(address("docs/start"));
  const link = page.locator('#navigation a[href="viewer.html"]');
  assert.ok(await link.isHidden());
  await page.click("#menu");
  await link.click();
  await page.waitForURL(/docs\/viewer\.html$/);
}

const { chromium } = load("playwright-core");
const { status, stderr } = spawnSync(path.join(root, "docs/site/make"), [site, pathfan], { encoding: "utf8" });
if (status === 77) skip(stderr.trim());
assert.equal(status, 0, stderr);
fs.mkdirSync(folder, { recursive: true });
const faults = [];
const browser = await launch(chromium);
try {
  await looks(browser, faults, 1280, "light");
  await looks(browser, faults, 360, "dark");
  await searching(browser, faults);
  await contents(browser, faults);
  assert.deepEqual(faults, [], "what the pages must not do");
} finally {
  await browser.close();
}
