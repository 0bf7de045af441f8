// A tool of the explore view, of maps with doors: draws them, open or closed; a click or key on one
// opens or closes it. Its text in the address (settings.tools.doors) names the doors that aren't as
// the map has them, and is the authoritative state.

import { s, set } from "./dom.js";
import { isCommand } from "./keys.js";
import { outline } from "./path-lines.js";

export class Doors {
  constructor(view) {
    this.view = view;
    this.drawn = new Map(); // by panel: its group of doors, and of which
  }

  get doors() {
    return this.view.ground.doors;
  }

  // Returns the names of the doors that aren't as on the map.
  get turned() {
    const { doors } = this.view.settings.tools;
    return new Set(doors ? doors.split(",").map(decodeURIComponent) : []);
  }

  isClosed({ name, closed }) {
    return closed !== this.turned.has(name);
  }

  // ---- Calls from the view ----

  changed() {
    const panels = this.view.panels.map(({ panel }) => panel);
    for (const [panel, { group, doors }] of this.drawn)
      if (!panels.includes(panel) || doors !== this.doors) {
        group.remove();
        this.drawn.delete(panel);
      }
    for (const panel of panels) if (!this.drawn.has(panel)) this.draw(panel);
    this.show();
  }

  asks(body) {
    const { turned } = this;
    const changes = this.doors.filter(({ name }) => turned.has(name)).map(({ name, closed }) => (closed ? { open: name } : { close: name }));
    if (changes.length) body.obstacles = [...changes, ...(body.obstacles ?? [])];
  }

  clicked(point, event) {
    const door = event.target.closest(".overlay:not(.drawing) .door");
    if (!door) return false;
    this.turn(this.doors[door.dataset.door]);
    return true;
  }

  end() {
    for (const { group } of this.drawn.values()) group.remove();
  }

  // ---- Doors ----

  draw(panel) {
    const { doors } = this;
    const parts = doors.map(({ polygon }, number) => s("path", { class: "door", d: outline(polygon), "data-door": number, tabindex: 0, role: "switch", onkeydown: (event) => this.key(event, number) }));
    const group = s("g", { class: "doors" }, parts);
    panel.below.prepend(group);
    this.drawn.set(panel, { group, doors });
  }

  show() {
    for (const { group } of this.drawn.values())
      this.doors.forEach((door, number) => {
        const isOpen = !this.isClosed(door);
        set(group.childNodes[number], { class: isOpen ? "door open" : "door", "aria-checked": String(isOpen), "aria-label": `Door ${door.name}: ${isOpen ? "open" : "closed"}` });
      });
  }

  turn({ name }) {
    const { turned } = this;
    if (!turned.delete(name)) turned.add(name);
    const { tools } = this.view.settings;
    if (turned.size) tools.doors = [...turned].map(encodeURIComponent).join(",");
    else delete tools.doors;
    this.show();
    this.view.stepped();
    this.view.ask(true);
  }

  key(event, number) {
    if ((event.key !== "Enter" && event.key !== " ") || isCommand(event)) return;
    event.preventDefault();
    event.stopPropagation();
    this.turn(this.doors[number]);
  }
}
