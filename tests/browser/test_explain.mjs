// Explain: the fate of each candidate, step by step, by buttons, slider and keyboard, for each
// method; ghosts of refused paths, and the paths that they were too similar to.

import path from "node:path";
import { assert, caves, centre, folder, hills, lengths, rooms, root, run, settled } from "./kit.mjs";

const { stepsOf, tally } = await import(path.join(root, "src/viewer/page/src/explain-steps.js"));

// Rivals are named by their number in the answer, not by the order in which they were chosen.
{
  const [one, two, three, ghost] = [1, 2, 3, 4].map((y) => [[0, 0], [5, y], [9, 9]]);
  const answer = {
    paths: [{ points: one, length: 10 }, { points: two, length: 11 }, { points: three, length: 12, plateau: [0, 1] }],
    candidates: { unjudged: 2 },
    trace: {
      left_out: 0,
      vias: [{ fate: "too_long", at: [1, 1] }],
      candidates: [
        { fate: "chosen", via: [5, 3], spliced: false, length: 12, points: three },
        { fate: "too_similar", rival: 1, via: null, spliced: true, length: 13, points: ghost },
        { fate: "too_near", rival: 0, via: [5, 4], spliced: false, length: 13, points: ghost },
        { fate: "looping", loop: [[4, 4], [9, 9]], via: [5, 4], spliced: false, length: 13, points: ghost },
        { fate: "chosen", via: [5, 2], spliced: false, length: 11, points: two },
      ],
    },
  };
  const steps = stepsOf(answer, { stretch: 1.5, dissimilarity: 0.6, max_loop: 2 }, { from: null, to: null });
  assert.deepEqual(steps.map(({ title }) => title), ["Path 1", "Corners tried", "Path 3", "Candidate: too similar", "Candidate: too near", "Candidate: turns back", "Path 2", "The answer"]);
  assert.match(steps[3].text, /too similar to path 3/);
  assert.equal(steps[3].marks.rival, 3);
  assert.match(steps[4].text, /too near to path 1/);
  assert.deepEqual(steps[2].marks.plateau, [0, 1]);
  assert.match(steps[5].text, /that the dotted line joins it is more than 2 times as long as the straight line/);
  assert.deepEqual(steps[5].marks.chord, [[4, 4], [9, 9]]);
  assert.match(steps[7].text, /2 taken, 1 too long, 1 too similar, 1 too near, 1 turns back.* 2 candidates came after/);
  assert.equal(tally([]), "");
  assert.deepEqual(stepsOf({ paths: [], trace: answer.trace }, {}, {}), []);
}

const text = (page) => page.locator(".explain-text").textContent();
const told = (page) => page.locator(".dock-explain[data-steps]").waitFor();

await run(
  async ({ page, browser, open, shot, check, url, listen }) => {
    await open("#map=caves&from=4,50&to=155,50");
    await settled(page);
    const plain = await lengths(page);
    await page.getByRole("checkbox", { name: "Explain" }).check();
    await told(page);
    const answer = await page.evaluate(async () => (await fetch("/api/query", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ map: "caves", from: [4, 50], to: [155, 50], trace: true }) })).json());
    const { vias, candidates } = answer.trace;
    assert.ok(candidates.some(({ fate }) => fate === "too_near"), "this query has what the test wants to see");
    const steps = Number(await page.locator(".dock-explain").getAttribute("data-steps"));
    assert.equal(steps, candidates.length + 4, "what the ends see, path 1, the corners, each candidate, the answer");
    assert.equal(await page.locator(".chip").count(), steps);
    assert.deepEqual(await lengths(page), plain, "the paths are the same");

    // The ends' cone lists come first; the back button is disabled.
    assert.match(await text(page), /^What the ends see\. S sees \d+ corners/);
    assert.equal(await page.locator(".explain-cone").count(), 2);
    assert.ok(await page.getByRole("button", { name: "Step before" }).isDisabled());
    await check("explain");

    // By keyboard: path 1, the corners, the first candidate; and back.
    await page.locator(".handle-from").focus();
    for (const pattern of [/^Path 1\./, new RegExp(`^Corners tried\\. ${vias.length + candidates.filter(({ via }) => via).length} corners`)]) {
      await page.keyboard.press(".");
      assert.match(await text(page), pattern);
    }
    assert.ok((await page.locator(".explain-dots").count()) > 0);
    await page.keyboard.press(",");
    assert.match(await text(page), /^Path 1\./);

    // A candidate that is too near: a ghost, its via node, and the path that it is too near to.
    const number = candidates.findIndex(({ fate, rival }) => fate === "too_near" && rival === 0);
    await page.locator(".chip").nth(3 + number).click();
    assert.match(await text(page), /too near to path 1/);
    assert.equal(await page.locator(".explain-ghost.fate-too_near").count(), 1);
    assert.equal(await page.locator(".explain-rival").count(), 1);
    assert.equal(await page.locator(".explain-via").count(), 1);
    assert.equal(await page.locator(".chip[aria-current=step]").textContent(), "too near");
    await page.waitForFunction((step) => new RegExp(`explain=${step}(&|$)`).test(location.hash), 4 + number);
    await page.locator(".chip[aria-current]").scrollIntoViewIfNeeded();
    await shot("explain");
    await check("explain, refused");

    // A chosen candidate is a path of the answer.
    const taken = candidates.findIndex(({ fate }) => fate === "chosen");
    await page.getByLabel("Step", { exact: true }).evaluate((slider, to) => {
      slider.value = to;
      slider.dispatchEvent(new Event("input", { bubbles: true }));
    }, 3 + taken);
    assert.match(await text(page), /^Path [23]\..* it is taken/);
    assert.equal(await page.locator(".explain-path").count(), 1);
    assert.equal(await page.locator(".explain-ghost").count(), 0);

    // The last step shows all paths as usual.
    await page.locator(".chip").last().click();
    assert.match(await text(page), /^The answer\. 3 paths of \d+ candidates: /);
    assert.ok(await page.getByRole("button", { name: "Next step" }).isDisabled());
    assert.equal(await page.locator(".panel.explaining").count(), 0);

    // A link opens its step.
    await open(`#map=caves&from=4,50&to=155,50&explain=${4 + number}`);
    await told(page);
    assert.match(await text(page), /too near to path 1/);

    // A candidate that turns back: the line of sight between two of its points. Without the bound on
    // loops it is none.
    const turning = "#map=caves&from=65,4&to=18,10";
    await open(`${turning}&explain=1`);
    await told(page);
    const found = (await lengths(page)).length;
    await page.locator(".chip", { hasText: "turns back" }).first().click();
    assert.match(await text(page), /turns back in plain sight\. .* more than 1\.5 times as long as the straight line/);
    assert.match(await page.locator(".explain-chord").getAttribute("d"), /^M[^ML]+L[^ML]+$/);
    await shot("explain-loop");
    await check("explain, turning back");
    const slider = page.getByRole("slider", { name: "Loops" });
    await slider.press("End");
    await page.waitForFunction(() => /max_loop=0(&|$)/.test(location.hash));
    assert.equal(await slider.getAttribute("aria-valuetext"), "off");
    assert.equal(await page.getByLabel("Loops as a number").inputValue(), "");
    await settled(page);
    await page.waitForFunction(() => ![...document.querySelectorAll(".chip")].some(({ textContent }) => textContent === "turns back"));
    assert.ok((await lengths(page)).length > found, "loops are paths, too");
    await slider.press("ArrowLeft");
    await page.waitForFunction(() => /max_loop=4(&|$)/.test(location.hash));
    await page.getByLabel("Loops as a number").fill("");
    await page.getByLabel("Loops as a number").press("Enter");
    await page.waitForFunction(() => /max_loop=0(&|$)/.test(location.hash));
    await open(`#map=caves&from=4,50&to=155,50&explain=${4 + number}`);
    await told(page);

    // Nothing is explained while an end is dragged; afterwards the first step is shown.
    await settled(page);
    const [x, y] = await centre(page.locator(".handle-to .shape"));
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x - 40, y - 30, { steps: 4 });
    await page.locator(".explain-text", { hasText: "Let go" }).waitFor();
    await page.mouse.up();
    await told(page);
    assert.match(await text(page), /^What the ends see/);

    // All methods; a method with one path, or an answer without paths, has nothing to explain.
    for (const method of ["plateaus", "dissimilarity", "penalty"]) {
      await open(`#map=rooms&from=2,2&to=97,77&k=5&method=${method}&explain=2`);
      await told(page);
      assert.match(await text(page), /^Path 1\./, method);
      assert.ok((await page.locator(".chip[class*=fate-]").count()) > 0, method);
    }
    await page.getByLabel("Method", { exact: true }).first().selectOption("polyanya");
    await page.locator(".explain-text", { hasText: "This method finds one path" }).waitFor();
    await open("#map=caves&from=4,50&to=0,0&snap=0&explain=1");
    await page.locator(".explain-text", { hasText: "There is no path" }).waitFor();

    // The keys of paths still work beside layers that make requests of their own.
    await open("#map=caves&from=4,50&to=155,50&layers=sight,cones&heat=1&explain=1");
    await told(page);
    await page.locator(".corner-dots").waitFor({ state: "attached" });
    await page.locator(".handle-from").focus();
    await page.keyboard.press("2");
    await page.waitForSelector(".line.dim");

    // Terrains have no such tool.
    await open("#map=hills&from=40,40&to=560,360&explain=1");
    await settled(page);
    assert.equal(await page.getByRole("checkbox", { name: "Explain" }).isVisible(), false);
    assert.equal(await page.locator(".dock").count(), 0);

    // On a telephone.
    const phone = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
    const small = await phone.newPage();
    listen(small);
    await small.goto(`${url}#map=caves&from=4,50&to=155,50&explain=${4 + number}`);
    await told(small);
    const next = small.getByRole("button", { name: "Next step" });
    await next.scrollIntoViewIfNeeded();
    const box = await next.boundingBox();
    assert.ok(box.width >= 44 && box.height >= 44, "large enough for a finger");
    await next.tap();
    await small.waitForFunction((step) => new RegExp(`explain=${step}(&|$)`).test(location.hash), 5 + number);
    assert.ok(await small.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing sticks out");
    await small.screenshot({ path: path.join(folder, "explain-telephone.png") });
    await phone.close();
  },
  { sources: () => [caves(), rooms(), hills()] },
).catch((error) => {
  console.error(error);
  process.exit(1);
});
