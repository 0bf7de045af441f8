// Explains an answer with a trace step by step: what the ends see, the corners tried, then the fate
// of each candidate in the order in which they were judged.
//
// A step is {title, text, marks}: the words and the drawing (explain.js).

import { length, percent, plural } from "./words.js";

// Words for the fate of a candidate. settings: those of the request; rival: words for the path.
const FATES = {
  chosen: (settings, rival, told) => (told.filled ? "taken to fill up, nearer to another path than the separation allows" : "different enough from all before: it is taken"),
  too_long: (settings) => `refused: longer than ${settings.stretch} times the shortest`,
  not_taut: () => "refused: not taut, pulled tight it would slip off a corner, and be another path",
  too_similar: (settings, rival) => `refused: too similar to ${rival}, of which it shares more than the dissimilarity of ${settings.dissimilarity} allows`,
  too_near: (settings, rival) => `refused: too near to ${rival}, within the separation for too much of its length`,
  not_simple: () => "refused: it crosses or touches itself",
  unfit: () => "refused: outside the bounds on measures",
  entering: () => "refused: it touches an obstacle",
  looping: (settings) => `refused: it turns back in plain sight. Between the two points that the dotted line joins it is more than ${settings.max_loop} times as long as the straight line`,
  known: () => "known: another corner has led to the same path before",
};

export const SHORT = { chosen: "taken", too_long: "too long", not_taut: "not taut", too_similar: "too similar", too_near: "too near", not_simple: "crosses itself", unfit: "out of bounds", entering: "in an area", looping: "turns back", known: "known path" };

const longer = (part) => (part < 0.0005 ? "as long as the shortest" : `${percent(part)} more than the shortest`);

const same = (a, b) => a.length === b.length && a.every(([x, y], i) => x === b[i][0] && y === b[i][1]);

// Counts the candidates of each fate, most frequent first: "12 too long, 3 not taut".
export function tally(list) {
  const counts = new Map();
  for (const { fate } of list) counts.set(fate, (counts.get(fate) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]).map(([fate, number]) => `${number} ${SHORT[fate]}`).join(", ");
}

// answer: with a trace; looks: {from, to}, what the ends see, or null if not known.
export function stepsOf(answer, settings, looks) {
  const { paths, trace } = answer;
  if (!paths.length || !trace) return [];
  // The paths in the order in which they were chosen, path 1 first.
  const chosen = [paths[0].points];
  const numberOf = (points) => paths.findIndex((path) => same(path.points, points)) + 1;
  const rivalOf = (i) => {
    const number = chosen[i] ? numberOf(chosen[i]) : 0;
    return number ? `path ${number}` : "a path taken before";
  };
  const steps = [];
  if (looks.from && looks.to)
    steps.push({
      title: "What the ends see",
      text: `S sees ${plural(looks.from.visible.length, "corner")} that a path could turn at, T ${plural(looks.to.visible.length, "corner")}. Every path from S to T begins at one of these and ends at one of those, if S and T don't see each other.`,
      marks: { looks },
    });
  steps.push({ title: "Path 1", text: `The shortest of all paths: ${length(paths[0].length)}. Others must differ from it.`, marks: { path: 1 } });
  const told = trace.candidates;
  if (trace.vias.length || told.length) {
    const vias = [...trace.vias, ...told.filter(({ via }) => via).map(({ fate, via }) => ({ fate, at: via }))];
    const lost = trace.vias.length ? ` ${tally(trace.vias)} before a path was made.` : "";
    steps.push({ title: "Corners tried", text: `${plural(vias.length, "corner")}: from S by the shortest path to the corner, and on by the shortest path to T.${lost} What is left is judged one after the other, the shortest first.`, marks: { vias } });
  }
  for (const candidate of told) {
    const { fate, via, rival, spliced, points, loop } = candidate;
    const how = spliced ? "joined from two candidates that meet" : via ? `through the ringed corner` : "from another search";
    const taken = fate === "chosen" ? numberOf(points) : 0;
    const rivalWords = rival === undefined ? "the paths taken" : rivalOf(rival);
    const why = FATES[fate]?.(settings, rivalWords, candidate) ?? fate;
    const plateau = taken && paths[taken - 1].plateau;
    steps.push({
      title: taken ? `Path ${taken}` : fate === "chosen" ? "Taken, and given up again" : `Candidate: ${SHORT[fate] ?? fate}`,
      text: `${length(candidate.length, paths[0].length)} long (${longer(candidate.length / paths[0].length - 1)}), ${how}; ${why}.${plateau ? " The wide part is a shortest path seen from both ends, its plateau." : ""}`,
      fate,
      marks: { ghost: points, via, fate, path: taken || 0, plateau: plateau || null, rival: rival === undefined ? 0 : numberOf(chosen[rival] ?? []), chord: loop },
    });
    if (fate === "chosen") chosen.push(points);
  }
  const left = trace.left_out ? ` ${plural(trace.left_out, "candidate")} more aren't listed.` : "";
  const unjudged = answer.candidates?.unjudged ? ` ${plural(answer.candidates.unjudged, "candidate")} came after that and weren't looked at.` : "";
  steps.push({ title: "The answer", text: `${plural(paths.length, "path")} of ${plural(told.length + trace.vias.length, "candidate")}: ${tally([...trace.vias, ...told]) || "none"}.${unjudged}${left}`, marks: {} });
  return steps;
}
