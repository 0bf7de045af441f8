// Asks while the question keeps changing. One request is in flight at a time; of the questions that
// arrive meanwhile, only the newest is sent afterwards.

export class Asker {
  // ask(question, signal) returns a promise; then answered(answer, question) or failed(error,
  // question) is called. busy(on): whether an answer is awaited.
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

  // Stops waiting for an answer and aborts the request.
  end() {
    this.stop.abort();
  }
}
