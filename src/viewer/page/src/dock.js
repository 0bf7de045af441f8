// The docks of the explore view's tools: a drawer below the map has a dock for each tool that is
// on. It shows one of them, and tabs lead to the others. The open one is the tool that the address
// names last.
//
//   this.dock = new Dock(view, "walk", play, slider); ... this.dock.end();

import { Segments } from "./controls.js";
import { bring, h } from "./dom.js";
import { TOOLS } from "./explore-tools.js";

const labelOf = (wanted) => TOOLS.find(({ name }) => name === wanted).label;

class Drawer {
  constructor(view) {
    this.view = view;
    this.docks = new Map(); // by name
    this.tabs = h("div", { class: "drawer-tabs" });
    this.close = h("button", { type: "button", class: "tool drawer-close", title: "Close", onclick: () => this.closeOpen() }, "×");
    this.root = h("section", { class: "drawer", "aria-label": "Tools" }, this.tabs, this.close);
    this.resizes = new ResizeObserver(() => {
      view.stage.setDrawer(this.root.offsetHeight, view.hasSwitched);
      view.hasSwitched = true; // the map is laid out once for the drawer of a link
    });
    this.resizes.observe(this.root); // also when it is removed
  }

  // Returns the last existing dock; a tool that is switched off keeps its dock until it is told.
  get last() {
    const isThere = (name) => this.docks.has(name);
    return Object.keys(this.view.settings.tools).findLast(isThere) ?? TOOLS.map(({ name }) => name).findLast(isThere);
  }

  add(name, dock) {
    this.docks.set(name, dock);
    this.root.append(dock);
    this.view.stage.root.append(this.root);
    this.showTabs();
  }

  drop(name) {
    this.docks.get(name).remove();
    this.docks.delete(name);
    if (this.docks.size) this.showTabs();
    else this.root.remove();
  }

  // Tabs keep the order of the switches beside the map, whichever is open.
  showTabs() {
    const labels = TOOLS.filter(({ name }) => this.docks.has(name)).map(({ name, label }) => [name, label]);
    this.root.classList.toggle("several", labels.length > 1);
    this.choice = new Segments("Tool", labels, (name) => this.pick(name));
    this.tabs.replaceChildren(labels.length > 1 ? this.choice.root : h("h2", {}, labels[0][1]));
    this.showOpen();
  }

  showOpen() {
    this.open = this.last;
    for (const [name, dock] of this.docks) dock.hidden = name !== this.open;
    this.close.setAttribute("aria-label", `Close ${labelOf(this.open).toLowerCase()}`);
    this.choice.show(this.open);
    if (this.docks.size > 1) bring(this.tabs, this.choice.root.querySelector("label:has(:checked)"));
  }

  pick(name) {
    const { tools } = this.view.settings;
    const text = tools[name];
    delete tools[name];
    tools[name] = text;
    this.view.address();
    this.showOpen();
  }

  closeOpen() {
    const { open } = this;
    this.view.switchTool(open, false);
    if (!this.docks.size) this.view.sidebar.focusTool(open);
  }
}

const drawers = new WeakMap(); // by view

export class Dock {
  constructor(view, name, ...children) {
    if (!drawers.has(view)) drawers.set(view, new Drawer(view));
    this.name = name;
    this.drawer = drawers.get(view);
    this.root = h("div", { class: `dock dock-${name}`, role: "group", "aria-label": labelOf(name) }, children);
    this.drawer.add(name, this.root);
  }

  end() {
    this.drawer.drop(this.name);
  }
}
