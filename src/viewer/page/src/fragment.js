// What the fragments of several views have in common (settings.js, crowd-settings.js): numbers with
// a range, lists of numbers, the visible part of the map.

import { places, rounded } from "./words.js";

// Returns the nearest value in a number's range, or 0 if that turns it off.
export function allowed({ min, max, step, off }, value) {
  if (off && value === 0) return 0;
  return Math.min(max, Math.max(min, Number.isInteger(step) ? Math.round(value) : value));
}

// Reads a number; returns its initial value if the text is none.
export function numberOf(text, number) {
  const value = Number(text || NaN);
  return Number.isFinite(value) ? allowed(number, value) : number.initial;
}

// Reads numbers between commas; returns null if they are too few or one is invalid.
export function listOf(text, least) {
  const list = (text ?? "").split(",").map(Number);
  return list.length >= least && list.every(Number.isFinite) ? list : null;
}

// Reads the visible part, [x, y, scale], or null.
export function viewOf(text) {
  const view = listOf(text, 3);
  return view?.length === 3 && view[2] > 0 ? view : null;
}

// Writes coordinates; size: of the map's longer side.
export function listText(list, size) {
  return list.map((value) => rounded(value, places(size))).join(",");
}

export function viewText([x, y, scale], size) {
  return `${listText([x, y], size)},${Number(scale.toPrecision(6))}`;
}

// fields: [[key, text], ...]
export function fieldsText(fields) {
  return fields.map((field) => field.join("=")).join("&");
}
