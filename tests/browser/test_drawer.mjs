// Several tools of the explore view together: one drawer that shows one dock; the requests of each
// when others are on; undo, two methods, another map; a telephone.

import { assert, at, caves, hills, run, settled, stopped } from "./kit.mjs";

const AREA = "80,50,12";
const NAMES = ["avoid", "passages", "walk", "heat", "explain", "score", "scen"];
const ALL = `&avoid=${AREA}&passages=1&walk=length&heat=detour&explain=3&score=7&scen=2`;

const seen = (page) => page.locator(".dock:visible").evaluateAll((docks) => docks.map((dock) => dock.className.replace("dock dock-", "")));
const tabs = (page) => page.locator(".drawer-tabs .choice").allTextContents();
const tab = (page, name) => page.locator(".drawer-tabs").getByRole("radio", { name, exact: true });
const hash = (page, wanted) => page.waitForFunction((text) => location.hash.includes(text), wanted);
const all = (page) => page.waitForFunction((count) => document.querySelectorAll(".dock").length === count, NAMES.length);

await run(
  async ({ page, url, open, check, browser, listen }) => {
    const asked = [];
    page.on("request", (request) => {
      if (/\/api\/(query|targets)$/.test(request.url())) asked.push({ path: new URL(request.url()).pathname, ...request.postDataJSON() });
    });

    // ---- One is seen, which the address names last ----

    await open(`#map=caves&from=4,50&to=155,50${ALL}`);
    await settled(page);
    await all(page);
    assert.deepEqual(await seen(page), ["scen"]);
    assert.deepEqual(await tabs(page), ["Obstacles", "Passages", "Walkers", "Heat map", "Explain", "Scoreboard", "Query file"], "as the switches are");
    assert.deepEqual(await page.locator(".side .checks").first().locator(".check").allTextContents(), await tabs(page));
    for (const mark of [".area", ".passage", ".walkers", ".explain-lines path"]) await page.locator(mark).first().waitFor({ state: "attached" }); // its marks stay on the map
    await page.locator(".dock-heat[data-done]").waitFor({ state: "attached" });
    await check("all tools");
    await tab(page, "Walkers").click();
    assert.deepEqual(await seen(page), ["walk"]);
    await hash(page, "&scen=2&walk=length");
    await page.reload();
    await all(page);
    assert.deepEqual(await seen(page), ["walk"], "the link opens the same");

    // ---- What is asked ----

    await page.locator(".dock-explain[data-steps]").waitFor({ state: "attached" });
    await page.locator(".dock-heat[data-done]").waitFor({ state: "attached" });
    const traced = asked.filter(({ trace }) => trace);
    assert.ok(traced.length && traced.every(({ obstacles }) => String(obstacles[0].circle) === AREA), "what is explained is the answer round the areas");
    const targets = asked.filter(({ path }) => path === "/api/targets");
    assert.ok(targets.length && targets.every(({ avoid, obstacles }) => !avoid && !obstacles), "many targets are asked without them");
    await tab(page, "Heat map").click();
    await page.locator(".dock-heat", { hasText: "Obstacles, openings and closed doors don't count here." }).waitFor();
    asked.length = 0;
    await tab(page, "Scoreboard").click();
    await page.getByRole("button", { name: "Run" }).click();
    await stopped(page, 2);
    const compared = asked.filter(({ path, snap }) => path === "/api/query" && snap === undefined);
    assert.ok(compared.length >= 2 && compared.every(({ obstacles }) => String(obstacles[0].circle) === AREA), "methods are compared round the areas");

    // ---- Undo, two methods ----

    await tab(page, "Obstacles").click();
    await page.locator(".handle-to").focus();
    await page.keyboard.press("ArrowUp");
    await page.waitForFunction(() => !location.hash.includes("to=155,50&"));
    await page.locator(".area").click();
    await page.keyboard.press("Delete");
    await page.waitForFunction(() => !document.querySelector(".area"));
    await page.keyboard.press("Control+z");
    await page.locator(".area").waitFor();
    await page.keyboard.press("Control+z");
    await hash(page, "to=155,50&");
    assert.equal((await page.locator(".dock").count()), NAMES.length, "undo switches nothing off");
    await page.getByLabel("Compare with", { exact: true }).selectOption("penalty");
    await page.waitForFunction(() => document.querySelectorAll(".area").length === 2 && document.querySelectorAll(".walkers").length === 2 && document.querySelectorAll(".passages").length === 2);
    await settled(page);

    // ---- Off and on again ----

    await page.getByRole("button", { name: "Close obstacles" }).click();
    await page.waitForFunction(() => !document.querySelector(".area, .dock-avoid") && !location.hash.includes("avoid="));
    assert.deepEqual(await seen(page), ["score"], "the one before is seen");
    assert.equal(await page.getByRole("checkbox", { name: "Obstacles" }).isChecked(), false);
    await page.getByRole("checkbox", { name: "Obstacles" }).check();
    await page.waitForFunction(() => document.querySelectorAll(".area").length === 2);
    assert.deepEqual(await seen(page), ["avoid"], "what is switched on is seen");
    await hash(page, `avoid=${AREA}`);
    await page.keyboard.press("Control+z"); // back to the state before; switching is no step
    assert.equal(await page.locator(".area").count(), 2);

    // ---- Clicks are the drawing's, also where corners are shown ----

    await open("#map=caves&from=4,50&to=155,50&layers=sight&avoid=1");
    await settled(page);
    await page.waitForFunction(() => document.querySelector(".corner-dots")?.getAttribute("d"));
    await page.locator(".dock-avoid").getByRole("button", { name: "Polygon" }).click();
    const corners = await page.evaluate(async () => {
      const { at } = await (await fetch("/api/maps/caves/vertices")).json();
      const all = Array.from({ length: at.length / 2 }, (_, i) => at.slice(2 * i, 2 * i + 2));
      const far = (x, y) => all.reduce((best, p) => (Math.hypot(p[0] - x, p[1] - y) < Math.hypot(best[0] - x, best[1] - y) ? p : best));
      return [far(60, 30), far(100, 30), far(80, 60)];
    });
    for (const corner of [...corners, corners[0]]) await page.mouse.click(...(await at(page, ...corner)));
    await page.locator(".area").waitFor();

    // ---- With one tool the drawer shows its name, and the focus returns to its switch ----

    assert.equal(await page.locator(".drawer-tabs h2").textContent(), "Obstacles");
    await page.getByRole("button", { name: "Close obstacles" }).focus();
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => !document.querySelector(".drawer"));
    assert.ok(await page.getByRole("checkbox", { name: "Obstacles" }).evaluate((box) => box === document.activeElement));

    // ---- A terrain has two of the tools ----

    await page.evaluate((text) => (location.hash = `#map=hills${text}`), ALL);
    await settled(page);
    await page.waitForFunction(() => document.querySelectorAll(".dock").length === 2);
    assert.deepEqual(await tabs(page), ["Walkers", "Query file"]);
    await page.waitForFunction(() => !/avoid|heat|score|explain|passages/.test(location.hash));

    // ---- A telephone: most of the map is visible, and controls are large enough ----

    for (const [name, more] of [["one method", ""], ["two", "&compare=penalty"]]) {
      const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
      const small = await context.newPage();
      listen(small);
      await small.goto(`${url}#map=caves&from=4,50&to=155,50${ALL}${more}`);
      await settled(small);
      await all(small);
      for (const label of ["Obstacles", "Walkers", "Explain", "Query file"]) {
        await tab(small, label).tap();
        const drawer = await small.locator(".drawer").boundingBox();
        const screen = await small.locator(".screen").first().boundingBox();
        const free = Math.min(drawer.y, screen.y + screen.height) - screen.y;
        assert.ok(free >= 300, `${name}, ${label}: ${free} pixels of the map are seen`);
        assert.ok(drawer.y <= 844 - 88, `${name}, ${label}: its first row is on the screen`);
        assert.ok((await small.evaluate(() => document.documentElement.scrollWidth)) <= 390, "nothing is wider than the screen");
        const low = await small.locator(".drawer button:visible, .drawer .choice:visible").evaluateAll((every) => every.map((each) => each.getBoundingClientRect().height).filter((height) => height < 44));
        assert.deepEqual(low, [], `${name}, ${label}: heights of what is touched`);
      }
      await context.close();
    }
  },
  { sources: () => [caves(), hills()] },
);
