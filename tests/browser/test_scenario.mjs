// Queries of a .scen file in the explore view: opened by choosing and dropping, stepped through by
// buttons and keys, those with few paths, the comparison of lengths, the address, undo, invalid
// files; also in an exported folder.

import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { assert, folder, lengths, run, settled, temporary, tool } from "./kit.mjs";

const map = path.join(temporary, "rooms.map");
const scen = path.join(temporary, "rooms.map.scen");
const index = path.join(temporary, "rooms.pathfan");
const QUERIES = 30;

function make() {
  tool("make-map", "--kind", "rooms", "--width", "100", "--height", "80", "--seed", "1", "-o", map, "--scen", scen, "--queries", String(QUERIES));
  tool("build-index", map, "-o", index);
  return index;
}

// Reads the file by a twin: words between blanks.
const queries = () => fs.readFileSync(scen, "utf8").trim().split("\n").slice(1).map((line) => line.split(/\s+/).slice(4).map(Number));
const bar = (page) => page.locator(".dock-scen");
const words = (page) => bar(page).locator("p").textContent();
const number = (page) => page.getByRole("spinbutton", { name: "Number of the query" });

// Waits until a query is shown, with its ends in the address.
async function at(page, wanted) {
  const [fx, fy, tx, ty] = queries()[wanted - 1];
  await page.waitForFunction(
    ([n, from, to]) => {
      const fields = new URLSearchParams(location.hash.slice(1));
      return fields.get("scen") === n && fields.get("from") === from && fields.get("to") === to;
    },
    [String(wanted), `${fx},${fy}`, `${tx},${ty}`],
  );
  await settled(page);
  await page.waitForFunction(() => /found|No path/.test(document.querySelector('.dock-scen p').textContent));
}

const choose = (page, file) => bar(page).locator("input[type=file]").setInputFiles(file);

async function through({ page, open, shot, check }) {
  await open("#map=rooms&from=2,2&to=97,77");
  await settled(page);
  const first = await lengths(page);
  await page.getByRole("checkbox", { name: "Query file" }).check();
  assert.equal(await words(page), "Open a file of queries, or drop one here.");
  await choose(page, scen);
  await at(page, 1);
  await check("scenario");

  // The length in the file, of a way from cell to cell, beside the length found.
  for (let n = 1; n <= 3; n++) {
    const told = queries()[n - 1][4];
    const found = Number((await lengths(page))[0]);
    const [, file, answer, , share, more] = /^In the file ([\d.]+), found ([\d.]+): (the same|([\d.]+)% (shorter|longer))\.$/.exec(await words(page));
    assert.ok(Math.abs(Number(file) - told) < 0.01 && Math.abs(Number(answer) - found) < 0.01, await words(page));
    if (more) assert.equal(more, found < told ? "shorter" : "longer");
    assert.ok(Math.abs(Number(share ?? 0) / 100 - Math.abs(found / told - 1)) < 0.006);
    await page.getByRole("button", { name: "Next query" }).click();
    await at(page, n + 1);
  }

  // Arrow keys step, with Shift by ten; a number goes to that query.
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("ArrowLeft");
  await at(page, 3);
  await page.keyboard.press("Shift+ArrowRight");
  await at(page, 13);
  await page.keyboard.press("ArrowRight");
  await at(page, 14);
  await number(page).fill("99");
  await number(page).press("Enter");
  await at(page, QUERIES);
  assert.ok(await page.getByRole("button", { name: "Next query" }).isDisabled());
  await shot("scenario");
  assert.equal(await number(page).inputValue(), String(QUERIES));

  // Undo goes back from query to query, and to the state before the tool.
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("Control+z");
  await at(page, 14);
  for (let i = 0; i < 7; i++) await page.keyboard.press("Control+z");
  await page.waitForFunction(() => location.hash.includes("from=2,2&to=97,77"));
  await settled(page);
  assert.deepEqual(await lengths(page), first);
  await page.keyboard.press("Control+y");
  await at(page, 1);

  // A moved end no longer belongs to a query.
  await page.locator(".handle-to").press("Shift+ArrowLeft");
  await page.waitForFunction(() => /aren't those of query 1/.test(document.querySelector(".dock-scen p").textContent));

  // Only queries with few paths: the next one, and none before the first.
  await page.getByRole("slider", { name: "Paths" }).fill("9");
  await settled(page);
  await page.getByText("fewer than 9 paths only").click();
  await page.getByRole("button", { name: "Next query" }).click();
  await page.waitForFunction(() => Number(new URLSearchParams(location.hash.slice(1)).get("scen")) > 1);
  await settled(page);
  assert.ok((await lengths(page)).length < 9);
  await page.getByRole("slider", { name: "Paths" }).fill("1");
  await settled(page);
  await page.getByRole("button", { name: "Next query" }).click();
  await page.getByText("No other query after this one has fewer than 1 path.").waitFor();

  // A link shows the query; it doesn't contain the file, which opens at the link's query.
  await open("#map=rooms&from=10,11&to=60,61&scen=7");
  await settled(page);
  await page.waitForFunction(() => document.querySelector(".dock-scen p")?.textContent === "Query 7 of a .scen file: open it to go on, or drop it here.");
  const text = fs.readFileSync(scen, "utf8");
  await page.evaluate((content) => {
    const data = new DataTransfer();
    data.items.add(new File([content], "dropped.scen"));
    for (const type of ["dragover", "drop"]) document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data }));
  }, text);
  await at(page, 7);

  // After switching the tool off and on, the file is still there.
  const toggle = page.getByRole("checkbox", { name: "Query file" });
  await toggle.uncheck();
  await page.waitForFunction(() => !location.hash.includes("scen=") && !document.querySelector(".dock-scen"));
  await toggle.check();
  assert.equal(await page.locator(".dock-scen .figure").textContent(), `of ${QUERIES}`);

  // Invalid files are reported; if only some lines are invalid, the others are read.
  const bad = path.join(temporary, "bad.scen");
  for (const [content, told] of [
    ["0 a 1 1 0 0 1 1 1\n", "This is no .scen file"],
    ["version 1\n\n", "There is no query in this file."],
    ["version 1\n0 a 1 1 0 0 1\n", "Line 2 of this file is no query"],
  ]) {
    fs.writeFileSync(bad, content);
    await choose(page, bad);
    await page.locator(".notice.fault", { hasText: told }).waitFor();
    assert.equal(await page.locator(".dock-scen .figure").textContent(), `of ${QUERIES}`, "the one before stays");
  }
  fs.writeFileSync(bad, "version 1.0\r\n0\ta\t512\t512\t2\t2\t97\t77\t150\r\nnonsense\r\n0 b 512 512 2 2 -500 77 0\r\n");
  await choose(page, bad);
  await page.getByText("1 line of bad.scen can't be read, the first is line 3.").waitFor();
  await page.waitForFunction(() => /^Made for a map of 512 × 512\. In the file 150\.00, found /.test(document.querySelector(".dock-scen p").textContent));
  await page.getByRole("button", { name: "Next query" }).click();
  await page.waitForFunction(() => /No path in the file; none was found\.$/.test(document.querySelector(".dock-scen p").textContent));
}

async function onTelephone({ browser, url, listen }) {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
  const page = await context.newPage();
  listen(page);
  await page.goto(`${url}#map=rooms&from=2,2&to=97,77&avoid=1&scen=1`);
  await bar(page).waitFor();
  await settled(page);
  await choose(page, scen);
  await at(page, 1);
  await page.getByRole("button", { name: "Next query" }).tap();
  assert.ok(await page.getByRole("button", { name: "Open another file" }).isVisible());
  await at(page, 2);
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360, "nothing sticks out");
  for (const { width, height } of await page.locator(".dock-scen button:visible").evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON()))) assert.ok(width >= 44 && height >= 44, `large enough: ${width} × ${height}`);
  await page.screenshot({ path: path.join(folder, "scenario-telephone.png") });
  await context.close();
}

// The same in a folder without our server.
async function inFolder({ page }) {
  const site = path.join(temporary, "site");
  tool("export", index, "-o", site);
  const program = "import http.server, sys\nserver = http.server.ThreadingHTTPServer(('127.0.0.1', 0), lambda *a: http.server.SimpleHTTPRequestHandler(*a, directory=sys.argv[1]))\nprint(server.server_port, flush=True)\nserver.serve_forever()";
  const server = spawn("python3", ["-c", program, site], { stdio: ["ignore", "pipe", "ignore"] });
  try {
    const port = await new Promise((resolve) => server.stdout.once("data", (data) => resolve(Number(data))));
    await page.goto(`http://127.0.0.1:${port}/#map=rooms&from=2,2&to=97,77&scen=1&avoid=50,40,6`);
    await settled(page);
    await page.locator(".area").waitFor();
    await choose(page, scen);
    await at(page, 1);
    await page.keyboard.press("ArrowRight");
    await at(page, 2);
    assert.ok((await lengths(page)).length);
  } finally {
    server.kill();
  }
}

await run(
  async (kit) => {
    await through(kit);
    await onTelephone(kit);
    await inFolder(kit);
  },
  { sources: () => [make()] },
);
