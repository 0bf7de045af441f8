// Where there is no server, a map dropped on the page becomes an index here: its progress is shown,
// and then the map.

import { h } from "./dom.js";
import { localMaps } from "./folder.js";
import { complain } from "./notice.js";

const ENDINGS = ".map,.geojson,.json,.tmj,.tmx,.png,.wkt,.poly,.mesh,.obj,.ply,.asc,.gz";

let current = null; // the AbortController of the build that goes on

async function open(file) {
  current?.abort();
  const stop = (current = new AbortController());
  const bar = h("progress", { max: 1, value: 0, "aria-label": "Index being made" });
  const stage = h("span", { class: "fine" }, "reading");
  const panel = h("div", { class: "baking", role: "status" }, h("b", {}, file.name), bar, stage, h("button", { type: "button", class: "small", onclick: () => stop.abort() }, "Cancel"));
  document.body.append(panel);
  try {
    const maps = await localMaps();
    const content = new Uint8Array(await file.arrayBuffer());
    const follow = (progress) => {
      bar.value = progress.share;
      stage.textContent = progress.stage;
    };
    const { id } = await maps.open(file.name, content, { onProgress: follow, signal: stop.signal });
    if (current === stop) location.hash = `#map=${encodeURIComponent(id)}`;
  } catch (error) {
    if (error.name !== "AbortError") complain(error);
  } finally {
    panel.remove();
    if (current === stop) current = null;
  }
}

// A button that opens a file, and words that say what can be dropped.
export function opener() {
  const input = h("input", { type: "file", accept: ENDINGS, hidden: true, "aria-label": "Map file", onchange: () => input.files.length && (open(input.files[0]), (input.value = "")) });
  return h("span", { class: "row" }, h("button", { type: "button", onclick: () => input.click() }, "Open a map"), input);
}

export const DROP_WORDS = "Drop a map here: cells (.map), GeoJSON, Tiled, or a PNG whose dark pixels are walls. Its index is made in this browser; nothing is sent.";

export function acceptDrops() {
  const over = (on) => (event) => {
    if (![...(event.dataTransfer?.types ?? [])].includes("Files")) return;
    event.preventDefault();
    document.body.classList.toggle("dropping", on);
  };
  addEventListener("dragover", over(true));
  addEventListener("dragleave", (event) => event.relatedTarget ?? over(false)(event));
  addEventListener("drop", (event) => {
    over(false)(event);
    const [file] = event.dataTransfer?.files ?? [];
    if (file) open(file);
  });
}
