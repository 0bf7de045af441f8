// The page: opens the view that the address's fragment names, and holds the parts common to all
// views.

import { blinder } from "./blinder.js";
import { acceptDrops } from "./drop.js";
import { h, iconButton } from "./dom.js";
import { ExploreView } from "./explore-view.js";
import { inFolder } from "./folder.js";
import { lazily } from "./lazily.js";
import { complain, dropNotices, notice, sorry } from "./notice.js";
import { startTheme, switchTheme } from "./theme.js";

const main = document.querySelector("main");
let view = null; // null while one is fetched
let latest = null; // the latest call of open()

// Each returns a class. ExploreView is already loaded; the others are fetched.
const HERE = {
  map: () => ExploreView,
  draw: async () => (await lazily(() => import("./draw-view.js"), "draw", "terrain")).DrawView,
  maps: async () => (await lazily(() => import("./maps-view.js"), "maps")).MapsView,
  drawn: async () => (await lazily(() => import("./shared-view.js"), "shared")).SharedView,
};
const SERVED = {
  crowd: async () => (await lazily(() => import("./crowd-view.js"), "crowd")).CrowdView,
  study: async () => (await lazily(() => import("./study-view.js"), "study")).StudyView,
  results: async () => (await lazily(() => import("./results-view.js"), "study")).ResultsView,
};
const VIEWS = inFolder ? HERE : { ...HERE, ...SERVED };
const newDrawing = async () => (await lazily(() => import("./new-drawing.js"), "draw")).NewDrawing;

// Returns "map" for "#map=3&from=..."; unknown names give the list of maps.
function viewName() {
  const name = /^#([a-z]+)/.exec(location.hash)?.[1];
  return blinder.instead(VIEWS[name] ? name : "maps");
}

async function open() {
  view?.end();
  view = null;
  const opening = {};
  latest = opening;
  dropNotices();
  const name = viewName();
  blinder.show();
  for (const link of document.querySelectorAll("nav a")) {
    if (link.dataset.view === name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.body.dataset.view = name;
  window.scrollTo(0, 0);
  main.replaceChildren(h("p", { class: "loading late fine", role: "status" }, "Loading…"));
  const isNew = name === "draw" && /^#draw(=(new)?)?$/.test(location.hash);
  try {
    const View = await (isNew ? newDrawing : VIEWS[name])();
    if (latest === opening) view = new View(main, location.hash);
  } catch (error) {
    if (latest === opening) main.replaceChildren(sorry("This view can't be shown", error));
  }
}

function help() {
  lazily(() => import("./help.js"))
    .then(({ showHelp }) => showHelp(blinder.isBlind))
    .catch(complain);
}

async function share() {
  const address = view?.link?.() ?? location.href;
  try {
    await navigator.clipboard.writeText(address);
    notice("The link to this view is copied.");
  } catch {
    notice("The link to this view is in the address bar.");
  }
}

// Whether a key belongs to the focused field: every key in text fields; on sliders and choices only
// arrows, Backspace and Delete, as it would be unclear what these would delete.
function isOwn({ target, key }) {
  if (target.matches?.("input[type=range], input[type=radio]")) return /^(Arrow.*|Backspace|Delete)$/.test(key);
  return target.matches?.("input:not([type=checkbox]), select, textarea");
}

document.querySelector(".bar-tools").append(
  iconButton("link", "Copy a link to this view", share),
  iconButton("theme", "Light or dark", switchTheme),
  iconButton("help", "Help", help),
);

// The skip link focuses the first handle, if there is one; the fragment stays.
document.getElementById("skip").addEventListener("click", (event) => {
  event.preventDefault();
  (main.querySelector(".handle") ?? main).focus();
});
addEventListener("hashchange", () => latest && open());
addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.altKey || isOwn(event) || document.querySelector("dialog[open]")) return;
  const command = event.ctrlKey || event.metaKey; // the browser's, unless the view handles it
  if (command ? !view?.command?.(event) : !view?.key?.(event)) {
    if (command || event.key !== "?") return;
    help();
  }
  event.preventDefault();
});
addEventListener("unhandledrejection", (event) => complain(event.reason));

startTheme();
if (inFolder) acceptDrops();
(inFolder ? Promise.resolve() : blinder.begin()).finally(open); // a folder has no study
