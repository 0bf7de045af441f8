// A line of news at the foot of the page, said to screen readers too.

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
  notice(error.message, "fault");
}
