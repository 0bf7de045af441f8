// The cost of ways to the goal, from everywhere on a terrain: a picture, contours of equal cost,
// arrows in the directions of the cheapest ways.
//
// The server gives costs at the centres of a grid's cells (grid.js). Cells in obstacles take the
// cost of nearby ones, so that colours blend up to the borders; the map hides the rest of them.

import { Grid, gridOf } from "./grid.js";
import { niceStep } from "./words.js";

const CELLS = { moving: 2700, resting: 10800 }; // 60 x 45, 120 x 90; fewer on narrow maps
const CONTOURS = 18; // at most
const ARROWS_APART = 34; // CSS pixels
const ARROW = 13; // length, CSS pixels
const SLOW_US = 150000; // after a field that took longer, no finer one is requested

// Returns the grid to request; last: the present field, or null.
export function fieldGrid(ground, rests, last) {
  return gridOf(ground.width, ground.height, rests && !(last?.spent > SLOW_US) ? CELLS.resting : CELLS.moving);
}

// Returns the points where the values of a cell's corners cross a level, as places on its sides. In
// pairs they are the ends of segments; a saddle is cut as if its centre were below the level.
const SIDES = [[0, 1], [1, 2], [2, 3], [3, 0]]; // corners of each side
function crossings(values, level) {
  const above = values.map((value) => value >= level);
  return SIDES.flatMap(([a, b], side) => (above[a] === above[b] ? [] : [{ side, part: (level - values[a]) / (values[b] - values[a]) }]));
}

export class Field extends Grid {
  // answer: of GET /api/maps/{map}/field; box: [x, y, width, height] of the map.
  constructor({ columns, rows, cost, heading, feature, time_us, generation, free }, box) {
    super({ columns, rows }, box);
    Object.assign(this, { cost, heading, feature, generation, free, spent: time_us });
    this.most = cost.reduce((most, value) => Math.max(most, value ?? 0), 0);
    this.step = this.most > 0 ? niceStep(this.most, CONTOURS) : 1;
  }

  // Returns a canvas with a pixel a cell; ramp: colours from cost 0 on, [[r, g, b], ...].
  picture(ramp) {
    const key = String(ramp);
    if (this.pictureKey !== key) this.pictureMade = this.paintCells(this.filled.map((cost) => cost / (this.most || 1)), ramp);
    this.pictureKey = key;
    return this.pictureMade;
  }

  // The costs, with those of nearby cells where there is no way.
  get filled() {
    return (this.filledMade ??= this.extended(this.cost, this.columns + this.rows).map((cost) => cost ?? this.most));
  }

  // The contours as the d attribute of an SVG path, map units.
  get contours() {
    if (this.contoursMade !== undefined) return this.contoursMade;
    const { columns, rows, cost, step } = this;
    const parts = [];
    for (let row = 0; row + 1 < rows; row++)
      for (let column = 0; column + 1 < columns; column++) {
        const cells = [[column, row], [column + 1, row], [column + 1, row + 1], [column, row + 1]];
        const values = cells.map(([c, r]) => cost[r * columns + c]);
        if (values.includes(null)) continue;
        const places = cells.map(([c, r]) => this.place(c, r));
        for (let level = step * Math.ceil(Math.min(...values) / step || 1); level <= Math.max(...values); level += step) {
          const ends = crossings(values, level).map(({ side, part }) => {
            const [[ax, ay], [bx, by]] = SIDES[side].map((corner) => places[corner]);
            return `${ax + part * (bx - ax)} ${ay + part * (by - ay)}`;
          });
          for (let i = 0; i + 1 < ends.length; i += 2) parts.push(`M${ends[i]}L${ends[i + 1]}`);
        }
      }
    return (this.contoursMade = parts.join(""));
  }

  // Returns the arrows in map units; scale: CSS pixels per map unit.
  arrows(scale) {
    const [, , width, height] = this.box;
    const every = (cells, side) => Math.max(1, Math.round((ARROWS_APART * cells) / (side * scale)));
    const [stepX, stepY] = [every(this.columns, width), every(this.rows, height)];
    const key = `${stepX} ${stepY} ${scale}`;
    if (this.arrowsKey === key) return this.arrowsMade;
    const parts = [];
    const half = ARROW / 2 / scale;
    for (let row = stepY >> 1; row < this.rows; row += stepY)
      for (let column = stepX >> 1; column < this.columns; column += stepX) {
        const angle = this.heading[row * this.columns + column];
        if (angle === null) continue;
        const [x, y] = this.place(column, row);
        const [dx, dy] = [half * Math.cos(angle), half * Math.sin(angle)];
        const barb = (turn) => `${x + dx - 0.7 * (dx * Math.cos(turn) - dy * Math.sin(turn))} ${y + dy - 0.7 * (dx * Math.sin(turn) + dy * Math.cos(turn))}`;
        parts.push(`M${x - dx} ${y - dy}L${x + dx} ${y + dy}M${barb(0.5)}L${x + dx} ${y + dy}L${barb(-0.5)}`);
      }
    this.arrowsKey = key;
    return (this.arrowsMade = parts.join(""));
  }

  // Draws on a context in map units; free: the part to draw on; pixel: size of a CSS pixel; scale:
  // CSS pixels per map unit.
  paint(context, colours, free, pixel, scale) {
    context.save();
    context.clip(free);
    context.imageSmoothingEnabled = true;
    context.drawImage(this.picture(colours.field), ...this.box);
    context.lineCap = context.lineJoin = "round";
    context.strokeStyle = colours.fieldInk;
    context.globalAlpha = 0.35;
    context.lineWidth = 0.9 * pixel;
    context.stroke((this.contourPath ??= new Path2D(this.contours)));
    context.globalAlpha = 0.6;
    context.lineWidth = 1.2 * pixel;
    context.stroke(new Path2D(this.arrows(scale)));
    context.restore();
  }
}
