// Exploring a map: drag both ends, see the alternatives of one method or two side by side.
//
// All that is asked and shown is in `settings`, which the address's fragment mirrors.

import * as api from "./api.js";
import { Asker } from "./asker.js";
import { Camera } from "./camera.js";
import { Choice } from "./controls.js";
import { h, put } from "./dom.js";
import { Field, fieldGrid } from "./field.js";
import { complain, dropOffer, notice, offer, sorry } from "./notice.js";
import { firstEnds, loadGround, reach } from "./opening.js";
import { corridor } from "./palette.js";
import { Paced } from "./paced.js";
import { Panel } from "./panel.js";
import { Past } from "./past.js";
import { saveGeojson, saveJson, savePng, saveSvg } from "./save.js";
import { METHODS, format, isSingle, mayAsk, mayBecome, methodName, parse, request } from "./settings.js";
import { Sidebar } from "./sidebar.js";
import { Sights } from "./sights.js";
import { watch } from "./jobs.js";
import { ALL_BLOCKED, comparison, faster, plural, reason, time } from "./words.js";

const SLOW_MS = 25; // an answer that takes longer comes without measures while dragging
const ADDRESS_MS = 250; // the fragment follows this much later
const AGAIN_MS = 1000; // after which a server that is gone is asked again, twice that the next time
const AGAIN_MOST_MS = 8000;
const CARD = 444; // CSS pixels that a table at the right takes of the map
const BELOW = { words: 79, row: 31 }; // and one below it
const WORTH = 1.05; // times as large a map is worth a table over it
const NARROW = matchMedia("(max-width: 900px)");

export class ExploreView {
  constructor(root, fragment) {
    this.root = root;
    this.settings = parse(fragment);
    this.panels = [];
    this.words = new Paced((rests) => this.showWords(rests));
    this.cost = 0;
    this.camera = new Camera(
      (transform) => this.moveAll(transform),
      () => true,
      () => this.makeRoom(),
    );
    this.sights = new Sights(() => this.showAll(), complain);
    this.sidebar = new Sidebar(this.settings, {
      changed: (rests) => this.ask(rests),
      layers: () => this.layersChanged(),
      ends: (rests) => this.endsChanged(rests),
      undo: (again) => this.undoEnds(again),
      method: () => this.methodsChanged(),
      save: (kind) => this.save(kind),
    });
    this.stage = h("div", { class: "panels exploring" });
    this.summary = h("p", { class: "comparison fine", hidden: true });
    this.resizes = new ResizeObserver(() => this.arrange());
    this.open().catch((error) => {
      if (this.over) return;
      this.root.replaceChildren(sorry("This map can't be shown", error, h("a", { class: "button", href: "#maps" }, "All maps")));
    });
  }

  async open() {
    const { settings } = this;
    this.ground = await loadGround(settings.map);
    if (this.over) return;
    document.title = `${this.ground.info.name} – pathfan`;
    this.adapt();
    if (!settings.from || !settings.to) {
      // Without an index only the shortest path is quick.
      const method = this.ground.terrain && !this.indexed ? "terrain" : this.indexed ? settings.method : "polyanya";
      const ask = (from, to) => api.query({ ...request({ ...settings, from, to }, method, reach(this.ground), this.ground.terrain), measures: false });
      const ends = await firstEnds(this.ground, ask, this.indexed ? 8 : 3);
      if (this.over) return;
      settings.from ??= ends.from;
      settings.to ??= ends.to;
    }
    this.startView = settings.view;
    this.past = new Past([settings.from, settings.to]);
    this.root.replaceChildren(h("div", { class: "explore" }, this.sidebar.root, h("section", { class: "stage", "aria-label": "Map and answers" }, this.summary, this.stage)));
    this.makePanels();
    this.resizes.observe(this.stage);
    this.layersChanged();
    if (this.ground.info.building) this.follow(this.ground.info.building);
  }

  // What the map allows: without an index its method can't be asked; terrains have one of their
  // own, and no other.
  adapt() {
    const { info } = this.ground;
    this.indexed = info.kind === "index";
    const { settings } = this;
    if (!mayBecome(info, settings.method)) settings.method = info.terrain && !this.indexed ? "terrain" : "index";
    if (settings.compare && !mayBecome(info, settings.compare)) settings.compare = "";
    this.stead = this.indexed || info.terrain ? [] : ["method", "compare"].filter((place) => this.settings[place] === "index");
    for (const place of this.stead) this.settings[place] = "dissimilarity";
    this.sidebar.setMap(info);
  }

  // Waits for the index of the map, then begins anew with it.
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
      this.ground = await loadGround(this.settings.map);
      if (this.over) return;
      for (const place of this.stead) if (this.settings[place] === "dissimilarity") this.settings[place] = "index";
      this.adapt();
      this.makePanels();
      this.layersChanged();
    } catch (error) {
      if (!this.over) complain(error);
    } finally {
      this.sidebar.job.show(null);
    }
  }

  // ---- Panels ----

  makePanels() {
    const focused = this.panels.findIndex(({ choice }) => choice.root === document.activeElement);
    this.dropPanels();
    const methods = [this.settings.method, this.settings.compare].filter(Boolean);
    methods.forEach((method, i) => this.panels.push(this.makePanel(method, i)));
    this.stage.classList.toggle("two", methods.length === 2);
    this.stage.replaceChildren(...this.panels.map(({ panel }) => panel.root));
    this.panels[focused]?.choice.root.focus();
    this.makeRoom();
    this.words.now();
    this.sidebar.show();
    this.ask(true);
  }

  makePanel(method, place) {
    const slot = { method, answer: null, question: null };
    slot.choice = new Choice(place ? "Method to compare with" : "Method", METHODS, (value) => {
      this.settings[place ? "compare" : "method"] = value;
      this.methodsChanged();
    });
    const { info } = this.ground;
    slot.choice.allow((name) => mayAsk(info, name), (name) => mayBecome(info, name));
    slot.choice.show(method);
    slot.time = h("span", {});
    const spent = h("span", { class: "figure", title: "time of the query in the library" }, h("span", { class: "if-wide" }, "answered in "), slot.time);
    slot.found = h("span", { class: "figure" });
    slot.panel = new Panel({
      title: `Paths by ${methodName(method)}`,
      camera: this.camera,
      tools: !place,
      head: h("header", { class: "panel-head" }, slot.choice.root, slot.found, spent),
      moved: (name, point, rests) => this.endMoved(name, point, rests),
      chosen: (number) => this.choose(number),
      clicked: (point, event, number) => this.clicked(point, event, number),
      hovered: (point) => this.hovered(point),
      folded: () => this.frame(),
      resized: (size) => {
        if (place) return;
        this.frame(size, this.startView);
        this.startView = null;
      },
    });
    slot.panel.setGround(this.ground);
    slot.asker = new Asker(
      (question, signal) => api.query(question.body, signal),
      (answer, question) => this.answered(slot, answer, question),
      (error) => this.failed(slot, error),
      (on) => slot.panel.setBusy(on),
    );
    this.showSlot(slot);
    return slot;
  }

  // All that is free, at first.
  frame(size, view) {
    const aside = this.cards && !this.panels[0].panel.folded ? CARD : 0;
    this.camera.frame(this.ground.box, size, view, this.ground.freeBox, aside);
  }

  // For as many rows as there are now: when paths are added the table grows over the map, which stays
  // where it is until all of it is to be shown again.
  makeRoom() {
    this.rows = Math.max(3, Math.min(this.settings.paths, 9));
    this.stage.style.setProperty("--rows", this.rows);
    this.stage.classList.toggle("way", Boolean(this.ground.terrain));
    this.arrange();
  }

  // Tables lie over the map at its right, where the map gets larger by that, or below it.
  arrange() {
    const { clientWidth, clientHeight } = this.stage;
    if (!clientWidth || !this.panels.length) return;
    const [, , width, height] = this.ground.freeBox;
    const scale = (right, below) => Math.min((clientWidth / this.panels.length - right) / width, (clientHeight - below) / height);
    const cards = !NARROW.matches && scale(CARD, 0) > WORTH * scale(0, BELOW.words + BELOW.row * this.rows);
    if (cards === this.cards) return;
    this.cards = cards;
    this.stage.classList.toggle("cards", cards);
    this.frame();
  }

  dropPanels() {
    for (const { panel, asker, timer } of this.panels) {
      clearTimeout(timer);
      asker.end();
      panel.end();
    }
    this.panels = [];
  }

  moveAll(transform) {
    for (const { panel } of this.panels) panel.move(transform);
    if (!this.camera.panel) return;
    this.settings.view = this.camera.isFit() ? null : this.camera.view();
    this.address();
  }

  // ---- Questions and answers ----

  ask(rests) {
    const { from, to } = this.settings;
    if (!from || !to || !this.ground) return;
    const measures = rests || this.cost < SLOW_MS;
    for (const slot of this.panels) {
      const body = { ...request(this.settings, slot.method, reach(this.ground), this.ground.terrain), measures };
      slot.asker.put({ body, rests, start: performance.now(), settings: { ...this.settings } });
    }
    this.lookFromEnds();
    this.askField(rests);
    this.address();
  }

  // What ways to the target cost, if that is shown. It follows the target as paths do: one
  // question is under way, and the newest comes next.
  askField(rests) {
    const { layers, map, to } = this.settings;
    if (!layers.includes("field") || !this.ground.terrain) {
      this.fields?.end(); // nobody waits for what was asked
      this.fields = null;
      this.showField(null);
      return;
    }
    this.fields ??= new Asker(
      ({ at, grid }, signal) => api.field(map, at, grid, signal),
      (answer) => this.showField(new Field(answer, this.ground.box)),
      complain,
    );
    const grid = fieldGrid(this.ground, rests, this.field);
    const key = `${this.ground.generation} ${to} ${grid.columns} ${grid.rows}`;
    if (this.fieldAsked === key) return;
    this.fieldAsked = key;
    this.fields.put({ at: to, grid });
  }

  showField(field) {
    this.field = field;
    if (!field) this.fieldAsked = null;
    for (const { panel } of this.panels) {
      panel.map.setField(field);
      panel.legend.setField(field);
    }
  }

  hovered(point) {
    if (this.settings.layers.includes("sight")) this.sights.hover(point, this.camera.transform.k);
    if (!this.field) return;
    const cell = point ? this.field.cell(point) : -1;
    const feature = this.field.feature[cell];
    const name = this.ground.terrain?.lines.find((line) => line.feature === feature)?.name;
    for (const { panel } of this.panels) panel.legend.showCost(this.field.cost[cell] ?? null, name);
  }

  lookFromEnds() {
    const { layers, map, from, to } = this.settings;
    if (layers.includes("cones") && this.indexed) this.sights.lookFrom(map, this.ground.generation, { from, to });
  }

  answered(slot, answer, question) {
    slot.answer = answer;
    slot.question = question;
    slot.error = null;
    slot.tries = 0;
    if (slot.gone) notice("The server is back.");
    slot.gone = false;
    this.showSlot(slot, question.rests);
    const now = performance.now();
    const spent = now - question.start;
    if (question.body.measures) this.cost = spent;
    performance.measure("pathfan-answer", { start: question.start, end: now });
    if (performance.getEntriesByName("pathfan-answer").length > 2000) performance.clearMeasures("pathfan-answer");
    if (answer.generation !== this.ground.generation) this.reload();
  }

  // Without a server the last paths stay, pale, and it is asked again and again.
  failed(slot, error) {
    slot.gone = error.status === 0;
    if (!slot.gone) slot.answer = null;
    slot.error = error.message;
    this.showSlot(slot);
    if (slot.gone) {
      slot.tries = (slot.tries ?? 0) + 1;
      clearTimeout(slot.timer);
      slot.timer = setTimeout(() => this.ask(true), Math.min(AGAIN_MS * 2 ** (slot.tries - 1), AGAIN_MOST_MS));
    }
    if (error.status === 400 || error.status === 409) this.reload(); // it has become a terrain, or is none any more
  }

  // The map has a new generation.
  async reload() {
    if (this.reloading) return;
    this.reloading = true;
    try {
      const ground = await loadGround(this.settings.map);
      if (this.over) return;
      const newer = ground.generation !== this.ground.generation;
      const other = Boolean(ground.terrain) !== Boolean(this.ground.terrain);
      this.ground = ground;
      if (other) {
        this.adapt();
        this.makePanels();
      }
      for (const { panel } of this.panels) panel.setGround(ground);
      this.frame();
      this.sidebar.setMap(ground.info);
      if (newer) this.layersChanged();
    } catch (error) {
      if (!this.over) complain(error);
    } finally {
      this.reloading = false;
    }
  }

  // rests: false while one drags; words follow more slowly then.
  showSlot(slot, rests = true) {
    const { settings } = this;
    const { answer } = slot;
    const wanted = isSingle(slot.method) ? 1 : settings.paths;
    slot.wanted = wanted;
    slot.panel.show({
      wordsNow: false,
      answer,
      ends: { from: settings.from, to: settings.to },
      shown: settings.shown,
      wanted,
      on: settings.layers,
      sights: { ...this.sights.sights, all: this.sights.at },
      reason: !this.ground.polygons.length ? ALL_BLOCKED : slot.error ?? (answer ? reason(answer, slot.question.settings, slot.method) : "Asking…"),
      trouble: this.trouble(slot),
      stale: Boolean(slot.gone),
    });
    if (rests) this.words.now();
    else this.words.soon();
  }

  showWords(rests) {
    for (const slot of this.panels) {
      const { answer, wanted } = slot;
      put(slot.found, answer ? `${answer.paths.length} of ${plural(wanted, "path")}` : "");
      put(slot.time, this.timeWords(slot));
      slot.panel.showWords(rests);
      slot.panel.root.dataset.reason = answer?.reason ?? "";
    }
    this.showComparison();
    this.sidebar.showEnds();
  }

  // What stands over the map when there is no path on it.
  trouble({ gone, error, answer, question, method }) {
    if (!this.ground.polygons.length) return ALL_BLOCKED;
    if (gone) return `${error} It is asked again.`;
    if (error) return error;
    return answer && !answer.paths.length ? reason(answer, question.settings, method) : "";
  }

  // How long the query took; side by side also how much faster that is.
  timeWords(slot) {
    const us = slot.answer?.time_us;
    if (us == null) return "–";
    const other = this.panels.find((each) => each !== slot);
    const ratio = other?.answer?.time_us == null ? "" : faster(us, other.answer.time_us, methodName(other.method));
    return `${time(us)}${ratio && ` · ${ratio}`}`;
  }

  showComparison() {
    const two = this.panels.length === 2;
    this.summary.hidden = !two;
    const words = two ? comparison(this.panels.map(({ method, answer }) => ({ name: methodName(method), answer }))) : "";
    this.summary.classList.toggle("last", !words);
    if (words) put(this.summary, words);
  }

  showAll() {
    for (const slot of this.panels) this.showSlot(slot);
  }

  // ---- What people do ----

  endMoved(name, point, rests) {
    this.settings[name] = point;
    this.endsChanged(rests);
  }

  endsChanged(rests) {
    const ends = { from: this.settings.from, to: this.settings.to };
    for (const { panel } of this.panels) panel.handles.show(ends, null);
    if (rests) {
      this.sidebar.showEnds();
      this.past.step([ends.from, ends.to]);
      this.showPast();
    }
    this.ask(rests);
  }

  showPast() {
    const { before, after } = this.past;
    this.sidebar.showPast(before.length > 0, after.length > 0);
  }

  // To the ends as they were before, or as they were before that was taken back.
  undoEnds(again = false) {
    dropOffer();
    const ends = again ? this.past.redo() : this.past.undo();
    if (ends) {
      [this.settings.from, this.settings.to] = ends;
      this.endsChanged(true);
    }
    return Boolean(ends);
  }

  methodsChanged() {
    this.makePanels();
    this.address();
  }

  layersChanged() {
    const { layers, map } = this.settings;
    if (layers.includes("sight") && this.indexed) this.sights.load(map, this.ground.generation, this.settings.from);
    else this.sights.release();
    this.lookFromEnds();
    this.askField(true);
    this.showAll();
    this.address();
  }

  clicked(point, event, number) {
    if (this.settings.layers.includes("sight") && this.sights.click(point, this.camera.transform.k)) return;
    if (number) {
      this.choose(number);
      return;
    }
    const other = event.shiftKey ? { from: "to", to: "from" }[this.sidebar.clicks] : this.sidebar.clicks;
    this.endMoved(other, this.panels[0].panel.handles.within(point), true);
    offer(`The ${other === "to" ? "target" : "source"} is here now.`, "Put back", () => this.undoEnds());
  }

  choose(number) {
    this.settings.shown = this.settings.shown === number ? 0 : number;
    this.showAll();
    this.address();
  }

  key(event) {
    if (/^[1-9]$/.test(event.key)) this.choose(Number(event.key));
    else if (event.key === "Escape") this.choose(this.settings.shown);
    else return this.camera.key(event);
    return true;
  }

  // A key with Ctrl.
  command(event) {
    const letter = event.key.toLowerCase();
    if (!this.past || !/^[zy]$/.test(letter)) return false;
    this.undoEnds(letter === "y" || event.shiftKey);
    return true;
  }

  save(kind) {
    const name = `pathfan-${this.ground.info.name}`;
    const asked = this.panels.filter(({ answer }) => answer);
    const answers = asked.map(({ method, answer, question }) => ({ method, request: question.body, answer }));
    const shots = this.panels.map(({ panel, answer, method }) => ({
      panel,
      answer,
      name: methodName(method),
      mesh: this.settings.layers.includes("mesh"),
      wide: this.settings.layers.includes("corridor") ? corridor(answer) : 0,
    }));
    if (kind === "svg") saveSvg(name, shots);
    else if (kind === "png") savePng(name, shots).catch(complain);
    else if (kind === "json") saveJson(name, answers);
    else saveGeojson(name, answers);
  }

  // ---- Address ----

  address() {
    clearTimeout(this.addressTimer);
    this.addressTimer = setTimeout(() => this.writeAddress(), ADDRESS_MS);
  }

  writeAddress() {
    if (this.over || !this.ground || !this.settings.from) return;
    history.replaceState(null, "", format(this.settings, this.ground.size));
  }

  link() {
    this.writeAddress();
    return location.href;
  }

  end() {
    this.over = true;
    this.resizes.disconnect();
    this.words.end();
    clearTimeout(this.addressTimer);
    this.dropPanels();
    this.fields?.end();
    this.sights.end();
  }
}
