// The page fetches its parts when needed: first only those of a map's view, the others on demand;
// parts that can't be fetched are reported.

import path from "node:path";
import { assert, caves, hills, run, settled } from "./kit.mjs";

await run(
  async ({ page, url, open, context, expectFault, check }) => {
    let files = [];
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (!pathname.startsWith("/api/")) files.push(pathname.slice(1));
    });
    const fetched = () => {
      const some = [...new Set(files)].sort();
      files = [];
      return some;
    };
    await open("#map=caves&from=4,50&to=155,50");
    await settled(page);
    await page.keyboard.press("Tab");
    assert.deepEqual(fetched(), ["", "page.css", "page.js"]);

    // Layers, help and files are fetched on demand, each once.
    await page.getByRole("checkbox", { name: "Cone lists" }).check();
    await page.locator(".cone").first().waitFor({ state: "attached" });
    assert.deepEqual(fetched(), ["sights.js"]);
    for (const again of [false, true]) {
      await page.getByRole("button", { name: "Help" }).click();
      await page.getByRole("button", { name: "Close" }).click();
      assert.deepEqual(fetched(), again ? [] : ["help.js", "legs-table.js"]);
    }
    for (const again of [false, true]) {
      await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "JSON", exact: true }).click()]);
      assert.deepEqual(fetched(), again ? [] : ["save.js"]);
    }

    // A tool of the map.
    for (const again of [false, true]) {
      const toggle = page.getByRole("checkbox", { name: "Obstacles" });
      await toggle.check();
      await page.locator(".dock-avoid").waitFor();
      assert.deepEqual(fetched(), again ? [] : ["avoid.css", "avoid.js", "dock.js", "things.js", "tools.css"]);
      await toggle.uncheck();
    }

    // Other views and maps.
    await page.evaluate(() => (location.hash = "#map=hills&layers=field"));
    await page.locator(".legend-field:not([hidden])").waitFor();
    assert.deepEqual(fetched(), ["cost-field.js", "grid.js", "terrain-part.js", "terrain.css", "terrain.js"]);
    await page.evaluate(() => (location.hash = "#maps"));
    await page.locator(".card").nth(1).waitFor();
    assert.deepEqual(fetched(), ["maps-view.js", "maps.css"]);
    await page.getByRole("link", { name: "Crowds" }).click();
    await page.locator(".crowd-panel").first().waitFor();
    assert.deepEqual(fetched(), ["crowd-view.js", "crowd.css"]);

    // Parts that can't be fetched: a view, a sheet, help.
    await context.route(/draw-view\.js|draw\.css|help\.js/, (route) => route.abort());
    await open("#maps");
    await page.locator(".card").nth(1).waitFor();
    await page.getByRole("link", { name: "Draw", exact: true }).click();
    await page.getByText("This part of the page can't be fetched.").waitFor();
    await check("no part");
    await page.keyboard.press("?");
    await page.locator(".notice", { hasText: "This part of the page can't be fetched." }).waitFor();
    await page.getByRole("link", { name: "Maps", exact: true }).click();
    await page.locator(".card").nth(1).waitFor();
    await context.unroute(/draw-view\.js|draw\.css|help\.js/);
    for (const name of ["draw\\.css", "help\\.js"]) await expectFault(new RegExp(`${name} net::ERR_FAILED`), name);
    for (let i = 0; i < 2; i++) await expectFault(/Failed to load resource/, "what can't be fetched");
    await page.goto(`${url}#draw=new`);
    await page.getByRole("heading", { name: /drawing/i }).first().waitFor();
  },
  { sources: () => [caves(), hills()] },
);
