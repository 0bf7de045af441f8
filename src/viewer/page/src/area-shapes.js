// Obstacles and openings on one panel: their shapes, below the paths, and the grips of the chosen one. The
// listeners of the tool (avoid.js) handle pointer and keys; the elements carry data-area, data-grip
// or data-bend to tell what they are.

import { fill, s, set } from "./dom.js";
import { outline } from "./path-lines.js";
import { areaWords, bends, grips, isSimple, shapeOf } from "./areas.js";

const MOVES = "Arrow keys move it, with Shift in larger steps; Delete takes it away.";

export class AreaShapes {
  // listeners: of shapes and of grips, by name, as h() takes them
  constructor(panel, listeners) {
    this.panel = panel;
    this.listeners = listeners;
    this.shapes = [];
    this.grips = [];
    this.bends = [];
    this.root = s("g", { class: "areas" });
    this.sketch = s("path", { class: "area-sketch", visibility: "hidden" });
    this.marks = s("g", { class: "area-marks" });
    panel.below.append(this.root, this.sketch);
    panel.above.append(this.marks);
  }

  // chosen: a number, or -1; shown(area): whether it is on the floor that is shown; blocking(area): whether an end is in the area; size: of the map.
  show(areas, chosen, shown, blocking, size) {
    while (this.shapes.length > areas.length) this.shapes.pop();
    while (this.shapes.length < areas.length) this.shapes.push(s("path", { "data-area": this.shapes.length, tabindex: 0, role: "button", "aria-roledescription": "area that moves", ...this.listeners }));
    areas.forEach((area, number) => {
      const simple = isSimple(area);
      const kinds = ["area", area.kind, number === chosen && "chosen", !simple && "useless", !shown(area) && "elsewhere", blocking(area) && "blocking"].filter(Boolean);
      set(this.shapes[number], { class: kinds.join(" "), d: shapeOf(area), "aria-label": `${area.kind ? "Opening" : "Obstacle"} ${number + 1}: ${areaWords(area, size)}${simple ? "" : ", which crosses itself"}. ${MOVES}` });
    });
    fill(this.root, this.shapes);
    this.showGrips(areas[chosen], chosen, size);
  }

  showGrips(area, number, size) {
    this.at = area ? grips(area) : [];
    this.between = area ? bends(area) : [];
    const have = (list, count, make) => {
      while (list.length > count) list.pop();
      while (list.length < count) list.push(make(list.length));
    };
    have(this.grips, this.at.length, (i) => s("g", { class: "area-grip", "data-grip": i, tabindex: 0, role: "button", ...this.listeners }, s("circle", { class: "reach" }), s("circle", { class: "knob", r: 6 })));
    have(this.bends, this.between.length, (i) => s("g", { class: "area-grip bend", "data-bend": i }, s("circle", { class: "reach" }), s("circle", { class: "knob", r: 4.5 })));
    this.at.forEach((point, i) => {
      const words = area.circle ? "Radius. Arrow keys change it." : `Corner ${i + 1} at ${point.map((value) => Math.round(value)).join(", ")}. Arrow keys move it, Enter adds one after it, Delete takes it away.`;
      set(this.grips[i], { "aria-label": `${area.kind ? "Opening" : "Obstacle"} ${number + 1}: ${words}` });
    });
    fill(this.marks, [...this.bends, ...this.grips]);
    this.place();
  }

  // Grips keep their size when the view moves.
  place() {
    if (!this.panel.view) return;
    const put = (list, places) => list.forEach((grip, i) => set(grip, { transform: `translate(${this.panel.handles.toScreen(places[i]).map((value) => value.toFixed(2)).join(" ")})` }));
    put(this.grips, this.at ?? []);
    put(this.bends, this.between ?? []);
  }

  // Shows an area that is being drawn; null: none.
  showSketch(area, points) {
    const d = area ? shapeOf(area) : outline(points, points.length > 2);
    set(this.sketch, { class: area?.kind ? "area-sketch opening" : "area-sketch", visibility: d ? null : "hidden", d: d || null });
  }

  // Returns the element of an area, or of a grip of the chosen area.
  element(area, grip) {
    return grip === undefined ? this.shapes[area] : this.grips[grip];
  }

  end() {
    for (const part of [this.root, this.sketch, this.marks]) part.remove();
  }
}
