// The table of what a way of a terrain runs along: a row per part, with the rivers that it crosses.
// Roads of a real map change number at every junction, so parts that look the same share a row.

import { fill, h, s, set } from "./dom.js";
import { figure, length } from "./words.js";

const KINDS = { "off-road": "open ground", road: "road", bank: "river bank", area: "area", border: "border of an area", walk: "walk", link: "link" };

export const LEG_COLUMNS = [
  ["Along", "open ground, a road, or the bank of a river"],
  ["Rate", "cost per distance"],
  ["Length", "map units"],
  ["Cost", "length times rate, and what its rivers cost"],
  ["Rivers crossed", "and what that costs"],
];

// Joins consecutive parts that look the same.
export function joined(legs) {
  const rows = [];
  for (const leg of legs) {
    const last = rows.at(-1);
    if (last && last.kind === leg.kind && last.rate === leg.rate && last.name === leg.name) {
      last.length += leg.length;
      last.cost += leg.cost;
      last.last = leg.last;
      last.crossed = [...(last.crossed ?? []), ...(leg.crossed ?? [])];
    } else rows.push({ ...leg });
  }
  return rows;
}

function crossed(rivers = []) {
  return rivers.map(({ name, cost, bridge }) => `${name ?? "a river"} ${bridge === undefined ? `(${figure(cost)})` : `by ${bridge ?? "a bridge"}`}`).join(", ");
}

export class LegsTable {
  // Calls pointed(leg or null) to show a leg on the map.
  constructor(pointed, title) {
    this.pointed = pointed;
    this.kept = -1; // the chosen row
    this.body = h("tbody", {});
    this.root = h(
      "table",
      { class: "answer-table legs-table", "aria-label": `${title}: its parts`, onpointerleave: () => this.point(this.kept) },
      h("thead", {}, h("tr", {}, LEG_COLUMNS.map(([name, hint]) => h("th", { scope: "col", title: hint }, name)))),
      this.body,
    );
  }

  // legs: null unless the answer is of a terrain or of links.
  show(legs, floors) {
    const rows = legs ? joined(legs) : [];
    const key = JSON.stringify(rows);
    this.root.hidden = !legs;
    this.root.classList.toggle("of-links", rows.some(({ kind }) => kind === "walk"));
    this.floors = floors.list;
    if (key === this.key) return;
    this.key = key;
    this.rows = rows;
    this.kept = -1;
    this.pointed(null);
    const longest = Math.max(0, ...rows.map((row) => row.length));
    fill(this.body, rows.map((row, number) => this.row(row, number, longest)));
  }

  row(leg, number, longest) {
    const line = s("svg", { class: `swatch leg-${leg.kind}`, viewBox: "0 0 44 12", "aria-hidden": "true" }, s("path", { d: "M0 6H44" }), s("path", { class: "over", d: "M2 6H44" }));
    const floor = leg.kind === "walk" && this.floors.find(({ level }) => level === leg.level);
    const words = floor ? `floor ${floor.name}` : (leg.name ?? KINDS[leg.kind]);
    const button = h("button", { class: "pick", type: "button", "aria-pressed": "false", "aria-label": `${words}: show on the map` }, line, words);
    const texts = [figure(leg.rate), length(leg.length, longest), length(leg.cost, longest), crossed(leg.crossed)];
    return h("tr", { onclick: () => this.keep(number), onpointerenter: () => this.point(number) }, h("th", { scope: "row" }, button), texts.map((text) => h("td", {}, text)));
  }

  keep(number) {
    this.kept = this.kept === number ? -1 : number;
    [...this.body.children].forEach((row, i) => {
      set(row, { class: i === this.kept ? "shown" : null });
      set(row.querySelector("button"), { "aria-pressed": String(i === this.kept) });
    });
    this.point(this.kept);
  }

  point(number) {
    this.pointed(this.rows?.[number] ?? null);
  }
}
