// Searching, without a server: search.js is loaded when somebody begins to type, and calls
// pathfanFound with [address, page, heading, text, worth] of every chapter.
"use strict";

const up = document.currentScript.dataset.up;
const field = document.getElementById("q");
const found = document.getElementById("found");
const most = 20;
let chapters = null;
let loading = false;

function load() {
  if (loading) return;
  loading = true;
  const script = document.createElement("script");
  script.src = `${up}/search.js`;
  script.onerror = () => (loading = false);
  document.head.append(script);
}

globalThis.pathfanFound = (list) => {
  chapters = list.map(([address, page, heading, text, worth]) => ({
    address, page, heading, text, worth,
    lowHeading: heading.toLowerCase(),
    lowPage: page.toLowerCase(),
    low: text.toLowerCase(),
  }));
  show();
};

// How well a chapter fits all of the words; 0: it doesn't hold one of them.
function fit(chapter, words) {
  let sum = 0;
  for (const word of words) {
    let worth = 0;
    if (chapter.lowHeading === word) worth += 100;
    else if (chapter.lowHeading.includes(word)) worth += 30;
    if (chapter.lowPage.includes(word)) worth += 10;
    const times = chapter.low.split(word).length - 1;
    if (times > 0) worth += 2 + Math.min(times, 8) + (new RegExp(`\\b${word.replace(/[^\w]/g, "\\$&")}\\b`).test(chapter.low) ? 4 : 0);
    if (worth === 0) return 0;
    sum += worth;
  }
  return sum * chapter.worth;
}

// Where a line of text has most of the words.
function bestPlace(chapter, words, length) {
  let best = { at: 0, count: 0 };
  for (const word of words) {
    for (let at = chapter.low.indexOf(word); at >= 0; at = chapter.low.indexOf(word, at + 1)) {
      const line = chapter.low.slice(at, at + length);
      const count = words.filter((other) => line.includes(other)).length;
      if (count > best.count) best = { at, count };
    }
  }
  return best.at;
}

// A line of text with the words marked.
function excerpt(chapter, words) {
  const length = 150;
  const at = Math.max(0, bestPlace(chapter, words, length) - 30);
  const text = (at > 0 ? "... " : "") + chapter.text.slice(at, at + length + 30);
  const line = document.createElement("span");
  const pattern = new RegExp(`(${words.map((word) => word.replace(/[^\w\s]/g, "\\$&")).join("|")})`, "gi");
  text.split(pattern).forEach((part, i) => {
    if (i % 2 === 0) line.append(part);
    else line.append(Object.assign(document.createElement("mark"), { textContent: part }));
  });
  return line;
}

function show() {
  const words = field.value.toLowerCase().split(/\s+/).filter((word) => word.length > 0);
  found.hidden = words.length === 0;
  if (words.length === 0 || chapters === null) return;
  const best = chapters.map((chapter) => ({ chapter, worth: fit(chapter, words) })).filter(({ worth }) => worth > 0);
  best.sort((a, b) => b.worth - a.worth);
  found.replaceChildren(
    ...best.slice(0, most).map(({ chapter }) => {
      const link = Object.assign(document.createElement("a"), { href: `${up}/${chapter.address}` });
      link.append(Object.assign(document.createElement("strong"), { textContent: chapter.heading }));
      if (chapter.page !== chapter.heading) link.append(Object.assign(document.createElement("small"), { textContent: chapter.page }));
      link.append(excerpt(chapter, words));
      return link;
    }),
  );
  if (best.length === 0) found.append(Object.assign(document.createElement("p"), { textContent: "Nothing has all of these words." }));
}

function close() {
  field.value = "";
  show();
}

field.addEventListener("focus", load);
field.addEventListener("input", () => {
  load();
  show();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && document.activeElement !== field && !event.ctrlKey) {
    event.preventDefault();
    field.focus();
  } else if (event.key === "Escape") {
    close();
    field.blur();
  } else if (!found.hidden && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
    const places = [field, ...found.querySelectorAll("a")];
    const at = places.indexOf(document.activeElement);
    const next = places[at + (event.key === "ArrowDown" ? 1 : -1)];
    if (at >= 0 && next) {
      event.preventDefault();
      next.focus();
    }
  } else if (event.key === "Enter" && document.activeElement === field) {
    found.querySelector("a")?.click();
  }
});
found.addEventListener("click", (event) => {
  if (event.target.closest("a")) setTimeout(close); // it may lead to this page
});
document.addEventListener("click", (event) => {
  if (!event.target.closest("#found, .search")) found.hidden = true;
});

const menu = document.getElementById("menu");
menu.addEventListener("click", () => {
  const isOpen = document.getElementById("navigation").classList.toggle("open");
  menu.setAttribute("aria-expanded", String(isOpen));
});
document.querySelector("nav [aria-current]")?.scrollIntoView({ block: "nearest" });

// What can be scrolled can be reached by keyboard.
function reachable() {
  for (const box of document.querySelectorAll("pre, .wide")) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  }
}
addEventListener("resize", reachable);
reachable();
