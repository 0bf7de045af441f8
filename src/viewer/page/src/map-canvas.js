// Draws the ground on a canvas at the device's resolution.
//
// A map whose drawing takes long is not drawn anew in every frame of a gesture: the last
// picture is moved and scaled, and drawn sharp once the view rests.

import { inks } from "./palette.js";

const SLOW_MS = 10; // a drawing that took longer is reused while the view moves
const REST_MS = 120; // after which the view counts as resting

export class MapCanvas {
  constructor() {
    this.canvas = document.createElement("canvas");
    this.canvas.setAttribute("aria-hidden", "true");
    this.context = this.canvas.getContext("2d", { alpha: false });
    this.kept = document.createElement("canvas"); // the last sharp picture
    this.keptView = null;
    this.ground = null;
    this.mesh = false;
    this.plain = null; // [x, y, width, height] drawn as free instead of the ground
    this.view = { k: 1, x: 0, y: 0 };
    this.cost = 0;
    this.frame = 0;
    this.timer = 0;
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

  // view: a map point p is shown at k * p + (x, y) CSS pixels.
  move(view) {
    this.view = view;
    if (this.cost > SLOW_MS && this.keptView) {
      this.soon(() => this.shift());
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.draw(), REST_MS);
    } else this.soon(() => this.draw());
  }

  // Draws in the next frame, whatever has changed.
  refresh() {
    this.soon(() => this.draw());
  }

  soon(what) {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(what);
  }

  shift() {
    const { context, canvas, view, keptView: old, ratio } = this;
    const scale = view.k / old.k;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = this.colours.blocked;
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.setTransform(scale, 0, 0, scale, ratio * (view.x - old.x * scale), ratio * (view.y - old.y * scale));
    context.drawImage(this.kept, 0, 0);
  }

  draw() {
    const { context, canvas, view, ratio } = this;
    if (!ratio) return;
    const start = performance.now();
    this.colours = inks(canvas);
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = this.colours.blocked;
    context.fillRect(0, 0, canvas.width, canvas.height);
    if (this.plain || this.ground) {
      context.setTransform(ratio * view.k, 0, 0, ratio * view.k, ratio * view.x, ratio * view.y);
      context.fillStyle = this.colours.free;
      if (this.plain) context.fillRect(...this.plain);
      else context.fill(this.ground.path);
      if (this.mesh && this.ground) {
        context.strokeStyle = this.colours.edge;
        context.lineWidth = 0.75 / view.k;
        context.stroke(this.ground.path);
      }
    }
    this.cost = performance.now() - start;
    if (this.cost > SLOW_MS) this.keep();
    else this.keptView = null;
  }

  keep() {
    this.kept.width = this.canvas.width;
    this.kept.height = this.canvas.height;
    this.kept.getContext("2d").drawImage(this.canvas, 0, 0);
    this.keptView = { ...this.view };
  }

  end() {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.timer);
  }
}
