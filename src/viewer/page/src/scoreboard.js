// A tool of the explore view: sends the same random queries to all methods of a map and compares
// the answers in box plots, which grow as answers arrive. The seed is in the address, so a link
// gives the same queries.
//
// Requests are sent one at a time, so that other users of the server, and the map beside, wait for
// one at most. Queries between unconnected parts of the map are replaced by new ones.

import * as api from "./api.js";
import { BoxPlot } from "./box-plot.js";
import { Segments } from "./controls.js";
import { Dock } from "./dock.js";
import { h, put } from "./dom.js";
import { inFolder } from "./folder.js";
import { lazily } from "./lazily.js";
import { METHODS, isSingle, mayAsk, methodName } from "./methods.js";
import { complain } from "./notice.js";
import { placesOf, randoms } from "./statistics.js";
import { count, figure, length, percent, plural, rounded, time } from "./words.js";

const QUERIES = 200;
const DRAWN_MOST = 5 * QUERIES; // queries drawn, including those without a path
const SHOW_MS = 250; // between updates of the plot
const SEED_MOST = 2 ** 31;

// The quantities compared; `of` returns the number of an answer, or null.
const MEASURES = [
  { name: "time", label: "Time", hint: "of a query in the library", log: true, words: time, of: ({ time_us: us }) => us || null },
  { name: "paths", label: "Paths", hint: "how many were found", whole: true, words: (value) => figure(value), of: ({ paths }) => paths.length },
  { name: "stretch", label: "Stretch", hint: "mean of length / shortest", words: (value) => value.toFixed(3), of: ({ measures, paths }) => (paths.length > 1 ? (measures?.length_ratio ?? null) : null) },
  { name: "similarity", label: "Similarity", hint: "of the two paths most alike", words: percent, of: ({ measures, paths }) => (paths.length > 1 ? (measures?.similarity ?? null) : null) },
  { name: "local", label: "Local opt.", hint: "local optimality of the worst path", words: percent, of: ({ measures, paths }) => (paths.length > 1 ? (measures?.local_optimality ?? null) : null) },
];

const cell = (value) => (value == null ? "" : rounded(value, 6));

// Returns all results as CSV (RFC 4180), a line for each query and method.
export function csv(queries) {
  const lines = [["query", "from_x", "from_y", "to_x", "to_y", "method", "status", "distance", "time_us", "paths", "stretch", "similarity", "local_optimality"]];
  queries.forEach(({ from, to, answers }, i) => {
    for (const [method, answer] of Object.entries(answers)) {
      const values = MEASURES.map(({ of }) => of(answer));
      lines.push([i + 1, ...from.map(cell), ...to.map(cell), method, answer.status, cell(answer.paths[0]?.length), ...values.map(cell)]);
    }
  });
  return lines.map((line) => `${line.join(",")}\r\n`).join("");
}

export class Scoreboard {
  constructor(view) {
    this.view = view;
    this.queries = [];
    this.measure = MEASURES[0];
    this.start = h("button", { type: "button", class: "primary small", onclick: () => (this.stop ? this.halt() : this.run()) }, "Run");
    this.seedBox = h("input", { type: "number", min: 1, max: SEED_MOST, step: 1, "aria-label": "Seed", onchange: () => this.setSeed(this.seedBox.valueAsNumber) });
    this.save = h("button", { type: "button", class: "small", disabled: true, onclick: () => this.download().catch(complain) }, "CSV");
    this.state = h("span", { class: "figure", role: "status" });
    this.bar = h("progress", { max: QUERIES, value: 0, "aria-label": "Queries answered", hidden: true });
    this.which = new Segments("Measure", MEASURES.map(({ name, label, hint }) => [name, label, hint]), (name) => this.choose(name));
    this.which.show(this.measure.name);
    this.plot = new BoxPlot((row, query) => this.open(row, query), (row, dot) => this.wordsOf(row, dot));
    this.notes = h("p", { class: "fine" });
    this.dock = new Dock(view, "score", h("div", { class: "dock-row" }, this.start, h("label", { class: "seed-label" }, "Seed", this.seedBox), this.save, this.state), this.bar, h("div", { class: "dock-row" }, this.which.root), this.plot.root, this.notes);
    put(this.state, `${QUERIES} random queries to each method`);
  }

  get seed() {
    const seed = Math.trunc(Number(this.view.settings.tools.score));
    return seed >= 1 && seed <= SEED_MOST ? seed : 1;
  }

  setSeed(value) {
    this.view.settings.tools.score = String(Number.isFinite(value) ? Math.min(SEED_MOST, Math.max(1, Math.trunc(value))) : this.seed);
    this.view.address();
    this.seedBox.value = this.seed;
  }

  get methods() {
    return METHODS.map(([name]) => name).filter((name) => mayAsk(this.view.ground.info, name));
  }

  changed() {
    this.seedBox.value = this.seed;
    const { generation } = this.view.ground;
    if (this.generation !== undefined && this.generation !== generation) {
      this.halt();
      this.queries = [];
      put(this.state, "The map has changed: run again.");
    }
    this.generation = generation;
    this.show();
  }

  choose(name) {
    this.measure = MEASURES.find((measure) => measure.name === name);
    this.plot.at = null;
    this.show();
  }

  async run() {
    this.queries = [];
    this.plot.at = null;
    this.compared = this.methods;
    this.stop = new AbortController();
    const { signal } = this.stop;
    this.start.textContent = "Stop";
    this.bar.value = 0;
    this.bar.hidden = false;
    const began = performance.now();
    try {
      await this.askAll(signal);
      put(this.state, `${plural(this.queries.length, "query", "queries")} in ${time(1000 * (performance.now() - began))}`);
    } catch (error) {
      if (!signal.aborted) complain(error);
      if (!this.over) put(this.state, `stopped after ${plural(this.queries.length, "query", "queries")}`);
    }
    if (this.over) return;
    this.stop = null;
    this.start.textContent = "Run again";
    this.bar.hidden = true;
    this.save.disabled = !this.queries.length;
    this.show();
    this.dock.root.dataset.done = this.queries.length;
  }

  async askAll(signal) {
    delete this.dock.root.dataset.done;
    const { ground } = this.view;
    const random = randoms(this.seed);
    const place = placesOf(ground.polygons, random);
    let drawn = 0;
    for (let waited = 0; this.queries.length < QUERIES && drawn < DRAWN_MOST; drawn++) {
      const [from, to] = [place(), place()];
      const answers = {};
      for (const method of this.compared) {
        const answer = await api.query({ ...this.view.question(method, { from, to, snap: false }), measures: !isSingle(method) }, signal);
        signal.throwIfAborted();
        if (answer.status !== "ok" && answer.status !== "work_limit") break;
        answers[method] = answer;
      }
      if (!Object.keys(answers).length) continue;
      this.queries.push({ from, to, answers });
      this.bar.value = this.queries.length;
      put(this.state, `${count(this.queries.length)} of ${QUERIES}`);
      if (performance.now() - waited < SHOW_MS) continue;
      waited = performance.now();
      this.show();
    }
    this.unconnected = drawn - this.queries.length;
  }

  halt() {
    this.stop?.abort();
  }

  // The rows of the plot, a method each: those that find one path are compared by time alone.
  get rows() {
    const { of, log } = this.measure;
    const methods = this.compared ?? this.methods;
    return methods.filter((method) => log || !isSingle(method)).map((method) => ({
      method,
      name: methodName(method).replace(/ \(.*/, ""),
      dots: this.queries.flatMap(({ answers }, query) => {
        const value = answers[method] ? of(answers[method]) : null;
        return value === null ? [] : [{ query, value }];
      }),
    }));
  }

  show() {
    const { rows } = this;
    this.plot.show(this.measure, rows);
    const notes = this.measure.whole ? [] : ["Boxes are the middle half, with the median; whiskers reach from 5 to 95 of 100."];
    if (this.unconnected) notes.push(`${plural(this.unconnected, "draw")} without a path between the ends left out.`);
    const untimed = inFolder && this.measure.log ? this.queries.length * rows.length - rows.reduce((sum, { dots }) => sum + dots.length, 0) : 0;
    if (untimed > 0) notes.push(`${plural(untimed, "answer")} took less than the browser's clock can measure.`);
    put(this.notes, notes.join(" "));
  }

  wordsOf(row, { query, value }) {
    const { method } = this.rows[row];
    const { answers } = this.queries[query];
    const { paths } = answers[method];
    return `Query ${query + 1}, ${methodName(method)}: ${this.measure.label.toLowerCase()} ${this.measure.words(value)}; ${plural(paths.length, "path")}, the shortest ${length(paths[0].length)}.`;
  }

  // Shows a query on the map, by the method of its dot.
  open(row, query) {
    const { view } = this;
    const { from, to } = this.queries[query];
    const { method } = this.rows[row];
    Object.assign(view.settings, { from, to, shown: 0 });
    if (![view.settings.method, view.settings.compare].includes(method)) {
      view.settings.method = method;
      view.methodsChanged();
    }
    view.endsChanged(true);
  }

  async download() {
    const { save } = await lazily(() => import("./save.js"));
    save(`${this.view.ground.info.name}-scoreboard-${this.seed}.csv`, new Blob([csv(this.queries)], { type: "text/csv" }));
  }

  end() {
    this.over = true;
    this.halt();
    this.dock.end();
  }
}
