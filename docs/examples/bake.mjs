// Makes the index of a map, and asks it: node bake.mjs MAP INDEX
import { buildIndex, open } from 'pathfan'
import { readFile, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'

const [map, path] = process.argv.slice(2)
const onProgress = ({ stage, share }) => process.stderr.write(`${Math.round(100 * share)}% ${stage}\n`)
const signal = AbortSignal.timeout(600000) // in a page: of a Cancel button
const { index, report } = await buildIndex(await readFile(map), { name: basename(map) }, { onProgress, signal })
await writeFile(path, index)

const { info } = await open(index)
console.log(`${report.vertices} corners, ${info.width} x ${info.height}: ${report.bytes} bytes`)
