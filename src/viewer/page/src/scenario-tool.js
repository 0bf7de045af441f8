// A tool of the explore view: steps through the queries of a .scen file. The address has the number
// of the query shown (settings.tools.scen, from 1) and its ends, but not the file.

import * as api from "./api.js";
import { Dock } from "./dock.js";
import { h, iconButton, put } from "./dom.js";
import { complain, notice } from "./notice.js";
import { readScenario } from "./scenario.js";
import { count, length, percent, plural } from "./words.js";

const BYTES_MAX = 64e6; // of a file
const LARGE = 10; // queries to skip with Shift
const SAME = 1e-5; // relative difference of lengths between two programs that counts as none

const opened = new WeakMap(); // by view: keeps the file while the tool is off

export class ScenarioTool {
  constructor(view) {
    this.view = view;
    this.makeDock();
    this.drops = new AbortController();
    const { signal } = this.drops;
    const hasFile = (event) => event.dataTransfer?.types.includes("Files");
    addEventListener("dragover", (event) => hasFile(event) && event.preventDefault(), { signal });
    addEventListener("drop", (event) => hasFile(event) && (event.preventDefault(), this.open(event.dataTransfer.files[0])), { signal });
    if (opened.has(view)) this.take(opened.get(view));
  }

  makeDock() {
    this.file = h("input", { type: "file", accept: ".scen", class: "hidden", tabindex: -1, "aria-hidden": "true", onchange: () => this.file.files.length && this.open(this.file.files[0]) });
    this.choose = h("button", { type: "button", class: "small", onclick: () => this.file.click() }, "Open a .scen file");
    this.another = iconButton("open", "Open another file", () => this.file.click());
    this.back = iconButton("left", "Query before", () => this.step(-1));
    this.on = iconButton("right", "Next query", () => this.step(1));
    this.number = h("input", { type: "number", min: 1, step: 1, "aria-label": "Number of the query", onchange: () => this.go(this.number.valueAsNumber) });
    this.all = h("span", { class: "figure" });
    this.few = h("input", { type: "checkbox", onchange: () => this.show() });
    this.fewWords = h("span", {});
    this.steps = h("div", { class: "dock-row scenario-steps", hidden: true }, this.back, this.number, this.all, this.on, this.another);
    this.filter = h("label", { class: "check", hidden: true, title: "the arrows go to the next query that has fewer paths than requested" }, this.few, this.fewWords);
    this.words = h("p", { class: "fine", role: "status" });
    this.dock = new Dock(this.view, "scen", h("div", { class: "dock-row" }, this.steps, this.choose, this.file, this.filter, this.words));
  }

  // ---- The file ----

  async open(file) {
    try {
      if (file.size > BYTES_MAX) throw new Error(`This file has ${count(file.size / 1e6)} MB; ${count(BYTES_MAX / 1e6)} are the most.`);
      const scenario = { name: file.name, ...readScenario(await file.text()) };
      if (this.over) return;
      const at = this.scenario ? 1 : this.at; // the number in a link is for the first file opened
      this.take(scenario);
      if (scenario.bad.length) notice(`${plural(scenario.bad.length, "line")} of ${file.name} can't be read, the first is line ${scenario.bad[0]}.`, "fault");
      this.go(at ?? 1);
    } catch (error) {
      complain(error);
    } finally {
      this.file.value = ""; // so that the same file can be opened again
    }
  }

  take(scenario) {
    this.scenario = scenario;
    opened.set(this.view, scenario);
  }

  get queries() {
    return this.scenario?.queries ?? [];
  }

  // The number of the query that the address names, or null.
  get at() {
    const number = Number(this.view.settings.tools.scen);
    return Number.isInteger(number) && number >= 1 ? number : null;
  }

  get query() {
    return this.queries[this.at - 1] ?? null;
  }

  // ---- Stepping ----

  go(number) {
    const last = this.queries.length;
    if (!last) return;
    const at = Math.min(last, Math.max(1, Number.isFinite(number) ? Math.round(number) : this.at ?? 1));
    const { from, to } = this.queries[at - 1];
    Object.assign(this.view.settings, { from: [...from], to: [...to], shown: 0 });
    this.view.settings.tools.scen = String(at);
    this.view.endsChanged(true);
    this.show();
  }

  step(by) {
    if (this.looking) {
      this.looking.abort();
      return;
    }
    if (this.few.checked) this.look(Math.sign(by)).catch(complain);
    else this.go((this.at ?? 1) + by);
  }

  // Goes to the next query with fewer paths than requested, asking one after the other.
  async look(by) {
    const { settings } = this.view;
    this.looking = new AbortController();
    const { signal } = this.looking;
    try {
      for (let at = (this.at ?? 1) + by; at >= 1 && at <= this.queries.length; at += by) {
        const { from, to } = this.queries[at - 1];
        const body = { ...this.view.question(settings.method, { from, to }), measures: false };
        put(this.words, `Looking: query ${count(at)}. Escape ends it.`);
        const answer = await api.query(body, signal);
        if (signal.aborted) return;
        if (answer.paths.length < settings.paths) {
          this.go(at);
          return;
        }
      }
      notice(`No other query ${by > 0 ? "after" : "before"} this one has fewer than ${plural(settings.paths, "path")}.`);
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      this.looking = null;
      if (!this.over) this.show();
    }
  }

  // ---- Calls from the view ----

  changed() {
    this.show();
  }

  asked() {
    this.show();
  }

  answered() {
    this.show();
  }

  key({ key, shiftKey }) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[key];
    if (key === "Escape" && this.looking) this.looking.abort();
    else if (by && this.queries.length) this.step(by * (shiftKey ? LARGE : 1));
    else return false;
    return true;
  }

  show() {
    const { settings } = this.view;
    const { queries } = this;
    this.steps.hidden = this.filter.hidden = !queries.length;
    this.choose.hidden = queries.length > 0;
    put(this.fewWords, `fewer than ${plural(settings.paths, "path")} only`);
    if (queries.length) {
      const at = this.at ?? 1;
      this.number.max = queries.length;
      if (document.activeElement !== this.number || this.shown !== at) this.number.value = at;
      this.shown = at;
      put(this.all, `of ${count(queries.length)}`);
      this.back.disabled = at <= 1;
      this.on.disabled = at >= queries.length;
    }
    if (!this.looking) put(this.words, this.told());
  }

  told() {
    const { query, view, scenario } = this;
    if (!scenario) return this.at > 1 ? `Query ${count(this.at)} of a .scen file: open it to go on, or drop it here.` : "Open a file of queries, or drop one here.";
    if (!query) return `${scenario.name} has ${count(this.queries.length)} queries.`;
    const { from, to } = view.settings;
    if (String([from, to]) !== String([query.from, query.to])) return `The ends aren't those of query ${count(this.at)} any more.`;
    const [{ answer, question }] = view.panels;
    const isOf = answer && question && String([question.body.from, question.body.to]) === String([from, to]);
    const found = isOf ? (answer.paths[0]?.length ?? null) : undefined;
    return `${this.fits()}${comparison(query.length, found)}`;
  }

  // Returns a warning if the query was made for a map of another size, otherwise "".
  fits() {
    const { info } = this.view.ground;
    const [width, height] = this.query.size;
    return Math.abs(width - info.width) > 1 || Math.abs(height - info.height) > 1 ? `Made for a map of ${width} × ${height}. ` : "";
  }

  end() {
    this.over = true;
    this.looking?.abort();
    this.drops.abort();
    this.dock.end();
  }
}

// Compares the length in the file with the length found: null if no path was, undefined before the
// answer.
export function comparison(told, found) {
  const file = told > 0 ? `In the file ${length(told)}` : "No path in the file";
  if (found === undefined) return `${file}.`;
  if (found === null) return `${file}; none was found.`;
  const words = length(found, Math.max(told, found));
  if (!told) return `${file}; found ${words}.`;
  const more = found / told - 1;
  const beside = Math.abs(more) <= SAME ? "the same" : `${percent(Math.abs(more))} ${more > 0 ? "longer" : "shorter"}`;
  return `${file}, found ${words}: ${beside}.`;
}
