// Undo and redo: the earlier and later states of any kind, the newest last.

const STEPS_MAX = 200;

export class Past {
  constructor(now) {
    this.now = now;
    this.before = [];
    this.after = [];
  }

  // Records a step, unless the state is unchanged.
  step(next) {
    if (String(next) === String(this.now)) return;
    this.before.push(this.now);
    if (this.before.length > STEPS_MAX) this.before.shift();
    this.after = [];
    this.now = next;
  }

  // Returns the previous state, or null if there is none.
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
