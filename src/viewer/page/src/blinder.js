// Which views there are: all but those of a study that isn't offered, and to participants of one
// nothing but that.

import * as api from "./api.js";

const KEY = "pathfan-study-key"; // kept until the window is closed

export class Blinder {
  async begin() {
    try {
      this.study = (await api.study()).offered;
    } catch {
      this.study = undefined; // the views say what is wrong
    }
  }

  // What was printed at the server's start: "#results=KEY"; null: somebody who takes part.
  get key() {
    const given = /^#results=([0-9a-f]+)/.exec(location.hash)?.[1];
    try {
      if (given) sessionStorage.setItem(KEY, given);
      return sessionStorage.getItem(KEY);
    } catch {
      this.given = given ?? this.given ?? null;
      return this.given;
    }
  }

  // The view that is shown in the place of one.
  instead(name) {
    return this.study && !this.key ? "study" : name;
  }

  show(links) {
    for (const link of links) {
      const { view } = link.dataset;
      if (view === "results" && this.key) link.href = `#results=${this.key}`;
      const ofStudy = view === "study" || view === "results";
      link.hidden = ofStudy ? this.study === false || (view === "results" && !this.key) : this.instead(view) !== view;
    }
  }
}
