// Light or dark: as the system prefers, until the switch is used; remembered then.

const KEY = "pathfan-theme";
const dark = matchMedia("(prefers-color-scheme: dark)");
const listeners = new Set();

function chosen() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // storage is off
  }
}

function apply() {
  document.documentElement.dataset.theme = chosen() ?? (dark.matches ? "dark" : "light");
  for (const listener of listeners) listener();
}

export function startTheme() {
  apply();
  dark.addEventListener("change", apply);
}

export function switchTheme() {
  const next = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
  try {
    localStorage.setItem(KEY, next);
    apply();
  } catch {
    document.documentElement.dataset.theme = next;
    for (const listener of listeners) listener();
  }
}

// Calls listener after each change; returns what ends that.
export function onTheme(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function calm() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
