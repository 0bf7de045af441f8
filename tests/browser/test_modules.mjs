// Modules of the page that need no browser: the fragment, asking, drawings, words.

import { fileURLToPath } from "node:url";
import assert from "node:assert/strict";
import path from "node:path";

const source = path.join(path.dirname(fileURLToPath(import.meta.url)), "../../src/viewer/page/src");
const load = (name) => import(path.join(source, name));

// A small generator of numbers in 0..1, the same each time.
let seed = 7;
function random() {
  seed = (seed * 48271) % 2147483647;
  return seed / 2147483647;
}
const below = (n) => Math.floor(random() * n);
const one = (list) => list[below(list.length)];
const rounded = (value) => Number(value.toFixed(4));

const { METHODS, LAYERS, NUMBERS, defaults, format, parse, request } = await load("settings.js");

function anySettings() {
  const settings = defaults();
  settings.map = one(["1", "a map", "x&y=z", "größe", "100%", "#"]);
  settings.from = [rounded(1000 * random()), rounded(-random())];
  settings.to = [rounded(random()), below(5000)];
  for (const { name, min, max, step } of NUMBERS) if (below(2)) settings[name] = rounded(min + step * below((max - min) / step + 1));
  settings.method = one(METHODS)[0];
  if (below(2)) settings.compare = one(METHODS)[0];
  if (below(2)) settings.effort = "thorough";
  settings.snap = below(2) === 0;
  settings.layers = LAYERS.map(([name]) => name).filter(() => below(2));
  settings.shown = below(4);
  if (below(2)) settings.view = [rounded(99 * random()), rounded(99 * random()), rounded(0.01 + random())];
  return settings;
}

for (let i = 0; i < 2000; i++) {
  const settings = anySettings();
  assert.deepEqual(parse(format(settings)), settings, "a link restores all of it");
}

// What can't be read is left at its default; nothing throws, numbers stay in their range.
const pieces = ["map=", "from=", "to=1,2", "1e999", "NaN", ",", "k=", "-5", "stretch=", "99", "%", "%zz", "&", "=", "view=1,2,-3", "layers=mesh,evil,via", "method=rm", "<script>", "path=-1", "tables=3.7"];
for (let i = 0; i < 5000; i++) {
  const settings = parse(`#${Array.from({ length: below(8) }, () => one(pieces)).join(one(["", "&"]))}`);
  for (const { name, min, max, step } of NUMBERS) {
    assert.ok(settings[name] >= min && settings[name] <= max);
    assert.ok(step < 1 || Number.isInteger(settings[name]));
  }
  for (const end of ["from", "to"]) assert.ok(!settings[end] || (settings[end].length === 2 && settings[end].every(Number.isFinite)));
  assert.ok(!settings.view || (settings.view.every(Number.isFinite) && settings.view[2] > 0));
  assert.ok(METHODS.some(([name]) => name === settings.method));
  assert.ok(settings.shown >= 0);
}

// Fields of the index go to the index only.
const asked = request({ ...defaults(), map: "1", from: [0, 0], to: [1, 1] }, "penalty", 5);
assert.deepEqual(Object.keys(asked).sort(), ["algorithm", "dissimilarity", "from", "map", "paths", "snap", "stretch", "to"]);

// One request in flight; of those that come meanwhile the newest is sent, the others never.
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

// Drawings: every step can be undone and redone.
{
  const { Drawing, moved, rectangle, reshaped, solid } = await load("drawing.js");
  const drawing = new Drawing({ width: 10, height: 8, obstacles: [] }, () => {});
  const states = [drawing.now];
  for (let i = 0; i < 100; i++) {
    const count = drawing.obstacles.length;
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
}

// Why fewer paths came than were asked for.
{
  const { reason, time } = await load("words.js");
  const settings = { ...defaults(), paths: 4, stretch: 1.2 };
  const answer = (changes) => ({ status: "ok", reason: "rejected", paths: [{}, {}], candidates: { tried: 1208, not_taut: 0, too_long: 1000, too_similar: 207, not_simple: 1, unfit: 0, entering: 0 }, ...changes });
  assert.equal(
    reason(answer(), settings, "index"),
    "2 of 4: of 1,208 candidates, 1,000 were longer than 1.2 times the shortest, 207 too similar to a path listed and 1 crossing themselves. A higher stretch lets more through.",
  );
  assert.equal(reason(answer({ reason: "complete" }), settings, "index"), "All 2 paths asked for.");
  assert.match(reason(answer({ reason: "no_candidates" }), settings, "index"), /^2 of 4: there is no other candidate/);
  assert.match(reason(answer({ status: "work_limit" }), settings, "index"), /work limit.*1,208/);
  assert.match(reason(answer({ status: "start_blocked", paths: [] }), settings, "index"), /^The source is inside an obstacle/);
  assert.deepEqual([84.2, 4210, 48200, 2.5e6].map(time), ["84 µs", "4.21 ms", "48.2 ms", "2.50 s"]);
}
console.log("modules of the page: fragments, asking, drawings, words");
