// Drawing: an obstacle changes the path once the index has been rebuilt; undo, select, move,
// reshape, delete; opening and saving files; deleting a drawing.

import fs from "node:fs";
import path from "node:path";
import { assert, at, built, caves, drag, drawn, lengths, root, run, settled, temporary } from "./kit.mjs";

const obstacles = (page) => page.locator(".obstacle").count();

await run(
  async ({ page, context, open, shot, check, url, expectFault }) => {
    await open("#draw=new");
    await check("new drawing");
    await page.getByLabel("Name").fill("yard");
    await page.getByRole("button", { name: "Create" }).click();
    await page.waitForSelector(".draw-bar");
    await page.waitForSelector(".line", { state: "attached" }); // a flat line has no height
    assert.deepEqual(await lengths(page), ["90.00"], "nothing is in the way: straight across");
    const straight = await drawn(page);

    // A rectangle on the path: the index is rebuilt and the page repeats the query automatically.
    await drag(page, [45, 20], [55, 40]);
    assert.equal(await obstacles(page), 1);
    await built(page);
    await page.waitForFunction((old) => document.querySelector(".line").getAttribute("d") !== old, straight[0]);
    const around = await lengths(page);
    assert.ok(Number(around[0]) > 90.5, `round it: ${around[0]}`);
    assert.ok(around.length >= 2, "above and below");

    // During a build the bar shows the progress without changing its size: the map stays in place.
    for (const width of [1440, 1280, 1100, 1024, 920]) {
      await page.setViewportSize({ width, height: 800 });
      await settled(page);
      const place = () => page.evaluate(() => [document.querySelector(".draw-bar").getBoundingClientRect().height, document.querySelector(".overlay").getBoundingClientRect().top]);
      const build = (on) => page.evaluate((shown) => (document.querySelector(".draw-state .job").hidden = !shown), on);
      const before = await place();
      await page.locator(".draw-state .job span span:last-child").evaluate((stage) => (stage.textContent = "default vias"));
      await page.locator(".draw-state > span[role]").evaluate((words) => (words.textContent = ""));
      await build(true);
      assert.deepEqual(await place(), before, `${width}: the map stays under the pointer`);
      await build(false);
    }
    await page.setViewportSize({ width: 1280, height: 800 });

    // A polygon by clicks.
    await page.getByRole("button", { name: "Polygon" }).click();
    for (const point of [[20, 10], [32, 14], [28, 34], [18, 30]]) await page.mouse.click(...(await at(page, ...point)));
    await page.keyboard.press("Enter");
    assert.equal(await obstacles(page), 2);
    await drag(page, [1, 1], [2, 2]); // with this tool a drag adds a corner, not an obstacle
    await page.keyboard.press("Escape");
    assert.equal(await obstacles(page), 2);
    await page.getByRole("button", { name: "Rectangle", exact: true }).click();
    await drag(page, [66, 0], [72, 26]);
    await drag(page, [66, 34], [72, 60]);
    await drag(page, [80, 24], [88, 27]);
    await built(page);
    await settled(page);
    await shot("draw");
    await check("draw");

    // Select, move, reshape, delete; undo and redo.
    const shape = () => page.locator(".obstacle").first().getAttribute("d");
    const before = await shape();
    await page.getByRole("button", { name: "Select", exact: true }).click();
    await drag(page, [50, 30], [50, 36]);
    const moved = await shape();
    assert.equal(moved, "M45 26L55 26L55 46L45 46Z");
    await drag(page, [55, 46], [58, 50]);
    assert.equal(await shape(), "M45 26L58 26L58 50L45 50Z");
    await page.keyboard.press("ArrowLeft");
    assert.equal(await shape(), "M44 26L57 26L57 50L44 50Z");
    await page.keyboard.press("Delete");
    assert.equal(await obstacles(page), 4);
    for (let i = 0; i < 4; i++) await page.keyboard.press("Control+z");
    assert.equal(await shape(), before);
    await page.keyboard.press("Control+y");
    assert.equal(await shape(), moved);
    await page.getByRole("button", { name: "Undo" }).click();
    assert.equal(await shape(), before);

    // Escape gives up a drag.
    await page.mouse.move(...(await at(page, 50, 30)));
    await page.mouse.down();
    await page.mouse.move(...(await at(page, 60, 35)));
    assert.equal(await page.locator(".sketch:not([hidden])").count(), 1);
    await page.keyboard.press("Escape");
    assert.equal(await page.locator(".sketch:not([hidden])").count(), 0);
    await page.mouse.up();
    assert.equal(await shape(), before);
    await page.getByRole("button", { name: "Rectangle", exact: true }).click();
    await page.mouse.move(...(await at(page, 10, 10)));
    await page.mouse.down();
    await page.mouse.move(...(await at(page, 20, 20)));
    await page.keyboard.press("Escape");
    await page.mouse.up();
    assert.equal(await obstacles(page), 5);

    // A polygon may cross itself; one without area is refused, with a message.
    await page.getByRole("button", { name: "Polygon", exact: true }).click();
    for (const corner of [[70, 5], [90, 25], [90, 5], [70, 25]]) await page.mouse.click(...(await at(page, ...corner)));
    await page.keyboard.press("Enter");
    assert.equal(await obstacles(page), 6);
    await page.keyboard.press("Control+z");
    for (const corner of [[70, 5], [80, 15], [90, 25]]) await page.mouse.click(...(await at(page, ...corner)));
    await page.keyboard.press("Enter");
    await page.getByText("A polygon needs three corners that aren't on one line.").waitFor();
    assert.equal(await obstacles(page), 5);

    // By keyboard alone: picks, moves and deletes an obstacle of the list.
    await page.getByRole("button", { name: "Add a rectangle" }).press("Enter");
    assert.equal(await obstacles(page), 6);
    await page.locator(".obstacle-list button").last().focus();
    await page.keyboard.press("Shift+ArrowDown");
    assert.equal(await page.evaluate(() => document.activeElement.matches(".obstacle-list li:last-child button")), true, "the keyboard stays in the list");
    await page.keyboard.press("Delete");
    assert.equal(await obstacles(page), 5);

    // Another user exploring the map sees the new map with the next answer.
    const other = await context.newPage();
    await other.goto(`${url}#map=${/#draw=(.*)/.exec(page.url())[1]}`);
    await settled(other);
    const facts = await other.locator(".facts").textContent();
    assert.match(facts, /^100 × 60/);

    // The size of the map. Ends beyond it are moved onto it.
    await page.getByLabel("Width").fill("44");
    await page.keyboard.press("Enter");
    assert.match(await page.locator(".handle-to").getAttribute("aria-label"), /^Goal at 44, 30\./);
    await built(page);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByLabel("Width").fill("120");
    await page.keyboard.press("Enter");
    await built(page);
    const id = decodeURIComponent(/#draw=(.*)/.exec(page.url())[1]);
    await page.waitForFunction(async (map) => (await (await fetch(`/api/maps/${map}`)).json()).width === 120, id);

    await other.locator(".handle-to").focus();
    await other.keyboard.press("ArrowUp");
    await other.waitForFunction(() => document.querySelector(".facts").textContent.startsWith("120 × 60"));
    await other.waitForFunction(() => {
      const [, y, k] = document.querySelector(".scaled").getAttribute("transform").match(/-?[\d.]+/g).map(Number);
      const { clientWidth, clientHeight } = document.querySelector(".screen");
      return 120 * k <= clientWidth && 60 * k <= clientHeight && Math.abs(y + 30 * k - clientHeight / 2) < 1;
    }); // the whole map is shown, as before
    await other.close();

    // The drawing is stored.
    await open(`#draw=${encodeURIComponent(id)}`);
    await page.waitForFunction(() => document.querySelectorAll(".obstacle").length === 5);
    const saved = await (await page.request.get(`${url}api/maps/${id}/drawing`)).json();
    assert.equal(saved.width, 120);
    assert.deepEqual(saved.obstacles[0], { rect: [45, 20, 10, 20] });

    // Saves a file and opens it again.
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "GeoJSON" }).click()]);
    const file = path.join(temporary, "again.geojson");
    await download.saveAs(file);
    await page.getByRole("button", { name: ".map" }).click();
    await page.locator(".notice.fault").waitFor(); // a polygon doesn't consist of cells
    await expectFault(/400/, "a .map of polygons");
    await open("#draw=new");
    await page.getByLabel("A .map of cells or GeoJSON").setInputFiles(file);
    await page.waitForFunction(() => document.querySelectorAll(".obstacle").length === 5);
    await page.getByText("again", { exact: true }).first().waitFor();
    const cells = path.join(temporary, "cells.map");
    fs.writeFileSync(cells, "type octile\nheight 4\nwidth 6\nmap\n......\n..@@..\n..@@..\n......\n");
    await open("#draw=new");
    await page.getByLabel("A .map of cells or GeoJSON").setInputFiles(cells);
    await page.waitForFunction(() => document.querySelectorAll(".obstacle").length >= 1);

    // A map that isn't a drawing can't be edited.
    await open("#draw=caves");
    await page.getByText("This map can't be edited").waitFor();
    await expectFault(/409/, "a map that isn't a drawing");
    await page.getByRole("link", { name: "Explore this map" }).click();
    await settled(page);

    // Nor can a file that isn't a rectangle with obstacles: it is shown.
    await open("#draw=new");
    await page.getByLabel("A .map of cells or GeoJSON").setInputFiles(path.join(root, "docs/examples/campus.geojson"));
    await page.getByRole("heading", { name: "campus" }).waitFor();
    await page.waitForSelector(".facts");
    assert.match(page.url(), /#map=/);

    // Deletes a drawing, after a confirmation.
    await open("");
    await page.waitForFunction(() => document.images.length === 5 && [...document.images].every(({ complete }) => complete)); // a deleted map has no picture
    page.on("dialog", (dialog) => dialog.accept());
    await page.getByRole("button", { name: "Delete cells" }).click();
    await page.waitForFunction(() => document.querySelectorAll(".card").length === 4);
  },
  { sources: () => [caves()] },
).catch((error) => {
  console.error(error);
  process.exit(1);
});
