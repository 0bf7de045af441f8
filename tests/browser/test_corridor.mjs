// The separation: its slider, the corridor of path 1 under the paths, filled paths, the table and
// the words about it; two methods get the same bounds.

import { assert, caves, run, settled } from "./kit.mjs";

const START = "#map=caves&from=4,50&to=155,50";

await run(
  async ({ page, open, shot, check }) => {
    // Returns the answer to the request made by an action.
    const answerTo = async (action) => {
      const [response] = await Promise.all([page.waitForResponse(/\/api\/query$/), action()]);
      await settled(page);
      return response.json();
    };
    const slider = page.getByRole("slider", { name: "Separation", exact: true });
    const fill = page.getByRole("checkbox", { name: "Fill up" });
    const band = page.locator(".layer-lines .corridor");
    const legend = page.locator(".legend").first();
    const table = page.locator(".answer-table").first();
    const apart = () => table.locator("tbody tr:not(.empty) td:nth-child(7)").allTextContents();
    const hash = (text) => page.waitForFunction((part) => location.hash.includes(part), text);
    const width = async () => Number(await band.getAttribute("stroke-width"));
    const seen = () =>
      band.evaluate((node) => {
        const { vectorEffect, strokeLinecap, strokeLinejoin, strokeWidth } = getComputedStyle(node);
        const line = document.querySelector('.line[data-number="1"]');
        const under = node.compareDocumentPosition(line) === Node.DOCUMENT_POSITION_FOLLOWING;
        // Beside other paths the line itself is shifted, by less than the corridor's width.
        const [least, most] = [node, line].map((path) => path.getPointAtLength(0.4 * path.getTotalLength())).map(({ x, y }) => [x, y]);
        return { under, along: Math.hypot(least[0] - most[0], least[1] - most[1]) < parseFloat(strokeWidth) / 2, looks: [vectorEffect, strokeLinecap, strokeLinejoin], pixels: parseFloat(strokeWidth) * node.getScreenCTM().d };
      });

    // At first 2 % of the distance: a band under path 1, whose width on the map is independent of
    // the view.
    const first = await answerTo(() => open(START));
    const { separation } = first.bounds;
    assert.ok(Math.abs(separation - 0.02 * first.paths[0].length) < 1e-6);
    assert.ok(Math.abs((await width()) - 2 * separation) < 1e-9);
    const before = await seen();
    assert.ok(before.along && before.under);
    assert.deepEqual(before.looks, ["none", "round", "round"]);
    await page.getByRole("button", { name: "Zoom in" }).click();
    await page.waitForFunction(() => location.hash.includes("view="));
    assert.ok(Math.abs((await seen()).pixels / before.pixels - 1.5) < 0.01, "it grows with the map");
    assert.match(await legend.textContent(), /within 3\.32 of path 1/);
    assert.match(await legend.getByRole("status").textContent(), /^A single blockage anywhere on \d+% of path 1 leaves another open\.$/);
    assert.deepEqual((await apart()).map((text) => /^\d+(\.\d)?%$/.test(text)), [true, true, true]);

    // Spliced paths have no via node.
    await page.getByRole("checkbox", { name: "Via nodes" }).check();
    await page.getByRole("checkbox", { name: "Plateaus" }).check();
    const found = first.paths;
    assert.ok(found.some(({ via }) => !via), "a splice");
    assert.equal(await page.locator(".via").count(), found.filter(({ via }) => via).length);
    assert.equal(await page.locator(".plateau").count(), found.filter(({ plateau }) => plateau).length);

    // A larger separation gives fewer paths, with the reason; `fill` adds others.
    await open(`${START}&k=4`);
    await settled(page);
    const few = await answerTo(() => slider.fill("8"));
    await hash("separation=8");
    assert.equal(await slider.getAttribute("aria-valuetext"), "8%");
    assert.ok(Math.abs((await width()) / (2 * separation) - 4) < 1e-6);
    assert.ok(few.paths.length < 4 && few.candidates.too_near > 0);
    assert.ok((await page.locator(".reason").textContent()).includes(`${few.candidates.too_near} `));
    assert.match(await page.locator(".reason").textContent(), /too near to a path listed/);
    assert.ok(await page.locator(".legend").getByText("filled in").isHidden());
    const full = await answerTo(() => fill.check());
    await hash("fill=1");
    assert.ok(full.paths.length > few.paths.length);
    const filled = full.paths.flatMap((path, i) => (path.filled ? [i + 1] : []));
    assert.ok(filled.length);
    const dashed = await page.locator(".line.dashed").evaluateAll((lines) => lines.map((line) => Number(line.dataset.number)).sort());
    assert.deepEqual(dashed, filled, "they are dashed");
    assert.deepEqual((await apart()).flatMap((text, i) => (text.endsWith("*") ? [i + 1] : [])), filled, "and marked");
    await page.getByRole("button", { name: `Path ${filled[0]}, filled in: bring forward` }).waitFor();
    assert.ok(await page.locator(".legend").getByText("filled in").isVisible());
    assert.match(await page.locator(".reason").textContent(), /of them filled in\.$/);
    await shot("corridor");
    await check("corridor");

    // The link restores it.
    await open(new URL(page.url()).hash);
    await settled(page);
    assert.equal(await slider.inputValue(), "8");
    assert.ok(await fill.isChecked());
    assert.equal(await page.locator(".line.dashed").count(), filled.length);

    // Switched off, the band disappears and the table stays; a link keeps it off.
    await page.getByRole("checkbox", { name: "Corridor" }).uncheck();
    await page.waitForFunction(() => !document.querySelector(".layer-lines .corridor"));
    assert.ok(await legend.getByText("of path 1", { exact: false }).first().isHidden());
    assert.ok((await apart())[0].includes("%"));
    await page.waitForFunction(() => /layers=(&|$)/.test(location.hash));
    await open(new URL(page.url()).hash);
    await settled(page);
    assert.equal(await band.count(), 0);

    // With separation 0 there is no corridor and nothing to fill.
    await open(START);
    await settled(page);
    const exact = await answerTo(() => slider.fill("0"));
    await hash("separation=0");
    assert.equal(exact.bounds.separation, undefined);
    assert.equal(await band.count(), 0);
    assert.ok(await table.getByRole("columnheader", { name: "Apart" }).isHidden());
    assert.ok(await fill.isDisabled());

    // Side by side, both methods get it.
    const asked = page.waitForRequest((request) => request.url().endsWith("/api/query") && request.postDataJSON().algorithm === "penalty");
    await open(`${START}&compare=penalty`);
    assert.equal((await asked).postDataJSON().separation_share, 0.02);
    await settled(page);
    await page.waitForFunction(() => document.querySelectorAll(".layer-lines .corridor").length === 2);
  },
  { sources: () => [caves()] },
).catch((error) => {
  console.error(error);
  process.exit(1);
});
