// What was, to go back to: steps of any kind, the newest last.

const STEPS_MAX = 200;

export class Past {
  constructor(now) {
    this.now = now;
    this.before = [];
    this.after = [];
  }

  // The same as now is no step.
  step(next) {
    if (String(next) === String(this.now)) return;
    this.before.push(this.now);
    if (this.before.length > STEPS_MAX) this.before.shift();
    this.after = [];
    this.now = next;
  }

  // What is now then; null: there is nothing to go back to.
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
