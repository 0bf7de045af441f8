// A rating from 1 to 5 for each method, and the choice of the method shown.

import { h } from "./dom.js";

export class Ratings {
  // values: earlier ratings; viewed(method): a method is to be shown; rated(): called after each
  // rating.
  constructor(methods, values, viewed, rated) {
    this.values = { ...values };
    this.boxes = {};
    this.views = {};
    this.root = h("div", { class: "ratings" });
    for (const method of methods) {
      const radio = h("input", { type: "radio", name: "method", value: method, onchange: () => viewed(method) });
      const stars = h(
        "fieldset",
        { class: "stars" },
        h("legend", { class: "hidden" }, `Rating of ${method}`),
        [1, 2, 3, 4, 5].map((value) =>
          h(
            "label",
            { class: "choice" },
            h("input", {
              type: "radio",
              name: `rating-${method}`,
              value,
              checked: values[method] === value,
              "aria-label": `${method}: ${value} of 5`,
              onchange: () => {
                this.values[method] = value;
                viewed(method);
                rated();
              },
            }),
            h("span", {}, `${value}`),
          ),
        ),
      );
      this.views[method] = radio;
      this.boxes[method] = h("div", { class: "rating", "data-method": method }, h("label", { class: "rating-head" }, radio, `Method ${method}`, h("span", { class: "fine" }, "1 poor – 5 good")), stars);
      this.root.append(this.boxes[method]);
    }
  }

  show(method) {
    for (const [name, box] of Object.entries(this.boxes)) {
      this.views[name].checked = name === method;
      box.classList.toggle("on", name === method);
    }
  }

  // Rates as if clicked.
  rate(method, value) {
    this.boxes[method].querySelector(`.stars input[value="${value}"]`).click();
  }

  complete() {
    return Object.keys(this.boxes).every((method) => this.values[method]);
  }

  clear() {
    this.values = {};
    for (const input of this.root.querySelectorAll(".stars input")) input.checked = false;
  }
}
