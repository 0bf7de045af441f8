// build_index.mjs FOLDER MAP INDEX OPTIONS - makes an index by the npm package in a folder, in WebAssembly.
import { readFile, writeFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const [folder, map, index, options] = process.argv.slice(2)
const { buildIndex } = await import(pathToFileURL(resolve(folder, 'build.js')))
const made = await buildIndex(await readFile(map), { ...JSON.parse(options), name: basename(map) })
await writeFile(index, made.index)
