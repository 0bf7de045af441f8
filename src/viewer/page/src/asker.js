// Asks while the question keeps changing: one request is in flight at a time; of those
// that come meanwhile the newest is sent when it has been answered, the others never.

export class Asker {
  // ask(question) returns a promise; then answered(answer, question) or failed(error, question).
  constructor(ask, answered, failed) {
    this.ask = ask;
    this.answered = answered;
    this.failed = failed;
    this.busy = false;
    this.next = null;
    this.over = false;
  }

  put(question) {
    if (this.over) return;
    if (this.busy) {
      this.next = question;
      return;
    }
    this.busy = true;
    this.ask(question)
      .then(
        (answer) => this.over || this.answered(answer, question),
        (error) => this.over || this.failed(error, question),
      )
      .finally(() => {
        this.busy = false;
        const next = this.next;
        this.next = null;
        if (next !== null) this.put(next);
      });
  }

  end() {
    this.over = true;
    this.next = null;
  }
}
