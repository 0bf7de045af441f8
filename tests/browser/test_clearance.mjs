// Narrowest passages in the explore view: a line across each path, its width in words, shown when
// pointed at, hidden while dragging; maps of polygons and with an agent's radius.

import path from "node:path";
import fs from "node:fs";
import { assert, campus, caves, centre, folder, run, settled, temporary, tool } from "./kit.mjs";

// Two rooms with doors of width 4 and 2; also an index with an agent's radius of 0.5.
function doors(radius) {
  const map = path.join(temporary, "doors.geojson");
  const box = (x, y, w, h) => [[[x, y], [x + w, y], [x + w, y + h], [x, y + h], [x, y]]];
  const feature = (kind, coordinates) => ({ type: "Feature", properties: { kind }, geometry: { type: "Polygon", coordinates } });
  const walls = [[48, 0, 4, 10], [48, 14, 4, 30], [48, 46, 4, 14]];
  fs.writeFileSync(map, JSON.stringify({ type: "FeatureCollection", features: [feature("free", box(0, 0, 100, 60)), ...walls.map((wall) => feature("obstacle", box(...wall)))] }));
  const index = path.join(temporary, radius ? "wide.pathfan" : "doors.pathfan");
  tool("build-index", map, "-o", index, ...(radius ? ["--agent-radius", String(radius)] : []));
  return index;
}

const entries = (page) => page.locator(".dock-passages button").allTextContents();
const told = async (page, wanted) => {
  await page.waitForFunction((n) => document.querySelectorAll(".dock-passages button").length === n, wanted);
  return entries(page);
};

await run(
  async ({ page, browser, url, listen, open, shot, check }) => {
    await open("#map=doors&from=10,20&to=90,30&k=2&stretch=2");
    await settled(page);
    let asked = 0;
    const count = (request) => request.url().endsWith("/api/query") && asked++;
    page.on("request", count);
    await page.getByRole("checkbox", { name: "Passages" }).check();
    const widths = (await told(page, 2)).map((text) => Number(text.split(": ")[1]));
    assert.equal(asked, 0, "of the paths that there are");
    page.off("request", count);
    assert.deepEqual(widths.toSorted(), [2, 4], "both doors");
    assert.deepEqual((await page.locator(".passage-words").allTextContents()).map(Number).toSorted(), [2, 4]);
    await check("passages");
    // The line lies in the door.
    const number = widths.indexOf(2) + 1;
    const [x, y] = await page.evaluate((n) => {
      const mark = document.querySelector(`.passage[data-number="${n}"] .passage-line`);
      const [ax, ay, bx, by] = mark.getAttribute("d").match(/-?[\d.]+/g).map(Number);
      const [tx, ty, k] = document.querySelector(".scaled").getAttribute("transform").match(/-?[\d.]+/g).map(Number);
      return [((ax + bx) / 2 - tx) / k, ((ay + by) / 2 - ty) / k];
    }, number);
    assert.ok(x >= 47.9 && x <= 52.1 && Math.abs(y - 45) < 0.1, `in the lower door: ${x}, ${y}`);
    // The passage pointed at is highlighted; a click centres it.
    const entry = page.locator(".dock-passages button").nth(number - 1);
    await entry.hover();
    assert.equal(await page.locator(".passage.strong").getAttribute("data-number"), String(number));
    assert.deepEqual(await page.locator(".passage-words").evaluateAll((all) => all.filter((each) => getComputedStyle(each).visibility === "visible").map((each) => each.textContent)), ["2.00"]);
    await entry.focus();
    assert.equal(await page.locator(".passage.strong").count(), 1);
    await entry.click();
    await page.waitForFunction(() => location.hash.includes("view="));
    assert.match(page.url(), /passages=1/);

    // Hidden while dragging; shown again at rest.
    await open("#map=caves&from=4,50&to=155,50&passages=1");
    await settled(page);
    await told(page, 3);
    const before = await entries(page);
    await page.locator(".dock-passages button").first().hover();
    await shot("passages");
    await settled(page);
    const [hx, hy] = await centre(page.locator(".handle-to .shape"));
    await page.mouse.move(hx, hy);
    await page.mouse.down();
    await page.mouse.move(hx - 90, hy - 60, { steps: 4 });
    assert.equal(await page.locator(".passage").count(), 0);
    await page.mouse.up();
    await page.waitForFunction(() => document.querySelectorAll(".passage").length > 0);
    assert.notDeepEqual(await entries(page), before);

    // Passages being measured when a drag begins don't appear either: timers lead from path to
    // path.
    await page.evaluate(() => {
      window.held = [];
      window.timeout = window.setTimeout;
      window.setTimeout = (call, ms, ...more) => (ms === undefined ? window.held.push(call) : window.timeout(call, ms, ...more));
    });
    await page.locator(".handle-to").press("ArrowUp");
    await settled(page);
    await page.locator(".handle-to").focus();
    await page.keyboard.down("ArrowUp");
    await page.evaluate(async () => {
      while (window.held.length) await window.held.shift()();
    });
    await settled(page);
    assert.equal(await page.locator(".passage").count(), 0);
    await page.keyboard.up("ArrowUp");
    await page.evaluate(() => (window.setTimeout = window.timeout) && null);

    // Both of two methods show theirs; switched off, neither does.
    await page.getByRole("combobox", { name: "Compare with" }).selectOption("plateaus");
    await page.waitForFunction(() => document.querySelectorAll(".panel").length === 2 && document.querySelectorAll(".panel:last-child .passage").length > 0);
    await page.getByRole("checkbox", { name: "Passages" }).uncheck();
    await page.waitForFunction(() => !document.querySelector(".passage, .dock-passages"));

    // Polygons; and an agent's radius: the widths shown exclude the agent's own.
    await open("#map=campus&from=5,10&to=290,160&passages=1");
    await settled(page);
    await page.waitForFunction(() => document.querySelectorAll(".passage").length > 0);
    await open("#map=wide&from=10,20&to=90,30&k=2&stretch=2&effort=thorough&passages=1");
    await settled(page);
    assert.deepEqual((await told(page, 2)).map((text) => Number(text.split(": ")[1])).toSorted(), [1, 3], "a unit less");
    await page.getByText("Where each path is narrowest, beside the agent's own width.").waitFor();

    const phone = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
    const small = await phone.newPage();
    listen(small);
    await small.goto(`${url}#map=doors&from=10,20&to=90,30&k=2&stretch=2&passages=1`);
    await settled(small);
    await small.waitForFunction(() => document.querySelectorAll(".dock-passages button").length === 2);
    assert.ok((await small.evaluate(() => document.documentElement.scrollWidth)) <= 360);
    for (const box of await small.locator(".dock-passages button").evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON()))) assert.ok(box.height >= 44);
    await small.locator(".dock-passages button").first().tap();
    await small.screenshot({ path: path.join(folder, "passages-telephone.png") });
    await phone.close();
  },
  { sources: () => [doors(0), doors(0.5), caves(), campus()] },
);
