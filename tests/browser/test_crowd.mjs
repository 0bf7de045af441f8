// Crowds: running and pausing, changing strategy and closing areas during a run, two side by side
// at the same step; display, drawing, links, dropped crowds.

import { assert, at, caves, hills, run } from "./kit.mjs";

const step = (page) => page.locator(".crowd-stage").evaluate((stage) => Number(stage.dataset.step));
const reach = (page, wanted) => page.waitForFunction((number) => Number(document.querySelector(".crowd-stage")?.dataset.step) >= number, wanted);
const begun = (page) => page.waitForFunction(() => document.querySelector(".crowd-stage")?.dataset.step === "0" && !document.querySelector(".crowd-stage[aria-busy]"));
const figures = (page, panel = 0) => page.locator(".crowd-panel").nth(panel).locator(".figure").last().textContent();
const play = (page) => page.getByRole("button", { name: "Play", exact: true }).click();
const picture = (page) => page.getByRole("button", { name: "One picture" }).click();

// Advances picture by picture to a step, or to the end of the run.
async function upto(page, wanted) {
  for (;;) {
    const now = await step(page);
    if (now >= wanted || (await page.evaluate(() => document.querySelector(".crowd-stage").dataset.over === "true"))) return;
    await picture(page);
    await page.waitForFunction((before) => {
      const { step, over } = document.querySelector(".crowd-stage").dataset;
      return Number(step) > before || over === "true";
    }, now);
  }
}

// Counts the pixels of each colour on a crowd's canvas.
const colours = (page, panel = 0) =>
  page.evaluate((number) => {
    const canvas = document.querySelectorAll(".crowd-panel")[number].querySelectorAll("canvas")[1];
    const copy = document.createElement("canvas");
    [copy.width, copy.height] = [canvas.width, canvas.height];
    const context = copy.getContext("2d", { willReadFrequently: true });
    context.drawImage(canvas, 0, 0);
    const { data } = context.getImageData(0, 0, copy.width, copy.height);
    const found = {};
    for (let i = 0; i < data.length; i += 4) if (data[i + 3]) found[`${data[i]},${data[i + 1]},${data[i + 2]},${data[i + 3]}`] = (found[`${data[i]},${data[i + 1]},${data[i + 2]},${data[i + 3]}`] ?? 0) + 1;
    return found;
  }, panel);

async function clicks(page, ...points) {
  for (const point of points) await page.mouse.click(...(await at(page, ...point)));
}

await run(
  async ({ page, open, shot, check, url, expectFault }) => {
    const requests = [];
    page.on("request", (request) => /\/api\/crowds/.test(request.url()) && requests.push(request));
    const asked = (method) => requests.filter((request) => request.method() === method);
    // Pauses, and waits for the pending picture.
    const rest = async () => {
      await page.getByRole("button", { name: "Pause", exact: true }).click();
      await page.getByRole("button", { name: "Play", exact: true }).waitFor();
      const { after, steps } = requests.findLast((request) => request.url().endsWith("/steps")).postDataJSON();
      await reach(page, after + steps);
      return step(page);
    };

    // A crowd begins before any agent has started, runs, and pauses.
    await open("");
    await page.getByRole("link", { name: "Crowds" }).click();
    await begun(page);
    assert.match(await page.locator(".facts").textContent(), /^1,920 × 1,080 · \d+ cells$/);
    assert.deepEqual(await colours(page), {}, "nobody");
    await play(page);
    await reach(page, 40);
    await page.waitForFunction(() => /pictures a second/.test(document.querySelector(".crowd-bar").textContent));
    const rests = await rest();
    assert.doesNotMatch(await page.locator(".crowd-bar").textContent(), /pictures/);
    assert.ok(Object.keys(await colours(page)).length > 0, "agents are drawn");
    assert.equal(await figures(page), `${(3 * rests).toLocaleString("en")} present, 0 arrived`);
    assert.equal(asked("POST").filter((request) => request.url().endsWith("/crowds")).length, 1);

    // Single pictures, each of the chosen number of steps.
    await picture(page);
    await reach(page, rests + 2);
    await page.getByLabel("Steps as a number").fill("20");
    await page.getByLabel("Steps as a number").press("Enter");
    await picture(page);
    await reach(page, rests + 22);
    await page.waitForFunction(() => /pace=20/.test(location.hash));

    // Changes the strategy during a run, which continues from its step.
    await play(page);
    const before = await step(page);
    const changed = page.waitForRequest((request) => request.method() === "PATCH");
    await page.getByLabel("Strategy", { exact: true }).selectOption("alternatives");
    assert.deepEqual((await changed).postDataJSON(), { strategy: "alternatives" });
    await page.waitForFunction(() => /strategy=alternatives/.test(location.hash));
    await reach(page, before + 100);
    assert.equal(asked("POST").filter((request) => request.url().endsWith("/crowds")).length, 1, "it is the same crowd");

    // Adding a second crowd restarts both, and they stay at the same step.
    await page.getByLabel("Compare with", { exact: true }).selectOption("none");
    await page.waitForFunction(() => document.querySelectorAll(".crowd-panel").length === 2);
    await reach(page, 1000);
    await rest();
    await upto(page, 2000);
    const now = await step(page);
    const frames = requests.filter((request) => request.url().endsWith("/steps")).slice(-2).map((request) => JSON.parse(request.postData()));
    assert.deepEqual(frames[0], frames[1]);
    assert.equal(frames[0].after + frames[0].steps, now);
    const [some, all] = [await figures(page), await figures(page, 1)].map((text) => Number(/^[\d,]+/.exec(text)[0].replace(",", "")));
    assert.ok(some < all, `${some} with alternatives, ${all} without`);
    assert.notDeepEqual(await colours(page), await colours(page, 1));
    for (const [name, pattern] of [["Present", /agents, to step 2,\d+: Alternatives [\d,]+; None [\d,]+$/], ["Mean travel time", /steps, .*Alternatives [\d,.]+; None/], ["A step takes", /ms, /]]) assert.match(await page.locator(".chart", { hasText: name }).getAttribute("aria-label"), pattern);
    assert.match(await page.locator(".chart-line-2").last().getAttribute("d"), /^M.*L/);

    // Densities, and colours by flow.
    const plain = Object.values(await colours(page)).reduce((sum, number) => sum + number);
    await page.getByRole("checkbox", { name: "Density" }).check();
    assert.ok(Object.values(await colours(page)).reduce((sum, number) => sum + number) > 2 * plain);
    assert.ok((await page.locator(".line-sample").first().boundingBox()).width < 30, "the line of the charts is a small sample");
    await shot("crowd");
    await check("crowds side by side");
    await page.getByRole("checkbox", { name: "Density" }).uncheck();
    await page.getByRole("radio", { name: "flow" }).check();
    assert.equal(Object.keys(await colours(page)).length, 3, "three flows");
    await page.waitForFunction(() => /colour=flow/.test(location.hash));

    // The second crowd changes strategy during the run; when it is removed, the first continues.
    await page.getByLabel("Compare with", { exact: true }).selectOption("periodic");
    await page.waitForFunction(() => document.querySelectorAll(".crowd-panel select")[1].value === "periodic");
    assert.deepEqual(JSON.parse(asked("PATCH").at(-1).postData()), { strategy: "periodic" });
    await page.getByLabel("Compare with", { exact: true }).selectOption("");
    await page.waitForFunction(() => document.querySelectorAll(".crowd-panel").length === 1);
    await upto(page, now + 20);
    await page.keyboard.press("+");
    await page.waitForFunction(() => /view=960,540,/.test(location.hash));

    // Leaving the view ends both crowds after pending requests are answered; here an answer is
    // delayed.
    const ids = [...new Set(requests.map((request) => /c\d+/.exec(request.url())?.[0]).filter(Boolean))];
    assert.equal(ids.length, 3);
    let goOn, held;
    const arrived = new Promise((done) => (held = done));
    const later = new Promise((done) => (goOn = done));
    await page.route("**/steps", async (route) => {
      held();
      await later;
      await route.continue();
    });
    await picture(page);
    await arrived;
    await page.getByRole("link", { name: "Maps", exact: true }).click();
    await page.locator(".card").first().waitFor();
    goOn(); // and all later answers
    for (const id of ids) {
      let status;
      do status = (await fetch(`${url}api/crowds/${id}`)).status;
      while (status !== 404);
    }

    // A wall across the whole map: no agent passes, and those on their way find no way.
    await open("#crowd&environment=narrow&agents=600&spawn=once&pace=20");
    await begun(page);
    await upto(page, 100);
    await page.getByRole("button", { name: "Close an area" }).click();
    await clicks(page, [900, 2], [1020, 2], [1020, 1078], [900, 1078], [900, 2]);
    await page.locator(".closed-areas path").waitFor();
    assert.equal(await page.locator(".fine[role=status]", { hasText: "Closed" }).textContent(), "Closed: at step 100.");
    await upto(page, 200);
    assert.match(await page.locator(".crowd-panel .figure").first().textContent(), /^\d+ find no path$/);
    assert.equal(await page.getByRole("button", { name: "Close an area" }).getAttribute("aria-pressed"), "false");
    await page.waitForFunction(() => /closed=100,/.test(location.hash));
    const [there, link] = [await figures(page), page.url()];

    // The link includes the wall: the run is the same.
    await open(link.slice(link.indexOf("#")));
    await begun(page);
    await upto(page, 200);
    assert.equal(await figures(page), there);
    await page.getByRole("button", { name: "Open all, begin anew" }).click();
    await begun(page);
    assert.equal(await page.locator(".closed-areas path").count(), 0);
    await upto(page, 200);
    assert.equal(await page.locator(".crowd-panel .figure").first().textContent(), "");

    // By keyboard alone: three corners at the aim, and the last of them again.
    await page.getByRole("button", { name: "Close an area" }).focus();
    await page.keyboard.press("Enter");
    assert.match(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), /^Aim at 960, 540\./);
    for (const keys of [["Enter"], ["Shift+ArrowRight", "Enter"], ["Shift+ArrowUp", "Enter"], ["Enter"]]) for (const key of keys) await page.keyboard.press(key);
    await page.locator(".closed-areas path").waitFor();
    assert.match(await page.locator(".closed-areas path").getAttribute("d"), /^M960 540L1152 540L1152 348Z$/);
    await page.getByRole("button", { name: "Close an area" }).press("Enter");
    await page.keyboard.press("Escape");
    assert.equal(await page.locator(".aim").count(), 0);
    await page.locator("main").focus();
    await page.keyboard.press(" ");
    await reach(page, 260);
    await page.keyboard.press(" ");
    await page.getByRole("button", { name: "Play", exact: true }).waitFor();

    // Flows: one is added, one removed; one into a wall is reported, and corrected.
    await page.getByRole("button", { name: "Draw a flow" }).click();
    await clicks(page, [100, 1000], [1800, 1000]);
    await page.waitForFunction(() => document.querySelectorAll(".flow-row").length === 4);
    await begun(page);
    await page.getByRole("button", { name: "Remove flow 1" }).click();
    await page.waitForFunction(() => document.querySelectorAll(".flow-row").length === 3);
    await begun(page);
    const target = page.getByLabel("Flow 1 goal x");
    const old = await target.inputValue();
    await target.fill("5000");
    await target.press("Enter");
    await page.locator(".crowd-words", { hasText: "Flow 0: goal 0 lies in a wall, or off the map, at 5000," }).waitFor();
    await expectFault(/400 \(Bad Request\)/, "a flow off the map");
    await page.getByLabel("Flow 1 goal x").fill(old);
    await page.getByLabel("Flow 1 goal x").press("Enter");
    await page.waitForFunction(() => !document.querySelector(".crowd-words").textContent);
    await begun(page);

    // A crowd dropped by the server is started again.
    const id = /c\d+/.exec(requests.at(-1).url())[0];
    await fetch(`${url}api/crowds/${id}`, { method: "DELETE" });
    await play(page);
    await page.locator(".crowd-words", { hasText: "the server has dropped it" }).waitFor();
    await expectFault(/404 \(Not Found\)/, "a crowd that is gone");
    await page.locator(".crowd-words").getByRole("button", { name: "Begin anew" }).click();
    await page.waitForFunction(() => !document.querySelector(".crowd-words").textContent);
    await upto(page, 20);

    // Maps are offered, but not terrains; with an index, the strategy "alternatives" is available.
    assert.equal(await page.getByLabel("Where").locator("option", { hasText: "hills" }).count(), 0);
    await page.getByLabel("Where").selectOption({ label: "caves" });
    await page.waitForFunction(() => /map=caves/.test(location.hash) && document.querySelector(".facts").textContent.startsWith("160 × 100"));
    await page.getByLabel("Strategy", { exact: true }).selectOption("alternatives");
    await upto(page, 200);
    await check("a crowd in caves");
    await open("#map=caves&from=4,50&to=155,50");
    await page.locator(".side").getByRole("link", { name: "Crowd", exact: true }).click();
    await begun(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await upto(page, 20);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "it fits a telephone");

    // Space plays, also while the link that led here has the focus.
    await open("");
    await page.getByRole("link", { name: "Crowds" }).click();
    await begun(page);
    await page.keyboard.press(" ");
    await page.getByRole("button", { name: "Pause", exact: true }).click();
  },
  { sources: () => [caves(), hills()] },
).catch((error) => {
  console.error(error);
  process.exit(1);
});
