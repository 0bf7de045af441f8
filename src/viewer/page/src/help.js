// What the keyboard can do, in a dialog.

import { h } from "./dom.js";

const KEYS = [
  ["Tab", "go to the handles of source and target"],
  ["arrow keys", "move the handle; with Shift in larger steps"],
  ["1 – 9", "bring a path forward; again, or Esc: all of them"],
  ["+  −  0", "zoom in, zoom out, show all"],
  ["click", "sets the target; with Shift the source"],
  ["Ctrl Z, Ctrl Y", "drawing: undo, redo"],
  ["Del", "drawing: delete what is selected"],
  ["?", "this help"],
];

export function showHelp() {
  const dialog = h(
    "dialog",
    { class: "help", "aria-label": "Help", onclose: () => dialog.remove(), onclick: (event) => event.target === dialog && dialog.close() },
    h("h2", {}, "Keyboard and pointer"),
    h("dl", {}, KEYS.map(([keys, what]) => [h("dt", {}, keys), h("dd", {}, what)])),
    h("p", { class: "fine" }, "pathfan finds several good, different ways around obstacles. ", h("a", { href: "licences.txt" }, "Licences"), " of what this page is made with; ", h("a", { href: "openapi.json" }, "the server's interface"), "."),
    h("form", { method: "dialog" }, h("button", { class: "primary", autofocus: true }, "Close")),
  );
  document.body.append(dialog);
  dialog.showModal();
}
