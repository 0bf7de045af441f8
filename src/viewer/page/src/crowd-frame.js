// Decodes a frame, the state of a crowd after a step, from the server's bytes (docs/openapi.json).

const HEAD = 64;
const WITHOUT_END = 0xffffffff;
const IS_LAST = 1;
const COUNTS = ["step", "flags", "present", "cells", "agents", "started", "arrived", "stuck", "searches", "evaluations", "changes", "queues"];

// x, y are in 65535ths of the map's sides; speed, density in 255ths; all are typed arrays over the
// bytes.
export function decode(buffer) {
  const view = new DataView(buffer);
  const frame = Object.fromEntries(COUNTS.map((name, i) => [name, view.getUint32(4 * i, true)]));
  const { present: n, cells, queues } = frame;
  const at = HEAD + 6 * n + cells; // of the queues
  if (buffer.byteLength !== at + 8 * queues) throw new Error("The server's answer can't be read.");
  return {
    ...frame,
    agents: frame.agents === WITHOUT_END ? null : frame.agents,
    isLast: (frame.flags & IS_LAST) !== 0,
    travel: view.getFloat64(48, true),
    stepMs: view.getFloat64(56, true),
    x: new Uint16Array(buffer, HEAD, n),
    y: new Uint16Array(buffer, HEAD + 2 * n, n),
    speed: new Uint8Array(buffer, HEAD + 4 * n, n),
    flow: new Uint8Array(buffer, HEAD + 5 * n, n),
    density: new Uint8Array(buffer, HEAD + 6 * n, cells),
    queues: Array.from({ length: queues }, (_, i) => ({ gate: view.getUint32(at + 8 * i, true), waiting: view.getUint32(at + 8 * i + 4, true) })),
  };
}
