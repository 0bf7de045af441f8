// Areas to avoid in the explore view: drawn, moved, reshaped and deleted by pointer, keys and
// touch, while paths keep out of them; undo, the address, ends inside an area, areas that can't be
// avoided.

import path from "node:path";
import { assert, at, campus, caves, centre, drawn, folder, hills, run, settled } from "./kit.mjs";

const START = "#map=caves&from=4,50&to=155,50";
// Returns the areas in the address, once it is up to date.
async function numbers(page) {
  await page.getByRole("button", { name: "Copy a link to this view" }).evaluate((button) => button.click());
  const text = await page.evaluate(() => new URLSearchParams(location.hash.slice(1)).get("avoid"));
  return text.split(";").map((part) => part.split(",").map(Number));
}
const near = (a, b, most, what) => assert.ok(Math.abs(a - b) <= most, `${what}: ${a} and ${b}`);

// Waits for a condition: the address is updated with a delay.
async function until(page, what, ...about) {
  await page.waitForFunction(what, ...about);
  await settled(page);
}
const areas = (page, count) =>
  until(
    page,
    (wanted) => {
      const parts = (new URLSearchParams(location.hash.slice(1)).get("avoid") ?? "").split(";");
      return document.querySelectorAll(".area").length === wanted && parts.filter((part) => part.includes(",")).length === wanted;
    },
    count,
  );

// Returns the least distance from the paths of an answer to a point, map units.
function clearance(answer, [x, y]) {
  let best = Infinity;
  for (const { points } of answer.paths)
    for (let i = 0; i + 1 < points.length; i++) {
      const [[ax, ay], [bx, by]] = [points[i], points[i + 1]];
      const [dx, dy] = [bx - ax, by - ay];
      const t = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
      best = Math.min(best, Math.hypot(ax + t * dx - x, ay + t * dy - y));
    }
  return best;
}

// Returns the answers received during an action.
async function answersOf(page, act) {
  const answers = [];
  const read = async (response) => ({ asked: response.request().postDataJSON(), answer: await response.json().catch(() => null) });
  const hear = (response) => response.url().endsWith("/api/query") && answers.push(read(response));
  page.on("response", hear);
  await act();
  await settled(page);
  page.off("response", hear);
  return (await Promise.all(answers)).filter(({ answer }) => answer);
}

// Drags in steps; with `waits`, each step is answered first: a question replaced by a newer one may
// never be asked.
async function pull(page, from, to, waits = false) {
  const STEPS = 6;
  await page.mouse.move(...from);
  await page.mouse.down();
  for (let i = 1; i <= STEPS; i++) {
    await page.mouse.move(...from.map((value, axis) => value + ((to[axis] - value) * i) / STEPS));
    if (waits) await settled(page);
  }
  await page.mouse.up();
}

async function byPointer({ page, open, shot, check }) {
  await open(START);
  await settled(page);
  const alone = await drawn(page);
  await page.getByRole("checkbox", { name: "Obstacles" }).check();
  await page.locator(".dock-avoid").waitFor();
  await settled(page);
  const first = await drawn(page);
  assert.deepEqual(first, alone, "the drawer lies over the map, which stays in place");
  await shot("avoid-empty");

  // A circle on path 1, drawn from its middle outwards.
  await page.getByRole("button", { name: "Circle", exact: true }).click();
  const middle = await page.locator(".line[data-number='1']").evaluate((line) => {
    const { x, y } = line.getPointAtLength(0.5 * line.getTotalLength());
    return [x, y];
  });
  const before = await page.locator(".scaled").getAttribute("transform");
  await pull(page, await at(page, ...middle), await at(page, middle[0] + 9, middle[1]));
  await areas(page, 1);
  const [[x, y, r]] = await numbers(page);
  near(x, middle[0], 0.5, "x");
  near(y, middle[1], 0.5, "y");
  near(r, 9, 0.5, "radius");
  assert.equal(await page.locator(".scaled").getAttribute("transform"), before, "the map stays");
  assert.match(page.url(), /to=155,50/, "and so does the end");
  assert.notDeepEqual(await drawn(page), first, "paths go round it");
  assert.match(await page.locator(".dock-avoid p").textContent(), /^Shape 1 of 1: drag it/);
  await shot("avoid");
  await check("avoid");

  // While it moves, paths flow round it, never through it.
  const [sx, sy] = await at(page, x, y);
  const answers = await answersOf(page, () => pull(page, [sx + 5, sy + 5], [sx + 65, sy + 45], true));
  assert.ok(answers.length >= 6, "asked on the way");
  for (const { asked, answer } of answers) {
    const [cx, cy, radius] = asked.obstacles[0].circle;
    if (answer.paths.length) assert.ok(clearance(answer, [cx, cy]) >= radius, "no path touches it");
  }
  const [[mx, my, mr]] = await numbers(page);
  const k = Number(/scale\(([\d.]+)/.exec(before)[1]);
  near(mx - x, 60 / k, 0.2, "moved as far as the pointer");
  near(my - y, 40 / k, 0.2, "moved as far as the pointer");
  assert.equal(mr, r);

  // Its grip makes it smaller.
  const grip = await centre(page.locator(".area-grip .knob"));
  await pull(page, grip, [grip[0] - 3 * k, grip[1]]);
  await until(page, (old) => Number(new URLSearchParams(location.hash.slice(1)).get("avoid").split(",")[2]) < old, r - 2);
  near((await numbers(page))[0][2], r - 3, 0.3, "smaller by what the grip moved");

  // A click elsewhere only deselects it; the next one sets the target.
  const aside = await at(page, 30, 30);
  await page.mouse.click(...aside);
  await page.waitForFunction(() => !document.querySelector(".area.chosen"));
  assert.match(page.url(), /to=155,50/);
  assert.equal(await page.locator(".area-grip").count(), 0);

  // A polygon, corner by corner; clicking the first again ends it.
  await page.getByRole("button", { name: "Polygon", exact: true }).click();
  for (const corner of [[110, 20], [130, 20], [130, 40], [110, 40], [110, 20]]) await page.mouse.click(...(await at(page, ...corner)));
  await areas(page, 2);
  const polygon = (await numbers(page))[1];
  assert.equal(polygon.length, 8);
  [110, 20, 130, 20, 130, 40, 110, 40].forEach((value, i) => near(polygon[i], value, 0.5, "a corner"));

  // Bends a side and removes a corner again; a corner pulled across makes it cross itself, which is
  // reported.
  await pull(page, await centre(page.locator(".area-grip.bend .knob").first()), await at(page, 120, 10));
  await until(page, () => new URLSearchParams(location.hash.slice(1)).get("avoid").split(";")[1].split(",").length === 10);
  await page.locator(".area-grip:not(.bend) .knob").nth(1).dblclick();
  await until(page, () => new URLSearchParams(location.hash.slice(1)).get("avoid").split(";")[1].split(",").length === 8);
  const crossed = await answersOf(page, async () => pull(page, await centre(page.locator(".area-grip:not(.bend) .knob").first()), await at(page, 140, 30)));
  assert.equal(await page.locator(".area.useless").count(), 1);
  assert.match(await page.locator(".dock-avoid p").textContent(), /^Shape 2 crosses itself/);
  assert.equal(crossed.at(-1).asked.obstacles.length, 1, "the circle alone is avoided");
  await shot("avoid-crossed");

  // Undo goes back step by step, also over a moved end.
  const undo = () => page.keyboard.press("Control+z");
  await undo();
  await page.waitForFunction(() => !document.querySelector(".area.useless"));
  await page.keyboard.press("Escape");
  await page.mouse.click(...(await at(page, 40, 10)));
  await until(page, () => !location.hash.includes("to=155,50"));
  await undo();
  await until(page, () => location.hash.includes("to=155,50"));
  for (let i = 0; i < 3; i++) await undo(); // a corner less, a corner more, the polygon
  await areas(page, 1);
  for (let i = 0; i < 3; i++) await undo(); // resized, moved, the circle
  await areas(page, 0);
  assert.deepEqual(await drawn(page), first, "the paths are those of before");
  for (let i = 0; i < 4; i++) await page.keyboard.press("Control+y");
  await areas(page, 2);

  // The address restores the same; the bin deletes the chosen area.
  await page.keyboard.press("0"); // the map as a link with its drawer shows it
  await settled(page);
  const [link, paths] = [new URL(page.url()).hash, await drawn(page)];
  await open(link);
  await areas(page, 2);
  await page.waitForFunction((old) => JSON.stringify([...document.querySelectorAll(".line")].map((line) => line.getAttribute("d"))) === JSON.stringify(old), paths);
  await page.mouse.click(...(await at(page, 120, 30)));
  await page.getByRole("button", { name: "Delete what is chosen" }).click();
  await areas(page, 1);

  // Switching the tool off hides the areas, switching it on shows them again.
  const toggle = page.getByRole("checkbox", { name: "Obstacles" });
  await toggle.uncheck();
  await until(page, () => !location.hash.includes("avoid") && !document.querySelector(".dock-avoid"));
  await page.keyboard.press("0"); // the map as it is without a drawer
  await settled(page);
  assert.deepEqual(await drawn(page), alone);
  await toggle.check();
  await areas(page, 1);

  // Side by side, both methods avoid the areas, and both maps show them.
  await page.getByRole("combobox", { name: "Compare with" }).selectOption("penalty");
  await page.waitForFunction(() => document.querySelectorAll(".panel").length === 2);
  await settled(page);
  assert.equal(await page.locator(".area").count(), 2);
  assert.equal(await page.locator(".dock-avoid").count(), 1);

  // All methods of the page.
  for (const method of ["plateaus", "dissimilarity", "penalty", "polyanya"]) {
    const [last] = (await answersOf(page, () => open(`${START}&method=${method}&avoid=80,50,8`).then(() => areas(page, 1)))).slice(-1);
    assert.equal(last.asked.algorithm, method);
    assert.ok(last.answer.paths.length && clearance(last.answer, [80, 50]) >= 8, method);
  }
}

async function blocked({ page, open, shot, check }) {
  await open(`${START}&snap=0&avoid=150,50,9;60,20,12`);
  await areas(page, 2);
  await page.locator(".banner:not([hidden])").waitFor();
  assert.equal(await page.locator(".banner").textContent(), "The goal is in an obstacle. Move it, or the obstacle.");
  assert.equal(await page.locator(".area.blocking").count(), 1);
  assert.equal(await page.locator(".area").nth(0).getAttribute("class"), "area blocking");
  assert.ok(await page.locator(".handle-to.blocked").count());
  await shot("avoid-blocked");
  await check("avoid-blocked");
  // Moved away, it blocks no end.
  await page.locator(".area").first().focus();
  for (let i = 0; i < 4; i++) await page.keyboard.press("Shift+ArrowLeft");
  await page.waitForFunction(() => !document.querySelector(".area.blocking") && document.querySelector(".line"));

  // An area that separates the ends.
  await open(`${START}&avoid=70,-1,75,-1,75,101,70,101`);
  await areas(page, 1);
  await page.locator(".banner:not([hidden])").waitFor();
  assert.match(await page.locator(".banner").textContent(), /^There is no path/);

  // Invalid areas in the address are skipped.
  await open(`${START}&avoid=1,2;a,b,c;10,10,-3;80,50,8;Infinity,3,4;1,2,3,4,5`);
  await page.waitForFunction(() => document.querySelectorAll(".area").length === 1);
  await settled(page);
  assert.ok((await drawn(page)).length);
  // The limit is a hundred areas.
  await open(`${START}&avoid=${Array.from({ length: 150 }, (_, i) => `${i % 50},1,0.1`).join(";")}`);
  await page.waitForFunction(() => document.querySelectorAll(".area").length === 100);
  await page.getByRole("button", { name: "Circle", exact: true }).click();
  await page.mouse.click(...(await at(page, 80, 50)));
  await page.getByText("There is room for 100 shapes").waitFor();

  // Polygons work also on a map that isn't a grid; terrains have no such tool.
  await open("#map=campus&from=5,10&to=290,160&avoid=150,90,20");
  await areas(page, 1);
  await settled(page);
  assert.ok((await drawn(page)).length);
  await open("#map=hills&from=40,40&to=560,360&avoid=150,90,20");
  await settled(page);
  assert.ok(await page.getByRole("checkbox", { name: "Obstacles" }).isHidden());
  assert.equal(await page.locator(".area").count(), 0);
}

async function byKeys({ page, open }) {
  await open(`${START}&avoid=1`);
  await settled(page);
  await page.getByRole("button", { name: "Circle", exact: true }).focus();
  await page.keyboard.press("Enter");
  await areas(page, 1);
  const label = () => page.evaluate(() => document.activeElement.getAttribute("aria-label"));
  assert.match(await label(), /^Obstacle 1: circle at \d+(\.\d+)?, \d+(\.\d+)?, radius/);
  const [[x, y, r]] = await numbers(page);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Shift+ArrowUp");
  await until(page, (old) => Number(new URLSearchParams(location.hash.slice(1)).get("avoid").split(",")[1]) < old, y - 7);
  const [[mx, my]] = await numbers(page);
  near(mx - x, 0.8, 1e-3, "a small step");
  near(y - my, 8, 1e-3, "a larger one");
  await page.keyboard.press("Tab");
  assert.equal(await label(), "Obstacle 1: Radius. Arrow keys change it.");
  await page.keyboard.press("Shift+ArrowRight");
  await until(page, (old) => Number(new URLSearchParams(location.hash.slice(1)).get("avoid").split(",")[2]) > old, r + 7);
  await page.keyboard.press("Delete");
  await areas(page, 0);
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Wall", "the keyboard stays near");

  await page.getByRole("button", { name: "Polygon", exact: true }).focus();
  await page.keyboard.press(" ");
  await areas(page, 1);
  await page.keyboard.press("Tab");
  assert.match(await label(), /^Obstacle 1: Corner 1 at/);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await until(page, () => document.querySelectorAll(".area-grip:not(.bend)").length === 5);
  assert.match(await label(), /^Obstacle 1: Corner 2 at/);
  await page.keyboard.press("Delete");
  await until(page, () => document.querySelectorAll(".area-grip:not(.bend)").length === 4 && location.hash.match(/avoid=([^&]*)/)[1].split(",").length === 8);
  // Zooming moves the grips with their corners.
  const gap = async () => {
    const [grip, corner] = [await centre(page.locator(".area-grip:not(.bend) .knob").nth(2)), await at(page, ...(await numbers(page))[0].slice(4, 6))];
    return Math.hypot(grip[0] - corner[0], grip[1] - corner[1]);
  };
  assert.ok((await gap()) < 1.5);
  await page.keyboard.press("+");
  assert.ok((await gap()) < 1.5);
}

async function byFinger({ browser, url, listen }) {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
  const page = await context.newPage();
  listen(page);
  await page.goto(`${url}${START}&avoid=1`);
  await page.locator(".dock-avoid").waitFor();
  await settled(page);
  for (const button of await page.locator(".dock-avoid button").evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON()))) assert.ok(button.height >= 44 && button.width >= 44, "large enough for a finger");
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360, "nothing sticks out");
  const session = await context.newCDPSession(page);
  const send = (type, points) => session.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  const swipe = async (from, to) => {
    await send("touchStart", [from]);
    for (let i = 1; i <= 6; i++) await send("touchMove", [[from[0] + ((to[0] - from[0]) * i) / 6, from[1] + ((to[1] - from[1]) * i) / 6]]);
    await send("touchEnd", []);
  };
  // A tap places a circle, a finger drags it and its grip.
  await page.getByRole("button", { name: "Circle", exact: true }).tap();
  await page.touchscreen.tap(...(await at(page, 80, 50)));
  await areas(page, 1);
  const [[x, y, r]] = await numbers(page);
  near(x, 80, 1, "where the tap was");
  const [sx, sy] = await at(page, x, y);
  const transform = await page.locator(".scaled").getAttribute("transform");
  await swipe([sx, sy], [sx - 40, sy - 20]);
  await until(page, (old) => Number(new URLSearchParams(location.hash.slice(1)).get("avoid").split(",")[0]) < old, x - 5);
  assert.equal(await page.locator(".scaled").getAttribute("transform"), transform, "the map stays");
  const grip = await centre(page.locator(".area-grip .knob"));
  await swipe([grip[0] + 14, grip[1] + 10], [grip[0] + 44, grip[1] + 10]); // beside it, as fingers are imprecise
  await until(page, (old) => Number(new URLSearchParams(location.hash.slice(1)).get("avoid").split(",")[2]) > old, r + 3);
  await page.screenshot({ path: path.join(folder, "avoid-telephone.png") });

  // A second finger cancels the circle being drawn, and zooms.
  await page.getByRole("button", { name: "Circle", exact: true }).tap();
  const [cx, cy] = await at(page, 80, 90);
  await send("touchStart", [[cx - 30, cy]]);
  await send("touchMove", [[cx - 50, cy]]);
  await send("touchStart", [[cx - 50, cy], [cx + 30, cy]]);
  for (let i = 1; i <= 6; i++) await send("touchMove", [[cx - 50 - 10 * i, cy], [cx + 30 + 10 * i, cy]]);
  await send("touchEnd", []);
  await page.waitForFunction((old) => document.querySelector(".scaled").getAttribute("transform") !== old, transform);
  assert.equal(await page.locator(".area").count(), 1, "nothing was drawn");
  assert.ok(await page.locator(".area-sketch").isHidden());
  await context.close();
}

await run(
  async (kit) => {
    await byPointer(kit);
    await blocked(kit);
    await byKeys(kit);
    await byFinger(kit);
  },
  { sources: () => [caves(), campus(), hills()] },
);
