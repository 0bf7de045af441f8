// A tool of the explore view, of maps with floors or links: switches between floors, and draws the
// links that begin or end on the floor that is shown. A link's mark leads to its other floor.

import { Segments } from "./controls.js";
import { bring, h, s, set } from "./dom.js";
import { isCommand } from "./keys.js";

// Returns the words for a link from one of its ends.
function words({ name, cost, cost_back }, end, floor) {
  const away = end ? cost_back : cost;
  return `${name ?? "link"}${floor ? `, floor ${floor}` : ""}${away === null ? ": no path from here" : ` (cost ${away})`}`;
}

export class FloorSwitch {
  constructor(view) {
    this.view = view;
    this.drawn = new Map(); // by panel: {lines, marks, places}
    this.choice = new Segments("Floor", this.floors.list.map(({ name }, number) => [number, name]), (number) => view.showFloor(Number(number)));
    this.root = h("div", { class: "floor-switch" }, h("span", { class: "figure" }, "floor"), this.choice.root);
  }

  get floors() {
    return this.view.ground.floors;
  }

  // ---- Calls from the view ----

  changed() {
    const panels = this.view.panels.map(({ panel }) => panel);
    for (const panel of this.drawn.keys()) if (!panels.includes(panel)) this.drop(panel);
    if (this.floors.list.length) this.showSwitch();
    for (const panel of panels) this.draw(panel);
    this.moved();
  }

  showSwitch() {
    const { found } = this.view.panels[0];
    if (found.previousSibling !== this.root) found.before(this.root);
    this.choice.show(this.floors.shown);
    bring(this.root, this.choice.root.querySelector("label:has(:checked)"));
  }

  moved() {
    for (const [panel, { places }] of this.drawn)
      if (panel.view) for (const { node, at } of places) set(node, { transform: `translate(${panel.handles.toScreen(at).map((value) => value.toFixed(1)).join(" ")})` });
  }

  clicked(point, event) {
    const mark = event.target.closest(".overlay:not(.drawing) .link-mark");
    if (!mark) return false;
    this.view.showFloor(Number(mark.dataset.floor));
    return true;
  }

  key(event) {
    const by = { PageUp: 1, PageDown: -1 }[event.key];
    const number = this.floors.shown + by;
    if (!by || !this.floors.list[number] || isCommand(event)) return false;
    this.view.showFloor(number);
    return true;
  }

  end() {
    for (const panel of [...this.drawn.keys()]) this.drop(panel);
    this.root.remove();
  }

  // ---- Links ----

  drop(panel) {
    const { lines, marks } = this.drawn.get(panel);
    lines.remove();
    marks.remove();
    this.drawn.delete(panel);
  }

  draw(panel) {
    if (this.drawn.has(panel)) this.drop(panel);
    const { floors } = this;
    const lines = [];
    const places = [];
    for (const link of this.view.ground.links) {
      const ends = [link.from, link.to];
      if (!ends.some((end) => floors.shows(end))) continue;
      const [[ax, ay], [bx, by]] = ends.map(floors.seen);
      lines.push(s("path", { class: "link", d: `M${ax} ${ay}L${bx} ${by}` }, s("title", {}, words(link, 0, ""))));
      ends.forEach((end, i) => {
        const other = floors.at(ends[1 - i]);
        if (floors.shown === null || !floors.shows(end) || other === floors.shown) return;
        places.push({ at: end, node: this.mark(link, i, other) });
      });
    }
    const drawn = { lines: s("g", { class: "links" }, lines), marks: s("g", { class: "link-marks" }, places.map(({ node }) => node)), places };
    panel.below.prepend(drawn.lines);
    panel.above.prepend(drawn.marks);
    this.drawn.set(panel, drawn);
  }

  mark(link, end, other) {
    const isUp = other > this.floors.shown;
    const isOff = (end ? link.cost_back : link.cost) === null;
    const go = (event) => {
      if ((event.key !== "Enter" && event.key !== " ") || isCommand(event)) return;
      event.preventDefault();
      event.stopPropagation();
      this.view.showFloor(other);
    };
    return s("g", { class: isOff ? "link-mark off" : "link-mark", "data-floor": other, tabindex: 0, role: "button", "aria-label": words(link, end, this.floors.list[other].name), onkeydown: go }, s("circle", { r: 9 }), s("path", { d: isUp ? "M-4 2.5 0 -3 4 2.5z" : "M-4 -2.5 0 3 4 -2.5z" }), s("title", {}, words(link, end, this.floors.list[other].name)));
  }
}
