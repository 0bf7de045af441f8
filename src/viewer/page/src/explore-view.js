// Explores a map: drag both ends, see the alternatives of one method or of two side by side.
//
// All requests and displays follow `settings`, which the address's fragment mirrors. The map and
// the methods' results are on the stage (explore-stage.js, method-panel.js), the controls in the
// sidebar; everything else is a tool (explore-tools.js, tool-host.js).

import { Address } from "./address.js";
import * as api from "./api.js";
import { h } from "./dom.js";
import { Stage } from "./explore-stage.js";
import { TOOLS, UNDONE, asksWith } from "./explore-tools.js";
import { watch } from "./jobs.js";
import { lazily } from "./lazily.js";
import { mayBecome } from "./methods.js";
import { complain, dropOffer, notice, offer, sorry } from "./notice.js";
import { firstEnds, loadGround, reach } from "./opening.js";
import { Paced } from "./paced.js";
import { Past } from "./past.js";
import { keep, kept } from "./remember.js";
import { format, parse, request, willHaveLayer } from "./settings.js";
import { Sidebar } from "./sidebar.js";
import { ToolHost } from "./tool-host.js";

const SLOW_MS = 10; // if an answer takes longer, requests while dragging omit measures, so that it is drawn 60 times a second

export class ExploreView {
  constructor(root, fragment) {
    this.root = root;
    this.settings = parse(fragment);
    this.fragment = new Address(() => (this.over || !this.ground || !this.settings.from ? null : format(this.settings, this.ground.size)));
    document.body.classList.toggle("inviting", !kept("dragged"));
    this.words = new Paced((rests) => this.showWords(rests));
    this.hasSwitched = false; // a tool: from then on the map stays in place under the drawer
    this.switchedOff = {}; // texts of tools that are off, by name
    this.cost = 0; // ms that the latest answer with measures took
    this.tools = new ToolHost(this, complain);
    this.stage = new Stage(this, (view) => this.seen(view));
    this.sidebar = new Sidebar(this.settings, {
      changed: (rests) => this.ask(rests),
      layers: () => this.layersChanged(),
      tool: (name, on) => this.switchTool(name, on),
      ends: (rests) => this.endsChanged(rests),
      undo: (again) => this.undo(again),
      method: () => this.methodsChanged(),
      save: (kind) => this.save(kind).catch(complain),
    });
    this.open().catch((error) => {
      if (this.over) return;
      this.root.replaceChildren(sorry("This map can't be shown", error, h("a", { class: "button", href: "#maps" }, "All maps")));
    });
  }

  // Whether requests know the map's doors and openings.
  get changeable() {
    return this.indexed && !this.ground.terrain;
  }

  get panels() {
    return this.stage.panels;
  }

  get camera() {
    return this.stage.camera;
  }

  async open() {
    const { settings } = this;
    this.ground = this.onFloor(await loadGround(settings.map));
    if (this.over) return;
    document.title = `${this.ground.info.name} – pathfan`;
    this.adapt();
    if (!settings.from || !settings.to) {
      // Without an index, only the shortest path is quick.
      const method = this.ground.terrain && !this.indexed ? "terrain" : this.indexed ? settings.method : "polyanya";
      const ask = (from, to) => api.query({ ...this.question(method, { from, to }), measures: false });
      const ends = await firstEnds(this.ground, ask, this.indexed ? 8 : 3);
      if (this.over) return;
      settings.from ??= ends.from;
      settings.to ??= ends.to;
    }
    await this.tools.fetchAsking();
    if (this.over) return;
    this.past = new Past(this.state);
    this.root.replaceChildren(h("div", { class: "explore" }, this.sidebar.root, this.stage.root));
    this.makePanels(settings.view);
    if (this.ground.info.building) this.follow(this.ground.info.building);
  }

  // ---- The map ----

  // Adapts to the map: the index's method needs an index; terrains have a method of their own, and
  // only that.
  adapt() {
    const { info } = this.ground;
    this.indexed = info.kind === "index";
    const { settings } = this;
    if (!mayBecome(info, settings.method)) settings.method = info.terrain && !this.indexed ? "terrain" : "index";
    if (settings.compare && !mayBecome(info, settings.compare)) settings.compare = "";
    for (const { name, takes } of TOOLS) if (!willHaveLayer(info, takes)) delete settings.tools[name];
    // Dissimilarity stands in for the index until there is one.
    this.standIns = this.indexed || info.terrain ? [] : ["method", "compare"].filter((place) => settings[place] === "index");
    for (const place of this.standIns) settings[place] = "dissimilarity";
    this.sidebar.setMap(this.ground);
  }

  // Returns the ground of the floor that the settings name, by default that of the start.
  onFloor(ground) {
    const { level, from } = this.settings;
    const named = ground.floors.list.findIndex((floor) => floor.level === level);
    return ground.on(Math.max(0, named < 0 && from ? ground.floors.at(from) : named));
  }

  // Shows another floor: the same part of it, or all of it.
  showFloor(number) {
    const { camera, ground } = this;
    const [x, y, scale] = camera.view();
    const view = camera.isFit() ? null : [...ground.floors.onto([x, y], number), scale];
    this.ground = ground.on(number);
    this.settings.level = this.ground.floors.list[number].level;
    for (const { panel } of this.panels) panel.setGround(this.ground);
    this.stage.frame(undefined, view);
    this.sidebar.setMap(this.ground);
    this.layersChanged();
  }

  // Waits for the map's index, then reloads the map.
  async follow(id) {
    try {
      const meanwhile = this.indexed ? "the one before answers" : "the other methods answer";
      notice(`The index of this map is being built. Until then ${meanwhile}.`);
      const job = await watch(id, (state) => this.sidebar.job.show(state), () => this.over);
      if (this.over) return;
      if (job.state === "cancelled") {
        notice(`The build is cancelled: ${meanwhile}.`);
        return;
      }
      this.ground = this.onFloor(await loadGround(this.settings.map));
      if (this.over) return;
      for (const place of this.standIns) if (this.settings[place] === "dissimilarity") this.settings[place] = "index";
      this.adapt();
      this.makePanels();
    } catch (error) {
      if (!this.over) complain(error);
    } finally {
      this.sidebar.job.show(null);
    }
  }

  // Loads a new generation of the map.
  async reload() {
    if (this.reloading) return;
    this.reloading = true;
    try {
      const ground = this.onFloor(await loadGround(this.settings.map));
      if (this.over) return;
      const newer = ground.generation !== this.ground.generation;
      const other = Boolean(ground.terrain) !== Boolean(this.ground.terrain);
      this.ground = ground;
      if (other) {
        this.adapt();
        this.makePanels();
      }
      for (const { panel } of this.panels) panel.setGround(ground);
      this.stage.frame();
      this.sidebar.setMap(ground);
      if (newer) this.layersChanged();
    } catch (error) {
      if (!this.over) complain(error);
    } finally {
      this.reloading = false;
    }
  }

  // ---- Questions and answers ----

  makePanels(start = null) {
    const methods = [this.settings.method, this.settings.compare].filter(Boolean);
    this.stage.make(methods, start, (place, method) => this.methodPicked(place, method));
    this.words.now();
    this.sidebar.show();
    this.tools.update();
    this.ask(true);
  }

  // Returns the request for a method: the settings, changed by `other`, with the tools' additions.
  question(method, other = {}) {
    const body = request({ ...this.settings, ...other }, method, reach(this.ground), this.ground);
    this.tools.tell("asks", body);
    return body;
  }

  ask(rests) {
    const { from, to } = this.settings;
    if (!from || !to || !this.ground) return;
    const measures = rests || this.cost < SLOW_MS;
    for (const each of this.panels) each.ask(rests, measures);
    this.tools.tell("asked", rests);
    this.address();
  }

  // ms: since the request.
  answered(slot, ms) {
    if (slot.question.body.measures) this.cost = ms;
    this.tools.tell("answered", slot);
    if (slot.answer.generation !== this.ground.generation) this.reload();
  }

  showWords(rests) {
    this.stage.showWords(rests);
    this.sidebar.showEnds();
  }

  showAll() {
    for (const each of this.panels) each.show();
  }

  // ---- Actions ----

  endMoved(name, point, rests) {
    if (document.body.classList.contains("inviting")) {
      document.body.classList.remove("inviting");
      keep("dragged", "yes");
    }
    this.settings[name] = point;
    this.endsChanged(rests);
  }

  endsChanged(rests) {
    const ends = { from: this.settings.from, to: this.settings.to };
    for (const { panel } of this.panels) panel.handles.show(ends, null);
    if (rests) {
      this.sidebar.showEnds();
      this.stepped();
    }
    this.ask(rests);
  }

  // The state that undo restores: both ends, and the texts of tools.
  get state() {
    const { from, to, tools } = this.settings;
    return [from, to, ...UNDONE.map((name) => tools[name] ?? "")];
  }

  // Records a change of the state, once it has come to rest.
  stepped() {
    const { state } = this;
    if (String(state) === String(this.past.now)) return;
    this.past.step(state);
    this.showPast();
  }

  showPast() {
    const { before, after } = this.past;
    this.sidebar.showPast(before.length > 0, after.length > 0);
  }

  // Goes back to the state before, or forward again.
  undo(again = false) {
    dropOffer();
    const state = again ? this.past.redo() : this.past.undo();
    if (!state) return false;
    const [from, to, ...texts] = state;
    Object.assign(this.settings, { from, to });
    UNDONE.forEach((name, i) => {
      if (texts[i]) this.settings.tools[name] = texts[i];
      else delete this.settings.tools[name];
    });
    this.sidebar.show();
    this.tools.update();
    this.showPast();
    this.endsChanged(true);
    return true;
  }

  methodPicked(place, method) {
    this.settings[place ? "compare" : "method"] = method;
    this.methodsChanged();
  }

  methodsChanged() {
    this.makePanels();
    this.address();
  }

  layersChanged() {
    this.tools.update();
    this.showAll();
    this.address();
  }

  // Switches a tool on or off; not a step of undo. Switched on again, the tool gets its former
  // text.
  switchTool(name, on) {
    const { tools } = this.settings;
    this.hasSwitched = true;
    if (on) tools[name] = this.switchedOff[name] ?? "1";
    else {
      this.switchedOff[name] = tools[name];
      delete tools[name];
    }
    this.past.now = this.state;
    this.sidebar.show();
    this.layersChanged();
    if (asksWith(name)) this.ask(true);
    if (on) this.stage.seek();
  }

  clicked(point, event, number) {
    if (this.tools.tell("clicked", point, event)) return;
    if (number) {
      this.choose(number);
      return;
    }
    const other = event.shiftKey ? { from: "to", to: "from" }[this.sidebar.clicks] : this.sidebar.clicks;
    this.endMoved(other, this.panels[0].panel.handles.within(point), true);
    offer(`${other === "to" ? "Goal" : "Start"} moved.`, "Undo", () => this.undo());
  }

  choose(number) {
    this.settings.shown = this.settings.shown === number ? 0 : number;
    this.showAll();
    this.address();
  }

  // view: [x, y, scale]; null: all free space.
  seen(view) {
    this.settings.view = view;
    this.tools.tell("moved");
    this.address();
  }

  key(event) {
    if (this.tools.tell("key", event)) return true;
    if (/^[1-9]$/.test(event.key)) this.choose(Number(event.key));
    else if (event.key === "Escape") this.choose(this.settings.shown);
    else return this.camera.key(event);
    return true;
  }

  // Handles a key with Ctrl.
  command(event) {
    const letter = event.key.toLowerCase();
    if (!this.past || !/^[zy]$/.test(letter)) return false;
    this.undo(letter === "y" || event.shiftKey);
    return true;
  }

  async save(kind) {
    const { saveAnswers } = await lazily(() => import("./save.js"));
    await saveAnswers(kind, this);
  }

  // ---- Address ----

  address() {
    this.fragment.soon();
  }

  link() {
    return this.fragment.link();
  }

  end() {
    this.over = true;
    document.body.classList.remove("inviting");
    this.words.end();
    this.fragment.end();
    this.tools.end();
    this.stage.end();
  }
}
