// The explore view: dragging both ends, all settings, bringing paths forward, comparing methods,
// layers, the reason in words, the permalink, saving files.

import fs from "node:fs";
import path from "node:path";
import { assert, caves, centre, drawn, folder, lengths, rooms, run, settled, temporary } from "./kit.mjs";

// A point on the screen that lies on an SVG line.
function middle(line) {
  const { x, y } = line.getPointAtLength(0.45 * line.getTotalLength()).matrixTransform(line.getScreenCTM());
  return [x, y];
}

// Makes a map with one obstacle, of this width.
function block(name, width) {
  const file = path.join(temporary, `${name}.geojson`);
  const box = (...sides) => {
    const [left, top, right, bottom] = sides.map((part) => part * width);
    return [[[left, top], [right, top], [right, bottom], [left, bottom], [left, top]]];
  };
  const feature = (kind, coordinates) => ({ type: "Feature", properties: { kind }, geometry: { type: "Polygon", coordinates } });
  fs.writeFileSync(file, JSON.stringify({ type: "FeatureCollection", features: [feature("free", box(0, 0, 1, 0.5)), feature("obstacle", box(0.375, 0.125, 0.625, 0.375))] }));
  return file;
}

// Returns the widths of a saved picture's paths in pixels: for each path the casing below, then the
// line, path 1 last. The corridor is translucent and left out.
function widths(svg) {
  const scale = Number(/ scale\((\S+)\)"/.exec(svg)[1]);
  const lines = svg.matchAll(/<path d="[^"]*" fill="none" stroke="rgb[^"]*" stroke-width="([^"]*)"(?![^>]*opacity)/g);
  return [...lines].map(([, width]) => Math.round(100 * scale * Number(width)) / 100);
}

await run(
  async ({ page, open, shot, check, url, expectFault }) => {
    // The list leads to a map.
    await open("");
    await page.getByRole("link", { name: /caves/ }).click();
    await settled(page);
    assert.equal((await lengths(page)).length, 3, "three paths to begin with");

    // Fixed ends for the tests below.
    await open("#map=caves&from=4,50&to=155,50");
    await settled(page);
    const first = await drawn(page);
    assert.equal(first.length, 3);
    await shot("explore");
    await check("explore");

    // Dragging: paths change while the pointer is still down.
    const [x, y] = await centre(page.locator(".handle-to .shape"));
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x - 60, y - 40, { steps: 5 });
    await page.mouse.move(x - 120, y - 90, { steps: 5 });
    await page.waitForFunction((old) => document.querySelector(".line")?.getAttribute("d") !== old, first[0]);
    const during = await drawn(page);
    assert.notDeepEqual(during, first, "paths follow the handle");
    await page.mouse.up();
    await page.waitForFunction(() => document.querySelector("tbody tr td:nth-child(4)").textContent !== "");
    const measures = await page.locator("tbody tr").first().locator("td").allTextContents();
    assert.equal(measures[1], "1.000", "path 1 is the shortest");
    assert.equal(measures[3], "100%", "and locally optimal throughout");
    assert.match(await page.locator(".panel-head .figure").last().textContent(), /^answered in \d+(\.\d+)? (µs|ms)$/);

    // A click sets the target, with Shift the source.
    const box = await page.locator(".overlay").boundingBox();
    const before = await page.locator(".handle-to").getAttribute("aria-label");
    await page.mouse.click(box.x + box.width * 0.5, box.y + box.height * 0.35);
    await page.waitForFunction((old) => document.querySelector(".handle-to").getAttribute("aria-label") !== old, before);
    assert.match(await page.locator(".handle-from").getAttribute("aria-label"), /^Start at 4, 50\./, "the source stays");

    // Sliders and numbers change the answer.
    await open("#map=caves&from=4,50&to=155,50");
    await settled(page);
    const slider = (name) => page.getByRole("slider", { name, exact: true });
    const typed = page.getByRole("spinbutton", { name: "Paths as a number" });
    await typed.fill("4.5");
    await page.keyboard.press("Enter");
    assert.equal(await typed.inputValue(), "5", "as many as there can be");
    await page.waitForFunction(() => location.hash.includes("k=5"));
    await settled(page);
    assert.match(await page.locator(".reason").textContent(), /(of|All) 5/);
    await slider("Paths").fill("6");
    await page.waitForFunction(() => document.querySelectorAll(".line").length > 3);
    const many = (await lengths(page)).length;
    await slider("Dissimilarity").fill("0.1");
    await page.waitForFunction((count) => document.querySelectorAll(".line").length >= count, many);
    const loose = await drawn(page);
    await page.getByRole("spinbutton", { name: "Stretch as a number" }).fill("1");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelectorAll(".line").length === 1);
    assert.ok(loose.length > 1);
    const reason = await page.locator(".reason").textContent();
    assert.match(reason, /^1 of 6: /, "says how many of how many");
    assert.match(reason, /\d+ candidates?, \d+ (was|were) longer than 1 times the shortest/, "and why, in numbers");
    await shot("reason");
    await page.locator("summary", { hasText: "Index" }).click();
    await page.getByRole("radio", { name: "thorough" }).check();
    await page.waitForFunction(() => location.hash.includes("effort=thorough"));

    // A key held while the focus moves elsewhere counts as released.
    await open("#map=caves&from=4,50&to=155,50");
    await settled(page);
    await page.locator(".handle-to").focus();
    await page.keyboard.down("ArrowUp");
    await settled(page);
    const rested = page.waitForRequest((request) => request.url().endsWith("/api/query") && request.postDataJSON().measures);
    await page.keyboard.press("Tab");
    await rested;
    await page.keyboard.up("ArrowUp");

    // Paths 7 to 9 have the colours of 1 to 3, with visible dashes.
    await open("#map=caves&from=4,50&to=155,50&k=9&dissimilarity=0.05&stretch=3");
    await settled(page);
    const looks = await page.locator(".line").evaluateAll((lines) =>
      lines.map((line) => {
        const { stroke, strokeDasharray, strokeLinecap, strokeWidth } = getComputedStyle(line);
        return { number: Number(line.dataset.number), stroke, dash: strokeDasharray, cap: strokeLinecap, width: parseFloat(strokeWidth) };
      }),
    );
    assert.equal(looks.length, 9);
    looks.sort((a, b) => a.number - b.number);
    for (const i of [0, 1, 2]) {
      assert.equal(looks[i + 6].stroke, looks[i].stroke);
      assert.equal(looks[i].dash, "none");
      const [, gap] = looks[i + 6].dash.match(/[\d.]+/g).map(Number);
      assert.ok(gap - (looks[i + 6].cap === "butt" ? 0 : looks[i + 6].width) > 5, "gaps that the ends of dashes leave open");
    }
    const swatches = await page.locator(".answer-table .swatch path").evaluateAll((lines) => lines.map((line) => line.getAttribute("stroke-dasharray")));
    assert.equal(swatches.filter(Boolean).length, 3, "in the table too");
    assert.equal(new Set(looks.slice(0, 6).map(({ stroke }) => stroke)).size, 6);
    await shot("nine");

    // Two methods on the same query, with a common view.
    await open("#map=caves&from=4,50&to=155,50&k=4");
    await settled(page);
    await page.getByRole("combobox", { name: "Compare with" }).selectOption("penalty");
    await page.waitForFunction(() => document.querySelectorAll(".panel").length === 2);
    await settled(page);
    const [left, right] = [await lengths(page, 0), await lengths(page, 1)];
    assert.equal(left[0], right[0], "the shortest path is the same by any method");
    assert.notDeepEqual(await drawn(page, 0), await drawn(page, 1), "the alternatives differ");
    await page.locator(".overlay").first().hover();
    await page.mouse.wheel(0, -300);
    await page.waitForFunction(() => {
      const [a, b] = [...document.querySelectorAll(".scaled")].map((group) => group.getAttribute("transform"));
      return a === b && location.hash.includes("view=");
    });
    await page.getByRole("button", { name: "Show all of the map" }).click();
    await page.waitForFunction(() => !location.hash.includes("view="));
    await shot("compare");
    await check("compare");

    // A path is brought forward by its row, and put back by its line.
    await page.getByRole("button", { name: "Path 2: bring forward" }).first().click();
    assert.equal(await page.locator(".panel").first().locator(".line.dim").count(), left.length - 1);
    const last = page.locator(".panel").first().locator(".line").last();
    assert.equal(await last.getAttribute("data-number"), "2", "it is on top");
    await shot("forward");
    await page.mouse.click(...(await page.locator(".panel").first().locator(".line").last().evaluate(middle)));
    assert.equal(await page.locator(".line.dim").count(), 0);

    // Layers.
    await open("#map=caves&from=4,50&to=155,50");
    await settled(page);
    for (const name of ["Mesh", "Plateaus", "Via nodes", "Cone lists"]) await page.getByRole("checkbox", { name }).check();
    await page.waitForFunction(() => document.querySelectorAll(".cone").length === 2 && document.querySelector(".plateau"));
    const ranks = await page.locator(".via text").allTextContents();
    assert.ok(ranks.length >= 2 && ranks.every((rank) => /^\d+$/.test(rank)), "via nodes show their ranks");
    await shot("layers");
    const corners = page.waitForResponse(/\/vertices$/);
    await page.getByRole("checkbox", { name: "Visibility" }).check();
    await (await corners).finished();
    // Also without a pointer: all corners, and the corners visible from the one nearest to S.
    await page.waitForSelector(".corner-dots");
    await page.waitForSelector("path.sight");
    const nearest = await page.locator(".viewpoint").getAttribute("transform");
    const via = await centre(page.locator(".via circle").last());
    // Once the corners are loaded, pointing at one shows the corners that it sees.
    for (let i = 0; (await page.locator(".viewpoint").getAttribute("transform")) === nearest; i++) await page.mouse.move(via[0] + (i % 2), via[1]);
    await page.mouse.click(...via); // on a corner, although a path is there too
    await page.waitForSelector("path.sight");
    assert.match(await page.locator(".viewpoint text").textContent(), /^rank \d+$/);
    assert.equal(await page.locator(".line.dim").count(), 0);
    await page.mouse.move(...(await centre(page.locator(".handle-from .shape"))));
    assert.equal(await page.locator("path.sight").count(), 1, "a click keeps it");
    await shot("visibility");

    // The permalink restores everything.
    await open("#map=rooms&from=2,2&to=97,77");
    await settled(page);
    await slider("Paths").fill("5");
    await slider("Stretch").fill("1.8");
    await page.getByRole("combobox", { name: "Compare with" }).selectOption("dissimilarity");
    for (const name of ["Mesh", "Via nodes"]) await page.getByRole("checkbox", { name }).check();
    await settled(page);
    await page.keyboard.press("2");
    await page.getByRole("button", { name: "Zoom in" }).click();
    await page.waitForFunction(() => location.hash.includes("view=") && location.hash.includes("path=2"));
    const state = async () => ({ lines: [await drawn(page, 0), await drawn(page, 1)], lengths: [await lengths(page, 0), await lengths(page, 1)], dim: await page.locator(".line.dim").count(), transform: await page.locator(".scaled").first().getAttribute("transform") });
    const kept = await state();
    const link = page.url().slice(url.length);
    await open(link);
    await settled(page);
    const again = await state();
    assert.deepEqual(again.lengths, kept.lengths);
    assert.equal(again.dim, kept.dim);
    const numbers = (text) => text.match(/-?[\d.]+(e-?\d+)?/g).map(Number);
    numbers(again.transform).forEach((value, i) => assert.ok(Math.abs(value - numbers(kept.transform)[i]) < 0.5, "the same view"));
    assert.equal(await page.getByRole("spinbutton", { name: "Paths as a number" }).inputValue(), "5");
    assert.ok(await page.getByRole("checkbox", { name: "Mesh" }).isChecked());

    // Files.
    const saved = async (name) => {
      const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name, exact: true }).click()]);
      return { name: download.suggestedFilename(), bytes: fs.readFileSync(await download.path()) };
    };
    const svg = await saved("SVG");
    assert.equal(svg.name, "pathfan-rooms.svg");
    assert.match(svg.bytes.toString(), /^<svg [\s\S]*rgb\(0, 67, 104\)[\s\S]*<\/svg>\n$/, "with path 2 in its colour");
    assert.ok(!svg.bytes.includes("vector-effect"), "which few programs but browsers know");
    fs.writeFileSync(path.join(folder, "saved.svg"), svg.bytes);
    const png = await saved("PNG");
    fs.writeFileSync(path.join(folder, "saved.png"), png.bytes);
    assert.equal(png.bytes.subarray(1, 4).toString(), "PNG");
    assert.ok(png.bytes.length > 10000);
    const json = JSON.parse((await saved("JSON")).bytes);
    assert.deepEqual(json.answers.map(({ method }) => method), ["index", "dissimilarity"]);
    assert.equal(json.answers[0].answer.paths.length, kept.lines[0].length);
    const geojson = JSON.parse((await saved("GeoJSON")).bytes);
    assert.equal(geojson.features.length, kept.lines.flat().length);
    assert.equal(geojson.features[0].geometry.type, "LineString");

    // Maps with small and large units: readable numbers, a link that restores, a picture.
    for (const [name, size, length] of [["tiny", "0.004 × 0.002", "0.00280"], ["huge", "40,000,000 × 20,000,000", "28027756.4"]]) {
      await open(`#map=${name}`);
      await settled(page);
      assert.ok((await page.locator(".facts").textContent()).startsWith(size));
      assert.equal((await lengths(page))[0], length);
      await page.locator(".handle-to").press("ArrowUp");
      await page.getByRole("button", { name: "Zoom in" }).click();
      await page.waitForFunction(() => location.hash.includes("view="));
      await settled(page);
      const shown = await state();
      await page.getByRole("button", { name: "Copy a link to this view" }).click(); // brings the address up to date
      const address = page.url().slice(url.length);
      const picture = (await saved("SVG")).bytes.toString();
      assert.deepEqual(widths(picture), [7.5, 5, 7.5, 5], "each with its edge");
      await open(address);
      await settled(page);
      const restored = await state();
      assert.deepEqual(restored.lines[0].map((line) => line.split("L").length), shown.lines[0].map((line) => line.split("L").length));
      numbers(restored.transform).forEach((value, i) => assert.ok(Math.abs(value / numbers(shown.transform)[i] - 1) < 0.01, `the same view of ${name}`));
      await page.waitForSelector(".line");
    }

    // A missing map is reported in words.
    await open("#map=nowhere");
    await page.getByText("This map can't be shown").waitFor();
    for (const what of ["map", "geometry"]) await expectFault(/404/, what);
  },
  { sources: () => [caves(), rooms(), block("tiny", 0.004), block("huge", 4e7)] },
).catch((error) => {
  console.error(error);
  process.exit(1);
});
