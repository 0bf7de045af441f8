// The user study: a participant rates every query of every map; the ratings are stored, exported
// and summarised. A participant can continue later in the same browser.

import { assert, run } from "./kit.mjs";

const QUERIES = 3;

async function rate(page, values) {
  for (const [method, value] of Object.entries(values)) {
    await page.getByRole("radio", { name: `${method}: ${value} of 5` }).check({ force: true });
    await page.waitForFunction((name) => document.querySelector(".panel").dataset.method === name, method);
  }
}

// Waits until this step is shown.
const step = (page, map, words) => page.waitForFunction(([number, text]) => document.querySelector(".study-side")?.innerText.includes(`Map ${number} of`) && document.querySelector(".study-side").innerText.includes(text), [map, words]);

await run(
  async ({ page, open, shot, check, url, results, expectFault }) => {
    const study = await (await page.request.get(`${url}api/study`)).json();
    assert.equal(study.maps.length, 9);
    assert.ok(study.maps.every(({ queries }) => queries.length === QUERIES));

    // Every address leads to the study: other views name the methods.
    for (const place of ["", "#maps", "#map=rooms-1", "#draw=new", "#crowd", "#results", "#study"]) {
      await open(place);
      await page.getByRole("button", { name: "Begin" }).waitFor();
      assert.deepEqual(await page.locator("nav a:visible").allTextContents(), ["Study"]);
    }
    await open("#results=0123456789abcdef"); // a wrong key opens nothing
    await page.getByText("No results to show").waitFor();
    await expectFault(/403/, "a wrong key");
    assert.deepEqual(await page.locator("nav a:visible").allTextContents(), ["Study"]);
    await open("#study");
    await page.getByRole("button", { name: "Begin" }).waitFor();
    await page.keyboard.press("?"); // nor does help name the methods, or lead elsewhere
    assert.ok(!(await page.locator("dialog").innerText()).match(/plateaus|penalty|dissimilarity|interface/i));
    await page.getByRole("button", { name: "Close" }).click();
    await shot("study-instructions");
    await check("study, instructions");
    await page.getByLabel(/background/).fill("a test");
    await page.getByRole("button", { name: "Begin" }).click();

    // A practice query, which isn't stored.
    await page.getByRole("heading", { name: "Practice" }).waitFor();
    assert.equal(await page.locator(".steps i").count(), 36);
    await shot("study-practice");
    for (const letter of ["a", "b", "c"]) {
      await page.keyboard.press(letter);
      await page.keyboard.press("Shift+Digit2");
    }
    assert.deepEqual(await page.locator(".stars input:checked").evaluateAll((all) => all.map(({ value }) => value)), ["2", "2", "2"]);
    await page.waitForFunction(() => document.querySelector(".panel").dataset.method === "C");
    await page.getByRole("button", { name: "Next" }).click();

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
          // Continues later: the ratings so far are kept.
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
        await page.locator(".handle-to .shape").click(); // a click on a handle places nothing
        const next = page.locator(".study-side .primary");
        assert.match(await next.textContent(), /Place S and T to go on/);
        // Ratings belong to the paths seen: they are cleared as soon as an end moves, not when it
        // rests.
        await page.locator(".handle-to").press("ArrowDown");
        await rate(page, { A: 4, B: 4, C: 4 });
        assert.equal(await next.textContent(), "Next");
        await page.locator(".handle-to").focus();
        await page.keyboard.down("ArrowLeft");
        assert.ok(await next.isDisabled());
        assert.equal(await page.locator(".stars input:checked").count(), 0);
        await page.keyboard.up("ArrowLeft");
        // Without a path there is nothing to rate: a place that can't be reached.
        await page.route("**/api/study/query", async (route) => {
          const response = await route.fetch();
          await route.fulfill({ response, json: { ...(await response.json()), status: "no_path", paths: [] } });
        });
        await page.locator(".handle-to").press("ArrowUp");
        await page.getByText("There is no path between these two.").waitFor();
        await rate(page, { A: 4, B: 4, C: 4 });
        assert.equal(await page.locator(".study-side .primary").textContent(), "Place S and T where there is a path");
        assert.ok(await page.locator(".study-side .primary").isDisabled());
        await page.unroute("**/api/study/query");
      }
      await page.locator(".handle-to").focus();
      await page.keyboard.press("Shift+ArrowUp");
      await page.waitForFunction(() => document.querySelector(".panel").dataset.method !== "");
      await rate(page, { A: 2, B: 4, C: 4 });
      if (map === 1) {
        // Adds another own query and drops it by going back; then adds one that is rated.
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
        await page.getByText("Rate A, B and C to go on").waitFor(); // the query just added
        await page.locator(".handle-to").press("Shift+ArrowDown");
        await rate(page, { A: 5, B: 4, C: 4 });
        await shot("study-own");
        await check("study, a query of one's own");
        await page.getByRole("button", { name: "Next" }).click();
        // The last ratings can be corrected.
        await step(page, 2, "Query 1 of 3");
        await back.click();
        await step(page, 1, "A query of your own");
        await rate(page, { A: 2 });
      }
      await page.getByRole("button", { name: "Next" }).click();
    }
    await page.getByRole("heading", { name: "Thank you" }).waitFor();
    await check("study, thanks");

    assert.equal(await page.getByRole("link", { name: /results/i }).count(), 0);

    // Stored, and exported as given, for users with the key.
    const key = (await results()).split("=")[1];
    const csv = (await (await page.request.get(`${url}api/study/export.csv?key=${key}`)).text()).trim().split(/\r?\n/);
    assert.equal(csv.length, 1 + 9 * (QUERIES + 1) + 1);
    const columns = csv[0].split(",");
    const rows = csv.slice(1).map((line) => Object.fromEntries(line.split(",").map((value, i) => [columns[i], value])));
    const given = rows.filter(({ query }) => query !== "");
    assert.equal(given.length, rated.length);
    given.forEach((row, i) => assert.deepEqual([row.plateaus, row.dissimilarity, row.penalty].map(Number), [rated[i].A, rated[i].B, rated[i].C]));
    assert.ok(rows.every((row) => Number(row.seconds) > 0 && Number(row.plateaus_paths) >= 1 && /^[0-9a-f]{16}$/.test(row.map_digest)));
    assert.ok(rows.every((row) => row.order === "plateaus-dissimilarity-penalty" && row.place === "1"));

    // Table 1 and the test.
    await open(await results());
    await page.getByRole("heading", { name: "Results of the study" }).waitFor();
    const cells = (index) =>
      page
        .locator(".results-table")
        .nth(index)
        .locator("tbody tr")
        .evaluateAll((lines) => lines.map((line) => [...line.children].map((cell) => cell.textContent)));
    const table = await cells(0);
    const ratings = (rowsOf, name) => rowsOf.map((row) => Number(row[name]));
    const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
    const sd = (values) => Math.sqrt(values.reduce((sum, value) => sum + (value - mean(values)) ** 2, 0) / (values.length - 1));
    const told = (rowsOf, name) => `${mean(ratings(rowsOf, name)).toFixed(2)}SD ${sd(ratings(rowsOf, name)).toFixed(2)}`;
    assert.deepEqual(table[0], ["Pre-defined queries", "27", ...["plateaus", "dissimilarity", "penalty"].map((name) => told(given, name))]);
    assert.deepEqual(table[1], ["User-selected queries", "10", "2.00SD 0.00", "4.00SD 0.00", "4.00SD 0.00"]);
    assert.equal(table[2][1], "37");
    const ofMap = (await cells(2))[1];
    assert.deepEqual(ofMap.slice(0, 3), ["rooms-2", "4", told(rows.filter(({ map }) => map === '"rooms-2"'), "plateaus")]);
    await page.getByText("by 1 participant, of whom 1 has rated everything").waitFor();
    await page.getByText("It takes two participants").waitFor();
    assert.equal(await page.locator(".results-table tbody tr").first().locator(".best").textContent(), "5.00");
    await page.getByLabel("Only those who have rated everything").check();
    await page.waitForFunction(() => document.querySelector(".results input").checked);
    assert.deepEqual(await cells(0), table);
    await check("results");
    assert.ok((await page.locator("nav a:visible").allTextContents()).includes("Maps"), "who has the key isn't blinded");
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "All answers as CSV" }).click()]);
    assert.equal(download.suggestedFilename(), "study.csv");

    // With more participants: eight, through the interface.
    for (let n = 0; n < 8; n++) {
      const { participant } = await (await page.request.post(`${url}api/study/participants`, { data: {} })).json();
      for (const { map } of study.maps.slice(0, 2 + (n % 3)))
        for (let query = 0; query < QUERIES; query++) {
          const value = (k) => 1 + ((7 * n + 3 * k + query) % 4);
          const sent = await page.request.post(`${url}api/study/responses`, { data: { participant, map, query, ratings: { A: value(0), B: Math.min(5, value(1) + 1), C: value(2) } } });
          assert.equal(sent.status(), 201);
        }
    }
    await open(await results());
    await page.getByRole("heading", { name: "Which of them?" }).waitFor();
    await page.getByText(/One-way repeated-measures ANOVA of the mean ratings of 9 participants: F\(2, 16\) = /).waitFor();
    assert.equal((await cells(2)).length, 3, "pairs");
    assert.equal((await cells(3)).length, 9, "maps");
    await shot("results");
    await check("results of several");
    // The export of the methods requires the key too.
    for (const path of ["results", "export.csv", "results?key=x", `results?key=${key}0`]) assert.equal((await page.request.get(`${url}api/study/${path}`)).status(), 403);

    // A user without the key: another window.
    await page.evaluate(() => sessionStorage.clear());

    // The next participant starts from the beginning.
    await open("#study");
    await page.getByRole("button", { name: "Another participant" }).click();
    await page.getByRole("button", { name: "Begin" }).waitFor();
  },
  { sources: () => [], options: ["--study"] },
).catch((error) => {
  console.error(error);
  process.exit(1);
});
