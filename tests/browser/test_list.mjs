// The list of maps: thumbnails, facts, search; requirements on every view.

import fs from "node:fs";
import path from "node:path";
import { assert, campus, caves, makeIndex, makeMap, rooms, run, settled, temporary } from "./kit.mjs";

// A map of which some has no effect.
function yard() {
  const file = path.join(temporary, "yard.geojson");
  const feature = (geometry, properties = {}) => ({ type: "Feature", properties, geometry });
  const square = { type: "Polygon", coordinates: [[[0, 0], [9, 0], [9, 9], [0, 9], [0, 0]]] };
  const point = { type: "Point", coordinates: [1, 1] };
  fs.writeFileSync(file, JSON.stringify({ type: "FeatureCollection", features: [feature(square, { kind: "free" }), feature(point, { name: "Lamp <1>" }), feature(point), feature(null)] }));
  return file;
}

await run(
  async ({ page, open, shot, check, url }) => {
    await open("");
    await page.waitForFunction(() => document.querySelectorAll(".card").length === 14);
    await page.waitForFunction(() => [...document.images].every((image) => image.complete && image.naturalWidth > 0));
    await shot("maps");
    await check("maps");
    assert.match(await page.getByRole("link", { name: /caves/ }).textContent(), /160 × 100 · [\d,]+ corners/);

    // What a map says that has no effect, as the command tells it.
    const block = page.locator("details.ignored");
    assert.equal(await block.count(), 1);
    assert.equal(await block.locator("summary").textContent(), "3 things of the map without effect");
    await block.locator("summary").click();
    assert.deepEqual(await block.locator("li").allTextContents(), ["points bound no area and are left out: 2, such as feature 1 \"Lamp <1>\"", "geometries without a point are left out: 1, feature 3"]);
    await check("maps-ignored");

    // Search narrows the list.
    await page.getByRole("searchbox", { name: "Search maps" }).fill("maze-1");
    await page.waitForFunction(() => [...document.querySelectorAll(".card")].filter((card) => !card.hidden).length === 7);
    await page.getByRole("searchbox").fill("nothing like it");
    assert.equal(await page.locator(".found").textContent(), "0 maps of 14");

    // Polygons are drawn like cells.
    await open("#map=campus&from=5,10&to=290,160");
    await settled(page);
    await shot("campus");
    await check("campus");

    await open("#map=yard&from=1,1&to=8,2");
    await settled(page);
    assert.equal(await page.locator(".side details.ignored summary").textContent(), "3 things of the map without effect");

    // A map without an index is answered by the other methods, until its index has been built in
    // the background.
    await open("#map=plain&from=10,10&to=190,140");
    await settled(page);
    await page.waitForFunction(() => document.querySelector(".panel-head select").value === "index" && document.querySelector(".line"));

    // Security headers.
    const response = await page.request.get(url);
    const policy = response.headers()["content-security-policy"];
    assert.match(policy, /default-src 'self'/);
    assert.doesNotMatch(policy, /unsafe/);
    assert.equal(response.headers()["x-content-type-options"], "nosniff");
    const licences = await (await page.request.get(`${url}licences.txt`)).text();
    assert.match(licences, /xxHash/);
  },
  {
    sources: () => [
      caves(),
      rooms(),
      campus(),
      yard(),
      makeMap("plain", "--kind", "caves", "--width", "200", "--height", "150", "--seed", "3"),
      ...Array.from({ length: 9 }, (_, i) => makeIndex(`maze-${8 + i}`, "--kind", "maze", "--width", "40", "--height", "40", "--seed", `${i}`)),
    ],
  },
).catch((error) => {
  console.error(error);
  process.exit(1);
});
