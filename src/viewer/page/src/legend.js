// What the band under the paths is, what dashes and stars mean, and what the paths are worth
// together: lines that keep their place while answers change.

import { h, s } from "./dom.js";
import { FILLED, corridor } from "./palette.js";
import { backup, length } from "./words.js";

function sample(properties) {
  return s("svg", { class: "swatch", viewBox: "0 0 44 24", "aria-hidden": "true" }, s("path", { d: "M0 12H44", ...properties }));
}

export class Legend {
  constructor() {
    this.width = h("span", {});
    this.band = h("span", { class: "legend-entry" }, sample({ class: "corridor", "stroke-width": 24 }), this.width);
    this.dashes = h("span", { class: "legend-entry" }, sample({ class: "sample", "stroke-width": 12, "stroke-dasharray": FILLED }), "* filled in: nearer to another path");
    this.worth = h("span", { role: "status" });
    this.root = h("div", { class: "legend fine" }, this.band, this.dashes, this.worth);
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
