// A tool of the explore view: buildings and walls that no path may touch, and openings through walls
// of the map. They are drawn, moved and reshaped on the map by pointer or keys, and paths follow
// meanwhile. Their text in the address
// (settings.tools.avoid) is the authoritative state; undo restores it together with the ends.

import { AREAS_MAX, CORNERS_MAX, areasOf, bent, grips, holds, isSimple, moved, pulled, textOf, thick, tidy, without } from "./areas.js";
import { AreaShapes } from "./area-shapes.js";
import { Dock } from "./dock.js";
import { h, icon, iconButton, put, set } from "./dom.js";
import { followPointer } from "./drag.js";
import { STEP } from "./handles.js";
import { arrowOf, isCommand, isDelete } from "./keys.js";
import { notice } from "./notice.js";
import { places, plural } from "./words.js";

const CLOSE = 12; // CSS pixels to the first corner that end a polygon; twice that for touch
const SMALL = 6; // CSS pixels, the smallest radius of a circle that is dragged; below it, a click
const PART = 1 / 12; // of the visible part's shorter side: the radius of a circle placed by a click
const WIDE = { wall: 1 / 50, opening: 1 / 15 }; // of the visible part's shorter side
const SHAPES = [["wall", "Wall"], ["circle", "Circle"], ["polygon", "Polygon"], ["opening", "Opening"]];
const NONE = "1"; // in the address: switched on, nothing drawn

export class Avoid {
  constructor(view) {
    this.view = view;
    this.areas = [];
    this.chosen = -1;
    this.kind = null; // of the shape being drawn
    this.points = []; // of the polygon being drawn
    this.shapes = new Map(); // by panel
    this.makeDock();
  }

  makeDock() {
    this.buttons = SHAPES.map(([kind, label]) => h("button", { type: "button", class: "tool", "aria-pressed": "false", "data-kind": kind, onclick: (event) => this.shapePicked(kind, event) }, icon(kind), label));
    this.trash = iconButton("trash", "Delete what is chosen", () => this.remove(this.chosen));
    this.hint = h("p", { class: "fine", role: "status" });
    this.dock = new Dock(this.view, "avoid", h("div", { class: "dock-row" }, h("div", { class: "row", role: "toolbar", "aria-label": "Shapes" }, this.buttons, this.trash), this.hint));
  }

  // ---- Calls from the view ----

  changed() {
    const panels = this.view.panels.map(({ panel }) => panel);
    for (const [panel, { shapes, listening }] of this.shapes)
      if (!panels.includes(panel)) {
        shapes.end();
        listening.abort();
        this.shapes.delete(panel);
      }
    for (const panel of panels) if (!this.shapes.has(panel)) this.shapes.set(panel, this.attach(panel));
    const { avoid } = this.view.settings.tools;
    if (avoid === this.text) return this.show();
    this.text = avoid;
    this.areas = areasOf(avoid);
    if (this.chosen >= this.areas.length) this.chosen = -1;
    this.show();
  }

  attach(panel) {
    const listening = new AbortController();
    const { signal } = listening;
    panel.svg.addEventListener("pointerdown", (event) => this.down(event, panel), { signal });
    panel.svg.addEventListener("pointermove", (event) => this.kind === "polygon" && this.sketch(null, [...this.points, panel.pointOf(event)]), { signal });
    panel.svg.addEventListener("dblclick", (event) => this.twice(event), { signal });
    const listeners = { onfocus: (event) => this.focused(event.currentTarget), onkeydown: (event) => this.elementKey(event), onkeyup: () => this.rest(), onblur: () => this.rest() };
    return { listening, shapes: new AreaShapes(panel, listeners) };
  }

  asks(body) {
    const good = this.areas.filter(isSimple);
    if (!good.length) return;
    // Snapshots keep what searches have found out about each area; other requests know lists only.
    if (this.view.changeable) body.obstacles = [...(body.obstacles ?? []), ...good];
    else body.avoid = good.filter(({ kind }) => !kind);
  }

  answered({ answer }) {
    const end = { start_blocked: "from", goal_blocked: "to" }[answer.status];
    const blocked = answer.blocked_by === "area" && end ? this.view.settings[end] : null;
    if (String(blocked) === String(this.blocked ?? null)) return;
    this.blocked = blocked;
    this.show();
  }

  moved() {
    for (const { shapes } of this.shapes.values()) shapes.place();
  }

  holds(event, fingers) {
    return event.type !== "wheel" && fingers < 2 && Boolean(this.kind || event.target.closest(".area, .area-grip"));
  }

  clicked(point, event) {
    if (this.kind === "polygon") {
      this.corner(point, event);
      return true;
    }
    if (this.taken || this.kind) return true;
    if (this.chosen < 0) return false;
    this.choose(-1);
    return true;
  }

  key(event) {
    const { key } = event;
    if (key === "Escape" && (this.kind || this.dragging)) this.leave();
    else if (key === "Escape" && this.chosen >= 0) this.choose(-1);
    else if (key === "Enter" && this.points.length) this.finish();
    else if (key === "Backspace" && this.points.length) this.sketch(null, this.points.slice(0, -1), this.points.pop());
    else if (isDelete(event) && this.chosen >= 0) this.remove(this.chosen);
    else return false;
    return true;
  }

  end() {
    this.dragging?.();
    for (const { shapes, listening } of this.shapes.values()) {
      shapes.end();
      listening.abort();
    }
    this.dock.end();
  }

  // ---- The areas ----

  get size() {
    return this.view.ground.size;
  }

  // rests: false while a change is in progress.
  take(areas, rests) {
    this.areas = areas.map((area) => tidy(area, places(this.size)));
    this.text = this.view.settings.tools.avoid = textOf(this.areas) || NONE;
    this.moving = !rests;
    this.show();
    if (rests) this.view.stepped();
    this.view.ask(rests);
  }

  replace(number, area, rests) {
    this.take(this.areas.map((old, i) => (i === number ? area : old)), rests);
  }

  add(area) {
    const corners = [...this.areas, area].reduce((sum, { polygon }) => sum + (polygon?.length ?? 0), 0);
    if (this.areas.length >= AREAS_MAX || corners > CORNERS_MAX) {
      notice(`There is room for ${AREAS_MAX} shapes, and ${CORNERS_MAX} corners of polygons.`, "fault");
      return;
    }
    this.chosen = this.areas.length;
    this.take([...this.areas, area], true);
    this.element(this.chosen)?.focus({ preventScroll: true });
  }

  remove(number) {
    if (number < 0) return;
    const hadKeys = this.hasKeys();
    this.chosen = -1;
    this.take(this.areas.filter((_, i) => i !== number), true);
    if (hadKeys) (this.element(Math.min(number, this.areas.length - 1)) ?? this.buttons[0]).focus();
  }

  rest() {
    if (this.moving && !this.dragging) this.take(this.areas, true);
  }

  choose(number) {
    if (this.chosen === number) return;
    this.chosen = number;
    this.show();
  }

  // ---- Display ----

  show() {
    const blocking = (area) => Boolean(this.blocked && holds(area, this.blocked));
    const shown = (area) => this.view.ground.floors.shows(grips(area)[0]);
    for (const { shapes } of this.shapes.values()) shapes.show(this.areas, this.chosen, shown, blocking, this.size);
    for (const [panel] of this.shapes) panel.svg.classList.toggle("drawing", Boolean(this.kind));
    for (const button of this.buttons) set(button, { "aria-pressed": String(button.dataset.kind === this.kind) });
    this.trash.disabled = this.chosen < 0;
    put(this.hint, this.words());
  }

  words() {
    if (this.kind === "circle") return "Drag from its middle outwards, or click where it shall be.";
    if (this.kind === "wall") return "Drag from one end of the wall to the other.";
    if (this.kind === "opening") return "Drag through a wall of the map, from one side to the other.";
    if (this.kind) return "Click its corners; the first one again, a double click or Enter ends it.";
    const crossed = this.areas.findIndex((area) => !isSimple(area));
    if (crossed >= 0) return `Shape ${crossed + 1} crosses itself: it has no effect until it doesn't.`;
    if (!this.view.changeable && this.areas.some(({ kind }) => kind)) return "Openings need the map's index.";
    if (this.chosen >= 0) return `Shape ${this.chosen + 1} of ${this.areas.length}: drag it, or its grips.`;
    return this.areas.length ? plural(this.areas.length, "shape") : "Draw where no path shall go, or an opening through a wall.";
  }

  sketch(area, points = []) {
    for (const { shapes } of this.shapes.values()) shapes.showSketch(area, points);
  }

  // Returns the element in the panel that has the focus, or in the first panel.
  element(area, grip) {
    const all = [...this.shapes.values()];
    return (all.find(({ shapes }) => shapes.panel.svg.contains(document.activeElement)) ?? all[0])?.shapes.element(area, grip);
  }

  hasKeys() {
    return [...this.shapes.keys()].some((panel) => panel.svg.contains(document.activeElement));
  }

  // ---- Drawing ----

  // With the keyboard, places a shape in the middle of the visible part, to be moved from there.
  shapePicked(kind, event) {
    const byKeys = event.detail === 0;
    if (this.kind === kind || byKeys) this.leave();
    else {
      this.points = [];
      this.kind = kind;
      this.chosen = -1;
      this.show();
    }
    if (!byKeys) return;
    const [x, y] = this.view.camera.view();
    this.add(this.usual(kind, [x, y]));
  }

  // A shape of a size that is easy to see.
  usual(kind, [x, y]) {
    const r = this.seen(PART);
    if (WIDE[kind]) return this.line(kind, [x - r, y], [x + r, y]);
    return kind === "circle" ? { circle: [x, y, r] } : { polygon: [[x - r, y - r], [x + r, y - r], [x + r, y + r], [x - r, y + r]] };
  }

  // Returns a share of the visible part's shorter side, map units.
  seen(share) {
    const { camera } = this.view;
    return (share * Math.min(...camera.seen())) / camera.transform.k;
  }

  // A wall, or an opening, from one point to another.
  line(kind, from, to) {
    const polygon = thick(from, to, Math.max(this.seen(WIDE[kind]), this.view.ground.cell));
    return kind === "opening" ? { polygon, kind } : { polygon };
  }

  leave() {
    this.dragging?.();
    this.kind = null;
    this.points = [];
    this.sketch(null);
    this.show();
  }

  down(event, panel) {
    this.taken = false;
    if (event.button) return;
    if (this.dragging) {
      this.dragging(); // a second finger: both zoom
      return;
    }
    const grip = event.target.closest(".area-grip");
    const shape = event.target.closest(".area");
    const at = panel.pointOf(event);
    if (this.kind === "circle") this.drawCircle(event, panel, at);
    else if (WIDE[this.kind]) this.drawLine(event, panel, at);
    else if (this.kind) return;
    else if (grip) this.pull(event, panel, grip, at);
    else if (shape) {
      const number = Number(shape.dataset.area);
      this.choose(number);
      shape.focus({ preventScroll: true });
      const area = this.areas[number];
      this.drag(event, panel, (to) => this.replace(number, moved(area, to[0] - at[0], to[1] - at[1]), false));
    }
  }

  pull(event, panel, grip, at) {
    const { chosen } = this;
    const area = this.areas[chosen];
    const { bend } = grip.dataset;
    const number = Number(bend ?? grip.dataset.grip);
    if (bend === undefined) grip.focus({ preventScroll: true });
    const from = bend === undefined ? (area.circle ? [area.circle[0] + area.circle[2], area.circle[1]] : area.polygon[number]) : at;
    const to = (point) => [from[0] + point[0] - at[0], from[1] + point[1] - at[1]]; // at the same offset from the pointer as at first
    this.held = bend === undefined ? number : undefined;
    this.drag(event, panel, (point) => this.replace(chosen, bend === undefined ? pulled(area, number, to(point)) : bent(area, number, to(point)), false));
  }

  drawCircle(event, panel, middle) {
    const radius = (point) => Math.hypot(point[0] - middle[0], point[1] - middle[1]);
    let circle = null;
    const follow = (point) => {
      circle = radius(point) * panel.view.k < SMALL ? null : { circle: [...middle, radius(point)] };
      this.sketch(circle);
    };
    this.drag(event, panel, follow, () => {
      this.leave();
      this.add(circle ?? this.usual("circle", middle));
    });
  }

  drawLine(event, panel, from) {
    const { kind } = this;
    let line = null;
    const follow = (to) => this.sketch((line = this.line(kind, from, to)));
    this.drag(event, panel, follow, () => {
      this.leave();
      if (line) this.add(line);
    });
  }

  // Follows a pointer until it is lifted, then calls dropped(), by default rest(). If the drag is
  // cancelled, the areas are restored.
  drag(event, panel, follow, dropped = () => this.rest()) {
    const old = this.areas;
    this.taken = true;
    const cancel = () => {
      this.dragging = null;
      letGo();
      this.sketch(null);
      if (this.areas !== old) this.take(old, true);
    };
    const letGo = followPointer(panel.svg, event, {
      moved: (e) => follow(panel.pointOf(e)),
      dropped: () => {
        this.dragging = null;
        dropped();
      },
      cancelled: cancel,
    });
    this.dragging = cancel;
  }

  corner(point, event) {
    const k = this.view.camera.transform.k;
    const close = CLOSE * (event.pointerType === "touch" ? 2 : 1);
    const isNear = (other) => other && Math.hypot(point[0] - other[0], point[1] - other[1]) * k < close;
    if (this.points.length >= 3 && isNear(this.points[0])) this.finish();
    else if (!isNear(this.points.at(-1))) this.points.push(point);
    this.sketch(null, this.points);
  }

  finish() {
    const { points } = this;
    if (points.length < 3) {
      notice("A polygon needs three corners.", "fault");
      return;
    }
    this.leave();
    this.add({ polygon: points });
  }

  // A double click finishes a polygon, or removes one of its corners.
  twice(event) {
    if (this.kind === "polygon") this.finish();
    else if (event.target.closest(".area-grip") || this.taken) this.removeCorner(this.held);
  }

  removeCorner(number) {
    const area = this.areas[this.chosen];
    const less = area && number !== undefined ? without(area, number) : null;
    this.held = undefined;
    if (less) this.replace(this.chosen, less, true);
  }

  // ---- Keys on a shape or a grip ----

  focused(element) {
    if (element.dataset.area !== undefined) this.choose(Number(element.dataset.area));
  }

  elementKey(event) {
    const { currentTarget, key } = event;
    const { area, grip } = currentTarget.dataset;
    if (isCommand(event)) return;
    const step = arrowOf(event, this.view.camera.transform.down);
    if (step) this.nudge(step.map((part) => part * STEP * this.size), grip);
    else if (isDelete(event) && grip !== undefined && !this.areas[this.chosen].circle) {
      this.removeCorner(Number(grip));
      this.element(this.chosen, Math.max(0, Number(grip) - 1))?.focus();
    } else if (isDelete(event)) this.remove(Number(area ?? this.chosen));
    else if (key === "Enter" && grip !== undefined && !this.areas[this.chosen].circle) this.addCorner(Number(grip));
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  nudge([dx, dy], grip) {
    const area = this.areas[this.chosen];
    if (!area) return;
    if (grip === undefined) this.replace(this.chosen, moved(area, dx, dy), false);
    else if (area.circle) this.replace(this.chosen, { ...area, circle: [...area.circle.slice(0, 2), Math.max(STEP * this.size, area.circle[2] + dx - this.view.camera.transform.down * dy)] }, false);
    else {
      const [x, y] = area.polygon[grip];
      this.replace(this.chosen, pulled(area, Number(grip), [x + dx, y + dy]), false);
    }
  }

  addCorner(number) {
    const area = this.areas[this.chosen];
    const { polygon } = area;
    const [[ax, ay], [bx, by]] = [polygon[number], polygon[(number + 1) % polygon.length]];
    this.replace(this.chosen, bent(area, number, [(ax + bx) / 2, (ay + by) / 2]), true);
    this.element(this.chosen, number + 1)?.focus();
  }
}
