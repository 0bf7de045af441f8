// The legend: the band under the paths, dashes and stars, and the worth of the paths together. Its
// lines keep their place while answers change.

import { h, s } from "./dom.js";
import { FILLED, corridor } from "./palette.js";
import { backup, figure, length } from "./words.js";

function sample(properties) {
  return s("svg", { class: "swatch", viewBox: "0 0 44 24", "aria-hidden": "true" }, s("path", { d: "M0 12H44", ...properties }));
}

export class Legend {
  constructor() {
    this.width = h("span", {});
    this.band = h("span", { class: "legend-entry" }, sample({ class: "corridor", "stroke-width": 24 }), this.width);
    this.dashes = h("span", { class: "legend-entry" }, sample({ class: "sample", "stroke-width": 12, "stroke-dasharray": FILLED }), "* filled in: nearer to another path");
    this.worth = h("span", { role: "status" });
    this.lines = h("span", { class: "legend-lines", hidden: true });
    this.costs = h("span", {});
    this.here = h("span", {});
    this.field = h("span", { class: "legend-entry legend-field", hidden: true }, s("svg", { class: "field-sample", viewBox: "0 0 50 12", "aria-hidden": "true" }, [0, 1, 2, 3, 4].map((i) => s("rect", { class: `field-${i}`, x: 10 * i, width: 10.5, height: 12 }))), this.costs, this.here);
    this.root = h("div", { class: "legend fine" }, this.field, this.lines, this.band, this.dashes, this.worth);
  }

  // shows: the classes of terrain-part.js; only if there is a terrain.
  setTerrain(terrain, shows) {
    this.lines.hidden = !terrain;
    this.lines.replaceChildren(...(terrain ? shows.terrainEntries(terrain) : []));
  }

  // field: the cost of ways to the goal; null: not shown.
  setField(field) {
    this.field.hidden = !field;
    this.here.textContent = "";
    if (!field) return;
    this.costs.textContent = field.free ? `to the goal 0 to ${figure(field.most)}, a contour every ${figure(field.step)}` : "no paths: the goal is blocked";
  }

  // Shows the cost of the way from the pointer, and its first road or river.
  showCost(cost, name) {
    this.here.textContent = cost === null ? "" : `from the pointer ${figure(cost)}${name ? `, first ${name}` : ""}`;
  }

  // on: whether the corridor is shown.
  show(answer, on) {
    const wide = on ? corridor(answer) : 0;
    const worth = backup(answer);
    this.band.hidden = !wide;
    this.dashes.hidden = !answer?.paths.some((path) => path.filled);
    if (wide) this.width.textContent = `within ${length(wide)} of path 1`;
    if (this.worth.textContent !== worth) this.worth.textContent = worth;
  }
}
