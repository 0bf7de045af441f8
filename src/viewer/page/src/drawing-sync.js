// Keeps the server's drawing equal to the one on the page: sends it after changes, one at a time,
// and waits for the map built from it. The server cancels the build of an earlier drawing.

import * as api from "./api.js";
import { fromLists, toLists } from "./drawing.js";
import { watch } from "./jobs.js";
import { complain } from "./notice.js";
import { loadGround } from "./opening.js";

const PAUSE_MS = 350; // without a change, before the drawing is sent

export class DrawingSync {
  // tag: of the drawing that the server has. Calls told(state, job): "changed", "building" with the
  // job, "cancelled", "failed", or "conflict" if someone else has changed the server's drawing; and
  // built(ground) once the map is of this drawing.
  constructor(id, drawing, tag, { told, built }) {
    this.id = id;
    this.drawing = drawing;
    this.tag = tag;
    this.told = told;
    this.built = built;
    this.dirty = false; // whether the server doesn't have the drawing yet
    this.job = null; // id of the build that is waited for
  }

  // Called after each change of the drawing.
  changed() {
    clearTimeout(this.pause);
    this.dirty = true;
    this.job = null; // belongs to an older drawing
    this.told("changed");
    this.pause = setTimeout(() => this.send(), PAUSE_MS);
  }

  async send() {
    if (this.sending) return;
    this.sending = true;
    try {
      while (this.dirty) {
        const { job } = await this.put();
        if (!this.over && !this.dirty) this.follow(job.id); // a drawing changed since isn't waited for
      }
    } catch (error) {
      this.failed(error);
    } finally {
      this.sending = false;
    }
  }

  async put() {
    this.dirty = false;
    try {
      const answer = await api.putDrawing(this.id, toLists(this.drawing.now), this.tag);
      this.tag = answer.tag;
      return answer;
    } catch (error) {
      this.dirty = true;
      throw error;
    }
  }

  // Waits for a build, unless the drawing changes.
  async follow(id) {
    this.job = id;
    const left = () => this.over || this.job !== id;
    try {
      const job = await watch(id, (state) => this.told("building", state), left);
      if (job?.state === "cancelled") this.told("cancelled");
      if (job?.state !== "done") return;
      const ground = await loadGround(this.id);
      if (!left()) this.built(ground);
    } catch (error) {
      if (!left()) this.failed(error);
    }
  }

  failed(error) {
    complain(error);
    if (!this.over) this.told(error.status === 412 ? "conflict" : "failed");
  }

  // Replaces the other users' changes.
  keepMine() {
    this.tag = null;
    this.changed();
  }

  // Takes the server's drawing; undo brings back the user's own.
  async takeTheirs() {
    try {
      const { tag, ...lists } = await api.drawing(this.id);
      if (this.over) return;
      this.tag = tag;
      this.drawing.step(fromLists(lists));
    } catch (error) {
      complain(error);
    }
  }

  // Sends what isn't sent yet, and waits for nothing.
  end() {
    this.over = true;
    clearTimeout(this.pause);
    this.send();
  }
}
