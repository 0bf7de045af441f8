// The tools of one explore view (explore-tools.js): fetches those that are wanted, makes and ends
// them, and passes the view's calls on to them.

import { TOOLS } from "./explore-tools.js";
import { lazily } from "./lazily.js";

const docked = (load, ...sheets) => lazily(load, "tools", ...sheets); // a tool with a dock (dock.js)

// Each returns a class. They are listed here and not in TOOLS, which the tools themselves import.
const CLASSES = {
  floors: async () => (await lazily(() => import("./floor-switch.js"), "floors")).FloorSwitch,
  doors: async () => (await lazily(() => import("./doors.js"))).Doors,
  avoid: async () => (await docked(() => import("./avoid.js"), "avoid")).Avoid,
  passages: async () => (await docked(() => import("./passages-tool.js"), "passages")).PassagesTool,
  walk: async () => (await docked(() => import("./walkers.js"))).Walkers,
  heat: async () => (await docked(() => import("./heat-map.js"))).HeatMap,
  explain: async () => (await docked(() => import("./explain.js"))).Explain,
  score: async () => (await docked(() => import("./scoreboard.js"))).Scoreboard,
  scen: async () => (await docked(() => import("./scenario-tool.js"))).ScenarioTool,
  sights: async () => (await lazily(() => import("./sights.js"))).Sights,
  field: async () => (await lazily(() => import("./cost-field.js"))).CostField,
};

export class ToolHost {
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

  async fetch({ name }) {
    try {
      this.fetched.set(name, await CLASSES[name]());
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
