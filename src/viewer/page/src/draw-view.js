// Draws a map: obstacles are added and removed, the server rebuilds the index in the background,
// and the paths follow automatically.

import * as api from "./api.js";
import { Asker } from "./asker.js";
import { Camera } from "./camera.js";
import { h, icon, iconButton, set } from "./dom.js";
import { DrawSide } from "./draw-side.js";
import { DrawTools } from "./draw-tools.js";
import { Drawing, toLists } from "./drawing.js";
import { DrawingSync } from "./drawing-sync.js";
import { JobBar } from "./jobs.js";
import { lazily } from "./lazily.js";
import { isSingle } from "./methods.js";
import { complain, notice, sorry } from "./notice.js";
import { loadGround, reach } from "./opening.js";
import { Panel } from "./panel.js";
import { save } from "./save.js";
import { defaults, request } from "./settings.js";
import { count, reason, time } from "./words.js";

const ROWS = { least: 3, most: 6 }; // that the table has room for

const TOOLS = [
  ["select", "Select", "select, move, reshape; round grips add corners, a double click takes one away; drag free space to pan"],
  ["rect", "Rectangle", "drag from corner to corner"],
  ["polygon", "Polygon", "click its corners; the first again, a double click or Enter ends it"],
  ["road", "Road", "click its points, near those of others to meet them; a double click or Enter ends it"],
  ["area", "Area", "click the corners of ground that costs more or less; the first again, a double click or Enter ends it"],
  ["river", "River", "click its points; a double click or Enter ends it"],
  ["bridge", "Bridge", "click a river where it can be crossed for nothing"],
];

// Tools for whose next thing the side has a form, with its defaults.
const NEXT = { road: { rate: 0.5 }, river: { cost: 10 }, area: { polygon: [], rate: 2 } };

const mapLink = (id) => `#map=${encodeURIComponent(id)}`;

export class DrawView {
  constructor(root, fragment) {
    this.root = root;
    const id = new URLSearchParams(fragment.slice(1)).get("draw");
    this.open(id).catch((error) => {
      if (this.over) return;
      const ways = [h("a", { class: "button", href: "#draw=new" }, "New drawing")];
      if (error.status === 409) ways.unshift(h("a", { class: "button", href: mapLink(id) }, "Explore this map"));
      this.root.replaceChildren(sorry("This map can't be edited", error, h("div", { class: "row" }, ways)));
    });
  }

  async open(id) {
    this.id = id;
    const [drawing, ground] = await Promise.all([api.drawing(id), loadGround(id)]);
    if (this.over) return;
    this.ground = ground;
    this.drawing = new Drawing(drawing, () => this.drawingChanged());
    this.sync = new DrawingSync(id, this.drawing, drawing.tag, { told: (state, job) => this.setState(state, job), built: (built) => this.built(built) });
    document.title = `${ground.info.name} – pathfan`;
    const [left, top, width, height] = this.drawing.box;
    this.settings = { ...defaults(), map: id, from: [left + 0.05 * width, top + 0.5 * height], to: [left + 0.95 * width, top + 0.5 * height] };
    this.next = structuredClone(NEXT);
    this.answer = null;
    this.asker = new Asker(
      (question, signal) => api.query(question.body, signal),
      (answer, question) => this.answered(answer, question),
      (error) => this.unanswered(error),
      (on) => this.panel.setBusy(on),
    );
    this.camera = new Camera(
      (transform) => {
        this.panel.move(transform);
        this.tools?.place();
      },
      (event, fingers) => this.tools.pans(event, fingers),
    );
    this.panel = new Panel({
      title: `Drawing ${ground.info.name}`,
      camera: this.camera,
      head: this.makeBar(),
      moved: (name, point, rests) => this.endMoved(name, point, rests),
      chosen: (number) => this.choose(number),
      clicked: (_point, _event, number) => number && this.tools.tool === "select" && this.choose(number),
      resized: (size) => this.camera.frame(this.drawing, size),
    });
    this.hint = h("p", { class: "tool-hint fine" });
    this.panel.screen.append(this.hint);
    const size = Math.max(width, height);
    const grid = size >= 24 ? 1 : 10 ** Math.floor(Math.log10(size / 20));
    this.tools = new DrawTools(this.panel, this.drawing, grid, this.next, (what) => this.toolsChanged(what));
    this.side = this.makeSide();
    this.root.replaceChildren(h("div", { class: "explore" }, this.side.root, h("section", { class: "stage", "aria-label": "Drawing and paths" }, h("div", { class: "panels drawing" }, this.panel.root))));
    this.showGround();
    this.toolsChanged();
    this.ask(true);
    if (ground.info.building) this.sync.follow(ground.info.building);
    this.warn = (event) => this.sync.dirty && event.preventDefault();
    addEventListener("beforeunload", this.warn);
  }

  // Shows the map that the index was built from: where the centre of an agent may be, if it has a
  // radius.
  showGround() {
    const { map } = this.panel;
    const { terrain, info } = this.ground;
    this.panel.setLegs(this.ground);
    map.margin = info.agent_radius > 0 && !terrain;
    map.setGround(map.margin ? this.ground : null);
  }

  makeSide() {
    return new DrawSide({
      drawing: this.drawing,
      settings: this.settings,
      info: this.ground.info,
      mapLink: mapLink(this.id),
      calls: {
        pick: (number) => this.pick(number),
        changeThing: (thing) => this.changeThing(thing),
        add: (kind) => this.addInTheMiddle(kind),
        saveAs: (format) => this.saveAs(format),
        share: () => this.share().catch(complain),
        ask: (rests) => this.ask(rests),
      },
    });
  }

  makeBar() {
    this.toolButtons = TOOLS.map(([tool, label, hint]) => h("button", { type: "button", class: "tool", "data-tool": tool, "aria-pressed": "false", title: hint, onclick: () => this.tools.setTool(tool) }, icon(tool), label));
    this.undoButton = iconButton("undo", "Undo", () => this.drawing.undo());
    this.redoButton = iconButton("redo", "Redo", () => this.drawing.redo());
    this.trashButton = iconButton("trash", "Delete what is selected", () => this.tools.removeSelected());
    this.jobBar = new JobBar();
    this.stateText = h("span", { role: "status" });
    const way = (label, onclick) => h("button", { type: "button", class: "small", onclick }, label);
    this.again = h("span", { hidden: true }, way("Try again", () => this.sync.changed()));
    this.either = h("span", { class: "row", hidden: true }, way("Keep mine", () => this.sync.keepMine()), way("Take theirs", () => this.sync.takeTheirs()));
    return h("div", { class: "panel-head draw-bar", role: "toolbar", "aria-label": "Drawing tools" }, this.toolButtons, h("i", { class: "gap" }), this.undoButton, this.redoButton, this.trashButton, h("div", { class: "draw-state fine" }, this.stateText, this.jobBar.root, this.again, this.either));
  }

  // Saves the map's file. A .map needs whole cells; otherwise the server says why it can't be had.
  async saveAs(format) {
    try {
      save(`${this.ground.info.name}.${format}`, await api.sourceFile(this.id, format));
    } catch (error) {
      complain(error);
    }
  }

  // Copies a link that contains the current drawing.
  async share() {
    const { linkOf } = await lazily(() => import("./drawing-link.js"));
    const link = location.href.replace(/#.*/, "") + (await linkOf(this.ground.info.name, toLists(this.drawing.now)));
    try {
      await navigator.clipboard.writeText(link);
      notice(`A link of ${count(link.length)} characters is copied. It carries the drawing as it is now.`);
    } catch {
      this.side.showLink(link);
      notice("The link is below Share: copy it from there.");
    }
  }

  // ---- The drawing ----

  // For use by keyboard: the new thing can then be moved with the arrow keys.
  addInTheMiddle(kind) {
    const [left, top, width, height] = this.drawing.box;
    const { grid } = this.tools;
    const round = (value) => Math.round(value / grid) * grid;
    const [x, y] = [round(left + 0.45 * width), round(top + 0.4 * height)];
    const [w, h] = [Math.max(grid, round(0.1 * width)), Math.max(grid, round(0.2 * height))];
    const box = [[x, y], [x + w, y], [x + w, y + h], [x, y + h]];
    const thing = kind === "obstacle" ? { rect: [x, y, w, h] } : kind === "area" ? { ...this.next.area, polygon: box } : { line: [[x, y], [x + w, y + h]], ...this.next[kind] };
    this.tools.setTool("select");
    this.tools.select(this.drawing.add(thing));
  }

  // Gives these properties to the selected thing, or to the next one drawn.
  changeThing(thing) {
    const { selected, tool } = this.tools;
    if (selected >= 0) {
      this.drawing.replace(selected, thing);
    } else {
      this.next[tool] = thing;
      this.showDrawing();
    }
  }

  drawingChanged() {
    this.showDrawing();
    this.sync.changed();
  }

  built(ground) {
    this.ground = ground;
    this.showGround();
    this.setState("done");
    this.ask(true);
  }

  setState(state, job = null) {
    const texts = { changed: "changed", building: "", done: this.ground.terrain ? "terrain up to date" : "index up to date", failed: "not built", cancelled: "cancelled", conflict: "changed elsewhere" };
    this.stateText.textContent = texts[state];
    this.jobBar.show(job);
    this.again.hidden = state !== "failed" && state !== "cancelled";
    this.either.hidden = state !== "conflict";
    this.panel.root.classList.toggle("stale", state !== "done"); // the paths are of another drawing
    this.panel.root.dataset.state = state;
  }

  showDrawing() {
    const extent = this.drawing.box;
    this.panel.map.plain = extent;
    this.panel.setExtent(extent);
    this.panel.map.refresh();
    this.tools.show();
    this.side.show(this.tools.selected, this.tools.tool in NEXT ? this.next[this.tools.tool] : null);
    set(this.undoButton, { disabled: this.drawing.past.before.length ? null : "" });
    set(this.redoButton, { disabled: this.drawing.past.after.length ? null : "" });
    set(this.trashButton, { disabled: this.tools.selected >= 0 ? null : "" });
    if (String(this.camera.box ?? extent) === String(extent)) return;
    this.camera.frame(this.drawing);
    for (const name of ["from", "to"]) this.settings[name] = this.panel.handles.within(this.settings[name]);
    this.showEnds();
  }

  pick(number) {
    this.tools.setTool("select");
    this.tools.select(number);
  }

  toolsChanged() {
    if (!this.tools) return;
    for (const button of this.toolButtons) set(button, { "aria-pressed": String(button.dataset.tool === this.tools.tool) });
    this.hint.textContent = TOOLS.find(([tool]) => tool === this.tools.tool)[2];
    this.showDrawing();
  }

  // ---- Paths ----

  endMoved(name, point, rests) {
    this.settings[name] = point;
    this.showEnds();
    this.ask(rests);
  }

  showEnds() {
    this.panel.handles.show({ from: this.settings.from, to: this.settings.to }, null);
  }

  ask(rests) {
    const indexed = this.ground.info.kind === "index";
    const { info } = this.ground;
    this.panel.root.style.setProperty("--rows", Math.max(ROWS.least, Math.min(this.settings.paths, ROWS.most)));
    const method = info.terrain ? "terrain" : !indexed && this.settings.method === "index" ? "dissimilarity" : this.settings.method;
    this.side.setMap(info, method);
    this.panel.root.classList.toggle("one-way", Boolean(info.terrain)); // one path, over its roads
    const body = { ...request(this.settings, method, reach(this.ground), this.ground), measures: rests };
    this.asker.put({ body, method, settings: { ...this.settings } });
  }

  answered(answer, question) {
    this.answer = answer;
    this.question = question;
    this.error = null;
    this.show();
  }

  choose(number) {
    this.settings.shown = this.settings.shown === number ? 0 : number;
    this.show();
  }

  unanswered(error) {
    this.answer = null;
    this.error = error.message;
    this.show();
  }

  show() {
    const { settings, answer } = this;
    const spent = answer?.time_us == null ? "" : ` · ${time(answer.time_us)}`;
    this.panel.show({
      answer,
      ends: { from: settings.from, to: settings.to },
      shown: settings.shown,
      wanted: this.question && isSingle(this.question.method, this.ground.hasAreas) ? 1 : settings.paths,
      reason: this.error ?? (answer ? reason(answer, this.question.settings, this.question.method) + spent : "Asking…"),
    });
  }

  key(event) {
    if (!this.tools) return false;
    if (/^[1-9]$/.test(event.key)) this.choose(Number(event.key));
    else return this.camera.key(event) || this.tools.key(event);
    return true;
  }

  // Handles a key with Ctrl.
  command(event) {
    if (!this.tools) return false;
    const letter = event.key.toLowerCase();
    if (letter === "z" && !event.shiftKey) this.drawing.undo();
    else if (letter === "z" || letter === "y") this.drawing.redo();
    else return false;
    return true;
  }

  end() {
    this.over = true;
    removeEventListener("beforeunload", this.warn);
    this.sync?.end();
    this.asker?.end();
    this.panel?.end();
  }
}
