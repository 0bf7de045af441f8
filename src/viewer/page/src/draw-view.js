// Drawing a map: obstacles are added and removed, the server rebuilds the index in the
// background, and the paths follow by themselves.

import * as api from "./api.js";
import { Asker } from "./asker.js";
import { Camera } from "./camera.js";
import { Choice, NumberControl } from "./controls.js";
import { h, icon, set } from "./dom.js";
import { Drawing } from "./drawing.js";
import { DrawTools } from "./draw-tools.js";
import { watch } from "./jobs.js";
import { complain, notice } from "./notice.js";
import { loadGround, reach } from "./opening.js";
import { Panel } from "./panel.js";
import { save } from "./save.js";
import { METHODS, NUMBERS, defaults, request } from "./settings.js";
import { plural, reason, time } from "./words.js";

const PAUSE_MS = 350; // without a change, before a rebuild is asked for
const LISTED = 300; // obstacles in the list; the others are on the map
const SIDE = { min: 1, max: 16384 };

const TOOLS = [
  ["select", "Select", "select, move and reshape; drag free space to pan"],
  ["rect", "Rectangle", "drag from corner to corner"],
  ["polygon", "Polygon", "click its corners; double click or Enter ends it"],
];

export class DrawView {
  constructor(root, fragment) {
    this.root = root;
    const id = new URLSearchParams(fragment.slice(1)).get("draw");
    if (!id || id === "new") this.showForm();
    else
      this.open(id).catch((error) => {
        if (this.over) return;
        this.root.replaceChildren(h("div", { class: "sorry" }, h("h1", {}, "This map can't be edited"), h("p", {}, error.message), h("a", { class: "button", href: "#draw=new" }, "New drawing")));
      });
  }

  // ---- A new one ----

  showForm() {
    document.title = "New drawing – pathfan";
    const name = h("input", { type: "text", value: "drawing", required: true, maxlength: 60 });
    const size = ["width", "height"].map((what, i) => h("input", { type: "number", ...SIDE, step: "any", value: [100, 60][i], required: true }));
    const file = h("input", { type: "file", accept: ".map,.geojson,.json", onchange: () => this.load(file.files[0]) });
    const form = h(
      "form",
      {
        class: "prose draw-side",
        onsubmit: (event) => {
          event.preventDefault();
          this.create({ name: name.value, width: size[0].valueAsNumber, height: size[1].valueAsNumber, obstacles: [] });
        },
      },
      h("p", {}, "An empty map to put obstacles on. Its index is rebuilt in the background after each change, and the paths follow."),
      h("label", {}, "Name", name),
      h("label", { class: "field" }, "Width, map units", size[0]),
      h("label", { class: "field" }, "Height, map units", size[1]),
      h("div", {}, h("button", { class: "primary" }, "Create")),
    );
    this.root.replaceChildren(
      h("div", { class: "page" }, h("div", { class: "page-head" }, h("h1", {}, "New drawing")), form, h("div", { class: "prose from-file" }, h("h2", {}, "Or open a file"), h("label", {}, "A .map of cells or GeoJSON polygons", file))),
    );
  }

  async load(file) {
    if (!file) return;
    try {
      await this.create({ name: file.name.replace(/\.[a-z]+$/i, "") || "map", source: await file.text() });
    } catch (error) {
      complain(error);
    }
  }

  async create(body) {
    try {
      const { map } = await api.addMap(body);
      location.hash = map.editable ? `#draw=${encodeURIComponent(map.id)}` : `#map=${encodeURIComponent(map.id)}`;
    } catch (error) {
      complain(error);
    }
  }

  // ---- An existing one ----

  async open(id) {
    this.id = id;
    const [drawing, ground] = await Promise.all([api.drawing(id), loadGround(id)]);
    if (this.over) return;
    this.ground = ground;
    this.drawing = new Drawing(drawing, () => this.drawingChanged());
    document.title = `${ground.info.name} – pathfan`;
    const { width, height } = drawing;
    this.settings = { ...defaults(), map: id, from: [0.05 * width, 0.5 * height], to: [0.95 * width, 0.5 * height] };
    this.answer = null;
    this.asker = new Asker(
      (question) => api.query(question.body),
      (answer, question) => this.answered(answer, question),
      (error) => this.failed(error),
    );
    this.camera = new Camera(
      (transform) => {
        this.panel.move(transform);
        this.tools?.place();
      },
      (event) => this.tools.pans(event),
    );
    this.panel = new Panel({
      title: `Drawing ${ground.info.name}`,
      camera: this.camera,
      head: this.makeBar(),
      moved: (name, point, rests) => this.endMoved(name, point, rests),
      chosen: (number) => this.choose(number),
      clicked: (_point, _event, number) => number && this.tools.tool === "select" && this.choose(number),
      resized: (w, t) => this.frame(w, t),
    });
    this.panel.root.classList.add("drawing");
    const size = Math.max(width, height);
    const grid = size >= 24 ? 1 : 10 ** Math.floor(Math.log10(size / 20));
    this.tools = new DrawTools(this.panel, this.drawing, grid, (what) => this.toolsChanged(what));
    this.panel.screen.append(
      h("div", { class: "view-tools", role: "group", "aria-label": "View" }, this.zoomTool("plus", "Zoom in", () => this.camera.by(1.5)), this.zoomTool("minus", "Zoom out", () => this.camera.by(1 / 1.5)), this.zoomTool("fit", "Show all of the map", () => this.camera.fit())),
    );
    this.root.replaceChildren(h("div", { class: "explore" }, this.makeSide(), h("section", { class: "stage", "aria-label": "Drawing and paths" }, h("div", { class: "panels" }, this.panel.root))));
    this.showDrawing();
    this.ask(true);
    if (ground.info.building) this.follow(ground.info.building);
  }

  zoomTool(name, label, action) {
    return h("button", { type: "button", class: "tool", title: label, "aria-label": label, onclick: action }, icon(name));
  }

  makeBar() {
    this.toolButtons = TOOLS.map(([tool, label, hint]) => h("button", { type: "button", class: "tool", "data-tool": tool, "aria-pressed": "false", title: hint, onclick: () => this.tools.setTool(tool) }, icon(tool), label));
    const action = (name, label, run) => h("button", { type: "button", class: "tool", "aria-label": label, title: label, onclick: run }, icon(name));
    this.undoButton = action("undo", "Undo", () => this.drawing.undo());
    this.redoButton = action("redo", "Redo", () => this.drawing.redo());
    this.trashButton = action("trash", "Delete the selected obstacle", () => this.tools.removeSelected());
    this.bar = h("progress", { max: 1, value: 0, "aria-label": "Index being rebuilt", hidden: true });
    this.stateText = h("span", {}, "");
    return h("div", { class: "draw-bar", role: "toolbar", "aria-label": "Drawing tools" }, this.toolButtons, h("i", { class: "gap" }), this.undoButton, this.redoButton, this.trashButton, h("div", { class: "draw-state", role: "status" }, this.bar, this.stateText));
  }

  makeSide() {
    const size = ["width", "height"].map((what) =>
      h("input", {
        type: "number",
        ...SIDE,
        step: "any",
        value: this.drawing.now[what],
        onchange: (event) => {
          const value = event.target.valueAsNumber;
          if (value >= SIDE.min && value <= SIDE.max) this.drawing.resize(what === "width" ? value : this.drawing.now.width, what === "height" ? value : this.drawing.now.height);
          else this.showDrawing();
        },
      }),
    );
    this.sizeInputs = size;
    this.list = h("ul", { class: "obstacle-list", "aria-label": "Obstacles" });
    this.count = h("span", { class: "fine" });
    this.method = new Choice("Method", METHODS, (value) => {
      this.settings.method = value;
      this.ask(true);
    });
    const numbers = NUMBERS.filter((number) => !number.index).map((number) => {
      const control = new NumberControl(number, (value, rests) => {
        this.settings[number.name] = value;
        this.ask(rests);
      });
      control.show(this.settings[number.name]);
      return control.root;
    });
    const file = (format, label) => h("button", { type: "button", class: "small", onclick: () => this.saveAs(format) }, label);
    const { info } = this.ground;
    this.addButton = h("button", { type: "button", class: "small", onclick: () => this.addInTheMiddle() }, "Add a rectangle");
    return h(
      "aside",
      { class: "side draw-side", "aria-label": "Drawing" },
      h("section", { class: "side-section map-section" }, h("a", { class: "crumb", href: "#maps" }, "All maps"), h("h1", { class: "map-name" }, info.name), h("a", { href: `#map=${encodeURIComponent(this.id)}` }, "Explore this map")),
      h("section", { class: "side-section" }, h("h2", {}, "Size"), h("label", { class: "field" }, "Width", size[0]), h("label", { class: "field" }, "Height", size[1])),
      h("section", { class: "side-section" }, h("h2", {}, "Obstacles"), this.count, this.list, h("div", { class: "row" }, this.addButton)),
      h("section", { class: "side-section" }, h("h2", {}, "Paths"), h("div", { class: "pair" }, h("span", {}, "Method"), this.method.root), numbers),
      h("section", { class: "side-section" }, h("h2", {}, "Save"), h("div", { class: "row" }, file("geojson", "GeoJSON"), file("map", ".map")), h("a", { href: "#draw=new" }, "New drawing or open a file")),
    );
  }

  frame(width, height) {
    this.size ??= [width, height];
    this.size = [width, height];
    const { width: w, height: t } = this.drawing.now;
    this.camera.frame([0, 0, w, t], width, height);
  }

  // The map's file; a .map is only had of whole cells, otherwise the server says why not.
  async saveAs(format) {
    try {
      save(`${this.ground.info.name}.${format}`, await api.sourceFile(this.id, format));
    } catch (error) {
      complain(error);
    }
  }

  // ---- The drawing ----

  addInTheMiddle() {
    const { width, height } = this.drawing.now;
    const { grid } = this.tools;
    const round = (value) => Math.max(grid, Math.round(value / grid) * grid);
    const rect = [round(0.45 * width), round(0.4 * height), round(0.1 * width), round(0.2 * height)];
    this.tools.setTool("select");
    this.tools.select(this.drawing.add({ rect }));
  }

  drawingChanged() {
    this.showDrawing();
    clearTimeout(this.pause);
    this.dirty = true;
    this.setState("changed");
    this.pause = setTimeout(() => this.rebuild(), PAUSE_MS);
  }

  // One rebuild at a time; what changes meanwhile waits for the next.
  async rebuild() {
    if (this.building || !this.dirty || this.over) return;
    this.building = true;
    try {
      while (this.dirty && !this.over) {
        this.dirty = false;
        const { width, height, obstacles } = this.drawing.now;
        const { job } = await api.putDrawing(this.id, { width, height, obstacles });
        await this.wait(job.id);
      }
    } catch (error) {
      if (!this.over) {
        complain(error);
        this.setState("failed");
      }
    } finally {
      this.building = false;
    }
  }

  async wait(id) {
    const job = await watch(id, (state) => this.setState("building", state), () => this.over);
    if (!job || this.over || this.dirty) return;
    this.ground = await loadGround(this.id);
    if (this.over) return;
    this.setState("done");
    this.ask(true);
  }

  async follow(id) {
    this.building = true;
    try {
      await this.wait(id);
    } catch (error) {
      if (!this.over) complain(error);
    }
    this.building = false;
    this.rebuild();
  }

  setState(state, job) {
    this.state = state;
    const texts = { changed: "changed", building: "rebuilding the index", done: "index up to date", failed: "not built" };
    this.stateText.textContent = texts[state];
    this.bar.hidden = state !== "building";
    if (job) this.bar.value = job.done ?? 0;
    this.panel.root.classList.toggle("stale", state === "changed" || state === "building");
    this.panel.root.dataset.state = state;
  }

  showDrawing() {
    const { width, height, obstacles } = this.drawing.now;
    this.panel.map.plain = [0, 0, width, height];
    this.panel.setExtent([0, 0, width, height]);
    this.panel.map.refresh();
    this.tools.show();
    this.sizeInputs[0].value = width;
    this.sizeInputs[1].value = height;
    this.count.textContent = plural(obstacles.length, "obstacle") + (obstacles.length > LISTED ? `, the first ${LISTED} listed` : "");
    this.list.replaceChildren(
      ...obstacles.slice(0, LISTED).map((obstacle, number) =>
        h("li", {}, h("button", { type: "button", "aria-pressed": String(number === this.tools.selected), onclick: () => this.pick(number) }, obstacle.rect ? "rectangle" : `polygon, ${obstacle.polygon.length} corners`, h("span", { class: "fine" }, this.whereIs(obstacle)))),
      ),
    );
    set(this.undoButton, { disabled: this.drawing.past.length ? null : "" });
    set(this.redoButton, { disabled: this.drawing.future.length ? null : "" });
    set(this.trashButton, { disabled: this.tools.selected >= 0 ? null : "" });
    const [w, t] = this.framed ?? [width, height];
    if (w !== width || t !== height) this.frame(...this.size);
    this.framed = [width, height];
  }

  whereIs(obstacle) {
    const [x, y] = obstacle.rect ?? obstacle.polygon[0];
    return `${Number(x.toFixed(2))}, ${Number(y.toFixed(2))}`;
  }

  pick(number) {
    this.tools.setTool("select");
    this.tools.select(number);
  }

  toolsChanged() {
    if (!this.tools) return;
    for (const button of this.toolButtons) set(button, { "aria-pressed": String(button.dataset.tool === this.tools.tool) });
    const focus = document.activeElement?.closest?.(".obstacle-list button");
    const number = focus ? [...this.list.querySelectorAll("button")].indexOf(focus) : -1;
    this.showDrawing();
    if (number >= 0) this.list.querySelectorAll("button")[number]?.focus();
  }

  // ---- Paths ----

  endMoved(name, point, rests) {
    this.settings[name] = point;
    this.panel.handles.show({ from: this.settings.from, to: this.settings.to }, null);
    this.ask(rests);
  }

  ask(rests) {
    const indexed = this.ground.info.kind === "index";
    this.method.allow("index", indexed);
    const method = !indexed && this.settings.method === "index" ? "dissimilarity" : this.settings.method;
    this.method.show(method);
    const body = { ...request(this.settings, method, reach(this.ground)), measures: rests };
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

  failed(error) {
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
      wanted: settings.paths,
      reason: this.error ?? (answer ? reason(answer, this.question.settings, this.question.method) + spent : "Asking…"),
    });
  }

  key(event) {
    if (!this.tools) return false;
    const command = event.ctrlKey || event.metaKey;
    const letter = event.key.toLowerCase();
    if (command && letter === "z") event.shiftKey ? this.drawing.redo() : this.drawing.undo();
    else if (command && letter === "y") this.drawing.redo();
    else if (command) return false;
    else if (event.key === "+" || event.key === "=") this.camera.by(1.5);
    else if (event.key === "-") this.camera.by(1 / 1.5);
    else if (event.key === "0") this.camera.fit();
    else if (/^[1-9]$/.test(event.key)) this.choose(Number(event.key));
    else return this.tools.key(event);
    return true;
  }

  end() {
    this.over = true;
    clearTimeout(this.pause);
    if (this.dirty && !this.building) {
      const { width, height, obstacles } = this.drawing.now;
      api.putDrawing(this.id, { width, height, obstacles }).catch((error) => notice(error.message, "fault"));
    }
    this.asker?.end();
    this.panel?.end();
  }
}
