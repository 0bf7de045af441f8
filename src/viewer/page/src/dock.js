// What tools of the explore view that need room have: a strip below the map with a heading, the tool's
// controls, and a button that ends it.
//
//   this.dock = new Dock(view, "walk", "Walkers", play, slider); ... this.dock.end();

import { h } from "./dom.js";

export class Dock {
  constructor(view, name, title, ...children) {
    this.view = view;
    this.close = h("button", { type: "button", class: "tool dock-close", "aria-label": `Close ${title.toLowerCase()}`, title: "Close", onclick: () => this.leave(name) }, "×");
    this.body = h("div", { class: "dock-body" }, children);
    this.root = h("section", { class: `dock dock-${name}`, "aria-label": title }, h("h2", { class: "dock-title" }, title), this.body, this.close);
    const { root } = view.stage;
    const docks = root.querySelector(".docks") ?? h("div", { class: "docks" });
    docks.append(this.root);
    root.append(docks);
  }

  leave(name) {
    delete this.view.settings.tools[name];
    this.view.sidebar.show();
    this.view.layersChanged();
  }

  end() {
    this.root.remove();
  }
}
