// A drawing: the size of the map and its obstacles, with undo and redo.
//
// An obstacle is {rect: [x, y, width, height]} or {polygon: [[x, y], ...]}; it is never
// changed, only replaced, so that a step back is a list of obstacles.

const STEPS_MAX = 200;
export const SIDE = { min: 1, max: 16384 }; // of a map, map units

export class Drawing {
  // changed() after each step.
  constructor({ width, height, obstacles }, changed) {
    this.now = { width, height, obstacles };
    this.changed = changed;
    this.past = [];
    this.future = [];
  }

  get obstacles() {
    return this.now.obstacles;
  }

  step(next) {
    this.past.push(this.now);
    if (this.past.length > STEPS_MAX) this.past.shift();
    this.future = [];
    this.now = { ...this.now, ...next };
    this.changed();
  }

  add(obstacle) {
    this.step({ obstacles: [...this.obstacles, obstacle] });
    return this.obstacles.length - 1;
  }

  remove(number) {
    this.step({ obstacles: this.obstacles.filter((_, i) => i !== number) });
  }

  replace(number, obstacle) {
    this.step({ obstacles: this.obstacles.map((old, i) => (i === number ? obstacle : old)) });
  }

  resize(width, height) {
    this.step({ width, height });
  }

  undo() {
    if (!this.past.length) return false;
    this.future.push(this.now);
    this.now = this.past.pop();
    this.changed();
    return true;
  }

  redo() {
    if (!this.future.length) return false;
    this.past.push(this.now);
    this.now = this.future.pop();
    this.changed();
    return true;
  }
}

export function corners(obstacle) {
  if (obstacle.polygon) return obstacle.polygon;
  const [x, y, w, h] = obstacle.rect;
  return [[x, y], [x + w, y], [x + w, y + h], [x, y + h]];
}

export function moved(obstacle, dx, dy) {
  if (obstacle.rect) return { rect: [obstacle.rect[0] + dx, obstacle.rect[1] + dy, obstacle.rect[2], obstacle.rect[3]] };
  return { polygon: obstacle.polygon.map(([x, y]) => [x + dx, y + dy]) };
}

// With one of its corners at another place; the corner across from it stays.
export function reshaped(obstacle, number, [x, y]) {
  if (obstacle.polygon) return { polygon: obstacle.polygon.map((old, i) => (i === number ? [x, y] : old)) };
  return rectangle(corners(obstacle)[(number + 2) % 4], [x, y]);
}

export function rectangle([ax, ay], [bx, by]) {
  return { rect: [Math.min(ax, bx), Math.min(ay, by), Math.abs(ax - bx), Math.abs(ay - by)] };
}

// Whether it has a surface: its corners aren't all on a line. It may cross itself.
export function solid(obstacle) {
  const [[x, y], ...others] = corners(obstacle);
  return others.some(([ax, ay]) => others.some(([bx, by]) => Math.abs((ax - x) * (by - y) - (bx - x) * (ay - y)) > 1e-9));
}
