// Draws the ground on a canvas at the device's resolution.
//
// During a gesture, a map with very many corners isn't redrawn in every frame. The last sharp
// picture is moved and scaled, over a coarse picture of the whole map that fills the rest; a sharp
// one is drawn once the view rests. The number of corners decides whether a map is that large;
// timing can't, since browsers paint after the call returns.

import { inks } from "./palette.js";
import { START, matrixOf } from "./points.js";

const CORNERS_QUICK = 60000; // painted within about 20 ms without a graphics card
const REST_MS = 120; // after which the view counts as resting
const OVERVIEW_SIDE = 2048; // pixels of the coarse picture

export class MapCanvas {
  constructor() {
    this.canvas = document.createElement("canvas");
    this.canvas.setAttribute("aria-hidden", "true");
    this.context = this.canvas.getContext("2d", { alpha: false });
    this.kept = null; // the last sharp picture and its view
    this.overview = null;
    this.ground = null;
    this.field = null;
    this.mesh = false;
    this.plain = null; // [x, y, width, height] drawn as free instead of the ground
    this.margin = false; // with plain: the ground is where an agent's centre may be; the rest is darker
    this.view = START;
    this.frame = 0;
    this.timer = 0;
  }

  setGround(ground) {
    this.ground = ground;
    this.refresh();
  }

  // Sets the cost field or heat map; null: none is shown.
  setField(field) {
    if (this.field === field) return;
    this.field = field;
    this.refresh();
  }

  setMesh(on) {
    if (this.mesh === on) return;
    this.mesh = on;
    this.refresh();
  }

  resize(width, height) {
    const ratio = window.devicePixelRatio || 1;
    const [w, h] = [Math.max(1, Math.round(width * ratio)), Math.max(1, Math.round(height * ratio))];
    if (this.canvas.width === w && this.canvas.height === h) return;
    this.canvas.width = w;
    this.canvas.height = h;
    this.ratio = ratio;
    this.draw();
  }

  // view: as in points.js.
  move(view) {
    this.view = view;
    if (!this.kept) {
      this.soon(() => this.draw());
      return;
    }
    this.soon(() => this.shift());
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.draw(), REST_MS);
  }

  // Redraws everything in the next frame.
  refresh() {
    this.kept = this.overview = null;
    this.soon(() => this.draw());
  }

  soon(what) {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(what);
  }

  isLarge() {
    return !this.plain && this.ground && this.ground.corners * (this.mesh ? 2 : 1) > CORNERS_QUICK;
  }

  draw() {
    const { context, view, ratio } = this;
    if (!ratio) return;
    this.paint(context, matrixOf(view, ratio), view.k);
    if (this.isLarge()) this.keep();
  }

  // matrix: from map units to pixels; seen: CSS pixels per map unit on screen.
  paint(context, matrix, seen) {
    const scale = matrix[0];
    const colours = inks(this.canvas);
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = colours.blocked;
    context.fillRect(0, 0, context.canvas.width, context.canvas.height);
    context.setTransform(...matrix);
    context.fillStyle = colours.free;
    if (this.plain && this.margin) context.fillStyle = colours.margin;
    if (this.plain) context.fillRect(...this.plain);
    context.fillStyle = colours.free;
    if (this.plain ? this.margin && this.ground : this.ground) context.fill(this.ground.path);
    if (!this.ground) return;
    this.field?.paint(context, colours, this.ground.path, this.ratio / scale, seen);
    if (this.mesh) {
      context.strokeStyle = colours.edge;
      context.lineWidth = (0.75 * this.ratio) / scale;
      context.stroke(this.ground.path);
    }
    if (!this.plain) this.ground.terrain?.paint(context, colours, this.ratio / scale, seen, this.ground.size, !this.field);
  }

  keep() {
    const picture = this.kept?.picture ?? document.createElement("canvas");
    picture.width = this.canvas.width;
    picture.height = this.canvas.height;
    picture.getContext("2d", { alpha: false }).drawImage(this.canvas, 0, 0);
    this.kept = { picture, view: { ...this.view } };
    this.overview ??= this.makeOverview();
  }

  // Makes a picture of the whole map with y down, as the map's coordinates are; shift() turns it.
  makeOverview() {
    const { origin, width, height, size } = this.ground;
    const scale = OVERVIEW_SIDE / size;
    const picture = document.createElement("canvas");
    picture.width = Math.ceil(width * scale);
    picture.height = Math.ceil(height * scale);
    this.paint(picture.getContext("2d", { alpha: false }), [scale, 0, 0, scale, -scale * origin[0], -scale * origin[1]], scale);
    return picture;
  }

  shift() {
    const { context, canvas, view, ratio, ground } = this;
    const { picture, view: old } = this.kept;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = inks(canvas).blocked;
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.setTransform(...matrixOf(view, ratio));
    context.drawImage(this.overview, ...ground.box);
    const scale = view.k / old.k;
    context.setTransform(scale, 0, 0, scale, ratio * (view.x - old.x * scale), ratio * (view.y - old.y * scale));
    context.drawImage(picture, 0, 0);
  }

  end() {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.timer);
  }
}
