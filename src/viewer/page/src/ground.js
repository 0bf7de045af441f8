// A map as it is drawn: free space as one path, cut into convex cells, in map units.
//
// All cells are subpaths of one Path2D: filled together they leave no hairlines between neighbours,
// and stroked they show the mesh.

import { Floors } from "./floors.js";

const CELL_LEAST = 1e-5; // of a map's longer side; polygons lie on a finer grid
const ROUND = 0.03; // margin on all sides, of the longer side of free space

export class Ground {
  // terrain: roads and rivers; null on other maps. floor: the number of the one that is shown; null:
  // the whole plane.
  constructor(info, geometry, terrain = null, floor = null) {
    this.info = info;
    this.geometry = geometry;
    this.terrain = terrain;
    this.generation = geometry.generation;
    this.links = geometry.links ?? [];
    this.floors = new Floors(geometry.floors ?? [], floor);
    this.polygons = geometry.polygons.filter((xy) => this.floors.shows(xy));
    this.doors = (geometry.doors ?? []).filter(({ polygon }) => this.floors.shows(polygon[0]));
    const [x, y, width, height] = this.floors.box ?? [...(info.origin ?? [0, 0]), info.width, info.height];
    this.origin = [x, y];
    this.width = width;
    this.height = height;
    this.down = info.is_y_up ? -1 : 1; // the direction of y on the screen (points.js)
    this.cell = info.unit > CELL_LEAST * Math.max(info.width, info.height) ? info.unit : 0; // of a grid map; otherwise 0
    this.corners = this.polygons.reduce((sum, xy) => sum + xy.length / 2, 0) + (terrain?.pieces ?? 0);
  }

  // Returns the ground of one floor, by its number; the same if there is only one.
  on(floor) {
    if (!this.floors.list[floor] || floor === this.floors.shown) return this;
    return Object.assign(new Ground(this.info, this.geometry, this.terrain, floor), { shows: this.shows });
  }

  // Whether it has areas with a rate.
  get hasAreas() {
    return Boolean(this.terrain?.areas.length);
  }

  get size() {
    return Math.max(this.width, this.height);
  }

  // [x, y, width, height]
  get box() {
    return [...this.origin, this.width, this.height];
  }

  // The bounding box of free space with a margin, [x, y, width, height]; the whole map if none is
  // free.
  get freeBox() {
    return (this.freeMade ??= this.makeFreeBox());
  }

  makeFreeBox() {
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
    for (const xy of this.polygons)
      for (let i = 0; i < xy.length; i += 2) {
        if (xy[i] < left) left = xy[i];
        if (xy[i] > right) right = xy[i];
        if (xy[i + 1] < top) top = xy[i + 1];
        if (xy[i + 1] > bottom) bottom = xy[i + 1];
      }
    if (!(left < right && top < bottom)) return this.box;
    const round = ROUND * Math.max(right - left, bottom - top);
    const [x, y] = this.origin;
    [left, top] = [Math.max(x, left - round), Math.max(y, top - round)];
    [right, bottom] = [Math.min(x + this.width, right + round), Math.min(y + this.height, bottom + round)];
    return [left, top, right - left, bottom - top];
  }

  get path() {
    return (this.pathMade ??= new Path2D(this.pathData()));
  }

  // Returns the d attribute of an SVG path.
  pathData() {
    if (this.data) return this.data;
    const parts = [];
    for (const xy of this.polygons) {
      if (xy.length < 6) continue;
      parts.push("M");
      for (let i = 0; i < xy.length; i += 2) parts.push(xy[i], " ", xy[i + 1], " ");
      parts.push("Z");
    }
    return (this.data = parts.join(""));
  }

  // Returns points to begin with, some of them far apart: the centres of large cells, ordered from
  // the corner with the least coordinates to the opposite one.
  places(limit) {
    const cells = this.polygons.map((xy) => {
      let area = 0, x = 0, y = 0;
      const n = xy.length;
      for (let i = 0; i < n; i += 2) {
        const j = (i + 2) % n;
        area += xy[i] * xy[j + 1] - xy[j] * xy[i + 1];
        x += xy[i];
        y += xy[i + 1];
      }
      return { area: Math.abs(area), at: [(2 * x) / n, (2 * y) / n] };
    });
    cells.sort((a, b) => b.area - a.area);
    const large = cells.slice(0, limit).map((cell) => cell.at);
    return large.sort((a, b) => a[0] + a[1] - b[0] - b[1]);
  }
}
