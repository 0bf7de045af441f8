// The list of maps, with thumbnails: the start page.

import * as api from "./api.js";
import { fill, h } from "./dom.js";
import { DROP_WORDS, opener } from "./drop.js";
import { inFolder } from "./folder.js";
import { ignoredBlock } from "./ignored.js";
import { complain, sorry } from "./notice.js";
import { extent, plural } from "./words.js";

const SEARCH_FROM = 9; // maps, from which a search box is shown
const AGAIN_MS = 2000; // between updates while indexes are being built

function facts(info) {
  if (info.terrain) return `${extent(info)} · ${plural(info.terrain.roads, "road")}, ${plural(info.terrain.rivers, "river")}`;
  const corners = info.n ? plural(info.n, "corner") : plural(info.polygons ?? 0, "cell");
  return `${extent(info)} · ${corners}`;
}

function badge(info) {
  if (info.building) return h("span", { class: "badge busy" }, "building index");
  if (info.editable) return h("span", { class: "badge" }, "drawing");
  if (info.terrain) return h("span", { class: "badge" }, "terrain");
  if (info.kind === "map") return h("span", { class: "badge" }, "no index");
  return null;
}

function card(info, remove) {
  const picture = h("img", { class: "thumbnail", src: api.thumbnail(info), alt: "", loading: "lazy" });
  return h(
    "li",
    { class: "card", "data-name": info.name.toLowerCase() },
    h(
      "a",
      { class: "card-link", href: `#map=${encodeURIComponent(info.id)}` },
      h("div", { class: "card-picture" }, picture),
      h("div", { class: "card-words" }, h("h2", {}, info.name), h("p", { class: "fine" }, facts(info)), badge(info)),
    ),
    (info.editable || info.removable) &&
      h(
        "div",
        { class: "card-tools" },
        info.editable && h("a", { class: "button small", href: `#draw=${encodeURIComponent(info.id)}`, "aria-label": `Edit ${info.name}` }, "Edit"),
        info.removable && h("button", { class: "small", type: "button", "aria-label": `Delete ${info.name}`, onclick: () => remove(info) }, "Delete"),
      ),
    ignoredBlock(info.ignored),
  );
}

export class MapsView {
  constructor(root) {
    this.root = root;
    document.title = "Maps – pathfan";
    this.list = h("ul", { class: "cards" });
    this.search = h("input", { type: "search", placeholder: "Search maps", "aria-label": "Search maps", hidden: true, oninput: () => this.filter() });
    this.found = h("p", { class: "found", role: "status" });
    const about = h("p", { class: "about" }, "pathfan finds several paths round obstacles that really differ, the shortest first, in microseconds. ", h("strong", {}, "Open a map, and drag its two ends."));
    this.root.replaceChildren(
      h("div", { class: "page maps" }, about, h("div", { class: "page-head" }, h("h1", {}, "Maps"), this.found, this.search, inFolder && opener(), h("a", { class: "button primary", href: "#draw=new" }, "New drawing")), inFolder && h("p", { class: "drop-words fine" }, DROP_WORDS), this.list),
    );
    this.load();
  }

  async load() {
    try {
      const maps = await api.maps();
      if (this.over) return;
      this.search.hidden = maps.length < SEARCH_FROM;
      this.show(maps);
      this.filter();
      if (maps.some((info) => info.building)) this.timer = setTimeout(() => this.load(), AGAIN_MS);
      if (!maps.length) this.found.textContent = "No maps yet: draw one, or name maps when starting pathfan view.";
    } catch (error) {
      if (this.over) return;
      if (!this.cards) this.list.replaceChildren(h("li", { class: "wide" }, sorry("The maps can't be listed", error, h("button", { type: "button", onclick: () => this.load() }, "Try again"))));
      else {
        complain(error);
        this.timer = setTimeout(() => this.load(), AGAIN_MS);
      }
    }
  }

  // Keeps unchanged cards, so that the focus stays.
  show(maps) {
    const before = this.cards ?? new Map();
    this.cards = new Map();
    for (const info of maps) {
      const key = JSON.stringify(info);
      this.cards.set(key, before.get(key) ?? card(info, (what) => this.remove(what)));
    }
    const focus = document.activeElement;
    const at = [...this.list.children].findIndex((item) => item.contains(focus));
    fill(this.list, [...this.cards.values()]);
    if (at >= 0 && !this.list.contains(focus)) this.list.children[at]?.querySelector("a").focus();
  }

  filter() {
    const words = this.search.value.trim().toLowerCase().split(/\s+/);
    let shown = 0;
    for (const item of this.list.children) {
      item.hidden = !words.every((word) => item.dataset.name.includes(word));
      if (!item.hidden) shown++;
    }
    this.found.textContent = this.search.value ? `${plural(shown, "map")} of ${this.list.children.length}` : plural(shown, "map");
  }

  async remove(info) {
    if (!confirm(`Delete "${info.name}"? It can't be brought back.`)) return;
    try {
      await api.removeMap(info.id);
      clearTimeout(this.timer);
      await this.load();
    } catch (error) {
      complain(error);
    }
  }

  end() {
    this.over = true;
    clearTimeout(this.timer);
  }
}
