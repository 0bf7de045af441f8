// Ground that costs: areas with a rate in the explore view, with a legend and the proven gap, and
// drawn and edited with their rate.

import fs from "node:fs";
import path from "node:path";
import { assert, at, built, root, run, settled } from "./kit.mjs";

const heath = () => path.join(root, "docs/examples/heath.geojson");
const words = (page) => page.locator(".reason").textContent();
const costs = (page, value) => page.waitForFunction((wanted) => Math.abs(Number(/costs ([\d.]+)/.exec(document.querySelector(".reason").textContent)?.[1]) - wanted) < 0.011, value);
const tool = (page, name) => page.getByRole("button", { name, exact: true }).click();

// Returns the colour of the map at a point, [red, green, blue].
async function colour(page, x, y) {
  const [px, py] = await at(page, x, y);
  return page.evaluate(([left, top]) => {
    const canvas = document.querySelector("canvas");
    const box = canvas.getBoundingClientRect();
    const ratio = canvas.width / box.width;
    const copy = new OffscreenCanvas(1, 1).getContext("2d"); // reading the map's own canvas would slow it down
    copy.drawImage(canvas, Math.round((left - box.left) * ratio), Math.round((top - box.top) * ratio), 1, 1, 0, 0, 1, 1);
    return [...copy.getImageData(0, 0, 1, 1).data.slice(0, 3)];
  }, [px, py]);
}

await run(
  async ({ page, open, shot, check, url }) => {
    await open("#map=heath&from=5,40&to=95,60");
    await settled(page);
    assert.match(await words(page), /^The cheapest path costs 123\.35, at most [\d.e-]+ above the least: /);
    assert.equal(await page.locator(".line").count(), 3, "and two other ways");
    const legend = await page.locator(".legend-entry").allTextContents();
    for (const entry of ["area, rate 0.7", "open ground, 1", "area, rate 2.5", "area, rate 4"]) assert.ok(legend.includes(entry), `${entry}: ${legend}`);
    assert.match(await page.locator(".facts").textContent(), /5 areas/);
    // Greener the dearer, yellow where it is cheaper.
    const [open_, forest, marsh, lawn] = [await colour(page, 5, 5), await colour(page, 20, 40), await colour(page, 80, 30), await colour(page, 80, 70)];
    assert.deepEqual(open_, [241, 240, 236]);
    assert.ok(marsh[0] < forest[0] - 10 && forest[0] < open_[0] - 30, `${marsh} ${forest}`);
    assert.ok(lawn[2] < open_[2] - 5 && lawn[0] > 235, `${lawn}`);
    await shot("ground");
    await check("ground");
    const wait = page.waitForEvent("download");
    await tool(page, "SVG");
    const svg = fs.readFileSync(await (await wait).path(), "utf8");
    assert.equal((svg.match(/fill="#6f9362" fill-opacity="0\.\d+"/g) ?? []).length, 3, "three dearer rates");

    // Drawn: an area across the way, its rate, not to be walked on.
    await open("#draw=new");
    await page.getByLabel("Name").fill("moor");
    await page.getByRole("button", { name: "Create" }).click();
    await page.waitForSelector(".draw-bar");
    const id = decodeURIComponent(/#draw=(.*)/.exec(page.url())[1]);
    await page.waitForSelector(".line", { state: "attached" });
    await tool(page, "Area");
    await page.getByRole("heading", { name: "New area" }).waitFor();
    await page.getByLabel("Rate", { exact: true }).fill("1.5");
    await page.getByLabel("Name").last().fill("Moor");
    await page.keyboard.press("Tab");
    for (const corner of [[40, 0], [60, 0], [60, 60], [40, 60], [40, 0]]) await page.mouse.click(...(await at(page, ...corner)));
    await page.locator(".thing.ground-area").waitFor();
    await built(page);
    await costs(page, 100); // 70 of open ground, 20 at 1.5
    assert.match(await page.locator(".legs-table").textContent(), /Moor/);
    await settled(page);
    await shot("ground-drawn");
    await check("ground-drawn");
    const stored = async () => (await page.request.get(`${url}api/maps/${id}/drawing`)).json();
    assert.deepEqual((await stored()).areas, [{ polygon: [[40, 0], [60, 0], [60, 60], [40, 60]], rate: 1.5, name: "Moor" }]);
    await page.locator(".obstacle-list button", { hasText: "Moor: area, rate 1.5" }).click();
    await page.getByLabel("Rate", { exact: true }).fill("3");
    await page.keyboard.press("Tab");
    await costs(page, 130);
    await page.getByLabel("Not to be walked on").check();
    await page.waitForFunction(() => !document.querySelector(".line"));
    assert.equal((await stored()).areas[0].rate, null);
    await page.keyboard.press("Control+z");
    await costs(page, 130);

    // A file with areas becomes a drawing again.
    const text = await (await page.request.get(`${url}api/maps/${id}/source?format=geojson`)).text();
    assert.match(text, /"kind": "area"/);
    await open("#draw=new");
    await page.locator("input[type=file]").setInputFiles({ name: "again.geojson", mimeType: "application/geo+json", buffer: Buffer.from(text) });
    await page.waitForSelector(".draw-bar");
    await page.locator(".thing.ground-area").waitFor();
  },
  { sources: () => [heath()] },
);
