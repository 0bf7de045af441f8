// Tools of the explore view: what is done or shown on a map beyond dragging ends and reading paths.
// Each is a class in a file of its own, which is fetched when the tool is first wanted.
//
// To add one, add a row to TOOLS: its name, when it is wanted, and who gives its class. A row with a
// label (and a hint) gets a switch beside the map, where the map has what it takes (settings.js), and a
// place in the address: settings.tools[name] is "1" while it is on, or a text that the tool puts there. The class is made with the view (settings,
// ground, panels, camera, ask(), showAll(), address()), and has of these what it needs:
//
//   changed()                 it has been made; layers, tools, panels or the ground are others
//   asks(body, rests)         puts what it wants into a request for paths
//   asked(rests)              paths are asked for: ends or settings are others
//   answered(slot)            a panel has another answer
//   moved()                   the map is seen from elsewhere
//   hovered(point or null)    the pointer is there
//   clicked(point, event)     true if the click was for it
//   key(event)                true if the key was
//   holds(event, fingers)     true if a pointer that goes down on the map is for it, and doesn't move that
//   shown                     what the panels' layers show of it (layers.js, sights)
//   end()                     it isn't wanted any more
//
// These names are calls: no field of the class may have one.
// Where a row says `undone`, what its tool has in the address is taken back with the ends: the tool calls
// view.stepped() when it has come to rest.

import { lazily } from "./lazily.js";

const shows = (view, ...layers) => layers.some((name) => view.settings.layers.includes(name));

// Whether a tool is on that terrains don't have.
const onPlain = (view, name) => name in view.settings.tools && !view.ground.terrain;

export const TOOLS = [
  { name: "sights", wanted: (view) => view.indexed && shows(view, "sight", "cones"), load: async () => (await lazily(() => import("./sights.js"))).Sights },
  { name: "field", wanted: (view) => Boolean(view.ground.terrain) && shows(view, "field"), load: async () => (await lazily(() => import("./cost-field.js"))).CostField },
  { name: "walk", label: "Walkers", hint: "who starts at S and spreads over the paths, by time", load: async () => (await lazily(() => import("./walkers.js"), "tools")).Walkers },
  { name: "heat", label: "Heat map", hint: "the floor by how many ways lead there from S, or by detour", takes: "index", wanted: (view) => onPlain(view, "heat") && view.indexed, load: async () => (await lazily(() => import("./heat-map.js"), "tools")).HeatMap },
  { name: "score", label: "Scoreboard", hint: "random queries to all methods of this map, compared", takes: "plain", wanted: (view) => onPlain(view, "score"), load: async () => (await lazily(() => import("./scoreboard.js"), "tools")).Scoreboard },
  { name: "explain", label: "Explain", hint: "step by step, why these paths, and why no others", takes: "plain", wanted: (view) => onPlain(view, "explain"), load: async () => (await lazily(() => import("./explain.js"), "tools")).Explain },
  { name: "avoid", label: "Areas to avoid", hint: "circles and polygons that no path may touch: draw them on the map", takes: "plain", undone: true, load: async () => (await lazily(() => import("./avoid.js"), "avoid")).Avoid },
  { name: "scen", label: "Query file", hint: "a .scen file of queries, to be gone through one by one", undone: true, load: async () => (await lazily(() => import("./scenario-tool.js"))).ScenarioTool },
  { name: "passages", label: "Passages", hint: "where each path is narrowest, and how wide that is", takes: "plain", load: async () => (await lazily(() => import("./passages-tool.js"), "passages")).PassagesTool },
];

export const UNDONE = TOOLS.filter(({ undone }) => undone).map(({ name }) => name);

export class Tools {
  // failed(error) when one can't be fetched.
  constructor(view, failed) {
    this.view = view;
    this.failed = failed;
    this.made = new Map(); // by name
    this.fetched = new Map(); // classes
  }

  // Makes those that are wanted now, ends those that aren't, and tells all that something has changed.
  update() {
    for (const row of TOOLS) {
      const tool = this.made.get(row.name);
      const wanted = this.isWanted(row);
      if (tool && !wanted) {
        this.made.delete(row.name);
        tool.end?.();
      } else if (tool) tool.changed?.();
      else if (wanted) this.make(row);
    }
  }

  isWanted({ name, wanted = (view) => name in view.settings.tools }) {
    return !this.over && wanted(this.view);
  }

  async make(row) {
    try {
      this.fetched.set(row.name, this.fetched.get(row.name) ?? (await row.load()));
    } catch (error) {
      if (!this.over) this.failed(error);
      return;
    }
    if (this.made.has(row.name) || !this.isWanted(row)) return; // meanwhile
    const Tool = this.fetched.get(row.name);
    const tool = new Tool(this.view);
    this.made.set(row.name, tool);
    tool.changed?.();
  }

  get(name) {
    return this.made.get(name);
  }

  // Calls what the tools have of that name; true if one says so, and then no others.
  tell(call, ...what) {
    for (const tool of this.made.values()) if (tool[call]?.(...what) === true) return true;
    return false;
  }

  // All that is to be seen of them.
  get shown() {
    return Object.assign({}, ...[...this.made.values()].map(({ shown }) => shown));
  }

  end() {
    this.over = true;
    for (const tool of this.made.values()) tool.end?.();
    this.made.clear();
  }
}
