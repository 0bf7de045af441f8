// The list of maps: thumbnails, facts, search; requirements on every view.

import { assert, campus, caves, makeIndex, makeMap, rooms, run, settled } from "./kit.mjs";

await run(
  async ({ page, open, shot, check, url }) => {
    await open("");
    await page.waitForFunction(() => document.querySelectorAll(".card").length === 13);
    await page.waitForFunction(() => [...document.images].every((image) => image.complete && image.naturalWidth > 0));
    await shot("maps");
    await check("maps");
    assert.match(await page.getByRole("link", { name: /caves/ }).textContent(), /160 × 100 · [\d,]+ corners/);

    // Search narrows the list.
    await page.getByRole("searchbox", { name: "Search maps" }).fill("maze-1");
    await page.waitForFunction(() => [...document.querySelectorAll(".card")].filter((card) => !card.hidden).length === 7);
    await page.getByRole("searchbox").fill("nothing like it");
    assert.equal(await page.locator(".found").textContent(), "0 maps of 13");

    // Polygons are drawn like cells.
    await open("#map=campus&from=5,10&to=290,160");
    await settled(page);
    await shot("campus");
    await check("campus");

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
      makeMap("plain", "--kind", "caves", "--width", "200", "--height", "150", "--seed", "3"),
      ...Array.from({ length: 9 }, (_, i) => makeIndex(`maze-${8 + i}`, "--kind", "maze", "--width", "40", "--height", "40", "--seed", `${i}`)),
    ],
  },
).catch((error) => {
  console.error(error);
  process.exit(1);
});
