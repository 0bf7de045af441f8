// buildIndex of the npm package: node test_build_index.mjs PACKAGE PATHFAN. Indexes made by WebAssembly
// have the bytes of those that PATHFAN makes of the same files.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import test from 'node:test'
import zlib from 'node:zlib'
import { pathToFileURL } from 'node:url'

const [folder, pathfan] = process.argv.slice(2)
const { buildIndex, open, PathfanError } = await import(pathToFileURL(path.resolve(folder, 'index.js')))
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'pathfan-build-'))
process.on('exit', () => fs.rmSync(scratch, { recursive: true }))

const GRID = 'type octile\nheight 4\nwidth 6\nmap\n......\n.@@.@.\n.@....\n......\n'

function native(name, content, ...options) {
  const map = path.join(scratch, name), index = path.join(scratch, 'native.pathfan')
  fs.writeFileSync(map, content)
  execFileSync(pathfan, ['build-index', map, '-o', index, '--quiet', ...options], { stdio: 'pipe' })
  return fs.readFileSync(index)
}

async function same(name, content, options = {}, ...words) {
  const { index } = await buildIndex(content, { name, ...options })
  assert.deepEqual(Buffer.from(index), native(name, content, ...words))
  return index
}

// A PNG of 8 bits of grey.
function png(width, height, grey) {
  const chunk = (kind, data) => {
    const body = Buffer.concat([Buffer.from(kind), data]), out = Buffer.alloc(body.length + 8)
    out.writeUInt32BE(data.length)
    body.copy(out, 4)
    let sum = ~0
    for (const byte of body) {
      sum ^= byte
      for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
    }
    out.writeUInt32BE(~sum >>> 0, body.length + 4)
    return out
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  head[8] = 8
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) rows[y * (width + 1) + 1 + x] = grey(x, y)
  return Buffer.concat([Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), chunk('IHDR', head), chunk('IDAT', zlib.deflateSync(rows)), chunk('IEND', Buffer.alloc(0))])
}

test('cells, also packed, and with an agent\'s radius', async () => {
  const index = await open(await same('grid.map', GRID))
  assert.equal(index.paths([0.5, 0.5], [5.5, 3.5]).outcome, 'ok')
  index.close()
  await same('packed.map', zlib.gzipSync(GRID))
  await same('thick.map', GRID, { agentRadius: 0.25 }, '--agent-radius', '0.25')
  await same('two.map', GRID, { agentRadius: [0.125, 0.25] }, '--agent-radius', '0.125,0.25')
  const [blocked, height, width] = [new Uint8Array(24), 4, 6]
  for (const at of [7, 8, 10, 13]) blocked[at] = 1
  const { index: given } = await buildIndex({ width, height, blocked }, { name: 'grid.map' })
  assert.deepEqual(Buffer.from(given), native('grid.map', GRID))
})

test('polygons: GeoJSON, WKT, arrays', async () => {
  const square = (x, y, side) => [[x, y], [x + side, y], [x + side, y + side], [x, y + side], [x, y]]
  const feature = (kind, ring) => ({ type: 'Feature', properties: { kind }, geometry: { type: 'Polygon', coordinates: [ring] } })
  const features = [feature('free', square(0, 0, 9)), feature('obstacle', square(3, 3, 2.5))]
  const text = JSON.stringify({ type: 'FeatureCollection', features })
  await same('room.geojson', text)
  await same('town.wkt', 'POLYGON ((0 0, 9 0, 0 9, 0 0)); POLYGON ((19 0, 20 0, 20 9, 19 0)); POINT (15 4)', { skipOthers: true }, '--skip-others')
  const { index } = await buildIndex({ free: [square(0, 0, 9).slice(0, 4)], obstacles: [[square(3, 3, 2.5).slice(0, 4)]] }, { name: 'room.geojson' })
  assert.deepEqual(Buffer.from(index), native('room.geojson', text))
})

test('maps of Tiled in XML and JSON', async () => {
  const tiles = '0,0,0,0,1,0,0,0,0'
  await same('a.tmx', `<map version="1.10" orientation="orthogonal" width="3" height="3" tilewidth="16" tileheight="16"><tileset firstgid="1" name="t" tilewidth="16" tileheight="16" tilecount="1" columns="1"/><layer name="walls" width="3" height="3"><data encoding="csv">${tiles}</data></layer></map>`, { layers: ['walls'] }, '--layer', 'walls')
  await same('a.tmj', JSON.stringify({ type: 'map', version: '1.10', orientation: 'orthogonal', width: 3, height: 3, tilewidth: 16, tileheight: 16, tilesets: [{ firstgid: 1, name: 't', tilewidth: 16, tileheight: 16, tilecount: 1, columns: 1 }], layers: [{ type: 'tilelayer', name: 'walls', width: 3, height: 3, data: JSON.parse(`[${tiles}]`) }] }), { layers: ['walls'] }, '--layer', 'walls')
})

test('an image alone: what is dark is blocked', async () => {
  const { index } = await buildIndex(png(9, 5, (x, y) => x === 4 && y > 0 ? 127 : 128), { name: 'plan.png' })
  assert.deepEqual(Buffer.from(index), native('plan.png', 'type octile\nheight 5\nwidth 9\nmap\n.........\n' + '....@....\n'.repeat(4)))
  await assert.rejects(buildIndex(png(9, 5, () => 0).subarray(0, 50), { name: 'cut.png' }), { status: 'malformed' })
})

test('errors are those of files', async () => {
  await assert.rejects(buildIndex('type octile\nheight 1\n', { name: 'broken.map' }), (error) => error instanceof PathfanError && error.status === 'malformed' && error.message.startsWith('broken.map:3: the file ends'))
  await assert.rejects(buildIndex(GRID, { name: 'a/b' }), { status: 'argument' })
  await assert.rejects(buildIndex(GRID, { maxMemory: 1 }), { status: 'limit' })
  await assert.rejects(buildIndex(GRID, { speed: 1 }), TypeError)
  await assert.rejects(buildIndex(GRID, { unit: 'm' }), TypeError)
  await assert.rejects(buildIndex(7), TypeError)
})

test('progress, and an end before time', async () => {
  const told = []
  await buildIndex(GRID, {}, { onProgress: (progress) => told.push(progress) })
  assert.ok(told.some(({ stage }) => stage === 'sight'))
  assert.ok(told.every(({ share }) => share >= 0 && share <= 1))
  const wide = 40 * Math.sqrt(Number(process.env.PATHFAN_TEST_SCALE ?? 1))
  const blocked = Uint8Array.from({ length: Math.floor(wide) ** 2 }, (_, i) => (i * 7919) % 11 < 3)
  const stop = new AbortController()
  const build = buildIndex({ width: Math.floor(wide), height: Math.floor(wide), blocked }, {}, { signal: stop.signal, onProgress: () => stop.abort() })
  await assert.rejects(build, { name: 'AbortError' })
  await assert.rejects(buildIndex(GRID, {}, { signal: AbortSignal.abort() }), { name: 'AbortError' })
})
