// Decides which views are shown. Participants of a study see only the study, where letters stand
// for the methods; other views name them. A user with the key that the server has printed sees all
// views.

import * as api from "./api.js";

const KEY = "pathfan-study-key"; // kept until the window is closed

class Blinder {
  async begin() {
    try {
      this.study = (await api.study()).offered;
    } catch {
      this.study = undefined; // the views report the error
    }
  }

  get key() {
    try {
      return sessionStorage.getItem(KEY);
    } catch {
      return this.admitted ?? null;
    }
  }

  // Called once the server has accepted the key.
  admit(key) {
    this.admitted = key;
    try {
      sessionStorage.setItem(KEY, key);
    } catch {
      // The key then lasts as long as the page.
    }
    this.show();
  }

  // Whether method names are hidden.
  get isBlind() {
    return Boolean(this.study && !this.key);
  }

  // Returns the view to show instead of the requested one.
  instead(name) {
    if (!this.study || this.key || (name === "results" && /^#results=/.test(location.hash))) return name;
    return "study";
  }

  // Shows the links to the available views.
  show() {
    for (const link of document.querySelectorAll("nav a")) {
      const { view } = link.dataset;
      if (view === "results" && this.key) link.href = `#results=${this.key}`;
      link.hidden = (this.study && !this.key && view !== "study") || (this.study === false && /^(study|results)$/.test(view));
    }
  }
}

export const blinder = new Blinder();
