// Names that are markup, of files, uploads, features, obstacles and in the address: the page shows
// them as text. Nothing of them is run or becomes an element, also without the policy (CSP) that
// would keep it from running.

import fs from "node:fs";
import path from "node:path";
import { assert, makeMap, run, temporary } from "./kit.mjs";

const MARKUP = `"><img class=evil src=x onerror=alert(1)><svg class=evil onload=alert(2)>'`;
const folder = path.join(temporary, "named");

function named() {
  fs.mkdirSync(folder, { recursive: true });
  fs.copyFileSync(makeMap("plain", "--kind", "rooms", "--width", "30", "--height", "30"), path.join(folder, `${MARKUP}.map`));
  const square = (at, size) => [[[at, at], [at + size, at], [at + size, at + size], [at, at + size], [at, at]]];
  const feature = (properties, type, coordinates) => ({ type: "Feature", id: MARKUP, properties: { name: MARKUP, ...properties }, geometry: { type, coordinates } });
  fs.writeFileSync(path.join(folder, "features.geojson"), JSON.stringify({ type: "FeatureCollection", name: MARKUP, features: [
    feature({ kind: "free" }, "Polygon", square(0, 20)), feature({ kind: "obstacle" }, "Polygon", square(5, 5)), feature({}, "Point", [2, 2]), feature({ kind: "obstacle" }, "Polygon", square(30, 2))] }));
  fs.writeFileSync(path.join(folder, "roads.geojson"), JSON.stringify({ type: "FeatureCollection", features: [
    feature({ kind: "road", rate: 0.5 }, "LineString", [[1, 1], [9, 9]]), feature({ kind: "obstacle" }, "Polygon", square(3, 2)), feature({ kind: "river", cost: 2 }, "LineString", [[0, 9], [9, 0]])] }));
  return folder;
}

await run(
  async ({ page, url, open, expectFault }) => {
    const told = [];
    page.on("dialog", (dialog) => told.push(dialog.message()) && dialog.dismiss());
    const good = async (where) => {
      await page.waitForTimeout(300);
      assert.equal(await page.locator(".evil, img[src=x], svg[onload]").count(), 0, `markup became elements: ${where}`);
      assert.deepEqual(told, [], where);
    };

    const upload = await page.request.post(`${url}api/maps?name=${encodeURIComponent(MARKUP)}`, {
      headers: { "Content-Type": "text/plain", Origin: new URL(url).origin },
      data: fs.readFileSync(path.join(folder, "features.geojson"), "utf8"),
    });
    assert.ok(upload.ok(), await upload.text());
    const { maps } = await (await page.request.get(`${url}api/maps`)).json();
    assert.ok(maps.length === 4 && JSON.stringify(maps).includes("onerror"), "the names are there");

    await open("");
    await good("the list");
    assert.ok((await page.locator("body").textContent()).includes("onerror=alert(1)"), "the name is shown as text");
    for (const { id } of maps)
      for (const more of ["&from=1,1&to=15,15&score=7&explain=1&heat=detour&walk=length", "&from=1,1&to=25,25&scen=1&passages=1", "&crowd=1"]) {
        await open(`#map=${encodeURIComponent(id)}${more}`);
        await good(`${id}${more}`);
      }
    const evil = encodeURIComponent(MARKUP);
    for (const link of [`#map=${encodeURIComponent(maps[0].id)}&method=${evil}&path=${evil}&avoid=${evil}&from=${evil}`, `#${evil}=${evil}`]) {
      await open(link);
      await good(link);
    }
    await open(`#map=${evil}`);
    for (const what of [/404 .*\/geometry$/, /404 .*'$/]) await expectFault(what, "a map that there isn't");
    await good("a map that there isn't");
    const refused = await page.request.post(`${url}api/maps?name=${evil}`, { headers: { "Content-Type": "text/plain", Origin: new URL(url).origin }, data: MARKUP });
    assert.ok(refused.status() === 400 && refused.headers()["content-type"] === "application/json", "an error that quotes its input is no page");
  },
  { sources: () => [named()], context: { bypassCSP: true } },
);
