// The controls beside running crowds: place, agents, flows, display.

import { Check, Choice, NumberControl, Segments, pair, section } from "./controls.js";
import { COLOURS, ENVIRONMENTS, LAWS, NUMBERS, SPAWNS, STRATEGIES } from "./crowd-settings.js";
import { h, iconButton } from "./dom.js";
import { extent, plural, rounded } from "./words.js";

const MAP = "map:"; // before the id of a map, among the names of environments

export class CrowdSide {
  // calls: place(environment, map), begin(), compare(), look(), pace(), flows(list), tool(name),
  // open(). Changes the settings directly.
  constructor(settings, calls) {
    this.settings = settings;
    this.calls = calls;
    this.facts = h("p", { class: "facts fine" });
    this.place = h("select", { "aria-label": "Where", onchange: () => this.choosePlace(this.place.value) });
    this.flowRows = h("div", { class: "flow-rows" });
    this.flowTool = h("button", { type: "button", class: "small", "aria-pressed": "false", onclick: () => calls.tool("flow") }, "Draw a flow");
    this.ownFlows = h("button", { type: "button", class: "small", hidden: true, onclick: () => calls.flows(null) }, "Those it had");
    this.closeTool = h("button", { type: "button", class: "small", "aria-pressed": "false", onclick: () => calls.tool("close") }, "Close an area");
    this.openAll = h("button", { type: "button", class: "small", hidden: true, onclick: () => calls.open() }, "Open all, begin anew");
    this.closedWords = h("p", { class: "fine", role: "status" });
    this.numbers = Object.fromEntries(NUMBERS.map((number) => [number.name, new NumberControl(number, (value, rests) => this.numberChanged(number.name, value, rests))]));
    this.spawn = new Segments("Agents start", SPAWNS, (value) => this.set("spawn", value, "begin"));
    this.law = new Choice("Law", LAWS, (value) => this.set("law", value, "begin"));
    this.compare = new Choice("Compare with", [["", "nothing"], ...STRATEGIES], (value) => this.set("compare", value, "compare"));
    this.colour = new Segments("Colour of agents", COLOURS, (value) => this.set("colour", value, "look"));
    this.density = new Check("Density", "how much of each cell its agents take up", (on) => this.set("density", on, "look"));
    this.root = h(
      "aside",
      { class: "side crowd-side", "aria-label": "Settings" },
      h("section", { class: "side-section" }, h("h1", {}, "Crowds"), pair("Where", { root: this.place }), this.facts),
      section("While it runs", pair("Compare with", this.compare), this.numbers.pace.root, h("div", { class: "row" }, this.closeTool, this.openAll), this.closedWords),
      section("Show", pair("Agents by", this.colour), this.density.root),
      section("Crowd", this.numbers.agents.root, pair("Start", this.spawn), pair("Law", this.law), this.numbers.seed.root),
      section("Flows", this.flowRows, h("div", { class: "row" }, this.flowTool, this.ownFlows)),
    );
    this.show();
  }

  set(name, value, call) {
    this.settings[name] = value;
    this.calls[call]();
  }

  numberChanged(name, value, rests) {
    this.settings[name] = value;
    if (name === "pace") this.calls.pace();
    else if (rests) this.calls.begin();
  }

  choosePlace(value) {
    if (value.startsWith(MAP)) this.calls.place(null, value.slice(MAP.length));
    else this.calls.place(value, null);
  }

  setPlaces(maps) {
    const options = (list, make) => list.map((each) => h("option", { value: make(each)[0] }, make(each)[1]));
    this.place.replaceChildren(
      h("optgroup", { label: "Environments" }, options(ENVIRONMENTS, (each) => each)),
      ...(maps.length ? [h("optgroup", { label: "Maps" }, options(maps, ({ id, name }) => [MAP + id, name]))] : []),
    );
    this.show();
  }

  // flows: those in use; own: whether they come from the settings; ground: or null.
  setFlows(flows, own, ground) {
    const size = ground?.size ?? 1000;
    this.facts.textContent = ground ? `${extent(ground)} · ${plural(ground.cells, "cell")}` : "";
    this.ownFlows.hidden = !own;
    this.flowRows.replaceChildren(...flows.map((flow, i) => this.flowRow(flow, i, flows, size)));
  }

  flowRow(flow, number, flows, size) {
    const input = (end, axis) =>
      h("input", {
        type: "number",
        step: "any",
        value: rounded(flow[end][axis], size < 20 ? 3 : size < 1000 ? 1 : 0),
        "aria-label": `Flow ${number + 1} ${end === "from" ? "start" : "goal"} ${axis ? "y" : "x"}`,
        onchange: (event) => {
          const value = event.target.valueAsNumber;
          if (!Number.isFinite(value)) return;
          const changed = { ...flow, [end]: flow[end].map((old, i) => (i === axis ? value : old)) };
          this.calls.flows(flows.map((each, i) => (i === number ? changed : each)));
        },
      });
    const remove = iconButton("trash", `Remove flow ${number + 1}`, () => this.calls.flows(flows.filter((_, i) => i !== number)));
    remove.disabled = flows.length === 1;
    return h("div", { class: "flow-row" }, h("i", { class: `flow-number flow-${number % 6}`, "aria-hidden": "true" }, number + 1), input("from", 0), input("from", 1), input("to", 0), input("to", 1), remove);
  }

  showTool(tool) {
    this.flowTool.setAttribute("aria-pressed", String(tool === "flow"));
    this.closeTool.setAttribute("aria-pressed", String(tool === "close"));
  }

  showClosed(closed) {
    this.openAll.hidden = !closed.length;
    this.closedWords.textContent = closed.length ? `Closed: ${closed.map(({ step }) => `at step ${step}`).join(", ")}.` : "";
  }

  // indexed: whether the strategy "alternatives" is available.
  show(indexed = true) {
    const { settings } = this;
    this.place.value = settings.map ? MAP + settings.map : settings.environment;
    for (const { name } of NUMBERS) this.numbers[name].show(settings[name]);
    for (const name of ["spawn", "law", "compare", "colour", "density"]) this[name].show(settings[name]);
    this.compare.allow((value) => indexed || value !== "alternatives");
  }
}
