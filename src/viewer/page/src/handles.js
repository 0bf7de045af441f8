// The two ends of a query as handles that can be dragged, moved with the arrow keys, or
// set by a click elsewhere on the map.

import { s, set } from "./dom.js";
import { coordinate } from "./words.js";

const NAMES = { from: "Source", to: "Target" };
const REACH = 22; // CSS pixels round a handle that take hold of it: a fingertip
const STEP = 1 / 200; // of the map's longer side, by one arrow key
const LARGE = 10; // times that with Shift

export class Handles {
  // moved(name, [x, y], rests) while one moves, and once with rests when it has come to rest.
  // Fixed ones don't move.
  constructor(moved, fixed = false) {
    this.moved = moved;
    this.fixed = fixed;
    this.view = { k: 1, x: 0, y: 0 };
    this.ends = { from: null, to: null };
    this.moving = null; // the name of one that hasn't come to rest
    this.size = 100;
    this.box = [0, 0, 100, 100];
    this.root = s("g", { class: "handles" });
    this.ghosts = s("g", { class: "ghosts", "aria-hidden": "true" });
    this.root.append(this.ghosts);
    this.parts = {};
    for (const name of ["from", "to"]) this.root.append((this.parts[name] = this.make(name)));
  }

  make(name) {
    const shape = name === "from" ? s("circle", { class: "shape", r: 11 }) : s("rect", { class: "shape", x: -10.5, y: -10.5, width: 21, height: 21, rx: 4 });
    const moves = { tabindex: 0, role: "button", "aria-roledescription": "handle that moves", onkeydown: (event) => this.key(event, name), onkeyup: () => this.rest(), onblur: () => this.rest(), onpointerdown: (event) => this.take(event, name) };
    return s(
      "g",
      { class: `handle handle-${name}`, ...(this.fixed ? { role: "img" } : moves) },
      s("circle", { class: "reach", r: REACH }),
      s("circle", { class: "ring", r: 17 }),
      shape,
      s("text", { class: "letter", y: 4.5, "text-anchor": "middle" }, name === "from" ? "S" : "T"),
    );
  }

  take(event, name) {
    if (event.button) return;
    const handle = this.parts[name];
    event.preventDefault();
    event.stopPropagation(); // the map stays where it is
    handle.focus({ preventScroll: true });
    handle.setPointerCapture(event.pointerId);
    handle.classList.add("held");
    const box = this.root.ownerSVGElement.getBoundingClientRect();
    const at = this.toScreen(this.ends[name]);
    const off = [event.clientX - box.left - at[0], event.clientY - box.top - at[1]];
    const point = (e) => this.toMap([e.clientX - box.left - off[0], e.clientY - box.top - off[1]]);
    let last = event;
    const move = (e) => {
      if (e.pointerId !== event.pointerId || (e.clientX === last.clientX && e.clientY === last.clientY)) return;
      last = e;
      this.moveTo(name, point(e));
    };
    const drop = (e) => {
      if (e.pointerId !== event.pointerId) return;
      handle.classList.remove("held");
      for (const [type, listener] of listeners) handle.removeEventListener(type, listener);
      this.rest();
    };
    const listeners = [["pointermove", move], ["pointerup", drop], ["pointercancel", drop]];
    for (const [type, listener] of listeners) handle.addEventListener(type, listener);
  }

  key(event, name) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const step = steps[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const size = STEP * this.size * (event.shiftKey ? LARGE : 1);
    const [x, y] = this.ends[name];
    this.moveTo(name, [x + step[0] * size, y + step[1] * size]);
  }

  moveTo(name, point) {
    const at = this.within(point);
    if (String(at) === String(this.ends[name])) return;
    this.moving = name;
    this.moved(name, at, false);
  }

  // Whatever held it has let go: a pointer, a key, or the keyboard went elsewhere.
  rest() {
    const name = this.moving;
    this.moving = null;
    if (name) this.moved(name, this.ends[name], true);
  }

  // What is taken off the page loses the keyboard too, and moves nothing any more.
  end() {
    this.moving = null;
  }

  within([x, y]) {
    const [left, top, width, height] = this.box;
    return [Math.min(left + width, Math.max(left, x)), Math.min(top + height, Math.max(top, y))];
  }

  toScreen([x, y]) {
    return [this.view.k * x + this.view.x, this.view.k * y + this.view.y];
  }

  toMap([x, y]) {
    return [(x - this.view.x) / this.view.k, (y - this.view.y) / this.view.k];
  }

  // ends: {from, to}, each [x, y] or null; used: where the answer began and ended, if it
  // had to move them.
  show(ends, used) {
    this.ends = ends;
    this.used = used ?? null;
    for (const name of ["from", "to"]) {
      const at = ends[name];
      const handle = this.parts[name];
      set(handle, { visibility: at ? null : "hidden" });
      if (!at) continue;
      const words = at.map((value) => coordinate(value, this.size)).join(", ");
      set(handle, { "aria-label": `${NAMES[name]} at ${words}.${this.fixed ? "" : " Arrow keys move it, with Shift in larger steps."}` });
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
      const [x, y] = this.toScreen(this.ends[name]);
      this.parts[name].setAttribute("transform", `translate(${x.toFixed(2)} ${y.toFixed(2)})`);
      const used = this.used?.[name];
      if (!used) continue;
      const [ux, uy] = this.toScreen(used);
      if (Math.hypot(ux - x, uy - y) < 3) continue;
      ghosts.push(s("line", { x1: x, y1: y, x2: ux, y2: uy }), s("circle", { cx: ux, cy: uy, r: 4 }));
    }
    this.ghosts.replaceChildren(...ghosts);
  }
}
