// Draws a crowd over its map pixel by pixel: densities of cells, and agents as dots. Without a
// graphics card and on a busy machine, thousands of shapes would take twice as long.

import { crowdInks, mixed } from "./palette.js";
import { START } from "./points.js";

const DOT_LEAST = 2; // pixels, the least side of a dot
const DOT_MOST = 9;

const pixel = ([r, g, b], alpha) => ((alpha << 24) | (b << 16) | (g << 8) | r) >>> 0; // as canvases store it

// Returns the start and end of each row of a disc `side` pixels wide.
function rowsOf(side) {
  return Array.from({ length: side }, (_, y) => {
    const off = y + 0.5 - side / 2;
    const half = Math.sqrt(Math.max(0, (side * side) / 4 - off * off));
    return [Math.round(side / 2 - half), Math.max(Math.round(side / 2 + half), Math.round(side / 2 - half) + 1)];
  });
}

export class CrowdCanvas {
  constructor() {
    this.canvas = document.createElement("canvas");
    this.canvas.setAttribute("aria-hidden", "true");
    this.context = this.canvas.getContext("2d");
    this.view = START;
  }

  // box: [x, y, width, height] of the map; cells: x, y, width, height of each; side: of an agent.
  setGround(box, cells, side) {
    this.box = box;
    this.cells = cells;
    this.side = side;
  }

  resize(width, height) {
    const ratio = window.devicePixelRatio || 1;
    const [w, h] = [Math.max(1, Math.round(width * ratio)), Math.max(1, Math.round(height * ratio))];
    if (this.canvas.width === w && this.canvas.height === h) return;
    this.canvas.width = w;
    this.canvas.height = h;
    this.ratio = ratio;
    this.image = this.context.createImageData(w, h);
    this.pixels = new Uint32Array(this.image.data.buffer);
    this.paint();
  }

  move(view) {
    this.view = view;
    this.paint();
  }

  // how: {colour: "speed" or "flow", density}; frame: null for none.
  show(frame, how) {
    this.frame = frame;
    this.how = how;
    this.paint();
  }

  // The colours of the style sheet have changed.
  refresh() {
    this.tables = null;
    this.paint();
  }

  // Makes the tables from bytes of speed, flow and density to pixels.
  makeTables() {
    const inks = crowdInks(this.canvas);
    const bytes = (make) => Uint32Array.from({ length: 256 }, (_, i) => make(i));
    return {
      speed: bytes((i) => pixel(mixed(inks.speed, i / 255), 255)),
      flow: bytes((i) => pixel(inks.flow[i % inks.flow.length], 255)),
      density: bytes((i) => pixel(mixed(inks.density, Math.sqrt(i / 255)), Math.round(255 * Math.min(1, 0.3 + i / 60)))),
    };
  }

  paint() {
    if (!this.pixels || !this.frame || !this.box) return;
    this.tables ??= this.makeTables();
    this.pixels.fill(0);
    if (this.how.density) this.paintCells();
    this.paintAgents();
    this.context.putImageData(this.image, 0, 0);
  }

  paintCells() {
    const { pixels, cells, ratio } = this;
    const { width, height } = this.canvas;
    const { density } = this.frame;
    const { k, x, y, down } = this.view;
    for (let i = 0; i < density.length; i++) {
      if (!density[i] || !cells[4 * i + 2]) continue;
      const colour = this.tables.density[density[i]];
      const side = (scaled, move, most) => Math.min(most, Math.max(0, Math.round(ratio * (scaled + move))));
      const left = side(k * cells[4 * i], x, width), right = side(k * (cells[4 * i] + cells[4 * i + 2]), x, width);
      const ends = [cells[4 * i + 1], cells[4 * i + 1] + cells[4 * i + 3]].map((at) => side(down * k * at, y, height));
      const [top, bottom] = down < 0 ? ends.reverse() : ends;
      for (let row = top; row < bottom; row++) pixels.fill(colour, row * width + left, row * width + right);
    }
  }

  paintAgents() {
    const { pixels, frame, ratio } = this;
    const { width, height } = this.canvas;
    const { k, x: moveX, y: moveY, down } = this.view;
    const [left, top, mapWidth, mapHeight] = this.box;
    const side = Math.round(Math.min(DOT_MOST * ratio, Math.max(DOT_LEAST * ratio, 0.6 * ratio * k * this.side)));
    const rows = rowsOf(side);
    const values = frame[this.how.colour];
    const table = this.tables[this.how.colour];
    const [scaleX, addX] = [(ratio * k * mapWidth) / 65535, ratio * (k * left + moveX) - side / 2];
    const [scaleY, addY] = [(ratio * down * k * mapHeight) / 65535, ratio * (down * k * top + moveY) - side / 2];
    for (let i = 0; i < frame.present; i++) {
      const px = Math.round(frame.x[i] * scaleX + addX), py = Math.round(frame.y[i] * scaleY + addY);
      if (px < 0 || py < 0 || px + side > width || py + side > height) continue;
      const colour = table[values[i]];
      for (let row = 0; row < side; row++) {
        const line = (py + row) * width + px;
        for (let at = line + rows[row][0], end = line + rows[row][1]; at < end; at++) pixels[at] = colour;
      }
    }
  }
}
