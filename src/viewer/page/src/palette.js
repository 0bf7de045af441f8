// Colours of paths: the series of src/draw/svg.c (Okabe and Ito's, which colour-blind
// people can tell apart), in its order; beyond the last, again with dashes.

const COLOURS = ["#d55e00", "#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9"];

// Widths as there: path 1 is the narrowest and on top, so that where paths coincide
// the others show on both sides of it.
const WIDTH = 3.5;
const WIDTH_STEP = 2;
const WIDTH_STEPS = 4;

export function colour(number) {
  return COLOURS[number % COLOURS.length];
}

export function dash(number) {
  return number < COLOURS.length ? null : "9 6";
}

export function width(number) {
  return WIDTH + WIDTH_STEP * Math.min(number, WIDTH_STEPS);
}

// What the canvas and exported pictures are drawn with, from the style sheet's variables.
export function inks(element) {
  const style = getComputedStyle(element);
  const value = (name) => style.getPropertyValue(name).trim();
  return {
    free: value("--free"),
    blocked: value("--blocked"),
    edge: value("--mesh"),
    ink: value("--ink"),
    page: value("--page"),
  };
}
