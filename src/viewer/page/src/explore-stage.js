// The map area of the explore view: one panel, or two side by side that show the same part of the
// map, and the room that the tables leave to the map.

import { Camera } from "./camera.js";
import { h, put } from "./dom.js";
import { MethodPanel } from "./method-panel.js";
import { methodName } from "./methods.js";
import { comparison } from "./words.js";

const CARD = 476; // CSS pixels of the map taken by a table at the right
const BELOW = { words: 79, row: 31 }; // and by one below it
const WORTH = 1.05; // a table over the map must make it so many times as large
const ROWS = { least: 3, most: 9 }; // that a table has room for
const NARROW = matchMedia("(max-width: 900px)");

export class Stage {
  // Calls moved(view), or moved(null) when all free space is shown.
  constructor(view, moved) {
    this.view = view;
    this.moved = moved;
    this.panels = [];
    this.drawer = 0; // CSS pixels of the map that it covers, at the bottom
    this.camera = new Camera(
      (transform) => this.move(transform),
      (event, fingers) => !view.tools.tell("holds", event, fingers),
      () => {
        this.makeRoom();
        this.frame();
      },
    );
    this.places = h("div", { class: "panels exploring" });
    this.summary = h("p", { class: "comparison fine", hidden: true });
    this.root = h("section", { class: "stage", "aria-label": "Map and answers" }, this.summary, this.places);
    this.resizes = new ResizeObserver(() => this.arrange());
    this.resizes.observe(this.places);
  }

  // Makes panels for these methods, keeping the focus in the same list of methods. start: the part
  // of the map to begin with, or null. picked(place, method): a panel's list was used.
  make(methods, start, picked) {
    const focused = this.panels.findIndex(({ choice }) => choice.root === document.activeElement);
    this.drop();
    methods.forEach((method, place) => {
      const resized = (size) => {
        if (place) return;
        this.frame(size, start);
        start = null;
      };
      this.panels.push(new MethodPanel(this.view, method, place, { resized, picked: (other) => picked(place, other) }));
    });
    this.places.classList.toggle("two", methods.length === 2);
    this.places.replaceChildren(...this.panels.map(({ panel }) => panel.root));
    this.panels[focused]?.choice.root.focus();
    this.makeRoom();
  }

  // Shows all free space at first.
  frame(size, view) {
    const { ground } = this.view;
    const aside = this.cards && !this.panels[0].panel.folded ? CARD : 0;
    this.camera.frame(ground, size, view, ground.freeBox, [aside, NARROW.matches ? 0 : this.drawer]);
  }

  // Told of the height of the drawer over the map; stays: whether the map stays in place.
  setDrawer(height, stays) {
    this.drawer = height;
    this.root.style.setProperty("--drawer", `${height}px`);
    if (!stays && this.panels.length) this.frame();
  }

  // Makes room for the current number of rows. If paths are added later, the table grows over the
  // map, which stays in place until all of it is requested again.
  makeRoom() {
    this.rows = Math.max(ROWS.least, Math.min(this.view.settings.paths, ROWS.most));
    this.root.style.setProperty("--rows", this.rows);
    this.places.classList.toggle("way", Boolean(this.view.ground.shows));
    this.arrange();
  }

  // Puts tables over the map at its right if the map gets larger that way, otherwise below it.
  arrange() {
    const { clientWidth, clientHeight } = this.places;
    if (!clientWidth || !this.panels.length) return;
    const [, , width, height] = this.view.ground.freeBox;
    const scale = (right, below) => Math.min((clientWidth / this.panels.length - right) / width, (clientHeight - below) / height);
    const cards = !NARROW.matches && scale(CARD, 0) > WORTH * scale(0, BELOW.words + BELOW.row * this.rows);
    if (cards === this.cards) return;
    this.cards = cards;
    this.places.classList.toggle("cards", cards);
    this.frame();
  }

  // Scrolls to the map, where controls beside it are below it.
  seek() {
    if (NARROW.matches) scrollTo(0, 0);
  }

  move(transform) {
    for (const { panel } of this.panels) panel.move(transform);
    if (this.camera.panel) this.moved(this.camera.isFit() ? null : this.camera.view());
  }

  showWords(rests) {
    this.panels.forEach((each, i) => each.showWords(rests, this.panels[1 - i]));
    const two = this.panels.length === 2;
    this.summary.hidden = !two;
    const words = two ? comparison(this.panels.map(({ method, answer }) => ({ name: methodName(method), answer }))) : "";
    this.summary.classList.toggle("last", !words);
    if (words) put(this.summary, words);
  }

  drop() {
    for (const each of this.panels) each.end();
    this.panels = [];
  }

  end() {
    this.resizes.disconnect();
    this.drop();
  }
}
