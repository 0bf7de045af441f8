// Layers over a map besides paths: the corridor of path 1, what a corner sees, the vertices that
// the ends look up, plateaus and via nodes. Lines are in map units; marks keep their size when the
// view changes.

import { s, set } from "./dom.js";
import { colour } from "./palette.js";
import { pathData } from "./path-lines.js";
import { START, toScreen } from "./points.js";

const DOTS_MAX = 20000; // corners, when all are shown
const MARKS_MAX = 400; // corners with their ranks, the highest ranked

function star(centre, corners) {
  return corners.map((corner) => `M${centre[0]} ${centre[1]}L${corner.at[0]} ${corner.at[1]}`).join("");
}

// Replaces the children unless they are the same.
function replace(root, children) {
  if (children.length !== root.childNodes.length || children.some((child, i) => child !== root.childNodes[i])) root.replaceChildren(...children);
}

export class Layers {
  // part(number, first, last): the d attribute of a part of a path, as it is drawn.
  constructor(part) {
    this.part = part;
    this.lines = s("g", { class: "layer-lines" }); // in map units, under the paths
    this.over = s("g", { class: "layer-lines" }); // in map units, over them
    this.marks = s("g", { class: "layer-marks" }); // in CSS pixels
    this.view = START;
    this.placed = [];
    this.plateaus = [];
    this.corridor = s("path", { class: "corridor" });
  }

  // on: names of layers; paths: of the answer; walks: the parts of path 1 to be seen; wide: half the corridor's width; sights: {from, to,
  // corner}, each the answer to a look or vertex request, or null.
  show({ on, paths, walks, wide, shown, sights }) {
    const lines = [];
    const plateaus = [];
    const marks = [];
    const visible = paths.map((path, number) => ({ path, number })).filter(({ number }) => !shown || number === shown - 1);
    if (on.includes("corridor") && wide) lines.push(set(this.corridor, { d: walks.map(pathData).join(""), "stroke-width": 2 * wide }));
    if (on.includes("cones"))
      for (const end of ["from", "to"]) {
        const sight = sights[end];
        if (!sight?.visible?.length) continue;
        const at = sight.used ?? sight.at;
        const ranked = [...sight.visible].sort((a, b) => a.rank - b.rank);
        lines.push(s("path", { class: `cone cone-${end}`, d: star(at, ranked) }));
        for (const corner of ranked.slice(0, MARKS_MAX)) marks.push({ at: corner.at, kind: `cone-mark cone-${end}` });
      }
    if (on.includes("sight") && sights.all?.length <= 2 * DOTS_MAX) lines.push(this.dotsOf(sights.all));
    if (on.includes("sight") && sights.corner) {
      const { at, visible: seen, rank } = sights.corner;
      lines.push(s("path", { class: "sight", d: star(at, seen) }));
      for (const corner of seen.slice(0, MARKS_MAX)) marks.push({ at: corner.at, kind: "seen" });
      marks.push({ at, kind: "viewpoint", label: `rank ${rank}` });
    }
    if (on.includes("plateaus"))
      for (const { path, number } of visible) if (path.plateau) plateaus.push({ node: s("path", { class: "plateau" }), where: [number, ...path.plateau] });
    if (on.includes("via"))
      for (const { path, number } of visible) if (path.via) marks.push({ at: path.via.at, kind: "via", fill: colour(number), label: `${path.via.rank}` });
    replace(this.lines, lines);
    this.plateaus = plateaus;
    replace(this.over, plateaus.map(({ node }) => node));
    this.placed = marks.map((mark) => ({ at: mark.at, words: mark.label, node: this.mark(mark) }));
    replace(this.marks, this.placed.map(({ node }) => node));
    this.placePlateaus();
    this.place();
  }

  // at: all corners, x0, y0, x1, ...
  dotsOf(at) {
    if (this.dotted !== at) {
      this.dotted = at;
      const parts = [];
      for (let i = 0; i < at.length; i += 2) parts.push(`M${at[i]} ${at[i + 1]}h0`);
      this.dots = s("path", { class: "corner-dots", d: parts.join("") });
    }
    return this.dots;
  }

  // The positions of marks with words.
  get labelled() {
    return this.placed.filter(({ words }) => words).map(({ at }) => at);
  }

  mark({ kind, fill, label }) {
    const big = kind === "via" || kind === "viewpoint";
    return s(
      "g",
      { class: `mark ${kind}` },
      s("circle", { r: big ? 6 : 2.5, fill }),
      label && s("text", { x: 10, y: kind === "viewpoint" ? 20 : 4 }, label),
    );
  }

  move(view) {
    const before = this.view.k;
    this.view = view;
    if (view.k !== before) this.placePlateaus();
    this.place();
  }

  // Draws plateaus on the lines of their paths.
  placePlateaus() {
    for (const { node, where } of this.plateaus) set(node, { d: this.part(...where) });
  }

  place() {
    for (const { at, node } of this.placed) node.setAttribute("transform", `translate(${toScreen(this.view, at).map((value) => value.toFixed(2)).join(" ")})`);
  }
}
