// Keeps the address's fragment up to date with the settings of a view.

const DELAY_MS = 250; // browsers allow few updates a second

export class Address {
  // text(): returns the fragment, or null while there is none to write.
  constructor(text) {
    this.text = text;
  }

  // Called after each change of the settings.
  soon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.write(), DELAY_MS);
  }

  write() {
    const text = this.text();
    if (text !== null) history.replaceState(null, "", text);
  }

  // Returns the whole address, up to date.
  link() {
    this.write();
    return location.href;
  }

  end() {
    clearTimeout(this.timer);
  }
}
