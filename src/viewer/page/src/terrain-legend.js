// The legend of a terrain's areas and lines, with samples.

import { h, s } from "./dom.js";
import { POINT, areaTint, riverWidth, roadShade, roadWidth } from "./terrain.js";
import { figure } from "./words.js";

// Returns at most `most` of the distinct values, evenly picked in ascending order.
function some(values, most) {
  const sorted = [...new Set(values)].sort((a, b) => a - b);
  if (sorted.length <= most) return sorted;
  return Array.from({ length: most }, (_, i) => sorted[Math.round((i * (sorted.length - 1)) / (most - 1))]);
}

function line(classes, widths, d = "M1 6H25") {
  return s("svg", { class: "line-sample", viewBox: "0 0 26 12", "aria-hidden": "true" }, classes.map((name, i) => s("path", { class: name, d, "stroke-width": widths[i] })));
}

function ground(rate, background) {
  const { ink, opacity } = areaTint(rate, background);
  return s("svg", { class: "line-sample", viewBox: "0 0 26 12", "aria-hidden": "true" }, s("rect", { class: "ground-free", width: 26, height: 12 }), s("rect", { class: `ground-${ink}`, "fill-opacity": opacity, width: 26, height: 12 }));
}

// Returns the entries of the legend.
export function terrainEntries({ areas, roads, rivers, bridges, background, dearest }) {
  const rates = areas.map(({ rate }) => rate);
  const grounds = areas.length ? some([...rates, background], 6).map((rate) => [ground(rate, background), rates.includes(rate) ? `area, rate ${figure(rate)}` : `open ground, ${figure(rate)}`]) : [];
  const entries = some(roads.map(({ rate }) => rate), 4).map((rate, i) => {
    const width = roadWidth(rate, background);
    return [line(["ground-casing", `ground-road-${roadShade(rate, background)}`], [width + 1.6, width]), `${i ? "" : "road, rate "}${figure(rate)}`];
  });
  const apart = roads.find((road) => road.apart);
  if (apart) entries.push([line(["ground-apart", `ground-road-${roadShade(apart.rate, background)}`], [6, 3]), "bridge, tunnel"]);
  const oneway = roads.find((road) => road.oneway);
  if (oneway) {
    const sample = line(["ground-casing", `ground-road-${roadShade(oneway.rate, background)}`], [4.6, 3]);
    sample.append(s("path", { class: "ground-arrow", d: "M17 6L8 2V10Z" }));
    entries.push([sample, "one-way"]);
  }
  some(rivers.filter(({ cost }) => cost !== null).map(({ cost }) => cost), 3).forEach((cost, i) => entries.push([line(["ground-river"], [riverWidth(cost, dearest)]), `${i ? "" : "river, cost "}${figure(cost)}`]));
  if (rivers.some(({ cost }) => cost === null)) entries.push([line(["ground-wall"], [riverWidth(null, dearest)]), "never crossed"]);
  if (bridges.length) entries.push([line(["round ground-apart", "round ground-point"], [POINT.outer, POINT.inner], "M13 6h0"), "bridge, cost 0"]);
  return [...grounds, ...entries].map(([sample, words]) => h("span", { class: "legend-entry" }, sample, words));
}
