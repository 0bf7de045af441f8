// The floors of a map, which lie beside each other in one plane: where a point of the plane is seen
// while one floor is shown. Points in requests, answers and the address are those of the plane.

export class Floors {
  // list: of the map's geometry, empty of one floor; shown: a number, or null: the whole plane.
  constructor(list, shown = null) {
    this.list = list;
    this.shown = list.length ? shown : null;
    this.seen = this.seen.bind(this);
  }

  on(number) {
    return new Floors(this.list, number);
  }

  // Returns the number of the floor on which a point lies.
  at([x, y]) {
    return this.list.findIndex(({ low, high }) => low[0] <= x && x <= high[0] && low[1] <= y && y <= high[1]);
  }

  // Whether a point is on what is shown.
  shows(point) {
    return this.shown === null || this.at(point) === this.shown;
  }

  // Returns the same place on another floor.
  onto(point, number) {
    const from = this.list[this.at(point)];
    const to = this.list[number];
    return from && to ? point.map((value, i) => value - from.offset[i] + to.offset[i]) : point;
  }

  // Returns where a point is seen: on the floor that is shown, above or below its own.
  seen(point) {
    return this.shown === null ? point : this.onto(point, this.shown);
  }

  // Returns the coordinates on its floor of a point of the plane, and the point of such coordinates.
  local(point) {
    const floor = this.list[this.at(point)];
    return floor ? point.map((value, i) => value - floor.offset[i]) : point;
  }

  plane(local, number) {
    const floor = this.list[number];
    return floor ? local.map((value, i) => value + floor.offset[i]) : local;
  }

  // Returns the name of a point's floor, "" if there is only one.
  nameAt(point) {
    return this.list[this.at(point)]?.name ?? "";
  }

  // Returns the [x, y, width, height] of the floor that is shown; null: the whole plane is.
  get box() {
    if (this.shown === null) return null;
    const { low, high } = this.list[this.shown];
    return [...low, high[0] - low[0], high[1] - low[1]];
  }

  // Cuts a path at its links: {here: the points of each walk on what is shown, elsewhere: those on
  // other floors, links: both ends of each link}, all as seen.
  cut({ points, legs }) {
    const parts = { here: [], elsewhere: [], links: [] };
    const walks = legs?.some(({ kind }) => kind === "link") ? legs : [{ kind: "walk", first: 0, last: points.length - 1 }];
    for (const { kind, first, last } of walks) {
      const walk = points.slice(first, last + 1);
      const isHere = walk.some((point) => this.shows(point));
      if (kind === "link") parts[isHere ? "links" : "elsewhere"].push(walk.map(this.seen));
      else if (isHere) parts.here.push(walk);
      else parts.elsewhere.push(walk.map(this.seen));
    }
    return parts;
  }
}
