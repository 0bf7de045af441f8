// Taking part in the user study: instructions, then map by map three given queries and one
// of one's own, each answered by three methods that are only called A, B and C; thanks.

import * as api from "./api.js";
import { Camera } from "./camera.js";
import { h, set } from "./dom.js";
import { complain, sorry } from "./notice.js";
import { firstEnds, loadGround, reach } from "./opening.js";
import { Panel } from "./panel.js";
import { Ratings } from "./ratings.js";
import { keep, kept } from "./remember.js";
import { plural } from "./words.js";

const KEY = "pathfan-participant";

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
    // One step per query of each map; null is the free one.
    this.steps = this.study.maps.flatMap(({ map, queries }) => [...queries.map((ends, query) => ({ map, query, ends })), { map, query: null }]);
    this.participant = kept(KEY);
    if (this.participant) {
      try {
        await this.readProgress();
      } catch (error) {
        if (error.status !== 404) throw error;
        this.participant = null; // of another study
      }
    }
    if (this.over) return;
    if (!this.participant) this.showInstructions();
    else this.next();
  }

  async readProgress() {
    const { maps } = await api.progress(this.participant);
    for (const step of this.steps) {
      const rated = maps.find(({ map }) => map === step.map);
      step.done = step.query === null ? rated?.free > 0 : Boolean(rated?.queries[step.query]);
    }
  }

  showInstructions() {
    const { maps } = this.study;
    const background = h("textarea", { maxlength: 2000 });
    this.root.replaceChildren(
      h(
        "div",
        { class: "page" },
        h(
          "form",
          {
            class: "prose",
            onsubmit: async (event) => {
              event.preventDefault();
              try {
                const { participant } = await api.takePart(background.value);
                this.participant = participant;
                keep(KEY, participant);
                if (!this.over) this.next();
              } catch (error) {
                complain(error);
              }
            },
          },
          h("h1", {}, "How good are these paths?"),
          h("p", { class: "instructions" }, this.study.instructions),
          h(
            "ul",
            {},
            h("li", {}, `There ${maps.length === 1 ? "is" : "are"} ${plural(maps.length, "map")}. S is the start, T the goal; the buttons A, B and C switch between the methods.`),
            h("li", {}, "Click a path to see it alone among the others; the wheel or two fingers zoom."),
            h("li", {}, "Rate A, B and C, then go on. For your own choice, drag S and T or click."),
          ),
          h("p", { class: "fine" }, "What you answer is kept on this computer under a random number, without your name. You can stop and go on later in the same browser."),
          h("label", { class: "label" }, "Your background in path finding, if you like to tell", background),
          h("div", {}, h("button", { class: "primary" }, "Begin")),
        ),
      ),
    );
  }

  // ---- Steps ----

  next() {
    this.dropPanel();
    const step = this.steps.find((each) => !each.done);
    if (!step) this.showThanks();
    else
      this.showStep(step).catch((error) => {
        if (!this.over) this.root.replaceChildren(sorry("This map can't be shown", error, h("button", { type: "button", onclick: () => this.next() }, "Try again")));
      });
  }

  async showStep(step) {
    this.step = step;
    this.answers = {};
    this.method = this.study.methods[0];
    if (this.ground?.info.id !== step.map) this.ground = await loadGround(step.map);
    if (this.over) return;
    if (step.ends) this.ends = { from: step.ends.from, to: step.ends.to };
    else {
      this.ends = await firstEnds(this.ground, (from, to) => this.query(this.method, { from, to }));
      this.placed = false;
    }
    if (this.over) return;
    window.scrollTo(0, 0);
    this.shown = 0;
    this.ratings = new Ratings(
      this.study.methods,
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
      fixed: Boolean(step.ends),
      moved: (name, point, rests) => this.moved(name, point, rests),
      chosen: (number) => this.choose(number),
      clicked: (point, event, number) => {
        if (number) this.choose(number);
        else if (!step.ends) this.moved(event.shiftKey ? "from" : "to", this.panel.handles.within(point), true);
      },
      resized: (size) => this.camera.frame(this.ground.box, size),
    });
    this.panel.setGround(this.ground);
    this.button = h("button", { type: "button", class: "primary", onclick: () => this.send() }, "Next");
    this.root.replaceChildren(h("div", { class: "explore" }, this.makeSide(step), h("section", { class: "stage", "aria-label": "Map and paths" }, h("div", { class: "panels" }, this.panel.root))));
    this.view(this.method);
  }

  makeSide(step) {
    const { maps } = this.study;
    const place = maps.findIndex(({ map }) => map === step.map);
    const given = maps[place].queries.length;
    const done = this.steps.filter((each) => each.done).length;
    return h(
      "aside",
      { class: "side study-side", "aria-label": "Rating" },
      h("div", { class: "steps", role: "img", "aria-label": `${done} of ${plural(this.steps.length, "query", "queries")} rated` }, this.steps.map((each) => h("i", { class: each === step ? "now" : each.done ? "done" : null }))),
      h("div", {}, h("h1", {}, `Map ${place + 1} of ${maps.length}`), h("p", { class: "fine" }, step.ends ? `Query ${step.query + 1} of ${given}` : "A query of your own")),
      h("p", {}, step.ends ? "Look at the paths of A, B and C, then rate each." : "Place S and T where you like: drag them, click for the target, or use the arrow keys. Then rate the paths of A, B and C."),
      this.ratings.root,
      this.button,
      h("p", { class: "fine" }, "Good paths differ substantially from each other and are meaningful: they have no strange detours or loops."),
    );
  }

  // What is left to do before the next query; null: nothing.
  missing() {
    const own = !this.step.ends;
    const answers = this.study.methods.map((method) => this.answers[method]);
    if (!this.ratings.complete()) return "Rate A, B and C to go on";
    if (own && !this.placed) return "Place S and T to go on";
    if (own && answers.some((answer) => answer && !answer.paths.length)) return "Place S and T where there is a way";
    return answers.every(Boolean) ? null : "Look at A, B and C to go on";
  }

  showButton() {
    const missing = this.missing();
    set(this.button, { disabled: missing && "" });
    this.button.textContent = missing ?? "Next";
  }

  query(method, { from, to }) {
    const body = { participant: this.participant, map: this.step.map, from, to, method };
    if (!this.step.ends) body.snap = reach(this.ground); // own ends may be dropped on an obstacle
    return api.studyQuery(body);
  }

  // Shows a method's paths; they are asked for once per pair of ends.
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
    if (this.step.ends) return;
    this.ends = { ...this.ends, [name]: point };
    this.placed = true;
    this.answers = {};
    if (rests) this.ratings.clear();
    this.panel.handles.show(this.ends, null);
    if (rests) this.view(this.method);
  }

  show() {
    const answer = this.answers[this.method] ?? null;
    const found = answer?.paths.length ?? 0;
    const words = this.error ?? (!answer ? "Asking…" : found ? `${this.method}: ${plural(found, "path")}` : answer.status === "no_path" ? "There is no way between these two." : "One of the two lies inside an obstacle.");
    this.panel.setBusy(!answer && !this.error);
    this.panel.show({ answer, ends: this.ends, shown: this.shown, wanted: this.study.paths ?? 4, reason: words });
    this.panel.root.dataset.method = answer ? this.method : "";
    this.showButton();
  }

  async send() {
    const { step } = this;
    const ends = this.answers[this.method] ?? this.ends; // as they were used
    this.button.disabled = true;
    try {
      await api.rate({ participant: this.participant, map: step.map, query: step.query, from: ends.from, to: ends.to, ratings: this.ratings.values });
      step.done = true;
      if (!this.over) this.next();
    } catch (error) {
      complain(error);
      if (!this.over) this.showButton();
    }
  }

  showThanks() {
    this.root.replaceChildren(
      h(
        "div",
        { class: "page" },
        h(
          "div",
          { class: "prose thanks" },
          h("h1", {}, "Thank you"),
          h("p", {}, `You have rated ${plural(this.steps.length, "query", "queries")} on ${plural(this.study.maps.length, "map")}.`),
          h(
            "div",
            { class: "row" },
            h("a", { class: "button", href: "#results" }, "See the results"),
            h(
              "button",
              {
                type: "button",
                onclick: () => {
                  keep(KEY, null);
                  this.participant = null;
                  for (const step of this.steps) step.done = false;
                  this.showInstructions();
                },
              },
              "Another participant",
            ),
          ),
        ),
      ),
    );
  }

  key(event) {
    if (!this.panel) return false;
    const method = this.study.methods.find((name) => name.toLowerCase() === event.key.toLowerCase());
    if (method) this.view(method);
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
