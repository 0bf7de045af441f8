// The controls beside a drawing: its size, the list of things, the selection, the paths' method and
// bounds, and files.

import { Choice, NumberControl, pair, section } from "./controls.js";
import { h } from "./dom.js";
import { RADIUS, SIDE } from "./drawing.js";
import { inFolder } from "./folder.js";
import { METHODS, mayAsk, mayBecome } from "./methods.js";
import { NUMBERS } from "./settings.js";
import { ThingForm } from "./thing-form.js";
import { corners, countsOf, thingWords } from "./things.js";
import { plural, rounded } from "./words.js";

const LISTED = 300; // things in the list; the others are only on the map

export class DrawSide {
  // calls: pick(number), changeThing(thing), add(kind), saveAs(format), share(), ask(rests)
  constructor({ drawing, settings, info, mapLink, calls }) {
    this.drawing = drawing;
    this.settings = settings;
    this.calls = calls;
    this.list = h("ul", { class: "obstacle-list", "aria-label": "What is drawn" });
    this.count = h("span", { class: "fine" });
    this.form = new ThingForm((thing) => calls.changeThing(thing));
    this.method = new Choice("Method", METHODS, (value) => {
      settings.method = value;
      calls.ask(true);
    });
    const adds = [["obstacle", "Add a rectangle"], ["road", "Add a road"], ["river", "Add a river"], ["area", "Add an area"]].map(([kind, label]) => h("button", { type: "button", class: "small", onclick: () => calls.add(kind) }, label));
    const file = (format, label) => h("button", { type: "button", class: "small", onclick: () => calls.saveAs(format) }, label);
    this.facts = h("p", { class: "fine", hidden: true });
    this.root = h(
      "aside",
      { class: "side", "aria-label": "Drawing" },
      h("section", { class: "side-section" }, h("a", { class: "crumb", href: "#maps" }, "All maps"), h("h1", {}, info.name), h("a", { href: mapLink }, "Explore this map"), this.facts),
      section("Size", this.makeSize(), this.makeRadius(), this.makeGround()),
      this.form.root,
      section("Drawn", this.count, this.list, h("div", { class: "row" }, adds)),
      section("Paths", pair("Method", this.method), (this.bounds = h("div", { class: "bounds" }, this.makeNumbers()))),
      section("Share", this.makeShare()),
      section("Save", h("div", { class: "row" }, file("geojson", "GeoJSON"), !inFolder && file("map", ".map")), h("a", { href: "#draw=new" }, "New drawing or open a file")),
    );
  }

  makeSize() {
    this.size = {};
    return [["width", "Width"], ["height", "Height"]].map(([side, label]) => {
      this.size[side] = h("input", {
        type: "number",
        ...SIDE,
        step: "any",
        onchange: (event) => {
          const value = event.target.valueAsNumber;
          const { width, height } = { ...this.drawing.now, [side]: value };
          if (value >= SIDE.min && value <= SIDE.max) this.drawing.resize(width, height);
          else this.showSize();
        },
      });
      return h("label", { class: "field" }, label, this.size[side]);
    });
  }

  makeGround() {
    this.rate = h("input", {
      type: "number",
      min: 0,
      step: "any",
      title: "of terrains: cost per distance off the roads",
      onchange: (event) => {
        const value = event.target.valueAsNumber;
        if (value > 0 && value <= 1e9) this.drawing.step({ background_rate: value });
        else this.showSize();
      },
    });
    this.ground = h("label", { class: "field" }, "Rate of open ground", this.rate);
    return this.ground;
  }

  // The size of the agents: the index is built with it.
  makeRadius() {
    this.radius = h("input", {
      type: "number",
      ...RADIUS,
      step: "any",
      title: "paths keep at least this distance from obstacles and the border; at sharp corners a little more",
      onchange: (event) => {
        const value = event.target.valueAsNumber;
        if (value >= RADIUS.min && value <= RADIUS.max) this.drawing.step({ agent_radius: value });
        else this.showSize();
      },
    });
    return h("label", { class: "field" }, "Agent radius", this.radius);
  }

  makeShare() {
    const copy = h("button", { type: "button", class: "small", title: "whoever opens it needs nothing else", onclick: () => this.calls.share() }, "Copy a link with the drawing in it");
    this.link = h("textarea", { readonly: true, hidden: true, "aria-label": "Link with the drawing in it", onfocus: () => this.link.select() });
    return [h("div", { class: "row" }, copy), this.link];
  }

  // Shows the link where it can't be copied to the clipboard.
  showLink(link) {
    this.link.hidden = false;
    this.link.value = link;
    this.link.focus();
  }

  makeNumbers() {
    return NUMBERS.map((number) => {
      const control = new NumberControl(number, (value, rests) => {
        this.settings[number.name] = value;
        this.calls.ask(rests);
      });
      control.show(this.settings[number.name]);
      return control.root;
    });
  }

  showSize() {
    const { width, height } = this.drawing.now;
    this.size.width.value = rounded(width, 6);
    this.size.height.value = rounded(height, 6);
    this.rate.value = rounded(this.drawing.background, 6);
    this.radius.value = rounded(this.drawing.now.agent_radius, 6);
  }

  // selected: number of a thing, or -1; next: the next thing of the current tool, or null.
  show(selected, next) {
    const { things } = this.drawing;
    this.showSize();
    const words = countsOf(things).filter(([kind, number]) => number || (kind === "obstacle" && !things.length)).map(([kind, number]) => plural(number, kind));
    this.count.textContent = words.join(" · ") + (things.length > LISTED ? `, the first ${LISTED} listed` : "");
    this.showList(selected);
    this.form.show(things[selected] ?? next, this.drawing.background, selected < 0);
  }

  // Keeps the focus in the list if it is there.
  showList(selected) {
    const items = [...this.list.children];
    const focused = items.findIndex((item) => item.contains(document.activeElement));
    this.list.replaceChildren(
      ...this.drawing.things.slice(0, LISTED).map((thing, number) =>
        h("li", {}, h("button", { type: "button", "aria-pressed": String(number === selected), onclick: () => this.calls.pick(number) }, h("span", { class: "words" }, thingWords(thing)), h("span", { class: "fine" }, this.whereIs(thing)))),
      ),
    );
    if (focused >= 0) (this.list.children[focused] ?? this.list.lastChild)?.firstChild.focus();
    else this.list.children[selected]?.scrollIntoView({ block: "nearest" });
  }

  whereIs(thing) {
    return corners(thing)[0].map((value) => Number(value.toFixed(2))).join(", ");
  }

  // info: the server's, of the map.
  setMap(info, method) {
    this.method.allow((name) => mayAsk(info, name), (name) => mayBecome(info, name));
    this.method.show(method);
    this.bounds.hidden = Boolean(info.terrain);
  }
}
