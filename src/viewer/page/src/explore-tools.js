// Tools of the explore view: actions and displays beyond dragging ends and reading paths. Each is a
// class in a file of its own, fetched when the tool is first wanted.
//
// To add one, add a row to TOOLS: its name, when it is wanted, and how to load its class. A row
// with a label (and a hint) gets a switch beside the map, if the map supports the tool
// (settings.js), and a place in the address: settings.tools[name] is "1" while it is on, or a text
// that the tool puts there. The constructor gets the view (settings, ground, panels, camera, ask(),
// question(), showAll(), address()). The tool puts its controls into a Dock (dock.js) and
// implements any of these:
//
//   changed()                 it has been made; or layers, tools, panels or the ground have changed
//   asks(body)                adds its part to a request for paths
//   asked(rests)              paths are requested: ends or settings have changed
//   answered(slot)            a panel has a new answer
//   moved()                   the view of the map has changed
//   hovered(point or null)    the pointer is there
//   clicked(point, event)     handles a click; returns true if it did
//   key(event)                handles a key; returns true if it did
//   holds(event, fingers)     true if a pointer pressed on the map is for the tool and doesn't pan
//   shown                     what the panels' layers show of it (layers.js, sights)
//   end()                     it is no longer wanted
//
// These names are calls: no field of the class may have one. A row says `asks` if its tool
// implements asks(). If it says `undone`, undo also restores the tool's text in the address: the
// tool calls view.stepped() when it has come to rest.

import { lazily } from "./lazily.js";

const docked = (load, ...sheets) => lazily(load, "tools", ...sheets); // a tool with a dock (dock.js)
const shows = (view, ...layers) => layers.some((name) => view.settings.layers.includes(name));

// In the order of their switches, which is also the order in which they get clicks and keys: while
// areas are drawn, clicks go to them.
export const TOOLS = [
  { name: "avoid", label: "Areas to avoid", hint: "circles and polygons that no path may touch: draw them on the map", takes: "plain", asks: true, undone: true, load: async () => (await docked(() => import("./avoid.js"), "avoid")).Avoid },
  { name: "passages", label: "Passages", hint: "where each path is narrowest, and how wide that is", takes: "plain", load: async () => (await docked(() => import("./passages-tool.js"), "passages")).PassagesTool },
  { name: "walk", label: "Walkers", hint: "who starts at S and spreads over the paths, by time", load: async () => (await docked(() => import("./walkers.js"))).Walkers },
  { name: "heat", label: "Heat map", hint: "the floor by how many ways lead there from S, or by detour", takes: "index", wanted: (view) => "heat" in view.settings.tools && view.indexed, load: async () => (await docked(() => import("./heat-map.js"))).HeatMap },
  { name: "explain", label: "Explain", hint: "step by step, why these paths, and why no others", takes: "plain", load: async () => (await docked(() => import("./explain.js"))).Explain },
  { name: "score", label: "Scoreboard", hint: "random queries to all methods of this map, compared", takes: "plain", load: async () => (await docked(() => import("./scoreboard.js"))).Scoreboard },
  { name: "scen", label: "Query file", hint: "a .scen file of queries, to be gone through one by one", undone: true, load: async () => (await docked(() => import("./scenario-tool.js"))).ScenarioTool },
  { name: "sights", wanted: (view) => view.indexed && shows(view, "sight", "cones"), load: async () => (await lazily(() => import("./sights.js"))).Sights },
  { name: "field", wanted: (view) => Boolean(view.ground.terrain) && shows(view, "field"), load: async () => (await lazily(() => import("./cost-field.js"))).CostField },
];

export const UNDONE = TOOLS.filter(({ undone }) => undone).map(({ name }) => name);
// Whether a tool changes the paths.
export const asksWith = (wanted) => Boolean(TOOLS.find(({ name }) => name === wanted).asks);

export class Tools {
  // Calls failed(error) when a tool can't be fetched.
  constructor(view, failed) {
    this.view = view;
    this.failed = failed;
    this.made = new Map(); // by name
    this.fetched = new Map(); // classes, by name
  }

  // Makes the tools that are now wanted, ends the others, and tells those that stay of a change.
  update() {
    for (const row of TOOLS) {
      const tool = this.made.get(row.name);
      const wanted = this.isWanted(row);
      if (tool && !wanted) {
        this.made.delete(row.name);
        tool.end?.();
      } else if (tool) tool.changed?.();
      else if (wanted && this.fetched.has(row.name)) this.make(row);
      else if (wanted) this.makeLater(row);
    }
  }

  isWanted({ name, wanted = (view) => name in view.settings.tools }) {
    return !this.over && wanted(this.view);
  }

  // Fetches the tools that add to requests, so that the first request already includes them.
  async fetchAsking() {
    await Promise.all(TOOLS.filter((row) => row.asks && this.isWanted(row)).map((row) => this.fetch(row)));
  }

  async fetch({ name, load }) {
    try {
      this.fetched.set(name, await load());
    } catch (error) {
      if (!this.over) this.failed(error);
    }
  }

  make({ name }) {
    const Tool = this.fetched.get(name);
    const tool = new Tool(this.view);
    this.made.set(name, tool);
    tool.changed?.();
  }

  async makeLater(row) {
    await this.fetch(row);
    if (!this.fetched.has(row.name) || this.made.has(row.name) || !this.isWanted(row)) return; // the state may have changed meanwhile
    this.make(row);
    if (row.asks) this.view.ask(true);
  }

  // Calls this method of the tools that have it, in the order of TOOLS; stops and returns true when
  // one returns true.
  tell(call, ...what) {
    for (const { name } of TOOLS) if (this.made.get(name)?.[call]?.(...what) === true) return true;
    return false;
  }

  // The union of what the tools show.
  get shown() {
    return Object.assign({}, ...[...this.made.values()].map(({ shown }) => shown));
  }

  end() {
    this.over = true;
    for (const tool of this.made.values()) tool.end?.();
    this.made.clear();
  }
}
