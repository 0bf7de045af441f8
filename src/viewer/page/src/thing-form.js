// The form of a thing's properties: a road's or area's rate, whether it is a bridge, a tunnel or
// one-way, a river's cost, a name. Edits the selected thing, or the next one to be drawn.

import { Check } from "./controls.js";
import { h } from "./dom.js";
import { kindOf } from "./things.js";
import { rounded } from "./words.js";

export class ThingForm {
  // Calls changed(thing) with the new thing.
  constructor(changed) {
    this.changed = changed;
    const number = (label, name, hint, least) =>
      h("input", { type: "number", step: "any", min: least, "aria-label": label, title: hint, onchange: (event) => this.number(name, event.target.valueAsNumber) });
    this.title = h("h2", {});
    this.name = h("input", { type: "text", maxlength: 100, "aria-label": "Name", onchange: () => this.rename(this.name.value.trim()) });
    this.rate = number("Rate", "rate", "cost per distance; a road's is less than the ground's", 0);
    this.cost = number("Cost", "cost", "of crossing it once", 0);
    this.marks = {
      bridge: new Check("Bridge", "over rivers, roads and obstacles without touching them", (on) => this.mark("bridge", on)),
      tunnel: new Check("Tunnel", "under rivers, roads and obstacles without touching them", (on) => this.mark("tunnel", on)),
      oneway: new Check("One-way", "only in the direction in which it was drawn", (on) => this.mark("oneway", on)),
    };
    this.never = new Check("Never crossed", "but on bridges", (on) => this.set({ cost: on ? null : this.lastCost }));
    this.shut = new Check("Not to be walked on", "but along its border, and on roads", (on) => this.set({ rate: on ? null : this.lastRate }));
    this.fields = {
      rate: h("label", { class: "field" }, "Rate, cost per distance", this.rate),
      marks: h("div", { class: "row marks" }, this.marks.bridge.root, this.marks.tunnel.root, this.marks.oneway.root),
      cost: h("label", { class: "field" }, "Cost of crossing", this.cost),
      never: this.never.root,
      shut: this.shut.root,
      name: h("label", { class: "field name" }, "Name", this.name),
    };
    this.note = h("p", { class: "fine" });
    this.root = h("section", { class: "side-section thing-form" }, this.title, Object.values(this.fields), this.note);
    this.lastCost = 10;
    this.lastRate = 2; // of an area
  }

  set(change) {
    this.changed({ ...this.thing, ...change });
  }

  number(name, value) {
    const good = Number.isFinite(value) && value <= 1e9 && (name === "cost" ? value >= 0 : value > 0);
    if (good) this.set({ [name]: value });
    else this.show(this.thing, this.background, this.isNew);
  }

  mark(name, on) {
    const { [name]: _, ...rest } = this.thing;
    this.changed(on ? { ...rest, [name]: true } : rest);
  }

  rename(name) {
    const { name: _, ...rest } = this.thing;
    this.changed(name ? { ...rest, name } : rest);
  }

  // thing: null for none; background: cost per distance off the roads; isNew: not drawn yet.
  show(thing, background, isNew) {
    this.root.hidden = !thing;
    this.thing = thing;
    if (!thing) return;
    const kind = kindOf(thing);
    this.background = background;
    this.isNew = isNew;
    this.title.textContent = isNew ? `New ${kind}` : `This ${kind}`;
    this.fields.rate.hidden = kind !== "road" && kind !== "area";
    this.fields.marks.hidden = kind !== "road";
    this.fields.shut.hidden = kind !== "area";
    this.fields.cost.hidden = this.fields.never.hidden = kind !== "river";
    this.rate.disabled = thing.rate === null;
    if (kind === "road" || kind === "area") this.rate.value = thing.rate === null ? "" : rounded(thing.rate, 6);
    if (kind === "area") {
      if (thing.rate !== null) this.lastRate = thing.rate;
      this.shut.show(thing.rate === null);
    }
    if (kind === "road") {
      for (const [name, check] of Object.entries(this.marks)) check.show(Boolean(thing[name]));
    }
    if (kind === "river") {
      if (thing.cost !== null) this.lastCost = thing.cost;
      this.cost.value = thing.cost === null ? "" : rounded(thing.cost, 6);
      this.cost.disabled = thing.cost === null;
      this.never.show(thing.cost === null);
    }
    this.name.value = thing.name ?? "";
    this.note.hidden = !(kind === "road" && thing.rate >= background);
    this.note.textContent = "No better than the ground beside it: it is left out.";
  }
}
