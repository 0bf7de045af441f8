// Queries of a MovingAI .scen file: "version 1", then a line of nine columns for each: bucket, map,
// width, height, from x and y, to x and y, length. Columns are separated by spaces or tabs; a map's
// name may contain spaces if all columns are separated by single tabs. Reads the same as
// src/map/scenario.c.

const COLUMNS = 9;
const QUERIES_MAX = 200000;

const number = (text) => (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : NaN);
const whole = (text, least) => /^\d+$/.test(text) && Number(text) >= least;

function columnsOf(line) {
  const words = line.trim().split(/[ \t]+/);
  return words.length === COLUMNS ? words : line.split("\t").map((field) => field.trim());
}

// Returns a query, or null if the line is invalid.
function queryOf(line) {
  const columns = columnsOf(line);
  if (columns.length !== COLUMNS || !columns[1]) return null;
  const [bucket, , width, height, ...rest] = columns;
  const [fromX, fromY, toX, toY, length] = rest.map(number);
  const good = whole(bucket, 0) && whole(width, 1) && whole(height, 1) && [fromX, fromY, toX, toY, length].every(Number.isFinite) && length >= 0;
  return good ? { bucket: Number(bucket), size: [Number(width), Number(height)], from: [fromX, fromY], to: [toX, toY], length } : null;
}

// Returns {queries: [{bucket, size, from, to, length}], bad: numbers of invalid lines}. Throws a
// sentence if it isn't a .scen file at all.
export function readScenario(text) {
  const lines = text.split(/\r?\n/);
  if (!/^[ \t]*version[ \t]+1(\.0)?[ \t]*$/.test(lines[0])) throw new Error("This is no .scen file: its first line isn't “version 1”.");
  const queries = [];
  const bad = [];
  for (let i = 1; i < lines.length && queries.length < QUERIES_MAX; i++) {
    if (!lines[i].trim()) continue;
    const query = queryOf(lines[i]);
    if (query) queries.push(query);
    else bad.push(i + 1);
  }
  if (!queries.length) throw new Error(bad.length ? `Line ${bad[0]} of this file is no query: bucket, map, width, height, from x, from y, to x, to y, length.` : "There is no query in this file.");
  return { queries, bad };
}
