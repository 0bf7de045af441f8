// Light or dark: the system's preference, until the switch is used; the choice is remembered.

import { keep, kept } from "./remember.js";

const KEY = "pathfan-theme";
const dark = matchMedia("(prefers-color-scheme: dark)");
const listeners = new Set();

function apply() {
  document.documentElement.dataset.theme = kept(KEY) ?? (dark.matches ? "dark" : "light");
  for (const listener of listeners) listener();
}

export function startTheme() {
  apply();
  dark.addEventListener("change", apply);
}

export function switchTheme() {
  keep(KEY, document.documentElement.dataset.theme === "dark" ? "light" : "dark");
  apply();
}

// Calls listener after each change; returns a function that removes it.
export function onTheme(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
