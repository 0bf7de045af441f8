// Modules of the page: their imports, and those that need no browser: the fragment, requests, lanes,
// drawings, words, crowds, colours.

import { fileURLToPath } from "node:url";
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";

const source = path.join(path.dirname(fileURLToPath(import.meta.url)), "../../src/viewer/page/src");
const load = (name) => import(path.join(source, name));

// A small random number generator, 0..1, the same sequence each time.
let seed = 7;
function random() {
  seed = (seed * 48271) % 2147483647;
  return seed / 2147483647;
}
const below = (n) => Math.floor(random() * n);
const one = (list) => list[below(list.length)];
const rounded = (value) => Number(value.toFixed(4));
const near = (a, b, most) => assert.ok(a.every((value, i) => Math.abs(value - b[i]) <= most), `${a} is ${b}`);

// Modules are in layers: each imports, also by import(), only modules below it. Views are opened by
// main.js alone and tools by tool-host.js alone, so all others are below both.
{
  const modules = fs.readdirSync(source).filter((name) => name.endsWith(".js"));
  const imports = new Map(modules.map((name) => [name, [...fs.readFileSync(path.join(source, name), "utf8").matchAll(/^(?!\s*\/\/).*\b(?:from |import\()"\.\/([^"]+)"/gm)].map(([, other]) => other)]));
  const layers = new Map();
  const layerOf = (name, above = []) => {
    assert.ok(imports.has(name), `${above.at(-1)} imports ${name}, which isn't there`);
    assert.ok(!above.includes(name), `modules import each other in a circle: ${[...above.slice(above.indexOf(name)), name].join(" -> ")}`);
    if (!layers.has(name)) layers.set(name, 1 + Math.max(-1, ...imports.get(name).map((other) => layerOf(other, [...above, name]))));
    return layers.get(name);
  };
  for (const name of modules) layerOf(name);
  assert.ok(layers.get("dom.js") === 0 && layers.get("main.js") === Math.max(...layers.values()), "imports are found");
  const importersOf = (wanted) => modules.filter((name) => imports.get(name).includes(wanted));
  for (const view of modules.filter((name) => name.endsWith("-view.js"))) assert.deepEqual(importersOf(view), ["main.js"], view);
  const tools = imports.get("tool-host.js").filter((name) => !["explore-tools.js", "lazily.js"].includes(name));
  assert.ok(tools.length >= 9);
  for (const tool of tools) assert.deepEqual(importersOf(tool), ["tool-host.js"], tool);
}

const { METHODS } = await load("methods.js");
const { LAYERS, NUMBERS, defaults, format, parse, request } = await load("settings.js");

// size: of the map.
function anySettings(size) {
  const settings = defaults();
  settings.map = one(["1", "a map", "x&y=z", "größe", "100%", "#"]);
  settings.from = [size * random(), -size * random()];
  settings.to = [size * random(), 5 * size * random()];
  for (const { name, min, max, step, off } of NUMBERS) if (below(2)) settings[name] = off && below(2) ? 0 : rounded(min + step * below((max - min) / step + 1));
  settings.method = one(METHODS)[0];
  if (below(2)) settings.compare = one(METHODS)[0];
  if (below(2)) settings.effort = "thorough";
  settings.fill = below(2) === 0;
  settings.snap = below(2) === 0;
  settings.layers = LAYERS.map(([name]) => name).filter(() => below(2));
  settings.shown = below(4);
  if (below(2)) settings.view = [size * random(), size * random(), (1 + 60 * random()) * (1000 / size)];
  return settings;
}

// A link restores everything, points to a fraction of a pixel, whatever the map's unit.
for (let i = 0; i < 2000; i++) {
  const size = 10 ** (below(15) - 6);
  const settings = anySettings(size);
  const again = parse(format(settings, size));
  for (const end of ["from", "to"]) near(again[end], settings[end], 1e-6 * size);
  if (settings.view) {
    near(again.view.slice(0, 2), settings.view.slice(0, 2), 1e-6 * size);
    near([again.view[2] / settings.view[2]], [1], 1e-5);
  }
  const { from, to, view } = settings;
  assert.deepEqual({ ...again, from, to, view: again.view && view }, settings);
  assert.equal(format(again, size), format(settings, size), "and is the same link");
}
assert.match(format({ ...defaults(), map: "1", from: [137.0912345, 5], to: [1, 2] }, 160), /from=137\.0912,5&/, "without needless digits");

// Invalid settings keep their defaults; nothing throws, numbers stay in their range.
const pieces = ["map=", "from=", "to=1,2", "1e999", "NaN", ",", "k=", "-5", "stretch=", "99", "%", "%zz", "&", "=", "view=1,2,-3", "layers=mesh,evil,via", "method=rm", "<script>", "path=-1", "separation=3.7", "max_loop=0", "max_loop=0.5"];
for (let i = 0; i < 5000; i++) {
  const settings = parse(`#${Array.from({ length: below(8) }, () => one(pieces)).join(one(["", "&"]))}`);
  for (const { name, min, max, step, off } of NUMBERS) {
    assert.ok((settings[name] >= min && settings[name] <= max) || (off && settings[name] === 0));
    assert.ok(step < 1 || Number.isInteger(settings[name]));
  }
  for (const end of ["from", "to"]) assert.ok(!settings[end] || (settings[end].length === 2 && settings[end].every(Number.isFinite)));
  assert.ok(!settings.view || (settings.view.every(Number.isFinite) && settings.view[2] > 0));
  assert.ok(METHODS.some(([name]) => name === settings.method));
  assert.ok(settings.shown >= 0);
}

// A bound on loops is at least 1, or 0: off.
assert.deepEqual(["", "max_loop=0", "max_loop=0.5", "max_loop=2", "max_loop=-1", "max_loop=9", "max_loop="].map((text) => parse(text).max_loop), [1.5, 0, 1, 2, 1, 4, 1.5]);

// A link without layers shows the default ones; one with an empty list shows none.
assert.deepEqual([parse("#map=1").layers, parse("#map=1&layers=").layers, parse("#map=1&layers=mesh").layers], [["corridor"], [], ["mesh"]]);

// Fields of the index are sent to the index only; the separation is shown in percent and sent as a
// share.
const asked = request({ ...defaults(), map: "1", from: [0, 0], to: [1, 1] }, "penalty", 5);
assert.deepEqual(Object.keys(asked).sort(), ["algorithm", "dissimilarity", "from", "map", "max_loop", "paths", "separation_share", "snap", "stretch", "to"]);
assert.equal(asked.separation_share, 0.02);
assert.equal(request({ ...defaults(), fill: true }, "index", 5).fill, true);
assert.ok(!("separation_share" in request({ ...defaults(), fill: true }, "polyanya", 5)));

// One request in flight; of the questions that arrive meanwhile, only the newest is sent.
{
  const { Asker } = await load("asker.js");
  const sent = [];
  const answered = [];
  const failed = [];
  const settle = () => new Promise((done) => setTimeout(done, 0));
  const ask = (question) => new Promise((resolve, reject) => sent.push({ question, resolve, reject }));
  const asker = new Asker(ask, (answer) => answered.push(answer), (error) => failed.push(error.message));
  for (const question of [1, 2, 3]) asker.put(question);
  assert.deepEqual(sent.map(({ question }) => question), [1]);
  sent[0].resolve("one");
  await settle();
  assert.deepEqual(sent.map(({ question }) => question), [1, 3]);
  sent[1].reject(new Error("no"));
  await settle();
  asker.put(4);
  asker.put(5);
  asker.end();
  sent[2].resolve("four");
  await settle();
  assert.deepEqual([answered, failed, sent.length], [["one"], ["no"], 3], "after its end nothing is asked or told");
}

// Paths side by side: shared pieces are found, also where one path passes a point of another; lanes
// are separate, centred, and ordered so that they cross only where paths do.
{
  const { lanes, shifted } = await load("lanes.js");
  const straight = [[0, 0], [10, 0], [20, 5], [30, 5]];
  const right = [[0, 0], [10, 0], [20, -5], [30, 5]];
  const left = [[0, 0], [5, 0], [10, 0], [15, 10], [30, 5]];
  const three = lanes([straight, right, left]);
  assert.deepEqual(three.map(({ lane }) => [...lane]), [[0, 0, 0, 0], [-1, -1, 0, 0], [1, 1, 0, 0]]);
  assert.deepEqual(three.map(({ beside }) => [...beside]), Array(3).fill([3, 3, 1, 1]));
  assert.deepEqual(three[0].points, [[0, 0], [5, 0], [10, 0], [20, 5], [30, 5]], "cut where another has a point on it");
  assert.deepEqual(shifted(three[1], 1, 100)[0], [0, -1]);
  assert.deepEqual(shifted(three[2], 1, 100)[0], [0, 1]);
  assert.deepEqual(shifted(three[2], 1, 1.5)[0], [0, 0.5], "all beside each other so wide at the most");
  assert.deepEqual(shifted(lanes([straight])[0], 1, 100), straight, "alone a path stays where it is");
  assert.deepEqual(lanes([[[3, 3]], [[3, 3]]]).map(({ points }) => points), [[[3, 3]], [[3, 3]]], "from a place to itself");
  // Reversed, a path takes the other side of its direction: the two are still side by side.
  const back = lanes([straight, [...right].reverse()]);
  assert.deepEqual([back[0].lane[0], back[1].lane.at(-1)], [0.5, 0.5]);

  // Paths over a grid of streets, from one corner to the opposite one.
  for (let round = 0; round < 300; round++) {
    const ways = Array.from({ length: 2 + below(5) }, () => {
      const way = [[0, 0]];
      while (String(way.at(-1)) !== "6,6") {
        const [x, y] = way.at(-1);
        way.push(y === 6 || (x < 6 && below(2)) ? [x + 1, y] : [x, y + 1]);
      }
      return way.filter(([x, y], i) => !i || i === way.length - 1 || way[i + 1][0] - x !== x - way[i - 1][0] || way[i + 1][1] - y !== y - way[i - 1][1]);
    });
    const routes = lanes(ways);
    const pieces = new Map();
    routes.forEach(({ points, lane, beside }) => {
      for (let i = 0; i + 1 < points.length; i++) {
        const key = `${points[i]} ${points[i + 1]}`;
        pieces.set(key, [...(pieces.get(key) ?? []), [lane[i], beside[i]]]);
      }
    });
    for (const [piece, users] of pieces) {
      assert.deepEqual(users.map(([lane]) => lane).sort((a, b) => a - b), users.map((_, i) => i - (users.length - 1) / 2), piece);
      assert.ok(users.every(([, beside]) => beside === users.length));
    }
    const drawn = routes.map((route) => shifted(route, 0.1, 1));
    drawn.forEach((points, i) => {
      assert.ok(points.flat().every(Number.isFinite));
      const most = 0.05 * (routes.length - 1) * 4 + 1e-9;
      for (const [x, y] of points) {
        const away = Math.min(...ways[i].slice(1).map(([bx, by], j) => {
          const [ax, ay] = ways[i][j];
          const t = Math.min(1, Math.max(0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2)));
          return Math.hypot(ax + t * (bx - ax) - x, ay + t * (by - ay) - y);
        }));
        assert.ok(away <= most, `no farther aside than lanes are: ${away}`);
      }
    });
  }
}

// Drawings: every step can be undone and redone.
{
  const { Drawing, toLists } = await load("drawing.js");
  const { bent, kindOf, moved, onRiver, rectangle, reshaped, solid, straightened } = await load("things.js");
  const drawing = new Drawing({ width: 10, height: 8, obstacles: [] }, () => {});
  const states = [drawing.now];
  for (let i = 0; i < 100; i++) {
    const count = drawing.things.length;
    const kind = count ? below(4) : 0;
    if (kind === 0) drawing.add(rectangle([below(10), below(8)], [below(10), below(8)]));
    else if (kind === 1) drawing.remove(below(count));
    else if (kind === 2) drawing.replace(below(count), moved({ polygon: [[0, 0], [1, 0], [0, below(9)]] }, 1, 2));
    else drawing.resize(1 + below(20), 1 + below(20));
    states.push(drawing.now);
  }
  for (let i = states.length - 2; i >= 0; i--) assert.ok(drawing.undo() && drawing.now === states[i]);
  assert.equal(drawing.undo(), false);
  for (let i = 1; i < states.length; i++) assert.ok(drawing.redo() && drawing.now === states[i]);
  assert.equal(drawing.redo(), false);
  assert.deepEqual(reshaped({ rect: [1, 1, 2, 3] }, 2, [0, 0]), { rect: [0, 0, 1, 1] }, "a corner pulled across the other one");
  assert.ok(!solid({ rect: [1, 1, 0, 5] }) && !solid({ polygon: [[0, 0], [1, 1], [2, 2]] }) && solid({ rect: [0, 0, 1, 1] }));
  assert.ok(solid({ polygon: [[20, 10], [60, 50], [60, 10], [20, 50]] }), "crossing itself, as much to the left as to the right");
  const road = { line: [[0, 0], [4, 0], [4, 4]], rate: 0.5, name: "Lane" };
  assert.deepEqual([road, { line: road.line, cost: null }, { point: [1, 1] }, { rect: [0, 0, 1, 1] }].map(kindOf), ["road", "river", "bridge", "obstacle"]);
  assert.deepEqual(bent(road, 1, [5, 2]), { ...road, line: [[0, 0], [4, 0], [5, 2], [4, 4]] });
  assert.deepEqual(straightened(road, 1), { ...road, line: [[0, 0], [4, 4]] });
  assert.equal(straightened({ ...road, line: road.line.slice(1) }, 0), null, "a line has two points");
  assert.ok(solid(road) && !solid({ ...road, line: [[1, 1], [1, 1]] }));
  assert.equal(onRiver([road], [2, 0], 5), null, "only rivers get bridges");
  const lists = { width: 10, height: 8, obstacles: [], origin: [-1, 2], background_rate: 3, roads: [road], rivers: [{ line: [[0, 8], [10, 8]], cost: 2 }] };
  const terrain = new Drawing(lists, () => {});
  assert.deepEqual(toLists(terrain.now), lists);
  assert.equal(terrain.bridge(onRiver(terrain.things, [3, 7.5], 1)), 2);
  assert.deepEqual(toLists(terrain.now), { ...lists, rivers: [{ line: [[0, 8], [3, 8], [10, 8]], cost: 2 }], bridges: [{ point: [3, 8] }] }, "the river has a point below the bridge");
  assert.ok(!solid({ polygon: [[0, 0]] }) && !solid({ polygon: [[0, 0], [1, 1], [0, 0], [1, 1]] }));
}

// Fields: resolution, contours between cells, costs where there is no way.
{
  const { Field } = await load("field.js");
  const { gridOf } = await load("grid.js");
  const { niceStep } = await load("words.js");
  assert.deepEqual(gridOf(800, 600, 2700), { columns: 60, rows: 45 });
  assert.deepEqual(gridOf(1e6, 1, 2700), { columns: 256, rows: 2 });
  assert.deepEqual([niceStep(100, 10), niceStep(101, 10), niceStep(3, 10), niceStep(0.7, 10)].map((step) => Number(step.toFixed(6))), [10, 20, 0.5, 0.1]);
  const answer = { columns: 3, rows: 2, cost: [0, 10, 20, 0, 10, null], heading: [null, 0, 0, 0, 0, null], feature: [], time_us: 1, free: true, generation: 0 };
  const field = new Field(answer, [0, 0, 30, 20]);
  assert.equal(field.most, 20);
  assert.deepEqual(field.filled, [0, 10, 20, 0, 10, 15]);
  assert.deepEqual([[5, 5], [29, 19], [30, 0], [-1, 0]].map((point) => field.cell(point)), [0, 5, -1, -1]);
  assert.equal(field.step, 2);
  const level = field.contours.match(/M[^M]*/g);
  assert.deepEqual(level.slice(0, 2), ["M7 5L7 15", "M9 5L9 15"], "where costs are 2 and 4; at the target itself there is none");
  assert.ok(level.every((part) => !/NaN/.test(part)));
  assert.equal(new Field({ ...answer, cost: Array(6).fill(null) }, [0, 0, 30, 20]).contours, "");
}

// A busy server is asked again at the time that it gives, but not for ever.
{
  const api = await load("api.js");
  const real = globalThis.fetch;
  let refusals = 0;
  let asked = 0;
  globalThis.fetch = async () =>
    ++asked <= refusals ? Response.json({ error: { code: "busy", message: "too many requests at once" } }, { status: 429, headers: { "Retry-After": "0" } }) : Response.json({ maps: ["one"] });
  refusals = 2;
  assert.deepEqual([await api.maps(), asked], [["one"], 3]);
  refusals = Infinity;
  await assert.rejects(api.maps(), { status: 429, message: "Too many requests at once." });
  globalThis.fetch = async () => Response.json({ error: { code: "out_of_range", message: "no" } }, { status: 400 });
  await assert.rejects(api.maps(), { status: 400 }, "what is wrong stays wrong");
  globalThis.fetch = real;
}

// The reasons for fewer paths than requested.
{
  const { backup, reason, time } = await load("words.js");
  const settings = { ...defaults(), paths: 4, stretch: 1.2 };
  const answer = (changes) => ({ status: "ok", reason: "rejected", paths: [{}, {}], candidates: { tried: 1208, not_taut: 0, too_long: 1000, too_similar: 207, not_simple: 1, unfit: 0, entering: 0 }, ...changes });
  assert.equal(
    reason(answer(), settings, "index"),
    "2 of 4: of 1,208 candidates, 1,000 were longer than 1.2 times the shortest, 207 too similar to a path listed and 1 crossing themselves. A higher stretch lets more through.",
  );
  assert.equal(reason(answer({ reason: "complete" }), settings, "index"), "All 2 paths asked for.");
  assert.equal(reason(answer({ reason: "complete", paths: [{ filled: false }, { filled: true }] }), settings, "index"), "All 2 paths asked for, 1 of them filled in.");
  assert.equal(
    reason(answer({ candidates: { tried: 9, too_long: 1, too_similar: 2, too_near: 6, unjudged: 0 } }), settings, "index"),
    "2 of 4: of 9 candidates, 6 were too near to a path listed, 2 too similar to a path listed and 1 longer than 1.2 times the shortest. A smaller separation lets more through.",
  );
  assert.equal(
    reason(answer({ candidates: { tried: 9, too_long: 1, too_similar: 2, looping: 6 } }), settings, "index"),
    "2 of 4: of 9 candidates, 6 were turning back in plain sight, 2 too similar to a path listed and 1 longer than 1.2 times the shortest. A larger bound on loops lets more through.",
  );
  assert.equal(backup({ paths: [{}, {}], backup: 0.83 }), "A single blockage anywhere on 83% of path 1 leaves another open.");
  assert.deepEqual([backup({ paths: [{}], backup: 0 }), backup({ paths: [{}, {}] }), backup(null)], ["", "", ""]);
  assert.match(reason(answer({ reason: "no_candidates" }), settings, "index"), /^2 of 4: no other candidate was tried\./);
  assert.match(reason(answer({ status: "work_limit" }), settings, "index"), /work limit.*1,208/);
  assert.match(reason(answer({ status: "start_blocked", paths: [] }), settings, "index"), /^The start is inside an obstacle/);
  const beside = answer({ status: "goal_blocked", blocked_by: "border", paths: [] });
  assert.match(reason(beside, settings, "index"), /^The goal lies off the map\. .*move/i);
  assert.equal(reason({ ...beside, blocked_by: "area" }, settings, "index"), "The goal is in an obstacle. Move it, or the obstacle.");
  assert.deepEqual([84.2, 4210, 48200, 2.5e6].map(time), ["84 µs", "4.21 ms", "48.2 ms", "2.50 s"]);
}

// Maps with any unit.
{
  const { coordinate, extent, length } = await load("words.js");
  assert.deepEqual([165.824, 5809.31, 28027756.4, 0.0028284, 0].map((value) => length(value)), ["165.82", "5809.3", "28027756.4", "0.00283", "0.00"]);
  assert.equal(length(1001.27, 998), "1001.27", "as the one beside it");
  assert.equal(extent({ width: 0.004, height: 0.002 }), "0.004 × 0.002");
  assert.equal(extent({ width: 4e7, height: 62.5 }), "40,000,000 × 62.5");
  assert.deepEqual([coordinate(137.0912, 160), coordinate(0.00075, 0.004), coordinate(7500000.25, 4e7)], ["137.09", "0.00075", "7500000"]);
}

// Crowds: links restore the whole view, whatever the map's unit.
const crowds = await load("crowd-settings.js");
for (let i = 0; i < 1000; i++) {
  const size = 10 ** (below(12) - 4);
  const place = () => [size * random(), -size * random()];
  const settings = crowds.defaults();
  if (below(2)) Object.assign(settings, { map: one(["1", "a map", "x&y=z", "größe", "100%", "#"]), environment: null });
  else settings.environment = one(crowds.ENVIRONMENTS)[0];
  for (const { name, min, max, step } of crowds.NUMBERS) if (below(2)) settings[name] = min + step * below((max - min) / step + 1);
  settings.strategy = one(crowds.STRATEGIES)[0];
  if (below(2)) settings.compare = one(crowds.STRATEGIES)[0];
  [settings.spawn, settings.law, settings.colour] = [one(crowds.SPAWNS)[0], one(crowds.LAWS)[0], one(crowds.COLOURS)[0]];
  settings.density = below(2) === 0;
  if (below(2)) settings.flows = Array.from({ length: 1 + below(3) }, () => ({ from: place(), to: place() }));
  settings.closed = Array.from({ length: below(3) }, () => ({ step: below(5000), polygon: Array.from({ length: 3 + below(3) }, place) }));
  if (below(2)) settings.view = [...place(), (1 + random()) * (1000 / size)];
  const again = crowds.parse(crowds.format(settings, size));
  const flat = ({ flows, closed }) => [...(flows ?? []).flatMap(({ from, to }) => [...from, ...to]), ...closed.flatMap(({ polygon }) => polygon.flat())];
  near(flat(again), flat(settings), 1e-6 * size);
  assert.deepEqual(again.closed.map(({ step }) => step), settings.closed.map(({ step }) => step));
  const plain = ({ flows, closed, view, ...rest }) => ({ ...rest, flows: flows?.length, closed: closed.length, view: Boolean(view) });
  assert.deepEqual(plain(again), plain(settings));
  assert.equal(crowds.format(again, size), crowds.format(settings, size), "and is the same link");
}
const junk = ["map=", "environment=moon", "flows=1,2,3", "flows=;;", "flows=1,2,3,x", "closed=1,2", "closed=-5,0,0,1,0,0,1", "agents=1e999", "pace=-3", "seed=2.7", "view=1,2,-3", "strategy=best", "%", "%zz", "&", "density=2"];
for (let i = 0; i < 3000; i++) {
  const settings = crowds.parse(`#crowd&${Array.from({ length: 1 + below(6) }, () => one(junk)).join("&")}`);
  for (const { name, min, max } of crowds.NUMBERS) assert.ok(Number.isInteger(settings[name]) && settings[name] >= min && settings[name] <= max);
  assert.ok(settings.closed.every(({ step, polygon }) => step >= 0 && polygon.length >= 3) && (settings.map || settings.environment));
  assert.ok(JSON.stringify(crowds.scenario(settings, settings.strategy, 100)));
}
{
  const { scenario, defaults: first } = crowds;
  const on = { ...first(), environment: null, map: "7", flows: [{ from: [1, 2], to: [3, 4] }], closed: [{ step: 5, polygon: [[0, 0], [1, 0], [0, 1]] }], spawn: "keep" };
  assert.deepEqual(scenario(on, "none", 192), { map: "7", agents: 12000, seed: 0, law: "nonlinear", strategy: { kind: "none" }, close: [{ polygon: [[0, 0], [1, 0], [0, 1]], at_step: 5 }], spawn: { keep: true }, agent_area: 16 * 0.1 * 0.1, speed: 0.2, flows: [{ from: [1, 2], to: [[3, 4]] }], spread: 1 });
  assert.equal(scenario({ ...first(), law: "weidmann" }, "none", 1920).speed, undefined, "metres");
}

// A frame of two agents, three cells and a queue; a truncated one is refused.
{
  const { decode } = await load("crowd-frame.js");
  const view = new DataView(new ArrayBuffer(64 + 2 * 6 + 3 + 8));
  [9, 1, 2, 3, 0xffffffff, 5, 3, 1, 70, 80, 90, 1].forEach((value, i) => view.setUint32(4 * i, value, true));
  view.setFloat64(48, 12.5, true);
  view.setFloat64(56, 0.25, true);
  [1, 65535, 2, 300].forEach((value, i) => view.setUint16(64 + 2 * i, value, true));
  [255, 0, 0, 1, 7, 8, 9].forEach((value, i) => view.setUint8(72 + i, value));
  [4, 17].forEach((value, i) => view.setUint32(79 + 4 * i, value, true));
  const { x, y, speed, flow, density, ...numbers } = decode(view.buffer);
  assert.deepEqual([x, y, speed, flow, density].map((list) => [...list]), [[1, 65535], [2, 300], [255, 0], [0, 1], [7, 8, 9]]);
  assert.deepEqual(numbers, { step: 9, flags: 1, present: 2, cells: 3, agents: null, started: 5, arrived: 3, stuck: 1, searches: 70, evaluations: 80, changes: 90, queues: [{ gate: 4, waiting: 17 }], isLast: true, travel: 12.5, stepMs: 0.25 });
  assert.throws(() => decode(view.buffer.slice(0, -1)));
}

// Lines of charts are thinned out but keep their ends; marks are few.
{
  const { Series } = await load("crowd-run.js");
  const series = new Series();
  for (let i = 0; i < 20000; i++) series.add(i, i);
  assert.ok(series.points.length > 200 && series.points.length < 500);
  assert.ok(series.points[0][0] === 0 && series.points.at(-1)[0] > 19800);
  assert.ok(series.points.every(([step, value], i) => step === value && (!i || step > series.points[i - 1][0])));
}

// Colours of paths have three times the contrast to free space (WCAG 1.4.11), and can be told apart
// with full colour vision and without one kind of cones.
{
  const sheet = fs.readFileSync(path.join(source, "../style/base.css"), "utf8");
  const [light, dark] = sheet.split('[data-theme="dark"]').map((half) => Object.fromEntries([...half.matchAll(/--([\w-]+): (#[0-9a-f]{6}|[\d.]+);/g)].map(([, name, value]) => [name, value])));
  const straight = (c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
  const linear = (hex) => [1, 3, 5].map((i) => straight(parseInt(hex.slice(i, i + 2), 16) / 255));
  const times = (matrix, v) => matrix.map((row) => row.reduce((sum, value, i) => sum + value * v[i], 0));
  const luminance = (hex) => times([[0.2126, 0.7152, 0.0722]], linear(hex))[0];
  const contrast = (a, b) => {
    const [less, more] = [luminance(a), luminance(b)].sort((x, y) => x - y);
    return (more + 0.05) / (less + 0.05);
  };
  // G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, "A physiologically-based model for
  // simulation of color vision deficiency" (2009), severity 1: protan, deutan, tritan.
  const EYES = [
    [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
    [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
  ];
  // B. Ottosson's Oklab (2020): equal distances are perceived as equal.
  const oklab = (rgb) => {
    const cones = times([[0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566], [0.0883024619, 0.2817188376, 0.6299787005]], rgb);
    return times([[0.2104542553, 0.793617785, -0.0040720468], [1.9779984951, -2.428592205, 0.4505937099], [0.0259040371, 0.7827717662, -0.808675766]], cones.map(Math.cbrt));
  };
  const seen = (hex, eye) => oklab(times(eye, linear(hex)).map((c) => Math.min(1, Math.max(0, c))));
  const apart = (a, b, eye) => Math.hypot(...seen(a, eye).map((value, axis) => value - seen(b, eye)[axis]));
  // G. Sharma, W. Wu, E. N. Dalal, "The CIEDE2000 color-difference formula" (2005), of colours in
  // CIELAB under D65.
  const WHITE = [0.95047, 1, 1.08883];
  const cielab = (rgb) => {
    const [x, y, z] = times([[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.072175], [0.0193339, 0.119192, 0.9503041]], rgb)
      .map((value, i) => value / WHITE[i])
      .map((value) => (value > 216 / 24389 ? Math.cbrt(value) : ((24389 / 27) * value + 16) / 116));
    return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
  };
  const difference = ([l1, a1, b1], [l2, a2, b2]) => {
    const [cos, sin] = ["cos", "sin"].map((name) => (degrees) => Math[name]((degrees * Math.PI) / 180));
    const root = (chroma) => Math.sqrt(chroma ** 7 / (chroma ** 7 + 25 ** 7));
    const grown = 1.5 - 0.5 * root((Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2);
    const [c1, c2] = [Math.hypot(grown * a1, b1), Math.hypot(grown * a2, b2)];
    const [h1, h2] = [Math.atan2(b1, grown * a1), Math.atan2(b2, grown * a2)].map((hue) => ((hue * 180) / Math.PI + 360) % 360);
    const turned = c1 * c2 ? ((h2 - h1 + 540) % 360) - 180 : 0;
    const hue = c1 * c2 ? (Math.abs(h1 - h2) <= 180 ? (h1 + h2) / 2 : (h1 + h2 + (h1 + h2 < 360 ? 360 : -360)) / 2) : h1 + h2;
    const [l, c] = [(l1 + l2) / 2, (c1 + c2) / 2];
    const t = 1 - 0.17 * cos(hue - 30) + 0.24 * cos(2 * hue) + 0.32 * cos(3 * hue + 6) - 0.2 * cos(4 * hue - 63);
    const parts = [(l2 - l1) / (1 + (0.015 * (l - 50) ** 2) / Math.sqrt(20 + (l - 50) ** 2)), (c2 - c1) / (1 + 0.045 * c), (2 * Math.sqrt(c1 * c2) * sin(turned / 2)) / (1 + 0.015 * c * t)];
    const rotation = -sin(60 * Math.exp(-(((hue - 275) / 25) ** 2))) * 2 * root(c);
    return Math.sqrt(parts[0] ** 2 + parts[1] ** 2 + parts[2] ** 2 + rotation * parts[1] * parts[2]);
  };
  // From the paper's table of test data.
  for (const [a, b, expected] of [[[50, 2.6772, -79.7751], [50, 0, -82.7485], 2.0425], [[50, -1, 2], [50, 0, 0], 2.3669], [[2.0776, 0.0795, -1.135], [0.9033, -0.0636, -0.5514], 0.9082]])
    assert.ok(Math.abs(difference(a, b) - expected) < 1e-4);
  const clear = (a, b, eye) => difference(...[a, b].map((hex) => cielab(times(eye, linear(hex)).map((c) => Math.min(1, Math.max(0, c))))));
  const grey = (hex) => cielab(Array(3).fill(luminance(hex)));
  const CLEAR = { three: 15, all: 10, grey: 9 }; // thin lines: the first three, most often seen; all; the three without colours
  const APART = 0.076; // the distance of the closest pair of Okabe and Ito's palette
  const PALE = 0.03; // enough for adjacent areas
  for (const theme of [light, dark]) {
    const colours = [1, 2, 3, 4, 5, 6].map((number) => theme[`path-${number}`]);
    for (const colour of colours) assert.ok(contrast(colour, theme.free) >= 3, `${colour} on ${theme.free}`);

    for (const eye of EYES)
      colours.forEach((a, i) =>
        colours.slice(0, i).forEach((b) => assert.ok(clear(a, b, eye) >= (i < 3 ? CLEAR.three : CLEAR.all), `${a} and ${b}: ${clear(a, b, eye)}`)),
      );
    colours.slice(0, 3).forEach((a, i) => colours.slice(0, i).forEach((b) => assert.ok(difference(grey(a), grey(b)) >= CLEAR.grey, `${a} and ${b} in grey`)));

    // Agents stand out from free space; slow ones differ from fast ones, and full cells from
    // others.
    const speeds = [0, 1, 2, 3, 4].map((number) => theme[`speed-${number}`]);
    for (const colour of speeds) assert.ok(contrast(colour, theme.free) >= 3, `${colour} on ${theme.free}`);
    for (const eye of EYES) {
      assert.ok(apart(speeds[0], speeds[4], eye) >= 2 * APART, "slow and free");
      assert.ok(apart(theme["density-0"], theme["density-3"], eye) >= 2 * APART, "empty and full");
      for (const colour of [speeds[0], speeds[4]]) assert.ok(apart(colour, theme["density-2"], eye) >= APART, `${colour} on a dense cell`);
    }
    for (const eye of EYES)
      colours.forEach((a, i) => colours.slice(0, i).forEach((b) => assert.ok(apart(a, b, eye) >= APART, `${a} and ${b}`)));

    // The corridor is visible on free space, lines are visible on it, and obstacles through it.
    const over = (ground) => `#${[1, 3, 5].map((i) => Math.round(parseInt(ground.slice(i, i + 2), 16) * (1 - light.corridor) + parseInt(theme["path-1"].slice(i, i + 2), 16) * light.corridor).toString(16).padStart(2, "0")).join("")}`;
    const band = over(theme.free);
    for (const eye of EYES) {
      assert.ok(apart(band, theme.free, eye) >= PALE, `${band} on ${theme.free}`);
      for (const colour of colours) assert.ok(apart(band, colour, eye) >= 2 * APART, `${colour} on ${band}`);
      assert.ok(apart(band, over(theme.blocked), eye) >= 0.75 * apart(theme.free, theme.blocked, eye), "obstacles in it");
    }
  }
}
console.log("modules of the page: imports, fragments, asking, drawings, words, crowds, colours");
