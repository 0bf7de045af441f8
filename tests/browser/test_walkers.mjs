// Walkers: dots on the paths, the slider, play and pause, arrivals; shares; only the slider with
// reduced motion; side by side, by touch on a telephone.

import path from "node:path";
import { assert, caves, folder, lengths, root, run, settled } from "./kit.mjs";

const { spread, plan } = await import(path.join(root, "src/viewer/page/src/shares.js"));

// Counts the dots on each line.
const dots = (page) => page.locator(".walker").evaluateAll((marks) => marks.map((mark) => (mark.getAttribute("d")?.match(/M/g) ?? []).length));
const table = (page, column) => page.locator(`.dock-walk tbody tr td:nth-child(${column})`).allTextContents();
const slide = (page, value) => page.getByLabel("Time", { exact: true }).evaluate((slider, to) => {
  slider.value = to;
  slider.dispatchEvent(new Event("input", { bubbles: true }));
}, value);

// The number of walkers on each path depends on the weights, not on the order of paths.
{
  const counts = (...args) => spread(...args).reduce((sums, path) => ((sums[path] = (sums[path] ?? 0) + 1), sums), []);
  assert.deepEqual(counts([100, 300], 48, "length"), [36, 12]);
  assert.deepEqual(counts([100, 300], 48, "equal"), [24, 24]);
  assert.deepEqual(spread([100, 100, 100], 6, "equal"), [0, 1, 2, 0, 1, 2], "in turns");
  assert.deepEqual(spread([], 6, "equal"), []);
  assert.deepEqual(counts([0], 3, "length"), [3], "a way of no length");
  const { walkers, last } = plan([100, 150], "equal");
  assert.equal(walkers.length, 48);
  assert.equal(last, 150 + 47 * (50 / 48), "the last who starts takes the longer way");
}

await run(
  async ({ page, browser, open, shot, check, url, listen }) => {
    await open("#map=caves&from=4,50&to=155,50");
    await settled(page);
    assert.equal(await page.locator(".dock").count(), 0);
    await page.getByRole("checkbox", { name: "Walkers" }).check();
    await page.locator(".dock-walk tbody tr").nth(2).waitFor();
    await page.waitForFunction(() => /walk=1/.test(location.hash));

    // Equal shares of 48; path 1's first walker arrives after a time equal to the path's length.
    assert.deepEqual(await table(page, 2), ["16", "16", "16"]);
    const first = (await table(page, 4)).map(Number);
    const distances = (await lengths(page)).map(Number);
    const gap = (0.5 * distances[0]) / 48; // between starts
    distances.forEach((distance, i) => assert.ok(Math.abs(first[i] - distance - i * gap) < 0.02, `${first} beside ${distances}`));
    assert.ok((await dots(page)).every((count) => count > 3), "some are on each path");
    await shot("walkers");
    await check("walkers");

    // The slider sets the time: at the start nobody has arrived, at the end everybody has.
    await slide(page, 0);
    assert.deepEqual(await table(page, 3), ["0", "0", "0"]);
    assert.deepEqual(await dots(page), [1, 0, 0], "the first is at S");
    await slide(page, 1000);
    assert.deepEqual(await table(page, 3), ["16", "16", "16"]);
    assert.deepEqual(await dots(page), [0, 0, 0]);
    assert.match(await page.getByLabel("Time", { exact: true }).getAttribute("aria-valuetext"), /48 walkers there/);

    // By length, fewer walkers take the longer paths.
    await page.getByRole("radio", { name: "by length" }).check();
    const taken = (await table(page, 2)).map(Number);
    assert.equal(taken.reduce((sum, count) => sum + count), 48);
    assert.ok(taken[0] >= taken[1] && taken[1] >= taken[2], `${taken}`);
    await page.waitForFunction(() => /walk=length/.test(location.hash));

    // Space plays, from the start if at the end, and pauses.
    await page.locator(".handle-from").focus();
    await page.keyboard.press("Space");
    await page.waitForFunction(() => document.querySelectorAll(".walker").length && [...document.querySelectorAll(".walker")].some((mark) => mark.getAttribute("d")));
    await page.getByRole("button", { name: "Pause" }).waitFor();
    await page.keyboard.press("Space");
    await page.getByRole("button", { name: "Play" }).waitFor();

    // Moving an end makes new walkers; two methods have separate ones.
    const before = await table(page, 4);
    await page.locator(".handle-to").focus();
    await page.keyboard.press("Shift+ArrowUp");
    await page.waitForFunction((old) => document.querySelector(".dock-walk tbody td:nth-child(4)").textContent !== old, before[0]);
    await page.getByLabel("Compare with").selectOption("penalty");
    await page.waitForFunction(() => document.querySelectorAll(".dock-table").length === 2 && document.querySelectorAll(".walkers").length === 2);
    await page.getByRole("button", { name: "Close walkers" }).click();
    await page.waitForFunction(() => !document.querySelector(".dock, .walkers"));
    assert.equal(await page.getByRole("checkbox", { name: "Walkers" }).isChecked(), false);

    // A link opens the tool, with its shares. Without a path there are no walkers.
    await open("#map=caves&from=4,50&to=155,50&walk=length");
    await page.locator(".dock-walk tbody tr").nth(2).waitFor();
    assert.ok(await page.getByRole("radio", { name: "by length" }).isChecked());
    await open("#map=caves&from=4,50&to=0,0&snap=0&walk=1");
    await page.locator(".dock-time", { hasText: "nobody walks" }).waitFor();

    // Reduced motion: no play button, only the slider, and Space does nothing.
    await page.emulateMedia({ reducedMotion: "reduce" });
    await open("#map=caves&from=4,50&to=155,50&walk=1");
    await page.locator(".dock-walk tbody tr").nth(2).waitFor();
    assert.equal(await page.getByRole("button", { name: "Play" }).isVisible(), false);
    await slide(page, 500);
    assert.ok((await dots(page)).some((count) => count > 3));

    // On a telephone, by touch.
    const phone = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
    const small = await phone.newPage();
    listen(small);
    await small.goto(`${url}#map=caves&from=4,50&to=155,50&walk=1`);
    await settled(small);
    const play = small.getByRole("button", { name: "Play" });
    await play.waitFor();
    const box = await play.boundingBox();
    assert.ok(box.width >= 44 && box.height >= 44, "large enough for a finger");
    await play.tap();
    await small.getByRole("button", { name: "Pause" }).waitFor();
    await small.getByRole("button", { name: "Pause" }).tap();
    assert.ok(await small.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing sticks out");
    await small.screenshot({ path: path.join(folder, "walkers-telephone.png") });
    await phone.close();
  },
  { sources: () => [caves()] },
).catch((error) => {
  console.error(error);
  process.exit(1);
});
