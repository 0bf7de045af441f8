// Faults: a server that is slow, gone or refuses. The page reports it, offers a way to continue,
// and loses nothing that was drawn or rated.

import { assert, caves, drawn, run, settled } from "./kit.mjs";

const GONE = "The server doesn't answer. Is pathfan view still running?";

await run(
  async ({ page, open, shot, check, url, results, expectFault }) => {
    // Blocks the requests that match, until the returned function is called.
    const cut = async (pattern) => {
      let count = 0;
      const off = (route) => {
        count++;
        return route.abort();
      };
      await page.route(pattern, off);
      return async () => {
        await page.unroute(pattern, off);
        for (let i = 0; i < count; i++) for (const where of [/^console: .*ERR_FAILED/, /^failed: .*ERR_FAILED/]) await expectFault(where, pattern);
      };
    };

    // A user with the key of the study sees the other views too.
    await open(await results());
    await page.getByRole("heading", { name: "Results of the study" }).waitFor();

    // The list of maps.
    let mend = await cut("**/api/maps");
    await open("");
    await page.getByText(GONE).waitFor();
    await check("list that failed");
    await mend();
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("link", { name: /caves/ }).waitFor();
    assert.equal(await page.getByText(GONE).count(), 0);

    // A map that can't be loaded: no controls without effect are shown.
    mend = await cut("**/geometry");
    await open("#map=caves");
    await page.getByText(GONE).waitFor();
    assert.equal(await page.locator(".side").count(), 0);
    await mend();

    // A query: the last paths stay, pale, and the request is repeated until the server is back.
    await open("#map=caves&from=4,50&to=155,50");
    await settled(page);
    mend = await cut("**/api/query");
    await page.locator(".handle-to").press("ArrowUp");
    await page.locator(".reason", { hasText: GONE }).waitFor();
    assert.equal((await drawn(page)).length, 3);
    assert.ok(Number(await page.locator(".paths").evaluate((paths) => getComputedStyle(paths).opacity)) < 0.5, "they are of another query");
    assert.match(await page.locator(".banner").textContent(), /The server doesn't answer.*It is asked again\.$/);
    await shot("gone");
    await check("server gone");
    const back = page.getByText("The server is back.").waitFor(); // shown only for a while
    await mend();
    await back;
    await settled(page);
    assert.equal(await page.locator(".faded").count(), 0);
    assert.ok(await page.locator(".banner").isHidden());

    // A busy server is asked again at the time that it gives; the display stays meanwhile.
    let refused = 0;
    let admit;
    let asked;
    const again = new Promise((resolve) => (asked = resolve));
    const admitted = new Promise((resolve) => (admit = resolve));
    const refuse = async (route) => {
      if (!refused++) await route.fulfill({ status: 429, headers: { "Retry-After": "0" }, json: { error: { code: "busy", message: "too many requests at once" } } });
      else {
        asked();
        await admitted;
        await route.continue();
      }
    };
    await page.route("**/api/query", refuse);
    const shown = await drawn(page);
    await page.locator(".handle-to").press("Shift+ArrowUp");
    await again;
    assert.deepEqual(await drawn(page), shown);
    assert.equal(await page.getByText("Too many requests").count(), 0);
    admit();
    await page.waitForFunction((old) => document.querySelector(".line") && document.querySelector(".line").getAttribute("d") !== old, shown[0]);
    await page.unroute("**/api/query", refuse);
    await settled(page);
    await expectFault(/429/, "a busy server");

    // A slow answer: the panel shows that it is busy; leaving the view aborts the request.
    const waiting = [];
    const hold = (route) => waiting.push(route);
    await page.route("**/api/query", hold);
    await page.locator(".handle-to").press("ArrowUp");
    await page.waitForSelector(".panel[aria-busy=true]");
    const ended = page.waitForEvent("requestfailed");
    const method = page.getByRole("combobox", { name: "Method", exact: true }).last();
    await method.focus();
    await method.selectOption("penalty");
    assert.match((await ended).failure().errorText, /ABORTED/);
    assert.equal(await method.evaluate((select) => document.activeElement === select), true, "the keyboard stays at the choice");
    await page.unroute("**/api/query", hold);
    await Promise.all(waiting.map((route) => route.continue().catch(() => {})));
    await settled(page);
    await page.waitForSelector(".line");

    // "Try again" sends a drawing that couldn't be sent.
    await open("#draw=new");
    await page.getByRole("button", { name: "Create" }).click();
    await page.waitForSelector(".line", { state: "attached" });
    const id = decodeURIComponent(/#draw=(.*)/.exec(page.url())[1]);
    const state = (wanted) => page.waitForFunction((text) => document.querySelector(".panel").dataset.state === text, wanted);
    const stored = async () => (await (await page.request.get(`${url}api/maps/${id}/drawing`)).json()).obstacles.length;
    mend = await cut("**/drawing");
    await page.getByRole("button", { name: "Add a rectangle" }).click();
    await state("failed");
    assert.equal(await stored(), 0);
    assert.ok(await page.locator(".panel.stale").count(), "the paths are of another drawing");
    await mend();
    await page.getByRole("button", { name: "Try again" }).click();
    await state("done");
    assert.equal(await stored(), 1);

    // Changes made during a build aren't lost by leaving.
    const jobs = [];
    const keep = (route) => jobs.push(route);
    await page.route("**/api/jobs/*", keep);
    const followed = page.waitForRequest("**/api/jobs/*");
    await page.getByRole("button", { name: "Add a rectangle" }).click();
    await followed;
    const sent = page.waitForResponse((response) => response.request().method() === "PUT");
    await page.getByRole("button", { name: "Add a rectangle" }).click();
    await page.getByRole("link", { name: "All maps" }).click();
    assert.equal((await sent).status(), 202);
    assert.equal(await stored(), 3);
    await page.unroute("**/api/jobs/*", keep);
    await Promise.all(jobs.map((route) => route.continue().catch(() => {})));

    // Edited in two places: neither drops the other's changes; the user decides which to keep.
    await open(`#draw=${encodeURIComponent(id)}`);
    await page.waitForFunction(() => document.querySelectorAll(".obstacle").length === 3);
    const elsewhere = (body) => page.request.put(`${url}api/maps/${id}/drawing`, { data: body });
    const empty = { width: 100, height: 60, obstacles: [] };
    assert.equal((await elsewhere(empty)).status(), 202);
    await page.getByRole("button", { name: "Add a rectangle" }).click();
    await page.locator(".notice.fault").waitFor();
    await state("conflict");
    await expectFault(/412/, "a drawing changed elsewhere");
    assert.equal(await stored(), 0, "theirs is still there");
    assert.equal(await page.locator(".obstacle").count(), 4, "and so is mine, here");
    await shot("elsewhere");
    await check("drawing changed elsewhere");
    await page.getByRole("button", { name: "Take theirs" }).click();
    await state("done");
    assert.equal(await page.locator(".obstacle").count(), 0);
    await page.getByRole("button", { name: "Undo" }).click();
    await state("done");
    assert.equal(await stored(), 4, "mine again, by a step back");
    await elsewhere(empty);
    await page.getByRole("button", { name: "Undo" }).click();
    await state("conflict");
    await expectFault(/412/, "a drawing changed elsewhere");
    await page.getByRole("button", { name: "Keep mine" }).click();
    await state("done");
    assert.equal(await stored(), 3);

    // Arrow keys on a slider move the slider, not the selected obstacle.
    await open(`#draw=${encodeURIComponent(id)}`);
    await page.locator(".obstacle-list button").first().click();
    const place = await page.locator(".obstacle").first().getAttribute("d");
    await page.getByRole("slider", { name: "Paths", exact: true }).press("ArrowRight");
    assert.equal(await page.getByRole("spinbutton", { name: "Paths as a number" }).inputValue(), "4");
    assert.equal(await page.locator(".obstacle").first().getAttribute("d"), place);
    await page.keyboard.press("Backspace");
    assert.equal(await page.locator(".obstacle").count(), 3, "nor does it delete that");

    // The study: a failed query is repeated; participants already in it stay in it.
    await open("#study");
    mend = await cut("**/api/study/query");
    await page.getByRole("button", { name: "Begin" }).click();
    await page.locator(".reason", { hasText: GONE }).waitFor();
    await mend();
    await page.getByRole("radio", { name: "Method B" }).check();
    await page.waitForFunction(() => document.querySelector(".panel").dataset.method === "B");
    mend = await cut("**/api/study/progress*");
    await open("#study");
    await page.getByText(GONE).waitFor();
    await mend();
    await open("#study");
    await page.getByRole("heading", { name: "Practice" }).waitFor();
  },
  { sources: () => [caves()], options: ["--study"] },
).catch((error) => {
  console.error(error);
  process.exit(1);
});
