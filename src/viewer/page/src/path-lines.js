// The paths of an answer as SVG lines: each in its colour, path 1 on top; one may be
// brought forward, the others are grey then.

import { s } from "./dom.js";
import { colour, dash, width } from "./palette.js";

export function pathData(points) {
  return `M${points.map(([x, y]) => `${x} ${y}`).join("L")}`;
}

export class PathLines {
  constructor() {
    this.root = s("g", { class: "paths" });
    this.casings = s("g", { class: "casings" });
    this.lines = s("g", {});
    this.offRoad = s("g", {}); // parts of a terrain's way that follow no road
    this.root.append(this.casings, this.lines, this.offRoad);
  }

  // shown: 1-based number of the path to bring forward; 0: none.
  show(paths, shown) {
    const order = paths.map((_, number) => number).reverse();
    if (shown && shown <= paths.length) order.push(...order.splice(order.indexOf(shown - 1), 1));
    this.casings.replaceChildren(...order.map((number) => s("path", { d: pathData(paths[number].points), "stroke-width": width(number) + 2.5 })));
    this.lines.replaceChildren(
      ...order.map((number) =>
        s("path", {
          class: ["line", shown && number !== shown - 1 && "dim", dash(number, paths[number].filled) && "dashed"].filter(Boolean).join(" "),
          "data-number": number + 1,
          d: pathData(paths[number].points),
          stroke: colour(number),
          "stroke-width": width(number),
          "stroke-dasharray": dash(number, paths[number].filled),
        }),
      ),
    );
    this.offRoad.replaceChildren(
      ...paths.flatMap(({ legs = [], points }) => legs.filter(({ kind }) => kind !== "road").map(({ first, last }) => s("path", { class: "off-road", d: pathData(points.slice(first, last + 1)) }))),
    );
  }
}
