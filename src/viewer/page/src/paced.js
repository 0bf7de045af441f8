// Runs an update now, or soon but not too often: for words and figures, which can't be read faster
// during a drag, and would cost more than the paths.

const EVERY_MS = 120;

export class Paced {
  constructor(run) {
    this.run = run;
    this.timer = 0;
  }

  now() {
    this.end();
    this.run(true);
  }

  soon() {
    this.timer ||= setTimeout(() => {
      this.timer = 0;
      this.run(false);
    }, EVERY_MS);
  }

  end() {
    clearTimeout(this.timer);
    this.timer = 0;
  }
}
