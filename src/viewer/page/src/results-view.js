// The results of the study so far: the mean ratings (Table 1 of the paper), the test whether
// they differ, and all answers as CSV.

import * as api from "./api.js";
import { h } from "./dom.js";
import { sorry } from "./notice.js";
import { methodName } from "./settings.js";
import { count, plural } from "./words.js";

const RATED = ["plateaus", "dissimilarity", "penalty"]; // as A, B and C
const CATEGORIES = { "pre-defined": "Pre-defined queries", "user-selected": "User-selected queries", all: "All queries" };

function row(entry) {
  const values = RATED.map((method) => entry[method]);
  const best = Math.max(...values.filter((value) => value != null));
  return h(
    "tr",
    {},
    h("th", { scope: "row" }, CATEGORIES[entry.category]),
    h("td", {}, count(entry.responses)),
    values.map((value) => h("td", { class: value === best && value != null ? "best" : null }, value == null ? "–" : value.toFixed(2))),
  );
}

const degrees = (value) => String(Number(value.toFixed(2)));

function verdict(anova) {
  if (!anova) return "It takes two participants to test whether the methods are rated differently.";
  if (anova.f == null || anova.p == null) return "Nobody's mean ratings of the methods differ: there is nothing to test.";
  const p = anova.p < 0.001 ? "p < 0.001" : `p = ${anova.p.toFixed(3)}`;
  const differ = anova.p < 0.05 ? "At the 5 % level the methods are rated differently." : "At the 5 % level there is no evidence that the methods are rated differently.";
  return `One-way repeated-measures ANOVA of the mean ratings of ${plural(anova.subjects, "participant")}: F(${degrees(anova.df1)}, ${degrees(anova.df2)}) = ${anova.f.toFixed(2)}, ${p}. ${differ}`;
}

export class ResultsView {
  constructor(root) {
    this.root = root;
    document.title = "Results – pathfan";
    this.load().catch((error) => {
      if (!this.over) this.root.replaceChildren(sorry("No results to show", error));
    });
  }

  async load() {
    const results = await api.results();
    if (this.over) return;
    this.root.replaceChildren(
      h(
        "div",
        { class: "page" },
        h(
          "div",
          { class: "prose" },
          h("h1", {}, "Results of the study"),
          h("p", {}, `Mean ratings from 1 to 5 by ${plural(results.participants, "participant")}; more is better, the best of each row is bold.`),
          h(
            "div",
            { class: "table-scroll", tabindex: 0, role: "region", "aria-label": "Mean ratings" },
            h("table", { class: "results-table" }, h("thead", {}, h("tr", {}, h("td", {}), h("th", { scope: "col" }, "Queries rated"), RATED.map((method) => h("th", { scope: "col" }, methodName(method))))), h("tbody", {}, results.table.map(row))),
          ),
          h("p", {}, verdict(results.anova)),
          h("p", { class: "fine" }, "Participants saw Plateaus, Dissimilarity and Penalty as A, B and C."),
          h("div", { class: "row" }, h("a", { class: "button", href: api.EXPORT_CSV, download: "study.csv" }, "All answers as CSV"), h("a", { class: "button", href: "#study" }, "To the study")),
        ),
      ),
    );
  }

  key() {
    return false;
  }

  end() {
    this.over = true;
  }
}
