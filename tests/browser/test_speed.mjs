// Measures the speed of answers while an end is dragged, by the browser's performance API: from the
// pointer's movement to the drawn paths, and from frame to frame; the CPU time per answer of the
// page's process, which doesn't depend on the machine's load; and the rate of pictures of crowds.
//
// PATHFAN_VIEWER_INDEX names an index to drag on, e.g. of ost000a; then the medians must be under
// 50 ms, and crowds have 12,000 agents. Without it the test uses a small map and a small crowd, and
// sets no limits.

import path from "node:path";
import { assert, caves, centre, run, settled } from "./kit.mjs";

const index = process.env.PATHFAN_VIEWER_INDEX;
const LIMIT_MS = 50;
const MOVES = index ? 240 : 80;

const round = (value) => Math.round(10 * value) / 10;
function summary(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share) => round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]);
  return { count: sorted.length, median: at(0.5), p95: at(0.95), most: round(sorted.at(-1)) };
}

await run(
  async ({ page, open, browser }) => {
    // Returns the CPU time so far in milliseconds, of the page's process, and of the browser's
    // others.
    const session = await browser.newBrowserCDPSession();
    const spent = async () => {
      const { processInfo } = await session.send("SystemInfo.getProcessInfo");
      const sum = (is) => processInfo.filter(({ type }) => (type === "renderer") === is).reduce((all, { cpuTime }) => all + 1000 * cpuTime, 0);
      return [sum(true), sum(false)];
    };

    const id = index ? path.basename(index, ".pathfan") : "caves";
    for (const [name, more] of [["one panel", ""], ["two panels", "&compare=index&k=5"], ["layers", "&layers=mesh,via,plateaus,cones"]]) {
      await open(`#map=${id}${more}`);
      await settled(page);
      const [x, y] = await centre(page.locator(".handle-to .shape").first());
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.evaluate(() => {
        performance.clearMeasures("pathfan-answer");
        window.frames_ = [];
        const tick = (time) => {
          window.frames_.push(time);
          window.ticking_ = requestAnimationFrame(tick);
        };
        requestAnimationFrame(tick);
      });
      // The handle of the other end isn't touched.
      await page.evaluate(() => {
        window.touched_ = [];
        const observer = new MutationObserver((records) => window.touched_.push(...records.map(({ attributeName }) => attributeName)));
        for (const handle of document.querySelectorAll(".handle-from")) observer.observe(handle, { attributes: true });
      });
      const before = await spent();
      for (let i = 1; i <= MOVES; i++) {
        const angle = i / 12;
        await page.mouse.move(x + 0.7 * i * Math.cos(angle), y - 0.7 * i * Math.abs(Math.sin(angle)));
      }
      const after = await spent();
      assert.deepEqual(await page.evaluate(() => window.touched_), [], "the end that stays is left alone");
      await page.mouse.up();
      await settled(page);
      const { answers, frames } = await page.evaluate(() => {
        cancelAnimationFrame(window.ticking_);
        return {
          answers: performance.getEntriesByName("pathfan-answer").map(({ duration }) => duration),
          frames: window.frames_.slice(1).map((time, i) => time - window.frames_[i]),
        };
      });
      const figures = { answers: summary(answers), frames: summary(frames) };
      const [own, others] = after.map((value, i) => round((value - before[i]) / answers.length));
      console.log(`${id}, ${name}: ${JSON.stringify(figures)} (ms); CPU of an answer: page ${own} ms, the rest of the browser ${others} ms`);
      assert.ok(figures.answers.count >= 2, "answers come while dragging, and after it");
      if (index) assert.ok(figures.answers.median < LIMIT_MS && figures.frames.median < LIMIT_MS, `${name}: medians under ${LIMIT_MS} ms`);
    }

    // Crowds with all agents under way at once: from picture to picture.
    const agents = index ? 12000 : 600;
    for (const [name, more] of [["one crowd", ""], ["with densities", "&density=1"], ["two side by side", "&density=1&compare=alternatives"]]) {
      await open(`#crowd&environment=big&spawn=keep&agents=${agents}${more}`);
      await page.locator(".crowd-panel").first().waitFor();
      await page.getByRole("button", { name: "Play", exact: true }).click();
      const pictures = await page.evaluate(
        (wanted) =>
          new Promise((done) => {
            const stage = document.querySelector(".crowd-stage");
            const times = [];
            const observer = new MutationObserver(() => {
              if (Number(stage.dataset.step) < 50) return; // all agents have started and searched
              times.push(performance.now());
              if (times.length < wanted) return;
              observer.disconnect();
              done(times.slice(1).map((time, i) => time - times[i]));
            });
            observer.observe(stage, { attributeFilter: ["data-step"] });
          }),
        index ? 600 : 60,
      );
      const figures = summary(pictures);
      console.log(`${agents} agents, ${name}: ${JSON.stringify(figures)} (ms from picture to picture), ${round(1000 / (pictures.reduce((sum, value) => sum + value) / pictures.length))} a second`);
    }
  },
  { sources: () => [index ?? caves()] },
).catch((error) => {
  console.error(error);
  process.exit(1);
});
