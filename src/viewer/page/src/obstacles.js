// Snapshots of obstacles in the module of an index (module.js), for lists of changes as requests
// have them: {circle}, {polygon}, both also with {kind: "opening"}; {close: NAME} and {open: NAME}
// of doors.
//
// While something is dragged, one area of the list differs from request to request. So each list's
// snapshot is made from that of the list before it, by adding and removing the areas that differ:
// what searches have found out about the others stays with them. Doors are seldom closed; if they
// differ, the snapshot is made anew.

const ADD_AREA = 0, REMOVE = 1, SET = 2, ADD_OPENING = 3; // PATHFAN_CHANGE_*

const areNumbers = (value, count) => Array.isArray(value) && value.length === count && value.every((number) => typeof number === "number");

function isArea({ circle, polygon, kind, ...others }) {
  if (Object.keys(others).length || ![undefined, "opening"].includes(kind)) return false;
  return polygon ? !circle && Array.isArray(polygon) && polygon.length >= 3 && polygon.every((corner) => areNumbers(corner, 2)) : areNumbers(circle, 3);
}

const isDoor = (item) => Object.keys(item).length === 1 && typeof (item.close ?? item.open) === "string";

export class Obstacles {
  constructor(module) {
    this.module = module;
    this.begin("");
  }

  // Forgets the snapshot; doors: the texts of the doors' changes in the next list.
  begin(doors) {
    if (this.at) this.module.calls.module_release(this.at);
    this.at = 0;
    this.doors = doors;
    this.numbers = new Map(); // of the snapshot's areas, by their texts
  }

  // Returns the address of the snapshot of a list; throws {status, text} if there can't be one. It
  // is the module's until the next call.
  of(list) {
    const doors = list.filter(isDoor);
    const areas = new Map(list.filter((item) => !isDoor(item) && isArea(item)).map((area) => [JSON.stringify(area), area]));
    const texts = JSON.stringify(doors);
    if (!this.at || texts !== this.doors) {
      this.begin(texts);
      this.make(doors.map(({ close, open }) => () => this.change(SET, close === undefined ? 0 : 1, close ?? open)));
    }
    const gone = [...this.numbers].filter(([text]) => !areas.has(text));
    const added = [...areas].filter(([text]) => !this.numbers.has(text));
    if (!gone.length && !added.length) return this.at;
    this.make([...gone.map(([, number]) => () => this.remove(number)), ...added.map(([, area]) => () => this.add(area))]);
    for (const [text] of gone) this.numbers.delete(text);
    added.forEach(([text], i) => this.numbers.set(text, this.module.calls.module_changed(gone.length + i)));
    return this.at;
  }

  // Replaces the snapshot by one with these changes, each of which adds itself to the list.
  make(changes) {
    const { calls } = this.module;
    for (const change of changes) change();
    const status = calls.module_make(this.at);
    if (status !== 200) throw this.module.said(status);
    calls.module_release(this.at);
    this.at = calls.module_made() >>> 0;
  }

  change(kind, on, name, id = 0, corners = [], circle = [0, 0, 0]) {
    const { module } = this;
    const text = name === undefined ? 0 : module.textOf(name);
    const at = corners.length ? module.room(16 * corners.length) : 0;
    if (at) new Float64Array(module.calls.memory.buffer, at, 2 * corners.length).set(corners.flat());
    const status = module.calls.module_change(kind, on, text, id, at, corners.length, ...circle);
    if (status !== 200) throw module.said(status);
  }

  add({ circle, polygon, kind }) {
    this.change(kind ? ADD_OPENING : ADD_AREA, 0, undefined, 0, polygon, circle);
  }

  remove(number) {
    this.change(REMOVE, 0, undefined, number);
  }
}

// Whether a request's list can be made.
export function areObstacles(list) {
  return Array.isArray(list) && list.every((item) => item && typeof item === "object" && (isDoor(item) || isArea(item)));
}
