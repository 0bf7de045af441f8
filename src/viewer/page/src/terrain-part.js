// The modules that only terrains and maps with links need, fetched with the first of them.

export { LegsTable } from "./legs-table.js";
export { Terrain } from "./terrain.js";
export { terrainEntries } from "./terrain-legend.js";
