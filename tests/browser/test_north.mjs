// Maps whose y goes up, of degrees that were projected and of robots, have north at the top: the map,
// what lies over it, its thumbnail, what is saved. Pointers and keys move ends accordingly, and words
// stay upright. A robot's map begins without an index: the map looks the same before and after.

import fs from "node:fs";
import path from "node:path";
import { assert, at, caves, drag, root, run, settled, temporary, tool } from "./kit.mjs";

function school() {
  const index = path.join(temporary, "school.pathfan");
  tool("build-index", path.join(root, "docs/examples/school.geojson"), "--project", "local", "-o", index);
  return index;
}

// A room of 40 x 30 m from (-20, -10) on, with a wall from its north side to 10 m from its south side.
function robot() {
  const pixel = (x, y) => (x === 0 || y === 0 || x === 39 || y === 29 || ((x === 19 || x === 20) && y < 20) ? 0 : 254);
  const rows = Array.from({ length: 30 }, (_, y) => Array.from({ length: 40 }, (_, x) => pixel(x, y)).join(" "));
  fs.writeFileSync(path.join(temporary, "hall.pgm"), `P2\n40 30\n255\n${rows.join("\n")}\n`);
  const map = path.join(temporary, "hall.yaml");
  fs.writeFileSync(map, "image: hall.pgm\nresolution: 1\norigin: [-20, -10, 0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\n");
  return map;
}

// Returns whether these parts of a picture, from 0 at its left or upper side to 1, are light.
const lightAt = (page, address, places) =>
  page.evaluate(async ([source, list]) => {
    const image = new Image();
    image.src = source;
    await image.decode();
    const context = new OffscreenCanvas(image.width, image.height).getContext("2d", { willReadFrequently: true });
    context.drawImage(image, 0, 0);
    return list.map(([x, y]) => context.getImageData(Math.floor(x * image.width), Math.floor(y * image.height), 1, 1).data[0] > 128);
  }, [address, places]);

const WALL = [[0.5, 0.3], [0.5, 0.85], [0.3, 0.3]]; // of the hall: a place in the wall, one south of it, one beside it
const SEEN = [false, true, true];

await run(
  async ({ page, context, url, open, shot }) => {
    const end = async (name) => (await page.evaluate((each) => new URLSearchParams(location.hash.slice(1)).get(each), name)).split(",").map(Number);
    // Waits until an end is near a place.
    const comes = (name, [x, y]) =>
      page.waitForFunction(([each, ...wanted]) => {
        const found = new URLSearchParams(location.hash.slice(1)).get(each).split(",").map(Number);
        return Math.hypot(found[0] - wanted[0], found[1] - wanted[1]) < 0.3;
      }, [name, x, y]);
    const middle = async (selector) => {
      const box = await page.locator(selector).first().boundingBox();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const near = (found, wanted, what) => found.forEach((value, i) => assert.ok(Math.abs(value - wanted[i]) < 1, `${what}: ${found} and ${wanted}`));

    // Of two points the northern is higher, where the map says it is; a drag up raises y.
    await open("#map=hall&from=-10,0&to=10,15");
    await settled(page);
    const [start, goal] = [await middle(".handle-from .shape"), await middle(".handle-to .shape")];
    assert.ok(goal[1] < start[1] && goal[0] > start[0], "the goal is north-east of the start");
    near(start, await at(page, -10, 0), "the start");
    near(goal, await at(page, 10, 15), "the goal");
    await drag(page, [10, 15], [10, 5]);
    await comes("to", [10, 5]);
    await page.mouse.move(...(await middle(".handle-to .shape")));
    await page.mouse.down();
    await page.mouse.move(goal[0], goal[1], { steps: 3 });
    await page.mouse.up();
    await comes("to", [10, 15]);

    // Arrow keys go where they point.
    await page.locator(".handle-from").focus();
    const from = await end("from");
    const steps = { ArrowUp: [0, 2], ArrowRight: [2, 0], ArrowDown: [0, -2] }; // a twentieth of the longer side
    for (const [key, step] of Object.entries(steps)) {
      await page.keyboard.press(`Shift+${key}`);
      step.forEach((value, i) => (from[i] += value));
      await comes("from", from);
    }

    // The wheel keeps the point under the pointer; a pan moves the map as the pointer moves.
    await open("#map=hall&from=-10,0&to=10,15");
    const place = await at(page, 5, 10);
    await page.mouse.move(...place);
    await page.mouse.wheel(0, -400);
    near(await at(page, 5, 10), place, "under the wheel");
    await page.mouse.down();
    await page.mouse.move(place[0] + 30, place[1] + 50, { steps: 3 });
    await page.mouse.up();
    near(await at(page, 5, 10), [place[0] + 30, place[1] + 50], "under the pointer");
    for (let i = 0; i < 9; i++) await page.mouse.wheel(0, 900);
    const [[, top], [, bottom]] = [await at(page, 0, 20), await at(page, 0, -10)];
    const screen = await page.locator(".screen").boundingBox();
    near([(top + bottom) / 2], [screen.y + screen.height / 2], "far away the map is in the middle");

    // The ground, its thumbnail, and what is saved; letters aren't turned.
    await open("#map=hall&from=-10,0&to=10,15");
    await settled(page);
    const ground = await page.evaluate(() => document.querySelector(".screen canvas").toDataURL());
    const box = await page.locator(".screen").boundingBox();
    const parts = [];
    for (const [x, y] of WALL) {
      const [px, py] = await at(page, -20 + 40 * x, 20 - 30 * y);
      parts.push([(px - box.x) / box.width, (py - box.y) / box.height]);
    }
    assert.deepEqual(await lightAt(page, ground, parts), SEEN, "on the map");
    const { maps } = await (await fetch(`${url}api/maps`)).json();
    assert.deepEqual(maps.map(({ name, is_y_up: isUp }) => [name, isUp]), [["hall", true], ["school", true], ["caves", false]]);
    assert.deepEqual(await lightAt(page, `${url}api/maps/${maps[0].id}/thumbnail.png`, WALL), SEEN, "thumbnail");
    assert.equal(await page.evaluate(() => [...document.querySelectorAll(".overlay text")].some((text) => text.getScreenCTM().d < 0)), false, "words are upright");
    assert.equal(await page.evaluate(() => document.querySelector(".line").getScreenCTM().d < 0), true);
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "SVG" }).click();
    const svg = fs.readFileSync(await (await saving).path(), "utf8");
    assert.deepEqual(await lightAt(page, `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`, await page.evaluate(([text, list, wide, high]) => {
      const { width, height } = new DOMParser().parseFromString(text, "image/svg+xml").documentElement.viewBox.baseVal;
      return list.map(([x, y]) => [(x * wide) / width, (y * high) / height]);
    }, [svg, parts, box.width, box.height])), SEEN, "saved");
    await shot("north-robot");

    // A school, of degrees.
    await open("#map=school");
    await settled(page);
    await shot("north-school");
    await open("#maps");
    await page.locator(".card .thumbnail").nth(2).waitFor();
    await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode())));
    await shot("north-maps");

    // A crowd walks, and is counted, where its flow begins.
    await open("#crowd&map=hall&flows=-10,0,-10,15&density=1");
    await page.getByRole("button", { name: "One picture" }).click();
    await page.waitForFunction(() => Number(document.querySelector(".crowd-stage").dataset.step) > 0);
    const marks = [await middle(".flow-mark >> nth=0"), await middle(".flow-mark >> nth=1")];
    near(marks[0], await at(page, -10, 0), "the flow's start");
    const crowd = await page.evaluate(() => {
      const canvas = document.querySelectorAll(".crowd-panel canvas")[1];
      const { left, top, width, height } = canvas.getBoundingClientRect();
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      const places = [];
      for (let i = 0; i < canvas.width * canvas.height; i++) if (data[4 * i + 3]) places.push([left + (width * (i % canvas.width)) / canvas.width, top + (height * Math.floor(i / canvas.width)) / canvas.height]);
      return places;
    });
    const far = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
    assert.ok(crowd.length && crowd.every((each) => far(each, marks[0]) < far(each, marks[1])), `${crowd.length} pixels of the crowd, near its start`);
    await shot("north-crowd");

    // Elsewhere y goes down.
    const other = await context.newPage();
    await other.goto(`${url}#map=caves&from=4,20&to=155,80`);
    await settled(other);
    const heights = await Promise.all([".handle-from .shape", ".handle-to .shape"].map(async (each) => (await other.locator(each).boundingBox()).y));
    assert.ok(heights[0] < heights[1], "y goes down on a map of cells");
  },
  { sources: () => [robot(), school(), caves()] },
);
