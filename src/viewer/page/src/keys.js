// Keys that mean the same in all views.

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const LARGE = 10; // times a step with Shift

// Returns the steps along x and y by an arrow key, or null for other keys. down: as in points.js.
export function arrowOf({ key, shiftKey }, down = 1) {
  const by = shiftKey ? LARGE : 1;
  const [x, y] = ARROWS[key] ?? [];
  return x === undefined ? null : [by * x, by * down * y];
}

// Whether a key is held together with one that makes it a command of the browser or the view.
export function isCommand({ ctrlKey, metaKey, altKey }) {
  return ctrlKey || metaKey || altKey;
}

// Whether a key deletes what is selected.
export function isDelete({ key }) {
  return key === "Delete" || key === "Backspace";
}
