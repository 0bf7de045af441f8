// The sidebar of a map: facts, both ends, all settings, layers and exports.

import * as api from "./api.js";
import { Check, Choice, NumberControl, Segments, pair, section } from "./controls.js";
import { h, iconButton, put } from "./dom.js";
import { TOOLS } from "./explore-tools.js";
import { fileOf, inFolder } from "./folder.js";
import { ignoredBlock } from "./ignored.js";
import { JobBar } from "./jobs.js";
import { METHODS, mayAsk, mayBecome } from "./methods.js";
import { FILL, LAYERS, NUMBERS, hasLayer, willHaveLayer } from "./settings.js";
import { bytes, coordinate, extent, figure, plural } from "./words.js";

// Describes a terrain's roads, rivers and areas.
function terrainFacts({ roads, rivers, areas, background_rate }) {
  return [plural(roads, "road"), plural(rivers, "river"), ...(areas ? [plural(areas, "area")] : []), `ground rate ${figure(background_rate)}`].join(" · ");
}

export class Sidebar {
  // calls: changed(rests), layers(), tool(name, on), ends(rests), undo(again), method(), save(kind)
  constructor(settings, calls) {
    this.settings = settings;
    this.calls = calls;
    this.clicks = "to";
    this.name = h("h1", {}, "…");
    this.facts = h("p", { class: "facts fine" });
    this.ignored = h("div", {});
    this.job = new JobBar();
    this.edit = h("a", { class: "button small", hidden: true }, "Edit drawing");
    this.source = h("a", { class: "button small", hidden: true, download: true }, "Map file");
    this.saved = h("a", { class: "button small", hidden: true, title: "the index, for pathfan's programs and libraries" }, "Index");
    this.crowd = h("a", { class: "button small", hidden: true }, "Crowd");
    this.root = h(
      "aside",
      { class: "side", "aria-label": "Settings" },
      h("section", { class: "side-section" }, h("a", { class: "crumb", href: "#maps" }, "All maps"), this.name, this.facts, this.ignored, this.job.root, h("div", { class: "row" }, this.edit, this.crowd, this.source, this.saved)),
      section("From and to", this.makeEnds()),
      this.makeTools(),
      section("Method", this.makeMethods()),
      (this.bounds = section("Bounds", this.makeNumbers(), this.makeFill())),
      (this.index = h("details", { class: "side-section" }, h("summary", {}, h("h2", {}, "Index")), this.makeEffort())),
      section("Layers", this.makeLayers()),
      section("Save", this.makeSave()),
    );
  }

  makeEnds() {
    this.ends = {};
    this.endFloors = {}; // the names of their floors
    const rows = [
      ["from", "Start", "S"],
      ["to", "Goal", "T"],
    ].map(([name, words, letter]) => {
      const inputs = ["x", "y"].map((axis, i) =>
        h("input", {
          type: "number",
          step: "any",
          "aria-label": `${words} ${axis}`,
          onchange: (event) => {
            const value = event.target.valueAsNumber;
            if (Number.isFinite(value)) {
              const at = this.settings[name];
              const local = this.floors.local(at).map((old, j) => (j === i ? value : old));
              this.settings[name] = this.floors.plane(local, this.floors.at(at));
              this.calls.ends(true);
            } else this.showEnds();
          },
        }),
      );
      this.ends[name] = inputs;
      this.endFloors[name] = h("span", { class: "end-floor fine" });
      return h("div", { class: "end-row" }, h("i", { class: `end-mark end-${name}`, "aria-hidden": "true" }, letter), inputs, this.endFloors[name]);
    });
    const swap = iconButton("swap", "Swap start and goal", () => this.swap());
    this.back = iconButton("undo", "Undo", () => this.calls.undo(false));
    this.again = iconButton("redo", "Redo", () => this.calls.undo(true));
    this.showPast(false, false);
    this.clickChoice = new Segments("A click on the map sets", [["from", "start"], ["to", "goal"]], (value) => (this.clicks = value));
    this.clickChoice.show(this.clicks);
    this.snap = new Check("Snap to free space", "a blocked end moves to the nearest free point within 5% of the map", (on) => {
      this.settings.snap = on;
      this.calls.changed(true);
    });
    return [h("div", { class: "ends" }, h("div", { class: "end-rows" }, rows), h("div", { class: "end-tools" }, swap, this.back, this.again)), pair("A click sets", this.clickChoice), this.snap.root, this.makeRadius()];
  }

  // Shown for an index of several radii.
  makeRadius() {
    this.radius = new Choice("Agent radius", [], (value) => {
      this.settings.radius = Number(value);
      this.calls.changed(true);
    });
    this.radiusRow = pair("Agent radius", this.radius);
    return this.radiusRow;
  }

  setRadii(radii) {
    this.radiusRow.hidden = radii.length < 2;
    this.radius.select.replaceChildren(...radii.map((radius) => h("option", { value: radius }, figure(radius))));
    if (!radii.includes(this.settings.radius)) this.settings.radius = 0;
  }

  swap() {
    [this.settings.from, this.settings.to] = [this.settings.to, this.settings.from];
    this.calls.ends(true);
  }

  makeMethods() {
    this.method = new Choice("Method", METHODS, (value) => {
      this.settings.method = value;
      this.calls.method();
    });
    this.compare = new Choice("Compare with", [["", "nothing"], ...METHODS], (value) => {
      this.settings.compare = value;
      this.calls.method();
    });
    this.comparing = pair("Compare with", this.compare);
    return [pair("Method", this.method), this.comparing];
  }

  makeNumbers() {
    this.numbers ??= {};
    return NUMBERS.map((number) => {
      const control = new NumberControl(number, (value, rests) => {
        this.settings[number.name] = value;
        this.fill.enable(this.settings.separation > 0);
        this.calls.changed(rests);
      });
      this.numbers[number.name] = control;
      return control.root;
    });
  }

  makeFill() {
    this.fill = new Check(FILL.label, FILL.hint, (on) => {
      this.settings.fill = on;
      this.calls.changed(true);
    });
    return this.fill.root;
  }

  makeEffort() {
    this.effort = new Segments(
      "Effort",
      [
        ["fast", "fast", "via nodes of the two regions"],
        ["thorough", "thorough", "where these give too few paths, every corner is tried"],
      ],
      (value) => {
        this.settings.effort = value;
        this.calls.changed(true);
      },
    );
    return pair("Effort", this.effort);
  }

  makeLayers() {
    this.layers = LAYERS.map(([name, label, hint, takes]) => {
      const check = new Check(label, hint, (on) => {
        const others = this.settings.layers.filter((other) => other !== name);
        this.settings.layers = on ? [...others, name] : others;
        this.calls.layers();
      });
      return { name, check, takes };
    });
    return h("div", { class: "checks" }, this.layers.map(({ check }) => check.root));
  }

  // Switches for those of the explore view's tools that have a label.
  makeTools() {
    this.tools = TOOLS.filter(({ label }) => label).map(({ name, label, hint, takes }) => {
      const check = new Check(label, hint, (on) => this.calls.tool(name, on));
      return { name, check, takes };
    });
    return section("Tools", h("div", { class: "checks" }, this.tools.map(({ check }) => check.root)));
  }

  // Focuses the switch of a tool.
  focusTool(wanted) {
    this.tools.find(({ name }) => name === wanted).check.input.focus();
  }

  makeSave() {
    const button = (kind, label, hint) => h("button", { type: "button", class: "small", title: hint, onclick: () => this.calls.save(kind) }, label);
    return h("div", { class: "row" }, button("svg", "SVG", "the view as a drawing"), button("png", "PNG", "the view as a picture"), button("json", "JSON", "the answers"), button("geojson", "GeoJSON", "the paths"));
  }

  setMap({ info, floors, hasAreas }) {
    this.info = info;
    this.floors = floors;
    this.name.textContent = info.name;
    const facts = [extent(info)];
    if (info.n && !info.terrain) facts.push(plural(info.n, "corner"));
    if (info.terrain) facts.push(terrainFacts(info.terrain));
    facts.push(info.polygons ? plural(info.polygons, "cell") : "all of it blocked");
    if (floors.list.length) facts.push(plural(floors.list.length, "floor"));
    const radii = info.radii ?? [];
    if (radii.length > 1) facts.push(`agent radii ${radii.map(figure).join(", ")}`);
    else if (info.agent_radius > 0) facts.push(`agent radius ${figure(info.agent_radius)}`);
    if (info.kind === "index" && info.file_bytes) facts.push(`index ${bytes(info.file_bytes)}`);
    if (info.kind !== "index" && !info.terrain) facts.push("no index");
    this.facts.textContent = facts.join(" · ");
    this.ignored.replaceChildren(...[ignoredBlock(info.ignored)].filter(Boolean));
    this.setRadii(radii);
    this.edit.hidden = !info.editable;
    this.edit.href = `#draw=${encodeURIComponent(info.id)}`;
    this.crowd.hidden = Boolean(info.terrain);
    this.crowd.href = `#crowd&map=${encodeURIComponent(info.id)}`;
    this.source.hidden = false;
    this.source.href = api.source(info.id);
    this.saved.hidden = !inFolder;
    this.saved.href = fileOf(info.id, "index");
    this.saved.download = `${info.name}.pathfan`;
    for (const list of [this.method, this.compare])
      list.allow((method) => !method || mayAsk(info, method), (method) => !method || mayBecome(info, method));
    for (const part of [this.comparing, this.bounds]) part.hidden = Boolean(info.terrain) && info.kind !== "index" && !(hasAreas && part === this.bounds);
    this.index.hidden = this.fill.root.hidden = Boolean(info.terrain);
    for (const { check, takes } of [...this.layers, ...this.tools]) {
      check.enable(hasLayer(info, takes));
      check.root.hidden = !willHaveLayer(info, takes);
    }
    this.show();
  }

  show() {
    const { settings } = this;
    this.showEnds();
    for (const { name } of NUMBERS) this.numbers[name].show(settings[name]);
    const methods = [settings.method, settings.compare];
    this.fill.show(settings.fill);
    this.fill.enable(settings.separation > 0);
    this.effort.show(settings.effort);
    if (settings.effort !== "fast") this.index.open = true;
    this.effort.root.disabled = !methods.includes("index");
    this.method.show(settings.method);
    this.compare.show(settings.compare);
    this.snap.show(settings.snap);
    this.radius.show(settings.radius || (this.info?.radii?.[0] ?? 0));
    for (const { name, check } of this.layers) check.show(settings.layers.includes(name));
    for (const { name, check } of this.tools) check.show(name in settings.tools);
  }

  showPast(before, after) {
    this.back.disabled = !before;
    this.again.disabled = !after;
  }

  showEnds() {
    const size = this.info ? Math.max(this.info.width, this.info.height) : 100;
    for (const name of ["from", "to"]) {
      const at = this.settings[name];
      if (!at) continue;
      put(this.endFloors[name], this.floors?.list.length ? `floor ${this.floors.nameAt(at)}` : "");
      (this.floors?.local(at) ?? at).forEach((value, i) => {
        const words = coordinate(value, size);
        if (this.ends[name][i].value !== words) this.ends[name][i].value = words;
      });
    }
  }
}
