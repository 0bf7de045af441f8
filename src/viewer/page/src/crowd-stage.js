// The map area of the crowds' view: a panel for each crowd, the bar by which they run, the legend
// and the charts.

import { Choice } from "./controls.js";
import { Chart } from "./crowd-chart.js";
import { CrowdPanel } from "./crowd-panel.js";
import { STRATEGIES } from "./crowd-settings.js";
import { h, icon, iconButton, s } from "./dom.js";
import { count, figure } from "./words.js";

const CHARTS_MS = 250; // between updates
const RATE_MS = 1000; // period over which pictures per second are counted
const TIMES_MAX = 120; // of pictures, kept to count them

const nameOf = (strategy) => STRATEGIES.find(([name]) => name === strategy)[1];

// A sample of a ramp of the style sheet, of so many colours.
function ramp(name, number) {
  return s("svg", { class: "field-sample", viewBox: `0 0 ${10 * number} 12`, "aria-hidden": "true" }, Array.from({ length: number }, (_, i) => s("rect", { class: `${name}-${i}`, x: 10 * i, width: 10.5, height: 12 })));
}

export class CrowdStage {
  // calls: toggle() to run or pause, one() for one picture, begin() to begin anew,
  // strategy(place, value) of the crowd at a place
  constructor(settings, camera, calls) {
    this.settings = settings;
    this.camera = camera;
    this.calls = calls;
    this.slots = []; // of each crowd: {panel, choice, stuck, figures}
    this.times = []; // of the latest pictures
    this.play = h("button", { type: "button", class: "primary", onclick: () => calls.toggle() });
    this.told = h("span", { class: "figure" });
    this.rate = h("span", { class: "figure", title: "pictures shown in the last second" });
    this.words = h("p", { class: "crowd-words fine", role: "status" });
    this.bar = h("div", { class: "crowd-bar", role: "group", "aria-label": "Running" }, this.play, iconButton("step", "One picture", () => calls.one()), iconButton("again", "Begin anew", () => calls.begin()), this.told, this.rate);
    this.charts = { present: new Chart("Present", "agents"), out: new Chart("Arrived", "agents"), travel: new Chart("Mean travel time", "time"), ms: new Chart("A step takes", "ms") };
    this.chartNames = h("p", { class: "chart-names fine" });
    this.legend = h("p", { class: "crowd-legend fine" });
    this.maps = h("div", { class: "panels" });
    this.root = h(
      "section",
      { class: "stage crowd-stage", "aria-label": "Crowds" },
      this.maps,
      h("div", { class: "crowd-below" }, this.bar, this.words, this.legend, h("div", { class: "charts" }, Object.values(this.charts).map(({ root }) => root)), this.chartNames),
    );
    this.showPlaying(false);
  }

  get panels() {
    return this.slots.map(({ panel }) => panel);
  }

  // Makes panels for crowds, keeping the focus in the same list of strategies. side: of an agent.
  make(runs, ground, side) {
    const { view } = this.settings; // used once; later the camera keeps its own
    const focused = this.slots.findIndex(({ choice }) => choice.root === document.activeElement);
    this.drop();
    this.slots = runs.map((run, place) => this.makeSlot(run, place, runs.length > 1, ground, view));
    runs.forEach((run, place) => this.slots[place].panel.setGround(ground, run.ground, side));
    this.hasGates = runs.some((run) => run.ground.gates.length);
    this.maps.classList.toggle("two", this.slots.length === 2);
    this.maps.replaceChildren(...this.panels.map(({ root }) => root));
    this.slots[focused]?.choice.root.focus();
    this.showLegend();
  }

  makeSlot(run, place, isOfTwo, ground, view) {
    const figures = h("span", { class: "figure" });
    const stuck = h("span", { class: "figure" });
    const choice = new Choice(place ? "Strategy to compare with" : "Strategy", STRATEGIES, (value) => this.calls.strategy(place, value));
    choice.allow((value) => run.indexed || value !== "alternatives");
    choice.show(run.strategy);
    const line = isOfTwo && s("svg", { class: "line-sample", viewBox: "0 0 26 12", "aria-hidden": "true" }, s("path", { class: `chart-line chart-line-${place + 1}`, d: "M1 6H25" }));
    const panel = new CrowdPanel({
      title: place ? "Second crowd" : "Crowd",
      camera: this.camera,
      tools: !place,
      head: h("header", { class: "panel-head" }, line, choice.root, stuck, figures),
      resized: (size) => {
        if (place) return;
        this.camera.frame(ground, size, view);
        view = null;
      },
    });
    return { panel, choice, stuck, figures };
  }

  drop() {
    for (const panel of this.panels) panel.end();
    this.slots = [];
  }

  showLegend() {
    const { colour, density } = this.settings;
    this.legend.replaceChildren(
      ...(colour === "speed" ? [h("span", { class: "legend-entry" }, "speed: none ", ramp("speed", 5), " free")] : [h("span", { class: "legend-entry" }, "agents in the colour of their flow")]),
      ...(this.hasGates ? [h("span", { class: "legend-entry" }, "numbers: waiting at a narrow place")] : []),
      ...(density ? [h("span", { class: "legend-entry" }, "density: none ", ramp("density", 4), " full")] : []),
    );
    this.chartNames.textContent = this.slots.length > 1 ? "In the charts the first crowd's line is solid, the second's dashed." : "";
  }

  showPlaying(on) {
    this.times = [];
    this.play.replaceChildren(icon(on ? "pause" : "play"), on ? "Pause" : "Play");
    this.root.dataset.playing = on;
  }

  // There may be fewer crowds than panels while they begin anew.
  showStrategies(runs) {
    runs.forEach(({ strategy }, i) => this.slots[i].choice.show(strategy));
  }

  // Counts a picture, for the rate.
  pictureShown() {
    this.times = [...this.times.slice(-TIMES_MAX), performance.now()];
  }

  // charts: whether to update the charts regardless of when they last were.
  show(runs, playing, charts = false) {
    const { stepSeconds, unit } = runs[0];
    const time = stepSeconds ? "s" : "step";
    runs.forEach(({ frame }, i) => {
      const { panel, figures, stuck } = this.slots[i];
      panel.show(frame, this.settings);
      figures.textContent = `${count(frame.present)} present, ${count(frame.arrived)} arrived${frame.arrived ? `, after ${figure(frame.travel * unit)} ${stepSeconds ? "s" : "steps"}` : ""}`;
      stuck.textContent = frame.stuck ? `${count(frame.stuck)} find no path` : "";
    });
    const step = Math.max(...runs.map(({ frame }) => frame.step));
    this.told.textContent = stepSeconds ? `step ${count(step)}, ${count(step * unit)} s` : `step ${count(step)}`;
    this.root.dataset.step = step;
    this.root.dataset.over = runs.every(({ frame }) => frame.isLast);
    const now = performance.now();
    if (!charts && now - (this.chartsAt ?? 0) < CHARTS_MS) return;
    this.chartsAt = now;
    const names = runs.map(({ strategy }) => nameOf(strategy));
    for (const [name, chart] of Object.entries(this.charts)) chart.show(runs.map(({ series }) => series[name]), names, time);
    const shown = this.times.filter((time) => now - time < RATE_MS).length;
    this.rate.textContent = playing && shown > 1 ? `${shown} pictures a second` : "";
  }
}
