// test_javascript.mjs PACKAGE FOLDER - the package gives the command's answers, to the last bit,
// for all indexes that make_indexes made, and reports invalid calls.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import test from 'node:test'
import vm from 'node:vm'

const [, , packageFolder, folder] = process.argv
const { open, PathfanError } = await import(pathToFileURL(join(packageFolder, 'index.js')))
const lines = (name) => readFileSync(join(folder, name), 'utf8').trim().split('\n').map((line) => JSON.parse(line))
const bytesOf = (name) => readFileSync(join(folder, name))
const pairs = (points) => Array.from({ length: points.length / 2 }, (_, i) => [points[2 * i], points[2 * i + 1]])
const fails = (status, words) => (error) =>
  error instanceof PathfanError && error.status === status && words.test(error.message)

let compared = 0
for (const file of readdirSync(folder).filter((name) => name.endsWith('.pathfan'))) {
  const name = file.slice(0, -'.pathfan'.length)
  test(`answers of ${name}`, async () => {
    const index = await open(bytesOf(file), { name: file })
    index.verify()
    const answers = lines(`${name}.answers.jsonl`)
    lines(`${name}.requests.jsonl`).forEach(({ id, from, to, ...request }, i) => {
      const wanted = answers[i]
      const got = index.paths(from, { x: to[0], y: to[1] }, request)
      assert.equal(wanted.id, id)
      assert.equal(got.outcome, wanted.status)
      assert.equal(got.reason, wanted.reason)
      assert.deepEqual([...got.from, ...got.to], [...wanted.from, ...wanted.to])
      assert.deepEqual(
        got.paths.map((path) => [path.length, pairs(path.points), path.filled]),
        wanted.paths.map((path) => [path.length, path.points, path.filled === true]))
      if (got.outcome === 'ok') {
        assert.equal(index.distance(got.from, got.to), got.paths[0].length)
        compared++
      }
    })
    index.close()
    assert.throws(() => index.paths([1, 1], [2, 2]), fails('argument', /closed/))
  })
}

test('what is no index', async () => {
  await assert.rejects(open(new Uint8Array(100), { name: 'nothing' }), fails('not_index', /^nothing: is not/))
  await assert.rejects(open(new ArrayBuffer(0)), fails('not_index', /not a pathfan index/))
  const bytes = new Uint8Array(bytesOf('rooms.pathfan'))
  bytes[bytes.length >> 1] ^= 1
  const damaged = await open(bytes).catch((error) => error)
  if (!(damaged instanceof PathfanError)) assert.throws(() => damaged.verify(), fails('damaged', /digest/))
})

test('bytes from anywhere', async () => {
  const file = bytesOf('rooms.pathfan')
  const shared = new SharedArrayBuffer(file.length)
  new Uint8Array(shared).set(file)
  const foreign = vm.runInNewContext('new ArrayBuffer(length)', { length: file.length })
  new Uint8Array(foreign).set(file)
  for (const bytes of [shared, foreign, new Uint8Array(shared), new DataView(foreign)])
    assert.equal((await open(bytes)).info.bytes, file.length)
  for (const other of [undefined, null, 'rooms.pathfan', 5, {}, [1, 2]])
    await assert.rejects(open(other), { name: 'TypeError', message: /^bytes: must be/ })
})

test('obstacles', async () => {
  const index = await open(bytesOf('rooms.pathfan')), other = await open(bytesOf('caves.pathfan'))
  const ask = (obstacles) => index.paths([2, 2], [88, 66], { snap: 5, paths: 1, obstacles }).paths[0]
  const plain = ask(), at = [0, 1].map((i) => (plain.points[2 + i] + plain.points[4 + i]) / 2)
  const wall = index.obstacles([{ circle: [...at, 1], name: 'wall' }, { polygon: [[0, 0], { x: 1, y: 0 }, [0, 1]], closed: false }])
  assert.deepEqual([wall.version, wall.count, wall.ids], [1, 2, [1, 2]])
  const longer = ask(wall)
  assert.ok(longer.length > plain.length)
  const opened = wall.change([{ open: 'wall' }, { close: 2 }])
  assert.deepEqual(ask(opened), plain)
  assert.deepEqual(ask(wall), longer)
  assert.deepEqual(opened.all(), [
    { id: 1, name: 'wall', closed: false, isDoor: false, circle: [...at, 1] },
    { id: 2, name: undefined, closed: true, isDoor: false, polygon: Float64Array.of(0, 0, 1, 0, 0, 1) }])
  assert.equal(opened.get('wall').id, 1)
  assert.equal(opened.get('fire'), null)
  assert.equal(opened.change([{ remove: 'wall' }]).count, 1)
  for (const [bad, words] of [[{ remove: 'fire' }, /no area named fire/], [{ circle: [1, 1, -1] }, /^change 0/],
    [{ circle: [1, 1, 1], name: 'wall' }, /already/]])
    assert.throws(() => wall.change([bad]), fails('argument', words))
  for (const bad of [{}, { open: 'wall', name: 'x' }, { close: null }, { circle: [1, 1, '1'] }, { polygon: [[1, 1], [2]] }, 7])
    assert.throws(() => wall.change([bad]), TypeError)
  assert.throws(() => other.paths([9, 9], [80, 60], { obstacles: wall }), fails('argument', /another index/))
  opened.close()
  opened.close()
  assert.throws(() => ask(opened), fails('argument', /closed/))
  for (let i = 0, now = wall; i < 20000; i++) {
    const next = now.change([i % 2 ? { close: 'wall' } : { open: 'wall' }])
    if (now !== wall) now.close()
    now = next
  }
  const doors = await open(bytesOf('gates.doors'))
  const gates = doors.obstacles()
  assert.deepEqual(gates.all().map((o) => [o.name, o.closed, o.isDoor]), [['north', false, true], ['south', false, true], ['postern', true, true]])
  assert.equal(doors.paths([5, 13], [35, 13], { paths: 1, obstacles: gates.change([{ open: 'postern' }]) }).paths[0].length, 30)
  index.close()
  assert.throws(() => wall.change([]), fails('argument', /closed/))
  wall.close()
})

test('requests within requests', async () => {
  const index = await open(bytesOf('rooms.pathfan'))
  const wanted = JSON.stringify(index.paths([2, 2], [80, 60], { paths: 2 }))
  const asks = { get paths() { index.paths([60, 9], [5, 50], { stretch: 3 }); return 2 } }
  assert.equal(JSON.stringify(index.paths([2, 2], [80, 60], asks)), wanted)
  const closes = { get paths() { index.close(); return 2 } }
  assert.throws(() => index.paths([2, 2], [80, 60], closes), fails('argument', /closed/))
})

test('requests out of range', async () => {
  const index = await open(bytesOf('rooms.pathfan'))
  assert.throws(() => index.paths([2, 2], [9, 9], { stretch: 0.5 }), fails('argument', /stretch/))
  assert.throws(() => index.paths([2, 2], [9, 9], { paths: 0 }), fails('argument', /paths/))
  assert.throws(() => index.paths([2, 2], [9, 9], { paths: 2.5 }), fails('argument', /whole/))
  assert.throws(() => index.paths([NaN, 2], [9, 9]), fails('argument', /finite|number/))
  for (const wrong of [NaN, Infinity]) {
    assert.throws(() => index.distance([wrong, 2], [9, 9]), fails('argument', /from must be two finite/))
    assert.throws(() => index.distance([2, 2], [9, wrong]), fails('argument', /to must be two finite/))
    assert.throws(() => index.nearestFree([2, 2], wrong), fails('argument', /radius/))
  }
  assert.throws(() => index.paths([2, 2], [9, 9], { strech: 2 }), TypeError)
  assert.throws(() => index.paths([2], [9, 9]), TypeError)
  assert.equal(index.nearestFree([-50, -50], 1), null)
  assert.deepEqual([...index.nearestFree([2, 2], 1)], [2, 2])
  index.close()
})

test('many indexes at once', async () => {
  const all = await Promise.all(Array.from({ length: 8 }, () => open(bytesOf('caves.pathfan'))))
  const answers = all.map((index) => JSON.stringify(index.paths([4, 50], [155, 50]).paths.map((p) => p.length)))
  assert.equal(new Set(answers).size, 1)
})

test('something was compared', () => assert.ok(compared > 300, `${compared}`))
