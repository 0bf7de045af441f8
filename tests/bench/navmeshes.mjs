// navmeshes.mjs FOLDER [SEED] - makes navigation meshes of a building by Recast, solo and in tiles,
// with floors, ramps, walls and off-mesh connections, and writes for each NAME.navmesh, NAME.obj with
// the triangles of its heights, as Unity's triangulation has them, and NAME.pairs: a line of JSON for each of 300 random pairs of points, with the length, as seen from
// above, of the way that Detour's findPath and findStraightPath give, and whether it arrives.
//
// Needs @recast-navigation/core and @recast-navigation/generators of npm (navmeshes.sh).
import fs from 'node:fs';
import path from 'node:path';
import { exportNavMesh, getNavMeshPositionsAndIndices, init, NavMeshQuery } from '@recast-navigation/core';
import { generateSoloNavMesh, generateTiledNavMesh } from '@recast-navigation/generators';

const [folder, seed = '7'] = process.argv.slice(2);
const FLOORS = 4, SIDE = 90, RISE = 5, BOXES = 70, PAIRS = 300;

let state = Number(seed);
const random = () => (state = (state * 1103515245 + 12345) % 2147483648) / 2147483648;

const positions = [], indices = [];

// A quadrilateral of corners [x, y, z], y upwards, seen from above or outside.
function quad(a, b, c, d) {
  const n = positions.length / 3;
  for (const corner of [a, b, c, d]) positions.push(...corner);
  indices.push(n, n + 2, n + 1, n, n + 3, n + 2);
}

function box(x0, z0, x1, z1, y0, y1) {
  quad([x0, y1, z0], [x1, y1, z0], [x1, y1, z1], [x0, y1, z1]);
  quad([x0, y0, z0], [x0, y1, z0], [x1, y1, z0], [x1, y0, z0]);
  quad([x0, y0, z1], [x1, y0, z1], [x1, y1, z1], [x0, y1, z1]);
  quad([x0, y0, z0], [x0, y0, z1], [x0, y1, z1], [x0, y1, z0]);
  quad([x1, y0, z0], [x1, y1, z0], [x1, y1, z1], [x1, y0, z1]);
}

// Two flights of a ramp beside the building, with a landing between them.
function ramp(y, z) {
  const landing = y + RISE / 2, out = SIDE + 12;
  quad([SIDE, y, z], [out, landing, z], [out, landing, z + 4], [SIDE, y, z + 4]);
  quad([out, landing, z], [out + 4, landing, z], [out + 4, landing, z + 8], [out, landing, z + 8]);
  quad([SIDE, y + RISE, z + 4], [out, landing, z + 4], [out, landing, z + 8],
       [SIDE, y + RISE, z + 8]);
}

const jumps = [];
for (let floor = 0; floor < FLOORS; floor++) {
  const y = floor * RISE;
  quad([0, y, 0], [SIDE, y, 0], [SIDE, y, SIDE], [0, y, SIDE]);
  for (let i = 0; i < BOXES; i++) {
    const x = 2 + random() * (SIDE - 12), z = 2 + random() * (SIDE - 12);
    box(x, z, x + 1 + random() * 7, z + 1 + random() * 7, y, y + 3);
  }
  if (floor + 1 === FLOORS) break;
  for (let z = 4; z < SIDE - 8; z += 26) ramp(y, z);
  jumps.push({ startPosition: { x: 0.8, y: y + RISE, z: 9 + 20 * floor },
               endPosition: { x: 1.6, y, z: 9 + 20 * floor }, radius: 1, bidirectional: false });
}

await init();
const config = { cs: 0.3, ch: 0.2, walkableSlopeAngle: 45, walkableHeight: 10, walkableClimb: 2,
                 walkableRadius: 2, maxEdgeLen: 40, maxSimplificationError: 1.3, minRegionArea: 8,
                 mergeRegionArea: 20, maxVertsPerPoly: 6, detailSampleDist: 6,
                 detailSampleMaxError: 1, offMeshConnections: jumps };
const made = { solo: () => generateSoloNavMesh(positions, indices, config),
               tiled: () => generateTiledNavMesh(positions, indices, { ...config, tileSize: 48 }) };

function way(query, a, b) {
  const near = { halfExtents: { x: 0.1, y: 0.5, z: 0.1 } };
  const from = query.findNearestPoly(a, near).nearestRef;
  const to = query.findNearestPoly(b, near).nearestRef;
  const { polys } = query.findPath(from, to, a, b, { maxPathPolys: 4096 });
  const found = query.findStraightPath(a, b, polys, { maxStraightPathPoints: 4096 });
  let length = 0;
  for (let k = 1; k < found.straightPathCount; k++)
    length += Math.hypot(found.straightPath.get(3 * k) - found.straightPath.get(3 * k - 3),
                         found.straightPath.get(3 * k + 2) - found.straightPath.get(3 * k - 1));
  return { length, arrives: polys.size > 0 && polys.get(polys.size - 1) === to };
}

function writeTriangles(file, navMesh) {
  const [points, corners] = getNavMeshPositionsAndIndices(navMesh);
  const lines = ['o navmesh'];
  for (let i = 0; i < points.length; i += 3) lines.push(`v ${points.slice(i, i + 3).join(' ')}`);
  for (let i = 0; i < corners.length; i += 3)
    lines.push(`f ${corners.slice(i, i + 3).map((corner) => corner + 1).join(' ')}`);
  fs.writeFileSync(file, `${lines.join('\n')}\n`);
}

for (const [name, make] of Object.entries(made)) {
  const { success, navMesh, error } = make();
  if (!success) throw new Error(`${name}: ${error}`);
  fs.writeFileSync(path.join(folder, `${name}.navmesh`), exportNavMesh(navMesh));
  writeTriangles(path.join(folder, `${name}.obj`), navMesh);
  const query = new NavMeshQuery(navMesh, { maxNodes: 65535 });
  const lines = [];
  for (let i = 0; i < PAIRS; i++) {
    const a = query.findRandomPoint().randomPoint, b = query.findRandomPoint().randomPoint;
    lines.push(JSON.stringify({ from: [a.x, a.z], from_level: a.y, to: [b.x, b.z], to_level: b.y,
                                ...way(query, a, b) }));
  }
  fs.writeFileSync(path.join(folder, `${name}.pairs`), `${lines.join('\n')}\n`);
}
