// Shows crowds while they run. The server simulates, making steps on request. Two crowds side by
// side have the same seed and are kept at the same step here.
//
// All requests about the crowds go through `queue`, one at a time, so that a change takes effect at
// the same step in both. A change of the scenario restarts them.

import * as api from "./api.js";
import { Asker } from "./asker.js";
import { Camera } from "./camera.js";
import { Choice } from "./controls.js";
import { Chart } from "./crowd-chart.js";
import { CrowdPanel } from "./crowd-panel.js";
import { CrowdRun } from "./crowd-run.js";
import { CrowdSide } from "./crowd-side.js";
import { STRATEGIES, agentSide, format, parse, scenario } from "./crowd-settings.js";
import { CrowdTools } from "./crowd-tools.js";
import { h, icon, iconButton, s } from "./dom.js";
import { Ground } from "./ground.js";
import { complain, notice, sorry } from "./notice.js";
import { firstEnds, loadGround, reach } from "./opening.js";
import { count, figure } from "./words.js";

const PICTURE_MS = 1000 / 30;
const EARLY_MS = 4; // tolerance: browsers' frames aren't exact to the millisecond
const STAY_MS = 20000; // the server drops a crowd after a minute without requests
const CHARTS_MS = 250;
const ADDRESS_MS = 250; // delay before the fragment is updated
const RATE_MS = 1000; // period over which pictures per second are counted

const nameOf = (strategy) => STRATEGIES.find(([name]) => name === strategy)[1];
const nextFrame = () => new Promise((done) => requestAnimationFrame(done));

export class CrowdView {
  constructor(root, fragment) {
    this.root = root;
    this.settings = parse(fragment);
    this.runs = [];
    this.panels = [];
    this.queue = Promise.resolve();
    this.playing = false;
    this.pictures = []; // times of the latest ones
    document.title = "Crowds – pathfan";
    this.camera = new Camera(
      (transform) => this.moveAll(transform),
      (event, fingers) => !this.tools.tool || event.type === "wheel" || fingers > 1,
    );
    this.tools = new CrowdTools(
      (tool, points) => (tool === "close" ? this.close(points) : this.addFlow(points)),
      () => this.side.showTool(this.tools.tool),
    );
    this.side = new CrowdSide(this.settings, {
      place: (environment, map) => this.setPlace({ environment, map, flows: null, closed: [], view: null }),
      begin: () => this.begin(),
      compare: () => this.compare(),
      look: () => this.look(),
      pace: () => this.address(),
      flows: (flows) => this.setFlows(flows),
      tool: (name) => this.tools.toggle(name),
      open: () => this.openAll(),
    });
    this.beginner = new Asker(
      (question) => this.beginRuns(question),
      (runs) => this.begun(runs),
      (error) => this.unbegun(error),
      (on) => this.stage.toggleAttribute("aria-busy", on),
    );
    this.leave = () => this.runs.forEach((run) => run.end()); // without waiting for answers
    addEventListener("pagehide", this.leave);
    this.stays = setInterval(() => this.stay(), STAY_MS);
    this.makeStage();
    this.open().catch((error) => !this.over && this.root.replaceChildren(sorry("Crowds can't be shown", error, h("a", { class: "button", href: "#crowd" }, "Crowds in an environment"))));
  }

  makeStage() {
    this.play = h("button", { type: "button", class: "primary", onclick: () => this.toggle() });
    this.stepButton = iconButton("step", "One picture", () => this.one());
    this.told = h("span", { class: "figure" });
    this.rate = h("span", { class: "figure", title: "pictures shown in the last second" });
    this.words = h("p", { class: "crowd-words fine", role: "status" });
    this.bar = h("div", { class: "crowd-bar", role: "group", "aria-label": "Running" }, this.play, this.stepButton, iconButton("again", "Begin anew", () => this.begin()), this.told, this.rate);
    this.charts = { present: new Chart("Present", "agents"), travel: new Chart("Mean travel time", "steps"), ms: new Chart("A step takes", "ms") };
    this.chartNames = h("p", { class: "chart-names fine" });
    this.legend = h("p", { class: "crowd-legend fine" });
    this.maps = h("div", { class: "panels" });
    this.stage = h(
      "section",
      { class: "stage crowd-stage", "aria-label": "Crowds" },
      this.maps,
      h("div", { class: "crowd-below" }, this.bar, this.words, this.legend, h("div", { class: "charts" }, Object.values(this.charts).map(({ root }) => root)), this.chartNames),
    );
    this.showPlaying(false);
  }

  async open() {
    const [environments, maps] = await Promise.all([api.environments(), api.maps()]);
    if (this.over) return;
    this.environments = environments;
    this.mapList = maps.filter((info) => !info.terrain);
    this.side.setPlaces(this.mapList);
    this.root.replaceChildren(h("div", { class: "explore" }, this.side.root, this.stage));
    await this.choosePlace();
  }

  moveAll(transform) {
    for (const { panel } of this.panels) panel.move(transform);
    this.tools?.place();
    if (!this.camera.panel) return;
    this.settings.view = this.camera.isFit() ? null : this.camera.view();
    this.address();
  }

  // ---- Place ----

  setPlace(what) {
    this.tools.tool && this.tools.toggle(this.tools.tool);
    Object.assign(this.settings, what);
    this.choosePlace().catch((error) => this.unbegun(error));
  }

  // Chooses the flows of a place that has none: on a map, one between two places far apart.
  async choosePlace() {
    const { settings } = this;
    const id = settings.map;
    this.ground = null;
    if (id && !settings.flows) {
      const ground = await loadGround(id);
      const ask = (from, to) => api.query({ map: id, from, to, algorithm: "polyanya", snap: reach(ground), measures: false });
      const ends = await firstEnds(ground, ask, 3);
      if (this.over || settings.map !== id) return;
      this.given = [ends];
      settings.flows = this.given;
    } else {
      const environment = this.environments.find(({ name }) => name === settings.environment);
      this.given = environment?.flows.map(({ from, to }) => ({ from, to: to[0] })) ?? settings.flows;
    }
    const info = this.mapList.find((each) => each.id === id);
    this.indexed = !id || info?.kind === "index";
    if (!this.indexed) {
      for (const which of ["strategy", "compare"])
        if (settings[which] === "alternatives") {
          settings[which] = which === "strategy" ? "initial" : "";
          notice("This map has no index yet, whose alternatives could be taken.");
        }
    }
    this.size = info ? Math.max(info.width, info.height) : 1920;
    this.begin();
  }

  get flows() {
    return this.settings.flows ?? this.given;
  }

  setFlows(flows) {
    this.settings.flows = flows ?? (this.settings.map ? this.given : null);
    this.begin();
  }

  addFlow([from, to]) {
    this.setFlows([...this.flows, { from, to }]);
  }

  // ---- Starting ----

  get strategies() {
    return [this.settings.strategy, this.settings.compare].filter(Boolean);
  }

  begin() {
    this.side.show(this.indexed);
    this.side.setFlows(this.flows, Boolean(this.settings.flows) && this.flows !== this.given, this.ground);
    this.address();
    this.beginner.put({ strategies: this.strategies, bodies: this.strategies.map((strategy) => scenario(this.settings, strategy, this.size)) });
  }

  async beginRuns({ bodies }) {
    await this.endRuns();
    const made = await Promise.allSettled(bodies.map((body) => CrowdRun.begin(body)));
    const failed = made.find(({ status }) => status === "rejected");
    const runs = made.map(({ value }) => value).filter(Boolean);
    if (!failed) {
      await Promise.all(runs.map((run) => run.to(0)));
      if (!this.over) return runs;
    }
    await Promise.all(runs.map((run) => run.end()));
    throw failed?.reason ?? new Error("");
  }

  begun(runs) {
    this.runs = runs;
    this.words.textContent = "";
    const { ground } = runs[0];
    const name = this.settings.map ? this.mapList.find(({ id }) => id === this.settings.map)?.name : this.settings.environment;
    this.ground = new Ground({ name, origin: ground.origin, width: ground.width, height: ground.height }, { generation: 0, polygons: ground.polygons });
    this.ground.cells = ground.cells.length / 4;
    this.indexed = runs[0].indexed;
    this.makePanels();
    this.side.show(this.indexed);
    this.side.setFlows(this.flows, Boolean(this.settings.flows) && this.flows !== this.given, this.ground);
    this.showAll(true);
    if (this.playing) this.run();
  }

  unbegun(error) {
    if (this.over) return;
    this.words.textContent = error.message;
    this.showPlaying(false);
    this.side.setFlows(this.flows ?? [], Boolean(this.settings.flows) && this.flows !== this.given, this.ground);
  }

  // Ends the crowds after their pending requests: a crowd that is gone can't be asked.
  endRuns() {
    const { runs } = this;
    this.runs = [];
    return this.queue.then(() => Promise.all(runs.map((run) => run.end())));
  }

  // Adding a second crowd restarts both, since it can't repeat earlier changes of the first.
  // Changing its strategy or removing it needs no restart.
  compare() {
    const { compare } = this.settings;
    if (this.runs.length < 2) this.begin();
    else if (compare) this.setStrategy(1, compare);
    else this.dropSecond();
  }

  dropSecond() {
    const [first, second] = this.runs;
    this.queue.then(() => second.end());
    this.runs = [first];
    this.makePanels();
    this.showAll(true);
    this.address();
    if (this.playing) this.run();
  }

  openAll() {
    this.settings.closed = [];
    this.begin();
  }

  // ---- Panels ----

  makePanels() {
    const { view } = this.settings; // used once; later the camera keeps its own
    const focused = this.panels.findIndex(({ choice }) => choice.root === document.activeElement);
    this.dropPanels();
    this.panels = this.runs.map((run, place) => this.makePanel(run, place, view));
    this.maps.classList.toggle("two", this.panels.length === 2);
    this.maps.replaceChildren(...this.panels.map(({ panel }) => panel.root));
    this.panels[focused]?.choice.root.focus();
    this.tools.setPanels(this.panels.map(({ panel }) => panel), this.ground.box);
    this.showPlan();
    this.showLegend();
  }

  makePanel(run, place, view) {
    const slot = { figures: h("span", { class: "figure" }), stuck: h("span", { class: "figure" }) };
    slot.choice = new Choice(place ? "Strategy to compare with" : "Strategy", STRATEGIES, (value) => this.setStrategy(place, value));
    slot.choice.allow((value) => run.indexed || value !== "alternatives");
    slot.choice.show(run.strategy);
    slot.panel = new CrowdPanel({
      title: place ? "Second crowd" : "Crowd",
      camera: this.camera,
      tools: !place,
      head: h("header", { class: "panel-head" }, this.runs.length > 1 && s("svg", { class: "line-sample", viewBox: "0 0 26 12", "aria-hidden": "true" }, s("path", { class: `chart-line chart-line-${place + 1}`, d: "M1 6H25" })), slot.choice.root, slot.stuck, slot.figures),
      resized: (size) => {
        if (place) return;
        this.camera.frame(this.ground.box, size, view);
        view = null;
      },
    });
    slot.panel.setGround(this.ground, run.ground.cells, agentSide(this.settings, this.size));
    return slot;
  }

  dropPanels() {
    for (const { panel } of this.panels) panel.end();
    this.panels = [];
  }

  showPlan() {
    for (const { panel } of this.panels) panel.showPlan(this.flows, this.settings.closed.map(({ polygon }) => polygon));
    this.side.showClosed(this.settings.closed);
  }

  showLegend() {
    const ramp = (name, number) => s("svg", { class: "field-sample", viewBox: `0 0 ${10 * number} 12`, "aria-hidden": "true" }, Array.from({ length: number }, (_, i) => s("rect", { class: `${name}-${i}`, x: 10 * i, width: 10.5, height: 12 })));
    this.legend.replaceChildren(
      ...(this.settings.colour === "speed" ? [h("span", { class: "legend-entry" }, "speed: none ", ramp("speed", 5), " free")] : [h("span", { class: "legend-entry" }, "agents in the colour of their flow")]),
      ...(this.settings.density ? [h("span", { class: "legend-entry" }, "density: none ", ramp("density", 4), " full")] : []),
    );
    this.chartNames.textContent = this.runs.length > 1 ? "In the charts the first crowd's line is solid, the second's dashed." : "";
  }

  look() {
    this.showLegend();
    this.showAll();
    this.address();
  }

  // charts: whether to update the charts regardless of when they last were.
  showAll(charts = false) {
    const { runs } = this;
    if (!runs.length) return;
    runs.forEach(({ frame }, i) => {
      const slot = this.panels[i];
      slot.panel.show(frame, this.settings);
      slot.figures.textContent = `${count(frame.present)} present, ${count(frame.arrived)} arrived${frame.arrived ? `, after ${figure(frame.travel)} steps` : ""}`;
      slot.stuck.textContent = frame.stuck ? `${count(frame.stuck)} find no way` : "";
    });
    this.told.textContent = `step ${count(this.step)}`;
    this.stage.dataset.step = this.step;
    this.stage.dataset.over = this.isOver;
    const now = performance.now();
    if (!charts && now - (this.chartsAt ?? 0) < CHARTS_MS) return;
    this.chartsAt = now;
    const names = runs.map(({ strategy }) => nameOf(strategy));
    for (const [name, chart] of Object.entries(this.charts)) chart.show(runs.map(({ series }) => series[name]), names);
    const shown = this.pictures.filter((time) => now - time < RATE_MS).length;
    this.rate.textContent = this.playing && shown > 1 ? `${shown} pictures a second` : "";
  }

  // ---- Running ----

  get step() {
    return Math.max(0, ...this.runs.map(({ frame }) => frame.step));
  }

  get isOver() {
    return this.runs.length > 0 && this.runs.every(({ frame }) => frame.isLast);
  }

  // Runs jobs one at a time; skips those of crowds that have been replaced.
  serial(job) {
    const { runs } = this;
    const done = this.queue.then(() => (runs === this.runs && !this.over ? job(runs) : undefined));
    this.queue = done.catch(() => {});
    return done.catch((error) => runs === this.runs && !this.over && this.lost(error));
  }

  lost(error) {
    this.showPlaying(false);
    if (error.code === "no_such_crowd") this.words.replaceChildren("Nobody has looked at this crowd for a while, and the server has dropped it. ", h("button", { type: "button", class: "small", onclick: () => this.begin() }, "Begin anew"));
    else complain(error);
  }

  advance() {
    return this.serial((runs) => {
      const target = this.step + this.settings.pace;
      return Promise.all(runs.map((run) => run.to(target)));
    });
  }

  async run() {
    const { runs } = this;
    const mine = (this.running = {});
    let due = performance.now();
    while (this.playing && this.running === mine && runs === this.runs && runs.length && !this.over) {
      due = Math.max(due + PICTURE_MS, performance.now() - PICTURE_MS);
      await this.advance();
      do await nextFrame();
      while (performance.now() < due - EARLY_MS);
      if (this.over || runs !== this.runs) return;
      this.pictures = [...this.pictures.slice(-120), performance.now()];
      if (this.isOver) {
        this.showPlaying(false);
        const kept = this.runs.some(({ frame }) => frame.stuck) ? "who is left finds no way" : "all have arrived";
        this.words.textContent = `Over at step ${count(this.step)}: ${kept}, or as many steps were made as may be.`;
      }
      this.showAll(this.isOver);
    }
  }

  toggle() {
    this.showPlaying(!this.playing);
    if (this.playing) this.run();
    else this.showAll(true);
  }

  async one() {
    this.showPlaying(false);
    await this.advance();
    if (!this.over) this.showAll(true);
  }

  showPlaying(on) {
    this.playing = on;
    this.pictures = [];
    this.play.replaceChildren(icon(on ? "pause" : "play"), on ? "Pause" : "Play");
    this.stage.dataset.playing = on;
  }

  stay() {
    if (!this.playing || document.hidden) this.serial((runs) => Promise.all(runs.map((run) => run.stay())));
  }

  // ---- Changing ----

  async setStrategy(place, value) {
    this.settings[place ? "compare" : "strategy"] = value;
    this.side.show(this.indexed);
    this.address();
    await this.serial((runs) => runs[place].setStrategy(value));
    if (this.over) return;
    this.panels.forEach(({ choice }, i) => choice.show(this.runs[i]?.strategy ?? value));
    this.showAll(true);
  }

  // Takes effect from the next step, in all crowds.
  close(points) {
    const polygon = points.map((point) => point.map((value) => Number(value.toPrecision(9))));
    return this.serial(async (runs) => {
      await Promise.all(runs.map((run) => run.close(polygon)));
      this.settings.closed = [...this.settings.closed, { step: this.step, polygon }];
      this.showPlan();
      this.address();
    });
  }

  // ---- Other ----

  key(event) {
    if (this.tools.key(event)) return true;
    if (event.key === " " && !event.target.closest?.("button, a, summary, [tabindex='0']")) this.toggle();
    else if (event.key === ".") this.one();
    else return this.camera.key(event);
    return true;
  }

  address() {
    clearTimeout(this.addressTimer);
    this.addressTimer = setTimeout(() => this.writeAddress(), ADDRESS_MS);
  }

  writeAddress() {
    if (!this.over && this.size) history.replaceState(null, "", format(this.settings, this.size));
  }

  link() {
    this.writeAddress();
    return location.href;
  }

  end() {
    this.over = true;
    this.playing = false;
    clearInterval(this.stays);
    clearTimeout(this.addressTimer);
    removeEventListener("pagehide", this.leave);
    this.beginner.end();
    this.endRuns();
    this.dropPanels();
  }
}
