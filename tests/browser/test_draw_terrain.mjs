// Drawing a terrain: roads and rivers by clicks, their rate and cost, bridges, the rate of the
// ground; editing and saving an imported terrain.

import { execFileSync } from "node:child_process";
import path from "node:path";
import { assert, at, built, drag, hills, pathfan, run, settled, temporary } from "./kit.mjs";

const tool = (page, name) => page.getByRole("button", { name, exact: true }).click();

async function line(page, points) {
  for (const point of points) await page.mouse.click(...(await at(page, ...point)));
  await page.keyboard.press("Enter");
}

const words = (page) => page.locator(".reason").textContent();
const cost = async (page) => Number(/costs ([\d.]+)/.exec(await words(page))?.[1]);
const costs = (page, value) => page.waitForFunction((wanted) => Math.abs(Number(/costs ([\d.]+)/.exec(document.querySelector(".reason").textContent)?.[1]) - wanted) < 0.011, value);

await run(
  async ({ page, open, shot, check, url }) => {
    await open("#draw=new");
    await page.getByLabel("Name").fill("valley");
    await page.getByRole("button", { name: "Create" }).click();
    await page.waitForSelector(".draw-bar");
    const id = decodeURIComponent(/#draw=(.*)/.exec(page.url())[1]);
    const stored = async () => (await page.request.get(`${url}api/maps/${id}/drawing`)).json();
    await page.waitForSelector(".line", { state: "attached" });
    await settled(page);

    // A road along the way: the map becomes a terrain, and the way costs half.
    await tool(page, "Road");
    await page.getByLabel("Rate", { exact: true }).fill("0.5");
    await page.keyboard.press("Tab");
    await line(page, [[2, 30], [60, 30], [98, 30]]);
    assert.equal(await page.locator(".thing.road").count(), 1);
    await built(page);
    await costs(page, 45);
    await settled(page);
    const place = () => page.locator(".scaled").getAttribute("transform");
    const whole = await place();
    assert.equal(await page.getByLabel("Method", { exact: true }).inputValue(), "terrain");

    // A river across it costs what its crossing costs; a bridge makes that 0.
    await tool(page, "River");
    await page.getByLabel("Cost", { exact: true }).fill("7.5");
    await page.getByLabel("Name").last().fill("Brook");
    await page.keyboard.press("Tab");
    await line(page, [[50, 2], [48, 20], [50, 40], [52, 58]]);
    await costs(page, 52.5);
    assert.match(await page.locator(".legs-table").textContent(), /Brook \(7.5\)/);
    assert.match(await words(page), /crossing 1 river for 7.5/);
    await tool(page, "Bridge");
    await page.mouse.click(...(await at(page, 20, 50)));
    await page.getByText("A bridge lies on a river: click one.").waitFor();
    await page.mouse.click(...(await at(page, 48.6, 30.4)));
    await page.waitForFunction(() => document.querySelectorAll(".thing.bridge").length === 1);
    await page.waitForFunction(() => document.querySelector(".legs-table").textContent.includes("Brook by a bridge") && document.querySelector(".panel").dataset.state === "done");
    assert.ok((await cost(page)) < 52, "over the bridge");
    const { rivers, bridges } = await stored();
    assert.ok(rivers[0].line.some((point) => String(point) === String(bridges[0].point)), "the bridge is on the river");

    // Changes the selected thing: rate, bridge, cost, never crossed, name.
    await tool(page, "Select");
    await page.mouse.click(...(await at(page, 20, 30)));
    await page.getByRole("heading", { name: "This road" }).waitFor();
    await page.getByLabel("Rate", { exact: true }).fill("0.25");
    await page.keyboard.press("Tab");
    await page.getByLabel("Bridge", { exact: true }).check();
    await costs(page, 30); // a bridge can be entered only at its ends
    await page.getByLabel("Bridge", { exact: true }).uncheck();
    await page.getByLabel("Rate", { exact: true }).fill("0");
    await page.keyboard.press("Tab");
    assert.equal(await page.getByLabel("Rate", { exact: true }).inputValue(), "0.25", "above 0");
    await page.locator(".obstacle-list button", { hasText: "Brook" }).click();
    await page.getByLabel("Never crossed").check();
    await page.getByLabel("Name").fill("Gorge");
    await page.keyboard.press("Tab");
    await built(page);
    assert.match(await page.locator(".obstacle-list").textContent(), /Gorge: river, never crossed/);
    assert.equal((await stored()).rivers[0].cost, null);

    // Grips: moves a point, adds one in the middle of a side, removes one by a double click.
    await page.locator(".obstacle-list button", { hasText: "road, rate" }).click();
    await drag(page, [60, 30], [60, 25]);
    await drag(page, [31, 27.5], [30, 36]);
    await built(page);
    assert.deepEqual((await stored()).roads[0].line, [[2, 30], [30, 36], [60, 25], [98, 30]]);
    await page.mouse.dblclick(...(await at(page, 30, 36)));
    await built(page);
    assert.deepEqual((await stored()).roads[0].line, [[2, 30], [60, 25], [98, 30]]);
    await page.getByLabel("Rate of open ground").fill("0.2");
    await page.keyboard.press("Tab");
    assert.equal(await page.locator(".road.useless").count(), 1);
    await page.getByText("No better than the ground beside it: it is left out.").waitFor();
    await page.keyboard.press("Control+z");

    // Roads that end near each other are joined.
    await tool(page, "Road");
    await page.getByLabel("Rate", { exact: true }).fill("0.4");
    await page.keyboard.press("Tab");
    await line(page, [[80, 8], [59.6, 25.4]]);
    await page.getByRole("button", { name: "Rectangle", exact: true }).click();
    await drag(page, [24, 8], [34, 16]);
    await tool(page, "Select");
    await page.locator(".obstacle-list button", { hasText: "road, rate 0.25" }).click();
    await built(page);
    assert.deepEqual((await stored()).roads[1], { line: [[80, 8], [60, 25]], rate: 0.4 });
    await settled(page);
    assert.ok((await page.locator(".legs-table tbody tr").count()) > 3);
    assert.equal(await place(), whole, "however many parts a way has, the map stays under the pointer");
    await shot("draw-terrain");
    await check("draw terrain");

    // A terrain from a file, saved again and read by the command.
    await open("#draw=new");
    await page.getByLabel("A .map of cells or GeoJSON").setInputFiles(hills());
    await page.waitForFunction(() => document.querySelectorAll(".thing.road").length > 10);
    assert.match(await page.locator(".side").textContent(), /\d+ roads · \d+ rivers/);
    const before = await page.locator(".thing.road").count();
    await page.locator(".obstacle-list button", { hasText: "road, rate" }).first().click();
    await page.keyboard.press("Delete");
    assert.equal(await page.locator(".thing.road").count(), before - 1);
    await built(page);
    await settled(page);
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "GeoJSON" }).click()]);
    const file = path.join(temporary, "again.geojson");
    await download.saveAs(file);
    const answer = JSON.parse(execFileSync(pathfan, ["query", file, "--from", "30,200", "--to", "570,200", "--snap", "50", "--json"], { encoding: "utf8" }));
    const shown = await cost(page);
    assert.ok(Math.abs(answer.paths[0].cost - shown) < 0.01, `${answer.paths[0].cost} and ${shown}`);
  },
  { sources: () => [] },
).catch((error) => {
  console.error(error);
  process.exit(1);
});
