// The pages of a study before and after the queries: instructions and thanks.

import { h } from "./dom.js";
import { plural } from "./words.js";

// begin(background): the participant wants to begin.
export function instructions({ maps, instructions: words, practice }, begin) {
  const background = h("textarea", { maxlength: 2000 });
  const submit = (event) => {
    event.preventDefault();
    begin(background.value);
  };
  return h(
    "div",
    { class: "page" },
    h(
      "form",
      { class: "prose", onsubmit: submit },
      h("h1", {}, "How good are these paths?"),
      h("p", { class: "instructions" }, words),
      h(
        "ul",
        {},
        h("li", {}, `There ${maps.length === 1 ? "is" : "are"} ${plural(maps.length, "map")}. S is the start, T the goal; the buttons A, B and C switch between the methods.`),
        h("li", {}, "Click a path to see it alone among the others; the wheel or two fingers zoom."),
        h("li", {}, "On the keyboard A, B and C show a method, Shift with 1 to 5 rates it."),
        h("li", {}, "Rate A, B and C, then go on. For your own choice, drag S and T or click."),
        practice && h("li", {}, "The first query is for practice."),
      ),
      h("p", { class: "fine" }, "What you answer is kept on this computer under a random number, without your name. You can stop and go on later in the same browser."),
      h("label", { class: "label" }, "Your background in path finding (optional)", background),
      h("div", {}, h("button", { class: "primary" }, "Begin")),
    ),
  );
}

// queries: how many were rated; back: the button to the last of them, or null; another(): the next
// participant wants to begin.
export function thanks({ maps }, queries, back, another) {
  return h(
    "div",
    { class: "page" },
    h(
      "div",
      { class: "prose thanks" },
      h("h1", {}, "Thank you"),
      h("p", {}, `You have rated ${plural(queries, "query", "queries")} on ${plural(maps.length, "map")}.`),
      h("div", { class: "row" }, back, h("button", { type: "button", onclick: another }, "Another participant")),
    ),
  );
}
