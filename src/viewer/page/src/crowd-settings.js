// The settings of a crowd's view and their form in the address's fragment, e.g.
// #crowd&environment=big&strategy=alternatives&compare=initial. Only settings that differ from the
// defaults are written. A crowd is started from a scenario (docs/crowd.md).

import { fieldsText, listOf, listText, numberOf, viewOf, viewText } from "./fragment.js";

export const STRATEGIES = [
  ["none", "None"],
  ["periodic", "Periodic"],
  ["initial", "At the start"],
  ["event", "Where dense"],
  ["alternatives", "Alternatives"],
];

export const ENVIRONMENTS = [
  ["big", "Big"],
  ["narrow", "Narrow"],
  ["medium", "Medium"],
];

export const SPAWNS = [
  ["few", "3 a step", "three agents start in each step"],
  ["once", "at once", "all start in the first step"],
  ["keep", "for ever", "all start in the first step, and who arrives starts again"],
];

export const LAWS = [
  ["nonlinear", "Non-linear"],
  ["linear", "Linear"],
  ["weidmann", "Weidmann (metres)"],
];

export const COLOURS = [
  ["speed", "speed", "how fast they are where they are"],
  ["flow", "flow", "which of the flows they belong to"],
];

export const NUMBERS = [
  { name: "agents", label: "Agents", min: 10, max: 20000, step: 10, initial: 12000, hint: "of all flows together" },
  { name: "pace", label: "Steps", min: 1, max: 20, step: 1, initial: 2, hint: "of the simulation from picture to picture" },
  { name: "seed", label: "Seed", min: 0, max: 9999, step: 1, initial: 0, hint: "of where agents start: the same seed is the same run" },
];

export const ENVIRONMENT_SIZE = 1920; // of the longer side; these numbers of an agent hold for it
const AREA = 16;
const SPEED = 2;
const SPREAD = 10;

const CHOICES = { strategy: STRATEGIES, compare: STRATEGIES, spawn: SPAWNS, law: LAWS, colour: COLOURS };

export function defaults() {
  const settings = { environment: "big", map: null, flows: null, closed: [], strategy: "initial", compare: "", spawn: "few", law: "nonlinear", colour: "speed", density: false, view: null };
  for (const { name, initial } of NUMBERS) settings[name] = initial;
  return settings;
}

// Reads lists of numbers between semicolons; returns null if one is too short or has an invalid
// number.
function lists(text, least) {
  const found = (text ?? "").split(";").filter(Boolean).map((part) => listOf(part, least));
  return found.includes(null) ? null : found;
}

function pairs(list) {
  return Array.from({ length: list.length >> 1 }, (_, i) => [list[2 * i], list[2 * i + 1]]);
}

// Reads a fragment; invalid settings keep their defaults.
export function parse(fragment) {
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  const settings = defaults();
  settings.map = fields.get("map") || null;
  if (settings.map) settings.environment = null;
  else if (ENVIRONMENTS.some(([name]) => name === fields.get("environment"))) settings.environment = fields.get("environment");
  for (const [name, values] of Object.entries(CHOICES)) if (values.some(([value]) => value === fields.get(name))) settings[name] = fields.get(name);
  for (const number of NUMBERS) settings[number.name] = numberOf(fields.get(number.name), number);
  const flows = lists(fields.get("flows"), 4);
  if (flows?.length) settings.flows = flows.map((list) => ({ from: [list[0], list[1]], to: [list[2], list[3]] }));
  settings.closed = (lists(fields.get("closed"), 7) ?? []).map(([step, ...list]) => ({ step: Math.max(0, Math.trunc(step)), polygon: pairs(list) }));
  settings.density = fields.get("density") === "1";
  settings.view = viewOf(fields.get("view"));
  return settings;
}

// size: of the map's longer side.
export function format(settings, size) {
  const initial = defaults();
  const numbers = (list) => listText(list, size);
  const fields = [settings.map ? ["map", encodeURIComponent(settings.map)] : ["environment", settings.environment]];
  for (const name of [...Object.keys(CHOICES), ...NUMBERS.map((number) => number.name)]) if (settings[name] !== initial[name]) fields.push([name, settings[name]]);
  if (settings.flows) fields.push(["flows", settings.flows.map(({ from, to }) => numbers([...from, ...to])).join(";")]);
  if (settings.closed.length) fields.push(["closed", settings.closed.map(({ step, polygon }) => `${step},${numbers(polygon.flat())}`).join(";")]);
  if (settings.density) fields.push(["density", "1"]);
  if (settings.view) fields.push(["view", viewText(settings.view, size)]);
  return `#crowd&${fieldsText(fields)}`;
}

// Returns the side of the square that an agent takes up, map units.
export function agentSide(settings, size) {
  return settings.law === "weidmann" ? Math.sqrt(1 / 5.4) : (Math.sqrt(AREA) * size) / ENVIRONMENT_SIZE;
}

// Returns the request that starts a crowd. On maps, agents have the same size and speed relative to
// the map as in environments; under Weidmann's law, their own size and speed in metres.
export function scenario(settings, strategy, size) {
  const scale = size / ENVIRONMENT_SIZE;
  const body = {
    ...(settings.map ? { map: settings.map } : { environment: settings.environment }),
    agents: settings.agents,
    seed: settings.seed,
    law: settings.law,
    strategy: { kind: strategy },
    close: settings.closed.map(({ step, polygon }) => ({ polygon, at_step: step })),
  };
  if (settings.spawn !== "few") body.spawn = settings.spawn === "once" ? { all_at_once: true } : { keep: true };
  if (settings.law !== "weidmann") Object.assign(body, { agent_area: AREA * scale * scale, speed: SPEED * scale });
  if (settings.flows) Object.assign(body, { flows: settings.flows.map(({ from, to }) => ({ from, to: [to] })), spread: SPREAD * scale });
  return body;
}
