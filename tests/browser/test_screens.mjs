// How each view looks, at three sizes, light and dark: the boxes of its named parts, and its picture
// as 12 x 8 colours, are those of screens.json, as far as other fonts allow. Without the style sheet that
// is fetched with it, a view looks different: that is tested, too.
//
// After an intended change: PATHFAN_WRITE=1 node test_screens.mjs PATHFAN FOLDER, and look at the
// screenshots in FOLDER.

import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { assert, campus, caves, folder, hills, run, settled } from "./kit.mjs";

const SIZES = [[1440, 900], [1024, 768], [390, 780]];
const GRID = [12, 8];
const MOVED = { part: 0.06, pixels: 16 }; // a side of a box may differ by so much of the screen's side, or so many pixels
const LEVELS = 3; // of 16, by which a colour may differ
const CELLS = 9; // of 96, that may differ by more
const ENDS = "from=4,50&to=155,50";

const seen = (...selectors) => (page) => Promise.all(selectors.map((selector) => page.locator(selector).first().waitFor()));
const MAP = [".side", ".panel-head", ".screen", ".answer"];

// {name: [fragment, when it is there, its parts, the sheet of the view]}
const VIEWS = {
  maps: ["#maps", seen(".card .thumbnail"), [".about", ".page-head", ".cards", ".card", ".thumbnail"], "maps.css"],
  map: [`#map=caves&${ENDS}`, settled, [...MAP, ".side-section:nth-child(2)", ".view-tools", ".answer-table"]],
  compare: [`#map=caves&${ENDS}&compare=penalty`, settled, [...MAP, ".comparison", ".panel + .panel .screen", ".panel + .panel .answer"]],
  tools: [`#map=caves&${ENDS}&avoid=80,50,12&passages=1`, async (page) => (await settled(page), await seen(".dock-passages", ".passage")(page)), [...MAP, ".drawer", ".drawer-tabs"], "tools.css"],
  terrain: ["#map=hills&from=50,50&to=550,350&layers=field", async (page) => (await settled(page), await seen(".legs-table", ".legend-field")(page)), [...MAP, ".legend", ".legs-table"]],
  new: ["#draw=new", seen("form, .page"), [".page", "form"], "draw.css"],
  drawing: ["#draw=new", async (page) => (await page.getByRole("button", { name: "Create" }).click(), await seen(".panel", ".tool-rect")(page), await settled(page)), [".side", ".screen", ".answer", ".tool-hint", ".draw-state"], "draw.css"],
  crowd: ["#crowd&environment=big", seen(".crowd-panel .screen", ".crowd-bar"), [".side", ".panel-head", ".screen", ".crowd-bar", ".charts", ".chart"], "crowd.css"],
  crowds: ["#crowd&environment=big&compare=alternatives", seen(".crowd-panel + .crowd-panel .screen"), [".side", ".panel-head", ".screen", ".crowd-panel + .crowd-panel .screen", ".line-sample", ".field-sample", ".charts"], "crowd.css"],
};
const STUDY = {
  study: ["#study", seen("button.primary"), ["main > *", "button.primary"]],
  practice: ["#study", async (page) => (await page.getByRole("button", { name: "Begin" }).click(), await seen(".steps i", ".stars", ".panel .line")(page)), ["main > *", ".steps", ".panel", ".stars"], "study.css"],
  results: ["#results=KEY", seen("main table, main .page"), ["main > *", "main h1"]],
};

const file = path.join(path.dirname(fileURLToPath(import.meta.url)), "screens.json");
const golden = JSON.parse(fs.readFileSync(file, "utf8"));
const writes = process.env.PATHFAN_WRITE === "1";

// Returns the boxes of parts, [left, top, right, bottom], as far as they are on the screen.
const boxesOf = (page, parts) =>
  page.evaluate((selectors) => Object.fromEntries(selectors.map((selector) => {
    const box = document.querySelector(selector)?.getBoundingClientRect();
    if (!box || !box.width || box.top > innerHeight) return [selector, null];
    return [selector, [box.left, box.top, Math.min(box.right, innerWidth), Math.min(box.bottom, innerHeight)].map(Math.round)];
  })), parts);

// Returns a screenshot as a text: for each cell, by rows, its mean red, green and blue in hexadecimal.
async function coloursOf(page, painter, name) {
  const png = await page.screenshot({ animations: "disabled", path: name && path.join(folder, `${name}.png`) });
  return painter.evaluate(async ([data, width, height]) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext("2d", { willReadFrequently: true });
    context.drawImage(image, 0, 0);
    let text = "";
    for (let row = 0; row < height; row++)
      for (let column = 0; column < width; column++) {
        const [left, top] = [Math.floor((column * image.width) / width), Math.floor((row * image.height) / height)];
        const part = context.getImageData(left, top, Math.floor(image.width / width), Math.floor(image.height / height)).data;
        for (let channel = 0; channel < 3; channel++) {
          let sum = 0;
          for (let i = channel; i < part.length; i += 16) sum += part[i]; // every fourth pixel
          text += Math.min(15, Math.floor(sum / (part.length / 16) / 16)).toString(16);
        }
      }
    return text;
  }, [png.toString("base64"), ...GRID]);
}

// Returns what differs, as sentences.
function differences(found, wanted, [width, height]) {
  const told = [];
  for (const [part, box] of Object.entries(wanted.boxes)) {
    const now = found.boxes[part];
    const off = (i) => Math.abs(now[i] - box[i]) > Math.max(MOVED.pixels, MOVED.part * [width, height][i % 2]);
    if (!now !== !box || (now && [0, 1, 2, 3].some(off))) told.push(`${part} is at ${now}, not at ${box}`);
  }
  for (const [theme, text] of Object.entries(wanted.colours)) {
    const cells = text.match(/.../g).filter((cell, i) => [0, 1, 2].some((j) => Math.abs(parseInt(cell[j], 16) - parseInt(found.colours[theme][3 * i + j], 16)) > LEVELS));
    if (cells.length > CELLS) told.push(`${theme}: ${cells.length} of 96 places have other colours`);
  }
  return told;
}

async function look(page, painter, name, parts, [width, height]) {
  await page.setViewportSize({ width, height });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 60)))));
  const found = { boxes: await boxesOf(page, parts), colours: {} };
  for (const theme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    found.colours[theme] = await coloursOf(page, painter, name && `${name}-${width}-${theme}`);
  }
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  return found;
}

async function compare({ page, context, open }, views, replaced) {
  const painter = await context.newPage();
  const wrong = [];
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  for (const [name, [fragment, there, parts, sheet]] of Object.entries(views)) {
    await page.setViewportSize({ width: SIZES[0][0], height: SIZES[0][1] });
    await open(replaced(fragment));
    await there(page);
    const found = {};
    for (const size of SIZES) {
      found[size[0]] = await look(page, painter, name, parts, size);
      if (!writes) wrong.push(...differences(found[size[0]], golden[name][size[0]], size).map((each) => `${name}, ${size[0]} pixels wide: ${each}`));
      if (name === "compare" && size[0] > 900) assert.deepEqual(found[size[0]].boxes[".screen"].filter((_, i) => i % 2), found[size[0]].boxes[".panel + .panel .screen"].filter((_, i) => i % 2), "two maps are level");
    }
    if (writes) golden[name] = found;

    // Without its sheet it is another picture.
    if (!sheet) continue;
    await page.evaluate((href) => (document.querySelector(`link[href="${href}"]`).disabled = true), sheet);
    const without = await look(page, painter, null, parts, SIZES[0]);
    assert.notDeepEqual(differences(without, golden[name][SIZES[0][0]], SIZES[0]), [], `${name} without ${sheet} looks the same`);
  }
  assert.deepEqual(wrong, [], "what looks different (the head of this file says what to do)");
}

await run((kit) => compare(kit, VIEWS, (fragment) => fragment), { sources: () => [caves(), hills(), campus()] });
await run(async (kit) => {
  const key = await kit.results();
  await compare(kit, STUDY, (fragment) => fragment.replace("#results=KEY", key));
}, { sources: () => [], options: ["--study"] });
if (writes) fs.writeFileSync(file, `${JSON.stringify(golden, null, 1).replace(/\[\s+(-?\d+),\s+(-?\d+),\s+(-?\d+),\s+(-?\d+)\s+\]/g, "[$1, $2, $3, $4]")}\n`);
