// The user study for participants: instructions, a practice query, then for each map the given
// queries and one or more of the participant's own, each answered by three methods called A, B and
// C; thanks. In one session, earlier ratings can be revisited.

import * as api from "./api.js";
import { Camera } from "./camera.js";
import { h, set } from "./dom.js";
import { complain, sorry } from "./notice.js";
import { firstEnds, loadGround, reach } from "./opening.js";
import { Panel } from "./panel.js";
import { Ratings } from "./ratings.js";
import { keep, kept } from "./remember.js";
import { instructions, thanks } from "./study-pages.js";
import { plural } from "./words.js";

const KEY = "pathfan-participant";
const DAY = 86400; // seconds: longer times include breaks

export class StudyView {
  constructor(root) {
    this.root = root;
    document.title = "Study – pathfan";
    this.start().catch((error) => {
      if (!this.over) this.root.replaceChildren(sorry("The study can't be shown", error));
    });
  }

  async start() {
    this.study = await api.study();
    if (this.over) return;
    if (!this.study.offered) throw new Error("This server offers no study; it would if it were started with --study.");
    // One step per query of each map; query null: the participant chooses the ends. `given` is
    // added once it is rated.
    this.steps = this.study.maps.flatMap(({ map, queries }) => [...queries.map((ends, query) => ({ map, query, ends })), { map, query: null }]);
    this.practice = this.study.practice && { map: this.study.practice.map, ends: this.study.practice.query, practice: true };
    this.participant = kept(KEY);
    if (this.participant) {
      try {
        await this.readProgress();
      } catch (error) {
        if (error.status !== 404) throw error;
        this.participant = null; // belongs to another study
      }
    }
    if (this.over) return;
    if (!this.participant) this.root.replaceChildren(instructions(this.study, (background) => this.begin(background)));
    else this.next();
  }

  async readProgress() {
    const { maps } = await api.progress(this.participant);
    for (const step of this.steps) {
      const rated = maps.find(({ map }) => map === step.map);
      step.done = step.query === null ? rated?.free > 0 : Boolean(rated?.queries[step.query]);
    }
  }

  async begin(background) {
    try {
      const { participant } = await api.takePart(background);
      this.participant = participant;
      keep(KEY, participant);
      if (!this.over) this.next();
    } catch (error) {
      complain(error);
    }
  }

  beginAnew() {
    keep(KEY, null);
    this.participant = null;
    this.start();
  }

  // ---- Steps ----

  next() {
    const step = this.steps.find((each) => !each.done);
    const practises = this.practice && !this.practice.done && this.steps.every((each) => !each.done);
    if (practises) this.open(this.practice);
    else if (step) this.open(step);
    else this.showThanks();
  }

  open(step) {
    this.dropPanel();
    this.showStep(step).catch((error) => {
      if (!this.over) this.root.replaceChildren(sorry("This map can't be shown", error, h("button", { type: "button", onclick: () => this.open(step) }, "Try again")));
    });
  }

  // A query rated before keeps its ends; only its ratings can be changed.
  async showStep(step) {
    this.step = step;
    const { given } = step;
    const fixed = step.ends ?? given?.ends;
    this.answers = { ...given?.answers };
    this.method = this.study.methods[0];
    if (this.ground?.info.id !== step.map) this.ground = await loadGround(step.map);
    if (this.over) return;
    if (fixed) this.ends = { from: fixed.from, to: fixed.to };
    else {
      this.ends = await firstEnds(this.ground, (from, to) => this.query(this.method, { from, to }));
      this.placed = false;
    }
    if (this.over) return;
    window.scrollTo(0, 0);
    this.shown = 0;
    this.ratings = new Ratings(
      this.study.methods,
      given?.ratings ?? {},
      (method) => this.view(method),
      () => this.showButton(),
    );
    this.camera = new Camera(
      (transform) => this.panel.move(transform),
      () => true,
    );
    this.panel = new Panel({
      title: `Paths on ${this.ground.info.name}`,
      camera: this.camera,
      table: false,
      fixed: Boolean(fixed),
      moved: (name, point, rests) => this.moved(name, point, rests),
      chosen: (number) => this.choose(number),
      clicked: (point, event, number) => {
        if (number) this.choose(number);
        else if (!fixed) this.moved(event.shiftKey ? "from" : "to", this.panel.handles.within(point), true);
      },
      resized: (size) => this.camera.frame(this.ground, size),
    });
    this.panel.setGround(this.ground);
    this.button = h("button", { type: "button", class: "primary", onclick: () => this.send() }, "Next");
    this.more = h("button", { type: "button", hidden: step.query !== null, onclick: () => this.send(true) }, "Another query of mine on this map");
    this.root.replaceChildren(h("div", { class: "explore" }, this.makeSide(step), h("section", { class: "stage", "aria-label": "Map and paths" }, h("div", { class: "panels" }, this.panel.root))));
    this.began = performance.now();
    this.view(this.method);
  }

  // Returns the title of a step, shown above the ratings.
  title(step) {
    const { maps } = this.study;
    const place = maps.findIndex(({ map }) => map === step.map);
    if (step.practice) return [h("h1", {}, "Practice"), h("p", { class: "fine" }, "Nobody keeps what you rate here")];
    const words = step.ends ? `Query ${step.query + 1} of ${maps[place].queries.length}` : "A query of your own";
    return [h("h1", {}, `Map ${place + 1} of ${maps.length}`), h("p", { class: "fine" }, words)];
  }

  makeSide(step) {
    const done = this.steps.filter((each) => each.done).length;
    return h(
      "aside",
      { class: "side study-side", "aria-label": "Rating" },
      h("div", { class: "steps", role: "img", "aria-label": `${done} of ${plural(this.steps.length, "query", "queries")} rated` }, this.steps.map((each, i) => this.mark(each, this.steps[i + 1]))),
      h("div", {}, this.title(step)),
      h("p", {}, step.ends ?? step.given ? "Look at the paths of A, B and C, then rate each." : "Place S and T where you like: drag them, click for the goal, or use the arrow keys. Then rate the paths of A, B and C."),
      this.ratings.root,
      this.button,
      this.more,
      this.makeBack(step),
      h("p", { class: "fine" }, "Good paths differ substantially from each other and are meaningful: they have no strange detours or loops."),
    );
  }

  mark(step, next) {
    const state = step === this.step ? "now" : step.done ? "done" : "";
    return h("i", { class: next && next.map !== step.map ? `${state} last` : state });
  }

  // Makes the button back to the previous rated step, from a step or the thanks. It drops an added
  // query of the participant's own that isn't rated yet.
  makeBack(step = null) {
    const before = this.steps[(step ? this.steps.indexOf(step) : this.steps.length) - 1];
    if (!before?.given) return null;
    const back = () => {
      if (step?.added && !step.done) this.steps.splice(this.steps.indexOf(step), 1);
      this.open(before);
    };
    return h("button", { type: "button", onclick: back }, "Back to the last query");
  }

  // Returns what must be done before the next query, or null.
  missing() {
    const own = !this.step.ends && !this.step.given;
    const answers = this.study.methods.map((method) => this.answers[method]);
    if (!this.ratings.complete()) return "Rate A, B and C to go on";
    if (own && !this.placed) return "Place S and T to go on";
    if (own && answers.some((answer) => answer && !answer.paths.length)) return "Place S and T where there is a path";
    return answers.every(Boolean) ? null : "Look at A, B and C to go on";
  }

  showButton() {
    const missing = this.missing();
    for (const button of [this.button, this.more]) set(button, { disabled: missing && "" });
    this.button.textContent = missing ?? "Next";
  }

  query(method, { from, to }) {
    const body = { participant: this.participant, map: this.step.map, from, to, method };
    if (!this.step.ends) body.snap = reach(this.ground); // chosen ends may lie on an obstacle
    return api.studyQuery(body);
  }

  // Shows a method's paths, requested once per pair of ends.
  async view(method) {
    this.method = method;
    this.ratings.show(method);
    const { ends, panel } = this;
    this.error = null;
    this.show();
    if (this.answers[method]) return;
    const current = () => panel === this.panel && ends === this.ends;
    try {
      const answer = await this.query(method, ends);
      if (current()) this.answers[method] = answer;
    } catch (error) {
      if (current() && method === this.method) this.error = error.message;
    }
    if (current()) this.show();
  }

  choose(number) {
    this.shown = this.shown === number ? 0 : number;
    this.show();
  }

  moved(name, point, rests) {
    this.ends = { ...this.ends, [name]: point };
    this.placed = true;
    this.answers = {};
    this.ratings.clear(); // they belong to other paths
    this.panel.handles.show(this.ends, null);
    if (rests) this.view(this.method);
    else this.showButton();
  }

  show() {
    const answer = this.answers[this.method] ?? null;
    const found = answer?.paths.length ?? 0;
    const words = this.error ?? (!answer ? "Asking…" : found ? `${this.method}: ${plural(found, "path")}` : answer.status === "no_path" ? "There is no path between these two." : "One of the two lies inside an obstacle.");
    this.panel.setBusy(!answer && !this.error);
    this.panel.show({ answer, ends: this.ends, shown: this.shown, wanted: this.study.paths ?? 4, reason: words });
    this.panel.root.dataset.method = answer ? this.method : "";
    this.showButton();
  }

  // another: whether the participant adds another query.
  async send(another = false) {
    const { step, answers } = this;
    const { from, to } = answers[this.method]; // snapped, as the answer used them
    const ratings = { ...this.ratings.values };
    if (step.practice) {
      step.done = true;
      this.next();
      return;
    }
    const shown = Object.fromEntries(this.study.methods.map((method) => [method, answers[method].paths.length]));
    const seconds = Math.min(DAY, Math.round((performance.now() - this.began) / 100) / 10);
    this.button.disabled = this.more.disabled = true;
    try {
      await api.rate({ participant: this.participant, map: step.map, query: step.query, from, to, ratings, shown, seconds });
      step.done = true;
      step.given = { ends: { from, to }, ratings, answers };
      if (another) this.steps.splice(this.steps.indexOf(step) + 1, 0, { map: step.map, query: null, added: true });
      if (!this.over) this.next();
    } catch (error) {
      complain(error);
      if (!this.over) this.showButton();
    }
  }

  showThanks() {
    this.dropPanel();
    this.root.replaceChildren(thanks(this.study, this.steps.length, this.makeBack(), () => this.beginAnew()));
  }

  key(event) {
    if (!this.panel) return false;
    const method = this.study.methods.find((name) => name.toLowerCase() === event.key.toLowerCase());
    const value = event.shiftKey && /^(?:Digit|Numpad)([1-5])$/.exec(event.code)?.[1];
    if (method) this.view(method);
    else if (value) this.ratings.rate(this.method, Number(value));
    else if (/^[1-9]$/.test(event.key)) this.choose(Number(event.key));
    else return this.camera.key(event);
    return true;
  }

  dropPanel() {
    this.panel?.end();
    this.panel = null;
  }

  end() {
    this.over = true;
    this.dropPanel();
  }
}
