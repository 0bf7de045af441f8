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

let compared = 0, nearby = 0
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
      assert.deepEqual(got.nearest && [...got.nearest], wanted.nearest ?? null)
      assert.equal(got.partial, wanted.partial === true)
      if (got.nearest) {
        const partial = index.paths(from, to, { ...request, partial: true })
        assert.ok(partial.partial && partial.outcome === 'ok')
        assert.deepEqual(partial.to, got.nearest)
        nearby++
      }
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

test('several radii', async () => {
  const radii = await open(bytesOf('rooms.radii')), wide = await open(bytesOf('rooms.wide'))
  const opened = await open(bytesOf('rooms.radii'), { radius: 0.3 })
  assert.deepEqual([radii.info.agentRadius, radii.info.radii], [0.2, [0.2, 0.4]])
  assert.deepEqual([opened.info.agentRadius, wide.info.radii], [0.4, [0.4]])
  for (const { from, to } of lines('rooms.requests.jsonl').slice(0, 50)) {
    const got = radii.paths(from, to, { snap: 2, radius: 0.3 }), wanted = wide.paths(from, to, { snap: 2 })
    assert.deepEqual([got.radius, wanted.radius], [0.4, 0])
    assert.deepEqual(got.paths, wanted.paths)
    assert.deepEqual(opened.paths(from, to, { snap: 2 }), wanted)
    assert.equal(opened.distance(from, to), wide.distance(from, to))
  }
  assert.throws(() => radii.paths([1, 1], [2, 2], { radius: 0.5 }), fails('argument', /radii of up to 0.4, not for 0.5/))
  await assert.rejects(open(bytesOf('rooms.radii'), { radius: 0.5 }), fails('argument', /no index for a radius/))
})

test('what has no effect', async () => {
  const index = await open(bytesOf('town.told'))
  assert.deepEqual(index.ignored, [{ kind: 'point', count: 1, sentence: 'points bound no area and are left out', example: 'line 1' }])
  assert.deepEqual((await open(bytesOf('rooms.pathfan'))).ignored, [])
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

test('places', async () => {
  const index = await open(bytesOf('rooms.pathfan'))
  const path = index.paths([2, 2], [88, 66], { snap: 5, paths: 1 }).paths[0].points
  const from = [path[0], path[1]], to = [path[2], path[3]]
  const ray = index.ray(from, to)
  assert.deepEqual([ray.outcome, ray.found, ray.from, ray.at, ray.normal, ray.obstacle], ['ok', false, from, to, [0, 0], 0])
  assert.ok(index.ray(from, [-500, from[1]]).normal[0] > 0)
  assert.equal(index.ray([-500, 0], to).outcome, 'start_blocked')
  const wall = index.wall(from)
  assert.ok(wall.found)
  assert.equal(index.wall(from, wall.distance / 2).found, false)
  const fire = index.obstacles([{ circle: [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2, 1], name: 'fire' }])
  assert.equal(index.ray(from, to, fire).obstacle, fire.ids[0])
  assert.ok(index.move(from, to, fire).found)
  assert.deepEqual(index.move(from, to).at, to)
  const good = index.check(path)
  assert.deepEqual([good.leg, good.stillShortest], [null, true])
  const bad = index.check(path, fire)
  assert.deepEqual([bad.leg, bad.stillShortest, bad.hit.obstacle], [0, false, fire.ids[0]])
  const opened = fire.change([{ open: 'fire' }])
  assert.deepEqual([index.check(path, opened, 1).leg, index.check(path, opened, 1).stillShortest], [null, false])
  const drawn = index.random(from, 20, 3, fire)
  assert.ok(index.paths(from, drawn, { paths: 1, obstacles: fire }).paths[0].length <= 20)
  assert.deepEqual(drawn, index.random(from, 20, 3, fire))
  assert.equal(index.random([-500, 0]), null)
  assert.throws(() => index.wall(from, -1), fails('argument', /radius/))
  assert.throws(() => index.random(from, 0, -1), fails('argument', /seed/))
  for (const wrong of [() => index.check([]), () => index.check([1]), () => index.check([1, 'x']), () => index.ray(from, 3)])
    assert.throws(wrong, TypeError)
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
    { id: 1, name: 'wall', closed: false, isDoor: false, isOpening: false, circle: [...at, 1] },
    { id: 2, name: undefined, closed: true, isDoor: false, isOpening: false, polygon: Float64Array.of(0, 0, 1, 0, 0, 1) }])
  assert.equal(opened.get('wall').id, 1)
  assert.equal(opened.get('fire'), null)
  assert.equal(opened.change([{ remove: 'wall' }]).count, 1)
  for (const [bad, words] of [[{ remove: 'fire' }, /no area named fire/], [{ circle: [1, 1, -1] }, /^change 0/],
    [{ circle: [1, 1, 1], name: 'wall' }, /already/]])
    assert.throws(() => wall.change([bad]), fails('argument', words))
  for (const bad of [{}, { open: 'wall', name: 'x' }, { close: null }, { circle: [1, 1, '1'] }, { polygon: [[1, 1], [2]] }, 7])
    assert.throws(() => wall.change([bad]), TypeError)
  assert.throws(() => other.paths([9, 9], [80, 60], { obstacles: wall }), fails('argument', /another index/))
  for (const bad of [[], [{ circle: [1, 1, 1] }], {}, 'wall', 0, true]) {
    assert.throws(() => index.paths([2, 2], [88, 66], { obstacles: bad }), /index.obstacles/)
    assert.throws(() => index.ray([2, 2], [9, 9], bad), /index.obstacles/)
    assert.throws(() => index.check([2, 2, 9, 9], bad), /index.obstacles/)
  }
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

test('floors and links', async () => {
  const index = await open(bytesOf('building.floors'))
  const answer = index.paths([1, 1], [39, 1], { fromLevel: 0, toLevel: '1' })
  assert.equal(answer.outcome, 'ok')
  for (const { cost, length, legs, points } of answer.paths) {
    assert.deepEqual(legs.map(({ kind }) => kind), ['walk', 'link', 'walk'])
    assert.deepEqual(legs.map(({ level, floor }) => [level, floor]), [[0, '0'], [0, '0'], [1, '1']])
    assert.ok(legs[1].name.length > 0 && legs[1].feature >= 0 && legs[0].name === null)
    assert.ok(Math.abs(legs.reduce((sum, leg) => sum + leg.cost, 0) - cost) < 1e-9)
    assert.ok(Math.abs(legs[0].length + legs[2].length - length) < 1e-9)
    assert.deepEqual([legs[0].first, legs[2].last], [0, points.length / 2 - 1])
  }
  const fire = index.obstacles([{ circle: [39, 1, 1], level: 1, name: 'fire' }])
  assert.equal(index.paths([1, 1], [39, 1], { fromLevel: 0, toLevel: 1, obstacles: fire }).outcome, 'goal_blocked')
  assert.equal(index.paths([1, 1], [39, 1], { fromLevel: 0, obstacles: fire }).outcome, 'ok')
  assert.deepEqual(fire.get('fire').circle, [89, 1, 1])
  const ways = (obstacles) => index.paths([1, 1], [39, 1], { fromLevel: 0, toLevel: 1, paths: 1, obstacles }).paths[0]
  const shut = index.obstacles([{ close: answer.paths[0].legs[1].name }])
  assert.ok(ways(shut).cost > answer.paths[0].cost)
  const jump = shut.change([{ link: [[2, 1], [38, 1]], level: [0, '1'], cost: 1, cost_back: null, name: 'jump' }])
  assert.deepEqual([ways(jump).cost, ways(jump).legs[1].name], [3, 'jump'])
  assert.throws(() => index.obstacles([{ link: [[2, 1], [38, 1]], cost: -1 }]), fails('argument', /costs must be 0 or more/))
  assert.throws(() => index.paths([1, 1], [39, 1], { fromLevel: 'attic' }), fails('argument', /no such level/))
  assert.throws(() => index.paths([1, 1], [39, 1], { linkFlags: -1 }), fails('argument', /linkFlags/))
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

// Whatever is given, a call answers or throws an error of the package or of the language, never one
// of WebAssembly, and the index answers as before.
test('any arguments', async () => {
  const index = await open(bytesOf('rooms.pathfan'))
  const ask = () => JSON.stringify(index.paths([2, 2], [80, 60], { paths: 3 }))
  const before = ask()
  let state = 5
  const below = (n) => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0, Math.floor(state / 2 ** 32 * n))
  const pick = (list) => list[below(list.length)]
  class Odd extends Error {}
  const odd = { valueOf() { throw new Odd() }, toString() { throw new Odd() }, [Symbol.iterator]() { throw new Odd() } }
  const detached = new Float64Array([2, 2])
  structuredClone(detached.buffer, { transfer: [detached.buffer] })
  const circular = []
  circular.push(circular, circular)
  const proxy = new Proxy({}, { get() { throw new Odd() }, ownKeys() { throw new Odd() } })
  const revoked = Proxy.revocable([1, 2], {})
  revoked.revoke()
  const wall = index.obstacles([{ circle: [40, 30, 2], name: 'w' }]), closed = index.obstacles()
  closed.close()
  const values = [undefined, null, true, -1, 0, -0, 1, 0.5, 2 ** 31, 2 ** 32, 2 ** 53, -(2 ** 63), 1e308, 5e-324, NaN,
    Infinity, -Infinity, 10n, 2n ** 200n, '', '1', 'fast', 'thorough', '\0', '\ud800', 'x'.repeat(1e5), Symbol('s'),
    [], {}, [1], [2, 2], [80, 60, 1], ['2', '2'], [NaN, 1], new Array(1e6), { x: 2, y: 2 }, { x: odd, y: 1 }, { length: 1e9 },
    { length: -1 }, new Float64Array(0), new Float64Array([80, 60]), new Float64Array(1e6), detached, detached.buffer,
    new ArrayBuffer(0), new ArrayBuffer(5000), new Uint8Array(3), new DataView(new ArrayBuffer(64)),
    new SharedArrayBuffer(8), odd, [odd, odd], circular, proxy, revoked.proxy, () => 1, class {}, new Date(NaN), /x/,
    new Map([[1, 2]]), new Set([1, 2]), wall, closed, index, { circle: [1, 1, 1] }, [{ circle: [1, 1, 1e300] }],
    [{ polygon: new Array(2000).fill([1, 1]) }], [{ polygon: [[1, 1], [9, 1], [9, 9]], name: odd }], [{ close: 2 ** 40 }],
    [{ polygon: [[NaN, 1], [9, 1], [9, 9]] }], [{ remove: 'w' }], Object.create(null)]
  const names = ['paths', 'stretch', 'dissimilarity', 'separation', 'separationShare', 'fill', 'snap', 'snapAny', 'partial', 'radius', 'effort',
    'maxBoundedStretch', 'minLocalOptimality', 'maxLoop', 'workLimit', 'obstacles', 'constructor', '__proto__']
  const end = (good) => below(10) < 6 ? good : pick(values)
  const request = () => {
    if (below(12) === 0) return pick(values)
    const given = { workLimit: 1000 }
    for (let i = below(3); i > 0; i--) given[pick(names)] = pick(values)
    return given
  }
  const calls = [
    () => index.paths(end([2, 2]), end([80, 60]), request()), () => index.distance(end([2, 2]), end([80, 60])),
    () => index.nearestFree(end([2, 2]), end(3)), () => index.obstacles(pick(values)).close(),
    () => wall.change(pick(values)).close(), () => wall.change([pick(values)]).close(), () => wall.get(pick(values)),
    () => open(pick(values), pick([undefined, {}, { name: pick(values) }, { module: pick(values) }, pick(values)]))]
  let answered = 0, threw = 0
  for (let i = 0; i < 1000; i++) {
    try {
      const got = await pick(calls)()
      answered++
      if (got?.verify) got.close()
    } catch (error) {
      assert.ok([PathfanError, TypeError, RangeError, Odd, WebAssembly.CompileError, WebAssembly.LinkError]
        .some((kind) => error instanceof kind), `call ${i}: ${String(error?.stack)}`)
      threw++
    }
  }
  assert.ok(answered > 100 && threw > 300, `${answered} ${threw}`)
  assert.equal(ask(), before)
  index.verify()
  wall.close()
  index.close()
})

test('many indexes at once', async () => {
  const all = await Promise.all(Array.from({ length: 8 }, () => open(bytesOf('caves.pathfan'))))
  const answers = all.map((index) => JSON.stringify(index.paths([4, 50], [155, 50]).paths.map((p) => p.length)))
  assert.equal(new Set(answers).size, 1)
})

test('something was compared', () => assert.ok(compared > 300 && nearby > 20, `${compared}, ${nearby}`))
