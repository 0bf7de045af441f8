// Floors and links in the explore view, and in an exported page: the switch, marks that lead to the
// other floor, paths whose parts on other floors are faded, ends that move onto the floor that is
// shown, the address.

import { spawn, spawnSync } from "node:child_process";
import path from "node:path";
import { assert, at, drag, root, run, settled, temporary, tool } from "./kit.mjs";

const START = "#map=building&from=1,1&to=89,1"; // from floor 0 to floor 1, whose offset is 50, 0

function building() {
  const index = path.join(temporary, "building.pathfan");
  tool("build-index", path.join(root, "docs/examples/building.geojson"), "-o", index);
  return index;
}

// Returns the numbers of an attribute d, by pairs.
const points = (d) => [...(d ?? "").matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);

// Returns the points of each path's parts.
async function parts(page) {
  await settled(page);
  const routes = await page.locator(".route").evaluateAll((all) => all.map((route) => ["line", "elsewhere", "link-line"].map((name) => route.querySelector(`.${name}`).getAttribute("d"))));
  return routes.map((ds) => Object.fromEntries(ds.map((d, i) => [["here", "elsewhere", "links"][i], points(d)]))).reverse(); // path 1 comes last
}

const shownFloor = (page) => page.locator(".floor-switch label:has(:checked)").textContent();
const hash = (page, name) => page.evaluate((key) => new URLSearchParams(location.hash.slice(1)).get(key), name);

async function copied(page, name) {
  await page.getByRole("button", { name: "Copy a link to this view" }).evaluate((button) => button.click());
  return hash(page, name);
}

async function use({ page, open, shot, check }) {
  await open(START);
  await page.locator(".floor-switch").waitFor();
  assert.equal(await shownFloor(page), "0", "the source's floor");
  const lengths = page.locator(".answer-table:not(.legs-table) tbody tr:not(.empty) td:nth-child(2)");
  assert.deepEqual(await lengths.allTextContents(), ["41.34", "58.54", "44.60"]);
  const [first] = await parts(page);
  const onFloor0 = ([x]) => x <= 40;
  assert.deepEqual(first.here, [[1, 1], [2, 2]], "path 1 walks to the stairs");
  assert.deepEqual(first.links, [[2, 2], [6, 2]], "whose other end is seen on this floor");
  assert.ok(first.elsewhere.length >= 4 && first.elsewhere.every(onFloor0), "and on the other floor to the target");
  assert.deepEqual(first.elsewhere.at(-1), [39, 1]);
  assert.ok(await page.locator(".handle-to.elsewhere").isVisible());
  assert.equal(await page.locator(".handle-from.elsewhere").count(), 0);
  assert.match(await page.locator(".handle-to").getAttribute("aria-label"), /^Goal at 39, 1, floor 1\./);
  assert.deepEqual(await page.locator(".end-floor").allTextContents(), ["floor 0", "floor 1"]);
  assert.equal(await page.getByLabel("Goal x").inputValue(), "39", "on its floor");
  assert.equal(await page.locator(".link").count(), 4);
  const rows = await page.locator(".legs-table tbody tr th").allTextContents();
  assert.deepEqual(rows, ["floor 0", "west stairs", "floor 1"]);
  await shot("floors");
  await check("floors");

  // The other floor; the same place of it, once zoomed.
  await page.locator(".floor-switch label").nth(1).click();
  await page.waitForFunction(() => document.querySelector(".handle-from.elsewhere") && !document.querySelector(".handle-to.elsewhere"));
  const [above] = await parts(page);
  assert.deepEqual(above.here[0], [56, 2]);
  assert.deepEqual(above.elsewhere, [[51, 1], [52, 2]]);
  assert.deepEqual(above.links, [[52, 2], [56, 2]]);
  await shot("floors-upper");
  assert.equal(await copied(page, "level"), "1");
  for (let i = 0; i < 3; i++) await page.keyboard.press("+");
  await settled(page);
  const place = () => page.locator(".handle-to").getAttribute("transform");
  const before = await place();
  await page.keyboard.press("PageDown");
  await page.locator(".handle-to.elsewhere").waitFor();
  assert.equal(await shownFloor(page), "0");
  assert.equal(await place(), before, "the target stays where it was on the screen");

  // Dragged, the target comes to the floor that is shown; a click sets it there as well.
  await open(START);
  await settled(page);
  await drag(page, [39, 1], [38, 10]);
  await page.waitForFunction(() => !document.querySelector(".handle-to.elsewhere"));
  await settled(page);
  const [x, y] = (await copied(page, "to")).split(",").map(Number);
  assert.ok(Math.abs(x - 38) < 0.5 && Math.abs(y - 10) < 0.5, "on floor 0");
  assert.deepEqual((await parts(page))[0].links, [], "no link is needed");
  await page.keyboard.press("Control+z");
  await page.locator(".handle-to.elsewhere").waitFor();
  await page.getByLabel("Goal x").fill("30");
  await page.getByLabel("Goal x").press("Enter");
  await settled(page);
  assert.equal(await copied(page, "to"), "80,1", "a number changes the place on the target's own floor");

  // A link's mark leads to its other floor; one that leads nowhere from here is pale.
  assert.equal(await page.locator(".link-mark.off").count(), 1, "the slide ends here");
  await page.getByRole("button", { name: /^east stairs/ }).click();
  await page.waitForFunction(() => document.querySelector(".handle-from.elsewhere"));
  assert.equal(await shownFloor(page), "1");
  await page.getByRole("button", { name: /^slide, floor 0/ }).focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => !document.querySelector(".handle-from.elsewhere"));

  // The address opens the same; an obstacle is seen on its floor only; two methods show one floor.
  await open(`${START}&level=1&avoid=70,10,2&compare=dissimilarity`);
  await page.waitForFunction(() => document.querySelectorAll(".area:not(.elsewhere)").length === 2);
  assert.equal(await shownFloor(page), "1");
  await page.locator(".floor-switch label").nth(0).click();
  await page.waitForFunction(() => document.querySelectorAll(".area.elsewhere").length === 2);
  assert.equal(await page.locator(".floor-switch").count(), 1);
  await settled(page);
  await shot("floors-compare");
  for (const name of ["Passages", "Walkers", "Plateaus"]) assert.ok(await page.getByRole("checkbox", { name }).isHidden(), `${name} knows no links`);
}

async function exported({ page, shot }) {
  if (spawnSync("python3", ["--version"]).status !== 0) return;
  const site = path.join(temporary, "site");
  tool("export", path.join(temporary, "building.pathfan"), "-o", site);
  const web = spawn("python3", ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "-d", site], { stdio: ["ignore", "pipe", "ignore"] });
  const port = await new Promise((resolve) => web.stdout.on("data", (data) => /port (\d+)/.test(data) && resolve(/port (\d+)/.exec(data)[1])));
  try {
    await use({ page, shot: (name) => shot(`${name}-exported`), check() {}, open: async (fragment) => {
      await page.goto("about:blank");
      await page.goto(`http://127.0.0.1:${port}/${fragment}`);
    } });
  } finally {
    web.kill();
  }
}

await run(
  async (kit) => {
    await use(kit);
    await exported(kit);
  },
  { sources: () => [building()] },
);
