// One crowd of the server, and its measurements.

import * as api from "./api.js";
import { decode } from "./crowd-frame.js";

const STEPS_MAX = 1000; // of one request
const SAMPLES_MAX = 480; // of a chart's line; when reached, every second one is dropped

const RECENT = 9; // the chart shows the median step time of so many frames, to hide outliers

// A line of a chart: values by step, thinned out to stay below SAMPLES_MAX.
export class Series {
  constructor() {
    this.points = [];
    this.every = 1; // one of so many values is kept
    this.count = 0;
  }

  add(step, value) {
    if (this.count++ % this.every) return;
    this.points.push([step, value]);
    if (this.points.length < SAMPLES_MAX) return;
    this.points = this.points.filter((_, i) => i % 2 === 0);
    this.every *= 2;
  }
}

export class CrowdRun {
  // made: the server's description of the new crowd.
  constructor(made) {
    this.id = made.crowd.id;
    this.strategy = made.crowd.strategy;
    this.indexed = made.crowd.indexed;
    this.stepSeconds = made.crowd.step_seconds; // null: no units
    this.ground = made;
    this.frame = null;
    this.series = { present: new Series(), out: new Series(), travel: new Series(), ms: new Series() };
    this.recent = []; // milliseconds per step, of the latest frames
  }

  // Seconds of a step, or 1 where times are steps.
  get unit() {
    return this.stepSeconds ?? 1;
  }

  static async begin(scenario) {
    return new CrowdRun(await api.beginCrowd(scenario));
  }

  // Advances to a step, or to the end, and sets frame.
  async to(step) {
    do {
      const now = this.frame?.step;
      this.take(decode(await this.ask(now === undefined ? 0 : Math.min(STEPS_MAX, step - now), now)));
    } while (this.frame.step < step && !this.frame.isLast);
  }

  async ask(steps, after) {
    try {
      return await api.crowdSteps(this.id, steps, after);
    } catch (error) {
      this.isGone = error.code === "no_such_crowd";
      throw error;
    }
  }

  take(frame) {
    if (frame.step === this.frame?.step) return;
    this.frame = frame;
    if (!frame.step) return;
    this.recent = [...this.recent.slice(1 - RECENT), frame.stepMs];
    const at = frame.step * this.unit;
    this.series.present.add(at, frame.present);
    this.series.out.add(at, frame.arrived);
    if (frame.arrived) this.series.travel.add(at, frame.travel * this.unit);
    if (this.recent.length === RECENT) this.series.ms.add(at, [...this.recent].sort((a, b) => a - b)[this.recent.length >> 1]);
  }

  // Tells the server that the crowd is still watched.
  stay() {
    return this.ask(0);
  }

  async setStrategy(strategy) {
    this.strategy = (await api.changeCrowd(this.id, { strategy })).strategy;
  }

  close(polygon) {
    return api.changeCrowd(this.id, { close: { polygon } });
  }

  end() {
    return this.isGone ? undefined : api.endCrowd(this.id);
  }
}
