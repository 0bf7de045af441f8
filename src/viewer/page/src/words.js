// Formats numbers and reasons for people.

const groups = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });

export function count(number) {
  return groups.format(number);
}

export function plural(number, word, words = `${word}s`) {
  return `${count(number)} ${number === 1 ? word : words}`;
}

// Returns the decimals, in map units, that resolve a millionth of a size.
export function places(size) {
  return Math.min(100, Math.max(0, 6 - Math.floor(Math.log10(size))));
}

// Formats a number without trailing zeros.
export function rounded(value, decimals) {
  return String(Number(value.toFixed(decimals)));
}

// Returns 1, 2 or 5 times a power of ten, at least range / parts.
export function niceStep(range, parts) {
  const rough = range / parts;
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10);
}

// Formats a length; lengths shown together use the decimals of one of them, `beside`.
export function length(value, beside = value) {
  return value.toFixed(beside >= 1000 ? 1 : Math.max(2, places(beside || 1) - 4));
}

// Formats a rate or cost, with four significant digits.
export function figure(value) {
  return figures.format(value);
}

const figures = new Intl.NumberFormat("en", { maximumSignificantDigits: 4 });

// Formats the size of a map.
export function extent({ width, height }) {
  return [width, height].map((side) => (side < 1000 ? figures : groups).format(side)).join(" × ");
}

// Formats coordinates with the digits that are visible on a map of that size.
export function coordinate(value, size) {
  return rounded(value, Math.max(0, places(size) - 2));
}

export function time(us) {
  if (us < 1000) return `${Math.round(us)} µs`;
  if (us < 1e6) return `${(us / 1000).toFixed(us < 1e4 ? 2 : 1)} ms`;
  return `${(us / 1e6).toFixed(2)} s`;
}

export function percent(fraction) {
  return `${(100 * fraction).toFixed(fraction > 0 && fraction < 0.0995 ? 1 : 0)}%`;
}

export function bytes(number) {
  if (number < 1e6) return `${(number / 1e3).toFixed(0)} kB`;
  return `${(number / 1e6).toFixed(1)} MB`;
}

const STATUS = {
  no_path: "There is no path: start and goal lie in parts of the map that aren't connected.",
  invalid_request: "A setting is out of range.",
};

export const ALL_BLOCKED = "All of this map is blocked: there is no free place on it.";

const ENDS = { start_blocked: "start", goal_blocked: "goal" };
const BLOCKED_BY = { border: "lies off the map", area: "is in an obstacle" };

// Says which end is blocked by what, and how to fix it.
function blocked({ status, blocked_by }, settings) {
  const by = BLOCKED_BY[blocked_by] ?? "is inside an obstacle";
  const sentence = `The ${ENDS[status]} ${by}.`;
  if (blocked_by === "area") return `${sentence} Move it, or the obstacle.`;
  return sentence + (settings.snap ? " No free place is near: move it." : " Move it, or switch on “Snap to free space”.");
}

// Returns why candidates were refused, most frequent first: [[words, number], ...].
function rejections(candidates, settings) {
  return [
    [`longer than ${settings.stretch} times the shortest`, candidates.too_long],
    ["too similar to a path listed", candidates.too_similar],
    ["too near to a path listed", candidates.too_near],
    ["not taut", candidates.not_taut],
    ["crossing themselves", candidates.not_simple],
    ["outside the bounds on measures", candidates.unfit],
    ["touching an obstacle", candidates.entering],
    ["turning back in plain sight", candidates.looping],
  ]
    .filter(([, number]) => number > 0)
    .sort((a, b) => b[1] - a[1]);
}

function hint(candidates, settings) {
  if (candidates.looping > Math.max(candidates.too_near ?? 0, candidates.too_similar, candidates.too_long)) return " A larger bound on loops lets more through.";
  if (candidates.too_near > Math.max(candidates.too_similar, candidates.too_long)) return " A smaller separation lets more through.";
  if (candidates.too_similar > candidates.too_long && settings.dissimilarity > 0)
    return " A lower dissimilarity lets more through.";
  if (candidates.too_long > 0) return " A higher stretch lets more through.";
  return "";
}

// Says how much a set of paths helps when one place of path 1 is closed.
export function backup(answer) {
  if (answer?.backup === undefined || answer.paths.length < 2) return "";
  return `A single blockage anywhere on ${percent(answer.backup)} of path 1 leaves another open.`;
}

// Says what a way of a terrain costs, and why.
function wayWords({ cost, gap, legs, length: all }) {
  const along = legs.filter(({ kind }) => kind === "road").reduce((sum, leg) => sum + leg.length, 0);
  const rivers = legs.flatMap(({ crossed }) => crossed);
  const toll = rivers.reduce((sum, river) => sum + river.cost, 0);
  const proven = gap ? `, at most ${figure(gap)} above the least` : "";
  const parts = [`The cheapest path costs ${length(cost)}${proven}`, `it is ${length(all)} long`];
  parts.push(along > 0 ? `${percent(along / all)} of that on roads` : "off the roads all the way");
  if (rivers.length) parts.push(`crossing ${plural(rivers.length, "river")} for ${figure(toll)}`);
  return `${parts[0]}: ${parts.slice(1).join(", ")}.`;
}

// Returns the words for screen readers: whether all paths were found, and their lengths.
export function said(paths, reason) {
  if (!paths.length) return reason;
  return `${plural(paths.length, "path")}: ${paths.map((path) => length(path.length, paths[0].length)).join(", ")}. ${reason}`;
}

// Compares the results of two methods on a query; "" until both have measures. methods: [{name,
// answer}, ...].
export function comparison(methods) {
  if (methods.some(({ answer }) => !answer?.paths.length || !answer.paths[0].measures)) return "";
  return methods
    .map(({ name, answer: { paths } }) => {
      if (paths.length < 2) return `${name}: 1 path.`;
      const longer = paths.reduce((sum, path) => sum + path.length / paths[0].length - 1, 0) / paths.length;
      const alike = Math.max(...paths.map((path) => path.measures.similarity));
      return `${name}: ${plural(paths.length, "path")}, in the mean ${percent(longer)} longer than the shortest, two of them ${percent(alike)} alike.`;
    })
    .join(" ");
}

// Says how much faster one method is than another; "" below 1.5 times.
export function faster(us, other, name) {
  const times = other / us;
  return times >= 1.5 ? `${times < 10 ? times.toFixed(1) : count(Number(times.toPrecision(2)))} × faster than ${name}` : "";
}

// Says in one or two sentences whether all paths were found, and if not, why.
export function reason(answer, settings, method) {
  if (ENDS[answer.status]) return blocked(answer, settings);
  if (STATUS[answer.status]) return STATUS[answer.status];
  const found = answer.paths.length;
  if (method === "terrain") return found ? wayWords(answer.paths[0]) : "No path was found within the work limit.";
  if (method === "polyanya") return "The shortest path, by a search without the index.";
  const wanted = settings.paths;
  const candidates = answer.candidates ?? {};
  const filled = answer.paths.filter((path) => path.filled).length;
  if (answer.reason === "complete") return `${found === 1 ? "The path" : `All ${found} paths`} asked for${filled ? `, ${count(filled)} of them filled in` : ""}.`;
  const some = `${found} of ${wanted}: `;
  if (answer.status === "work_limit" || answer.reason === "work_limit")
    return `${some}the work limit was reached after ${plural(candidates.tried, "candidate")}; more may exist.`;
  if (answer.reason === "no_candidates") return `${some}no other candidate was tried.${method === "index" && settings.effort === "fast" ? " Thorough effort tries all." : ""}`;
  const parts = rejections(candidates, settings).map(([words, number], i) => `${count(number)} ${i ? "" : number === 1 ? "was " : "were "}${words}`);
  const list = parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}` : parts.join("");
  return `${some}of ${plural(candidates.tried, "candidate")}, ${list || "none passed"}.${hint(candidates, settings)}`;
}
