// Colours of paths: the hues of src/draw/svg.c in its order, darker on a light ground and lighter
// on a dark one, from the style sheet. After the last colour they repeat, dashed.

import { s } from "./dom.js";

const COLOURS = 6; // --path-1 to --path-6
const FIELD = 5; // --field-0, at the goal, to --field-4

export function colour(number) {
  return `var(--path-${(number % COLOURS) + 1})`;
}

export const FILLED = "6 6"; // shorter dashes than those of repeated colours

// Returns a stroke-dasharray for flat line ends: round ends would close the gaps.
export function dash(number, filled) {
  if (filled) return FILLED;
  return number < COLOURS ? null : "14 8";
}

// Returns a sample of a path's line.
export function swatch(number) {
  return s("svg", { class: "swatch", viewBox: "0 0 44 12", "aria-hidden": "true" }, s("path", { d: "M0 6H44", stroke: colour(number), "stroke-width": 12 }));
}

// Returns the distance by which the corridor of path 1 extends to either side, in map units; 0: no
// corridor.
export function corridor(answer) {
  return answer?.paths.length > 1 ? (answer.bounds?.separation ?? 0) : 0;
}

// Returns red, green and blue of a colour like #1f2e3d.
function parts(colour) {
  return [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
}

// Returns the colour at a part, 0..1, of a ramp: colours as [red, green, blue].
export function mixed(ramp, part) {
  const at = Math.min(1, Math.max(0, part)) * (ramp.length - 1);
  const low = Math.min(ramp.length - 2, Math.floor(at));
  return ramp[low].map((value, i) => Math.round(value + (at - low) * (ramp[low + 1][i] - value)));
}

// Returns the ramp of the style sheet's variables --name-0, --name-1, ... that applies to an element.
export function rampOf(element, name, count, first = 0) {
  const style = getComputedStyle(element);
  return Array.from({ length: count }, (_, i) => parts(style.getPropertyValue(`--${name}-${i + first}`).trim()));
}

// Returns the colours of a crowd: ramps from slow to free and from empty to full; colours of flows.
export function crowdInks(element) {
  return { speed: rampOf(element, "speed", 5), density: rampOf(element, "density", 4), flow: rampOf(element, "path", COLOURS, 1) };
}

// Returns the colours of the canvas and of exported pictures, from the style sheet's variables.
export function inks(element) {
  const style = getComputedStyle(element);
  const value = (name) => style.getPropertyValue(name).trim();
  return {
    free: value("--free"),
    blocked: value("--blocked"),
    margin: value("--margin"),
    edge: value("--mesh"),
    ink: value("--ink"),
    page: value("--page"),
    corridor: value("--corridor"),
    terrain: Object.fromEntries(["dear", "cheap", "river", "wall", "casing", "apart", "point", ...[0, 1, 2, 3, 4].map((i) => `road-${i}`)].map((name) => [name, value(`--ground-${name}`)])),
    field: rampOf(element, "field", FIELD),
    fieldInk: value("--field-ink"),
    paths: Array.from({ length: COLOURS }, (_, i) => value(`--path-${i + 1}`)),
  };
}
