// A tool of the explore view, for two layers: the cone lists of both ends, and the visibility edges
// of the corner under the pointer. Requests are made when needed.

import * as api from "./api.js";
import { Asker } from "./asker.js";
import { complain } from "./notice.js";

const NEAR = 14; // CSS pixels from the pointer to a corner

export class Sights {
  constructor(view) {
    this.view = view;
    this.sights = { from: null, to: null, corner: null };
    this.pinned = false;
    this.looked = {};
    this.ends = {};
    for (const end of ["from", "to"])
      this.ends[end] = new Asker(
        ({ map, at }, signal) => api.look(map, at, signal),
        (sight) => this.put(end, sight),
        () => this.put(end, null),
      );
    this.corners = new Asker(
      ({ map, number }, signal) => api.vertex(map, number, signal),
      (sight, { number }) => number === this.number && this.put("corner", sight),
      complain,
    );
  }

  shows(layer) {
    return this.view.settings.layers.includes(layer);
  }

  get shown() {
    return { ...this.sights, all: this.at };
  }

  put(name, sight) {
    this.sights[name] = sight;
    this.view.showAll();
  }

  changed() {
    const { map, from } = this.view.settings;
    if (this.shows("sight")) this.load(map, this.view.ground.generation, from);
    else if (this.pinned || this.sights.corner) this.release();
    this.asked();
  }

  asked() {
    const { map, from, to } = this.view.settings;
    if (this.shows("cones")) this.lookFrom(map, this.view.ground.generation, { from, to });
  }

  // Asks for ends that have moved, or for both if the map has a new generation.
  lookFrom(map, generation, ends) {
    for (const end of ["from", "to"]) {
      const key = `${map} ${generation} ${ends[end]}`;
      if (this.looked[end] === key) continue;
      this.looked[end] = key;
      this.ends[end].put({ map, at: ends[end] });
    }
  }

  // Fetches the corners once per generation of a map. Shows the corner nearest to a point first, so
  // that something is visible without a pointer.
  async load(map, generation, near) {
    const key = `${map} ${generation}`;
    if (this.known === key) return;
    this.known = key;
    this.at = null;
    this.map = map;
    this.release();
    try {
      const corners = await api.vertices(map);
      if (this.known !== key) return;
      this.at = corners.at;
      this.view.showAll();
      this.show(this.nearest(near, 0));
    } catch (error) {
      this.known = null;
      complain(error);
    }
  }

  nearest([x, y], scale) {
    if (!this.at) return -1;
    let best = (NEAR / scale) ** 2; // scale 0: any distance
    let number = -1;
    for (let i = 0; i < this.at.length; i += 2) {
      const d = (this.at[i] - x) ** 2 + (this.at[i + 1] - y) ** 2;
      if (d < best) [best, number] = [d, i / 2];
    }
    return number;
  }

  hovered(point) {
    if (this.pinned || !this.shows("sight")) return;
    this.show(point ? this.nearest(point, this.view.camera.transform.k) : -1);
  }

  // Keeps the last corner if the pointer is near none.
  show(number) {
    if (number < 0 || number === this.number) return;
    this.number = number;
    this.corners.put({ map: this.map, number });
  }

  // A click pins the corner under the pointer, or releases it. Returns true if a corner was
  // clicked.
  clicked(point) {
    if (!this.shows("sight")) return false;
    const number = this.nearest(point, this.view.camera.transform.k);
    if (number < 0) return false;
    if (this.pinned && number === this.number) {
      this.release();
      return true;
    }
    this.pinned = true;
    this.number = number;
    this.corners.put({ map: this.map, number });
    return true;
  }

  release() {
    this.pinned = false;
    this.number = -1;
    this.put("corner", null);
  }

  end() {
    for (const asker of [this.ends.from, this.ends.to, this.corners]) asker.end();
  }
}
