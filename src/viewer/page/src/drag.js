// Follows a pointer that went down on an element, until it is lifted or the browser takes it away.

// Calls moved(event), then dropped(event), or cancelled() instead. Returns a function that stops
// following without either.
export function followPointer(node, down, { moved, dropped, cancelled }) {
  const listening = new AbortController();
  const { signal } = listening;
  const on = (type, call) => node.addEventListener(type, (event) => event.pointerId === down.pointerId && call(event), { signal });
  down.preventDefault();
  node.setPointerCapture(down.pointerId);
  on("pointermove", moved);
  on("pointerup", (event) => {
    listening.abort();
    dropped(event);
  });
  on("pointercancel", () => {
    listening.abort();
    cancelled();
  });
  return () => listening.abort();
}
