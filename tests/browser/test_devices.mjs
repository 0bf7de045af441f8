// Use without a mouse, in dark mode, on a telephone: keyboard, touch, themes, reduced motion.

import path from "node:path";
import { assert, caves, centre, drawn, folder, run, settled } from "./kit.mjs";

const from = (page) => /from=([^&]*)/.exec(page.url())[1].split(",").map(Number);
const changed = (page, old) => page.waitForFunction((before) => location.href !== before, old);

async function keyboard({ page, open, check }) {
  await open("#map=caves&from=4,50&to=155,50");
  await settled(page);

  // The first Tab focuses the skip link, which leads to a handle.
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.id), "skip");
  await page.keyboard.press("Enter");
  assert.match(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), /^Start at 4, 50\./);

  // Arrow keys move it, in larger steps with Shift; Tab focuses the other.
  let before = page.url();
  await page.keyboard.press("ArrowDown");
  await changed(page, before);
  const [x, y] = from(page);
  assert.equal(x, 4);
  assert.ok(y > 50 && y < 52, "a small step");
  before = page.url();
  await page.keyboard.press("Shift+ArrowDown");
  await changed(page, before);
  assert.ok(from(page)[1] - y > 5 * (y - 50), "a larger one");
  await page.keyboard.press("Tab");
  assert.match(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), /^Goal at 155, 50\./);
  const lines = await drawn(page);
  await page.keyboard.press("Shift+ArrowUp");
  await page.waitForFunction((old) => document.querySelector(".line").getAttribute("d") !== old, lines[0]);

  // Digits bring paths forward, + and - zoom, 0 shows all.
  await page.keyboard.press("2");
  await page.waitForSelector(".line.dim");
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => !document.querySelector(".line.dim"));
  const scale = () => page.locator(".scaled").getAttribute("transform").then((text) => Number(/scale\(([\d.]+)/.exec(text)[1]));
  const fit = await scale();
  await page.keyboard.press("+");
  assert.ok((await scale()) > 1.3 * fit);
  await page.keyboard.press("-");
  await page.keyboard.press("0");
  assert.ok(Math.abs((await scale()) / fit - 1) < 0.01);

  // With Ctrl these keys are the browser's.
  const mine = await page.evaluate(() => [..."+-01c"].filter((key) => !document.body.dispatchEvent(new KeyboardEvent("keydown", { key, ctrlKey: true, bubbles: true, cancelable: true }))));
  assert.deepEqual(mine, []);

  // In a field these keys are text.
  await page.getByRole("spinbutton", { name: "Paths as a number" }).focus();
  await page.keyboard.press("2");
  assert.equal(await page.locator(".line.dim").count(), 0);

  // Help opens with "?" and closes with Escape.
  await page.locator(".handle-from").focus();
  await page.keyboard.press("?");
  await page.getByRole("dialog").waitFor();
  await check("help");
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => !document.querySelector("dialog"));
}

async function dark({ page, open, shot, check }) {
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await open("#map=caves&from=4,50&to=155,50&compare=plateaus&layers=corridor,via");
  await settled(page);
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const night = await background();
  assert.equal(night, "rgb(20, 24, 29)", "dark because the system is");
  assert.equal(await page.evaluate(() => getComputedStyle(document.querySelector("button")).transitionDuration), "0s", "nothing moves by itself");
  // The canvas too is dark.
  const inner = () => page.evaluate(() => document.querySelector("canvas").getContext("2d").getImageData(3, 3, 1, 1).data[0]);
  const dim = await inner();
  await shot("dark");
  await check("dark");
  await open("");
  await page.getByRole("link", { name: /caves/ }).waitFor();
  await check("maps, dark");

  // The switch overrides the system, and is remembered.
  await page.getByRole("button", { name: "Light or dark" }).click();
  assert.equal(await background(), "rgb(255, 255, 255)");
  await open("#map=caves&from=4,50&to=155,50");
  await settled(page);
  assert.equal(await background(), "rgb(255, 255, 255)");
  assert.ok((await inner()) > dim + 20, "the map is lighter");
}

// Reloads the page: a touch shortly after another may count as part of it.
async function untouched(page, url) {
  await page.goto("about:blank");
  await page.goto(`${url}#map=caves&from=4,50&to=155,50`);
  await settled(page);
}

async function touch({ browser, url, listen }) {
  const context = await browser.newContext({ viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
  const page = await context.newPage();
  listen(page);
  await page.goto(`${url}#map=caves&from=4,50&to=155,50`);
  await settled(page);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 390, `nothing sticks out to the side (${wide})`);
  const canvas = await page.evaluate(() => [document.querySelector("canvas").width, document.querySelector(".screen").clientWidth]);
  assert.equal(canvas[0], 2 * canvas[1], "as sharp as the screen");

  // A finger drags the target.
  const session = await context.newCDPSession(page);
  const send = (type, points) => session.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  const lines = await drawn(page);
  const [x, y] = await centre(page.locator(".handle-to .shape"));
  const transform = await page.locator(".scaled").getAttribute("transform");
  await send("touchStart", [[x, y]]);
  for (let i = 1; i <= 8; i++) await send("touchMove", [[x - 10 * i, y + 5 * i]]);
  await page.waitForFunction((old) => document.querySelector(".line").getAttribute("d") !== old, lines[0]);
  await send("touchEnd", []);
  assert.equal(await page.locator(".scaled").getAttribute("transform"), transform, "the map stays where it is");

  await page.screenshot({ path: path.join(folder, "telephone.png") });

  // Two fingers zoom.
  const box = await page.locator(".overlay").boundingBox();
  const [cx, cy] = [box.x + box.width / 2, box.y + box.height / 4];
  await send("touchStart", [[cx - 30, cy], [cx + 30, cy]]);
  for (let i = 1; i <= 6; i++) await send("touchMove", [[cx - 30 - 10 * i, cy], [cx + 30 + 10 * i, cy]]);
  await send("touchEnd", []);
  const zoomed = (old) => {
    const scale = (text) => Number(/scale\(([\d.]+)/.exec(text)[1]);
    return scale(document.querySelector(".scaled").getAttribute("transform")) > 1.8 * scale(old);
  };
  await page.waitForFunction(zoomed, transform);

  // A tap sets the target.
  await untouched(page, url);
  const target = await page.locator(".handle-to").getAttribute("aria-label");
  await page.touchscreen.tap(cx, cy + 40);
  await page.waitForFunction((old) => document.querySelector(".handle-to").getAttribute("aria-label") !== old, target);

  // Two fingers zoom a drawing too, without drawing.
  await page.goto(`${url}#draw=new`);
  await page.getByRole("button", { name: "Create" }).click();
  await page.waitForSelector(".tool-rect");
  await settled(page);
  const whole = await page.locator(".scaled").getAttribute("transform");
  const screen = await page.locator(".overlay").boundingBox();
  const [dx, dy] = [screen.x + screen.width / 2, screen.y + screen.height / 2 - 40];
  await send("touchStart", [[dx - 30, dy]]);
  await send("touchMove", [[dx - 36, dy + 8]]);
  await send("touchStart", [[dx - 36, dy + 8], [dx + 30, dy]]);
  for (let i = 1; i <= 6; i++) await send("touchMove", [[dx - 36 - 10 * i, dy + 8], [dx + 30 + 10 * i, dy]]);
  await send("touchEnd", []);
  await page.waitForFunction(zoomed, whole);
  assert.equal(await page.locator(".obstacle").count(), 0);
  assert.ok(await page.locator(".sketch").isHidden());
  await send("touchStart", [[dx - 30, dy]]);
  await send("touchMove", [[dx + 30, dy + 30]]);
  await send("touchEnd", []);
  await page.waitForSelector(".obstacle");
  await context.close();
}

// A small telephone: the map fills the screen, and the content below slides over it.
async function telephone({ browser, url, listen }) {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
  const page = await context.newPage();
  listen(page);
  await page.goto(`${url}#map=caves&from=4,50&to=155,50`);
  await settled(page);
  const box = (selector) => page.locator(selector).first().evaluate((node) => node.getBoundingClientRect().toJSON());
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360, "nothing sticks out to the side");
  const [map, head, tools] = [await box(".screen"), await box(".panel-head"), await box(".bar-tools")];
  assert.ok(map.height > 0.6 * 740, `most of it is the map (${map.height})`);
  assert.ok(head.bottom < 740 - 40, "what was found is in sight");
  for (const link of await page.locator("nav a:visible").evaluateAll((all) => all.map((a) => a.getBoundingClientRect().toJSON()))) assert.ok(link.right <= tools.left && link.height >= 44, "the bar isn't clipped");

  // Everything to touch is at least 44 pixels high.
  const small = await page.evaluate(() =>
    [...document.querySelectorAll("button, select, input:not([type=checkbox], [type=radio]), label.check, label.choice span")]
      .filter((node) => node.getClientRects().length && node.getBoundingClientRect().height < 43.5)
      .map((node) => `${node.tagName} ${node.className} ${node.getAttribute("aria-label") ?? node.textContent} ${node.getBoundingClientRect().height}`),
  );
  assert.deepEqual(small, []);

  // A swipe below the map scrolls; the map stays, and is covered.
  const session = await context.newCDPSession(page);
  const send = (type, points) => session.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  const transform = await page.locator(".scaled").getAttribute("transform");
  await send("touchStart", [[180, 715]]);
  for (let i = 1; i <= 10; i++) await send("touchMove", [[180, 715 - 30 * i]]);
  await send("touchEnd", []);
  await page.waitForFunction(() => scrollY > 150);
  assert.equal((await box(".screen")).top, map.top);
  assert.ok((await box(".panel-head")).top < head.top - 150);
  assert.equal(await page.locator(".scaled").getAttribute("transform"), transform);
  await page.screenshot({ path: path.join(folder, "telephone-below.png") });

  // The finger that holds an end doesn't hide its position.
  const rests = () => page.evaluate(() => new Promise((done) => {
    let [last, frames] = [-1, 0]; // a swipe continues for a while
    const tick = () => {
      frames = scrollY === last ? frames + 1 : 0;
      last = scrollY;
      if (frames > 20) done();
      else requestAnimationFrame(tick);
    };
    tick();
  }));
  await rests();
  await page.evaluate(() => scrollTo(0, 0));
  await rests();
  const [x, y] = await centre(page.locator(".handle-to .shape"));
  await send("touchStart", [[x, y]]);
  await send("touchMove", [[x - 20, y + 10]]);
  await page.waitForSelector(".handle-to.touched .finger");
  assert.ok((await page.locator(".handle-to .finger").boundingBox()).width >= 80);
  await send("touchEnd", []);
  assert.ok(await page.locator(".handle-to .finger").isHidden());

  // A tap beside a line counts as on it.
  await untouched(page, url);
  const beside = await page.locator('.line[data-number="1"]').evaluate((line) => {
    const at = (part) => line.getPointAtLength(part * line.getTotalLength()).matrixTransform(line.getScreenCTM());
    const [a, b] = [at(0.3), at(0.302)];
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    return [a.x - (10 * (b.y - a.y)) / length, a.y + (10 * (b.x - a.x)) / length];
  });
  await page.touchscreen.tap(...beside);
  await page.waitForSelector(".line.dim");

  // Two methods lie one below the other, each as wide as the screen.
  await page.goto(`${url}#map=caves&from=4,50&to=155,50&compare=penalty`);
  await page.waitForFunction(() => document.querySelectorAll(".panel").length === 2);
  await settled(page);
  assert.deepEqual(await page.locator(".screen").evaluateAll((all) => all.map((screen) => screen.clientWidth)), [360, 360]);
  await context.close();
}

// Forced colours: the lines keep theirs, and everything is still visible.
async function forced({ page, open, shot }) {
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce", colorScheme: "light" });
  await open("#map=caves&from=4,50&to=155,50");
  await settled(page);
  const strokes = await page.locator(".line").evaluateAll((lines) => lines.map((line) => getComputedStyle(line).stroke));
  assert.equal(new Set(strokes).size, 3);
  assert.equal(await page.locator(".path-label .number:visible").count(), 3);
  await shot("forced");
  await page.emulateMedia({ forcedColors: "none" });
}

await run(
  async (kit) => {
    await keyboard(kit);
    await touch(kit);
    await telephone(kit);
    await forced(kit);
    await dark(kit);
  },
  { sources: () => [caves()] },
).catch((error) => {
  console.error(error);
  process.exit(1);
});
