// node siege.mjs INDEX [TICKS] - the world of siege.c in JavaScript: 800 units walk to a base among
// 60 buildings; its gates open and close, and its walls break.
import { open } from 'pathfan'
import { readFile } from 'node:fs/promises'

const [file, ticks = '400'] = process.argv.slice(2)
const index = await open(await readFile(file))
const SIDES = ['north gate', 'wall 1', 'east gate', 'wall 2', 'south gate', 'wall 3', 'west gate', 'wall 4']
const gates = SIDES.filter((name) => name.endsWith('gate')), walls = SIDES.filter((name) => name.startsWith('wall'))
const apart = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1])

let now = index.obstacles() // what is in the way; each change makes another snapshot
let changes = 0, asked = 0, checked = 0
function change(list) {
  const then = now.change(list)
  now.close()
  now = then
  changes += list.length
}

const somewhere = index.paths([index.info.x, index.info.y], [index.info.x, index.info.y], { snap: 1e6, paths: 1 }).from
let seed = 0
const draw = () => index.random(somewhere, 0, seed++, now)
const room = (at) => index.wall(at, Infinity, now).distance

// The base stands where most room is, the buildings where there is some.
let base = draw(), most = room(base)
while (seed < 300) {
  const at = draw()
  if (room(at) > most) [base, most] = [at, room(at)]
}
for (let built = 0; built < 60 && seed < 20000;) {
  const at = draw()
  if (room(at) < 1.2 || apart(at, base) < most) continue
  change([{ polygon: [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([x, y]) => [at[0] + 0.7 * x, at[1] + 0.7 * y]) }])
  built++
}
const units = Array.from({ length: 800 }, () => ({ at: draw(), way: [], next: 0, version: 0 }))
change(SIDES.map((name, side) => ({
  name,
  polygon: [[side, 0.9], [side + 1, 0.9], [side + 1, 0.8], [side, 0.8]].map(([n, far]) => {
    const angle = n * 2 * Math.PI / SIDES.length
    return [base[0] + far * most * Math.cos(angle), base[1] + far * most * Math.sin(angle)]
  }),
})))

// Each unit takes one of the ways that there are; without one it waits.
function ask(unit, number) {
  const { paths } = index.paths(unit.at, base, { obstacles: now })
  unit.way = paths.length ? paths[number % paths.length].points : []
  unit.next = 0
  unit.version = now.version
  asked++
}

// A unit asks again if what has changed is in its way, or something was opened.
function mustAsk(unit) {
  if (apart(unit.at, base) < 1 || unit.version === now.version) return false
  if (unit.next >= unit.way.length / 2) return true
  const { leg, stillShortest } = index.check(unit.way, now, unit.version)
  checked++
  if (leg !== null || !stillShortest) return true
  unit.version = now.version
  return false
}

function walk(unit) {
  if (unit.next >= unit.way.length / 2) return
  const to = [unit.way[2 * unit.next], unit.way[2 * unit.next + 1]], left = apart(unit.at, to)
  const share = Math.min(1, 0.4 / left) || 0
  unit.at = index.move(unit.at, unit.at.map((n, i) => n + share * (to[i] - n)), now).at
  if (left <= 0.4) unit.next++
}

let turn = 0
const began = performance.now()
for (let tick = 0; tick < Number(ticks); tick++) {
  const n = tick / 20
  if (tick % 20 === 0) change([{ open: gates[n % 4] }, { close: gates[(n + 3) % 4] }])
  if (tick % 100 === 50 && tick < 400) change([{ remove: walls[(tick - 50) / 100] }])
  for (let i = 0, budget = 40; i < units.length && budget; i++) {
    turn = (turn + 1) % units.length
    if (!mustAsk(units[turn])) continue
    ask(units[turn], turn)
    budget--
  }
  units.forEach(walk)
}
const arrived = units.filter(({ at }) => apart(at, base) < 1).length
console.log(`${units.length} units, ${now.count} areas, ${ticks} ticks: ${changes} changes, ${asked} requests, ${checked} checks; ${arrived} arrived`)
console.error(`${((performance.now() - began) / ticks).toFixed(3)} ms a tick`)
