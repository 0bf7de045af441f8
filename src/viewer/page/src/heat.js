// A heat map: a value for each cell of a grid, as its place on a ramp of colours. The map's canvas
// and saved pictures draw it instead of a terrain's field (field.js), and by the same calls.

import { Grid, mean } from "./grid.js";

const NEAR = 6; // cells that colours extend into obstacles, so that their borders are coloured too

export class Heat extends Grid {
  // parts: for each cell its place on the ramp, 0..1, or null without a value; ramp: its colours;
  // smooth: whether to blend the colours of cells.
  constructor(grid, box, parts, ramp, smooth) {
    super(grid, box);
    Object.assign(this, { parts, ramp, smooth });
    this.contours = "";
  }

  arrows() {
    return "";
  }

  picture() {
    return (this.pictureMade ??= this.paintCells(this.extended(this.parts, NEAR, this.smooth ? mean : (parts) => Math.max(...parts)), this.ramp));
  }

  paint(context, colours, free) {
    context.save();
    context.clip(free);
    context.imageSmoothingEnabled = this.smooth;
    context.drawImage(this.picture(), ...this.box);
    context.restore();
  }
}
