// A new drawing: an empty map of a given size, or one from a file.

import * as api from "./api.js";
import { h } from "./dom.js";
import { SIDE } from "./drawing.js";
import { complain } from "./notice.js";

export class NewDrawing {
  constructor(root) {
    document.title = "New drawing – pathfan";
    const name = h("input", { type: "text", value: "drawing", required: true, maxlength: 60 });
    const size = ["width", "height"].map((what, i) => h("input", { type: "number", ...SIDE, step: "any", value: [100, 60][i], required: true }));
    const button = h("button", { class: "primary" }, "Create");
    const file = h("input", { type: "file", accept: ".map,.geojson,.json", onchange: () => file.files.length && this.create(file, this.read(file.files[0])) });
    const link = h("input", { type: "text", placeholder: "http://…#drawn=…", oninput: () => this.follow(link.value) });
    const form = h(
      "form",
      {
        class: "prose draw-new",
        onsubmit: (event) => {
          event.preventDefault();
          this.create(button, { name: name.value, width: size[0].valueAsNumber, height: size[1].valueAsNumber, obstacles: [] });
        },
      },
      h("p", {}, "An empty map to put obstacles, roads and rivers on. Its index is rebuilt in the background after each change, and the paths follow."),
      h("label", { class: "label" }, "Name", name),
      h("label", { class: "field" }, "Width, map units", size[0]),
      h("label", { class: "field" }, "Height, map units", size[1]),
      h("div", {}, button),
    );
    root.replaceChildren(
      h("div", { class: "page" }, h("div", { class: "page-head" }, h("h1", {}, "New drawing")), form, h("div", { class: "prose from-file" }, h("h2", {}, "Or open a file"), h("label", { class: "label" }, "A .map of cells or GeoJSON: polygons, roads, rivers", file)), h("div", { class: "prose from-file" }, h("h2", {}, "Or paste a link"), h("label", { class: "label" }, "One that carries a drawing", link))),
    );
  }

  // Opens a drawing's link, also one of another viewer: the drawing is in the link.
  follow(text) {
    const at = text.indexOf("#drawn=");
    if (at >= 0) location.hash = text.slice(at).trim();
  }

  async read(file) {
    return { name: file.name.replace(/\.[a-z]+$/i, "") || "map", source: await file.text() };
  }

  // Makes a map of a body, or the promise of one, and opens it. The control is disabled meanwhile,
  // so that only one map is made.
  async create(control, body) {
    control.disabled = true;
    try {
      const { map } = await api.addMap(await body);
      if (!this.over) location.hash = `#${map.editable ? "draw" : "map"}=${encodeURIComponent(map.id)}`;
    } catch (error) {
      complain(error);
    } finally {
      control.disabled = false;
      if (control.type === "file") control.value = ""; // so that the same file can be chosen again
    }
  }

  end() {
    this.over = true;
  }
}
