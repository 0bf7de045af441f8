// The scoreboard: the same random queries to all methods, one request at a time, stopped at any
// time; box plots, dots that open their query, CSV.

import fs from "node:fs";
import path from "node:path";
import { assert, centre, folder, root, rooms, run, settled, stopped, temporary } from "./kit.mjs";

const { box, placesOf, randoms } = await import(path.join(root, "src/viewer/page/src/statistics.js"));

// Quantiles as in R (type 7); random numbers depend on the seed alone; places are free, uniform by
// area.
{
  assert.deepEqual(box([3, 1, 2, 4]), { least: 1.15, low: 1.75, middle: 2.5, high: 3.25, most: 3.8499999999999996 });
  assert.equal(box([]), null);
  assert.deepEqual(box([7]), { least: 7, low: 7, middle: 7, high: 7, most: 7 });
  const some = (seed) => Array.from({ length: 5 }, randoms(seed));
  assert.deepEqual(some(3), some(3));
  assert.notDeepEqual(some(3), some(4));
  const place = placesOf([[0, 0, 3, 0, 3, 1, 0, 1], [10, 0, 11, 0, 11, 1, 10, 1]], randoms(1));
  let large = 0;
  for (let i = 0; i < 4000; i++) {
    const [x, y] = place();
    assert.ok(y >= 0 && y <= 1 && ((x >= 0 && x <= 3) || (x >= 10 && x <= 11)), `${x}, ${y}`);
    large += x <= 3 ? 1 : 0;
  }
  assert.ok(Math.abs(large / 4000 - 0.75) < 0.03, `${large}`);
}

const METHODS = 5;

// Runs until so many queries are answered, then stops.
async function runSome(page, count) {
  await page.getByRole("button", { name: /^Run/ }).click();
  await stopped(page, count);
  return Number(await page.locator(".dock-score").getAttribute("data-done"));
}

async function csvOf(page, name) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "CSV", exact: true }).click()]);
  const file = path.join(temporary, name);
  await download.saveAs(file);
  assert.match(download.suggestedFilename(), /rooms.*-scoreboard-3\.csv/);
  return fs.readFileSync(file, "utf8").trim().split("\r\n").map((line) => line.split(","));
}

await run(
  async ({ page, browser, open, shot, check, url, listen }) => {
    // Counted in the page: the test may receive the events in another order.
    await page.addInitScript(() => {
      const real = window.fetch;
      window.inFlight = window.most = 0;
      window.fetch = async (address, options) => {
        const counts = address === "/api/query" && JSON.parse(options.body).snap === undefined;
        if (counts) window.most = Math.max(window.most, ++window.inFlight);
        try {
          return await real(address, options);
        } finally {
          if (counts) window.inFlight--;
        }
      };
    });
    await open("#map=rooms&from=2,2&to=97,77&score=3");
    await settled(page);
    await page.locator(".dock-score", { hasText: "200 random queries" }).waitFor();
    const queries = await runSome(page, 60);
    assert.ok(queries >= 60 && queries <= 200);
    assert.equal(await page.evaluate(() => window.most), 1, "one request at a time");
    await page.locator(".plot-box").nth(METHODS - 1).waitFor();
    assert.equal(await page.locator(".plot-dot").count(), queries * METHODS);
    assert.match(await page.locator(".box-plot").getAttribute("aria-label"), /^Time by method\. Index: median [\d.]+ (µs|ms); Plateaus: median/);
    await shot("scoreboard");
    await check("scoreboard");

    // A line for each query and method.
    const lines = await csvOf(page, "first.csv");
    assert.deepEqual(lines[0], ["query", "from_x", "from_y", "to_x", "to_y", "method", "status", "distance", "time_us", "paths", "stretch", "similarity", "local_optimality"]);
    assert.equal(lines.length, 1 + queries * METHODS);
    for (const [i, line] of lines.slice(1).entries()) {
      assert.equal(Number(line[0]), 1 + Math.floor(i / METHODS));
      assert.ok(Number(line[8]) > 0 && Number(line[9]) >= 1, `${line}`);
      assert.equal(line[7].slice(0, 7), lines[1 + METHODS * Math.floor(i / METHODS)][7].slice(0, 7), "the shortest is as long by any method");
      if (Number(line[9]) > 1) assert.ok(Number(line[10]) >= 1 && Number(line[10]) <= 1.5, `${line}`);
    }

    // The same seed gives the same queries.
    await runSome(page, 5);
    const again = await csvOf(page, "second.csv");
    assert.deepEqual(again[1].slice(0, 8), lines[1].slice(0, 8));

    // Other measures, for methods that find several paths.
    await page.getByRole("radio", { name: "Stretch" }).check();
    assert.deepEqual(await page.locator(".plot-name").allTextContents(), ["Index", "Plateaus", "Dissimilarity", "Penalty"]);
    await page.getByRole("radio", { name: "Paths" }).check();
    assert.match(await page.locator(".box-plot").getAttribute("aria-label"), /^Paths by method\. Index: mean \d\.\d\d; /);
    assert.equal(await page.locator(".plot-box").count(), 0, "whole numbers have a mean, not a box");
    await page.getByRole("radio", { name: "Time" }).check();

    // The keyboard moves from dot to dot and opens one; up and down lead to the same query of
    // another method.
    await page.locator(".box-plot").focus();
    await page.keyboard.press("Home");
    assert.match(await page.locator(".plot-said").textContent(), /^Query \d+, Index: time [\d.]+ (µs|ms); \d paths?, the shortest [\d.]+\.$/);
    await page.keyboard.press("ArrowDown");
    const words = await page.locator(".plot-said").textContent();
    const [, number] = /^Query (\d+), Plateaus/.exec(words);
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => /method=plateaus/.test(location.hash));
    const opened = again.find(([query]) => query === number);
    await page.waitForFunction(([x, y]) => {
      const [, from] = /from=([^&]*)/.exec(location.hash);
      return Math.hypot(...from.split(",").map((value, i) => Number(value) - [x, y][i])) < 1e-3;
    }, opened.slice(1, 3).map(Number));
    assert.ok(await page.locator(".dock-score").isVisible(), "it stays");

    // A click on a dot opens it too.
    const before = page.url();
    const dot = page.locator(".plot-dot").first();
    await dot.scrollIntoViewIfNeeded();
    await page.mouse.click(...(await centre(dot)));
    await page.waitForFunction((old) => location.href !== old, before);

    // Another seed appears in the address, and gives other queries.
    await page.getByLabel("Seed").fill("8");
    await page.getByLabel("Seed").press("Enter");
    await page.waitForFunction(() => /score=8/.test(location.hash));

    // On a telephone.
    const phone = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
    const small = await phone.newPage();
    listen(small);
    await small.goto(`${url}#map=rooms&from=2,2&to=97,77&score=3`);
    await settled(small);
    const button = small.getByRole("button", { name: "Run" });
    await button.scrollIntoViewIfNeeded();
    assert.ok((await button.boundingBox()).height >= 44);
    await button.tap();
    await stopped(small, 6);
    assert.ok(await small.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing sticks out");
    await small.screenshot({ path: path.join(folder, "scoreboard-telephone.png"), fullPage: true });
    await phone.close();
  },
  { sources: () => [rooms()] },
).catch((error) => {
  console.error(error);
  process.exit(1);
});
