// A grid of cells over a map that have values: a terrain's field (field.js), a heat map (heat.js).
// Its picture has one pixel a cell, enlarged where it is drawn.

import { mixed } from "./palette.js";

const SIDE_MAX = 256; // the server's limit

// Returns columns and rows of about so many cells over a map.
export function gridOf(width, height, cells) {
  const side = (value) => Math.max(2, Math.min(SIDE_MAX, Math.round(value)));
  return { columns: side(Math.sqrt((cells * width) / height)), rows: side(Math.sqrt((cells * height) / width)) };
}

export const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

export class Grid {
  // box: [x, y, width, height] of the map.
  constructor({ columns, rows }, box) {
    Object.assign(this, { columns, rows, box });
  }

  // Returns the centre of a cell.
  place(column, row) {
    const [x, y, width, height] = this.box;
    return [x + ((column + 0.5) * width) / this.columns, y + ((row + 0.5) * height) / this.rows];
  }

  // The centres of all cells, row by row, in which order values are as well.
  get places() {
    return Array.from({ length: this.columns * this.rows }, (_, i) => this.place(i % this.columns, Math.floor(i / this.columns)));
  }

  // Returns the number of the cell that contains a point; -1: off the map.
  cell([px, py]) {
    const [x, y, width, height] = this.box;
    const column = Math.floor(((px - x) / width) * this.columns);
    const row = Math.floor(((py - y) / height) * this.rows);
    return column >= 0 && row >= 0 && column < this.columns && row < this.rows ? row * this.columns + column : -1;
  }

  // Returns values extended, by so many cells, into cells without one (null), whose centres lie in
  // obstacles. join(values) returns the value of a cell between these.
  extended(values, cells, join = mean) {
    const { columns } = this;
    for (let round = 0; round < cells && values.includes(null); round++) {
      const before = values;
      values = before.map((value, i) => {
        if (value !== null) return value;
        const beside = [i % columns ? before[i - 1] : null, (i + 1) % columns ? before[i + 1] : null, before[i - columns], before[i + columns]].filter((other) => other != null);
        return beside.length ? join(beside) : null;
      });
    }
    return values;
  }

  // Returns a canvas; parts: for each cell its place on the ramp, 0..1, or null for none; ramp:
  // colours, [[red, green, blue], ...].
  paintCells(parts, ramp) {
    const canvas = document.createElement("canvas");
    canvas.width = this.columns;
    canvas.height = this.rows;
    const context = canvas.getContext("2d");
    const image = context.createImageData(this.columns, this.rows);
    parts.forEach((part, i) => part !== null && image.data.set([...mixed(ramp, part), 255], 4 * i));
    context.putImageData(image, 0, 0);
    return canvas;
  }
}
