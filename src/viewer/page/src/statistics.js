// The scoreboard's numerics: seeded random numbers, random places on a map, quantiles.

// Returns a generator of numbers from 0 to 1, determined by the seed (mulberry32).
export function randoms(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = Math.imul(state ^ (state >>> 15), state | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
}

// Returns a function that draws random free points, uniformly by area. polygons: convex cells, [x0,
// y0, x1, y1, ...].
export function placesOf(polygons, random) {
  const triangles = polygons.flatMap((xy) => Array.from({ length: Math.max(0, xy.length / 2 - 2) }, (_, i) => [0, 2 * i + 2, 2 * i + 4].map((at) => [xy[at], xy[at + 1]])));
  let sum = 0;
  const sums = triangles.map(([a, b, c]) => (sum += Math.abs((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))));
  return () => {
    const wanted = random() * sum;
    let [low, high] = [0, sums.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sums[middle] > wanted) high = middle;
      else low = middle + 1;
    }
    const [a, b, c] = triangles[low];
    let [u, v] = [random(), random()];
    if (u + v > 1) [u, v] = [1 - u, 1 - v];
    return [0, 1].map((k) => a[k] + u * (b[k] - a[k]) + v * (c[k] - a[k]));
  };
}

// Returns the quantile of sorted values, interpolated linearly.
function quantile(sorted, part) {
  const at = part * (sorted.length - 1);
  const low = Math.floor(at);
  return sorted[low] + (at - low) * ((sorted[low + 1] ?? sorted[low]) - sorted[low]);
}

// Returns {least, low, middle, high, most}: the percentiles 5, 25, 50, 75 and 95; null if there are
// no values.
export function box(values) {
  if (!values.length) return null;
  const sorted = [...values].sort((a, b) => a - b);
  const [least, low, middle, high, most] = [0.05, 0.25, 0.5, 0.75, 0.95].map((part) => quantile(sorted, part));
  return { least, low, middle, high, most };
}
