// Makes elements in one expression: h("p", { class: "note" }, "Hello ", h("b", {}, "you")).
//
// A property that is a function is a listener, e.g. { onclick: f }; true sets an empty attribute;
// false, null and undefined omit it. Text is never parsed as HTML.

const SVG = "http://www.w3.org/2000/svg";

function make(element, properties, children) {
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children.flat(Infinity).filter((child) => child != null && child !== false));
  return element;
}

export function h(tag, properties, ...children) {
  return make(document.createElement(tag), properties, children);
}

export function s(tag, properties, ...children) {
  return make(document.createElementNS(SVG, tag), properties, children);
}

// Sets attributes; null removes one. Unchanged values are skipped: setting them would make the
// browser recompute styles and layout.
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value == null) element.removeAttribute(name);
    else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
  }
  return element;
}

// Sets the text of an element, unless it is the same.
export function put(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

// Sets the children of an element; children already there aren't moved needlessly.
export function fill(element, children) {
  const wanted = new Set(children);
  for (const child of [...element.children]) if (!wanted.has(child)) child.remove();
  let place = element.firstChild;
  for (const child of children) {
    if (child === place) place = place.nextSibling;
    else element.insertBefore(child, place);
  }
}

// Scrolls a row so that one of its elements is in the middle.
export function bring(row, thing) {
  row.scrollLeft += thing.getBoundingClientRect().left - row.getBoundingClientRect().left - (row.clientWidth - thing.offsetWidth) / 2;
}

export function icon(name) {
  const shapes = ICONS[name];
  return s("svg", { class: "icon", viewBox: "0 0 16 16", "aria-hidden": "true" }, shapes.map((d) => s("path", { d })));
}

// A button with an icon, named by its label.
export function iconButton(name, label, onclick) {
  return h("button", { type: "button", class: "tool", title: label, "aria-label": label, onclick }, icon(name));
}

const ICONS = {
  left: ["M10 3.5 5.5 8 10 12.5"],
  right: ["M6 3.5 10.5 8 6 12.5"],
  down: ["M3.5 6 8 10.5 12.5 6"],
  plus: ["M8 3v10M3 8h10"],
  minus: ["M3 8h10"],
  fit: ["M3 6V3h3M10 3h3v3M13 10v3h-3M6 13H3v-3"],
  swap: ["M3 5h9M9.5 2.5 12 5 9.5 7.5M13 11H4M6.5 8.5 4 11l2.5 2.5"],
  theme: ["M8 2.5a5.5 5.5 0 1 0 5.5 5.5A4.2 4.2 0 0 1 8 2.5z"],
  link: ["M6.5 9.5l3-3M7 4.5l1.2-1.2a3 3 0 0 1 4.3 4.3L11 9M9 11.5l-1.2 1.2a3 3 0 0 1-4.3-4.3L5 7"],
  undo: ["M5.5 3 2.5 6l3 3M2.5 6h6.5a4 4 0 0 1 0 8H6"],
  redo: ["M10.5 3l3 3-3 3M13.5 6H7a4 4 0 0 0 0 8h3"],
  open: ["M2.5 12.5v-9h4l1.5 2h5.5v7z"],
  trash: ["M3 4.5h10M6 4.5V3h4v1.5M4.5 4.5l.6 8.5h5.8l.6-8.5"],
  select: ["M4 2.5l8.5 5-3.8.9L6.6 12z"],
  rect: ["M3 4h10v8H3z"],
  circle: ["M13.5 8a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0z"],
  polygon: ["M8 2.5l5.5 4-2 6.5h-7l-2-6.5z"],
  wall: ["M2.5 11.5 11.5 2.5l2 2-9 9z"],
  opening: ["M2 6h3.5v4H2zM10.5 6H14v4h-3.5zM8 3v10"],
  road: ["M4 13.5 6.5 2.5M12 13.5 9.5 2.5M8 4v1.5M8 8v1.5M8 12v1.5"],
  area: ["M3 9c0-4 3-6.5 6-6s5 3 4 6-4 4.5-6.5 4S3 12 3 9zM6 8.5v1.5M9.5 6v1.5M9 10.5V12"],
  river: ["M2.5 5c2-2 3.7-2 5.5 0s3.5 2 5.5 0M2.5 10.5c2-2 3.7-2 5.5 0s3.5 2 5.5 0"],
  bridge: ["M2 10h12M3.5 13v-3M12.5 13v-3M2 7.5c4-3.5 8-3.5 12 0"],
  play: ["M5 3.2v9.6l7.5-4.8z"],
  pause: ["M5.5 3.5v9M10.5 3.5v9"],
  step: ["M4 3.5v9l6-4.5zM12 3.5v9"],
  before: ["M10.5 3 5.5 8l5 5"],
  after: ["M5.5 3l5 5-5 5"],
  again: ["M12.9 6.5A5.2 5.2 0 1 0 13 9.3M13 3v3.6H9.4"],
  help: ["M5.8 6a2.2 2.2 0 1 1 3.3 1.9c-.8.5-1.1.8-1.1 1.7M8 12v.2"],
};
