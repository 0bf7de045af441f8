// What a map says that has no effect, in the words of the command: of the list of maps, and of the
// explore view.

import { h } from "./dom.js";
import { count, plural } from "./words.js";

// list: the map's kinds of such things; undefined if it comes without the viewer's server.
export function ignoredBlock(list = []) {
  if (!list.length) return null;
  const all = list.reduce((sum, one) => sum + one.count, 0);
  return h(
    "details",
    { class: "ignored" },
    h("summary", {}, `${plural(all, "thing")} of the map without effect`),
    h("ul", {}, list.map((one) => h("li", {}, `${one.sentence}: ${count(one.count)}, ${one.count > 1 ? "such as " : ""}${one.example}`))),
  );
}
