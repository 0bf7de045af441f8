// The two ends of a query as handles that are dragged, moved with the arrow keys, or placed by a
// click elsewhere on the map.

import { s, set } from "./dom.js";
import { followPointer } from "./drag.js";
import { Floors } from "./floors.js";
import { arrowOf, isCommand } from "./keys.js";
import { START, toMap, toScreen, within } from "./points.js";
import { coordinate } from "./words.js";

const NAMES = { from: "Start", to: "Goal" };
const REACH = 22; // CSS pixels round a handle in which a pointer takes hold of it: a fingertip
const BORDER = 26; // CSS pixels from the border to a pointer to a hidden handle
export const STEP = 1 / 200; // of the map's longer side, by one arrow key

export class Handles {
  // Calls moved(name, [x, y], rests) while a handle moves, and with rests once it is at rest;
  // sought(point) to bring a handle out of view into view. Fixed handles don't move.
  constructor(moved, sought, fixed = false) {
    this.moved = moved;
    this.sought = sought;
    this.fixed = fixed;
    this.view = START;
    this.ends = { from: null, to: null };
    this.floors = new Floors([]);
    this.moving = null; // name of the moving handle
    this.size = 100;
    this.box = [0, 0, 100, 100];
    this.root = s("g", { class: "handles" });
    this.ghosts = s("g", { class: "ghosts", "aria-hidden": "true" });
    this.invite = s("text", { class: "invite", y: -21, "text-anchor": "middle", "aria-hidden": "true" }, "drag me");
    this.root.append(this.ghosts, this.invite);
    this.parts = {};
    this.pointers = {}; // at the border, to handles out of view
    this.window = null; // the visible [left, top, right, bottom], CSS pixels
    for (const name of ["from", "to"]) this.root.append((this.parts[name] = this.make(name)), (this.pointers[name] = this.makePointer(name)));
  }

  // Ends on other floors are seen above or below, and move onto the floor that is shown.
  setFloors(floors) {
    this.floors = floors;
  }

  get seen() {
    return this.floors.seen;
  }

  makePointer(name) {
    return s(
      "g",
      { class: `pointer pointer-${name}`, visibility: "hidden", "aria-hidden": "true", onclick: () => this.sought(this.seen(this.ends[name])) },
      s("circle", { class: "reach", r: REACH }),
      s("circle", { class: "shape", r: 13 }),
      s("path", { class: "arrow", d: "M15 -6 23 0 15 6z" }),
      s("text", { class: "letter", y: 4.5, "text-anchor": "middle" }, name === "from" ? "S" : "T"),
    );
  }

  // Places a pointer at the border if the handle is out of view.
  placePointer(name, x, y) {
    const pointer = this.pointers[name];
    const [left, top, right, bottom] = this.window ?? [-Infinity, -Infinity, Infinity, Infinity];
    const isSeen = x >= left && x <= right && y >= top && y <= bottom;
    set(pointer, { visibility: isSeen ? "hidden" : null });
    if (isSeen) return;
    const at = [Math.min(right - BORDER, Math.max(left + BORDER, x)), Math.min(bottom - BORDER, Math.max(top + BORDER, y))];
    set(pointer, { transform: `translate(${at[0].toFixed(1)} ${at[1].toFixed(1)})` });
    set(pointer.querySelector(".arrow"), { transform: `rotate(${((180 / Math.PI) * Math.atan2(y - at[1], x - at[0])).toFixed(1)})` });
  }

  make(name) {
    const shape = name === "from" ? s("circle", { class: "shape", r: 11 }) : s("rect", { class: "shape", x: -10.5, y: -10.5, width: 21, height: 21, rx: 4 });
    const moves = { tabindex: 0, role: "button", "aria-roledescription": "handle that moves", onkeydown: (event) => this.key(event, name), onkeyup: () => this.rest(), onblur: () => this.rest(), onpointerdown: (event) => this.take(event, name) };
    return s(
      "g",
      { class: `handle handle-${name}`, ...(this.fixed ? { role: "img" } : moves) },
      s("circle", { class: "reach", r: REACH }),
      s("circle", { class: "ring", r: 17 }),
      s("circle", { class: "finger", r: 40 }), // visible round the finger that holds the handle
      shape,
      s("g", { class: "cross", transform: "translate(13 -13)" }, s("circle", { r: 8 }), s("path", { d: "M-3 -3 3 3M3 -3 -3 3" })),
      s("text", { class: "letter", y: 4.5, "text-anchor": "middle" }, name === "from" ? "S" : "T"),
    );
  }

  take(event, name) {
    if (event.button) return;
    const handle = this.parts[name];
    event.stopPropagation(); // keeps the map from panning
    handle.focus({ preventScroll: true });
    handle.classList.add("held");
    handle.classList.toggle("touched", event.pointerType === "touch");
    const box = this.root.ownerSVGElement.getBoundingClientRect();
    const at = this.toScreen(this.seen(this.ends[name]));
    const off = [event.clientX - box.left - at[0], event.clientY - box.top - at[1]];
    const point = (e) => this.toMap([e.clientX - box.left - off[0], e.clientY - box.top - off[1]]);
    let last = event;
    const move = (e) => {
      if (e.clientX === last.clientX && e.clientY === last.clientY) return;
      last = e;
      this.moveTo(name, point(e));
    };
    const drop = () => {
      handle.classList.remove("held", "touched");
      this.rest();
    };
    followPointer(handle, event, { moved: move, dropped: drop, cancelled: drop });
  }

  key(event, name) {
    const step = arrowOf(event, this.view.down);
    if (!step || isCommand(event)) return;
    event.preventDefault();
    event.stopPropagation();
    this.moveTo(name, this.seen(this.ends[name]).map((value, i) => value + step[i] * STEP * this.size));
  }

  moveTo(name, point) {
    const at = this.within(point);
    if (String(at) === String(this.ends[name])) return;
    this.moving = name;
    this.moved(name, at, false);
  }

  // Called when the pointer or key is released, or the focus moves elsewhere.
  rest() {
    const name = this.moving;
    this.moving = null;
    if (name) this.moved(name, this.ends[name], true);
  }

  // Elements removed from the page lose the focus too; that must move nothing.
  end() {
    this.moving = null;
  }

  within(point) {
    return within(this.box, point);
  }

  toScreen(point) {
    return toScreen(this.view, point);
  }

  toMap(at) {
    return toMap(this.view, at);
  }

  // ends: {from, to}, each [x, y] or null; used: the ends of the answer, if it had to move them;
  // blocked: which are blocked.
  show(ends, used, blocked = {}) {
    this.ends = ends;
    this.used = used ?? null;
    for (const name of ["from", "to"]) {
      const at = ends[name];
      const handle = this.parts[name];
      set(handle, { visibility: at ? null : "hidden" });
      handle.classList.toggle("blocked", Boolean(blocked[name]));
      if (!at) continue;
      const floor = this.floors.nameAt(at);
      const words = this.floors.local(at).map((value) => coordinate(value, this.size)).join(", ") + (floor && `, floor ${floor}`);
      handle.classList.toggle("elsewhere", !this.floors.shows(at));
      set(handle, { "aria-label": `${NAMES[name]} at ${words}${blocked[name] ? ", blocked" : ""}.${this.fixed ? "" : " Arrow keys move it, with Shift in larger steps."}` });
    }
    this.place();
  }

  move(view) {
    this.view = view;
    this.place();
  }

  place() {
    const ghosts = [];
    for (const name of ["from", "to"]) {
      if (!this.ends[name]) continue;
      const [x, y] = this.toScreen(this.seen(this.ends[name]));
      set(this.parts[name], { transform: `translate(${x.toFixed(2)} ${y.toFixed(2)})` });
      if (name === "to") set(this.invite, { transform: `translate(${x.toFixed(2)} ${y.toFixed(2)})` });
      this.placePointer(name, x, y);
      const used = this.used?.[name];
      if (!used) continue;
      const [ux, uy] = this.toScreen(this.seen(used));
      if (Math.hypot(ux - x, uy - y) < 3) continue;
      ghosts.push(s("line", { x1: x, y1: y, x2: ux, y2: uy }), s("circle", { cx: ux, cy: uy, r: 4 }));
    }
    if (ghosts.length || this.ghosts.firstChild) this.ghosts.replaceChildren(...ghosts);
  }
}
