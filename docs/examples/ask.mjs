import { open } from 'pathfan'
import { readFile } from 'node:fs/promises' // in a browser: fetch

const index = await open(await readFile('caves.pathfan'))
for (const path of index.paths([124.5, 13.5], [9.5, 93.5]).paths)
  console.log(path.length.toFixed(2)) // path.points: x, y, x, y, ...
