// Distributes walkers over several paths, like a squad's units (docs/reference.md): each path is owed
// the share that its weight gives it, and the next walker takes the path that is owed most.

const WALKERS = 48;
const STARTING = 0.5; // of path 1's length: the time in which all walkers start

export const SHARES = [
  ["equal", "equal", "each path gets as many"],
  ["length", "by length", "the longer a path, the fewer: as one by its length"],
];

// Returns the number of the path of each of `count` walkers. lengths: of the paths.
export function spread(lengths, count, weights) {
  const wanted = lengths.map((length) => (weights === "length" && length > 0 ? 1 / length : 1));
  const sum = wanted.reduce((all, weight) => all + weight, 0);
  const owed = lengths.map(() => 0);
  return Array.from({ length: lengths.length ? count : 0 }, () => {
    let chosen = 0;
    wanted.forEach((weight, i) => {
      owed[i] += weight / sum;
      if (owed[i] > owed[chosen] + 1e-12) chosen = i;
    });
    owed[chosen]--;
    return chosen;
  });
}

// Returns each walker's path, start and arrival, and the time of the last arrival.
export function plan(lengths, weights) {
  const taken = spread(lengths, WALKERS, weights);
  const gap = taken.length ? (STARTING * lengths[0]) / WALKERS : 0;
  const walkers = taken.map((path, i) => ({ path, start: i * gap, arrival: i * gap + lengths[path] }));
  return { walkers, last: walkers.reduce((most, { arrival }) => Math.max(most, arrival), 0) };
}
