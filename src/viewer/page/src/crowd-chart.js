// A small chart: lines by time, in steps or seconds, with labelled axes.

import { s, set } from "./dom.js";
import { count, figure, niceStep } from "./words.js";

const WIDTH = 300;
const HEIGHT = 128;
const LEFT = 46;
const RIGHT = 8;
const TOP = 20;
const BOTTOM = 30;

// Returns the marks of an axis from 0 to a value, about three.
export function marks(most) {
  const step = niceStep(most || 1, 3);
  return Array.from({ length: Math.floor((most || 1) / step + 1e-9) + 1 }, (_, i) => i * step);
}

export class Chart {
  constructor(title, unit) {
    this.title = title;
    this.unit = unit;
    this.axes = s("g", { class: "chart-axes" });
    this.lines = [1, 2].map((number) => s("path", { class: `chart-line chart-line-${number}` }));
    this.words = s("text", { class: "chart-title", x: LEFT, y: 12 });
    this.under = s("text", { class: "chart-under", x: WIDTH - RIGHT, y: HEIGHT - 3, "text-anchor": "end" }, "step");
    this.none = s("text", { x: LEFT, y: HEIGHT / 2 });
    this.root = s("svg", { class: "chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": title }, this.axes, this.lines, this.words, this.under, this.none);
  }

  // series: of one run or two (crowd-run.js); names: of their strategies; time: the unit of time.
  show(series, names, time) {
    const unit = this.unit === "time" ? (time === "s" ? "s" : "steps") : this.unit;
    this.words.textContent = unit ? `${this.title}, ${unit}` : this.title;
    this.under.textContent = time;
    const all = series.flatMap(({ points }) => points);
    const mostX = Math.max(1, ...all.map(([step]) => step));
    const mostY = Math.max(1e-3, ...all.map(([, value]) => value)) * 1.05;
    const x = (step) => LEFT + ((WIDTH - LEFT - RIGHT) * step) / mostX;
    const y = (value) => HEIGHT - BOTTOM - ((HEIGHT - TOP - BOTTOM) * value) / mostY;
    this.none.textContent = all.length ? "" : "nothing yet";
    this.showAxes(mostX, mostY, x, y, all.length > 0);
    this.lines.forEach((line, i) => {
      const points = series[i]?.points ?? [];
      set(line, { d: points.length ? `M${points.map(([step, value]) => `${x(step).toFixed(1)} ${y(value).toFixed(1)}`).join("L")}` : "" });
    });
    const now = series.map(({ points }, i) => `${names[i]} ${points.length ? figure(points.at(-1)[1]) : "nothing yet"}`);
    set(this.root, { "aria-label": `${this.title}${unit ? `, ${unit}` : ""}, to ${time} ${count(all.at(-1)?.[0] ?? 0)}: ${now.join("; ")}` });
  }

  showAxes(mostX, mostY, x, y, any) {
    const key = any ? `${mostX} ${mostY}` : "";
    if (this.key === key) return;
    this.key = key;
    if (!any) {
      this.axes.replaceChildren();
      return;
    }
    this.axes.replaceChildren(
      ...marks(mostY).flatMap((value) => [s("path", { d: `M${LEFT} ${y(value).toFixed(1)}H${WIDTH - RIGHT}` }), s("text", { x: LEFT - 5, y: (y(value) + 3.5).toFixed(1), "text-anchor": "end" }, figure(value))]),
      ...marks(mostX).filter(Number.isInteger).map((value) => s("text", { x: x(value).toFixed(1), y: HEIGHT - BOTTOM + 13, "text-anchor": "middle" }, count(value))),
    );
  }
}
