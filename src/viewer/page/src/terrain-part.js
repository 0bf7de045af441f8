// The modules that only terrains need, fetched with the first terrain.

export { LegsTable } from "./legs-table.js";
export { Terrain } from "./terrain.js";
export { terrainEntries } from "./terrain-legend.js";
