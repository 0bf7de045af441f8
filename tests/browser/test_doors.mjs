// Doors, walls and openings in the explore view, and in an exported page: doors are closed and
// opened by pointer and keys, walls and openings are drawn and removed, and paths follow at once,
// also while the target is dragged; what a frame of such a drag changes.

import fs from "node:fs";
import path from "node:path";
import { assert, at, caves, drag, drawn, pathfan, root, run, settled, temporary, tool } from "./kit.mjs";
import { spawn, spawnSync } from "node:child_process";
import { Module } from "../../src/viewer/page/src/module.js";

const START = "#map=gates&from=5,13&to=35,13";

function gates() {
  const index = path.join(temporary, "gates.pathfan");
  tool("build-index", path.join(root, "docs/examples/gates.geojson"), "-o", index);
  return index;
}

// Returns the x at which each path crosses the wall's middle, x = 20.
const crossings = (answer) => answer.paths.map(({ points }) => {
  const i = points.findIndex(([x]) => x >= 20);
  const [[ax, ay], [bx, by]] = [points[i - 1], points[i]];
  return ay + ((20 - ax) / (bx - ax)) * (by - ay);
});

// Returns which ways the drawn paths take through the wall: of doors, by name, and others.
async function ways(page) {
  await settled(page);
  return page.locator(".line").evaluateAll((lines) => {
    const doors = { north: [6, 8], postern: [13, 14], south: [20, 23] };
    return lines.map((line) => {
      for (let i = 0; i <= 400; i++) {
        const { x, y } = line.getPointAtLength((i / 400) * line.getTotalLength());
        if (x >= 20) return Object.keys(doors).find((name) => doors[name][0] - 0.5 <= y && y <= doors[name][1] + 0.5) ?? "wall";
      }
      return "none";
    }).sort();
  });
}

async function use({ page, open, shot, check, refused }) {
  await open(START);
  const door = (name) => page.getByRole("switch", { name: new RegExp(`^Door ${name}`) });
  await door("north").waitFor();
  assert.deepEqual(await ways(page), ["north", "south"], "the postern is closed on the map");
  assert.equal(await door("postern").getAttribute("aria-checked"), "false");
  const before = await drawn(page);

  // A click opens the postern, a key closes the north gate.
  await page.mouse.click(...(await at(page, 20, 13.5)));
  await page.locator(".line").nth(2).waitFor({ state: "attached" });
  assert.deepEqual(await ways(page), ["north", "postern", "south"]);
  assert.match(page.url(), /to=35,13/, "the target stays");
  await door("north").focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".line").length === 2);
  assert.deepEqual(await ways(page), ["postern", "south"]);
  await shot("doors");
  await check("doors");

  // The address has both; undo goes back.
  await page.getByRole("button", { name: "Copy a link to this view" }).evaluate((button) => button.click());
  const link = new URL(page.url()).hash;
  assert.equal(new URLSearchParams(link.slice(1)).get("doors"), "postern,north");
  await open(link);
  await door("north").waitFor();
  assert.deepEqual(await ways(page), ["postern", "south"]);
  await page.mouse.click(...(await at(page, 20, 7)));
  await page.locator(".line").nth(2).waitFor({ state: "attached" });
  await page.keyboard.press("Control+z");
  await page.waitForFunction(() => document.querySelectorAll(".line").length === 2);
  assert.deepEqual(await ways(page), ["postern", "south"]);
  assert.equal(await door("north").getAttribute("aria-checked"), "false");

  // A wall in front of the postern: paths go round it. It is removed again.
  await open(START);
  await page.getByRole("checkbox", { name: "Obstacles" }).check();
  await page.locator(".dock-avoid").waitFor();
  await page.getByRole("button", { name: "Wall", exact: true }).click();
  await drag(page, [25, 2], [25, 19]);
  await page.locator(".area").waitFor();
  await page.waitForFunction((old) => document.querySelector(".line")?.getAttribute("d") !== old, before[0]);
  await settled(page);
  assert.equal(await page.locator(".area-grip:not(.bend)").count(), 4, "a wall has four corners");
  await shot("doors-wall");
  await page.keyboard.press("Delete");
  await page.waitForFunction(() => !document.querySelector(".area"));
  assert.deepEqual(await ways(page), ["north", "south"]);

  // An opening through the map's wall leads paths through; and paths follow the dragged target.
  await page.getByRole("button", { name: "Opening", exact: true }).click();
  await drag(page, [18, 17], [22, 17]);
  await page.locator(".area.opening").waitFor();
  assert.ok((await ways(page)).includes("wall"));
  const held = await drawn(page);
  await page.mouse.move(...(await at(page, 35, 13)));
  await page.mouse.down();
  await page.mouse.move(...(await at(page, 30, 18)), { steps: 4 });
  await page.waitForFunction((old) => document.querySelector(".line").getAttribute("d") !== old, held[0]);
  await page.mouse.up();
  assert.ok((await ways(page)).includes("wall"), "also while the target moves");
  await shot("doors-opening");
  await check("doors-opening");
  await page.getByRole("button", { name: "Delete what is chosen" }).click();
  await page.waitForFunction(() => !document.querySelector(".area"));
  assert.ok(!(await ways(page)).includes("wall"));

  // An opening that opens nothing is told so.
  await open(`${START}&avoid=o30,10,32,10,32,12`);
  await page.locator(".banner:not([hidden])").waitFor();
  assert.match(await page.locator(".banner").textContent(), /opens nothing/);
  await refused?.();
}

// A map of which some has no effect.
function yard() {
  const [file, index] = ["geojson", "pathfan"].map((ending) => path.join(temporary, `yard.${ending}`));
  const feature = (type, coordinates, properties = {}) => ({ type: "Feature", properties, geometry: { type, coordinates } });
  fs.writeFileSync(file, JSON.stringify({ type: "FeatureCollection", features: [feature("Polygon", [[[0, 0], [9, 0], [9, 9], [0, 9], [0, 0]]], { kind: "free" }), feature("Point", [1, 1])] }));
  tool("build-index", file, "-o", index);
  return index;
}

// An exported page does the same, without the viewer; and tells what the map says without effect.
async function exported({ page, shot }) {
  if (spawnSync("python3", ["--version"]).status !== 0) return;
  const site = path.join(temporary, "site");
  tool("export", path.join(temporary, "gates.pathfan"), yard(), "-o", site);
  const web = spawn("python3", ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "-d", site], { stdio: ["ignore", "pipe", "ignore"] });
  const port = await new Promise((resolve) => web.stdout.on("data", (data) => /port (\d+)/.test(data) && resolve(/port (\d+)/.exec(data)[1])));
  try {
    await use({ page, shot: (name) => shot(`${name}-exported`), check() {}, open: async (fragment) => {
      await page.goto("about:blank");
      await page.goto(`http://127.0.0.1:${port}/${fragment}`);
    } });
    await page.goto(`http://127.0.0.1:${port}/#map=yard&from=1,1&to=8,2`);
    assert.equal(await page.locator(".side details.ignored summary").textContent(), "1 thing of the map without effect");
  } finally {
    web.kill();
  }
}

// What a frame costs in the exported page: one area is removed and one added, however many there
// are, and no snapshot is made if nothing has changed.
async function frames() {
  const compiled = await WebAssembly.compile(fs.readFileSync(path.join(root, "src/viewer/page/dist/pathfan.wasm")));
  const bytes = (file) => new Uint8Array(fs.readFileSync(file)).buffer;
  const module = new Module(compiled, bytes(path.join(temporary, "caves.pathfan")), "caves", false);
  const counts = { module_change: 0, module_make: 0 };
  const { calls } = module;
  module.calls = Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, name in counts ? (...all) => (counts[name]++, call(...all)) : call]));
  const still = Array.from({ length: 20 }, (_, i) => ({ circle: [8 + 7 * i, 20 + ((37 * i) % 60), 2] }));
  const ask = (x) => JSON.parse(module.query({ map: "caves", from: [4, 50], to: [155, 50], obstacles: [...still, { circle: [x, 55, 5] }] }).text);
  ask(40);
  const [changes, made] = [counts.module_change, counts.module_make];
  assert.equal(changes, 21, "each area is added once");
  for (let frame = 1; frame <= 30; frame++) {
    const answer = ask(40 + frame);
    assert.ok(answer.paths.length);
    ask(40 + frame); // the target moves, and no area
  }
  assert.equal(counts.module_change - changes, 60, "one area is removed and one added in a frame");
  assert.equal(counts.module_make - made, 30);
  const anew = new Module(compiled, bytes(path.join(temporary, "caves.pathfan")), "caves", false);
  const again = JSON.parse(anew.query({ map: "caves", from: [4, 50], to: [155, 50], obstacles: [{ circle: [70, 55, 5] }, ...still] }).text);
  assert.deepEqual(again.paths, ask(70).paths, "answers don't depend on the changes before");

  // Doors by name; refusals.
  const town = new Module(compiled, bytes(path.join(temporary, "gates.pathfan")), "gates", true);
  const through = (obstacles) => JSON.parse(town.query({ map: "gates", from: [5, 13], to: [35, 13], obstacles }).text);
  assert.ok(crossings(through(undefined)).every((y) => y < 13 || y > 14), "the map's doors are as they are");
  assert.ok(crossings(through([{ open: "postern" }])).some((y) => y >= 13 && y <= 14));
  assert.ok(crossings(through([{ close: "north" }])).every((y) => y > 14));
  assert.ok(crossings(through([])).some((y) => y < 13));
  for (const bad of [3, [3], [{}], [{ circle: [1, 2] }], [{ polygon: [[1, 2], [3, 4]] }], [{ circle: [1, 2, 3], kind: "door" }], [{ close: 3 }], [{ close: "north", open: "south" }]]) assert.match(through(bad).error.message, /"obstacles" must be a list/);
  assert.match(through([{ close: "west" }]).error.message, /west/);
  assert.match(through([{ circle: [30, 10, 1], kind: "opening" }]).error.message, /opens nothing/);
  assert.equal(through([{ close: "north" }]).paths.length, 1, "a refusal leaves the others");
}

await run(
  async (kit) => {
    await use({ ...kit, refused: () => kit.expectFault(/status of 400/, "an opening that opens nothing") });
    await exported(kit);
    await frames();
  },
  { sources: () => [gates(), caves()] },
);
