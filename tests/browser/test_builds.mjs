// Builds in the background: their progress, and cancelling them. The test replaces the server's job
// states, so that a build lasts until the test has seen it.

import { assert, caves, run, settled } from "./kit.mjs";

const state = (page, wanted) => page.waitForFunction((text) => document.querySelector(".panel").dataset.state === text, wanted);

await run(
  async ({ page, open, shot, check }) => {
    let told = null; // the state given to every job
    await page.route("**/api/jobs/*", async (route) => {
      if (route.request().method() === "DELETE") told = "cancelled";
      if (told && route.request().method() === "GET")
        await route.fulfill({ json: { id: "j1", map: "any", state: told, stage: told === "building" ? "trees" : "", done: 0.4, message: "" } });
      else await route.continue();
    });
    const cancelled = () => page.waitForResponse((response) => response.request().method() === "DELETE");

    // The build of a drawing.
    await open("#draw=new");
    await page.getByRole("button", { name: "Create" }).click();
    await page.waitForSelector(".line", { state: "attached" });
    told = "building";
    await page.getByRole("button", { name: "Add a rectangle" }).click();
    await page.getByText("building the index: trees").waitFor();
    assert.equal(await page.getByRole("progressbar", { name: "Index being built" }).evaluate((bar) => bar.value), 0.4);
    await page.getByRole("button", { name: "Cancel" }).waitFor();
    await shot("building");
    await check("drawing, being built");
    let answer = cancelled();
    await page.getByRole("button", { name: "Cancel" }).click();
    assert.equal((await answer).status(), 202);
    await state(page, "cancelled");
    assert.ok(await page.locator(".job").isHidden());
    assert.ok(await page.locator(".panel.stale").count(), "the paths are of the drawing before");
    told = null;
    await page.getByRole("button", { name: "Try again" }).click();
    await state(page, "done");
    assert.equal(await page.locator(".panel.stale").count(), 0);

    // A change during a build: the newer drawing is built instead.
    told = "building";
    await page.getByRole("button", { name: "Add a rectangle" }).click();
    await page.getByText("building the index: trees").waitFor();
    const sent = page.waitForRequest((request) => request.method() === "PUT");
    await page.getByRole("button", { name: "Undo" }).click();
    assert.equal((await sent).postDataJSON().obstacles.length, 1);
    told = null;
    await state(page, "done");

    // The build of a map in the explore view.
    await page.route("**/api/maps/caves", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), building: "j1" } });
    });
    told = "building";
    await open("#map=caves&from=4,50&to=155,50");
    await settled(page);
    await page.getByText("building the index: trees").waitFor();
    answer = cancelled();
    await page.getByRole("button", { name: "Cancel" }).click();
    await answer;
    await page.getByText("The build is cancelled: the one before answers.").waitFor();
    assert.ok(await page.locator(".job").isHidden());
    await page.waitForSelector(".line");

    // When it is done the page starts again with it, whether or not there was an index before.
    told = "building";
    await open("#map=caves&from=4,50&to=155,50");
    await page.getByText("building the index: trees").waitFor();
    await page.locator(".panel").evaluate((panel) => (panel.dataset.old = ""));
    told = "done";
    await page.waitForFunction(() => document.querySelector(".panel:not([data-old]) .line"));
    assert.equal(await page.locator(".notice.fault").count(), 0);
  },
  { sources: () => [caves()] },
).catch((error) => {
  console.error(error);
  process.exit(1);
});
