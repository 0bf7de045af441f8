// A page without a server makes indexes: a map dropped on it, a drawing. The index that it saves has
// the bytes of the command's.

import { execFileSync } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { assert, built, drag, lengths, makeMap, pathfan, rooms, run, settled, temporary, tool } from "./kit.mjs";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };

async function show(site) {
  const server = http.createServer((request, response) => {
    const file = path.join(site, new URL(request.url, "http://here").pathname.slice(1) || "index.html");
    if (!fs.existsSync(file)) return response.writeHead(404).end();
    return response.writeHead(200, { "Content-Type": TYPES[path.extname(file)] ?? "application/octet-stream" }).end(fs.readFileSync(file));
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { server, url: `http://127.0.0.1:${server.address().port}/` };
}

// Drops a file on the page.
const drop = (page, name, text) =>
  page.evaluate(([file, content]) => {
    const given = new DataTransfer();
    given.items.add(new File([content], file));
    for (const kind of ["dragover", "drop"]) document.body.dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer: given }));
  }, [name, text]);

// Saves what a link leads to.
async function saved(page, name) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name, exact: true }).click()]);
  const file = path.join(temporary, "saved");
  await download.saveAs(file);
  return fs.readFileSync(file);
}

let index;
await run(
  async ({ page, shot, check }) => {
    const site = path.join(temporary, "site");
    tool("export", index, "-o", site);
    const web = await show(site);
    try {
      await page.goto(web.url);
      await page.locator(".card").waitFor();
      await check("bake-maps");

      // A map of cells.
      const map = makeMap("halls", "--kind", "rooms", "--width", "60", "--height", "48", "--seed", "4");
      await drop(page, "halls.map", fs.readFileSync(map, "utf8"));
      await page.waitForURL(/#map=here-1/);
      await settled(page);
      assert.ok((await lengths(page)).length > 1, "several paths at once");
      assert.equal(await page.locator(".baking").count(), 0);
      const own = path.join(temporary, "halls.pathfan");
      execFileSync(pathfan, ["build-index", map, "-o", own, "--quiet"]);
      assert.ok((await saved(page, "Index")).equals(fs.readFileSync(own)), "the saved index has the command's bytes");
      assert.deepEqual(await saved(page, "Map file"), fs.readFileSync(map));
      await shot("bake-map");

      // One that is malformed; and polygons, by the button.
      await drop(page, "broken.map", "type octile\nheight 1\n");
      await page.getByText(/broken\.map:3: the file ends/).waitFor();
      await page.goto(`${web.url}#maps`);
      const ring = (x, y, side) => [[[x, y], [x + side, y], [x + side, y + side], [x, y + side], [x, y]]];
      const features = [["free", ring(0, 0, 90)], ["obstacle", ring(30, 30, 20)], ["obstacle", ring(60, 10, 15)]].map(([kind, coordinates]) => ({ type: "Feature", properties: { kind }, geometry: { type: "Polygon", coordinates } }));
      await page.getByLabel("Map file").setInputFiles({ name: "yard.geojson", mimeType: "application/json", buffer: Buffer.from(JSON.stringify({ type: "FeatureCollection", features })) });
      await page.waitForURL(/#map=here-/);
      await settled(page);
      assert.ok((await lengths(page)).length > 1);

      // A build that is cancelled makes no map.
      await page.goto(`${web.url}#maps`);
      const large = makeMap("large", "--kind", "caves", "--width", "400", "--height", "400", "--seed", "2");
      await drop(page, "large.map", fs.readFileSync(large, "utf8"));
      await page.locator(".baking progress").waitFor();
      await page.getByRole("button", { name: "Cancel" }).click();
      await page.locator(".baking").waitFor({ state: "detached" });
      assert.match(page.url(), /#maps$/);
      await page.locator(".card").nth(2).waitFor();
      assert.equal(await page.locator(".card").count(), 3, "the exported map and the two made here");
      await page.waitForFunction(() => [...document.querySelectorAll(".thumbnail")].every((image) => image.complete && image.naturalWidth > 50));
      await shot("bake-list");

      // A drawing: its index follows what is drawn.
      await page.goto(`${web.url}#draw=new`);
      await page.getByRole("button", { name: "Create" }).click();
      await page.waitForURL(/#draw=here-/);
      await settled(page);
      await page.getByRole("button", { name: "Rectangle", exact: true }).click();
      await drag(page, [40, 10], [60, 50]);
      await built(page);
      await page.waitForFunction(() => document.querySelectorAll("tbody tr:not(.empty)").length > 1);
      await shot("bake-draw");
      await check("bake-draw");
      await page.getByRole("link", { name: "Explore this map" }).click();
      await settled(page);
      assert.ok((await lengths(page)).length > 1);
    } finally {
      web.server.close();
      web.server.closeAllConnections();
    }
  },
  { sources: () => [(index = rooms())] },
);
