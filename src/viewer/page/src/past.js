// Undo and redo: the present state of any kind, and the earlier and later ones, of which the last
// is the nearest.

const STEPS_MAX = 200;

export class Past {
  constructor(now) {
    this.now = now;
    this.before = [];
    this.after = [];
  }

  step(next) {
    this.before.push(this.now);
    if (this.before.length > STEPS_MAX) this.before.shift();
    this.after = [];
    this.now = next;
  }

  // Returns the state that is now present, or null if there was none to go to.
  undo() {
    return this.go(this.before, this.after);
  }

  redo() {
    return this.go(this.after, this.before);
  }

  go(from, to) {
    if (!from.length) return null;
    to.push(this.now);
    return (this.now = from.pop());
  }
}
