// Saves what is shown: the view as SVG and PNG, answers as JSON and GeoJSON.

import { methodName } from "./methods.js";
import { corridor, dash, inks } from "./palette.js";
import { transformOf } from "./points.js";
import { length, time } from "./words.js";

const GAP = 16;
const CAPTION = 34; // height below a panel, and of a line of the legend
const LINE = 20;
const SWATCH = 22; // length of a path's line in the legend
const DIGIT = 8.5; // width of a digit there

export function save(name, blob) {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

const escaped = (text) => String(text).replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);

// The properties copied from the style sheet to the elements over the map, with defaults that
// needn't be written.
const STYLES = { fill: "", "fill-opacity": "1", stroke: "none", "stroke-opacity": "1", "stroke-width": "", "stroke-dasharray": "none", "stroke-linecap": "butt", "stroke-linejoin": "miter", opacity: "1", "paint-order": "normal", visibility: "visible" };
const TEXT_STYLES = { ...STYLES, "font-size": "", "font-weight": "" };
const LEFT_OUT = ".reach, .ring, .finger, .grip, .area-grip, .area-sketch";

// Converts CSS pixels to map units: few programs other than browsers support unscaled strokes.
function scaledBack(pixels, scale) {
  return pixels.replace(/[\d.]+(e-?\d+)?(px)?/g, (text) => Number((parseFloat(text) / scale).toPrecision(6)));
}

// Returns a part of the overlay as SVG without a style sheet; scale: CSS pixels per map unit.
function asSeen(node, scale) {
  if (node.nodeType === Node.TEXT_NODE) return escaped(node.data);
  if (node.matches(LEFT_OUT)) return "";
  const own = ["transform", "d", "cx", "cy", "r", "x", "y", "x1", "y1", "x2", "y2", "width", "height", "rx", "text-anchor"];
  const shape = own.filter((name) => node.hasAttribute(name)).map((name) => ` ${name}="${escaped(node.getAttribute(name))}"`);
  const inside = [...node.childNodes].map((child) => asSeen(child, scale)).join("");
  if (node.tagName === "g") return inside ? `<g${shape.join("")} opacity="${getComputedStyle(node).opacity}">${inside}</g>\n` : "";
  const style = getComputedStyle(node);
  if (style.visibility === "hidden") return "";
  const unscaled = style.vectorEffect === "non-scaling-stroke" ? ["stroke-width", "stroke-dasharray"] : [];
  const looks = Object.entries(node.tagName === "text" ? TEXT_STYLES : STYLES)
    .map(([name, silent]) => [name, style.getPropertyValue(name), silent])
    .filter(([, value, silent]) => value !== silent)
    .map(([name, value]) => ` ${name}="${escaped(unscaled.includes(name) ? scaledBack(value, scale) : value)}"`);
  return `<${node.tagName}${shape.join("")}${looks.join("")}>${inside}</${node.tagName}>\n`;
}

// Draws the cost field or heat map.
function fieldSvg({ field, ground }, ink, view, number) {
  if (!field) return "";
  const [x, y, width, height] = field.box;
  const lines = [[field.contours, 0.9, 0.35], [field.arrows(view.k), 1.2, 0.6]].map(([d, wide, opacity]) => `<path d="${d}" stroke-width="${scaledBack(String(wide), view.k)}" opacity="${opacity}"/>`);
  return `<clipPath id="free${number}"><path d="${ground.pathData()}"/></clipPath><g transform="${transformOf(view)}"><g clip-path="url(#free${number})" fill="none" stroke="${ink.fieldInk}" stroke-linecap="round"><image x="${x}" y="${y}" width="${width}" height="${height}" preserveAspectRatio="none" href="${field.picture(ink.field).toDataURL()}"/>${lines.join("")}</g></g>`;
}

// Draws the areas, roads and rivers of a terrain.
function terrainSvg({ field, ground: { terrain, size } }, ink, view) {
  if (!terrain) return "";
  const wider = terrain.growth(view.k, size);
  const areas = (field ? [] : terrain.tints).map(({ ink: name, opacity, d }) => `<path d="${d}" fill="${ink.terrain[name]}" fill-opacity="${opacity}"/>`);
  const lines = terrain.strokes.map((stroke) => `<path d="${stroke.d}" stroke="${ink.terrain[stroke.ink]}" stroke-width="${scaledBack(String(stroke.width * wider), view.k)}"/>`);
  const arrows = terrain.arrows(view.k);
  if (arrows) lines.push(`<path d="${arrows}" fill="${ink.terrain.apart}"/>`);
  return `<g transform="${transformOf(view)}" fill="none" stroke-linecap="round" stroke-linejoin="round">${[...areas, ...lines].join("\n")}</g>`;
}

function panelSvg({ panel, answer, name, mesh, wide }, left, number) {
  const { clientWidth: w, clientHeight: h } = panel.screen;
  const ink = inks(panel.screen);
  const { view } = panel;
  const paths = answer?.paths ?? [];
  const parts = [
    `<clipPath id="panel${number}"><rect width="${w}" height="${h}"/></clipPath>`,
    `<g transform="translate(${left} 0)"><g clip-path="url(#panel${number})"><rect width="${w}" height="${h}" fill="${ink.blocked}"/>`,
    `<path transform="${transformOf(view)}" d="${panel.map.ground.pathData()}" fill="${ink.free}"${mesh ? ` stroke="${ink.edge}" stroke-width="${scaledBack("0.75", view.k)}"` : ""}/>`,
    fieldSvg(panel.map, ink, view, number),
    terrainSvg(panel.map, ink, view),
    asSeen(panel.scaled, view.k),
    asSeen(panel.layers.marks, 1),
    panel.labels ? asSeen(panel.labels.root, 1) : "",
    asSeen(panel.handles.root, 1),
    "</g>",
  ];
  const lengths = paths.map((path) => (path.legs ? `cost ${length(path.cost)}, length ` : "") + length(path.length, paths[0].length) + (path.filled ? " filled in" : ""));
  const entry = SWATCH + 34 + DIGIT * Math.max(0, ...lengths.map((text) => text.length));
  const columns = Math.max(1, Math.floor((w - 8) / entry));
  const legend = lengths.map((text, i) => {
    const [x, y] = [4 + entry * (i % columns), h + 25 + LINE * (1 + Math.floor(i / columns))];
    const gaps = dash(i, paths[i].filled);
    const dashes = gaps ? ` stroke-dasharray="${scaledBack(gaps, 2)}"` : "";
    return `<path d="M${x} ${y - 5}h${SWATCH}" stroke="${ink.paths[i % ink.paths.length]}" stroke-width="6"${dashes}/><text x="${x + SWATCH + 6}" y="${y}"><tspan font-weight="700">${i + 1}</tspan> ${text}</text>`;
  });
  const rows = Math.ceil(paths.length / columns) + (wide ? 1 : 0);
  if (wide) {
    const y = h + 25 + LINE * rows;
    legend.push(`<path d="M4 ${y - 5}h${SWATCH}" stroke="${ink.paths[0]}" stroke-width="12" opacity="${ink.corridor}"/><text x="${4 + SWATCH + 6}" y="${y}">within ${length(wide)} of path 1</text>`);
  }
  const spent = answer?.time_us == null ? "" : ` · ${time(answer.time_us)}`;
  parts.push(`<g font-size="14" fill="${ink.ink}"><text x="4" y="${h + 25}"><tspan font-weight="700">${escaped(name)}</tspan>${spent}</text>${legend.join("")}</g></g>`);
  return { text: parts.join("\n"), w, h: h + CAPTION + LINE * rows, ink };
}

// shots: one per panel: {panel, answer, name, mesh, wide}.
function viewSvg(shots) {
  let left = 0;
  let height = 0;
  const parts = [];
  let page = "#ffffff";
  shots.forEach((shot, i) => {
    const { text, w, h, ink } = panelSvg(shot, left, i);
    parts.push(text);
    left += w + GAP;
    height = Math.max(height, h);
    page = ink.page;
  });
  const wide = left - GAP;
  return { wide, height, text: `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${height}" viewBox="0 0 ${wide} ${height}" font-family="Helvetica, Arial, sans-serif">\n<rect width="${wide}" height="${height}" fill="${page}"/>\n${parts.join("\n")}\n</svg>\n` };
}

function saveSvg(name, shots) {
  save(`${name}.svg`, new Blob([viewSvg(shots).text], { type: "image/svg+xml" }));
}

// Saves at twice the size on screen.
async function savePng(name, shots) {
  const { text, wide, height } = viewSvg(shots);
  const url = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  try {
    const image = new Image(wide, height);
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = 2 * wide;
    canvas.height = 2 * height;
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
    save(`${name}.png`, blob);
  } finally {
    URL.revokeObjectURL(url);
  }
}

// answers: [{method, request, answer}, ...]
function saveJson(name, answers) {
  save(`${name}.json`, new Blob([`${JSON.stringify({ answers }, null, 1)}\n`], { type: "application/json" }));
}

export function geojson(answers) {
  const { paths } = inks(document.documentElement);
  const features = answers.flatMap(({ method, answer }) =>
    answer.paths.map((path, i) => ({
      type: "Feature",
      properties: { method, number: i + 1, length: path.length, cost: path.cost, apart: path.apart, filled: path.filled, ...path.measures, colour: paths[i % paths.length] },
      geometry: path.points.length > 1 ? { type: "LineString", coordinates: path.points } : { type: "Point", coordinates: path.points[0] },
    })),
  );
  return { type: "FeatureCollection", features };
}

function saveGeojson(name, answers) {
  save(`${name}.geojson`, new Blob([`${JSON.stringify(geojson(answers))}\n`], { type: "application/geo+json" }));
}

// Saves what an explore view shows, as a file of this kind.
export async function saveAnswers(kind, { ground, panels, settings }) {
  const name = `pathfan-${ground.info.name}`;
  const answers = panels.filter(({ answer }) => answer).map(({ method, answer, question }) => ({ method, request: question.body, answer }));
  const shots = panels.map(({ panel, answer, method }) => ({
    panel,
    answer,
    name: methodName(method),
    mesh: settings.layers.includes("mesh"),
    wide: settings.layers.includes("corridor") ? corridor(answer) : 0,
  }));
  if (kind === "svg") saveSvg(name, shots);
  else if (kind === "png") await savePng(name, shots);
  else if (kind === "json") saveJson(name, answers);
  else saveGeojson(name, answers);
}
