// Shows crowds while they run. The server simulates, making steps on request. Two crowds side by
// side have the same seed and are kept at the same step here.
//
// All requests about the crowds go through `queue`, one at a time, so that a change takes effect at
// the same step in both. A change of the scenario restarts them.

import { Address } from "./address.js";
import * as api from "./api.js";
import { Asker } from "./asker.js";
import { Camera } from "./camera.js";
import { CrowdRun } from "./crowd-run.js";
import { CrowdSide } from "./crowd-side.js";
import { ENVIRONMENT_SIZE, agentSide, format, parse, scenario } from "./crowd-settings.js";
import { CrowdStage } from "./crowd-stage.js";
import { CrowdTools } from "./crowd-tools.js";
import { h } from "./dom.js";
import { Ground } from "./ground.js";
import { complain, notice, sorry } from "./notice.js";
import { firstEnds, loadGround, reach } from "./opening.js";
import { count } from "./words.js";

const PICTURE_MS = 1000 / 30;
const EARLY_MS = 4; // tolerance: browsers' frames aren't exact to the millisecond
const STAY_MS = 20000; // the server drops a crowd after a minute without requests

const nextFrame = () => new Promise((done) => requestAnimationFrame(done));

export class CrowdView {
  constructor(root, fragment) {
    this.root = root;
    this.settings = parse(fragment);
    this.fragment = new Address(() => (this.over || !this.size ? null : format(this.settings, this.size)));
    this.runs = [];
    this.queue = Promise.resolve();
    this.playing = false;
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
    this.stage = new CrowdStage(this.settings, this.camera, {
      toggle: () => this.toggle(),
      one: () => this.one(),
      begin: () => this.begin(),
      strategy: (place, value) => this.setStrategy(place, value),
    });
    this.beginner = new Asker(
      (question) => this.beginRuns(question),
      (runs) => this.begun(runs),
      (error) => this.unbegun(error),
      (on) => this.stage.root.toggleAttribute("aria-busy", on),
    );
    this.leave = () => this.runs.forEach((run) => run.end()); // without waiting for answers
    addEventListener("pagehide", this.leave);
    this.stays = setInterval(() => this.stay(), STAY_MS);
    this.open().catch((error) => !this.over && this.root.replaceChildren(sorry("Crowds can't be shown", error, h("a", { class: "button", href: "#crowd" }, "Crowds in an environment"))));
  }

  async open() {
    const [environments, maps] = await Promise.all([api.environments(), api.maps()]);
    if (this.over) return;
    this.environments = environments;
    this.mapList = maps.filter((info) => !info.terrain);
    this.side.setPlaces(this.mapList);
    this.root.replaceChildren(h("div", { class: "explore" }, this.side.root, this.stage.root));
    await this.choosePlace();
  }

  get panels() {
    return this.stage.panels;
  }

  moveAll(transform) {
    for (const panel of this.panels) panel.move(transform);
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
    this.size = info ? Math.max(info.width, info.height) : ENVIRONMENT_SIZE;
    this.begin();
  }

  get flows() {
    return this.settings.flows ?? this.given;
  }

  setFlows(flows) {
    this.settings.flows = flows ?? (this.settings.map ? this.given : null);
    this.begin();
  }

  showFlows() {
    const { flows, given } = this;
    this.side.setFlows(flows ?? [], Boolean(flows) && flows !== given, this.ground);
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
    this.showFlows();
    this.address();
    this.beginner.put({ bodies: this.strategies.map((strategy) => scenario(this.settings, strategy, this.size)) });
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
    this.stage.words.textContent = "";
    const { ground } = runs[0];
    const name = this.settings.map ? this.mapList.find(({ id }) => id === this.settings.map)?.name : this.settings.environment;
    this.ground = new Ground({ name, origin: ground.origin, width: ground.width, height: ground.height, is_y_up: ground.is_y_up }, { generation: 0, polygons: ground.polygons });
    this.ground.cells = ground.cells.length / 4;
    this.indexed = runs[0].indexed;
    this.makePanels();
    this.side.show(this.indexed);
    this.showFlows();
    this.showAll(true);
    if (this.playing) this.run();
  }

  unbegun(error) {
    if (this.over) return;
    this.stage.words.textContent = error.message;
    this.setPlaying(false);
    this.showFlows();
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
    this.stage.make(this.runs, this.ground, agentSide(this.settings, this.size));
    this.tools.setPanels(this.panels, this.ground.box);
    this.showPlan();
  }

  showPlan() {
    for (const panel of this.panels) panel.showPlan(this.flows, this.settings.closed.map(({ polygon }) => polygon));
    this.side.showClosed(this.settings.closed);
  }

  look() {
    this.stage.showLegend();
    this.showAll();
    this.address();
  }

  showAll(charts = false) {
    if (this.runs.length) this.stage.show(this.runs, this.playing, charts);
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
    this.setPlaying(false);
    if (error.code === "no_such_crowd") this.stage.words.replaceChildren("Nobody has looked at this crowd for a while, and the server has dropped it. ", h("button", { type: "button", class: "small", onclick: () => this.begin() }, "Begin anew"));
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
      this.stage.pictureShown();
      if (this.isOver) {
        this.setPlaying(false);
        const kept = this.runs.some(({ frame }) => frame.stuck) ? "those left find no path" : "all have arrived";
        this.stage.words.textContent = `Over at step ${count(this.step)}: ${kept}, or as many steps were made as may be.`;
      }
      this.showAll(this.isOver);
    }
  }

  toggle() {
    this.setPlaying(!this.playing);
    if (this.playing) this.run();
    else this.showAll(true);
  }

  async one() {
    this.setPlaying(false);
    await this.advance();
    if (!this.over) this.showAll(true);
  }

  setPlaying(on) {
    this.playing = on;
    this.stage.showPlaying(on);
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
    this.stage.showStrategies(this.runs);
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
    if (event.key === " " && !event.target.closest?.("button, summary, [tabindex='0']")) this.toggle();
    else if (event.key === ".") this.one();
    else return this.camera.key(event);
    return true;
  }

  address() {
    this.fragment.soon();
  }

  link() {
    return this.fragment.link();
  }

  end() {
    this.over = true;
    this.playing = false;
    clearInterval(this.stays);
    this.fragment.end();
    removeEventListener("pagehide", this.leave);
    this.beginner.end();
    this.endRuns();
    this.stage.drop();
  }
}
