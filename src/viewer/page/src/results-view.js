// The results of the study so far: the mean ratings (Table 1 of the paper) with their uncertainty,
// the tests whether they differ and which do, results by map, and all answers as CSV. Requires the
// key.

import * as api from "./api.js";
import { blinder } from "./blinder.js";
import { h } from "./dom.js";
import { methodName } from "./methods.js";
import { sorry } from "./notice.js";
import { count, plural } from "./words.js";

const RATED = ["plateaus", "dissimilarity", "penalty"];
const CATEGORIES = { "pre-defined": "Pre-defined queries", "user-selected": "User-selected queries", all: "All queries" };

const number = (value) => (value == null ? "–" : value.toFixed(2).replace("-", "−"));
const chance = (p) => (p == null ? "–" : p < 0.001 ? "< 0.001" : p.toFixed(3));
const equals = (p) => (p < 0.001 ? "p < 0.001" : `p = ${p.toFixed(3)}`);
const degrees = (value) => String(Number(value.toFixed(2)));

// A table with column heads; rows: [name, cells].
function table(label, columns, rows) {
  return h(
    "div",
    { class: "table-scroll", tabindex: 0, role: "region", "aria-label": label },
    h("table", { class: "results-table" }, h("thead", {}, h("tr", {}, h("td", {}), columns.map((column) => h("th", { scope: "col" }, column)))), h("tbody", {}, rows.map(([name, cells]) => h("tr", {}, h("th", { scope: "row" }, name), cells)))),
  );
}

function meanCell(row, method, best) {
  const value = row[method];
  const { low, high } = row.by_participant[method];
  const spread = [row.sd[method] == null ? null : `SD ${number(row.sd[method])}`, low == null ? null : `95% CI ${number(low)} to ${number(high)}`].filter(Boolean);
  return h("td", {}, h("span", { class: value === best && value != null ? "best" : null }, number(value)), spread.map((words) => h("span", { class: "spread" }, words)));
}

function meanRow(name, row) {
  const best = Math.max(...RATED.map((method) => row[method]).filter((value) => value != null));
  return [name, [h("td", {}, count(row.responses)), RATED.map((method) => meanCell(row, method, best))]];
}

function means(label, rows) {
  return table(label, ["Queries rated", ...RATED.map(methodName)], rows);
}

function anovaRow(name, anova) {
  const cells = !anova || anova.f == null ? RATED.map(() => "–").concat("–", "–") : [`F(${degrees(anova.df1)}, ${degrees(anova.df2)}) = ${number(anova.f)}`, chance(anova.p), number(anova.epsilon), chance(anova.p_corrected), number(anova.eta)];
  return [name, cells.map((cell) => h("td", {}, cell))];
}

function verdict(anova) {
  if (!anova) return "It takes two participants to test whether the methods are rated differently.";
  if (anova.f == null || anova.p == null) return "Nobody's mean ratings of the methods differ: there is nothing to test.";
  const differ = anova.p_corrected < 0.05 ? "At the 5% level the methods are rated differently." : "At the 5% level there is no evidence that the methods are rated differently.";
  return `One-way repeated-measures ANOVA of the mean ratings of ${plural(anova.subjects, "participant")}: F(${degrees(anova.df1)}, ${degrees(anova.df2)}) = ${anova.f.toFixed(2)}, ${equals(anova.p)}; by Greenhouse and Geisser, for differences that don't vary alike, ${equals(anova.p_corrected)}. ${differ}`;
}

function pairRow(pair) {
  const cells = [number(pair.difference), pair.low == null ? "–" : `${number(pair.low)} to ${number(pair.high)}`, number(pair.t), chance(pair.p), chance(pair.holm)];
  return [`${methodName(pair.a)} – ${methodName(pair.b)}`, cells.map((cell) => h("td", {}, cell))];
}

export class ResultsView {
  constructor(root, fragment) {
    this.root = root;
    this.secret = /^#results=([0-9a-f]+)/.exec(fragment)?.[1] ?? "";
    document.title = "Results – pathfan";
    this.load("all");
  }

  load(who) {
    this.show(who).catch((error) => {
      if (!this.over) this.root.replaceChildren(sorry("No results to show", error));
    });
  }

  // who: "all", or "complete": only participants who have rated everything.
  async show(who) {
    const results = await api.results(this.secret, who);
    blinder.admit(this.secret);
    if (this.over) return;
    const all = results.table.find(({ category }) => category === "all").anova;
    const only = h("input", { type: "checkbox", checked: who === "complete", onchange: (event) => this.load(event.target.checked ? "complete" : "all") });
    this.root.replaceChildren(
      h(
        "div",
        { class: "page results" },
        h("h1", {}, "Results of the study"),
        h("p", {}, `Mean ratings from 1 to 5 by ${plural(results.participants, "participant")}, of whom ${count(results.complete)} ${results.complete === 1 ? "has" : "have"} rated everything; more is better, the best of each row is bold. SD is that of the ratings, the interval that of the participants' means.`),
        results.other_responses > 0 && h("p", { class: "fine" }, `This is study ${results.study} of its folder. ${plural(results.other_responses, "answer")} to other maps, queries or versions of pathfan are in the CSV, and not here.`),
        h("label", { class: "row" }, only, "Only those who have rated everything"),
        means("Mean ratings", results.table.map((row) => meanRow(CATEGORIES[row.category], row))),
        h("h2", {}, "Do they differ?"),
        h("p", { class: "prose" }, verdict(all)),
        table("Analysis of variance", ["Test", "p", "ε (Greenhouse–Geisser)", "p corrected", "partial η²"], results.table.map((row) => anovaRow(CATEGORIES[row.category], row.anova))),
        all && [h("h2", {}, "Which of them?"), table("Pairs of methods", ["Difference", "95% CI", "t", "p", "p by Holm"], all.pairs.map(pairRow))],
        h("h2", {}, "Map by map"),
        means("Mean ratings by map", results.maps.map((row) => meanRow(row.map, row))),
        h("p", { class: "fine" }, "Each participant saw the methods as A, B and C in one of six orders, which take turns (a Latin square); answers are by method here, whatever it was called."),
        h("div", { class: "row" }, h("a", { class: "button", href: api.exportCsv(this.secret), download: "study.csv" }, "All answers as CSV"), h("a", { class: "button", href: "#study" }, "To the study")),
      ),
    );
  }

  end() {
    this.over = true;
  }
}
