// The help dialog: what keys do, and what the words beside a map mean.

import { COLUMNS } from "./answer-table.js";
import { h } from "./dom.js";
import { LEG_COLUMNS } from "./legs-table.js";
import { TOOLS } from "./explore-tools.js";
import { FILL, LAYERS, NUMBERS } from "./settings.js";

const KEYS = [
  ["Tab", "go to the handles of start and goal"],
  ["arrow keys", "move the handle; with Shift in larger steps"],
  ["1 – 9", "bring a path forward; again, or Esc: all of them"],
  ["+  −  0", "zoom in, zoom out, show all"],
  ["click", "sets the goal; with Shift the start"],
  ["Ctrl Z, Ctrl Y", "undo, redo: where the ends are, and what is drawn"],
  [",  .", "explain: the step before, the next step"],
  ["Del", "drawing: delete what is selected"],
  ["Space, .", "crowds: play or pause, one picture; walkers: Space plays or pauses"],
  ["arrow keys, Enter", "crowds, while an area or a flow is drawn: move the aim, put a point there; Enter again on the same place ends an area"],
  ["?", "this help"],
];

const OBSTACLES = [
  ["drag, click", "walls and openings from one end to the other; circles from their middle outwards, or where one clicks; polygons corner by corner, the first again, a double click or Enter ends one"],
  ["Enter on a shape's button", "puts one into the middle of what is seen; arrow keys move it, its corners and its radius, to which Tab goes"],
  ["Enter, Del on a corner", "add one after it, take it away; a double click takes it away, too"],
  ["Del, Esc", "delete what is chosen, let it go"],
];

const QUERIES = [
  ["choose, drop", "a .scen file, as MovingAI's maps have them; its length stands beside the one that was found"],
  ["← →", "the query before, the next one; with Shift ten at once"],
  ["fewer than … only", "the arrows go to queries that have fewer paths than requested; Esc ends looking for one"],
];

const PASSAGES = [["Narrowest passage", "the shortest line between two walls that a path crosses: no agent of a larger diameter can go that way. A line beside which an end lies, within the circle on it, doesn't count; areas to avoid aren't walls"]];

const COMPARE = ["Compare with", "both methods get the same bounds, so that they differ by the paths they find. By their definition Plateaus and Penalty have neither dissimilarity nor separation nor a bound on loops: set both to 0 and allow loops to see them so"];

function list(title, entries) {
  return [h("h2", {}, title), h("dl", {}, entries.map(([name, words]) => [h("dt", {}, name), h("dd", {}, words)]))];
}

// The keys of a study, where methods aren't mentioned.
const STUDY_KEYS = ["Tab", "arrow keys", "1 – 9", "+  −  0", "Ctrl Z, Ctrl Y", "?"];

const RATE = ["A, B, C; Shift 1 – 5", "show a method; rate it"];

export function showHelp(blind = false) {
  const dialog = h(
    "dialog",
    { class: "help", "aria-label": "Help", onclose: () => dialog.remove(), onclick: (event) => event.target === dialog && dialog.close() },
    h("form", { method: "dialog" }, h("button", { class: "primary", autofocus: true }, "Close")),
    list("Keyboard and pointer", blind ? [...KEYS.filter(([name]) => STUDY_KEYS.includes(name)), RATE] : KEYS),
    !blind && list("Settings", [...NUMBERS.map(({ label, symbol, hint }) => [`${label} ${symbol}`, hint]), [FILL.label, FILL.hint], COMPARE]),
    !blind && list("Layers", LAYERS.map(([, label, hint]) => [label, hint])),
    !blind && list("Tools", TOOLS.filter(({ label }) => label).map(({ label, hint }) => [label, hint])),
    !blind && list("Obstacles", OBSTACLES),
    !blind && list("Queries of a file", QUERIES),
    !blind && list("Passages", PASSAGES),
    !blind && list("The table of paths", COLUMNS),
    !blind && list("The table of a path over a terrain", LEG_COLUMNS),
    h("p", { class: "fine" }, "pathfan finds several good, different paths round obstacles. ", h("a", { href: "licences.txt" }, "Licences"), " of what this page is made with", !blind && "; ", !blind && h("a", { href: "openapi.json" }, "the server's interface"), "."),
  );
  document.body.append(dialog);
  dialog.showModal();
}
