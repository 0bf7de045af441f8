// Terrains: roads and rivers on the map, the cost and legs of a way, saved pictures.

import fs from "node:fs";
import path from "node:path";
import { assert, caves, centre, drawn, hills, hillsIndex, root, run, settled, temporary } from "./kit.mjs";

// Counts the pixels of the map with approximately this colour of the style sheet.
const pixels = (page, name) =>
  page.evaluate((variable) => {
    const canvas = document.querySelector(".screen canvas");
    const [r, g, b] = getComputedStyle(document.documentElement).getPropertyValue(variable).trim().match(/[\da-f]{2}/g).map((part) => parseInt(part, 16));
    const copy = document.createElement("canvas");
    copy.width = canvas.width;
    copy.height = canvas.height;
    const context = copy.getContext("2d", { willReadFrequently: true });
    context.drawImage(canvas, 0, 0);
    const { data } = context.getImageData(0, 0, copy.width, copy.height);
    let count = 0;
    for (let i = 0; i < data.length; i += 4) if (Math.abs(data[i] - r) + Math.abs(data[i + 1] - g) + Math.abs(data[i + 2] - b) < 12) count++;
    return count;
  }, name);

const rows = (page) => page.locator(".legs-table tbody tr");

await run(
  async ({ page, open, shot, check }) => {
    await open("");
    await page.getByRole("link", { name: /hills.*terrain/ }).click();
    await settled(page);
    assert.match(await page.locator(".facts").textContent(), /^600 × 400 · \d+ roads · \d+ rivers · ground rate 1/);
    assert.equal(await page.locator(".panel-head select").inputValue(), "terrain", "a terrain is asked as one");
    for (const absent of ["Bounds", "Index"]) assert.equal(await page.getByRole("heading", { name: absent, exact: true }).isVisible(), false, absent);
    assert.equal(await page.getByLabel("Compare with").isVisible(), false);

    // Roads and rivers are drawn.
    await open("#map=hills&from=40,40&to=560,360");
    await settled(page);
    for (const name of ["--ground-river", "--ground-casing", "--ground-road-3"]) assert.ok((await pixels(page, name)) > 50, name);
    assert.match(await page.locator(".legend-lines").textContent(), /road, rate 0\.\d+.*river, cost \d/);

    // Bridges have rings, and are in the legend.
    await open("#map=valley&from=0.5,2.2&to=4,4.8");
    await settled(page);
    for (const name of ["--ground-point", "--ground-apart"]) assert.ok((await pixels(page, name)) > 5, `rings at bridges: ${name}`);
    assert.match(await page.locator(".legend-lines").textContent(), /bridge, cost 0$/);
    assert.match(await page.locator(".legs-table").textContent(), /Aller by Mill Bridge/);
    await open("#map=hills&from=40,40&to=560,360");
    await settled(page);

    // The cost of the way, and what it runs along.
    assert.equal((await drawn(page)).length, 1);
    const answer = await page.evaluate(async () => (await fetch("/api/query", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ map: "hills", from: [40, 40], to: [560, 360] }) })).json());
    const [way] = answer.paths;
    const words = await page.locator(".reason").textContent();
    assert.ok(words.startsWith(`The cheapest path costs ${way.cost.toFixed(2)}: it is ${way.length.toFixed(2)} long`), words);
    const costs = await rows(page).locator("td:nth-child(4)").allTextContents();
    assert.ok(costs.length > 1 && Math.abs(costs.reduce((sum, text) => sum + Number(text), 0) - way.cost) < 0.01 * costs.length, "costs of the parts add up");
    assert.equal(await page.locator(".answer-table:not(.legs-table)").isVisible(), false, "no table of measures");

    // A part of the way is shown on the map while its row is pointed at, or chosen.
    const part = page.locator(".leg-shown");
    assert.equal(await part.getAttribute("d"), null);
    await rows(page).nth(1).hover();
    assert.match(await part.getAttribute("d"), /^M/);
    await page.mouse.move(5, 5);
    assert.equal(await part.getAttribute("d"), null);
    await rows(page).nth(1).locator("button").press("Enter");
    assert.match(await part.getAttribute("d"), /^M/);
    assert.equal(await rows(page).nth(1).locator("button").getAttribute("aria-pressed"), "true");
    await shot("terrain");
    await check("terrain");
    await rows(page).nth(1).locator("button").press("Enter");

    // The way follows the handle.
    const [before] = await drawn(page);
    await page.locator(".handle-to").focus();
    await page.keyboard.press("Shift+ArrowUp");
    await page.waitForFunction((old) => document.querySelector(".line").getAttribute("d") !== old, before);

    // The cost field: under the lines, for the target, with the value at the pointer.
    await open("#map=hills&from=40,40&to=560,360");
    await settled(page);
    assert.equal(await pixels(page, "--field-4"), 0);
    const fields = [];
    page.on("request", (request) => /\/field\?/.test(request.url()) && fields.push(new URL(request.url()).searchParams));
    await page.getByLabel("Cost field").check();
    const told = () => page.locator(".legend-field").textContent();
    await page.locator(".legend-field", { hasText: /to the goal 0 to [\d.,]+, a contour every \d+/ }).waitFor();
    await page.waitForFunction(() => /layers=corridor,field/.test(location.hash));
    assert.ok((await pixels(page, "--field-2")) > 20 && (await pixels(page, "--ground-river")) > 50, "rivers are over it");
    const end = (name) => centre(page.locator(`.handle-${name} .shape`));
    const [sx, sy] = await end("from");
    await page.mouse.move(sx + 30, sy + 30);
    await page.locator(".legend-field", { hasText: "from the pointer" }).waitFor();
    const there = Number(/from the pointer ([\d.,]+)/.exec(await told())[1].replace(",", ""));
    assert.ok(Math.abs(there - way.cost) < 60, `${there} beside ${way.cost}`);
    await shot("field");
    await check("field");
    await settled(page);
    const [tx, ty] = await end("to");
    await page.mouse.move(tx, ty);
    await page.mouse.down();
    const range = await told();
    await page.mouse.move(tx - 100, ty - 100, { steps: 8 });
    await page.waitForFunction((old) => document.querySelector(".legend-field").textContent !== old, range);
    await page.mouse.up();
    await settled(page);
    const cells = fields.map((asked) => asked.get("columns") * asked.get("rows"));
    // At rest it is fine again, unless that takes too long, which isn't tested.
    assert.ok(cells[0] > 9000 && Math.min(...cells) < 3000, `fine at rest, coarse while it moves: ${cells}`);

    // A saved picture has the lines and the field too.
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "SVG" }).click()]);
    const file = path.join(temporary, "terrain.svg");
    await download.saveAs(file);
    const svg = fs.readFileSync(file, "utf8");
    assert.match(svg, /stroke="#63a6d9"/i, "rivers");
    assert.match(svg, /cost [\d.]+, length/, "and what the way costs");
    assert.match(svg, /<image [^>]*href="data:image\/png/, "and the field");
    await page.getByLabel("Cost field").uncheck();
    await page.waitForFunction(() => document.querySelector(".legend-field").hidden);
    const asked = fields.length;
    await page.locator(".handle-to").focus();
    await page.keyboard.press("ArrowUp");
    await settled(page);
    assert.equal(fields.length, asked, "nothing is asked for what isn't shown");

    // An index of a terrain gives alternatives, each with its legs.
    await open("#map=indexed&from=40,40&to=560,360");
    await settled(page);
    assert.equal(await page.locator(".panel-head select").inputValue(), "index");
    assert.ok((await drawn(page)).length > 1, "alternatives");
    const table = page.locator(".answer-table:not(.legs-table)");
    assert.equal(Number(await table.locator("tbody tr").first().locator("td").last().textContent()).toFixed(1), way.cost.toFixed(1), "path 1 is the cheapest");
    assert.deepEqual(await table.locator("thead th:visible").allTextContents(), ["Path", "Length", "Stretch", "Apart", "Cost"]);
    const parts = await page.locator(".legs-table tbody").textContent();
    await page.keyboard.press("2");
    assert.notEqual(await page.locator(".legs-table tbody").textContent(), parts, "those of the path brought forward");
    await check("terrain, indexed");

    // Settings that terrains don't support aren't sent, even from a link, and aren't offered.
    await open("#map=indexed&from=40,40&to=560,360&fill=1&layers=sight,cones");
    await settled(page);
    assert.ok((await drawn(page)).length > 1, "alternatives, nothing filled up");
    for (const name of ["Fill up", "Visibility", "Cone lists"])
      assert.ok(await page.getByRole("checkbox", { name }).isHidden(), `no ${name}`);

    // Other maps don't have this method.
    await open("#map=caves&method=terrain");
    await settled(page);
    assert.equal(await page.locator(".panel-head select").inputValue(), "index");
    assert.equal(await page.locator(".legend-lines").isVisible(), false);
  },
  { sources: () => [hills(), hillsIndex(), caves(), path.join(root, "docs/examples/valley.geojson")] },
).catch((error) => {
  console.error(error);
  process.exit(1);
});
