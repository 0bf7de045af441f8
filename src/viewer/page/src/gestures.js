// Pans and zooms by mouse, wheel and fingers on one element: the map point under a pointer stays
// under it. One pointer moves the view; two fingers also scale it.
//
//   gestures = new Gestures(node, { mine, view, bring })
//
// mine(event, fingers): whether to handle a pointer that goes down, or a turn of the wheel; view():
// the current view (points.js); bring(point, at, k): shows a map point at a place, at that scale. A
// pointer that moves while it is down makes no click.

import { toMap } from "./points.js";

const STILL = 5; // CSS pixels that a pointer may move in a click
const TURN = { pixels: 0.002, lines: 0.05, pages: 1 }; // of the wheel: doublings per unit
const PINCHED = 10; // times that for a pinch on a touchpad, sent as a wheel with Ctrl

const middle = ([[ax, ay], [bx, by] = [ax, ay]]) => [(ax + bx) / 2, (ay + by) / 2];
const apart = ([[ax, ay], [bx, by]]) => Math.hypot(bx - ax, by - ay);

export class Gestures {
  constructor(node, calls) {
    this.node = node;
    this.calls = calls;
    this.down = new Map(); // position by pointer
    this.held = null; // map points under the pointers during a gesture, or null
    const { signal } = (this.stop = new AbortController());
    node.addEventListener("pointerdown", (event) => this.begin(event), { signal });
    node.addEventListener("wheel", (event) => this.turn(event), { signal, passive: false });
    addEventListener("pointermove", (event) => this.move(event), { signal });
    for (const type of ["pointerup", "pointercancel"]) addEventListener(type, (event) => this.lift(event), { signal });
  }

  // Returns the position in CSS pixels of the node.
  place(event) {
    const { left, top } = this.node.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  }

  // A finger that begins no gesture alone may do so together with a second one.
  begin(event) {
    if (event.pointerType !== "touch") this.down.clear();
    this.down.set(event.pointerId, this.place(event));
    if (this.calls.mine(event, this.down.size)) {
      this.from = [event.clientX, event.clientY];
      this.hasMoved = this.down.size > 1;
      this.hold();
    } else if (this.held) this.down.delete(event.pointerId);
  }

  hold() {
    const view = this.calls.view();
    this.held = [...this.down.values()].slice(0, 2).map((at) => toMap(view, at));
  }

  move(event) {
    if (!this.down.has(event.pointerId)) return;
    if (!event.buttons) {
      this.lift(event); // it was released outside the window
      return;
    }
    this.down.set(event.pointerId, this.place(event));
    if (!this.held) return;
    this.hasMoved ||= Math.hypot(event.clientX - this.from[0], event.clientY - this.from[1]) > STILL;
    const at = [...this.down.values()].slice(0, 2);
    const k = at.length > 1 && apart(this.held) > 0 ? apart(at) / apart(this.held) : this.calls.view().k;
    this.calls.bring(middle(this.held), middle(at), k);
  }

  lift(event) {
    if (!this.down.delete(event.pointerId) || !this.held) return;
    if (this.down.size) {
      this.hold();
      return;
    }
    this.held = null;
    if (!this.hasMoved || event.type === "pointercancel") return;
    const swallow = (click) => click.stopImmediatePropagation(); // the click that follows at once
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }));
  }

  turn(event) {
    if (!this.calls.mine(event, 1)) return;
    event.preventDefault();
    const by = [TURN.pixels, TURN.lines, TURN.pages][event.deltaMode] * (event.ctrlKey ? PINCHED : 1);
    const view = this.calls.view();
    const at = this.place(event);
    this.calls.bring(toMap(view, at), at, view.k * 2 ** (-event.deltaY * by));
  }

  end() {
    this.stop.abort();
  }
}
