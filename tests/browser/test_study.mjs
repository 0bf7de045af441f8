// The user study: a participant rates every query of every map; the answers are stored,
// exported and summed up. Going on later, in the same browser, is possible.

import { assert, run } from "./kit.mjs";

const QUERIES = 3;

async function rate(page, values) {
  for (const [method, value] of Object.entries(values)) {
    await page.getByRole("radio", { name: `${method}: ${value} of 5` }).check({ force: true });
    await page.waitForFunction((name) => document.querySelector(".panel").dataset.method === name, method);
  }
}

// Waits until the step named is shown.
const step = (page, map, words) => page.waitForFunction(([number, text]) => document.querySelector(".study-side")?.innerText.includes(`Map ${number} of`) && document.querySelector(".study-side").innerText.includes(text), [map, words]);

await run(
  async ({ page, open, shot, check, url }) => {
    const study = await (await page.request.get(`${url}api/study`)).json();
    assert.equal(study.maps.length, 9);
    assert.ok(study.maps.every(({ queries }) => queries.length === QUERIES));

    await open("#study");
    await page.getByRole("button", { name: "Begin" }).waitFor();
    await shot("study-instructions");
    await check("study, instructions");
    await page.getByLabel(/background/).fill("a test");
    await page.getByRole("button", { name: "Begin" }).click();

    const rated = [];
    for (let map = 1; map <= 9; map++) {
      for (let query = 1; query <= QUERIES; query++) {
        await step(page, map, `Query ${query} of 3`);
        if (map === 1 && query === 1) {
          await page.waitForFunction(() => document.querySelector(".panel").dataset.method === "A");
          assert.ok(await page.locator(".study-side .primary").isDisabled(), "not before all are rated");
          assert.ok(!(await page.locator("body").innerText()).match(/plateaus|penalty|dissimilarity/i), "methods have no names");
          assert.equal(await page.locator(".answer-table").count(), 0, "nor measures");
          assert.ok((await page.locator(".screen").boundingBox()).height > 400, "the map is large");
        }
        const values = { A: 5, B: 1 + ((map + query) % 3), C: 3 };
        await rate(page, values);
        rated.push(values);
        if (map === 2 && query === 1) {
          await shot("study");
          await check("study");
          // Going on later: what is rated is known again.
          await open("#study");
          await step(page, 2, "Query 1 of 3");
          await rate(page, values);
        }
        await page.getByRole("button", { name: "Next" }).click();
      }
      await step(page, map, "A query of your own");
      await page.waitForFunction(() => document.querySelector(".panel").dataset.method !== "");
      if (map === 1) {
        await rate(page, { A: 4, B: 4, C: 4 });
        await page.locator(".handle-to .shape").click(); // which places nothing
        const next = page.locator(".study-side .primary");
        assert.match(await next.textContent(), /Place S and T to go on/);
        // Ratings are of what was seen: they are gone once an end moves, not when it rests.
        await page.locator(".handle-to").press("ArrowDown");
        await rate(page, { A: 4, B: 4, C: 4 });
        assert.equal(await next.textContent(), "Next");
        await page.locator(".handle-to").focus();
        await page.keyboard.down("ArrowLeft");
        assert.ok(await next.isDisabled());
        assert.equal(await page.locator(".stars input:checked").count(), 0);
        await page.keyboard.up("ArrowLeft");
        // No rating of what isn't there: a place that no way leads to.
        await page.route("**/api/study/query", async (route) => {
          const response = await route.fetch();
          await route.fulfill({ response, json: { ...(await response.json()), status: "no_path", paths: [] } });
        });
        await page.locator(".handle-to").press("ArrowUp");
        await page.getByText("There is no way between these two.").waitFor();
        await rate(page, { A: 4, B: 4, C: 4 });
        assert.equal(await page.locator(".study-side .primary").textContent(), "Place S and T where there is a way");
        assert.ok(await page.locator(".study-side .primary").isDisabled());
        await page.unroute("**/api/study/query");
      }
      await page.locator(".handle-to").focus();
      await page.keyboard.press("Shift+ArrowUp");
      await page.waitForFunction(() => document.querySelector(".panel").dataset.method !== "");
      await rate(page, { A: 2, B: 4, C: 4 });
      if (map === 1) {
        // Another one of one's own, given up by going back; then one that is rated.
        const another = page.getByRole("button", { name: "Another query of mine on this map" });
        const back = page.getByRole("button", { name: "Back to the last query" });
        await another.click();
        await page.getByText("Rate A, B and C to go on").waitFor();
        assert.equal(await page.locator(".steps i").count(), 37);
        await back.click();
        await page.waitForFunction(() => document.querySelectorAll(".steps i").length === 36);
        assert.deepEqual(await page.locator(".stars input:checked").evaluateAll((all) => all.map(({ value }) => value)), ["2", "4", "4"]);
        assert.equal(await page.locator(".panel.fixed").count(), 1);
        await another.click();
        await page.getByText("Rate A, B and C to go on").waitFor(); // this query has gone
        await page.locator(".handle-to").press("Shift+ArrowDown");
        await rate(page, { A: 5, B: 4, C: 4 });
        await shot("study-own");
        await check("study, a query of one's own");
        await page.getByRole("button", { name: "Next" }).click();
        // What was rated last can be corrected.
        await step(page, 2, "Query 1 of 3");
        await back.click();
        await step(page, 1, "A query of your own");
        await rate(page, { A: 2 });
      }
      await page.getByRole("button", { name: "Next" }).click();
    }
    await page.getByRole("heading", { name: "Thank you" }).waitFor();
    await check("study, thanks");

    // Stored, and exported as they were given.
    const csv = (await (await page.request.get(`${url}api/study/export.csv`)).text()).trim().split(/\r?\n/);
    assert.equal(csv.length, 1 + 9 * (QUERIES + 1) + 1);
    const columns = csv[0].split(",");
    const rows = csv.slice(1).map((line) => Object.fromEntries(line.split(",").map((value, i) => [columns[i], value])));
    const given = rows.filter(({ query }) => query !== "");
    assert.equal(given.length, rated.length);
    given.forEach((row, i) => assert.deepEqual([row.plateaus, row.dissimilarity, row.penalty].map(Number), [rated[i].A, rated[i].B, rated[i].C]));

    // Table 1 and the test.
    await page.getByRole("link", { name: "See the results" }).click();
    await page.getByRole("heading", { name: "Results of the study" }).waitFor();
    const table = await page.locator(".results-table tbody tr").evaluateAll((lines) => lines.map((line) => [...line.children].map((cell) => cell.textContent)));
    const mean = (name) => (given.reduce((sum, row) => sum + Number(row[name]), 0) / given.length).toFixed(2);
    assert.deepEqual(table[0], ["Pre-defined queries", "27", mean("plateaus"), mean("dissimilarity"), mean("penalty")]);
    assert.deepEqual(table[1], ["User-selected queries", "10", "2.00", "4.00", "4.00"]);
    assert.equal(table[2][1], "37");
    await page.getByText("by 1 participant;").waitFor();
    await page.getByText("It takes two participants").waitFor();
    assert.equal(await page.locator(".results-table tbody tr").first().locator(".best").textContent(), "5.00");
    await shot("results");
    await check("results");
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "All answers as CSV" }).click()]);
    assert.equal(download.suggestedFilename(), "study.csv");

    // The next participant begins anew.
    await open("#study");
    await page.getByRole("button", { name: "Another participant" }).click();
    await page.getByRole("button", { name: "Begin" }).waitFor();
  },
  { sources: () => [], options: ["--study"] },
).catch((error) => {
  console.error(error);
  process.exit(1);
});
