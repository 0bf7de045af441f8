// A tool of the explore view: shows the narrowest passage of each path and its width (passages.js),
// as a line across the path. It is computed when ends and settings are at rest, and hidden while
// they are dragged.

import { Dock } from "./dock.js";
import { h, put, s, set } from "./dom.js";
import { colour, swatch } from "./palette.js";
import { Walls, narrowest } from "./passages.js";
import { length } from "./words.js";

const CAP = 6; // CSS pixels, half the length of the end marks of a line
const RING = 9; // CSS pixels from a line's ends to the ring round a highlighted one
const AWAY = 20; // CSS pixels from the ring to the words
const HALF = 9.5; // half the height of the words, CSS pixels
const DIGIT = 7; // width of a letter, CSS pixels

export class PassagesTool {
  constructor(view) {
    this.view = view;
    this.found = new Map(); // by panel: {passages, paths, root}
    this.measuring = new WeakMap(); // by panel's slot: the answer whose paths are or were measured
    this.list = h("div", { class: "dock-row passages-list" });
    this.words = h("p", { class: "fine", role: "status" });
    this.dock = new Dock(view, "passages", h("div", { class: "dock-row" }, this.list, this.words));
  }

  changed() {
    const panels = this.view.panels.map(({ panel }) => panel);
    for (const [panel, { root }] of this.found) {
      if (panels.includes(panel)) continue;
      root.remove();
      this.found.delete(panel);
    }
    for (const slot of this.view.panels) if (slot.answer && this.measuring.get(slot) !== slot.answer) this.measure(slot);
    this.show();
  }

  asked(rests) {
    if (rests) return;
    this.measuring = new WeakMap();
    if (this.found.size) this.clear();
  }

  answered(slot) {
    if (slot.question.rests) this.measure(slot);
  }

  // Returns the walls, made once per generation of the map.
  get walls() {
    const { generation, polygons, size } = this.view.ground;
    if (this.wallsOf !== generation) this.wallsMade = new Walls(polygons, size);
    this.wallsOf = generation;
    return this.wallsMade;
  }

  // Measures one path at a time, so that the page stays responsive.
  async measure(slot) {
    const { panel, answer } = slot;
    const passages = [];
    this.measuring.set(slot, answer);
    for (const { points } of answer.paths) {
      await new Promise((done) => setTimeout(done));
      if (this.over || this.measuring.get(slot) !== answer || !this.view.panels.includes(slot)) return;
      passages.push(narrowest(this.walls, points));
    }
    this.take(panel, passages, answer.paths);
  }

  take(panel, passages, paths) {
    this.found.get(panel)?.root.remove();
    const root = s("g", { class: "passages" });
    panel.handles.root.before(root); // over the numbers of paths
    const marks = passages.map((passage, number) => passage && this.mark(passage, number));
    root.append(...marks.filter(Boolean).reverse()); // path 1 on top
    this.found.set(panel, { passages, paths, root, marks });
    this.place(panel);
    this.show();
  }

  clear() {
    for (const { root } of this.found.values()) root.remove();
    this.found.clear();
    this.show();
  }

  mark({ width }, number) {
    const words = length(width);
    const wide = words.length * DIGIT + 12;
    return s(
      "g",
      { class: "passage", "data-number": number + 1 },
      s("path", { class: "passage-edge" }),
      s("path", { class: "passage-line", stroke: colour(number) }),
      s("circle", { class: "passage-ring" }),
      s("g", { class: "passage-words" }, s("rect", { class: "pill", x: -wide / 2, y: -HALF, width: wide, height: 2 * HALF, rx: HALF }), s("text", { class: "length", y: 4, "text-anchor": "middle" }, words)),
    );
  }

  moved() {
    for (const panel of this.found.keys()) this.place(panel);
  }

  // Lines move with the map; end marks and words keep their size.
  place(panel) {
    if (!panel.view) return;
    const { passages, marks } = this.found.get(panel);
    passages.forEach((passage, i) => {
      if (!passage) return;
      const [[ax, ay], [bx, by]] = [passage.from, passage.to].map((point) => panel.handles.toScreen(point));
      const long = Math.hypot(bx - ax, by - ay) || 1;
      const [nx, ny] = [(-CAP * (by - ay)) / long, (CAP * (bx - ax)) / long];
      const d = `M${ax} ${ay}L${bx} ${by}M${ax - nx} ${ay - ny}L${ax + nx} ${ay + ny}M${bx - nx} ${by - ny}L${bx + nx} ${by + ny}`;
      for (const line of marks[i].querySelectorAll("path")) set(line, { d });
      const up = ny > 0 || (ny === 0 && nx > 0) ? -1 : 1; // words go above the line, or left of it
      const [x, y, r] = [(ax + bx) / 2, (ay + by) / 2, long / 2 + RING];
      set(marks[i].querySelector("circle"), { cx: x, cy: y, r });
      set(marks[i].querySelector(".passage-words"), { transform: `translate(${x + (up * nx * (r + AWAY)) / CAP} ${y + (up * ny * (r + AWAY)) / CAP})` });
    });
  }

  show() {
    const first = this.found.get(this.view.panels[0]?.panel);
    const radius = this.view.ground.info.agent_radius > 0;
    put(this.words, radius ? "Where each path is narrowest, beside the agent's own width." : "Where each path is narrowest: the widest agent's diameter.");
    this.list.replaceChildren(
      ...(first?.passages ?? []).map((passage, number) => {
        const words = passage ? length(passage.width, Math.max(1, passage.width)) : "none";
        const point = (on) => () => this.point(on ? number + 1 : 0);
        return h("button", { type: "button", class: "tool", disabled: !passage, title: passage ? "show it" : "it crosses no line between walls", "aria-label": `Path ${number + 1}: ${words}`, onpointerenter: point(true), onpointerleave: point(false), onfocus: point(true), onblur: point(false), onclick: () => this.seek(passage) }, swatch(number), `${number + 1}: ${words}`);
      }),
    );
  }

  point(number) {
    for (const { marks } of this.found.values()) for (const mark of marks) mark?.classList.toggle("strong", Number(mark.dataset.number) === number);
  }

  seek({ from, to }) {
    this.view.camera.seek([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]);
  }

  end() {
    this.over = true;
    this.clear();
    this.dock.end();
  }
}
