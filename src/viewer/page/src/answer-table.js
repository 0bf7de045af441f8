// The paths of an answer as a table: a row per path, its colour, and how good it is.

import { h, set } from "./dom.js";
import { dash, swatch } from "./palette.js";
import { length, percent } from "./words.js";

export const COLUMNS = [
  ["Length", "map units"],
  ["Stretch", "length / shortest"],
  ["Bounded", "bounded stretch: the longest detour between two of its points; 1 is best"],
  ["Local opt.", "length of the shortest part that isn't a shortest path itself, relative to the distance of the ends; more is better"],
  ["Similarity", "to the path most like it: length shared by length of both together"],
  ["Apart", "share of its length farther than the separation from every other path; *: filled in, nearer to one than that allows"],
  ["Loop", "how much longer than straight it is, at most, between two of its points that see each other; 1 is best"],
  ["Cost", "on a terrain, or over links: what the path costs; there stretch is of cost"],
];
const LAST = null; // marks a measure that isn't known yet: its previous value stays, pale
const [BOUNDED, LOCAL, SIMILARITY, APART, LOOP, COST] = [2, 3, 4, 5, 6, 7];

export class AnswerTable {
  // Calls chosen(number) when a row is chosen, and pointed(number or 0) while the pointer is on
  // one.
  constructor(chosen, pointed, title) {
    this.chosen = chosen;
    this.pointed = pointed;
    this.body = h("tbody", {});
    this.heads = COLUMNS.map(([name, hint]) => h("th", { scope: "col", title: hint }, name));
    this.root = h(
      "table",
      { class: "answer-table", "aria-label": title },
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Path"), this.heads)),
      this.body,
    );
    this.rows = [];
  }

  row(number) {
    const piece = swatch(number);
    const button = h("button", { class: "pick", type: "button", "aria-pressed": "false" }, piece, `${number + 1}`);
    const cells = COLUMNS.map(() => h("td", {}));
    const root = h("tr", { "data-number": number + 1, onclick: () => this.chosen(number + 1), onpointerenter: () => this.pointed(this.has > number ? number + 1 : 0), onpointerleave: () => this.pointed(0) }, h("th", { scope: "row" }, button), cells);
    return { root, button, line: piece.firstChild, cells, texts: [], last: [] };
  }

  // Marks the row of the path under the pointer; 0: none.
  point(number) {
    this.rows.forEach((row, i) => row.root.classList.toggle("pointed", i + 1 === number));
  }

  show(paths, shown, wanted) {
    this.has = paths.length;
    const places = Math.max(paths.length, Math.min(wanted, 9));
    while (this.rows.length < places) {
      const row = this.row(this.rows.length);
      this.rows.push(row);
      this.body.append(row.root);
    }
    while (this.rows.length > places) this.rows.pop().root.remove();
    const separated = paths[0]?.apart !== undefined;
    const terrain = paths[0]?.legs !== undefined;
    const absent = { [BOUNDED]: terrain, [LOCAL]: terrain, [SIMILARITY]: terrain, [APART]: !separated, [LOOP]: terrain, [COST]: !terrain };
    this.heads.forEach((head, i) => set(head, { hidden: absent[i] ? "" : null }));
    this.rows.forEach((row, number) => {
      const path = paths[number];
      const filled = path?.filled;
      row.cells.forEach((cell, i) => set(cell, { hidden: absent[i] ? "" : null }));
      row.root.classList.toggle("empty", !path);
      row.root.classList.toggle("shown", Boolean(path) && shown === number + 1);
      set(row.line, { "stroke-dasharray": dash(number, filled) });
      set(row.button, { "aria-label": `Path ${number + 1}${filled ? ", filled in" : ""}: bring forward`, "aria-pressed": shown === number + 1 ? "true" : "false", disabled: path ? null : "" });
      const measures = path?.measures;
      const shortest = paths[0]?.length;
      const stretch = terrain ? path?.cost / paths[0].cost : path?.length / shortest;
      const texts = path
        ? [
            length(path.length, shortest),
            (shortest > 0 ? stretch : 1).toFixed(3),
            measures ? measures.bounded_stretch.toFixed(3) : LAST,
            measures ? percent(Math.min(1, measures.local_optimality)) : LAST,
            measures ? percent(measures.similarity) : LAST,
            separated ? percent(path.apart) + (filled ? " *" : "") : "",
            measures ? measures.loop.toFixed(3) : LAST,
            terrain ? length(path.cost, paths[0].cost) : "",
          ]
        : ["–", "", "", "", "", "", "", ""];
      row.cells.forEach((cell, i) => {
        const last = texts[i] === LAST;
        if (!last && row.texts[i] !== texts[i]) cell.textContent = row.texts[i] = texts[i];
        if (row.last[i] !== last) cell.classList.toggle("last", (row.last[i] = last));
      });
    });
  }
}
