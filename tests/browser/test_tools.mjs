// Computations of the explore view's tools, without a page: areas as text, whether polygons are
// simple, whether points are inside, compared with slow and obvious twins; files of queries.

import { assert } from "./kit.mjs";
import { AREAS_MAX, CORNERS_MAX, areasOf, grips, holds, isSimple, moved, pulled, shapeOf, textOf, tidy, without } from "../../src/viewer/page/src/areas.js";
import { readScenario } from "../../src/viewer/page/src/scenario.js";

// A random generator of integers below n.
let seed = 12345;
const below = (n) => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor((seed / 2 ** 32) * n);
};

// ---- Areas as text ----

for (const text of ["70,70,10", "60,9,70,9,65,20", "-1.5,2,0.25;0,0,4,0,4,4,0,4"]) assert.equal(textOf(areasOf(text)), text);
for (const text of [undefined, null, "", "1", ";;", "1,2", "1,2,3,4", "1,2,3,4,5", "1,2,-3", "1,2,0", "a,b,c", "1,,3", "1,2,NaN", "1e999,2,3", "1,2,3,4,5,6,7", " , , "]) assert.deepEqual(areasOf(text), [], String(text));
assert.deepEqual(areasOf("x;1,2,3;4"), [{ circle: [1, 2, 3] }], "what can't be read is left out");
assert.equal(areasOf(Array(AREAS_MAX + 50).fill("1,2,3").join(";")).length, AREAS_MAX);
const large = Array.from({ length: 600 }, (_, i) => `${i},${i * i}`).join(",");
assert.equal(areasOf(`${large};${large};1,2,3`).length, 2, `no more than ${CORNERS_MAX} corners`);
assert.deepEqual(tidy({ circle: [1.23456, 2, 1e-9] }, 2), { circle: [1.23, 2, 0.01] }, "a radius stays above 0");

// ---- Changes ----

assert.deepEqual(moved({ circle: [1, 2, 3] }, 10, -1), { circle: [11, 1, 3] });
assert.deepEqual(moved({ polygon: [[0, 0], [1, 0], [0, 1]] }, 10, -1), { polygon: [[10, -1], [11, -1], [10, 0]] });
assert.deepEqual(pulled({ circle: [1, 2, 3] }, 0, [4, 6]), { circle: [1, 2, 5] });
assert.deepEqual(grips({ circle: [1, 2, 3] }), [[4, 2]]);
assert.equal(without({ polygon: [[0, 0], [1, 0], [0, 1]] }, 0), null, "three corners are needed");
assert.equal(without({ circle: [1, 2, 3] }, 0), null);
assert.match(shapeOf({ polygon: [[0, 0], [1, 0], [0, 1]] }), /^M0 0L1 0L0 1Z$/);

// ---- Simple ----

// Tests each pair of sides, in integers: neighbours share one point, others none.
const turn = (a, b, c) => Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
const on = (a, b, c) => turn(a, b, c) === 0 && [0, 1].every((i) => Math.min(a[i], b[i]) <= c[i] && c[i] <= Math.max(a[i], b[i]));
function isSimpleTwin(polygon) {
  const n = polygon.length;
  for (let i = 0; i < n; i++)
    for (let j = i + 1; j < n; j++) {
      const [a, b, c, d] = [polygon[i], polygon[(i + 1) % n], polygon[j], polygon[(j + 1) % n]];
      if (String(a) === String(b) || String(c) === String(d)) return false;
      const shared = [c, d].filter((p) => on(a, b, p)).length + [a, b].filter((p) => on(c, d, p)).length;
      const crosses = turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;
      const neighbours = j === i + 1 || (i === 0 && j === n - 1);
      if (crosses || shared > (neighbours ? 2 : 0)) return false; // a common corner counts twice
    }
  return true;
}
let simple = 0;
for (let round = 0; round < 20000; round++) {
  const polygon = Array.from({ length: 3 + below(4) }, () => [below(6), below(6)]);
  assert.equal(isSimple({ polygon }), isSimpleTwin(polygon), JSON.stringify(polygon));
  simple += isSimple({ polygon });
}
assert.ok(simple > 2000 && simple < 18000, `both kinds were seen: ${simple}`);
assert.ok(isSimple({ circle: [0, 0, 1] }));

// ---- Points inside ----

// By the sum of the angles between its corners, seen from the point.
function holdsTwin(polygon, p) {
  let sum = 0;
  for (let i = 0; i < polygon.length; i++) {
    const [a, b] = [polygon[i], polygon[(i + 1) % polygon.length]];
    if (on(a, b, p)) return true;
    const [ax, ay, bx, by] = [a[0] - p[0], a[1] - p[1], b[0] - p[0], b[1] - p[1]];
    sum += Math.atan2(ax * by - ay * bx, ax * bx + ay * by);
  }
  return Math.abs(sum) > Math.PI;
}
for (let round = 0; round < 5000; round++) {
  const polygon = Array.from({ length: 3 + below(5) }, () => [below(8), below(8)]);
  if (!isSimple({ polygon })) continue;
  const p = [below(8), below(8)];
  assert.equal(holds({ polygon }, p), holdsTwin(polygon, p), `${JSON.stringify(polygon)} ${p}`);
}
assert.ok(holds({ circle: [1, 1, 5] }, [4, 5]) && !holds({ circle: [1, 1, 5] }, [4, 5.1]));
// ---- Files of queries ----

const line = "3\tsome map.map\t512\t400\t1.5\t-2\t+3\t4e1\t5.25";
const query = { bucket: 3, size: [512, 400], from: [1.5, -2], to: [3, 40], length: 5.25 };
for (const start of ["version 1", "version 1.0", "  version\t1  "]) assert.deepEqual(readScenario(`${start}\n${line}\n`), { queries: [query], bad: [] });
assert.deepEqual(readScenario(`version 1\r\n\r\n${line.replace("some ", "some").replaceAll("\t", "   ")}\r\n`), { queries: [query], bad: [] });
for (const text of ["", "version 2\n", `${line}\n`, "version\n", "versions 1\n", "PNG\u0000"]) assert.throws(() => readScenario(text), /no \.scen file/);
assert.throws(() => readScenario("version 1\n\n \n"), /no query in this file/);
for (const [place, wrong] of [[0, "-1"], [0, "1.5"], [2, "0"], [3, "x"], [4, "NaN"], [5, "Infinity"], [6, "0x10"], [7, ""], [8, "-1"], [8, "1e999"]]) {
  const columns = line.split("\t");
  columns[place] = wrong;
  assert.throws(() => readScenario(`version 1\n${columns.join("\t")}\n`), /^Error: Line 2 of this file is no query/, `${place} ${wrong}`);
}
assert.deepEqual(readScenario(`version 1\nnonsense\n${line}\n1 2 3\n`).bad, [2, 4]);

console.log("the tools reckon rightly");
