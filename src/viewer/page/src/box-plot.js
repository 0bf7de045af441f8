// Box plots of one measure: a row for each method, a dot for each query. A click picks a dot, and
// so do the arrow keys and Enter.

import { h, put, s, set } from "./dom.js";
import { box } from "./statistics.js";
import { niceStep } from "./words.js";

const WIDE = { width: 640, left: 104, steps: 6 }; // of the drawing and of the names' margin; about so many marks
const NARROW = { width: 340, left: 92, steps: 3 };
const NARROW_BELOW = 520; // CSS pixels
const RIGHT = 34;
const ROW = 38;
const TOP = 6;
const AXIS = 22;
const HALF = 9; // of a box's height
const DOT = 2.4;
const REACH = 12; // units of the drawing, from a click to a dot

// Returns the marks of a logarithmic axis, powers of ten.
function powers(least, most) {
  const marks = [];
  for (let power = Math.floor(Math.log10(least)); power <= Math.ceil(Math.log10(most)); power++) marks.push(10 ** power);
  return marks;
}

function steps(least, most, whole, parts) {
  const step = Math.max(whole ? 1 : 0, niceStep(most - least || 1, parts));
  const first = Math.floor(least / step + 1e-9);
  return Array.from({ length: Math.ceil(most / step - 1e-9) - first + 1 }, (_, i) => (first + i) * step);
}

// Offsets of a dot across its row, and along it among dots of the same integer, -0.5 to 0.5: always
// the same for a query.
const across = (query) => ((query * 0.6180339887) % 1) - 0.5;
const beside = (query) => ((query * 0.7548776662) % 1) - 0.5;
const APART = 44; // the width over which dots of one integer are spread

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

export class BoxPlot {
  // Calls picked(row, query number); words(row, dot) describes a dot.
  constructor(picked, words) {
    this.picked = picked;
    this.words = words;
    this.at = null; // [row, index of the dot]
    this.size = WIDE;
    this.axis = s("g", { class: "chart-axes" });
    this.rows = s("g", {});
    this.aim = s("circle", { class: "plot-aim", r: 6, visibility: "hidden" });
    this.svg = s("svg", { class: "box-plot", tabindex: 0, role: "application", "aria-roledescription": "chart", onclick: (event) => this.click(event), onkeydown: (event) => this.key(event), onpointermove: (event) => this.point(this.near(event)), onpointerleave: () => this.point(null) }, this.axis, this.rows, this.aim);
    this.said = h("p", { class: "fine plot-said", role: "status" });
    this.root = h("div", { class: "plot" }, this.svg, this.said);
  }

  // measure: {label, log, whole, words(value)}; rows: [{name, dots: [{query, value}]}]. Dots are sorted here.
  show(measure, rows) {
    const values = rows.flatMap(({ dots }) => dots.map(({ value }) => value));
    this.shown = rows.map(({ name, dots }) => ({ name, dots: [...dots].sort((a, b) => a.value - b.value || a.query - b.query) }));
    const height = TOP + ROW * rows.length + AXIS;
    this.size = this.root.clientWidth && this.root.clientWidth < NARROW_BELOW ? NARROW : WIDE;
    const { width, left, steps: parts } = this.size;
    this.whole = measure.whole;
    // A box of a few distinct integers tells little.
    const words = (dots) => {
      const numbers = dots.map(({ value }) => value);
      if (!numbers.length) return "nothing yet";
      return measure.whole ? `mean ${mean(numbers).toFixed(2)}` : `median ${measure.words(box(numbers).middle)}`;
    };
    set(this.svg, { viewBox: `0 0 ${width} ${height}`, "aria-label": `${measure.label} by method. ${rows.map(({ name, dots }) => `${name}: ${words(dots)}`).join("; ")}. Arrow keys go from query to query, Enter opens one.` });
    const [least, most] = [Math.min(...values), Math.max(...values)];
    const marks = values.length ? (measure.log ? powers(least, most * 1.0001) : steps(least, most, measure.whole, parts)) : [];
    const place = measure.log ? Math.log10 : (value) => value;
    const [from, to] = [place(marks[0] ?? 0), place(marks.at(-1) ?? 1)];
    const x = (value) => left + ((width - left - RIGHT) * (place(value) - from)) / (to - from || 1);
    this.x = x;
    this.axis.replaceChildren(...marks.flatMap((value) => [s("path", { d: `M${x(value).toFixed(1)} ${TOP}V${height - AXIS}` }), s("text", { x: x(value).toFixed(1), y: height - 6, "text-anchor": "middle" }, measure.words(value))]));
    this.rows.replaceChildren(...this.shown.flatMap((row, i) => this.row(row, i, x, words(row.dots))));
    this.showAim();
  }

  middle(row) {
    return TOP + ROW * (row + 0.5);
  }

  placeOf(row, { query, value }) {
    return [this.x(value) + (this.whole ? APART * beside(query) : 0), this.middle(row) + across(query) * ROW * 0.62];
  }

  row({ name, dots }, number, x, words) {
    const y = this.middle(number);
    const points = dots.map((dot) => s("circle", { class: "plot-dot", r: DOT, ...Object.fromEntries(this.placeOf(number, dot).map((value, k) => [["cx", "cy"][k], value.toFixed(1)])) }));
    const stats = this.whole ? null : box(dots.map(({ value }) => value));
    const parts = [s("text", { class: "plot-name", x: this.size.left - 10, y: y + 4, "text-anchor": "end" }, name), ...points];
    if (!stats) return [...parts, s("text", { class: "plot-none", x: this.size.left - 10, y: y + 17, "text-anchor": "end" }, words)];
    const [least, low, middle, high, most] = [stats.least, stats.low, stats.middle, stats.high, stats.most].map((value) => Number(x(value).toFixed(1)));
    parts.push(s("path", { class: "plot-whisker", d: `M${least} ${y - 5}v10M${least} ${y}H${low}M${high} ${y}H${most}M${most} ${y - 5}v10` }));
    parts.push(s("rect", { class: "plot-box", x: low, y: y - HALF, width: Math.max(0.5, high - low), height: 2 * HALF }));
    parts.push(s("path", { class: "plot-median", d: `M${middle} ${y - HALF}v${2 * HALF}` }));
    return parts;
  }

  // Returns the dot nearest to a pointer as [row, index], or null if none is near.
  near(event) {
    if (!this.shown) return null;
    const frame = this.svg.getBoundingClientRect();
    const scale = this.size.width / frame.width;
    const at = [(event.clientX - frame.left) * scale, (event.clientY - frame.top) * scale];
    let [best, found] = [(event.pointerType === "touch" ? 2 * REACH : REACH) ** 2, null];
    this.shown.forEach(({ dots }, row) =>
      dots.forEach((dot, place) => {
        const [x, y] = this.placeOf(row, dot);
        const square = (x - at[0]) ** 2 + (y - at[1]) ** 2;
        if (square < best) [best, found] = [square, [row, place]];
      }),
    );
    return found;
  }

  click(event) {
    this.at = this.near(event) ?? this.at;
    if (this.near(event)) this.pick();
  }

  point(at) {
    this.svg.classList.toggle("on-dot", Boolean(at));
    if (at) {
      this.at = at;
      this.showAim();
    }
  }

  key(event) {
    const rows = this.shown ?? [];
    const { key } = event;
    if (key === "Enter" && this.at) this.pick();
    else if (!/^(Arrow(Left|Right|Up|Down)|Home|End)$/.test(key) || !rows.some(({ dots }) => dots.length)) return;
    else {
      let [row, place] = this.at ?? [rows.findIndex(({ dots }) => dots.length), -1];
      const { query } = rows[row]?.dots[place] ?? {};
      if (key === "ArrowLeft") place--;
      else if (key === "ArrowRight") place++;
      else if (key === "Home") place = 0;
      else if (key === "End") place = Infinity;
      else {
        // The same query of another method, if present.
        row = Math.min(rows.length - 1, Math.max(0, row + (key === "ArrowUp" ? -1 : 1)));
        const same = rows[row].dots.findIndex((dot) => dot.query === query);
        if (same >= 0) place = same;
      }
      if (!rows[row].dots.length) return;
      this.at = [row, Math.min(rows[row].dots.length - 1, Math.max(0, place))];
      this.showAim();
    }
    event.preventDefault();
    event.stopPropagation();
  }

  get aimed() {
    const [row, place] = this.at ?? [];
    return this.shown?.[row]?.dots[place] ? { row, dot: this.shown[row].dots[place] } : null;
  }

  showAim() {
    const { aimed } = this;
    set(this.aim, { visibility: aimed ? null : "hidden" });
    put(this.said, aimed ? this.words(aimed.row, aimed.dot) : "A dot is a query: a click opens it on the map.");
    if (aimed) {
      const [cx, cy] = this.placeOf(aimed.row, aimed.dot);
      set(this.aim, { cx: cx.toFixed(1), cy: cy.toFixed(1) });
    }
  }

  pick() {
    const { aimed } = this;
    if (aimed) this.picked(aimed.row, aimed.dot.query);
  }
}
