// Which views there are. Who takes part in a study sees nothing else: the methods stand behind letters
// there, and have names elsewhere. Who came with the key that the server has printed sees it all.

import * as api from "./api.js";

const KEY = "pathfan-study-key"; // kept until the window is closed

class Blinder {
  async begin() {
    try {
      this.study = (await api.study()).offered;
    } catch {
      this.study = undefined; // the views say what is wrong
    }
  }

  get key() {
    try {
      return sessionStorage.getItem(KEY);
    } catch {
      return this.admitted ?? null;
    }
  }

  // The key is right: the server has given results for it.
  admit(key) {
    this.admitted = key;
    try {
      sessionStorage.setItem(KEY, key);
    } catch {
      // as long as the page, then
    }
    this.show();
  }

  // Whether methods have no names here.
  get isBlind() {
    return Boolean(this.study && !this.key);
  }

  // The view that is shown in the place of one.
  instead(name) {
    if (!this.study || this.key || (name === "results" && /^#results=/.test(location.hash))) return name;
    return "study";
  }

  // Links to the views that there are.
  show() {
    for (const link of document.querySelectorAll("nav a")) {
      const { view } = link.dataset;
      if (view === "results" && this.key) link.href = `#results=${this.key}`;
      link.hidden = (this.study && !this.key && view !== "study") || (this.study === false && /^(study|results)$/.test(view));
    }
  }
}

export const blinder = new Blinder();
