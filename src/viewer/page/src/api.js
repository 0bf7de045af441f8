// The server's interface (docs/openapi.json): one function per request. Failures throw an ApiError
// whose message is a sentence for people; its status is 0 if the server didn't answer.

import { NO_ANSWER, ask, fileOf, inFolder } from "./folder.js";

class ApiError extends Error {
  constructor(status, code, message) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

// The server's messages begin in lower case and end without a full stop, like the command's.
function sentence(text) {
  return `${text[0].toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
}

async function once(path, options) {
  try {
    return await (inFolder ? ask : fetch)(path, options);
  } catch {
    throw new ApiError(0, "no_server", inFolder ? NO_ANSWER : "The server doesn't answer. Is pathfan view still running?");
  }
}

const REFUSALS_MAX = 20; // of one request, before it fails

// Repeats a request that an overloaded server refuses, after the time that the server gives.
async function reach(path, options) {
  for (let refusals = 1; ; refusals++) {
    const response = await once(path, options);
    const seconds = response.headers.get("Retry-After");
    if (seconds === null || refusals === REFUSALS_MAX || options?.signal?.aborted) return response;
    await new Promise((done) => setTimeout(done, 1000 * Number(seconds)));
  }
}

function send(method, path, body, { signal, headers = {} } = {}) {
  const json = body === undefined ? {} : { headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(body) };
  return reach(path, { method, signal, ...json });
}

async function call(method, path, body, signal) {
  return read(await send(method, path, body, { signal }));
}

// Returns the JSON of a response.
async function read(response) {
  const text = await response.text();
  let data = null;
  try {
    data = text ? JSON.parse(text) : null;
  } catch {
    throw new ApiError(response.status, "not_json", `The server's answer can't be read (${response.status}).`);
  }
  if (!response.ok) {
    const error = data?.error ?? {};
    throw new ApiError(response.status, error.code ?? "error", sentence(error.message || `the server says ${response.status}`));
  }
  return data;
}

const map = (id) => `/api/maps/${encodeURIComponent(id)}`;

export const maps = () => call("GET", "/api/maps").then((data) => data.maps);
export const mapInfo = (id) => call("GET", map(id));
export const geometry = (id) => call("GET", `${map(id)}/geometry`);
export const terrain = (id) => call("GET", `${map(id)}/terrain`);
export const field = (id, [x, y], { columns, rows }, signal) => call("GET", `${map(id)}/field?x=${x}&y=${y}&columns=${columns}&rows=${rows}`, undefined, signal);
export const vertices = (id) => call("GET", `${map(id)}/vertices`);
export const vertex = (id, number, signal) => call("GET", `${map(id)}/vertex/${number}`, undefined, signal);
export const look = (id, [x, y], signal) => call("GET", `${map(id)}/look?x=${x}&y=${y}`, undefined, signal);
export const query = (request, signal) => call("POST", "/api/query", request, signal);
export const targets = (request, signal) => call("POST", "/api/targets", request, signal);
export const thumbnail = (info) => inFolder ? fileOf(info.id, "picture") : `${map(info.id)}/thumbnail.png?g=${info.generation}`;
export const source = (id, format) => inFolder ? fileOf(id, "source") : `${map(id)}/source${format ? `?format=${format}` : ""}`;

// Returns the map's file as a blob.
export async function sourceFile(id, format) {
  const response = await reach(source(id, format));
  return response.ok ? response.blob() : read(response);
}

export const addMap = (drawing) => call("POST", "/api/maps", drawing);

// Drawings come with a tag of their version. The server accepts a drawing sent with a tag only if
// that is still the tag of the drawing it replaces; otherwise it answers 412.
const tagged = async (response) => ({ ...(await read(response)), tag: response.headers.get("ETag") });
const drawingOf = (id) => `${map(id)}/drawing`;
export const drawing = async (id) => tagged(await send("GET", drawingOf(id)));
export const putDrawing = async (id, body, tag) => tagged(await send("PUT", drawingOf(id), body, { headers: tag ? { "If-Match": tag } : {} }));

export const removeMap = (id) => call("DELETE", map(id));
const oneJob = (id) => `/api/jobs/${encodeURIComponent(id)}`;
export const job = (id) => call("GET", oneJob(id));
export const cancelJob = (id) => call("DELETE", oneJob(id));

export const environments = () => call("GET", "/api/environments").then((data) => data.environments);
const crowd = (id) => `/api/crowds/${encodeURIComponent(id)}`;
export const beginCrowd = (scenario) => call("POST", "/api/crowds", scenario);
export const changeCrowd = (id, what) => call("PATCH", crowd(id), what).then((data) => data.crowd);

// Returns the bytes of a frame (crowd-frame.js).
export async function crowdSteps(id, steps, after) {
  const response = await send("POST", `${crowd(id)}/steps`, { steps, after });
  return response.ok ? response.arrayBuffer() : read(response);
}

// Also works while the page is being left. It is no error if the crowd is already gone.
export const endCrowd = (id) => fetch(crowd(id), { method: "DELETE", keepalive: true }).catch(() => {});

export const study = () => call("GET", "/api/study");
export const takePart = (background) => call("POST", "/api/study/participants", { background });
export const studyQuery = (request) => call("POST", "/api/study/query", request);
export const rate = (response) => call("POST", "/api/study/responses", response);
export const progress = (participant) =>
  call("GET", `/api/study/progress?participant=${encodeURIComponent(participant)}`);
export const results = (key, who) => call("GET", `/api/study/results?key=${encodeURIComponent(key)}&who=${who}`);
export const exportCsv = (key) => `/api/study/export.csv?key=${encodeURIComponent(key)}`;
