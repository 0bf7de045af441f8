// Messages: notices over the page, also announced by screen readers, and the replacement of a page
// that can't be shown.

import { h } from "./dom.js";

const SECONDS = 6;
const OFFER_SECONDS = 12; // with a button
const root = h("div", { class: "notices", role: "status", "aria-live": "polite" });
document.body.append(root);

export function notice(text, kind = "news") {
  for (const old of root.children) if (old.textContent === text) return;
  show(h("p", { class: `notice ${kind}` }, text), SECONDS);
}

function show(line, seconds) {
  root.append(line);
  while (root.children.length > 3) root.firstChild.remove();
  setTimeout(() => line.remove(), seconds * 1000);
}

// Shows a message with a button that undoes the action; replaces the last offer.
export function offer(text, words, back) {
  dropOffer();
  const line = h("p", { class: "notice offer" }, text, h("button", { type: "button", class: "small", onclick: () => (line.remove(), back()) }, words));
  show(line, OFFER_SECONDS);
}

export function dropOffer() {
  root.querySelector(".offer")?.remove();
}

// Called when the view changes.
export function dropNotices() {
  root.replaceChildren();
}

export function complain(error) {
  notice(error?.message ?? String(error), "fault");
}

export function sorry(title, error, ...more) {
  return h("div", { class: "sorry", role: "alert" }, h("h1", {}, title), h("p", {}, error.message), more);
}
