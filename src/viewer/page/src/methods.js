// The methods that find paths, and on which maps each can be asked.

export const METHODS = [
  ["index", "Index"],
  ["plateaus", "Plateaus"],
  ["dissimilarity", "Dissimilarity"],
  ["penalty", "Penalty"],
  ["polyanya", "Polyanya (shortest)"],
  ["terrain", "Terrain (cheapest)"],
];

// Whether a method returns only one path; hasAreas: of a map with areas with a rate.
export const isSingle = (method, hasAreas = false) => method === "polyanya" || (method === "terrain" && !hasAreas);

// Whether a method can be asked of a map; mayBecome: whether it ever will be.
export function mayAsk(info, method) {
  if (method === "index") return info.kind === "index";
  return (method === "terrain") === Boolean(info.terrain);
}

export function mayBecome(info, method) {
  if (method === "index") return !info.terrain || info.kind === "index"; // terrains get no index automatically
  return (method === "terrain") === Boolean(info.terrain);
}

export function methodName(method) {
  return METHODS.find(([name]) => name === method)[1];
}
