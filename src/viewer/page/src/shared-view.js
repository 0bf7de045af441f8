// Shows a drawing from a link (drawing-link.js). It is stored on this server, or in this
// page if there is none, only on request.

import * as api from "./api.js";
import { h, s } from "./dom.js";
import { fromLists, toLists } from "./drawing.js";
import { readLink } from "./drawing-link.js";
import { complain, sorry } from "./notice.js";
import { KINDS, corners, countsOf, kindOf } from "./things.js";
import { extent, figure, plural } from "./words.js";

// Draws the frame and the things in it.
function picture({ width, height, origin, things }) {
  const at = (points) => points.map((point) => point.join(" ")).join("L");
  const shapes = KINDS.flatMap((kind) => things.filter((thing) => kindOf(thing) === kind)).map((thing) => s("path", { class: `shared-${kindOf(thing)}`, d: thing.point ? `M${at([thing.point])}h0` : `M${at(corners(thing))}${thing.line ? "" : "Z"}` }));
  return s("svg", { class: "shared-picture", viewBox: [...origin, width, height].join(" "), role: "img", "aria-label": "The drawing" }, s("rect", { class: "shared-free", x: origin[0], y: origin[1], width, height }), shapes);
}

function facts(drawing) {
  const counts = countsOf(drawing.things).filter(([kind, number]) => number || kind === "obstacle");
  return [extent(drawing), ...counts.map(([kind, number]) => plural(number, kind)), drawing.agent_radius > 0 && `agent radius ${figure(drawing.agent_radius)}`].filter(Boolean).join(" · ");
}

export class SharedView {
  constructor(root, fragment) {
    this.root = root;
    document.title = "A drawing – pathfan";
    readLink(fragment).then((drawing) => this.over || this.show(drawing), (error) => this.over || root.replaceChildren(sorry("No drawing can be shown", error, h("a", { class: "button", href: "#maps" }, "All maps"))));
  }

  show(drawing) {
    const lists = fromLists(drawing);
    const button = h("button", { type: "button", class: "primary", onclick: () => this.open(button, { name: drawing.name, ...toLists(lists) }) }, "Open it here");
    const words = "All of it came with the link. Opened here it is a drawing of this viewer; whoever sent it sees nothing of what you change.";
    this.root.replaceChildren(
      h("div", { class: "page" }, h("div", { class: "page-head" }, h("h1", {}, drawing.name)), h("div", { class: "prose shared" }, picture(lists), h("p", { class: "facts fine" }, facts(lists)), h("p", {}, words), h("div", { class: "row" }, button))),
    );
  }

  async open(button, drawing) {
    button.disabled = true;
    try {
      const { map } = await api.addMap(drawing);
      if (!this.over) location.hash = `#draw=${encodeURIComponent(map.id)}`;
    } catch (error) {
      complain(error);
    } finally {
      button.disabled = false;
    }
  }

  end() {
    this.over = true;
  }
}
