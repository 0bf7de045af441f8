// Seeing and picking paths: the distance at which a path is picked, undoing moved ends, lines side
// by side, numbers and lengths on the paths, highlighting.

import { assert, caves, run, settled } from "./kit.mjs";

const START = "#map=caves&from=4,50&to=155,50";
const ends = (page) => new URL(page.url()).hash.replace(/^#|&(view|path)=[^&]*/g, "");

// Returns a point on the screen beside path 1, so many pixels from its line and farther from all
// others.
function beside(pixels) {
  const lines = [...document.querySelectorAll(".line")];
  const line = lines.find(({ dataset }) => dataset.number === "1");
  const matrix = line.getScreenCTM();
  const point = (path, at) => path.getPointAtLength(at).matrixTransform(matrix);
  const others = lines.filter((other) => other !== line).flatMap((other) => Array.from({ length: 300 }, (_, i) => point(other, (i / 299) * other.getTotalLength())));
  const all = line.getTotalLength();
  for (let part = 0.2; part < 0.8; part += 0.01) {
    const [a, b] = [point(line, part * all), point(line, (part + 0.002) * all)];
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    const [x, y] = [a.x - (pixels * (b.y - a.y)) / length, a.y + (pixels * (b.x - a.x)) / length];
    if (others.every((other) => Math.hypot(other.x - x, other.y - y) > 40)) return [x, y];
  }
  throw new Error("no place beside path 1");
}

// Counts points of lines that are nearer to another line than half their width, or than two widths.
function nearness() {
  const lines = [...document.querySelectorAll(".line")];
  const points = lines.map((line) => {
    const matrix = line.getScreenCTM();
    const all = line.getTotalLength();
    return Array.from({ length: 400 }, (_, i) => line.getPointAtLength((i / 399) * all).matrixTransform(matrix));
  });
  const width = parseFloat(getComputedStyle(lines[0]).strokeWidth);
  let beside = 0;
  let over = 0;
  points.forEach((one, i) =>
    points.slice(i + 1).forEach((other) => {
      for (const a of one) {
        const away = Math.min(...other.map((b) => Math.hypot(a.x - b.x, a.y - b.y)));
        if (away < 0.5 * width) over++;
        else if (away < 2 * width) beside++;
      }
    }),
  );
  return { beside, over };
}

async function picking({ page, open }) {
  await open(START);
  await settled(page);
  await page.getByRole("button", { name: "Copy a link to this view" }).click(); // brings the address up to date
  const before = ends(page);

  // A click beside a thin line picks it; the ends stay in place.
  for (const pixels of [0, 3, 6]) {
    const place = await page.evaluate(beside, pixels);
    await page.mouse.move(...place);
    assert.equal(await page.locator(".overlay.on-path").count(), 1, "the pointer says so");
    await page.mouse.click(...place);
    await page.waitForSelector(".line.dim");
    await page.mouse.click(...place);
    await page.waitForFunction(() => !document.querySelector(".line.dim"));
  }
  assert.equal(ends(page), before);

  // A click farther away sets the target; a button and keys undo that, and restore the paths too.
  const isThere = async (wanted) => {
    await page.waitForFunction(([old, there]) => (document.querySelector(".handle-to").getAttribute("aria-label") === old) === there, [label, wanted]);
    await settled(page);
  };
  const moved = () => isThere(false);
  const restored = () => isThere(true);
  const label = await page.locator(".handle-to").getAttribute("aria-label");
  const away = await page.evaluate(beside, 16);
  await page.mouse.click(...away);
  await moved();
  await page.locator(".offer button").click();
  await restored();
  assert.equal(await page.locator(".offer button").count(), 0);
  await page.mouse.click(...away);
  await moved();
  await page.keyboard.press("Control+z");
  await restored();
  await page.keyboard.press("Control+y");
  await moved();
  await page.keyboard.press("Control+z");
  await restored();

  // A drag is one step, however many movements it has; swapping can be undone too.
  await page.locator(".handle-to").focus();
  await page.keyboard.down("ArrowUp");
  await page.keyboard.down("ArrowUp");
  await page.keyboard.down("ArrowUp");
  await page.keyboard.up("ArrowUp");
  await moved();
  await page.getByRole("button", { name: "Swap start and goal" }).click();
  const back = page.getByRole("button", { name: "Undo", exact: true });
  await back.click();
  await back.click();
  await restored();
  assert.ok(await back.isDisabled());
  await page.waitForFunction((old) => location.hash.includes(old), "from=4,50&to=155,50");

  // The offer disappears when the user leaves the view.
  await page.mouse.click(...away);
  await page.locator(".offer button").waitFor();
  await page.getByRole("link", { name: "All maps" }).click();
  await page.getByRole("link", { name: /caves/ }).waitFor();
  assert.equal(await page.locator(".notice").count(), 0);
}

async function lines({ page, open, shot, check }) {
  await open(`${START}&k=6&dissimilarity=0.3`);
  await settled(page);
  const widths = new Set(await page.locator(".line").evaluateAll((all) => all.map((line) => getComputedStyle(line).strokeWidth)));
  assert.equal(widths.size, 1, "all paths are equally wide");
  const { beside: near, over } = await page.evaluate(nearness);
  assert.ok(near > 100, "paths that run together are beside each other");
  assert.ok(over < near / 4, `and don't hide each other but where they cross (${over} of ${near})`);

  // The width is 0.8 cells, but at least 3 and at most 5 pixels.
  const width = () => page.locator(".line").first().evaluate((line) => parseFloat(getComputedStyle(line).strokeWidth));
  const scale = () => page.locator(".scaled").evaluate((group) => group.transform.baseVal.consolidate().matrix.a);
  for (const key of ["0", "-", "-", "+", "+", "+", "+", "+", "+"]) {
    await page.keyboard.press(key);
    assert.ok(Math.abs((await width()) - Math.min(5, Math.max(3, 0.8 * (await scale())))) < 0.01);
  }

  // Numbers and lengths are on the paths, apart from each other and from the ends, and visible.
  await page.keyboard.press("0");
  await settled(page);
  const labels = await page.locator(".path-label").evaluateAll((all) => all.map((label) => ({ number: label.querySelector(".number").textContent, length: label.querySelector(".length").textContent, box: label.querySelector(".disc").getBoundingClientRect().toJSON() })));
  const rows = await page.locator(".answer-table tbody tr:not(.empty) td:nth-child(2)").allTextContents();
  assert.deepEqual(labels.map(({ number, length }) => [number, length]), rows.map((text, i) => [`${i + 1}`, text]));
  const screen = await page.locator(".screen").boundingBox();
  const boxes = [...labels.map(({ box }) => box), ...(await page.locator(".handle .shape").evaluateAll((all) => all.map((shape) => shape.getBoundingClientRect().toJSON())))];
  boxes.forEach((a, i) => {
    assert.ok(a.left >= screen.x && a.right <= screen.x + screen.width && a.top >= screen.y && a.bottom <= screen.y + screen.height);
    for (const b of boxes.slice(i + 1)) assert.ok(a.right < b.left || b.right < a.left || a.bottom < b.top || b.bottom < a.top, "no two over each other");
  });
  for (const [i, { box }] of labels.entries()) {
    const away = await page.locator(`.line[data-number="${i + 1}"]`).evaluate((line, [x, y]) => {
      const matrix = line.getScreenCTM();
      const all = line.getTotalLength();
      return Math.min(...Array.from({ length: 2000 }, (_, j) => line.getPointAtLength((j / 1999) * all).matrixTransform(matrix)).map((point) => Math.hypot(point.x - x, point.y - y)));
    }, [box.left + box.width / 2, box.top + box.height / 2]);
    assert.ok(away < 12, `number ${i + 1} is on its path (${away})`);
  }
  await shot("lines");
  await check("lines");

  // A path pointed at in the table is highlighted on the map, and vice versa.
  const stroke = (number) => page.locator(`.line[data-number="${number}"]`).evaluate((line) => parseFloat(line.getAttribute("stroke-width")));
  const plain = await stroke(2);
  await page.locator(".answer-table tbody tr").nth(1).hover();
  assert.ok((await stroke(2)) > plain && (await stroke(1)) === plain);
  assert.equal(await page.locator(".path-label.strong .number").textContent(), "2");
  const disc = labels[2].box;
  await page.mouse.move(disc.left + disc.width / 2, disc.top + disc.height / 2);
  assert.equal(await page.locator(".answer-table tr.pointed").getAttribute("data-number"), "3");
  assert.equal(await stroke(2), plain);
  await page.mouse.move(screen.x + 5, screen.y + 5);
  assert.equal(await page.locator(".answer-table tr.pointed").count(), 0);

  // Elements are kept from answer to answer.
  await page.evaluate(() => document.querySelectorAll(".line, .casing, .path-label").forEach((node) => (node.kept = true)));
  const d = await page.locator(".line").last().getAttribute("d");
  await page.locator(".handle-to").press("ArrowDown");
  await page.waitForFunction((old) => [...document.querySelectorAll(".line")].at(-1).getAttribute("d") !== old, d);
  await settled(page);
  assert.ok(await page.evaluate(() => [...document.querySelectorAll(".line, .casing, .path-label")].filter((node) => node.kept).length >= 9));
}

await run(
  async (kit) => {
    await picking(kit);
    await lines(kit);
  },
  { sources: () => [caves()] },
).catch((error) => {
  console.error(error);
  process.exit(1);
});
