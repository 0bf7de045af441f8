// The heat map: the floor by the number of ways from S, by detour and by length; coarse first, then
// finer; it follows S; its scale has numbers, and its colours can be told apart by lightness alone.

import path from "node:path";
import { assert, at, caves, folder, hills, run, settled } from "./kit.mjs";

const done = (page) => page.locator(".dock-heat[data-done]").waitFor();

// Returns the colour of the canvas at a map point, [r, g, b].
const colourAt = (page, at) =>
  page.evaluate(([x, y]) => {
    const canvas = document.querySelector(".screen canvas");
    const [tx, ty, k] = document.querySelector(".scaled").getAttribute("transform").match(/-?[\d.]+/g).map(Number);
    const ratio = canvas.width / canvas.clientWidth;
    const copy = document.createElement("canvas");
    copy.width = copy.height = 1;
    const context = copy.getContext("2d", { willReadFrequently: true });
    context.drawImage(canvas, -Math.round(ratio * (k * x + tx)), -Math.round(ratio * (k * y + ty)));
    return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
  }, at);

const ramp = (page) => page.evaluate(() => [0, 1, 2, 3, 4].map((i) => getComputedStyle(document.documentElement).getPropertyValue(`--heat-${i}`).trim().match(/[\da-f]{2}/g).map((part) => parseInt(part, 16))));
const near = (a, b) => a.every((value, i) => Math.abs(value - b[i]) < 8);

// Returns the luminance of a colour (WCAG).
function light(colour) {
  const [r, g, b] = colour.map((value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

await run(
  async ({ page, browser, open, shot, check, url, listen }) => {
    const asked = [];
    page.on("request", (request) => /\/api\/targets$/.test(request.url()) && asked.push(request.postDataJSON()));
    await open("#map=caves&from=4,50&to=155,50");
    await settled(page);
    assert.equal(asked.length, 0);
    await page.getByRole("checkbox", { name: "Heat map" }).check();
    await done(page);
    await page.waitForFunction(() => /heat=1/.test(location.hash));
    assert.ok(asked.every(({ targets }) => targets.length <= 1024), "in batches");
    const total = asked.length;
    assert.ok(total > 4, "coarse, then finer");

    // Each place has the colour of the server's answer for it.
    const colours = await ramp(page);
    const probe = async (to) => page.evaluate(async (target) => (await fetch("/api/query", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ map: "caves", from: [4, 50], to: target, measures: false }) })).json(), to);
    let probed = 0;
    let seen = null; // a place with an answer, in the upper part of the map
    for (const to of [[6.5, 47.5], [100.5, 75.5], [60.5, 70.5], [130.5, 20.5], [12.5, 40.5]]) {
      const { paths } = await probe(to);
      if (!paths.length) continue;
      assert.ok(near(await colourAt(page, to), colours[[null, 4, 2, 0][paths.length]]), `${to}: ${paths.length} ways`);
      probed++;
      if (to[1] < 50) seen = to;
    }
    assert.ok(probed >= 3);
    const shares = /^1 path: ([\d.]+)%2 paths: ([\d.]+)%3 paths: ([\d.]+)%$/.exec(await page.locator(".heat-scale").textContent()).slice(1).map(Number);
    assert.ok(Math.abs(shares[0] + shares[1] + shares[2] - 100) < 1, `${shares}`);
    await shot("heat-map");
    await check("heat map");

    // The values at the pointer.
    await page.mouse.move(...(await at(page, ...seen)));
    await page.locator(".dock-heat", { hasText: /pointer: \d paths?, [\d.]+ long, [\d.]+ × the straight line/ }).waitFor();

    // Switching to detour or length sends no new requests.
    await page.getByRole("radio", { name: "detour" }).check();
    assert.match(await page.locator(".heat-scale").textContent(), /^1\.00 ×1\.25 ×1\.50 ×1\.75 ×2\.00 × and more$/);
    await page.waitForFunction(() => /heat=detour/.test(location.hash));
    await page.getByRole("radio", { name: "length" }).check();
    assert.match(await page.locator(".heat-scale").textContent(), /^0\.00/);
    assert.equal(asked.length, total);
    await page.getByRole("radio", { name: "paths", exact: true }).check();

    // It follows S, not T.
    await page.locator(".handle-to").focus();
    await page.keyboard.press("ArrowUp");
    await settled(page);
    assert.equal(asked.length, total);
    await page.locator(".handle-from").focus();
    await page.keyboard.press("Shift+ArrowDown");
    await done(page);
    assert.ok(asked.length > total && asked.at(-1).from[1] > 50);
    assert.ok(!asked.at(-1).snap, "targets stay where they are");

    // The colours of the ramp get steadily darker or lighter, in both themes.
    for (const theme of ["light", "dark"]) {
      await page.evaluate((value) => (document.documentElement.dataset.theme = value), theme);
      const steps = (await ramp(page)).map(light);
      const signs = new Set(steps.slice(1).map((step, i) => Math.sign(step - steps[i])));
      assert.equal(signs.size, 1, `${theme}: ${steps}`);
      steps.slice(1).forEach((step, i) => assert.ok((Math.max(step, steps[i]) + 0.05) / (Math.min(step, steps[i]) + 0.05) > 1.15, `${theme}, step ${i}: ${steps}`));
    }

    // It disappears when switched off; a terrain has none, even if a link asks for it.
    await page.getByRole("checkbox", { name: "Heat map" }).uncheck();
    await page.waitForFunction(() => !document.querySelector(".dock"));
    await open("#map=hills&from=40,40&to=560,360&heat=1");
    await settled(page);
    assert.equal(await page.getByRole("checkbox", { name: "Heat map" }).isVisible(), false);
    const before = asked.length;
    await page.locator(".handle-from").focus();
    await page.keyboard.press("ArrowUp");
    await settled(page);
    assert.equal(asked.length, before);

    // On a telephone.
    const phone = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
    const small = await phone.newPage();
    listen(small);
    await small.goto(`${url}#map=caves&from=4,50&to=155,50&heat=detour`);
    await settled(small);
    await done(small);
    assert.ok((await small.locator(".dock-heat .segments").boundingBox()).height >= 44);
    await small.getByRole("radio", { name: "length" }).tap();
    await small.waitForFunction(() => /heat=length/.test(location.hash));
    assert.ok(await small.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing sticks out");
    await small.screenshot({ path: path.join(folder, "heat-telephone.png") });
    await phone.close();
  },
  { sources: () => [caves(), hills()] },
).catch((error) => {
  console.error(error);
  process.exit(1);
});
