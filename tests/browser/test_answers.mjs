// A page without a server gives the server's answers: sends the same requests to both, and compares
// the answers except for the time. Needs no browser.

import fs from "node:fs";
import path from "node:path";
import { assert, campus, caves, hillsIndex, makeIndex, pathfan, root, rooms, serve, temporary, tool } from "./kit.mjs";

const { Answers } = await import(path.join(root, "src/viewer/page/src/answers.js"));

// A small random number generator, 0..1, the same sequence each time.
let seed = 11;
function random() {
  seed = (seed * 48271) % 2147483647;
  return seed / 2147483647;
}
const one = (list) => list[Math.floor(random() * list.length)];
const within = (least, most) => Number((least + random() * (most - least)).toFixed(3));

const single = makeIndex("single", "--kind", "rooms", "--width", "9", "--height", "7", "--seed", "3");
const tables = path.join(temporary, "tables.pathfan");
tool("build-index", path.join(temporary, "single.map"), "--tables", "2", "-o", tables);
const indexes = [caves(), rooms(), campus(), hillsIndex(), single, tables];
const site = path.join(temporary, "site");
tool("export", ...indexes, "-o", site);
const { server, url } = await serve(indexes, []);

let answered = 0;

// Returns both answers as [status, object]; messages of the server's JSON parser may differ.
async function compare(answers, method, address, body, { sentences = true } = {}) {
  const text = body && JSON.stringify(body);
  const response = await fetch(new URL(address, url), { method, body: text, headers: text ? { "Content-Type": "application/json" } : {} });
  const expected = [response.status, await response.json()];
  const answer = await answers.answer(method, address, text);
  const got = [answer.status, JSON.parse(answer.text)];
  for (const [, object] of [expected, got]) {
    if ("time_us" in object) assert.ok(object.time_us === null || object.time_us >= 0);
    delete object.time_us;
    if (object.error && !sentences) delete object.error.message;
  }
  // Angles come from the C library, which may round them differently.
  const [angles, wanted] = [got[1].heading ?? [], expected[1].heading ?? []];
  angles.forEach((angle, i) => {
    if (Math.abs(angle - wanted[i]) < 1e-14) angles[i] = wanted[i];
  });
  assert.deepEqual(got, expected, `${method} ${address} ${text ?? ""}`);
  answered++;
  return got[1];
}

const METHODS = ["index", "plateaus", "dissimilarity", "penalty", "polyanya", "terrain", "cvpd", "astar"];

function anyArea({ origin: [x, y], width, height }) {
  const centre = [within(x, x + width), within(y, y + height)];
  const size = 0.1 * Math.max(width, height);
  if (random() < 0.5) return { circle: [...centre, within(0.01, size)] };
  return { polygon: [centre, [centre[0] + size, centre[1]], [centre[0] + size / 2, centre[1] + size]] };
}

function anyRequest(info) {
  const { origin: [x, y], width, height } = info;
  const anywhere = () => [within(x - 1, x + width + 1), within(y - 1, y + height + 1)];
  const body = { map: info.id, from: anywhere(), to: anywhere(), snap: within(0, width / 4) };
  const algorithm = one(info.terrain ? ["index", "terrain", "terrain", one(METHODS)] : METHODS);
  const fields = {
    algorithm,
    paths: Math.floor(within(1, 7)),
    stretch: within(1, 2),
    dissimilarity: within(0, 1),
    separation_share: within(0, 0.1),
    separation: within(0, width / 20),
    max_loop: one([0, within(1, 3)]),
    preset: one(["game", "distinct", "paper"]),
    fill: random() < 0.5,
    effort: one(["fast", "thorough"]),
    measures: random() < 0.6,
    trace: true,
    work_limit: Math.floor(within(1, 1e5)),
    max_bounded_stretch: within(1, 2),
    objective: { length: 1, similarity: within(0, 2) },
    avoid: [anyArea(info), anyArea(info)],
  };
  for (const [name, value] of Object.entries(fields)) if (random() < 0.4) body[name] = value;
  return body;
}

const failures = [];
const answers = new Answers(async (name) => {
  const bytes = fs.readFileSync(path.join(site, name));
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
});

try {
  const same = (...args) => compare(answers, ...args);
  const { maps } = await same("GET", "/api/maps");
  assert.equal(maps.length, indexes.length);
  for (const info of maps) {
    const { origin: [x, y], width, height } = info;
    const map = `/api/maps/${info.id}`;
    assert.deepEqual(await same("GET", map), info);
    await same("GET", `${map}/geometry`);
    await same("GET", `${map}/terrain`);
    await same("GET", `${map}/vertices`);
    for (const vertex of [0, 5, Math.max(0, info.n - 1), info.n, 2147483647, "x", "-1", "1e0"]) await same("GET", `${map}/vertex/${vertex}`);
    for (let i = 0; i < 20; i++) await same("GET", `${map}/look?x=${within(x - 2, x + width + 2)}&y=${within(y - 2, y + height + 2)}`);
    for (const wrong of ["look", "look?x=1", "look?x=1&y=", "look?x=a&y=2", "field?x=1&columns=2&rows=2"]) await same("GET", `${map}/${wrong}`);
    for (const grid of ["columns=1&rows=1", "columns=13&rows=7", "columns=0&rows=2", "columns=257&rows=2", "columns=4"]) await same("GET", `${map}/field?x=${x + width / 3}&y=${y + height / 3}&${grid}`);
    const before = seed;
    for (let i = 0; i < 150; i++) await same("POST", "/api/query", anyRequest(info));
    assert.notEqual(seed, before);
    const ends = { map: info.id, from: [x + width / 2, y + height / 2], to: [x + width / 3, y + height / 3] };
    for (const wrong of [{ paths: 0 }, { paths: 65 }, { stretch: 0.5 }, { dissimilarity: 2 }, { max_loop: 0.5 }, { snap: -1 }, { access: -1 }, { tables: 3 }, { nothing: 1 }, { without: [] }, { avoid: [{ circle: [0, 0, -1] }] }]) await same("POST", "/api/query", { ...ends, ...wrong });
    for (const wrong of [{ paths: 1.5 }, { paths: "3" }, { effort: "great" }, { fill: 1 }, { from: [1] }, { avoid: {} }, { avoid: [{}] }, { avoid: [{ polygon: [[0, 0]] }] }, { objective: { beauty: 1 } }, { objective: 3 }, { stretch: null }, { measures: 1 }, { trace: 1 }])
      await same("POST", "/api/query", { ...ends, ...wrong }, { sentences: false });
    await same("POST", "/api/query", { map: info.id, from: [1, 1] });
    for (const more of [{}, { paths: 6, stretch: 2, separation_share: 0 }, { snap: width }, { paths: 0 }, { effort: "thorough" }, { algorithm: "penalty" }, { avoid: [{ circle: [x, y, 1] }] }]) {
      // One target at a time: the number answered depends on time.
      for (let i = 0; i < 5; i++) await same("POST", "/api/targets", { map: info.id, from: ends.from, targets: [[within(x, x + width), within(y, y + height)]], ...more });
    }
    for (const wrong of [{ targets: [] }, { targets: 1 }, { targets: [[1]] }, { from: undefined }]) await same("POST", "/api/targets", { map: info.id, from: ends.from, targets: [ends.to], ...wrong }, { sentences: false });
  }
  await same("GET", `/api/maps/caves/geometry`);
  await same("GET", "/api/maps/nothing");
  await same("GET", "/api/maps/nothing/geometry");
  await same("POST", "/api/query", { map: "nothing", from: [1, 1], to: [2, 2] });
  await same("POST", "/api/query", { from: [1, 1], to: [2, 2] });
} catch (error) {
  failures.push(error);
}

// A request that only a server can answer is refused with a sentence.
for (const [method, address] of [["POST", "/api/maps"], ["GET", "/api/environments"], ["DELETE", "/api/maps/caves"], ["GET", "/api/study"]]) {
  const { status, text } = await answers.answer(method, address, "{}");
  assert.equal(status, 404);
  assert.match(JSON.parse(text).error.message, /pathfan view/);
}

// A module that has trapped isn't used again.
(await answers.open.get("caves")).geometry = () => {
  throw new Error("unreachable");
};
for (const status of [500, 200]) assert.equal((await answers.answer("GET", "/api/maps/caves/geometry")).status, status);

// A file that can't be read is reported, and the next request tries again.
let reads = 0;
const broken = new Answers(async (name) => {
  if (name === "maps/caves.pathfan" && reads++ < 2) {
    if (reads === 1) throw new Error(`${name} can't be fetched (404)`);
    return new ArrayBuffer(5000);
  }
  const bytes = fs.readFileSync(path.join(site, name));
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
});
for (const pattern of [/can't be fetched \(404\)/, /caves\.pathfan: .*index/]) {
  const { status, text } = await broken.answer("GET", "/api/maps/caves/geometry");
  assert.equal(status, 500);
  assert.match(JSON.parse(text).error.message, pattern);
}
assert.equal((await broken.answer("GET", "/api/maps/caves/geometry")).status, 200);

server.removeAllListeners("exit");
await new Promise((done) => {
  server.on("exit", done);
  server.kill("SIGTERM");
});
if (failures.length) throw failures[0];
console.log(`${answered} answers of ${pathfan} and of the page itself are the same`);
