// An agent's radius in Draw: paths keep that distance, places too near are shaded; undo, files, and
// the words in the explore view.

import fs from "node:fs";
import { assert, at, built, caves, drag, lengths, run, settled } from "./kit.mjs";

// Returns red, green, blue of the canvas at a map point.
async function shade(page, x, y) {
  const place = await at(page, x, y);
  return page.evaluate(([px, py]) => {
    const canvas = document.querySelector("canvas");
    const box = canvas.getBoundingClientRect();
    const ratio = canvas.width / box.width;
    const pixel = new OffscreenCanvas(1, 1).getContext("2d");
    pixel.drawImage(canvas, -Math.round((px - box.left) * ratio), -Math.round((py - box.top) * ratio));
    return [...pixel.getImageData(0, 0, 1, 1).data].slice(0, 3).join(",");
  }, place);
}

await run(
  async ({ page, open, shot, check }) => {
    await open("#draw=new");
    await page.getByRole("button", { name: "Create" }).click();
    await page.waitForSelector(".draw-bar");
    await drag(page, [45, 0], [55, 30]);
    await drag(page, [45, 42], [55, 60]);
    await built(page);
    await settled(page);
    const narrow = (await lengths(page))[0];
    const free = await shade(page, 20, 30);
    assert.equal(await shade(page, 1.5, 30), free, "without a radius all is free");

    const radius = page.getByLabel("Agent radius");
    assert.equal(await radius.inputValue(), "0");
    await radius.fill("4");
    await radius.press("Enter");
    await built(page);
    await settled(page);
    await page.waitForFunction((old) => document.querySelector("tbody tr td:nth-child(2)").textContent !== old, narrow);
    assert.ok(Number((await lengths(page))[0]) > Number(narrow), "longer, since corners are kept from");
    assert.equal(await shade(page, 20, 30), free);
    const margin = await shade(page, 1.5, 30);
    assert.notEqual(margin, free, "the border keeps the agent off");
    assert.equal(await shade(page, 42.5, 10), margin, "and so does an obstacle");
    await shot("draw-radius");
    await check("draw-radius");
    await page.getByRole("button", { name: "Light or dark" }).click();
    assert.notEqual(await shade(page, 1.5, 30), await shade(page, 20, 30), "by night, too");
    await page.getByRole("button", { name: "Light or dark" }).click();

    // A radius wider than the gap: there is no way through, and the page says so.
    await radius.fill("6.5");
    await radius.press("Enter");
    await page.waitForFunction(() => /no path/.test(document.querySelector(".reason").textContent));
    await page.getByRole("button", { name: "Undo" }).click();
    await page.waitForFunction(() => document.querySelector(".side input[max='16384'][min='0']").value === "4");
    await built(page);

    // An invalid radius is reverted.
    await radius.fill("-3");
    await radius.press("Enter");
    assert.equal(await radius.inputValue(), "4");

    // A change while the previous one is being sent: the build of the older drawing isn't waited
    // for.
    let release;
    const held = new Promise((done) => (release = done));
    let puts = 0;
    let asked = 0; // requests for jobs
    await page.route("**/api/maps/*/drawing", async (route) => {
      if (route.request().method() !== "PUT" || ++puts > 1) return route.continue();
      const response = await route.fetch();
      await held;
      return route.fulfill({ response });
    });
    page.on("request", (request) => /\/api\/jobs\//.test(request.url()) && puts < 2 && asked++);
    await radius.fill("3");
    const first = page.waitForRequest((request) => request.method() === "PUT");
    await radius.press("Enter");
    await first;
    await radius.fill("4");
    const second = page.waitForRequest((request) => request.method() === "PUT" && request.postDataJSON().agent_radius === 4);
    await radius.press("Enter");
    release();
    await second;
    assert.equal(asked, 0, "of a drawing that is gone");
    await built(page);
    await page.unroute("**/api/maps/*/drawing");

    // GeoJSON contains the radius, and the explore view shows it.
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "GeoJSON", exact: true }).click()]);
    const file = await download.path();
    assert.equal(JSON.parse(fs.readFileSync(file, "utf8")).agent_radius, 4);
    await page.getByRole("link", { name: "Explore this map" }).click();
    await page.locator(".facts", { hasText: / · agent radius 4 · / }).waitFor();
    await open("#map=caves&from=4,50&to=155,50");
    await settled(page);
    assert.doesNotMatch(await page.locator(".facts").textContent(), /radius/);
  },
  { sources: () => [caves()] },
);
