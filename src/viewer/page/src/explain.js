// A tool of the explore view: explains the paths. It repeats the first panel's request with a trace
// of the candidates, and shows the trace step by step on the map (explain-steps.js): refused paths
// as ghosts, the path that each was too similar to, the line of sight that it turned back in, the
// corner that it was found through.

import * as api from "./api.js";
import { Asker } from "./asker.js";
import { Dock } from "./dock.js";
import { bring, h, iconButton, put, s, set } from "./dom.js";
import { SHORT, stepsOf } from "./explain-steps.js";
import { isSingle } from "./methods.js";
import { complain } from "./notice.js";
import { pathData } from "./path-lines.js";

const DOTS_MAX = 4000; // drawn, of the corners tried

export class Explain {
  constructor(view) {
    this.view = view;
    this.steps = [];
    this.at = 0;
    this.asker = new Asker(
      (question, signal) => this.fetch(question, signal),
      (found, question) => this.show(found, question),
      (error) => {
        this.known = null;
        complain(error);
      },
    );
    this.back = iconButton("before", "Step before (,)", () => this.go(this.at - 1));
    this.next = iconButton("after", "Next step (.)", () => this.go(this.at + 1));
    this.slider = h("input", { type: "range", class: "dock-slider", min: 0, max: 0, step: 1, "aria-label": "Step", oninput: () => this.go(this.slider.valueAsNumber) });
    this.number = h("span", { class: "figure" });
    this.title = h("strong", {});
    this.text = h("span", {});
    this.said = h("p", { class: "explain-text", role: "status" }, this.title, " ", this.text);
    this.chips = h("div", { class: "explain-chips fine" });
    this.dock = new Dock(view, "explain", h("div", { class: "dock-row" }, this.back, this.slider, this.next, this.number), this.said, this.chips);
    this.below = s("g", { class: "explain-lines", "aria-hidden": "true" });
    this.marks = s("g", { class: "explain-marks", "aria-hidden": "true" });
  }

  get panel() {
    return this.view.panels[0]?.panel;
  }

  changed() {
    if (this.panel && this.drawnIn !== this.panel) {
      this.drawnIn = this.panel;
      this.panel.scaled.append(this.below);
      this.panel.handles.root.before(this.marks);
    }
    this.ask();
  }

  // Explains nothing during a drag.
  asked(rests) {
    if (rests) this.ask();
    else if (this.known) this.clear("Let go, and it is explained.");
  }

  answered() {
    this.draw();
  }

  moved() {
    this.place();
  }

  ask() {
    const { settings, ground, panels } = this.view;
    const method = panels[0]?.method;
    if (!settings.from || !settings.to || !method) return;
    if (isSingle(method)) return this.clear("This method finds one path, and tries no candidates. Choose another one.");
    const body = { ...this.view.question(method), trace: true };
    const key = JSON.stringify([body, ground.generation]);
    if (key === this.known) return;
    this.known = key;
    this.asker.put({ key, body, settings: { ...settings }, indexed: this.view.indexed });
  }

  async fetch({ body, indexed }, signal) {
    const answer = await api.query(body, signal);
    const look = (at) => (indexed && answer.paths.length ? api.look(body.map, at, signal) : null);
    const [from, to] = await Promise.all([look(answer.from), look(answer.to)]);
    return { answer, looks: { from, to } };
  }

  show({ answer, looks }, { key, settings }) {
    if (key !== this.known) return undefined; // there is a newer request, or a drag
    this.answer = answer;
    this.steps = stepsOf(answer, settings, looks);
    if (!this.steps.length) return this.clear("There is no path, and nothing to explain.");
    const wanted = Math.trunc(Number(this.view.settings.tools.explain)) - 1;
    this.fill();
    this.go(this.opened ? 0 : wanted);
    this.opened = true; // only the first explanation opens at the step that a link names
    this.dock.root.dataset.steps = this.steps.length;
    return undefined;
  }

  // Makes a button for each step.
  fill() {
    this.buttons = this.steps.map(({ title, fate }, i) => h("button", { type: "button", class: `chip${fate ? ` fate-${fate}` : ""}`, title, onclick: () => this.go(i) }, fate && fate !== "chosen" ? SHORT[fate] : title));
    this.chips.replaceChildren(...this.buttons);
    this.slider.max = this.steps.length - 1;
  }

  clear(words) {
    this.known = null;
    this.steps = [];
    delete this.dock.root.dataset.steps;
    this.chips.replaceChildren();
    this.slider.max = 0;
    for (const control of [this.back, this.next, this.slider]) control.disabled = true;
    put(this.number, "");
    put(this.title, "");
    put(this.text, words);
    this.draw();
  }

  go(step) {
    const { steps } = this;
    if (!steps.length) return;
    this.at = Math.max(0, Math.min(steps.length - 1, Number.isFinite(step) ? step : 0));
    const { title, text } = steps[this.at];
    this.view.settings.tools.explain = String(this.at + 1);
    this.view.address();
    this.slider.disabled = false;
    this.slider.value = this.at;
    this.back.disabled = this.at === 0;
    this.next.disabled = this.at === steps.length - 1;
    put(this.number, `${this.at + 1} of ${steps.length}`);
    set(this.slider, { "aria-valuetext": `step ${this.at + 1} of ${steps.length}: ${title}` });
    put(this.title, `${title}.`);
    put(this.text, text);
    this.buttons.forEach((button, i) => set(button, { "aria-current": i === this.at ? "step" : null }));
    bring(this.chips, this.buttons[this.at]);
    this.draw();
  }

  // ---- On the map ----

  draw() {
    const { looks, vias, ghost, via, fate, path, plateau, rival, chord } = this.steps[this.at]?.marks ?? {};
    const lines = [];
    const marks = [];
    this.panel?.root.classList.toggle("explaining", this.steps.length > 0 && this.at < this.steps.length - 1);
    if (looks)
      for (const end of ["from", "to"]) {
        const { used, at, visible } = looks[end];
        const start = used ?? at;
        lines.push(s("path", { class: `explain-cone cone-${end}`, d: visible.map((corner) => `M${start[0]} ${start[1]}L${corner.at[0]} ${corner.at[1]}`).join("") }));
      }
    const known = new Map(); // points by fate, drawn as one path each
    for (const { fate: what, at } of (vias ?? []).slice(0, DOTS_MAX)) known.set(what, `${known.get(what) ?? ""}M${at[0]} ${at[1]}h0`);
    for (const [what, d] of known) lines.push(s("path", { class: `explain-dots fate-${what}`, d }));
    const whole = (number) => this.answer?.paths[number - 1]?.points;
    if (rival) lines.push(s("path", { class: "explain-rival", d: pathData(whole(rival)) }));
    if (path) lines.push(s("path", { class: "explain-path", d: pathData(whole(path)) }));
    if (plateau) lines.push(s("path", { class: "explain-plateau", d: pathData(whole(path).slice(plateau[0], plateau[1] + 1)) }));
    if (ghost && !path) lines.push(s("path", { class: `explain-ghost fate-${fate}`, d: pathData(ghost) }));
    if (chord) lines.push(s("path", { class: "explain-chord", d: pathData(chord) }));
    if (via) marks.push({ at: via, node: s("circle", { class: `explain-via fate-${fate}`, r: 8 }) });
    this.below.replaceChildren(...lines);
    this.placed = marks;
    this.marks.replaceChildren(...marks.map(({ node }) => node));
    this.place();
  }

  place() {
    const toScreen = this.panel && ((point) => this.panel.handles.toScreen(point));
    for (const { at, node } of this.placed ?? []) {
      const [x, y] = toScreen(at);
      set(node, { transform: `translate(${x.toFixed(2)} ${y.toFixed(2)})` });
    }
  }

  key({ key }) {
    const to = { ",": this.at - 1, ".": this.at + 1 }[key];
    if (to === undefined || !this.steps.length) return false;
    this.go(to);
    return true;
  }

  end() {
    this.asker.end();
    this.panel?.root.classList.remove("explaining");
    this.below.remove();
    this.marks.remove();
    this.dock.end();
  }
}
