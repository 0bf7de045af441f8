// What a map shows, and why it may show nothing: the first view, tall maps, few cells or none, ends
// that are blocked, unconnected or out of view.

import fs from "node:fs";
import path from "node:path";
import { assert, caves, run, settled, temporary } from "./kit.mjs";

function cells(name, rows) {
  const file = path.join(temporary, `${name}.map`);
  fs.writeFileSync(file, `type octile\nheight ${rows.length}\nwidth ${rows[0].length}\nmap\n${rows.join("\n")}\n`);
  return file;
}

const repeated = (row, count) => Array.from({ length: count }, () => row);

// A room of 30 x 20 cells in the middle of a map of 200 x 200.
const margin = () => cells("margin", [...repeated("@".repeat(200), 90), ...repeated(`${"@".repeat(85)}${".".repeat(30)}${"@".repeat(85)}`, 20), ...repeated("@".repeat(200), 90)]);
// A corridor from top to bottom, with pillars.
const tall = () => cells("tall", Array.from({ length: 200 }, (_, y) => (y % 20 === 10 ? "....@@@@@@@@@@@@....@@@@@@@@@@@@....".slice(0, 36) : ".".repeat(36))));
const walled = () => cells("walled", repeated(`${".".repeat(20)}@${".".repeat(20)}`, 30));

const scale = (page) => page.locator(".scaled").evaluate((group) => group.transform.baseVal.consolidate().matrix.a);
const box = (page, selector) => page.locator(selector).first().evaluate((node) => node.getBoundingClientRect().toJSON());
const inside = (a, b) => a.left >= b.left && a.right <= b.right && a.top >= b.top && a.bottom <= b.bottom;

await run(
  async ({ page, open, shot, check }) => {
    // The first view fits free space, not the whole map.
    await open("#map=margin");
    await settled(page);
    const screen = await box(page, ".screen");
    const k = await scale(page);
    assert.ok(30 * 1.06 * k > screen.width - 60 || 20 * k > (screen.height - 60) / 1.1, `free space fills the screen (${k})`);

    // On a tall map the table lies over the map at the right; when it is hidden, the map gets the
    // room.
    await open("#map=tall&from=18,1&to=18,199");
    await settled(page);
    const [card, whole] = [await box(page, ".answer"), await box(page, ".screen")];
    assert.ok(inside(card, whole), "over the map");
    for (const end of [".handle-from .shape", ".handle-to .shape"]) assert.ok((await box(page, end)).right < card.left);
    await shot("tall");
    await check("tall");
    const middle = async () => (await box(page, ".handle-to .shape")).left;
    const left = await middle();
    await page.getByRole("button", { name: "Table of paths" }).click();
    assert.ok(await page.locator(".answer-table").first().isHidden());
    assert.ok((await middle()) > left + 100);
    await page.getByRole("button", { name: "Table of paths" }).click();
    assert.ok(await page.locator(".answer-table").first().isVisible());

    // The view stays while the number of paths changes.
    for (const map of ["tall&from=18,1&to=18,199", "caves&from=4,50&to=155,50"]) {
      await open(`#map=${map}`);
      await settled(page);
      const transform = await page.locator(".scaled").getAttribute("transform");
      for (const count of ["7", "2"]) {
        await page.getByRole("spinbutton", { name: "Paths as a number" }).fill(count);
        await page.keyboard.press("Enter");
        await page.waitForFunction((wanted) => document.querySelectorAll(".answer-table tbody tr").length === Number(wanted), count);
        await settled(page);
        assert.equal(await page.locator(".scaled").getAttribute("transform"), transform);
      }
    }
    // With many paths from the start, the whole map is above the table.
    await open("#map=caves&from=4,50&to=155,50&k=9&dissimilarity=0.05&stretch=3");
    await settled(page);
    const table = await box(page, ".answer");
    const bottom = await page.locator(".scaled").evaluate((group) => group.transform.baseVal.consolidate().matrix.f + 100 * group.transform.baseVal.consolidate().matrix.a);
    assert.ok((await box(page, ".screen")).top + bottom < table.top + 2);

    // A single cell: the ends are apart, and the cell is shown whole.
    await open("#map=open");
    await settled(page);
    const [from, to] = [await box(page, ".handle-from .shape"), await box(page, ".handle-to .shape")];
    assert.ok(to.left - from.right > 200, "source and target are apart");
    assert.match(await page.locator(".facts").textContent(), /· 1 cell ·/);
    assert.equal(await page.locator(".line").count(), 1);

    // No free space.
    await open("#map=blocked");
    await settled(page);
    assert.match(await page.locator(".banner").textContent(), /^All of this map is blocked/);
    assert.match(await page.locator(".facts").textContent(), /all of it blocked/);
    await shot("blocked");
    await check("blocked");

    // An end in an obstacle is marked, and the map shows a message.
    await open("#map=walled&from=5,15&to=20.5,15&snap=0");
    await settled(page);
    assert.match(await page.locator(".banner").textContent(), /^The goal is inside an obstacle/);
    assert.deepEqual(await page.locator(".handle.blocked").evaluateAll((all) => all.map((handle) => handle.classList.contains("handle-to"))), [true]);
    assert.ok(await page.locator(".handle-to .cross").isVisible());
    assert.match(await page.locator(".handle-to").getAttribute("aria-label"), /blocked/);
    await check("blocked end");
    await page.locator(".handle-to").press("Shift+ArrowRight");
    await page.waitForFunction(() => !document.querySelector(".handle.blocked") && /^There is no path/.test(document.querySelector(".banner").textContent));
    await page.locator(".handle-to").press("Shift+ArrowLeft");
    await page.locator(".handle-to").press("Shift+ArrowLeft");
    await page.waitForSelector(".line", { state: "attached" }); // a flat line has no height
    await page.waitForSelector(".banner", { state: "hidden" }); // words follow the lines with a delay

    // Screen readers announce each answer, with its lengths.
    const said = () => page.locator(".answer [role=status].hidden").first().textContent();
    await open("#map=caves&from=4,50&to=155,50");
    await settled(page);
    const first = await said();
    assert.match(first, /^3 paths: [\d.]+, [\d.]+, [\d.]+\. All 3 paths asked for\.$/);
    await page.locator(".handle-to").press("ArrowUp");
    await page.waitForFunction((old) => document.querySelector(".answer [role=status].hidden").textContent !== old, first);

    // A pointer at the border leads to an end out of view; clicking it brings the end back.
    await open("#map=caves&from=4,50&to=155,50&view=20,50,20");
    await settled(page);
    const pointer = page.locator(".pointer-to");
    const border = await box(page, ".screen");
    assert.ok(await pointer.isVisible());
    assert.ok(await page.locator(".pointer-from").isHidden());
    assert.ok(border.right - (await box(page, ".pointer-to .shape")).right < 30);
    await shot("out-of-sight");
    await pointer.click();
    await page.waitForFunction(() => getComputedStyle(document.querySelector(".pointer-to")).visibility === "hidden");
    assert.ok(inside(await box(page, ".handle-to .shape"), border));

    // Measures that aren't known yet leave no gaps.
    await page.route("**/api/query", async (route) => {
      const response = await route.fetch();
      const answer = await response.json();
      for (const one of answer.paths) delete one.measures;
      await route.fulfill({ response, json: answer });
    });
    await page.locator(".handle-to").press("ArrowUp");
    await page.waitForSelector(".answer-table td.last");
    assert.ok((await page.locator(".answer-table tbody tr:not(.empty) td:nth-child(4)").allTextContents()).every((text) => text));
    await settled(page);
    await page.unroute("**/api/query");

    // Side by side: the speedup, with made-up times, and the differences.
    await page.route("**/api/query", async (route) => {
      const response = await route.fetch();
      const time_us = route.request().postDataJSON().algorithm === "penalty" ? 3100 : 250;
      await route.fulfill({ response, json: { ...(await response.json()), time_us } });
    });
    await open("#map=caves&from=4,50&to=155,50&compare=penalty");
    await settled(page);
    await page.waitForFunction(() => /^Index: \d+ paths, .* longer than the shortest, .*alike\. Penalty: /.test(document.querySelector(".comparison").textContent));
    assert.match(await page.locator(".panel-head .figure").nth(1).textContent(), /^(answered in )?250 µs · 12 × faster than Penalty$/);
    await page.unroute("**/api/query");
  },
  { sources: () => [caves(), margin(), tall(), walled(), cells("open", repeated("......", 4)), cells("blocked", repeated("@@@@@@", 4))] },
).catch((error) => {
  console.error(error);
  process.exit(1);
});
