// Links that contain a drawing: made in Draw, opened in another viewer, in an exported folder,
// pasted; too large ones, and hostile ones.

import { spawn } from "node:child_process";
import path from "node:path";
import zlib from "node:zlib";
import { assert, built, caves, drag, folder, run, serve, temporary, tool } from "./kit.mjs";

const linkOf = (drawing) => `#drawn=${zlib.deflateRawSync(typeof drawing === "string" ? drawing : JSON.stringify(drawing)).toString("base64url")}`;
const BOX = { name: "Größe <b>", width: 100, height: 60, obstacles: [{ rect: [45, 10, 10, 40] }, { polygon: [[10, 10], [20, 10], [15, 20.5]] }], agent_radius: 1.5 };
const ROADS = { name: "roads", width: 60, height: 40, origin: [-10, 5], obstacles: [], roads: [{ line: [[0, 10], [40, 30]], rate: 0.5, name: "A 1" }], rivers: [{ line: [[10, 6], [20, 44]], cost: null }], bridges: [{ point: [15, 25] }], background_rate: 2, attribution: "us" };

let index;
await run(
  async ({ page, context, browser, url, listen, open, shot, check, expectFault }) => {
    // Shared from Draw: the link is copied to the clipboard, or shown below if that isn't
    // permitted.
    await open("#draw=new");
    await page.getByLabel("Name").fill("yard");
    await page.getByRole("button", { name: "Create" }).click();
    await page.waitForSelector(".draw-bar");
    await drag(page, [45, 10], [55, 50]);
    await built(page);
    const radius = page.getByLabel("Agent radius");
    await radius.fill("2");
    await radius.press("Enter");
    const share = page.getByRole("button", { name: "Copy a link with the drawing in it" });
    await page.evaluate(() => (navigator.clipboard.writeText = () => Promise.reject(new Error("closed"))));
    await share.click();
    const shown = page.getByLabel("Link with the drawing in it");
    await shown.waitFor();
    const link = await shown.inputValue();
    assert.ok(link.startsWith(`${url}#drawn=`) && link.length < 300, link);
    const unpacked = JSON.parse(zlib.inflateRawSync(Buffer.from(link.split("#drawn=")[1], "base64url")).toString());
    assert.deepEqual(unpacked, { name: "yard", width: 100, height: 60, obstacles: [{ rect: [45, 10, 10, 40] }], agent_radius: 2 });
    await page.evaluate(() => (navigator.clipboard.writeText = async (text) => (window.copied = text)));
    await share.click();
    await page.getByText(/^A link of \d+ characters is copied\./).waitFor();
    assert.equal(await page.evaluate(() => window.copied), link);
    const found = (where) => where.waitForFunction(() => document.querySelector("tbody tr td:nth-child(2)")?.textContent === "101.41"); // round the corners, at the agent's radius
    await found(page);

    // Opened in another viewer: nothing is stored before the user asks for it.
    const other = await serve([caves()], ["--data", path.join(temporary, "others")]);
    try {
      const there = await context.newPage();
      await there.goto(other.url + link.slice(url.length));
      await there.getByRole("heading", { name: "yard", exact: true }).waitFor();
      assert.equal(await there.locator(".facts").textContent(), "100 × 60 · 1 obstacle · agent radius 2");
      assert.equal(await there.locator(".shared-obstacle").getAttribute("d"), "M45 10L55 10L55 50L45 50Z");
      const count = () => there.evaluate(async () => (await (await fetch("/api/maps")).json()).maps.length);
      const before = await count();
      await there.reload();
      await there.getByRole("button", { name: "Open it here" }).waitFor();
      assert.equal(await count(), before, "looking makes no drawing");
      await there.getByRole("button", { name: "Open it here" }).click();
      await there.waitForSelector(".draw-bar");
      await found(there);
      assert.equal(await there.getByLabel("Agent radius").inputValue(), "2");
      assert.equal(await count(), before + 1);

      // Pasted in the form for new drawings.
      await there.goto(`${other.url}#draw=new`);
      await there.getByLabel("One that carries a drawing").fill(link);
      await there.getByRole("heading", { name: "yard", exact: true }).waitFor();
      await there.close();
    } finally {
      other.server.removeAllListeners("exit");
      other.server.kill();
    }

    // Names are plain text; all things are drawn.
    await open(linkOf(BOX));
    await page.getByRole("heading", { name: "Größe <b>" }).waitFor();
    await shot("shared");
    await check("shared");
    await open(linkOf(ROADS));
    await page.getByRole("heading", { name: "roads" }).waitFor();
    assert.equal(await page.locator(".facts").textContent(), "60 × 40 · 0 obstacles · 1 road · 1 river · 1 bridge");
    await page.getByRole("button", { name: "Open it here" }).click();
    await page.waitForSelector(".draw-bar");
    await page.waitForSelector(".road-shapes .road");
    const drawing = await page.evaluate(async () => (await fetch(`/api/maps/${location.hash.slice(6)}/drawing`)).json());
    const { name, ...lists } = ROADS;
    assert.deepEqual(drawing, lists);
    await open(linkOf({ ...BOX, name: "a\u202egpj.exe\u0007", source: "type octile" }));
    await page.getByRole("heading", { name: "agpj.exe", exact: true }).waitFor();
    await page.getByRole("button", { name: "Open it here" }).click();
    await page.waitForSelector(".draw-bar"); // and unknown fields aren't sent

    // Hostile and damaged links give a message, and have no other effect.
    const good = linkOf(BOX);
    const point = [0, 0];
    const bad = [
      "#drawn", "#drawn=", "#drawn=!!!", "#drawn=%00", "#drawn=AAAA", good.slice(0, -20), `${good}&x=1`, good.replace("=", "=AA"), `#drawn=${"A".repeat(200000)}`,
      ...["", "null", "[]", "{}", '"x"', "{", "\ud800"].map((text) => linkOf(text)),
      ...[
        { width: 0 }, { width: -1 }, { width: 1e9 }, { width: "100" }, { width: null }, { height: undefined }, { name: 5 }, { name: undefined }, { obstacles: {} }, { obstacles: [null] }, { obstacles: [{}] },
        { obstacles: [{ rect: [1, 2, 3] }] }, { obstacles: [{ rect: [1, 2, 0, 4] }] }, { obstacles: [{ rect: "1234" }] }, { obstacles: [{ polygon: [point, point] }] }, { obstacles: [{ polygon: [point, point, [1e300, 1]] }] },
        { obstacles: [{ polygon: [point, point, ['"/><script>', 1]] }] }, { obstacles: [{ rect: [1, 2, 3, 4], name: {} }] }, { roads: [{ line: [point], rate: 1 }] }, { roads: [{ line: [point, point], rate: -1 }] }, { roads: { length: 1 } },
        { rivers: [{ line: [point, point] }] }, { bridges: [{ point: 5 }] }, { agent_radius: -1 }, { agent_radius: "1" }, { origin: [1] }, { background_rate: 0 }, { attribution: 5 }, { obstacles: Array(20001).fill({ rect: [1, 1, 1, 1] }) },
      ].map((change) => linkOf({ ...BOX, ...change })),
    ];
    for (const fragment of bad) {
      await page.evaluate((hash) => {
        document.querySelector("main").replaceChildren(); // removes the previous message
        location.hash = hash;
      }, fragment);
      await page.getByText("This link carries no drawing that can be read: it is cut off or damaged.").waitFor();
      assert.equal(await page.locator(".shared-picture").count(), 0, fragment.slice(0, 100));
    }
    await check("shared-damaged");
    await open(linkOf(`${JSON.stringify(BOX)}${" ".repeat(40e6)}`)); // 40 MB in 40 KB
    await page.getByText("This link unpacks to more than 4.0 MB, which no drawing takes.").waitFor();

    // Too large for a link.
    let seed = 1;
    const letter = () => String.fromCharCode(97 + (((seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 2 ** 32) * 26));
    const many = { name: "many", width: 100, height: 60, obstacles: Array.from({ length: 60 }, (_, i) => ({ rect: [i, i, 0.5, 0.5], name: Array.from({ length: 1000 }, letter).join("") })) };
    const id = await page.evaluate(async (body) => (await (await fetch("/api/maps", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) })).json()).map.id, many);
    await open(`#draw=${id}`);
    await page.getByRole("button", { name: "Copy a link with the drawing in it" }).click();
    await page.getByText(/^A link with this drawing would have [\d,]+ characters; 32,000 are the most/).waitFor();

    // On a telephone, and in a folder without a server.
    const site = path.join(temporary, "site");
    tool("export", index, "-o", site);
    const program = "import http.server, sys\nserver = http.server.ThreadingHTTPServer(('127.0.0.1', 0), lambda *a: http.server.SimpleHTTPRequestHandler(*a, directory=sys.argv[1]))\nprint(server.server_port, flush=True)\nserver.serve_forever()";
    const web = spawn("python3", ["-c", program, site], { stdio: ["ignore", "pipe", "ignore"] });
    try {
      const port = await new Promise((resolve) => web.stdout.once("data", (data) => resolve(Number(data))));
      const phone = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
      const small = await phone.newPage();
      listen(small);
      await small.goto(`http://127.0.0.1:${port}/${linkOf(BOX)}`);
      await small.getByRole("button", { name: "Open it here" }).tap();
      await small.waitForSelector(".draw-bar");
      await small.goto(url + linkOf(BOX));
      const button = small.getByRole("button", { name: "Open it here" });
      await button.waitFor();
      assert.ok((await small.evaluate(() => document.documentElement.scrollWidth)) <= 360, "nothing sticks out");
      assert.ok((await button.boundingBox()).height >= 44);
      await small.screenshot({ path: path.join(folder, "shared-telephone.png") });
      await button.tap();
      await small.waitForSelector(".draw-bar");
      await phone.close();
    } finally {
      web.kill();
    }
  },
  { sources: () => [(index = caves())] },
);
