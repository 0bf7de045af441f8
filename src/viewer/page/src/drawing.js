// A drawing: the frame of the map and the things on it (things.js), with undo and redo (past.js).
//
// Its values are never changed, only replaced, so that undo can restore them.

import { Past } from "./past.js";
import { kindOf } from "./things.js";

export const RADIUS = { min: 0, max: 16384 }; // of an agent
export const SIDE = { min: 1, max: 16384 }; // of a map, map units
const LISTS = { obstacle: "obstacles", road: "roads", river: "rivers", bridge: "bridges", area: "areas" };

// Reads the server's form, which has a list of each kind.
export function fromLists({ width, height, origin = [0, 0], background_rate = null, agent_radius = 0, attribution = null, ...lists }) {
  return { width, height, origin, background_rate, agent_radius, attribution, things: Object.values(LISTS).flatMap((list) => lists[list] ?? []) };
}

export function toLists({ width, height, origin, background_rate, agent_radius, attribution, things }) {
  const lists = { width, height, obstacles: [] };
  if (String(origin) !== "0,0") lists.origin = origin;
  if (background_rate !== null) lists.background_rate = background_rate;
  if (agent_radius > 0) lists.agent_radius = agent_radius;
  if (attribution !== null) lists.attribution = attribution;
  for (const thing of things) (lists[LISTS[kindOf(thing)]] ??= []).push(thing);
  return lists;
}

export class Drawing {
  // lists: the server's form; changed() is called after each step.
  constructor(lists, changed) {
    this.past = new Past(fromLists(lists));
    this.changed = changed;
  }

  get now() {
    return this.past.now;
  }

  get things() {
    return this.now.things;
  }

  // [x, y, width, height]
  get box() {
    const { origin, width, height } = this.now;
    return [...origin, width, height];
  }

  // Cost per distance off the roads.
  get background() {
    return this.now.background_rate ?? 1;
  }

  step(next) {
    this.past.step({ ...this.now, ...next });
    this.changed();
  }

  add(thing) {
    this.step({ things: [...this.things, thing] });
    return this.things.length - 1;
  }

  remove(number) {
    this.step({ things: this.things.filter((_, i) => i !== number) });
  }

  replace(number, thing) {
    this.step({ things: this.things.map((old, i) => (i === number ? thing : old)) });
  }

  // Adds a bridge, and a point of its river at the same place, so that the bridge lies exactly on
  // it.
  bridge({ number, side, at }, name) {
    const river = this.things[number];
    const there = river.line.some(([x, y]) => x === at[0] && y === at[1]);
    const line = there ? river.line : river.line.toSpliced(side + 1, 0, at);
    const things = this.things.map((old, i) => (i === number ? { ...old, line } : old));
    this.step({ things: [...things, { point: at, ...name }] });
    return this.things.length - 1;
  }

  resize(width, height) {
    this.step({ width, height });
  }

  // Return whether there was a step to undo or redo.
  undo() {
    return this.went(this.past.undo());
  }

  redo() {
    return this.went(this.past.redo());
  }

  went(state) {
    if (state) this.changed();
    return Boolean(state);
  }
}
