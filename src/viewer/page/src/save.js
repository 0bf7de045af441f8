// Files made of what is on screen: the view as SVG and PNG, answers as JSON and GeoJSON.

import { colour, dash, inks, width } from "./palette.js";
import { pathData } from "./path-lines.js";
import { length, time } from "./words.js";

const GAP = 16;
const CAPTION = 40;

export function save(name, blob) {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

const escaped = (text) => String(text).replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);

function end([x, y], view, letter, ink, page) {
  const at = [view.k * x + view.x, view.k * y + view.y].map((v) => v.toFixed(2));
  const shape = letter === "S" ? `<circle r="11" fill="${page}" stroke="${ink}" stroke-width="2.5"/>` : `<rect x="-10.5" y="-10.5" width="21" height="21" rx="4" fill="${ink}" stroke="${page}" stroke-width="2"/>`;
  return `<g transform="translate(${at.join(" ")})">${shape}<text y="4.5" text-anchor="middle" font-size="12" font-weight="700" fill="${letter === "S" ? ink : page}">${letter}</text></g>`;
}

function panelSvg({ panel, answer, ends, name, mesh }, left, number) {
  const { clientWidth: w, clientHeight: h } = panel.screen;
  const ink = inks(panel.screen);
  const { view } = panel;
  const ground = panel.map.ground;
  const paths = answer?.paths ?? [];
  const scaled = `translate(${view.x} ${view.y}) scale(${view.k})`;
  const parts = [
    `<clipPath id="panel${number}"><rect width="${w}" height="${h}"/></clipPath>`,
    `<g transform="translate(${left} 0)"><g clip-path="url(#panel${number})"><rect width="${w}" height="${h}" fill="${ink.blocked}"/>`,
    `<path transform="${scaled}" d="${ground.pathData()}" fill="${ink.free}"${mesh ? ` stroke="${ink.edge}" stroke-width="0.75" vector-effect="non-scaling-stroke"` : ""}/>`,
    `<g transform="${scaled}" fill="none" stroke-linejoin="round" stroke-linecap="round">`,
  ];
  for (let i = paths.length - 1; i >= 0; i--)
    parts.push(`<path d="${pathData(paths[i].points)}" stroke="${colour(i)}" stroke-width="${width(i)}"${dash(i) ? ` stroke-dasharray="${dash(i)}"` : ""} vector-effect="non-scaling-stroke"/>`);
  parts.push("</g>");
  if (ends.from) parts.push(end(answer?.from ?? ends.from, view, "S", ink.ink, ink.page));
  if (ends.to) parts.push(end(answer?.to ?? ends.to, view, "T", ink.ink, ink.page));
  parts.push("</g>");
  const legend = paths.map((path, i) => `<tspan fill="${colour(i)}" font-weight="700">${i ? "   " : ""}${i + 1}</tspan> ${length(path.length)}`).join("");
  const spent = answer?.time_us == null ? "" : ` · ${time(answer.time_us)}`;
  parts.push(`<text x="4" y="${h + 25}" font-size="14" fill="${ink.ink}" xml:space="preserve"><tspan font-weight="700">${escaped(name)}</tspan>${spent}   ${legend}</text></g>`);
  return { text: parts.join("\n"), w, h, ink };
}

// shots: one per panel: {panel, answer, ends, name, mesh}.
export function viewSvg(shots) {
  let left = 0;
  let height = 0;
  const parts = [];
  let page = "#ffffff";
  shots.forEach((shot, i) => {
    const { text, w, h, ink } = panelSvg(shot, left, i);
    parts.push(text);
    left += w + GAP;
    height = Math.max(height, h + CAPTION);
    page = ink.page;
  });
  const wide = left - GAP;
  return { wide, height, text: `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${height}" viewBox="0 0 ${wide} ${height}" font-family="Helvetica, Arial, sans-serif">\n<rect width="${wide}" height="${height}" fill="${page}"/>\n${parts.join("\n")}\n</svg>\n` };
}

export function saveSvg(name, shots) {
  save(`${name}.svg`, new Blob([viewSvg(shots).text], { type: "image/svg+xml" }));
}

// At twice the size on screen.
export async function savePng(name, shots) {
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
export function saveJson(name, answers) {
  save(`${name}.json`, new Blob([`${JSON.stringify({ answers }, null, 1)}\n`], { type: "application/json" }));
}

export function geojson(answers) {
  const features = answers.flatMap(({ method, answer }) =>
    answer.paths.map((path, i) => ({
      type: "Feature",
      properties: { method, number: i + 1, length: path.length, ...path.measures, colour: colour(i) },
      geometry: path.points.length > 1 ? { type: "LineString", coordinates: path.points } : { type: "Point", coordinates: path.points[0] },
    })),
  );
  return { type: "FeatureCollection", features };
}

export function saveGeojson(name, answers) {
  save(`${name}.geojson`, new Blob([`${JSON.stringify(geojson(answers))}\n`], { type: "application/geo+json" }));
}
