// `pathfan export`: a folder that Python's web server serves from a subdirectory, without the
// viewer. The page shows the same as the viewer's, in Chromium and in the Firefox that
// PATHFAN_FIREFOX names, if it is set.

import { execFileSync, spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { assert, caves, centre, drawn, hillsIndex, lengths, pathfan, rooms, run, settled, skip, stopped, temporary, tool } from "./kit.mjs";

if (spawnSync("python3", ["--version"]).status !== 0) skip("no python3, whose web server shows the folder");

// Starts a foreign web server on the folder above the site: it sends no policy, types or tags of
// ours.
async function show(folder) {
  const program = "import http.server, sys\nserver = http.server.ThreadingHTTPServer(('127.0.0.1', 0), lambda *a: http.server.SimpleHTTPRequestHandler(*a, directory=sys.argv[1]))\nprint(server.server_port, flush=True)\nserver.serve_forever()";
  const server = spawn("python3", ["-c", program, folder], { stdio: ["ignore", "pipe", "ignore"] });
  const port = await new Promise((resolve) => server.stdout.once("data", (data) => resolve(Number(data))));
  return { server, url: `http://127.0.0.1:${port}/` };
}

// Returns what the page shows of an answer, except for its time and the lines of paths, which
// depend on the screen.
async function said(page) {
  await settled(page);
  await page.waitForFunction(() => [...document.querySelectorAll("tbody tr:not(.empty)")].every((row) => row.textContent));
  if (/layers=.*cones/.test(page.url())) await page.locator(".cone").nth(1).waitFor({ state: "attached" });
  return page.evaluate(() => [...document.querySelectorAll(".panel")].map((panel) => [panel.querySelector("table").textContent, panel.dataset.reason, [...panel.querySelectorAll(".corridor, .cone, .mark")].map((line) => line.getAttribute("d") ?? line.textContent)]));
}

const FRAGMENTS = [
  "#map=caves&from=4,50&to=155,50",
  "#map=caves&from=4,50&to=155,50&k=5&stretch=1.2&separation=0&method=plateaus&compare=dissimilarity",
  "#map=caves&from=4,50&to=155,50&method=penalty&layers=corridor,mesh,plateaus,via,cones",
  "#map=caves&from=0,0&to=155,50&snap=0",
  "#map=rooms&from=2,2&to=97,77&effort=thorough&fill=1&path=2&view=40,30,12",
  "#map=rooms&from=2,2&to=97,77&method=polyanya",
  "#map=indexed&from=40,40&to=560,360",
  "#map=indexed&from=40,40&to=560,360&method=terrain&layers=field",
];

// In Firefox, without a driver: a server serves the page with a script that reports its texts.
async function inFirefox(firefox, site) {
  const copy = path.join(temporary, "firefox");
  fs.cpSync(site, copy, { recursive: true });
  const index = path.join(copy, "index.html");
  fs.writeFileSync(index, fs.readFileSync(index, "utf8").replace("</head>", '<script src="said.js" defer></script></head>'));
  fs.writeFileSync(
    path.join(copy, "said.js"),
    'const timer = setInterval(() => { const rows = document.querySelectorAll("tbody tr:not(.empty)"); if (rows.length < 3 || document.querySelector(".panel[aria-busy]")) return; clearInterval(timer); fetch("said", { method: "POST", body: [...rows].map((row) => row.children[1].textContent).join(" ") }); }, 50);',
  );
  let heard;
  const said = new Promise((resolve) => (heard = resolve));
  const server = http.createServer((request, response) => {
    const name = new URL(request.url, "http://here").pathname.slice(1) || "index.html";
    if (request.method === "POST") {
      let text = "";
      request.on("data", (part) => (text += part)).on("end", () => heard(text));
      return response.end();
    }
    const file = path.join(copy, name);
    const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };
    if (!fs.existsSync(file)) return response.writeHead(404).end();
    return response.writeHead(200, { "Content-Type": types[path.extname(name)] ?? "application/octet-stream" }).end(fs.readFileSync(file));
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const home = fs.mkdtempSync(path.join(os.tmpdir(), "pathfan-firefox-"));
  const browser = spawn(firefox, ["--headless", "--no-remote", "--profile", home, `http://127.0.0.1:${server.address().port}/${FRAGMENTS[0]}`], { stdio: "ignore", env: { ...process.env, HOME: home } });
  const text = await Promise.race([said, new Promise((done) => setTimeout(() => done("nothing"), 200000).unref())]);
  browser.kill();
  await new Promise((done) => browser.on("exit", done));
  server.close();
  server.closeAllConnections();
  fs.rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  return text;
}

const indexes = [];
await run(
  async ({ page, context, url, shot, check, expectFault }) => {
    const above = path.join(temporary, "above");
    const site = path.join(above, "some", "place");
    fs.mkdirSync(path.dirname(site), { recursive: true });
    tool("export", ...indexes, "-o", site);
    const web = await show(above);
    try {
      const at = `${web.url}some/place/`;
      const open = async (fragment) => {
        await page.goto("about:blank");
        await page.goto(at + fragment);
      };

      // The list has pictures, and no links to views that need a server.
      await open("");
      await page.locator(".card").nth(2).waitFor();
      await page.waitForFunction(() => [...document.querySelectorAll(".thumbnail")].every((image) => image.complete && image.naturalWidth > 50));
      for (const name of ["Crowds", "Study", "Results"]) assert.equal(await page.getByRole("link", { name, exact: true }).isVisible(), false, name);
      await shot("export-maps");
      await check("export-maps");
      await page.getByRole("link", { name: /caves/ }).click();
      await settled(page);
      assert.equal((await lengths(page)).length, 3, "three paths to begin with");

      // Shows the same as the viewer.
      const viewer = await context.newPage();
      for (const fragment of FRAGMENTS) {
        await open(fragment);
        await viewer.goto("about:blank");
        await viewer.goto(url + fragment);
        assert.deepEqual(await said(page), await said(viewer), fragment);
      }
      await shot("export-terrain");

      // So do the tools.
      const TOOLS = [
        ["walk=1", ".dock-walk tbody tr", ".dock-walk table"],
        ["heat=1", ".dock-heat[data-done]", ".heat-scale"],
        ["explain=9", ".dock-explain[data-steps]", ".dock-explain"],
      ];
      for (const [tool, made, shown] of TOOLS) {
        const texts = [];
        for (const [where, address] of [[page, at], [viewer, url]]) {
          await where.goto("about:blank");
          await where.goto(`${address}${FRAGMENTS[0]}&${tool}`);
          await settled(where);
          await where.locator(made).first().waitFor();
          texts.push(await where.locator(shown).textContent());
        }
        assert.equal(texts[0], texts[1], tool);
      }
      await open("#map=rooms&from=2,2&to=97,77&score=1");
      await page.getByRole("button", { name: "Run" }).click();
      await stopped(page, 10);
      await page.getByRole("radio", { name: "Paths", exact: true }).check();
      assert.ok((await page.locator(".plot-dot").count()) >= 40);
      await viewer.close();

      // Paths follow while an end is dragged; the address follows too, and restores the same.
      await open(FRAGMENTS[0]);
      await settled(page);
      const before = await drawn(page);
      const [x, y] = await centre(page.locator(".handle-to .shape"));
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x - 60, y - 40, { steps: 5 });
      await page.mouse.move(x - 120, y - 90, { steps: 5 });
      await page.waitForFunction((old) => document.querySelector(".line")?.getAttribute("d") !== old, before[0]);
      await page.mouse.up();
      await page.getByRole("button", { name: "Copy a link to this view" }).click(); // brings the address up to date
      const [found, link] = [await said(page), new URL(page.url()).hash];
      assert.ok(!link.includes("to=155,50"));
      await open(link);
      assert.deepEqual((await said(page))[0][0], found[0][0], "the link shows the same");
      await shot("export");
      await check("export");

      // The visibility layer requests corners as the pointer moves.
      await open(`${FRAGMENTS[0]}&layers=sight`);
      await settled(page);
      const corner = await page.evaluate(async () => (await (await fetch("pathfan.json")).json()).maps[0].info.n);
      assert.ok(corner > 100);
      const box = await page.locator(".overlay").boundingBox();
      for (let i = 0; i < 40 && !(await page.locator(".layer-lines .sight").count()); i++) await page.mouse.move(box.x + box.width * (0.3 + 0.01 * i), box.y + box.height * 0.5);
      await page.locator(".layer-lines .sight").first().waitFor({ state: "attached" });

      // The map's file is there too.
      const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Map file" }).click()]);
      assert.equal(fs.readFileSync(await download.path(), "utf8"), fs.readFileSync(path.join(temporary, "caves.map"), "utf8"));
      assert.match(download.suggestedFilename(), /^caves\.map$/);

      // Views that need a server lead to the list of maps.
      for (const fragment of ["#crowd", "#study"]) {
        await open(fragment);
        await page.getByRole("heading", { name: "Maps", exact: true }).waitFor();
      }

      // A missing index is reported.
      fs.renameSync(path.join(site, "maps/rooms.pathfan"), path.join(temporary, "away"));
      await open("#map=rooms");
      await page.getByText("maps/rooms.pathfan can't be fetched (404)").waitFor();
      fs.renameSync(path.join(temporary, "away"), path.join(site, "maps/rooms.pathfan"));

      // So is a missing worker; the next request finds it when it is there again.
      await context.route("**/worker.js", (route) => route.fulfill({ status: 404 }));
      await open("#map=rooms");
      await page.getByText("What this page answers with can't be loaded.").waitFor();
      await context.unroute("**/worker.js");
      await expectFault(/worker\.js net::ERR_FAILED/, "the worker that isn't there");
      await page.getByRole("link", { name: "All maps" }).first().click();
      await page.locator(".card").nth(2).waitFor();

      // A page opened as a file explains that it can't work.
      await page.goto("about:blank");
      await page.goto(`file://${site}/index.html`);
      await page.getByText("This page was opened as a file").waitFor();
      for (const fault of [/blocked by CORS/, /page\.js net::ERR_FAILED/, /Failed to load resource/]) await expectFault(fault, "a module of a file");
    } finally {
      web.server.kill();
    }
    if (process.env.PATHFAN_FIREFOX) {
      const expected = JSON.parse(execFileSync(pathfan, ["query", indexes[0], "--from", "4,50", "--to", "155,50", "--json"]));
      assert.equal(await inFirefox(process.env.PATHFAN_FIREFOX, site), expected.paths.map(({ length }) => length.toFixed(2)).join(" "), "Firefox shows these paths");
    }
  },
  { sources: () => (indexes.push(caves(), rooms(), hillsIndex()), indexes) },
);
console.log("a folder without a server of ours shows what the viewer shows");
