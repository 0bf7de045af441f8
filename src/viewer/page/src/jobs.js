// Builds in the server's background: waits for one, and shows its progress.

import * as api from "./api.js";
import { h } from "./dom.js";
import { complain } from "./notice.js";

const EVERY_MS = 150;

// Calls told(job) while the job runs. Resolves to the job when it is done or cancelled, or to null
// once `left()` is true; throws if the job failed.
export async function watch(id, told, left) {
  for (;;) {
    const job = await api.job(id);
    if (left()) return null;
    if (job.state === "done" || job.state === "cancelled") return job;
    if (job.state === "failed") throw new Error(job.message || "The index couldn't be built.");
    told(job);
    await new Promise((done) => setTimeout(done, EVERY_MS));
    if (left()) return null;
  }
}

// A progress bar with words and a button that cancels the build.
export class JobBar {
  constructor() {
    this.bar = h("progress", { max: 1, value: 0, "aria-label": "Index being built" });
    this.stage = h("span", {});
    this.stop = h("button", { type: "button", class: "small late", onclick: () => this.cancel() }, "Cancel");
    this.root = h("div", { class: "job", hidden: true }, this.bar, h("span", {}, h("span", { class: "job-what" }, "building the index: "), this.stage), this.stop);
  }

  // job: null if there is no build.
  show(job) {
    this.job = job;
    this.root.hidden = !job;
    if (!job) return;
    this.bar.value = job.done;
    this.stage.textContent = job.stage || job.state;
  }

  async cancel() {
    this.stop.disabled = true;
    try {
      await api.cancelJob(this.job.id);
    } catch (error) {
      complain(error);
    } finally {
      this.stop.disabled = false;
    }
  }
}
