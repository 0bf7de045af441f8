// Colours of paths: the hues of src/draw/svg.c in its order, darker on light ground and
// lighter on dark, from the style sheet; beyond the last, again with dashes.

const COLOURS = 6; // --path-1 to --path-6

// Widths as there: path 1 is the narrowest and on top, so that where paths coincide
// the others show on both sides of it.
const WIDTH = 3.5;
const WIDTH_STEP = 2;
const WIDTH_STEPS = 4;

export function colour(number) {
  return `var(--path-${(number % COLOURS) + 1})`;
}

// With flat ends: round ones of so wide a line would close the gaps.
export function dash(number) {
  return number < COLOURS ? null : "14 8";
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
    paths: Array.from({ length: COLOURS }, (_, i) => value(`--path-${i + 1}`)),
  };
}
