// Asks while the question keeps changing: one request is in flight at a time; of those
// that come meanwhile the newest is sent when it has been answered, the others never.

export class Asker {
  // ask(question, signal) returns a promise; then answered(answer, question) or
  // failed(error, question). busy(on): whether an answer is waited for.
  constructor(ask, answered, failed, busy = () => {}) {
    this.ask = ask;
    this.answered = answered;
    this.failed = failed;
    this.busy = busy;
    this.running = false;
    this.next = null;
    this.stop = new AbortController();
  }

  get over() {
    return this.stop.signal.aborted;
  }

  put(question) {
    this.next = question;
    if (!this.running) this.run();
  }

  async run() {
    this.running = true;
    this.busy(true);
    try {
      while (this.next !== null && !this.over) {
        const question = this.next;
        this.next = null;
        await this.once(question);
      }
    } finally {
      this.running = false;
      if (!this.over) this.busy(false);
    }
  }

  async once(question) {
    let answer;
    try {
      answer = await this.ask(question, this.stop.signal);
    } catch (error) {
      if (!this.over) this.failed(error, question);
      return;
    }
    if (!this.over) this.answered(answer, question);
  }

  // Nobody waits for an answer any more, the connection neither.
  end() {
    this.stop.abort();
  }
}
