// The server's interface (docs/openapi.json): one function per request. Failures throw
// an ApiError whose message is a sentence for people; status is 0 without an answer.

class ApiError extends Error {
  constructor(status, code, message) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

// The server's messages begin small and end without a stop, as the command's do.
function sentence(text) {
  return `${text[0].toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
}

async function reach(path, options) {
  try {
    return await fetch(path, options);
  } catch {
    throw new ApiError(0, "no_server", "The server doesn't answer. Is pathfan view still running?");
  }
}

async function call(method, path, body, signal) {
  const response = await reach(path, {
    method,
    headers: body === undefined ? {} : { "Content-Type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal,
  });
  return read(response);
}

// The JSON of a response.
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
export const vertices = (id) => call("GET", `${map(id)}/vertices`);
export const vertex = (id, number, signal) => call("GET", `${map(id)}/vertex/${number}`, undefined, signal);
export const look = (id, [x, y], signal) => call("GET", `${map(id)}/look?x=${x}&y=${y}`, undefined, signal);
export const query = (request, signal) => call("POST", "/api/query", request, signal);
export const thumbnail = (info) => `${map(info.id)}/thumbnail.png?g=${info.generation}`;
export const source = (id, format) => `${map(id)}/source${format ? `?format=${format}` : ""}`;

// The map's file as a blob.
export async function sourceFile(id, format) {
  const response = await reach(source(id, format));
  return response.ok ? response.blob() : read(response);
}

export const addMap = (drawing) => call("POST", "/api/maps", drawing);
export const drawing = (id) => call("GET", `${map(id)}/drawing`);
export const putDrawing = (id, body) => call("PUT", `${map(id)}/drawing`, body);
export const removeMap = (id) => call("DELETE", map(id));
const oneJob = (id) => `/api/jobs/${encodeURIComponent(id)}`;
export const job = (id) => call("GET", oneJob(id));
export const cancelJob = (id) => call("DELETE", oneJob(id));

export const study = () => call("GET", "/api/study");
export const takePart = (background) => call("POST", "/api/study/participants", { background });
export const studyQuery = (request) => call("POST", "/api/study/query", request);
export const rate = (response) => call("POST", "/api/study/responses", response);
export const progress = (participant) =>
  call("GET", `/api/study/progress?participant=${encodeURIComponent(participant)}`);
export const results = () => call("GET", "/api/study/results");
export const EXPORT_CSV = "/api/study/export.csv";
