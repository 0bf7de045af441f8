// Numbers of paths in discs, and their lengths, each beside a part of its path that no other path
// shares, where it hides least. They keep their place if possible.

import { s, set } from "./dom.js";
import { colour } from "./palette.js";

const APART = 12; // CSS pixels between the places tried
const PLACES_MAX = 160; // per path
const RADIUS = 9.5;
const EDGE = 14; // to the border
const ENDS = 30; // to the handles
const MARK = 9; // to a mark, which has its words at its right
const CLEAR = 26; // to other paths, if there is room
const HALF = 9.5; // half of a length's height
const DIGIT = 7; // of a length's width

// Returns places along a line on the screen as [{x, y, own}]; own: no other path runs there.
function placesOf({ points, beside }, toScreen) {
  const at = points.map(toScreen);
  const lengths = at.slice(1).map(([x, y], i) => Math.hypot(x - at[i][0], y - at[i][1]));
  const every = Math.max(APART, lengths.reduce((sum, value) => sum + value, 0) / PLACES_MAX);
  const places = [];
  let next = every / 2;
  lengths.forEach((length, i) => {
    for (; next <= length; next += every) {
      const t = next / length;
      places.push({ x: at[i][0] + t * (at[i + 1][0] - at[i][0]), y: at[i][1] + t * (at[i + 1][1] - at[i][1]), own: beside[i] === 1 });
    }
    next -= length;
  });
  return places;
}

const overlap = (a, b) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
const square = (x, y, half) => [x - half, y - half, x + half, y + half];

// Returns the boxes for a length beside its disc: right, left, below, above.
function sides({ x, y }, width) {
  const gap = RADIUS + 2;
  return [
    [x + gap, y - HALF, x + gap + width, y + HALF],
    [x - gap - width, y - HALF, x - gap, y + HALF],
    [x - width / 2, y + gap, x + width / 2, y + gap + 2 * HALF],
    [x - width / 2, y - gap - 2 * HALF, x + width / 2, y - gap],
  ];
}

export class PathLabels {
  constructor() {
    this.root = s("g", { class: "path-labels", "aria-hidden": "true" });
    this.items = [];
    this.routes = [];
  }

  make(number) {
    const pill = s("rect", { class: "pill", height: 2 * HALF, rx: HALF });
    const words = s("text", { class: "length", "text-anchor": "middle" });
    const disc = s("circle", { class: "disc", r: RADIUS, stroke: colour(number) });
    const root = s("g", { class: "path-label" }, pill, words, disc, s("text", { class: "number", y: 4, "text-anchor": "middle" }, `${number + 1}`));
    this.root.append(root);
    return { root, pill, words, last: null };
  }

  // routes: of lanes.js; texts: beside the discs; shown, pointed: numbers of paths, or 0.
  show(routes, texts, shown, pointed) {
    this.routes = routes;
    this.texts = texts;
    while (this.items.length < routes.length) this.items.push(this.make(this.items.length));
    while (this.items.length > routes.length) this.items.pop().root.remove();
    this.items.forEach((item, i) => {
      const number = i + 1;
      const look = shown && number !== shown && number !== pointed ? "path-label dim" : number === shown || number === pointed ? "path-label strong" : "path-label";
      if (item.look !== look) set(item.root, { class: (item.look = look) });
      if (item.text !== texts[i]) item.words.textContent = item.text = texts[i];
    });
  }

  // window: the visible [left, top, right, bottom], CSS pixels; ends, marks: places of handles and
  // marks that must stay visible.
  place(toScreen, window, ends, marks) {
    const all = this.routes.map((route) => placesOf(route, toScreen));
    const taken = [...ends.map(([x, y]) => square(x, y, ENDS)), ...marks.map(([x, y]) => [x - MARK, y - MARK, x + 2.5 * MARK, y + MARK])];
    const room = [window[0] + EDGE, window[1] + EDGE, window[2] - EDGE, window[3] - EDGE];
    const inside = ({ x, y }) => x > room[0] && x < room[2] && y > room[1] && y < room[3];
    this.items.forEach((item, number) => {
      const others = all.filter((_, i) => i !== number).flat();
      const seen = all[number].filter(inside);
      const own = seen.filter((place) => place.own);
      const free = (own.length ? own : seen).filter(({ x, y }) => !taken.some((box) => overlap(box, square(x, y, RADIUS + 2))));
      const best = this.best(free, others, item.last);
      item.last = best;
      set(item.root, { visibility: best ? null : "hidden" });
      if (!best) return;
      taken.push(square(best.x, best.y, RADIUS + 2));
      set(item.root, { transform: `translate(${best.x.toFixed(1)} ${best.y.toFixed(1)})` });
      this.placeLength(item, best, all.flat(), taken, window);
    });
  }

  // Prefers places away from other paths, near the middle, and near the last place.
  best(places, others, last) {
    let best = null;
    let most = -Infinity;
    places.forEach((place, i) => {
      let clear = CLEAR ** 2;
      for (const { x, y } of others) clear = Math.min(clear, (x - place.x) ** 2 + (y - place.y) ** 2);
      const moved = last ? Math.hypot(last.x - place.x, last.y - place.y) : 0;
      const worth = Math.sqrt(clear) - 8 * Math.abs((2 * i) / places.length - 1) - Math.min(14, moved / 6);
      if (worth > most) [most, best] = [worth, place];
    });
    return best;
  }

  // Puts the length on the side of the disc where it hides fewest lines; hides it if no side is
  // free.
  placeLength(item, at, lines, taken, [left, top, right, bottom]) {
    const width = item.text.length * DIGIT + 12;
    let least = Infinity;
    let best = null;
    for (const box of sides(at, width)) {
      if (box[0] < left || box[1] < top || box[2] > right || box[3] > bottom || taken.some((other) => overlap(other, box))) continue;
      const hidden = lines.filter(({ x, y }) => x > box[0] && x < box[2] && y > box[1] && y < box[3]).length;
      if (hidden < least) [least, best] = [hidden, box];
    }
    set(item.pill, { visibility: best && item.text ? null : "hidden" });
    set(item.words, { visibility: best && item.text ? null : "hidden" });
    if (!best) return;
    taken.push(best);
    const [x, y] = [best[0] - at.x, best[1] - at.y];
    set(item.pill, { x: x.toFixed(1), y: y.toFixed(1), width: width.toFixed(1) });
    set(item.words, { x: (x + width / 2).toFixed(1), y: (y + HALF + 4).toFixed(1) });
  }
}
