// Opens a map: its ground, and two ends to begin with.

import * as api from "./api.js";
import { Ground } from "./ground.js";
import { lazily } from "./lazily.js";

const FEW = 4; // cells of a map where two points far apart do as ends
const SNAP = 0.05; // of the map's longer side: how far a blocked end may move

export function reach(ground) {
  return SNAP * ground.size;
}

// Fetches the classes that show what ways lead along.
const legsPart = () => lazily(() => import("./terrain-part.js"), "terrain");

// Loads the roads and rivers of a terrain; null if the map is no
// longer a terrain.
async function loadTerrain(id) {
  const part = legsPart();
  part.catch(() => {}); // awaited below
  try {
    const lines = await api.terrain(id);
    const { Terrain } = await part;
    return new Terrain(lines);
  } catch (error) {
    if (error.status === 409) return null;
    throw error;
  }
}

export async function loadGround(id) {
  const [info, geometry] = await Promise.all([api.mapInfo(id), api.geometry(id)]);
  info.links = geometry.links?.length ?? 0;
  const ground = new Ground(info, geometry, info.terrain && (await loadTerrain(id)));
  if (ground.terrain || info.links) ground.shows = await legsPart();
  return ground;
}

// Returns points at the left and right, at half the height.
function sides({ freeBox: [x, y, width, height] }) {
  return { from: [x + 0.05 * width, y + height / 2], to: [x + 0.95 * width, y + height / 2] };
}

// Returns two free points with several paths between them, if there are any: tries large cells of
// the map from opposite corners inwards. ask(from, to) returns an answer.
export async function firstEnds(ground, ask, tries = 8) {
  if (ground.polygons.length < FEW) return sides(ground);
  const places = ground.places(40);
  let best = null;
  for (let i = 0, tried = 0; tried < tries && i < places.length; i++, tried++) {
    const from = places[i >> 1];
    const to = places[places.length - 1 - ((i + 1) >> 1)];
    if (from === to) break;
    const answer = await ask(from, to);
    const found = answer.paths.length;
    if (!best || found > best.found) best = { from, to, found };
    if (found >= 3) break;
  }
  return best ? { from: best.from, to: best.to } : sides(ground);
}
