// What people are told apart from what they asked for: news over the page, said to screen
// readers too, and what stands in place of a page that can't be shown.

import { h } from "./dom.js";

const SECONDS = 6;
const root = h("div", { class: "notices", role: "status", "aria-live": "polite" });
document.body.append(root);

export function notice(text, kind = "news") {
  for (const old of root.children) if (old.textContent === text) return;
  const line = h("p", { class: `notice ${kind}` }, text);
  root.append(line);
  while (root.children.length > 3) root.firstChild.remove();
  setTimeout(() => line.remove(), SECONDS * 1000);
}

export function complain(error) {
  notice(error?.message ?? String(error), "fault");
}

export function sorry(title, error, ...more) {
  return h("div", { class: "sorry", role: "alert" }, h("h1", {}, title), h("p", {}, error.message), more);
}
