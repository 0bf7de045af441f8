// Waits for a build that runs in the server's background.

import * as api from "./api.js";

const EVERY_MS = 150;

// Calls told(job) as it goes on; resolves when it is done, throws when it failed or
// `cancelled()` turns true (with null as the result).
export async function watch(id, told, cancelled = () => false) {
  for (;;) {
    const job = await api.job(id);
    if (cancelled()) return null;
    told(job);
    if (job.state === "done") return job;
    if (job.state === "failed") throw new Error(job.message || "The index couldn't be built.");
    await new Promise((done) => setTimeout(done, EVERY_MS));
    if (cancelled()) return null;
  }
}
