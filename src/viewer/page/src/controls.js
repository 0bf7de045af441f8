// Controls of settings: sliders with a number beside each, and choices; and how sidebars arrange them.

import { h } from "./dom.js";
import { allowed } from "./fragment.js";
import { rounded } from "./words.js";

let ids = 0;

export function section(title, ...children) {
  return h("section", { class: "side-section" }, h("h2", {}, title), children);
}

// A control after its name.
export function pair(name, control) {
  return h("div", { class: "pair" }, h("span", {}, name), control.root);
}

// A slider and a number field with one value. changed(value, rests). A number that can be off has a
// slider with one step more, beyond the greatest value; its field is empty then.
export class NumberControl {
  constructor({ label, symbol, unit = "", min, max, step, off, hint }, changed) {
    const id = `control-${++ids}`;
    this.range = { min, max, step, off };
    this.unit = unit;
    this.changed = changed;
    this.slider = h("input", { type: "range", id, min, max: off ? max + step : max, step, "aria-label": label });
    this.box = h("input", { type: "number", min, max, step, inputmode: "decimal", placeholder: off ? "off" : null, "aria-label": `${label} as a number` });
    this.note = h("span", { class: "control-note" });
    this.root = h(
      "div",
      { class: "control", title: hint },
      h("label", { for: id }, label, symbol && h("i", { class: "symbol" }, symbol), this.note),
      this.slider,
      this.box,
    );
    const slid = () => (off && this.slider.valueAsNumber > max ? 0 : this.slider.valueAsNumber);
    this.slider.addEventListener("input", () => this.take(slid(), false));
    this.slider.addEventListener("change", () => this.take(slid(), true));
    this.box.addEventListener("change", () => this.take(off && !this.box.value ? 0 : this.box.valueAsNumber, true));
  }

  take(value, rests) {
    value = allowed(this.range, Number.isFinite(value) ? value : this.value);
    this.show(value);
    this.changed(value, rests);
  }

  show(value) {
    const isOff = this.range.off && value === 0;
    const words = rounded(value, 4);
    this.value = value;
    this.slider.value = isOff ? this.slider.max : value;
    this.box.value = isOff ? "" : words;
    this.note.textContent = this.unit;
    if (this.unit || this.range.off) this.slider.setAttribute("aria-valuetext", isOff ? "off" : `${words}${this.unit === "%" ? "" : " "}${this.unit}`.trim());
  }
}

// A choice among a few options, as a row of buttons. options: [[value, label, hint], ...].
export class Segments {
  constructor(label, options, changed) {
    const name = `segments-${++ids}`;
    this.inputs = options.map(([value]) => h("input", { type: "radio", name, value, onchange: () => changed(value) }));
    this.root = h(
      "fieldset",
      { class: "segments" },
      h("legend", { class: "hidden" }, label),
      options.map(([, text, hint], i) => h("label", { class: "choice", title: hint }, this.inputs[i], h("span", {}, text))),
    );
  }

  show(value) {
    for (const input of this.inputs) input.checked = input.value === String(value);
  }
}

// A drop-down list. options: [[value, label], ...].
export class Choice {
  constructor(label, options, changed) {
    this.select = h("select", { "aria-label": label, onchange: () => changed(this.select.value) }, options.map(([value, text]) => h("option", { value }, text)));
    this.root = this.select;
  }

  show(value) {
    this.select.value = value;
  }

  // may(value): whether it can be chosen; shown(value): whether it is listed.
  allow(may, shown = () => true) {
    for (const option of this.select.options) {
      option.disabled = !may(option.value);
      option.hidden = !shown(option.value);
    }
  }
}

export class Check {
  constructor(label, hint, changed) {
    this.input = h("input", { type: "checkbox", onchange: () => changed(this.input.checked) });
    this.root = h("label", { class: "check", title: hint }, this.input, h("span", {}, label));
  }

  show(on) {
    this.input.checked = on;
  }

  enable(on) {
    this.input.disabled = !on;
  }
}
